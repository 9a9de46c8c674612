"""The states that a chain visits before each phase of its turns, and the ways between them (NumPy).

A phase is asked once for each set of values of the components that it sees, and the ways from each state are found
once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dice.chances import Array, BoolArray, IntArray
from ..work.progress import tell
from .mixed_radix import MixedRadix, factorize
from .packing import Packing
from .phase import State
from .phase_matrix import Moves, PhaseMatrix, ranges
from .phase_table import PhaseTable
from .state_index import StateIndex
from .transitions import MAX_STATES, Transitions

_WORD = 8  # bytes
_ARRAYS = 10  # held at once while ways are found
_SPARE = 2  # bits of each component for values that come later


class UnpartedError(Exception):
    """The components of the states do not fit side by side in the bits of a number."""


class VisitedStates(StateIndex):
    """Index of the states seen before a phase, in order of first visit.

    over : the places of those in which the chain is over;
    over_states : these states.
    """

    def __init__(self) -> None:
        super().__init__()
        self.over: Array = np.zeros(0, dtype=np.int64)
        self.over_states: list[State] = []


class StateSpace:
    """The states visited so far, and the ways between them.

    cells : how many there are, each with weights of its own.
    """

    def __init__(self, transitions: Transitions, starts: Sequence[State], cells: int) -> None:
        self.transitions, self._cells = transitions, cells
        self._packing = Packing(transitions.packing.components)
        if self._packing.widen(_SPARE) is None:
            raise UnpartedError
        self._tables = [PhaseTable(transitions, kind, cells) for kind in range(len(transitions.phases))]
        self.visited = [VisitedStates() for _ in transitions.kinds]
        self.matrices = [PhaseMatrix(cells) for _ in transitions.kinds]
        self._index, self._over = StateIndex(), np.zeros(0, dtype=bool)  # all states so far, and which are over
        packed = self._packing.columns_packed(transitions.columns(starts), self._packing.places)
        self._visit(self.visited[0], np.array(packed, dtype=np.int64))

    @property
    def nbytes(self) -> int:
        """Bytes that it takes."""
        each = zip(self.visited, self.matrices, strict=True)
        return sum(states.nbytes + ways.nbytes for states, ways in each) + sum(table.nbytes for table in self._tables)

    @property
    def size(self) -> int:
        """States visited before all phases together."""
        return sum(map(len, self.visited))

    @property
    def ways(self) -> int:
        """Ways from a state of a cell to another."""
        return self._cells * sum(len(matrix.to) for matrix in self.matrices)

    def forget(self) -> None:
        """Keep nothing; it can go no further."""
        self.visited, self.matrices, self._tables, self._index = [], [], [], StateIndex()

    def after(self, phase: int) -> int:
        """The next phase; the first one after the last."""
        return (phase + 1) % len(self.visited)

    def states(self, phase: int, places: IntArray) -> list[State]:
        """The states in some places before a phase."""
        return self._states_of(self.visited[phase].states[places])

    def _states_of(self, packed: IntArray) -> list[State]:
        return self.transitions.joined(self._packing.columns_unpacked(packed))

    def learn(self, phase: int) -> PhaseMatrix:
        """The matrix of a phase, with the ways from all states visited before it so far."""
        before, matrix = self.visited[phase], self.matrices[phase]
        if len(matrix) == len(before):
            return matrix
        new = np.arange(len(matrix), len(before))
        goes_on = new[~np.isin(new, before.over, assume_unique=True)]
        moves = self._moves(self.transitions.kinds[phase], before.states[goes_on])
        if self._packing.outgrown:
            self._widen()
            return self.learn(phase)
        places = self._visit(self.visited[self.after(phase)], moves.states)
        matrix.add(goes_on - len(matrix), len(new), places, moves)
        return matrix

    def _widen(self) -> None:
        """More bits for components that have taken more values."""
        moved = self._packing.widen(_SPARE)
        if moved is None:
            raise UnpartedError
        for index in (self._index, *self.visited):
            index.rename(moved)

    def _moves(self, kind: int, states: IntArray) -> Moves:
        """The ways of a kind of phase from some states."""
        places = self.transitions.phases[kind].places
        rest = [place for place in self._packing.places if place not in places]
        sees, leaves = self._radix(places), self._radix(rest)
        sights, row = factorize(sees.encode(self._packing.unpacked(states, places), len(states)))
        remainders, stays = factorize(leaves.encode(self._packing.unpacked(states, rest), len(states)))
        result = self._tables[kind].of(
            list(zip(*map(np.ndarray.tolist, sees.decode(sights)), strict=True)), sum(map(len, self._tables))
        )
        totals = {total: place for place, total in enumerate(dict.fromkeys(result.totals))}
        common = lcm(*totals)
        factors: NDArray[Any] = np.array(
            [common // total for total in result.totals], dtype=object if common >= 2**62 else np.int64
        )
        total = np.array([totals[one] for one in result.totals], dtype=np.int64)[row]
        weights = result.weights * np.repeat(factors, result.counts)[:, None]
        makes = self._radix(places)  # of which the rows may have taken more
        new, comes = factorize(makes.encode(result.to, len(weights)))
        first = np.cumsum(result.counts) - result.counts
        counts = result.counts[row]  # from each state
        self.refuse(len(row), _ARRAYS * int(counts.sum()))
        if self._cells > 1:
            self.transitions.refuse_ways(
                self._cells * (sum(len(matrix.to) for matrix in self.matrices) + int(counts.sum()))
            )
        source = np.repeat(np.arange(len(row)), counts)
        way = ranges(first[row], counts)
        targets, to = factorize(stays[source] * len(new) + comes[way])
        if self._packing.outgrown or not len(targets):
            return Moves(targets, counts, to, total, way, weights, list(totals))
        same, change = divmod(targets, len(new))
        after = self._packing.packed(leaves.decode(remainders[same]), rest) | self._packing.packed(
            makes.decode(new[change]), places
        )
        return Moves(after, counts, to, total, way, weights, list(totals))

    def _visit(self, visited: VisitedStates, states: IntArray) -> IntArray:
        """The places of states that come before a phase, all different; new ones are added."""
        places, new = visited.places(states)
        come = states[new]
        over = self._which_over(come)
        visited.over = np.append(visited.over, np.flatnonzero(over) + len(visited) - len(come))
        visited.over_states += self._states_of(come[over])
        return places

    def _which_over(self, states: IntArray) -> BoolArray:
        """Which of some states are over."""
        places, new = self._index.places(states)
        if new.any():
            tell(len(self._index), None)
        if len(self._index) > self.transitions.max_states < MAX_STATES:  # else their bytes tell
            self.transitions.refuse()
        self._over = np.append(self._over, np.array(self.transitions.ends(self._states_of(states[new])), dtype=bool))
        return self._over[places]

    def _radix(self, places: Iterable[int]) -> MixedRadix:
        """The values of some components as one number."""
        return MixedRadix([len(self._packing.components[place]) for place in places])

    def refuse(self, states: int, words: int) -> None:
        """Refuse so many words more than what is kept already, where that is too much memory."""
        self.transitions.refuse_bytes(states, self.nbytes + _WORD * words)
