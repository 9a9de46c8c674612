"""Where each phase of a turn leads from each state: worked out when it is first asked, and kept."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from threading import RLock
from typing import NamedTuple

from ..errors import RuleError
from ..progress import tell
from .dist import Dist, Outcome
from .phase import Phase, State, WeightedStates, outcomes_and_weights

# So much is followed that it takes at most about a gigabyte, in arrays a quarter more, and two minutes: states that are
# kept one by one, and where they lead (some 1,000 and 100 bytes each); or, in arrays, so many bytes at once.
MOST_STATES, MOST_MOVES, MOST_BYTES = 300_000, 6_000_000, 10**9
REPORT_EVERY = 512  # states between two reports of progress
_ELSE = "try fewer men, or simulate it with rk.simulate(...)"


class TooLargeError(RuleError):
    """There are too many states to be followed exactly."""


class Move(NamedTuple):
    """Where a phase leads from a state: numbers of states, their weights, and the sum of the weights."""

    to: list[int]
    weights: list[int]
    whole: int


class Transitions:
    """The states of a chain, each with a number, and what the phases make of them.

    The same function at several places of a turn is one kind of phase, and worked out once.
    """

    def __init__(
        self,
        steps: Sequence[Callable[[State], State | Dist]],
        ended: Callable[[State], object] | None,
        most: int,
    ) -> None:
        self.steps = steps
        self.kinds = [steps.index(step) for step in steps]  # for each phase the first that is the same
        self.stays = ended is None and len(steps) == 1  # then it is over where the only step changes nothing
        self.ended = ended or (lambda state: False)
        self.most, self._many = most, 0
        self._lock = RLock()  # a chain that is kept may be asked by several threads
        self.states: list[State] = []
        self._over: list[bool] = []
        self._numbers: dict[State, int] = {}
        self._moves: list[dict[int, Move]] = [{} for _ in steps]
        self.seen: list[dict[tuple[Outcome, ...], WeightedStates]] = [{} for _ in steps]

    def number(self, state: State) -> int:
        """The number of a state."""
        number = self._numbers.get(state)
        return self._new_number(state) if number is None else number

    def _new_number(self, state: State) -> int:
        with self._lock:
            if state not in self._numbers:
                number = len(self.states)
                if number >= self.most:
                    self.refuse()
                self._over[number:] = [bool(self.ended(state))]  # an interrupt before the next line leaves no mark
                self.states.append(state)
                self._numbers[state] = number
            return self._numbers[state]

    def refuse(self) -> None:
        """Say that there are too many states."""
        raise TooLargeError(
            f"a process must have at most {self.most:,} states to be worked out exactly; got more; {_ELSE}"
        )

    def refuse_bytes(self, states: int, needed: int) -> None:
        """Say what so many states at once would take, where that is too much."""
        if needed > MOST_BYTES:
            raise TooLargeError(
                f"a process must take at most {MOST_BYTES / 1e9:g} GB of memory to be worked out exactly; got "
                f"{needed / 1e9:.1f} GB or more for {states:,} states at once; {_ELSE}"
            )

    def move(self, kind: int, i: int) -> Move:
        """Where a kind of phase leads from a state that is not over."""
        moves = self._moves[kind]
        if i in moves:
            return moves[i]
        with self._lock:
            return moves[i] if i in moves else self._work_out(kind, i)

    def moves(self, phase: int, numbers: Collection[int]) -> list[Move]:
        """Where a phase leads from each of these states, which are not over."""
        kind = self.kinds[phase]
        known, move = self._moves[kind], self.move
        return [known[i] if i in known else move(kind, i) for i in numbers]

    def _work_out(self, kind: int, i: int) -> Move:
        step, state = self.steps[kind], self.states[i]
        if isinstance(step, Phase):
            states, weights = step.leads(state, self.seen[kind])
        else:
            states, weights = outcomes_and_weights(step(state))
        numbers, number = self._numbers, self.number
        to = [numbers[new] if new in numbers else number(new) for new in states]
        if self.stays and to == [i]:
            self._over[i] = True
        self._many += len(to)
        if self._many > MOST_MOVES:
            self.refuse()
        move = self._moves[kind][i] = Move(to, weights, sum(weights))
        if not i % REPORT_EVERY:
            tell(i, None)
        return move

    def is_over(self, i: int) -> bool:
        """Has it ended in a state?"""
        if self.stays:
            self.move(0, i)  # only its turn tells
        return self._over[i]

    def over(self, numbers: Collection[int]) -> list[int]:
        """Those of these states in which it has ended."""
        if self.stays:
            self.moves(0, numbers)
        over = self._over
        return [i for i in numbers if over[i]]
