"""Absorbing Markov chains: where something that goes on by chance ends, and after how many turns. Exact.

>>> from rencounter_kit import Chain, d
>>> coins = Chain(3, lambda n: d(2).map(lambda face: n + 1 if face == 1 else n - 1), ended=lambda n: n in (0, 10))
>>> coins.end().states
Dist({0: 7, 10: 3})
>>> coins.end().turns
Fraction(21, 1)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

from ..dice.dist import Dist, Figure
from ..errors import RuleError
from ..progress import tell
from ..wording import shown
from .absorption import Absorption
from .effort import Effort
from .phase import State
from .reachable import reachable
from .state_distribution import StateDistribution
from .sums import Amounts, Read, Shares, shares_of
from .transitions import MAX_STATES, Transitions

if TYPE_CHECKING:
    from .wide_distribution import WideDistribution

MAX_TURNS = 10_000


class End(NamedTuple):
    """Where a chain ends when it is followed to the end.

    states : distribution of the last state; a chain that need not end has there the states that it never leaves.
    endless : chance that it never ends. turns : mean number of turns, ``None`` when it need not end.
    """

    states: Dist
    endless: Fraction
    turns: Fraction | None


class Run(NamedTuple):
    """What happens in a number of turns.

    ends : distribution of (turn, last state) for what has ended by then, and (``None``, state) for what still goes on.
    survival : chance that it still goes on after 0, 1, 2, ... turns (the survival function).
    """

    ends: Dist
    survival: tuple[Fraction, ...]


class Chain:
    """An absorbing Markov chain given by its start and what a turn does.

    start : a state (anything hashable) or a ``Dist`` of states. steps : the phases of a turn in order, each a function
    from a state to the next state or a ``Dist`` of them. ended : true for a state in which it is over; when left out
    and there is one step, a state that it leaves as it is. max_states : states at
    most, beyond which it is refused.

    Raises ``RuleError`` when there are too many states to be followed exactly.
    """

    def __init__(
        self,
        start: State | Dist,
        *steps: Callable[[State], State | Dist],
        ended: Callable[[State], object] | None = None,
        max_states: int = MAX_STATES,
    ) -> None:
        if not steps:
            raise ValueError("a chain must have at least one step; got none")
        self.start = start if isinstance(start, Dist) else Dist([start])
        self.steps = steps
        self.transitions = Transitions(self.start, steps, ended, max_states)

    def __len__(self) -> int:
        """Different states met so far; without those that were followed in arrays."""
        return len(self.transitions)

    # To the end -------------------------------------------------------------------------------------------------------

    @cached_property
    def _absorption(self) -> Absorption:
        """All that can be reached, ready to be followed to the end."""
        return Absorption(self.transitions, reachable(self.transitions))

    def end(self) -> End:
        """Where it ends, however long it takes, and the mean number of turns."""
        ends, endless, turns = self._absorption.end()
        total = self._absorption.common * self.start.total
        return End(Dist._of(ends), Fraction(endless, total), Fraction(turns, total) if not endless else None)

    def value(self, worth: Callable[[State], Figure], never: Figure = 0) -> dict[State, Fraction]:
        """Mean of ``worth(last state)`` (whole numbers or Fractions) from every state at the beginning of a turn.

        worth : such as ``lambda state: state[1] == 0`` for the chance that the second has nothing left. never : what a
        fight without end is worth. One pass backward gives all starts.
        """
        return self._absorption.value(worth, never)

    # Turn by turn -----------------------------------------------------------------------------------------------------

    def run(self, turns: int, until: Fraction | float = 0) -> Run:
        """What happens in so many turns (0 to 10,000), exactly; stops early once the chance to go on is ``until`` or
        less."""
        check_turns(turns)
        walk = Walk(self)
        while walk.turn < turns and walk.survival[-1] > until:
            walk.go_on(turns)
        return walk.run()


def check_turns(turns: int) -> None:
    """Refuse what is no number of turns that a chain is followed."""
    if type(turns) is not int or not 0 <= turns <= MAX_TURNS:
        raise RuleError(f"turns must be a whole number from 0 to {MAX_TURNS:,}; got {shown(turns)}")


class Walk:
    """A chain followed turn by turn from its start, as far as it has come: ``turn``, ``survival``."""

    def __init__(self, chain: Chain) -> None:
        self.turn, self._phases, self._effort = 0, len(chain.steps), Effort()
        self._distribution: StateDistribution | WideDistribution = StateDistribution(
            chain.transitions, chain.transitions.begun, chain.start.total
        )
        self._ends: list[list[Amounts]] = [[self._distribution.settle()]]  # turn by turn
        self.survival = [self._distribution.going]

    def go_on(self, turns: int) -> None:
        """A turn more, of so many; refused where these would take too much work."""
        self._effort.foresee(turns)
        ends: list[Amounts] = []
        for phase in range(self._phases):
            if phase:
                tell(self.turn, turns)
            self._distribution = self._distribution.step(phase)
            self._effort.spend(self._distribution.operations)
            ends.append(self._distribution.settle())
        self.turn += 1
        self._ends.append(ends)
        self.survival.append(self._distribution.going)
        if self.survival[-1]:
            self._effort.end_turn(turns)
        tell(self.turn, turns)

    def run(self) -> Run:
        """What has happened so far."""
        ends = [
            ((turn, state), p, some.total)
            for turn, each in enumerate(self._ends)
            for some in each
            for state, p in some.each()
        ]
        standing = self._distribution.standing()
        goes_on = [((None, state), amount, standing.total) for state, amount in standing.each()]
        return Run(_dist([*ends, *goes_on]), tuple(self.survival))

    def ended(self, turn: int, read: Read) -> Shares:
        """What comes of those that have ended in a turn, read from the last states."""
        return shares_of(self._ends[turn], read)

    def standing(self, read: Read) -> Shares:
        """What comes of those that go on, read from where they stand."""
        return shares_of([self._distribution.standing()], read)


def _dist(ends: Sequence[tuple[State, int, int]]) -> Dist:
    """The distribution of last states; the same one may come several times, before different phases."""
    common = lcm(*{total for _, _, total in ends})
    weights: dict[State, int] = {}
    for state, amount, total in ends:
        weights[state] = weights.get(state, 0) + amount * (common // total)
    return Dist._of(weights)
