"""A card of what matters: what each modifier is worth, on a roll, in the odds of a fight, or as a chance; never typed,
always worked out.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from ...engine.words.wording import decimal_text, percent_text, signed
from ...workbook.analysis.die_squares import die_squares
from ...workbook.mechanics.check import Result
from ...workbook.mechanics.links import Params
from ...workbook.mechanics.registry import checks

_COUNTED = 144  # faces of dice that one counts
_FEW = 2  # odds below it are told to two places
_MANY = 10  # odds from it on are told as whole numbers


class CardRow(NamedTuple):
    """A modifier of a card: the change that brings it in, in words; beside what, and what is to be remarked.

    event : a chance that is told in place of what the change adds.
    """

    parameter: str
    value: object
    words: str
    beside: Params
    remark: str
    event: str


class StrokeText(NamedTuple):
    """One stroke of a fight, by either side.

    who : what the two are called.
    mine, theirs : the parameters of a stroke by the one and by the other, each with that of the fight which it is.
    """

    who: tuple[str, str]
    check: str
    event: str
    mine: Mapping[str, str]
    theirs: Mapping[str, str]

    def results(self, params: Params) -> tuple[Result, Result]:
        """A stroke by the one side, and by the other."""
        mine, theirs = (
            checks[self.check](**{name: params[of] for name, of in names.items() if of in params})
            for names in (self.mine, self.theirs)
        )
        return mine, theirs

    def chances(self, params: Params) -> tuple[Fraction, Fraction]:
        """How likely each is to come off."""
        mine, theirs = self.results(params)
        return mine.event(self.event), theirs.event(self.event)


class CardText(NamedTuple):
    """A card of modifiers of a check in a situation.

    event, against : of a fight, what the odds are of, and what they are against.
    stroke : what the odds of even men are told from.
    note : lines above the rows.
    """

    check: str
    rows: tuple[CardRow, ...]
    title: str
    given: Params
    event: str = ""
    against: str = ""
    stroke: StrokeText | None = None
    note: tuple[str, ...] = ()

    @property
    def parts(self) -> list[tuple[str, list[tuple[str, str, str]]]]:
        """Rows that say the same kind of thing, below what that is: of each row the words, what it is worth, and the
        remark.

        >>> from rencounter_kit.fronts.teaching.lesson import lesson_of
        >>> [said for said, _ in lesson_of("modifiers").cards[0].parts]
        ['it is worth', 'the chance is']
        """
        return [
            (heading, [(row.words, self.worth(row), row.remark) for row in rows])
            for heading, rows in groupby(self.rows, key=self._row_text)
        ]

    def _row_text(self, row: CardRow) -> str:
        return "the chance is" if row.event else "multiply the odds by" if self.event else "it is worth"

    def worth(self, row: CardRow) -> str:
        """What a row adds to the rolls that it moves, such as "-2"; what it makes of the odds; or the chance that is
        asked.

        >>> from rencounter_kit.fronts.teaching.lesson import lesson_of
        >>> card, *_, fight, contest = lesson_of("modifiers").cards
        >>> [card.worth(row) for row in card.rows][:3]
        ['to hit +2', 'to hit +3', 'to hit +1']
        >>> fight.worth(fight.rows[0])
        '3.7'
        """
        if row.event:
            chance = self.chance(row)
            squares = next((many for many in self._squares(row) if (chance * many).denominator == 1), 0)
            squares_text = f"{chance * squares} of {squares} = " if 1 < squares <= _COUNTED else ""
            return f"{squares_text}{percent_text(chance)}"
        if self.event:
            return odds_text(self.factor(row))
        return self._added(row)

    def _squares(self, row: CardRow) -> tuple[int, ...]:
        """Of how many faces of the first throw, or of all, a chance may be told."""
        drawn = die_squares(checks[self.check](**self._with(row)))
        return (drawn.across, drawn.total) if drawn is not None else ()

    def chance(self, row: CardRow) -> Fraction:
        """The chance of the event of a row."""
        return checks[self.check](**self._with(row)).event(row.event)

    def factor(self, row: CardRow) -> Fraction:
        """What a row makes of the odds, as the card says it: rounded."""
        return rounded_odds(self.odds(self._with(row)) / self.odds(self._beside(row)))

    def has_odds(self, row: CardRow) -> bool:
        """Can it be said what a row makes of the odds?"""
        results = (checks[self.check](**params) for params in (self._beside(row), self._with(row)))
        return all(result.event(self.event) and result.event(self.against) for result in results)

    def odds(self, params: Params) -> Fraction:
        """How much likelier the event is than what it is against."""
        result = checks[self.check](**params)
        return result.event(self.event) / result.event(self.against)

    def _beside(self, row: CardRow) -> Params:
        return {**self.given, **row.beside}

    def _with(self, row: CardRow) -> Params:
        return {**self._beside(row), row.parameter: row.value}

    def _added(self, row: CardRow) -> str:
        """What it adds to each roll, whose dice are not told."""
        return ", ".join(f"{roll.partition(' (')[0]} {signed(by)}" for roll, by in self._moved(row).items()) or "0"

    def _moved(self, row: CardRow) -> dict[str, int]:
        without, with_it = (
            checks[self.check](**params).explain().sums for params in (self._beside(row), self._with(row))
        )
        return {roll: by for roll, count in with_it.items() if (by := int(count - without.get(roll, 0)))}


def odds_text(odds: Fraction) -> str:
    """Odds to one, as exact as one needs them.

    >>> odds_text(Fraction(7, 6)), odds_text(Fraction(11, 3)), odds_text(Fraction(91, 8)), odds_text(Fraction(3))
    ('1.17', '3.7', '11', '3')
    >>> odds_text(Fraction(1, 300)), odds_text(Fraction(9, 8)), odds_text(Fraction(21, 2))
    ('0.0033', '1.13', '11')
    """
    places = 0 if odds >= _MANY else 1 if odds >= _FEW else 2
    while odds and 2 * odds * 10**places < 19:  # two digits at least, so that no odds are told as none
        places += 1
    text = decimal_text(odds, places)
    return text.rstrip("0").rstrip(".") if places else text


def rounded_odds(odds: Fraction) -> Fraction:
    """Odds as they are told, to reckon on from.

    >>> rounded_odds(Fraction(11, 3)), rounded_odds(Fraction(2469, 2))
    (Fraction(37, 10), Fraction(1235, 1))
    """
    return Fraction(odds_text(odds).replace(",", ""))
