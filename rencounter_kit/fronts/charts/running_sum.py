"""How a number without dice comes about: each modifier as a step up or down."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from textwrap import wrap

import numpy as np
from matplotlib.ticker import MaxNLocator

from ...engine.dice.chances import FloatArray
from ...engine.formats.drawing import BOOK, GREY, HOUSE, INK
from ...engine.words.wording import number_text
from .base import Chart, boxes

_LINE = 31  # letters of a name that stand in a line


@dataclass(frozen=True)
class Parts:
    """Figures for ``RunningSum``: what counts and how much, in order; what the book makes of it, where that differs.

    of : what the sum is.
    """

    title: str
    names: Sequence[str]
    values: Sequence[float]
    result: float
    book: float | None = None
    of: str = "result"


class RunningSum(Chart[Parts]):
    """Steps from nothing to the result, one for each modifier."""

    width, height = 560, 290

    def _ends(self, data: Parts) -> FloatArray:
        return np.cumsum([0.0, *data.values])

    def key(self, data: Parts) -> Hashable:
        return data.title, data.of, tuple(data.names), data.book is None, *self._span(data)

    def _bound(self, x: float) -> float:
        """The axis grows in few steps, so that pictures stay comparable."""
        if x == 0:
            return 0.0
        ten = 10.0 ** np.floor(np.log10(abs(x)))
        size = max(2.0, next(one * ten for one in (1, 2, 5, 10) if abs(x) <= one * ten))
        return size if x > 0 else -size

    def _span(self, data: Parts) -> tuple[float, float]:
        ends = [*self._ends(data), data.result]
        low, high = self._bound(min(ends)), self._bound(max(ends))
        return low, high if high > low else 2.0

    def frame(self, data: Parts) -> None:
        ax = self.ax
        rows = ["\n".join(wrap(name, _LINE, max_lines=2, placeholder="…")) for name in (*data.names, data.of)]
        self.rows(rows)
        low, high = self._span(data)
        room = (0.12 if data.book is None else 0.35) * max(high - low, 1.0)
        ax.set_xlim(low - (room if low else 0), high + room)
        ax.xaxis.set_major_locator(MaxNLocator(6, steps=(1, 2, 5, 10), integer=True))
        ax.xaxis.set_major_formatter("{x:,.0f}")
        ax.axvline(0, color=INK, linewidth=1)
        self.figure.subplots_adjust(
            min(0.5, 0.05 + 0.0145 * max(len(line) for row in rows for line in row.split("\n"))), 0.1, 0.97, 0.9
        )

    def marks(self, data: Parts) -> None:
        ends, places = self._ends(data), np.arange(len(data.values))
        boxes(self.ax, ends[:-1], places - 0.35, np.diff(ends), 0.7, GREY)
        boxes(self.ax, 0, len(places) - 0.35, data.result, 0.7, BOOK if data.book is None else HOUSE)
        for y, (at, value) in enumerate(zip(ends[1:], data.values, strict=True)):
            self.write(max(at, at - value), y, f" {number_text(value, 6, True)}", 9)
        book = "" if data.book is None else f"  (book: {number_text(data.book, 6)})"
        text = f" {number_text(data.result, 6)}{book}"
        self.write(max(0.0, data.result), len(places), text, 10, weight="bold")

    def alt(self, data: Parts) -> str:
        steps = ", ".join(
            f"{name} {number_text(value, 6, True)}" for name, value in zip(data.names, data.values, strict=True)
        )
        book = "" if data.book is None else f"; the book: {number_text(data.book, 6)}"
        return f"Running sum, {data.title}: {steps or 'nothing counts'}; {data.of} {number_text(data.result, 6)}{book}."
