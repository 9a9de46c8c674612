"""All that could have happened, and the part that is as unusual as what did."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.ticker import MaxNLocator

from ...engine.formats.drawing import GREY, INK, LINES
from ...engine.words.wording import chance_words, number_text
from .base import BESIDE, Chart, Look, boxes, framed, percent, percent_tick

if TYPE_CHECKING:
    from ...workbook.analysis.evening import Evening
    from ...workbook.analysis.tail_probability import Luck

UNUSUAL = LINES[1]
_RARE = Fraction(1, 500)  # of the likeliest: what is rarer than this at the ends is not drawn
_TOP = 1.5  # height of the axis, in heights of the highest bar
_FEW = 12  # bars that have their chance above them


@dataclass(frozen=True)
class Counts:
    """Figures for ``TailChart``: numbers, their chances, what happened, which side is as unusual, what was expected;
    and how far the numbers lie apart.
    """

    title: str
    xlabel: str
    numbers: Sequence[float]
    chances: Sequence[float]
    happened: float
    upper: bool
    expected: float
    step: float = 1

    @classmethod
    def of(cls, luck: Luck) -> Counts:
        """The figures of ``rk.luck``, without what is too rare to be seen; what happened stays."""
        weights, total = luck.dist.weights, luck.dist.total
        least = max(weights.values()) * _RARE
        likely = [number for number, weight in weights.items() if weight >= least] + [luck.happened]
        numbers = range(min(likely), max(likely) + 1)
        what = f"A total of {luck.tail} in" if luck.summed else f"{luck.tail} of"
        return cls(
            f"{what} {luck.tries:,}: {chance_words(luck.chance, exact=False)}",
            f"total of {luck.tries:,} rolls" if luck.summed else f"how many of {luck.tries:,}",
            numbers,
            [weights.get(number, 0) / total for number in numbers],
            luck.happened,
            luck.upper,
            float(luck.expected),
        )

    @classmethod
    def of_evening(cls, evening: Evening) -> Counts:
        """The figures of ``rk.evening``: a bar for each stretch of scores, where its middle is."""
        stretches = evening.stretches()
        middles = [float(one.first + one.last) / 2 for one in stretches]
        return cls(
            f"{evening.tail[0].upper()}{evening.tail[1:]}: {chance_words(evening.chance, exact=False)}",
            "luck of the evening, in successes beyond the average",
            middles,
            [float(one.chance) for one in stretches],
            float(evening.score),
            evening.lucky,
            0.0,
            float(stretches[0].last - stretches[0].first + evening.step),
        )


class TailChart(Chart[Counts]):
    """A bar for each number; those as unusual as what happened in another colour, what happened marked."""

    width, height = 560, 330

    def key(self, data: Counts) -> Hashable:
        return data.title, data.xlabel, *self._span(data), max(data.chances), data.step

    def _span(self, data: Counts) -> tuple[float, float]:
        return data.numbers[0], data.numbers[-1]

    def frame(self, data: Counts) -> None:
        ax, (first, last) = self.ax, self._span(data)
        ax.set(
            xlim=(first - 0.8 * data.step, last + 0.8 * data.step),
            ylim=(0, _TOP * max(data.chances)),
            xlabel=data.xlabel,
            ylabel="chance",
        )
        ax.xaxis.set_major_locator(MaxNLocator(12, integer=data.step == 1))
        highest = min(_TOP * max(data.chances), 1)
        ticks = np.array(MaxNLocator(6, steps=[1, 2, 2.5, 5, 10]).tick_values(0, highest))
        ax.set_yticks(ticks[ticks <= highest])
        ax.yaxis.set_major_formatter(percent_tick)
        ax.grid(axis="y", color="#EEEEEE")
        ax.set_axisbelow(True)
        # figures such as "0.25 %" are wider than "100 %"
        self.figure.subplots_adjust((BESIDE + 6) / self.width, 0.15, 0.98, 0.91)

    def marks(self, data: Counts) -> None:
        ax, (first, last) = self.ax, self._span(data)
        numbers, chances = np.array(data.numbers), np.array(data.chances)
        tail = numbers >= data.happened if data.upper else numbers <= data.happened
        for part, colour in ((~tail, GREY), (tail, UNUSUAL)):
            boxes(ax, numbers[part] - 0.44 * data.step, 0, 0.88 * data.step, chances[part], colour)
        top = _TOP * max(data.chances)
        if len(numbers) <= _FEW:
            for x, y in zip(numbers, chances, strict=True):
                above = y + 0.01 * top  # of the bar, which is drawn whole
                self.write(x, above, percent(y), 8, ha="center", va="bottom", zorder=3, **framed(pad=0.6))
        half = 0.1 * (last - first + 1.6 * data.step)  # half: of the width of a label
        near = chances[abs(numbers - data.happened) <= half + 0.5 * data.step].max()
        heights = {"expected": 0.92 * top, "happened": near + 0.16 * top}
        for what, at, colour in (("expected", data.expected, INK), ("happened", float(data.happened), UNUSUAL)):
            edge = half - 0.8 * data.step
            side = "left" if at < first + edge else "right" if at > last - edge else "center"
            text = f"{what} {_happened(data)}" if what == "happened" else f"{what} {number_text(at)}"
            look: Look = {"ha": side, "va": "bottom", "color": colour, "weight": "bold"}
            self.write(at, heights[what], text, 9, **look, **framed(pad=0.5))
        ax.plot([data.expected] * 2, [0, 0.91 * top], color=INK, linewidth=1, linestyle=(0, (4, 3)))
        foot = float(chances[abs(numbers - data.happened).argmin()]) + 0.07 * top
        ax.plot([data.happened] * 2, [heights["happened"], foot], color=UNUSUAL, linewidth=1.6)
        ax.plot([data.happened], [foot], marker="v", color=UNUSUAL, markersize=7)

    def alt(self, data: Counts) -> str:
        return (
            f"Bar chart, {data.title}: {data.xlabel}; happened {_happened(data)}, expected "
            f"{number_text(data.expected)}."
        )


def _happened(data: Counts) -> str:
    return f"{data.happened:,}" if isinstance(data.happened, int) else number_text(data.happened, 3, sign=True)
