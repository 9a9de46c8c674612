"""Chains in floats: the same answers by sparse matrices (SciPy), quick enough for a slider. Errors stay near 1e-13.

>>> from rencounter_kit import Chain, d
>>> coins = Chain(3, lambda n: d(2).map(lambda face: n + 1 if face == 1 else n - 1), ended=lambda n: n in (0, 10))
>>> round(Floats(coins).end().states[10], 12)
0.3
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from scipy.sparse.linalg import SuperLU, splu

from .chain import Chain
from .graph import Graph
from .phase import State
from .survey import survey


class FloatEnd(NamedTuple):
    """As ``End`` of an exact chain, in floats."""

    states: dict[State, float]
    endless: float
    turns: float | None


class FloatRun(NamedTuple):
    """As ``Run`` of an exact chain, in floats."""

    ends: dict[tuple[int | None, State], float]
    survival: tuple[float, ...]


class Floats:
    """An exact chain as sparse matrices; the same questions, answered in floats.

    chain : what is to be followed; its weights become floats here and nowhere else. turns : when only so many are asked
    for, what can be reached in them is enough.
    """

    def __init__(self, chain: Chain, turns: int | None = None) -> None:
        self.chain = chain
        self.graph = chain.graph if turns is None else Graph(chain.transitions, survey(chain.transitions, turns))
        moves = self.graph.moves
        lengths = [len(move.to) for move in moves]
        starts = np.concatenate([[0], np.cumsum(lengths)])
        columns = np.fromiter((j for move in moves for j in move.to), dtype=np.int64, count=starts[-1])
        chances = np.fromiter(
            (w / move.whole for move in moves for w in move.weights),
            dtype=float,
            count=starts[-1],
        )
        self.matrix = sparse.csr_array((chances, columns, starts), shape=(len(moves), len(moves)))
        self.entry = np.zeros(len(moves))
        self.entry[list(self.graph.entry)] = [w / chain.start.total for w in self.graph.entry.values()]

    def run(self, turns: int) -> FloatRun:
        """What happens in so many turns."""
        over = np.array(self.graph.phases) < 0
        mass, after = self.entry.copy(), self.matrix.T.tocsr()
        ends: dict[tuple[int | None, State], float] = {}
        survival = []
        for turn in range(turns + 1):
            for _ in self.chain.steps if turn else ():
                fresh = after @ np.where(over, 0.0, mass)
                mass = np.where(over, mass, 0.0) + fresh
            for i in np.flatnonzero(over & (mass > 0)).tolist():
                ends[turn, self.graph.state(i)] = float(mass[i])
            mass[over] = 0.0
            survival.append(float(mass.sum()))
            if not survival[-1]:
                break
        for i in np.flatnonzero(mass).tolist():
            ends[None, self.graph.state(i)] = float(mass[i])
        return FloatRun(ends, tuple(survival))

    def end(self) -> FloatEnd:
        """Where it ends, however long it takes, and the mean number of turns."""
        inside, stop, never = self._parts()
        visits = np.zeros(len(self.entry))
        visits[inside] = self._solver(inside).solve(self.entry[inside], trans="T") if len(inside) else 0.0
        arrivals = self.entry + self.matrix.T @ visits
        ends: dict[State, float] = {}
        for i in stop:
            if arrivals[i] > 0:
                state = self.graph.state(i)
                ends[state] = ends.get(state, 0.0) + float(arrivals[i])
        endless = sum(float(arrivals[i]) for i in never)
        first = np.array(self.graph.phases) == 0
        return FloatEnd(ends, endless, None if endless else float(visits[first].sum()))

    def value(self, worth: Callable[[State], float], never: float = 0.0) -> dict[State, float]:
        """Mean of ``worth(last state)`` from every state at the beginning of a turn."""
        inside, stop, without_end = self._parts()
        values = np.zeros(len(self.entry))
        values[stop] = [float(worth(self.graph.state(i))) for i in stop]
        values[list(without_end)] = never
        if len(inside):
            values[inside] = self._solver(inside).solve((self.matrix @ values)[inside])
        pairs = enumerate(zip(self.graph.phases, values.tolist(), strict=True))
        return {self.graph.state(i): number for i, (phase, number) in pairs if phase <= 0}

    def _parts(self) -> tuple[NDArray[np.int64], list[int], set[int]]:
        """States that are passed through, in an order that keeps the matrix triangular; where it stops; without end."""
        inside: list[int] = []
        stop: list[int] = []
        never: set[int] = set()
        for group in self.graph.order:
            members = set(group)
            if not any(self.graph.moves[i].to for i in group):
                stop += group
            elif all(set(self.graph.moves[i].to) <= members for i in group):
                stop += group
                never |= members
            else:
                inside += group
        return np.array(inside, dtype=np.int64), stop, never

    def _solver(self, inside: NDArray[np.int64]) -> SuperLU:
        part = self.matrix[inside][:, inside]
        return _factors(sparse.eye_array(len(inside)) - part)


def _factors(matrix: sparse.sparray) -> SuperLU:
    """The matrix made ready for solving; in the order given, which has no need of pivots."""
    return splu(sparse.csc_array(matrix), permc_spec="NATURAL", diag_pivot_thresh=0.0)


def expected(rows: ArrayLike, columns: ArrayLike, chances: ArrayLike, worth: ArrayLike) -> NDArray[np.float64]:
    """Mean worth at the end from every state, for steps given as arrays.

    rows, columns, chances : one entry for each way a state leads to another (the same way may come twice); states are
    numbers from 0, best so that each leads mostly to smaller ones. worth : for each state what it is worth as an end,
    NaN while it goes on. Returns an array of floats, one for each state.

    >>> import numpy as np
    >>> ruin = expected([1, 1, 2, 2], [0, 2, 1, 3], [0.5] * 4, np.array([0.0, np.nan, np.nan, 1.0]))
    >>> ruin.round(9).tolist()
    [0.0, 0.333333333, 0.666666667, 1.0]
    """
    worth = np.asarray(worth, dtype=float)
    count = len(worth)
    going = np.isnan(worth)
    place = np.cumsum(going) - 1
    rows, columns, chances = np.asarray(rows), np.asarray(columns), np.asarray(chances, dtype=float)
    stays = going[columns]
    right = np.bincount(rows[~stays], chances[~stays] * worth[columns[~stays]], minlength=count)[going]
    size = int(going.sum())
    part = sparse.coo_array((chances[stays], (place[rows[stays]], place[columns[stays]])), shape=(size, size))
    values = worth.copy()
    values[going] = _factors(sparse.eye_array(size) - part.tocsc()).solve(right)
    return values
