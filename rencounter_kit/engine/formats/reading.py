"""A table to be read: in Markdown, in the code of forums, and in columns of plain text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..words.wording import in_markdown
from .table import ExactTable

_BEGINS = re.compile(r"^(\d*)([-+#=.)]+)(?=\s|$)")  # a list, a heading or a line below one


def markdown(table: ExactTable) -> str:
    """What it is, the table, and what is said below it.

    >>> print(markdown(ExactTable(["a|b"], [["*"]])))
    | a\\|b |
    |---|
    | \\* |
    """
    head, *lines = ([in_markdown(cell) for cell in line] for line in table.cells())
    rows = [f"| {' | '.join(line)} |" for line in (head, *lines)]
    text = "\n".join([rows[0], f"|{'---|' * len(head)}", *rows[1:]])
    return "\n\n".join([*map(_paragraph, _title(table)), text, *map(_paragraph, table.notes)])


def bbcode(table: ExactTable) -> str:
    """The same as forums take it; a bracket of one's own opens nothing.

    >>> print(bbcode(ExactTable(["who"], [["[b]"]], "Odds")))
    [b]Odds[/b]
    [table]
    [tr][th]who[/th][/tr]
    [tr][td](b)[/td][/tr]
    [/table]
    """
    head, *lines = table.cells()
    rows = [_row("th", head), *(_row("td", line) for line in lines)]
    heading = [f"[b]{_plain(line)}[/b]" for line in _title(table)]
    return "\n".join([*heading, "[table]", *rows, "[/table]", *map(_plain, table.notes)])


def text(table: ExactTable) -> str:
    """The same in columns, for where all letters are of one width.

    >>> print(text(ExactTable(["weapon", "hits"], [["long bow", 3]])))
    weapon    hits
    long bow     3
    """
    cells = [[" ".join(cell.split()) for cell in line] for line in table.cells()]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    right = [
        all(re.fullmatch(r"[-+]?[\d.,]+( %)?|", line[place]) for line in cells[1:]) for place in range(len(widths))
    ]
    sides = list(zip(widths, right, strict=True))
    lines = [
        "  ".join(cell.rjust(wide) if to else cell.ljust(wide) for cell, (wide, to) in zip(line, sides, strict=True))
        for line in cells
    ]
    return "\n".join([*_title(table), *map(str.rstrip, lines), *table.notes])


def _title(table: ExactTable) -> Sequence[str]:
    return table.title.splitlines()


def _paragraph(line: str) -> str:
    return _BEGINS.sub(r"\1\\\2", in_markdown(line))


def _row(kind: str, line: Sequence[str]) -> str:
    return f"[tr]{''.join(f'[{kind}]{_plain(cell)}[/{kind}]' for cell in line)}[/tr]"


def _plain(cell: str) -> str:
    return " ".join(cell.split()).replace("[", "(").replace("]", ")")
