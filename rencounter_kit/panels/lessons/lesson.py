"""A lesson: questions to guess at one by one, each of which shows how two modifiers work together."""

from __future__ import annotations

import html
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import ipywidgets as w

from ...analysis.by_hand import WayStep, by_hand
from ...analysis.interactions import Interaction, interaction
from ...errors import RuleError
from ...folders import project_folder
from ...mechanics.links import Params
from ...teaching.deck import QuestionDeck
from ...teaching.lesson import lesson_of
from ...teaching.question import DrawnQuestion, NewValue, QuestionText
from ...wording import words
from ..lock import in_turn
from ..page import STYLE, Change, button, enable_keys, note
from ..silence import Silence
from .guess import CLOSE, Card, is_good

_WRITTEN = "how_modifiers_interact"  # the lesson whose figures are written, not drawn


@dataclass(frozen=True)
class GuessQuestion:
    """Two changes of a situation, and what is to be learned from them.

    kind : what is to be understood, in a few words. title, situation, question : shown before the guess. lesson : shown
    after it. given : parameters of the situation. again : one more of its kind with other figures, which has no further
    one.
    """

    title: str
    kind: str
    check: str
    given: Params
    event: str
    one: NewValue
    other: NewValue
    situation: str
    question: str
    lesson: str
    again: GuessQuestion | None = None

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> GuessQuestion:
        """From a table of the data; what ``again`` does not say is as in the question."""
        own = {name: value for name, value in row.items() if name != "again"}
        again = row.get("again", {})
        merged = {name: {**value, **again.get(name, {})} for name, value in own.items() if isinstance(value, dict)}
        changes = {name: NewValue(**own[name]) for name in ("one", "other")}
        return cls(**{**own, **changes}, again=cls.of({**own, **again, **merged}) if again else None)

    @cached_property
    def answer(self) -> Interaction:
        """How the two work together, exactly; worked out when it is first wanted."""
        return interaction(self.check, self.one[:2], self.other[:2], outcome=self.event, **self.given)

    @cached_property
    def way(self) -> tuple[WayStep, ...]:
        """How the answer is worked out by hand."""
        return by_hand(self.answer, (self.one.words, self.other.words))


def questions(name: str) -> tuple[GuessQuestion, ...]:
    """The questions of a lesson: one of ``data/lessons``, or the file of one's own; ``RuleError`` when there is none, or it is wrong."""
    if name == _WRITTEN:
        file = project_folder("data") / "lessons" / f"{name}.toml"
        return tuple(map(GuessQuestion.of, tomllib.loads(file.read_text(encoding="utf-8"))["question"]))
    return tuple(_dealt(text, number) for number, text in enumerate(lesson_of(str(name)).questions, 1))


def _title(name: str) -> str:
    """What stands above a lesson."""
    return words(name).capitalize() if name == _WRITTEN else lesson_of(name).title


def _dealt(text: QuestionText, number: int) -> GuessQuestion:
    """A question of which the figures are drawn, and one more of its kind with others, where there are others."""
    deck = QuestionDeck(text)
    first, more = deck.deal(), deck.deal()
    title = text.title or f"Question {number}"
    return replace(_as_guess(first, title), again=_as_guess(more, title) if not deck.again else None)


def _as_guess(drawn: DrawnQuestion, title: str) -> GuessQuestion:
    text = drawn.text
    return GuessQuestion(
        title,
        text.kind,
        text.check,
        drawn.given,
        text.event,
        drawn.one,
        drawn.other,
        drawn.situation,
        drawn.question,
        drawn.lesson,
    )


