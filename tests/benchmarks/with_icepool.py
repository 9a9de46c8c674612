"""The reference problems as an expert of icepool writes them. A die there remembers its sums (``10 @ d6``), and may
here.

Duels (P3) as it has them itself, a turn mapped until all is over (``map(repeat="inf")``), take 200 times as long as
recursion with a memory for what came before, in which the turns that change nothing are left out by hand; so that is
what counts here.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

import problems as p
from icepool import Die, coin, d

d6, d12, d20, d100 = d(6), d(12), d(20), d(100)


def p1():
    def hit(needed):
        if needed >= 1:
            return d12.probability("<=", min(needed, 11))
        confirmed = d12 <= p.confirming(needed)
        return d12.map(lambda face: confirmed if face == 1 else False).probability(True)

    return {needed: hit(needed) for needed in p.NEEDED}


def p2(attack, parry, modifier):
    parried = d12.map(lambda face: p.succeeds(face, parry))
    soft = parried.if_else("parried", d12.map(lambda face: p.wound(face + modifier)))
    hard = parried.if_else("parried", d12.map(lambda face: p.wound(face + modifier - 2)))
    return d12.map(lambda face: "miss" if not p.succeeds(face, attack) else hard if attack - face >= 3 else soft)


def p2sweep():
    return [p2(*how).probability("dead") for how in product(p.SKILLS, p.SKILLS, p.MODIFIERS)]


def duels(to_hit, armor):
    blow = d20.map(lambda face: d6 if p.strikes(face, to_hit, armor) else 0)
    (_, misses), *points = ((lost, blow.probability(lost)) for lost in blow)

    @cache
    def struck(a, b):
        return sum((share * wins(a - y, b) for y, share in points if y < a), start=Fraction(0))

    @cache
    def back(a, b):
        return misses * wins(a, b) + struck(a, b) if b > 0 else Fraction(1)

    @cache
    def wins(a, b):
        return (sum(share * back(a, b - x) for x, share in points) + misses * struck(a, b)) / (1 - misses**2)

    return wins


def p3(to_hit, armor, a, b):
    return duels(to_hit, armor)(a, b)


def p3sweep():
    wins = duels(*p.SWORDS)
    return [wins(a, b) for a, b in product(p.POINTS, p.POINTS)]


def p4():
    two = 2 @ d6
    return {modifier: two.map(lambda thrown, m=modifier: p.reaction(thrown, m)) for modifier in p.REACTIONS}


def p5():
    return (d6 + 2 - (d6 - 1)).probability(">=", 3)


def p6():
    fire = 10 @ d6
    full, half = fire >= p.HIT_POINTS, fire // 2 >= p.HIT_POINTS

    def hit(level):
        least = p.saving(level)
        return d20.map(lambda face: half if face >= least else full).probability(True)

    return {level: hit(level) for level in p.LEVELS}


def p7():
    return sum((coin(hits, of) for hits, of in p.SHOOTERS), start=Die([0]))


def p8():
    return (p.CHANCES[0] - d100) - (p.CHANCES[1] - d100)


def p8sweep():
    margin = d100 - d100
    return [margin.probability(">", other - one) for one, other in product(p.PERCENTS, p.PERCENTS)]


def outcomes(die):
    """A die as plain Fractions."""
    return {outcome: die.probability(outcome) for outcome in die}
