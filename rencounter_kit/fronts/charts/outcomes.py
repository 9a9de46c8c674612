"""The chance of each outcome, as bars."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import ceil
from textwrap import fill

import numpy as np
from matplotlib.collections import LineCollection

from ...engine.dice.chances import FloatArray
from ...engine.formats.drawing import INK
from .base import BESIDE, POINT, Chart, Look, Series, boxes, framed, percent, percent_tick, top_of

THROWN = "#D55E00"  # what came of throws at random
_LEAST = 0.0005  # the least that a bar among numbers shows
_FIGURE = 24.0  # dots of the page between two figures above bars
_TEXT = 88  # dots for the figures to the right of a bar
_NARROW = 280  # dots of an axis with few ticks
_LETTER = 15  # dots for a letter of a name, and what stands beside it
_LINE, _BAR = 16, 12  # dots that a line of a name is high, and a bar with its figures
_LETTERS = 132  # points for all lines of figures below each other
_BELOW = 46  # dots below all bars
_TOP = 0.9  # of the height: there the bars begin


@dataclass(frozen=True)
class Bars:
    """Figures for ``OutcomeBars``: names of the outcomes, one series or more (such as book and house rule).

    thrown : of the last series, what share of some throws came to each outcome;
    expected : between which shares 95 of 100 such series of throws lie.
    """

    title: str
    names: Sequence[str]
    series: Sequence[Series]
    texts: Sequence[Sequence[str]] = ()
    numbers: bool = False
    xlabel: str = "chance"
    thrown: Sequence[float] = ()
    expected: Sequence[tuple[float, float]] = ()


class OutcomeBars(Chart[Bars]):
    """The chance of each outcome: bars to the right for names, upright for numbers."""

    width, height = 560, 264
    letters = 9.5  # size of the names
    parts = 5  # of the axis

    @classmethod
    def height_for(cls, data: Bars) -> int:
        """Dots that a picture must be high so that no name lies over another, nor a figure; on a page it may be lower.

        >>> SmallBars.height_for(Bars("", ["miss", "hit"], [])), SmallBars.height_for(Bars("", ["hit"] * 30, []))
        (290, 585)
        """
        if data.numbers:
            return cls.height
        lines = max((name.count("\n") + 1 for name in cls._lines(data)), default=1)
        return max(cls.height, ceil((_BELOW + len(data.names) * max(_LINE * lines, _BAR * len(data.series))) / _TOP))

    @classmethod
    def _lines(cls, data: Bars) -> list[str]:
        return [fill(name, cls.width // _LETTER) for name in data.names]

    def key(self, data: Bars) -> Hashable:
        return data.numbers, tuple(data.names), _top(data), data.title, len(data.series), data.xlabel

    def frame(self, data: Bars) -> None:
        ax, top = self.ax, _top(data)
        places = np.arange(len(data.names))
        if data.numbers:
            step = max(1, int(np.ceil(len(places) / 16)))
            ax.set_xticks(places[::step], list(data.names)[::step])
            ax.set(xlim=(-0.7, len(places) - 0.3), ylim=(0, top), ylabel="chance")
            ax.yaxis.set_major_formatter(percent_tick)
            ax.grid(axis="y", color="#EEEEEE")
            ax.spines["bottom"].set_bounds(*ax.get_xlim())  # a frame of names before it has another end
            self.figure.subplots_adjust(BESIDE / self.width, 0.16, 0.97, 0.9)
        else:
            self.rows(self._lines(data), _size(data, self.letters))
            ax.spines["bottom"].set_bounds(0, top)  # beyond it is room for the figures
            widest = max(self.dots_of(label) for label in ax.get_yticklabels())
            self.figure.subplots_adjust((widest + 14) / self.width, _BELOW / self.height, 0.98, _TOP)
            room = 0.98 * self.width - widest - 14
            ax.set_xlim(0, top * max(1.3, room / max(room - _TEXT, room / 3)))
            self.percents(top, self.parts if room >= _NARROW else 2)
        ax.set_xlabel(data.xlabel, loc="left")
        ax.set_axisbelow(True)

    def marks(self, data: Bars) -> None:
        ax, many = self.ax, len(data.series)
        places = np.arange(len(data.names))
        thick = 0.8 / many
        for i, series in enumerate(data.series):
            at = places + (i - (many - 1) / 2) * thick
            if data.numbers:
                boxes(ax, at - thick * 0.475, 0, thick * 0.95, series.values, series.colour)
                apart = (ax.bbox.width / POINT) / (len(places) + 0.4) * (1.0 if many == 1 else thick)
                if apart >= _FIGURE:
                    for x, y in zip(at, series.values, strict=True):
                        if y >= _LEAST:
                            self.write(x, y, percent(y).removesuffix(" %"), 8, ha="center", va="bottom")
            else:
                boxes(ax, 0, at - thick * 0.46, series.values, thick * 0.92, series.colour)
                texts = data.texts[i] if data.texts else [percent(y) for y in series.values]
                for y, x, text in zip(at, series.values, texts, strict=True):
                    self.write(x, y, f" {text}", _size(data, 9 if many == 1 else 8))
        if data.thrown:
            self._throws(data, np.asarray(places + (many - 1) / 2 * thick, dtype=float), thick)
        if many > 1:
            self._name(data.series)

    def _throws(self, data: Bars, at: FloatArray, thick: float) -> None:
        """A dot for what came of some throws, and a bracket for what was to be expected."""
        low, high = np.array(data.expected).T
        reach = np.stack([low, high]).T
        across = np.stack([at, at]).T + thick * 0.3
        lines = [
            np.stack([place, span] if data.numbers else [span, place], axis=-1)
            for place, span in zip(across, reach, strict=True)
        ]
        self.ax.add_collection(LineCollection(lines, colors=INK, linewidths=1.4, zorder=4), autolim=False)
        x, y = (across[:, 0], data.thrown) if data.numbers else (data.thrown, across[:, 0])
        self.ax.scatter(x, y, s=30, marker="D", facecolor=THROWN, edgecolor="white", linewidth=0.8, zorder=5)

    def _name(self, series: Sequence[Series]) -> None:
        """Whose bars these are, where no bar can be: at the bottom on the right."""
        right = 0.97
        for one in reversed(series):
            look: Look = {"transform": self.figure.transFigure, "ha": "right", "va": "baseline", "color": "white"}
            text = self.write(right, 0.03, one.name, 9, **look, **framed(one.colour))
            right -= (self.dots_of(text) + 10) / self.width

    def alt(self, data: Bars) -> str:
        series_texts = []
        for series in data.series:
            bars = [(n, v) for n, v in zip(data.names, series.values, strict=True) if v > 0]
            if len(bars) > 12:
                bars = sorted(sorted(bars, key=lambda nv: -nv[1])[:12], key=lambda nv: list(data.names).index(nv[0]))
            who = f"{series.name}: " if len(data.series) > 1 else ""
            series_texts.append(who + ", ".join(f"{n} {percent(v)}" for n, v in bars))
        if data.thrown:
            came = ", ".join(f"{n} {percent(v)}" for n, v in zip(data.names, data.thrown, strict=True) if v > 0)
            series_texts.append(f"rolled at random, as diamonds: {came}")
        return f"Bar chart, {data.title}. " + "; ".join(series_texts) + "."


def _size(data: Bars, usual: float) -> float:
    """How large letters beside the bars are: smaller where there are many, so that no line lies over the next."""
    return min(usual, _LETTERS / max(1, len(data.names) * len(data.series)))


def _top(data: Bars) -> float:
    """How far the axis goes."""
    return top_of(max((*data.thrown, *(value for series in data.series for value in series.values)), default=0))


class SmallBars(OutcomeBars):
    """The same, to stand beside other charts."""

    width, height = 470, 290


class NarrowBars(OutcomeBars):
    """The same, three to a row."""

    width, height = 358, 262
    letters = 8.5
    parts = 2
