"""A chance along one parameter, as lines."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from matplotlib.ticker import MaxNLocator

from ...engine.dice.chances import Array
from ...engine.formats.drawing import INK
from ...engine.words.wording import number_text
from ...workbook.rulebook.book import Value
from .base import BESIDE, Chart, Look, Series, highest_of, percent, percent_tick, top_of


@dataclass(frozen=True)
class Lines:
    """Figures for ``Curves``: values along x, one series a line; where we are now."""

    title: str
    xlabel: str
    ylabel: str
    x: Sequence[Value]
    series: Sequence[Series]
    dashed: Sequence[Series] = ()
    present: tuple[int, int] | None = None  # place along x, and which line
    dashed_is: str = "the book"
    at: Sequence[float] = ()  # where along x the values stand, when they are numbers that do not follow each other
    chances: bool = True  # else means

    @property
    def places(self) -> Array:
        """Where along x the values stand: one after the other, or each at its number."""
        return np.asarray(self.at, dtype=float) if self.at else np.arange(len(self.x))


class Curves(Chart[Lines]):
    """A chance along one parameter, a line for each value of another, each named at its end."""

    def key(self, data: Lines) -> Hashable:
        places = tuple(map(str, data.x)), tuple(data.at)
        return data.title, data.xlabel, data.ylabel, places, self._height(data), self._foot(data), self._room(data)

    def _height(self, data: Lines) -> float:
        highest = max((highest_of(s.values) for s in (*data.series, *data.dashed)), default=1)
        return top_of(highest, data.chances)

    def _foot(self, data: Lines) -> float:
        """Where the axis begins: means may be below 0."""
        return 1.04 * min(0.0, *(float(np.nanmin(s.values)) for s in self._merged(data))) if not data.chances else 0.0

    def _room(self, data: Lines) -> int:
        return max((len(one.name) for one in self._merged(data)), default=0) // 4

    def _merged(self, data: Lines) -> list[Series]:
        """Lines that lie on each other become one with both names."""
        merged: dict[tuple[float, ...], Series] = {}
        for series in (s for s in data.series if highest_of(np.isfinite(s.values))):
            place = tuple(np.nan_to_num(series.values, nan=-1.0).tolist())
            if place in merged:
                merged[place] = replace(merged[place], name=f"{merged[place].name}, {series.name}")
            else:
                merged[place] = series
        return list(merged.values())

    def _edge(self, data: Lines) -> float:
        """Room beside the first and the last value: a third of the way between two of them."""
        span = float(data.places[-1] - data.places[0])
        return max(0.3 * span / max(1, len(data.x) - 1), 0.02 * span) or 0.3

    def frame(self, data: Lines) -> None:
        ax, places = self.ax, data.places
        if data.at:
            whole = all(float(value).is_integer() for value in data.at)
            ax.xaxis.set_major_locator(MaxNLocator(12, integer=whole))
            ax.xaxis.set_major_formatter(_tick)
        else:
            step = max(1, int(np.ceil(len(places) / 13)))
            ax.set_xticks(places[::step], [str(v) for v in data.x][::step])
        edge = self._edge(data)
        ax.set(
            xlim=(places[0] - edge, places[-1] + edge),
            ylim=(self._foot(data), self._height(data) * 1.04),
            xlabel=data.xlabel,
            ylabel=data.ylabel,
        )
        ax.yaxis.set_major_formatter(percent_tick if data.chances else _tick)
        ax.grid(color="#EEEEEE")
        self.figure.subplots_adjust(BESIDE / self.width, 0.17, max(0.6, 0.95 - 0.056 * self._room(data)), 0.89)

    def marks(self, data: Lines) -> None:
        ax, places = self.ax, data.places
        for series in data.dashed:
            ax.plot(places, series.values, "--", color=series.colour, linewidth=1.2, alpha=0.7)
        merged = self._merged(data)
        ends: list[tuple[float, str, str]] = []
        for one in merged:
            ax.plot(places, one.values, "-o", color=one.colour, linewidth=2, markersize=3.5)
            last = [v for v in one.values if v == v]
            ends.append((last[-1] if last else 0.0, one.name, one.colour))
        top, gap = self._height(data), self._height(data) * 0.068
        beside, height = places[-1] + 1.4 * self._edge(data), -gap  # where the axis has ended
        for i, end in enumerate(sorted(ends, key=lambda e: e[0])):
            room_above = gap * (len(ends) - 1 - i)
            height = max(min(end[0], top - room_above), height + gap)
            self.write(beside, height, end[1], color=end[2], clip_on=False)
        if data.present:
            at, line = data.present
            ring: Look = {"markersize": 11, "markerfacecolor": "none", "markeredgecolor": INK, "markeredgewidth": 2}
            ax.plot([places[at]], [data.series[line].values[at]], "o", **ring)
        if data.dashed:
            falls = merged and merged[0].values[0] > merged[0].values[-1]  # then it begins where the words would stand
            x, side = (0.98, "right") if falls else (0.02, "left")
            self.write(x, 0.97, f"dashed: {data.dashed_is}", transform=ax.transAxes, ha=side, va="top")

    def alt(self, data: Lines) -> str:
        say = percent if data.chances else number_text
        series = [(s.name, [value for value in s.values if value == value]) for s in data.series]
        lines = [f"{name} from {say(each[0])} to {say(each[-1])}" if each else f"{name} none" for name, each in series]
        return f"Line chart, {data.title}, along {data.xlabel} {data.x[0]} to {data.x[-1]}: " + "; ".join(lines) + "."


def _tick(number: float, _: object = None) -> str:
    return number_text(number, 6)
