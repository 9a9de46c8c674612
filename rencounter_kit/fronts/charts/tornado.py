"""How far each parameter alone can move a figure, as bars around the present one."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np

from ...engine.formats.drawing import BOOK, INK, LINES
from ...engine.words.wording import decimal_text, number_text, one_line, percent_text
from .base import Chart, Look, boxes, percent_axis, room_for

if TYPE_CHECKING:
    from ...workbook.analysis.sensitivity import Tornado

LOWER, HIGHER = LINES[1], BOOK
_RIGHT = 0.965  # where the axis ends
_LONGEST, _LONGEST_VALUE = 32, 28  # letters of a name in one line, and of a value
_LEAST = 4  # rows that there is room for, so that few bars are no walls


@dataclass(frozen=True)
class Spans:
    """Figures for ``TornadoChart``: for each parameter the lowest and highest figure, and the values that lead there.

    now : the present figure;
    now_text : as it is read.
    chances : are the figures chances (0 to 1), or means?
    """

    title: str
    names: Sequence[str]
    low: Sequence[float]
    high: Sequence[float]
    low_at: Sequence[str]
    high_at: Sequence[str]
    now: float
    now_text: str
    chances: bool = True

    @classmethod
    def of(cls, tornado: Tornado, limit: int = 12) -> Spans:
        """The widest spans of ``rk.tornado``; those of no width are left out."""
        rows = [row for row in tornado.rows if row.lowest != row.highest][:limit]
        measure = tornado.measure
        chances = measure.outcome is not None
        return cls(
            one_line(f"{measure.title}, how far each alone can move it", 95),
            [measure.check.spelling.words(row.parameter) for row in rows],
            [float(row.lowest) for row in rows],
            [float(row.highest) for row in rows],
            [one_line(row.lowest_where, _LONGEST_VALUE) for row in rows],
            [one_line(row.highest_where, _LONGEST_VALUE) for row in rows],
            float(tornado.now),
            percent_text(tornado.now) if chances else number_text(tornado.now),
            chances,
        )


class TornadoChart(Chart[Spans]):
    """Bars from the lowest to the highest figure around the present one, each end labelled with its value."""

    width, height = 620, 400

    def key(self, data: Spans) -> Hashable:
        return data.title, tuple(data.names), data.now_text, data.chances, self._ends(data)

    def _left(self, data: Spans) -> float:
        return 0.03 + 0.0108 * max((min(len(name), _LONGEST) for name in data.names), default=1)

    def _ends(self, data: Spans) -> tuple[float, float]:
        """The ends of the axis, with room for the labels on both sides."""
        low, high = min([data.now, *data.low]), max([data.now, *data.high])
        dots = self.width * (_RIGHT - self._left(data))
        before, after = (min(0.35, room_for(texts, dots)) for texts in (data.low_at, data.high_at))
        span = (high - low or 1) / (1 - before - after)
        return low - before * span, high + after * span

    def frame(self, data: Spans) -> None:
        ax = self.ax
        self.figure.subplots_adjust(self._left(data), 0.125, _RIGHT, 0.86)
        self.rows([fill(name, _LONGEST) for name in data.names], 8.5, _LEAST)
        ax.set_xlim(self._ends(data))
        percent_axis(ax, data.chances)
        low, high = self._ends(data)
        side = {0: "left", 9: "right"}.get(int(10 * (data.now - low) / (high - low)), "center")
        look: Look = {"transform": ax.get_xaxis_transform(), "ha": side, "va": "bottom", "weight": "bold"}
        self.write(data.now, 1.015, f"now {data.now_text}", **look)

    def marks(self, data: Spans) -> None:
        ax, places = self.ax, np.arange(len(data.names))
        low, high = np.array(data.low), np.array(data.high)
        boxes(ax, low, places - 0.36, np.maximum(data.now - low, 0), 0.72, LOWER)
        boxes(ax, data.now, places - 0.36, np.maximum(high - data.now, 0), 0.72, HIGHER)
        for y, (x, text) in enumerate(zip(low, data.low_at, strict=True)):
            if x < data.now:
                self.write(x, y, f"{text} ", 8, ha="right")
        for y, (x, text) in enumerate(zip(high, data.high_at, strict=True)):
            if x > data.now:
                self.write(x, y, f" {text}", 8)
        ax.axvline(data.now, color=INK, linewidth=1.2)

    def alt(self, data: Spans) -> str:
        def figure_text(figure: float) -> str:
            return f"{decimal_text(100 * figure, 1)} %" if data.chances else number_text(figure)

        rows = zip(data.names, data.low, data.low_at, data.high, data.high_at, strict=True)
        spans = [
            f"{name} from {figure_text(low)} ({at}) to {figure_text(high)} ({to})" for name, low, at, high, to in rows
        ]
        return f"Tornado chart, {data.title}, now {data.now_text}: " + ("; ".join(spans) or "nothing changes it") + "."
