"""The transition matrix of a phase, for the states that were visited so far before it; it grows with them (NumPy)."""

from __future__ import annotations

from math import lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..dice.chances import Array, IntArray
from .residues import WeightMatrix, pieces


def ranges(first: IntArray, counts: IntArray) -> IntArray:
    """Ranges one after the other: so many whole numbers from each first one on.

    >>> ranges(np.array([5, 0]), np.array([2, 3])).tolist()
    [5, 6, 0, 1, 2]
    """
    return np.arange(counts.sum()) + np.repeat(first - (np.cumsum(counts) - counts), counts)


class Moves(NamedTuple):
    """The ways from some states.

    states : to which they lead.
    counts : how many there are from each.
    to : for each way the place of its state.
    total : for each state the place in ``totals`` of the sum of its weights.
    which : for each way the row of its weight.
    weights : a column for each cell.
    """

    states: IntArray
    counts: IntArray
    to: IntArray
    total: IntArray
    which: IntArray
    weights: NDArray[Any]
    totals: list[int]


class PhaseMatrix:
    """The transition matrix of a phase, a column for each state visited before it.

    common : the denominator of all weights.

    cells : how many there are, each with weights of its own.
    """

    def __init__(self, cells: int) -> None:
        self.cells, self.common = cells, 1
        self._weights: NDArray[Any] = np.zeros((0, cells), dtype=np.int64)
        self._which: Array = np.zeros(0, dtype=np.int32)  # for each way the row of its weight
        self.to: Array = np.zeros(
            0, dtype=np.int32
        )  # for each way the place of the state to which it leads, and from which
        self.source: Array = np.zeros(0, dtype=np.int32)
        self.begin: Array = np.zeros(1, dtype=np.int64)  # where the ways from each state begin
        self.totals = {1: 0}  # the sums of weights, with their places
        self.total: Array = np.zeros(0, dtype=np.int32)  # for each state the place of its sum
        self._ready: WeightMatrix | None = None

    def __len__(self) -> int:
        return len(self.begin) - 1

    @property
    def products(self) -> int:
        """Multiplications for each residue in a turn: one for each way and piece of its weight."""
        return len(self.to) * self.cells * pieces(self.common)

    @property
    def nbytes(self) -> int:
        """Bytes that it takes."""
        arrays = self._weights, self._which, self.to, self.source, self.begin, self.total
        return sum(each.nbytes for each in arrays) + (self._ready.nbytes if self._ready else 0)

    def add(self, new: IntArray, count: int, places: IntArray, moves: Moves) -> None:
        """Add columns for so many more states.

        new : which of them go on, so have ways.
        places : of the states of ``moves``.
        """
        common, of_moves = lcm(self.common, *moves.totals), lcm(*moves.totals)
        weights = [
            part.astype(np.int64 if common < 2**62 else object) * factor
            for part, factor in ((self._weights, common // self.common), (moves.weights, common // of_moves))
        ]
        totals = np.array([self.totals.setdefault(total, len(self.totals)) for total in moves.totals], dtype=np.int32)
        counts, total = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int32)
        counts[new], total[new] = moves.counts, totals[moves.total]
        self._which = np.append(self._which, (moves.which + len(self._weights)).astype(np.int32))
        self.to = np.append(self.to, places[moves.to].astype(np.int32))
        self.source = np.append(self.source, np.repeat(np.arange(count, dtype=np.int32) + len(self), counts))
        self.begin = np.append(self.begin, self.begin[-1] + np.cumsum(counts))
        self.total = np.append(self.total, total)
        self._weights, self.common, self._ready = np.concatenate(weights), common, None

    def weights(self, states: int) -> WeightMatrix:
        """The matrix from the states of all cells to so many states of all cells."""
        if self._ready is None:
            cells = self.cells
            which, to, begin = self._which, self.to, self.begin
            if cells > 1:
                cell = np.arange(cells)
                counts = np.repeat(np.diff(begin), cells)  # of each state of each cell
                cell_of = np.repeat(np.tile(cell, len(self)), counts)
                way = ranges(np.repeat(begin[:-1], cells), counts)
                begin = np.append(0, np.cumsum(counts))
                which, to = which[way] * cells + cell_of, to[way] * cells + cell_of
            self._ready = WeightMatrix(self._weights.ravel(), which, to, begin, states * cells)
        return self._ready
