"""A check that is verified: what it answers in its situations, what it refuses, where it fails."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from random import Random
from typing import Any, TypeAlias

from ...engine.words.errors import NoRowError, RuleError
from ...engine.work.progress import telling
from ..analysis.situations import Params, hashable, named, some_values, tried
from ..mechanics.check import Check, Result
from ..mechanics.processes.process import Process, ProcessResult
from ..rulebook.book import Ruleset, Value
from ..rulebook.watching import WatchedRuleset
from .corners import corners

TrialSettings: TypeAlias = frozenset[tuple[str, Value]]  # a situation, in whatever order its parameters are said

_SECONDS = 1.0  # of the processor, for one fight
_PATIENCE = 8.0  # and for the fights of a check in which one parameter after the other may tell
_PATIENCE_IN_CORNERS = 2.0
_FOLLOWED = 8  # situations of a fight that are followed to the end
_STARTS, _DRAWN, _TOGETHER = 30, 100, 8  # situations, further ones, and what is drawn in each for what has not told
_VALUES = 8  # of it, in each of these


class TooLongError(Exception):
    """A fight takes too long to be followed here."""


@contextmanager
def briefly(seconds: float = _SECONDS) -> Iterator[None]:
    """Inside, a fight that takes too long is given up."""
    until = time.process_time() + seconds

    def stop(count: int, of: int | None) -> None:
        if time.process_time() > until:
            raise TooLongError

    with telling(stop):
        yield


def ask(check: Check, params: Params, rules: Ruleset | None = None) -> Result | Exception:
    """The answer of a check, or what was raised in its place."""
    try:
        with briefly():
            return check(rules=rules, **params)
    except Exception as error:
        return error


class Trial:
    """A check in many situations: all of a plain one are asked, and of a fight a few, since it may take long.

    situations : all that were tried.
    answers : where it answers.
    refused : named situations that are refused.
    broken : where it fails, with what it raised.
    gaps : where a number has no row.
    slow : how many fights took too long.
    read : path of each figure that was read, to the first situations in which it was.
    """

    def __init__(self, check: Check) -> None:
        self.check, self.is_fight = check, isinstance(check, Process)
        self.situations: list[Params] = list(tried(check).situations())
        self.answers: dict[TrialSettings, Result] = {}
        self.broken: list[tuple[Params, Exception]] = [(dict(key), e) for key, e in tried(check).broken.items()]
        self.refused: list[tuple[str, Params, RuleError]] = []
        self.gaps: dict[TrialSettings, tuple[Params, RuleError]] = {}
        self._endless: dict[TrialSettings, ProcessResult] = {}
        self.slow = 0
        self.read: dict[str, list[Params]] = defaultdict(list)
        self._ask_all()

    def _ask_all(self) -> None:
        for situation in named(self.check):
            answer = self._ask(situation.params)
            if isinstance(answer, RuleError) and not isinstance(answer, NoRowError):
                self.refused.append((situation.name, situation.params, answer))
        step = max(1, len(self.situations) // _FOLLOWED) if self.is_fight else 1
        for params in self.situations[::step]:
            self._ask(params)
        self._ask_corners()
        for params in self.situations:
            for path in tried(self.check).read_in(params):
                self.read[path].append(params)

    def _ask_corners(self) -> None:
        """Those of a fight as far as there is time; none where every situation is asked."""
        until = time.process_time() + _PATIENCE_IN_CORNERS
        for params in () if tried(self.check).is_complete else corners(self.check):
            if self.is_fight and time.process_time() > until:
                return
            self._ask(params)

    def _ask(self, params: Params) -> Result | Exception:
        settings = _key(params)
        if settings in self.answers:
            return self.answers[settings]
        watched = WatchedRuleset(self.check.book) if self.is_fight else None
        answer = ask(self.check, params, watched)
        for path in watched.paths_read if watched else ():
            self.read[path].append(params)
        if isinstance(answer, Result):
            self.answers[settings] = answer
            if isinstance(answer, ProcessResult) and answer.endless:
                self._endless.setdefault(_key(answer.params), answer)
        elif isinstance(answer, TooLongError):
            self.slow += 1
        elif isinstance(answer, NoRowError):
            self.gaps[settings] = params, answer
        elif not isinstance(answer, RuleError):
            self.broken.append((params, answer))
        return answer

    @property
    def endless(self) -> Sequence[ProcessResult]:
        """Fights that need not end, each situation once."""
        return list(self._endless.values())

    def further(self) -> Iterator[Result]:
        """Of a fight answers in more situations, as many as there is time for."""
        until = time.process_time() + _PATIENCE
        for params in self.situations if self.is_fight else ():
            if time.process_time() > until:
                return
            if _key(params) not in self.answers and isinstance(answer := self._ask(params), Result):
                yield answer

    # Which parameters tell

    def silent(self) -> list[str]:
        """The parameters that were not found to change any answer, each alone. One that cannot be changed alone, or
        that another goes with that tells, is none of them.
        """
        self._until = time.process_time() + _PATIENCE
        answers: Mapping[TrialSettings, Any] = (
            self._numbers() if self.is_fight else {s: a.dist for s, a in self.answers.items()}
        )
        names = self.check.parameters
        silent = {name for name in names if self._tells(name, answers) is False}
        silent = {name for name in silent if not self._tells_nearby(name)}
        partners = {p.only_with[0] for name, p in names.items() if name not in silent}
        return [name for name in names if name in silent - partners]

    def _numbers(self) -> dict[TrialSettings, Any]:
        """The target numbers of a fight in each situation, which are quickly known."""
        targets = {}
        for params in self.situations:
            with suppress(Exception):  # told elsewhere
                targets[_key(params)] = self.check.targets_of(self.check.book, params)
        return targets

    def _tells(self, name: str, answers: Mapping[TrialSettings, Any]) -> bool | None:
        """Do two situations that differ in one parameter alone differ in their answers? ``None`` where there are no
        two.
        """
        default, alike = (
            self.check.parameters[name].default,
            defaultdict[TrialSettings, dict[Value, TrialSettings]](dict),
        )
        for settings in answers:
            rest = frozenset(one for one in settings if one[0] != name)
            alike[rest].setdefault(dict(settings).get(name, hashable(default)), settings)
        pairs = [list(by_value.values()) for by_value in alike.values() if len(by_value) > 1]
        for first, *others in sorted(pairs, key=lambda several: len(several[0])):
            if any(answers[one] != answers[first] and self._differ(one, first) for one in others):
                return True
        return False if pairs else None

    def _differ(self, one: TrialSettings, other: TrialSettings) -> bool:
        """Do the answers differ? Of fights that cannot be followed in the time that there is, the target numbers do."""
        if not self.is_fight or time.process_time() > self._until:
            return True
        answers = [self._ask(dict(settings)) for settings in (one, other)]
        dists = [answer.dist for answer in answers if isinstance(answer, Result)]
        return len(dists) < 2 or dists[0] != dists[1]

    def _tells_nearby(self, name: str) -> bool:
        """The same in further situations, in which several things are said; or is it refused with one value, and not
        with another?
        """
        p = self.check.parameters[name]
        values, refuses = some_values(p), bool(p.path or not p.only_with[0])
        for settings in self._drawn(name):
            if self.is_fight and time.process_time() > self._until:
                return True
            if isinstance(start := ask(self.check, settings), Result):
                for value in values[:: max(1, len(values) // _VALUES)]:
                    answer = ask(self.check, {**settings, name: value})
                    if (
                        answer.dist != start.dist
                        if isinstance(answer, Result)
                        else refuses and type(answer) is RuleError
                    ):
                        return True
        return False

    def _drawn(self, without: str) -> Iterator[dict[str, Value]]:
        """Known situations in which it counts, those first that dice decide, and others in which more is
        drawn besides.
        """
        rng = Random(f"{self.check.id} {without}")
        others = [p for p in self.check.parameters.values() if p.name != without]
        open_ = [settings for settings, answer in self.answers.items() if len(answer.dist) > 1] or list(self.answers)
        for settings in rng.sample(open_, min(_STARTS, len(open_))):
            yield self._counting(dict(settings), without, rng)
        for number in range(_DRAWN if open_ else 0):
            drawn = self._counting(dict(rng.choice(open_)) if number % 2 else {}, without, rng)
            for p in rng.sample(others, rng.randint(0, min(len(others), _TOGETHER))):
                more = self._counting(drawn, p.name, rng) | {p.name: rng.choice(some_values(p))}
                drawn = more if isinstance(ask(self.check, more), Result) else drawn
            yield drawn

    def _counting(self, start: Mapping[str, Value], name: str, rng: Random) -> dict[str, Value]:
        """What is said, and what must be besides for a parameter to count."""
        values, p = dict(start), self.check.parameters[name]
        while other := p.only_with[0]:
            partner = self.check.parameters[other]
            if p.rests(values.get(other, partner.default)):
                values[other] = rng.choice(p.only_with[1])
            p = partner
        return values

    # What is thrown

    def thrown(self, many: int) -> list[Result]:
        """Answers with several outcomes, for different target numbers: the first ones, which have names, and others."""
        several = {answer.targets: answer for answer in self.answers.values() if len(answer.dist) > 1}
        every = list(several.values())
        return every if len(every) <= many else [*every[: many // 2], *every[:: -max(1, len(every) // many)]][:many]


def _key(params: Params) -> TrialSettings:
    return frozenset((name, hashable(value)) for name, value in params.items())
