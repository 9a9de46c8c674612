"""What lines of dice look like on the page: words, table, picture."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from ... import charts
from ...analysis.throwing import Tally
from ...analysis.told import accumulated
from ...dice.dist import Dist, Outcome
from ...formats.html_table import Html, html_table
from ...formats.table import ExactTable
from ...notation.answer import DiceAnswer
from ...notation.copies import dice_table
from ...wording import (
    AT_LEAST,
    AT_MOST,
    EXACTLY,
    chance_told,
    is_short,
    number_text,
    odds_text,
    percent_text,
    signed,
    unbroken,
)
from ..saving import Picture
from ..throws import beside
from .line import mark

_MOST_BARS = 41
_MOST_ROWS = 200
_UNSEEN = Fraction(1, 5_000)  # what comes more seldom at both ends shares a row, and is not in the picture
_ALL = 60  # numbers of which all are shown, however seldom they come


class ToldLine(NamedTuple):
    """A line with an answer, its place among all, from 0, its text, and what came of it when it was rolled many times."""

    place: int
    text: str
    answer: DiceAnswer
    tally: Tally = Tally()

    @property
    def name(self) -> str:
        """What it is called in pictures and tables."""
        return f"{self.place + 1}  {self.answer.line}"

    def read(self, numbers: Sequence[int], reading: str) -> list[Fraction]:
        """The exact chance of each of these numbers, or of it and all that are more, or less."""
        return _read(self.answer.dist.weights, self.answer.dist.total, numbers, reading)

    def came(self, numbers: Sequence[int], reading: str) -> list[Fraction]:
        """The share of the rolls in which each came; nothing where it was not rolled."""
        return _read(self.tally.counts, self.tally.many, numbers, reading) if self.tally.many else []


def _read(weights: Mapping[Outcome, int], total: int, numbers: Sequence[int], reading: str) -> list[Fraction]:
    inside = [weights.get(number, 0) for number in numbers]
    if reading == EXACTLY:
        return [Fraction(weight, total) for weight in inside]
    beyond = sum(weight for number, weight in weights.items() if number > numbers[-1]) if reading == AT_LEAST else 0
    beyond += sum(weight for number, weight in weights.items() if number < numbers[0]) if reading == AT_MOST else 0
    return [Fraction(weight + beyond, total) for weight in accumulated(inside, reading)]


class DiceView(NamedTuple):
    """The lines that have an answer, and how they are read: exactly, at least or at most."""

    lines: Sequence[ToldLine]
    reading: str = EXACTLY

    @property
    def tests(self) -> list[ToldLine]:
        """Those that are yes or no."""
        return [one for one in self.lines if one.answer.is_test]

    @property
    def counted(self) -> list[ToldLine]:
        """Those that are numbers."""
        return [one for one in self.lines if not one.answer.is_test]

    def words(self) -> str:
        """Each line in a sentence."""
        said = "".join(
            f"<div>{mark(one.place)} <b>{html.escape(one.answer.line)}</b>: {html.escape(facts(one.answer))}</div>"
            for one in self.lines
        )
        return f'<div class="rk-words rk-dice-words" role="status" aria-live="polite">{unbroken(said)}</div>'

    # The picture ------------------------------------------------------------------------------------------------------

    @property
    def every(self) -> list[int]:
        """All numbers that may come."""
        return sorted({number for one in self.counted for number in one.answer.dist})

    def numbers(self) -> list[int]:
        """The numbers that are shown: all that may come, but for what hardly ever comes at both ends."""
        every, each = self.every, [one.answer.dist for one in self.counted]
        if len(every) <= _ALL:
            return every
        first = min(dist.quantile(_UNSEEN) for dist in each)
        last = max(dist.quantile(1 - _UNSEEN) for dist in each)
        return [number for number in every if first <= number <= last]

    def picture(self, bars: charts.OutcomeBars, curves: charts.DistributionChart) -> Picture:
        """A curve for each line of numbers; of one alone bars, and of what is yes or no the chance of a yes."""
        if not self.counted:
            return bars, self._yes()
        numbers = self.numbers()
        title = f"The chance of each number, {self.reading}"
        xlabel = "number rolled" if self.reading == EXACTLY else f"{self.reading} this number"
        if len(self.counted) == 1 and numbers[-1] - numbers[0] < _MOST_BARS:
            (one,) = self.counted
            numbers = list(range(numbers[0], numbers[-1] + 1))
            values = [float(p) for p in one.read(numbers, self.reading)]
            colour = charts.LINES[one.place]
            figures = charts.Bars(
                f"{one.answer.line}: {title[0].lower()}{title[1:]}",
                list(map(str, numbers)),
                [charts.Series(one.name, values, colour)],
                numbers=True,
                xlabel=xlabel,
            )
            return bars, beside(one.tally, figures, self._counts(one, numbers)) if one.tally.many else figures
        return curves, charts.Distributions(
            title, xlabel, [self._curve(one, numbers) for one in self.counted], self.reading != EXACTLY
        )

    def margins(self, dist: Dist, title: str) -> charts.Bars | charts.Distributions:
        """How much higher one line is than another, as bars, or as a curve where there are too many."""
        numbers = [number for number in dist if dist.quantile(_UNSEEN) <= number <= dist.quantile(1 - _UNSEEN)]
        if numbers[-1] - numbers[0] < _MOST_BARS:
            numbers = list(range(numbers[0], numbers[-1] + 1))
            series = charts.Series(title, [float(dist[number]) for number in numbers])
            return charts.Bars(
                title, [signed(number) for number in numbers], [series], numbers=True, xlabel="how much higher"
            )
        curve = charts.Spread(title, 0, numbers, [float(dist[number]) for number in numbers])
        return charts.Distributions("By how much", "how much higher", [curve])

    def _counts(self, one: ToldLine, numbers: Sequence[int]) -> list[int]:
        return [int(share * one.tally.many) for share in one.came(numbers, self.reading)]

    def _curve(self, one: ToldLine, numbers: Sequence[int]) -> charts.Spread:
        its = one.answer.dist.weights
        shown = [number for number in numbers if number in its] if self.reading == EXACTLY else numbers
        values, came = ([float(p) for p in read(shown, self.reading)] for read in (one.read, one.came))
        return charts.Spread(one.name, one.place, shown, values, came)

    def _yes(self) -> charts.Bars:
        chances = [one.answer["yes"] for one in self.tests]
        return charts.Bars(
            "The chance of a yes",
            [one.name for one in self.tests],
            [charts.Series("yes", [float(p) for p in chances])],
            [[percent_text(p) for p in chances]],
        )

    # The table --------------------------------------------------------------------------------------------------------

    def table(self) -> str:
        """The chance of each outcome by each line, and beside it what came of rolls; of one line the exact fraction too."""
        rows, alone = self.rows(), len(self.lines) == 1
        head = [
            heading
            for one in self.lines
            for heading in (
                *(("exact", "percent", "odds") if alone else [Html(f"{mark(one.place)} {html.escape(one.name)}")]),
                *([f"in {one.tally.many:,} rolls"] if one.tally.many else ()),
            )
        ]
        lines = [
            [Html(name), *(cell for p, came in cells for cell in _cells(p, came, alone))]
            for name, cells in rows[:_MOST_ROWS]
        ]
        more = (
            f"<p>and {len(rows) - _MOST_ROWS:,} more, which are in the table that you can save</p>"
            if len(rows) > _MOST_ROWS
            else ""
        )
        title = "outcome" if self.reading == EXACTLY or not self.counted else self.reading
        return unbroken(html_table([Html(title), *head], lines, "rk-table") + more)

    def as_table(self) -> ExactTable:
        """The same, to be written in any format: for programs every outcome by itself, without the rolls."""
        exact = dice_table([one.answer for one in self.lines], self.reading)
        read = [[name, *("" if p is None else percent_text(p) for p, _ in cells)] for name, cells in self.rows()]
        said = "\n".join(f"{one.answer.line}: {one.answer.says}" for one in self.lines)
        return replace(exact, title=said, read=[exact.headings, *read])

    def rows(self) -> list[tuple[str, list[tuple[Fraction | None, Fraction | None]]]]:
        """Each outcome with the chance that each line gives it, and the share of its rolls; none where it has no such thing."""
        columns = list[dict[str, tuple[Fraction, Fraction | None]]]()
        numbers = self.numbers() if self.counted else []
        for one in self.lines:
            tally = one.tally
            if one.answer.is_test:
                columns.append(
                    {
                        word: (one.answer[word], Fraction(tally.counts[word], tally.many) if tally.many else None)
                        for word in ("no", "yes")
                    }
                )
                continue
            chances = one.read(numbers, self.reading)
            came: Sequence[Fraction | None] = one.came(numbers, self.reading) or [None] * len(numbers)
            column = dict(zip(map(str, numbers), zip(chances, came, strict=True), strict=True))
            columns.append(self._with_ends(one, numbers, column) if self.reading == EXACTLY else column)
        names = dict.fromkeys(name for name in ("no", "yes") if any(name in column for column in columns))
        ends = (
            [(f"under {numbers[0]}", 0), *((str(number), 1) for number in numbers), (f"over {numbers[-1]}", 2)]
            if numbers
            else []
        )
        order = [*names, *(name for name, _ in ends if any(name in column for column in columns))]
        return [(name, [column.get(name, (None, None)) for column in columns]) for name in order]

    def _with_ends(
        self, one: ToldLine, numbers: Sequence[int], column: dict[str, tuple[Fraction, Fraction | None]]
    ) -> dict[str, tuple[Fraction, Fraction | None]]:
        """With what lies beyond both ends, together."""
        low = {f"under {numbers[0]}": [number for number in one.answer.dist if number < numbers[0]]}
        high = {f"over {numbers[-1]}": [number for number in one.answer.dist if number > numbers[-1]]}
        for name, beyond in (low | high).items():
            if beyond:
                came = Fraction(sum(one.tally.counts[number] for number in beyond), one.tally.many or 1)
                column[name] = one.answer.dist.probability(beyond), came if one.tally.many else None
        return column


def _cells(p: Fraction | None, came: Fraction | None, alone: bool) -> list[str]:
    if not p:
        return [""] * ((3 if alone else 1) + (came is not None))
    observed = [percent_text(came)] if came is not None else []
    if not alone:
        return [percent_text(p), *observed]
    return [str(p) if is_short(p) else "", percent_text(p), odds_text(p), *observed]


def facts(answer: DiceAnswer) -> str:
    """The mean, the spread and the middle half of a line; or the chance of a yes."""
    if answer.is_test:
        return f"yes {chance_told(answer['yes'], often=True)}"
    if len(answer.dist) == 1:
        return f"always {next(iter(answer.dist))}"
    low, high, share = answer.middle_half
    middle = f"{low}" if low == high else f"{low} to {high}"
    return f"mean {number_text(answer.mean)}, spread {number_text(answer.sd, 3)}; the middle half is {middle} ({percent_text(share)} of rolls)"
