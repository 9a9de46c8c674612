"""The amounts of a chain's states turn by turn, as residues: a column for each prime (NumPy)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dice.chances import Array, FloatArray, IntArray
from ..progress import tell
from .exploration import START, PhaseStep
from .residues import Residues
from .state_space import StateSpace


class Amounts:
    """As far as they are known. ended : of each step, what has ended in it. going : of each turn, what goes on after it, in each
    cell.

    begun : for each start a weight in each cell, out of ``total``.
    """

    def __init__(self, primes: Sequence[int], begun: NDArray[Any], total: int) -> None:
        self.residues, self._begun, self._total, self._cells = Residues(primes), begun, total, begun.shape[1]
        self._stand = self.residues.of(begun.ravel().tolist())
        self._scale = self.residues.inverse(total)  # by what it is to be multiplied
        self.ended: list[Array] = []
        self.going: list[FloatArray] = []

    def rows(self, places: IntArray) -> IntArray:
        """The rows of some states."""
        return (places[:, None] * self._cells + np.arange(self._cells)).ravel()

    def stand(self, places: IntArray) -> FloatArray:
        """The amounts of some states before the next phase."""
        return self.residues.times(self._stand[self.rows(places)], self._scale)

    def forget(self) -> None:
        """Keep what has ended only."""
        self._stand = self._stand[:0]

    def go_on(self, steps: Sequence[PhaseStep], space: StateSpace, turns: int) -> None:
        """Through some more steps. turns : how many there will be, to tell how far it is."""
        cells, last = self._cells, len(space.visited) - 1
        for step in steps:
            if step.phase != START:
                matrix = space.matrices[step.phase]
                weights = matrix.weights(len(space.visited[space.after(step.phase)]))
                self._stand = weights(self._stand, step.after * cells, self.residues)
                self._scale = self.residues.times(self._scale, self.residues.inverse(matrix.common))
            self.ended.append(self.stand(step.ended).astype(np.int32))
            self._stand[self.rows(step.ended)] = 0
            if step.phase in (START, last):
                going = self._stand.reshape(-1, cells, len(self.residues)).sum(axis=0)
                self.going.append(self.residues.times(self.residues.reduced(going), self._scale))
            if step.phase != START:
                tell(len(self.going) - 1, turns)

    def beside(self, others: Amounts) -> Amounts:
        """With the columns of others, which have come as far."""
        both = Amounts([*self.residues.primes, *others.residues.primes], self._begun, self._total)
        both._stand, both._scale = np.hstack([self._stand, others._stand]), np.hstack([self._scale, others._scale])
        both.ended = [np.hstack(each) for each in zip(self.ended, others.ended, strict=True)]
        both.going = [np.hstack(each) for each in zip(self.going, others.going, strict=True)]
        return both
