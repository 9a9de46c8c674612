"""What matters here: the worth of one step more of each parameter, and how far each alone can go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import NamedTuple

from ...engine.dice.dist import Outcome
from ...engine.words.errors import RuleError
from ...engine.words.wording import fraction_text
from ...engine.work.progress import ProgressBar, steadily
from ..mechanics.check import Check, Result
from ..mechanics.parameter import QUESTION, Parameter, Whole
from ..mechanics.registry import check_of
from ..rulebook.book import Ruleset, Value
from .cells import Cell, figures_in_order
from .measure import Measure, Report, idle_text, left_out_text, measure

# One step more, and all the way ---------------------------------------------------------------------------------------


class StepWorth(NamedTuple):
    """One step more of a parameter: its name, the step in words, from and to, what it changes exactly."""

    parameter: str
    step: str
    before: Value
    after: Value
    change: Fraction


@dataclass(frozen=True, repr=False)
class Worth(Report):
    """What one step more of each parameter changes here, biggest first.

    ``now`` : the present figure. ``left_out`` : the steps that cannot be made here, and why.
    """

    measure: Measure
    now: Fraction
    rows: tuple[StepWorth, ...]
    left_out: list[str]
    kind = StepWorth

    def head(self) -> str:
        return f"{self.measure.title}, now {self.measure.text(self.now)}"

    def cells(self) -> list[Sequence[str]]:
        rows = [
            (row.step, self.measure.change(row.change), fraction_text(row.change)) for row in self.rows if row.change
        ]
        return [("one step more", "changes it by", "exactly"), *rows]

    def notes(self) -> list[str]:
        idle = [row.step for row in self.rows if not row.change]
        return [
            *idle_text(idle, len(idle) < len(self.rows)),
            *left_out_text(self.left_out, self.measure.check.spelling),
        ]


def worth(id: str | Check, /, *, outcome: Outcome = None, rules: Ruleset | None = None, **settings: Value) -> Worth:
    """What one step more of every parameter changes here.

    id : a check, or its id.
    settings : its parameters; the others keep their defaults.
    outcome : an outcome, several in a list, or an event; when left out the check's first event, or the mean where
        outcomes are numbers without events.
    rules : a ruleset with house rules.

    A step is the next value in the order of the parameter's values: one point more, the next range, yes instead of no.
    Steps that contradict the situation (such as snap fire with aim) are left out, with the reason; so are parameters
    that are not asked, without.
    Raises ``RuleError`` for unknown names and wrong values.

    >>> from rencounter_kit import worth
    >>> steps = worth("rencounter.fire", skill=7, range_band="medium")
    >>> next(row for row in steps.rows if row.parameter == "skill")
    StepWorth(parameter='skill', step='skill +1', before=7, after=8, change=Fraction(1, 12))
    """
    check = check_of(id, rules)
    settings = dict(check.named(settings))
    present = check(rules=rules, **settings)
    question = measure(present, outcome)
    now = question.of(present)
    parameters = check.parameters_by(present.rules)
    steps = {
        name: after
        for name, parameter in parameters.items()
        if name != QUESTION
        and (after := next_value(parameter, present.params[name])) is not None
        and not rests(parameter, present)
    }

    def change(name: str) -> Cell:
        return present.rules, check.targets_of(present.rules, {**settings, name: steps[name]})

    figures = figures_in_order(check, [partial(change, name) for name in steps], question.of_dist)
    rows, left_out = [], []
    for (name, after), figure in zip(steps.items(), figures, strict=True):
        step = step_text(parameters[name], after)
        if isinstance(figure, RuleError):  # it contradicts the situation
            left_out.append(f"{step}: {figure}")
        else:
            rows.append(StepWorth(name, step, present.params[name], after, figure - now))
    return Worth(question, now, tuple(sorted(rows, key=lambda row: -abs(row.change))), left_out)


def rests(parameter: Parameter, present: Result) -> bool:
    """Does it count for nothing here?"""
    return bool(parameter.only_with[0]) and parameter.rests(present.params[parameter.only_with[0]])


def next_value(parameter: Parameter, value: Value) -> Value:
    """The value after this one; ``None`` after the last, and where there is no order."""
    values = parameter.values()
    return values[values.index(value) + 1] if value in values[:-1] else None


def step_text(parameter: Parameter, after: Value) -> str:
    """A step in words."""
    if isinstance(parameter, Whole):
        return f"{parameter.words} +1"
    return parameter.words if after is True else f"{parameter.words}: {parameter.spelling.value(after)}"


class Swing(NamedTuple):
    """How far one parameter can move the figure: its values at the lowest and highest figure, and both figures.

    less, more : what one less and one more than ``present`` change, for a whole number that can be so.
    lowest_where, highest_where : these values in words, of a number with all that do the same up to the last: "3 or
        more".
    """

    parameter: str
    lowest_at: Value
    lowest: Fraction
    highest_at: Value
    highest: Fraction
    present: Value
    less: Fraction | None
    more: Fraction | None
    lowest_where: str
    highest_where: str


@dataclass(frozen=True, repr=False)
class Tornado(Report):
    """How far each parameter alone can move the figure, widest first. ``now`` : the present figure.

    ``left_out`` : the values that cannot be taken here, and why.
    """

    measure: Measure
    now: Fraction
    rows: tuple[Swing, ...]
    left_out: list[str]
    kind = Swing

    def head(self) -> str:
        return f"{self.measure.title}, now {self.measure.text(self.now)}"

    def cells(self) -> list[Sequence[str]]:
        rows = [
            (
                self.measure.check.spelling.words(row.parameter),
                self.measure.check.spelling.value(row.present),
                *(self.measure.short(p) for p in (row.lowest, row.highest)),
                f"{row.lowest_where} to {row.highest_where}",
                *("" if change is None else self.measure.change(change) for change in (row.less, row.more)),
            )
            for row in self.rows
            if row.lowest != row.highest
        ]
        return [("over all values of", "now", "lowest", "highest", "at", "one less", "one more"), *rows]

    def notes(self) -> list[str]:
        idle = [self.measure.check.spelling.words(row.parameter) for row in self.rows if row.lowest == row.highest]
        return [
            *idle_text(idle, len(idle) < len(self.rows)),
            *left_out_text(self.left_out, self.measure.check.spelling),
        ]


def tornado(id: str | Check, /, *, outcome: Outcome = None, rules: Ruleset | None = None, **settings: Value) -> Tornado:
    """For each parameter the lowest and the highest figure over all its values, all else as it is.

    As ``worth``, but for the rulings, which are rules, and for free modifiers such as the referee's own. Values that
    contradict the situation are left out, with the reason; where several values do the same, the present one is named,
    else the first. A process takes its time: it tells how far it is.

    >>> from rencounter_kit import tornado
    >>> tornado("rencounter.fire", skill=7, range_band="medium").rows[0].parameter
    'skill'
    """
    *_, final = growing_tornado(id, outcome=outcome, rules=rules, **settings)
    return final


def growing_tornado(
    id: str | Check, /, *, outcome: Outcome = None, rules: Ruleset | None = None, **settings: Value
) -> Iterator[Tornado]:
    """As ``tornado``, as far as it is known: first without any parameter, then with one more each time, those with few
    values first; the last one is complete.
    """
    check = check_of(id, rules)
    settings = dict(check.named(settings))
    present = check(rules=rules, **settings)
    question = measure(present, outcome)
    now = question.of(present)
    parameters = check.parameters_by(present.rules)
    names = [
        name
        for name, parameter in parameters.items()
        if name != QUESTION
        and parameter.group != "ruling"
        and not parameter.free
        and len(parameter.values()) > 1
        and present.params[name] is not None
        and not rests(parameter, present)
    ]
    results: dict[str, tuple[Swing | None, list[str]]] = {}

    def so_far() -> Tornado:
        in_order = [results[name] for name in names if name in results]
        rows = sorted((swing for swing, _ in in_order if swing), key=lambda row: row.lowest - row.highest)
        return Tornado(question, now, tuple(rows), [line for _, left_out in in_order for line in left_out])

    yield so_far()
    count = {name: len(parameters[name].values()) for name in names}
    before, total = 0, sum(count.values())
    for name in sorted(names, key=count.__getitem__):
        with steadily() as progress:

            def report(amount: int, of: int, before: int = before, more: int = count[name]) -> None:
                progress(before + amount * more // of, total)

            report(0, 1)
            results[name] = _swing(parameters[name], question, present, settings, report)
        before += count[name]
        yield so_far()


def _swing(
    parameter: Parameter, question: Measure, present: Result, settings: Mapping[str, Value], report: ProgressBar
) -> tuple[Swing | None, list[str]]:
    """How far a parameter alone can move the figure, none where no other value can be taken; and what is left out."""
    from .grid import Grid

    name, values = parameter.name, parameter.values()
    fixed = {other: value for other, value in settings.items() if other != name}
    grid = Grid(question.check, present.rules, {name: values}, fixed, progress=report)
    why = grid.why(question.outcome)
    left_out = [
        f"{parameter.words} {parameter.spelling.value(v)}: {reason}"
        for v, reason in zip(values, why, strict=True)
        if reason
    ]
    figures: dict[Value, Fraction] = {
        v: p for v, p in zip(values, grid.event(question.outcome), strict=True) if p is not None
    }
    if len(figures) < 2:
        return None, left_out
    current = present.params[name]
    less, more = (
        figures[current + by] - figures[current] if isinstance(parameter, Whole) and current + by in figures else None
        for by in (-1, 1)
    )
    lowest, highest = (min(figures, key=lambda v: (sign * figures[v], v != current)) for sign in (1, -1))
    where = [
        _where(value, figures) if isinstance(parameter, Whole) else parameter.spelling.value(value)
        for value in (lowest, highest)
    ]
    return Swing(name, lowest, figures[lowest], highest, figures[highest], current, less, more, *where), left_out


def _where(number: int, figures: Mapping[int, Fraction]) -> str:
    """A number, or from where on to the end all do the same as it.

    >>> figures = {0: Fraction(1, 2), 1: Fraction(1, 3), 2: Fraction(1, 4), 3: Fraction(1, 4)}
    >>> _where(0, figures), _where(2, figures), _where(3, figures)
    ('0', '2 or more', '2 or more')
    """
    numbers = sorted(figures)
    alike = next(run for _, each in groupby(numbers, key=figures.__getitem__) if number in (run := [*each]))
    if len(alike) > 1 and alike[-1] == numbers[-1]:
        return f"{alike[0]} or more"
    if len(alike) > 1 and alike[0] == numbers[0]:
        return f"{alike[-1]} or less"
    return str(number)
