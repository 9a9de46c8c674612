"""Dice of a step, drawn live: a slider for each parameter that moves, the squares that count, those ringed that
changed.
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence

from ....engine.words.errors import RuleError
from ....engine.words.wording import first_up, fraction_text, percent_text
from ....workbook.analysis.die_squares import DieSquares
from ....workbook.mechanics.parameter import Parameter
from ....workbook.mechanics.registry import checks
from ....workbook.rulebook.text import Value
from ...teaching.card import StrokeText
from ...teaching.lesson import DieText
from ...teaching.rule_of_thumb import stroke_words
from ..die import EventPicture
from ..late import w
from ..page import alert, in_turn, note, row_layout

_KEY = "Ringed: what you changed last."


class DieStep(w.VBox):  # type: ignore[misc]
    """Dice side by side. ``sliders`` : by parameter; one moves all dice that have it.

    stroke : of a fight that has such dice as its strokes, told with its odds.
    """

    def __init__(self, dice: Sequence[DieText], stroke: StrokeText | None = None) -> None:
        self.dice = dice
        self._stroke = stroke if stroke and any(die.check == stroke.check for die in dice) else None
        moved = {name: values for die in reversed(dice) for name, values in die.move.items()}
        first = {name: die.given[name] for die in dice for name in die.move if name in die.given}
        words = {name: label for die in reversed(dice) for name, label in die.say.items()}
        self.sliders = {
            name: _slider(self._parameter(name), words.get(name), values, self._start(name, first))
            for name, values in moved.items()
        }
        small = len(dice) > 1
        self.pictures = [EventPicture(small) for _ in dice]
        self.heads = [note(_dom_classes=("rk-die-head",)) for _ in dice]
        self.odds, self.key = note(), note()
        columns = [
            w.VBox([head, picture], layout=w.Layout(overflow="visible"))
            for head, picture in zip(self.heads, self.pictures, strict=True)
        ]
        super().__init__(
            [*self.sliders.values(), self.odds, w.HBox(columns, layout=row_layout()), self.key],
            layout=w.Layout(overflow="visible"),
            _dom_classes=("rk-die-step", *(("rk-several" if small else "rk-alone"),)),
        )
        for slider in self.sliders.values():
            slider.observe(lambda _: self._show(), "value")
        self._show()

    def _start(self, name: str, first: Mapping[str, Value]) -> Value:
        """Where a parameter begins: as it is given, else as it is usual."""
        return first[name] if name in first else self._parameter(name).default

    def _parameter(self, name: str) -> Parameter:
        moved = next(die for die in self.dice if name in die.move)
        return checks[moved.check].parameters[name]

    @in_turn
    def _show(self) -> None:
        now = {name: slider.value for name, slider in self.sliders.items()}
        for die, head, picture in zip(self.dice, self.heads, self.pictures, strict=True):
            params = {**die.given, **{name: now[name] for name in die.move}}
            name = f"{first_up(die.words)}: " if die.words else ""
            try:
                result = checks[die.check](**params)
                chance = result.event(die.event)
            except RuleError as error:
                head.value = alert(error, spelling=checks[die.check].spelling)
                picture.value = ""
                continue
            squares = picture.show(result, die.event)
            exact = fraction_text(chance) if squares is None else _count_text(squares)
            text = f"{name}{result.check.words(die.event)} <b>{html.escape(exact)} = {percent_text(chance)}</b>"
            head.value = f'<div class="rk-die-fraction" role="status">{text}</div>'
        ringed = any(picture.ringed for picture in self.pictures)
        self.odds.value = f'<div class="rk-words">{html.escape(self._odds(now))}</div>' if self._stroke else ""
        self.key.value = f'<div class="rk-hint">{_KEY}</div>' if ringed else ""

    def _odds(self, now: Mapping[str, Value]) -> str:
        """What a stroke by either side does, and the odds of that."""
        stroke = self._stroke
        return stroke_words(stroke, {stroke.mine[name]: value for name, value in now.items()}) if stroke else ""


def _count_text(squares: DieSquares) -> str:
    count = sum(n for kind, n in zip(squares.kinds, squares.counts, strict=True) if kind.key is True)
    return f"{count:,} of {squares.total:,}"


def _slider(p: Parameter, label: str | None, values: Sequence[Value], start: Value) -> w.Widget:
    begin = start if start in values else values[0]
    return w.SelectionSlider(
        options=[(p.spelling.value(value), value) for value in values],
        value=begin,
        description=label or p.words,
        tooltip=label or p.words,
        _dom_classes=("rk-control",),  # by which a screen reader tells it from the one above
        layout=w.Layout(max_width="546px", width="100%"),
        style={"description_width": "initial"},
    )
