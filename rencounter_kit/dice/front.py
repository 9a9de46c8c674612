"""Where a chain may stand after some turns: all states at once, over one common denominator."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from .phase import State
from .transitions import Transitions

if TYPE_CHECKING:
    from .wide_front import WideFront

MANY = 1_500  # states at once, from which on arrays are quicker


class Front:
    """An amount for each state in which a chain may stand, out of ``total``."""

    def __init__(self, transitions: Transitions, mass: Mapping[int, int], total: int) -> None:
        self.transitions, self.mass, self.total = transitions, dict(mass), total

    @property
    def going(self) -> Fraction:
        """The chance that it goes on."""
        return Fraction(sum(self.mass.values()), self.total)

    def settle(self) -> list[tuple[State, int]]:
        """Take out the states in which it is over, with their amounts."""
        return [(self.transitions.state(i), self.mass.pop(i)) for i in self.transitions.over(self.mass)]

    def standing(self) -> list[tuple[State, int]]:
        """The states in which it goes on, with their amounts."""
        return [(self.transitions.state(i), amount) for i, amount in self.mass.items()]

    def step(self, phase: int) -> Front | WideFront:
        """After a phase of the turn; in arrays from where there are so many states that it pays."""
        if len(self.mass) > MANY:
            from .wide_front import WideFront

            return WideFront(self.transitions, self.mass, self.total).step(phase)
        rows = self.transitions.rows(self.transitions.kinds[phase], self.mass)
        common = lcm(*{move.whole for _, move in rows})
        new: dict[int, int] = {}
        for amount, (rest, (to, weights, whole)) in zip(self.mass.values(), rows, strict=True):
            share = amount * (common // whole)
            for j, weight in zip(to, weights, strict=True):
                after = rest | j
                new[after] = new.get(after, 0) + share * weight
        self.mass, self.total = new, self.total * common
        return self
