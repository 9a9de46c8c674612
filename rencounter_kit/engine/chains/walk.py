"""A chain followed turn by turn, exactly: first the states and their denominators, then the amounts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dice.chances import Array, FloatArray
from ..dice.dist import Outcome
from .amounts import Amounts
from .exploration import Exploration
from .outcome_amounts import OutcomeAmounts, Read
from .phase import State
from .residues import grouped, primes_above
from .state_space import UnpartedError
from .transitions import Transitions

MAX_KEPT = 16_000_000  # bytes for turns that may never be asked for
Part = tuple[Sequence[State], Array]  # states with their amounts, as residues


class Walk:
    """A chain followed for ``turn`` turns so far, in one cell or several.

    starts : states.
    weights : for each a weight in each cell, out of ``total``.
    """

    def __init__(self, transitions: Transitions, starts: Sequence[State], weights: NDArray[Any], total: int) -> None:
        self._transitions, self._starts, self._weights, self._total = transitions, starts, weights, total
        self.cells = weights.shape[1]
        self._begin()

    def _begin(self) -> None:
        try:
            self._exploration = Exploration(self._transitions, self._starts, self.cells, self._total)
        except UnpartedError:
            self._unpart()
        self._forgotten, self._amounts, self._survival = False, self._of_primes([]), list[Fraction]()

    def _unpart(self) -> None:
        """Begin again, each state as one component."""
        self._transitions = self._transitions.unparted()
        self._begin()

    def _of_primes(self, primes: Sequence[int]) -> Amounts:
        return Amounts(primes, self._weights, self._total)

    @property
    def turn(self) -> int:
        """The turns that it was followed."""
        return self._exploration.turn

    @property
    def goes_on(self) -> bool:
        """Is there a state in which it goes on?"""
        return self._exploration.goes_on

    @property
    def ways(self) -> int:
        """Ways from a state of a cell to another that are kept for more turns."""
        return 0 if self._forgotten else self._exploration.space.ways

    def go_on(self, turns: int, after_turn: Callable[[], object] = lambda: None) -> None:
        """Follow it for so many turns, or until nothing goes on; refused where that would take too much work.

        after_turn : called when all is known that can be reached in a turn, and before the first.
        """
        if self._amounts.ended and (self.turn >= turns or not self.goes_on):
            return
        if self._forgotten:
            self._begin()
        try:
            self._exploration.go_on(turns, after_turn)
        except UnpartedError:
            self._unpart()
            self._exploration.go_on(turns, after_turn)
        self._follow(turns)
        space, places = self._exploration.space, self._exploration.standing
        self._over = [space.visited[space.after(phase)].over_states for phase in range(self._exploration.phases)]
        self._states_now: Part = space.states(0, places), self._amounts.amounts_before(places)
        if space.nbytes > MAX_KEPT:
            self._forgotten = True
            space.forget()
            self._amounts.forget()

    def _follow(self, turns: int) -> None:
        """Work out the amounts of all steps, modulo as many primes as the common denominator takes."""
        self.total, own_primes = self._exploration.denominator, self._amounts.residues.primes
        primes, steps, space = (
            primes_above(self.total, self._exploration.bases),
            self._exploration.steps,
            self._exploration.space,
        )
        turns_so_far = len(self._amounts.ended)
        if (
            own_primes != primes[: len(own_primes)] and primes != own_primes[: len(primes)]
        ):  # one divides a base that has come since
            own_primes = []
        if more := primes[len(own_primes) :]:
            others = self._of_primes(more)
            if own_primes:
                others.go_on(steps[:turns_so_far], space, turns)
            self._amounts = self._amounts.beside(others) if own_primes else others
        self._amounts.go_on(steps[len(self._amounts.ended) :], space, turns)

    # What comes of it -------------------------------------------------------------------------------------------------

    def _numbers(self, rows: FloatArray | Array) -> list[int]:
        """Amounts out of ``total``, from their residues."""
        residues = self._amounts.residues
        return residues.numbers(residues.times(rows.astype(float), residues.of([self.total])))

    @property
    def survival(self) -> list[Fraction]:
        """The chance that it still goes on after 0, 1, 2, ... turns, where there is one cell."""
        if new := self._amounts.going[len(self._survival) :]:
            self._survival += [Fraction(number, self.total) for number in self._numbers(np.concatenate(new))]
        return self._survival

    def _ends(self, turn: int) -> list[Part]:
        """The states in which it has ended in a turn, and their amounts, phase by phase."""
        phases = self._exploration.phases
        which = slice(1 + phases * (turn - 1), 1 + phases * turn) if turn else slice(1)
        parts = zip(self._exploration.steps[which], self._amounts.ended[which], strict=True)
        return [([self._over[step.phase][i] for i in step.over.tolist()], rows) for step, rows in parts]

    def ended(
        self, turns: Iterable[int], read: Callable[[int, Sequence[State]], Iterable[Outcome]]
    ) -> list[OutcomeAmounts]:
        """For each of some turns the amounts of those that end in it, by outcomes read from the turn and the last
        states.
        """
        return self._read([(self._ends(turn), partial(read, turn)) for turn in turns])

    def standing(self, read: Read) -> OutcomeAmounts:
        """The amounts of those that go on, by outcomes read from their states."""
        return self._read([([self._states_now], read)])[0]

    def _read(self, groups: Sequence[tuple[Sequence[Part], Read]]) -> list[OutcomeAmounts]:
        """For each group of states the amounts of the outcomes that are read from them."""
        places: dict[tuple[int, Outcome], int] = {}
        which = [
            places.setdefault((number, outcome), len(places))
            for number, (parts, read) in enumerate(groups)
            for states, _ in parts
            for outcome in read(states)
        ]
        width = self.cells * len(self._amounts.residues)
        rows = np.concatenate(
            [np.zeros((0, width)), *(rows.reshape(-1, width) for parts, _ in groups for _, rows in parts)]
        )
        sums = grouped(rows, np.array(which, dtype=np.int64), len(places)).reshape(-1, len(self._amounts.residues))
        numbers = self._numbers(self._amounts.residues.reduced(sums))
        by_group: list[dict[Outcome, list[int]]] = [{} for _ in groups]
        for (group, outcome), first in zip(places, range(0, len(numbers), self.cells), strict=True):
            by_group[group][outcome] = numbers[first : first + self.cells]
        return [OutcomeAmounts(amounts, self.total) for amounts in by_group]

    def all_ends(self) -> list[tuple[int | None, State, int]]:
        """All ends, with their turn, state and amount; and those in which it goes on, with no turn."""
        ends = [(turn, *part) for turn in range(self.turn + 1) for part in self._ends(turn)]
        return [
            (turn, state, amount)
            for turn, states, rows in [*ends, (None, *self._states_now)]
            for state, amount in zip(states, self._numbers(rows), strict=True)
        ]
