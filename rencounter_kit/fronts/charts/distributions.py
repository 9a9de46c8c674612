"""The distributions of several lines of dice in one picture, each named where its curve is highest."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.ticker import MaxNLocator

from ...engine.formats.drawing import LINES
from .base import BESIDE, Chart, Look, cut, framed, highest_of, percent, percent_tick, top_of

MARKS = (("o", "\u25cf"), ("s", "\u25a0"), ("^", "\u25b2"), ("D", "\u25c6"), ("v", "\u25bc"), ("X", "\u2716"))
MOST_CURVES = len(MARKS)
_MARKED = 30  # of a curve with more points, only some have their mark
_POINTS = 1_000  # a curve with more is drawn through some of them
_LONGEST = 34  # letters of a name
_LETTER, _MARK = 6.3, 14  # dots of the page for a letter and for a mark
_LEFT, _RIGHT = BESIDE / 560, 0.97  # where the axes begin and end
_ROW = 14  # dots of the page for a row of names
_MOST_IN_WORDS = 12  # points of a curve that are told in words


@dataclass(frozen=True)
class Spread:
    """A curve: what it is called, its place among all, numbers along x and the chance of each.

    thrown : shares of throws.
    """

    name: str
    place: int
    x: Sequence[int]
    y: Sequence[float]
    thrown: Sequence[float] = ()

    @property
    def colour(self) -> str:
        """Its colour, which is that of its mark."""
        return LINES[self.place]


@dataclass(frozen=True)
class Distributions:
    """Figures for ``DistributionChart``.

    accumulated : do the curves run from 0 to 1? Then they are named at their middle.
    """

    title: str
    xlabel: str
    curves: Sequence[Spread]
    accumulated: bool = False


class DistributionChart(Chart[Distributions]):
    """A curve for each distribution, with a colour and a mark of its own, and its name above it."""

    width, height = 560, 290

    def key(self, data: Distributions) -> Hashable:
        return data.title, data.xlabel, _ends(data), _top(data), _rows(self._places(data))

    def frame(self, data: Distributions) -> None:
        ax, (first, last) = self.ax, _limits(data)
        ax.set(xlim=(first, last), ylim=(0, _top(data) * 1.03), xlabel=data.xlabel, ylabel="chance")
        ax.xaxis.set_major_locator(MaxNLocator(14, integer=True))
        ax.xaxis.set_major_formatter("{x:,.0f}")
        ax.yaxis.set_major_formatter(percent_tick)
        ax.grid(color="#EEEEEE")
        above = (34 + _ROW * _rows(self._places(data))) / self.height
        self.figure.subplots_adjust(_LEFT, 0.16, _RIGHT, 1 - above)

    def marks(self, data: Distributions) -> None:
        ax = self.ax
        for curve in data.curves:
            x, y = np.asarray(curve.x), np.asarray(curve.y, dtype=float)
            some = slice(None, None, max(1, len(x) // _POINTS))
            x, y = x[some], y[some]
            form = MARKS[curve.place][0]
            each = -(-len(x) // _MARKED)
            offset = curve.place * each // MOST_CURVES
            ax.plot(x, y, "-", color=curve.colour, linewidth=1.8)
            ax.plot(x[offset::each], y[offset::each], form, color=curve.colour, markersize=5)
            if curve.thrown:
                throws = np.asarray(curve.thrown, dtype=float)[some]
                ring: Look = {"color": curve.colour, "markersize": 8, "markerfacecolor": "none"}
                ax.plot(x[offset::each], throws[offset::each], form, **ring)
        self._name(data)

    def _places(self, data: Distributions) -> list[tuple[Spread, float, int]]:
        """Where along the axes, from 0 to 1, and in which row above them each curve is named: the first that
        has room.
        """
        first, last = _limits(data)
        across = (_RIGHT - _LEFT) * self.width
        ends, places = list[float](), list[tuple[Spread, float, int]]()
        for x, _, curve in sorted(
            ((*_anchor(one, data.accumulated), one) for one in data.curves),
            key=lambda entry: (entry[0], entry[2].place),
        ):
            wide = (_MARK + 6 + _LETTER * len(cut(curve.name, _LONGEST))) / across
            left = max(0.0, min((x - first) / (last - first) - 0.01, 1 - wide))
            row = next((n for n, end in enumerate(ends) if end <= left), len(ends))
            ends[row : row + 1] = [left + wide]
            places.append((curve, left, row))
        return places

    def _name(self, data: Distributions) -> None:
        """Each name above its curve, with a thin line down to it."""
        ax, box = self.ax, self.ax.get_position(True)
        across, up = box.width * self.width, box.height * self.height
        for curve, left, row in self._places(data):
            x, y = ax.transLimits.transform(_anchor(curve, data.accumulated))
            begin, height = left + 0.5 * _MARK / across, 1 + (12 + row * _ROW) / up
            style: Look = {"transform": ax.transAxes, "clip_on": False, "color": curve.colour}
            ax.plot([begin, x], [height, y], linewidth=0.8, alpha=0.8, zorder=4 - row / 10, **style)
            ax.plot([begin], [height], MARKS[curve.place][0], markersize=6, zorder=6, **style)
            name, look = cut(curve.name, _LONGEST), framed(pad=0.8)
            self.write(left + _MARK / across, height, name, transform=ax.transAxes, zorder=5, **look)

    def alt(self, data: Distributions) -> str:
        texts = []
        for curve in data.curves:
            points = sorted(zip(curve.x, curve.y, strict=True), key=lambda point: -point[1])[:_MOST_IN_WORDS]
            texts.append(f"{curve.name}: " + ", ".join(f"{x} {percent(y)}" for x, y in sorted(points)))
        return f"Line chart, {data.title}, along {data.xlabel}. {'; '.join(texts)}."


def _rows(places: Sequence[tuple[Spread, float, int]]) -> int:
    return 1 + max(row for _, _, row in places)


def _ends(data: Distributions) -> tuple[int, int]:
    return min(curve.x[0] for curve in data.curves), max(curve.x[-1] for curve in data.curves)


def _limits(data: Distributions) -> tuple[float, float]:
    """Where the axis begins and ends."""
    first, last = _ends(data)
    edge = max(0.5, 0.02 * (last - first))
    return first - edge, last + edge


def _top(data: Distributions) -> float:
    return top_of(highest_of([value for curve in data.curves for value in (*curve.y, *curve.thrown)]))


def _anchor(curve: Spread, accumulated: bool) -> tuple[float, float]:
    """The point at which a curve is named: where it is highest, or where it passes one half; of several the
    middle one.
    """
    away = [abs(y - 0.5) if accumulated else -y for y in curve.y]
    places = [place for place, distance in enumerate(away) if distance <= min(away) + 1e-12]
    place = places[len(places) // 2]
    return float(curve.x[place]), float(curve.y[place])
