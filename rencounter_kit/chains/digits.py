"""What stands in some components of many states as one number (NumPy), and such numbers in order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from .limbs import Ints

_MARKS = 1_000_000  # marks that are quicker than putting in order


class Mixed:
    """Numbers with several digits, each with so many values: as one number, and the digits again."""

    def __init__(self, sizes: Sequence[int]) -> None:
        self._sizes = sizes

    def joined(self, digits: Iterable[Ints], many: int) -> Ints:
        """Each of so many as one number."""
        number: Ints = np.zeros(many, dtype=np.int64)
        for size, digit in zip(self._sizes, digits, strict=True):
            number = number * size + digit
        return number

    def parted(self, numbers: Ints) -> list[Ints]:
        """The digits of each."""
        digits = []
        for size in reversed(self._sizes):
            numbers, digit = divmod(numbers, size)
            digits.append(digit)
        return digits[::-1]


def ranked(numbers: Ints) -> tuple[Ints, Ints]:
    """The different numbers in order, and for each its place among them; by marking where they are small."""
    span = int(numbers.max(initial=-1)) + 1
    if span > max(_MARKS, 8 * len(numbers)):
        found, places = np.unique(numbers, return_inverse=True)
        return found, places
    there = np.zeros(span, dtype=bool)
    there[numbers] = True
    found = np.flatnonzero(there)
    rank: Ints = np.zeros(span, dtype=np.int64)
    rank[found] = np.arange(len(found))
    return found, rank[numbers]
