"""How far off guesses were, one after the other, and whether that gets less."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.ticker import MaxNLocator

from ..drawing import BOOK, INK
from ..wording import number_text
from .base import BESIDE, Chart, top_of

if TYPE_CHECKING:
    from ..analysis.calibration import Guesses


@dataclass(frozen=True)
class RunningMean:
    """Figures for ``RunningMeanChart``: how far off each guess was, and the mean of it and those before, in shares of 1."""

    title: str
    offs: Sequence[float]
    along: Sequence[float]

    @classmethod
    def of(cls, found: Guesses) -> RunningMean:
        """The figures of guesses."""
        offs = [abs(float(one.off)) for one in found.guesses]
        return cls("How far off you were, guess by guess", offs, found.along())


class RunningMeanChart(Chart[RunningMean]):
    """A dot for each guess, as high as it was off, and a line for the mean of the last twenty."""

    width, height = 470, 360

    def key(self, data: RunningMean) -> Hashable:
        return len(data.offs), self._top(data)

    def _top(self, data: RunningMean) -> float:
        return top_of(max(data.offs, default=0))

    def frame(self, data: RunningMean) -> None:
        ax, many, top = self.ax, len(data.offs), self._top(data)
        ax.xaxis.set_major_locator(MaxNLocator(8, integer=True))
        ticks = np.linspace(0, top, 6)
        ax.set_yticks(ticks, [number_text(100 * tick, 3) for tick in ticks])
        ax.set(xlim=(0.5, many + 0.5), ylim=(-0.02 * top, 1.04 * top), xlabel="guess", ylabel="points off")
        ax.grid(axis="y", color="#EEEEEE")
        ax.set_axisbelow(True)
        said = "dots: each guess; line: mean of the last 20"
        ax.text(1, 1.02, said, transform=ax.transAxes, ha="right", va="bottom", fontsize=8.5, color=INK)
        self.figure.subplots_adjust(BESIDE / self.width, 0.14, 0.96, 0.85)

    def marks(self, data: RunningMean) -> None:
        places = range(1, len(data.offs) + 1)
        self.ax.plot(places, data.offs, "o", color="#9A9A9A", markersize=3.5)
        self.ax.plot(places, data.along, "-o" if len(data.offs) == 1 else "-", color=BOOK, linewidth=2)

    def alt(self, data: RunningMean) -> str:
        ends = [number_text(100 * data.along[place], 3) for place in (0, -1)] if data.along else []
        told = f": the mean of the last 20 goes from {ends[0]} to {ends[1]} points" if ends else ""
        return f"Line chart, {data.title}, {len(data.offs)} guesses{told}."
