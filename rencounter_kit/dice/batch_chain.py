"""A chain followed turn by turn for a batch of cells at once, exactly: one set of states for all, and in each state an
amount for each cell (NumPy).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import pairwise
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
    """Where a kind of phase leads: to which states, and what comes to each of them out of ``common``."""

    to: IntArray
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
            for phase, kind in enumerate(self.kinds):
                front -= before[phase]
                before[phase] |= front
                front = {j for i in front for j in self._move(kind, i) if not self._over[j]}
            if not front:
                break
        stands: dict[int, set[int]] = {self.kinds[0]: {*front, *(i for i, _, _ in self._begun)}}
        for kind, some in zip(self.kinds, before, strict=True):
            stands[kind] = stands.get(kind, set()) | some
        self._stands = {kind: np.array(sorted(some), dtype=np.int64) for kind, some in stands.items()}

    # Turn by turn -----------------------------------------------------------------------------------------------------

    def outcomes(self, turns: int, read: Callable[[int | None, State], Outcome]) -> list[Dist]:
        """What comes of so many turns in each cell: read from the turn of the end (``None`` where it still goes on) and
        the last state.
        """
        self._reach(turns)
        matrix = cache(self._matrix)
        passed = cache(lambda kind, after: self._passed(matrix(kind).to, after))
        over, total = np.array(self._over), self._total
        states, mass = self._stands[self.kinds[0]], self._first()
        found: dict[Outcome, list[tuple[Limbs, int]]] = {}
        self._settle(states, mass, over[states], total, partial(read, 0), found)
        for turn in range(1, turns + 1):
            for kind, after in pairwise([*self.kinds, self.kinds[0]]):
                if not mass.any():
                    return self._told(found, total)
                ways = matrix(kind)
                total *= ways.common
                mass = ways.weights.times(mass, columns(total))
                self._settle(ways.to, mass, over[ways.to], total, partial(read, turn), found)
                states, mass = self._stands[after], self._moved(mass, *passed(kind, after), len(self._stands[after]))
            tell(turn, turns)
        self._settle(states, mass, ~over[states], total, partial(read, None), found)
        return self._told(found, total)

    def _first(self) -> Limbs:
        states, width = self._stands[self.kinds[0]], columns(self._total)
        mass = np.zeros((len(states) * self.cells, width), dtype=np.int64)
        rows = [i * self.cells + cell for i, cell, _ in self._begun]  # the first states are those in which it begins
        mass[rows] = limbs([weight for _, _, weight in self._begun], width)
        return mass

    def _passed(self, to: IntArray, after: int) -> tuple[IntArray, IntArray]:
        """Which of these states stand before a kind of phase, and where."""
        _, here, there = np.intersect1d(to, self._stands[after], assume_unique=True, return_indices=True)
        return here, there

    def _moved(self, mass: Limbs, here: IntArray, there: IntArray, many: int) -> Limbs:
        """The amounts at some places, at other places of so many."""
        width = mass.shape[1]
        moved = np.zeros((many, self.cells * width), dtype=np.int64)
        moved[there] = mass.reshape(-1, self.cells * width)[here]
        return moved.reshape(-1, width)

    def _settle(
        self,
        states: IntArray,
        mass: Limbs,
        which: BoolArray,
        total: int,
        read: Callable[[State], Outcome],
        found: dict[Outcome, list[tuple[Limbs, int]]],
    ) -> None:
        """Aside with the amounts in some of these states."""
        by_state = mass.reshape(len(states), self.cells, -1)
        places: dict[Outcome, list[int]] = {}
        some = np.flatnonzero(which)
        for i in some[by_state[some].any(axis=(1, 2))].tolist():
            places.setdefault(read(self.states[states[i]]), []).append(i)
        for outcome, alike in places.items():
            found.setdefault(outcome, []).append((by_state[alike].sum(axis=0), total))
            by_state[alike] = 0

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
        """All ways of a kind of phase, from each state of each cell before it to another one of the same cell."""
        known, cells, before = self._moves[kind], self.cells, self._stands[kind]
        moves = [known.get(i, ({}, 1)) for i in before.tolist()]  # none of those that are met at the end
        common = lcm(*[total for _, total in moves])
        if common > LIMIT:
            raise NotTogetherError
        after, to = np.unique(np.array([j for into, _ in moves for j in into], dtype=np.int64), return_inverse=True)
        source = np.repeat(np.arange(len(moves)), [len(into) for into, _ in moves])
        weights = np.zeros((len(to), cells), dtype=np.int64)
        rows = ((weight, common // total) for into, total in moves for weight in into.values())
        for row, (weight, factor) in enumerate(rows):
            weights[row] = weight * factor
        divisor = int(np.gcd.reduce(weights, axis=None))
        weights, common = weights // divisor, common // divisor
        place, every = np.arange(cells), np.arange(weights.size)
        matrix = Weights(
            (to[:, None] * cells + place).ravel(),
            (source[:, None] * cells + place).ravel(),
            every,
            weights.ravel(),
            (len(after) * cells, len(before) * cells),
        )
        return PhaseMatrix(after, common, matrix)


def _possible(lead: State | Dist | BatchDist) -> tuple[dict[State, Weight], int]:
    """Where a phase leads, without what is impossible in every cell."""
    weights, total = weights_of(lead)
    return {state: weight for state, weight in weights.items() if isinstance(weight, int) or weight.any()}, total
