"""The faces of the dice as squares, on *Why*: what each leads to, how many there are, and which of them changed."""

from __future__ import annotations

import html
from collections.abc import Sequence

import ipywidgets as w
from ipywidgets.widgets.widget_string import HTMLStyle

from ..analysis.die_squares import DieSquares, die_squares
from ..analysis.die_told import die_html, die_image, of_all
from ..analysis.interactions import Interaction
from ..dice.dist import Outcome
from ..mechanics.answer import Answer
from ..mechanics.check import Result
from .looks import layout, style

_SMALL = 0.72  # how large the pictures of a lesson are


class DiePicture(w.HTML):  # type: ignore[misc]
    """The squares of an answer. ``show`` draws them, ``forget`` says that what comes next follows nothing that was seen."""

    def __init__(self) -> None:
        self._before: DieSquares | None = None
        super().__init__("", layout=w.Layout(display="none"), style=style(HTMLStyle), _dom_classes=("rk-squares",))

    def show(self, result: Answer | None, book: Answer | None) -> None:
        """Of an answer, beside the book's where house rules are in force; without those, beside what was shown before."""
        squares = die_squares(result) if result is not None else None
        self.value = die_html(squares, book, self._before)
        self.layout.display = "" if self.value else "none"
        self._before = squares

    def forget(self) -> None:
        """What is shown next was not seen to change."""
        self._before = None


class EventPicture(w.HTML):  # type: ignore[misc]
    """The squares that bring about an event. small : as one of several. ``show`` rings those that changed since it was last shown;
    ringed : are there any?
    """

    def __init__(self, small: bool = False) -> None:
        self._before: DieSquares | None = None
        self._scale, self.ringed = _SMALL if small else 1.0, False
        super().__init__("", layout=layout(), style=style(HTMLStyle), _dom_classes=("rk-squares",))

    def show(self, result: Result, event: Outcome) -> DieSquares | None:
        """Draw them; ``None`` for dice that cannot be drawn."""
        squares = die_squares(result, result.test(event), result.check.words(event))
        changed = squares.changed(self._before) if squares is not None and self._before is not None else None
        self.value = die_image(squares, changed or (), self._scale) if squares is not None else ""
        self._before, self.ringed = squares, bool(changed)
        return squares


def die_of(result: Answer | None, book: Answer | None) -> str:
    """The squares of an answer by themselves, as on paper; nothing for dice that cannot be drawn."""
    return die_html(die_squares(result) if result is not None else None, book, None)


def four_cases(interaction: Interaction, names: Sequence[str]) -> str:
    """What two changes do to the squares, each alone and both together; ringed are the squares that changed. Nothing for
    dice that cannot be drawn.
    """
    asked = interaction.measure
    each = [
        die_squares(result, result.test(asked.outcome), asked.words)
        if asked.outcome is not None
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
        told = f": <b>{of_all(squares, count)}</b>" if all(kind.then is None for kind in squares.kinds) else ""
        drawn.append(f"<div><p>{html.escape(name)}{told}</p>{die_image(squares, changed, _SMALL)}</div>")
    return (
        '<div class="rk-heading">On the dice</div><p>Coloured squares count; the ringed ones are those that changed.</p>'
        f'<div class="rk-pictures">{"".join(drawn)}</div>'
    )
