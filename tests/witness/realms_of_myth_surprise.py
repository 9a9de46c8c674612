"""Realms of Myth, played with dice: who acts first, who notices whom, and what a Surprise costs."""

import re
from fractions import Fraction
from string import ascii_uppercase

from .params import Params, chosen
from .realms_of_myth import belongs, half_up, surprised
from .realms_of_myth_tasks import against, percentage, succeeds

SURPRISE = ("source", "aggressor_chance", "target_chance", "trap_identified", "margin_tie")
# what goes with the modifiers of AWA, and what each has where nothing is said
OF_EACH = {"hrt_mods": 0, "agl": 13, "hrt": 13, "stun_penalties": 0, "actions": 1}


def initiative(roll, p):
    """The Initiative number of one."""
    return roll(10, "initiative") + p.awa_mod + p.hrt_mod - p.stun_penalty


def fighters(p, *names):
    """The fighters by their letters, each with what is said of him."""
    many = len(p.awa_mods)
    letters = ascii_uppercase[:many]
    by_letter = {letter: {"awa_mods": mod} for letter, mod in zip(letters, p.awa_mods, strict=True)}
    for name in names:
        actions = p[name] if p[name] is not None else [OF_EACH[name]] * many
        if len(actions) != many:
            raise ValueError(f"{name} is said of {len(actions)} out of {many}")
        for letter, value in zip(letters, actions, strict=True):
            by_letter[letter][name] = value
    return by_letter


def turns_in_order(roll, p, those):
    """The turns of a CS, each a list of those who take it at once."""
    ranks = {}
    for letter, one in those.items():
        number = roll(10, "initiative") + one["awa_mods"] + one["hrt_mods"] - one["stun_penalties"]
        ranks.setdefault((number, one["agl"], one["hrt"]), []).append(letter)
    turns = []
    for rank in sorted(ranks, reverse=True):
        tied = sorted(ranks[rank])
        if p.final_tie == "simultaneous":
            turns.append(tied)
        elif p.final_tie == "alphabetical":
            turns += [[letter] for letter in tied]
        else:
            while tied:
                turns.append([tied.pop(roll(len(tied)) - 1 if len(tied) > 1 else 0)])
    return turns


def initiative_order(roll, p):
    """All turns of a CS, with the extra actions; each letter with what stands before it."""
    those = fighters(p, *OF_EACH)
    turns = turns_in_order(roll, p, those)
    most = max(one["actions"] for one in those.values())
    rounds = []
    for least in range(1, most + 1):
        acting = [[letter for letter in turn if those[letter]["actions"] >= least] for turn in turns]
        rounds.append(">".join("=".join(turn) for turn in acting if turn))
    order_text = " / ".join(rounds if p.extra_actions == "after" else reversed(rounds))
    return tuple(re.findall("(?: / |>|=)?[A-F]", order_text))


def initiative_position(roll, p):
    """The place of one of them."""
    those = fighters(p, "hrt_mods", "agl", "hrt", "stun_penalties")
    if p.focus not in those:
        raise ValueError(f"nobody is {p.focus}")
    turns = turns_in_order(roll, p, those)
    own = next(number for number, turn in enumerate(turns) if p.focus in turn)
    return 1 + sum(len(turn) for turn in turns[:own])


def success_margin(roll, percent):
    """By how much one d100 succeeds, or None."""
    face = roll(100, "task")
    return percent - face if face <= percent else None


def wins(roll, percent, other, tie, both_fail):
    """Does the first side win alone, or by the wider margin?"""
    first = roll.part(success_margin, percent=percent)
    if first is None:
        return both_fail and not succeeds(roll, other)
    second = roll.part(success_margin, percent=other)
    return second is None or first > second or first == second and tie


def outdoes(roll, percent, other, tie=False, both_fail=False):
    """The same as a part of something longer, with what holds at equal margins and when both fail."""
    return roll.part(wins, percent=percent, other=other, tie=tie, both_fail=both_fail)


def awareness(roll, p):
    """Does he notice those who keep quiet?"""
    belongs(p.contested, p.stealth_chance, 50)
    if not p.contested:
        return "aware" if succeeds(roll, p.perception_chance) else "unaware"
    sees = outdoes(roll, p.perception_chance, p.stealth_chance, p.margin_tie == "watcher", p.both_fail == "aware")
    return "aware" if sees else "unaware"


def surprise_dv(roll, p):
    """DV of the Surprise check; no dice."""
    belongs(p.source == "concealed_trap", p.craft_av, 40)
    if p.source == "concealed_trap":
        return p.craft_av
    # the rules are silent here
    if p.smallest_sta > p.largest_sta:
        raise ValueError("the smallest is larger than the largest")
    if p.ambushers == 1 and p.smallest_sta < 20 < p.largest_sta:
        raise ValueError("one man is both large and small")
    dv = p.stealth_dv + p.best_chm_mod + p.best_hrt_mod + p.ambushers
    dv += max(0, p.largest_sta - 20) - max(0, 20 - p.smallest_sta)
    return max(0, dv)


def surprise_av(roll, p):
    """AV against Surprise; no dice."""
    belongs(p.wary, p.trade_sl, 0)
    return p.perception_av + p.spirit_sl + p.trade_sl


def overwhelmed(roll, p):
    """The degree of Surprise, and the sum of both margins (0 unless overwhelmed)."""
    degree, success, failure = surprised(roll, p)
    return degree, success + failure if degree == "overwhelmed" else 0


def springs(roll, p):
    """The same as a part of something longer."""
    return roll.part(overwhelmed, p=Params(**chosen(p, SURPRISE)))


def segments(margins):
    """CS's that the sum of both margins costs."""
    return max(1, half_up(Fraction(margins, 10)))


def surprise_penalty(roll, p):
    """What it takes from every defence."""
    return springs(roll, p)[1]


def surprise_degree(roll, p):
    """CS's lost; no dice."""
    return segments(p.aggressor_margin + p.target_shortfall)


def recovers(roll, p, chance):
    """Is he himself again when the CS's of Surprise are over?"""
    return against(roll, p.hrt, half_up(Fraction(p.surprise_dv, 2)), p, chance)


def surprise_recovery(roll, p):
    """The HRT check after Surprise."""
    return "recovered" if recovers(roll, p, p.chance) else "hampered"


def hampered_segments(p):
    """CS's that he is hampered after a failed recovery."""
    return half_up(Fraction(p.surprise_dv, 10))


def hampered_penalty(roll, p):
    """What is left of the penalty in some CS; no dice."""
    if p.cs_index > hampered_segments(p):
        return 0
    return max(0, p.penalty - (p.cs_index - 1))


def rear_threat(roll, p):
    """Does he notice who is behind him?"""
    belongs(p.overwhelmed, p.penalty, 0)
    percent = percentage(p.perception_av - p.penalty, p.dv, p, p.chance)
    at_once = p.warned and not p.overwhelmed
    never = p.overwhelmed and not p.warned
    return "noticed" if at_once or not never and succeeds(roll, percent) else "unnoticed"


def ruse(roll, p):
    """Is he taken in?"""
    belongs(p.kind != "pit_trap", p.deceiver_chance, 50)
    if p.kind == "pit_trap":
        sees = succeeds(roll, p.target_chance)
    else:
        both_fail = p.kind != "glamour" and p.both_fail == "sees_through"
        sees = outdoes(roll, p.target_chance, p.deceiver_chance, p.margin_tie == "target", both_fail)
    return "sees_through" if sees else "taken_in"
