"""What goes on in a process, turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from ....engine.chains.chain import Chain
from ....engine.chains.phase import State
from ....engine.chains.transitions import MAX_STATES, too_large
from ....engine.dice.dist import Dist, Outcome
from ....engine.dice.throw import Consequence, Targets, Throw, in_words
from ....engine.words.wording import outcome_text
from ...rulebook.book import Ruleset

MAX_THROWN = 20_000  # turns of one random throw


class TurnModel(NamedTuple):
    """What goes on, turn by turn.

    start : a state or a ``Dist`` of states.
    phases : the parts of a turn, each from a state to the next one, written with ``throw``; a ``Phase`` sees some
        components of the state only.
    end : how it has ended in a state, ``None`` while it goes on.
    turn_limit : turns at most, 0 for to the end; a function that says it where the phases do not depend on it, so that
        what is known of fewer turns is known of more.
    unfinished : how it stands when the limit is reached, or when it never ends.
    read : the outcome, from the last state, how it ended and the number of turns (``None`` without limit); how it ended
        when left out.
    begins : a first state in words, where ``start`` is a ``Dist``; each in words of its own.
    known : the distribution of the outcomes, where the rule says it without turns.
    timed : does ``read`` ask for the number of turns? A last state is read once for all turns where it does not, and
        ``None`` is told it; a function where that depends on what is asked.
    state_words : a state in words, one for each whose state is told as it changes.
    states : how many it is sure to have, where that is known before any is followed.
    """

    start: State | Dist
    phases: Sequence[Callable[[State], Consequence]]
    end: Callable[[State], Outcome]
    turn_limit: int | Callable[[], int] = 0
    unfinished: Outcome = "undecided"
    read: Callable[[State, Outcome, int | None], Outcome] | None = None
    begins: Callable[[State], str] = outcome_text
    known: Callable[[], Dist] | None = None
    timed: bool | Callable[[], bool] = True
    state_words: Callable[[State], Sequence[str]] = lambda state: ()
    states: int = 0

    @property
    def limit(self) -> int:
        """Turns at most; 0 when it is followed to the end."""
        return self.turn_limit() if callable(self.turn_limit) else self.turn_limit

    @property
    def reads_turns(self) -> bool:
        """Does an outcome depend on the number of turns?"""
        return self.read is not None and (self.timed() if callable(self.timed) else self.timed)

    def begun(self, throw: Throw) -> Consequence:
        """The first state; a throw where there are several."""
        if not isinstance(self.start, Dist):
            return self.start
        die, meaning = in_words(self.start, self.begins)
        return throw("how it begins", die, meaning) if len(die) > 1 else meaning(die.outcomes[0])

    def how(self, state: State) -> Outcome:
        """How it has ended, or stands."""
        ended = self.end(state)
        return self.unfinished if ended is None else ended

    def outcome(self, state: State, turns: int | None) -> Outcome:
        """What the process answers for a last state."""
        return self._answer(state, self.how(state), turns)

    @property
    def cut_off(self) -> Callable[[State], Outcome]:
        """What it answers for a state in which it still goes on at the limit."""
        return partial(self._answer, ended=self.unfinished, turns=self.limit)

    def _answer(self, state: State, ended: Outcome, turns: int | None) -> Outcome:
        return self.read(state, ended, turns if self.reads_turns else None) if self.read else ended

    def over(self, state: State) -> bool:
        """Has it ended?"""
        return self.end(state) is not None

    def chain(self, max_states: int = MAX_STATES) -> Chain:
        """Its turns as an absorbing Markov chain; refused where it is sure to have more states."""
        if self.states > max_states:
            raise too_large(f"have at most {max_states:,} states", f"{self.states:,} or more")
        return Chain(self.start, *self.phases, ended=self.over, max_states=max_states)


Play: TypeAlias = Callable[[Throw, Ruleset, Targets], TurnModel]  # what goes on
