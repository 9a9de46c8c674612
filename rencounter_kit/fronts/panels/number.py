"""A whole number on the page: a slider, and a box that keeps what is typed into it, also where it cannot be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ipywidgets.widgets.widget_string import TextStyle

from ...engine.words.typed import cleaned, whole
from ...workbook.mechanics.parameter import Whole
from .late import w
from .page import Change, Silence, layout, style


def number_box(value: int, low: int = 0, **about: Any) -> w.Text:
    """A box for a number from ``low`` on. It holds text, since a browser leaves out of a field of numbers what it
    does not know: 8,5 would be 85 there, and a minus of a PDF would be gone. The page lets the arrow keys count in it.
    """
    kind = ("rk-number",) if low >= 0 else ("rk-number", "rk-signed")
    return w.Text(str(value), continuous_update=False, _dom_classes=kind, **about)


def number_typed(text: str) -> Any:
    """The number that was typed; what is none as it is, to be refused."""
    number = whole(text)
    return text if number is None else number


class Number:
    """A slider and a box that are one; the slider has the last right value.

    say : is called after each change with what is wrong with the number in the box, "" for nothing.
    label : how the slider is described. ``wrong`` : what is wrong in the box, "" for nothing.
    """

    def __init__(self, parameter: Whole, say: Callable[[str], None], tooltip: str, **label: Any) -> None:
        self._parameter, self._say, self._silent, self.wrong = parameter, say, Silence(), ""
        low, high = parameter.low, parameter.high
        self.slider = w.IntSlider(low, low, high, readout=False, tooltip=tooltip, **label)
        self.box = number_box(low, low, tooltip=tooltip, layout=layout(width="58px"), style=style(TextStyle))
        self.slider.observe(lambda change: self.show(change["new"]), "value")
        self.box.observe(self._typed, "value")

    def show(self, value: int) -> None:
        """Set both."""
        self.slider.value, self.box.value = value, str(value)

    def clear(self) -> None:
        """Empty the box, the slider at its start; that a number is missing is not said before somebody goes on."""
        self.show(self._parameter.low)
        with self._silent:
            self.box.value = ""

    def _typed(self, change: Change) -> None:
        self.wrong = self._must_be(change["new"])
        if not self._silent:
            self._say(self.wrong)
        if not self.wrong:
            self.show(self._parameter.read(change["new"]))

    def _must_be(self, text: str) -> str:
        """What is wrong with a text; "" for nothing."""
        p, number = self._parameter, self._parameter.read(text)
        if type(number) is not int:
            must = "a number" if not cleaned(text) else f"a whole number from {p.low} to {p.high}"
        else:
            must = "" if p.low <= number <= p.high else f"from {p.low} to {p.high}"
        return f"must be {must}; the answer is still for {self.slider.value}" if must else ""
