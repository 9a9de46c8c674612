"""A process followed from its start, kept for all target numbers and rules that agree wherever they were read."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, cached_property, partial
from threading import RLock
from typing import TYPE_CHECKING, Any, NamedTuple

from ...chains.chain import Chain, check_turns, run_of
from ...chains.outcome_amounts import OutcomeAmounts, together
from ...chains.phase import State
from ...chains.results import End, Run
from ...dice.dist import Dist, Outcome
from ...dice.throw import Exact, Targets, Throw
from ...rulebook.book import Ruleset
from ...rulebook.watching import WatchedRuleset, agree
from .turn_model import TurnModel

if TYPE_CHECKING:
    from ...chains.walk import Walk

_KEPT = 6  # chains kept for each process, and ways in which the ends of one are read


class WatchedTargets:
    """Target numbers that note which of them are read."""

    def __init__(self, targets: Targets) -> None:
        self._targets, self._names, self._read = targets, frozenset(targets._fields), set[str]()

    @property
    def names_read(self) -> frozenset[str]:
        """The names of what was read."""
        return frozenset(self._read)

    def __getattr__(self, name: str) -> Any:
        self._read.update((name,) if name in self._names else self._names)
        number = getattr(self._targets, name)
        self.__dict__[name] = number  # it is noted once
        return number

    def __iter__(self) -> Iterator[Any]:
        self._read.update(self._names)
        return iter(self._targets)

    def __getitem__(self, place: Any) -> Any:
        self._read.update(self._names)
        return self._targets[place]


class ReadSoFar(NamedTuple):
    """What was read: names of target numbers, and paths of rules."""

    targets: frozenset[str]
    rules: frozenset[str]


class Watched:
    """A play, and what was read so far of its target numbers and rules: what comes of it holds for all that agree in that."""

    def __init__(
        self,
        play: Callable[[Any, Throw, Ruleset], TurnModel],
        rules: Ruleset,
        targets: Targets,
        throw: Throw = Exact(),  # noqa: B008, it keeps nothing
    ) -> None:
        self.rules, self.targets = rules, targets
        self._watched = WatchedTargets(targets), WatchedRuleset(rules)
        self.model = play(self._watched[0], throw, self._watched[1])

    @property
    def read(self) -> ReadSoFar:
        """What was read so far."""
        targets, rules = self._watched
        return ReadSoFar(targets.names_read, rules.paths_read)

    def holds_for(self, rules: Ruleset, targets: Targets, read: ReadSoFar) -> bool:
        """Do these rules and target numbers agree with its own in all of this?"""
        same = all(getattr(self.targets, name) == getattr(targets, name) for name in read.targets)
        return same and agree(self.rules, rules, read.rules)


class CachedEnds:
    """What comes of those that have ended in each turn of a chain, summed up once for all limits, and what was read."""

    def __init__(self, watched: Watched) -> None:
        self._watched = watched
        self._by_turn: list[tuple[OutcomeAmounts, ReadSoFar]] = []
        self._whenever = cache(partial(watched.model.outcome, turns=None))  # where the turn does not count

    def holds_for(self, rules: Ruleset, targets: Targets, turn: int) -> bool:
        """Does it tell of these rules and target numbers by a turn, as far as it has come?"""
        return self._watched.holds_for(rules, targets, self.reads(turn))

    def reads(self, turn: int) -> ReadSoFar:
        """What was read by a turn, as far as it has come."""
        return self._by_turn[turn][1] if turn < len(self._by_turn) else self._watched.read

    def until(self, walk: Walk) -> list[OutcomeAmounts]:
        """What has come of a walk, turn by turn."""
        model, reads = self._watched.model, dict[int, ReadSoFar]()

        def outcomes(turn: int, states: Sequence[State]) -> list[Outcome]:
            read = partial(model.outcome, turns=turn) if model.reads_turns else self._whenever
            found = list(map(read, states))
            reads[turn] = self._watched.read
            return found

        amounts = walk.ended(range(len(self._by_turn), walk.turn + 1), outcomes)
        self._by_turn += zip(amounts, reads.values(), strict=True)
        return [amounts for amounts, _ in self._by_turn[: walk.turn + 1]]


class CachedChain:
    """The chain of a process, as far as it is followed, and what was read of its target numbers and rules.

    It tells of all that agree with its own in what was read. What is read is known turn by turn, so that it does not
    matter how far others have followed it.
    """

    def __init__(
        self, play: Callable[[Any, Throw, Ruleset], TurnModel], max_states: int, rules: Ruleset, targets: Targets
    ) -> None:
        self._play, self._followed = play, Watched(play, rules, targets)
        model = self._followed.model
        self.chain = Chain(model.start, *model.phases, ended=model.over, max_states=max_states)
        self._walk: Walk | None = None
        self._by_turn: list[ReadSoFar] = []
        self._ends: list[CachedEnds] = []  # read in several ways, the last one asked first
        self._told: tuple[int, Run] | None = None
        self._lock = RLock()  # several threads may ask for it

    def reads(self, turns: int = 0) -> ReadSoFar:
        """What was read in so many turns (0: to the end), as far as it is followed."""
        last, walk = len(self._by_turn) - 1, self._walk  # which another thread may take
        if turns and (turns <= last or (walk and not walk.goes_on)):
            return self._by_turn[min(turns, last)]
        return self._followed.read

    def holds_for(self, rules: Ruleset, targets: Targets, turns: int) -> bool:
        """Does it tell of these rules and target numbers, as far as it is followed?"""
        return self._followed.holds_for(rules, targets, self.reads(turns))

    def run(self, turns: int) -> Run:
        """What happens in so many turns, as ``Chain.run``; what was followed before is not followed again."""
        with self._lock:
            if not self._told or self._told[0] != turns:
                self._told = turns, run_of(self._walked(turns))
            return self._told[1]

    def outcomes(self, rules: Ruleset, targets: Targets, play: TurnModel) -> Dist:
        """What comes of a play of these, of which it tells, to its limit of turns. Notes what is read of the rules."""
        with self._lock:
            walk = self._walked(play.limit)
            ends = self._ended(rules.plain, targets, walk)
            rules.note(ends.reads(walk.turn).rules)
            standing = walk.standing(partial(map, play.cut_off))
            return together([*ends.until(walk), standing])[0]

    def _ended(self, rules: Ruleset, targets: Targets, walk: Walk) -> CachedEnds:
        """What has come of a walk, read as these rules and target numbers say."""
        for ends in self._ends:
            if not ends.holds_for(rules, targets, walk.turn):
                continue
            try:
                ends.until(walk)
            except Exception:  # it may have gone on to where it tells no more of these
                if ends.holds_for(rules, targets, walk.turn):
                    raise
            if ends.holds_for(rules, targets, walk.turn):
                break
        else:
            ends = CachedEnds(Watched(self._play, rules, targets))
            ends.until(walk)
        self._ends = [ends, *(other for other in self._ends if other is not ends)][:_KEPT]
        return ends

    def follow(self, turns: int) -> None:
        """Follow it for so many turns, 0 for to the end."""
        if turns:
            with self._lock:
                if not self._walk or self._walk.turn < turns:
                    self._walked(turns)
        else:
            _ = self.end

    def _walked(self, turns: int) -> Walk:
        check_turns(turns)
        walk, self._walk = self._walk, None  # what is stopped in the middle of a turn is lost
        longer, walk = (walk, None) if walk and walk.turn > turns else (None, walk)
        following = walk or self.chain.walk()

        def note() -> None:
            """What was read by this turn, where it is the first time."""
            if len(self._by_turn) == following.turn:
                self._by_turn.append(self._followed.read)

        following.go_on(turns, note)
        self._walk = longer or following
        return following

    @cached_property
    def end(self) -> End:
        """Where it ends, however long it takes."""
        return self.chain.end()


class ChainCache:
    """The chains of a process that are kept, and new ones. begun : one for these rules and target numbers."""

    def __init__(self, begun: Callable[[Ruleset, Targets], CachedChain]) -> None:
        self._begun = begun
        self._kept: list[CachedChain] = []  # the last one asked first

    def cache_clear(self) -> None:
        """Keep none."""
        self._kept = []

    def known(self, rules: Ruleset, targets: Targets) -> CachedChain:
        """One that tells of these rules and target numbers, perhaps not followed yet."""
        kept = (one for one in self._kept if one.holds_for(rules, targets, 0))
        return next(kept, None) or self._begun(rules, targets)

    def followed(self, rules: Ruleset, targets: Targets, turns: int) -> CachedChain:
        """One followed for so many turns, 0 for to the end."""
        for one in self._kept:
            if not one.holds_for(rules, targets, turns):
                continue
            try:
                self._follow(one, turns)
            except Exception:  # it may have gone on to where it tells no more of these
                if one.holds_for(rules, targets, turns):
                    raise
            if one.holds_for(rules, targets, turns):
                return one
        return self._follow(self._begun(rules, targets), turns)

    def _follow(self, one: CachedChain, turns: int) -> CachedChain:
        self._kept = [one, *(other for other in self._kept if other is not one)][:_KEPT]
        try:
            with _uncollected():
                one.follow(turns)
        except KeyboardInterrupt:  # it may have come in the middle of a state
            self.cache_clear()
            raise
        return one


@contextmanager
def _uncollected() -> Iterator[None]:
    """Inside, Python does not look for garbage that goes in circles: what a chain makes is nearly all in use, and
    looking through it again and again takes a quarter of the time.
    """
    looked = gc.isenabled()
    try:
        gc.disable()
        yield
    finally:
        if looked:
            gc.enable()
