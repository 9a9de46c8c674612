"""The reference problems: what is asked, the rules that all programs share, and each answer counted out with Fractions.

An answer is a Fraction, a mapping of outcomes (those that can happen) or parameters to Fractions, or for a sweep a list
in the order of the parameters.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import product

WHAT = {
    "P1": "d12 roll under with a confirmation roll, needed -6 to 13",
    "P2": "attack against parry, with the wound",
    "P2sweep": "the same: killed, for all 12 x 12 x 7 combinations",
    "P3a": "d20 duel to the death, A strikes first: A wins, 12 against 12 hit points",
    "P3b": "the same, 40 against 40 hit points, better blows",
    "P3sweep": "the same as P3a: all 1,600 starts of 1 to 40 hit points each",
    "P4": "2d6 reaction with clamps, modifiers -2 to 2",
    "P5": "surprise by 3 or more",
    "P6": "10d6 with a save for half against 20 hit points, levels 1 to 12",
    "P7": "hits of 40 shooters with different chances",
    "P8": "margin of one d100 roll over another",
    "P8sweep": "the wider margin, for all 10,000 pairs of chances",
}

NEEDED = range(-6, 14)
SKILLS = range(1, 13)
MODIFIERS = range(-3, 4)
STROKE = (7, 6, 0)  # attack, parry, modifier of the wound
OUTCOMES = ("miss", "parried", "dead", "crippling", "serious", "minor", "none")
DUELS = {"P3a": (3, 5, 12, 12), "P3b": (10, 2, 40, 40)}  # on the d20, armor class, hit points of A and of B
SWORDS = (3, 5)  # the same without the hit points
POINTS = range(1, 41)
REACTIONS = range(-2, 3)
LEVELS = range(1, 13)
HIT_POINTS = 20
SHOOTERS = [(7 * i % 11 + 1, 12) for i in range(40)]
CHANCES = (55, 32)
PERCENTS = range(1, 101)

D6, D12, D20, D100 = (range(1, sides + 1) for sides in (6, 12, 20, 100))


def confirming(needed: int) -> int:
    """P1: the highest second face that confirms a natural 1 when less than 1 is needed."""
    return max(0, 9 + 2 * needed)


def succeeds(face: int, skill: int) -> bool:
    """P2: a natural 1 always, a natural 12 never, else the skill or less."""
    return (face <= skill or face == 1) and face != 12


def wound(points: int) -> str:
    """P2: the severity table."""
    return (
        "dead" if points <= 2 else "crippling" if points <= 4 else "serious" if points <= 7 else
        "minor" if points <= 12 else "none"
    )  # fmt: skip


def strikes(face: int, to_hit: int, armor: int) -> bool:
    """P3: does the d20 hit? A hit takes a d6 of hit points; who has none left is dead and strikes no more."""
    return face + to_hit + armor >= 20


def reaction(thrown: int, modifier: int) -> int:
    """P4: 2 and 12 stand; else the modifier counts, from 3 to 12."""
    return thrown if thrown in (2, 12) else min(12, max(3, thrown + modifier))


def saving(level: int) -> int:
    """P6: the lowest face of a d20 that makes 20 with level and 4."""
    return 16 - level


# Counted out ----------------------------------------------------------------------------------------------------------


def share(ways) -> Fraction:
    """The share of ways that are true."""
    ways = list(ways)
    return Fraction(sum(ways), len(ways))


def shares(ways) -> dict:
    """The share of each outcome."""
    ways = list(ways)
    return {outcome: Fraction(ways.count(outcome), len(ways)) for outcome in set(ways)}


def p1():
    def hit(face, second, needed):
        return (face <= needed and face != 12) if needed >= 1 else (face == 1 and second <= confirming(needed))

    return {n: share(hit(face, second, n) for face, second in product(D12, D12)) for n in NEEDED}


def stroke(attack, parry, modifier):
    for one, other, severity in product(D12, D12, D12):
        if not succeeds(one, attack):
            yield "miss"
        elif succeeds(other, parry):
            yield "parried"
        else:
            yield wound(severity + modifier - (2 if attack - one >= 3 else 0))


def duels(to_hit, armor, most_a, most_b) -> dict:
    """P3: for all hit points up to these, the chance that A wins."""
    hit, wins = share(strikes(face, to_hit, armor) for face in D20), {}
    for a, b in product(range(1, most_a + 1), range(1, most_b + 1)):
        lands = sum((back(wins, hit, a, b - x) for x in D6), Fraction(0)) / 6
        misses = hit * sum(wins[a - y, b] for y in D6 if y < a) / 6  # and B lands; where neither does, all is as before
        wins[a, b] = (hit * lands + (1 - hit) * misses) / (1 - (1 - hit) ** 2)
    return wins


def back(wins, hit, a, b) -> Fraction:
    """P3: the same when B is to strike, if he can."""
    if b <= 0:
        return Fraction(1)
    return (1 - hit) * wins[a, b] + hit * sum(wins[a - y, b] for y in D6 if y < a) / 6


def p4():
    return {m: shares(reaction(one + other, m) for one, other in product(D6, D6)) for m in REACTIONS}


def p6():
    ways = {0: 1}
    for _ in range(10):
        more = dict.fromkeys((total + face for total in ways for face in D6), 0)
        for total, face in product(ways, D6):
            more[total + face] += ways[total]
        ways = more
    full = Fraction(sum(w for total, w in ways.items() if total >= HIT_POINTS), 6**10)
    half = Fraction(sum(w for total, w in ways.items() if total // 2 >= HIT_POINTS), 6**10)
    saved = {level: share(face + level + 4 >= 20 for face in D20) for level in LEVELS}
    return {level: p * half + (1 - p) * full for level, p in saved.items()}


def p7():
    hits = [Fraction(1)]
    for shooter in SHOOTERS:
        p = Fraction(*shooter)
        hits = [one * (1 - p) + less * p for one, less in zip([*hits, 0], [0, *hits], strict=True)]
    return dict(enumerate(hits))


def p8sweep():
    by_difference = {
        less: share(less - other + one < 0 for one, other in product(D100, D100)) for less in range(-99, 100)
    }
    return [by_difference[other - one] for one, other in product(PERCENTS, PERCENTS)]


REFERENCES = {
    "P1": p1,
    "P2": lambda: shares(stroke(*STROKE)),
    "P2sweep": lambda: [share(o == "dead" for o in stroke(*how)) for how in product(SKILLS, SKILLS, MODIFIERS)],
    "P3a": lambda: duels(*DUELS["P3a"])[DUELS["P3a"][2:]],
    "P3b": lambda: duels(*DUELS["P3b"])[DUELS["P3b"][2:]],
    "P3sweep": lambda: list(duels(*SWORDS, POINTS[-1], POINTS[-1]).values()),
    "P4": p4,
    "P5": lambda: share(one + 2 - (other - 1) >= 3 for one, other in product(D6, D6)),
    "P6": p6,
    "P7": p7,
    "P8": lambda: shares((CHANCES[0] - one) - (CHANCES[1] - other) for one, other in product(D100, D100)),
    "P8sweep": p8sweep,
}


def programs(module):
    """The programs of a module by problem: ``p1`` for P1; P3a and P3b are one, with other duels."""
    named = {name: getattr(module, "p3" if name in DUELS else name.lower(), None) for name in WHAT}
    how = {"P2": STROKE, **DUELS}
    return {name: partial(program, *how.get(name, ())) for name, program in named.items() if program}


def plain(answer, outcomes):
    """An answer of any program in the form of the references; ``outcomes`` reads a library's own distribution."""
    if isinstance(answer, dict):
        return {key: plain(value, outcomes) for key, value in answer.items()}
    return answer if isinstance(answer, (Fraction, list)) else outcomes(answer)
