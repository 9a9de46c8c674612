"""The table of some lines of dice as text, in Markdown and as CSV, to be copied."""

from __future__ import annotations

from ...notation.copies import csv_text
from ...wording import EXACTLY, percent_text
from .view import DiceView

Cells = list[list[str]]


def _cells(view: DiceView) -> Cells:
    """A row for each outcome, below a row of headings."""
    title = "outcome" if view.reading == EXACTLY or not view.counted else view.reading
    rows = [[name, *("" if p is None else percent_text(p) for p, _ in cells)] for name, cells in view.rows()]
    return [[title, *(one.answer.line for one in view.lines)], *rows]


def as_text(view: DiceView) -> str:
    """In columns, as in a letter or a forum that has one width for all letters."""
    rows = _cells(view)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([*(f"{one.answer.line}: {one.answer.says}" for one in view.lines), "", *lines])


def as_markdown(view: DiceView) -> str:
    """As a table of Markdown."""
    rows = [[cell.replace("|", "\\|") for cell in row] for row in _cells(view)]
    head, *body = (f"| {' | '.join(row)} |" for row in rows)
    return "\n".join([head, f"|{'---|' * len(rows[0])}", *body])


def as_csv(view: DiceView) -> str:
    """For a spreadsheet: of every outcome the exact chance and the percentage by each line."""
    return csv_text([one.answer for one in view.lines], view.reading)
