"""A number that a line of dice leaves open, as ``{n}``: its value and its range, and the answers for all of
that range.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping
from functools import lru_cache
from math import prod
from typing import NamedTuple

from ....engine.notation.answer import DiceAnswer, answered
from ....engine.notation.placeholders import filled, placeholders
from ....engine.notation.sweep import MOST_CELLS, DiceSweep
from ....engine.words.errors import RuleError
from ....engine.words.typed import whole, whole_hint
from ....engine.words.wording import as_text
from ..late import w
from ..number import number_box
from ..page import Change, Silence, layout, note

MOST_VALUES = 100  # in a range
_LARGEST = 1_000_000


class SliderValue(NamedTuple):
    """A value, and the lowest and the highest that the slider has."""

    value: int = 4
    low: int = 1
    high: int = 10

    @property
    def values(self) -> range:
        """All of them."""
        return range(self.low, self.high + 1)


Numbers = Mapping[str, SliderValue]


def ranged(name: str, value: object, low: object = None, high: object = None) -> SliderValue:
    """A value within a range, which is as usual where it is not given; ``RuleError`` for one that cannot be."""
    usual = SliderValue()
    for one in (value, low, high):
        if one is not None and (type(one) is not int or abs(one) > _LARGEST):
            raise RuleError(f"{name} must be a whole number up to {_LARGEST:,}; got {as_text(one)}; try 4")
    now = value if isinstance(value, int) else None
    first = low if isinstance(low, int) else min(usual.low, usual.low if now is None else now)
    last = high if isinstance(high, int) else max(usual.high, first, usual.high if now is None else now)
    if not 0 <= last - first < MOST_VALUES:
        raise RuleError(
            f"a range of {name} must run from low to high over at most {MOST_VALUES} numbers; got {first} to "
            f"{last}; try 1 to 10"
        )
    return SliderValue(min(max(first, usual.value if now is None else now), last), first, last)


@lru_cache(maxsize=64)
def swept(text: str, values: tuple[tuple[str, int], ...], ranges: tuple[tuple[str, range], ...]) -> DiceSweep:
    """A line for all numbers of some ranges.

    values : of the other names.
    """
    return DiceSweep(text, dict(values), dict(ranges))


def answer_of(text: str, numbers: Numbers) -> DiceAnswer:
    """What comes of a line with the numbers as they are; read alike over their whole ranges, where these are not too
    many.
    """
    names = placeholders(text)
    if not names:
        return answered(text, several=True)
    if prod(len(numbers[name].values) for name in names) > MOST_CELLS:
        return answered(filled(text, {name: numbers[name].value for name in names}), several=True)
    ranges = tuple((name, numbers[name].values) for name in names)
    return swept(text, (), ranges)[tuple(numbers[name].value for name in names)]


class DiceNumber(w.VBox):  # type: ignore[misc]
    """A slider for such a number, a box beside it, and two boxes for the ends of its range.

    now : value and range as they were last right.
    changed : is called after each change.
    """

    def __init__(self, name: str, now: SliderValue, changed: Callable[[], None]) -> None:
        self.name, self.now, self._changed, self._silent = name, now, changed, Silence()
        self.slider = w.IntSlider(
            now.value,
            now.low,
            now.high,
            readout=False,
            tooltip=f"{name} in your lines",
            layout=layout(flex="1 1 60px", width="auto"),
        )
        self.box, self.low, self.high = (
            number_box(value, -_LARGEST, tooltip=tip, layout=layout(width=wide))
            for value, tip, wide in (
                (now.value, f"{name}: the number", "52px"),
                (now.low, f"{name} from", "46px"),
                (now.high, f"{name} to", "46px"),
            )
        )
        label = note(f"<b>{html.escape('{' + name + '}')}</b>", _dom_classes=("rk-dice-name",))
        self.below = note(_dom_classes=("rk-dice-below",))
        row = w.HBox(
            [label, self.slider, self.box, note("from"), self.low, note("to"), self.high], layout=layout(width="100%")
        )
        super().__init__([row, self.below], layout=layout(), _dom_classes=("rk-dice-number",))
        self.slider.observe(self._slid, "value")
        for field in (self.box, self.low, self.high):
            field.observe(self._typed, "value")

    def show(self, now: SliderValue) -> None:
        """Set all of it."""
        with self._silent:
            self.now = now
            self.slider.min, self.slider.max = min(self.slider.min, now.low), max(self.slider.max, now.high)
            self.slider.min, self.slider.max = now.low, now.high
            self.slider.value = now.value
            for field, value in zip((self.box, self.low, self.high), now, strict=True):
                field.value = str(value)
            self.below.value = ""

    def _slid(self, change: Change) -> None:
        if not self._silent:
            self._go(self.now._replace(value=change["new"]))

    def _typed(self, _: Change) -> None:
        if self._silent:
            return
        texts = [field.value for field in (self.box, self.low, self.high)]
        try:
            value, low, high = (_whole(self.name, text) for text in texts)
            now = ranged(self.name, value, low, high)
            if now.value != value and (low, high) == (self.now.low, self.now.high):
                raise RuleError(f"{self.name} must be from {low} to {high}; got {value}; change the range first")
        except RuleError as error:
            self.below.value = f'<p class="rk-error" role="alert">{html.escape(str(error))}</p>'
            return
        self._go(now)

    def _go(self, now: SliderValue) -> None:
        self.show(now)
        self._changed()


def _whole(name: str, text: str) -> int:
    number = whole(text)
    if number is None:
        raise RuleError(f"{name} must be a whole number; got {as_text(text)}{whole_hint(text) or '; try 4'}")
    return number
