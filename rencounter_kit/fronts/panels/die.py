"""The faces of the dice as squares, on *Why*: what each leads to, how many there are, and which of them changed."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Generic, TypeVar

from ipywidgets.widgets.widget_string import HTMLStyle

from ...engine.dice.dist import Outcome
from ...workbook.analysis.die_squares import DieSquares, die_squares
from ...workbook.analysis.die_text import changed_names, die_html, die_image, of_all, since_words
from ...workbook.analysis.interactions import Interaction
from ...workbook.mechanics.answer import Answer
from ...workbook.mechanics.check import Result
from ...workbook.mechanics.links import Params
from .late import w
from .page import layout, style

Seen = TypeVar("Seen")
_SMALL = 0.72  # how large the pictures of a lesson are


class _LastChange(Generic[Seen]):
    """What is shown, and before what change: all that one parameter alone moves through is one."""

    def __init__(self) -> None:
        self._before: Seen | None = None
        self._last: tuple[Seen | None, Params] = None, {}
        self._moving: set[str] = set()

    def next(self, current: Seen | None, params: Params) -> Seen | None:
        """Show something else; returns what was shown before the change that leads to it."""
        last, before = self._last
        moved = changed_names(before, params) if before else set()
        if moved and (len(moved) > 1 or moved != self._moving):
            self._before, self._moving = last, moved
        self._last = current, params
        return self._before


class DiePicture(w.HTML):  # type: ignore[misc]
    """The squares of an answer. ``show`` draws them, ``forget`` says that what comes next follows nothing that was
    seen. All steps of one parameter, as of a slider that is dragged, are one change.
    """

    def __init__(self) -> None:
        self._last_change = _LastChange[Result]()
        super().__init__("", layout=w.Layout(display="none"), style=style(HTMLStyle), _dom_classes=("rk-squares",))

    def show(self, result: Result | None, book: Result | None) -> None:
        """Of an answer, beside the book's where house rules are in force; without those, beside what was
        shown before.
        """
        if result is None:
            self.forget()
            self.value = ""
        else:
            before = self._last_change.next(result, result.params)
            since = since_words(result.check, before.params, result.params) if before is not None else ""
            squares = die_squares(before) if before is not None else None
            self.value = die_html(die_squares(result), book, squares, since)
        self.layout.display = "" if self.value else "none"

    def forget(self) -> None:
        """What is shown next was not seen to change."""
        self._last_change = _LastChange()


class EventPicture(w.HTML):  # type: ignore[misc]
    """The squares that bring about an event.

    small : as one of several. ``show`` rings those that changed since it was last shown;
    ringed : are there any?
    """

    def __init__(self, small: bool = False) -> None:
        self._last_change = _LastChange[DieSquares]()
        self._scale, self.ringed = _SMALL if small else 1.0, False
        super().__init__("", layout=layout(), style=style(HTMLStyle), _dom_classes=("rk-squares",))

    def show(self, result: Result, event: Outcome) -> DieSquares | None:
        """Draw them; ``None`` for dice that cannot be drawn."""
        squares = die_squares(result, result.test(event), result.check.words(event))
        before = self._last_change.next(squares, result.params)
        changed = squares.changed(before) if squares is not None and before is not None else None
        self.value = die_image(squares, changed or (), self._scale) if squares is not None else ""
        self.ringed = bool(changed)
        return squares


def die_of(result: Answer | None, book: Answer | None) -> str:
    """The squares of an answer by themselves, as on paper; nothing for dice that cannot be drawn."""
    return die_html(die_squares(result) if result is not None else None, book, None)


def four_cases(interaction: Interaction, names: Sequence[str]) -> str:
    """What two changes do to the squares, each alone and both together; ringed are the squares that changed. Nothing
    for dice that cannot be drawn.
    """
    measure = interaction.measure
    each = [
        die_squares(result, result.test(measure.outcome), measure.words)
        if measure.outcome is not None
        else die_squares(result)
        for result in interaction.results
    ]
    neither = each[0]
    drawn = []
    for name, squares in zip(("without either", *names, "both together"), each, strict=True):
        if squares is None or neither is None:
            return ""
        changed = squares.changed(neither) or ()
        count = sum(n for kind, n in zip(squares.kinds, squares.counts, strict=True) if kind.key is True)
        share = f": <b>{of_all(squares, count)}</b>" if all(kind.then is None for kind in squares.kinds) else ""
        drawn.append(f"<div><p>{html.escape(name)}{share}</p>{die_image(squares, changed, _SMALL)}</div>")
    return (
        '<div class="rk-heading">On the dice</div><p>Coloured squares count; ringed ones have changed.</p>'
        f'<div class="rk-pictures">{"".join(drawn)}</div>'
    )
