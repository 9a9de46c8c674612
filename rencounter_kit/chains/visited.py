"""The states that were visited before each phase, and the matrix of the ways from there; both grow from turn to turn (NumPy)."""

from __future__ import annotations

from collections.abc import Callable
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ..dice.chances import BoolArray
from .multiword import Ints, WeightMatrix, small
from .phase import State
from .state_index import StateIndex


class VisitedStates:
    """Index of the states seen before a phase, in order of first visit."""

    def __init__(self) -> None:
        self.numbers: Ints = np.zeros(0, dtype=np.int64)
        self._index = StateIndex()
        self.over: Ints = np.zeros(0, dtype=np.int64)  # places of those that are over,
        self.over_states: list[State] = []  # and these

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def nbytes(self) -> int:
        """Bytes that it takes."""
        return self.numbers.nbytes + self._index.nbytes

    def places(self, numbers: Ints) -> tuple[Ints, BoolArray]:
        """The place of each of some states, all different, which stand there from now on; and which are new."""
        places = self._index.find(numbers)
        new = places < 0
        places[new] = np.arange(len(self), len(self) + np.count_nonzero(new))
        self._index.add(numbers[new], places[new])
        self.numbers = np.append(self.numbers, numbers[new])
        return places, new

    def rename(self, name: Callable[[Ints], Ints]) -> None:
        """Other numbers, in the same order."""
        self.numbers, self._index = name(self.numbers), self._index.renamed(name)


class Moves(NamedTuple):
    """The ways from some states: the states they lead to; how many from each; for each way, to which of these, and which
    weight it has; these weights, and what those from one state add up to."""

    states: Ints
    counts: Ints
    to: Ints
    which: Ints
    weights: NDArray[Any]
    common: int


_NOTHING: Ints = np.zeros(0, dtype=np.int64)
NO_MOVES = Moves(_NOTHING, _NOTHING, _NOTHING, _NOTHING, _NOTHING, 1)


class GrowingMatrix:
    """The transition matrix of a phase for the states visited so far, in their order. common : the denominator of its
    weights.
    """

    weights: WeightMatrix

    def __init__(self) -> None:
        self.common = 1
        self._to = self._which = np.zeros(0, dtype=np.int32)  # for each way the place of the state, and of the weight
        self._begin = np.zeros(1, dtype=np.int32)  # the ways from each state
        self._weights: NDArray[Any] = np.zeros(0, dtype=np.int64)

    def __len__(self) -> int:
        return len(self._begin) - 1

    @property
    def nbytes(self) -> int:
        """Bytes that it takes."""
        ways = self._to.nbytes + self._which.nbytes + self._weights.nbytes
        return ways + (self.weights.nbytes if len(self) else 0)

    def add(self, counts: Ints, places: Ints, moves: Moves, states: int) -> None:
        """So many ways from each of some more states, to states with these places. states : how many there are by now."""
        total = lcm(self.common, moves.common)
        parts: list[NDArray[Any]] = [
            weights.astype(small(total)) * (total // common)
            for weights, common in ((self._weights, self.common), (moves.weights, moves.common))
        ]
        self._which = np.append(self._which, (moves.which + len(self._weights)).astype(np.int32))
        self._to = np.append(self._to, places[moves.to].astype(np.int32))
        self._begin = np.append(self._begin, (self._begin[-1] + np.cumsum(counts)).astype(np.int32))
        self._weights, self.common = np.concatenate(parts), total
        shape = states, len(self)
        self.weights = WeightMatrix(
            self._weights,
            self._which,
            lambda values: sparse.csc_array((values, self._to, self._begin), shape=shape),
        )
