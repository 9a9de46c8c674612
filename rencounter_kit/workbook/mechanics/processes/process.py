"""A process: a check that goes on over turns. Its dice are the turns of an absorbing Markov chain."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Unpack

from ....engine.chains.chain import Chain
from ....engine.chains.phase import Phase, State
from ....engine.chains.transitions import MAX_STATES
from ....engine.dice.amendment import AmendmentError
from ....engine.dice.dist import Dist, Outcome
from ....engine.dice.scale import Scale, in_order
from ....engine.dice.seed import generator
from ....engine.dice.throw import Consequence, Exact, Random, Step, Targets, Throw
from ....engine.dice.throw_tree import Branching, ThrowTree
from ....engine.words.errors import RuleError
from ...rulebook.book import Ruleset, playable
from ..check import Check, OfCheck, Result
from ..question import Block
from ..space import EventLike
from .batches import Batches
from .cache import CachedChain, ChainCache
from .course import Course, course
from .turn_model import MAX_THROWN, Play, TurnModel

if TYPE_CHECKING:
    import pandas as pd
    from numpy.random import SeedSequence

_CHAINS = 6  # chains remembered for each process
_FEW = Fraction(1, 10_000)  # chance to go on at which a table of turns ends
_MAX_TURNS = 100  # in such a table
LATER = "later"
GOES_ON = "goes_on"


class Process(Check):
    """A check that goes on over turns.

    As a ``Check``, but for ``play`` in the place of the dice, which leads to the ``TurnModel``. What it looks at only
    in the end, as the limit of turns, it takes from its record: then one chain serves every limit. Its answers know the
    number of turns as well.

    turn : what a turn is called there, such as "round".
    max_states : states at most that are followed exactly.
    """

    def __init__(
        self,
        id: str,
        title: str,
        *,
        play: Callable[..., TurnModel],
        turn: str = "turn",
        max_states: int = MAX_STATES,
        **of_check: Unpack[OfCheck],
    ) -> None:
        super().__init__(id, title, dice=play, **of_check)
        self.play: Play = self._dice
        self.turn, self.max_states, self._dice = turn, max_states, self._play_out
        self.part = f"the first {turn}"
        self._cache = ChainCache(lambda rules, targets: CachedChain(self.play, self.max_states, rules, targets))
        self._batches = Batches(self.play, lambda rules, targets: self.cached_chain(rules, targets, 0))
        self._chain_of = lru_cache(maxsize=_CHAINS)(self._chain)

    def _result(self, *fields: Any) -> Result:
        return ProcessResult(self, *fields)

    # Exact ------------------------------------------------------------------------------------------------------------

    def chain(self, book: Ruleset, targets: Targets) -> tuple[TurnModel, Chain]:
        """The process as a chain of its own; ``RuleError`` when it has too many states."""
        return self._chain_of(book.plain, targets)

    def _chain(self, book: Ruleset, targets: Targets) -> tuple[TurnModel, Chain]:
        model = self.play(Exact(), book, targets)
        return model, model.chain(self.max_states)

    def cached_chain(self, book: Ruleset, targets: Targets, turns: int) -> CachedChain:
        """The process followed for so many turns, 0 for to the end."""
        return self._cache.followed(book.plain, targets, turns)

    def dists_of(self, cells: Sequence[tuple[Ruleset, Targets]]) -> list[Dist | None]:
        dists = zip(self._batches.dists(cells), cells, strict=True)
        return [None if dist is None else dist.ordered(self.space(targets).scale) for dist, (_, targets) in dists]

    def known_dist(self, book: Ruleset, targets: Targets, followed: Targets) -> Dist | None:
        play = self.play(Exact(), book, targets)
        if play.known:
            return self.dist_of(book, targets)
        before = self.play(Exact(), book, followed)
        if before.known:
            return None
        chain = self.cached_chain(book, followed, before.limit)
        return self.dist_of(book, targets) if chain.serves(book.plain, targets, play.limit) else None

    def read_so_far(self, book: Ruleset, targets: Targets) -> frozenset[str]:
        return self._cache.find(book.plain, targets).reads().rules

    def _play_out(self, throw: Throw, r: Ruleset, targets: Targets) -> Consequence:
        play = self.play(throw, r, targets)
        if isinstance(throw, Random):
            return self._once(play, throw)
        if play.known:
            with suppress(AmendmentError):  # what is put in is met turn by turn alone
                return play.known()
        cached = self.cached_chain(r, targets, play.limit)
        r.note(cached.reads(play.limit).rules)
        if play.limit:
            return cached.outcomes(r, targets, play)
        return cached.end.states.map(lambda state: play.outcome(state, None))

    # As a tree --------------------------------------------------------------------------------------------------------

    def tree(self, book: Ruleset, targets: Targets, throw: Branching | None = None) -> Consequence:
        throw = throw or Branching()
        return _first_turn(self.play(throw, book, targets), throw)

    # At random --------------------------------------------------------------------------------------------------------

    def throw_many(self, book: Ruleset, targets: Targets, count: int, seed: SeedSequence) -> Block:
        from .simulator import forget, simulator_for

        try:
            with playable(book):
                ready = simulator_for((self, book, targets), lambda: self.play(Exact(), book, targets))
                return ready.throw(count, seed)
        except BaseException:  # an interrupt may have come in the middle of a table
            forget()
            raise

    def _once(self, play: TurnModel, throw: Random) -> Outcome:
        """One course of events, thrown turn by turn."""
        state = play.begun(throw)
        for turn in range(1, (play.limit or MAX_THROWN) + 1):
            if play.over(state):
                return play.outcome(state, turn - 1 if play.limit else None)
            throw.steps.append(Step(f"{self.turn} {turn}", "", ""))
            for phase in play.phases:
                if not play.over(state):
                    consequence = phase(state)
                    state = consequence.sample(throw.rng) if isinstance(consequence, Dist) else consequence
        return play.outcome(state, play.limit or None)


def _first_turn(play: TurnModel, throw: Branching) -> Consequence:
    """The first turn: phase after phase, and then how it has ended, or that it goes on."""

    def then(part: int, phase: Callable[[State], Consequence]) -> Callable[[State], Consequence]:
        def on(state: State) -> Consequence:
            consequence = state if play.over(state) else phase(state)
            return (
                consequence.in_part(part)
                if isinstance(consequence, ThrowTree) and len(play.phases) > 1
                else consequence
            )

        return on

    def stays(state: State) -> Outcome:
        if play.limit == 1:  # then it is the whole answer
            return play.outcome(state, 1)
        return play.how(state) if play.over(state) else GOES_ON

    state = play.begun(throw)
    for part, phase in enumerate(play.phases, 1):
        cached_phase = Phase(cache(phase.function), *phase.places) if isinstance(phase, Phase) else phase
        state = throw.after(state, then(part, cached_phase))
    return throw.after(state, stays)


class ProcessResult(Result):
    """The answer of a process: how it ends, and how long it takes."""

    check: Process

    @cached_property
    def _play(self) -> TurnModel:
        return self.check.play(Exact(), self.rules, self.targets)

    @cached_property
    def _cached(self) -> CachedChain:
        return self.check.cached_chain(self.rules, self.targets, self.limit)

    @property
    def limit(self) -> int:
        """Turns at most; 0 when it is followed to the end."""
        return self._play.limit

    @cached_property
    def endless(self) -> Fraction:
        """Chance that it never ends: nobody can win; 0 where a limit of turns ends it."""
        return Fraction(0) if self.limit else self._cached.end.endless

    @cached_property
    def expected_turns(self) -> Fraction:
        """Mean number of turns, exact; ``RuleError`` when it need not end."""
        if self.limit:
            return self.turns.mean
        mean = self._cached.end.turns
        if mean is None:
            raise RuleError(
                f"the turns of {self.check.id} must end to have a mean; got a fight that nobody can win; set a limit"
            )
        return mean

    def course(self, seed: int | random.Random | None = None) -> Course:
        """One course of events, told part by part: each throw with the faces that would have led to the same, and how
        things stand then; the same seed throws the same.

        >>> import rencounter_kit as rk
        >>> print(rk.check("traveller.duel").course(seed=1))
        round 1: B to hit (2d6): 5 (7 or less); A to hit (2d6): 4 (7 or less)
        round 2: B to hit (2d6): 5 (7 or less); A to hit (2d6): 9 (8 or more); wound dice (3d6): 11 (7 or more)
        = A wins
        """
        throw = Branching()
        play = self.check.play(throw, self.rules, self.targets)
        return course(play, throw, self.check.turn, self.check.words, generator(seed))

    @cached_property
    def turns(self) -> Dist:
        """Distribution of the number of turns. What a limit cuts off lasts as long as the limit; without one, the
        outcome "later" stands for what little goes on after the last turn named.
        """
        cut_off = self.limit or LATER
        turns = self._ended.map(lambda last: cut_off if last[0] is None else last[0])
        return turns.ordered(None if self.limit else Scale([LATER]))

    @cached_property
    def _ended(self) -> Dist:
        cached = self._cached
        return (cached.run(self.limit) if self.limit else cached.chain.run(_MAX_TURNS, until=_FEW)).ends

    @cached_property
    def last(self) -> Dist:
        """Distribution of the last state: what is left at the end."""
        return self._ended.map(lambda last: last[1]) if self.limit else self._cached.end.states

    def reached(self, what: EventLike) -> tuple[Fraction, ...]:
        """Chance that it has ended by turn 0, 1, 2, ... in an event, an outcome, or any of several outcomes; exact."""
        play, limit, test = self._play, self.limit, self.test(what)
        return self._summed(lambda turn, state: test(play.outcome(state, turn if limit else None)))

    def _summed(self, counts: Callable[[int, State], object]) -> tuple[Fraction, ...]:
        """The chance that it has ended by turn 0, 1, 2, ..., of the ends that count."""
        each = [Fraction(0)] * ((self.limit or max((t for t, _ in self._ended if t is not None), default=0)) + 1)
        for (turn, state), p in self._ended.items():
            if turn is not None and counts(turn, state):
                each[turn] += p
        return tuple(accumulate(each))

    @cached_property
    def ways(self) -> dict[Outcome, tuple[Fraction, ...]]:
        """For each way to end, the chance that it has come by turn 0, 1, 2, ...; exact."""
        play = self._play
        ends = {play.how(state) for turn, state in self._ended if turn is not None}

        def ended(name: Outcome) -> tuple[Fraction, ...]:
            return self._summed(lambda turn, state: play.how(state) == name)

        return {name: ended(name) for name in in_order(ends, self.check.scale)}

    def by(self, turn: int, what: EventLike | None = None) -> Fraction:
        """Chance that it has ended (with the outcome or event ``what``) by the end of a turn (0 or later)."""
        play, limit = self._play, self.limit
        test = self.test(what) if what is not None else None

        def counts(last: tuple[int | None, State]) -> bool:
            ended, state = last
            if ended is None or ended > turn:
                return False
            return test is None or bool(test(play.outcome(state, ended if limit else None)))

        return self._cached.chain.run(min(turn, limit) if limit else turn).ends.probability(counts)

    @cached_property
    def survival(self) -> tuple[Fraction, ...]:
        """Chance that it still goes on after 0, 1, 2, ... turns, to the limit; without one, until it is 1 in 10,000 or
        for 100 turns.
        """
        return tuple(1 - by for by in self._summed(lambda turn, state: True))

    def by_turn(self) -> pd.DataFrame:
        """The survival table: for each turn the chance that it still goes on, and that it has ended in each way."""
        import pandas as pd

        columns = {"going_on": self.survival, **{str(way): by for way, by in self.ways.items()}}
        index = pd.RangeIndex(len(self.survival), name="turn")
        return pd.DataFrame({name: pd.Series(list(by), index=index, dtype=object) for name, by in columns.items()})


__all__ = ["Phase", "Process", "ProcessResult", "TurnModel"]
