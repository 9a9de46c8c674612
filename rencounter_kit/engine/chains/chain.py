"""Absorbing Markov chains: where something that goes on by chance ends, and after how many turns. Exact.

>>> from rencounter_kit import Chain, d
>>> coins = Chain(3, lambda n: d(2).map(lambda face: n + 1 if face == 1 else n - 1), ended=lambda n: n in (0, 10))
>>> coins.end().states
Dist({0: 7, 10: 3})
>>> coins.end().turns
Fraction(21, 1)
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ..dice.dist import Dist, Figure
from ..words.errors import RuleError
from ..words.wording import as_text
from ..work.later import has_arrays
from .absorption import Absorption
from .phase import State
from .plain_walk import PlainWalk
from .reachable import reachable
from .transitions import MAX_STATES, Transitions

if TYPE_CHECKING:
    from .walk import Walk

AnyWalk: TypeAlias = "Walk | PlainWalk"
MAX_TURNS = 10_000


class End(NamedTuple):
    """Where a chain ends when it is followed to the end.

    states : distribution of the last state; a chain that need not end has there the states that it never leaves.
    endless : chance that it never ends.
    turns : mean number of turns, ``None`` when it need not end.
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

    start : a state (anything hashable) or a ``Dist`` of states.
    steps : the phases of a turn in order, each a function from a state to the next state or a ``Dist`` of them.
    ended : true for a state in which it is over; when left out and there is one step, a state that it leaves as it is.
    max_states : states at most, beyond which it is refused.

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

        worth : such as ``lambda state: state[1] == 0`` for the chance that the second has nothing left.
        never : what a fight without end is worth. One pass backward gives all starts.
        """
        return self._absorption.value(worth, never)

    # Turn by turn -----------------------------------------------------------------------------------------------------

    def walk(self) -> AnyWalk:
        """It is to be followed turn by turn: in arrays, where there are any."""
        if not has_arrays():
            return PlainWalk(self.transitions)
        import numpy as np

        from .walk import Walk

        weights = np.array([[weight] for weight in self.start._weights.values()], dtype=object)
        return Walk(self.transitions, list(self.start._weights), weights, self.start.total)

    def run(self, turns: int, until: Fraction | float = 0) -> Run:
        """What happens in so many turns (0 to 10,000), exactly; stops early once the chance to go on is ``until`` or
        less.
        """
        check_turns(turns)
        walk, ahead = self.walk(), turns if not until else 1
        walk.go_on(0)
        while walk.turn < turns and walk.survival[-1] > until:
            walk.go_on(min(turns, ahead))
            ahead *= 2
        enough = next((turn for turn, chance in enumerate(walk.survival) if chance <= until), walk.turn)
        if enough < walk.turn:
            walk = self.walk()
            walk.go_on(enough)
        return run_of(walk)


def check_turns(turns: int) -> None:
    """Refuse what is no number of turns that a chain is followed."""
    if type(turns) is not int or not 0 <= turns <= MAX_TURNS:
        raise RuleError(f"turns must be a whole number from 0 to {MAX_TURNS:,}; got {as_text(turns)}")


def run_of(walk: AnyWalk) -> Run:
    """What has happened in a walk so far."""
    weights: dict[tuple[int | None, State], int] = {}
    for turn, state, amount in walk.all_ends():
        weights[turn, state] = weights.get((turn, state), 0) + amount
    return Run(Dist._of(weights), tuple(walk.survival))
