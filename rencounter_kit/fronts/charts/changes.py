"""What a change of rules does over two parameters, as a map of ups and downs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import matplotlib as mpl
import numpy as np

from ...engine.dice.dist import Outcome
from ...engine.words.wording import decimal_text, first_up, number_text
from .base import highest_of
from .heat import Field, Heat

if TYPE_CHECKING:
    from ...workbook.analysis.comparison import Comparison

# Blue is down, orange is up, white is no change: told apart by colour-blind eyes, and the sign stands in each cell.
UP_AND_DOWN = mpl.colors.LinearSegmentedColormap.from_list("up and down", ["#0072B2", "#FFFFFF", "#E69F00"])
_REACHES = (1.0, 2.5, 5.0, 10.0)  # ends of the scale, and ten times as much, a tenth of it, and so on
_LEAST_POINTS, _LEAST_MEAN = 1.0, 0.01  # the finest scales


class Changes(Heat):
    """A change over two parameters, of a chance in percentage points or of a mean as it is; the scale is centred on
    zero. ``values`` are points, or changes of the mean where ``chances`` is false.
    """

    def scale(self, data: Field) -> tuple[mpl.colors.Colormap, float, float]:
        highest = max(highest_of(np.abs(data.values)), _LEAST_POINTS if data.chances else _LEAST_MEAN)
        ten = 10.0 ** np.floor(np.log10(highest))
        reach = next(reach * ten for reach in _REACHES if highest <= reach * ten)
        return UP_AND_DOWN, -reach, reach

    def cell(self, value: float, data: Field) -> str:
        """In few characters; a change that is too small to be read is no 0."""
        places = 1 if data.chances else 2
        if abs(value) >= 9.95:
            return decimal_text(value, 0, True)
        return decimal_text(value, places, True) if abs(value) >= 0.5 / 10**places else "~0" if value else "0"

    def end(self, figure: float, data: Field) -> str:
        return number_text(figure, 3, sign=True) + (" points" if data.chances else "")

    def alt(self, data: Field) -> str:
        values = data.values[np.isfinite(data.values)]
        over = f"Heatmap of changes, {data.title}, over {data.xlabel} and {data.ylabel}"
        if not values.size:
            return f"{over}: no figure."
        changed = int(np.count_nonzero(values))
        low, high = (self.cell(one, data) for one in (values.min(), values.max()))
        points = " points" if data.chances else ""
        return f"{over}: from {low} to {high}{points}; {changed} of {values.size} cells change."


def changes_of(comparison: Comparison, event: Outcome) -> Field:
    """The change of ``rk.compare`` over its two parameters, the second one across.

    event : ``None`` for means.
    """
    (y, rows), (x, columns) = comparison.axes.items()
    read = comparison.check.spelling
    up, across = ([*map(read.value, axis)] for axis in (rows, columns))
    points = "" if event is None else " in percentage points"
    title = f"{first_up(comparison.words(event))}: change{points}"
    return Field(title, read.words(x), read.words(y), across, up, comparison.change(event), chances=event is not None)
