"""An answer as bars: by the book, and beside it by a house rule."""

from __future__ import annotations

from fractions import Fraction

from ...engine.formats.drawing import BOOK, HOUSE
from ...workbook.analysis.answer_text import OURS, AnswerText, OutcomePicture
from .base import Series, percent
from .outcomes import Bars

_SHORT = 100_000  # denominators below it stand at the head of a bar


def answer_bars(answer: AnswerText, drawn: OutcomePicture) -> Bars:
    """Figures for a chart of outcomes.

    drawn : what of the answer is shown.
    """
    series = [
        Series(who, [float(p) for p in chances], HOUSE if who == OURS else BOOK)
        for (who, _), chances in zip(answer.each, drawn.chances, strict=True)
    ]
    return Bars(
        answer.result.title,
        [answer.result.check.words(o) for o in drawn.outcomes],
        series,
        [list(map(_head, chances)) for chances in drawn.chances],
        drawn.upright,
        drawn.along,
    )


def _head(p: Fraction) -> str:
    """At the head of a bar: percent, and the fraction where it is short."""
    chance_text = percent(float(p))
    return f"{chance_text}  {p}" if p and p.denominator < _SHORT and p != 1 else chance_text
