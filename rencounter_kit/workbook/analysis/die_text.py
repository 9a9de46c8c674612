"""The faces of the dice as squares, as HTML: the picture, beside it what each colour is and how many there are, and
which changed.
"""

from __future__ import annotations

import base64
import html
from collections.abc import Sequence

from ...engine.formats.drawing import ink_on
from ..mechanics.answer import Answer
from ..mechanics.check import Check
from ..mechanics.links import Params
from .die_picture import alt_words, bands_of, colour, share_words, squares_svg, ways_of
from .die_squares import DieSquares, SquareKind, die_squares


def die_html(squares: DieSquares | None, book: Answer | None, before: DieSquares | None, since: str = "") -> str:
    """The squares of an answer; nothing for dice that cannot be drawn.

    book : the answer by the book, where house rules are in force;
    before : the squares that were shown before;
    since : what was set then and is no longer, such as "skill 6".
    """
    if squares is None:
        return ""
    return _by_the_rule(squares, die_squares(book)) if book is not None else _after(squares, before, since)


def since_words(check: Check, before: Params, now: Params) -> str:
    """The one parameter that was changed, with its value before; "" where several were.

    >>> from rencounter_kit import checks
    >>> since_words(checks["rencounter.fire"], {"skill": 6, "wounds": 0}, {"skill": 9, "wounds": 0})
    'skill 6'
    """
    names = changed_names(before, now)
    if len(names) != 1 or (name := names.pop()) not in check.parameters or name not in before:
        return ""
    read = check.spelling
    return f"{read.words(name)} {read.value(before[name])}"


def changed_names(before: Params, now: Params) -> set[str]:
    """The parameters that are not as before."""
    return {name for name in {*before, *now} if before.get(name) != now.get(name)}


def _by_the_rule(squares: DieSquares, book: DieSquares | None) -> str:
    """Squares by a house rule, those ringed that lead elsewhere by the book."""
    changed = squares.changed(book) if book is not None else None
    if changed is None or book is None:
        return _figure(squares, note="By the book you roll other dice, so nothing is ringed.")
    if not changed:
        return _figure(squares, note="Your rule changes no square here.")
    ringed = ways_of(squares, changed)
    return _figure(squares, changed, f"Ringed: what your rule changes, {of_all(squares, ringed)}.", book)


def _after(squares: DieSquares, before: DieSquares | None, since: str) -> str:
    """Squares, those ringed that changed since others were shown."""
    changed = squares.changed(before) if before is not None else None
    if changed is None:
        return _figure(squares)
    if not changed:
        return _figure(squares, note="That change makes no difference.")
    what = f"what has changed since {since}" if since else "what you changed last"
    return _figure(squares, changed, f"Ringed: {what}, {of_all(squares, ways_of(squares, changed))}.")


def _figure(
    squares: DieSquares, changed: Sequence[tuple[int, int]] = (), note: str = "", book: DieSquares | None = None
) -> str:
    """The picture, beside it what each colour is and how many squares have it.

    note : what changed, in words.
    book : the squares by the book, to be counted beside.
    """
    rows = "".join(
        f"<li>{_mark(kind, squares)}<span>{html.escape(kind.words)}: "
        f"<b>{share_words(squares, i)}</b>{_by_book(kind, squares, book)}</span></li>"
        for i, kind in enumerate(squares.kinds)
    )
    notes = "".join(f"<p>{html.escape(one)}</p>" for one in (*_read(squares), note) if one)
    return (
        f'<div class="rk-squares-of">{die_image(squares, changed)}<div><ul '
        f'class="rk-kinds">{rows}</ul>{notes}</div></div>'
    )


def die_image(squares: DieSquares, changed: Sequence[tuple[int, int]], scale: float = 1.0) -> str:
    """The picture, with its words for those who do not see it."""
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
    counts = {other.key: count for other, count in zip(book.kinds, book.counts, strict=True)}
    return f" (book {counts.get(kind.key, 0):,})"


def _read(squares: DieSquares) -> list[str]:
    """How the picture is read."""
    if squares.high == 1:
        return [f"Each square is one roll of the {squares.die}; all are equally likely."]
    names = [name for name, _ in squares.seconds]
    which = f" ({' or '.join(names)})" if len(names) > 1 else ""
    text = (
        f"Across: {squares.first}. Down: the next roll{which}. {squares.across} \N{MULTIPLICATION SIGN} "
        f"{squares.high} = {squares.total:,} ways, all equally likely."
    )
    whole = any(not column.second for column in squares.columns)
    text += f" A plain column needs no second roll ({squares.high} squares)." if whole else ""
    darker = "Darker band: the second roll counts for more." if bands_of(squares) else ""
    return [text, darker]


def of_all(squares: DieSquares, ways: int) -> str:
    """So many of all."""
    return f"{ways:,} of {squares.total:,}"
