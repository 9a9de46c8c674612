"""What is set and changes nothing here: which parameters, and which setting keeps each from counting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from typing import Any, NamedTuple, Protocol

from ...engine.dice.dist import Dist
from ...engine.dice.throw import Targets
from ...engine.words.errors import RuleError
from ..rulebook.book import Rule, Ruleset, playable
from ..rulebook.text import Value
from .modifiers import CompositeNode, Entry, Node, Part, Total
from .parameter import QUESTION, Parameter

Numbers = tuple[Any, tuple[Entry, ...]]  # target numbers, and the modifiers that made them
_NOTHING = (None, 0, False, "none", "no", ())  # values by which a parameter adds nothing
_MOST_VALUES = 60  # values of one parameter for which all numbers are worked out again
BY_YOURS = "by your rules"  # by the book it counts
_TRIED = 6  # settings with which a parameter seems to count that are looked at closely
_LOOKED_THROUGH = 600  # values of another parameter; of 100,000 ounces every 166th


class _Check(Protocol):
    """What is asked of a check."""

    @property
    def book(self) -> Ruleset: ...

    @property
    def parameters(self) -> Mapping[str, Parameter]: ...

    @property
    def nodes(self) -> Mapping[str, Total | Node]: ...

    def values(self, book: Ruleset, settings: Mapping[str, Value]) -> dict[str, Value]: ...

    def numbers(self, book: Ruleset, values: Mapping[str, Value]) -> Numbers: ...

    def worked_out(self, book: Ruleset, values: Mapping[str, Value]) -> tuple[dict[str, Value], list[Entry]]: ...

    def dist_of(self, book: Ruleset, targets: Targets) -> Dist: ...

    def known_dist(self, book: Ruleset, targets: Targets, followed: Targets) -> Dist | None: ...


class NoEffect(NamedTuple):
    """A parameter that is set and changes nothing here.

    parameter, value : which, and what it is set to.
    setting : the other setting that keeps it from counting, such as "with weapon flintlock musket"; "here" where no
        single one does, ``BY_YOURS`` where house rules do.
    rule : what would count without that.
    needs : the other parameter, and a value of it with which this one would count; an empty name where there is none.
    """

    parameter: Parameter
    value: Value
    setting: str = "here"
    rule: Rule | None = None
    needs: tuple[str, Value] = ("", None)

    @property
    def label(self) -> str:
        """What is set, as in "shield large"."""
        return _setting_text(self.parameter, self.value, "", "not ")

    @property
    def why(self) -> str:
        """That it does not count, and with which setting."""
        return f"no effect {self.setting}"

    @property
    def would_count(self) -> str:
        """The rule that would count, with its source."""
        return f"{self.rule.label}, {self.rule.citation}" if self.rule else ""

    def __str__(self) -> str:
        return f"{self.label}: {self.why}" + (f" ({self.would_count})" if self.rule else "")


def _setting_text(p: Parameter, value: Value, yes: str, no: str) -> str:
    """A parameter with its value; one that is ticked or not by its name, after ``yes`` or ``no``."""
    name = p.words
    return f"{no if value is False else yes}{name if isinstance(value, bool) else f'{name} {p.text(value)}'}"


def no_effects(
    check: _Check, book: Ruleset, values: Mapping[str, Value], now: Numbers, dist: Dist | None = None
) -> list[NoEffect]:
    """Each parameter that is set away from what it usually is and without which all would be the same: the modifiers,
    and the target numbers, or what the dice make of them. Of two that stand in for each other neither is named.

    values : of all parameters.
    now, dist : the numbers and the distribution that they make; without that, the same target numbers count alone.
    """
    settings = _Settings(check, book, values, now, dist)
    results = list(settings.without_effect())
    if results and book.house_rules:
        with suppress(RuleError):  # what is set may be nothing by the book
            by_the_book = settings.by_the_book()
            results = [
                one if one.parameter.name in by_the_book else NoEffect(one.parameter, one.value, BY_YOURS)
                for one in results
            ]
    return results


class _Settings:
    """What is set of a check, beside the same with some of it otherwise."""

    def __init__(
        self, check: _Check, book: Ruleset, values: Mapping[str, Value], now: Numbers, dist: Dist | None
    ) -> None:
        self._check, self._book, self._values, self._now, self._dist = check, book, values, now, dist
        self._usual = check.values(book, {})
        unasked = {p.instead_of for name, p in check.parameters.items() if p.instead_of and values[name] is not None}
        self._unasked = {name for name in unasked if values[name] is None}
        self._settings = {
            name: value for name, value in values.items() if value != self._usual[name] and name not in self._unasked
        }

    def by_the_book(self) -> set[str]:
        """The parameters that change nothing without house rules either."""
        book = self._check.book
        values = self._check.values(book, self._settings)
        with playable(book):
            now = self._check.numbers(book, values)
        dist = None if self._dist is None else self._check.dist_of(book, now[0])
        return {one.parameter.name for one in _Settings(self._check, book, values, now, dist).without_effect()}

    def without_effect(self) -> Iterator[NoEffect]:
        """Each that has none."""
        alone = [name for name in self._settings if name != QUESTION and self._is_same_without(name)]
        partners = {name for pair in combinations(alone, 2) if not self._is_same_without(*pair) for name in pair}
        names = [name for name in alone if name not in partners]
        if len(names) > 2 and not self._is_same_without(*names):
            return
        for name in names:
            if self._adds_nothing(name) or self._is_same_with_any(name):
                p = self._check.parameters[name]
                yield NoEffect(p, self._values[name], *self._obstacle(p))

    def _adds_nothing(self, name: str) -> bool:
        """Is it usually a value that adds nothing, with no other parameter asked in its place?"""
        usual, p = self._usual[name], self._check.parameters[name]
        return not p.instead_of and any(type(usual) is type(one) and usual == one for one in _NOTHING)

    def _is_same_with_any(self, name: str) -> bool:
        """Is it the same whatever it is set to?"""
        every = self._check.parameters[name].by(self._book).values()
        parts = [(part, part_values) for part, part_values in self._parts_with_values() if name in part.names]
        now, tries = [part(self._book, part_values) for part, part_values in parts], 0
        for value in every:
            with suppress(RuleError):
                if [part(self._book, {**part_values, name: value}) for part, part_values in parts] == now:
                    continue
            tries += 1
            if tries > _MOST_VALUES or not self._is_same({**self._settings, name: value}):
                return False
        return bool(every)

    def _parts_with_values(self) -> Iterator[tuple[Node, Mapping[str, Value]]]:
        """Each function of the check with the values that it is given: what is worked out may bear the name of a
        parameter.
        """
        results, _ = self._check.worked_out(self._book, self._values)
        part_values = dict(self._values)
        for name, node in self._check.nodes.items():
            yield from ((part, dict(part_values)) for part in _functions(node, part_values))
            part_values[name] = results[name]

    def _is_same_without(self, *names: str) -> bool:
        """Is it the same when these are as usual?"""
        return self._is_same({name: value for name, value in self._settings.items() if name not in names})

    def _is_same(self, settings: Mapping[str, Value]) -> bool:
        try:
            targets, modifiers = self._numbers(settings)
            if modifiers != self._now[1]:
                return False
            if self._dist is None or targets == self._now[0]:
                return bool(targets == self._now[0])
            return self._check.known_dist(self._book, targets, self._now[0]) == self._dist
        except RuleError:
            return False

    def _numbers(self, settings: Mapping[str, Value]) -> Numbers:
        with playable(self._book):
            return self._check.numbers(self._book, self._check.values(self._book, settings))

    # Which setting keeps it from counting --------------------------------------------------------------------------

    def _obstacle(self, p: Parameter) -> tuple[str, Rule | None, tuple[str, Value]]:
        """The setting with another value of which it would count, the rule that would, and that value."""
        parameters = self._check.parameters
        usual = self._usual[p.name]
        tries = list(_openings(self._check, self._book, self._values, p.name, usual))
        tries.sort(key=lambda one: (parameters[one[0]].group == "ruling", one[0] not in self._settings))
        for name, value in tries[:_TRIED]:
            with suppress(RuleError):
                set_otherwise = {**self._settings, name: value}
                now, before = self._numbers(set_otherwise), None
                with suppress(RuleError):  # it may be needed then
                    before = self._numbers({**set_otherwise, p.name: usual})
                if now != before:
                    entries = before[1] if before else self._now[1]
                    rules = [self._book.rule(one.rule.path) for one in now[1] if one.rule and one not in entries]
                    setting = _setting_text(parameters[name], self._values[name], "with ", "unless ")
                    return setting, next(iter(rules), None), (name, value)
        return "here", None, ("", None)


def _openings(
    check: _Check, book: Ruleset, values: Mapping[str, Value], name: str, usual: Value
) -> Iterator[tuple[str, Value]]:
    """Other parameters, each with the first value with which this one seems to count: a function that is given both
    returns something else.
    """
    visited = set[str]()
    for part in _parts(check):
        if isinstance(part, Part):
            yield from _inner_openings(part, book, values, name, usual, visited)
            continue
        if name not in part.names:
            continue
        for other in _parameters(check, part.names):
            if other != name and other not in visited:
                every = check.parameters[other].by(book).values()
                for value in every[:: len(every) // _LOOKED_THROUGH or 1]:
                    with suppress(RuleError, TypeError, KeyError):
                        part_values = _derived(check, book, {**values, other: value}, part.names)
                        if part(book, part_values) != part(book, {**part_values, name: usual}):
                            visited.add(other)
                            yield other, value
                            break


def _inner_openings(
    part: Part, book: Ruleset, values: Mapping[str, Value], name: str, usual: Value, visited: set[str]
) -> Iterator[tuple[str, Value]]:
    """The same of a part that is another check, by our names."""
    ours = dict(zip(part.inputs, part.names, strict=False))
    theirs = {our: their for their, our in ours.items()}
    if name not in theirs:
        return
    with suppress(RuleError, KeyError):
        params = {their: values[our] for their, our in ours.items() if our in values}
        inner = part.check.values(book, {**params, **part.fixed})
        for other, value in _openings(part.check, book, inner, theirs[name], usual):
            if ours.get(other) in values and ours[other] not in visited:
                visited.add(ours[other])
                yield ours[other], value


def _parts(check: _Check) -> Iterator[Node]:
    """Each function of a check, those within sums and within what is made of parts among them."""
    todo: list[Total | Node] = list(check.nodes.values())
    for one in todo:
        if isinstance(one, Total):
            yield from one.functions
        elif isinstance(one, CompositeNode):
            todo += [inner for inner in one.parts if inner not in todo]
        else:
            yield one


def _functions(node: Total | Node, part_values: Mapping[str, Value]) -> Sequence[Node]:
    """The functions of a node: those that it is made of, where all that they ask for is known outside it."""
    if isinstance(node, Total):
        return node.functions
    if isinstance(node, CompositeNode):
        inner = [one for part in node.parts for one in _functions(part, part_values)]
        if all(part_values.keys() >= set(one.names) for one in inner):
            return inner
    return (node,)


def _parameters(check: _Check, names: Sequence[str]) -> dict[str, None]:
    """The parameters among these names, and those that the others are worked out from."""
    all_names = dict[str, None]()
    for name in names:
        if name in check.parameters:
            all_names[name] = None
        elif name in check.nodes:
            all_names |= _parameters(check, check.nodes[name].names)
    return all_names


def _derived(check: _Check, book: Ruleset, values: Mapping[str, Value], names: Sequence[str]) -> dict[str, Value]:
    """Values by name, with those of the names that are worked out from others."""
    derived = dict(values)

    def work_out(name: str) -> None:
        node = check.nodes[name]
        if isinstance(node, Total):
            raise KeyError(name)  # a sum: what goes by it is not looked at
        for inner in node.names:
            if inner not in derived:
                work_out(inner)
        derived[name] = node(book, derived)

    for name in names:
        if name not in derived:
            work_out(name)
    return derived
