"""The reference problems with the random variables of SciPy, where it has them: floats, for comparison.

It cannot add, compare or map discrete random variables, so most of the problems cannot be said in it.
"""

from __future__ import annotations

import numpy as np
import problems as p
from scipy import stats

DIE = stats.randint(1, 13)


def p1():
    needed = np.array(p.NEEDED)
    second = DIE.cdf(np.maximum(0, 9 + 2 * needed))
    return np.where(needed >= 1, DIE.cdf(np.minimum(needed, 11)), DIE.pmf(1) * second)


def p7():
    chances = [one / of for one, of in p.SHOOTERS]
    return stats.poisson_binom(chances).pmf(np.arange(len(chances) + 1))


PROGRAMS = {"P1": p1, **({"P7": p7} if hasattr(stats, "poisson_binom") else {})}
