"""Mixed radix numbers, which hold the values of several components; and arrays of numbers factorized (NumPy)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from ..dice.chances import IntArray

_MARKS = 1_000_000  # marks that are quicker than putting in order


class MixedRadix:
    """A mixed radix: each digit has a size of its own."""

    def __init__(self, sizes: Sequence[int]) -> None:
        self._sizes = sizes

    def encode(self, digits: Iterable[IntArray], count: int) -> IntArray:
        """The number of each set of digits, given place by place.

        count : how many sets there are.
        """
        number: IntArray = np.zeros(count, dtype=np.int64)
        for size, digit in zip(self._sizes, digits, strict=True):
            number = number * size + digit
        return number

    def decode(self, numbers: IntArray) -> list[IntArray]:
        """The digits of each number."""
        digits = []
        for size in reversed(self._sizes):
            numbers, digit = divmod(numbers, size)
            digits.append(digit)
        return digits[::-1]


def factorize(numbers: IntArray) -> tuple[IntArray, IntArray]:
    """The unique numbers in order, and for each number its place among them: pandas' ``factorize(sort=True)``, with the
    results the other way round.
    """
    span = int(numbers.max(initial=-1)) + 1
    if span > max(_MARKS, 8 * len(numbers)):
        unique, places = np.unique(numbers, return_inverse=True)
        return unique, places
    there = np.zeros(span, dtype=bool)
    there[numbers] = True
    unique = np.flatnonzero(there)
    rank: IntArray = np.zeros(span, dtype=np.int64)
    rank[unique] = np.arange(len(unique))
    return unique, rank[numbers]
