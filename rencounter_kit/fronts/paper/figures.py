"""The figures of one table of a handout: by the book and by house rules, in words and as shades."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import floor
from typing import NamedTuple, cast

from ...engine.words.errors import RuleError
from ...engine.words.typed import cleaned
from ...engine.words.wording import first_up
from ...workbook.analysis.comparison import Comparison
from ...workbook.analysis.roster import roster
from ...workbook.analysis.who_beats_whom import who_beats_whom
from ...workbook.mechanics.check import Check
from ...workbook.mechanics.no_effect import BY_YOURS, NoEffect
from ...workbook.mechanics.parameter import Parameter
from ...workbook.mechanics.processes.process import Process, ProcessResult
from ...workbook.mechanics.registry import check_of
from ...workbook.mechanics.space import EventLike
from ...workbook.rulebook.book import Ruleset
from ...workbook.rulebook.text import Value
from .axis import axis_of
from .text import TableText

MOST_DOWN, MOST_ACROSS = 40, 16
UNCHANGED = "the same by the house rules"
NOTHING = "\N{EN DASH}"  # where there is no figure
_MOST_REASONS, _LARGE = 2, 100


class PrintedCell(NamedTuple):
    """One figure as it is printed.

    share : how dark, from 0 to 1.
    """

    text: str
    share: float = 0.0


@dataclass(frozen=True)
class PrintedGrid:
    """The figures by one set of rules.

    name : whose they are, "" where all say the same.
    """

    name: str
    rows: Sequence[tuple[str, Sequence[PrintedCell]]]


@dataclass(frozen=True)
class PrintedTable:
    """A table as it is printed.

    settings : what is asked, and what holds for all cells.
    changed : do the rulesets differ?
    """

    title: str
    settings: str
    down: str
    across: str
    columns: Sequence[str]
    grids: Sequence[PrintedGrid]
    notes: Sequence[str]
    changed: bool


class Query(NamedTuple):
    """What is asked: an event, or the mean; with a turn, whether it has come by its end, and ``None`` for any end."""

    what: EventLike | None
    turn: int | None = None


def table_of(table: TableText, rulesets: Mapping[str, Ruleset], ours: Ruleset) -> PrintedTable:
    """The figures that a table asks for, by each of one or two rulesets, by their names; the book comes first.

    ours : the rules at the table, which may ask for more than the book, also where its figures alone are printed. Where
        all say the same in every cell, they are there once. Raises ``RuleError`` for what the check does not have.
    """
    each = tuple(rulesets.values())
    if table.men:
        return _men_table(table, rulesets, ours)
    check = check_of(table.check, ours)
    parameters = check.parameters_by(*each)
    sides = (("down", table.down, MOST_DOWN), ("across", table.across, MOST_ACROSS))
    axes = [axis_of(check, parameters, *side) for side in sides if side[1]]
    settings = dict(check.named(table.given))
    names = [*settings, *(axis.parameter.name for axis in axes)]
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise RuleError(f"each parameter must have one place in a table; got {twice} twice; leave one out")
    asker = _Asker(check, each, settings, {axis.parameter.name: axis.values for axis in axes})
    events = [asker.event(text) for text in table.event]
    figures = [asker.figures(event) for event in events]
    grids = [
        PrintedGrid(
            name,
            _rows(
                axes[0].words, [_cells(check, event, one[place]) for event, one in zip(events, figures, strict=True)]
            ),
        )
        for place, name in enumerate(rulesets)
    ]
    changed = any(grid.rows != grids[0].rows for grid in grids)
    labels = [first_up(query_text(check, event)) for event in events]
    remarks = [
        *(labels if len(axes) > 1 else ()),
        *(_setting_text(parameters[name], value) for name, value in settings.items()),
    ]
    return PrintedTable(
        table.title or check.title,
        "; ".join(filter(None, [", ".join(remarks), *([UNCHANGED] if len(each) > 1 and not changed else [])])),
        axes[0].label,
        axes[1].label if len(axes) > 1 else "",
        axes[1].words if len(axes) > 1 else labels,
        grids if changed else [replace(grids[0], name="")],
        asker.notes(events),
        changed,
    )


def _men_table(table: TableText, rulesets: Mapping[str, Ruleset], ours: Ruleset) -> PrintedTable:
    """All men of a roster against each other; the strongest stands first."""
    men = roster(ours.stem if table.men == "ready" else table.men, files=False)
    answer = who_beats_whom(table.check, men, outcome=table.event[0], rules=ours, progress=False, **table.given)
    check, query, names, grids = answer.measure.check, Query(answer.measure.outcome), answer.order, list[PrintedGrid]()
    for name, rules in rulesets.items():
        by_pair = answer.figures[answer.rulesets.index(rules)]
        cells = _cells(check, query, [by_pair.get(pair) for pair in product(names, names)])
        grids.append(PrintedGrid(name, _rows(names, [cells])))
    changed = any(grid.rows != grids[0].rows for grid in grids)
    remarks = [first_up(answer.measure.words), *([UNCHANGED] if len(grids) > 1 and not changed else [])]
    columns, tables = ("A", "B", names), grids if changed else [replace(grids[0], name="")]
    return PrintedTable(table.title or check.title, "; ".join(remarks), *columns, tables, answer.left_out, changed)


def query_text(check: Check, query: Query) -> str:
    """What is asked, in words."""
    if query.turn is None:
        return "mean" if check.is_mean(query.what) else check.event_words(query.what)
    return f"{'over' if query.what is None else check.event_words(query.what)} by {check.turn} {query.turn}"


def whole_percent(chance: Fraction) -> str:
    """A chance in whole percents, which never rounds a possible thing to nothing.

    >>> [whole_percent(Fraction(one)) for one in ("0", "1/1000", "5/12", "999/1000", "1")]
    ['never', '<1%', '42%', '>99%', 'always']
    """
    if chance in (0, 1):
        return "always" if chance else "never"
    whole = floor(100 * chance + Fraction(1, 2))
    return "<1%" if whole == 0 else ">99%" if whole == _LARGE else f"{whole}%"


# Rows and columns -----------------------------------------------------------------------------------------------------


def _setting_text(parameter: Parameter, value: Value) -> str:
    """What a parameter is set to for a whole table."""
    name, read = parameter.words, parameter.spelling.value
    if isinstance(value, bool):
        return name if value else f"no {name}"
    text = " and ".join(map(read, value)) if isinstance(value, (list, tuple)) else read(value)
    return f"{name} {text}"


def _cells(check: Check, query: Query, figures: Sequence[Fraction | None]) -> list[PrintedCell]:
    """Figures as they are printed: chances with their shade, means in one decimal."""
    if query.turn is None and check.is_mean(query.what):
        whole = all(figure is None or figure.denominator == 1 for figure in figures)
        return [PrintedCell(NOTHING if figure is None else _mean_text(figure, whole)) for figure in figures]
    return [
        PrintedCell(NOTHING) if figure is None else PrintedCell(whole_percent(figure), round(float(figure), 3))
        for figure in figures
    ]


def _mean_text(mean: Fraction, whole: bool) -> str:
    """A mean, with a decimal unless it is large, or all of them are whole numbers."""
    return f"{float(mean):.{0 if whole or mean >= _LARGE else 1}f}"


def _rows(names: Sequence[str], cells: Sequence[Sequence[PrintedCell]]) -> list[tuple[str, Sequence[PrintedCell]]]:
    """The cells of several columns, or of one question over two parameters, row by row."""
    if len(cells) > 1:
        return list(zip(names, zip(*cells, strict=True), strict=True))
    across = len(cells[0]) // len(names)
    return [(name, cells[0][row * across : (row + 1) * across]) for row, name in enumerate(names)]


# Answers --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Asker:
    """One check over the values of one table, by each ruleset."""

    check: Check
    rulesets: Sequence[Ruleset]
    settings: Mapping[str, Value]
    axes: Mapping[str, Sequence[Value]]

    def event(self, text: str) -> Query:
        """What a text asks for."""
        match = re.fullmatch(rf"(.+?) by {re.escape(self.check.turn)} (\d{{1,3}})", cleaned(text))
        if match is None or not isinstance(self.check, Process):
            return Query(self.check.named_event(text))
        return Query(None if match[1] == "over" else self.check.named_event(match[1]), int(match[2]))

    @cached_property
    def _comparison(self) -> Comparison:
        return Comparison(self.check, self.rulesets, {**self.settings, **self.axes})

    def figures(self, query: Query) -> list[list[Fraction | None]]:
        """By each ruleset the exact figure of each cell, in order; ``None`` where there is none."""
        if query.turn is None:
            return [list(one.ravel()) for one in self._comparison.chances(query.what)]
        return [[self._by_turn(rules, query, cell) for cell in self._each()] for rules in self.rulesets]

    def _by_turn(self, rules: Ruleset, query: Query, cell: Mapping[str, Value]) -> Fraction:
        result = cast(ProcessResult, self.check(rules=rules, **self.settings, **cell))
        return result.by(cast(int, query.turn), query.what)

    def _each(self) -> Iterator[dict[str, Value]]:
        return (dict(zip(self.axes, values, strict=True)) for values in product(*self.axes.values()))

    def notes(self, events: Sequence[Query]) -> list[str]:
        """What is set and changes nothing, why some cells have no figure, and which are rounded."""
        return [*self._no_effects(), *self._left_out(events)]

    def _no_effects(self) -> list[str]:
        """What is given for the table, or stands in a row or column, and has no effect in any of its cells."""
        common: dict[tuple[str, str], NoEffect | None] = {}  # none for what counts somewhere
        for cell in self._each():
            settings = {**self.settings, **cell}
            keys = {name: (name, str(value)) for name, value in settings.items()}
            if all(common.get(key, self) is None for key in keys.values()):
                continue
            with suppress(RuleError):
                no_effects = self.check.no_effects_by_numbers(self.rulesets[-1], settings)
                by_name = {one.parameter.name: one for one in no_effects}
                for name, key in keys.items():
                    now = by_name.get(name)
                    before = common.get(key, now)
                    if now and before and before.setting != now.setting:
                        now = now._replace(setting=BY_YOURS if BY_YOURS in (now.setting, before.setting) else "here")
                    common[key] = now if before else None
        by_why: dict[tuple[str, str], list[NoEffect]] = {}
        for one in filter(None, common.values()):
            by_why.setdefault((one.parameter.name, one.why), []).append(one)
        return [first_up(f"{', '.join(one.label for one in some)}: {why}") for (_, why), some in by_why.items()]

    def _left_out(self, events: Sequence[Query]) -> list[str]:
        outcomes = [event.what for event in events if event.turn is None]
        if not outcomes:
            return []
        reasons = [*dict.fromkeys(self._comparison.left_out(*outcomes))][:_MOST_REASONS]
        rounded = dict.fromkeys(line for grid in self._comparison.grids for line in grid.rounded())
        return [*(f"{NOTHING} {self.check.spelling.in_sentence(why)}" for why in reasons), *rounded]
