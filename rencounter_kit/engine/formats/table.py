"""A table that leaves the project: headings and lines of exact values, and how a person reads them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..words.errors import RuleError
from ..words.wording import (
    AS_WRITTEN,
    Spelling,
    as_text,
    exact_text,
    number_text,
    percent_text,
    plain,
)

if TYPE_CHECKING:
    import pandas as pd

SEVERAL = "|"  # between the parts of one value
EXACT = "{} (exact)"  # heading of the fraction beside a decimal


@dataclass(frozen=True)
class ExactTable:
    """Headings and lines of values.

    A ``Fraction`` is an exact figure; numbers, true and false and ``None`` (nothing) are themselves, anything else is a
    text.

    title : what it is, in a sentence.
    notes : what is said below it.
    read : the same as a person reads it, headings first; where it is left out, fractions from 0 to 1 are chances in
        percent, and names are words.
    unread : headings that only programs need, since others say the same.
    spelling : how names of a game are read.
    """

    headings: Sequence[str]
    lines: Sequence[Sequence[Any]]
    title: str = ""
    notes: Sequence[str] = ()
    read: Sequence[Sequence[str]] | None = None
    unread: Collection[str] = ()
    spelling: Spelling = AS_WRITTEN

    def cells(self) -> list[Sequence[str]]:
        """It as a person reads it, headings first."""
        if self.read is not None:
            return list(self.read)
        columns = [
            [
                self.spelling.words(heading),
                *map(
                    _reader(self.spelling, heading, [line[place] for line in self.lines]),
                    (line[place] for line in self.lines),
                ),
            ]
            for place, heading in enumerate(self.headings)
            if heading not in self.unread
        ]
        return list(zip(*columns, strict=True))

    def figures(self, exact: str) -> tuple[list[str], list[list[Any]]]:
        """Headings and lines for a program: a column of fractions is one of decimals, and beside it one with the
        fractions, each written as ``exact`` says.

        >>> ExactTable(["face", "chance"], [[1, Fraction(5, 12)]]).figures("exactly {}")
        (['face', 'chance', 'chance (exact)'], [[1, 0.4166666666666667, 'exactly 5/12']])
        """
        headings, columns = list[str](), list[list[Any]]()
        for place, heading in enumerate(self.headings):
            column = [plain(line[place]) for line in self.lines]
            headings.append(heading)
            if any(isinstance(value, Fraction) for value in column):
                numbers = [Fraction(one) if type(one) is int else one for one in column]
                headings.append(EXACT.format(heading))
                columns.append([decimal(one) if isinstance(one, Fraction) else one for one in numbers])
                columns.append(
                    [exact.format(exact_text(one)) if isinstance(one, Fraction) else None for one in numbers]
                )
            else:
                columns.append([SEVERAL.join(map(str, one)) if isinstance(one, tuple) else one for one in column])
        return headings, [list(line) for line in zip(*columns, strict=True)]


def decimal(figure: Fraction) -> float | None:
    """A fraction as a number of a computer; ``None`` where it is too large for one."""
    try:
        return float(figure)
    except OverflowError:
        return None


def of_frame(
    frame: pd.DataFrame, title: str = "", notes: Sequence[str] = (), spelling: Spelling = AS_WRITTEN
) -> ExactTable:
    """The table that a DataFrame is, its index first where that has a name."""
    frame = frame.astype(object).where(frame.notna(), None) if frame.isna().any(axis=None) else frame
    flat = frame.reset_index() if any(name is not None for name in frame.index.names) else frame
    headings = [str(name) for name in flat.columns]
    unread = [twice for exact, twice in (("probability", "percent"), ("mean", "decimal")) if exact in headings]
    return ExactTable(
        headings, list(flat.itertuples(index=False, name=None)), title, notes, unread=unread, spelling=spelling
    )


def as_table(what: Any) -> ExactTable:
    """The table that a thing is: what the library answers, a DataFrame or Series, or outcomes with their figures.

    ``RuleError`` where it is none.
    """
    if isinstance(what, ExactTable):
        return what
    if hasattr(what, "as_table"):
        table: ExactTable = what.as_table()
        return table
    if hasattr(what, "itertuples"):
        return of_frame(what)
    if hasattr(what, "items"):
        return ExactTable(["outcome", "chance"], list(what.items()))
    raise RuleError(
        f"what is written must be a table or an answer; got {as_text(what)}; try rk.check(...) or rk.sweep(...)"
    )


def stacked(tables: Sequence[ExactTable], heading: str, names: Sequence[str]) -> ExactTable:
    """Tables of the same columns as one, with the name of each in front.

    >>> stacked([ExactTable(["a"], [[1]]), ExactTable(["a"], [[2]])], "of", ["x", "y"]).lines
    [['x', 1], ['y', 2]]
    """
    first, *_ = tables
    if len(tables) == 1:
        return first
    each = list(zip(names, tables, strict=True))
    read = [[heading, *first.cells()[0]], *([name, *line] for name, one in each for line in one.cells()[1:])]
    lines = [[name, *line] for name, one in each for line in one.lines]
    title_lines = [f"{one.title}." for one in tables if one.title]
    notes = dict.fromkeys(note for one in tables for note in one.notes)
    return replace(
        first,
        headings=[heading, *first.headings],
        lines=lines,
        read=read,
        title="\n".join(title_lines),
        notes=list(notes),
    )


def _reader(spelling: Spelling, heading: str, column: Iterable[Any]) -> Callable[[Any], str]:
    """How the values of a column are read."""
    chances = heading != "mean" and all(0 <= value <= 1 for value in column if isinstance(value, Fraction))

    def text(value: Any) -> str:
        value = plain(value)
        if isinstance(value, Fraction):
            return percent_text(value) if chances else number_text(value)
        if isinstance(value, tuple):
            return spelling.outcome(value)
        if isinstance(value, float):
            return number_text(value)
        return "" if value is None else spelling.value(value)

    return text
