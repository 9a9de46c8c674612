"""A kind of phase as a sparse matrix, ready to be used turn after turn: for each state before it, where it leads."""

from __future__ import annotations

from collections.abc import Collection, KeysView, Mapping
from math import lcm

from .transitions import Transitions


class SparsePhase:
    """For the states that came before the phase so far. common : the denominator of all that it makes of them."""

    def __init__(self, transitions: Transitions, kind: int) -> None:
        self._transitions, self._kind = transitions, kind
        self._ways: dict[int, tuple[list[tuple[int, int]], int]] = {}  # by state, states after and weights; their sum
        self.common = 1

    @property
    def states(self) -> KeysView[int]:
        """The states that came before it."""
        return self._ways.keys()

    def add(self, states: Collection[int]) -> None:
        """Take in those of some states that are new."""
        new = [i for i in states if i not in self._ways]
        rows = self._transitions.rows(self._kind, new)
        for i, (rest, (to, weights, whole)) in zip(new, rows, strict=True):
            self._ways[i] = list(zip([rest | j for j in to], weights, strict=True)), whole
        self.common = lcm(self.common, *{move.whole for _, move in rows})

    def of(self, mass: Mapping[int, int]) -> dict[int, int]:
        """The amounts after it, from those before it; none of the states before it is new."""
        common, ways_of = self.common, self._ways
        after: dict[int, int] = {}
        so_far = after.get
        for i, amount in mass.items():
            ways, whole = ways_of[i]
            share = amount * (common // whole)
            for to, weight in ways:
                after[to] = so_far(to, 0) + share * weight
        return after
