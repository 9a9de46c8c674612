"""The faces of the dice as squares, on *Why*: what each leads to, how many there are, and which of them changed."""

from __future__ import annotations

import base64
import html
from collections.abc import Sequence

import ipywidgets as w
from ipywidgets.widgets.widget_string import HTMLStyle

from ..analysis.die_squares import DieSquares, SquareKind, die_squares
from ..analysis.interactions import Interaction
from ..charts.base import ink_on
from ..charts.die_squares import alt_words, bands_of, colour, share_words, squares_svg, ways_of
from ..mechanics.answer import Answer
from .looks import style

_SMALL = 0.72  # how large the pictures of a lesson are


class DiePicture(w.HTML):  # type: ignore[misc]
    """The squares of an answer. ``show`` draws them, ``forget`` says that what comes next follows nothing that was seen."""

    def __init__(self) -> None:
        self._before: DieSquares | None = None
        super().__init__("", layout=w.Layout(display="none"), style=style(HTMLStyle), _dom_classes=("rk-squares",))

    def show(self, result: Answer | None, book: Answer | None) -> None:
        """Of an answer, beside the book's where house rules are in force; without those, beside what was shown before."""
        squares = die_squares(result) if result is not None else None
        self.value = _drawn(squares, book, self._before)
        self.layout.display = "" if self.value else "none"
        self._before = squares

    def forget(self) -> None:
        """What is shown next was not seen to change."""
        self._before = None


def die_of(result: Answer | None, book: Answer | None) -> str:
    """The squares of an answer by themselves, as on paper; nothing for dice that cannot be drawn."""
    return _drawn(die_squares(result) if result is not None else None, book, None)


def _drawn(squares: DieSquares | None, book: Answer | None, before: DieSquares | None) -> str:
    if squares is None:
        return ""
    return _by_the_rule(squares, die_squares(book)) if book is not None else _after(squares, before)


def _by_the_rule(squares: DieSquares, book: DieSquares | None) -> str:
    """Squares by a house rule, those ringed that lead elsewhere by the book."""
    changed = squares.changed(book) if book is not None else None
    if changed is None or book is None:
        return _figure(squares, said="By the book you roll other dice, so nothing is ringed.")
    if not changed:
        return _figure(squares, said="Your rule changes no square here.")
    ringed = ways_of(squares, changed)
    return _figure(
        squares, changed, f"Ringed: where your rule leads elsewhere than the book, {_of(squares, ringed)}.", book
    )


def _after(squares: DieSquares, before: DieSquares | None) -> str:
    """Squares, those ringed that changed since others were shown."""
    changed = squares.changed(before) if before is not None else None
    if changed is None:
        return _figure(squares)
    if not changed:
        return _figure(squares, said="Your last change changed no square.")
    return _figure(
        squares, changed, f"Ringed: what your last change changed, {_of(squares, ways_of(squares, changed))}."
    )


def _figure(
    squares: DieSquares, changed: Sequence[tuple[int, int]] = (), said: str = "", book: DieSquares | None = None
) -> str:
    """The picture, beside it what each colour is and how many squares have it. said : of what changed. book : the squares by
    the book, to be counted beside.
    """
    rows = "".join(
        f"<li>{_mark(kind, squares)}<span>{html.escape(kind.words)}: <b>{share_words(squares, i)}</b>{_by_book(kind, squares, book)}</span></li>"
        for i, kind in enumerate(squares.kinds)
    )
    notes = "".join(f"<p>{html.escape(one)}</p>" for one in (*_read(squares), said) if one)
    return (
        f'<div class="rk-squares-of">{_image(squares, changed)}<div><ul class="rk-kinds">{rows}</ul>{notes}</div></div>'
    )


def _image(squares: DieSquares, changed: Sequence[tuple[int, int]], scale: float = 1.0) -> str:
    svg, wide, high = squares_svg(squares, changed)
    source, alt = base64.b64encode(svg.encode()).decode(), html.escape(alt_words(squares, changed), quote=True)
    size = f'width="{scale * wide:.0f}" height="{scale * high:.0f}"'
    return f'<img class="rk-chart rk-die" {size} alt="{alt}" src="data:image/svg+xml;base64,{source}">'


def _mark(kind: SquareKind, squares: DieSquares) -> str:
    """The colour and the letter of squares, as they are in the picture."""
    tint = colour(kind, squares)
    return f'<i style="--tint: {tint}; --ink: {ink_on(tint)}" aria-hidden="true">{html.escape(kind.mark)}</i>'


def _by_book(kind: SquareKind, squares: DieSquares, book: DieSquares | None) -> str:
    """How many squares lead to the same by the book."""
    if book is None or book.total != squares.total:
        return ""
    known = {other.key: count for other, count in zip(book.kinds, book.counts, strict=True)}
    return f" (book {known.get(kind.key, 0):,})"


def _read(squares: DieSquares) -> list[str]:
    """How the picture is read."""
    if squares.high == 1:
        return [f"Each square is one way of the {squares.die}, and all are as likely."]
    told = f"Across {squares.first}, down what is rolled then: {squares.across} \N{MULTIPLICATION SIGN} {squares.high} = {squares.total:,} ways, all as likely."
    whole = any(not column.second for column in squares.columns)
    told += f" A column in one piece, without a second roll, counts {squares.high} for each way." if whole else ""
    darker = "Under a darker band the second roll leads further on." if bands_of(squares) else ""
    return [told, darker]


def _of(squares: DieSquares, ways: int) -> str:
    return f"{ways:,} of {squares.total:,}"


def four_cases(interaction: Interaction, names: Sequence[str]) -> str:
    """What two changes do to the squares, each alone and both together; ringed is what is not as without either. Nothing for
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
        told = f": <b>{_of(squares, count)}</b>" if all(kind.then is None for kind in squares.kinds) else ""
        drawn.append(f"<div><p>{html.escape(name)}{told}</p>{_image(squares, changed, _SMALL)}</div>")
    return (
        '<div class="rk-heading">On the dice</div><p>Coloured squares count; ringed is what is not as without either.</p>'
        f'<div class="rk-pictures">{"".join(drawn)}</div>'
    )
