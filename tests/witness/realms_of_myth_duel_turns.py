"""Realms of Myth over blows, attacks and combat segments: worn armor, the first wound, a stun that passes, a duel."""

from . import realms_of_myth as myth
from .params import changed
from .realms_of_myth import belongs, resolve
from .realms_of_myth_melee import against, halved
from .realms_of_myth_wounds import (
    armor_after,
    bodkin_only,
    fixed_or,
    made,
    passed_through,
    progressive,
    stun,
    whole_armor,
)
from .turns import Process, one_pass

OTHER = {"a": "b", "b": "a"}


def unworn(p):
    """The armor before the first blow."""
    bodkin_only(p)
    belongs(p.attack_form != "slash", p.wear_per_blow, 5)
    return whole_armor(p)


def worn_by_one(p):
    """The armor before the first blow; the POT tells for Slashes only."""
    belongs(p.attack_form == "slash", p.pot, 30)
    return unworn(p)


def stun_duration(roll, p):
    """Combat segments with a penalty, given that he stays conscious."""
    over = p.pot_through - p.p_res
    chance = fixed_or(p.hrt_chance, resolve(p.hrt, progressive(over, p), p))
    if over <= 0:
        return 0
    penalty = stun(p, over, roll.part(made, chance=chance))
    segments = 0
    while penalty(segments) > 0:
        segments += 1
    return segments


def before_attacks(p):
    """The armor before the first attack: where it does not wear, both figures of a layer are the left one."""
    hitting_chance(p)
    armor = unworn(p)
    if p.armor_wear:
        return armor
    belongs(False, p.wear_per_blow, 5)
    return tuple((name, left, left) for name, left, _ in armor)


def hitting_chance(p):
    """The attacker's percentage."""
    return fixed_or(p.attack_chance, resolve(p.attack_av, p.defence_dv, p))


def lets_through(armor, p):
    """What a blow has left behind the armor as it now is, and whether that was pierced or gone."""
    if not armor:
        return p.pot, True
    pierced = [passed_through(name, p) for name, _, _ in armor]
    if p.attack_form == "slash":
        return 0, False
    held = sum(1 if through else min(layer[1:]) for layer, through in zip(armor, pierced, strict=True))
    return max(0, p.pot - held), all(pierced)


def one_attack(roll, state, p):
    """The armor after one more attack, or that he is wounded."""
    if not roll.part(made, chance=hitting_chance(p)):
        return state
    through, breached = lets_through(state, p)
    if myth.wounds(roll, changed(p, pot_through=through, through_unbreached_armor=not breached)):
        return "wounded"
    return armor_after(state, p if p.armor_wear else changed(p, wear_per_blow=0))


def can_fight(p):
    """No wounds yet; what belongs to Reprisals may not be said where there are none."""
    belongs(p.reprisals, p.a_reprisal_chance, None)
    belongs(p.reprisals, p.b_reprisal_chance, None)
    belongs(p.reprisals, p.attacker_defends_with, "same_weapon")
    resolve(p.a_av, p.b_dv, p)
    return (0, 0)


def goes_first(roll, p):
    """Who has the Initiative in this combat segment?"""
    a = (roll(10, "initiative") + p.a_initiative, p.a_agl, p.a_hrt)
    b = (roll(10, "initiative") + p.b_initiative, p.b_agl, p.b_hrt)
    if a == b:
        return "a" if roll(2) == 1 else "b"
    return "a" if a > b else "b"


def who_is_hit(roll, p, side):
    """An attack of one side: the other is hit, or by a Reprisal he himself, or nobody."""
    other = OTHER[side]
    av, dv = p[f"{side}_av"], p[f"{other}_dv"]
    chance = fixed_or(p[f"{side}_chance"], resolve(av, dv, p))
    if p.melee_resolution == "single_roll":
        hit = roll.part(made, chance=chance)
    else:
        winner = roll.part(against, first=chance, second=resolve(dv, av, p))
        hit = winner == "first" or winner == "equal" and p.margin_tie == "attacker"
    if hit:
        return other
    if not p.reprisals:
        return "nobody"
    defence = p[f"{side}_dv"]
    if p.attacker_defends_with == "same_weapon":
        defence = halved(defence, 1, p)
    reprisal = fixed_or(p[f"{other}_reprisal_chance"], resolve(p[f"{other}_av"], defence, p))
    return side if roll.part(made, chance=reprisal) else "nobody"


def segment(roll, state, p):
    """The wounds of both after one combat segment; nobody strikes once one of them is out of the fight."""
    wounds = dict(zip("ab", state, strict=True))
    first = roll.part(goes_first, p=p)
    for side in (first, OTHER[first]):
        struck = roll.part(who_is_hit, p=p, side=side)
        if struck != "nobody":
            more = wounds[struck] + p[f"{OTHER[struck]}_wounds_per_hit"]
            wounds[struck] = min(more, p[f"{struck}_limit"])
            if wounds[struck] == p[f"{struck}_limit"]:
                break
    return wounds["a"], wounds["b"]


def winner(state, p):
    """Who has won, if anybody."""
    if state[1] == p.b_limit:
        return "a_wins"
    return "b_wins" if state[0] == p.a_limit else None


BLOWS_TO_WEAR_THROUGH = Process(
    start=worn_by_one,
    turn=lambda roll, state, p: armor_after(state, p),
    outcome=lambda state, turns_done, p: None if state else turns_done,
    limit=lambda p: p.max_blows,
    unfinished=lambda state, p: p.max_blows + 1,
)
STUN_DURATION = one_pass(stun_duration)
ATTACKS_TO_FIRST_WOUND = Process(
    start=before_attacks,
    turn=one_attack,
    outcome=lambda state, turns_done, p: turns_done if state == "wounded" else None,
    limit=lambda p: p.max_attacks,
    unfinished=lambda state, p: p.max_attacks + 1,
)
DUEL = Process(
    start=can_fight,
    turn=segment,
    outcome=lambda state, turns_done, p: winner(state, p),
    limit=lambda p: None,
    unfinished=lambda state, p: "no_end",
)
DUEL_LENGTH = Process(
    start=can_fight,
    turn=segment,
    outcome=lambda state, turns_done, p: turns_done if winner(state, p) else None,
    limit=lambda p: p.max_cs,
    unfinished=lambda state, p: p.max_cs + 1,
)
