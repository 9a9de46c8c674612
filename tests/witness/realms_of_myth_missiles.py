"""Realms of Myth, played with dice: ranges, shots and throws, who is hit down the line, crossbows."""

from fractions import Fraction

from .params import changed
from .realms_of_myth import belongs, half_up
from .realms_of_myth_surprise import outdoes
from .realms_of_myth_tasks import against, percentage, progressive, succeeds

# short, medium, long at STR 13, and what each point of STR makes of them
LIMITS = {
    "bow": (60, 80, 100, 2),
    "sling": (60, 80, 100, 2),
    "fustibal": (60, 80, 100, 2),
    "short_bow": (42, 56, 70, 1),
    "hurled_hilted": (36, 48, 60, 1),
    "hurled_hafted": (50, 67, 84, 1),
}
CROSSBOWS = {"light_crossbow": 200, "heavy_crossbow": 225}
HURLED = ("hurled_hilted", "hurled_hafted", "object")
BANDS = ("point_blank", "short", "medium", "long")
# up to which share of the height and of the Light ENC, and what is left of the range
OBJECTS = (
    (Fraction("0.05"), Fraction("0.02"), "1"),
    (Fraction("0.21"), Fraction("0.025"), "3/4"),
    (Fraction("0.33"), Fraction("0.05"), "2/3"),
    (Fraction("0.42"), Fraction("0.075"), "1/2"),
    (Fraction("0.5"), Fraction("0.1"), "1/3"),
    (Fraction("0.66"), Fraction("0.25"), "1/4"),
    (None, Fraction(1), "1/10"),
)
COCKING = {
    ("light", "belt_hook"): 13,
    ("light", "goatsfoot"): 13,
    ("light", "hand"): 20,
    ("heavy", "hand"): 30,
    ("heavy", "windlass"): None,
}


def limits(p):
    """Far limits of the bands from point-blank to long, and the greatest range of all or None."""
    belongs(p.weapon == "object", p.object_range_factor, "1")
    farthest = CROSSBOWS.get(p.weapon)
    if farthest is None:
        *bands, step = LIMITS["hurled_hafted" if p.weapon == "object" else p.weapon]
        bands = [half_up((limit + step * (p.strength - 13)) * Fraction(p.object_range_factor)) for limit in bands]
    elif p.crossbow_bands == "bow":
        bands = LIMITS["bow"][:3]
    else:
        bands = [half_up(Fraction(farthest * percent, 100)) for percent in (60, 80, 100)]
    uphill = max(0, p.target_elevation)
    bands = [max(0, limit - uphill) for limit in bands]
    bands.insert(0, half_up(Fraction(bands[0], 4)))
    return bands, None if farthest is None else max(0, farthest - uphill)


def range_limit(roll, p):
    """The far limit of one band; no dice."""
    return limits(p)[0][BANDS.index(p.band)]


def range_band(roll, p):
    """The band of a distance; no dice."""
    bands, farthest = limits(p)
    if farthest is not None and p.distance > farthest:
        return "out_of_range"
    for name, limit in zip(BANDS, bands, strict=True):
        if p.distance <= limit:
            return name
    return "extreme"


