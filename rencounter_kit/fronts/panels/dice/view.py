"""What lines of dice look like on the page: words, table, picture."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from ....engine.dice.dist import Dist
from ....engine.formats.html_table import Html, html_table
from ....engine.formats.table import ExactTable
from ....engine.notation.answer import DiceAnswer
from ....engine.notation.table import DistColumn, Row, dice_table, gathered, often
from ....engine.words.wording import (
    EXACTLY,
    is_short,
    odds_text,
    percent_text,
    signed,
    unbroken,
)
from ....workbook.analysis.throwing import Tally
from ... import charts
from ..page import words_note
from ..saving import Picture
from ..throws import beside
from .line import mark

_MOST_BARS = 41
_MOST_ROWS = 200
_UNSEEN = Fraction(1, 5_000)  # margins that come more seldom are not in the picture
_ALL = 60  # numbers of which all are shown, however seldom they come


class RolledLine(NamedTuple):
    """What came of a line when it was rolled many times."""

    dist: Dist
    is_test: bool


class AnsweredLine(NamedTuple):
    """An answer, its place among all, from 0, the text of its line, what came of it when it was rolled many times, and
    the row of its line, which is its place where each line has one answer.
    """

    place: int
    text: str
    answer: DiceAnswer
    tally: Tally = Tally()
    row: int | None = None

    @property
    def number(self) -> str:
        """The number of its line; of several answers of a line each has a letter too."""
        letter = "abcdef"[self.answer.place] if self.answer.whole else ""
        return f"{(self.place if self.row is None else self.row) + 1}{letter}"

    @property
    def whole(self) -> DiceAnswer:
        """All that the line answers."""
        return self.answer.whole or self.answer

    @property
    def short(self) -> str:
        """The line; of several answers of a line what each asks."""
        return self.answer.question if self.answer.whole else self.answer.line

    @property
    def name(self) -> str:
        """What it is called in pictures and tables."""
        return f"{self.number}  {self.short}"

    @property
    def rolled(self) -> list[DistColumn]:
        """What came of it, none where it was not rolled."""
        return [RolledLine(Dist(self.tally.counts), self.answer.is_test)] if self.tally.many else []


class DiceView(NamedTuple):
    """The lines that have an answer, and how they are read: exactly, at least or at most."""

    lines: Sequence[AnsweredLine]
    reading: str = EXACTLY

    @property
    def tests(self) -> list[AnsweredLine]:
        """Those that are yes or no."""
        return [one for one in self.lines if one.answer.is_test]

    @property
    def counted(self) -> list[AnsweredLine]:
        """Those that are numbers."""
        return [one for one in self.lines if not one.answer.is_test]

    def words(self) -> str:
        """Each line in a sentence."""
        text = "".join(
            f"<div>{mark(one.place)} <b>{html.escape(one.short)}</b>: {html.escape(one.answer.headline)}</div>"
            for one in self.lines
        )
        return words_note(unbroken(text))

    # The picture ------------------------------------------------------------------------------------------------------

    def numbers(self) -> list[int]:
        """The numbers that are shown: all that may come, but for what hardly ever comes at both ends."""
        return often([one.answer for one in self.lines], _ALL)

    def picture(self, bars: charts.OutcomeBars, curves: charts.DistributionChart) -> Picture:
        """A curve for each line of numbers; of one alone bars, and of what is yes or no the chance of a yes."""
        if not self.counted:
            return bars, self._yes()
        numbers = self.numbers()
        title = f"The chance of each number, {self.reading}"
        xlabel = "number rolled" if self.reading == EXACTLY else f"{self.reading} this number"
        if len(self.counted) == 1 and numbers[-1] - numbers[0] < _MOST_BARS:
            (one,) = self.counted
            every = range(numbers[0], numbers[-1] + 1)
            shares = _shares(one.answer.dist, every, self.reading)
            series = charts.Series(one.name, shares, charts.LINES[one.place])
            title = f"{one.short}: {title[0].lower()}{title[1:]}"
            figures = charts.Bars(title, list(map(str, every)), [series], numbers=True, xlabel=xlabel)
            came = [int(p * one.tally.many) for each in one.rolled for p in each.dist.read(every, self.reading)]
            return bars, beside(one.tally, figures, came) if came else figures
        return curves, charts.Distributions(
            title, xlabel, [self._curve(one, numbers) for one in self.counted], self.reading != EXACTLY
        )

    def margins(self, dist: Dist, title: str) -> charts.Bars | charts.Distributions:
        """How much higher one line is than another, as bars, or as a curve where there are too many."""
        low, high = (dist.quantile(share) for share in (_UNSEEN, 1 - _UNSEEN))
        numbers = [number for number in dist if low <= number <= high]
        xlabel = "how much higher"
        if numbers[-1] - numbers[0] < _MOST_BARS:
            every = range(numbers[0], numbers[-1] + 1)
            series = charts.Series(title, _shares(dist, every))
            return charts.Bars(title, list(map(signed, every)), [series], numbers=True, xlabel=xlabel)
        return charts.Distributions("By how much", xlabel, [charts.Spread(title, 0, numbers, _shares(dist, numbers))])

    def _curve(self, one: AnsweredLine, numbers: Sequence[int]) -> charts.Spread:
        exact = one.answer.dist
        visible = [number for number in numbers if number in exact] if self.reading == EXACTLY else numbers
        came = [_shares(each.dist, visible, self.reading) for each in one.rolled]
        return charts.Spread(one.name, one.place, visible, _shares(exact, visible, self.reading), *came)

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
        """The chance of each outcome by each line, and beside it what came of rolls; of one line the exact fraction
        too.
        """
        rows, alone = self.rows(), len(self.lines) == 1
        head = [
            heading
            for one in self.lines
            for heading in (
                *(("exact", "percent", "odds") if alone else [Html(f"{mark(one.place)} {html.escape(one.name)}")]),
                *([f"in {one.tally.many:,} rolls"] if one.tally.many else ()),
            )
        ]
        lines = [[name, *self._cells(iter(each), alone)] for name, each in rows[:_MOST_ROWS]]
        more = f"<p>and {len(rows) - _MOST_ROWS:,} more, which are in the table you can save</p>"
        title = "outcome" if self.reading == EXACTLY or not self.counted else self.reading
        return unbroken(html_table([title, *head], lines, "rk-table") + more * (len(rows) > _MOST_ROWS))

    def as_table(self) -> ExactTable:
        """The same, to be written in any format: for programs every outcome by itself, without the rolls."""
        title = "\n".join(f"{one.answer.line}: {one.answer.says}" for one in self.lines)
        return replace(dice_table([one.answer for one in self.lines], self.reading, _ALL), title=title)

    def rows(self) -> list[Row]:
        """Each outcome with the chance that each line gives it, and behind that the share of its rolls, where it was
        rolled.
        """
        columns = [column for one in self.lines for column in [one.answer, *one.rolled]]
        return gathered(columns, self.reading, _ALL, [one.answer for one in self.lines])

    def _cells(self, shares: Iterator[Fraction | None], alone: bool) -> Iterator[str]:
        for one in self.lines:
            p, came = next(shares), [next(shares) for _ in one.rolled]
            texts = [str(p) if is_short(p) else "", percent_text(p), odds_text(p)] if p else ["", "", ""]
            yield from texts if alone else texts[1:2]
            yield from (percent_text(share) if p and share is not None else "" for share in came)


def _shares(dist: Dist, numbers: Sequence[int], reading: str = EXACTLY) -> list[float]:
    return list(map(float, dist.read(numbers, reading)))
