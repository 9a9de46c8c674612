"""Where a phase leads, looked up by the values of the components that it sees (NumPy)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dice.chances import IntArray
from .phase_matrix import ranges
from .transitions import AT_ONCE, PhaseResult, Transitions


class PhaseTable:
    """A row for each set of values that a kind of phase has seen so far: the new values and their weights."""

    def __init__(self, transitions: Transitions, kind: int, cells: int) -> None:
        self._transitions, self._kind, self._cells = transitions, kind, cells
        self._place: dict[tuple[int, ...], int] = {}  # of a set of values, by their numbers
        self._to: IntArray = np.zeros((len(transitions.phases[kind].places), 0), dtype=np.int64)
        self._weights: NDArray[Any] = np.zeros((0, cells), dtype=np.int64)
        self._begin: IntArray = np.zeros(1, dtype=np.int64)
        self._totals: list[int] = []

    def __len__(self) -> int:
        """Ways from a set of values to another."""
        return len(self._weights)

    @property
    def nbytes(self) -> int:
        """Bytes that it takes."""
        return self._to.nbytes + self._weights.nbytes + self._begin.nbytes

    def of(self, sights: Sequence[tuple[int, ...]], total_ways: int) -> PhaseResult:
        """The rows of some sets of values, given by their numbers.

        total_ways : ways that the tables of all phases have so far.
        """
        place, others = self._place, total_ways - len(self)
        new = [numbers for numbers in sights if numbers not in place]
        for first in range(0, len(new), AT_ONCE):
            self._add(new[first : first + AT_ONCE], others + len(self))
        rows = [place[numbers] for numbers in sights]
        begin = self._begin[rows]
        counts = self._begin[1:][rows] - begin
        ways = ranges(begin, counts)
        return PhaseResult(self._to[:, ways], self._weights[ways], counts, [self._totals[row] for row in rows])

    def _add(self, new: Sequence[tuple[int, ...]], total_ways: int) -> None:
        transitions, cells = self._transitions, self._cells
        result = transitions.made_of(self._kind, new, lambda ways: transitions.refuse_ways((total_ways + ways) * cells))
        self._place.update(zip(new, range(len(self._place), len(self._place) + len(new)), strict=True))
        self._to = np.append(self._to, np.array(result.to, dtype=np.int64), axis=1)
        weights = np.empty((len(result.weights), self._cells), dtype=np.int64 if max(result.totals) < 2**62 else object)
        for row, weight in zip(weights, result.weights, strict=True):
            row[:] = weight
        self._weights = np.append(self._weights, weights, axis=0)
        self._begin = np.append(self._begin, self._begin[-1] + np.cumsum(result.counts))
        self._totals += result.totals