def rounded(number, p):
    """A figure rounded as the ruling has it."""
    if p.range_rounding == "nearest":
        return half_up(number)
    return -(-number // 1) if p.range_rounding == "up" else number // 1


def range_dv(roll, p):
    """DV for range alone; no dice."""
    if range_band(roll, p) == "out_of_range":
        raise ValueError("no crossbow shoots as far")
    bands, _ = limits(p)
    yard = 3 if p.weapon in HURLED and p.hurled_range_unit == "yards" else 1
    dv, near = 0, bands[0]
    for far, per_yard in zip([*bands[1:], None], (Fraction(1, 5), Fraction(1, 3), 1, 2), strict=True):
        reached = p.distance if far is None else min(far, p.distance)
        if reached > near:
            dv += int(rounded(Fraction(reached - near, yard) * per_yard, p))
            near = reached
    return dv


def too_near(p):
    """Nothing is shot or hurled at less."""
    if p.distance < (5 if p.weapon in HURLED else 2):
        raise ValueError("too near")


def full_dv(roll, p):
    """The DV of a shot within range."""
    dv = range_dv(roll, p)
    if p.target_state == "aware":
        dv += p.dodge_dv + p.target_speed + p.shield_modifier
    elif p.unaware_dv == "by_activity":
        dv += 1 if p.target_state == "unaware_stationary" else p.agl_mod + p.target_speed + p.shield_modifier
    return max(0, dv + p.other_dv)


def target_modifier(p):
    """What counts with some states of the target only."""
    belongs(p.target_state == "aware", p.dodge_dv, 30)
    belongs(p.target_state == "unaware_moving", p.agl_mod, 0)
    belongs(p.target_state != "unaware_stationary", p.shield_modifier, 0)
    belongs(p.target_state != "unaware_stationary", p.target_speed, 0)


def ranged_attack_dv(roll, p):
    """The full DV of a shot; no dice."""
    target_modifier(p)
    too_near(p)
    return full_dv(roll, p)


def ranged_attack(roll, p):
    """One shot or throw."""
    target_modifier(p)
    too_near(p)
    contested = p.weapon in HURLED and p.hurled_resolution == "contested" and p.target_state == "aware"
    belongs(contested, p.defence_chance, None)
    if range_band(roll, p) == "out_of_range":
        return "miss"
    dv = full_dv(roll, p)
    percent = percentage(p.av, dv, p, p.chance)
    if not contested:
        return "hit" if succeeds(roll, percent) else "miss"
    defended = percentage(dv, p.av, p, p.defence_chance)
    return "hit" if outdoes(roll, percent, defended, p.margin_tie == "attacker") else "miss"


def stray_fire(roll, p):
    """The target, or whoever stands behind him."""
    line = list(zip(p.bystander_dv, p.bystander_sta, p.bystander_distance, strict=True))
    if any(near >= far for near, far in zip(p.bystander_distance, p.bystander_distance[1:], strict=False)):
        raise ValueError("the distances rise")
    if against(roll, p.av, p.target_dv, p, p.chance):
        return "target"
    for number, (dv, sta, distance) in enumerate(line, 1):
        if distance > p.band_limit:
            break
        smaller = progressive(p.target_sta - sta, p)
        larger = progressive(sta - p.target_sta, p)
        if against(roll, p.av, dv + smaller - larger, p, None):
            return f"bystander_{number}"
    return "nobody"


def flight_delay(roll, p):
    """In this CS or the next? No dice."""
    return "same_cs" if p.distance <= (500 if p.missile == "hurled" else 2000) else "next_cs"


def thrown_object_factor(roll, p):
    """What is left of the range; no dice."""
    pounds = Fraction(p.object_ounces, 16)
    if pounds > p.light_enc:
        return "too_heavy"
    for height, weight, factor in OBJECTS:
        short_enough = height is None or p.object_inches <= height * p.height_inches
        if short_enough and pounds <= weight * p.light_enc:
            return factor
    raise AssertionError("nothing else is left")


def throw_and_catch(roll, p):
    """From hand to hand through the air."""
    thrown = changed(p, weapon="object", target_elevation=0)
    dv = range_dv(roll, thrown) + p.weather_dv
    if not against(roll, p.agl, dv, p, p.throw_chance):
        return "off_target"
    return "caught" if against(roll, p.crd, dv, p, p.catch_chance) else "fumbled"


def cocks(roll, p):
    """One attempt at cocking a crossbow: has it worked?"""
    if (p.crossbow, p.tool) not in COCKING:
        raise ValueError("a tool of the other kind")
    dv = COCKING[p.crossbow, p.tool]
    percent = percentage(p.strength, dv or 0, p, p.chance)
    return dv is None or succeeds(roll, percent)


def crossbow_cock(roll, p):
    """One attempt at cocking a crossbow."""
    return "cocked" if cocks(roll, p) else "not_cocked"
