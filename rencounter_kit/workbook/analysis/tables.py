"""Figures of one's own as a table with headings, as a reader of a page reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ...engine.formats.table import ExactTable
from ...engine.words.errors import RuleError
from ...engine.words.wording import AS_WRITTEN, Spelling, first_up, number_text, percent_text, unbroken
from ..rulebook.book import rules as book_of
from .measure import Report

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False)
class ReadableTable(Report):
    """A sentence, headings, and lines of figures. ``table()`` gives the figures as they are to pandas."""

    about: str
    headings: Sequence[str]
    lines: Sequence[Sequence[Any]]
    spelling: Spelling = AS_WRITTEN

    def head(self) -> str:
        return self.about

    def cells(self) -> list[Sequence[str]]:
        return [self.headings, *([self._cell(value) for value in line] for line in self.lines)]

    def _cell(self, value: object) -> str:
        if isinstance(value, Fraction) and 0 <= value <= 1:
            return percent_text(value)
        return number_text(value) if isinstance(value, float) else self.spelling.value(value)

    def _repr_html_(self) -> str:
        return unbroken(super()._repr_html_())

    def as_table(self) -> ExactTable:
        return ExactTable(self.headings, self.lines, self.about, read=self.cells())

    def table(self) -> pd.DataFrame:
        import pandas as pd

        return pd.DataFrame(list(self.lines), columns=list(self.headings))


def table(about: str, rows: Mapping[Any, Any] | pd.DataFrame, *headings: str, game: str = "") -> ReadableTable:
    """A table to read: chances in percent, words as one says them, headings above.

    about : what it is, in a sentence.
    rows : for each name the value of its row, or several in a list or tuple; or a DataFrame, such as that of ``sweep``.
    headings : one for each column, that of the names first; those of a DataFrame when left out. An exact ``Fraction``
        is a chance from 0 to 1; any other number is shown as it is, one with a point in four figures, a missing one
        (NaN) as an empty cell.
    game : whose names they are, such as ``"rencounter"``; else those of ``sweep`` are read as in the game of its check,
        others letter by letter. Raises ``RuleError`` unless there is a heading for each column.

    >>> print(table("What a shot does", {"long_bow": Fraction(5, 12), "musket": Fraction(1, 2)}, "weapon", "hits"))
    What a shot does
    weapon    hits
    long bow  41.7 %
    musket    50 %
    """
    if not game and not isinstance(rows, Mapping):
        game = rows.attrs.get("check", "").partition(".")[0]
    spelling = book_of(game).spelling if game else AS_WRITTEN
    if isinstance(rows, Mapping):
        lines = [(name, *(row if isinstance(row, (list, tuple)) else (row,))) for name, row in rows.items()]
    else:
        frame = rows.reset_index() if any(rows.index.names) else rows
        headings = headings or tuple(first_up(spelling.words(str(name))) for name in frame.columns)
        lines = list(frame.itertuples(index=False, name=None))
    if wrong := next((line for line in lines if len(line) != len(headings)), None):
        raise RuleError(f"headings must be one for each of {len(wrong)} columns; got {len(headings)}")
    return ReadableTable(about, headings, lines, spelling)
