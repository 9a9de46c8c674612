"""A lesson: questions to guess at one by one, each of which shows how two modifiers work together."""

from __future__ import annotations

import html
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import ipywidgets as w

from ...analysis.interactions import Interaction, interaction
from ...errors import RuleError
from ...folders import project_folder
from ...wording import shown, words
from ..page import STYLE, Change, enable_keys, note
from ..studies import Params
from ..turns import in_turn
from .guess import CLOSE, Card, is_close


class NewValue(NamedTuple):
    """A parameter, what it becomes, and words for that."""

    parameter: str
    value: Any
    words: str


@dataclass(frozen=True)
class GuessQuestion:
    """Two changes of a situation, and what is to be learned from them.

    title, situation, question : shown before the guess. lesson : shown after it. given : parameters of the situation.
    """

    title: str
    check: str
    given: Params
    event: str
    one: NewValue
    other: NewValue
    situation: str
    question: str
    lesson: str

    @cached_property
    def answer(self) -> Interaction:
        """How the two work together, exactly; worked out when it is first wanted."""
        return interaction(self.check, self.one[:2], self.other[:2], outcome=self.event, **self.given)


def questions(name: str) -> tuple[GuessQuestion, ...]:
    """The questions of a lesson in ``data/lessons``; ``RuleError`` when there is no such lesson."""
    files = {file.stem: file for file in sorted((project_folder("data") / "lessons").glob("*.toml"))}
    if name not in files:
        raise RuleError(f"a lesson must be one of {', '.join(files)}; got {shown(name)}; try {next(iter(files))}")
    rows = tomllib.loads(files[name].read_text(encoding="utf-8"))["question"]
    return tuple(
        GuessQuestion(**{**row, "one": NewValue(**row["one"]), "other": NewValue(**row["other"])}) for row in rows
    )


class Lesson(w.VBox):  # type: ignore[misc]
    """Questions one by one. at : the number of the present one, from 0. guesses : in percent, for the answers seen."""

    def __init__(self, name: str) -> None:
        self.questions = questions(name)
        self.at, self.guesses, self._silent = 0, dict[int, int](), False
        self.card = Card(self._on_see)
        self.back = self._button("Back", "arrow-left", "The previous question", lambda: self.go(self.at - 1))
        self.next = self._button("Next", "arrow-right", "The next question", lambda: self.go(self.at + 1))
        again = self._button("Start again", "undo", "Forget all guesses", self.again)
        self.list = w.Select(
            rows=len(self.questions), tooltip="All questions; choose one to go there", layout=w.Layout(width="290px")
        )
        self.score = note()
        beside = w.VBox([note('<span class="rk-heading">The questions</span>'), self.list, self.score])
        beside.layout = w.Layout(margin="0 0 0 16px")
        question, view, guess, answer = self.card.children
        self.card.children = (question, view, guess, w.HBox([self.back, self.next, again]), answer)
        row = w.HBox([self.card, beside], layout=w.Layout(flex_flow="row wrap", align_items="flex-start"))
        super().__init__([note(f'{STYLE}<span class="rk-title">{words(name).capitalize()}</span>'), row])
        self.add_class("rk-panel")
        self.list.observe(self._choose, "index")
        self.go(0)

    @staticmethod
    def _button(name: str, icon: str, tip: str, act: Callable[[], None]) -> w.Button:
        button = w.Button(description=name, icon=icon, tooltip=tip, layout=w.Layout(width="auto"))
        button.on_click(lambda _: act())
        return button

    @property
    def question(self) -> GuessQuestion:
        """The present question."""
        return self.questions[self.at]

    @in_turn
    def _choose(self, change: Change) -> None:
        if not self._silent:
            self.go(change["new"])

    @in_turn
    def go(self, to: int) -> None:
        """To another question; an answer seen there is still shown."""
        self.at = min(max(to, 0), len(self.questions) - 1)
        one = self.question
        self.back.disabled, self.next.disabled = self.at == 0, self.at == len(self.questions) - 1
        question = (
            f'<div class="rk-heading">{self.at + 1} of {len(self.questions)}: {html.escape(one.title)}</div>'
            f'<div class="rk-question">{html.escape(one.situation)}<br><b>{html.escape(one.question)}</b></div>'
        )
        try:
            self.card.ask(one.answer, question, (one.one.words, one.other.words), one.lesson, self.guesses.get(self.at))
        except RuleError as error:
            self.card.question_note.value = question
            self.card.cannot(str(error))
        self._tell()

    @in_turn
    def again(self) -> None:
        """Forget all guesses."""
        self.guesses.clear()
        self.go(0)

    def _on_see(self) -> None:
        self.guesses[self.at] = self.card.guess
        self._tell()

    def close_guesses(self) -> int:
        """How many guesses were close."""
        offs = (Fraction(guess, 100) - self.questions[i].answer.figures[-1] for i, guess in self.guesses.items())
        return sum(map(is_close, offs))

    def _tell(self) -> None:
        """Which questions are done, and how well."""
        self._silent = True
        marks = ["\N{CHECK MARK} done" if i in self.guesses else "" for i in range(len(self.questions))]
        titles = [f"{i}. {one.title}" for i, one in enumerate(self.questions, 1)]
        options = tuple(f"{title}  {mark}".strip() for title, mark in zip(titles, marks, strict=True))
        if self.list.options != options:
            self.list.options = options
        self.list.index = self.at
        self._silent = False
        done, close = len(self.guesses), self.close_guesses()
        score = f"{done} of {len(self.questions)} seen"
        if done:
            score += f"; {close or 'no'} guess{'' if close < 2 else 'es'} within {CLOSE} points"
        self.score.value = f'<div class="rk-hint">{score}.</div>'


def lesson(name: str = "how_modifiers_interact") -> Lesson:
    """A lesson of ``data/lessons``: guess what two modifiers do together, then see. ``RuleError`` for an unknown one."""
    page = Lesson(name)
    enable_keys()
    return page
