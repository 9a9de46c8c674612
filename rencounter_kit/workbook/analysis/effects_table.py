"""What house rules change, as a table."""

from __future__ import annotations

import html
from collections.abc import Sequence
from fractions import Fraction

from ...engine.formats.html_table import Html, StyledCell, html_table
from ...engine.formats.table import ExactTable
from ...engine.words.wording import points_figure
from .effects import Effect, Effects, change_words, some_of_each
from .situations import left_unsaid

FIGURE = 16  # letters of a figure


def effects_html(several: Sequence[Effect], limit: int = 40, in_full: bool = True) -> str:
    """Effects as a table: the situation, what changes most, before, after and by how much.

    in_full : with what the name of a situation does not say, such as the weapon and the range.
    """
    rows = []
    for effect in by_size(some_of_each(several, limit)):
        what, was, now = change_words(effect)
        _, before, after = effect.most if was.endswith("%") else ("", 0, 0)
        points = points_figure(Fraction(after - before)) if after != before else ""
        rows.append(
            (
                effect.situation.check.title,
                _situation(effect) if in_full else effect.situation.name,
                what,
                StyledCell(was, figure_or_words(was)),
                StyledCell(now, f"{figure_or_words(now)} ours"),
                StyledCell(points, "n"),
            )
        )
    head = ("check", "situation", "what", "book", "your rule", "points")
    more = f"<p>and {len(several) - limit} more situations</p>" if len(several) > limit else ""
    return html_table(head, rows, "rk-effects") + more


def _situation(effect: Effect) -> Html:
    """The situation that a row speaks of."""
    more = left_unsaid(effect.situation)
    name = html.escape(effect.situation.name)
    return Html(f"{name}<br><small>{html.escape(more)}</small>" if more else name)


def effects_table(several: Effects, ours: str = "your rule") -> ExactTable:
    """Effects to be written in any format.

    ours : what the rules are called.
    """
    rows = [(one.situation.check.id, one.situation.name, *change_words(one)) for one in several]
    headings = ("check", "situation", "what", "the book", ours)
    return ExactTable(headings, rows, notes=[several.rest], read=[headings, *rows])


def figure_or_words(text: str) -> str:
    """A figure stays on one line; words may take several."""
    return "n" if len(text) <= FIGURE else "words"


def by_size(several: Sequence[Effect]) -> list[Effect]:
    """The greatest change first, as it is shown: of a chance that which changes most, of an average how far all
    outcomes move.
    """

    def size(effect: Effect) -> tuple[bool, Fraction]:
        _, was, _ = change_words(effect)
        _, before, after = effect.most
        return effect.certain, -abs(after - before) if was.endswith("%") else -effect.size

    return sorted(several, key=size)
