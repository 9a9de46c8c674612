"""A whole number on the page: a slider, and a box that keeps what is typed into it, also where it cannot be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets as w
from ipywidgets.widgets.widget_description import DescriptionStyle

from ..mechanics.parameter import Parameter
from .looks import layout, style
from .page import Change


class Number:
    """A slider and a box that are one; the slider has the last right value.

    say : is called after each change with what is wrong with the number in the box, "" for nothing. label : how the
    slider is described.
    """

    def __init__(self, parameter: Parameter, say: Callable[[str], None], tooltip: str, **label: Any) -> None:
        self._parameter, self._say = parameter, say
        low, high = parameter.low, parameter.high
        self.slider = w.IntSlider(low, low, high, readout=False, tooltip=tooltip, **label)
        # One that keeps to its bounds would make 24 of 30 and say nothing, one for whole numbers 55 of 5.5.
        unnamed = style(DescriptionStyle)
        self.box = w.FloatText(low, step=1, tooltip=tooltip, layout=layout(width="58px"), style=unnamed)
        self.slider.observe(lambda change: self.show(change["new"]), "value")
        self.box.observe(self._typed, "value")

    def show(self, value: int) -> None:
        """Set both."""
        self.slider.value = self.box.value = value

    def _typed(self, change: Change) -> None:
        typed, p = change["new"], self._parameter
        if not typed.is_integer():
            self._say(f"must be a whole number from {p.low} to {p.high}; the answer is still for {self.slider.value}")
        elif not p.low <= typed <= p.high:
            self._say(f"must be from {p.low} to {p.high}; the answer is still for {self.slider.value}")
        else:
            self._say("")
            self.slider.value = int(typed)
