"""Guess first, then see: two changes of a situation, each alone and both together."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from fractions import Fraction

import ipywidgets as w

from ... import charts
from ...analysis.by_hand import WayStep
from ...analysis.interactions import Interaction
from ...charts import GuessBars
from ...mechanics.parameter import whole
from ...wording import fraction_text, percent_text, points_text
from ..controls import Control
from ..die import four_cases
from ..lock import in_turn
from ..looks import layout
from ..page import alert, note, picture
from ..silence import Silence

CLOSE = 5  # points of a hundred within which a guess is close
_GUESS = whole("your_guess", 0, 100, 0, "How likely is it with both, in percent?")
_HINT = "Set your guess, in percent, with the slider or in the box; then press See. The answer stays hidden until then."


class Card(w.HBox):  # type: ignore[misc]
    """What is known, a guess, and after ``see`` the answer, how it is worked out by hand, and the reasons.

    guess : in percent. on_see : is called with it when the answer is shown. below : further widgets under the guess.
    """

    def __init__(self, on_see: Callable[[int], None] = lambda guess: None, below: Sequence[w.Widget] = ()) -> None:
        self._on_see, self._chart = on_see, charts.Guess()
        self.interaction: Interaction | None = None
        self.names: Sequence[str] = ("", "")
        self.way: Sequence[WayStep] = ()
        self.lesson, self.is_seen, self.alone, self._silent = "", False, True, Silence()
        self.question_note, self.view, self.answer_note = note(), note(), note()
        self.control = Control(_GUESS, 0, _GUESS.help, _GUESS.name, 84)
        self.button = w.Button(
            description="See",
            icon="eye",
            button_style="primary",
            tooltip="Show the answer",
            layout=w.Layout(width="84px"),
        )
        self.control.forget_while_wrong()
        self.row = w.HBox([self.control.widget, note("%"), self.button], layout=w.Layout(align_items="center"))
        self.row.add_class("rk-guess")
        self.control.widget.layout, self.control.source.layout = layout(overflow="visible"), layout(width="310px")
        guess = w.VBox([self.question_note, self.row, *below, self.view], layout=w.Layout(width="546px"))
        answer = w.VBox([self.answer_note], layout=w.Layout(flex="1 1 340px", min_width="300px", margin="0 0 0 14px"))
        super().__init__([guess, answer], layout=w.Layout(flex_flow="row wrap", align_items="flex-start"))
        for part in self.control.parts:  # the slider and the box, which alone changes where the guess is 0
            part.observe(lambda _: None if self._silent else self._moved(), "value")
        self.button.on_click(lambda _: self.see())
        self.rest()

    @property
    def guess(self) -> int | None:
        """The guess, in percent; ``None`` while there is none."""
        return None if self.control.wrong else int(self.control.value)

    @guess.setter
    def guess(self, percent: int | None) -> None:
        if percent is None:
            self.control.clear()
        else:
            self.control.value = percent

    def ask(
        self,
        interaction: Interaction,
        way: Sequence[WayStep],
        question: str,
        names: Sequence[str],
        lesson: str = "",
        guess: int | None = None,
        alone: bool = True,
    ) -> None:
        """Ask about two changes. way : to the answer, by hand. question : as HTML. guess : the guess already made, for an
        answer seen before. alone : is shown what each change does alone?

        A job calls this too, and must not wait for its turn; nobody can guess or see before it is all there.
        """
        self.interaction, self.way, self.names, self.lesson = interaction, way, names, lesson
        self.is_seen, self.alone = guess is not None, alone
        with self._silent:
            self.guess = guess
        self._draw()
        self.answer_note.value = self._answer() if self.is_seen else f'<div class="rk-hint">{_HINT}</div>'
        self._open(not self.is_seen)
        self.question_note.value = question  # last, so that whoever reads it can guess

    @in_turn
    def see(self) -> None:
        """Show the answer; the guess stands. Without a guess, ask for one."""
        if self.button.disabled:
            return
        guess = self.guess
        if guess is None:
            self.control.say_wrong()
            return
        self.is_seen = True
        self._open(False)
        self._draw()
        self.answer_note.value = self._answer()
        self._on_see(guess)

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
        data = GuessBars.of(self.interaction, self.names, self.guess, self.is_seen, self.alone)
        self.view.value = picture(self._chart, data)
        self.view.remove_class("rk-stale")

    # The answer in words

    def _answer(self) -> str:
        interaction, guess = self.interaction, self.guess
        if interaction is None or guess is None:
            return ""
        both = interaction.figures[-1]
        exact = f" ({fraction_text(both)})" if 0 < both < 1 else ""
        lesson = f'<div class="rk-lesson"><b>{html.escape(self.lesson)}</b></div>' if self.lesson else ""
        steps = "".join(f"<li>{_step(step)}</li>" for step in self.way)
        way = f'<div class="rk-heading">How to work it out</div><ol class="rk-way">{steps}</ol>' if steps else ""
        reasons = [self._sum(interaction), *interaction.reasons]
        points = "".join(f"<li>{html.escape(reason)}</li>" for reason in reasons)
        return (
            f'<div role="status" aria-live="polite">'
            f'<div class="rk-words"><b>{percent_text(both)}</b>{exact} with both. {verdict(guess, interaction)}</div>'
            f'{lesson}</div>{way}<ul class="rk-reasons">{points}</ul>{four_cases(interaction, self.names)}'
        )

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


def _step(step: WayStep) -> str:
    """A step, what it comes to in bold."""
    comes_to = str(step).removeprefix(step.words).removeprefix(": ")
    return html.escape(step.words) + (f": <b>{html.escape(comes_to)}</b>" if comes_to else "")


def verdict(guess: int, interaction: Interaction) -> str:
    """How near a guess, in percent, comes."""
    off = Fraction(guess, 100) - interaction.figures[-1]
    if abs(off) * 200 <= 1 and not _too_sure(guess, interaction):
        return f"You guessed {guess} %: spot on."
    points = points_text(abs(off)).removeprefix("+")
    close = abs(off) * 100 <= CLOSE
    told = (
        f"You guessed {guess} %: {'close, only' if close else 'that is'} {points} too {'high' if off > 0 else 'low'}."
    )
    if not close or is_good(guess, interaction):
        return told
    if _too_sure(guess, interaction):
        return f"{told} But it is not {'certain' if guess else 'impossible'}."
    return f"{told} But simply adding them up comes just as close."


def is_good(guess: int, interaction: Interaction) -> bool:
    """Does a guess, in percent, show that it is understood: is it close, nearer than by simply adding up, and does it not
    call certain or impossible what is not?
    """
    neither, one, other, both = interaction.figures
    off, by_sum = abs(Fraction(guess, 100) - both), abs(Fraction(guess, 100) - (one + other - neither))
    return off * 100 <= CLOSE and (off < by_sum or not interaction.apart) and not _too_sure(guess, interaction)


def _too_sure(guess: int, interaction: Interaction) -> bool:
    return guess in (0, 100) and interaction.figures[-1] not in (0, 1)
