"""Questions of all kinds: how the two work together is said first; at the end, what went wrong, and the way
back to it.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from functools import partial

from ....engine.formats.html_table import html_table
from ....engine.words.wording import first_up, percent_text
from ....workbook.analysis.guess import guess_text
from ...teaching.interaction_kind import KIND_WORDS, MEANING
from ..late import w
from ..page import button, in_a_row, layout, note
from .guess_card import is_good
from .progress import LessonPlace, LessonProgress, QuestionAttempt

MISSING = "First say how the two work together. Then press See."


class KindChoice(w.RadioButtons):  # type: ignore[misc]
    """How do two changes work together? Each kind with what it means; nothing is chosen at first."""

    def __init__(self, kinds: Sequence[str]) -> None:
        super().__init__(
            options=[(f"{first_up(KIND_WORDS[kind])}: {MEANING[kind]}", kind) for kind in kinds],
            value=None,
            tooltip="How do the two work together?",
            layout=w.Layout(width="auto"),
            _dom_classes=("rk-kind-choice",),
        )


class MixedEnd(w.VBox):  # type: ignore[misc]
    """How the mixed questions went.

    go : is called with the place of a question that is left, or went wrong.
    """

    def __init__(self, go: Callable[[int], None]) -> None:
        self._go, self.report = go, note()
        self.buttons = in_a_row([], w.Layout(flex_flow="row wrap"))
        super().__init__([self.report, self.buttons], layout=layout(overflow="visible"))

    def show(self, progress: LessonProgress, step: int) -> None:
        """Tell how it went until now."""
        places, wrong = progress.of_step(step), progress.wrong_kinds(step)
        text = f'<div class="rk-question" role="status">{html.escape(_summary(places, wrong))}</div>'
        rows = [_row(one) for place in places for one in place.attempts if one.guess is not None]
        head = ("how they work together", "you said", "chance", "your guess", "worked out")
        self.report.value = text + (html_table(head, rows, "rk-card-of") if rows else "")
        self.buttons.children = [
            button(
                f"Question {number}",
                "arrow-left",
                f"Back to question {number}",
                partial(self._go, progress.places.index(place)),
            )
            for number, place in enumerate(places, 1)
            if not place.is_understood
        ]


def kind_words(question: QuestionAttempt) -> str:
    """Of what kind it is; where the kind was asked, beside what was said."""
    kind = question.question.text.kind
    if question.kind is None:
        return f"{first_up(KIND_WORDS[kind])}: {MEANING[kind]}."
    if question.kind == kind:
        return f"Right, {KIND_WORDS[kind]}."
    return (
        f"{first_up(KIND_WORDS[kind])}: {MEANING[kind]}; you said "
        f"\N{LEFT DOUBLE QUOTATION MARK}{KIND_WORDS[question.kind]}\N{RIGHT DOUBLE QUOTATION MARK}."
    )


def _summary(places: Sequence[LessonPlace], wrong: Sequence[str]) -> str:
    well, left = (sum(test) for test in zip(*((one.is_understood, not one.is_seen) for one in places), strict=True))
    text = f"{well} of {len(places)} right, in kind and number."
    text += f" Still to guess: {left}." if left else ""
    return f"{text} Look again at: {'; '.join(KIND_WORDS[kind] for kind in wrong)}." if wrong else text


def _row(question: QuestionAttempt) -> tuple[str, ...]:
    kind, answer = question.question.text.kind, question.question.answer
    guesses = [
        _marked(guess_text(chance), is_good(chance, answer)) if chance is not None else ""
        for chance in question.figures
    ]
    return (
        KIND_WORDS[kind],
        _marked(KIND_WORDS[question.kind], question.kind == kind) if question.kind else "",
        percent_text(answer.figures[-1]),
        *guesses,
    )


def _marked(text: str, right: bool) -> str:
    mark = "\N{CHECK MARK}" if right else "\N{MULTIPLICATION X}"
    return f"{text} {mark}"
