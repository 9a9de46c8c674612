"""The odds of a check by its most telling parameters, as grids."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from ...engine.dice.scale import in_order
from ...engine.words.wording import percent_text
from ...workbook.mechanics.check import Check
from ...workbook.mechanics.labels import title_of
from ...workbook.mechanics.parameter import Parameter, Whole
from ...workbook.rulebook.book import Value
from .about import About, BareAnswer, Reader, round_values, thinned, value_text
from .clock import Clock
from .worths import ParameterSwing

_DOWN, _ACROSS, _LONG = 24, 12, 40  # rows of a number, columns, rows of a choice
_MOST_VALUES = 1_200  # values of a number that are all asked
_FEW = (5, 4)  # rows and columns of a fight that takes its time
_EVENTS = 6
_SECONDS, _FULL = 3, 1.6  # parameters that are tried beside the first; of so many cells one at least has an answer
_WIDE, _MARGIN = 96, 1.2  # letters of the widest usual font that a table may take, and what is free beside each column
_WITH = "\N{NO-BREAK SPACE}%"
_NARROW, _NAMED = 3, 3  # columns at least; values that one line names one by one


class OddsCell(NamedTuple):
    """A figure by each ruleset, and how dark it stands, from 0 to 1."""

    each: Sequence[str]
    share: float


class Odds(NamedTuple):
    """A grid: what it tells, what stands down and across, and its figures."""

    title: str
    down: str
    across: str
    columns: Sequence[str]
    rows: Sequence[tuple[str, Sequence[OddsCell]]]
    is_part: bool  # does it leave out values of a long range?


def odds(about: About, moved: Sequence[ParameterSwing], clock: Clock) -> list[Odds]:
    """Grids of the figure by the two parameters that move it most, and of all events by the first of them."""
    telling = sorted((one for one in moved if one.swing and not one.goes_with), key=partial(_seldom, about))
    if not telling:
        return []
    first = telling[0]
    tables = []
    for second in [one for one in telling[1:] if _fits(first.parameter, one.parameter)][:_SECONDS]:
        both = clock.within("the odds by two things together", 0.6, partial(_by_two, about, first, second))
        if both is None or (_is_full(both) and _tells(both)):
            tables += [both] if both else []
            break
    if alone := clock.within("the odds by one thing alone", 0.8, partial(_by_one, about, first, bool(tables))):
        tables.append(alone)
    return [one for one in tables if one.rows]


def _is_full(odds: Odds) -> bool:
    """Have most of its cells an answer? Elsewhere two things do not go together."""
    cells = [cell for _, row in odds.rows for cell in row]
    return len(cells) <= _FULL * sum(any(cell.each) for cell in cells)


def _tells(odds: Odds) -> bool:
    """Do both that stand beside it count? One may be given instead of the other."""
    rows = [_texts(row) for _, row in odds.rows]
    return any(row != rows[0] for row in rows) and any(each != row[0] for row in rows for each in row)


def _seldom(about: About, moved: ParameterSwing) -> tuple[bool, float]:
    """What is seldom set comes last, and so do sums that nobody looks up; what moves most comes first."""
    p = moved.parameter
    summed = p.free or (_is_modifier(p) and len(p.values()) > _DOWN)
    return p.rare or summed or (p.optional and about.result.params[p.name] is None), -float(moved.swing)


def _is_modifier(p: Parameter) -> bool:
    """Is it a number that may be below nothing, thus added to a roll?"""
    return isinstance(p, Whole) and min(p.values()) < 0


def _some(moved: ParameterSwing, most: int, current: Value) -> list[Value]:
    """So many of its values: of a modifier those beside the present one, as the ends of its range are seldom met; of
    another number round ones between which the answer changes.
    """
    p, values = moved.parameter, list(moved.parameter.values())
    if not (_is_modifier(p) and current in values and most < len(values)):
        return (
            round_values(values, most, current, moved.moves) if isinstance(p, Whole) else thinned(values, most, current)
        )
    most -= 1 - most % 2  # as many below as above
    first = max(0, min(values.index(current) - most // 2, len(values) - most))
    return values[first : first + most]


def _fits(first: Parameter, second: Parameter) -> bool:
    """Can both be asked together, and do the heads of the columns have room?"""
    if second.name in (first.only_with[0], first.instead_of) or first.name in (second.only_with[0], second.instead_of):
        return False
    return any(len(p.values()) <= _ACROSS or isinstance(p, Whole) for p in (first, second))


def _label(p: Parameter) -> str:
    title = title_of(p.words, p.spelling)
    return title if not p.unit or p.unit in title else f"{title} ({p.unit})"


def _downs(about: About, moved: ParameterSwing) -> list[Value]:
    """The values that stand down: of a number as many as can be asked, since those that say the same share a row."""
    p = moved.parameter
    most = _FEW[0] if not about.quick else _MOST_VALUES if isinstance(p, Whole) and not about.is_process else _LONG
    return _some(moved, most, about.result.params[p.name])


def _by_two(about: About, first: ParameterSwing, second: ParameterSwing) -> Odds:
    is_longer = len(first.parameter.values()) >= len(second.parameter.values())
    down, across = (first, second) if is_longer else (second, first)
    current = about.result.params[across.parameter.name]
    acrosses = _some(across, _ACROSS if about.quick else _FEW[1], current)
    while (odds := _crossed(about, down, across, acrosses)) and _is_wide(odds) and len(acrosses) > _NARROW:
        acrosses = _some(across, len(acrosses) - 1, current)
    return odds


def _crossed(about: About, by_down: ParameterSwing, by_across: ParameterSwing, acrosses: Sequence[Value]) -> Odds:
    downs, down, across = _downs(about, by_down), by_down.parameter, by_across.parameter
    fixed = {name: value for name, value in about.params.items() if name not in (down.name, across.name)}
    grids = about.grids({down.name: downs, across.name: acrosses}, fixed)
    cells = [_cell(about.reader, each) for each in zip(*grids, strict=True)]
    wide = len(acrosses)
    lines = [(value, cells[n * wide : (n + 1) * wide]) for n, value in enumerate(downs)]
    rows, is_part = _rows(about, down, lines)
    columns = [value_text(across, value) for value in acrosses]
    return Odds(about.reader.words, _label(down), _label(across), columns, rows, is_part or wide < len(across.values()))


def _is_wide(odds: Odds) -> bool:
    """Do the figures need more room than there is across the page? Words may be broken between lines,
    figures may not.
    """
    rows = [(head, *(cell.each[-1] for cell in row)) for head, row in odds.rows]
    columns = zip((odds.down, *odds.columns), *rows, strict=True)
    return sum(max(map(_longest, each)) + _MARGIN for each in columns) > _WIDE


def _longest(text: str) -> int:
    """The letters of the longest part of a text that stands in one line."""
    return max(map(len, text.replace(" %", _WITH).split(" ")))


def _by_one(about: About, moved: ParameterSwing, has_table: bool) -> Odds | None:
    """Every event, or every outcome of few, by one parameter.

    has_table : whether a table tells the figure itself already.
    """
    check, p, values = about.check, moved.parameter, _downs(about, moved)
    fixed = {name: value for name, value in about.params.items() if name != p.name}
    each_by = list(zip(*about.grids({p.name: values}, fixed), strict=True))
    points = [point for each in each_by for point in each if point]
    events = [name for name in check.events if all(name in check.events_of(one.space) for one in points)][:_EVENTS]
    outcomes = in_order((outcome for point in points for outcome in point.dist), points[0].space.scale)
    every = len(events) < len(outcomes) <= _EVENTS and len(outcomes) > 2
    queries = outcomes if every else events
    if all(len(point.dist) == 1 for point in points) or not queries:
        if has_table:
            return None
        columns, title = [about.reader.words], "the answer"
        lines = [(value, [_cell(about.reader, each)]) for value, each in zip(values, each_by, strict=True)]
    else:
        title = "every outcome" if every else "chances"
        by_outcome = {one: [_chance(check, one, each) for each in each_by] for one in queries}
        if not every:  # an event that is as likely whatever is said tells nothing
            by_outcome = {
                one: cells for one, cells in by_outcome.items() if any(cell.each != cells[0].each for cell in cells)
            }
        if len(by_outcome) < (2 if has_table else 1):
            return None
        columns = list(map(check.words, by_outcome))
        lines = list(zip(values, map(list, zip(*by_outcome.values(), strict=True)), strict=True))
    rows, is_part = _rows(about, p, lines)
    return Odds(title, _label(p), "", columns, rows, is_part)


def _rows(
    about: About, p: Parameter, lines: Sequence[tuple[Value, Sequence[OddsCell]]]
) -> tuple[list[tuple[str, Sequence[OddsCell]]], bool]:
    """The lines with their heads; numbers in a row that say the same share one. Are some left out?"""
    groups: list[tuple[list[Value], Sequence[OddsCell]]] = []
    joins, whole = _is_in_order(p.values()), len(lines) == len(p.values())
    for value, cells in lines:
        if joins and groups and _texts(groups[-1][1]) == _texts(cells):
            groups[-1][0].append(value)
        else:
            groups.append(([value], cells))
    current = about.result.params[p.name]
    if isinstance(p, Whole) and len(groups) > _DOWN:
        moves = groups[0][0][-1], groups[-1][0][0]
        round_figures = set(round_values([value for each, _ in groups for value in each], _DOWN, current, moves))
        selection = [one for one in groups if round_figures.intersection(one[0])]
    else:
        selection = thinned(groups, _LONG, next((one for one in groups if current in one[0]), None))
    rows = [(_head([value_text(p, value) for value in each], whole), cells) for each, cells in selection]
    answered = [(head, cells) for head, cells in rows if any(text for cell in cells for text in cell.each)]
    return answered, len(selection) < len(groups) or not whole


def _texts(cells: Sequence[OddsCell]) -> list[list[str]]:
    """What is read in some cells; they may be alike to the last digit that is shown."""
    return [list(cell.each) for cell in cells]


def _head(values: Sequence[str], whole: bool) -> str:
    """What stands before a line of several values.

    whole : are they all that lie between?

    >>> _head(["5", "6", "7", "8"], True), _head(["5", "10"], False), _head(["5", "10", "15", "20"], False)
    ('5 to 8', '5, 10', '5, 10 … 20')
    """
    if whole and len(values) > 1:
        return f"{values[0]} to {values[-1]}"
    return ", ".join(values if len(values) <= _NAMED else values[:2]) + (
        f" … {values[-1]}" if len(values) > _NAMED else ""
    )


def _is_in_order(values: Sequence[Value]) -> bool:
    """Are they numbers, each more than the one before?"""
    numbers = [value for value in values if isinstance(value, (int, float)) and not isinstance(value, bool)]
    return len(numbers) == len(values) and numbers == sorted(numbers)


def _chance(check: Check, one: Any, each: Sequence[BareAnswer | None]) -> OddsCell:
    chances = [check.figure(one, *point) if point else None for point in each]
    return OddsCell(["" if p is None else percent_text(p) for p in chances], float(chances[-1] or 0))


def _cell(reader: Reader, each: Sequence[BareAnswer | None]) -> OddsCell:
    figure = reader.figure(each[-1]) if reader.is_chance else None
    return OddsCell(list(map(reader.text, each)), float(figure or 0))
