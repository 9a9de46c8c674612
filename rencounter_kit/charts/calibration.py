"""How good a feeling for chances is: guesses against the true chances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..drawing import BOOK, INK, LINES
from .base import BESIDE, Chart, percent_tick

if TYPE_CHECKING:
    from ..analysis.calibration import Guesses

_STEPS = 5  # stretches of guesses, each with its mean
_FEW = 3  # guesses in a stretch of which the mean is not drawn


@dataclass(frozen=True)
class Calibration:
    """Figures for ``CalibrationChart``: each guess with the true chance, from 0 to 1; and the means of those that lie together."""

    title: str
    guesses: Sequence[float]
    chances: Sequence[float]
    means: Sequence[tuple[float, float]] = ()

    @classmethod
    def of(cls, found: Guesses) -> Calibration:
        """The figures of guesses."""
        guesses, chances = (
            np.array([float(getattr(one, name)) for one in found.guesses]) for name in ("guess", "chance")
        )
        stretch = np.minimum(guesses * _STEPS, _STEPS - 1).astype(int)
        groups = [stretch == place for place in range(_STEPS)]
        means = [(float(guesses[g].mean()), float(chances[g].mean())) for g in groups if g.sum() >= _FEW]
        return cls("What you guessed, and what it is", guesses.tolist(), chances.tolist(), means)


class CalibrationChart(Chart[Calibration]):
    """A dot for each guess; on the dashed line it was right, above it too low, below it too high."""

    width, height = 400, 360

    def frame(self, data: Calibration) -> None:
        ax, ticks = self.ax, np.linspace(0, 1, 6)
        for axis in (ax.xaxis, ax.yaxis):
            axis.set_ticks(ticks, list(map(percent_tick, ticks)))
        ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), xlabel="your guess", ylabel="true chance")
        ax.grid(color="#EEEEEE")
        ax.set_axisbelow(True)
        ax.plot([0, 1], [0, 1], color=INK, linewidth=1, linestyle=(0, (4, 3)))
        for x, y, text in ((0.03, 0.95, "guessed too low"), (0.97, 0.05, "guessed too high")):
            ax.text(x, y, text, ha="left" if x < 0.5 else "right", va="center", fontsize=8.5, color=INK)
        said = "line: average of similar guesses"
        ax.text(1, 1.02, said, transform=ax.transAxes, ha="right", va="bottom", fontsize=8.5, color=INK)
        self.figure.subplots_adjust(BESIDE / self.width, 0.14, 0.96, 0.85)

    def marks(self, data: Calibration) -> None:
        self.ax.plot(data.guesses, data.chances, "o", color=BOOK, alpha=0.35, markersize=5)
        if data.means:
            self.ax.plot(*zip(*data.means, strict=True), "-o", color=LINES[1], linewidth=2, markersize=6)

    def alt(self, data: Calibration) -> str:
        low = sum(guess < chance for guess, chance in zip(data.guesses, data.chances, strict=True))
        high = sum(guess > chance for guess, chance in zip(data.guesses, data.chances, strict=True))
        means = [f"guesses of about {100 * guess:.0f} % are {100 * chance:.0f} %" for guess, chance in data.means]
        told = f"; on average {', '.join(means)}" if means else ""
        return f"Scatter chart, {data.title}: {len(data.guesses)} guesses, {low} too low, {high} too high{told}."
