"""A chance over two parameters, as a map."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

import matplotlib as mpl
import numpy as np

from ..dice.chances import FloatArray
from ..rulebook.book import Value
from .base import HOUSE, SHARE, Chart, highest_of, ink_on, percent, top_of


@dataclass(frozen=True)
class Field:
    """Figures for ``Heat``: a chance for each pair of values; where we are now. chances : false for a mean."""

    title: str
    xlabel: str
    ylabel: str
    x: Sequence[Value]
    y: Sequence[Value]
    values: FloatArray = field(compare=False)
    here: tuple[int | None, int | None] = (None, None)
    chances: bool = True


class Heat(Chart[Field]):
    """A chance over two parameters: darker is more likely, the number stands in each cell."""

    def key(self, data: Field) -> Hashable:
        return (
            data.title,
            data.xlabel,
            data.ylabel,
            tuple(map(str, data.x)),
            tuple(map(str, data.y)),
            data.values.tobytes(),
            data.chances,
        )

    def frame(self, data: Field) -> None:
        ax, values = self.ax, data.values
        colours, low, high = self.scale(data)
        cmap = colours.with_extremes(bad="#F4F4F4")
        ax.imshow(np.ma.masked_invalid(values), aspect="auto", cmap=cmap, vmin=low, vmax=high, origin="lower")
        step = max(1, int(np.ceil(len(data.x) / 13)))
        ax.set_xticks(np.arange(len(data.x))[::step], [str(v) for v in data.x][::step])
        step = max(1, int(np.ceil(len(data.y) / 13)))
        ax.set_yticks(np.arange(len(data.y))[::step], [str(v) for v in data.y][::step])
        if max(len(str(v)) for v in data.x) > 5:
            ax.tick_params(axis="x", rotation=20)
            for label in ax.get_xticklabels():
                label.set_horizontalalignment("right")
        ax.set(xlabel=data.xlabel, ylabel=data.ylabel)
        if values.size <= 200:
            size = 8 if values.size <= 90 else 6.5
            for (i, j), v in np.ndenumerate(values):
                if np.isfinite(v):
                    ink = ink_on(mpl.colors.to_hex(cmap((v - low) / (high - low))))
                    ax.text(j, i, self.cell(v, data), ha="center", va="center", fontsize=size, color=ink)
        left = min(0.36, 0.085 + 0.0165 * max(len(str(v)) for v in data.y))
        bottom = 0.3 if max(len(str(v)) for v in data.x) > 5 else 0.17
        self.figure.subplots_adjust(left, bottom, 0.97, 0.89)

    def scale(self, data: Field) -> tuple[mpl.colors.Colormap, float, float]:
        """Colours, and the figures for the first and the last of them."""
        return SHARE, 0, top_of(highest_of(data.values))

    def cell(self, value: float, data: Field) -> str:
        """A figure in its cell."""
        return f"{100 * value:.0f}" if value == 0 or value >= 0.095 else f"{100 * value:.1f}"

    def marks(self, data: Field) -> None:
        x, y = data.here
        if x is not None and y is not None:
            self.ax.add_patch(mpl.patches.Rectangle((x - 0.5, y - 0.5), 1, 1, fill=False, edgecolor=HOUSE, linewidth=3))

    def alt(self, data: Field) -> str:
        values = data.values[np.isfinite(data.values)]
        if not values.size:
            return f"Heatmap, {data.title}, over {data.xlabel} and {data.ylabel}: no figure."
        low, high = values.min(), values.max()
        span = f"Heatmap, {data.title}, over {data.xlabel} and {data.ylabel}: from {percent(low)} to {percent(high)}"
        x, y = data.here
        here = f"; here {percent(float(data.values[y, x]))}" if x is not None and y is not None else ""
        return span + here + "."
