"""The reference problems with rencounter_kit's own public pieces."""

from __future__ import annotations

from itertools import product

import numpy as np
import problems as p

import rencounter_kit as rk
from rencounter_kit import d
from rencounter_kit.workbook.mechanics.processes.process import Phase


def p1():
    def hit(needed):
        if needed >= 1:
            return d(12).at_most(min(needed, 11))
        second = p.confirming(needed)
        confirmed = d(12).map(lambda face: face <= second)
        return d(12).map(lambda face: confirmed if face == 1 else False)[True]

    return {needed: hit(needed) for needed in p.NEEDED}


def p2(attack, parry, modifier):
    parried = d(12).map(lambda face: p.succeeds(face, parry))
    soft = d(12).map(lambda face: p.wound(face + modifier))
    hard = d(12).map(lambda face: p.wound(face + modifier - 2))
    soft, hard = (parried.map(lambda stopped, w=wounds: "parried" if stopped else w) for wounds in (soft, hard))
    return d(12).map(lambda face: "miss" if not p.succeeds(face, attack) else hard if attack - face >= 3 else soft)


def p2sweep():
    attack, parry = np.array(p.SKILLS)[:, None, None], np.array(p.SKILLS)[None, :, None]
    modifier = np.array(p.MODIFIERS)[None, None, :]

    def succeeds(face, skill):
        return (face != 12) & ((face <= skill) | (face == 1))

    by_much = d(12).chances(lambda face: succeeds(face, attack) & (attack - face >= 3))
    just = d(12).chances(lambda face: succeeds(face, attack) & (attack - face < 3))
    hard = d(12).chances(lambda face: face + modifier - 2 <= 2)
    soft = d(12).chances(lambda face: face + modifier <= 2)
    return (by_much * hard + just * soft) * (1 - d(12).chances(lambda face: succeeds(face, parry)))


def duel(to_hit, armor, *start):
    blow = d(20).map(lambda face: d(6) if p.strikes(face, to_hit, armor) else 0)

    def struck(points):
        return blow.map(lambda lost: max(0, points - lost))

    return rk.Chain(start, Phase(struck, 1), Phase(struck, 0), ended=lambda points: not all(points))


def p3(*how):
    return duel(*how).end().states.probability(lambda points: points[1] == 0)


def p3sweep():
    wins = duel(*p.SWORDS, p.POINTS[-1], p.POINTS[-1]).value(lambda points: points[1] == 0)
    return [wins[start] for start in product(p.POINTS, p.POINTS)]


def p4():
    two = 2 @ d(6)
    return {modifier: two.map(lambda thrown, m=modifier: p.reaction(thrown, m)) for modifier in p.REACTIONS}


def p5():
    return (d(6) + 2 - (d(6) - 1)).at_least(3)


def p6():
    fire = 10 @ d(6)
    full = fire.map(lambda points: points >= p.HIT_POINTS)
    half = fire.map(lambda points: points // 2 >= p.HIT_POINTS)

    def hit(level):
        least = p.saving(level)
        return d(20).map(lambda face: half if face >= least else full)[True]

    return {level: hit(level) for level in p.LEVELS}


def p7():
    return sum(rk.Dist({1: hits, 0: of - hits}) for hits, of in p.SHOOTERS)


def p8():
    return (p.CHANCES[0] - d(100)) - (p.CHANCES[1] - d(100))


def p8sweep():
    chance = np.array(p.PERCENTS)
    return (d(100) - d(100)).at_least(chance[None, :] - chance[:, None] + 1)


def outcomes(answer):
    """A distribution or a grid of chances as plain Fractions."""
    return dict(answer.items()) if isinstance(answer, rk.Dist) else answer.fractions().ravel().tolist()
