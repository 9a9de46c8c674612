"""Guess first: a switch of one panel, which hides each new answer there until it is guessed."""

from __future__ import annotations

import html
import threading
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from typing import NamedTuple

from ...engine.words.errors import RuleError
from ...engine.words.typed import number
from ...engine.words.wording import fraction_text, number_text
from ...workbook.analysis.guess import verdict
from ...workbook.analysis.subject import Event
from ...workbook.mechanics.answer import Answer
from ...workbook.mechanics.mentions import touches
from ...workbook.mechanics.space import MEAN
from .guess_row import GuessRow
from .late import w
from .page import Change, alert, field, in_turn, layout, note
from .page_state import guesses_first
from .studies import Situation

_TIP = "Hide each new answer until you have guessed"
_BEGIN = "Each new answer now stays hidden until you guess. Change something."
_STOPPED = "Stopped before the answer was ready. Press See to try again."
GUESS_FIRST_HINT = "Guess first, then this tab opens."


class GuessTarget(NamedTuple):
    """What is asked to be guessed: a situation, and an event in it or the mean."""

    at: Situation
    event: Event

    @property
    def key(self) -> str:
        """What makes it another one."""
        return repr((self.at.rules.lines, sorted(self.at.choices.items())))

    @property
    def is_mean(self) -> bool:
        """Is a number asked for, and no chance?"""
        return bool(self.event == MEAN)

    @property
    def words(self) -> str:
        """The question, as HTML."""
        prefix = "By your rule: " if touches(self.at.rules, self.at.check) else ""
        question = (
            "how much is it on average?" if self.is_mean else f'how likely is "{self.at.check.words(self.event)}"?'
        )
        return f"<b>{html.escape((prefix + question)[:1].upper() + (prefix + question)[1:])}</b>"


class GuessFirst(w.VBox):  # type: ignore[misc]
    """Where one guesses, and ``switch`` beside the buttons of the panel.

    hides : is the answer hidden now?
    changed : is called when that has changed.
    go_on : works out an answer that was stopped.
    """

    def __init__(self, changed: Callable[[], None], go_on: Callable[[], None]) -> None:
        self._changed, self._go_on, self._both = changed, go_on, threading.Lock()
        self._target: GuessTarget | None = None
        self._guess: Fraction | None = None  # made, perhaps before the answer is there
        self._answer: Answer | None = None
        self._about = False  # is that an estimate?
        self._open_keys = set[str]()
        self.hides = self._is_ready = False
        self.switch = field(w.ToggleButton, "Guess first", _TIP, value=guesses_first(), icon="eye-slash")
        super().__init__(layout=layout(), _dom_classes=("rk-guess-first",))
        self.switch.observe(self._turned, "value")
        if self.is_on:
            self._open()

    @property
    def is_on(self) -> bool:
        """Are answers hidden until they are guessed?"""
        return bool(self.switch.value)

    @property
    def question(self) -> str:
        """What stands in the place of the answer."""
        return f'<div class="rk-words" role="status">{self._target.words}</div>' if self._target else ""

    def _make(self) -> None:
        """The widgets, made when it is first switched on."""
        self.row = GuessRow(self.see)
        self.slider, self.box, self.unit = self.row.slider, self.row.box, self.row.unit
        self.question_note = note()
        self.children, self._is_ready = (self.row, self.question_note), True

    # What the panel tells ---------------------------------------------------------------------------------------------

    def ask(self, at: Situation, event: Event) -> None:
        """This is the situation now; its answer is hidden unless it was seen before."""
        target, before = GuessTarget(at, event), self._target
        self._target, self._answer = target, None
        self.hides = self.is_on and target.key not in self._open_keys
        if before is None or before.key != target.key:
            self._guess = None
            self._open()

    def tell(self, answer: Answer, about: bool) -> None:
        """This is its answer, or an estimate. A job calls this too: it must not wait for its turn."""
        with self._both:
            self._answer, self._about = answer, about
            if not self.hides and self._target is not None:
                self._open_keys.add(self._target.key)
            self._judge()

    def rest(self) -> None:
        """There is no answer, and nothing to guess."""
        self._target = self._answer = self._guess = None
        self.hides = False
        self._show_row()

    def give_up(self) -> None:
        """A person has stopped what works the answer out."""
        with self._both:
            if self.hides and self._answer is None and self._guess is not None:
                self.question_note.value = f'<p role="status">{_STOPPED}</p>'

    # What a person does -----------------------------------------------------------------------------------------------

    @in_turn
    def see(self) -> None:
        """Show the answer, once there is a guess; before, ask for one."""
        if not self.hides or self._target is None:
            return
        try:
            guess = number(self.box.value, "your guess") if self._target.is_mean else self.row.chance
        except RuleError as error:
            self.question_note.value = alert(error)
            return
        with self._both:
            self._guess = guess
            self.question_note.value = '<p role="status">The answer is still being worked out.</p>'
            verdict_now = self._judge()
        if verdict_now:
            self._changed()
        else:
            self._go_on()

    def _judge(self) -> bool:
        """Say how far off the guess was, where guess and answer are both there; are they?"""
        target, answer, guess = self._target, self._answer, self._guess
        if not self.hides or target is None or answer is None or guess is None:
            return False
        chance = figure_of(answer, target.event)
        self.hides, self._guess = False, None
        self._open_keys.add(target.key)
        self._show_row()
        if chance is None:
            self.question_note.value = ""
            return True
        verdict_text = _mean_verdict(guess, chance) if target.is_mean else verdict(guess, chance, self._about)
        self.question_note.value = f'<p class="rk-verdict" role="status">{html.escape(verdict_text)}</p>'
        return True

    @in_turn
    def _turned(self, _: Change) -> None:
        """Switched on or off."""
        self.hides = False  # what was seen before stays in sight
        if self._target is not None and self._answer is not None:
            self._open_keys.add(self._target.key)
        self._open()
        if self.is_on:
            self.question_note.value = f'<p role="status">{_BEGIN}</p>'
        self._changed()

    def _open(self) -> None:
        """Room for a new guess, where one is wanted."""
        if self.is_on and not self._is_ready:
            self._make()
        if not self._is_ready:
            return
        self.row.put(None)
        self.question_note.value = ""
        self._show_row()

    def _show_row(self) -> None:
        if self._is_ready:
            self.row.layout.display = "" if self.hides else "none"
            for part in (self.slider, self.unit):  # a number on average has no highest value
                part.layout.display = "none" if self._target is not None and self._target.is_mean else ""
        self.layout = layout(display="" if self.is_on else "none")


def figure_of(answer: Answer, event: Event) -> Fraction | None:
    """The chance of an event, or the mean; ``None`` where the answer cannot tell it."""
    with suppress(RuleError):
        return answer.check.figure(event, answer.dist, answer.space)
    return None


def _mean_verdict(guess: Fraction, mean: Fraction) -> str:
    off = guess - mean
    miss = f"{number_text(abs(off), 3)} too {'high' if off > 0 else 'low'}" if off else "exactly right"
    return f"It is {_read(mean)}; you guessed {_read(guess)}, {miss}."


def _read(figure: Fraction) -> str:
    return fraction_text(figure) if figure.denominator == 1 else number_text(figure)
