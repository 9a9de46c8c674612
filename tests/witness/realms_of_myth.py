"""Realms of Myth, played with dice: tasks, contests, surprise, the weight of blows, armor, wounds, death."""

from fractions import Fraction

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


def belongs(where, given, usual):
    """What is said of something that does not count must be left at its usual value."""
    if not where and given != usual:
        raise ValueError(f"{given} is said of something that does not count")


def resolve(av, dv, resolution_model, resolution_table, min_chance, max_chance):
    """The percentage of an AV against a DV (both already modified)."""
    if min_chance > max_chance:
        raise ValueError("floor above the ceiling")
    if (resolution_model == "table") != (resolution_table is not None):
        raise ValueError("a resolution table belongs to the model table, and to no other")
    if resolution_model == "table":
        percent = resolution_table[0][1]
        for smallest, figure in resolution_table:
            if smallest <= av - dv:
                percent = figure
        return percent
    if resolution_model == "linear_1":
        percent = 50 + (av - dv)
    elif resolution_model == "linear_5":
        percent = 50 + 5 * (av - dv)
    else:
        percent = 50 if av == 0 and dv == 0 else half_up(Fraction(100 * av, av + dv))
    return min(max_chance, max(min_chance, percent))


def task_chance(
    roll,
    *,
    av=50,
    dv=50,
    av_modifier=0,
    dv_modifier=0,
    double_time=False,
    resolution_model="linear_1",
    resolution_table=None,
    min_chance=1,
    max_chance=99,
):
    """Percentage of an AV against a DV; no dice."""
    av, dv = max(0, av + av_modifier), max(0, dv + dv_modifier)
    if double_time:
        dv = half_up(Fraction(dv, 2))
    return resolve(av, dv, resolution_model, resolution_table, min_chance, max_chance)


def task(
    roll,
    *,
    av=50,
    dv=50,
    av_modifier=0,
    dv_modifier=0,
    double_time=False,
    chance=None,
    resolution_model="linear_1",
    resolution_table=None,
    min_chance=1,
    max_chance=99,
):
    """One d100 against the percentage."""
    worked_out = task_chance(
        roll,
        av=av,
        dv=dv,
        av_modifier=av_modifier,
        dv_modifier=dv_modifier,
        double_time=double_time,
        resolution_model=resolution_model,
        resolution_table=resolution_table,
        min_chance=min_chance,
        max_chance=max_chance,
    )
    return "success" if roll(100) <= (worked_out if chance is None else chance) else "failure"


def contested_roll(roll, *, first_chance=50, second_chance=50):
    """Both roll; when both succeed the margins are compared."""
    first, second = first_chance - roll(100), second_chance - roll(100)
    if first < 0 and second < 0:
        return "both_fail"
    if second < 0:
        return "first_succeeds_alone"
    if first < 0:
        return "second_succeeds_alone"
    if first == second:
        return "both_succeed_equal"
    return "both_succeed_first_wider" if first > second else "both_succeed_second_wider"


def surprised(roll, source, aggressor_chance, target_chance, trap_identified, margin_tie):
    """The degree of Surprise, the aggressor's margin of success and the target's margin of failure (0 if none)."""
    belongs(source in ("ambush", "glamour"), aggressor_chance, 50)
    belongs(source == "mechanical_trap", trap_identified, False)
    if source in ("mechanical_trap", "chance_meeting"):
        margin = target_chance - roll(100)
        if source == "mechanical_trap" and trap_identified and margin >= 0:
            return "normal_encounter", 0, 0
        return "overwhelmed", 0, max(0, -margin)
    aggressor, target = aggressor_chance - roll(100), target_chance - roll(100)
    target_wider = target > aggressor or target == aggressor and margin_tie == "target"
    if source == "ambush":
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


def surprise(
    roll, *, source="ambush", aggressor_chance=50, target_chance=50, trap_identified=False, margin_tie="target"
):
    """Is the target Surprised, and how badly?"""
    return surprised(roll, source, aggressor_chance, target_chance, trap_identified, margin_tie)[0]


def surprise_duration(
    roll, *, source="ambush", aggressor_chance=50, target_chance=50, trap_identified=False, margin_tie="target"
):
    """Combat segments without free action after the springing one."""
    degree, success, failure = surprised(roll, source, aggressor_chance, target_chance, trap_identified, margin_tie)
    if degree == "overwhelmed":
        return max(1, half_up(Fraction(success + failure, 10)))
    return 1 if degree == "briefly_surprised" else 0


def weapon_db(roll, *, size=4, weight_class="medium", weight_columns="first_five"):
    """Damage Bonus; no dice."""
    columns = FIRST_FIVE if weight_columns == "first_five" else LAST_FIVE
    return DAMAGE_BONUS[size][columns[weight_class]]


