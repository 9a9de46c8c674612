"""Where a chain may stand after some turns: all states at once, over one common denominator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from ..dice.dist import Outcome
from .phase import State
from .sums import Amounts, Read
from .transition_matrix import TransitionMatrix
from .transitions import Transitions

if TYPE_CHECKING:
    from .wide_distribution import WideDistribution

_PER_WAY, _BITS = 60, 64  # operations for each way, beside those with each digit of so many bits
_TOO_LARGE = 2  # times as many states in a matrix as stand there
WIDE_FROM = 1_000  # states in the phases of a turn together, from which on arrays are quicker
_COUNTED = 5_000  # a chain that may have no more states than these goes on one by one, where they are counted


class FewAmounts(NamedTuple):
    """Amounts of states one by one, out of ``total``."""

    states: Sequence[State]
    amounts: Sequence[int]
    total: int

    def each(self) -> list[tuple[State, int]]:
        return list(zip(self.states, self.amounts, strict=True))

    def summed(self, read: Read) -> dict[Outcome, int]:
        sums: dict[Outcome, int] = {}
        for outcome, amount in zip(read(self.states), self.amounts, strict=True):
            sums[outcome] = sums.get(outcome, 0) + amount
        return sums


class StateDistribution:
    """An amount for each state in which a chain may stand, out of ``total``. operations : of the last phase."""

    def __init__(self, transitions: Transitions, mass: Mapping[int, int], total: int) -> None:
        self.transitions, self.mass, self.total = transitions, dict(mass), total
        self.operations = 0
        self._matrices: dict[int, TransitionMatrix] = {}  # by kind of phase

    @property
    def going(self) -> Fraction:
        """The chance that it goes on."""
        return Fraction(sum(self.mass.values()), self.total)

    def settle(self) -> Amounts:
        """Take out the states in which it is over."""
        over = self.transitions.over(self.mass)
        return FewAmounts(self.transitions.states(over), list(map(self.mass.pop, over)), self.total)

    def standing(self) -> Amounts:
        """The states in which it goes on."""
        return FewAmounts(self.transitions.states(self.mass), list(self.mass.values()), self.total)

    def step(self, phase: int) -> StateDistribution | WideDistribution:
        """After a phase of the turn; in arrays from where there are so many states that it pays."""
        if len(self.mass) * len(self.transitions.kinds) > WIDE_FROM and self.transitions.max_states > _COUNTED:
            from .wide_distribution import WideDistribution

            return WideDistribution(self.transitions, self.mass, self.total, phase).step(phase)
        matrix = self._matrix(self.transitions.kinds[phase])
        self.mass, self.total = matrix.of(self.mass), self.total * matrix.common
        self.operations = matrix.ways * (_PER_WAY + self.total.bit_length() // _BITS)
        return self

    def _matrix(self, kind: int) -> TransitionMatrix:
        """What a kind of phase makes of these states."""
        matrix, mass = self._matrices.get(kind), self.mass.keys()
        if matrix is None or len(matrix.states) > _TOO_LARGE * len(mass):  # many that do not come again
            matrix = self._matrices[kind] = TransitionMatrix(self.transitions, kind)
        if not mass <= matrix.states:
            matrix.add(mass)
        return matrix
