"""Where a chain may stand after some turns, where that is in many states: as ``Front``, in arrays (NumPy).

What a phase makes of the components that it sees is worked out once for each set of their values, and then done to all
states with these values together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .dist import Outcome
from .limbs import Ints, Limbs, Weights, columns, limbs, numbers, small, total
from .packing import Packing
from .phase import State
from .shares import Amounts
from .transitions import Transitions

_WORD = 8  # bytes
_COPIES, _ARRAYS = 5, 10  # held at once while amounts are multiplied, and while ways are found
MOST_KEPT = 16_000_000  # bytes for turns that may never be asked for
_MARKS = 1_000_000  # marks that are quicker than putting in order
_SPARE = 2  # bits of each component for values that come later


class Row(NamedTuple):
    """What a phase makes of one set of values: the numbers of the new ones, a column for each component; their weights,
    beyond 63 bits as objects; and the sum of these."""

    to: Ints
    weights: NDArray[Any]
    whole: int


class Mixed:
    """Numbers with several digits, each with so many values: as one number, and the digits again."""

    def __init__(self, sizes: Sequence[int]) -> None:
        self._sizes = sizes

    def joined(self, digits: Iterable[Ints], many: int) -> Ints:
        """Each of so many as one number."""
        number: Ints = np.zeros(many, dtype=np.int64)
        for size, digit in zip(self._sizes, digits, strict=True):
            number = number * size + digit
        return number

    def parted(self, numbers: Ints) -> list[Ints]:
        """The digits of each."""
        digits = []
        for size in reversed(self._sizes):
            numbers, digit = divmod(numbers, size)
            digits.append(digit)
        return digits[::-1]


def ranked(numbers: Ints) -> tuple[Ints, Ints]:
    """The different numbers in order, and for each its place among them; by marking where they are small."""
    span = int(numbers.max()) + 1
    if span > max(_MARKS, 8 * len(numbers)):
        found, places = np.unique(numbers, return_inverse=True)
        return found, places
    there = np.zeros(span, dtype=bool)
    there[numbers] = True
    found = np.flatnonzero(there)
    rank: Ints = np.zeros(span, dtype=np.int64)
    rank[found] = np.arange(len(found))
    return found, rank[numbers]


class Spread(NamedTuple):
    """What a phase makes of some states; kept, since those of the next turn are mostly the same."""

    before: Ints
    weights: Weights
    common: int
    after: Ints
    over: NDArray[np.bool_]


class ManyAmounts(NamedTuple):
    """Amounts of states in arrays, out of ``total``."""

    states: list[State]
    rows: Limbs
    total: int

    def each(self) -> list[tuple[State, int]]:
        return list(zip(self.states, numbers(self.rows), strict=True))

    def summed(self, read: Callable[[State], Outcome]) -> dict[Outcome, int]:
        places: dict[Outcome, int] = {}
        which = np.array([places.setdefault(read(state), len(places)) for state in self.states], dtype=np.int64)
        return {outcome: total(self.rows[which == place]) for outcome, place in places.items()}


class WideFront:
    """An amount for each of many states in which a chain may stand, out of ``total``."""

    _states: Ints
    _mass: Limbs
    _over: NDArray[np.bool_]
    _known: tuple[Ints, NDArray[np.bool_]]  # which states are over, of those met so far

    def __init__(self, transitions: Transitions, mass: Mapping[int, int], total: int) -> None:
        self.total = total
        states = [transitions.state(i) for i in mass]
        self._begin(transitions, states, limbs(list(mass.values()), columns(total)))

    def _begin(self, transitions: Transitions, states: list[State], mass: Limbs) -> None:
        """Take amounts of states, none of which is over."""
        self.transitions, self._packing = transitions, Packing(transitions.packing.components)
        if self._packing.widen(_SPARE) is None:  # then each state has a number as a whole
            self.transitions = transitions = transitions.unparted()
            self._packing = Packing(transitions.packing.components, transitions.most.bit_length())
        packed = np.array(self._packing.columns_packed(transitions.columns(states), self._packing.every))
        order = np.argsort(packed)
        self._states, self._mass = packed[order], mass[order]
        self._over = np.zeros(len(order), dtype=bool)
        self._known = self._states, self._over
        self._spreads: dict[int, Spread] = {}
        self._rows: list[dict[tuple[int, ...], Row]] = [{} for _ in transitions.phases]

    def _make_room(self) -> None:
        """More bits for components that have taken more values."""
        states = self._told(self._states)
        moved = self._packing.widen(_SPARE)
        if moved is None:
            self._begin(self.transitions, states, self._mass)
            return
        known, over = self._known
        self._states, self._known = moved(self._states), (moved(known), over)
        self._spreads.clear()

    def _told(self, packed: Ints) -> list[State]:
        """The states themselves."""
        parts = zip(self._packing.components, self._packing.unpacked(packed, self._packing.every), strict=True)
        return self.transitions.joined([[values.all[n] for n in part.tolist()] for values, part in parts])

    @property
    def going(self) -> Fraction:
        """The chance that it goes on."""
        return Fraction(total(self._mass), self.total)

    def settle(self) -> Amounts:
        """Take out the states in which it is over."""
        over, goes_on = self._over, ~self._over
        ends = ManyAmounts(self._told(self._states[over]), self._mass[over], self.total)
        self._states, self._mass, self._over = self._states[goes_on], self._mass[goes_on], over[goes_on]
        return ends

    def standing(self) -> Amounts:
        """The states in which it goes on. What was kept for a next turn, if any, is let go where it takes much."""
        if self._kept > MOST_KEPT:
            self._spreads.clear()
        return ManyAmounts(self._told(self._states), self._mass, self.total)

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
        places = self.transitions.phases[kind].places
        rest = [place for place in self._packing.every if place not in places]
        sees, leaves = self._mixed(places), self._mixed(rest)
        seen, which = ranked(sees.joined(self._packing.unpacked(self._states, places), len(self._states)))
        kept, stays = ranked(leaves.joined(self._packing.unpacked(self._states, rest), len(self._states)))
        rows = [self._row(kind, numbers) for numbers in zip(*map(np.ndarray.tolist, sees.parted(seen)), strict=True)]
        if self._packing.outgrown:
            self._make_room()
            return self._spread(kind)
        common = lcm(*{row.whole for row in rows})
        shares: NDArray[Any] = np.array([common // row.whole for row in rows], dtype=small(common))
        many = np.array([len(row.weights) for row in rows])
        weights = np.concatenate([row.weights for row in rows]) * np.repeat(shares, many)
        makes = self._mixed(places)  # of which the rows may have taken more
        new, comes = ranked(makes.joined(np.concatenate([row.to for row in rows], axis=1), len(weights)))
        first = np.cumsum(many) - many
        ways = many[which]  # from each state
        self._refuse(len(which), _ARRAYS * int(ways.sum()))
        source = np.repeat(np.arange(len(which)), ways)
        way = np.arange(len(source)) - np.repeat(np.cumsum(ways) - ways - first[which], ways)
        found, to = ranked(stays[source] * len(new) + comes[way])
        same, change = divmod(found, len(new))
        after = self._packing.packed(leaves.parted(kept[same]), rest) | self._packing.packed(
            makes.parted(new[change]), places
        )
        matrix = Weights(to, source, way, weights, (len(after), len(which)))
        return Spread(self._states, matrix, common, after, self._which_over(after))

    def _mixed(self, places: Iterable[int]) -> Mixed:
        """The values of some components as one number."""
        return Mixed([len(self._packing.components[place]) for place in places])

    def _row(self, kind: int, seen: tuple[int, ...]) -> Row:
        """What a kind of phase makes of what it sees, the numbers of its values."""
        rows = self._rows[kind]
        if seen not in rows:
            places, wide = self.transitions.phases[kind].places, self.transitions.packing
            _, (to, weights, whole) = self.transitions.row(kind, wide.packed(seen, places))
            parts = np.array([wide.column(to, place) for place in places], dtype=np.int64)
            rows[seen] = Row(parts, np.array(weights, dtype=small(whole)), whole)
        return rows[seen]

    @property
    def _kept(self) -> int:
        """Bytes of what is kept for the next turns."""
        return sum(spread.weights.nbytes + spread.after.nbytes for spread in self._spreads.values())

    def _refuse(self, states: int, words: int) -> None:
        """Refuse what would take too much, with what is kept already."""
        self.transitions.refuse_bytes(states, self._kept + _WORD * words)

    def _which_over(self, states: Ints) -> NDArray[np.bool_]:
        known, over = self._known
        place = np.minimum(np.searchsorted(known, states), len(known) - 1)
        which, fresh = over[place], known[place] != states
        if fresh.any():
            new = np.sort(states[fresh])
            ended = np.array(list(map(self.transitions.ends, self._told(new))), dtype=bool)
            which[fresh] = ended[np.searchsorted(new, states[fresh])]
            places = np.searchsorted(known, new)
            self._known = np.insert(known, places, new), np.insert(over, places, ended)
        return which
