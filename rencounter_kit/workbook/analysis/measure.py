"""What is asked of an answer, a chance or a mean, and how what was found is told: as text, in a notebook, to pandas."""

from __future__ import annotations

import html
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from ...engine.dice.dist import Dist, Outcome
from ...engine.dice.throw import Targets
from ...engine.formats.html_table import html_table
from ...engine.formats.table import ExactTable
from ...engine.words import typed
from ...engine.words.errors import RuleError
from ...engine.words.wording import Spelling, as_text, chance_text, fraction_text, number_text, points_text, share_text
from ..mechanics.check import Check, Result
from ..mechanics.parameter import QUESTION
from ..mechanics.space import Space
from ..rulebook.book import Ruleset

if TYPE_CHECKING:
    import pandas as pd

_LARGEST = 10**12  # that a number may be


class Measure(NamedTuple):
    """What is asked of each distribution: the chance of an event or outcome, or the mean (outcome ``None``)."""

    check: Check
    outcome: Outcome

    def of(self, result: Result) -> Fraction:
        """The exact figure of an answer; ``CannotTellError`` when it is another kind of answer."""
        return self.of_dist(result.dist, result.space)

    def of_dist(self, dist: Dist, space: Space) -> Fraction:
        """The same of a distribution, and all that it could be."""
        return self.check.figure(self.outcome, dist, space)

    def at(self, rules: Ruleset, targets: Targets) -> Fraction:
        """The exact figure for target numbers."""
        return self.of_dist(self.check.dist_of(rules, targets), self.check.space(targets))

    @property
    def words(self) -> str:
        """What is asked, in words."""
        return self.check.event_words(self.outcome)

    @property
    def title(self) -> str:
        """The question and what is asked of it, for a head."""
        return f"{self.check.title.rstrip('?')}: {self.words}"

    def text(self, figure: Fraction) -> str:
        """A figure as it is read."""
        return f"{number_text(figure)} = {fraction_text(figure)}" if self.outcome is None else chance_text(figure)

    def short(self, figure: Fraction) -> str:
        """A figure within a table."""
        return number_text(figure) if self.outcome is None else share_text(figure)

    def change(self, change: Fraction) -> str:
        """A change of it as it is read."""
        if self.outcome is not None:
            return points_text(change)
        return number_text(change, 3, sign=True)

    def both(self, change: Fraction) -> str:
        """A change in short and as an exact fraction."""
        return f"{self.change(change)} ({'+' * (change > 0)}{fraction_text(change)})" if change else "nothing"


def measure(result: Result, outcome: Outcome = None) -> Measure:
    """What to ask: ``outcome``; when left out the first event that the result can tell, or the mean where it has none.

    Raises ``RuleError`` for an outcome that the check does not have, or where there is nothing to ask by itself.
    """
    if outcome is None:
        outcome = next(iter(result.check.events_of(result.space)), None)
        if outcome is None and not result.space.has_mean:
            outcomes = ", ".join(result.check.text(one) for one in list(result)[:8])
            raise RuleError(f"outcome must be named for {result.check.id}; got none; it has {outcomes}")
    event = None if result.check.is_mean(outcome) else result.check.named_event(outcome)
    question = Measure(result.check, event)
    question.of(result)
    return question


