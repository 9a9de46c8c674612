"""Numbers of states, found by the array: a hash table of NumPy columns, with open addressing. States are whole numbers, 0 or more."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..dice.chances import Array, IntArray

_EMPTY = -1
_SPREAD = np.uint64(0x9E3779B97F4A7C15)  # 2^64 by the golden ratio: near states come to places far apart
_ROOM = 3  # places for each state, at least


class StateIndex:
    """A number, 0 or more, for each of some states."""

    def __init__(self) -> None:
        self.count = 0
        self._make(1)

    def _make(self, bits: int) -> None:
        self._shift, self._last = np.uint64(64 - bits), 2**bits - 1
        self._states, self._numbers = np.full(2**bits, _EMPTY), np.full(2**bits, _EMPTY, dtype=np.int32)

    @property
    def nbytes(self) -> int:
        """Bytes that it takes."""
        return self._states.nbytes + self._numbers.nbytes

    def _places(self, states: IntArray) -> IntArray:
        """Where each state would stand, were it alone."""
        return ((states.view(np.uint64) * _SPREAD) >> self._shift).view(np.int64)

    def find(self, states: IntArray) -> IntArray:
        """The number of each state; -1 where it is unknown."""
        places = self._places(states)
        there = self._states[places]
        astray = np.flatnonzero((there != states) & (there != _EMPTY))
        while len(astray):
            places[astray] = (places[astray] + 1) & self._last
            there = self._states[places[astray]]
            astray = astray[(there != states[astray]) & (there != _EMPTY)]
        return self._numbers[places].astype(np.int64)

    def add(self, states: IntArray, numbers: Array) -> None:
        """States that are all different and unknown, with their numbers."""
        self.count += len(states)
        if _ROOM * self.count > len(self._states):
            there = self._states != _EMPTY
            states, numbers = np.append(self._states[there], states), np.append(self._numbers[there], numbers)
            self._make((_ROOM * self.count).bit_length())
        places, left = self._places(states), np.arange(len(states))
        while len(left):
            free = left[self._states[places[left]] == _EMPTY]
            self._states[places[free]] = states[free]  # of several that come to one place, the last one has it
            has_it = self._states[places[left]] == states[left]
            settled, left = left[has_it], left[~has_it]
            self._numbers[places[settled]] = numbers[settled]
            places[left] = (places[left] + 1) & self._last

    def renamed(self, name: Callable[[IntArray], IntArray]) -> StateIndex:
        """The same with other numbers for the states themselves."""
        there = self._states != _EMPTY
        other = StateIndex()
        other.add(name(self._states[there]), self._numbers[there])
        return other
