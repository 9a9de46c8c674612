"""What a change of rules touches: the checks and situations that read a figure, and which of them change most."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import NamedTuple

from ..dice.dist import Outcome
from ..errors import RuleError
from ..mechanics.check import Check, Result
from ..mechanics.process import Process
from ..mechanics.registry import checks
from ..progress import tell
from ..rulebook.book import Ruleset, Value
from ..rulebook.presets import presets
from ..rulebook.watching import WatchedRuleset
from ..wording import percent_text, words

_FEW = 3  # checks that change are enough
USUAL = "the usual case"  # the situation in which every parameter has its default


@dataclass(frozen=True, eq=False)
class NamedSituation:
    """A check in a situation of that name."""

    check: Check
    name: str
    params: Mapping[str, Value]

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


class Effect(NamedTuple):
    """What a change of rules does in one situation.

    before, after : the answers by the book and by the changed rules, ``None`` where there is none. size : how much of
    the chance goes elsewhere, 0 to 1 (the total variation distance).
    """

    situation: NamedSituation
    before: Result | None
    after: Result | None
    size: Fraction

    @property
    def certain(self) -> bool:
        """Is it a figure worked out without dice?"""
        return all(len(result) == 1 for result in (self.before, self.after) if result is not None)

    @property
    def most(self) -> tuple[Outcome, Fraction, Fraction]:
        """The event (or else outcome) whose chance changes most, with the chance before and after."""
        if self.before is None or self.after is None:
            return "", Fraction(0), Fraction(0)
        before, after = self.before.events, self.after.events
        chances = [(name, before[name], after[name]) for name in before if name in after]
        if not any(was != now for _, was, now in chances):
            every = dict.fromkeys([*self.before, *self.after])
            chances = [(outcome, self.before.dist[outcome], self.after.dist[outcome]) for outcome in every]
        return max(chances, key=lambda one: abs(one[2] - one[1]))


@cache
def situations(stem: str) -> tuple[NamedSituation, ...]:
    """Every check of a game with its defaults and in its named situations."""
    every: list[NamedSituation] = []
    for check in checks.of(stem):
        ready = presets(stem).get(check.id, {})
        usual: Mapping[str, Mapping[str, Value]] = {} if {} in ready.values() else {USUAL: {}}
        every += [NamedSituation(check, name, params) for name, params in {**usual, **ready}.items()]
    return tuple(every)


@cache
def _further(stem: str) -> tuple[NamedSituation, ...]:
    """The checks that one throw settles with one parameter otherwise: each word, and the ends of each number."""
    further, usual = [], [(situation.check, situation.params) for situation in situations(stem)]
    for check in (check for check in checks.of(stem) if not isinstance(check, Process)):
        for p in (p for p in check.parameters.values() if not p.path):
            values = p.values() if p.kind != "whole" else (p.low, p.high)
            partner = {p.only_with[0]: p.only_with[1][0]} if p.only_with[0] else {}  # with which it counts
            for value in (v for v in values if v != p.default and (check, {p.name: v}) not in usual):
                name = words(p.name) + ("" if value is True else f" {words(str(value))}")
                further.append(NamedSituation(check, name, {**partner, p.name: value}))
    return tuple(further)


def effects(rules: Ruleset) -> list[Effect]:
    """What house rules change in the checks that one throw settles, the greatest effect first.

    Named situations are asked; where fewer than three checks change in these, others too.

    >>> from rencounter_kit import rules
    >>> for effect in effects(rules("rencounter").with_house_rules("wounds.point.melee = -2"))[:1]:
    ...     print(effect.situation.check.id, "in the situation", effect.situation.name)
    rencounter.wound_location in the situation What is left of his sword arm?
    """
    changes = _effects_in(situations(rules.stem), rules)
    if len({effect.situation.check.id for effect in changes}) < _FEW:
        changes += _effects_in(_further(rules.stem), rules)
    return in_order(changes)


def effects_on_fights(rules: Ruleset) -> list[Effect]:
    """What house rules change in the checks that go on over turns, each in its first situation; this takes longer."""
    first = {s.check.id: s for s in reversed(situations(rules.stem)) if isinstance(s.check, Process)}
    return in_order(_effects_in(first.values(), rules, fights=True))


def in_order(several: Iterable[Effect]) -> list[Effect]:
    """The greatest effect first; figures that need no dice, which change for certain or not at all, come last."""
    return sorted(several, key=lambda effect: (effect.certain, -effect.size))


def _effects_in(among: Iterable[NamedSituation], rules: Ruleset, fights: bool = False) -> list[Effect]:
    """The effects in some situations; those that the changed rules cannot touch are not asked."""
    paths = {rule.path for rule in rules.house_rules}
    candidates = [s for s in among if isinstance(s.check, Process) is fights]
    changes = []
    for number, situation in enumerate(candidates):
        if fights:
            tell(number, len(candidates))
        if paths & situation.paths and (effect := _effect(situation, rules)):
            changes.append(effect)
    return changes


def _effect(situation: NamedSituation, rules: Ruleset) -> Effect | None:
    """The effect in one situation; ``None`` where nothing changes."""
    before, after = situation.ask(situation.check.book), situation.ask(rules)
    if before is None or after is None:
        return Effect(situation, before, after, Fraction(1)) if before is not after else None
    size = distance(before, after)
    return Effect(situation, before, after, size) if size else None


def distance(one: Result, other: Result) -> Fraction:
    """How much chance would have to be moved to make one answer of the other: 0 where they agree, 1 at most."""
    every = dict.fromkeys([*one.dist, *other.dist])
    return sum((abs(one.dist[outcome] - other.dist[outcome]) for outcome in every), Fraction(0)) / 2


def change_words(effect: Effect) -> tuple[str, str, str]:
    """What changes most, before and after."""
    before, after = effect.before, effect.after
    if before is None or after is None:
        headlines = ["not possible" if result is None else result.headline for result in (before, after)]
        return "answer", headlines[0], headlines[1]
    if effect.certain:
        return "answer", _only(before), _only(after)
    what, was, now = effect.most
    if type(what) is int:
        means = [float(result.dist.mean) for result in (before, after)]
        return "on average", f"{means[0]:.3g}", f"{means[1]:.3g}"
    return effect.situation.check.words(what), percent_text(was), percent_text(now)


def _only(result: Result) -> str:
    return result.check.words(next(iter(result.dist)))


# What an answer reads -------------------------------------------------------------------------------------------------


def reads(check: Check, rules: Ruleset, params: Mapping[str, Value]) -> frozenset[str]:
    """The paths of all rules that an answer reads, or that are read before it turns out to contradict itself."""
    watched = WatchedRuleset(rules)
    NamedSituation(check, "", params).ask(watched)
    return frozenset(rule.path for path in watched.paths_read for rule in rules.below(path))
