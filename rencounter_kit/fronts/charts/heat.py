"""A chance over two parameters, as a map."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

import matplotlib as mpl
import numpy as np

from ...engine.dice.chances import FloatArray
from ...engine.formats.drawing import HOUSE, ink_on
from ...engine.words.wording import decimal_text, number_text
from ...workbook.rulebook.book import Value
from .base import SHARE, Chart, highest_of, percent, top_of


@dataclass(frozen=True)
class Field:
    """Figures for ``Heat``: a chance for each pair of values; where we are now.

    chances : false for a mean.
    """

    title: str
    xlabel: str
    ylabel: str
    x: Sequence[Value]
    y: Sequence[Value]
    values: FloatArray = field(compare=False)
    present: tuple[int | None, int | None] = (None, None)
    chances: bool = True


class Heat(Chart[Field]):
    """A chance over two parameters: darker is more likely, the number stands in each cell."""

    def key(self, data: Field) -> Hashable:
        names = (tuple(map(str, axis)) for axis in (data.x, data.y))
        return data.title, data.xlabel, data.ylabel, *names, data.values.tobytes(), data.chances

    def frame(self, data: Field) -> None:
        ax, values = self.ax, data.values
        colours, low, high = self.scale(data)
        cmap = colours.with_extremes(bad="#F4F4F4")
        ax.imshow(np.ma.masked_invalid(values), aspect="auto", cmap=cmap, vmin=low, vmax=high, origin="lower")
        for axis, values_there in ((ax.xaxis, data.x), (ax.yaxis, data.y)):
            numbers = all(re.fullmatch(r"-?[\d.]+", str(v)) for v in values_there)
            step = max(1, int(np.ceil(len(values_there) / 13))) if numbers else 1  # no name goes without saying
            names = [str(v) for v in values_there][::step]
            axis.set_ticks(np.arange(len(values_there))[::step], names, fontsize=8.5 if len(names) <= 13 else 7)
        ax.set(xlabel=data.xlabel, ylabel=data.ylabel)
        if values.size <= 200:
            size = 8 if values.size <= 90 else 6.5
            for (i, j), v in np.ndenumerate(values):
                if np.isfinite(v):
                    ink = ink_on(mpl.colors.to_hex(cmap((v - low) / (high - low))))
                    self.write(j, i, self.cell(v, data), size, ha="center", color=ink)
        else:
            self._explain(colours, low, high, data)
        self._place(data)

    def _place(self, data: Field) -> None:
        """Room for the names at the left and below, which hang aslant where they would run into each other."""
        left, below = min(0.36, 0.085 + 0.0165 * max(len(str(v)) for v in data.y)), self.ax.get_xticklabels()
        names = [label.get_text() for label in below]
        letters = [len(name) for name in names]
        each = 0.97 * self.width * (1 - left) / len(below)  # dots for a name
        aslant = 6.5 * max(letters) > each
        bottom = 0.17
        if aslant:
            wide = 0.52 * float(below[0].get_fontsize())  # dots that a letter takes along each axis
            left = max(left, *((wide * many - i * each) / self.width for i, many in enumerate(letters)))
            bottom = min(0.48, 0.16 + 0.0135 * max(letters))
            self.ax.set_xticks(self.ax.get_xticks(), names, rotation=38, ha="right", rotation_mode="anchor")
        self.figure.subplots_adjust(left, bottom, 0.97, 0.89)

    def _explain(self, colours: mpl.colors.Colormap, low: float, high: float, data: Field) -> None:
        """What the colours mean, where the cells have no room for figures."""
        key = self.ax.inset_axes((0.72, 1.03, 0.16, 0.045))
        key.imshow(np.linspace(0, 1, 64)[None, :], aspect="auto", cmap=colours)
        key.set_axis_off()
        for x, ha, figure in ((0.71, "right", low), (0.89, "left", high)):
            text = self.end(figure, data)
            self.write(x, 1.05, text, 8, transform=self.ax.transAxes, ha=ha)

    def end(self, figure: float, data: Field) -> str:
        """An end of the scale of colours."""
        return f"{number_text(100 * figure, 3)} %" if data.chances else number_text(figure, 3)

    def scale(self, data: Field) -> tuple[mpl.colors.Colormap, float, float]:
        """Colours, and the figures for the first and the last of them."""
        return SHARE, 0, top_of(highest_of(data.values), data.chances)

    def cell(self, value: float, data: Field) -> str:
        """A figure in its cell."""
        if not data.chances:
            return number_text(value, 3)
        return decimal_text(100 * value, 0 if value == 0 or value >= 0.095 else 1)

    def marks(self, data: Field) -> None:
        x, y = data.present
        if x is not None and y is not None:
            self.ax.add_patch(mpl.patches.Rectangle((x - 0.5, y - 0.5), 1, 1, fill=False, edgecolor=HOUSE, linewidth=3))

    def alt(self, data: Field) -> str:
        values = data.values[np.isfinite(data.values)]
        if not values.size:
            return f"Heatmap, {data.title}, over {data.xlabel} and {data.ylabel}: no figure."
        text_of = percent if data.chances else number_text
        low, high = text_of(float(values.min())), text_of(float(values.max()))
        span = f"Heatmap, {data.title}, over {data.xlabel} and {data.ylabel}: from {low} to {high}"
        x, y = data.present
        present_text = f"; here {text_of(float(data.values[y, x]))}" if x is not None and y is not None else ""
        return span + present_text + "."
