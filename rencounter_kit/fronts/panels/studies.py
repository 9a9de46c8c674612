"""Further charts for a panel, each asking one question of the whole neighbourhood of the present situation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, NamedTuple

from ...engine.dice.chances import ExactArray, FloatArray
from ...engine.dice.dist import Outcome
from ...engine.formats.grid import gridded
from ...engine.formats.table import ExactTable
from ...engine.words.errors import RuleError
from ...engine.words.wording import EXACTLY, first_up
from ...workbook.analysis.grid import Grid
from ...workbook.mechanics.check import Check, Result
from ...workbook.mechanics.links import Params
from ...workbook.mechanics.parameter import QUESTION, Parameter, Whole
from ...workbook.rulebook.book import Ruleset
from ...workbook.rulebook.text import Value
from .. import charts
from ..charts import LINES, Field, Lines, Series, Stack
from .late import w
from .page import alert, note, picture
from .table_menu import TableMenu

_MAX_VALUES, _MAX_LINES = 25, 6
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100)  # from one value to the next that is drawn
Figures = Any  # what a chart draws: each chart has a kind of its own


@dataclass(frozen=True)
class Situation:
    """What the player has set: the check, his rules, and the values that he does not leave to them (``choices``).

    What its answer tells besides, once it ``is_answered``: ``params``, every parameter with its value, and the book's
    rules where his differ.
    """

    check: Check
    rules: Ruleset
    choices: Params
    reading: str = EXACTLY  # how numbers are read: exactly so many, at least, at most
    is_answered: bool = False
    params: Params = field(default_factory=dict)
    book: Ruleset | None = None
    warning: str = ""  # for a chart's head, where the answer rests on figures that are not simply printed

    def answered(self, reasons: Result, book: Ruleset | None = None) -> Situation:
        """The same with what its answer tells."""
        warning = reasons.title.removeprefix(self.check.title)
        return replace(self, is_answered=True, params=reasons.params, book=book, warning=warning)

    def telling(self, *events: str) -> Situation:
        """The same, asked in the way that can tell some events, where the present way cannot."""
        question, check = self.params.get(QUESTION), self.check
        ways = [way for way, space in check.spaces.items() if set(events) <= set(check.events_of(space))]
        if question is None or question in ways or not ways:
            return self
        way = {QUESTION: ways[0]}
        return replace(self, choices={**self.choices, **way}, params={**self.params, **way})

    def grid(self, rules: Ruleset, axes: Mapping[str, Sequence[Value]], without: Sequence[str]) -> Grid:
        """The check over some axes, everything else as it is set."""
        fixed = {k: v for k, v in self.choices.items() if k not in axes and k not in without}
        return Grid(self.check, rules, axes, fixed)


class ChartQuestion(NamedTuple):
    """What a chart asks: chances of events or outcomes over the values of one parameter, or of two, the first of which
    stands down in a table.

    without : parameters that stay as they are by default.
    """

    axes: Mapping[str, Sequence[Value]]
    events: Sequence[Outcome]
    without: Sequence[str] = ()


class Study:
    """A chart with its own menus. ``data`` turns a situation into the chart's figures, ``table`` into exact ones."""

    counts = False  # are there numbers to be read as at least or at most?

    def __init__(
        self, chart: charts.Chart[Any], parameters: Sequence[str], events: Sequence[str], without: Sequence[str] = ()
    ) -> None:
        self.chart, self.parameters, self.events_of, self.without = chart, parameters, events, tuple(without)
        self.view = note()
        self.menus: list[w.Dropdown] = []
        self.figures: Figures = None  # those drawn now
        self.at: Situation | None = None  # that was asked about last
        self.formats = TableMenu("chart", lambda: self.table(self.at) if self.at and self.figures else None)

    def test(self, check: Check) -> None:
        """``RuleError`` for a parameter or event that the check does not have."""
        for name in (*self.parameters, *self.without):
            if name not in check.parameters:
                raise check.unknown(name)
        for event in self.events_of:
            check.test(event)

    def build(self, check: Check) -> w.Widget:
        """The widget to show, menus first; ``RuleError`` as in ``test``."""
        self.test(check)
        self.menus = self.menus_of(check)
        self.view.layout = w.Layout(width=f"{self.chart.width + 4}px")
        box = w.VBox([w.HBox(self.menus, layout=w.Layout(flex_flow="row wrap")), self.view, self.formats])
        box.layout = w.Layout(margin="0 14px 10px 0", overflow="visible", width=f"{self.chart.width + 6}px")
        return box

    def menus_of(self, check: Check) -> list[w.Dropdown]:
        """Menus above the chart."""
        return []

    def data(self, at: Situation) -> Figures:
        """The chart's figures."""
        raise TypeError(f"{type(self).__name__} must say what its chart shows")

    def question(self, at: Situation) -> ChartQuestion:
        """What the chart asks."""
        raise TypeError(f"{type(self).__name__} must say what its chart asks")

    def chances(self, at: Situation, rules: Ruleset, question: ChartQuestion, event: Outcome) -> ExactArray:
        """The exact chances by some rules."""
        return at.grid(rules, question.axes, question.without).event(event)

    def table(self, at: Situation) -> ExactTable:
        """What the chart shows, exactly; with a house rule by the book and by the rules."""
        at = at.telling(*self.question(at).events)
        question = self.question(at)
        rulesets = {"by the book": at.book, "by your rules": at.rules} if at.book else {"": at.rules}
        lines = [
            [owner, at.check.words(event), *where, chance]
            for owner, rules in rulesets.items()
            for event in question.events
            for where, chance in zip(
                product(*question.axes.values()), self.chances(at, rules, question, event).ravel(), strict=True
            )
        ]
        names = list(question.axes)
        long = ExactTable(
            ["rules", "of", *names, "chance"],
            lines,
            at.check.title.rstrip("?") + at.warning,
            spelling=at.check.spelling,
        )
        return gridded(long, names[0], [*names, "of"][1])

    def data_or_error(self, at: Situation) -> Figures | RuleError:
        """The chart's figures, or the error that says why there are none."""
        self.at = at
        try:
            return self.data(at)
        except RuleError as error:
            return error

    def show(self, figures: Figures | RuleError) -> None:
        """Draw the figures; a sentence in their place where there are none."""
        self.formats.close_list()
        if isinstance(figures, RuleError):
            self.figures, self.view.value = None, alert(figures)
        else:
            self.figures, self.view.value = figures, picture(self.chart, figures)


