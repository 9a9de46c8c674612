"""Where a chain may stand after some turns: all states at once, over one common denominator."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from .matrix import SparsePhase
from .phase import State
from .transitions import Transitions

if TYPE_CHECKING:
    from .wide_front import WideFront

_MOSTLY = 2  # at least one in so many
MANY = 1_500  # states at once, from which on arrays are quicker


class Front:
    """An amount for each state in which a chain may stand, out of ``total``."""

    def __init__(self, transitions: Transitions, mass: Mapping[int, int], total: int) -> None:
        self.transitions, self.mass, self.total = transitions, dict(mass), total
        self._before: dict[int, set[int]] = {}  # by kind of phase, where it stood
        self._matrices: dict[int, SparsePhase] = {}

    @property
    def going(self) -> Fraction:
        """The chance that it goes on."""
        return Fraction(sum(self.mass.values()), self.total)

    def settle(self) -> list[tuple[State, int]]:
        """Take out the states in which it is over, with their amounts."""
        over = self.transitions.over(self.mass)
        return list(zip(self.transitions.states(over), map(self.mass.pop, over), strict=True))

    def standing(self) -> list[tuple[State, int]]:
        """The states in which it goes on, with their amounts."""
        return list(zip(self.transitions.states(self.mass), self.mass.values(), strict=True))

    def step(self, phase: int) -> Front | WideFront:
        """After a phase of the turn; in arrays from where there are so many states that it pays."""
        if len(self.mass) > MANY:
            from .wide_front import WideFront

            return WideFront(self.transitions, self.mass, self.total).step(phase)
        kind = self.transitions.kinds[phase]
        matrix = self._matrix(kind)
        if matrix:
            self.mass, self.total = matrix.of(self.mass), self.total * matrix.common
            return self
        rows = self.transitions.rows(kind, self.mass)
        common = lcm(*{move.whole for _, move in rows})
        new: dict[int, int] = {}
        for amount, (rest, (to, weights, whole)) in zip(self.mass.values(), rows, strict=True):
            share = amount * (common // whole)
            for j, weight in zip(to, weights, strict=True):
                after = rest | j
                new[after] = new.get(after, 0) + share * weight
        self.mass, self.total = new, self.total * common
        return self

    def _matrix(self, kind: int) -> SparsePhase | None:
        """What a kind of phase makes of these states, kept from where most of them stand there again."""
        before, self._before[kind] = self._before.get(kind, set()), set(self.mass)
        if _MOSTLY * len(before & self.mass.keys()) < len(self.mass):
            return None
        matrix = self._matrices.get(kind)
        if matrix is None or len(matrix) > _MOSTLY * len(self.mass):  # it has too many that do not come again
            matrix = self._matrices[kind] = SparsePhase(self.transitions, kind)
        matrix.add(self.mass)
        return matrix
