"""The denominators of a chain's chances, known before the chances: as exponents of their prime factors (NumPy).

The common denominator of several ways to a state has the highest exponent of each prime.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

from ..dice.chances import Array

Exponents = NDArray[np.int32]  # a row for each base, a column for each state; far below 0 where nothing stands there
NOWHERE = -(2**30)
_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)  # dice and numbers of men have no others


class Denominators:
    """Denominators as products of powers of some bases. The first base is 1: its exponent tells whether anything stands
    there.
    """

    def __init__(self) -> None:
        self.bases = [1]
        self._exponents: dict[int, list[int]] = {}
        self._tables: dict[tuple[int, ...], Exponents] = {}

    def exponents(self, total: int) -> list[int]:
        """The exponents of the bases whose product it is; a factor without small primes becomes a base itself."""
        if total not in self._exponents:
            exponents, rest = [0] * len(self.bases), total
            for prime in _PRIMES:
                while rest % prime == 0:
                    rest //= prime
                    self._count(exponents, prime)
            if rest > 1:
                self._count(exponents, rest)
            self._exponents[total] = exponents
        own = self._exponents[total]
        return own + [0] * (len(self.bases) - len(own))

    def _count(self, exponents: list[int], base: int) -> None:
        if base not in self.bases:
            self.bases.append(base)
        place = self.bases.index(base)
        exponents += [0] * (place + 1 - len(exponents))
        exponents[place] += 1

    def padded(self, exponents: Exponents) -> Exponents:
        """The exponents with rows for bases that came later."""
        more = len(self.bases) - len(exponents)
        return np.concatenate([exponents, np.repeat(exponents[:1], more, axis=0)]) if more else exponents

    def table(self, numbers: Iterable[int]) -> Exponents:
        """The exponents of several numbers, a column for each."""
        totals = tuple(numbers)
        table = self._tables.get(totals)
        if table is None or len(table) < len(self.bases):
            for total in totals:
                self.exponents(total)
            table = np.array([self.exponents(total) for total in totals], dtype=np.int32).T
            self._tables[totals] = table
        return table

    def product(self, exponents: Sequence[int]) -> int:
        """The number that has these exponents."""
        return prod(base**power for base, power in zip(self.bases, exponents, strict=False))


def propagate(exponents: Exponents, source: Array, to: Array, states: int) -> Exponents:
    """The exponents after a phase, of so many states: the highest of all ways to each.

    source, to : the states of each way.
    """
    after: Exponents = np.full((len(exponents), states), NOWHERE, dtype=np.int32)
    for row, into in zip(exponents, after, strict=True):
        np.maximum.at(into, to, row[source])
    return after
