"""The reference problems as an expert of dyce writes them with what the library exports.

``expand`` is its public way to mix distributions. The function beneath it, ``dyce.h.aggregate_weighted``, is not
exported; where dice lead to dice (P1, P2, P6) it would take a third to two thirds of the time.
"""

from __future__ import annotations

import warnings
from fractions import Fraction
from functools import cache
from itertools import product

import problems as p
from dyce import H, expand

warnings.filterwarnings("ignore", message=".*experimental")
d6, d12, d20, d100 = H(6), H(12), H(20), H(100)


def chance(h, outcome):
    """The library itself has no exact one."""
    return Fraction(h[outcome], h.total) if outcome in h else Fraction(0)


def p1():
    def hit(needed):
        if needed >= 1:
            return chance(d12.le(min(needed, 11)), True)
        confirmed = d12.le(p.confirming(needed))
        return chance(expand(lambda thrown: confirmed if thrown.outcome == 1 else False, d12), True)

    return {needed: hit(needed) for needed in p.NEEDED}


def p2(attack, parry, modifier):
    parried = d12.apply(lambda face: p.succeeds(face, parry))
    soft = d12.apply(lambda face: p.wound(face + modifier))
    hard = d12.apply(lambda face: p.wound(face + modifier - 2))
    soft, hard = (
        expand(lambda stopped, w=wounds: "parried" if stopped.outcome else w, parried) for wounds in (soft, hard)
    )

    def strike(thrown):
        face = thrown.outcome
        return "miss" if not p.succeeds(face, attack) else hard if attack - face >= 3 else soft

    return expand(strike, d12)


def p2sweep():
    return [chance(p2(*how), "dead") for how in product(p.SKILLS, p.SKILLS, p.MODIFIERS)]


def duels(to_hit, armor):
    blow = expand(lambda thrown: d6 if p.strikes(thrown.outcome, to_hit, armor) else 0, d20)

    @cache
    def wins(a, b):
        def turn(one, other):
            x, y = one.outcome, other.outcome
            if x >= b:
                return True
            if y >= a:
                return False
            return wins(a - y, b - x) if x or y else H({})  # where nothing changes it throws again

        return expand(turn, blow, blow, min_path_probability=Fraction(0), reset_path_probability=True)

    return wins


def p3(to_hit, armor, a, b):
    return chance(duels(to_hit, armor)(a, b), True)


def p3sweep():
    wins = duels(*p.SWORDS)
    return [chance(wins(a, b), True) for a, b in product(p.POINTS, p.POINTS)]


def p4():
    two = 2 @ d6
    return {modifier: two.apply(lambda thrown, m=modifier: p.reaction(thrown, m)) for modifier in p.REACTIONS}


def p5():
    return chance((d6 + 2).apply(lambda one, other: one - other >= 3, d6 - 1), True)


def p6():
    fire = 10 @ d6
    full, half = fire.ge(p.HIT_POINTS), (fire // 2).ge(p.HIT_POINTS)

    def hit(level):
        saved = d20.ge(p.saving(level))
        return chance(expand(lambda thrown: half if thrown.outcome else full, saved), True)

    return {level: hit(level) for level in p.LEVELS}


def p7():
    hits = H({0: 1})
    for one, of in p.SHOOTERS:
        hits = hits + H({0: of - one, 1: one})
    return hits


def p8():
    return (p.CHANCES[0] - d100) - (p.CHANCES[1] - d100)


def p8sweep():
    margin = d100 - d100
    tail, above = {}, 0
    for outcome, count in sorted(margin.items(), reverse=True):  # it does not answer "more than" itself
        tail[outcome] = above
        above += count
    return [Fraction(tail.get(other - one, 0), margin.total) for one, other in product(p.PERCENTS, p.PERCENTS)]


def outcomes(h):
    """A histogram as plain Fractions."""
    return {outcome: chance(h, outcome) for outcome in h if h[outcome]}
