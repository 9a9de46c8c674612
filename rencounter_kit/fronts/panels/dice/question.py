"""What the tools ask about lines of dice: the mean, or the chance of a number, of that or more, or of that or less."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from ....engine.notation.answer import DiceAnswer
from ....engine.words.errors import RuleError
from ....engine.words.typed import whole, whole_hint
from ....engine.words.wording import AT_LEAST, AT_MOST, EXACTLY, as_text
from ..late import w
from ..number import number_box
from ..page import Silence, field, layout, offer
from .numbers import SliderValue
from .view import AnsweredLine, DiceView

MEAN = "mean"


class DiceQuestion(NamedTuple):
    """How it is asked, and about which number; of a line that is yes or no, always the chance of a yes."""

    kind: str
    number: int = 0

    def of(self, answer: DiceAnswer) -> Fraction:
        """The exact answer."""
        if answer.is_test:
            return answer["yes"]
        return answer.mean if self.kind == MEAN else answer.dist.read([self.number], self.kind)[0]

    def is_chance(self, answer: DiceAnswer) -> bool:
        """Is the answer a chance, and not a mean?"""
        return answer.is_test or self.kind != MEAN

    def text(self, answer: DiceAnswer) -> str:
        """What is asked, in words."""
        if answer.is_test:
            return "a yes"
        return {MEAN: "the mean", AT_LEAST: f"{self.number} or more", AT_MOST: f"{self.number} or less"}.get(
            self.kind, f"exactly {self.number}"
        )


class DiceSubject(w.HBox):  # type: ignore[misc]
    """What the tools ask about, and menus to ask it.

    view, numbers : what comes of the lines, and the numbers that they leave open.
    changed : is called when something else is asked.
    """

    def __init__(self, changed: Callable[[], None]) -> None:
        self.view, self.numbers = DiceView(()), dict[str, SliderValue]()
        self.line = w.Dropdown(options=[("1", 0)], tooltip="Which line to ask about", layout=layout(width="200px"))
        self.kind = field(w.Dropdown, "", "What to ask", "92px", options=[AT_LEAST, AT_MOST, EXACTLY, MEAN])
        self.number = number_box(12, -1, tooltip="Which number to ask about", layout=layout(width="64px"))
        self._silent = Silence()
        super().__init__([self.line, self.kind, self.number], layout=w.Layout(flex_flow="row wrap"))
        self._silent.listen(changed, *self.children)

    def offer(self) -> None:
        """Offer the lines that there are; the one that was chosen stays while it is there."""
        self.layout.display = ""
        if self.view.lines:
            with self._silent:
                offer(self.line, [(one.name, one.place) for one in self.view.lines])

    @property
    def question(self) -> DiceQuestion:
        """What is asked; ``RuleError`` for a number that is none."""
        number = whole(self.number.value)
        if number is None:
            if self.kind.value == MEAN:
                return DiceQuestion(MEAN)
            hint = whole_hint(self.number.value) or "; try 12"
            raise RuleError(f"the number to ask about must be a whole number; got {as_text(self.number.value)}{hint}")
        return DiceQuestion(self.kind.value, number)

    @property
    def chosen(self) -> AnsweredLine:
        """The line that is asked about; ``RuleError`` where there is none."""
        if not (lines := self.view.lines):
            raise RuleError("there is no answer to ask about; change a line or reset")
        return next((one for one in lines if one.place == self.line.value), lines[0])
