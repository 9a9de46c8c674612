"""A kind of phase as a sparse matrix, ready to be used turn after turn: for each state after it, which lead there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import lcm
from operator import mul

from .transitions import Transitions


class SparsePhase:
    """For the states that came before the phase so far. common : the denominator of all that it makes of them."""

    def __init__(self, transitions: Transitions, kind: int) -> None:
        self._transitions, self._kind = transitions, kind
        self._wholes: dict[int, int] = {}  # by state, what its weights add up to
        self._factors: list[int] = []  # for each state, to bring these over the common denominator
        self._sources: dict[
            int, tuple[list[int], list[int]]
        ] = {}  # for each state after: places of states, and weights
        self.common = 1

    def __len__(self) -> int:
        return len(self._wholes)

    def add(self, states: Collection[int]) -> None:
        """Take in those of some states that are new."""
        new, sources = [i for i in states if i not in self._wholes], self._sources
        if not new:
            return
        rows = self._transitions.rows(self._kind, new)
        for place, (rest, (to, weights, _)) in enumerate(rows, len(self)):
            for j, weight in zip(to, weights, strict=True):
                after = rest | j
                if after not in sources:
                    sources[after] = [], []
                places, shares = sources[after]
                places.append(place)
                shares.append(weight)
        self._wholes |= {i: move.whole for i, (_, move) in zip(new, rows, strict=True)}
        self.common = lcm(*set(self._wholes.values()))
        self._factors = [self.common // whole for whole in self._wholes.values()]

    def of(self, mass: Mapping[int, int]) -> dict[int, int]:
        """The amounts after it, from those before it; none of the states before it is new."""
        amount = mass.get
        amounts = [amount(i, 0) * factor for i, factor in zip(self._wholes, self._factors, strict=True)]
        return {
            i: total
            for i, (places, weights) in self._sources.items()
            if (total := sum(map(mul, map(amounts.__getitem__, places), weights)))
        }