class Report:
    """An answer in rows that prints as text and shows as a table in a notebook. ``table()`` gives it to pandas."""

    kind: type[NamedTuple]  # of the rows
    rows: Sequence[NamedTuple]

    def head(self) -> str:
        """What was asked."""
        raise TypeError(f"{type(self).__name__} must say what was asked")

    def cells(self) -> list[Sequence[str]]:
        """The rows in words, the headings first."""
        raise TypeError(f"{type(self).__name__} must say its rows in words")

    def notes(self) -> list[str]:
        """What is said below the rows."""
        return []

    def as_table(self) -> ExactTable:
        """The exact figures a row each, and how they are read, to be written in any format."""
        lines = [tuple(row) for row in self.rows]
        return ExactTable(self.kind._fields, lines, self.head(), list(map(str, self.notes())), self.cells())

    def table(self) -> pd.DataFrame:
        """A DataFrame with the exact figures, a row each."""
        import pandas as pd

        columns = list(zip(*self.rows, strict=True)) or [()] * len(self.kind._fields)
        pairs = zip(self.kind._fields, columns, strict=True)
        return pd.DataFrame({name: pd.Series(list(column), dtype=object) for name, column in pairs})

    def __str__(self) -> str:
        cells = self.cells()
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = ["  ".join(cell.ljust(wide) for cell, wide in zip(row, widths, strict=True)).rstrip() for row in cells]
        return "\n".join([self.head(), *(lines if len(cells) > 1 else []), *self.notes()])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        first, *others = self.cells()
        notes = "".join(map(note_html, self.notes()))
        table = html_table(first, others) if others else ""
        return f'<div class="rk-told"><p>{html.escape(self.head())}</p>{table}{notes}</div>'


class FoldedLine(str):
    """A line with more behind it: printed it stands by itself, on a page it unfolds.

    summary : what it says while it is closed.
    inside : the lines behind it.
    """

    summary: str
    inside: tuple[str, ...]

    def __new__(cls, line: str, summary: str, inside: Sequence[str]) -> FoldedLine:
        folded = super().__new__(cls, line)
        folded.summary, folded.inside = summary, tuple(inside)
        return folded

    def _repr_html_(self) -> str:
        rows = "".join(f"<li>{html.escape(line)}</li>" for line in self.inside)
        opens = "data-lm-suppress-shortcuts=true"  # or JupyterLab takes Enter for itself
        return f"<details><summary {opens}>{html.escape(self.summary)}</summary><ul>{rows}</ul></details>"


def note_html(note: str) -> str:
    """A line below an answer, for the page."""
    return note._repr_html_() if isinstance(note, FoldedLine) else f"<p>{html.escape(note)}</p>"


def left_out_text(reasons: Sequence[str], spelling: Spelling) -> list[str]:
    """What was left out and why, as a player reads it: one line, with all the reasons behind it."""
    sentences = list(map(spelling.in_sentence, reasons))
    if len(sentences) < 2:
        return [f"Left out: {reason}." for reason in sentences]
    return [
        FoldedLine(
            f"Left out: {len(sentences)}, such as {sentences[0]}.", f"{len(sentences)} do not apply (show)", sentences
        )
    ]


def idle_text(names: Sequence[str], others: bool) -> list[str]:
    """What changes nothing: one line, with the names behind it.

    others : is there anything that does?
    """
    if not names:
        return []
    text = f"{len(names)} {'more ' if others else ''}{'has' if len(names) == 1 else 'have'} no effect here"
    return [FoldedLine(f"{text}: {', '.join(names)}.", f"{text} (show)", names)]


def must_tell(name: str, what: str) -> None:
    """Refuse the parameter that only says what is asked, where one of the situation is wanted; ``what`` : what for."""
    if name == QUESTION:
        raise RuleError(
            f"{what} must be a parameter of the situation; got {name}, which says what is asked; try another one"
        )


def number(value: object, name: str, chance: bool = False) -> Fraction:
    """An exact number: a ``Fraction``, a pair ``(5, 12)``, 0.05 (1/20), or a text that ``typed.number`` reads."""
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool) and abs(Fraction(value)) <= _LARGEST:
        return Fraction(value)
    if isinstance(value, (tuple, list)) and [type(one) for one in value] == [int, int] and value[1]:
        return Fraction(*value)
    if isinstance(value, str):
        return typed.number(value, name, chance)
    try:
        return typed.number(str(value), name)
    except (ValueError, RecursionError) as error:
        raise (
            error if isinstance(error, RuleError) else RuleError(f"{name} must be a number; got {as_text(value)}")
        ) from None
