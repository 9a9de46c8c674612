"""Realms of Myth, played with dice: long weapons, many attacks on one man, Demoralising attacks, what comes to hand."""

from fractions import Fraction

from .realms_of_myth import half_up
from .realms_of_myth_surprise import outdoes
from .realms_of_myth_tasks import against, percentage, progressive, succeeds


def engagement_gap(roll, p):
    """Tenths of a foot that a long weapon keeps; no dice."""
    half_height = Fraction(p.height_inches, 2) / 12
    return max(0, half_up(10 * (p.weapon_size - half_height)))


def step_inside(roll, p):
    """Past the point of a longer weapon."""
    if not against(roll, p.maneuver_av, p.foe_weapon_av, p, p.maneuver_chance):
        return "kept_out"
    if not p.with_attack:
        return "inside"
    hits = against(roll, p.attack_av, p.foe_defence_dv, p, p.attack_chance)
    return "inside_and_hit" if hits else "inside_and_missed"


def intimidation(roll, p):
    """A blow that is to break his spirit."""
    if not against(roll, p.attack_av, p.defence_dv, p, p.attack_chance):
        return "attack_missed"
    if p.pot_through == 0:
        return "no_effect"
    av = p.intimidate_av + (progressive(p.pot_through, p) if p.by_reprisal else p.pot_through)
    dv = max(0, p.presence_dv + p.target_presence_sl + p.fellows_standing - p.fellows_fallen)
    stronger = av > dv or av == dv and p.equal_av_dv == "attacker"
    attacks, resists = percentage(av, dv, p, p.intimidate_chance), percentage(dv, av, p, p.resist_chance)
    if not outdoes(roll, attacks, resists, p.margin_tie == "attacker"):
        return "guard_drops" if stronger else "unaffected"
    if not stronger:
        return "backs_away"
    if p.fears_for_life and not against(roll, p.hrt, p.pot_through, p, p.tears_chance):
        return "breaks_down"
    return "surrenders"


def guard_drop(roll, p):
    """DV that a shaken man loses; no dice."""
    return max(0, p.intimidate_sl - p.hrt_mod)


def improvised_weapon(roll, p):
    """What an unwieldy thing takes from the AV; no dice."""
    three_quarters = Fraction(3 * p.height_inches, 4)
    if p.length_inches == three_quarters or (p.hands == 1) != (p.length_inches < three_quarters):
        raise ValueError("too long for one hand, or too short for both")
    most = Fraction(p.strength, 4 if p.hands == 1 else 2)
    return progressive(half_up(p.weight - most), p)


def landed(roll, percents):
    """How many attacks hit, one after another."""
    if not percents:
        return 0
    return roll.part(landed, percents=percents[:-1]) + succeeds(roll, percents[-1])


def dodges(p, use):
    """The DV of a dodge when there were others before it."""
    full = p.trade_sl // 10
    full = 1 + full if p.dodge_allowance == "extra" else max(1, full)
    dv = Fraction(p.dodge_av)
    for _ in range(use - full):
        dv = dv / 2 if p.halving == "exact" else dv // 2
    return half_up(dv)


def attack_barrage(roll, p):
    """Many attacks on one who dodges."""
    dvs = [dodges(p, use) or p.undefended_dv for use in range(1, p.attacks + 1)]
    return roll.part(landed, percents=tuple(percentage(p.attack_av, dv, p, None) for dv in dvs))


def gang_attack(roll, p):
    """Many attacks on one who defends himself with all he has."""
    dvs = [*p.defence_dvs, *[p.undefended_dv] * len(p.attack_avs)]
    percents = [percentage(av, dv, p, None) for av, dv in zip(p.attack_avs, dvs, strict=False)]
    return roll.part(landed, percents=tuple(percents))
