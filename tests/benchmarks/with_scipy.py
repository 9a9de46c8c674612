"""The reference problems with the random variables of SciPy, where it has them: floats, for comparison.

It cannot add, compare or map discrete random variables, so most of the problems cannot be said in it; duels (P3) can,
as linear equations with a sparse matrix.
"""

from __future__ import annotations

from itertools import product

import numpy as np
import problems as p
from scipy import sparse, stats
from scipy.sparse.linalg import spsolve

DIE = stats.randint(1, 13)


def p1():
    needed = np.array(p.NEEDED)
    second = DIE.cdf(np.maximum(0, 9 + 2 * needed))
    return np.where(needed >= 1, DIE.cdf(np.minimum(needed, 11)), DIE.pmf(1) * second)


def duels(to_hit, armor, most_a, most_b):
    hit = sum(p.strikes(face, to_hit, armor) for face in p.D20) / 20
    blow = [1 - hit, *[hit / 6] * 6]
    wins, rows, columns, chances = np.zeros(most_a * most_b), [], [], []
    for place, (a, b) in enumerate(product(range(1, most_a + 1), range(1, most_b + 1))):
        for x, lands in enumerate(blow):
            if x >= b:
                wins[place] += lands
                continue
            for y, back in enumerate(blow):
                if y < a:
                    rows.append(place)
                    columns.append(place - y * most_b - x)
                    chances.append(lands * back)
    size = len(wins)
    turn = sparse.csc_array((chances, (rows, columns)), shape=(size, size))
    return spsolve(sparse.eye_array(size, format="csc") - turn, wins).reshape(most_a, most_b)


def p3(*how):
    return duels(*how)[-1, -1]


def p3sweep():
    return duels(*p.SWORDS, p.POINTS[-1], p.POINTS[-1])


def p7():
    chances = [one / of for one, of in p.SHOOTERS]
    return stats.poisson_binom(chances).pmf(np.arange(len(chances) + 1))
