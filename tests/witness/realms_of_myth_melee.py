"""Realms of Myth, played with dice: attacks and Reprisals, defences used again, Combinations, Body Checks
and tackles.
"""

from fractions import Fraction

from .realms_of_myth import belongs, half_up, resolve
from .realms_of_myth_wounds import fixed_or, made, progressive

FULL_DODGE_PER_SL = 10


def halved(av, times, p):
    """A defence used once more and once more; a fraction is kept, or dropped at each step."""
    left = Fraction(av)
    for _ in range(times):
        left /= 2
        if p.halving == "round_down":
            left = Fraction(left // 1)
    return half_up(left)


def against(roll, first, second):
    """The winner of two d100 against each other: first, second, equal (both succeed alike) or nobody."""
    one, other = first - roll(100, "task"), second - roll(100, "task")
    if max(one, other) < 0:
        return "nobody"
    if one == other:
        return "equal"
    return "first" if one > other else "second"


def combined(lead_av, other_av, sl):
    """AV of a hand that leads a Combination."""
    return min(lead_av + sl, lead_av + other_av)


def combination_av(roll, p):
    """AV of a Combination; no dice."""
    return combined(p.lead_av, p.other_av, p.combination_sl)


def combination_attack(roll, p):
    """How many of two weapons strike true?"""
    belongs(p.mode == "separate", p.off_hand_dv, 50)
    hands = (p.primary_av, p.off_hand_av)
    if p.mode == "in_concert":
        worked_out = resolve(combined(max(hands), min(hands), p.combination_sl), p.primary_dv, p)
        return 2 if made(roll, fixed_or(p.primary_chance, worked_out)) else 0
    first = resolve(combined(*hands, p.combination_sl), p.primary_dv, p)
    second = resolve(combined(*reversed(hands), p.combination_sl), p.off_hand_dv, p)
    return sum(
        roll.part(made, chance=chance)
        for chance in (fixed_or(p.primary_chance, first), fixed_or(p.off_hand_chance, second))
    )


def defence_value(roll, p):
    """DV that a defence offers when it is used again; no dice."""
    belongs(p.defence == "dodge", p.trade_sl, 0)
    use = 1 if p.dedicated else p.use
    if p.defence == "dodge":
        full = p.trade_sl // FULL_DODGE_PER_SL
        full = full + 1 if p.dodge_allowance == "extra" else max(1, full)
        return halved(p.av, max(0, use - full), p)
    if p.weapon_defence_uses == "once" and use > 1:
        return 0
    return halved(p.av, use - 1 + p.reprisal_same_weapon, p)


def hit(roll, p):
    """Whether an attack in the melee hits."""
    belongs(p.melee_resolution == "contested", p.defence_chance, None)
    attacker = fixed_or(p.attack_chance, resolve(p.attack_av, p.defence_dv, p))
    if p.melee_resolution == "single_roll":
        return roll.part(made, chance=attacker)
    defender = fixed_or(p.defence_chance, resolve(p.defence_dv, p.attack_av, p))
    winner = roll.part(against, first=attacker, second=defender)
    return winner == "first" or winner == "equal" and p.margin_tie == "attacker"


def melee_attack(roll, p):
    """Does the attack hit?"""
    return "hit" if hit(roll, p) else "miss"


def reprisal_percentage(p):
    """The percentage of a Reprisal."""
    dv = halved(p.attacker_dv, 1, p) if p.attacker_defends_with == "same_weapon" else p.attacker_dv
    return fixed_or(p.reprisal_chance, resolve(p.reprisal_av, dv, p))


def exchange(roll, p):
    """An attack, and what comes of a miss."""
    if hit(roll, p):
        return "attack_hits"
    if p.reply == "break_off":
        return "broke_off"
    if p.reply == "none":
        return "attack_misses"
    return "reprisal_hits" if roll.part(made, chance=reprisal_percentage(p)) else "both_miss"


def opportunity_attack(roll, p):
    """Does an Opportunity Attack hit?"""
    return "hit" if made(roll, fixed_or(p.chance, resolve(p.av, p.dv, p))) else "miss"


def body_check_av(roll, p):
    """AV of a Body Check; no dice."""
    return p.agl_mod + p.modified_sta + p.str_mod + p.shield_size + progressive(p.armor_layers, p) + p.speed


def body_check(roll, p):
    """Who bounces off whom?"""
    dodges = p.response == "dodge"
    belongs(dodges, p.target_dodge, 20)
    smaller = p.modified_sta - p.target_modified_sta
    attacker = body_check_av(roll, p)
    if dodges:
        bonus = progressive(smaller, p) if p.size_dodge_bonus == "progressive" else max(0, smaller)
        target = p.target_dodge + bonus
    else:
        target = p.target_agl_mod + p.target_modified_sta + p.target_str_mod
    attacker, target = max(0, attacker), max(0, target)
    winner = roll.part(
        against,
        first=fixed_or(p.attacker_chance, resolve(attacker, target, p)),
        second=fixed_or(p.target_chance, resolve(target, attacker, p)),
    )
    if winner == "equal":
        winner = {"both_halt": "nobody", "attacker": "first", "target": "second"}[p.equal_margins]
    if winner == "nobody":
        return "both_halt"
    if winner == "first":
        return "target_bounced"
    if not dodges:
        return "attacker_bounced"
    dv = p.speed + (progressive(abs(smaller), p) if p.dodged_footing_dv == "speed_and_bulk" else 0)
    keeps_standing = roll.part(made, chance=fixed_or(p.footing_chance, resolve(p.attacker_agl, dv, p)))
    return "dodged_attacker_stands" if keeps_standing else "dodged_attacker_falls"


def body_check_footing(roll, p):
    """Who keeps his feet after a Body Check?"""
    surplus = p.strength + p.modified_sta - p.target_strength - p.target_modified_sta
    counted = max(0, surplus) if p.footing_rule == "target" else abs(surplus)
    dv = p.speed + progressive(counted, p)
    both = p.footing_rule == "lesser" and abs(surplus) <= 1
    checks = {
        "attacker": both or p.footing_rule == "lesser" and surplus < 0,
        "target": both or p.footing_rule == "target" or surplus > 0,
    }
    fallen = []
    for side, has_to in checks.items():
        worked_out = resolve(p[f"{side}_agl"] + p[f"{side}_acrobat_sl"], dv, p)
        if has_to and not roll.part(made, chance=fixed_or(p[f"{side}_chance"], worked_out)):
            fallen.append(side)
    if len(fallen) == 1:
        return f"{fallen[0]}_falls"
    return "both_fall" if fallen else "both_stand"


def bounce_distance(roll, p):
    """Feet the target is bounced; no dice."""
    both_move = p.attacker_speed > 0 and p.target_speed > 0
    return p.attacker_speed + (p.target_speed if both_move else 0) + max(0, p.attacker_sta - p.target_sta)


def body_check_pot(roll, p):
    """POT of the bump; no dice."""
    return p.speed + max(0, p.strength - p.target_strength) + max(0, p.modified_sta - p.target_modified_sta)


def tackle(roll, p):
    """Is he brought down?"""
    faster = p.attacker_speed - p.target_speed
    attackers = sum(p.attacker_values) + max(0, faster)
    target = p.target_value + max(0, -faster)
    winner = roll.part(
        against,
        first=fixed_or(p.attacker_chance, resolve(attackers, target, p)),
        second=fixed_or(p.target_chance, resolve(target, attackers, p)),
    )
    if winner == "nobody":
        return "both_fail"
    brought_down = winner == "first" or winner == "equal" and p.margin_tie == "attacker"
    return "brought_down" if brought_down else "target_prevails"