def menu(label: str, options: Sequence[str], value: str, words: Callable[[str], str]) -> w.Dropdown:
    """A menu of names in words."""
    dropdown = w.Dropdown(
        options=[(words(option), option) for option in options],
        value=value,
        description=label,
        tooltip=f"Choose: {label}",
        layout=w.Layout(width="230px"),
        style={"description_width": "52px"},
    )
    dropdown.add_class("rk-control")
    return dropdown


def values_of(parameter: Parameter, now: object, limit: int = _MAX_VALUES) -> list[Value]:
    """The values to draw: all of them, or an even choice that includes the present one."""
    every = list(parameter.values())
    least = -(-len(every) // limit)
    step = next((one for one in _STEPS if one >= least), least)
    return [value for i, value in enumerate(every) if i % step == 0 or value == now]


def place(values: Sequence[object], now: object) -> int | None:
    """Where the present value stands; ``None`` if it is not among them."""
    return values.index(now) if now in values else None


def field_of(at: Situation, title: str, question: ChartQuestion, values: FloatArray) -> Field:
    """Figures for a map of chances over two parameters, the first of which stands up."""
    (y, ys), (x, xs) = question.axes.items()
    read, current = at.check.spelling, (place(xs, at.params[x]), place(ys, at.params[y]))
    x_ticks, y_ticks = ([*map(read.value, axis)] for axis in (xs, ys))
    return Field(f"{title}{at.warning}", read.words(x), read.words(y), x_ticks, y_ticks, values, current)


class curves(Study):  # noqa: N801, studies read like functions in a page
    """The chance of an event along one parameter, with a line for each value of another.

    event : of the check.
    x, lines : parameter names.
    without : parameters to leave at their defaults.
    upto : the highest number along x that is drawn, where the parameter goes far beyond what one asks for.
    """

    def __init__(self, event: str, x: str, lines: str, without: Sequence[str] = (), *, upto: int | None = None) -> None:
        super().__init__(charts.Curves(), (x, lines), (event,), without)
        self.event, self.x, self.lines, self.upto = event, x, lines, upto

    def question(self, at: Situation) -> ChartQuestion:
        parameters = at.check.parameters_by(at.rules)
        along, now = parameters[self.x], at.params[self.x]
        if self.upto is not None and isinstance(along, Whole):
            along = replace(along, high=max(self.upto, now))
        lines = values_of(parameters[self.lines], at.params[self.lines], _MAX_LINES)
        return ChartQuestion({self.x: values_of(along, now), self.lines: lines}, [self.event], self.without)

    def data(self, at: Situation) -> Lines:
        at = at.telling(self.event)
        parameters, axes = at.check.parameters_by(at.rules), self.question(at).axes
        x, lines = axes[self.x], axes[self.lines]
        floats = at.grid(at.rules, axes, self.without).floats(self.event).T
        read = at.check.spelling
        name = f"{read.words(self.lines)} " if isinstance(parameters[self.lines], Whole) else ""
        series = [
            Series(name + read.value(v), row, LINES[i % len(LINES)])
            for i, (v, row) in enumerate(zip(lines, floats, strict=True))
        ]
        dashed = []
        if at.book is not None:
            book = at.grid(at.book, axes, self.without).floats(self.event).T
            dashed = [Series(s.name, row, s.colour) for s, row in zip(series, book, strict=True)]
        column, line = place(x, at.params[self.x]), place(lines, at.params[self.lines])
        spot = None if column is None or line is None else (column, line)
        title = f"{first_up(at.check.words(self.event))}: by {read.words(self.x)}{at.warning}"
        ticks = [*map(read.value, x)]
        at_numbers = x if isinstance(parameters[self.x], Whole) else ()
        return Lines(title, read.words(self.x), "chance", ticks, series, dashed, spot, at=at_numbers)


class stack(Study):  # noqa: N801
    """How bad it gets: the outcomes as parts of a bar, with a bar for each value of a parameter.

    parts : outcomes from harmless to worst.
    by : the parameters to choose from.
    rest : what the rest of the chance is.
    """

    chart_kind: type[charts.StackedBars] = charts.StackedBars

    def __init__(self, parts: Sequence[str], by: Sequence[str], rest: str, without: Sequence[str] = ()) -> None:
        super().__init__(self.chart_kind(), by, parts, without)
        self.rest, self.choices = rest, tuple(by)

    def menus_of(self, check: Check) -> list[w.Dropdown]:
        self.by = menu("by", self.choices, self.choices[0], check.spelling.words)
        return [self.by]

    def question(self, at: Situation) -> ChartQuestion:
        by = self.by.value
        values = values_of(at.check.parameters[by].by(at.rules), at.params[by])[:13]
        return ChartQuestion({by: values}, self.events_of, self.without)

    def data(self, at: Situation) -> Stack:
        ((by, values),) = self.question(at).axes.items()
        colours = charts.severity_colours(len(self.events_of))

        def parts(rules: Ruleset) -> list[Series]:
            grid = at.grid(rules, {by: values}, self.without)
            series = [
                Series(at.check.words(part), grid.floats(part), colour)
                for part, colour in zip(self.events_of, colours, strict=True)
            ]
            return series[::-1]

        return self._stack(at, "How bad, by", parts(at.rules), parts(at.book) if at.book is not None else [])

    def _stack(self, at: Situation, title: str, parts: Sequence[Series], book: Sequence[Series]) -> Stack:
        ((by, values),) = self.question(at).axes.items()
        label, ticks = at.check.spelling.words(by), [*map(at.check.spelling.value, values)]
        current = place(values, at.params[by])
        return Stack(f"{title} {label}{at.warning}", label, ticks, parts, self.rest, current, book)


class heat(Study):  # noqa: N801
    """The chance of an event over any two parameters, chosen from menus."""

    def __init__(self, event: str, x: str, y: str, without: Mapping[str, Sequence[str]] | None = None) -> None:
        super().__init__(charts.Heat(), (x, y), (event,))
        self.event, self.start, self.leave = event, (x, y), dict(without or {})

    def menus_of(self, check: Check) -> list[w.Dropdown]:
        names = [p.name for p in check.parameters.values() if len(p.values()) > 1]
        self.events = menu("chance", list(check.events), self.event, check.words)
        self.x = menu("across", names, self.start[0], check.spelling.words)
        self.y = menu("up", names, self.start[1], check.spelling.words)
        return [self.events, self.x, self.y]

    def question(self, at: Situation) -> ChartQuestion:
        x, y = self.x.value, self.y.value
        if x == y:
            raise RuleError(
                f"across and up must be two different parameters; got {at.check.spelling.words(x)} twice; choose "
                f"another"
            )
        parameters = at.check.parameters_by(at.rules)
        axes = {name: values_of(parameters[name], at.params[name]) for name in (y, x)}
        return ChartQuestion(axes, [self.events.value], [name for axis in (x, y) for name in self.leave.get(axis, ())])

    def data(self, at: Situation) -> Field:
        at = at.telling(self.events.value)
        question = self.question(at)
        values = at.grid(at.rules, question.axes, question.without).floats(self.events.value)
        ours = " (with your rule)" if at.book is not None else ""
        return field_of(at, f"{first_up(at.check.words(self.events.value))}, in percent{ours}", question, values)
