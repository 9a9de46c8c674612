"""From the chance without any modifier to the final one, a share up or down at a time."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from ...engine.dice.chances import FloatArray
from ...engine.formats.drawing import BOOK, GREY, INK, LINES
from ...engine.words.wording import exact_text, one_line, signed
from .base import Chart, boxes, percent_axis, room_for

if TYPE_CHECKING:
    from ...workbook.analysis.attribution import Attribution

UP, DOWN = LINES[2], LINES[1]
_RIGHT = 0.965  # where the axis ends
_LONGEST = 11  # letters of an exact fraction that still stand beside a bar


@dataclass(frozen=True)
class WaterfallFigures:
    """Figures for ``Waterfall``: each share in order, from a base to the final figure, each with its text."""

    title: str
    names: Sequence[str]
    shares: Sequence[float]
    texts: Sequence[str]
    base: float
    base_text: str
    final: float
    final_text: str
    chances: bool = True

    @classmethod
    def of(cls, attribution: Attribution, limit: int = 11) -> WaterfallFigures:
        """The shares of ``rk.shapley``: the biggest, the others together; those of nothing are left out."""
        measure = attribution.measure
        parts = [
            (f"{one_line(row.name, 34)} ({signed(row.value) if row.roll else row.value})", row.share)
            for row in attribution.rows
            if row.share
        ]
        if len(parts) > limit:
            rest = sum((share for _, share in parts[limit - 1 :]), Fraction(0))
            parts[limit - 1 :] = [(f"{len(parts) - limit + 1} others", rest)]
        if measure.outcome is not None:
            parts = _within(parts, attribution.base)
        exact = [exact_text(share) for _, share in parts]
        return cls(
            one_line(f"{measure.title}, share by share", 95),
            [name for name, _ in parts],
            [float(share) for _, share in parts],
            [
                measure.change(share) + (f"  ({'+' * (share > 0)}{text})" if len(text) <= _LONGEST else "")
                for (_, share), text in zip(parts, exact, strict=True)
            ],
            float(attribution.base),
            _brief(measure.short(attribution.base)),
            float(attribution.final),
            _brief(measure.short(attribution.final)),
            measure.outcome is not None,
        )


class Waterfall(Chart[WaterfallFigures]):
    """Bars from the base, each share up or down, to the final figure."""

    width, height = 620, 400

    def key(self, data: WaterfallFigures) -> Hashable:
        return data.title, tuple(data.names), data.chances, self._span(data)

    def _sums(self, data: WaterfallFigures) -> FloatArray:
        return data.base + np.cumsum([0.0, *data.shares])

    def _rows(self, data: WaterfallFigures) -> list[str]:
        return ["without these", *data.names, "with all"]

    def _left(self, data: WaterfallFigures) -> float:
        return 0.03 + 0.0104 * max(map(len, self._rows(data)))

    def _span(self, data: WaterfallFigures) -> tuple[float, float]:
        """The ends of the axis, with room for the longest label."""
        low, high = (float(pick([0.0, *self._sums(data)])) for pick in (min, max))
        room = room_for([*data.texts, data.base_text, data.final_text], self.width * (_RIGHT - self._left(data)))
        return low, low + (high - low or 1) / (1 - room)

    def frame(self, data: WaterfallFigures) -> None:
        ax, rows = self.ax, self._rows(data)
        self.figure.subplots_adjust(self._left(data), 0.125, _RIGHT, 0.91)
        self.rows(rows, 8.5)
        ax.set_xlim(self._span(data))
        percent_axis(ax, data.chances)
        ax.axvline(0, color=INK, linewidth=1)

    def marks(self, data: WaterfallFigures) -> None:
        ax, ends = self.ax, self._sums(data)
        last = len(data.shares) + 1
        boxes(ax, 0, -0.36, data.base, 0.72, GREY)
        boxes(ax, 0, last - 0.36, data.final, 0.72, BOOK)
        for y, (start, share, text) in enumerate(zip(ends, data.shares, data.texts, strict=False), 1):
            boxes(ax, start, y - 0.36, share, 0.72, UP if share > 0 else DOWN)
            self.write(max(start, start + share), y, f" {text}", 8)
        for y, x in enumerate(ends):
            ax.plot([x, x], [y - 0.36, y + 1.36], color=INK, linewidth=0.7)
        for y, x, text in ((0, data.base, data.base_text), (last, data.final, data.final_text)):
            self.write(max(0.0, x), y, f" {text}", 9, weight="bold")

    def alt(self, data: WaterfallFigures) -> str:
        parts = "; ".join(f"{name} {text}" for name, text in zip(data.names, data.texts, strict=True))
        ends = f"without these {data.base_text}; {parts or 'nothing counts'}; with all {data.final_text}"
        return f"Waterfall, {data.title}: {ends}."


def _within(shares: Sequence[tuple[str, Fraction]], base: Fraction) -> list[tuple[str, Fraction]]:
    """The shares in an order in which their running sum stays a chance, where there is one; the biggest first."""
    left, order, total = list(shares), [], base
    while left:
        following = next((one for one in left if 0 <= total + one[1] <= 1), left[0])
        left.remove(following)
        order.append(following)
        total += following[1]
    return order


def _brief(text: str) -> str:
    """A figure without an exact fraction that is too long to stand beside a bar."""
    figure, _, exact = text.partition(", ")
    return text if len(exact) <= _LONGEST else figure
