"""The states that have stood before each phase of a turn so far, and the ways from there; both grow from turn to turn (NumPy)."""

from __future__ import annotations

from collections.abc import Callable
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ..dice.chances import BoolArray
from .limbs import Ints, Weights, small
from .phase import State
from .sorted_index import SortedIndex


class Station:
    """The states that have stood before a phase so far, each as a number, in the order in which they came."""

    def __init__(self) -> None:
        self.numbers: Ints = np.zeros(0, dtype=np.int64)
        self._index = SortedIndex()
        self.over: Ints = np.zeros(0, dtype=np.int64)  # places of those that are over,
        self.over_states: list[State] = []  # and these

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def nbytes(self) -> int:
        """Bytes that it takes."""
        return self.numbers.nbytes + self._index.nbytes

    def places(self, numbers: Ints) -> tuple[Ints, BoolArray]:
        """The place of each of some states, in order, which stand there from now on; and which are new."""
        places, new = self._index.find(numbers)
        places[new] = np.arange(len(self), len(self) + np.count_nonzero(new))
        self._index.add(numbers[new], places[new])
        self.numbers = np.append(self.numbers, numbers[new])
        return places, new

    def rename(self, name: Callable[[Ints], Ints]) -> None:
        """Other numbers, in the same order."""
        self.numbers = name(self.numbers)
        self._index.rename(name)


class Leads(NamedTuple):
    """What a phase makes of some states: other states; how many ways from each; for each way, to which of the others, and
    which weight it has; these weights, and what those from one state add up to."""

    states: Ints
    many: Ints
    to: Ints
    which: Ints
    weights: NDArray[Any]
    common: int


_NOTHING: Ints = np.zeros(0, dtype=np.int64)
NOWHERE = Leads(_NOTHING, _NOTHING, _NOTHING, _NOTHING, _NOTHING, 1)


class Passage:
    """Where a phase leads from the states that have stood before it so far, in their order; what comes to each state after
    it, out of ``common``.
    """

    matrix: Weights

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
        return ways + (self.matrix.nbytes if len(self) else 0)

    def add(self, many: Ints, places: Ints, leads: Leads, states: int) -> None:
        """So many ways from each of some more states, to states with these places. states : how many there are by now."""
        whole = lcm(self.common, leads.common)
        parts: list[NDArray[Any]] = [
            weights.astype(small(whole)) * (whole // common)
            for weights, common in ((self._weights, self.common), (leads.weights, leads.common))
        ]
        self._which = np.append(self._which, (leads.which + len(self._weights)).astype(np.int32))
        self._to = np.append(self._to, places[leads.to].astype(np.int32))
        self._begin = np.append(self._begin, (self._begin[-1] + np.cumsum(many)).astype(np.int32))
        self._weights, self.common = np.concatenate(parts), whole
        shape = states, len(self)
        self.matrix = Weights(
            self._weights,
            self._which,
            lambda values: sparse.csc_array((values, self._to, self._begin), shape=shape),
        )
