"""Rencounter, played with dice: thrown objects, grenades and guns, and what becomes of weapons in melee."""

from math import floor

from .rencounter import MELEE, MISSILES, POINTS, severity, stroke_numbers, succeeds, to_hit, worse
from .rencounter_orders import instant_check

# ------------------------------------------------------------------------------------------------- thrown objects


def scatter(roll, p):
    """Where a thrown object lands that missed: hour of the clock and inches, or the inches alone."""
    direction = roll(12, "direction")
    inches = max(0, roll(6, "scatter") + p.missed_by)
    if direction in (5, 6, 7):
        inches = min(inches, p.distance // 2)  # in whole inches
    return (direction, inches) if p.result == "direction" else inches


def grenade(roll, p):
    """What a grenade does to a man at some distance."""
    if p.wounds >= p.death_at:
        raise ValueError("the man is dead already")
    if p.fuse == "delayed" and roll(12, "fuse") == 12:
        return "dud"
    total = roll(12, "severity") + 1 + floor(2 * p.distance)
    label = worse(severity(total), p.wounds, p.death_at)
    if label not in ("none", "minor") or total > 14:
        return label
    acts = instant_check(roll, p, experience=p.experience, wounds=p.wounds + POINTS[label])
    return label if acts else f"{label}_down"


# ----------------------------------------------------------------------------------------------------------- guns

# to this many inches: to hit, damage, and to hit for grape
GUN_RANGE = ((5, 3, -6, -1), (12, 0, -5, -1), (24, -2, -4, -1), (48, -4, -3, -2), (96, -6, -2, -2))
GROUND = {"normal": 0, "hard": 2, "soft": -2}
GUN = {"3lb": -1, "6lb": 0, "9lb": 1, "12lb": 2}


def one_figure(roll, *, needed, damage, confirmed_hit_margin):
    """What a gun's shot does to one figure in the cone."""
    label, margin = to_hit(
        roll,
        needed=needed,
        javelin_shield=0,
        friend_gap=0,
        in_melee=False,
        cover_gap=0,
        confirmed_hit_margin=confirmed_hit_margin,
    )
    return severity(roll(12, "severity") + damage - (1 if margin else 0)) if label == "hit" else label


def figures_hit(roll, *, figures, shot):
    """How many of some figures are hit, each rolled for."""
    so_far = roll.part(figures_hit, figures=figures - 1, shot=shot) if figures > 1 else 0
    return so_far + (roll.part(one_figure, **dict(shot)) != "miss")


def canister(roll, p):
    """Canister or grape at one figure, or how many of all in the cone are hit."""
    band = next((row[1:] for row in GUN_RANGE if p.distance <= row[0]), None)
    if band is None:
        return 0 if p.result == "hits" else "miss"
    to_hit_figure, damage, grape = band
    needed = p.skill + to_hit_figure + GROUND[p.ground] + GUN[p.gun]
    if p.load == "grape":
        needed += grape
    shot = {
        "needed": needed - (p.skill_roll == "less_than"),
        "damage": damage,
        "confirmed_hit_margin": p.confirmed_hit_margin,
    }
    if p.result == "hits":
        return figures_hit(roll, figures=p.figures, shot=tuple(shot.items()))
    return one_figure(roll, **shot)


def misfire(roll, p):
    """What comes of loading in haste."""
    starts = roll(12, "fire") == 12 if p.last_roll == "succeeded" else roll(6, "hasty_loading") == 6
    if not starts:
        return "no_accident"
    face = roll(12, "accident")
    if face <= 2:
        return "explodes"
    if face <= 5:
        return f"premature_{5 - face}_crew_{'high' if roll(6, 'premature') <= 3 else 'low'}"
    return "crew_hurt" if face <= 8 else f"clear_{roll(6, 'clearing')}"


# ---------------------------------------------------------------------------------------------------------- weapons

SHIELD_MAKE = {"metal_faced": -1, "rimmed": 0, "plain_wood": 1, "hide": 2}


def weapon_breakage(roll, p):
    """What breaks when a stroke that would hit is parried; whoever has a shield parries with it."""
    attack, parry, _ = stroke_numbers(p, p.active_attackers - 1)
    if p.wounded_modifies_parry:
        parry -= p.defender_wounds
    less = 1 if p.skill_roll == "less_than" else 0
    own, guard = roll(12, "melee"), roll(12, "melee")
    through = p.natural_one_hits_through_parry and own == 1
    if not succeeds(own, attack, less) or not succeeds(guard, parry, less) or through:
        return "none"
    stroke = MELEE[p.attacker_weapon][1]
    with_shield = p.defender_shield != "none" and not p.from_behind
    item = SHIELD_MAKE[p.defender_shield_make] if with_shield else MELEE[p.defender_weapon][1]
    defender, attacker = own + stroke - item <= 2, guard + item - stroke <= 2
    if defender and attacker:
        return "both"
    return "defender_breaks" if defender else "attacker_breaks" if attacker else "none"


def weapon_stuck(roll, p):
    """Pulling the weapon out of a man who is crippled or dead."""
    natural = roll(12, "weapon_stuck")
    if natural == 12 or p.blunt and natural > 12:
        return "broken"
    if p.blunt or natural <= p.skill - (p.skill_roll == "less_than"):
        return "free"
    return "lost" if p.riding_on else "stuck"


def bayonet_shot(roll, p):
    """The shot that frees a bayonet: no roll to hit."""
    if p.previous_wounds >= p.death_at:
        raise ValueError("the man is dead already")
    lessened = 1 if p.target_armor >= 3 and p.armor_lessens_fire_damage else 0
    return worse(severity(roll(12, "severity") + MISSILES[p.weapon][4] + lessened), p.previous_wounds, p.death_at)
