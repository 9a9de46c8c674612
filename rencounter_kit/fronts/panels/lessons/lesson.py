"""The page of a lesson: its steps one at a time, each with what it shows and its questions."""

from __future__ import annotations

import html
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from pathlib import Path

from ....engine.dice.seed import generator
from ....engine.words.errors import RuleError
from ....engine.words.wording import number_text
from ....workbook.analysis.mine import LESSONS, Kept, lesson_words
from ....workbook.mechanics.registry import checks
from ...teaching.card import CardText
from ...teaching.lesson import LESSON, LessonStep, lesson_of
from ...teaching.question import CLOSE, QuestionText
from ..kept import keep, kept, kept_widgets, when_kept
from ..late import w
from ..page import Change, Silence, button, enable_keys, head_note, in_a_row, in_turn, layout, note
from ..placeholder import amiss, placeholder_note
from .card_step import card_table
from .course_step import CourseStep
from .die_step import DieStep
from .guess_card import GuessCard
from .mixed import MISSING, KindChoice, MixedEnd, kind_words
from .progress import LessonPlace, LessonProgress, QuestionAttempt


class LessonPage(w.VBox):  # type: ignore[misc]
    """A strip of steps, one of them shown, and a question of it with a guess.

    progress : how far one has come.

    *Back* and *Next* go from question to question; *Another like it* asks the same with other figures.
    """

    def __init__(self, name: str | Path, seed: int | random.Random | None = None) -> None:
        self.lesson, self._chance, self._silent = lesson_of(name), generator(seed), Silence()
        self._name = Path(name).stem
        self.progress = LessonProgress(self.lesson, self._chance)
        self._step_now, self._shows = -1, dict[int, list[w.Widget]]()
        self.strip = w.ToggleButtons(tooltip="The steps of the lesson", layout=w.Layout(), _dom_classes=("rk-steps",))
        self.step_note, self.modifiers = note(), note()
        self.shows = w.VBox(layout=layout(overflow="visible"), _dom_classes=("rk-lesson-shows",))
        self.score = note()
        self.back = button("Back", "arrow-left", "The question before this one", self.go_back)
        self.another = button("Another like it", "refresh", "The same question with new numbers", self.ask_another)
        self.next = button("Next", "arrow-right", "The next question", self.go_on)
        restart = button("Start again", "undo", "Start over, with new numbers", self.start_again)
        self.kind = KindChoice(self.progress.kinds)
        ways = in_a_row([self.back, self.another, self.next], w.Layout(flex_flow="row wrap"))
        ways.add_class("rk-lesson-ways")
        self._foot = w.VBox([ways, self.score], layout=layout(overflow="visible"))
        self.card = GuessCard(self._on_see, [self.kind], must=self._missing, works_out=True)
        self.end, self._ending = MixedEnd(self.go_to), w.VBox(layout=layout(overflow="visible"))
        title = head_note(self.lesson.title)
        self._stage = w.VBox([self.shows], layout=w.Layout(overflow="visible"), _dom_classes=("rk-lesson-seen",))
        question_box = w.VBox(
            [self.card, self._ending, self.modifiers, in_a_row([restart], layout())],
            layout=layout(overflow="visible"),
            _dom_classes=("rk-lesson-asked",),
        )
        both = w.HBox([self._stage, question_box], layout=layout(overflow="visible"), _dom_classes=("rk-lesson-both",))
        super().__init__(
            [title, self.strip, self.step_note, both, *kept_widgets()],
            layout=layout(overflow="visible"),
            _dom_classes=("rk-panel", "rk-lesson-page"),
        )
        self.strip.observe(self._choose, "index")
        self._show()
        self._taken_in()
        when_kept(self._taken_in)

    # What a person does

    @in_turn
    def _choose(self, change: Change) -> None:
        if not self._silent and change["new"] is not None:
            self.progress.to_step(change["new"])
            self._show()

    @in_turn
    def go_on(self) -> None:
        """To the next question."""
        self.progress.go(self.progress.at + 1)
        self._show()

    @in_turn
    def go_to(self, at: int) -> None:
        """To a question that is left."""
        self.progress.go(at)
        self._show()

    @in_turn
    def go_back(self) -> None:
        """To the question before."""
        self.progress.go(self.progress.at - 1)
        self._show()

    @in_turn
    def ask_another(self) -> None:
        """The same question with new numbers."""
        self.progress.another()
        self._show()

    @in_turn
    def start_again(self) -> None:
        """From the beginning, with other figures."""
        self.progress.start_again()
        self._keep()
        self._show()

    @in_turn
    def _taken_in(self) -> None:
        """The browser has told how far one had come."""
        if not self.progress.understood and (text := kept(LESSONS, self._name)):
            self.progress.take_up(text)
            self._show()

    def _keep(self) -> None:
        text = self.progress.understood
        keep(Kept(LESSONS, self._name, text, lesson_words(self._name, text)))

    def _missing(self) -> str:
        """What is to be said before one may see."""
        return MISSING if self.progress.place.mixed and self.kind.value is None else ""

    def _on_see(self, guess: Fraction, worked_out: Fraction | None) -> None:
        question_now = self.progress.now
        if question_now is not None:
            question_now.guess, question_now.worked_out = guess, worked_out
            question_now.kind = self.kind.value if self.progress.place.mixed else None
            self.card.kind, self.card.way, self.card.why = (
                kind_words(question_now),
                question_now.question.way,
                question_now.question.why,
            )
            self._tell()
            self._keep()

    # What is shown

    def _show(self) -> None:
        place = self.progress.place
        self._show_step(place.step)
        self.card.layout.display = "" if place.text is not None else "none"
        at_end = place.text is None and bool(self.lesson.steps[place.step].mixed)
        self.card.below.children = () if place.text is None else (self._foot,)
        self._ending.children = (*((self.end,) if at_end else ()), *((self._foot,) if place.text is None else ()))
        self.kind.layout.display = "" if place.mixed else "none"
        try:
            question_now = self.progress.now
        except RuleError as error:
            self.card.question_note.value = ""
            self.card.cannot(str(error))
        else:
            if question_now is not None:
                self._ask(question_now)
        if at_end:
            self.end.show(self.progress, place.step)
        self._tell()

    def _ask(self, now: QuestionAttempt) -> None:
        place, one = self.progress.place, now.question
        places = self.progress.of_step(place.step)
        number = f"Question {places.index(place) + 1} of {len(places)}" if len(places) > 1 else "Question"
        more = "" if len(place.attempts) == 1 else ", with new numbers"
        question = (
            f'<div class="rk-heading">{number}{more}</div>'
            f'<div class="rk-question">{html.escape(one.situation)}<br><b>{html.escape(one.question)}</b></div>'
        )
        with self._silent:
            self.kind.value = now.kind
        self.kind.disabled = now.guess is not None
        self.card.ask(
            one.answer,
            one.way if now.guess is not None else (),
            question,
            one.names,
            kind_words(now),
            one.lesson,
            now.guess,
            now.worked_out,
            alone=False,
            why=one.why if now.guess is not None else (),
            beside=self._cards(place, one.text),
        )

    def _show_step(self, number: int) -> None:
        if number == self._step_now:
            return
        self._step_now, step = number, self.lesson.steps[number]
        self.step_note.value = f'<div class="rk-question">{html.escape(step.text)}</div>' if step.text else ""
        if number not in self._shows:
            self._shows[number] = list(self._views_of(step))
        self.shows.children = self._shows[number]
        self._stage.layout.display = "" if self._shows[number] else "none"
        self.modifiers.value = _folded([card for one in self.lesson.steps[: number + 1] for card in one.cards])

    def _cards(self, place: LessonPlace, text: QuestionText) -> str:
        """The card of a fight, or the cards of the step, or the last ones before it, that are of the same game and of
        no fight; none where questions are mixed.
        """
        cards = [one.cards for one in self.lesson.steps[: place.step + 1] if one.cards]
        if not cards or place.mixed:
            return ""
        if text.card is not None:
            return card_table(text.card)
        game = checks[text.check].stem
        return "".join(card_table(card) for card in cards[-1] if not card.event and checks[card.check].stem == game)

    def _views_of(self, step: LessonStep) -> Iterator[w.Widget]:
        """Dice that are moved alike are side by side, others below each other."""
        sliders: dict[str, w.Widget] = {}
        for _, dice in groupby(step.dice, key=lambda die: tuple(die.move)):
            one = DieStep(list(dice), next((card.stroke for card in step.cards if card.stroke), None))
            sliders |= one.sliders
            yield one
        if step.course:
            yield CourseStep(step.course, self._chance, sliders)

    def _tell(self) -> None:
        """Which steps are done, where one can go, and how well it goes."""
        progress, place = self.progress, self.progress.place
        steps = range(len(self.lesson.steps))
        names = [step.title or "Questions" for step in self.lesson.steps]
        marks = [" \N{CHECK MARK}" if progress.is_done(number) else "" for number in steps]
        options = tuple(f"{number + 1} {names[number]}{marks[number]}" for number in steps)
        with self._silent:
            if self.strip.options != options:
                self.strip.options = options
            self.strip.index = place.step
        self.strip.layout.display = "" if len(options) > 1 else "none"
        self.kind.disabled = self.card.is_seen
        self.back.disabled = not progress.at
        self.next.disabled = progress.at == len(progress.places) - 1
        self.another.layout = layout(width="auto", display="none" if place.text is None else "")
        now = place.attempts[-1] if place.attempts else None
        missed = now is not None and now.guess is not None and not now.is_understood
        self.another.button_style = "primary" if missed else ""
        self.score.value = f'<div class="rk-hint" role="status">{html.escape(self._score())}</div>'

    def _score(self) -> str:
        asking = [place for place in self.progress.places if place.text is not None]
        well = sum(place.is_understood for place in asking)
        place = self.progress.place
        text = f"Understood: {well} of {len(asking)}."
        if place.is_seen and not place.is_understood and place.text is not None:
            now = place.attempts[-1]
            off = f"your number is more than {number_text(100 * CLOSE)} points off" if not now.is_close else ""
            why = "the kind is right, " + off if off and now.kind == now.question.text.kind else off
            return f"{text} Not this one yet{f', {why}' if why else ''}: try another like it."
        if well:
            return text
        return f"{text} A question counts when you come within {number_text(100 * CLOSE)} percentage points."


def _folded(cards: Sequence[CardText]) -> str:
    """Cards to be opened."""
    if not cards:
        return ""
    return f"<details><summary>Reference cards</summary>{''.join(map(card_table, cards))}</details>"


def lesson(name: str | Path = LESSON, seed: int | None = None) -> LessonPage:
    """A lesson: pictures of dice to push at, and questions to guess at, each time with new figures.

    name : one of ``data/lessons``, or the file of your own; the usual one where none is named.
    seed : the same one asks the same.

    On a page a text that is wrong is told in a sentence with the line, in the place of the lesson; elsewhere it is a
    ``RuleError``.
    """
    try:
        page = LessonPage(str(name), seed)
    except RuleError as error:
        sentence: LessonPage = placeholder_note(amiss(error, Path(str(name))))
        return sentence
    enable_keys()
    return page
