"""Where a chain may stand after some turns, where that is in many states: as ``Front``, in arrays (NumPy).

What a phase makes of the components that it sees is worked out once for each set of their values, and then done to all
states with these values together.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .limbs import Ints, Limbs, Weights, columns, limbs, numbers, small, total
from .phase import State
from .state_numbers import StateNumbers
from .transitions import Transitions

_WORD = 8  # bytes
_COPIES, _ARRAYS = 5, 10  # held at once while amounts are multiplied, and while ways are found


class Spread(NamedTuple):
    """What a phase makes of some states; kept, since those of the next turn are mostly the same."""

    before: Ints
    weights: Weights
    common: int
    after: Ints
    over: NDArray[np.bool_]


class WideFront:
    """An amount for each of many states in which a chain may stand, out of ``total``."""

    _states: Ints
    _mass: Limbs
    _over: NDArray[np.bool_]
    _known: tuple[Ints, NDArray[np.bool_]]  # which states are over, of those met so far

    def __init__(self, transitions: Transitions, mass: Mapping[int, int], total: int) -> None:
        self.transitions, self.total = transitions, total
        self._numbers = StateNumbers(transitions)
        self._spreads: dict[int, Spread] = {}
        self._pack([transitions.states[i] for i in mass], limbs(list(mass.values()), columns(total)))

    @property
    def going(self) -> Fraction:
        """The chance that it goes on."""
        return Fraction(total(self._mass), self.total)

    def settle(self) -> list[tuple[State, int]]:
        """Take out the states in which it is over, with their amounts."""
        over, goes_on = self._over, ~self._over
        ends = list(zip(self._numbers.states(self._states[over]), numbers(self._mass[over]), strict=True))
        self._states, self._mass, self._over = self._states[goes_on], self._mass[goes_on], over[goes_on]
        return ends

    def standing(self) -> list[tuple[State, int]]:
        """The states in which it goes on, with their amounts. What was kept for a next turn, if any, is let go."""
        self._spreads.clear()
        return list(zip(self._numbers.states(self._states), numbers(self._mass), strict=True))

    def step(self, phase: int) -> WideFront:
        """After a phase of the turn."""
        if not len(self._states):
            return self
        spread = self._spreads.get(phase)
        if spread is None or not np.array_equal(spread.before, self._states):
            spread = self._spreads[phase] = self._spread(self.transitions.kinds[phase])
        total = self.total * spread.common
        many, width = len(spread.after), columns(total)
        self._refuse(many, _COPIES * many * width)
        self._mass, self.total = spread.weights.times(self._mass, width), total
        self._states, self._over = spread.after, spread.over
        return self

    def _spread(self, kind: int) -> Spread:
        numbering = self._numbers
        seen, which = np.unique(self._states & numbering.mask(kind), return_inverse=True)
        rows = numbering.rows(kind, seen)
        if numbering.outgrown():
            self._pack(numbering.states(self._states), self._mass)
            return self._spread(kind)
        common = lcm(*{row.whole for row in rows})
        shares: NDArray[Any] = np.array([common // row.whole for row in rows], dtype=small(common))
        many = np.array([len(row.weights) for row in rows])
        weights = np.concatenate([row.weights for row in rows]) * np.repeat(shares, many)
        new = numbering.packed(np.concatenate([row.to for row in rows], axis=1), kind)
        first = np.cumsum(many) - many
        ways = many[which]  # from each state
        self._refuse(len(which), _ARRAYS * int(ways.sum()))
        source = np.repeat(np.arange(len(which)), ways)
        way = np.arange(len(source)) - np.repeat(np.cumsum(ways) - ways - first[which], ways)
        after, to = np.unique((self._states & ~numbering.mask(kind))[source] | new[way], return_inverse=True)
        matrix = Weights(to, source, way, weights, (len(after), len(which)))
        return Spread(self._states, matrix, common, after, self._which_over(after))

    def _refuse(self, states: int, words: int) -> None:
        """Refuse what would take too much, with what is kept already."""
        kept = sum(spread.weights.nbytes + spread.after.nbytes for spread in self._spreads.values())
        self.transitions.refuse_bytes(states, kept + _WORD * words)

    def _which_over(self, states: Ints) -> NDArray[np.bool_]:
        known, over = self._known
        place = np.minimum(np.searchsorted(known, states), len(known) - 1)
        fresh = states[known[place] != states]
        known, over = np.concatenate([known, fresh]), np.concatenate([over, self._numbers.over(fresh)])
        order = np.argsort(known)
        self._known = known, over = known[order], over[order]
        return over[np.searchsorted(known, states)]

    def _pack(self, states: list[State], mass: Limbs) -> None:
        """Give states room, none of which is over; what was kept of them is as if never met. Where components are too
        many for that, each state has a number as a whole."""
        found = self._numbers.numbers(states)
        if not self._numbers.make_room():
            self._numbers = StateNumbers(self.transitions, parted=False)
            found = self._numbers.numbers(states)
            self._numbers.make_room()
        packed = self._numbers.packed(found)
        order = np.argsort(packed)
        self._states = packed[order]
        self._mass = mass[order]
        self._over = np.zeros(len(order), dtype=bool)
        self._known = self._states, self._over
        self._spreads.clear()
