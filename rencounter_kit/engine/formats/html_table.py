"""Tables as HTML: one writer for whatever a page shows in rows."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Html(str):
    """A cell that is HTML already; every other is text."""


class StyledCell(NamedTuple):
    """A cell or a row with a class of its own."""

    what: str | Sequence[str | StyledCell]
    style: str


class Across(NamedTuple):
    """A heading of the rows below it, over the whole width."""

    what: str
    style: str


Cell = str | StyledCell


def html_table(
    headings: Sequence[str], rows: Iterable[Sequence[Cell] | StyledCell | Across], style: str = "", caption: str = ""
) -> str:
    """A table.

    headings : of its columns; none for a table without.
    style : its class.

    >>> html_table(["throw", "sum"], [Across("melee", "part"), ["d6", "3"]]).partition("</tr>")[2]
    '<tr class="part"><th colspan="2" scope="rowgroup">melee</th></tr><tr><td>d6</td><td>3</td></tr></table>'
    >>> html_table(["chance"], [["1/6"], StyledCell(["> 1/2", Html("<b>5/6</b>")], "now")])
    '<table><tr><th scope="col">chance</th></tr><tr><td>1/6</td></tr><tr class="now"><td>&gt; 1/2</td><td><b>5/6</b></td></tr></table>'
    """  # noqa: E501
    title = f"<caption>{html.escape(caption)}</caption>" if caption else ""
    head = "".join(f'<th scope="col">{_text(one)}</th>' for one in headings)
    body = "".join(_across(row, len(headings)) if isinstance(row, Across) else _row(row) for row in rows)
    return f"<table{_class(style)}>{title}{f'<tr>{head}</tr>' if head else ''}{body}</table>"


def _across(row: Across, columns: int) -> str:
    return f'<tr{_class(row.style)}><th colspan="{columns}" scope="rowgroup">{_text(row.what)}</th></tr>'


def _row(row: Sequence[Cell] | StyledCell) -> str:
    cells, style = row if isinstance(row, StyledCell) else (row, "")
    return f"<tr{_class(style)}>{''.join(map(_cell, cells))}</tr>"


def _cell(cell: Cell) -> str:
    what, style = cell if isinstance(cell, StyledCell) else (cell, "")
    return f"<td{_class(style)}>{_text(what)}</td>"


def _text(what: object) -> str:
    return what if isinstance(what, Html) else html.escape(str(what))


def _class(style: str) -> str:
    return f' class="{style}"' if style else ""
