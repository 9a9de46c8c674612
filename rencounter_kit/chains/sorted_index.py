"""Small numbers for large ones, which are kept in order and found by the array (NumPy)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dice.chances import BoolArray, IntArray


class SortedIndex:
    """A small number for each of some large ones."""

    def __init__(self) -> None:
        self._keys = np.zeros(0, dtype=np.int64)
        self._numbers = np.zeros(0, dtype=np.int32)

    @property
    def nbytes(self) -> int:
        """Bytes that it takes."""
        return self._keys.nbytes + self._numbers.nbytes

    def find(self, keys: IntArray) -> tuple[IntArray, BoolArray]:
        """The number of each; and which are not there, whose numbers mean nothing."""
        if not len(self._keys):
            return np.zeros(len(keys), dtype=np.int64), np.ones(len(keys), dtype=bool)
        at = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        return self._numbers[at].astype(np.int64), self._keys[at] != keys

    def add(self, keys: IntArray, numbers: NDArray[Any]) -> None:
        """Keys in order that are not there yet, with their numbers."""
        at = np.searchsorted(self._keys, keys)
        self._keys, self._numbers = np.insert(self._keys, at, keys), np.insert(self._numbers, at, numbers)

    def rename(self, name: Callable[[IntArray], IntArray]) -> None:
        """Other keys, in the same order."""
        self._keys = name(self._keys)
