"""How good is a feeling for chances? Guesses beside the exact chances: how far off, on which side, and whether it gets better."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from ..errors import RuleError
from ..formats.table import ExactTable
from ..mechanics.check import Check
from ..typed import number
from ..wording import is_short, number_text, percent_text, points_text, shown, so_many
from .measure import Report

MOST = 1_000  # guesses that are kept: the newest
RECENT = 20  # guesses over which the mean goes along
_HABIT = 100  # guesses that tell a habit: the newest
_THIRDS = (("low chances", Fraction(1, 3)), ("middling chances", Fraction(2, 3)), ("high chances", Fraction(1)))
_ONE_SIDED = "0 % or 100 %"  # of which a guess is too high or too low, whatever the habit
_SURE = 0.05 / len(_THIRDS)  # how seldom chance alone would look like a habit, in any of the three
_LONGEST = 300  # letters of a situation
_DIGITS = 10**12  # denominators of longer fractions are brought down to it


class GuessRecord(NamedTuple):
    """What somebody guessed, and what it is.

    check : the id of the check, or what else was asked about. situation, event : in words. guess, chance : from 0 to 1. date :
    when, as ISO 8601 writes it, which tells one guess from another.
    """

    check: str
    situation: str
    event: str
    guess: Fraction
    chance: Fraction
    date: str

    @property
    def off(self) -> Fraction:
        """How much too high it is."""
        return self.guess - self.chance

    def kept(self) -> dict[str, str]:
        """It as texts, to be kept outside of Python; of a fraction too long to read the nearest that is not."""
        chance = self.chance if is_short(self.chance) else self.chance.limit_denominator(_DIGITS)
        texts = {**self._asdict(), "guess": str(self.guess), "chance": str(chance)}
        return {name: str(text)[:_LONGEST] for name, text in texts.items()}

    @classmethod
    def read(cls, kept: object) -> GuessRecord:
        """From such texts; ``RuleError`` for what is no guess.

        >>> GuessRecord.read(GuessRecord("rencounter.fire", "skill 7", "hits", Fraction(1, 2), Fraction(7, 12), "2030-01-31").kept()).off
        Fraction(-1, 12)
        """
        if not isinstance(kept, Mapping) or not all(isinstance(kept.get(name), str) for name in cls._fields):
            raise RuleError(f"a guess must be one that was kept; got {shown(kept)}")
        texts = {name: kept[name] for name in cls._fields}
        figures = {name: number(texts[name], f"the {name}") for name in ("guess", "chance")}
        if not all(0 <= figure <= 1 for figure in figures.values()):
            raise RuleError(f"a guess and its chance must be from 0 to 1; got {texts['guess']} and {texts['chance']}")
        return cls(**{**texts, **figures})


def verdict(guess: Fraction, chance: Fraction, about: bool = False) -> str:
    """What it is, and how far off a guess was, in a sentence. about : is the chance itself an estimate?

    >>> verdict(Fraction(3, 10), Fraction(5, 12)), verdict(Fraction(1, 40), Fraction(1, 40))
    ('It is 41.7 %; you guessed 30 %, 11.7 points too low.', 'It is 2.50 %; you guessed 2.5 %, exactly right.')
    >>> verdict(Fraction(0), Fraction(1, 36))
    'It is 2.78 %; you guessed 0 %, 2.8 points too low, and it is not impossible.'
    """
    off = guess - chance
    points = points_text(abs(off)).removeprefix("+")
    told = f"{points} too {'high' if off > 0 else 'low'}" if off else "exactly right"
    too_sure = off and guess in (0, 1)
    surprise = f", and it is not {'certain' if guess else 'impossible'}" if too_sure else ""
    return (
        f"It is {'about ' if about else ''}{percent_text(chance)}; you guessed {guess_text(guess)}, {told}{surprise}."
    )


def guess_text(guess: Fraction) -> str:
    """A guess as it was typed.

    >>> guess_text(Fraction(1, 40)), guess_text(Fraction(1, 3))
    ('2.5 %', '33.3333 %')
    """
    return f"{number_text(100 * guess, 6)} %"


class Third(NamedTuple):
    """Guesses at low, middling or high chances, or at what never or always happens: how many, how many of them too high and too low,
    how far off they are on average, and how much too high; in shares of 1.
    """

    chances: str
    guesses: int
    too_high: int
    too_low: int
    off: Fraction
    bias: Fraction

    @property
    def habit(self) -> str:
        """The side on which these are: "too high", "too low", or "" where that may well be chance (the sign test, exact), or there is no other."""
        from scipy.stats import binomtest

        if not (sides := self.too_high + self.too_low) or self.chances == _ONE_SIDED:
            return ""
        seldom = binomtest(self.too_high, sides).pvalue <= _SURE
        return ("too high" if self.too_high > self.too_low else "too low") if seldom else ""


@dataclass(frozen=True, repr=False)
class Guesses(Report):
    """Guesses, the oldest first. ``rows`` : how they were at low, middling and high chances, by the newest hundred of them."""

    guesses: tuple[GuessRecord, ...]
    kind = Third

    @classmethod
    def read(cls, kept: object) -> Guesses:
        """From what was kept; what is no guess is left out."""
        found = list[GuessRecord]()
        for one in kept if isinstance(kept, Sequence) else ():
            with suppress(RuleError):
                found.append(GuessRecord.read(one))
        return cls(tuple(sorted(found, key=lambda one: one.date)[-MOST:]))

    @property
    def rows(self) -> list[Third]:  # type: ignore[override]
        """The thirds in which there are guesses, and those that can be off on one side only."""
        offs: dict[str, list[Fraction]] = {name: [] for name in (*dict(_THIRDS), _ONE_SIDED)}
        for one in self.guesses[-_HABIT:]:
            third = next(name for name, high in _THIRDS if one.chance <= high)
            offs[_ONE_SIDED if one.chance in (0, 1) else third].append(one.off)
        return [
            Third(
                name,
                len(each),
                sum(off > 0 for off in each),
                sum(off < 0 for off in each),
                _mean(list(map(abs, each))),
                _mean(each),
            )
            for name, each in offs.items()
            if each
        ]

    def off(self, last: int = RECENT) -> Fraction:
        """How far off the newest of them are on average."""
        return _mean([abs(one.off) for one in self.guesses[-last:]])

    def along(self) -> list[float]:
        """How far off each was together with those before it, up to twenty at a time, on average."""
        import numpy as np

        sums = np.cumsum([0.0, *(abs(float(one.off)) for one in self.guesses)])
        ends = np.arange(1, len(sums))
        begins = np.maximum(0, ends - RECENT)
        return [float(mean) for mean in (sums[ends] - sums[begins]) / (ends - begins)]

    def head(self) -> str:
        """How good they are, in a sentence."""
        many = len(self.guesses)
        if not many:
            return "There is no guess yet."
        off = _points(self.off())
        which = f"last {RECENT} guesses" if many > RECENT else so_many(many, "guess")
        told = f"Over your {which} you were {off} off on average" if many > 1 else f"Your one guess was {off} off"
        habits = [
            f"{one.chances} {one.habit} ({max(one.too_high, one.too_low)} of {one.guesses})"
            for one in self.rows
            if one.habit
        ]
        said = f"; you guess {' and '.join(habits)}" if habits else ""
        return f"{told}{said}."

    def cells(self) -> list[Sequence[str]]:
        """The thirds in words."""
        heads = ("guesses at", "how many", "too high", "too low", "off on average", "on balance")
        return [heads, *((one.chances, *map(str, one[1:4]), _points(one.off), _side(one.bias)) for one in self.rows)]

    def notes(self) -> list[str]:
        """What few guesses cannot tell, and how it was at first."""
        many, notes = len(self.guesses), list[str]()
        if many > 2 * RECENT:
            first = _points(_mean([abs(one.off) for one in self.guesses[:RECENT]]))
            which = f"your first {RECENT} guesses" if many < MOST else f"the oldest {RECENT} guesses that are kept"
            notes.append(f"Over {which} it was {first}.")
        if many > _HABIT:
            notes.append(f"The table counts your newest {_HABIT}.")
        rows = self.rows
        if any(one.chances == _ONE_SIDED for one in rows):
            notes.append("What never or always happens can be guessed wrong on one side only: that tells no habit.")
        if many and not any(one.habit for one in rows):
            notes.append("No habit of guessing too high or too low shows yet: what there is may well be chance.")
        return notes

    def as_table(self) -> ExactTable:
        """Each guess, to be written in any format."""
        headings = ["date", "check", "situation", "event", "guess", "chance", "too_high_by"]
        lines = [
            [one.date, one.check, one.situation, one.event, one.guess, one.chance, one.off] for one in self.guesses
        ]
        read: list[Sequence[str]] = [
            [
                one.date[:16].replace("T", " "),
                *map(str, one[:3]),
                guess_text(one.guess),
                percent_text(one.chance),
                _side(one.off),
            ]
            for one in self.guesses
        ]
        shown_heads = ["date", "check", "situation", "event", "guess", "chance", "off"]
        return ExactTable(headings, lines, self.head(), self.notes(), [shown_heads, *read])


def _mean(each: Sequence[Fraction]) -> Fraction:
    return sum(each, Fraction(0)) / len(each)


def _points(off: Fraction) -> str:
    return points_text(off).removeprefix("+")


def _side(off: Fraction) -> str:
    """How much too high or too low."""
    return f"{_points(abs(off))} too {'high' if off > 0 else 'low'}" if off else "right"


def situation_words(check: Check, params: Mapping[str, Any], lines: str = "") -> str:
    """A situation in a line: what is set otherwise than usual, and the house rules.

    >>> situation_words(checks["rencounter.fire"], {"skill": 7, "range_band": "long"}, "fire.range.long = -3")
    'skill 7, range band long; by fire.range.long = -3'
    """
    said = (
        ", ".join(f"{check.spelling.words(name)} {check.spelling.value(value)}" for name, value in params.items())
        or "as usual"
    )
    return f"{said}; by {', '.join(lines.splitlines())}" if lines else said
