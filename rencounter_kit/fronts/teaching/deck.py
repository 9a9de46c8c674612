"""Questions with new figures each time: all that show their kind, shuffled, and dealt without one coming twice."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ...engine.dice.seed import generator
from ...engine.words.errors import RuleError
from .interaction_kind import kinds_of
from .question import DrawnQuestion, Figures, QuestionText


class QuestionDeck:
    """The figures of one question, shuffled.

    seed : the same one deals the same.

    again : how often all have been dealt, so that they began anew.

    >>> from rencounter_kit.fronts.teaching.lesson import lesson_of
    >>> text = lesson_of("modifiers").questions[0]
    >>> deck = QuestionDeck(text, seed=7)
    >>> deck.deal().figures == deck.deal().figures, QuestionDeck(text, seed=7).deal().shows
    (False, True)
    """

    def __init__(self, text: QuestionText, seed: int | random.Random | None = None) -> None:
        self.text, self.again, self._random = text, 0, generator(seed)
        self._dealt: Figures | None = None
        self._left = self._shuffled()

    def deal(self) -> DrawnQuestion:
        """The next question. When all have been dealt they begin anew, and ``again`` says so; ``RuleError`` where no
        figures show the kind.
        """
        question = next(self._left, None)
        if question is None:
            self._left, last = self._shuffled(), self._dealt
            question = next(self._left, None)
            if question is not None and question.figures == last:  # not the same twice in a row, where there is another
                question = next(self._left, question)
            if question is None:
                raise RuleError(self._none_shows())
            self.again += 1
        self._dealt = question.figures
        return question

    def _shuffled(self) -> Iterator[DrawnQuestion]:
        """All that show the kind, in an order of chance; each is worked out when it is its turn."""
        every = list(dict.fromkeys(self.text.every()))
        self._random.shuffle(every)
        return (question for figures in every if (question := self.text.drawn(figures)).shows)

    def _none_shows(self) -> str:
        """Why there is nothing to deal; ``RuleError`` where the rules allow none."""
        text = self.text
        questions = [text.drawn(figures) for figures in text.every()]
        example = next((one for one in questions if one.kinds), questions[0])
        try:
            kinds = kinds_of(example.answer)
        except RuleError as error:
            raise RuleError(
                f"the question of line {text.line} must be one that the rules allow; got: {error}"
            ) from None
        example_figures = ", ".join(f"{name} {value}" for name, value in example.figures)
        if kinds == (text.kind,):
            return (
                f"the question of line {text.line} must have figures with which plain adding is no good guess; got "
                f"{example_figures}, where it is; "
                "try other figures"
            )
        case = f'"{" and ".join(kinds) or "a change that does nothing"}" with {example_figures}'
        return (
            f'the question of line {text.line} must have figures that show "{text.kind}" and nothing else; got '
            f"{case}; "
            "try other figures, or say what they show"
        )
