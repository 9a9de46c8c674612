"""Realms of Myth, played with dice: tasks, contests, surprise, the weight of blows, armor, wounds, death."""

from fractions import Fraction

from .params import changed

# size -> six figures as printed
DAMAGE_BONUS = {
    0: (0, 1, 2, 3, 4, 5),
    1: (1, 2, 3, 4, 5, 6),
    2: (1, 2, 3, 4, 5, 6),
    3: (2, 3, 4, 5, 6, 7),
    4: (2, 3, 4, 5, 6, 7),
    5: (3, 4, 5, 6, 7, 8),
    6: (3, 4, 5, 6, 7, 8),
    7: (4, 5, 6, 7, 8, 9),
    8: (4, 5, 6, 7, 8, 9),
    9: (5, 6, 7, 8, 9, 10),
    10: (5, 6, 7, 8, 9, 10),
    11: (6, 7, 8, 9, 10, 11),
    12: (6, 7, 8, 9, 10, 11),
    13: (7, 8, 9, 10, 11, 12),
    14: (7, 8, 9, 10, 11, 12),
    15: (8, 9, 10, 11, 12, 13),
    16: (8, 9, 10, 11, 12, 13),
    17: (9, 10, 11, 12, 13, 14),
    18: (9, 10, 11, 12, 13, 14),
    19: (10, 11, 12, 13, 14, 15),
    20: (10, 11, 12, 13, 14, 15),
}
FIRST_FIVE = {"light": 0, "medium_light": 1, "medium": 2, "medium_heavy": 3, "heavy": 4, "unnamed_sixth": 5}
LAST_FIVE = {"light": 1, "medium_light": 2, "medium": 3, "medium_heavy": 4, "heavy": 5, "unnamed_sixth": 0}

ARMOR = {
    "padded": (10, "padded"),
    "studded_padding": (12, "padded"),
    "trellised_padding": (14, "padded"),
    "bezainted_padding": (15, "padded"),
    "ringed_padding": (16, "padded"),
    "singlemail": (10, "mail"),
    "banded_singlemail": (14, "mail"),
    "doublemail": (20, "mail"),
    "banded_doublemail": (24, "mail"),
    "jazeraint": (28, "metal"),
    "laminated": (32, "metal"),
    "brigandine": (36, "metal"),
    "field_plate": (40, "plate"),
    "cuerbully_plate": (30, "plate"),
    "wood_shield": (25, "shield"),
    "steel_bound_shield": (30, "shield"),
    "steel_shield": (40, "shield"),
}
DEATH_DV = 55


