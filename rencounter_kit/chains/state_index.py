"""Small numbers for large ones, looked up by the array: a hash table of NumPy columns, with open addressing."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..dice.chances import Array, IntArray

_EMPTY = -1
_SPREAD = np.uint64(0x9E3779B97F4A7C15)  # 2^64 by the golden ratio: near numbers come to places far apart
_ROOM = 4  # places for each number, at least


class StateIndex:
    """A number, 0 or more, for each of some keys, which are 0 or more as well."""

    def __init__(self) -> None:
        self.many = 0
        self._make(1)

    def _make(self, bits: int) -> None:
        self._shift, self._last = np.uint64(64 - bits), 2**bits - 1
        self._keys, self._numbers = np.full(2**bits, _EMPTY), np.full(2**bits, _EMPTY)

    def _places(self, keys: IntArray) -> IntArray:
        """Where each key would stand, were it alone."""
        return ((keys.view(np.uint64) * _SPREAD) >> self._shift).view(np.int64)

    def find(self, keys: IntArray) -> IntArray:
        """The number of each key; -1 where it is unknown."""
        places = self._places(keys)
        there = self._keys[places]
        astray = np.flatnonzero((there != keys) & (there != _EMPTY))
        while len(astray):
            places[astray] = (places[astray] + 1) & self._last
            there = self._keys[places[astray]]
            astray = astray[(there != keys[astray]) & (there != _EMPTY)]
        return self._numbers[places]

    def add(self, keys: IntArray, numbers: Array) -> None:
        """Keys that are all different and unknown, with their numbers."""
        self.many += len(keys)
        if _ROOM * self.many > len(self._keys):
            there = self._keys != _EMPTY
            keys, numbers = np.append(self._keys[there], keys), np.append(self._numbers[there], numbers)
            self._make((_ROOM * self.many).bit_length())
        places, left = self._places(keys), np.arange(len(keys))
        while len(left):
            free = left[self._keys[places[left]] == _EMPTY]
            self._keys[places[free]] = keys[free]  # of several that come to one place, the last one has it
            has_it = self._keys[places[left]] == keys[left]
            settled, left = left[has_it], left[~has_it]
            self._numbers[places[settled]] = numbers[settled]
            places[left] = (places[left] + 1) & self._last

    def renamed(self, name: Callable[[IntArray], IntArray]) -> StateIndex:
        """The same with other keys."""
        there = self._keys != _EMPTY
        other = StateIndex()
        other.add(name(self._keys[there]), self._numbers[there])
        return other
