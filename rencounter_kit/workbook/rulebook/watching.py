"""Which rules an answer rests on: a ruleset that notes what is read of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from ...engine.dice.amendment import AmendedText
from .book import Ride, Rule, Ruleset, Value


class Reads(NamedTuple):
    """The rules that an answer read: before the dice (sums of modifiers, contradictions), and by the dice."""

    before: frozenset[str]
    dice: frozenset[str]


class WatchedRuleset(Ruleset):
    """A ruleset that notes which of its rules, groups and tables are read. Equal to itself alone."""

    _watches: Ruleset
    _read: set[str]
    _group_figures: dict[str, _Group]

    def __init__(self, rules: Ruleset) -> None:
        self.__dict__ = {**rules.__dict__, "_watches": rules.plain, "_read": set(), "_group_figures": {}}

    @property
    def plain(self) -> Ruleset:
        return self._watches

    @property
    def paths_read(self) -> frozenset[str]:
        """What was read: paths of rules, and of tables as a whole beside the row that was found."""
        return _one_set(frozenset(self._read))

    def note(self, read: Iterable[str]) -> None:
        self._read.update(read)

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other

    def __getitem__(self, path: str) -> Value:
        value = super().__getitem__(path)
        self._read.add(path)
        if type(value) is AmendedText:
            self._read.update(one.path for one in value.amendments)
        return value

    def _seen(self, rules: Ruleset) -> Ruleset:
        new = WatchedRuleset(rules)
        new._read, new._group_figures = self._read, self._group_figures
        return new

    def get(self, path: str, default: Value = None) -> Value:
        return self[path] if path in self._values else default

    def rule(self, path: str) -> Rule:
        rule = super().rule(path)
        self._read.add(path)
        return rule

    def added_rule(self, path: str) -> Rule | None:
        self._read.add(path)  # also where there is none
        return self._rules.get(path)

    def group(self, path: str) -> Mapping[str, Rule]:
        if path not in self._group_figures:
            self._group_figures[path] = _Group(super().group(path), self._read)
        return self._group_figures[path]

    def look_up(self, table: str, number: int | float) -> str:
        row = super().look_up(table, number)
        self._read.update((table, f"{table}.{row}"))
        return row


class _Group(Mapping[str, Rule]):
    """A group of rules; taking one out reads it. The names alone are no rules: house rules do not change them."""

    def __init__(self, rules: Mapping[str, Rule], read: set[str]) -> None:
        self._rules, self._read = rules, read

    def __getitem__(self, name: str) -> Rule:
        rule = self._rules[name]
        self._read.add(rule.path)
        return rule

    def __contains__(self, name: object) -> bool:
        return name in self._rules

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)


def agree(one: Ruleset, other: Ruleset, read: frozenset[str]) -> bool:
    """Do two rulesets of a game say the same wherever they were read? Then the same reading leads the same way."""
    return one is other or _differences(one, other).isdisjoint(read)


@lru_cache(maxsize=256)
def _differences(one: Ruleset, other: Ruleset) -> frozenset[str]:
    """The paths of the rules that differ, and of the tables in which they stand."""
    paths = {rule.path for rules in (one, other) for rule in rules.house_rules}
    paths |= {path for rules in (one, other) for path in (*rules.amended, *(ride[0] for ride in _of_sides(rules)))}
    rules = {path for path in paths if _value_at(one, path) != _value_at(other, path)}
    return frozenset(rules | {path.rpartition(".")[0] for path in rules})


def _value_at(rules: Ruleset, path: str) -> Value:
    """What rules say there, with what rides on dice; nothing of what only others add."""
    if path not in rules:
        return None
    return rules.rule(path).entry, rules[path], [ride for ride in _of_sides(rules) if ride[0] == path]


def _of_sides(rules: Ruleset) -> tuple[Ride, ...]:
    """What rides on the dice of one side alone."""
    return rules.rides[-1] if rules.is_sided else ()


@lru_cache(maxsize=4096)
def _one_set(read: frozenset[str]) -> frozenset[str]:
    """One and the same set for all answers that read the same: thousands of answers are kept."""
    return read
