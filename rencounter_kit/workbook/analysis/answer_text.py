"""What an answer says: in words, as a table and as a file. By the book, and beside it by a house rule."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, Self

from ...engine.dice.dist import Dist, accumulated
from ...engine.dice.scale import in_order
from ...engine.formats.html_table import html_table
from ...engine.formats.separated import separated
from ...engine.formats.table import ExactTable
from ...engine.words.errors import RuleError
from ...engine.words.wording import (
    AT_LEAST,
    AT_MOST,
    EXACTLY,
    chance_words,
    is_short,
    number_text,
    odds_text,
    percent_text,
    plural,
    points_figure,
    sum_text,
    times_text,
    unbroken,
)
from ..mechanics.check import Check, Result
from ..mechanics.links import Params
from ..mechanics.processes.process import ProcessResult
from ..rulebook.book import Ruleset
from .situations import ready_situation_text
from .throwing import Tally, is_thrown

BOOK, OURS = "book", "your rule"
_LITTLE = Fraction(1, 10_000)  # chances below it share one row of a table
_FEW_VALUES = 6  # of fewer, the bars are read at a glance: no range of them is half
_MAX_BARS, _MAX_NUMBERS = 16, 120
_HALF, _NINE_TENTHS = (Fraction(1, 4), Fraction(3, 4)), (Fraction(1, 20), Fraction(19, 20))


def read_so(reading: str, measure: str) -> str:
    """What an axis of numbers says, by how they are read.

    >>> read_so(AT_MOST, "turns"), read_so(AT_LEAST, "hits"), read_so(EXACTLY, "hits")
    ('over by this turn', 'hits, at least', 'hits')
    """
    if reading == AT_MOST and measure in ("turns", "rounds", "segments"):
        return f"over by this {measure.removesuffix('s')}"
    return measure if reading == EXACTLY else f"{measure}, {reading}"


class OutcomePicture(NamedTuple):
    """What a picture of outcomes shows.

    chances : for each result those of the outcomes.
    came : how often each came when it was thrown.
    upright : are they numbers along an axis?
    along : what the axis says.
    """

    outcomes: list[Any]
    chances: list[list[Fraction]]
    came: list[int]
    upright: bool
    along: str


class _SideText(NamedTuple):
    """What is said of one result: whose it is, as a class and in words, its headline, and in HTML what else."""

    whose: str
    prefix: str
    headline: str
    further: list[str]

    @property
    def first(self) -> str:
        return f"{self.prefix}<b>{html.escape(self.headline)}</b>"


def _divided(lines: Iterable[tuple[str, str]]) -> str:
    return unbroken("".join(f'<div class="{kind}">{line}</div>' for kind, line in lines))


class AnswerText(NamedTuple):
    """The present result, and beside it the book's where house rules are in force."""

    result: Result
    book: Result | None = None
    refusal: str = ""  # why the book gives no answer where the house rule does

    @classmethod
    def of(cls, check: Check, rules: Ruleset, choices: Params) -> Self:
        """The answer by some rules, and beside it the book's where they change something; ``RuleError`` where there is
        none.
        """
        result = check(rules=rules, **choices)
        if not rules.house_rules:
            return cls(result)
        try:
            return cls(result, check(**choices))
        except RuleError as error:  # the house rule allows what the book forbids
            return cls(result, None, str(error))

    @property
    def reasons(self) -> Result:
        """The result whose reasons are shown."""
        return self.result

    @property
    def ours(self) -> bool:
        """Is the result one by a house rule?"""
        return bool(self.result.rules.house_rules)

    @property
    def each(self) -> list[tuple[str, Result]]:
        """Whose, and the result; the book first."""
        mine = (OURS if self.ours else BOOK, self.result)
        return [(BOOK, self.book), mine] if self.book is not None else [mine]

    @property
    def outcomes(self) -> list[Any]:
        """Every outcome of any of the results, in order."""
        return in_order((outcome for _, result in self.each for outcome in result.dist), self.result.space.scale)

    @property
    def alike(self) -> bool:
        """Do the house rules change nothing here?"""
        return self.book is not None and self.book.dist == self.result.dist

    def sentences(self) -> str:
        """Each result in a sentence, and its other events; where nothing is thrown, what the rules say of it. HTML."""
        return _divided(
            self._refused()
            + [(one.whose, one.first + "".join(map("<br>".__add__, one.further))) for one in self._sides()]
        )

    def headlines(self) -> str:
        """Each result in a sentence. HTML."""
        return _divided(self._refused() + [(one.whose, one.first) for one in self._sides()])

    def further(self) -> str:
        """What ``sentences`` say besides. HTML."""
        return _divided([(one.whose, one.prefix + "<br>".join(one.further)) for one in self._sides() if one.further])

    def plain(self) -> str:
        """Each result in a sentence, as text."""
        return "; ".join(f"{one.prefix}{one.headline}" for one in self._sides())

    def _refused(self) -> list[tuple[str, str]]:
        return [("rk-book", f"by the book: {html.escape(self.refusal)}")] if self.refusal else []

    def _sides(self) -> Iterator[_SideText]:
        for who, result in self.each[-1:] if self.alike else self.each:
            phrases = [
                f"{result.check.words(name)} {chance_words(p, often=True)}"
                for name, p in result.events.items()
                if 0 < p < 1
            ]
            more = [one for one in phrases if one != result.headline]
            prefix = "Same with your rules: " if self.alike else f"{who}: " if self.ours else ""
            further = [html.escape("; ".join(more))] if more else []
            if result is self.result and (ready := ready_situation_text(result)):
                further.append(f'<span class="rk-facts">{html.escape(ready)}</span>')
            if result is self.result and (facts := self.facts()):
                further.append(f'<span class="rk-facts">{html.escape("; ".join(facts))}</span>')
            if not is_thrown(result) and (sentences := result.check.says(result.rules, result.targets)):
                further.append(html.escape(" ".join(sentences)))
            yield _SideText(
                "rk-ours" if who == OURS and not self.alike else "rk-book", prefix, result.headline, further
            )

    @property
    def in_order(self) -> bool:
        """Can one ask for "this or more" of it?"""
        return all(result.space.in_order for _, result in self.each) and len(self.outcomes) > 1

    def facts(self) -> list[str]:
        """What stands beside the chances: mean, spread and the middle of numbers, and how long a process takes."""
        idle = self.result.check.idle_lines(self.result.rules, self.result.targets)
        return [*self._length(), *self._spread(), *(one.rstrip(".") for one in idle)]

    def _spread(self) -> list[str]:
        dist = self.result.dist
        if not self.in_order:
            return []
        if not self.result.space.has_mean:
            middle = dist.quantile(Fraction(1, 2))
            outcomes, chances = zip(*dist.items(), strict=True)  # numbers before names, which cannot be compared
            share = accumulated(chances, AT_LEAST)[outcomes.index(middle)]
            sentence = f"{AT_LEAST} {self.result.check.words(middle)}: {percent_text(share)}"
            return [sentence] if middle != self.outcomes[0] else []
        facts = [*filter(None, [self.result.average]), f"standard deviation {number_text(dist.sd, 3)}"]
        if len(dist) < _FEW_VALUES:
            return facts
        spans = [(dist.quantile(low), dist.quantile(high)) for low, high in (_HALF, _NINE_TENTHS)]
        everything = dist.outcomes[0], dist.outcomes[-1]  # which the picture shows
        return [*facts, *(_span_text(dist, *span) for span in dict.fromkeys(spans) if span != everything)]

    def _length(self) -> list[str]:
        course = self.result
        if not isinstance(course, ProcessResult) or len(course.turns) == 1:
            return []
        if course.endless:
            return [f"goes on for ever {times_text(course.endless)}"]
        mean = course.expected_turns
        turn = max(1, round(mean))
        sentences = (
            []
            if course.params.get("result") == "turns" or course.counted == plural(course.check.turn)
            else [f"{number_text(mean, 3)} {plural(course.check.turn)} on average"]
        )
        return [*sentences, f"over by {course.check.turn} {turn}: {percent_text(course.by(turn))}"]

    def read(self, outcomes: Sequence[Any], reading: str) -> list[list[Fraction]]:
        """For each result the chance of each outcome, or of that and more, or of that and less."""
        return [accumulated([result.dist[outcome] for outcome in outcomes], reading) for _, result in self.each]

    def drawn(self, reading: str = EXACTLY, tally: Tally | None = None) -> OutcomePicture:
        """What a picture shows; of many outcomes the likeliest.

        tally : what came of throws at random.
        """
        outcomes = self.outcomes
        numbers = all(type(o) is int for o in outcomes)
        if numbers and outcomes[-1] - outcomes[0] <= _MAX_NUMBERS:
            outcomes = list(range(outcomes[0], outcomes[-1] + 1))
        each = self.read(outcomes, reading)
        came = accumulated([tally.counts[o] for o in outcomes], reading) if tally is not None else []
        if not numbers and len(outcomes) > _MAX_BARS:
            highest = [max(chances) for chances in zip(*each, strict=True)]
            likely = sorted(range(len(outcomes)), key=lambda place: -highest[place])[:_MAX_BARS]
            places = sorted(likely)
            outcomes, each = [outcomes[i] for i in places], [[row[i] for i in places] for row in each]
            came = [came[i] for i in places] if came else came
        upright = numbers and len(outcomes) > 1
        along = (self.result.measure or "outcome") if upright else "chance"
        if reading != EXACTLY:
            along = read_so(reading, along) if upright else f"chance of {reading} that"
        return OutcomePicture(outcomes, each, came, upright, along)

    def rows(self, reading: str = EXACTLY) -> list[tuple[str, list[Fraction]]]:
        """Each outcome in words with its chance in each result; what hardly ever happens shares a row."""
        outcomes = self.outcomes
        rows = [
            (self.result.check.words(outcome), chances)
            for outcome, *chances in zip(outcomes, *self.read(outcomes, reading), strict=True)
        ]
        seldom = [chances for _, chances in rows if max(chances) < _LITTLE]
        if len(seldom) > 1:
            rows = [(name, chances) for name, chances in rows if max(chances) >= _LITTLE]
            if reading == EXACTLY:
                rows.append(
                    (f"{len(seldom)} others together", [sum(each, Fraction(0)) for each in zip(*seldom, strict=True)])
                )
        return rows

    def table(self, reading: str = EXACTLY) -> str:
        """Each outcome with its exact chance, as percent and as odds; with a house rule also the change."""
        rows = self.rows(reading)
        readable = all(is_short(p) for _, chances in rows for p in chances)
        further = ("percent", "odds") if readable else ("odds",)
        plain = "exact" if readable else "chance"
        head = [heading for who, _ in self.each for heading in (who if self.ours else plain, *further)]
        head += ["change"] if self.book is not None else []
        lines = []
        for name, chances in rows:
            cells = [cell for p in chances for cell in (*([str(p)] if readable else ()), percent_text(p), odds_text(p))]
            if self.book is not None:
                change = chances[1] - chances[0]
                cells.append(points_figure(change, 2) if change else "same")
            lines.append([name, *cells])
        title = "outcome" if reading == EXACTLY else reading
        rounded = dict.fromkeys(sum_text(one) for one in zip(*(chances for _, chances in rows), strict=True))
        note = "".join(f"<p>{one}</p>" for one in rounded if one and reading == EXACTLY)
        note += "" if readable else "<p>The exact fractions are long. Save the table to see them.</p>"
        return html_table([title, *head], lines, "rk-table") + note

    def why(self) -> str:
        """The reasons: each modifier with its source."""
        return self.result.explain().sums_html()

    def as_table(self, reading: str = EXACTLY) -> ExactTable:
        """Each outcome with its exact chance, by each result, to be written in any format."""
        check, sides = self.result.check, [who if self.ours else "chance" for who, _ in self.each]
        each = list(zip(*self.read(self.outcomes, reading), strict=True))
        names = [one if type(one) is int else check.text(one) for one in self.outcomes]
        words = map(check.words, self.outcomes)
        rows = [[label, *map(percent_text, chances)] for label, chances in zip(words, each, strict=True)]
        headings = ["outcome" if reading == EXACTLY else reading, *sides]
        lines = [[name, *chances] for name, chances in zip(names, each, strict=True)]
        title = f"{self.result.title.rstrip('?')}: {self.result.headline}"
        return ExactTable(headings, lines, title, self.facts(), [headings, *rows])

    def csv(self) -> str:
        """The table as CSV: outcome, chance and exact chance."""
        return separated(self.as_table())


def _span_text(dist: Dist, low: Any, high: Any) -> str:
    """A range of numbers with its own chance, which is at least the share it was chosen for."""
    inside = sum((p for number, p in dist.items() if low <= number <= high), Fraction(0))
    return f"{f'{low} to {high}' if low != high else low}: {percent_text(inside)}"
