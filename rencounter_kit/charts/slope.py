"""A chance before and after, a line for each value of a parameter."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..wording import value_text, words
from .base import GREY, HOUSE, INK, LINES, Chart, highest_of, percent, top_of

if TYPE_CHECKING:
    from ..comparison import Comparison

DOWN = LINES[0]
_MOST = 12  # lines that can still be told apart


@dataclass(frozen=True)
class Pairs:
    """Figures for ``Slope``: for each name the chance on each side; what the sides are called."""

    title: str
    sides: Sequence[str]
    names: Sequence[str]
    values: Sequence[Sequence[float]]  # for each name one value a side
    here: int | None = None
    chances: bool = True  # else means

    @classmethod
    def of(cls, found: Comparison, event: Any, here: Any = None) -> Pairs:
        """The figures of ``rk.compare`` along its one parameter. event : ``None`` for means. here : the value now."""
        ((name, axis),) = found.axes.items()
        return cls(
            f"{found.words(event).capitalize()}: before and after, by {words(name)}",
            found.names,
            [value_text(value) for value in axis],
            np.stack(found.floats(event), axis=1).tolist(),
            axis.index(here) if here in axis else None,
            event is not None,
        )


class Slope(Chart):
    """A chance by each of two or more sets of rules, a line for each value of a parameter: what rises is orange, what falls
    is blue, what stays is grey."""

    def key(self, data: Pairs) -> Hashable:
        return data.title, tuple(data.sides), tuple(data.names), self._top(data)

    def _top(self, data: Pairs) -> float:
        highest = highest_of(data.values)
        return top_of(highest) if data.chances else highest or 1.0

    def frame(self, data: Pairs) -> None:
        ax, top = self.ax, self._top(data)
        ends = len(data.sides) - 1
        ax.set(xlim=(-0.06 * ends, 1.06 * ends), ylim=(-0.03 * top, 1.06 * top))
        ax.set_xticks(range(len(data.sides)), [_cut(side) for side in data.sides], fontsize=9.5)
        ax.spines[["left", "bottom"]].set_visible(False)
        ax.set_yticks([])
        for place in range(len(data.sides)):
            ax.axvline(place, color=GREY, linewidth=1, zorder=0)
        longest = max((len(name) for name in data.names), default=0)
        self.figure.subplots_adjust(0.13, 0.12, max(0.5, 0.86 - 0.0155 * longest), 0.88)

    def marks(self, data: Pairs) -> None:
        ax = self.ax
        rows = [(i, list(v)) for i, v in enumerate(data.values) if np.isfinite(v).all()]
        if len(rows) > _MOST:  # those that change most; the others stay in the table
            rows = sorted(sorted(rows, key=lambda row: -abs(row[1][-1] - row[1][0]))[:_MOST])
        for i, values in rows:
            change = values[-1] - values[0]
            colour = HOUSE if change > 0 else DOWN if change < 0 else "#8A8A8A"
            wide = 3.2 if i == data.here else 1.8
            ax.plot(range(len(values)), values, "-o", color=colour, linewidth=wide, markersize=4)
        gap = 0.066 * self._top(data)
        say = percent if data.chances else _plain
        left = [(values[0], say(values[0])) for _, values in rows]
        right = [(values[-1], f"{say(values[-1])}  {data.names[i]}") for i, values in rows]
        ends = len(data.sides) - 1
        for pairs, x, align in ((left, -0.03 * ends, "right"), (right, 1.03 * ends, "left")):
            for y, text in _apart(pairs, gap):
                ax.text(x, y, text, ha=align, va="center", fontsize=8, color=INK, clip_on=False)

    def alt(self, data: Pairs) -> str:
        say = percent if data.chances else _plain
        said = [
            f"{name} from {say(values[0])} to {say(values[-1])}"
            for name, values in zip(data.names, data.values, strict=True)
        ]
        return f"Slope chart, {data.title}, from {data.sides[0]} to {data.sides[-1]}: {'; '.join(said)}."


def _plain(mean: float) -> str:
    return f"{mean:.3g}"


def _cut(name: str, longest: int = 24) -> str:
    return name if len(name) <= longest else name[: longest - 1] + "…"


def _apart(pairs: Sequence[tuple[float, str]], gap: float) -> list[tuple[float, str]]:
    """Texts beside their values, moved apart so that none covers another; equal ones on one line."""
    merged: dict[float, list[str]] = {}
    for y, text in sorted(pairs):
        merged.setdefault(y, []).append(text)
    places: list[float] = []
    for y in merged:
        places.append(max(y, places[-1] + gap) if places else y)
    over = places[-1] - max(merged) if places else 0.0
    shift = over / 2
    return [(place - shift, _together(texts)) for place, texts in zip(places, merged.values(), strict=True)]


def _together(texts: Sequence[str]) -> str:
    """Texts of one place: the figure once, then every name."""
    figure, *_ = texts[0].partition("  ")
    names = [text.partition("  ")[2] for text in texts]
    return f"{figure}  {', '.join(names)}" if names[0] else figure
