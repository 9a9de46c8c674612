"""Chains of a process, kept for all rules and target numbers that agree with theirs in what was read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property, partial
from threading import RLock
from typing import Any, NamedTuple, TypeVar

from ....engine.chains.chain import AnyWalk, End, Run, check_turns, run_of
from ....engine.chains.outcome_amounts import OutcomeAmounts, to_dists
from ....engine.chains.phase import State
from ....engine.dice.dist import Dist, Outcome
from ....engine.dice.throw import Exact, Targets, Throw
from ....engine.work.later import uncollected
from ...rulebook.book import Ruleset
from ...rulebook.watching import WatchedRuleset, agree
from ..procedures import RIDES, riding
from .turn_model import Play, TurnModel

K = TypeVar("K")
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
        number = getattr(self._targets, name)
        if name != RIDES:  # of which those agree in any case
            self._read.update((name,) if name in self._names else self._names)
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


class WatchedPlay:
    """A play that notes what it reads: what comes of it is valid for all rules and target numbers that agree
    in that.
    """

    def __init__(self, play: Play, rules: Ruleset, targets: Targets, throw: Throw) -> None:
        self.rules, self.targets = rules, targets
        self._watched = WatchedTargets(targets), WatchedRuleset(rules)
        self.model = play(throw, self._watched[1], self._watched[0])

    @property
    def read(self) -> ReadSoFar:
        """What was read so far."""
        targets, rules = self._watched
        return ReadSoFar(targets.names_read, rules.paths_read)

    def agrees(self, rules: Ruleset, targets: Targets, read: ReadSoFar) -> bool:
        """Do these rules and target numbers agree with its own in what was read?"""
        same = all(getattr(self.targets, name) == getattr(targets, name) for name in read.targets)
        return riding(self.targets) == riding(targets) and same and agree(self.rules, rules, read.rules)


class OutcomesByTurn:
    """The amounts of the outcomes of a walk, for each turn in which it ends; read once for all limits of turns."""

    def __init__(self, watched: WatchedPlay) -> None:
        self._watched = watched
        self._by_turn: list[tuple[OutcomeAmounts, ReadSoFar]] = []
        self._of_state = cache(partial(watched.model.outcome, turns=None))  # where the turn does not count

    def is_valid(self, rules: Ruleset, targets: Targets, turn: int) -> bool:
        """Does what was read by a turn, as far as it is known, agree with these rules and target numbers?"""
        return self._watched.agrees(rules, targets, self.reads(turn))

    def reads(self, turn: int) -> ReadSoFar:
        """What was read by a turn, as far as it is known."""
        return self._by_turn[turn][1] if turn < len(self._by_turn) else self._watched.read

    def until(self, walk: AnyWalk) -> list[OutcomeAmounts]:
        """The amounts of each turn so far."""
        model, reads = self._watched.model, dict[int, ReadSoFar]()

        def outcomes(turn: int, states: Sequence[State]) -> list[Outcome]:
            read = partial(model.outcome, turns=turn) if model.reads_turns else self._of_state
            results = list(map(read, states))
            reads[turn] = self._watched.read
            return results

        amounts = walk.ended(range(len(self._by_turn), walk.turn + 1), outcomes)
        self._by_turn += zip(amounts, reads.values(), strict=True)
        return [amounts for amounts, _ in self._by_turn[: walk.turn + 1]]


def first_valid(entries: Sequence[K], is_valid: Callable[[K], bool], go_on: Callable[[K], object]) -> K | None:
    """The first of what is kept that is valid, also after it went on; ``None`` where there is none."""
    for one in entries:
        if not is_valid(one):
            continue
        try:
            go_on(one)
        except Exception:  # it may read more, and be valid no longer
            if is_valid(one):
                raise
        if is_valid(one):
            return one
    return None


def in_front(one: K, entries: Sequence[K]) -> list[K]:
    """What is kept, the last one asked first."""
    return [one, *(other for other in entries if other is not one)][:_KEPT]


class CachedChain:
    """The chain of a process, valid for all rules and target numbers that agree with its own in what was read.

    What was read is known turn by turn, so it does not matter how far others have followed it.
    """

    def __init__(self, play: Play, max_states: int, rules: Ruleset, targets: Targets) -> None:
        self._play, self._watched = play, WatchedPlay(play, rules, targets, Exact())
        self.chain = self._watched.model.chain(max_states)
        self._walk: AnyWalk | None = None
        self._by_turn: list[ReadSoFar] = []
        self._outcomes: list[OutcomesByTurn] = []
        self._run: tuple[int, Run] | None = None  # the last one asked, with its turns
        self._lock = RLock()  # several threads may ask for it

    def reads(self, turns: int = 0) -> ReadSoFar:
        """What was read in so many turns (0: to the end), as far as it is followed."""
        last, walk = len(self._by_turn) - 1, self._walk  # which another thread may take
        if turns and (turns <= last or (walk and not walk.goes_on)):
            return self._by_turn[min(turns, last)]
        return self._watched.read

    def is_valid(self, rules: Ruleset, targets: Targets, turns: int) -> bool:
        """Does what was read, as far as it is followed, agree with these rules and target numbers?"""
        return self._watched.agrees(rules, targets, self.reads(turns))

    def run(self, turns: int) -> Run:
        """What happens in so many turns, as ``Chain.run``; what was followed before is not followed again."""
        with self._lock:
            if not self._run or self._run[0] != turns:
                self._run = turns, run_of(self._walked(turns))
            return self._run[1]

    def outcomes(self, rules: Ruleset, targets: Targets, model: TurnModel) -> Dist:
        """The outcomes at the limit of turns, for rules and target numbers for which it is valid; the rules note what
        is read.
        """
        with self._lock:
            walk = self._walked(model.limit)
            outcomes = self._read(rules.plain, targets, walk)
            rules.note(outcomes.reads(walk.turn).rules)
            return to_dists([*outcomes.until(walk), walk.standing(partial(map, model.cut_off))])[0]

    def _read(self, rules: Ruleset, targets: Targets, walk: AnyWalk) -> OutcomesByTurn:
        """The outcomes of a walk, read as these rules and target numbers say."""
        read = first_valid(
            self._outcomes, lambda one: one.is_valid(rules, targets, walk.turn), lambda one: one.until(walk)
        )
        if read is None:
            read = OutcomesByTurn(WatchedPlay(self._play, rules, targets, Exact()))
            read.until(walk)
        self._outcomes = in_front(read, self._outcomes)
        return read

    def serves(self, rules: Ruleset, targets: Targets, turns: int) -> bool:
        """Is it valid for these rules and target numbers, as far as it has been followed: so many turns, 0 for to the
        end?
        """
        walk = self._walk
        followed = bool(walk and walk.turn >= turns) if turns else "end" in self.__dict__
        return followed and self.is_valid(rules, targets, turns)

    def follow(self, turns: int) -> None:
        """Follow it for so many turns, 0 for to the end."""
        if turns:
            with self._lock:
                if not self._walk or self._walk.turn < turns:
                    self._walked(turns)
        else:
            _ = self.end

    def _walked(self, turns: int) -> AnyWalk:
        check_turns(turns)
        walk, self._walk = self._walk, None  # what is stopped in the middle of a turn is lost
        longer, walk = (walk, None) if walk and walk.turn > turns else (None, walk)
        following = walk or self.chain.walk()

        def note() -> None:
            """What was read by this turn, where it is the first time."""
            if len(self._by_turn) == following.turn:
                self._by_turn.append(self._watched.read)

        following.go_on(turns, note)
        self._walk = longer or following
        return following

    @cached_property
    def end(self) -> End:
        """Where it ends, however long it takes."""
        return self.chain.end()


class ChainCache:
    """The chains of a process asked last.

    create : a new one for these rules and target numbers.
    """

    def __init__(self, create: Callable[[Ruleset, Targets], CachedChain]) -> None:
        self._create = create
        self._chains: list[CachedChain] = []

    def cache_clear(self) -> None:
        """Keep none."""
        self._chains = []

    def find(self, rules: Ruleset, targets: Targets) -> CachedChain:
        """A cached chain valid for these rules and target numbers, or a new one; perhaps not followed yet."""
        entries = (one for one in self._chains if one.is_valid(rules, targets, 0))
        return next(entries, None) or self._create(rules, targets)

    def followed(self, rules: Ruleset, targets: Targets, turns: int) -> CachedChain:
        """A cached chain valid for these rules and target numbers, or a new one, followed for so many turns, 0 for to
        the end.
        """
        follow = partial(self._follow, turns=turns)
        entry = first_valid(self._chains, lambda one: one.is_valid(rules, targets, turns), follow)
        return entry or follow(self._create(rules, targets))

    def _follow(self, one: CachedChain, turns: int) -> CachedChain:
        self._chains = in_front(one, self._chains)
        try:
            with uncollected():
                one.follow(turns)
        except KeyboardInterrupt:  # it may have come in the middle of a state
            self.cache_clear()
            raise
        return one
