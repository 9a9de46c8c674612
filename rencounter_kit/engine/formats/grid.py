"""A long list as a grid: one column's values down, another's across."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from ..words.errors import RuleError
from ..words.wording import plain, value_text
from .table import ExactTable

MOST = 200  # columns


def gridded(table: ExactTable, down: str, across: str) -> ExactTable:
    """The exact figures of a table, with the values of one heading down and those of another across.

    What else the lines differ in stands in front; what is the same in all of them is said in the title. A place without
    a line stays empty. ``RuleError`` for headings that the table does not have, or more values across than can be read.

    >>> long = ExactTable(["skill", "band", "hits"], [[5, "short", Fraction(1, 2)], [5, "far", Fraction(1, 4)], [6, "far", Fraction(1, 3)]])
    >>> for line in gridded(long, "skill", "band").cells():
    ...     print(line)
    ('skill', 'short', 'far')
    ('5', '50 %', '25 %')
    ('6', '', '33.3 %')
    """  # noqa: E501
    places = {heading: place for place, heading in enumerate(table.headings)}
    for name in (down, across):
        if name not in places:
            raise RuleError(f"a grid must be by what has several values; got {name}; it has {', '.join(places)}")
    figure = next((p for p in places.values() if any(isinstance(one[p], Fraction) for one in table.lines)), None)
    if figure is None or down == across:
        raise RuleError(f"a grid must be of chances by two different headings; got {down} and {across}")
    others = [p for name, p in places.items() if p != figure and name not in (down, across, *table.unread)]
    values = {p: list(dict.fromkeys(plain(line[p]) for line in table.lines)) for p in (*others, places[across])}
    front = [p for p in others if len(values[p]) > 1]
    columns = values[places[across]]
    if len(columns) > MOST:
        raise RuleError(
            f"a grid must have at most {MOST} columns; got {len(columns)} values of {across}; try --by {across},{down}"
        )
    cells = dict[tuple[Any, ...], dict[Any, Any]]()
    for line in table.lines:
        row = (*(plain(line[p]) for p in front), plain(line[places[down]]))
        cells.setdefault(row, {})[plain(line[places[across]])] = line[figure]
    headings = [*(table.headings[p] for p in front), down, *_names(across, columns)]
    lines = [[*row, *(cells_of.get(one) for one in columns)] for row, cells_of in cells.items()]
    same = [table.spelling.value(values[p][0]) for p in others if p not in front and values[p]]
    return ExactTable(
        headings, lines, ": ".join(filter(None, [table.title, ", ".join(same)])), table.notes, spelling=table.spelling
    )


def _names(across: str, values: Iterable[Any]) -> list[str]:
    return [value if isinstance(value, str) else f"{across} {value_text(value)}" for value in values]
