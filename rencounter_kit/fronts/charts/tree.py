"""The ways of the dice as a tree, from the first throw on the left to the outcomes on the right."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from textwrap import shorten, wrap

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.font_manager import FontProperties

from ...engine.dice.chances import FloatArray
from ...engine.dice.dist import Outcome
from ...engine.dice.scale import in_order
from ...engine.formats.drawing import INK, LINES
from ...workbook.mechanics.branches import Branch, Branches, Fork
from ...workbook.mechanics.processes.process import GOES_ON
from .base import POINT, Chart, percent, severity_colours

MOST, DEEP = 24, 4  # ways that a picture tells, and throws in a row
FELL = "#D55E00"  # the way that the dice fell
QUIET, INNER = "#6E6E6E", "#7FB2D6"  # what is folded or goes on; what leads to further dice
_ROW, _CURVE, _GAP, _THICK = 27, 32, 8, 15  # dots: between two ends, of a bend, around words, of a sure way
_TOP, _EDGE = 46, 16  # dots above the first end, and around the picture
_LONGEST = 30  # characters of what stands on a line; a throw has two lines of them
_BOX = {"boxstyle": "round,pad=0.28,rounding_size=0.3", "facecolor": "white", "edgecolor": "#9FB7C9", "linewidth": 0.9}


@dataclass(frozen=True)
class Twig:
    """One branch of the picture: the faces on its line, its chance in all, what stands at its end, and the twigs there.

    share : of the faces, such as "7/12".
    folded : does its end stand for further dice?
    """

    faces: str
    chance: float
    label: str
    share: str = ""
    colour: str = INNER
    twigs: tuple[Twig, ...] = ()
    folded: bool = False

    @property
    def ends(self) -> list[Twig]:
        """The ends of all ways through it."""
        return [end for twig in self.twigs for end in twig.ends] if self.twigs else [self]


@dataclass(frozen=True)
class Ways:
    """Figures for ``TreeChart``: its first throw, with chance 1.

    way : one way that the dice fell, by its branches.
    """

    title: str
    root: Twig
    way: tuple[str, ...] = ()


def ways(branches: Branches, most: int = MOST, deep: int = DEEP) -> Ways:
    """The figures of an answer's tree; beyond ``most`` ways, or ``deep`` throws in a row, the least likely are folded,
    and the picture says so.
    """
    colours = _colours(branches)

    def twig(to: Fork | Outcome, p: Fraction, faces: str = "", share: str = "", part: int = 0) -> Twig:
        if not isinstance(to, Fork):
            return Twig(faces, float(p), branches.words(to), share, colours.get(to, QUIET))
        if to.folded:
            likely = sorted(to.branches, key=lambda branch: -branch.chance)[:2]
            inside = ", ".join(f"{b.faces} ({percent(float(b.chance))})" for b in likely)
            more = " ..." if len(to.branches) > 2 else ""
            return Twig(faces, float(p), f"{to.name}: {inside}{more}", share, QUIET, folded=True)
        twigs = [twig(b.to, p * b.chance, b.faces, _short(b), to.part) for b in to.branches]
        return Twig(faces, float(p), f"{to.begins(part)}{to}", share, INNER, tuple(twigs))

    return Ways(branches.title, twig(branches.folded(most, deep), Fraction(1)))


def _short(branch: Branch) -> str:
    """How many faces of all; percent where that is long to read."""
    return branch.share if len(branch.share) < 10 else percent(float(branch.chance))


def _colours(branches: Branches) -> dict[Outcome, str]:
    """A colour for each outcome: the worse the darker; the ways in which a turn ends are told apart only."""
    scale = branches.scale
    ends = in_order(branches.chances, scale)
    if branches.part:
        return {end: LINES[i % len(LINES)] for i, end in enumerate(end for end in ends if end != GOES_ON)}
    rank = {end: max(scale.places(end), default=0) if scale else i for i, end in enumerate(ends)}
    levels = sorted(set(rank.values()))
    shades = severity_colours(len(levels) + 1)[1:]
    return {end: shades[levels.index(rank[end])] for end in ends}


class TreeChart(Chart[Ways]):
    """Every way the dice can fall: a line for each branch, the thicker the likelier, an end for each way."""

    width, height = 900, 300

    def key(self, data: Ways) -> Hashable:
        return data.title, self.width, self.height

    def draw(self, data: Ways) -> bytes:
        self._lay(data)
        return super().draw(data)

    def save(self, data: Ways, format: str) -> bytes:
        self._lay(data)
        return super().save(data, format)

    # Where everything stands ------------------------------------------------------------------------------------------

    def _wide(self, text: str, size: float, weight: str = "normal") -> float:
        """How wide words are, in dots of the page."""
        font = FontProperties(size=size, weight=weight)
        return max(self.renderer.wide(line, font) for line in text.split("\n")) / POINT

    def _throw_wide(self, twig: Twig) -> float:
        return self._wide(_in_box(twig), 9, "bold") + 10

    def _lay(self, data: Ways) -> None:
        """Places in dots: a row for each end, columns as wide as what is in them."""
        before, levels = (self.width, self.height), list(_levels(data.root))
        self._columns: list[
            tuple[float, float, float]
        ] = []  # for each: where the words begin, where the throws do, the end
        x, last = float(_EDGE), 0.0
        for depth, twigs in enumerate(levels):
            words = max(self._wide(_faces(twig) + twig.share, 8) for twig in twigs) + 3 * _GAP if depth else 0.0
            throws = max((self._throw_wide(twig) for twig in twigs if twig.twigs), default=0.0)
            last = max(last, x + words + throws)
            self._columns.append((x, x + words, x + words + throws))
            x += words + throws + _CURVE
        ends = data.root.ends
        self._names = last + 2 * _GAP
        self._shares = self._names + max(self._wide(_at_end(end), 9) for end in ends) + 16
        self.width = round(max(470, self._shares + 60 + _EDGE, self._wide(data.title, 10) + 2 * _EDGE))
        self.height = _TOP + _ROW * len(ends) + _EDGE
        if (self.width, self.height) != before:  # a frame is as large as its picture
            self._frames.clear()
        self.figure.set_size_inches(self.width / 96, self.height / 96)
        self._rows = {id(end): _TOP + _ROW * (i + 0.5) for i, end in enumerate(ends)}

    def _row(self, twig: Twig) -> float:
        """The height of a twig: in the middle of the ends that it leads to."""
        ends = twig.ends
        return (self._rows[id(ends[0])] + self._rows[id(ends[-1])]) / 2

    # The picture ------------------------------------------------------------------------------------------------------

    def frame(self, data: Ways) -> None:
        self._head.set_position((_EDGE / self.width, 1 - 10 / self.height))
        self.ax.set_position((0, 0, 1, 1))
        self.ax.set(xlim=(0, self.width), ylim=(self.height, 0))
        self.ax.axis("off")

    def marks(self, data: Ways) -> None:
        lines: list[tuple[FloatArray, float, str]] = []
        self._fell: list[FloatArray] = []
        self._twig(data.root, 0, lines, data.way)
        widths = [max(0.8, _THICK * thick) * 0.75 for _, thick, _ in lines]  # in points
        colours = [colour for *_, colour in lines]
        self.ax.add_collection(
            LineCollection([line for line, *_ in lines], linewidths=widths, colors=colours, alpha=0.8, zorder=1),
            autolim=False,
        )

        self.ax.add_collection(LineCollection(self._fell, linewidths=2.6, colors=FELL, zorder=2), autolim=False)

    def _twig(
        self, twig: Twig, depth: int, lines: list[tuple[FloatArray, float, str]], way: tuple[str, ...] | None
    ) -> None:
        """One twig and all beyond it.

        way : the branches that the dice took from here on; ``None`` off their way.
        """
        y = self._row(twig)
        if not twig.twigs:
            style, colour = ("italic", QUIET) if twig.folded else ("normal", INK)
            weight = "normal" if way != () or depth == 0 else "bold"
            self.write(self._names, y, _at_end(twig), 9, style=style, color=colour, weight=weight)
            self.write(self._shares, y, percent(twig.chance), 9, weight="bold")
            return
        _, start, end = self._columns[depth]
        self.write(start + 5, y, _in_box(twig), 9, weight="bold", bbox=_BOX, linespacing=1.0, zorder=3)
        leaves = start + self._throw_wide(twig)
        from_y = y - _THICK * twig.chance / 2
        for inner in twig.twigs:
            thick, to_y = inner.chance, self._row(inner)
            from_y += _THICK * thick / 2
            words, begins, _ = self._columns[depth + 1]
            to_x = begins if inner.twigs else self._names - _GAP
            line = _bend(leaves, end, from_y, words, to_x, to_y)
            lines.append((line, thick, inner.colour))
            rest = way[1:] if way and way[0] == inner.faces else None
            if rest is not None:
                self._fell.append(line)
            above = to_y - max(1.0, _THICK * thick / 2) - 1.5
            self.write(words + _GAP / 2, above, _faces(inner), 8, va="bottom")
            after = words + _GAP / 2 + self._wide(_faces(inner), 8) + _GAP
            self.write(after, above, inner.share, 8, va="bottom", color=QUIET)
            from_y += _THICK * thick / 2
            self._twig(inner, depth + 1, lines, rest)

    def alt(self, data: Ways) -> str:
        ends = "; ".join(f"{way}{end.label} {percent(end.chance)}" for way, end in _each_way(data.root))
        fell = f" The dice fell: {', '.join(data.way)}." if data.way else ""
        return f"Probability tree, {data.title}. {ends}.{fell}"


def _levels(root: Twig) -> Iterator[list[Twig]]:
    """The twigs in columns, from the first throw on."""
    level = [root]
    while level:
        yield level
        level = [inner for twig in level for inner in twig.twigs]


def _each_way(twig: Twig, before: str = "") -> Iterator[tuple[str, Twig]]:
    """Each end with the way to it in words."""
    if not twig.twigs:
        yield f"{before}: " if before else "", twig
    for inner in twig.twigs:
        step = f"{twig.label} {inner.faces}"
        yield from _each_way(inner, f"{before}, {step}" if before else step)


def _at_end(twig: Twig) -> str:
    """An end, cut where it is long, but not within the marks of the figures that it rests on."""
    cut = shorten(twig.label, 2 * _LONGEST, placeholder=" ...")
    return cut if cut.count("[") == cut.count("]") else f"{cut.rpartition(' [')[0]} ..."


def _faces(twig: Twig) -> str:
    """What goes on, cut where it is long, and whole the marks of the figures that it rests on."""
    words, bracket, marks = twig.faces.partition(" [")
    return shorten(words, _LONGEST, placeholder=" ...") + bracket + marks


def _in_box(twig: Twig) -> str:
    return "\n".join(wrap(twig.label, 22, max_lines=2, placeholder=" ..."))


def _bend(x0: float, x1: float, y0: float, x2: float, x3: float, y3: float) -> FloatArray:
    """A line from (x0, y0), level to x1, in a bend to (x2, y3), and level to x3."""
    t = np.linspace(0, 1, 24)
    smooth = t * t * (3 - 2 * t)
    xs = np.concatenate([[x0], x1 + (x2 - x1) * t, [x3]])
    ys = np.concatenate([[y0], y0 + (y3 - y0) * smooth, [y3]])
    return np.stack([xs, ys], axis=-1)
