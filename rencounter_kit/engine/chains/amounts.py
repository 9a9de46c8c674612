"""The amounts of a chain's states turn by turn, as residues: a column for each prime (NumPy)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dice.chances import Array, FloatArray, IntArray
from ..work.progress import tell
from .exploration import START, PhaseStep
from .residues import Residues
from .state_space import StateSpace


class Amounts:
    """The amounts so far, residues of chances times a scale.

    ended : for each step, of the states that end in it.
    going : for each turn and cell, the sum of those that go on.

    weights : for each start a weight in each cell, out of ``total``.
    """

    def __init__(self, primes: Sequence[int], weights: NDArray[Any], total: int) -> None:
        self.residues, self._weights, self._total, self._cells = Residues(primes), weights, total, weights.shape[1]
        self._residues_now = self.residues.of(weights.ravel().tolist())
        self._scale = self.residues.inverse(total)  # by which ``_residues_now`` is to be multiplied
        self.ended: list[Array] = []
        self.going: list[FloatArray] = []

    def rows(self, places: IntArray) -> IntArray:
        """The rows of the states in some places, one for each cell."""
        return (places[:, None] * self._cells + np.arange(self._cells)).ravel()

    def amounts_before(self, places: IntArray) -> FloatArray:
        """The amounts of the states in some places before the next phase."""
        return self.residues.times(self._residues_now[self.rows(places)], self._scale)

    def forget(self) -> None:
        """Keep only the amounts that have ended."""
        self._residues_now = self._residues_now[:0]

    def go_on(self, steps: Sequence[PhaseStep], space: StateSpace, turns: int) -> None:
        """Take some more steps.

        turns : how many there will be in all, for the report of progress.
        """
        cells, last = self._cells, len(space.visited) - 1
        for step in steps:
            if step.phase != START:
                matrix = space.matrices[step.phase]
                weights = matrix.weights(len(space.visited[space.after(step.phase)]))
                self._residues_now = weights(self._residues_now, step.after * cells, self.residues)
                self._scale = self.residues.times(self._scale, self.residues.inverse(matrix.common))
            self.ended.append(self.amounts_before(step.ended).astype(np.int32))
            self._residues_now[self.rows(step.ended)] = 0
            if step.phase in (START, last):
                going = self._residues_now.reshape(-1, cells, len(self.residues)).sum(axis=0)
                self.going.append(self.residues.times(self.residues.reduced(going), self._scale))
            if step.phase != START:
                tell(len(self.going) - 1, turns)

    def beside(self, others: Amounts) -> Amounts:
        """The columns of both, for the primes of both; the others have taken as many steps."""
        both = Amounts([*self.residues.primes, *others.residues.primes], self._weights, self._total)
        both._residues_now, both._scale = (
            np.hstack([self._residues_now, others._residues_now]),
            np.hstack([self._scale, others._scale]),
        )
        both.ended = [np.hstack(each) for each in zip(self.ended, others.ended, strict=True)]
        both.going = [np.hstack(each) for each in zip(self.going, others.going, strict=True)]
        return both
