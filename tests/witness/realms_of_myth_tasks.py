"""Realms of Myth, played with dice: the kinds of rolls, small actions, what falls and who catches it."""

from fractions import Fraction

from .notation import highest
from .params import Params
from .realms_of_myth import belongs, half_up, resolve, wounds

# quarters of an action; what is put on stands apart, since it is taken off in half the time
GARMENTS = {
    "aketon_or_coat": 12,
    "plate_limb": 32,
    "boot_or_shoe": 4,
    "cloak_or_mantle": 2,
    "hat_or_cap": 1,
    "gaskins_or_breeks": 12,
    "hose": 8,
    "glove": 8,
    "robe": 8,
    "sleeve": 8,
    "slippers_or_sandals": 4,
}
ACTIONS = {
    "cut_purse": 4,
    "dismount": 1,
    "draw_missile": 2,
    "drop_object": 1,
    "grab_adjacent_object": 1,
    "light_torch_from_flame": 1,
    "light_torch_flint": 12,
    "mount_own_steed": 2,
    "mount_strange_steed": 4,
    "nock_or_place_missile": 2,
    "saddle_own_on_own": 40,
    "saddle_own_on_stranger": 56,
    "saddle_other_on_own": 48,
    "saddle_other_on_stranger": 64,
    "string_bow": 2,
    "tie_knot": 4,
    "turn_quarter": 1,
    "turn_half": 2,
}
# feet fallen, each giving one Pulse more
PULSE_LIMITS = (16, 64, 144, 256, 400, 580, 760, 940, 1120, 1300)


def not_above(roll, percent):
    """One d100: has it come to the percentage or less?"""
    return roll(100, "task") <= percent


def succeeds(roll, percent):
    """One d100 against a percentage, of which only success and failure matter."""
    return roll.part(not_above, percent=percent)


def percentage(av, dv, p, chance):
    """A percentage that is given, or else that of the AV against the DV; neither is ever below zero."""
    worked_out = resolve(max(0, av), max(0, dv), p)
    return worked_out if chance is None else chance


def against(roll, av, dv, p, chance):
    """One d100 of an AV against a DV."""
    return succeeds(roll, percentage(av, dv, p, chance))


def progressive(points, p):
    """What a Progressive figure is for some points."""
    if points <= 0:
        return 0
    return points if p.progressive == "linear" else sum(range(1, points + 1))


def simple_roll(roll, p):
    """One d100 against a known percentage."""
    return "success" if roll(100, "task") <= p.chance else "failure"


def roll_margin(roll, p):
    """By how much a roll succeeds, or fails."""
    return p.chance - roll(100, "task")


def graded_roll(roll, p):
    """Heroic effects and bumbles."""
    face = roll(100, "task")
    if face <= p.chance:
        tenth = half_up(Fraction(p.chance, 10))
        return "heroic" if p.heroic_rule and tenth > 0 and face <= tenth else "success"
    top = highest("task", "d100")
    tenth = half_up(Fraction(top - p.chance, 10))
    lowest = top - tenth if p.bumble_range == "text" else top + 1 - tenth
    return "bumble" if p.bumble_rule and face >= lowest else "failure"


def heroic_pot(roll, p):
    """POT after a heroic effect; no dice."""
    belongs(p.kind == "magick", p.mga, 15)
    return 2 * p.pot if p.kind == "blow" else min(2 * p.pot, p.pot + p.mga)


def progressive_modifier(roll, p):
    """A Progressive figure; no dice."""
    return progressive(p.points, p)


def fly_direction(roll, p):
    """Where to does it fly?"""
    return roll(p.directions)


