"""The situations of a check: named ones, and others near them, tried by the book; which of its figures each reads."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, islice, pairwise, product
from typing import NamedTuple

from ...engine.words.errors import RuleError
from ...engine.work.progress import tell
from ..mechanics.check import Check, Result
from ..mechanics.modifiers import Node, Part, Total
from ..mechanics.parameter import QUESTION, Choice, Parameter, Rows, SeveralChoices, Whole
from ..mechanics.processes.process import Process
from ..mechanics.registry import checks
from ..rulebook.book import Ruleset, Value
from ..rulebook.library import kept
from ..rulebook.presets import presets
from ..rulebook.watching import WatchedRuleset

USUAL = "the usual case"  # the situation in which every parameter has its default
_ALL = 2_500  # situations of a check that are tried one and all
_LIMIT = 2_000  # of the others
_SPREAD = 12  # values of a long range, beside those near its ends
_TOGETHER = 200  # combinations of parameters that one modifier asks together
_AROUND = 200  # situations around one that a path names
_BOXES = 4  # that only house rules ask for, which are ticked one by one in named situations
_MANY = 5  # choices of which every situation has one that matters
_NONE = (None, "none", "no")  # of a choice: nothing of the kind
_CHECKS = 1024  # whose situations are kept: house rules that add modifiers make others of them

Params = Mapping[str, Value]
_Key = tuple[tuple[str, Value], ...]  # of a situation, in whatever order its parameters were said


@dataclass(frozen=True, eq=False)
class NamedSituation:
    """A check in a situation of that name."""

    check: Check
    name: str
    params: Params

    def ask(self, rules: Ruleset) -> Result | None:
        """The answer by some rules; ``None`` where they make it contradict itself."""
        try:
            return self.check(rules=rules, **self.params)
        except RuleError:
            return None

    @cached_property
    def paths(self) -> frozenset[str]:
        """All rules that the answer by the book reads: a change of any other cannot change it."""
        return reads(self.check, self.check.book, self.params)


@kept
def situations(stem: str) -> tuple[NamedSituation, ...]:
    """Every check of a game with its defaults and in its named situations."""
    return tuple(situation for check in checks.of(stem) for situation in named(check))


@lru_cache(maxsize=_CHECKS)
def named(check: Check) -> tuple[NamedSituation, ...]:
    """A check with its defaults and in its named situations; each also with what only house rules ask for."""
    ready = presets(check.stem).get(check.id, {})
    usual: Mapping[str, Params] = {} if {} in ready.values() else {USUAL: {}}
    further = [name for name in check.parameters if name not in check.by_the_book.parameters][:_BOXES]
    situations = {**usual, **ready}
    ticked = {
        in_words(check, {name: True}) if one == USUAL else f"{one}, {check.spelling.words(name)}": {
            **params,
            name: True,
        }
        for name in further
        for one, params in situations.items()
    }
    return tuple(NamedSituation(check, name, params) for name, params in {**situations, **ticked}.items())


def reads(check: Check, rules: Ruleset, params: Params) -> frozenset[str]:
    """The paths of all rules that an answer reads, or that are read before it turns out to contradict itself."""
    watched = WatchedRuleset(rules)
    NamedSituation(check, "", params).ask(watched)
    return rules.paths_of(watched.paths_read)


def unnamed(check: Check, params: Params) -> NamedSituation:
    """A situation without a name, called by the named one that it goes on from, and what is said besides."""
    started = [one for one in named(check) if one.params and one.params.items() <= params.items()]
    if not started:
        return NamedSituation(check, in_words(check, params), params)
    start = max(started, key=lambda one: len(one.params))
    further = {name: value for name, value in params.items() if name not in start.params}
    return NamedSituation(check, ", ".join([start.name, in_words(check, further)] if further else [start.name]), params)


def situation_text(situation: NamedSituation) -> str:
    """A situation with the question that is asked in it.

    >>> from rencounter_kit import checks
    >>> situation_text(unnamed(checks["rencounter.duel"], {"b_armor": 2}))
    'Who wins the duel? B armour 2'
    """
    title = situation.check.title
    return f"{title}{'' if title.endswith('?') else ':'} {situation.name}"


def left_unsaid(situation: NamedSituation) -> str:
    """What the name of a situation does not say: what it sets, and of choices among many, such as a weapon or a range,
    what is as usual.

    >>> from rencounter_kit import checks
    >>> fire = checks["rencounter.fire"]
    >>> left_unsaid(NamedSituation(fire, "Musket at eighty yards", {"skill": 6, "range_band": "medium"}))
    'skill 6, weapon flintlock musket, range band medium'
    >>> left_unsaid(unnamed(fire, {"weapon": "long_bow"}))
    'range band short'
    """
    check, name_parts = situation.check, situation.name.split(", ")
    usual = {
        name: p.default
        for name, p in check.parameters.items()
        if isinstance(p, Choice) and len(p.choices) >= _MANY and p.default not in _NONE and p.group != "ruling"
    }
    settings = {**usual, **situation.params}
    each = (
        in_words(check, {name: settings[name]}) for name in check.parameters if name in settings and name != QUESTION
    )
    return ", ".join(one for one in each if one not in name_parts)


def ready_situation_text(result: Result) -> str:
    """The ready situation that an answer is of, with all that it sets and that counts; "" for any other.

    >>> from rencounter_kit import check
    >>> ready_situation_text(check("rencounter.fire", weapon="long_bow", skill=8, target_armor=4, range_band="medium", aim_turns=1))
    'Long bow at full plate: skill 8, weapon long bow, aim turns 1, range band medium, target armour full (4)'
    """  # noqa: E501
    check, idle = result.check, {one.parameter.name for one in result.no_effects}
    for name, params in presets(check.stem).get(check.id, {}).items():
        with suppress(RuleError):
            if params and check.values(result.rules, params) == result.params:
                counts = [one for one in check.parameters if one in params and one not in idle]
                return f"{name}: {', '.join(_set_to(check.parameters[one], params[one]) for one in counts)}"
    return ""


def _set_to(p: Parameter, value: Value) -> str:
    return p.words if value is True else f"{p.words} {p.text(value)}"


def in_words(check: Check, params: Params) -> str:
    """What is not as usual, in words.

    >>> from rencounter_kit import checks
    >>> in_words(checks["rencounter.duel"], {"b_armor": 4, "braced": True})
    'B armour 4, braced'
    """
    return check.spelling.settings(params) or USUAL


# Situations that nobody has named -------------------------------------------------------------------------------------


@lru_cache(maxsize=_CHECKS)
def tried(check: Check) -> SampleSituations:
    """The situations of a check that are tried, kept for the next question."""
    return SampleSituations(check)


class _Stage(NamedTuple):
    """Situations that were tried together, by each rule that was read; and those that contradict themselves."""

    reading: dict[str, list[Params]]
    refused: dict[str, list[Params]]


class SampleSituations:
    """Situations of a check, tried by the book: from the plainest to those in which several things come together.

    many : how many situations there are, infinite where a list has no end.
    is_complete : are these few enough that each is tried? Of a process only the target numbers are worked out: its
        turns are not followed. What is found does not depend on what was asked before.
    """

    def __init__(self, check: Check) -> None:
        self.check = check
        self._values = {p.name: few_values(p) for p in check.parameters.values()}
        self.many = math.prod(map(_many, check.parameters.values()))
        listed = any(
            isinstance(p, (SeveralChoices, Rows)) or (isinstance(p, Choice) and p.follows)
            for p in check.parameters.values()
        )
        self.is_complete = self.many <= _ALL and not listed and not isinstance(check, Process)
        self._reads: dict[_Key, tuple[frozenset[str], bool]] = {}
        self._stages = [self._every] if self.is_complete else [self._plain, self._near_samples, self._together]
        self._reached: list[_Stage] = []
        self._met: dict[_Key, None] = {}  # in the stages reached, in the order in which they were tried
        self.broken: dict[_Key, Exception] = {}  # where a game of one's own fails; who verifies it tells

    def __len__(self) -> int:
        """How many are tried in all stages."""
        return len(self.situations())

    def situations(self) -> Sequence[Params]:
        """Those of all stages."""
        list(self._in_stages())
        return list(map(dict, self._met))

    def reading(self, path: str) -> Iterator[Sequence[Params]]:
        """Those in which a rule, or the table in which it stands, is read, the fewest things said first; then the same
        when more have been tried, until all are that there are to try. At last those that contradict themselves once it
        is read: by other rules they may not.
        """
        samples: list[Params] = []
        for stage in self._in_stages():
            samples = sorted([*samples, *_in_or_above(stage.reading, path)], key=len)
            yield samples
        if not samples and not self.is_complete:
            yield sorted(self._that_read(path, self._by_words_of(path)), key=len)
        yield sorted((one for stage in self._in_stages() for one in _in_or_above(stage.refused, path)), key=len)

    def around(self, params: Params, path: str) -> Sequence[Params]:
        """Those with one thing otherwise in which a rule is read too."""
        return self._that_read(path, self._with_one_otherwise(params))

    @property
    def paths(self) -> frozenset[str]:
        """All that was read so far, also in situations that contradict themselves."""
        return frozenset().union(*(paths for paths, _ in self._reads.values()))

    def read_in(self, params: Params) -> frozenset[str]:
        """What is read in a situation; nothing where it contradicts itself."""
        counting = self._without_resting(params)
        paths, refused = self._try(_key(counting), counting)
        return frozenset() if refused else paths

    def _that_read(self, path: str, among: Iterable[Params]) -> list[Params]:
        return [one for one in among if {path, path.rpartition(".")[0]} & self.read_in(one)]

    def _in_stages(self) -> Iterator[_Stage]:
        """The stages one after the other, each tried when it is reached first."""
        yield from self._reached
        for situations in self._stages[len(self._reached) :]:
            stage = _Stage({}, {})
            for params in islice(situations(), max(0, (_ALL if self.is_complete else _LIMIT) - len(self._met))):
                counting = self._without_resting(params)
                if (key := _key(counting)) not in self._met:
                    self._met[key] = None
                    paths, refused = self._try(key, counting)
                    for path in paths:
                        (stage.refused if refused else stage.reading).setdefault(path, []).append(counting)
            self._reached.append(stage)
            yield stage

    def _without_resting(self, params: Params) -> Params:
        return self.check.without_resting(self.check.book, params)

    def _try(self, key: _Key, params: Params) -> tuple[frozenset[str], bool]:
        """What is read in a situation, and whether it contradicts itself then."""
        if key not in self._reads:
            tell(len(self._reads), None)
            watched, refused = WatchedRuleset(self.check.book), False
            try:
                if isinstance(self.check, Process):
                    self.check.targets_of(watched, params)
                else:
                    self.check(rules=watched, **params)
            except RuleError:
                refused = True
            except Exception as error:
                refused, self.broken[key] = True, error
            self._reads[key] = watched.paths_read, refused
        return self._reads[key]

    # Which are tried

    def _every(self) -> Iterator[Params]:
        """Every situation that there is."""
        names = list(self.check.parameters)
        for values in product(*[_all_values(p) for p in self.check.parameters.values()]):
            settings = zip(names, values, strict=True)
            yield {name: value for name, value in settings if value != self.check.parameters[name].default}

    def _plain(self) -> Iterator[Params]:
        """The usual situation, and one thing otherwise."""
        yield {}
        for p in self.check.parameters.values():
            yield from (self.counting({p.name: value}) for value in some_values(p))
        yield from self._between()

    def _near_samples(self) -> Iterator[Params]:
        """Named situations, and one thing otherwise."""
        starts = [situation.params for situation in named(self.check) if situation.params]
        yield from starts
        for start in starts:
            yield from self._with_one_otherwise(start)

    def _together(self) -> Iterator[Params]:
        """What is asked together, in each way."""
        for names in sorted(_groups(self.check), key=lambda names: (len(names), sorted(names))):
            yield from self._each_way(sorted(names))

    def _with_one_otherwise(self, start: Params) -> Iterator[Params]:
        for name, values in self._values.items():
            yield from (self.counting({**start, name: value}) for value in values)

    def _between(self) -> Iterator[Params]:
        """The numbers between two in which another row of a table is read."""
        for p in self.check.parameters.values():
            if isinstance(p, Whole):
                pairs = list(pairwise(sorted(v for v in some_values(p) if v is not None)))
                while pairs:
                    low, high = pairs.pop()
                    if high - low > 1 and self._with(p.name, low) != self._with(p.name, high):
                        middle = (low + high) // 2
                        yield self.counting({p.name: middle})
                        pairs += [(low, middle), (middle, high)]

    def _with(self, name: str, value: Value) -> frozenset[str]:
        return self.read_in(self.counting({name: value}))

    def _each_way(self, names: Sequence[str]) -> Iterator[Params]:
        """Each combination of some parameters; of too many, each pair of them."""
        if len(names) > 2 and math.prod(len(self._values[name]) for name in names) > _TOGETHER:
            for two in combinations(names, 2):
                yield from self._each_way(two)
        elif len(names) > 1:
            every = product(*[self._values[name] for name in names])
            for values in every:
                yield self.counting(dict(zip(names, values, strict=True)))

    def _by_words_of(self, path: str) -> Iterator[Params]:
        """Where parameters have the words of a path as values, as ``may_own.dwarf.pole_arm``; and near there."""
        parts = path.split(".")
        candidates = {
            p.name: value
            for p in self.check.parameters.values()
            for value in _all_values(p)
            if isinstance(p, Choice) and str(value) in parts
        }
        if candidates:
            yield self.counting(candidates)
            yield from islice(self._with_one_otherwise(candidates), _AROUND)

    def counting(self, params: Params) -> Params:
        """The same with what must be said besides for each thing to count."""
        settings = dict(params)
        for name in params:
            p = self.check.parameters[name]
            while (other := p.only_with[0]) and name in settings:
                partner = self.check.parameters[other]
                if p.rests(settings.get(other, partner.default)):
                    settings[other] = p.only_with[1][0]
                p = partner
        return settings


def _in_or_above(by_path: Mapping[str, Sequence[Params]], path: str) -> list[Params]:
    """What stands under a path, or under that of its table."""
    return [*by_path.get(path, ()), *by_path.get(path.rpartition(".")[0], ())]


def some_values(p: Parameter) -> list[Value]:
    """The values of a parameter that are tried by themselves: each word, and of a long range some near the ends and
    some between; of lists those with one entry.
    """
    if isinstance(p, SeveralChoices):
        return [(choice,) * max(1, p.low) for choice in p.choices]
    every = _all_values(p)
    if not isinstance(p, Whole) or len(every) <= _SPREAD or p.free:
        return few_values(p) if p.free else every
    far = p.high - p.low
    spread = [p.low + far * n // (_SPREAD - 1) for n in range(_SPREAD)]
    near = [step for n in range(far.bit_length()) for step in (p.low + 2**n, p.high - 2**n)]
    return list(dict.fromkeys([*spread, *near, *few_values(p)]))


def few_values(p: Parameter) -> list[Value]:
    """The values that are tried together with others: of a range the ends, the middle and those next to the default."""
    every = _all_values(p)
    if isinstance(p, SeveralChoices):
        return [(choice,) * max(1, p.low) for choice in (p.choices[0], p.choices[-1])]
    if not isinstance(p, Whole):
        return every
    usual = (p.low + p.high) // 2 if p.default is None else p.default
    return [value for value in dict.fromkeys([p.high, p.low, usual, usual + 1, usual - 1, None]) if value in every]


def _all_values(p: Parameter) -> list[Value]:
    """All that it may be."""
    return [*p.values(), *([None] if p.optional else [])]


def _many(p: Parameter) -> float:
    """How many values it may have."""
    if isinstance(p, SeveralChoices):
        return sum(len(p.choices) ** n for n in range(p.low, p.high + 1)) + p.optional
    return math.inf if isinstance(p, Rows) else len(_all_values(p))


def _key(params: Params) -> _Key:
    return tuple(sorted((name, hashable(value)) for name, value in params.items()))


def hashable(value: Value) -> Value:
    """The value, a list as a tuple."""
    return tuple(map(hashable, value)) if isinstance(value, (list, tuple)) else value


def _groups(check: Check) -> set[frozenset[str]]:
    """The parameters that one modifier, or another part of the target numbers, asks together."""
    groups: set[frozenset[str]] = set()
    rests_on = {name: frozenset([name]) for name in check.parameters}

    def of(names: Iterable[str]) -> frozenset[str]:
        return frozenset().union(*(rests_on[name] for name in names))

    for name, node in check.nodes.items():
        parts: Sequence[Node] = node.functions if isinstance(node, Total) else (node,)
        for part in parts:
            if isinstance(part, Part):
                ours = dict(zip(part.inputs, part.names, strict=False))
                groups |= {of(ours[n] for n in names if n in ours) for names in _groups(part.check)}
            else:
                groups.add(of(part.names))
        rests_on[name] = of(node.names)
    return groups | {of(refusal.names) for refusal in check.refusals}
