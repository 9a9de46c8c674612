"""How far one has come in a lesson: the questions asked at each place, the guesses made, and what is understood."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from ....engine.dice.seed import generator
from ...teaching.deck import QuestionDeck
from ...teaching.interaction_kind import KINDS
from ...teaching.lesson import Lesson, LessonStep
from ...teaching.question import DrawnQuestion, QuestionText
from .guess_card import is_good


@dataclass
class QuestionAttempt:
    """A question that was asked; the guess, what was worked out and the kind that were said, ``None`` before."""

    question: DrawnQuestion
    guess: Fraction | None = None
    worked_out: Fraction | None = None
    kind: str | None = None

    @property
    def figures(self) -> tuple[Fraction | None, Fraction | None]:
        """The guess, and what was worked out."""
        return self.guess, self.worked_out

    @property
    def is_close(self) -> bool:
        """Was one of them good?"""
        return any(is_good(chance, self.question.answer) for chance in self.figures if chance is not None)

    @property
    def is_understood(self) -> bool:
        """Was the guess good, and the kind right where it was asked?"""
        return self.is_close and self.kind in (None, self.question.text.kind)


@dataclass(eq=False)
class LessonPlace:
    """A place of a lesson: a question and all like it that were asked there, or without a text none.

    step : number of the step.
    mixed : is the kind asked first?
    before : was it understood on an earlier day?
    """

    step: int
    text: QuestionText | None = None
    mixed: bool = False
    attempts: list[QuestionAttempt] = field(default_factory=list)
    before: bool = False

    @property
    def is_understood(self) -> bool:
        """Was one of them understood?"""
        return self.before or any(one.is_understood for one in self.attempts)

    @property
    def is_seen(self) -> bool:
        """Was an answer seen here?"""
        return any(one.guess is not None for one in self.attempts)


class LessonProgress:
    """The places of a lesson in order, and where one is.

    seed : the same one asks the same.

    Figures that were asked do not come again before all have been.
    """

    def __init__(self, lesson: Lesson, seed: int | random.Random | None = None) -> None:
        self.lesson, self._chance = lesson, generator(seed)
        self._decks = {text: QuestionDeck(text, self._chance) for text in lesson.questions}
        self.at = 0
        self.places: list[LessonPlace] = []
        self.start_again()

    def start_again(self) -> None:
        """From the beginning, with other figures."""
        self.at = 0
        self.places = [place for number, step in enumerate(self.lesson.steps) for place in self._of(number, step)]

    def _of(self, number: int, step: LessonStep) -> Iterator[LessonPlace]:
        """The places of a step; at the end of mixed questions there is one without."""
        if step.mixed:
            yield from (LessonPlace(number, text, mixed=True) for text in self._mixed(step.mixed))
        else:
            yield from (LessonPlace(number, text) for text in step.questions)
        if step.mixed or not step.questions:
            yield LessonPlace(number)

    def _mixed(self, many: int) -> list[QuestionText]:
        """Questions of all kinds, one of each before any comes again, in an order of chance."""
        each = self._chance.sample(self.lesson.questions, len(self.lesson.questions))
        kinds = dict.fromkeys(text.kind for text in each)
        first = [next(text for text in each if text.kind == kind) for kind in kinds]
        chosen = [*first, *(text for text in each if text not in first)][:many]
        return self._chance.sample(chosen, len(chosen))

    @property
    def understood(self) -> str:
        """The numbers of the places that are understood."""
        return " ".join(str(number) for number, place in enumerate(self.places) if place.is_understood)

    def take_up(self, understood: str) -> None:
        """Go on after an earlier day: these places are understood, and one is at the first that is not."""
        for number in map(int, understood.split()):
            if number < len(self.places):
                self.places[number].before = True
        self.at = next((at for at, one in enumerate(self.places) if one.text and not one.is_understood), self.at)

    # Where one is

    @property
    def place(self) -> LessonPlace:
        """The present place."""
        return self.places[self.at]

    @property
    def now(self) -> QuestionAttempt | None:
        """The question asked here, drawn when one comes; ``None`` where there is none."""
        place = self.place
        if place.text is None:
            return None
        if not place.attempts:
            self.another()
        return place.attempts[-1]

    def another(self) -> None:
        """Ask another like it, with other figures."""
        if self.place.text is not None:
            self.place.attempts.append(QuestionAttempt(self._decks[self.place.text].deal()))

    def go(self, at: int) -> None:
        """To another place, no farther than there are."""
        self.at = min(max(at, 0), len(self.places) - 1)

    def to_step(self, number: int) -> None:
        """To the first place of a step."""
        self.at = next(i for i, place in enumerate(self.places) if place.step == number)

    # How well it goes

    def of_step(self, number: int) -> list[LessonPlace]:
        """The places of a step that ask something."""
        return [place for place in self.places if place.step == number and place.text is not None]

    def is_done(self, number: int) -> bool:
        """Is all of a step understood?"""
        places = self.of_step(number)
        return bool(places) and all(place.is_understood for place in places)

    @property
    def kinds(self) -> list[str]:
        """The kinds that the lesson has."""
        there = {text.kind for text in self.lesson.questions}
        return [kind for kind in KINDS if kind in there]

    def wrong_kinds(self, number: int) -> list[str]:
        """Kinds of a step that were guessed, and not understood."""
        places = [place for place in self.of_step(number) if place.text and place.is_seen and not place.is_understood]
        return list(dict.fromkeys(place.text.kind for place in places if place.text))