def pot(
    roll,
    *,
    use="one_handed",
    strength=13,
    modified_sta=20,
    slash=False,
    crd=13,
    size=4,
    weight_class="medium",
    head_db=0,
    crossbow_pot=30,
    days_cocked=0,
    charge_speed=0,
    foe_speed=0,
    jump_down_feet=0,
    weight_columns="first_five",
):
    """Potence of a blow; no dice."""
    in_hand = use not in ("hurled", "bow", "sling", "crossbow")
    belongs(use != "crossbow", slash, False)
    belongs(slash, crd, 13)
    belongs(use == "bow", head_db, 0)
    belongs(use == "crossbow", crossbow_pot, 30)
    belongs(use == "crossbow", days_cocked, 0)
    belongs(in_hand, charge_speed, 0)
    belongs(in_hand, jump_down_feet, 0)
    force = crd if slash else strength
    if use == "crossbow":
        blow = max(0, crossbow_pot - days_cocked)
    elif use == "brawling":
        # a tenth of the one-handed figure, which is itself a rounded one
        blow = half_up(Fraction(half_up(Fraction(modified_sta + force, 2)), 10))
    elif use in ("bow", "sling"):
        blow = force + weapon_db(roll, size=size, weight_class="light", weight_columns=weight_columns)
        if use == "bow":
            blow += head_db
    else:
        part = {
            "one_handed": Fraction(1, 2),
            "hurled": Fraction(1, 2),
            "hand_and_a_half": Fraction(3, 4),
            "two_handed": Fraction(1),
        }[use]
        blow = half_up((modified_sta + force) * part)
        blow += weapon_db(roll, size=size, weight_class=weight_class, weight_columns=weight_columns)
    if in_hand:  # a charge and a jump are for the melee only
        blow += charge_speed + half_up(Fraction(2 * jump_down_feet, 3))
    return blow + foe_speed


def armor_through(
    roll,
    *,
    pot=30,
    layers=("singlemail", "padded"),
    attack_form="common",
    within_short_range=True,
    proof=False,
    clothing_layers=0,
    edged=True,
    first_blow=True,
):
    """POT that gets through armor or clothing; no dice."""
    belongs(attack_form == "bodkin", within_short_range, True)
    belongs(attack_form == "bodkin", proof, False)
    belongs(not layers, clothing_layers, 0)
    belongs(clothing_layers, edged, True)
    belongs(clothing_layers, first_blow, True)
    if not layers:
        worn = half_up(Fraction(clothing_layers, 2)) if edged and first_blow else 0
        return max(0, pot - worn)
    if attack_form == "slash":
        return 0
    left = pot
    for layer in layers:
        resistance, kind = ARMOR[layer]
        if attack_form == "thrust":
            pierced = kind in ("padded", "mail")
        elif attack_form == "bodkin":
            pierced = kind == "padded" or kind != "shield" and within_short_range and not proof
        else:
            pierced = False
        left -= 1 if pierced else resistance
    return max(0, left)


def wounds(
    roll,
    *,
    pot_through=10,
    modified_sta=20,
    cnd=13,
    blow="edge",
    through_unbreached_armor=False,
    edge_wounds="minimum_one",
    threshold_rounding="exact",
):
    """Wounds from what got through; no dice."""
    if pot_through == 0:
        return 0
    threshold = Fraction(modified_sta + cnd, 8)
    if threshold_rounding == "half_up":
        threshold = half_up(threshold)
    elif threshold_rounding == "down":
        threshold = threshold // 1
    multiples = 0
    if threshold == 0:
        multiples = 1
    else:
        while pot_through > (multiples + 1) * threshold:
            multiples += 1
    if blow == "blunt" or through_unbreached_armor:
        return multiples
    if edge_wounds == "single":
        return 1
    return multiples + 1 if edge_wounds == "shifted" else max(1, multiples)


def wound_level(roll, *, wounds=1):
    """Level of Wounding; no dice."""
    if wounds == 0:
        return "unhurt"
    if wounds == 1:
        return "light"
    if wounds <= 3:
        return "serious"
    if wounds <= 6:
        return "grievous"
    return "mortal" if wounds <= 10 else "beyond_mortal"


def death_check(
    roll, *, p_res=15, chance=None, resolution_model="linear_1", resolution_table=None, min_chance=1, max_chance=99
):
    """The tenth wound: does he live, and is he conscious?"""
    worked_out = resolve(p_res, DEATH_DV, resolution_model, resolution_table, min_chance, max_chance)
    percent = worked_out if chance is None else chance
    if roll(100) > percent:
        return "dies"
    return "lives_conscious" if roll(100) <= percent else "lives_unconscious"
