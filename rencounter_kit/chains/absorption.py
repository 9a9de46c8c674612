"""Where a chain ends, and after how many turns: state by state in topological order, the amounts as residues (NumPy).

A node is a state before a phase. Nodes that lead to each other are a group, whose equations are solved together; there are few in
a group where a fight goes one way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..dice.chances import BoolArray, FloatArray, IntArray
from ..dice.dist import Dist, Figure
from ..progress import tell
from .denominators import NOWHERE, Denominators, Exponents, come
from .equations import inverse
from .phase import State
from .residues import Residues, RowMatrix, primes_above
from .results import End
from .state_space import StateSpace
from .topology import Topology

_COPIES = 3  # of the amounts, held at once


class NodeWays(NamedTuple):
    """Ways between nodes: from where each leads, to where, and its weight."""

    source: IntArray
    to: IntArray
    weight: NDArray[Any]

    def some(self, which: BoolArray | IntArray) -> NodeWays:
        """Some of them."""
        return NodeWays(self.source[which], self.to[which], self.weight[which])


class Absorption:
    """All that can be reached, in topological order. begun : the weights of the starts, out of ``total``."""

    def __init__(self, space: StateSpace, begun: Sequence[int], total: int) -> None:
        self._space, self._begun, self._total = space, begun, total
        self._first = np.cumsum([0, *map(len, space.visited)])  # the first node of each phase
        self._count = int(self._first[-1])
        every = self._ways()
        self._topology = Topology(every.source, every.to, self._count)
        self._place = self._topology.place
        over = [states.over + first for states, first in zip(space.visited, self._first, strict=False)]
        self._over, self._never = self._place[np.concatenate(over)], np.zeros(0, dtype=np.int64)
        self._totals: NDArray[Any] = np.ones(self._count, dtype=object)  # by place, out of how many the weights are
        self._totals[self._place] = np.concatenate([matrix.divisors.astype(object) for matrix in space.matrices])
        self._divisor = self._totals.copy()  # and what is left of a node is divided by
        ways = NodeWays(self._place[every.source], self._place[every.to], every.weight)
        inside = self._topology.group[ways.source] == self._topology.group[ways.to]
        self._out = ways.some(~inside)
        self._solved = self._inverses(ways.some(inside))
        places: dict[int, int] = {}
        self._which = np.array(
            [places.setdefault(each, len(places)) for each in self._divisor.tolist()], dtype=np.int64
        )
        self._divisors = list(places)

    def _ways(self) -> NodeWays:
        space, first = self._space, self._first
        parts = [
            (matrix.source + first[phase], matrix.to + first[space.after(phase)], matrix.way_weights)
            for phase, matrix in enumerate(space.matrices)
        ]
        return NodeWays(*map(np.concatenate, zip(*parts, strict=True)))

    def _inverses(self, inside: NodeWays) -> NodeWays:
        """The equations of all groups, solved: how often each node is left for each time that another is come to, out of its
        divisor.
        """
        group, begin = self._topology.group, np.searchsorted(self._topology.group, np.arange(self._count + 1))
        left = set(group[self._out.source].tolist())
        order = np.argsort(group[inside.source], kind="stable")
        circles, first = np.unique(group[inside.source[order]], return_index=True)
        alone = np.flatnonzero(~np.isin(group, circles))
        parts = [(alone, alone, np.ones(len(alone), dtype=object))]
        never = [self._never]
        for circle, of_circle in zip(circles.tolist(), np.split(order, first[1:]), strict=False):
            nodes = np.arange(begin[circle], begin[circle + 1])
            if circle not in left:
                self._divisor[nodes] = 1
                never.append(nodes)
                parts.append((nodes, nodes, np.ones(len(nodes), dtype=object)))
                continue
            self._space.refuse(len(nodes), len(nodes) ** 2)
            rows = np.diag(self._divisor[nodes])
            some = inside.some(of_circle)
            np.subtract.at(rows, (some.source - nodes[0], some.to - nodes[0]), some.weight)
            numbers, self._divisor[nodes] = inverse(tuple(map(tuple, rows.tolist())))
            found = np.array(numbers, dtype=object)
            source, to = np.nonzero(found)
            parts.append((nodes[source], nodes[to], found[source, to]))
        self._never = np.concatenate(never)
        return NodeWays(*map(np.concatenate, zip(*parts, strict=True)))

    # Level by level ---------------------------------------------------------------------------------------------------

    def _matrix(self, ways: NodeWays, backward: bool) -> RowMatrix:
        row, column = (ways.source, ways.to) if backward else (ways.to, ways.source)
        return RowMatrix(ways.weight, row, column, self._count)

    def _exponents(
        self, known: Denominators, came: Exponents, ways: RowMatrix, backward: bool
    ) -> tuple[Exponents, Exponents]:
        """What the chances to come to each node, and to leave it, are divided by. came : at first."""
        by_divisor, group = known.table(self._divisors)[:, self._which], self._topology.group
        came = known.padded(came)
        left: Exponents = np.full(came.shape, NOWHERE, dtype=np.int32)
        for level in self._topology.levels(backward):
            begin, every = ways.begin[level.start : level.stop + 1], np.arange(level.stop - level.start)
            coming = come(left, ways.column[begin[0] : begin[-1]], np.repeat(every, np.diff(begin)), len(every))
            came[:, level] = np.maximum(came[:, level], coming)
            member = group[level] - group[level.start]
            left[:, level] = come(came[:, level], every, member, len(every))[:, member] + by_divisor[:, level]
        return came, left

    def _amounts(
        self, residues: Residues, came: FloatArray, ways: RowMatrix, backward: bool
    ) -> tuple[FloatArray, FloatArray]:
        """How much comes to each node, and how often it is left for each weight of its ways. came : at first."""
        self._space.refuse(self._count, _COPIES * came.size)
        left, solved = np.zeros(came.shape), self._matrix(self._solved, backward)
        divisors = np.array([residues.inverse(divisor) for divisor in self._divisors])
        for level in self._topology.levels(backward):
            done = self._count - level.stop if backward else level.start
            tell(done, self._count)
            came[level] = residues.reduced(came[level] + ways(level, left, residues))
            left[level] = residues.times(solved(level, came, residues), divisors[self._which[level]])
        return came, left

    # What is asked ----------------------------------------------------------------------------------------------------

    def end(self) -> End:
        """Where it ends, however long it takes, and the mean number of turns."""
        known, ways, starts = Denominators(), self._matrix(self._out, False), self._place[self._space.start_places]
        begun: Exponents = np.full((len(known.table([self._total])), self._count), NOWHERE, dtype=np.int32)
        begun[:, starts] = known.table([self._total])
        came_by, left_by = self._exponents(known, begun, ways, False)
        ends, first = np.append(self._over, self._never), np.setdiff1d(self._place[: self._first[1]], self._over)
        highest = np.maximum(came_by[:, ends].max(axis=1), left_by[:, first].max(axis=1, initial=0))
        total = known.product(highest.tolist())
        residues = Residues(primes_above(total * self._longest, known.bases))
        came: FloatArray = np.zeros((self._count, len(residues)))
        came[starts] = residues.times(residues.of(self._begun), residues.inverse(self._total))
        came, left = self._amounts(residues, came, ways, False)
        factor = residues.of([total])
        weights: dict[State, int] = {}
        amounts = residues.numbers(residues.times(came[ends], factor))
        for state, amount in zip(self._states(ends), amounts, strict=True):
            weights[state] = weights.get(state, 0) + amount
        endless = Fraction(sum(amounts[len(self._over) :]), total)
        visits = residues.times(left[first], residues.of(self._totals[first].tolist())).sum(axis=0, keepdims=True)
        (turns,) = residues.numbers(residues.times(residues.reduced(visits), factor))
        return End(Dist._of(weights), endless, None if endless else Fraction(turns, total))

    @property
    def _longest(self) -> int:
        """No mean number of turns is above this: the sum over all nodes of how often they are left at most."""
        _, to, weight = self._solved
        return int((weight * self._totals[to] // self._divisor[to] + 1).sum())

    def value(self, worth: Callable[[State], Figure], never: Figure = 0) -> dict[State, Fraction]:
        """Mean of ``worth(last state)`` from every state at the beginning of a turn; ``never`` where it does not end."""
        known, ways = Denominators(), self._matrix(self._out, True)
        ends = np.append(self._over, self._never)
        values = [Fraction(worth(state)) for state in self._states(self._over)] + [Fraction(never)] * len(self._never)
        least, common = min(values), lcm(*{value.denominator for value in values})
        begun: Exponents = np.full((1, self._count), NOWHERE, dtype=np.int32)
        begun[:, ends] = 0
        _, left_by = self._exponents(known, begun, ways, True)
        asked = np.union1d(self._over, self._place[: self._first[1]])
        total = known.product(left_by[:, asked].max(axis=1).tolist())
        residues = Residues(primes_above(total * int((max(values) - least) * common + 1), known.bases))
        came: FloatArray = np.zeros((self._count, len(residues)))
        came[ends] = residues.of([int((value - least) * common) for value in values])
        _, left = self._amounts(residues, came, ways, True)
        numbers = residues.numbers(residues.times(left[asked], residues.of([total])))
        told = zip(self._states(asked), numbers, strict=True)
        return {state: least + Fraction(number, total * common) for state, number in told}

    def _states(self, places: IntArray) -> list[State]:
        """The states of some nodes."""
        nodes = np.argsort(self._place)[places]
        phases = np.searchsorted(self._first, nodes, side="right") - 1
        found: list[State] = [None] * len(nodes)
        for phase, first in enumerate(self._first[:-1].tolist()):
            here = np.flatnonzero(phases == phase)
            for i, state in zip(here.tolist(), self._space.states(phase, nodes[here] - first), strict=True):
                found[i] = state
        return found