def action_time(roll, p):
    """Quarters of an action; no dice."""
    belongs(p.action == "retrieve_item", p.objects, 1)
    belongs(p.action in GARMENTS, p.doff, False)
    if p.action == "retrieve_item":
        return 4 * (p.objects + 1)
    if p.action in ACTIONS:
        return ACTIONS[p.action]
    quarters = GARMENTS[p.action]
    return max(1, quarters // 2) if p.doff else quarters


def untie_knot_time(roll, p):
    """CS's to untie a knot; no dice."""
    time = Fraction(max(p.tier_str, p.tier_sl), 10) - p.crd_mod
    if p.own_str > p.tier_str:
        time -= p.own_str - p.tier_str
    return max(1, half_up(time))


def strings_it(roll, p):
    """One attempt at stringing the bow: has it worked?"""
    dv = p.bow_str if p.strong_bow_dv == "bow_strength" else progressive(p.bow_str - p.own_str, p)
    percent = percentage(p.own_str, dv, p, p.chance)
    return p.bow_str <= p.own_str or succeeds(roll, percent)


def string_bow(roll, p):
    """One attempt at stringing a strong bow."""
    return "strung" if strings_it(roll, p) else "not_strung"


def grab_in_passing(roll, p):
    """Snatching an object while moving past it."""
    percent = percentage(p.crd, p.speed + p.object_size, p, p.chance)
    return "grabbed" if p.speed == 0 or succeeds(roll, percent) else "missed"


def leap_snatch(roll, p):
    """Leaping for an object."""
    return "snatched" if against(roll, p.agl, p.distance, p, p.chance) else "missed"


def draw_from_container(roll, p):
    """One thing out of many."""
    percent = percentage(p.crd, progressive(p.other_items, p) + p.speed, p, p.chance)
    return "right_item" if p.other_items == 0 or succeeds(roll, percent) else "wrong_item"


def hand_off(roll, p):
    """From hand to hand, on the move."""
    percent = percentage(p.crd, p.giver_speed + p.receiver_speed, p, p.chance)
    return "taken" if p.giver_speed == p.receiver_speed == 0 or succeeds(roll, percent) else "dropped"


def falling_pot(roll, p):
    """POT of something that falls; no dice."""
    fall = Fraction(2 * p.feet, 3) if p.fall_rounding == "proportional" else 2 * (p.feet // 3)
    return half_up(fall + Fraction(p.weight, 10))


def fall_pulses(roll, p):
    """Pulses left to get under it; no dice."""
    return sum(p.feet >= limit for limit in PULSE_LIMITS)


def catch_falling(roll, p):
    """Caught or dropped, whole or broken?"""
    belongs(p.fragile, p.caught_intact_chance, None)
    impact = falling_pot(roll, p)
    snatched = p.catch_dv == "snatch" or p.catch_dv == "by_height" and p.feet < 16
    dv = p.object_size + progressive(p.feet, p) if snatched else impact
    if against(roll, p.crd, dv, p, p.catch_chance):
        whole = not p.fragile or against(roll, p.crd + p.stp, impact, p, p.caught_intact_chance)
        return "caught_intact" if whole else "caught_broken"
    whole = against(roll, p.stp, impact, p, p.dropped_intact_chance)
    return "dropped_intact" if whole else "dropped_broken"


def catch_wounds(roll, p):
    """Wounds of one who catches a heavy body; no dice."""
    absorbed = max(0, p.modified_sta + p.str_mod + p.crd_mod) + p.armor_dr
    blow = Params(
        pot_through=max(0, falling_pot(roll, p) - absorbed),
        modified_sta=p.modified_sta,
        cnd=p.cnd,
        blow="blunt",
        through_unbreached_armor=False,
        edge_wounds="minimum_one",
        threshold_rounding=p.threshold_rounding,
    )
    return wounds(roll, blow)


def pulse_move(roll, p):
    """Feet covered in some Pulses; no dice."""
    tenths = half_up(Fraction(10 * 22 * p.speed, 15))
    each = half_up(Fraction(tenths, 10))
    first = half_up(Fraction(each, 2)) if p.standing_start else each
    covered = first + (p.pulses - 1) * each
    return half_up(Fraction(covered * (4 - p.action_quarters), 4))
