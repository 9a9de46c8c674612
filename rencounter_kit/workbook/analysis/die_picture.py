"""The faces of the dice as squares, in the colour and with the letter of what they lead to; those that changed are
ringed.

Written as SVG by hand: there is no axis to place and no word to measure, so it is done in a millisecond or two.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from ...engine.dice.dist import Outcome
from ...engine.dice.notation import dice_of, of_two
from ...engine.formats.drawing import BLUES, BOOK, CIVIDIS, FONT, GREY, INFERNO, INK, LINES, along, ink_on
from ...engine.words.wording import outcome_text, percent_text
from .die_squares import DieColumn, DieSquares, SquareKind

_ROW, _WIDE, _HIGH = 12, 276, 252  # squares in a row; dots of the page for a grid
_LARGE, _SIDE, _LEAST = 26.0, 21.0, 2.2  # dots of a square: of one throw, of two, and the least
_GAP, _APART = 4.0, 6.0  # squares of so many dots have a gap between them; each has its ring
_LETTER = 9.0  # a square of so many dots has room for a letter
_BAND, _AXIS, _EDGE = 9.0, 15.0, 4.0
_BANDS = ("#9FB4C4", "#4F6B80", "#1F3442")
_MOST_BANDS = 4
_THEN = ("#CC79A7", "#A8568A", "#7F3468", "#561D48")
_NAMES = (GREY, *(LINES[i] for i in (0, 6, 2, 3, 5, 1, 7)))


class _Box(NamedTuple):
    """A square on the page, what it leads to, and of which column and square it is."""

    x: float
    y: float
    wide: float
    high: float
    kind: int
    of: tuple[int, int]
    face: str = ""


class _Label(NamedTuple):
    """Words at an axis."""

    x: float
    y: float
    text: str
    where: str = "middle"
    turned: bool = False


class _Layout(NamedTuple):
    """Everything where it stands."""

    wide: float
    high: float
    boxes: list[_Box]
    labels: list[_Label]
    bands: list[tuple[float, float, int]]  # from, how wide, how dark


def colour(kind: SquareKind, data: DieSquares) -> str:
    """The colour of what squares lead to: the same for the same outcome as long as the question is the same."""
    if kind.then is not None:
        return _THEN[min(kind.place, len(_THEN) - 1)]
    if kind.among <= 2:
        return (GREY, BOOK)[min(kind.place, 1)]
    if data.numbers:
        return along(BLUES, 0.12 + 0.83 * kind.place / (kind.among - 1))
    if data.graded:
        return _from_pale(kind.place / (kind.among - 1))
    if kind.among <= len(_NAMES) or not kind.place:
        return _NAMES[kind.place]
    return along(CIVIDIS, kind.place / (kind.among - 1))


def _from_pale(part: float) -> str:
    """From pale yellow over red to a dark violet, each darker than the one before, the worst the farthest apart."""
    return along(INFERNO, 0.03 + 0.85 * part**1.3)


def share_words(data: DieSquares, kind: int) -> str:
    """How many squares lead to something, as "7 of 12 = 58.3 %"."""
    count = data.counts[kind]
    return f"{count:,} of {data.total:,} = {percent_text(Fraction(count, data.total))}"


def alt_words(data: DieSquares, changed: Sequence[tuple[int, int]] | None = None) -> str:
    """The picture in words."""
    below = " and below each face of it ".join(
        [f"{data.first} ({data.die})", *(f"{n} ({d})" for n, d in data.seconds)][:2]
    )
    parts = "; ".join(f"{kind.words} {share_words(data, i)}" for i, kind in enumerate(data.kinds) if data.counts[i])
    ringed = f" {ways_of(data, changed):,} are ringed." if changed else ""
    return f"The faces of {below} as {data.total:,} squares: {parts}.{ringed}"


def ways_of(data: DieSquares, squares: Sequence[tuple[int, int]]) -> int:
    """How many ways some squares stand for."""
    return sum(data.columns[i].ways * data.columns[i].squares[j].ways for i, j in squares)


def squares_svg(data: DieSquares, changed: Sequence[tuple[int, int]] = ()) -> tuple[str, float, float]:
    """The picture, and how wide and how high it is in dots of the page; ``changed`` squares are ringed."""
    drawn = _grid(data) if data.high > 1 else _alone(data)
    wide, high = drawn.wide + 2 * _EDGE, drawn.high + 2 * _EDGE
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:g}" height="{high:g}" viewBox="0 0 {wide:g} {high:g}">'
    )
    group = f'<g font-family="{FONT}" stroke-linejoin="round" transform="translate({_EDGE:g} {_EDGE:g})">'
    parts, letters = [head, group], list[str]()
    parts += [
        f'<rect x="{x:.5g}" y="{_EDGE:g}" width="{wide:.5g}" height="{_BAND - 3:g}" fill="{_BANDS[dark]}"/>'
        for x, wide, dark in drawn.bands
    ]
    for number, kind in enumerate(data.kinds):
        mine = [box for box in drawn.boxes if box.kind == number]
        if mine:
            fill = colour(kind, data)
            parts.append(f'<path fill="{fill}" d="{"".join(map(_path, mine))}"/>')
            letters += _letters(mine, kind.mark, ink_on(fill))
    parts += [*_rings(drawn.boxes, set(changed)), *letters]
    parts += [_words(label) for label in drawn.labels]
    return "".join([*parts, "</g></svg>"]), wide, high


def _gap(box: _Box) -> float:
    return 0.1 * min(7.5, box.wide, box.high) if min(box.wide, box.high) >= _GAP else 0.0


def _path(box: _Box) -> str:
    gap = _gap(box)
    wide, high = box.wide - 2 * gap, box.high - 2 * gap
    return f"M{box.x + gap:.5g} {box.y + gap:.5g}h{wide:.4g}v{high:.4g}h{-wide:.4g}z"


def _letters(boxes: Sequence[_Box], mark: str, ink: str) -> Iterator[str]:
    """The face and the letter in each square that has room; where none has, the letter once, in the midst of the
    largest.
    """
    roomy = [box for box in boxes if min(box.wide, box.high) >= _LETTER]
    if not roomy:
        roomy = _midst(boxes, mark)
    letter = html.escape(mark)
    for box in roomy:
        if box.face:
            yield _text(box.x + 3, box.y + 10, html.escape(box.face), 8.5, ink, "start")
            yield _text(box.x + box.wide - 3, box.y + box.high - 5, letter, 10.5, ink, "end", "bold")
        else:
            size = min(12.0, box.high * 0.75, 1.35 * box.wide / max(1, len(mark)))
            yield _text(box.x + box.wide / 2, box.y + box.high / 2 + size * 0.36, letter, size, ink)


def _midst(boxes: Sequence[_Box], mark: str) -> list[_Box]:
    """One place in the midst of squares that are too small, where they are many: of neighbouring columns that are about
    as high.
    """
    wide_of = {box.x: box.wide for box in boxes}
    columns = groupby(sorted(boxes, key=lambda box: (box.x, box.y)), key=lambda box: box.x)
    boxes = [
        boxes[0]._replace(x=x, y=top, wide=wide_of[x], high=bottom - top)
        for x, some in columns
        for top, bottom in _merged([(box.y, box.y + box.high) for box in some])
    ]
    longest = max(box.high for box in boxes)
    tall = [box for box in boxes if box.high >= 0.6 * longest]
    middle = tall[len(tall) // 2]
    together = [box for box in tall if abs(box.x - middle.x) < 24 and abs(box.y - middle.y) < longest / 2]
    wide = sum(box.wide for box in together)
    if wide < 8 or longest < 10:
        return []
    left = min(box.x for box in together)
    return [_Box(left, middle.y, max(box.x + box.wide for box in together) - left, middle.high, middle.kind, middle.of)]


def _text(
    x: float, y: float, text: str, size: float, ink: str, where: str = "middle", weight: str = "", more: str = ""
) -> str:
    bold = f' font-weight="{weight}"' if weight else ""
    return (
        f'<text x="{x:.4g}" y="{y:.4g}" font-size="{size:.3g}" fill="{ink}" '
        f'text-anchor="{where}"{bold}{more}>{text}</text>'
    )


def _words(label: _Label) -> str:
    turned = f' transform="rotate(-90 {label.x:.4g} {label.y:.4g})"' if label.turned else ""
    return _text(label.x, label.y, html.escape(label.text), 10, INK, label.where, more=f' class="rk-label"{turned}')


def _rings(boxes: Sequence[_Box], changed: set[tuple[int, int]]) -> Iterator[str]:
    """A ring around each square that changed; where they are too small for that, around all that lie together."""
    ringed = [box for box in boxes if box.of in changed]
    if not ringed:
        return
    if min(min(box.wide, box.high) for box in ringed) >= _APART:
        path = "".join(_ring(box) for box in ringed)
    else:
        path = "".join(_outline(ringed))
    for stroke, wide in (("white", 3.8), ("black", 1.8)):
        yield f'<path class="rk-ring" fill="none" stroke="{stroke}" stroke-width="{wide}" d="{path}"/>'


def _ring(box: _Box) -> str:
    inside = 1.9
    wide, high = box.wide - 2 * inside, box.high - 2 * inside
    return f"M{box.x + inside:.5g} {box.y + inside:.5g}h{wide:.4g}v{high:.4g}h{-wide:.4g}z"


def _outline(boxes: Sequence[_Box]) -> Iterator[str]:
    """The edges of columns that lie beside each other, without those between them."""
    by_column = {
        x: [(box.y, box.y + box.high) for box in some]
        for x, some in groupby(sorted(boxes, key=lambda box: (box.x, box.y)), key=lambda box: box.x)
    }
    wide = {box.x: box.wide for box in boxes}
    merged = {x: _merged(spans) for x, spans in by_column.items()}
    places = list(merged)
    for number, x in enumerate(places):
        for top, bottom in merged[x]:
            yield f"M{x:.5g} {top:.5g}h{wide[x]:.4g}M{x:.5g} {bottom:.5g}h{wide[x]:.4g}"
        before = (
            places[number - 1] if number and abs(places[number - 1] + wide[places[number - 1]] - x) < 0.01 else None
        )
        after = (
            places[number + 1] if number + 1 < len(places) and abs(x + wide[x] - places[number + 1]) < 0.01 else None
        )
        for neighbour, at in ((before, x), (after, x + wide[x])):
            for top, bottom in _without(merged[x], merged[neighbour] if neighbour is not None else []):
                yield f"M{at:.5g} {top:.5g}V{bottom:.5g}"


def _merged(spans: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Stretches that touch, as one."""
    whole: list[tuple[float, float]] = []
    for top, bottom in spans:
        if whole and top - whole[-1][1] < 0.01:
            whole[-1] = whole[-1][0], bottom
        else:
            whole.append((top, bottom))
    return whole


