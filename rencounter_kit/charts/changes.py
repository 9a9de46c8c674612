"""What a change of rules does over two parameters, as a map of ups and downs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import numpy as np

from ..wording import value_text, words
from .base import highest_of
from .heat import Field, Heat

if TYPE_CHECKING:
    from ..comparison import Comparison

# Blue is down, orange is up, white is no change: told apart by colour-blind eyes, and the sign stands in each cell.
UP_AND_DOWN = mpl.colors.LinearSegmentedColormap.from_list("up and down", ["#0072B2", "#FFFFFF", "#E69F00"])
_REACHES = (1.0, 2.5, 5.0, 10.0, 25.0, 50.0, 100.0)  # points of a hundred at the ends of the scale


class Changes(Heat):
    """A change in points of a hundred over two parameters; the scale is centred on zero. ``values`` are points."""

    def scale(self, values: Any) -> tuple[Any, float, float]:
        highest = highest_of(np.abs(values))
        reach = next((reach for reach in _REACHES if highest <= reach), _REACHES[-1])
        return UP_AND_DOWN, -reach, reach

    def cell(self, value: float) -> str:
        return (
            f"{value:+.0f}"
            if abs(value) >= 9.95
            else f"{value:+.1f}"
            if abs(value) >= 0.05
            else "0"
            if value == 0
            else "~0"
        )

    def alt(self, data: Field) -> str:
        shown = data.values[np.isfinite(data.values)]
        over = f"Heatmap of changes, {data.title}, over {data.xlabel} and {data.ylabel}"
        if not shown.size:
            return f"{over}: no figure."
        changed = int(np.count_nonzero(shown))
        return f"{over}: from {shown.min():+.1f} to {shown.max():+.1f} points; {changed} of {shown.size} cells change."


def changes_of(found: Comparison, event: Any) -> Field:
    """The change of ``rk.compare`` over its two parameters, the second one across. event : ``None`` for means."""
    (y, rows), (x, columns) = found.axes.items()
    up, across = ([value_text(value) for value in axis] for axis in (rows, columns))
    points = "" if event is None else " in points of a hundred"
    title = f"{found.words(event).capitalize()}: change{points}"
    return Field(title, words(x), words(y), across, up, found.change(event))
