"""Where the tables of a handout go: how wide each column is, which stand side by side, and the size that fills the page.

All is reckoned for the widest of the usual fonts, in its letters, so that narrower ones leave room.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..errors import RuleError
from .figures import PrintedTable

MOST_PAGES = 2
_ACROSS, _DOWN = (190, 195.9), (277, 259)  # millimetres between the margins of A4 and Letter
_POINT = 25.4 / 72
_GAP = 6  # millimetres between what stands side by side
_NARROW, _BROAD = "iljtfrI1.,:;'()|- ", "mwMW%@"  # letters, and their widths as shares of the size
_WIDTHS = {**dict.fromkeys(_NARROW, 0.41), **dict.fromkeys(_BROAD, 0.98), "1": 0.64}
_LETTER, _CAPITAL, _BOLDER = 0.63, 0.74, 1.12  # of all others, and how much wider it is when bold
_PADDING = 0.76  # of a cell on both sides
_LONGEST_NAME, _NARROWEST = 12, 13  # widths: of a row's name in one line; that a table with its title takes at least
_H1, _UNDER = 2.4, 0.3  # heights: of the title of all, and what is free below a table
_ENOUGH = 9.5  # points; what would be smaller on one page goes on two
_SMALLER = 0.9  # of the size: headings, words and small print, which are 9 points at least


class Typesetting(NamedTuple):
    """A way to set it: size in points; the heights of a line and of a table's title, and what a row has besides."""

    size: float
    line: float = 1.25
    title: float = 2.5
    row: float = 0.38

    @property
    def dense(self) -> bool:
        """Is it the one for what hardly fits?"""
        return self.line < Typesetting(self.size).line

    @property
    def smaller(self) -> float:
        """Headings, words and small print, which are 9 points at least."""
        return max(_SMALLER, _SMALLEST / self.size)


_SMALLEST = 9.0  # points; smaller is not read at a table
STEPS = (*map(Typesetting, (11.0, 10.5, 10.0, 9.5, 9.0)), Typesetting(9.0, 1.12, 2.0, 0.2))  # the best first


@dataclass(frozen=True)
class PlacedTable:
    """A table with its place. first, column, grid, wide : widths in sizes of the letters: of the names, of each column, of
    one grid, and of all. height : about, in the same. beside : do its grids stand side by side?"""

    table: PrintedTable
    first: float
    column: float
    grid: float
    wide: float
    height: float
    beside: bool


@dataclass(frozen=True)
class Fitted:
    """What goes on the pages, and how. pages : how many it takes, about. rows : the tables that stand side by side."""

    step: Typesetting
    pages: int
    rows: Sequence[Sequence[PlacedTable]]


def fitted(tables: Sequence[PrintedTable], paper: str, head: Sequence[str] = ()) -> Fitted:
    """The largest size with which everything fits: on one page unless it were small there, else on two.

    head : the lines above the tables. Raises ``RuleError`` where it takes more.
    """
    each = [_fit(tables, step, paper, head) for step in STEPS]
    found = next((one for one in each if one.pages == 1 and one.step.size >= _ENOUGH), None)
    found = found or next((one for one in each if one.pages <= MOST_PAGES), None)
    if found is None:
        raise RuleError(
            f"a handout must fit on {MOST_PAGES} pages; got about {each[-1].pages}; leave out a table or some of its values, "
            "or show the book or the rules alone"
        )
    return found


def _fit(tables: Sequence[PrintedTable], step: Typesetting, paper: str, head: Sequence[str]) -> Fitted:
    across, down = (sides[paper != "A4"] / (step.size * _POINT) for sides in (_ACROSS, _DOWN))
    gap = _GAP / (step.size * _POINT)
    placed = [_placed(table, across, gap, step) for table in tables]
    for number, one in enumerate(placed, 1):
        if step == STEPS[-1] and one.grid > across:
            raise RuleError(
                f"table {number} must fit across the page; got {len(one.table.columns)} columns; try fewer values across"
            )
    rows = _rows(placed, across, gap)
    page, room = 1, down - _H1 - sum(_lines(line, across, step.smaller) * step.line for line in head)
    for row in rows:
        needed = max(one.height for one in row)
        if needed > room:
            page, room = page + 1, down
        room -= needed
        if room < 0 or any(one.grid > across for one in row):
            page += MOST_PAGES
    return Fitted(step, page, rows)


def _placed(table: PrintedTable, across: float, gap: float, step: Typesetting) -> PlacedTable:
    """How wide and high a table is; its columns are all alike, so that figures stand in order."""
    smaller, line, row = step.smaller, step.line, step.row
    bold = _BOLDER * smaller
    cells = [cell.said for grid in table.grids for _, every in grid.rows for cell in every]
    names, labels = [name for name, _ in table.grids[0].rows], table.columns
    widest = max(
        *(_width(cell) * (smaller if cell.isalpha() else 1) for cell in cells),
        *(_width(word) * smaller for word in _words(labels)),
    )
    longest = min(_LONGEST_NAME, max(map(_width, names)))
    first = max(
        longest * smaller,
        *(_width(word) * smaller for word in _words(names)),
        *(_width(word) * bold for word in _words([table.down])),
    )
    grid = first + _PADDING + len(labels) * (widest + _PADDING)
    pair = len(table.grids) * grid + (len(table.grids) - 1) * gap
    wide = max(pair if pair <= across else grid, _NARROWEST)
    heading = max(*(_lines(label, widest, smaller) for label in labels), _lines(table.down, first, bold))
    over = line + row if table.across else 0
    rows = sum(_lines(name, first, smaller) * line + row for name in names)
    one = over + heading * line + row + rows + (line if table.grids[0].name else 0)
    small = sum(_lines(said, wide, smaller) * line + 0.2 for said in (table.given, *table.notes) if said)
    title = step.title + (_lines(table.title, wide, 1.1 * _BOLDER) - 1) * line
    height = title + small + one * (1 if pair <= across else len(table.grids)) + _UNDER
    first, column, grid, wide = (round(one, 2) for one in (first + _PADDING, widest + _PADDING, grid, wide))
    return PlacedTable(table, first, column, grid, wide, height, pair <= across)


def _rows(placed: Iterable[PlacedTable], across: float, gap: float) -> list[list[PlacedTable]]:
    """As many tables side by side as there is room for, in order."""
    rows, room = list[list[PlacedTable]](), 0.0
    for one in placed:
        if one.wide + gap <= room:
            rows[-1].append(one)
        else:
            rows.append([one])
            room = across + gap
        room -= one.wide + gap
    return rows


def _lines(text: str, room: float, size: float) -> int:
    """How many lines a text takes, word by word.

    >>> _lines("three quarter solid", 5.0, 1), _lines("short", 5.0, 1)
    (3, 1)
    """
    lines, left = 1, room
    for word in text.split():
        needed = _width(word) * size
        if needed > left + 0.01 and left < room:
            lines, left = lines + 1, room
        left -= needed + _WIDTHS[" "] * size
    return lines


def _words(texts: Iterable[str]) -> list[str]:
    return [word for text in texts for word in text.split()] or [""]


def _width(text: str) -> float:
    """How wide a text is in the widest of the usual fonts, as shares of its size."""
    return sum(_WIDTHS.get(letter, _CAPITAL if letter.isupper() else _LETTER) for letter in text)
