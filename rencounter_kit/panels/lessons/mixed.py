"""Questions of all kinds: how the two work together is said first; at the end, what went wrong, and one more of just that kind."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from functools import partial

import ipywidgets as w

from ...analysis.calibration import guess_text
from ...teaching.interaction_kind import MEANING, SAID
from ...wording import first_up, percent_text
from ..looks import layout
from ..page import button, in_a_row, note
from .progress import AskedQuestion, LessonPlace, LessonProgress

MISSING = "First say how the two work together, then press See."


class KindChoice(w.RadioButtons):  # type: ignore[misc]
    """How do two changes work together? Each kind with what it means; nothing is chosen at first."""

    def __init__(self, kinds: Sequence[str]) -> None:
        super().__init__(
            options=[(f"{first_up(SAID[kind])}: {MEANING[kind]}", kind) for kind in kinds],
            value=None,
            tooltip="How do the two work together?",
            layout=w.Layout(width="auto"),
            _dom_classes=("rk-kind-choice",),
        )


class MixedEnd(w.VBox):  # type: ignore[misc]
    """How the mixed questions went. more : is called with a kind that went wrong. go : with the place of a question that is left."""

    def __init__(self, more: Callable[[str], None], go: Callable[[int], None]) -> None:
        self._more, self._go, self.told = more, go, note()
        self.buttons = in_a_row([], w.Layout(flex_flow="row wrap"))
        super().__init__([self.told, self.buttons], layout=layout(overflow="visible"))

    def show(self, progress: LessonProgress, step: int) -> None:
        """Tell how it went until now."""
        places, wrong = progress.of_step(step), progress.wrong_kinds(step)
        seen = [(place, place.asked[-1]) for place in places if place.is_seen]
        told = f'<div class="rk-question" role="status">{html.escape(_summary(places, wrong))}</div>'
        rows = "".join(map(_row, seen))
        head = "<tr><th>how they work together</th><th>you said</th><th>chance</th><th>your guess</th></tr>"
        table = f'<table class="rk-card-of"><thead>{head}</thead><tbody>{rows}</tbody></table>' if rows else ""
        self.told.value = told + table
        left = [(number, place) for number, place in enumerate(places, 1) if not place.is_seen]
        self.buttons.children = [
            *(
                button(
                    f"Question {number}",
                    "arrow-left",
                    f"Question {number}, which is left",
                    partial(self._go, progress.places.index(place)),
                )
                for number, place in left
            ),
            *self._again(wrong),
        ]

    def _again(self, wrong: Sequence[str]) -> list[w.Button]:
        return [
            button(
                f"One more: {SAID[kind]}",
                "refresh",
                f"Another of this kind: {MEANING[kind]}",
                partial(self._more, kind),
            )
            for kind in wrong
        ]


def kind_words(asked: AskedQuestion) -> str:
    """Of what kind it is; where the kind was asked, beside what was said."""
    kind = asked.question.text.kind
    if asked.kind is None:
        return f"{first_up(SAID[kind])}: {MEANING[kind]}."
    if asked.kind == kind:
        return f"Right, {SAID[kind]}."
    return f"{first_up(SAID[kind])}: {MEANING[kind]}; you said \N{LEFT DOUBLE QUOTATION MARK}{SAID[asked.kind]}\N{RIGHT DOUBLE QUOTATION MARK}."


def _summary(places: Sequence[LessonPlace], wrong: Sequence[str]) -> str:
    seen = [place.asked[-1] for place in places if place.is_seen]
    left = len(places) - len(seen)
    well = sum(one.is_understood for one in seen)
    told = f"{well} of {len(places)} right, in kind and in number."
    told += f" Not yet guessed: {left}." if left else ""
    if wrong:
        return f"{told} What went wrong: {'; '.join(SAID[kind] for kind in wrong)}. Try one more of just that kind."
    return told if left else f"{told} Nothing is left to try again."


def _row(seen: tuple[LessonPlace, AskedQuestion]) -> str:
    _, asked = seen
    kind, both = asked.question.text.kind, asked.question.answer.figures[-1]
    cells = (
        SAID[kind],
        SAID[asked.kind] if asked.kind else "",
        percent_text(both),
        "" if asked.guess is None else guess_text(asked.guess),
    )
    right = (asked.kind == kind, asked.is_close)
    marks = ["", _mark(right[0]), "", _mark(right[1])]
    return (
        "<tr>"
        + "".join(f"<td>{html.escape(cell)}{mark}</td>" for cell, mark in zip(cells, marks, strict=True))
        + "</tr>"
    )


def _mark(right: bool) -> str:
    return " \N{CHECK MARK}" if right else " \N{MULTIPLICATION X}"
