"""A chance along one parameter, as lines."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .base import INK, Chart, Series, highest_of, percent, top_of


@dataclass(frozen=True)
class Lines:
    """Figures for ``Curves``: values along x, one series a line; where we are now."""

    title: str
    xlabel: str
    ylabel: str
    x: Sequence[Any]
    series: Sequence[Series]
    dashed: Sequence[Series] = ()
    here: tuple[int, int] | None = None  # place along x, and which line
    dashed_is: str = "the book"


class Curves(Chart):
    """A chance along one parameter, a line for each value of another, each named at its end."""

    def key(self, data: Lines) -> Hashable:
        return data.title, data.xlabel, data.ylabel, tuple(map(str, data.x)), self._height(data), self._room(data)

    def _height(self, data: Lines) -> float:
        return top_of(max((highest_of(s.values) for s in (*data.series, *data.dashed)), default=1))

    def _room(self, data: Lines) -> int:
        return max((len(name) for name, _, _ in self._merged(data)), default=0) // 4

    def _merged(self, data: Lines) -> list[tuple[str, Sequence[float], str]]:
        """Lines that lie on each other become one with both names."""
        merged: dict[tuple[float, ...], list[Any]] = {}
        for series in (s for s in data.series if highest_of(np.isfinite(s.values))):
            place = tuple(np.nan_to_num(series.values, nan=-1.0).tolist())
            if place in merged:
                merged[place][0] += f", {series.name}"
            else:
                merged[place] = [series.name, series.values, series.colour]
        return [(name, values, colour) for name, values, colour in merged.values()]

    def frame(self, data: Lines) -> None:
        ax, places = self.ax, np.arange(len(data.x))
        step = max(1, int(np.ceil(len(places) / 13)))
        ax.set_xticks(places[::step], [str(v) for v in data.x][::step])
        ax.set(
            xlim=(-0.3, len(places) - 0.7), ylim=(0, self._height(data) * 1.04), xlabel=data.xlabel, ylabel=data.ylabel
        )
        ax.yaxis.set_major_formatter("{x:.0%}")
        ax.grid(color="#EEEEEE")
        self.figure.subplots_adjust(0.125, 0.17, max(0.6, 0.95 - 0.056 * self._room(data)), 0.89)

    def marks(self, data: Lines) -> None:
        ax, places = self.ax, np.arange(len(data.x))
        for series in data.dashed:
            ax.plot(places, series.values, "--", color=series.colour, linewidth=1.2, alpha=0.7)
        merged = self._merged(data)
        ends: list[tuple[float, str, str]] = []
        for name, values, colour in merged:
            ax.plot(places, values, "-o", color=colour, linewidth=2, markersize=3.5)
            last = [v for v in values if v == v]
            ends.append((last[-1] if last else 0.0, name, colour))
        top, gap = self._height(data), self._height(data) * 0.068
        reached = -gap
        for i, end in enumerate(sorted(ends, key=lambda e: e[0])):
            room_above = gap * (len(ends) - 1 - i)
            reached = max(min(end[0], top - room_above), reached + gap)
            ax.text(places[-1] + 0.25, reached, end[1], color=end[2], fontsize=8.5, va="center", clip_on=False)
        if data.here:
            at, line = data.here
            ax.plot(
                [at],
                [data.series[line].values[at]],
                "o",
                markersize=11,
                markerfacecolor="none",
                markeredgecolor=INK,
                markeredgewidth=2,
            )
        if data.dashed:
            ax.text(0.02, 0.97, f"dashed: {data.dashed_is}", transform=ax.transAxes, va="top", fontsize=8.5, color=INK)

    def alt(self, data: Lines) -> str:
        said = [f"{s.name} from {percent(s.values[0])} to {percent(s.values[-1])}" for s in data.series]
        return f"Line chart, {data.title}, along {data.xlabel} {data.x[0]} to {data.x[-1]}: " + "; ".join(said) + "."
