"""An index of states in order of first visit, for whole arrays: a hash table with open addressing (NumPy)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..dice.chances import BoolArray, IntArray

_EMPTY = -1
_SPREAD = np.uint64(0x9E3779B97F4A7C15)  # 2^64 by the golden ratio: near states come to slots far apart
_ROOM = 2  # slots for each state, at least


class StateIndex:
    """The places of states, which are whole numbers from 0 on, in order of first visit."""

    def __init__(self) -> None:
        self.states: IntArray = np.zeros(0, dtype=np.int64)
        self._make(1)

    def _make(self, bits: int) -> None:
        self._shift, self._last = np.uint64(64 - bits), 2**bits - 1
        self._slots = np.full(2**bits, _EMPTY, dtype=np.int32)  # places of states

    def __len__(self) -> int:
        return len(self.states)

    @property
    def nbytes(self) -> int:
        """Bytes that it takes."""
        return self.states.nbytes + self._slots.nbytes

    def _home(self, states: IntArray) -> IntArray:
        """The slot that each state's hash names."""
        return ((states.astype(np.int64, copy=False).view(np.uint64) * _SPREAD) >> self._shift).view(np.int64)

    def find(self, states: IntArray) -> IntArray:
        """The place of each state; -1 where it is unknown."""
        slots = self._home(states)
        places = self._slots[slots].astype(np.int64)
        astray = np.flatnonzero(places != _EMPTY)
        astray = astray[self.states[places[astray]] != states[astray]]
        while len(astray):
            slots[astray] = (slots[astray] + 1) & self._last
            places[astray] = there = self._slots[slots[astray]]
            astray = astray[there != _EMPTY]
            astray = astray[self.states[places[astray]] != states[astray]]
        return places

    def add(self, states: IntArray) -> None:
        """Add states that are all different and unknown."""
        first, self.states = len(self), np.append(self.states, states)
        if _ROOM * len(self) > len(self._slots):
            first = 0
            self._make((_ROOM * len(self)).bit_length())
        self._settle(first)

    def _settle(self, first: int) -> None:
        """Find slots for the states from the place ``first`` on."""
        left = np.arange(first, len(self), dtype=np.int32)
        slots = self._home(self.states[first:])
        while len(left):
            free = self._slots[slots] == _EMPTY
            self._slots[slots[free]] = left[free]  # of several that come to one slot, the last one has it
            astray = self._slots[slots] != left
            left, slots = left[astray], (slots[astray] + 1) & self._last

    def places(self, states: IntArray) -> tuple[IntArray, BoolArray]:
        """The place of each state, all different, and which of them are new; these are added."""
        places = self.find(states)
        new = places < 0
        places[new] = np.arange(len(self), len(self) + np.count_nonzero(new))
        self.add(states[new])
        return places, new

    def rename(self, name: Callable[[IntArray], IntArray]) -> None:
        """Replace the states by other numbers, in the same order."""
        self.states = name(self.states)
        self._slots[:] = _EMPTY
        self._settle(0)
