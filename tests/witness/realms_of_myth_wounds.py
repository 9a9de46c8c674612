"""Realms of Myth, played with dice: damage, the wear of armor, knock-back, pain, what wounds do, and how they heal."""

from fractions import Fraction

from . import realms_of_myth as myth
from .params import changed
from .realms_of_myth import belongs, half_up, resolve

# least size of each bracket of two -> six figures as printed, in hundredths
DAMAGE_MULTIPLIER = {
    0: (25, 50, 75, 100, 125, 150),
    2: (50, 75, 100, 125, 150, 175),
    4: (75, 100, 125, 150, 175, 200),
    6: (100, 125, 150, 175, 200, 225),
    8: (125, 150, 175, 200, 225, 250),
    10: (150, 175, 200, 225, 250, 275),
    12: (175, 200, 225, 250, 275, 300),
}
# the figure on the right, from which blows take; where there is none it is the same as the one on the left
WEAR_FIGURE = dict.fromkeys(
    (
        "singlemail",
        "banded_singlemail",
        "doublemail",
        "banded_doublemail",
        "jazeraint",
        "laminated",
        "brigandine",
    ),
    40,
)
CLOTHES = {"landbound": 1, "free_commoner": 2, "wealthy_or_noble": 3, "great_noble_or_royal": 4}
CLOTHES_IN_WINTER = {"landbound": 2, "free_commoner": 3, "wealthy_or_noble": 4, "great_noble_or_royal": 5}
# quarters of STR left in battle and afterwards, times the END takes to come back
LEVELS = {
    "unhurt": (4, 4, 1),
    "light": (4, 3, 2),
    "serious": (4, 2, 4),
    "grievous": (2, 1, 8),
    "mortal": (1, 0, 16),
}


def progressive(points, p):
    """1, 3, 6, 10... or the points themselves."""
    if points <= 0:
        return 0
    return sum(range(1, points + 1)) if p.progressive == "triangular" else points


def made(roll, chance):
    """Whether a d100 is not above the chance."""
    return roll(100, "task") <= chance


def fixed_or(value, worked_out):
    """A percentage that is given counts in place of the one worked out."""
    return worked_out if value is None else value


def weapon_dm(roll, p):
    """Damage Multiplier in hundredths; no dice."""
    if p.size > 13:
        raise ValueError("the table ends at size 13")
    columns = myth.FIRST_FIVE if p.weight_columns == "first_five" else myth.LAST_FIVE
    return DAMAGE_MULTIPLIER[p.size - p.size % 2][columns[p.weight_class]]


def bp_damage(roll, p):
    """Body Points of damage; no dice."""
    if p.use == "crossbow":
        raise ValueError("a crossbow has a fixed POT, and none is asked for here")
    if p.use in ("bow", "sling"):
        base = Fraction(p.strength)
    elif p.use == "two_handed":
        base = Fraction(p.modified_sta + p.strength)
    elif p.use == "hand_and_a_half":
        base = Fraction(3 * (p.modified_sta + p.strength), 4)
    else:
        base = Fraction(p.modified_sta + p.strength, 2)
    if p.use == "brawling":
        return half_up(base / 10)
    return half_up(base + base * p.dm / 100)


def clothing_worn(roll, p):
    """Layers of clothing; no dice."""
    return (CLOTHES_IN_WINTER if p.winter else CLOTHES)[p.social_class]


def whole_armor(p):
    """Each layer as it is before any blow: its name, the left figure and the right one."""
    return tuple((name, myth.ARMOR[name][0], WEAR_FIGURE.get(name, myth.ARMOR[name][0])) for name in p.layers)


def passed_through(name, p):
    """Whether the blow pierces a layer."""
    kind = myth.ARMOR[name][1]
    if p.attack_form == "thrust":
        return kind in ("padded", "mail")
    if p.attack_form == "bodkin":
        return kind == "padded" or kind != "shield" and p.within_short_range and not p.proof
    return False


def pierced_layer(layer, p):
    """A layer with one point lost to a point."""
    name, left, right = layer
    if p.pierce_loss == "protection" and left < right:
        return name, left - 1, right
    return name, left, right - 1


def armor_after(armor, p):
    """The layers that are left after one more blow."""
    if not armor:
        return armor
    if p.attack_form in ("thrust", "bodkin") and any(passed_through(layer[0], p) for layer in armor):
        armor = tuple(pierced_layer(layer, p) if passed_through(layer[0], p) else layer for layer in armor)
    else:
        name, left, right = armor[0]
        loss = p.wear_per_blow
        if p.attack_form == "slash":
            loss = {"field_plate": 0, "cuerbully_plate": half_up(Fraction(p.pot, 2))}.get(name, p.pot)
        armor = ((name, left, right - loss), *armor[1:])
    return tuple(layer for layer in armor if min(layer[1:]) > 0)


def bodkin_only(p):
    """Short Range and armor of Proof are asked of bodkins only."""
    belongs(p.attack_form == "bodkin", p.within_short_range, True)
    belongs(p.attack_form == "bodkin", p.proof, False)


def armor_after_blows(roll, p):
    """DR left in all layers after some blows; no dice."""
    bodkin_only(p)
    armor = whole_armor(p)
    for _ in range(p.blows):
        armor = armor_after(armor, p)
    return sum(min(left, right) for _, left, right in armor)


def strike(roll, p):
    """Wounds by one attack."""
    if p.through_unbreached_armor and not p.armor_dr:
        raise ValueError("there is no armour to hold")
    chance = fixed_or(p.attack_chance, resolve(p.attack_av, p.defence_dv, p))
    thrown = roll(100, "task")
    if thrown > chance:
        return 0
    tenth = half_up(Fraction(chance, 10))
    heroic = p.heroic_rule and tenth > 0 and thrown <= tenth
    through = max(0, (2 * p.pot if heroic else p.pot) - p.armor_dr)
    return myth.wounds(roll, changed(p, pot_through=through))


