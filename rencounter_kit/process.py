"""A process: a check that goes on over turns. Its dice are the turns of an absorbing Markov chain."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from .chain import MOST_STATES, Chain
from .check import Check, Result
from .dist import Dist
from .phase import Phase
from .rules import RuleError, Ruleset
from .scale import Scale
from .throw import Exact, Random, Step, Throw, in_words
from .watched import Watched
from .wording import outcome_text

if TYPE_CHECKING:
    import pandas as pd

_CHAINS = 6  # chains remembered for each process
_FEW = Fraction(1, 10_000)  # chance to go on that is little enough to end a table of turns
_MOST_TURNS = 100  # in such a table
_MOST_THROWN = 20_000  # turns of one random throw
LATER = "later"


class Play(NamedTuple):
    """What goes on, turn by turn.

    start : a state or a ``Dist`` of states. phases : the parts of a turn, each from a state to the next one, written
    with ``throw``; a ``Phase`` sees some components of the state only. end : how it has ended in a state, ``None`` while
    it goes on. limit : turns at most, 0 for to the end. unfinished : how it stands when the limit is reached, or when it
    never ends. read : the outcome, from the last state, how it ended and the number of turns (``None`` without limit);
    how it ended when left out. begins : a first state in words, where ``start`` is a ``Dist``; each in words of its own.
    """

    start: Any
    phases: Sequence[Callable[[Any], Any]]
    end: Callable[[Any], Any]
    limit: int = 0
    unfinished: Any = "undecided"
    read: Callable[[Any, Any, int | None], Any] | None = None
    begins: Callable[[Any], str] = outcome_text

    def begun(self, throw: Throw) -> Any:
        """The first state; a throw where there are several."""
        if not isinstance(self.start, Dist):
            return self.start
        die, meant = in_words(self.start, self.begins)
        return throw("how it begins", die, meant) if len(die) > 1 else meant(die.outcomes[0])

    def how(self, state: Any) -> Any:
        """How it has ended, or stands."""
        ended = self.end(state)
        return self.unfinished if ended is None else ended

    def outcome(self, state: Any, turns: int | None) -> Any:
        """What the process answers for a last state."""
        ended = self.how(state)
        return self.read(state, ended, turns) if self.read else ended

    def lasted(self, turn: int | None) -> int:
        """Turns played, from the turn of the end; as many as the limit where it is cut off."""
        return self.limit if turn is None else turn

    def over(self, state: Any) -> bool:
        """Has it ended?"""
        return self.end(state) is not None


class Process(Check):
    """A check that goes on over turns.

    As a ``Check``, but for ``play`` in the place of the dice: from target numbers to the ``Play``. Its answers know the
    number of turns as well. most : states at most that are followed exactly.
    """

    def __init__(
        self,
        id: str,
        title: str,
        source: str,
        parameters: Sequence[Any],
        targets: Mapping[str, Any],
        play: Callable[[Any, Throw, Ruleset], Play],
        *more: Any,
        most: int = MOST_STATES,
        **named: Any,
    ) -> None:
        super().__init__(id, title, source, parameters, targets, self._play_out, *more, **named)
        self.play, self.most = play, most
        self._chain_of = lru_cache(maxsize=_CHAINS)(self._chain)
        self.floats_of = lru_cache(maxsize=2048)(self._floats)

    def _result(self, *known: Any) -> Result:
        return Course(self, *known)

    # Exact ------------------------------------------------------------------------------------------------------------

    def chain(self, book: Ruleset, targets: Any) -> tuple[Play, Chain]:
        """The process as a chain; ``RuleError`` when it has too many states."""
        return self._chain_of(book.plain, targets)[:2]

    def _chain(self, book: Ruleset, targets: Any) -> tuple[Play, Chain, Watched]:
        watched = Watched(book)  # a chain is worked out while it is followed, and reads then
        play = self.play(targets, Exact(), watched)
        return play, Chain(play.start, *play.phases, ended=play.over, most=self.most), watched

    def read_so_far(self, book: Ruleset, targets: Any) -> frozenset[str]:
        return self._chain_of(book.plain, targets)[2].read

    def _play_out(self, t: Any, throw: Throw, r: Ruleset) -> Any:
        if isinstance(throw, Random):
            return self._once(self.play(t, throw, r), throw)
        play, chain, watched = self._chain_of(r.plain, t)
        try:
            if play.limit:
                return chain.run(play.limit).ended.map(lambda last: play.outcome(last[1], play.lasted(last[0])))
            return chain.end().states.map(lambda state: play.outcome(state, None))
        except KeyboardInterrupt:  # it may have come in the middle of a state
            self._chain_of.cache_clear()
            raise
        finally:
            r.noted(watched.read)

    def _floats(self, book: Ruleset, targets: Any) -> dict[Any, float]:
        """The same in floats: outcome to chance."""
        from .matrices import Floats

        play, chain = self.chain(book, targets)
        found: dict[Any, float] = {}
        pairs: Any = (
            (
                (state, play.lasted(turn), p)
                for (turn, state), p in Floats(chain, play.limit).run(play.limit).ended.items()
            )
            if play.limit
            else ((state, None, p) for state, p in Floats(chain).end().states.items())
        )
        for state, turn, p in pairs:
            outcome = play.outcome(state, turn)
            found[outcome] = found.get(outcome, 0.0) + p
        return found

    # At random ----------------------------------------------------------------------------------------------------------

    def _once(self, play: Play, throw: Random) -> Any:
        """One course of events, thrown turn by turn."""
        state = play.begun(throw)
        for turn in range(1, (play.limit or _MOST_THROWN) + 1):
            if play.over(state):
                return play.outcome(state, turn - 1 if play.limit else None)
            throw.steps.append(Step(f"turn {turn}", "", ""))
            for phase in play.phases:
                if not play.over(state):
                    found = phase(state)
                    state = found.sample(throw.rng) if isinstance(found, Dist) else found
        return play.outcome(state, play.limit or None)


class Course(Result):
    """The answer of a process: how it ends, and how long it takes."""

    check: Process

    @cached_property
    def _played(self) -> tuple[Play, Chain]:
        return self.check.chain(self.rules, self.targets)

    @property
    def limit(self) -> int:
        """Turns at most; 0 when it is followed to the end."""
        return self._played[0].limit

    @cached_property
    def endless(self) -> Fraction:
        """Chance that it never ends: nobody can win; 0 where a limit of turns ends it."""
        play, chain = self._played
        return Fraction(0) if play.limit else chain.end().endless

    @cached_property
    def expected_turns(self) -> Fraction:
        """Mean number of turns, exact; ``RuleError`` when it need not end."""
        play, chain = self._played
        if play.limit:
            return self.turns.mean
        mean = chain.end().turns
        if mean is None:
            raise RuleError(
                f"the turns of {self.check.id} must end to have a mean; got a fight that nobody can win; set a limit"
            )
        return mean

    @cached_property
    def turns(self) -> Dist:
        """Distribution of the number of turns. What a limit cuts off lasts as long as the limit; without one, the
        outcome "later" stands for what little goes on after the last turn named."""
        play, _ = self._played
        cut_off = play.limit or LATER
        turns = self._ended.map(lambda last: cut_off if last[0] is None else last[0])
        return turns.ordered(None if play.limit else Scale([LATER]))

    @cached_property
    def _ended(self) -> Dist:
        play, chain = self._played
        return chain.run(play.limit).ended if play.limit else chain.run(_MOST_TURNS, until=_FEW).ended

    @cached_property
    def last(self) -> Dist:
        """Distribution of the last state: what is left at the end."""
        play, chain = self._played
        return self._ended.map(lambda last: last[1]) if play.limit else chain.end().states

    def reached(self, what: Any) -> tuple[Fraction, ...]:
        """Chance that it has ended by turn 0, 1, 2, ... in an event, an outcome, or any of several outcomes; exact."""
        play, _ = self._played
        test = self.test(what)
        return self._summed(lambda turn, state: test(play.outcome(state, turn if play.limit else None)))

    def _summed(self, counts: Callable[[int, Any], Any]) -> tuple[Fraction, ...]:
        """Chance by turn of the ends that count."""
        each = [Fraction(0)] * ((self.limit or max((t for t, _ in self._ended if t is not None), default=0)) + 1)
        for (turn, state), p in self._ended.items():
            if turn is not None and counts(turn, state):
                each[turn] += p
        return tuple(accumulate(each))

    @cached_property
    def ways(self) -> dict[Any, tuple[Fraction, ...]]:
        """For each way to end, the chance that it has come by turn 0, 1, 2, ...; exact."""
        play, _ = self._played
        found = {play.how(state) for turn, state in self._ended if turn is not None}
        names = list(Dist(dict.fromkeys(found, 1), self.check.scale)) if found else []

        def ended(name: Any) -> tuple[Fraction, ...]:
            return self._summed(lambda turn, state: play.how(state) == name)

        return {name: ended(name) for name in names}

    def by(self, turn: int, what: Any = None) -> Fraction:
        """Chance that it has ended (with the outcome or event ``what``) by the end of a turn (0 or later)."""
        play, chain = self._played
        test = self.test(what) if what is not None else None

        def counts(last: Any) -> bool:
            ended, state = last
            if ended is None or ended > turn:
                return False
            return test is None or bool(test(play.outcome(state, ended if play.limit else None)))

        return chain.run(min(turn, play.limit) if play.limit else turn).ended.probability(counts)

    @cached_property
    def survival(self) -> tuple[Fraction, ...]:
        """Chance that it still goes on after 0, 1, 2, ... turns, to the limit; without one, until it is 1 in 10,000 or
        for 100 turns."""
        return tuple(1 - by for by in self._summed(lambda turn, state: True))

    def by_turn(self) -> pd.DataFrame:
        """The survival table: for each turn the chance that it still goes on, and that it has ended in each way."""
        import pandas as pd

        columns = {"going_on": self.survival, **{str(way): by for way, by in self.ways.items()}}
        index = pd.RangeIndex(len(self.survival), name="turn")
        return pd.DataFrame({name: pd.Series(list(by), index=index, dtype=object) for name, by in columns.items()})


__all__ = ["Course", "Phase", "Play", "Process"]