def _without(spans: Sequence[tuple[float, float]], others: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """What of some stretches others do not cover."""
    left = list(spans)
    for start, end in others:
        left = [
            part
            for top, bottom in left
            for part in ((top, min(bottom, start)), (max(top, end), bottom))
            if part[1] - part[0] > 0.01
        ]
    return left


# One throw ------------------------------------------------------------------------------------------------------------


def _alone(data: DieSquares) -> _Layout:
    """One throw: its faces in rows, two dice as a square, or of more dice all ways above what they come to."""
    if pair := of_two(data.die):
        return _pair(data, *pair)
    if all(column.ways == 1 for column in data.columns):
        return _in_rows(data)
    return _piled(data)


def _in_rows(data: DieSquares) -> _Layout:
    many = len(data.columns)
    row = many if many <= _ROW else 10 if many % 10 == 0 else -(-many // 2) if many <= 2 * _ROW else 10
    side, top = _LARGE, _AXIS + _EDGE
    boxes = [
        _Box(
            i % row * side, top + i // row * side, side, side, column.squares[0].kind, (i, 0), outcome_text(column.face)
        )
        for i, column in enumerate(data.columns)
    ]
    wide = max(row * side, 7.0 * len(_legend(data)))
    return _Layout(wide, top + -(-many // row) * side + 1, boxes, [_Label(0, 11, _legend(data), "start")], [])


def _pair(data: DieSquares, sides: int, comes_to: Callable[[int, int], int]) -> _Layout:
    side = min(_LARGE, _WIDE / sides)
    number = {column.face: i for i, column in enumerate(data.columns)}
    left, top = 2 * _AXIS, 2 * _AXIS + _EDGE
    boxes, labels = [], [_Label(0, 11, _legend(data), "start")]
    for one in range(1, sides + 1):
        labels.append(_Label(left + (one - 0.5) * side, top - 4, str(one)))
        labels.append(_Label(left - 4, top + (one - 0.5) * side + 3.5, str(one), "end"))
        for other in range(1, sides + 1):
            i = number[comes_to(one, other)]
            boxes.append(
                _Box(
                    left + (one - 1) * side,
                    top + (other - 1) * side,
                    side,
                    side,
                    data.columns[i].squares[0].kind,
                    (i, 0),
                )
            )
    labels.append(_Label(_AXIS - 4, top + sides * side / 2, "the other die", turned=True))
    return _Layout(max(left + sides * side, 7.0 * len(_legend(data))), top + sides * side + 1, boxes, labels, [])


def _piled(data: DieSquares) -> _Layout:
    """All ways as squares above what they come to."""
    tallest = max(column.ways for column in data.columns)
    side = max(_LEAST, min(_SIDE, _WIDE / len(data.columns), _HIGH / tallest))
    across = max(side, min(_SIDE, _WIDE / len(data.columns)))
    top, boxes, labels = _AXIS + _EDGE, list[_Box](), [_Label(0, 11, _legend(data), "start")]
    for i, column in enumerate(data.columns):
        labels.append(_Label((i + 0.5) * across, top + tallest * side + 12, outcome_text(column.face)))
        kind = column.squares[0].kind
        ys = (top + (tallest - 1 - way) * side for way in range(column.ways))
        boxes += [_Box(i * across, y, across, side, kind, (i, 0)) for y in ys]
    labels = [labels[0], *_thinned(labels[1:])]
    wide = max(len(data.columns) * across, 7.0 * len(_legend(data)), _right(labels))
    return _Layout(wide, top + tallest * side + _AXIS, boxes, labels, [])


def _legend(data: DieSquares) -> str:
    return f"{data.first} ({data.die})"


# Two throws -----------------------------------------------------------------------------------------------------------


def _grid(data: DieSquares) -> _Layout:
    """The first throw across, the second below each of its faces."""
    across, down = min(_SIDE, _WIDE / data.across), min(_SIDE, _HIGH / data.high)
    if min(across, down) >= _LETTER:
        across = down = min(across, down)
    left, top = 2 * _AXIS + 6, 2 * _AXIS + _BAND + _EDGE
    boxes, starts = [], []
    x = left
    for i, column in enumerate(data.columns):
        starts.append(x)
        y = top
        for j, square in enumerate(column.squares):
            boxes.append(_Box(x, y, column.ways * across, square.ways * down, square.kind, (i, j)))
            y += square.ways * down
        x += column.ways * across
    wide, high = x - left, data.high * down
    faces = [
        _Label(start + column.ways * across / 2, _BAND + _EDGE + _AXIS + 12, outcome_text(column.face))
        for start, column in zip(starts, data.columns, strict=True)
        if _is_round(column.face, len(data.columns))
    ]
    labels = [_Label(left, _BAND + _EDGE + 10, _legend(data), "start"), *_thinned(faces)]
    labels += _rows(data, left, top, down)
    seconds = " or ".join(f"{name} ({die})" for name, die in data.seconds)
    if 5.6 * len(seconds) > high:
        seconds = seconds[: int(high / 5.6) - 1] + "…"
    labels.append(_Label(_AXIS - 5, top + high / 2, seconds, turned=True))
    bands = [
        (starts[i], sum(data.columns[k].ways for k in range(i, end)) * across, dark) for i, end, dark in bands_of(data)
    ]
    return _Layout(
        max(left + wide + 1, left + 7.0 * len(_legend(data)), _right(labels)), top + high + 1, boxes, labels, bands
    )


def _rows(data: DieSquares, left: float, top: float, down: float) -> list[_Label]:
    """The faces of the second throw, where all that are thrown have the same."""
    if len({die for _, die in data.seconds}) != 1:
        return []
    dice = dice_of(data.seconds[0][1])
    part = data.high // dice.total * down
    labels: list[_Label] = []
    for face in dice.faces:
        y = top + (dice.up_to(face) + dice.up_to(face - 1)) / 2 * part
        if _is_round(face, len(dice)) and (not labels or y + 3.5 - labels[-1].y >= 10):
            labels.append(_Label(left - 4, y + 3.5, str(face), "end"))
    return labels


def _is_round(face: Outcome, many: int) -> bool:
    """Is a face told beside an axis: each, or of many every tenth?"""
    return many <= 2 * _ROW or face % 10 == 0 or face == 1


def _right(labels: Sequence[_Label]) -> float:
    """Where the labels in the midst of a column end."""
    return max(
        (label.x + 3.2 * len(label.text) for label in labels if label.where == "middle" and not label.turned),
        default=0.0,
    )


def _thinned(labels: Sequence[_Label]) -> list[_Label]:
    """As many labels along an axis as do not run into each other."""
    spaced: list[_Label] = []
    for label in labels:
        if not spaced or label.x - spaced[-1].x >= 3.2 * (len(label.text) + len(spaced[-1].text)) + 4:
            spaced.append(label)
    return spaced


def bands_of(data: DieSquares) -> list[tuple[int, int, int]]:
    """Columns in a row from which the second throw leads to the same, as first, end, and how dark their band is: darker
    where it leads further on, as for a margin. None where there is only one such row, or too many.
    """
    rows: list[tuple[int, int]] = []
    if not data.graded:
        return []
    for _, group in groupby(range(len(data.columns)), key=lambda i: data.columns[i].alike):
        some = list(group)
        if data.columns[some[0]].second:
            rows.append((some[0], some[-1] + 1))
    names = {data.columns[first].second for first, _ in rows}
    worth = sorted({_worth(data.columns[first]) for first, _ in rows})
    if not 2 <= len(worth) <= len(_BANDS) or len(rows) > _MOST_BANDS or len(names) > 1:
        return []
    return [(first, end, worth.index(_worth(data.columns[first]))) for first, end in rows]


def _worth(column: DieColumn) -> float:
    """How far on in the order of outcomes the squares of a column lie."""
    return sum(square.ways * square.kind for square in column.squares) / sum(square.ways for square in column.squares)
