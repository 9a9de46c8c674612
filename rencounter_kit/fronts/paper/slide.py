"""A slide for the wall: the dice of a check as squares to be counted, the exact chance, and a few words; a slide for
each value of one parameter, where one steps through it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from ...engine.dice.dist import Outcome, accumulated
from ...engine.files.folders import static_text
from ...engine.formats.drawing import ink_on
from ...engine.words.errors import RuleError
from ...engine.words.wording import AT_LEAST, first_up, fraction_text, is_short, number_text, percent_text, share_text
from ...workbook.analysis.answer_text import AnswerText
from ...workbook.analysis.die_picture import alt_words, colour, share_words, squares_svg, ways_of
from ...workbook.analysis.die_squares import DieSquares, die_squares
from ...workbook.analysis.measure import Measure, measure
from ...workbook.analysis.situations import in_words
from ...workbook.mechanics.check import Check, Result
from ...workbook.mechanics.registry import check_of
from ...workbook.mechanics.space import CannotTellError
from ...workbook.rulebook.book import Ruleset
from ...workbook.rulebook.layers import Layers
from ...workbook.rulebook.text import Value
from .. import charts
from .about import thinned
from .axis import TableAxis, axis_of
from .page import page
from .printed_file import printed_file, write_printed
from .rule_changes import changed
from .section import Picture, drawn_as_svg

MOST_SLIDES, MOST_LINES, MOST_ROWS = 40, 6, 8
_SUMS = 2  # rolls whose modifiers are told; of more, the sentences alone
_FEW = 10  # letters of a figure that is set largest


class SlideRow(NamedTuple):
    """What squares lead to, or an outcome, and how often.

    mark, tint, ink : of the squares.
    """

    words: str
    share: str
    mark: str = ""
    tint: str = ""
    ink: str = ""


class Slide(NamedTuple):
    """What one slide says.

    value : of the parameter that one steps through, in words.
    figure, beside : the answer large, and the same in percent.
    what : it is the chance of.
    picture : of the dice, or of the outcomes.
    rows : what is seen there.
    lines : further words.
    """

    value: str
    question: str
    situation: str
    figure: str
    beside: str
    what: str
    picture: Picture | None
    rows: Sequence[SlideRow]
    lines: Sequence[str]

    @property
    def is_long(self) -> bool:
        """Is the figure too long for the largest letters?"""
        return len(self.figure) > _FEW


@dataclass(frozen=True)
class Slides:
    """The slides of a check.

    settings : what is said of it.
    rules : by which it is answered.
    axis : what one steps through.
    """

    check: Check
    settings: Mapping[str, Value]
    rules: Ruleset
    outcome: Outcome = None
    axis: TableAxis | None = None

    @cached_property
    def slides(self) -> list[Slide]:
        """One, or one for each value; a value that contradicts the others has none. ``RuleError`` where there is none
        at all.
        """
        slides, why = list[Slide](), list[str]()
        before: DieSquares | None = None
        for value, situation in self._situations():
            try:
                result = self.check(rules=self.rules, **situation)
                one = _SlideText(
                    result, self._by_book(situation), self.outcome, before, slides[-1].value if slides else ""
                )
                slides.append(one.slide(value, in_words(self.check, self.settings)))
                before = one.squares
            except RuleError as error:
                why.append(str(error))
        if not slides:
            raise RuleError(why[0])
        return slides

    def _situations(self) -> Iterator[tuple[str, Mapping[str, Value]]]:
        """Words for the value, and all that is said."""
        if self.axis is None:
            yield "", self.settings
            return
        name, label = self.axis.parameter.name, self.axis.label
        for value, words in zip(self.axis.values, self.axis.words, strict=True):
            yield f"{label} {words}", {**self.settings, name: value}

    def _by_book(self, situation: Mapping[str, Value]) -> Result | None:
        """The book's answer, where house rules are in force and it has one."""
        if not self.rules.house_rules:
            return None
        try:
            return self.check.by_the_book(
                **{n: v for n, v in situation.items() if n in self.check.by_the_book.parameters}
            )
        except RuleError:
            return None

    def html(self) -> str:
        """The page, complete in itself: on the screen a slide at a time, on paper a sheet for each."""
        return page(
            "slide.html.j2",
            style="slide.css",
            title=self.check.title,
            slides=self.slides,
            source=f"{self.check.book.title}: {self.check.source}",
            script=static_text("fronts/paper", "slide.js"),
        )

    def save(self, file: str | Path) -> None:
        """Write the page, or a PDF that a browser prints; ``RuleError`` where that cannot be."""
        place = printed_file(file, "the place of a slide", self.check.id)
        write_printed(place, self.html(), "the place of a slide")

    def __repr__(self) -> str:
        return f"<Slides {self.check.title}: {len(self.slides)}>"


