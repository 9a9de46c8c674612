"""What one step more of each parameter changes, as bars to both sides."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from .base import BOOK, HOUSE, INK, Chart, boxes


@dataclass(frozen=True)
class Steps:
    """Figures for ``WorthChart``: what one step of each parameter changes, in percentage points, largest first."""

    title: str
    names: Sequence[str]
    points: Sequence[float]
    book: Sequence[float] = ()


class WorthChart(Chart[Steps]):
    """What one step more of each parameter is worth here: to the right it helps, to the left it hurts."""

    def key(self, data: Steps) -> Hashable:
        return data.title, tuple(data.names), self._reach(data)

    def _reach(self, data: Steps) -> float:
        highest = max((abs(p) for p in (*data.points, *data.book)), default=0.0)
        return next((t for t in (5.0, 10.0, 25.0, 50.0) if highest <= t), 100.0)

    def frame(self, data: Steps) -> None:
        ax, reach = self.ax, self._reach(data)
        ax.set_yticks(np.arange(len(data.names)), data.names, fontsize=8.5)
        ax.set(ylim=(len(data.names) - 0.4, -0.6), xlim=(-reach * 1.45, reach * 1.45), xlabel="percentage points")
        ax.axvline(0, color=INK, linewidth=1)
        ax.grid(axis="x", color="#EEEEEE")
        ax.set_axisbelow(True)
        self.figure.subplots_adjust(0.42, 0.17, 0.97, 0.89)

    def marks(self, data: Steps) -> None:
        places = np.arange(len(data.names))
        rows = [(data.points, HOUSE if data.book else BOOK, 0.2 if data.book else 0.0)]
        rows += [(data.book, BOOK, -0.2)] if data.book else []
        for points, colour, shift in rows:
            thick = 0.38 if data.book else 0.7
            boxes(self.ax, 0, places + shift - thick / 2, points, thick, colour)
            for y, x in zip(places + shift, points, strict=True):
                self.ax.text(
                    x,
                    y,
                    f" {x:+.1f} ",
                    ha="left" if x >= 0 else "right",
                    va="center",
                    fontsize=6.6 if data.book else 8,
                    color=INK,
                )

    def alt(self, data: Steps) -> str:
        bars = [f"{name} {points:+.1f} points" for name, points in zip(data.names, data.points, strict=True)]
        return f"Bar chart, {data.title}: " + ("; ".join(bars) or "nothing changes it") + "."
