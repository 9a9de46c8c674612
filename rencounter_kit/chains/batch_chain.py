"""A chain followed turn by turn for a batch of cells at once, exactly: one set of states for all, and in each state an
amount for each cell (NumPy).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from itertools import pairwise, repeat
from math import lcm
from typing import NamedTuple

import numpy as np
from scipy import sparse

from ..dice.chances import IntArray
from ..dice.dist import Dist, Outcome
from ..progress import tell
from .batch import LIMIT, BatchDist, NotTogetherError, Weight, weights_of
from .multiword import WeightMatrix, multiword, numbers, width_of
from .phase import Phase, State, outcomes_and_weights

_MAX_WAYS = 2_000_000  # from one state of one cell to another: some 170 MB
Turns = Callable[[State], State | Dist | BatchDist]


class PhaseMatrix(NamedTuple):
    """Where a kind of phase leads: to which states, and what comes to each of them out of ``common``."""

    to: IntArray
    common: int
    weights: WeightMatrix


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
        self.ways = 0  # from a state of a cell to another
        begun = [outcomes_and_weights(start) for start in starts]
        self.total = lcm(*[sum(weights) for _, weights in begun])
        self.begun = [
            (self._number(state), cell, weight * (self.total // sum(weights)))
            for cell, (states, weights) in enumerate(begun)
            for state, weight in zip(states, weights, strict=True)
        ]
        self._turns = 0  # so far it is known what can be reached
        self._before: list[set[int]] = [set() for _ in steps]
        self._front = {i for i, _, _ in self.begun if not self._over[i]}
        self._place()

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
            self.ways += self.cells * len(to)
            if self.ways > _MAX_WAYS:
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

    def reach(self, turns: int) -> None:
        """Work out all that can be reached in so many turns."""
        known = self._turns
        while self._turns < turns and self._front:
            tell(self._turns, turns)
            for phase, kind in enumerate(self.kinds):
                self._front -= self._before[phase]
                self._before[phase] |= self._front
                self._front = {j for i in self._front for j in self._move(kind, i) if not self._over[j]}
            self._turns += 1
        if self._turns > known:
            self._place()

    def _place(self) -> None:
        """Give a place to each state that can stand before each kind of phase."""
        stands: dict[int, set[int]] = {self.kinds[0]: {*self._front, *(i for i, _, _ in self.begun)}}
        for kind, some in zip(self.kinds, self._before, strict=True):
            stands[kind] = stands.get(kind, set()) | some
        self.stands = {kind: np.array(sorted(some), dtype=np.int64) for kind, some in stands.items()}
        self.over = np.array(self._over)
        self.matrix = cache(self._matrix)
        self.passed = cache(lambda kind, after: _passed(self.matrix(kind).to, self.stands[after]))

    def outcomes(self, turns: int, read: Callable[[int | None, State], Outcome]) -> list[Dist]:
        """What comes of so many turns in each cell: read from the turn of the end (``None`` where it still goes on) and
        the last state.
        """
        walk = BatchWalk(self, read)
        walk.go_on(turns)
        return walk.outcomes(partial(read, None))

    def _matrix(self, kind: int) -> PhaseMatrix:
        """All ways of a kind of phase, from each state of each cell before it to another one of the same cell."""
        known, cells, before = self._moves[kind], self.cells, self.stands[kind]
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
        place, shape = np.arange(cells), (len(after) * cells, len(before) * cells)
        ways = (to[:, None] * cells + place).ravel(), (source[:, None] * cells + place).ravel()
        matrix = WeightMatrix(
            weights.ravel(),
            np.arange(weights.size),
            lambda values: sparse.csr_array((values, ways), shape=shape),
        )
        return PhaseMatrix(after, common, matrix)


class BatchWalk:
    """A chain of a batch followed turn by turn from its starts, as far as it has come: ``turn``.

    read : what comes of a state in which it has ended, from the turn and the state.
    """

    def __init__(self, chain: BatchChain, read: Callable[[int, State], Outcome]) -> None:
        self.chain, self._read, self.turn = chain, read, 0
        self._states, self._total = chain.stands[chain.kinds[0]], chain.total
        width, rows = width_of(self._total), np.searchsorted(self._states, [i for i, _, _ in chain.begun])
        self._mass = np.zeros((len(self._states) * chain.cells, width), dtype=np.int64)
        self._mass[rows * chain.cells + [cell for _, cell, _ in chain.begun]] = multiword(
            [weight for _, _, weight in chain.begun], width
        )
        self._ended: dict[Outcome, tuple[list[int], int]] = {}  # amounts of the cells, out of so many
        self._settle(self._states, 0)

    def go_on(self, turns: int) -> None:
        """Follow it to so many turns."""
        chain = self.chain
        chain.reach(turns)
        kinds, stands = chain.kinds, chain.stands
        self._move(_passed(self._states, stands[kinds[0]]), len(stands[kinds[0]]))
        while self.turn < turns and self._mass.any():
            self.turn += 1
            for kind, after in pairwise([*kinds, kinds[0]]):
                ways = chain.matrix(kind)
                self._mass, self._total = ways.weights.onward(self._mass, self._total, ways.common)
                self._settle(ways.to, self.turn)
                self._move(chain.passed(kind, after), len(stands[after]))
                if not self._mass.any():  # perhaps in the middle of a turn
                    self._mass = np.zeros((len(stands[kinds[0]]) * chain.cells, 1), dtype=np.int64)
                    break
            tell(self.turn, turns)
        self._states = stands[kinds[0]]

    def _move(self, places: tuple[IntArray, IntArray], many: int) -> None:
        """The amounts at some places, at other places of so many."""
        (here, there), size = places, self.chain.cells * self._mass.shape[1]
        moved = np.zeros((many, size), dtype=np.int64)
        moved[there] = self._mass.reshape(-1, size)[here]
        self._mass = moved.reshape(-1, self._mass.shape[1])

    def _settle(self, states: IntArray, turn: int) -> None:
        """Aside with the amounts in which it is over."""
        over = np.flatnonzero(self.chain.over[states])
        for outcome, amounts in self._summed(states, over, partial(self._read, turn)).items():
            self._ended[outcome] = self._added(outcome, amounts)
        self._mass.reshape(len(states), self.chain.cells, -1)[over] = 0

    def _summed(self, states: IntArray, some: IntArray, read: Callable[[State], Outcome]) -> dict[Outcome, list[int]]:
        """The amounts of the cells in some of these states, by outcome."""
        by_state = self._mass.reshape(len(states), self.chain.cells, -1)
        places: dict[Outcome, list[int]] = {}
        for i in some[by_state[some].any(axis=(1, 2))].tolist():
            places.setdefault(read(self.chain.states[states[i]]), []).append(i)
        return {outcome: numbers(by_state[alike].sum(axis=0)) for outcome, alike in places.items()}

    def _added(self, outcome: Outcome, amounts: Iterable[int] = repeat(0)) -> tuple[list[int], int]:
        """What has come to an outcome so far in each cell, and more; and out of how many."""
        so_far, total = self._ended.get(outcome, ([0] * self.chain.cells, 1))
        common = lcm(total, self._total)
        before, now = common // total, common // self._total
        return [amount * before + more * now for amount, more in zip(so_far, amounts, strict=False)], common

    def outcomes(self, read: Callable[[State], Outcome]) -> list[Dist]:
        """The distribution of each cell. read : what comes of a state in which it still goes on."""
        stand = np.arange(len(self._states))
        goes_on = self._summed(self._states, stand, read)
        found = {
            outcome: self._added(outcome, goes_on.get(outcome, repeat(0))) for outcome in {**self._ended, **goes_on}
        }
        common = lcm(*[total for _, total in found.values()])
        amounts = [[amount * (common // total) for amount in each] for each, total in found.values()]
        return [Dist._of(dict(zip(found, weights, strict=True))) for weights in zip(*amounts, strict=True)]


def _passed(states: IntArray, stand: IntArray) -> tuple[IntArray, IntArray]:
    """Which of some states stand among others, and where."""
    _, here, there = np.intersect1d(states, stand, assume_unique=True, return_indices=True)
    return here, there


def _possible(lead: State | Dist | BatchDist) -> tuple[dict[State, Weight], int]:
    """Where a phase leads, without what is impossible in every cell."""
    weights, total = weights_of(lead)
    return {state: weight for state, weight in weights.items() if isinstance(weight, int) or weight.any()}, total