def half_up(number):
    """Rounded to the nearest whole number, halves up."""
    return int((Fraction(number) + Fraction(1, 2)) // 1)


def belongs(where, level, usual):
    """What is said of something that does not count must be left at its usual value."""
    if not where and level != usual:
        raise ValueError(f"{level} is said of something that does not count")


def resolve(av, dv, p):
    """The percentage of an AV against a DV (both already modified)."""
    if p.min_chance > p.max_chance:
        raise ValueError("floor above the ceiling")
    if (p.resolution_model == "table") != (p.resolution_table is not None):
        raise ValueError("a resolution table belongs to the model table, and to no other")
    if p.resolution_model == "table":
        percent = p.resolution_table[0][1]
        for smallest, figure in p.resolution_table:
            if smallest <= av - dv:
                percent = figure
        return percent
    if p.resolution_model == "linear_1":
        percent = 50 + (av - dv)
    elif p.resolution_model == "linear_5":
        percent = 50 + 5 * (av - dv)
    else:
        percent = 50 if av == 0 and dv == 0 else half_up(Fraction(100 * av, av + dv))
    return min(p.max_chance, max(p.min_chance, percent))


def task_chance(roll, p):
    """Percentage of an AV against a DV; no dice."""
    av, dv = max(0, p.av + p.av_modifier), max(0, p.dv + p.dv_modifier)
    if p.double_time:
        dv = half_up(Fraction(dv, 2))
    return resolve(av, dv, p)


def task(roll, p):
    """One d100 against the percentage."""
    worked_out = task_chance(roll, p)
    return "success" if roll(100, "task") <= (worked_out if p.chance is None else p.chance) else "failure"


def contested_roll(roll, p):
    """Both roll; when both succeed the margins are compared."""
    first, second = p.first_chance - roll(100, "task"), p.second_chance - roll(100, "task")
    if first < 0 and second < 0:
        return "both_fail"
    if second < 0:
        return "first_succeeds_alone"
    if first < 0:
        return "second_succeeds_alone"
    if first == second:
        return "both_succeed_equal"
    return "both_succeed_first_wider" if first > second else "both_succeed_second_wider"


def surprised(roll, p):
    """The degree of Surprise, the aggressor's margin of success and the target's margin of failure (0 if none)."""
    belongs(p.source in ("ambush", "glamour"), p.aggressor_chance, 50)
    belongs(p.source == "mechanical_trap", p.trap_identified, False)
    if p.source in ("mechanical_trap", "chance_meeting"):
        margin = p.target_chance - roll(100, "task")
        if p.source == "mechanical_trap" and p.trap_identified and margin >= 0:
            return "normal_encounter", 0, 0
        return "overwhelmed", 0, max(0, -margin)
    aggressor, target = p.aggressor_chance - roll(100, "task"), p.target_chance - roll(100, "task")
    target_wider = target > aggressor or target == aggressor and p.margin_tie == "target"
    if p.source == "ambush":
        if aggressor < 0:
            return "normal_encounter", 0, 0
        if target < 0:
            return "overwhelmed", aggressor, -target
        return ("not_surprised" if target_wider else "briefly_surprised"), 0, 0
    if target >= 0:
        if aggressor < 0:
            return "normal_encounter", 0, 0
        if target_wider:
            return "not_surprised", 0, 0
    return "overwhelmed", max(0, aggressor), max(0, -target)


def surprise(roll, p):
    """Is the target Surprised, and how badly?"""
    return surprised(roll, p)[0]


def surprise_duration(roll, p):
    """Combat segments without free action after the springing one."""
    degree, success, failure = surprised(roll, p)
    if degree == "overwhelmed":
        return max(1, half_up(Fraction(success + failure, 10)))
    return 1 if degree == "briefly_surprised" else 0


def weapon_db(roll, p):
    """Damage Bonus; no dice."""
    columns = FIRST_FIVE if p.weight_columns == "first_five" else LAST_FIVE
    return DAMAGE_BONUS[p.size][columns[p.weight_class]]


def pot(roll, p):
    """Potence of a blow; no dice."""
    in_hand = p.use not in ("hurled", "bow", "sling", "crossbow")
    belongs(p.use != "crossbow", p.slash, False)
    belongs(p.slash, p.crd, 13)
    belongs(p.use == "bow", p.head_db, 0)
    belongs(p.use == "crossbow", p.crossbow_pot, 30)
    belongs(p.use == "crossbow", p.days_cocked, 0)
    belongs(in_hand, p.charge_speed, 0)
    belongs(in_hand, p.jump_down_feet, 0)
    force = p.crd if p.slash else p.strength
    if p.use == "crossbow":
        blow = max(0, p.crossbow_pot - p.days_cocked)
    elif p.use == "brawling":
        # a tenth of the one-handed figure, which is itself a rounded one
        blow = half_up(Fraction(half_up(Fraction(p.modified_sta + force, 2)), 10))
    elif p.use in ("bow", "sling"):
        blow = force + weapon_db(roll, changed(p, weight_class="light"))
        if p.use == "bow":
            blow += p.head_db
    else:
        part = {
            "one_handed": Fraction(1, 2),
            "hurled": Fraction(1, 2),
            "hand_and_a_half": Fraction(3, 4),
            "two_handed": Fraction(1),
        }[p.use]
        blow = half_up((p.modified_sta + force) * part)
        blow += weapon_db(roll, p)
    if in_hand:  # a charge and a jump are for the melee only
        blow += p.charge_speed + half_up(Fraction(2 * p.jump_down_feet, 3))
    return blow + p.foe_speed


def armor_through(roll, p):
    """POT that gets through armor or clothing; no dice."""
    belongs(p.attack_form == "bodkin", p.within_short_range, True)
    belongs(p.attack_form == "bodkin", p.proof, False)
    belongs(not p.layers, p.clothing_layers, 0)
    belongs(p.clothing_layers, p.edged, True)
    belongs(p.clothing_layers, p.first_blow, True)
    if not p.layers:
        worn = half_up(Fraction(p.clothing_layers, 2)) if p.edged and p.first_blow else 0
        return max(0, p.pot - worn)
    if p.attack_form == "slash":
        return 0
    left = p.pot
    for layer in p.layers:
        resistance, kind = ARMOR[layer]
        if p.attack_form == "thrust":
            pierced = kind in ("padded", "mail")
        elif p.attack_form == "bodkin":
            pierced = kind == "padded" or kind != "shield" and p.within_short_range and not p.proof
        else:
            pierced = False
        left -= 1 if pierced else resistance
    return max(0, left)


def wounds(roll, p):
    """Wounds from what got through; no dice."""
    if p.pot_through == 0:
        return 0
    threshold = Fraction(p.modified_sta + p.cnd, 8)
    if p.threshold_rounding == "half_up":
        threshold = half_up(threshold)
    elif p.threshold_rounding == "down":
        threshold = threshold // 1
    multiples = 0
    if threshold == 0:
        multiples = 1
    else:
        while p.pot_through > (multiples + 1) * threshold:
            multiples += 1
    if p.blow == "blunt" or p.through_unbreached_armor:
        return multiples
    if p.edge_wounds == "single":
        return 1
    return multiples + 1 if p.edge_wounds == "shifted" else max(1, multiples)


def wound_level(roll, p):
    """Level of Wounding; no dice."""
    if p.wounds == 0:
        return "unhurt"
    if p.wounds == 1:
        return "light"
    if p.wounds <= 3:
        return "serious"
    if p.wounds <= 6:
        return "grievous"
    return "mortal" if p.wounds <= 10 else "beyond_mortal"


def death_check(roll, p):
    """The tenth wound: does he live, and is he conscious?"""
    worked_out = resolve(p.p_res, DEATH_DV, p)
    percent = worked_out if p.chance is None else p.chance
    if roll(100, "task") > percent:
        return "dies"
    return "lives_conscious" if roll(100, "task") <= percent else "lives_unconscious"
