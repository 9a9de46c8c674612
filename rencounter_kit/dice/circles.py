"""Where a chain ends whose states may come again: groups of states that lead to each other, each with its equations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm, prod
from operator import mul
from typing import NamedTuple

from ..progress import tell
from .dist import Figure
from .equations import denominator, solve
from .graph import Graph
from .phase import State
from .transitions import REPORT_EVERY


class Group(NamedTuple):
    """States that lead to each other.

    members : their nodes. rows : what goes out of each, less what stays among them, as equations. whole : the
    denominator of their solutions; 0 where there is no way out.
    """

    members: list[int]
    rows: list[dict[int, int]]
    whole: int


class Circles:
    """The groups of a graph, each before those that lead to it."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.groups = [self._group(members) for members in graph.order]

    def _group(self, members: list[int]) -> Group:
        place = {i: k for k, i in enumerate(members)}
        rows = []
        for k, i in enumerate(members):
            to, weights, whole = self.graph.moves[i]
            row = {k: whole}
            for j in place.keys() & to:
                row[place[j]] = row.get(place[j], 0) - weights[to.index(j)]
            rows.append(row)
        return Group(members, rows, denominator(rows))

    @cached_property
    def common(self) -> int:
        """A common denominator of all chances from one state to another.

        What goes from group to group comes ever nearer to an end, and each group divides by its own denominator: so it
        is the product of these, in which groups that are as far from the ends count once, by their least common
        multiple.
        """
        moves = self.graph.moves
        far = [0] * len(moves)  # groups on the longest way to an end
        by_far: dict[int, set[int]] = {}
        for members, _, whole in self.groups:
            if whole:
                furthest = 1 + max([far[j] for i in members for j in moves[i].to])
                by_far.setdefault(furthest, set()).add(whole)
                for i in members:
                    far[i] = furthest
        return prod([lcm(*wholes) for wholes in by_far.values()])

    def end(self) -> tuple[dict[State, int], int, int]:
        """What comes to each end, what never ends, and the turns, as weights: ``common`` for each weight of a start."""
        moves, phases = self.graph.moves, self.graph.phases
        flow = [0] * len(moves)  # what comes into each node
        for i, weight in self.graph.entry.items():
            flow[i] = weight * self.common
        ends: dict[State, int] = {}
        turns = endless = 0
        for number, (members, rows, out) in enumerate(reversed(self.groups)):
            if not number % REPORT_EVERY:
                tell(number, len(self.groups))
            coming = [flow[i] for i in members]
            if not any(coming):
                continue
            if not out:
                for i, amount in zip(members, coming, strict=True):
                    if amount:
                        state = self.graph.state(i)
                        ends[state] = ends.get(state, 0) + amount
                if moves[members[0]].to:
                    endless += sum(coming)
                continue
            for i, visits in zip(members, solve(_transposed(rows), coming), strict=True):
                to, weights, ways = moves[i]
                if not phases[i]:
                    turns += visits * ways
                for j, weight in zip(to, weights, strict=True):
                    flow[j] += visits * weight
        return ends, endless, turns

    def value(self, worth: Callable[[State], Figure], never: Figure) -> dict[State, Fraction]:
        """Mean worth of the last state from every state at the beginning of a turn."""
        moves, phases = self.graph.moves, self.graph.phases
        states = self.graph.transitions.states(self.graph.states)
        last = [i for members, _, out in self.groups if not out for i in members]
        known = {i: Fraction(never if moves[i].to else worth(states[i])) for i in last}
        whole = self.common * lcm(*{value.denominator for value in known.values()})
        values = [0] * len(moves)
        for i, value in known.items():
            values[i] = value.numerator * (whole // value.denominator)
        for number, (members, rows, out) in enumerate(self.groups):
            if not number % REPORT_EVERY:
                tell(number, len(self.groups))
            if out:
                coming = [sum(map(mul, moves[i].weights, [values[j] for j in moves[i].to])) for i in members]
                for i, amount in zip(members, solve(rows, coming), strict=True):
                    values[i] = amount
        found = zip(phases, states, values, strict=True)
        return {state: Fraction(amount, whole) for phase, state, amount in found if phase <= 0}


def _transposed(rows: Sequence[Mapping[int, int]]) -> list[dict[int, int]]:
    columns: list[dict[int, int]] = [{} for _ in rows]
    for k, row in enumerate(rows):
        for j, number in row.items():
            columns[j][k] = number
    return columns
