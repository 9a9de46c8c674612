"""Where a chain may stand after some turns, where that is in many states: as ``StateDistribution``, in arrays (NumPy).

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
from .mixed_radix import MixedRadix, factorize
from .multiword import Ints, Multiwords, multiword, numbers, small, sum_of, width_of
from .packing import Packing
from .phase import State
from .phase_table import PhaseTable
from .state_index import StateIndex
from .sums import Amounts, Read
from .transitions import Transitions
from .visited import NO_MOVES, GrowingMatrix, Moves, VisitedStates

_WORD = 8  # bytes
_COPIES, _ARRAYS = 5, 10  # held at once while amounts are multiplied, and while ways are found
_PER_STATE = 4  # operations with each digit, beside those of its ways
MAX_KEPT = 16_000_000  # bytes for turns that may never be asked for
_SPARE = 2  # bits of each component for values that come later


class ManyAmounts(NamedTuple):
    """Amounts of states in arrays, out of ``total``."""

    states: list[State]
    rows: Multiwords
    total: int

    def each(self) -> list[tuple[State, int]]:
        return list(zip(self.states, numbers(self.rows), strict=True))

    def summed(self, read: Read) -> dict[Outcome, int]:
        places: dict[Outcome, int] = {}
        which = np.array([places.setdefault(outcome, len(places)) for outcome in read(self.states)], dtype=np.int64)
        return {outcome: sum_of(self.rows[which == place]) for outcome, place in places.items()}


class WideDistribution:
    """An amount for each of many states in which a chain may stand before a phase, out of ``total``. operations :
    of the last phase.
    """

    def __init__(self, transitions: Transitions, mass: Mapping[int, int], total: int, phase: int) -> None:
        self.total, self.operations = total, 0
        self._settled = 0  # bytes of the amounts that were taken out
        states = [transitions.state(i) for i in mass]
        self._follow(transitions)
        self._begin(phase, states, multiword(list(mass.values()), width_of(total)))

    def _follow(self, transitions: Transitions) -> None:
        self.transitions = transitions
        self._tables = [PhaseTable(transitions, kind) for kind in range(len(transitions.phases))]

    def _begin(self, phase: int, states: list[State], mass: Multiwords) -> None:
        """Take amounts of states, none of which is over; what phases make of sets of values is still known."""
        self._packing = Packing(self.transitions.packing.components)
        if self._packing.widen(_SPARE) is None:  # then each state has a number as a whole
            self._follow(self.transitions.unparted())
            self._packing = Packing(self.transitions.packing.components, self.transitions.max_states.bit_length())
        every = self._packing.columns_packed(self.transitions.columns(states), self._packing.every)
        packed: Ints = np.array(every, dtype=np.int64)
        self._phase, self._mass = phase, mass
        self._visited = [VisitedStates() for _ in self.transitions.kinds]
        self._matrices = [GrowingMatrix() for _ in self.transitions.kinds]
        self._known = StateIndex()  # is a state over, of those met so far?
        self._known.add(packed, np.zeros(len(packed)))
        self._visited[phase].places(packed)
        self._kept = 0  # bytes, for the next turns

    def _make_room(self) -> None:
        """More bits for components that have taken more values."""
        there = self._mass.any(axis=1)
        states = self._told(self._visited[self._phase].numbers[there])
        moved = self._packing.widen(_SPARE)
        if moved is None:
            self._begin(self._phase, states, self._mass[there])
            return
        self._known = self._known.renamed(moved)
        for visited in self._visited:
            visited.rename(moved)

    def _told(self, packed: Ints) -> list[State]:
        """The states themselves."""
        parts = zip(self._packing.components, self._packing.unpacked(packed, self._packing.every), strict=True)
        return self.transitions.joined([[values.all[n] for n in part.tolist()] for values, part in parts])

    @property
    def going(self) -> Fraction:
        """The chance that it goes on."""
        return Fraction(sum_of(self._mass), self.total)

    def settle(self) -> Amounts:
        """Take out the states in which it is over."""
        here = self._visited[self._phase]
        rows = self._mass[here.over]
        some = np.flatnonzero(rows.any(axis=1))
        rows = rows[some]
        self._mass[here.over] = 0
        self._settled += rows.nbytes
        return ManyAmounts([here.over_states[i] for i in some.tolist()], rows, self.total)

    def standing(self) -> Amounts:
        """The states in which it goes on. What was kept for a next turn, if any, is let go where it takes much."""
        some = self._mass.any(axis=1)
        states, rows = self._told(self._visited[self._phase].numbers[some]), self._mass[some]
        if self._kept > MAX_KEPT:
            self._begin(self._phase, states, rows)
        return ManyAmounts(states, rows, self.total)

    def step(self, phase: int) -> WideDistribution:
        """After a phase of the turn."""
        if not len(self._mass):  # all was over when it was let go
            self.operations = 0
            return self
        if len(self._matrices[phase]) < len(self._mass):
            self._learn()
        matrix, self._phase = self._matrices[phase], self._after(phase)
        count, width = len(self._visited[self._phase]), width_of(self.total * matrix.common)
        self._refuse(count, _COPIES * count * width)
        self.operations = width * (matrix.weights.ways + _PER_STATE * count)
        self._mass, self.total = matrix.weights.onward(self._mass, self.total, matrix.common)
        return self

    def _after(self, phase: int) -> int:
        return (phase + 1) % len(self._visited)

    def _learn(self) -> None:
        """Find the ways from the states that have not stood before this phase in the turns before."""
        before, matrix = self._visited[self._phase], self._matrices[self._phase]
        new = np.arange(len(matrix), len(before))
        goes_on = new[~np.isin(new, before.over, assume_unique=True)]
        moves = self._moves(self.transitions.kinds[self._phase], before.numbers[goes_on])
        if self._packing.outgrown:
            self._make_room()
            self._learn()
            return
        after = self._visited[self._after(self._phase)]
        counts = np.zeros(len(new), dtype=np.int64)
        counts[goes_on - len(matrix)] = moves.counts
        matrix.add(counts, self._come(after, moves.states), moves, len(after))
        self._kept = sum(each.nbytes for each in self._visited) + sum(each.nbytes for each in self._matrices)

    def _moves(self, kind: int, states: Ints) -> Moves:
        """What a kind of phase makes of some states."""
        places = self.transitions.phases[kind].places
        rest = [place for place in self._packing.every if place not in places]
        sees, leaves = self._radix(places), self._radix(rest)
        seen, which = factorize(sees.encode(self._packing.unpacked(states, places), len(states)))
        kept, stays = factorize(leaves.encode(self._packing.unpacked(states, rest), len(states)))
        to, weights, counts, totals = self._tables[kind].of(
            list(zip(*map(np.ndarray.tolist, sees.decode(seen)), strict=True)), sum(map(len, self._tables))
        )
        if not len(counts) or self._packing.outgrown:
            return NO_MOVES
        common = lcm(*set(totals))
        shares: NDArray[Any] = np.array([common // total for total in totals], dtype=small(common))
        weights = weights * np.repeat(shares, counts)
        makes = self._radix(places)  # of which the rows may have taken more
        new, comes = factorize(makes.encode(to, len(weights)))
        first = np.cumsum(counts) - counts
        ways = counts[which]  # from each state
        self._refuse(len(which), _ARRAYS * int(ways.sum()))
        source = np.repeat(np.arange(len(which)), ways)
        way = np.arange(len(source)) - np.repeat(np.cumsum(ways) - ways - first[which], ways)
        found, to = factorize(stays[source] * len(new) + comes[way])
        same, change = divmod(found, len(new))
        after = self._packing.packed(leaves.decode(kept[same]), rest) | self._packing.packed(
            makes.decode(new[change]), places
        )
        return Moves(after, ways, to, way, weights, common)

    def _come(self, visited: VisitedStates, states: Ints) -> Ints:
        """The places of states that come there."""
        places, new = visited.places(states)
        come = states[new]
        over = self._which_over(come)
        visited.over = np.append(visited.over, np.flatnonzero(over) + len(visited) - len(come))
        visited.over_states += self._told(come[over])
        return places

    def _radix(self, places: Iterable[int]) -> MixedRadix:
        """The values of some components as one number."""
        return MixedRadix([len(self._packing.components[place]) for place in places])

    def _refuse(self, states: int, words: int) -> None:
        """Refuse what would take too much, with what is kept already."""
        held = self._kept + self._settled + sum(rows.nbytes for rows in self._tables)
        self.transitions.refuse_bytes(states, held + _WORD * words)

    def _which_over(self, states: Ints) -> BoolArray:
        """Which of some states are over."""
        over = self._known.find(states)
        new = over < 0
        over[new] = self.transitions.ends(self._told(states[new]))
        self._known.add(states[new], over[new])
        return over > 0
