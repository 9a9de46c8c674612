"""Where a chain may stand after some turns, where that is in many states: as ``Front``, in arrays (NumPy).

What a phase makes of the components that it sees is worked out once for each set of their values, and then done to all
states with these values together; and once for each state, since the states of a turn are mostly those of the turn before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..dice.chances import BoolArray
from ..dice.dist import Outcome
from .digits import Mixed, ranked
from .limbs import Ints, Limbs, columns, limbs, numbers, small, total
from .packing import Packing
from .phase import State
from .phase_rows import PhaseRows
from .shares import Amounts, Read
from .sorted_index import SortedIndex
from .stations import NOWHERE, Leads, Passage, Station
from .transitions import Transitions

_WORD = 8  # bytes
_COPIES, _ARRAYS = 5, 10  # held at once while amounts are multiplied, and while ways are found
_PER_STATE = 4  # operations with each digit, beside those of its ways
MOST_KEPT = 16_000_000  # bytes for turns that may never be asked for
_SPARE = 2  # bits of each component for values that come later


class ManyAmounts(NamedTuple):
    """Amounts of states in arrays, out of ``total``."""

    states: list[State]
    rows: Limbs
    total: int

    def each(self) -> list[tuple[State, int]]:
        return list(zip(self.states, numbers(self.rows), strict=True))

    def summed(self, read: Read) -> dict[Outcome, int]:
        places: dict[Outcome, int] = {}
        which = np.array([places.setdefault(outcome, len(places)) for outcome in read(self.states)], dtype=np.int64)
        return {outcome: total(self.rows[which == place]) for outcome, place in places.items()}


class WideFront:
    """An amount for each of many states in which a chain may stand before a phase, out of ``total``. operations :
    of the last phase.
    """

    def __init__(self, transitions: Transitions, mass: Mapping[int, int], total: int, phase: int) -> None:
        self.total, self.operations = total, 0
        self._settled = 0  # bytes of the amounts that were taken out
        states = [transitions.state(i) for i in mass]
        self._follow(transitions)
        self._begin(phase, states, limbs(list(mass.values()), columns(total)))

    def _follow(self, transitions: Transitions) -> None:
        self.transitions = transitions
        self._rows = [PhaseRows(transitions, kind) for kind in range(len(transitions.phases))]

    def _begin(self, phase: int, states: list[State], mass: Limbs) -> None:
        """Take amounts of states, none of which is over; what phases make of sets of values is still known."""
        self._packing = Packing(self.transitions.packing.components)
        if self._packing.widen(_SPARE) is None:  # then each state has a number as a whole
            self._follow(self.transitions.unparted())
            self._packing = Packing(self.transitions.packing.components, self.transitions.max_states.bit_length())
        every = self._packing.columns_packed(self.transitions.columns(states), self._packing.every)
        packed: Ints = np.array(every, dtype=np.int64)
        order = np.argsort(packed)
        self._phase, self._mass = phase, mass[order]
        self._stations = [Station() for _ in self.transitions.kinds]
        self._passages = [Passage() for _ in self.transitions.kinds]
        self._known = SortedIndex()  # is a state over, of those met so far?
        self._known.add(packed[order], np.zeros(len(order)))
        self._stations[phase].places(packed[order])
        self._kept = 0  # bytes, for the next turns

    def _make_room(self) -> None:
        """More bits for components that have taken more values."""
        there = self._mass.any(axis=1)
        states = self._told(self._stations[self._phase].numbers[there])
        moved = self._packing.widen(_SPARE)
        if moved is None:
            self._begin(self._phase, states, self._mass[there])
            return
        self._known.rename(moved)
        for station in self._stations:
            station.rename(moved)

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
        station = self._stations[self._phase]
        rows = self._mass[station.over]
        some = np.flatnonzero(rows.any(axis=1))
        rows = rows[some]
        self._mass[station.over] = 0
        self._settled += rows.nbytes
        return ManyAmounts([station.over_states[i] for i in some.tolist()], rows, self.total)

    def standing(self) -> Amounts:
        """The states in which it goes on. What was kept for a next turn, if any, is let go where it takes much."""
        some = self._mass.any(axis=1)
        states, rows = self._told(self._stations[self._phase].numbers[some]), self._mass[some]
        if self._kept > MOST_KEPT:
            self._begin(self._phase, states, rows)
        return ManyAmounts(states, rows, self.total)

    def step(self, phase: int) -> WideFront:
        """After a phase of the turn."""
        if not len(self._mass):  # all was over when it was let go
            self.operations = 0
            return self
        if len(self._passages[phase]) < len(self._mass):
            self._learn()
        passage, self._phase = self._passages[phase], self._after(phase)
        many, width = len(self._stations[self._phase]), columns(self.total * passage.common)
        self._refuse(many, _COPIES * many * width)
        self.operations = width * (passage.matrix.ways + _PER_STATE * many)
        self._mass, self.total = passage.matrix.onward(self._mass, self.total, passage.common)
        return self

    def _after(self, phase: int) -> int:
        return (phase + 1) % len(self._stations)

    def _learn(self) -> None:
        """Find the ways from the states that have not stood before this phase in the turns before."""
        before, passage = self._stations[self._phase], self._passages[self._phase]
        new = np.arange(len(passage), len(before))
        goes_on = new[~np.isin(new, before.over, assume_unique=True)]
        leads = self._leads(self.transitions.kinds[self._phase], before.numbers[goes_on])
        if self._packing.outgrown:
            self._make_room()
            self._learn()
            return
        after = self._stations[self._after(self._phase)]
        many = np.zeros(len(new), dtype=np.int64)
        many[goes_on - len(passage)] = leads.many
        passage.add(many, self._come(after, leads.states), leads, len(after))
        self._kept = sum(each.nbytes for each in self._stations) + sum(each.nbytes for each in self._passages)

    def _leads(self, kind: int, states: Ints) -> Leads:
        """What a kind of phase makes of some states."""
        places = self.transitions.phases[kind].places
        rest = [place for place in self._packing.every if place not in places]
        sees, leaves = self._mixed(places), self._mixed(rest)
        seen, which = ranked(sees.joined(self._packing.unpacked(states, places), len(states)))
        kept, stays = ranked(leaves.joined(self._packing.unpacked(states, rest), len(states)))
        to, weights, many, wholes = self._rows[kind].of(
            list(zip(*map(np.ndarray.tolist, sees.parted(seen)), strict=True)), sum(map(len, self._rows))
        )
        if not len(many) or self._packing.outgrown:
            return NOWHERE
        common = lcm(*set(wholes))
        shares: NDArray[Any] = np.array([common // whole for whole in wholes], dtype=small(common))
        weights = weights * np.repeat(shares, many)
        makes = self._mixed(places)  # of which the rows may have taken more
        new, comes = ranked(makes.joined(to, len(weights)))
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
        return Leads(after, ways, to, way, weights, common)

    def _come(self, station: Station, states: Ints) -> Ints:
        """The places of states that come there."""
        order = np.argsort(states)
        places = np.empty_like(order)
        places[order], new = station.places(states[order])
        come = states[order][new]
        over = self._which_over(come)
        station.over = np.append(station.over, np.flatnonzero(over) + len(station) - len(come))
        station.over_states += self._told(come[over])
        return places

    def _mixed(self, places: Iterable[int]) -> Mixed:
        """The values of some components as one number."""
        return Mixed([len(self._packing.components[place]) for place in places])

    def _refuse(self, states: int, words: int) -> None:
        """Refuse what would take too much, with what is kept already."""
        held = self._kept + self._settled + sum(rows.nbytes for rows in self._rows)
        self.transitions.refuse_bytes(states, held + _WORD * words)

    def _which_over(self, states: Ints) -> BoolArray:
        """Which of some states, in order, are over."""
        over, new = self._known.find(states)
        over[new] = self.transitions.ends(self._told(states[new]))
        self._known.add(states[new], over[new])
        return over > 0
