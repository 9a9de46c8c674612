"""Target numbers: plain functions of what the player says, each naming the rules that it takes.

A modifier is a function whose first argument is the ruleset and whose further arguments are *named* like the parameters
(or earlier target numbers) that it depends on; it returns a ``Rule``, a list of them, a number, or ``None``. A
``Total`` adds modifiers up and keeps the list of them: that list is the explanation.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar, NamedTuple

from ...engine.dice.throw import Targets
from ...engine.words.errors import RuleError
from ...engine.words.wording import filled, signed
from ..rulebook.book import Rule, Ruleset
from ..rulebook.text import Value
from .asks import ParameterNames, names as asked_names

SO_FAR = "so_far"  # what a part asks for that works on the sum so far
_MORE = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS  # flags of a function that takes any number of arguments


class Entry(NamedTuple):
    """One modifier as it counted: for which roll, how much, why. ``rule`` is ``None`` for what the player said."""

    roll: str
    value: Value
    label: str
    rule: Rule | None = None

    @property
    def number(self) -> str:
        """How much it counts: with a sign for a rule, plain for what the player said."""
        return signed(self.value) if self.rule else str(self.value)

    @property
    def citation(self) -> str:
        """Its source, with mark, and for a house rule what it was."""
        return self.rule.citation if self.rule else ""


@dataclass(frozen=True)
class Node:
    """A function and the names of what it is given after the ruleset.

    label : what the reasons call it; a name is told in words.
    """

    function: Callable[..., Any]
    names: tuple[str, ...]
    label: str

    def __call__(self, r: Ruleset, values: Mapping[str, Value]) -> Any:
        return self.function(r, *map(values.__getitem__, self.names))


@dataclass(frozen=True)
class Total:
    """A sum of modifiers that is set against dice. ``roll`` says what for, such as "to hit ({dice.fire})"; ``when``
    names a value that must be true for that roll to be made. ``then`` works on the sum so far, in this order: it is
    halved, or kept above a floor. So whatever is added, by the book or by house rules, comes before.
    """

    roll: str
    parts: tuple[Node, ...]
    when: str = ""
    then: tuple[Node, ...] = ()

    def title(self, r: Ruleset) -> str:
        """What for, with the dice that these rules have."""
        return filled(self.roll, r) if "{" in self.roll else self.roll

    @property
    def names(self) -> tuple[str, ...]:
        """All names that the parts depend on."""
        every = (name for part in (*self.parts, *self.then) for name in part.names)
        return tuple(dict.fromkeys(name for name in every if name != SO_FAR))

    @property
    def functions(self) -> tuple[Node, ...]:
        """Its parts, each by itself; as one function of all that it depends on where some work on the sum so far."""
        names = self.names

        def reasons(r: Ruleset, *values: Value) -> list[Rule | int]:
            return [entry.rule or entry.value for entry in self.reasons(r, dict(zip(names, values, strict=True)))]

        return (Node(reasons, names, self.roll),) if self.then else self.parts

    def reasons(self, r: Ruleset, values: Mapping[str, Value], start: int | Fraction | float = 0) -> list[Entry]:
        """What it adds up, in order.

        start : what the sum begins with.
        """
        return [entry for _, rows in self.by_part(r, values, start) for entry in rows]

    def by_part(
        self, r: Ruleset, values: Mapping[str, Value], start: int | Fraction | float = 0
    ) -> Iterator[tuple[Node, Sequence[Entry]]]:
        """The same, each part with what it adds."""
        roll, so_far = self.title(r), start
        for one in (*self.parts, *self.then):
            values_then = {**values, SO_FAR: so_far} if SO_FAR in one.names else values
            rows = list(entries(roll, r.spelling.words(one.label), one(r, values_then)))
            so_far += sum(entry.value for entry in rows)
            yield one, rows


@dataclass(frozen=True)
class Part(Node):
    """Another check as a part of ours: its target numbers are ours, and its modifiers reasons of ours."""

    check: Any
    inputs: tuple[str, ...]  # its parameters, in the order of ``names``
    fixed: Mapping[str, Value]
    words: Mapping[str, str]  # how its words are said here
    when: str = ""  # the value that must be true for it to count; else it is None, without a reason
    varies: ClassVar[tuple[str, ...]] = ()  # parameters to which it gives values of its own

    def answer(self, r: Ruleset, values: Mapping[str, Value]) -> tuple[Targets, list[Entry]]:
        """Target numbers, and the modifiers that made them under the label of the part."""
        targets, rows = self.numbers(r, values)
        return targets, [
            entry._replace(roll=f"{self.label}: {entry.roll}", label=self._renamed(entry.label)) for entry in rows
        ]

    def numbers(self, r: Ruleset, values: Mapping[str, Value]) -> tuple[Targets, Sequence[Entry]]:
        """The same, the modifiers as the other check has them."""
        if self.when and not values[self.when]:
            return None, ()
        params = {theirs: values[ours] for theirs, ours in zip(self.inputs, self.names, strict=False)}
        try:
            return self.check.numbers(r, self.check.values(r, {**params, **self.fixed}))
        except RuleError as error:
            raise RuleError(self._renamed(str(error))) from None

    def without_reasons(self) -> Node:
        """The target numbers alone, where another part has given the reasons."""
        return composite(lambda part: Node(part.function, part.names, part.label), self)

    def asking(self, check: Any, further: Mapping[str, str]) -> Part:
        """The same with a check that asks for more: its names to ours."""
        names = dict(zip(self.inputs, self.names, strict=False)) | dict(further)
        return _part(self.label, check, names, self.fixed, self.words, self.when)

    def renamed(self, name: str, side: str) -> str:
        """A further parameter of the other check by our name, as those are called that begin alike, or by its side."""
        starts = {old: new for old, new in self.words.items() if old.endswith("_")}
        return next((new + name.removeprefix(old) for old, new in starts.items() if name.startswith(old)), side + name)

    def _renamed(self, text: str) -> str:
        for theirs, ours in self.words.items():
            text = text.replace(theirs, ours)
        return text


def part(
    label: str,
    check: Any,
    parameters: ParameterNames,
    renamed: Mapping[str, str] | None = None,
    when: str = "",
    **fixed: Value,
) -> Part:
    """Another check, asked with those of our parameters that it knows too.

    label : of the part, such as "A strikes B".
    renamed : names of its parameters to ours (or to what is worked out before); a name that ends with "_" is the
        beginning of several, as in ``{"attacker_": "a_"}``.
    when : the value that must be true for it to count.
    fixed : parameters of it that always have one value.
    """
    exact = dict(renamed or {})
    starts = {old: new for old, new in exact.items() if old.endswith("_")}
    ours = asked_names(check.book, parameters) - {"result"}
    names = {}
    for theirs in check.parameters:
        name = next((new + theirs.removeprefix(old) for old, new in starts.items() if theirs.startswith(old)), theirs)
        name = exact.get(theirs, name)
        if theirs not in fixed and (name in ours or theirs in exact):
            names[theirs] = name

    read = check.spelling.words
    spoken = starts | {read(old): read(new) for old, new in starts.items()}
    return _part(label, check, names, fixed, spoken, when)


def _part(
    label: str, check: Any, names: Mapping[str, str], fixed: Mapping[str, Value], spoken: Mapping[str, str], when: str
) -> Part:
    """Another check, asked with its parameters by these names of ours."""

    def targets(r: Ruleset, *values: Value) -> Any:
        return one.numbers(r, dict(zip(one.names, values, strict=True)))[0]

    asks = (*names.values(), when) if when else tuple(names.values())
    one = Part(targets, asks, label, check, tuple(names), fixed, spoken, when)
    return one


@dataclass(frozen=True)
class CompositeNode(Node):
    """What is made of parts, so that it can be made again of others."""

    make: Callable[..., Node]
    parts: tuple[Node, ...]

    def of(self, *parts: Node) -> CompositeNode:
        return composite(self.make, *parts)


def composite(make: Callable[..., Node], *parts: Node) -> CompositeNode:
    """What a function makes of parts."""
    one = make(*parts)
    return CompositeNode(one.function, one.names, one.label, make, parts)


@dataclass(frozen=True)
class InnerSum(Node):
    """What a sum goes into that is no target number of its own, as the action rolls of a man for each number of wounds
    that he may come to have. What house rules add to such a sum counts there; only that is told as a reason.
    """

    roll: str  # what the sum is for, as in ``Total``
    make: Callable[..., Any]  # from rules, what is added, and own values to the target number
    own: tuple[str, ...]  # the names of these
    side: str  # whose sum it is: how the names of his parameters begin
    who: str  # the same in words
    ours: Mapping[str, str]  # names of the sum to ours, where these are others
    changing: Mapping[str, Value]  # what the dice change, to what it is before them: a value, or the name of one
    decides: tuple[str, ...] = ()  # what of the sum the check itself brings about: nothing that is added can go by it
    added: tuple[Node, ...] = ()
    is_listed: bool = True

    def reasons(self, r: Ruleset, values: Mapping[str, Value]) -> list[Entry]:
        """What is added to the sum, as it is before the dice."""
        roll = f"{self.who}: {self.title(r)}" if self.who else self.title(r)
        own_values = self._own_values(values)
        return [
            e
            for one in self.added
            if self.is_listed
            for e in entries(roll, r.spelling.words(one.label), one(r, own_values))
        ]

    def title(self, r: Ruleset) -> str:
        """What for, with the dice that these rules have."""
        return filled(self.roll, r)

    def with_added(self, *added: Node) -> InnerSum:
        """The same sum with more in it."""
        return _inner_sum(replace(self, added=added))

    def without_reasons(self) -> InnerSum:
        """The same where another tells the reasons."""
        return _inner_sum(replace(self, is_listed=False))

    def more(self, r: Ruleset, values: Mapping[str, Value]) -> Callable[..., int]:
        """How much is added, with what has changed by then: ``more(wounds=2)``."""
        own_values = self._own_values(values)
        return lambda **now: sum(amount(one(r, own_values | now)) for one in self.added)

    def _own_values(self, values: Mapping[str, Value]) -> dict[str, Value]:
        before = {name: values[one] if isinstance(one, str) else one for name, one in self.changing.items()}
        return {**values, **before}


def inner_sum(
    roll: str,
    make: Callable[..., Any],
    label: str,
    own: Sequence[str],
    side: str = "",
    who: str = "",
    ours: Mapping[str, str] | None = None,
    changing: Mapping[str, Value] | None = None,
    decides: Sequence[str] = (),
) -> InnerSum:
    """A target number made with a sum; see ``InnerSum``.

    make : from rules, a function that says how much house rules add (0 by the book), and values.
    own : names of these. The others are those of ``InnerSum``; what is changing is said with the question, here
        ``wounds``.

    >>> acts = inner_sum("to act", lambda r, more, most: [2 + more(wounds=n) for n in range(most)], "acts", ["most"],
    ...                  changing={"wounds": 0})
    >>> acts(None, {"most": 3})
    [2, 2, 2]
    >>> hurt = acts.with_added(Node(lambda r, wounds: -wounds, ("wounds",), "he is hurt"))
    >>> hurt(None, {"most": 3})
    [2, 1, 0]
    """
    renames = dict(ours or {})
    names = tuple(renames.get(name, name) for name in own)
    return _inner_sum(
        InnerSum(make, (), label, roll, make, names, side, who, renames, dict(changing or {}), tuple(decides))
    )


def _inner_sum(one: InnerSum) -> InnerSum:
    """The same with its function and the names of what that is given."""
    before = [name for name in one.changing.values() if isinstance(name, str)] if one.added else []
    further = [name for node in one.added for name in node.names if name not in one.changing]
    names = tuple(dict.fromkeys((*one.own, *before, *further)))

    def number(r: Ruleset, *values: Value) -> Any:
        more = inner.more(r, dict(zip(names, values, strict=True))) if inner.added else _nothing
        return one.make(r, more, *values[: len(one.own)])

    inner = replace(one, function=number, names=names)
    return inner


def _nothing(**now: Value) -> int:
    return 0


def total(roll: str, *parts: Callable[..., Any] | Node | str, when: str = "") -> Total:
    """The sum of ``parts``: functions, nodes, or the name of a number that counts as it is.

    A part with an argument ``so_far`` works on the sum so far, and so does each that stands behind it; what house rules
    add is added before.

    when : a value that must be true for the roll to be made; elsewhere the sum is 0, and no explanation tells of it.

    >>> from rencounter_kit import rules
    >>> halved = total("to act", "skill", lambda r, so_far: so_far // 2 - so_far)
    >>> sum(entry.value for entry in halved.reasons(rules("rencounter"), {"skill": 7}))
    3
    """
    nodes = [value(p) if isinstance(p, str) else node(p) for p in parts]
    nodes = counted_if(when, *nodes) if when else nodes
    first = next((place for place, one in enumerate(nodes) if SO_FAR in one.names), len(nodes))
    return Total(roll, tuple(nodes[:first]), when, tuple(nodes[first:]))


def counted_if(name: str, *parts: Node) -> list[Node]:
    """Modifiers that count only while a value is true; what is wrong in them is refused all the same."""
    return [Node(partial(_if_true, part), (name, *part.names), part.label) for part in parts]


def _if_true(part: Node, r: Ruleset, true: Value, *arguments: Value) -> Any:
    result = part.function(r if true else r.plain, *arguments)
    return result if true else None


def node(function: Callable[..., Any] | Node, **renamed: str) -> Node:
    """A function with its argument names read off; ``renamed`` gives an argument another name."""
    if isinstance(function, Node):
        return function
    names = named_by(function)[1:]
    return Node(function, tuple(renamed.get(n, n) for n in names), function.__name__)


def called(**functions: Callable[..., Any] | Node) -> tuple[Node, ...]:
    """Functions under names of their own, for what a check works out first: ``derived=called(rolls=...)``.

    >>> [(one.label, one.names) for one in called(armed=is_("kind", "sword"), twice=lambda r, size: 2 * size)]
    [('armed', ('kind',)), ('twice', ('size',))]
    """
    return tuple(replace(node(one), label=name) for name, one in functions.items())


def named_by(function: Callable[..., Any]) -> Sequence[str]:
    """The names of its arguments; of a plain function they stand in its code, which is much quicker to read."""
    code = getattr(function, "__code__", None)
    if code is None or code.co_flags & _MORE or hasattr(function, "__wrapped__") or hasattr(function, "__self__"):
        return list(inspect.signature(function).parameters)
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def value(name: str, label: str = "") -> Node:
    """What the player said, as it is."""
    return Node(lambda r, x: x, (name,), label or name)


def inputs(*names: str, **renamed: str) -> dict[str, Node]:
    """Target numbers that are parameters (or what was worked out before) as they are; ``renamed`` under names of their
    own.

    >>> list(inputs("strikers", attacks="attacks_per_round"))
    ['strikers', 'attacks']
    """
    return {ours: value(theirs) for ours, theirs in {**dict(zip(names, names, strict=True)), **renamed}.items()}


def is_(name: str, *values: Value) -> Node:
    """True when the value is this one, or one of these."""
    return Node(lambda r, x: x in values, (name,), name)


def is_not(name: str, *values: Value) -> Node:
    """True when the value is any other than these."""
    return Node(lambda r, x: x not in values, (name,), name)


def always(path: str) -> Node:
    """A rule that always counts."""
    return Node(lambda r: r.rule(path), (), path.rpartition(".")[2])


def number(path: str, *when: str) -> Node:
    """The number that a figure is while all of ``when`` are true, else 0."""
    return Node(lambda r, *true: r[path] if all(true) else 0, when, path.rpartition(".")[2])


def pick(group: str, name: str, *when: str) -> Node:
    """The rule of a group that the value names; none when the group has no such rule (as for "none").

    A group with the place for the value in it, as ``melee.weapon.{}.damage``, is a column of a table; each row has it.

    when : here and below, further values that must all be true for it to count.
    """
    if "{}" in group:
        return _rule(name, when, lambda r, x: r.rule(group.format(x)))
    return _rule(name, when, lambda r, x: r.group(group).get(x))


def flag(path: str, name: str = "", *when: str) -> Node:
    """A rule that counts when the value is true; the value bears the rule's own name when left out."""
    return _rule(name or path.rpartition(".")[2], when, lambda r, x: r.rule(path) if x else None)


def each(path: str, name: str, *when: str) -> Node:
    """A rule that counts once for each point of the value."""
    return _rule(name, when, lambda r, x: r.rule(path).times(x) if x else None)


def each_above(path: str, high: str, low: str, *when: str) -> Node:
    """A rule that counts once for each point by which one value, or figure by its path, is above another."""
    names = tuple(name for name in (high, low) if "." not in name)

    def rule(r: Ruleset, *values: Any) -> Rule | None:
        known = dict(zip((*names, *when), values, strict=True))
        first, second = (known[one] if one in known else r[one] for one in (high, low))
        return r.rule(path).times(first - second) if first > second and all(known[one] for one in when) else None

    return Node(rule, (*names, *when), high)


def since(path: str, name: str, threshold: str, *when: str) -> Node:
    """A rule that counts from a figure of the book on: when the value is that at ``threshold`` or more."""
    return _rule(name, when, lambda r, x: r.rule(path) if x >= r[threshold] else None)


def _rule(name: str, when: tuple[str, ...], rule: Callable[[Ruleset, Any], Rule | None]) -> Node:
    """The rule that counts for a value while all of ``when`` are true."""
    return Node(lambda r, x, *true: rule(r, x) if all(true) else None, (name, *when), name)


def counting(*rules: Rule) -> list[Rule]:
    """The rules among these that change anything: those that are not 0."""
    return [rule for rule in rules if rule.value]


def refuse(when: Value, message: str) -> None:
    """Raise ``RuleError`` when two things that the player says contradict each other."""
    if when:
        raise RuleError(message)


def only_with(parameters: Iterable[Any]) -> Iterator[Node]:
    """What refuses each parameter where another does not let it count."""
    by_name = {p.name: p for p in parameters}
    for p in by_name.values():
        if p.only_with[0] and not p.path:
            partner = by_name[p.only_with[0]]
            further = partner.only_with[:1] if partner.path and partner.only_with[0] else ()
            names = (p.name, partner.name, *further)
            yield Node(partial(_together, p, partner), names, p.name)


def _together(p: Any, partner: Any, r: Ruleset, value: Value, other: Value, *further: Value) -> None:
    """Refuse it for what it goes with, or where that is a switch at rest, for what the switch goes with."""
    if value != p.default and p.rests(other):
        if further and partner.rests(*further):
            raise replace(p, only_with=partner.only_with).refuse_with(*further, value)
        raise p.refuse_with(other, value)


def entries(roll: str, label: str, result: Value) -> Iterable[Entry]:
    """What a modifier returned, as entries; nothing for nothing."""
    if result is None or result is False or (type(result) is int and not result):
        return ()
    if isinstance(result, Rule):
        return (Entry(roll, result.value, result.label, result),)
    if isinstance(result, (list, tuple)):
        return [entry for one in result for entry in entries(roll, label, one)]
    return (Entry(roll, result, label),)


def amount(result: Value) -> int:
    """What a modifier returned, as one number."""
    if result is None:
        return 0
    if isinstance(result, Rule):
        return int(result.value)
    if isinstance(result, (list, tuple)):
        return sum(amount(one) for one in result)
    return int(result)


def entry_text(entry: Entry) -> str:
    """One line of an explanation: "-4 long range  Fire Combat: Range"."""
    return f"{entry.number:>4} {entry.label}" + (f"  {entry.citation}" if entry.citation else "")
