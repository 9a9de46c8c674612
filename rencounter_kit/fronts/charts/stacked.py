"""Shares of the worse outcomes, as bars in parts."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from ...engine.formats.drawing import INK, ink_on
from .base import POINT, Chart, Series, boxes, percent, percent_tick, top_of


@dataclass(frozen=True)
class Stack:
    """Figures for ``StackedBars``: a row for each value of a parameter, a part for each outcome (worst first)."""

    title: str
    ylabel: str
    rows: Sequence[str]
    parts: Sequence[Series]
    rest: str
    present: int | None = None
    book: Sequence[Series] = ()  # the same parts by the book, drawn above each row


class StackedBars(Chart[Stack]):
    """Shares of the worse outcomes side by side for each value of a parameter."""

    def key(self, data: Stack) -> Hashable:
        return (
            data.title,
            tuple(data.rows),
            tuple((p.name, p.colour) for p in data.parts),
            self._length(data),
            bool(data.book),
        )

    def _length(self, data: Stack) -> float:
        def longest(parts: Sequence[Series]) -> float:
            return max((sum(p.values[i] for p in parts) for i in range(len(data.rows))), default=1)

        return top_of(max(longest(data.parts), longest(data.book) if data.book else 0))

    def frame(self, data: Stack) -> None:
        ax, top = self.ax, self._length(data)
        ax.set_yticks(np.arange(len(data.rows)), data.rows, fontsize=9)
        ax.tick_params(axis="y", pad=8, length=0)  # room for the mark of where we are
        ax.set(ylim=(len(data.rows) - 0.4, -0.6), xlim=(0, top), xlabel=f"chance (the rest: {data.rest})")
        ticks = np.linspace(0, top, 6)
        ax.set_xticks(ticks, list(map(percent_tick, ticks)))
        ax.grid(axis="x", color="#EEEEEE")
        ax.set_axisbelow(True)
        left = min(0.42, 0.07 + 0.018 * max(len(r) for r in data.rows))
        self.figure.subplots_adjust(left, 0.17, 0.94, 0.8)
        # The names of the parts stand above the bars in the order of the parts: no legend to decode.
        x = 0.0
        for part in data.parts:
            text = ax.text(
                x,
                1.045,
                part.name,
                transform=ax.transAxes,
                fontsize=8.5,
                color=ink_on(part.colour),
                bbox={"facecolor": part.colour, "edgecolor": "none", "pad": 2.2},
            )
            x += (text.get_window_extent(self.renderer).width + 9 * POINT) / ax.bbox.width

    def marks(self, data: Stack) -> None:
        ax, places = self.ax, np.arange(len(data.rows))
        thick, shift = (0.36, 0.2) if data.book else (0.72, 0.0)
        for parts, at, pale in ((data.book, places - 0.2, True), (data.parts, places + shift, False)):
            left = np.zeros(len(places))
            for part in parts:
                values = np.asarray(part.values, dtype=float)
                boxes(ax, left, at - thick / 2, values, thick, part.colour, 0.55 if pale else 1.0)
                left = left + values
            for y, x in zip(at, left, strict=True) if parts else ():
                inside = x > self._length(data) * 0.9
                ax.text(
                    x,
                    y,
                    f"{percent(x)} " if inside else f" {percent(x)}" + (" book" if pale else ""),
                    ha="right" if inside else "left",
                    va="center",
                    fontsize=8,
                    color=INK,
                )
        if data.present is not None:
            ax.plot([0], [data.present], marker=">", color=INK, markersize=8, clip_on=False)

    def alt(self, data: Stack) -> str:
        rows = [
            f"{row}: " + ", ".join(f"{p.name} {percent(float(p.values[i]))}" for p in data.parts)
            for i, row in enumerate(data.rows)
        ]
        return f"Stacked bars, {data.title}. " + "; ".join(rows) + "."


class Shares(StackedBars):
    """Parts that stand against each other, such as who wins: each with its own percentage in it."""

    def marks(self, data: Stack) -> None:
        top, places = self._length(data), np.arange(len(data.rows))
        left = np.zeros(len(places))
        for part in data.parts:
            values = np.asarray(part.values, dtype=float)
            boxes(self.ax, left, places - 0.36, values, 0.72, part.colour)
            for y, x, share in zip(places.tolist(), left, values, strict=True):
                if share > 0.15 * top:
                    self.ax.text(
                        x + share / 2,
                        y,
                        percent(share),
                        ha="center",
                        va="center",
                        fontsize=8.5,
                        color=ink_on(part.colour),
                    )
            left = left + np.nan_to_num(values)
        if data.present is not None:
            self.ax.plot([0], [data.present], marker=">", color=INK, markersize=8, clip_on=False)