class LessonPage(w.VBox):  # type: ignore[misc]
    """Questions one by one, after each one more of its kind.

    at : the number of the present one, from 0. again : is it the one more? guesses : in percent, for the answers seen,
    by number and ``again``.
    """

    def __init__(self, name: str) -> None:
        self.questions = questions(name)
        self.at, self.again, self._silent = 0, False, Silence()
        self.guesses: dict[tuple[int, bool], int] = {}
        self.back = button("Back", "arrow-left", "The question before", self.go_back)
        self.next = button("Next", "arrow-right", "The next question", self.go_on)
        restart = button("Start again", "undo", "Forget all guesses", self.start_again)
        self.card = Card(self._on_see, [w.HBox([self.back, self.next, restart])])
        self.list = w.Dropdown(
            description="question",
            tooltip="All questions; choose one to go there",
            layout=w.Layout(width="546px"),
            style={"description_width": "60px"},
        )
        self.list.add_class("rk-control")
        self.score = note(layout=w.Layout(flex="1 1 340px", min_width="300px", margin="0 0 0 14px"))
        head = w.HBox([self.list, self.score], layout=w.Layout(flex_flow="row wrap", align_items="center"))
        super().__init__(
            [note(f'{STYLE}<span class="rk-title">{html.escape(_title(str(name)))}</span>'), head, self.card]
        )
        self.add_class("rk-panel")
        self.list.observe(self._choose, "index")
        self.go(0)

    @property
    def question(self) -> GuessQuestion:
        """The present question."""
        question = self.questions[self.at]
        return question.again if self.again and question.again else question

    @in_turn
    def _choose(self, change: Change) -> None:
        if not self._silent:
            self.go(change["new"])

    @in_turn
    def go_on(self) -> None:
        """To one more of the kind where the answer has been seen, else to the next question."""
        more = self._offers_more
        self.go(self.at + (not more), more)

    @in_turn
    def go_back(self) -> None:
        """From one more of a kind to its question, else to the question before."""
        self.go(self.at - (not self.again))

    @property
    def _offers_more(self) -> bool:
        """Does one more of the kind come next?"""
        return not self.again and self.card.is_seen and self.question.again is not None

    @in_turn
    def go(self, to: int, again: bool = False) -> None:
        """To another question, or to one more of its kind; an answer seen there is still shown."""
        self.at, self.again = min(max(to, 0), len(self.questions) - 1), again
        one = self.question
        more = ", once more" if again else ""
        question = (
            f'<div class="rk-heading">{self.at + 1} of {len(self.questions)}{more}: {html.escape(one.title)}</div>'
            f'<div class="rk-question">{html.escape(one.situation)}<br><b>{html.escape(one.question)}</b></div>'
        )
        guess = self.guesses.get((self.at, again))
        try:
            names = one.one.words, one.other.words
            self.card.ask(one.answer, one.way, question, names, "" if again else one.lesson, guess, alone=not again)
        except RuleError as error:
            self.card.question_note.value = question
            self.card.cannot(str(error))
        self._tell()

    @in_turn
    def start_again(self) -> None:
        """Forget all guesses."""
        self.guesses.clear()
        self.go(0)

    def _on_see(self, guess: int) -> None:
        self.guesses[self.at, self.again] = guess
        self._tell()

    # How well it goes

    def understood(self) -> dict[str, bool]:
        """The kinds of which one more was guessed: was such a guess good?"""
        kinds: dict[str, bool] = {}
        for (at, again), guess in sorted(self.guesses.items()):
            more = self.questions[at].again
            if again and more:
                kinds[more.kind] = kinds.get(more.kind, False) or is_good(guess, more.answer)
        return kinds

    def _mark(self, at: int) -> str:
        """How far a question has come."""
        more, guess = self.questions[at].again, self.guesses.get((at, True))
        if more and guess is not None:
            return "\N{CHECK MARK} understood" if is_good(guess, more.answer) else "seen, not yet understood"
        return "seen" if (at, False) in self.guesses else ""

    def _tell(self) -> None:
        """Which questions are done, what comes next, and what is understood."""
        titles = [f"{i}. {one.title}" for i, one in enumerate(self.questions, 1)]
        marks = map(self._mark, range(len(self.questions)))
        options = tuple(f"{title} ({mark})" if mark else title for title, mark in zip(titles, marks, strict=True))
        with self._silent:
            if self.list.options != options:
                self.list.options = options
            self.list.index = self.at
        self.back.disabled = not self.at and not self.again
        self.next.disabled = self.at == len(self.questions) - 1 and not self._offers_more
        self.next.description = "One more like it" if self._offers_more else "Next"
        self.score.value = f'<div class="rk-hint" role="status">{html.escape(self._score())}</div>'

    def _score(self) -> str:
        kinds, every = self.understood(), dict.fromkeys(one.kind for one in self.questions)
        well = [kind for kind in every if kinds.get(kind)]
        told = [f"Understood, {len(well)} of {len(every)}: {', '.join(well)}."] if well else []
        missed = [kind for kind in every if kinds.get(kind) is False]
        told += [f"Not yet: {', '.join(missed)}."] if missed else []
        if told:
            return " ".join(told)
        return f"{len(every)} kinds of question. You have understood one when you come within {CLOSE} points on One more like it."


def lesson(name: str = _WRITTEN) -> LessonPage:
    """A lesson of ``data/lessons``, or the file of one's own: guess what two modifiers do together, then see. ``RuleError`` for one
    that there is not, or that is wrong.
    """
    page = LessonPage(name)
    enable_keys()
    return page
