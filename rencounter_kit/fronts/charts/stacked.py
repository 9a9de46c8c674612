"""Shares of the worse outcomes, as bars in parts."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from ...engine.formats.drawing import INK, ink_on
from .base import POINT, Chart, Look, Series, boxes, framed, percent, top_of


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
        parts = tuple((p.name, p.colour) for p in data.parts)
        return data.title, tuple(data.rows), parts, self._length(data), bool(data.book)

    def _length(self, data: Stack) -> float:
        def longest(parts: Sequence[Series]) -> float:
            return max((sum(p.values[i] for p in parts) for i in range(len(data.rows))), default=1)

        return top_of(max(longest(data.parts), longest(data.book) if data.book else 0))

    def frame(self, data: Stack) -> None:
        ax, top = self.ax, self._length(data)
        self.rows(data.rows)
        ax.tick_params(axis="y", pad=8, length=0)  # room for the mark of where we are
        ax.set(xlim=(0, top), xlabel=f"chance (the rest: {data.rest})")
        self.percents(top, 5)
        left = min(0.42, 0.07 + 0.018 * max(len(r) for r in data.rows))
        self.figure.subplots_adjust(left, 0.17, 0.94, 0.8)
        # The names of the parts stand above the bars in the order of the parts: no legend to decode.
        x = 0.0
        for part in data.parts:
            look: Look = {"transform": ax.transAxes, "va": "baseline", "color": ink_on(part.colour)}
            text = self.write(x, 1.045, part.name, **look, **framed(part.colour, 2.2))
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
                text = f"{percent(x)} " if inside else f" {percent(x)}" + (" book" if pale else "")
                self.write(x, y, text, 8, ha="right" if inside else "left")
        self._point(data)

    def _point(self, data: Stack) -> None:
        """Where we are."""
        if data.present is not None:
            self.ax.plot([0], [data.present], marker=">", color=INK, markersize=8, clip_on=False)

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
                    self.write(x + share / 2, y, percent(share), ha="center", color=ink_on(part.colour))
            left = left + np.nan_to_num(values)
        self._point(data)
