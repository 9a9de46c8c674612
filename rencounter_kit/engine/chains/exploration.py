"""The states that a chain reaches turn by turn, and the denominators of their chances, before any amount is known
(NumPy).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ..dice.chances import IntArray
from ..work.progress import tell
from .denominators import NOWHERE, Denominators, Exponents, propagate
from .effort import Effort
from .phase import State
from .residues import BITS
from .state_space import StateSpace
from .transitions import Transitions

START = -1  # in the place of a phase
_COPIES = 4  # of the amounts, held at once while they are multiplied
_PER_STATE = 4  # operations with each residue, beside those of its ways


class PhaseStep(NamedTuple):
    """A phase of a turn, or the start.

    after : how many states have been visited before the next phase by then.
    ended : places of the states that end in this step.
    over : their places among all states there that are over.
    """

    phase: int
    after: int
    ended: IntArray
    over: IntArray


class Exploration:
    """The turns of a chain so far: ``turn`` of them, their ``steps``, and ``space`` with the states and ways.

    total : the sum of the weights of the starts.
    cells : how many there are, each with weights of its own.
    """

    def __init__(self, transitions: Transitions, starts: Sequence[State], cells: int, total: int) -> None:
        self.space, self.cells, self.phases = StateSpace(transitions, starts, cells), cells, len(transitions.kinds)
        self.turn = 0
        self._effort, self._denominators = Effort(), Denominators()
        self._exponents: Exponents = np.repeat(self._denominators.table([total]), len(starts), axis=1)
        self._of_turn = self._highest = self._exponents.max(axis=1)  # of what ends or stands in this turn, and in any
        self._shift: Exponents | None = None  # what each turn adds to all exponents, once it is always the same
        self.steps = [self._settled(START)]
        self._ends = len(self.steps[0].ended)  # amounts that end in any step, in each cell

    @property
    def bases(self) -> Sequence[int]:
        """The numbers of whose powers all denominators are products."""
        return self._denominators.bases

    @property
    def denominator(self) -> int:
        """A common denominator of all chances so far."""
        return self._denominators.product(self._highest.tolist())

    @property
    def _words(self) -> int:
        """Residues that tell a number so far."""
        return self.denominator.bit_length() // BITS + 1

    @property
    def goes_on(self) -> bool:
        """Is there a state in which it goes on?"""
        return bool((self._exponents[0] >= 0).any())

    @property
    def standing(self) -> IntArray:
        """The places of the states in which it goes on."""
        return np.flatnonzero(self._exponents[0] >= 0)

    def go_on(self, turns: int, after_turn: Callable[[], object]) -> None:
        """Follow it to so many turns, or until nothing goes on; refused where the amounts would take too much work.

        after_turn : called when all is known that can be reached in a turn, and before the first.
        """
        self._effort.foresee(turns)
        if self.turn == 0:
            after_turn()
        while self.turn < turns and self.goes_on:
            tell(self.space.size, None)
            if self._shift is None:
                self._take_turn()
            else:
                self._exponents = np.where(self._exponents < 0, self._exponents, self._exponents + self._shift[:, None])
                self._of_turn = self._of_turn + self._shift
                self.steps += self.steps[-self.phases :]
            self.turn += 1
            self._highest = np.maximum(self._denominators.padded(self._highest), self._of_turn)
            self._spend()
            if self.goes_on:
                self._effort.end_turn(turns)
            after_turn()

    def _spend(self) -> None:
        """Count the memory and operations of this turn; refuse too much of either."""
        words, steps = self._words, self.steps[-self.phases :]
        self._ends += sum(len(step.ended) for step in steps)
        most = max(step.after for step in steps)
        self.space.refuse(most, self.space.ways + words * self.cells * (_COPIES * most + self._ends))
        products = sum(matrix.products for matrix in self.space.matrices)
        self._effort.spend(words * (products + _PER_STATE * self.cells * sum(step.after for step in steps)))

    def _take_turn(self) -> None:
        before = self._exponents
        self._of_turn = np.zeros(len(before), dtype=np.int32)
        for phase in range(self.phases):
            matrix = self.space.learn(phase)
            by_total = self._denominators.table(matrix.totals)
            divided = self._denominators.padded(self._exponents) + by_total[:, matrix.total]
            self._exponents = propagate(
                divided, matrix.source, matrix.to, len(self.space.visited[self.space.after(phase)])
            )
            self.steps.append(self._settled(phase))
        self._raise(self._exponents)
        if before.shape == self._exponents.shape:  # then no turn from now on meets a state that is new
            self._shift = self._shifted(before)

    def _settled(self, phase: int) -> PhaseStep:
        """The step of a phase; the states that end in it are taken out."""
        visited = self.space.visited[self.space.after(phase)]
        over = np.flatnonzero(self._exponents[0, visited.over] >= 0)
        ended = visited.over[over]
        self._raise(self._exponents[:, ended])
        self._exponents[:, ended] = NOWHERE
        return PhaseStep(phase, len(visited), ended, over)

    def _raise(self, exponents: Exponents) -> None:
        """Take in the exponents of what ends or stands in this turn."""
        self._of_turn = np.maximum(self._denominators.padded(self._of_turn), exponents.max(axis=1, initial=0))

    def _shifted(self, before: Exponents) -> Exponents | None:
        """What this turn has added to all exponents, where it is the same for all: then so will each turn from now on,
        since the highest of several sums is raised by what they all are.
        """
        there = before[0] >= 0
        if not np.array_equal(there, self._exponents[0] >= 0):
            return None
        more: Exponents = (self._exponents - before)[:, there]
        return more[:, 0] if (more == more[:, :1]).all() else None
