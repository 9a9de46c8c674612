"""Exact probabilities for a whole grid at once: NumPy integers over one denominator, never a silent float."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

T = TypeVar("T")
Array: TypeAlias = NDArray[Any]
IntArray: TypeAlias = NDArray[np.int64]
FloatArray: TypeAlias = NDArray[np.float64]
BoolArray: TypeAlias = NDArray[np.bool_]
ExactArray: TypeAlias = NDArray[np.object_]  # of Fractions, or of Python integers
_LIMIT = 2**63 - 1  # int64; beyond it the counts become Python integers


class Chances:
    """An array of exact probabilities with one common denominator.

    Independent events combine with ``*``, events that exclude each other with ``+``; ``1 - a`` is "not a".
    The counts are int64 while the denominator fits and Python integers beyond.

    >>> one = Chances(np.array([1, 2, 3]), 6)
    >>> (one * (1 - one)).fractions().tolist()
    [Fraction(5, 36), Fraction(2, 9), Fraction(1, 4)]
    """

    __slots__ = ("counts", "total")

    def __init__(self, counts: ArrayLike, total: int) -> None:
        array = np.asarray(counts)
        if array.dtype.kind not in "biuO" or (array.dtype == object and any(type(c) is not int for c in array.flat)):
            raise ValueError(f"counts must be whole numbers; got {array.dtype}")
        self.counts: Array = array.astype(object if total > _LIMIT else np.int64)
        self.total = total

    @property
    def shape(self) -> tuple[int, ...]:
        return self.counts.shape

    def _over(self, total: int) -> Array:
        """The counts, as they are over another denominator."""
        counts = self.counts.astype(object) if total > _LIMIT and self.counts.dtype != object else self.counts
        return counts * (total // self.total)

    def __mul__(self, other: Chances) -> Chances:
        total = self.total * other.total
        return Chances(Chances(self.counts, total).counts * Chances(other.counts, total).counts, total)

    def __add__(self, other: Chances) -> Chances:
        if self.total == other.total:
            return Chances(self.counts + other.counts, self.total)
        total = int(np.lcm(self.total, other.total, dtype=object))
        return Chances(self._over(total) + other._over(total), total)

    def __sub__(self, other: Chances) -> Chances:
        return self + Chances(-other.counts, other.total)

    def __rsub__(self, one: int) -> Chances:
        return Chances(one * self.total - self.counts, self.total)

    def __getitem__(self, index: Array | slice | tuple[slice | int, ...]) -> Chances:
        return Chances(self.counts[index], self.total)

    def fractions(self) -> ExactArray:
        """The same as an object array of ``Fraction``."""
        counts, back = np.unique(self.counts, return_inverse=True)
        each = np.array([Fraction(int(c), self.total) for c in counts], dtype=object)
        return np.array(each[back], dtype=object).reshape(self.counts.shape)

    def floats(self) -> FloatArray:
        """The same as floats, for a chart."""
        return np.asarray(self.counts / self.total, dtype=float)

    def __repr__(self) -> str:
        return f"Chances({self.counts!r}, {self.total})"


def count(weights: Mapping[T, int], test: Callable[[T], ArrayLike]) -> Chances:
    """The chance that ``test(outcome)`` holds, for every cell of the array that the test answers with."""
    total = sum(weights.values())
    kind = np.int64 if total <= _LIMIT else object
    counts = np.zeros((), dtype=kind)
    for outcome, weight in weights.items():
        holds = np.asarray(test(outcome))
        counts = counts + (holds if weight == 1 else holds.astype(kind) * weight)
    return Chances(counts, total)


def survival(weights: Mapping[int, int], bounds: Array, beyond: bool = False) -> Chances:
    """The chance of at least each bound, or with ``beyond`` of more than it; outcomes must be numbers."""
    outcomes, total = sorted(weights), sum(weights.values())
    each = np.array([weights[o] for o in outcomes] + [0], dtype=np.int64 if total <= _LIMIT else object)
    tails = np.cumsum(each[::-1])[::-1]
    low, high = outcomes[0], outcomes[-1]
    if bounds.dtype == np.int64 and type(low) is int and high - low == len(outcomes) - 1:
        return Chances(tails[np.clip(bounds, low - beyond, high + 1 - beyond) + beyond - low], total)
    return Chances(tails[np.searchsorted(outcomes, bounds, side="right" if beyond else "left")], total)
