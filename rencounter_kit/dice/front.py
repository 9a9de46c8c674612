"""Where a chain may stand after some turns: all states at once, over one common denominator."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

from .dist import Outcome
from .phase import State
from .shares import Amounts
from .transitions import Transitions

if TYPE_CHECKING:
    from .wide_front import WideFront

MANY = 5_000  # states in the phases of a turn together, from which on arrays are quicker


class FewAmounts(NamedTuple):
    """Such amounts one by one."""

    found: list[tuple[State, int]]
    total: int

    def each(self) -> list[tuple[State, int]]:
        return self.found

    def summed(self, read: Callable[[State], Outcome]) -> dict[Outcome, int]:
        sums: dict[Outcome, int] = {}
        for state, amount in self.found:
            outcome = read(state)
            sums[outcome] = sums.get(outcome, 0) + amount
        return sums


class Front:
    """An amount for each state in which a chain may stand, out of ``total``."""

    def __init__(self, transitions: Transitions, mass: Mapping[int, int], total: int) -> None:
        self.transitions, self.mass, self.total = transitions, dict(mass), total

    @property
    def going(self) -> Fraction:
        """The chance that it goes on."""
        return Fraction(sum(self.mass.values()), self.total)

    def settle(self) -> Amounts:
        """Take out the states in which it is over."""
        over = self.transitions.over(self.mass)
        return FewAmounts([(self.transitions.state(i), self.mass.pop(i)) for i in over], self.total)

    def standing(self) -> Amounts:
        """The states in which it goes on."""
        return FewAmounts([(self.transitions.state(i), amount) for i, amount in self.mass.items()], self.total)

    def step(self, phase: int) -> Front | WideFront:
        """After a phase of the turn; in arrays from where there are so many states that it pays."""
        if len(self.mass) * len(self.transitions.kinds) > MANY:
            from .wide_front import WideFront

            return WideFront(self.transitions, self.mass, self.total).step(phase)
        kind, row = self.transitions.kinds[phase], self.transitions.row
        rows = [row(kind, i) for i in self.mass]
        common = lcm(*{move.whole for _, move in rows})
        new: dict[int, int] = {}
        for amount, (rest, (to, weights, whole)) in zip(self.mass.values(), rows, strict=True):
            share = amount * (common // whole)
            for j, weight in zip(to, weights, strict=True):
                after = rest | j
                new[after] = new.get(after, 0) + share * weight
        self.mass, self.total = new, self.total * common
        return self
