"""A chain followed turn by turn for a batch of cells at once, exactly: one set of states for all, and in each state an
amount for each cell (NumPy).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from math import lcm
from typing import NamedTuple

import numpy as np

from ..progress import tell
from .batch import LIMIT, BatchDist, NotTogetherError, Weight, weights_of
from .chances import BoolArray, IntArray
from .dist import Dist, Outcome
from .limbs import Limbs, Weights, columns, limbs, numbers
from .phase import Phase, State, outcomes_and_weights

_MOST_WAYS = 2_000_000  # from one state of one cell to another: some 170 MB
Turns = Callable[[State], State | Dist | BatchDist]


class PhaseMatrix(NamedTuple):
    """Where a kind of phase leads: from which states, and what comes to each state out of ``common``."""

    common: int
    weights: Weights


class BatchChain:
    """A chain for a batch of cells.

    starts : for each cell a state or a ``Dist`` of states. steps : the phases of a turn. ended : true for a state in
    which it is over.
    """

    def __init__(
        self, starts: Sequence[State | Dist], steps: Sequence[Turns], ended: Callable[[State], object]
    ) -> None:
        self.cells, self.steps, self.ended = len(starts), steps, ended
        self.kinds = [steps.index(step) for step in steps]  # the same function at several places of a turn is one
        self.states: list[State] = []
        self._over: list[bool] = []
        self._numbers: dict[State, int] = {}
        self._moves: list[dict[int, tuple[dict[int, Weight], int]]] = [{} for _ in steps]
        self._seen: list[dict[tuple[Outcome, ...], tuple[dict[tuple[Outcome, ...], Weight], int]]] = [{} for _ in steps]
        self._ways = 0
        begun = [outcomes_and_weights(start) for start in starts]
        self._total = lcm(*[sum(weights) for _, weights in begun])
        self._begun = [
            (self._number(state), cell, weight * (self._total // sum(weights)))
            for cell, (states, weights) in enumerate(begun)
            for state, weight in zip(states, weights, strict=True)
        ]

    def _number(self, state: State) -> int:
        number = self._numbers.get(state)
        if number is None:
            number = self._numbers[state] = len(self.states)
            self.states.append(state)
            self._over.append(bool(self.ended(state)))
        return number

    # Where it leads ---------------------------------------------------------------------------------------------------

    def _move(self, kind: int, i: int) -> dict[int, Weight]:
        moves = self._moves[kind]
        if i not in moves:
            weights, total = self._leads(kind, self.states[i])
            to = {self._number(state): weight for state, weight in weights.items()}
            self._ways += self.cells * len(to)
            if self._ways > _MOST_WAYS:
                raise NotTogetherError
            moves[i] = to, total
        return moves[i][0]

    def _leads(self, kind: int, state: State) -> tuple[dict[State, Weight], int]:
        step = self.steps[kind]
        if not isinstance(step, Phase):
            return _possible(step(state))
        values, seen = step.seen_of(state), self._seen[kind]
        if values not in seen:
            weights, total = _possible(step.function(*values))
            seen[values] = dict(zip(step.spreads(list(weights)), weights.values(), strict=True)), total
        weights, total = seen[values]
        return dict(zip(step.put_each(state, weights), weights.values(), strict=True)), total

    def _reach(self, turns: int) -> None:
        """Work out all that can be reached in so many turns."""
        front = {i for i, _, _ in self._begun if not self._over[i]}
        before: list[set[int]] = [set() for _ in self.steps]
        for turn in range(turns):
            tell(turn, turns)
            known = True
            for phase, kind in enumerate(self.kinds):
                known = known and front <= before[phase]
                before[phase] |= front
                front = {j for i in front for j in self._move(kind, i) if not self._over[j]}
            if known:
                return

    # Turn by turn -----------------------------------------------------------------------------------------------------

    def outcomes(self, turns: int, read: Callable[[int | None, State], Outcome]) -> list[Dist]:
        """What comes of so many turns in each cell: read from the turn of the end (``None`` where it still goes on) and
        the last state.
        """
        self._reach(turns)
        matrix = cache(self._matrix)
        over, total = np.array(self._over), self._total
        mass = self._first()
        found: dict[Outcome, list[tuple[Limbs, int]]] = {}
        self._settle(mass, over, total, partial(read, 0), found)
        for turn in range(1, turns + 1):
            for kind in self.kinds:
                if not mass.any():
                    return self._told(found, total)
                ways = matrix(kind)
                total *= ways.common
                mass = ways.weights.times(mass, columns(total))
                self._settle(mass, over, total, partial(read, turn), found)
            tell(turn, turns)
        self._settle(mass, ~over, total, partial(read, None), found)
        return self._told(found, total)

    def _first(self) -> Limbs:
        width = columns(self._total)
        mass = np.zeros((len(self.states) * self.cells, width), dtype=np.int64)
        rows = [i * self.cells + cell for i, cell, _ in self._begun]
        mass[rows] = limbs([weight for _, _, weight in self._begun], width)
        return mass

    def _settle(
        self,
        mass: Limbs,
        which: BoolArray,
        total: int,
        read: Callable[[State], Outcome],
        found: dict[Outcome, list[tuple[Limbs, int]]],
    ) -> None:
        """Aside with the amounts in some states."""
        by_state = mass.reshape(len(self.states), self.cells, -1)
        places: dict[Outcome, list[int]] = {}
        for i in np.flatnonzero(which & by_state.any(axis=(1, 2))).tolist():
            places.setdefault(read(self.states[i]), []).append(i)
        for outcome, some in places.items():
            found.setdefault(outcome, []).append((by_state[some].sum(axis=0), total))
            by_state[some] = 0

    def _told(self, found: dict[Outcome, list[tuple[Limbs, int]]], total: int) -> list[Dist]:
        """A distribution for each cell."""
        amounts = {outcome: [0] * self.cells for outcome in found}
        for outcome, parts in found.items():
            for rows, whole in parts:
                factor = total // whole
                each = amounts[outcome]
                for cell, amount in enumerate(numbers(rows)):
                    each[cell] += amount * factor
        return [Dist._of(dict(zip(amounts, weights, strict=True))) for weights in zip(*amounts.values(), strict=True)]

    def _matrix(self, kind: int) -> PhaseMatrix:
        """All ways of a kind of phase, from each state of each cell to another one of the same cell."""
        moves = self._moves[kind]
        common, cells = lcm(*[total for _, total in moves.values()]), self.cells
        if common > LIMIT:
            raise NotTogetherError
        to = np.array([j for into, _ in moves.values() for j in into], dtype=np.int64)
        source = np.array([i for i, (into, _) in moves.items() for _ in into], dtype=np.int64)
        weights = np.zeros((len(to), cells), dtype=np.int64)
        rows = ((weight, common // total) for into, total in moves.values() for weight in into.values())
        for row, (weight, factor) in enumerate(rows):
            weights[row] = weight * factor
        divisor = int(np.gcd.reduce(weights, axis=None))
        weights, common = weights // divisor, common // divisor
        size, place = len(self.states) * cells, np.arange(cells)
        every: IntArray = np.arange(weights.size)
        matrix = Weights(
            (to[:, None] * cells + place).ravel(),
            (source[:, None] * cells + place).ravel(),
            every,
            weights.ravel(),
            (size, size),
        )
        return PhaseMatrix(common, matrix)


def _possible(lead: State | Dist | BatchDist) -> tuple[dict[State, Weight], int]:
    """Where a phase leads, without what is impossible in every cell."""
    weights, total = weights_of(lead)
    return {state: weight for state, weight in weights.items() if isinstance(weight, int) or weight.any()}, total
