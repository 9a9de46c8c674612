"""A kind of phase as a sparse matrix, ready to be used turn after turn: for each state before it, where it leads."""

from __future__ import annotations

from collections.abc import Collection, KeysView, Mapping
from math import lcm

from .transitions import Move, Transitions


class TransitionMatrix:
    """For the states that came before the phase so far. common : the denominator of all that it makes of them. ways : how
    many ways there are from them.
    """

    def __init__(self, transitions: Transitions, kind: int) -> None:
        self._transitions, self._kind = transitions, kind
        self._rows: dict[int, tuple[int, Move]] = {}  # by state, what is left of it, and where the rest leads
        self.common, self.ways = 1, 0

    @property
    def states(self) -> KeysView[int]:
        """The states that came before it."""
        return self._rows.keys()

    def add(self, states: Collection[int]) -> None:
        """Take in those of some states that are new."""
        new = [i for i in states if i not in self._rows]
        rows = self._transitions.rows(self._kind, new)
        self._rows.update(zip(new, rows, strict=True))
        self.ways += sum([len(move.to) for _, move in rows])
        self.common = lcm(self.common, *{move.total for _, move in rows})

    def of(self, mass: Mapping[int, int]) -> dict[int, int]:
        """The amounts after it, from those before it; none of the states before it is new."""
        common, rows = self.common, self._rows
        after: dict[int, int] = {}
        so_far = after.get
        for i, amount in mass.items():
            rest, (to, weights, total) = rows[i]
            share = amount * (common // total)
            for j, weight in zip(to, weights, strict=True):
                state = rest | j
                after[state] = so_far(state, 0) + share * weight
        return after
