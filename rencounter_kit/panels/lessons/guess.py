"""Guess first, then see: two changes of a situation, each alone and both together."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from fractions import Fraction

import ipywidgets as w

from ... import charts
from ...analysis.interactions import Interaction
from ...charts import GuessBars
from ...mechanics.parameter import whole
from ...wording import fraction_text, percent_text, points_text
from ..controls import Control
from ..page import alert, note, picture
from ..turns import in_turn

CLOSE = 5  # points of a hundred within which a guess is close
_START = 50
_GUESS = whole("your_guess", 0, 100, _START, "How likely is it with both, in percent?")
_HINT = "Set your guess, in percent; then press See. The answer stays hidden until then."


class Card(w.VBox):  # type: ignore[misc]
    """What is known, a guess, and after ``see`` the answer with its reasons.

    guess : in percent. on_see : is called when the answer is shown.
    """

    def __init__(self, on_see: Callable[[], None] = lambda: None) -> None:
        self._on_see, self._chart = on_see, charts.Guess()
        self.interaction: Interaction | None = None
        self.names: Sequence[str] = ("", "")
        self.lesson, self.is_seen, self._silent = "", False, False
        self.question_note, self.view, self.answer_note = note(), note(), note()
        self.control = Control(_GUESS, _START, _GUESS.help, _GUESS.name, 84)
        self.button = w.Button(
            description="See",
            icon="eye",
            button_style="primary",
            tooltip="Show the answer",
            layout=w.Layout(width="84px"),
        )
        self.row = w.HBox([self.control.widget, note("%"), self.button], layout=w.Layout(align_items="center"))
        self.control.widget.layout.width, self.control.source.layout.width = "auto", "420px"
        super().__init__([self.question_note, self.view, self.row, self.answer_note], layout=w.Layout(width="670px"))
        self.control.observe(lambda _: None if self._silent else self._moved())
        self.button.on_click(lambda _: self.see())
        self.rest()

    @property
    def guess(self) -> int:
        """The guess, in percent."""
        return int(self.control.value)

    @guess.setter
    def guess(self, percent: int) -> None:
        self.control.value = percent

    @property
    def off(self) -> Fraction:
        """How far the guess lies above the answer, as a chance; below 0 when it lies below."""
        if self.interaction is None:
            return Fraction(0)
        return Fraction(self.guess, 100) - self.interaction.figures[-1]

    def ask(
        self, interaction: Interaction, question: str, names: Sequence[str], lesson: str = "", guess: int | None = None
    ) -> None:
        """Ask about two changes. question : as HTML. guess : the guess already made, for an answer seen before.

        A job calls this too, and must not wait for its turn; nobody can guess or see before it is all there.
        """
        self._silent = True
        self.interaction, self.names, self.lesson, self.is_seen = interaction, names, lesson, guess is not None
        self.guess = _START if guess is None else guess
        self._silent = False
        self._draw()
        self.answer_note.value = self._answer() if self.is_seen else f'<div class="rk-hint">{_HINT}</div>'
        self._open(not self.is_seen)
        self.question_note.value = question  # last, so that whoever reads it can guess

    @in_turn
    def see(self) -> None:
        """Show the answer; the guess stands."""
        if self.button.disabled:
            return
        self.is_seen = True
        self._open(False)
        self._draw()
        self.answer_note.value = self._answer()
        self._on_see()

    def rest(self) -> None:
        """Nothing to guess for now; what is shown fades."""
        self.interaction = None
        self.view.add_class("rk-stale")
        self._open(False)

    def cannot(self, sentence: str) -> None:
        """Say why there is nothing to guess."""
        self.rest()
        self.answer_note.value = alert(sentence)

    def _open(self, to_guess: bool) -> None:
        """Can a guess be made?"""
        for part in (*self.control.parts, self.button):
            part.disabled = not to_guess

    @in_turn
    def _moved(self) -> None:
        if not self.button.disabled:
            self._draw()

    def _draw(self) -> None:
        if self.interaction is None:
            return
        data = GuessBars.of(self.interaction, self.names, self.guess, self.is_seen)
        self.view.value = picture(self._chart, data)
        self.view.remove_class("rk-stale")

    # The answer in words

    def _answer(self) -> str:
        interaction = self.interaction
        if interaction is None:
            return ""
        both, reasons = interaction.figures[-1], [self._sum(interaction), *interaction.reasons]
        exact = f" ({fraction_text(both)})" if 0 < both < 1 else ""
        lesson = f"<b>{html.escape(self.lesson)}</b>" if self.lesson else ""
        points = "".join(f"<li>{html.escape(reason)}</li>" for reason in reasons)
        return (
            f'<div role="status" aria-live="polite">'
            f'<div class="rk-words"><b>{percent_text(both)}</b>{exact} with both. {self._verdict()}</div>'
            f'<div class="rk-lesson">{lesson}</div></div><ul class="rk-reasons">{points}</ul>'
        )

    def _verdict(self) -> str:
        off = self.off
        if abs(off) * 200 <= 1:
            return f"You guessed {self.guess} %: you cannot come nearer."
        points = points_text(abs(off)).removeprefix("+")
        well = "close, only" if is_close(off) else "that is"
        return f"You guessed {self.guess} %: {well} {points} too {'high' if off > 0 else 'low'}."

    @staticmethod
    def _sum(interaction: Interaction) -> str:
        """Alone, added up, and how it is."""
        neither, one, other, _ = interaction.figures
        each = [points_text(change) for change in (one - neither, other - neither)]
        if not interaction.apart:
            together = points_text(one + other - 2 * neither)
            return f"Alone they change it by {each[0]} and {each[1]}, together by {together}: they simply add up."
        more = "more" if interaction.apart > 0 else "less"
        apart = points_text(abs(interaction.apart)).removeprefix("+")
        return (
            f"Alone they change it by {each[0]} and {each[1]}. If they simply added up, it would be "
            f"{float(100 * (one + other - neither)):.1f} %; it is {apart} {more}."
        )


def is_close(off: Fraction) -> bool:
    """Is a guess that is this far off still close?"""
    return abs(off) * 100 <= CLOSE
