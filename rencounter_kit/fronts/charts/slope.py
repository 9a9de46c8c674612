"""A chance before and after, a line for each value of a parameter."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...engine.dice.dist import Outcome
from ...engine.formats.drawing import GREY, HOUSE, LINES
from ...engine.words.wording import first_up, number_text
from ...workbook.rulebook.book import Value
from .base import Chart, cut, highest_of, percent, top_of

if TYPE_CHECKING:
    from ...workbook.analysis.comparison import Comparison

DOWN = LINES[0]
_LIMIT = 12  # lines that can still be told apart


@dataclass(frozen=True)
class Pairs:
    """Figures for ``Slope``: for each name the chance on each side; what the sides are called."""

    title: str
    sides: Sequence[str]
    names: Sequence[str]
    values: Sequence[Sequence[float]]  # for each name one value a side
    present: int | None = None
    chances: bool = True  # else means

    @classmethod
    def of(cls, comparison: Comparison, event: Outcome, current: Value = None) -> Pairs:
        """The figures of ``rk.compare`` along its one parameter.

        event : ``None`` for means.
        current : the value now.
        """
        ((name, axis),) = comparison.axes.items()
        return cls(
            f"{first_up(comparison.words(event))}: before and after, by {comparison.check.spelling.words(name)}",
            comparison.names,
            [*map(comparison.check.spelling.value, axis)],
            np.stack(comparison.floats(event), axis=1).tolist(),
            axis.index(current) if current in axis else None,
            event is not None,
        )


class Slope(Chart[Pairs]):
    """A chance by each of two or more sets of rules, a line for each value of a parameter: what rises is orange, what
    falls is blue, what stays is grey.
    """

    def key(self, data: Pairs) -> Hashable:
        return data.title, tuple(data.sides), tuple(data.names), self._top(data)

    def _top(self, data: Pairs) -> float:
        return top_of(highest_of(data.values), data.chances)

    def frame(self, data: Pairs) -> None:
        ax, top = self.ax, self._top(data)
        ends = len(data.sides) - 1
        ax.set(xlim=(-0.05 * ends, 1.05 * ends), ylim=(-0.03 * top, 1.06 * top))
        ax.set_xticks(range(len(data.sides)), [cut(side, 24) for side in data.sides], fontsize=9.5)
        ax.spines[["left", "bottom"]].set_visible(False)
        ax.set_yticks([])
        for place in range(len(data.sides)):
            ax.axvline(place, color=GREY, linewidth=1, zorder=0)
        self.figure.subplots_adjust(0.13, 0.12, max(0.5, 0.86 - 0.0125 * _room(data.names)), 0.88)

    def marks(self, data: Pairs) -> None:
        ax = self.ax
        rows = [(i, list(v)) for i, v in enumerate(data.values) if np.isfinite(v).all()]
        if len(rows) > _LIMIT:  # those that change most; the others stay in the table
            rows = sorted(sorted(rows, key=lambda row: -abs(row[1][-1] - row[1][0]))[:_LIMIT])
        for i, values in rows:
            change = values[-1] - values[0]
            colour = HOUSE if change > 0 else DOWN if change < 0 else "#8A8A8A"
            wide = 3.2 if i == data.present else 1.8
            ax.plot(range(len(values)), values, "-o", color=colour, linewidth=wide, markersize=4, zorder=3)
        top = self._top(data)
        say = percent if data.chances else _plain
        left = [(values[0], say(values[0])) for _, values in rows]
        right = [(values[-1], f"{say(values[-1])}  {data.names[i]}") for i, values in rows]
        ends = len(data.sides) - 1
        for pairs, dot, x, align in ((left, 0, -0.04 * ends, "right"), (right, ends, 1.04 * ends, "left")):
            for y, place, text in _apart(pairs, 0.056 * top, 1.02 * top):
                ax.plot([dot, x], [y, place], color=GREY, linewidth=0.8, zorder=1)
                beside = cut(text, len("100.0 %  ") + _room(data.names))
                self.write(x, place, beside, 8, ha=align, clip_on=False)

    def alt(self, data: Pairs) -> str:
        say = percent if data.chances else _plain
        slopes = [
            f"{name} from {say(values[0])} to {say(values[-1])}"
            for name, values in zip(data.names, data.values, strict=True)
        ]
        return f"Slope chart, {data.title}, from {data.sides[0]} to {data.sides[-1]}: {'; '.join(slopes)}."


def _plain(mean: float) -> str:
    return number_text(mean, 3)


def _room(names: Sequence[str]) -> int:
    """Letters for the names beside a place: one, and what is left of a second."""
    return max(map(len, names), default=0) + 8


def _apart(pairs: Sequence[tuple[float, str]], gap: float, top: float) -> list[tuple[float, float, str]]:
    """Values, and texts beside them from 0 to ``top``, moved as little as keeps them from covering another; those of
    one value on one line.
    """
    from scipy.optimize import isotonic_regression

    merged: dict[float, list[str]] = {}
    for y, text in sorted(pairs):
        merged.setdefault(y, []).append(text)
    if not merged:
        return []
    steps = gap * np.arange(len(merged))
    places = isotonic_regression(np.array(list(merged)) - steps).x.clip(0, top - steps[-1]) + steps
    return [(y, place, _together(texts)) for (y, texts), place in zip(merged.items(), places, strict=True)]


def _together(texts: Sequence[str]) -> str:
    """Texts of one place: the figure once, then every name."""
    figure, *_ = texts[0].partition("  ")
    names = [text.partition("  ")[2] for text in texts]
    return f"{figure}  {', '.join(names)}" if names[0] else figure
