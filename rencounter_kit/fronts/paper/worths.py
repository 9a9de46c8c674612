"""What each thing that a check asks is worth: the modifiers that it brings in, with their sections, and what it
changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import groupby
from typing import Any, NamedTuple

from ...engine.words.errors import RuleError
from ...engine.words.wording import in_words as words_in
from ...workbook.analysis.situations import tried
from ...workbook.mechanics.labels import title_of
from ...workbook.mechanics.modifiers import Entry
from ...workbook.mechanics.parameter import QUESTION, Parameter, Whole
from ...workbook.rulebook.book import Value
from .about import About, BareAnswer, thinned, value_text
from .clock import Clock

_MOST, _FOLLOWED = 1_200, 24  # values of a long range that are asked, and of one of a fight
_EACH, _FEW = 6, 2  # a number with so few values is told value by value; of so few there is no range
_SHARE = 0.5  # of the time of a check that is left to what comes after
_LINES = 12  # of a number that is usually not given
_COUNTED = 6  # modifiers that one line names

_BRACKET = re.compile(r"\s*\([^()]*\)$")  # the dice of a roll


class CountedModifier(NamedTuple):
    """A modifier that counts: how much, what, for which rolls, and where in the rules."""

    number: str
    label: str
    rolls: tuple[str, ...]
    source: str


class ValueWorth(NamedTuple):
    """A line: what is said, the modifiers that it brings in, and by each ruleset what it changes."""

    text: str
    counts: Sequence[CountedModifier]
    changes: Sequence[str]


class ParameterSwing(NamedTuple):
    """A parameter with its lines;

    swing : how far it can move the answer.
    goes_with : what must be said besides.
    moves : of a number the two values between which the answer changes, all else as it is; ``None`` where that is not
        known.
    """

    parameter: Parameter
    goes_with: str
    rows: Sequence[ValueWorth]
    swing: Fraction
    moves: tuple[int, int] | None


def worths(about: About, clock: Clock) -> list[ParameterSwing]:
    """Each parameter that brings in a modifier or changes the answer, that with the widest swing first. Of a fight that
    takes its time only the next value of each is asked.
    """
    parameters = [p for p in about.parameters().values() if p.group != "ruling" and p.name != QUESTION and not p.free]
    swings: list[ParameterSwing] = []
    ends = clock.left * _SHARE  # what is then left is for all else
    for p in sorted(parameters, key=lambda p: (p.rare, len(p.values()) if about.quick else 0)):
        label = title_of(p.words, p.spelling)
        share = 0.4 if about.quick else max(0.0, (clock.left - ends) / max(clock.left, ends))
        if moved := clock.within(f"the worth of {label}", share, partial(_moved, about, p)):
            swings.append(moved)
    order = list(about.parameters())
    return sorted(swings, key=lambda one: (-one.swing, order.index(one.parameter.name)))


def _moved(about: About, p: Parameter) -> ParameterSwing | None:
    current = about.result.params[p.name]
    every = [*p.values(), *([None] if p.optional and current is None else [])]
    if current not in every or len(every) < 2:
        return None
    values = _some(every, current, _FOLLOWED if about.is_process else _MOST) if about.quick else _next(every, current)
    other = next(value for value in values if value != current)
    counting = tried(about.check).counting({**about.params, p.name: other})
    fixed = {name: value for name, value in counting.items() if name != p.name}
    besides = {name: value for name, value in fixed.items() if about.result.params[name] != value}
    points = [dict(zip(values, each, strict=True)) for each in about.grids({p.name: values}, fixed)]
    if any(each[current] is None for each in points):
        return None
    lines = _Lines(about, p, current, fixed, points, whole=len(values) == len(every))
    rows = lines.rows()
    read = about.check.spelling
    goes_with = ", ".join(f"{read.words(name)} {read.value(value)}" for name, value in besides.items())
    swing = max(about.reader.swing([point for point in each.values() if point]) for each in points)
    moves = _moves(about, values, points) if isinstance(p, Whole) and about.quick else None
    return ParameterSwing(p, goes_with, rows, swing, moves) if rows else None


def _moves(
    about: About, values: Sequence[Any], points: Sequence[Mapping[Value, BareAnswer | None]]
) -> tuple[int, int] | None:
    """The last number up to which the figure stays as it begins, and the first from which on it stays as it ends."""
    numbers = [value for value in values if value is not None]
    alike = groupby(numbers, key=lambda value: [about.reader.text(each[value]) for each in points])
    runs = [list(run) for _, run in alike]
    return (runs[0][-1], runs[-1][0]) if len(runs) > 1 else None


def _some(every: Sequence[Value], current: Value, most: int) -> list[Value]:
    """The values that are asked: all of few, of many some and those beside the present one."""
    if len(every) <= most:
        return list(every)
    at = every.index(current)
    choice = {*every[max(0, at - 1) : at + 2], *thinned(every, most, current)}
    return [value for value in every if value in choice]


def _next(every: Sequence[Value], current: Value) -> list[Value]:
    """The present value and the one after it, or where there is none the one before."""
    at = every.index(current)
    return list(every[at : at + 2] if at + 1 < len(every) else every[at - 1 : at + 1])


@dataclass(frozen=True)
class _Lines:
    """The lines of one parameter.

    present : its present value.
    fixed : the others.
    points : by each ruleset the answers by its values.
    whole : were all its values asked?
    """

    about: About
    p: Parameter
    present: Value
    fixed: Mapping[str, Value]
    points: Sequence[Mapping[Value, BareAnswer | None]]
    whole: bool

    def rows(self) -> list[ValueWorth]:
        """All lines: of a number one step, what else begins or ends somewhere, and how far the whole goes."""
        if not self._is_long:
            rows = [row for row in self._merged() if row.counts or any(row.changes)]
            return rows if not isinstance(self.p, Whole) or len(rows) <= _LINES else self._instead(rows)
        step = next((value for value in (self.present + 1, self.present - 1) if value in self.answered), None)
        first = [self._row(step, f"{step - self.present:+}")] if step is not None else []
        far = self._span(self.answered) if len(self.answered) > _FEW else []
        rows = [*first, *self._elsewhere(step), *far]
        return [row for row in rows if row.counts or any(row.changes)]

    @cached_property
    def answered(self) -> list[Value]:
        """The values with an answer by all rules."""
        return [value for value in self.points[0] if all(each[value] for each in self.points)]

    @property
    def _is_long(self) -> bool:
        """Is it a number of which a step says most?"""
        return isinstance(self.p, Whole) and len(self.p.values()) > _EACH and self.present is not None

    def _row(self, value: Value, what: str) -> ValueWorth:
        return ValueWorth(what, self._counts(value), self._changes(value))

    def _changes(self, value: Value) -> list[str]:
        return [_change(self.about, each[self.present], each[value]) for each in self.points]

    def _merged(self) -> list[ValueWorth]:
        """A line for each value; those that count alike and do the same share one."""
        rows: list[tuple[list[Value], ValueWorth, Any]] = []
        for value in (value for value in self.answered if value != self.present):
            name = value_text(self.p, value)
            row = self._row(value, name)
            key = [one._replace(label=_general(one.label, name)) for one in row.counts], row.changes
            near = rows[-1:] if isinstance(self.p, Whole) else rows
            same = next((one for one in near if one[2] == key and self._joins(one[0][-1], value)), None)
            if same:
                same[0].append(value)
            else:
                rows.append(([value], row, key))
        return [
            row if len(values) == 1 else ValueWorth(self._together(values), key[0], row.changes)
            for values, row, key in rows
        ]

    def _instead(self, rows: Sequence[ValueWorth]) -> list[ValueWorth]:
        """A number that is seldom given, and does something else at each value: what all its values bring, and how far
        they go.
        """
        numbers = [value for value in self.answered if value is not None]
        lasting = [one for one in rows[0].counts if all(one in row.counts for row in rows)]
        return [row._replace(counts=lasting) for row in self._span(numbers)]

    def _joins(self, last: Value, value: Value) -> bool:
        """Can both stand on one line? Of numbers those that follow each other, where all were asked."""
        return not isinstance(self.p, Whole) or (self.whole and last is not None and last + 1 == value)

    def _together(self, values: Sequence[Value]) -> str:
        names = [value_text(self.p, value) for value in values]
        if isinstance(self.p, Whole):
            return f"{names[0]} to {names[-1]}"
        return ", ".join(names)

    def _elsewhere(self, step: Value) -> list[ValueWorth]:
        """Where modifiers count that neither the present value nor one step has."""
        if not self.whole or step is None:
            return []
        both = {self._kinds(self.present), self._kinds(step)}
        rows = []
        for kinds, group in groupby(self.answered, key=self._kinds):
            values = list(group)
            if kinds not in both and kinds:
                ends = [self._counts(value) for value in (values[0], values[-1])]
                lasting = [one for one in ends[0] if one in ends[1]]
                changes = [self._changes(value) for value in values]
                alike = all(change == changes[0] for change in changes)
                spans = [row._replace(changes=changes[0]) if alike else row for row in self._span(values)]
                rows += [row._replace(counts=lasting) for row in spans if lasting]
        return rows

    def _kinds(self, value: Value) -> frozenset[tuple[str, str]]:
        entries = _entries(self.about, {**self.fixed, self.p.name: value})
        return frozenset((entry.roll, entry.rule.path) for entry in entries if entry.rule)

    def _span(self, values: Sequence[Value]) -> list[ValueWorth]:
        """The line of a range: how low and how high the figure goes."""
        reader, texts = self.about.reader, []
        for each in self.points:
            figures = [(figure, each[value]) for value in values if (figure := reader.figure(each[value])) is not None]
            ends = [f(figures, key=lambda one: one[0])[1] for f in (min, max)] if figures else []
            texts.append(" to ".join(dict.fromkeys(map(reader.text, ends))))
        names = dict.fromkeys(value_text(self.p, value) for value in (values[0], values[-1]))
        return [ValueWorth(" to ".join(names), (), texts)] if all(texts) else []

    def _counts(self, value: Value) -> list[CountedModifier]:
        """The modifiers that count with a value and not with the present one; where there are none, those that no
        longer do.
        """
        before, after = (_entries(self.about, {**self.fixed, self.p.name: one}) for one in (self.present, value))
        new = [entry for entry in after if entry.rule and entry not in before]
        removals = [entry for entry in before if entry.rule and entry not in after] if not new else []
        return [*_by_rolls(new), *(one._replace(number=f"without {one.number}") for one in _by_rolls(removals))][
            :_COUNTED
        ]


def _change(about: About, before: BareAnswer | None, after: BareAnswer | None) -> str:
    return about.reader.change(before, after) if before and after else ""


def _general(label: str, name: str) -> str:
    """A label without the name of the value that it is of.

    >>> _general("long bow: damage", "long bow"), _general("range", "long")
    ('damage', 'range')
    """
    return label.replace(name, "").strip(" :,") or label


def _by_rolls(several: Iterable[Entry]) -> list[CountedModifier]:
    """Modifiers, each once with all rolls for which it counts."""
    rolls: dict[CountedModifier, list[str]] = {}
    for entry in several:
        rolls.setdefault(counted(entry)._replace(rolls=()), []).append(_BRACKET.sub("", entry.roll))
    return [one._replace(rolls=tuple(dict.fromkeys(each))) for one, each in rolls.items()]


def _entries(about: About, params: Mapping[str, Value]) -> Sequence[Entry]:
    try:
        return about.check.numbers(about.counts_by, about.check.values(about.counts_by, params))[1]
    except RuleError:
        return ()


def counted(entry: Entry) -> CountedModifier:
    """A modifier as a line names it."""
    return CountedModifier(entry.number, words_in(entry.label), (_BRACKET.sub("", entry.roll),), entry.citation)
