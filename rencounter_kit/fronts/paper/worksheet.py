"""A worksheet: twelve questions of a lesson, drawn from a seed, to be answered on paper; or the same with their
answers.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from ...engine.dice.seed import generator
from ...engine.words.wording import first_up, fraction_text, is_short, percent_text, signed
from ...workbook.analysis.worked_solution import WayStep
from ...workbook.mechanics.processes.process import Process
from ..teaching.deck import QuestionDeck
from ..teaching.interaction_kind import KIND_WORDS, KINDS, MEANING
from ..teaching.lesson import LESSON, Lesson, lesson_of
from ..teaching.question import DrawnQuestion, QuestionText
from .page import PAPERS, page
from .printed_file import printed_file, write_printed
from .text import one_of

MANY, ON_THE_FIRST = 12, 5  # questions of a worksheet, and of its first page, which says how it is done
_SEEDS = 10_000  # of which one is chosen where none is said
_LONGEST, _MOST_LINES = 120, 3  # letters of a step without a figure; lines of the way
_MOST_ROLLS = 2  # that the worth of a change is told of


class SheetQuestion(NamedTuple):
    """A question as the sheet has it.

    known : what one may reckon from.
    answer, kind, way : for the sheet with answers.
    """

    situation: str
    question: str
    known: Sequence[str]
    answer: str
    kind: str
    way: Sequence[str]


@dataclass(frozen=True)
class Worksheet:
    """A lesson's questions on paper.

    seed : the same one draws the same questions.
    answers : are they told?
    """

    lesson: Lesson
    seed: int
    answers: bool = False
    paper: str = PAPERS[0]

    @cached_property
    def questions(self) -> list[SheetQuestion]:
        """Twelve, of all kinds that the lesson has; fewer where it has no more that differ."""
        return list(map(_sheet_question, _drawn(self.lesson.questions, generator(self.seed))))

    @property
    def summary(self) -> str:
        """What it is, in a sentence."""
        many = len(self.questions)
        return f"{many} question{'s' * (many > 1)}{' with answers' * self.answers}, seed {self.seed}, {self.paper}"

    def html(self) -> str:
        """The page, complete in itself."""
        each = list(enumerate(self.questions, 1))
        return page(
            "worksheet.html.j2",
            style="worksheet.css",
            title=self.lesson.title,
            paper=self.paper,
            seed=self.seed,
            answers=self.answers,
            meaning=[(KIND_WORDS[kind], MEANING[kind]) for kind in KINDS],
            cards=[(card.title, card.parts, card.note) for card in self.lesson.cards],
            sheets=[each] if self.answers else list(filter(None, (each[:ON_THE_FIRST], each[ON_THE_FIRST:]))),
        )

    def save(self, file: str | Path) -> None:
        """Write the page, or a PDF that a browser prints; ``RuleError`` where that cannot be."""
        place = printed_file(file, "the place of a worksheet", "worksheet")
        write_printed(place, self.html(), "the place of a worksheet")

    def __repr__(self) -> str:
        return f"<Worksheet {self.lesson.title}: {self.summary}>"


def worksheet(
    lesson: str | Path = LESSON, *, seed: int | None = None, answers: bool = False, paper: str = PAPERS[0]
) -> Worksheet:
    """Twelve questions of a lesson on paper, drawn from a seed.

    lesson : one of ``data/lessons``, or the file of your own.
    seed : a whole number; the same one draws the same questions; chosen at random, and told, when left out.
    answers : the exact chance of each, how the two changes work together, and the way by hand.
    paper : "A4" or "Letter".

    >>> worksheet(seed=7)
    <Worksheet How modifiers work together: 12 questions, seed 7, A4>
    """
    generator(seed)  # refuses what is no seed
    chosen = random.randrange(_SEEDS) if seed is None else seed
    return Worksheet(lesson_of(lesson), chosen, answers, one_of("paper", paper))


def _drawn(texts: Sequence[QuestionText], chance: random.Random) -> list[DrawnQuestion]:
    """So many questions at most: each kind in its turn, each text of a kind in its turn, none with the same figures
    twice.
    """
    kinds: dict[str, list[QuestionDeck]] = {}
    for text in chance.sample(texts, len(texts)):
        kinds.setdefault(text.kind, []).append(QuestionDeck(text, chance))
    drawn: list[DrawnQuestion] = []
    while len(drawn) < MANY and kinds:
        for kind, decks in list(kinds.items()):
            deck = decks.pop(0)
            question = deck.deal()
            if deck.again:  # all of its figures are used up
                if not decks:
                    del kinds[kind]
                continue
            decks.append(deck)
            drawn.append(question)
    return chance.sample(drawn, len(drawn))[:MANY]


def _sheet_question(question: DrawnQuestion) -> SheetQuestion:
    """A question with all that the sheet says of it."""
    chances = question.answer.figures
    return SheetQuestion(
        question.situation,
        question.question,
        [f"Without either: {_chance(chances[0])}.", *_worths(question)],
        _chance(chances[-1]),
        KIND_WORDS[question.text.kind],
        _by_thumb(question) or _way(question.way),
    )


def _by_thumb(question: DrawnQuestion) -> list[str]:
    """Of a fight, the rule of thumb from the card; nothing where there is none."""
    if question.thumb is None:
        return []
    *steps, last = map(str, question.thumb.steps)
    return [" ".join(map(_sentence, steps)), _sentence(last)]


def _chance(p: Fraction) -> str:
    return f"{percent_text(p)} ({fraction_text(p)})" if 0 < p < 1 and is_short(p) else percent_text(p)


def _worths(question: DrawnQuestion) -> Iterator[str]:
    """What each change adds to which roll by itself; nothing of fights, where it adds to too many."""
    neither, *alone = question.answer.results[:3]
    if isinstance(neither.check, Process):
        return
    before, chances = neither.explain().sums, question.answer.figures
    for name, result, chance in zip(question.names, alone, chances[1:3], strict=True):
        moved = {roll: reached - before.get(roll, 0) for roll, reached in result.explain().sums.items()}
        parts = [f"{signed(by)} {roll}" for roll, by in moved.items() if by][:_MOST_ROLLS]
        if parts or chance == chances[0]:
            yield f"{first_up(name)}: {', '.join(parts) or 'nothing by itself'}."


def _way(steps: Sequence[WayStep]) -> list[str]:
    """The way by hand in few lines: the sums, what they mean on the dice, and the last chance."""
    sums = "; ".join(str(one) for one in steps if type(one.figure) is int)
    ends = [str(one) for one in steps if isinstance(one.figure, Fraction) and not one.single]
    words = [one.words for one in steps if one.figure is None and len(one.words) <= _LONGEST]
    room = _MOST_LINES - len(ends) - bool(sums)
    return [*([sums] if sums else []), *([" ".join(map(_sentence, words))] if words and room > 0 else []), *ends]


def _sentence(words: str) -> str:
    return words if words.endswith(".") else f"{words}."