def slide(
    check: str | Check, *, by: str = "", outcome: Outcome = None, rules: Layers | Ruleset | None = None, **params: Any
) -> Slides:
    """A check as a slide for the wall, 16:9, light on dark; on paper dark on light.

    check : such as "rencounter.fire".
    by : a parameter to step through, a slide for each value, such as "skill" or "skill=4..9".
    outcome : what the large figure is the chance of; when left out the first event.
    rules : house rules.
    params : parameters.

    >>> slide("rencounter.fire", by="skill=6..8")
    <Slides What does one shot do?: 3>
    """
    subject = check_of(check, *([] if rules is None else [rules]))
    ruleset = subject.ruleset(rules)
    parameters = subject.parameters_by(ruleset)
    axis = axis_of(subject, parameters, "what slides step through", by, MOST_SLIDES) if by else None
    settings = dict(subject.named(params))
    if axis is not None:
        settings.pop(axis.parameter.name, None)
    return Slides(subject, settings, ruleset, outcome, axis)


class _SlideText:
    """An answer as a slide tells it.

    book : beside house rules.
    before, was : the squares of the slide before, and its value.
    """

    def __init__(
        self, result: Result, book: Result | None, outcome: Outcome, before: DieSquares | None, was: str
    ) -> None:
        self._result, self._book, self._outcome, self._was = result, book, outcome, was
        self._measure = _measure(result, outcome)
        self.squares = self._squares(result)
        other = self._squares(book) if book is not None else before
        self._changed = self.squares.changed(other) or [] if self.squares and other else []

    def slide(self, value: str, situation: str) -> Slide:
        """All that it says."""
        result, squares = self._result, self.squares
        figure, beside, what = self._figure(result)
        return Slide(
            value,
            result.title,
            first_up(situation),
            figure,
            beside,
            what,
            self._picture(),
            _rows(squares) if squares is not None else self._outcomes(),
            self._lines(),
        )

    def _squares(self, result: Result) -> DieSquares | None:
        if self._outcome is None or self._measure is None or self._measure.outcome is None:
            return die_squares(result)
        return die_squares(result, result.test(self._measure.outcome), self._measure.words)

    def _figure(self, result: Result) -> tuple[str, str, str]:
        """The figure of an answer, the same in another form, and what it is of."""
        if self._measure is None or (self._outcome is None and len(result.dist) == 1):
            return first_up(result.headline), "", ""
        exact, words = self._measure.of(result), self._measure.words
        if self._measure.outcome is None:
            return number_text(exact), f"= {fraction_text(exact)}" if exact.denominator > 1 else "", words
        if not is_short(exact) or exact in (0, 1):
            return percent_text(exact), "", words
        return str(exact), f"= {percent_text(exact)}", words

    def _picture(self) -> Picture | None:
        if self.squares is not None:
            svg, _, _ = squares_svg(self.squares, self._changed)
            return Picture(svg[svg.index("<svg") :], alt_words(self.squares, self._changed))
        answer = AnswerText(self._result, self._book)
        if all(len(result.dist) == 1 for _, result in answer.each):
            return None
        return drawn_as_svg(charts.SmallBars(), charts.answer_bars(answer, answer.drawn()))

    def _outcomes(self) -> list[SlideRow]:
        """The outcomes with their chances: of many numbers so many or more, of many names the likeliest."""
        dist, check = self._result.dist, self._result.check
        if len(dist) == 1:
            return []
        if len(dist) <= MOST_ROWS:
            return [SlideRow(check.words(one), share_text(p)) for one, p in dist.items()]
        if all(type(one) is int for one in dist):
            more = dict(zip(dist.outcomes, accumulated([p for _, p in dist.items()], AT_LEAST), strict=True))
            return [
                SlideRow(f"{one} or more", share_text(more[one]))
                for one in thinned(dist.outcomes, MOST_ROWS, dist.outcomes[0])
            ]
        likely = set(sorted(dist, key=lambda one: -dist[one])[:MOST_ROWS])
        rows = [SlideRow(check.words(one), share_text(p)) for one, p in dist.items() if one in likely]
        rest = sum((p for one, p in dist.items() if one not in likely), Fraction(0))
        return [*rows, SlideRow(f"{len(dist) - len(likely)} others", percent_text(rest))]

    def _lines(self) -> list[str]:
        """What counts, what that means on the dice, and what is ringed."""
        explanation, last = self._result.explain(), self._last()
        sums = [
            f"{first_up(self._result.check.spelling.spelt_out(roll))}: "
            f"{', '.join(f'{entry.number} {entry.label}' for _, entry, _ in each)} = {each[-1][2]}"
            for roll, each in explanation.by_roll
        ]
        first = sums if len(sums) <= _SUMS else []
        idle = [f"{first_up(one.label)}: {one.why}." for one in explanation.no_effects]
        return [*[*first, *idle, *explanation.steps][: MOST_LINES - len(last)], *last]

    def _last(self) -> list[str]:
        """How the book answers beside house rules, and what is ringed."""
        lines = []
        if self._book is not None:
            each = changed(self._result.rules)
            rules = (f"{one.text} {one.before} \N{RIGHTWARDS ARROW} {one.now}" if one.now else one.text for one in each)
            lines.append(f"House rules: {'; '.join(rules)}.")
            lines.append(self._as_by_the_book(self._book))
        if self._changed and self.squares is not None:
            many = f"{ways_of(self.squares, self._changed):,} of {self.squares.total:,}"
            since = "is not as by the book" if self._book is not None else f"has changed since {self._was}"
            lines.append(f"Ringed, {many}: what {since}.")
        return lines

    def _as_by_the_book(self, book: Result) -> str:
        """What the book says of the large figure where one is asked for, else of the whole."""
        if self._outcome is None or self._measure is None:
            return "By the book the same." if book.dist == self._result.dist else f"By the book: {book.headline}."
        figure, beside, what = self._figure(book)
        same = self._measure.of(book) == self._measure.of(self._result)
        return "By the book the same." if same else f"By the book: {what} {figure}{f' {beside}' if beside else ''}."


def _measure(result: Result, outcome: Outcome) -> Measure | None:
    """What the large figure is of; ``None`` where the check has nothing to ask by itself."""
    if outcome is not None:
        return measure(result, outcome)
    try:
        return measure(result)
    except (RuleError, CannotTellError):
        return None


def _rows(squares: DieSquares) -> list[SlideRow]:
    """What the squares lead to, and how many there are; the commonest, where there are too many to read."""
    some = sorted(range(len(squares.kinds)), key=lambda i: -squares.counts[i])[:MOST_ROWS]
    rows = []
    for i in sorted(some):
        kind, tint = squares.kinds[i], colour(squares.kinds[i], squares)
        rows.append(SlideRow(kind.words, share_words(squares, i), kind.mark, tint, ink_on(tint)))
    return rows