def combination_strike(roll, p):
    """Wounds by two weapons, together or one after the other."""
    if p.through_unbreached_armor and not p.armor_dr:
        raise ValueError("there is no armour to hold")
    belongs(p.mode == "separate", p.off_hand_chance, 50)
    if p.mode == "in_concert":
        if not made(roll, p.primary_chance):
            return 0
        blows = [p.primary_pot + p.off_hand_pot]
    else:
        first = roll.part(made, chance=p.primary_chance)
        second = roll.part(made, chance=p.off_hand_chance)
        blows = [p.primary_pot] * first + [p.off_hand_pot] * second
    return sum(myth.wounds(roll, changed(p, pot_through=max(0, blow - p.armor_dr))) for blow in blows)


def thrown_back(p):
    """The feet he is knocked back, and those of them which a barrier takes away."""
    feet = max(0, p.pot - p.modified_sta)
    moved = feet if p.barrier_feet is None else min(feet, p.barrier_feet)
    return moved, feet - moved


def knockback_feet(roll, p):
    """Feet knocked back; no dice."""
    return thrown_back(p)[0]


def barrier_pot(roll, p):
    """POT once the barrier has stopped him; no dice."""
    return p.pot + thrown_back(p)[1]


def knockback(roll, p):
    """Does he keep his feet?"""
    feet = thrown_back(p)[0]
    worked_out = resolve(p.agl, progressive(feet, p), p)
    if feet == 0:
        return "not_knocked_back"
    return "keeps_feet" if roll(100, "task") <= fixed_or(p.chance, worked_out) else "falls"


def pain_checks(p):
    """The percentages of the two checks that pain asks for: to stay awake, and to be stunned by half only."""
    dv = progressive(p.pot_through - p.p_res, p)
    return fixed_or(p.p_res_chance, resolve(p.p_res, dv, p)), fixed_or(p.hrt_chance, resolve(p.hrt, dv, p))


def pain(roll, p):
    """Stunned by pain?"""
    awake, steady = pain_checks(p)
    if p.pot_through <= p.p_res:
        return "unaffected"
    if not roll.part(made, chance=awake):
        return "unconscious"
    return "half_stunned" if roll.part(made, chance=steady) else "stunned"


def stun(p, points_over, passed):
    """The penalty, CS after CS, as a function of the number of CS's gone by; nothing is rounded up but for use."""
    penalty = Fraction(progressive(points_over, p), 2 if passed else 1)

    def after(after_stun):
        left = penalty
        for halvings in range(after_stun + 1):
            if halvings:
                left /= 2
            if p.halving == "round_down":
                left = Fraction(left // 1)
        return half_up(left)

    return after


def stun_penalty(roll, p):
    """Penalty in one CS; no dice."""
    return stun(p, p.points_over, p.hrt_check == "passed")(p.cs_index - 1)


def wound_level_bp(roll, p):
    """Level of Wounding by Body Points; no dice."""
    if p.damage == 0:
        return "unhurt"
    upper = p.bp_boundary == "upper"
    for quarters, level in ((1, "light"), (2, "serious"), (3, "grievous")):
        mark = quarters * p.body_points
        if 4 * p.damage < mark or 4 * p.damage == mark and not upper:
            return level
    return "mortal"


def effective_strength(roll, p):
    """STR left to a wounded man; no dice."""
    level = myth.wound_level(roll, p)
    weakened = p.phase == "battle" and p.battle_strength_loss == "by_level"
    belongs(weakened and level == "grievous", p.hrt_effort, False)
    battle, afterwards, _ = LEVELS[level]
    if p.phase == "after_battle":
        quarters = afterwards
    elif not weakened or p.hrt_effort:
        quarters = 4
    else:
        quarters = 0 if p.wounds == 10 else battle
    return half_up(Fraction(quarters * p.strength, 4))


def grievous_effort(roll, p):
    """Full STR for one action?"""
    if not 4 <= p.wounds <= 6:
        raise ValueError("for Grievous wounds only")
    chance = fixed_or(p.chance, resolve(p.hrt, progressive(p.wounds, p), p))
    return "full_strength" if roll(100, "task") <= chance else "half_strength"


def days_for(wounds, healer_sl):
    """Days until the next wound is healed, where so many are left."""
    weeks = wounds - healer_sl // 4
    return 7 * weeks if weeks > 1 else max(1, 7 - (1 - weeks))


def healing_days(roll, p):
    """Days to heal; no dice."""
    if p.wounds >= 7 and p.healer_sl == 0:
        raise ValueError("Mortal wounds do not heal without a healer")
    first = days_for(p.wounds, p.healer_sl)
    if p.heal == "next":
        return first
    if p.healing_acceleration == "recount":
        return sum(days_for(left, p.healer_sl) for left in range(1, p.wounds + 1))
    return sum(max(1, first - healed) for healed in range(p.wounds))


def healing_days_bp(roll, p):
    """Days to heal Body Points; no dice."""
    days = [max(1, left - p.cnd_mod - p.healer_sl // 4) for left in range(p.damage, 0, -1)]
    return days[0] if p.heal == "next" else sum(days)


def end_recovery_factor(roll, p):
    """Times END takes to come back; no dice."""
    return LEVELS[myth.wound_level(roll, p)][2]


def dragging_wounds(roll, p):
    """Wounds of a dying man who crawls; no dice."""
    return p.feet // max(1, p.str_mod + p.cnd_mod)
