"""A kind of phase as a sparse matrix, ready to be used turn after turn: for each state after it, which lead there."""

from __future__ import annotations

from collections.abc import Collection, KeysView, Mapping
from itertools import accumulate
from math import lcm
from operator import mul, sub

from .transitions import Transitions


class SparsePhase:
    """For the states that came before the phase so far. common : the denominator of all that it makes of them."""

    def __init__(self, transitions: Transitions, kind: int) -> None:
        self._transitions, self._kind = transitions, kind
        self._wholes: dict[int, int] = {}  # by state, what its weights add up to
        self._sources: dict[int, list[tuple[int, int]]] = {}  # for each state after: places of states, and weights
        self._places: list[int] = []  # the same, one behind the other for all states after, over the common denominator
        self._weights: list[int] = []
        self._last: list[int] = []  # for each state after, where its last way stands in these
        self.common = 1

    def __len__(self) -> int:
        return len(self._wholes)

    @property
    def states(self) -> KeysView[int]:
        """The states that came before it."""
        return self._wholes.keys()

    def add(self, states: Collection[int]) -> None:
        """Take in those of some states that are new."""
        new, sources = [i for i in states if i not in self._wholes], self._sources
        rows = self._transitions.rows(self._kind, new)
        for place, (rest, (to, weights, _)) in enumerate(rows, len(self)):
            for j, weight in zip(to, weights, strict=True):
                sources.setdefault(rest | j, []).append((place, weight))
        self._wholes |= {i: move.whole for i, (_, move) in zip(new, rows, strict=True)}
        self.common = lcm(*set(self._wholes.values()))
        factors = [self.common // whole for whole in self._wholes.values()]
        ways = [way for each in sources.values() for way in each]
        self._places = [place for place, _ in ways]
        self._weights = [weight * factors[place] for place, weight in ways]
        self._last = [end - 1 for end in accumulate(map(len, sources.values()))]

    def of(self, mass: Mapping[int, int]) -> dict[int, int]:
        """The amounts after it, from those before it; none of the states before it is new."""
        amount = mass.get
        amounts = [amount(i, 0) for i in self._wholes]
        sums = list(accumulate(map(mul, map(amounts.__getitem__, self._places), self._weights)))
        up_to = [sums[last] for last in self._last]
        each = zip(self._sources, map(sub, up_to, [0, *up_to]), strict=False)
        return {i: total for i, total in each if total}
