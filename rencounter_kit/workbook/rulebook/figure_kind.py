"""What a figure of the book may be changed to: a class for each kind of figure, as there is one for each kind of
parameter.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from ...engine.dice.notation import dice_of, worded
from .added import LARGEST
from .line_dice import dice_text
from .text import ROWS, Value, bands, figure_text, rows_of


class FigureKind(ABC):
    """A kind of figure."""

    @property
    @abstractmethod
    def requirement(self) -> str:
        """What such a figure must be, after "must be"."""

    @abstractmethod
    def fits(self, value: Value) -> bool:
        """Is a value of this kind?"""

    def as_figure(self, value: Value) -> Value:
        """A value that fits, as the ruleset keeps it; ``RuleError`` for what is wrong inside it."""
        return value


@dataclass(frozen=True)
class ChoiceKind(FigureKind):
    """One of some words or numbers: a switch, or a word that other rows of the same table have."""

    choices: Sequence[Value]

    @property
    def requirement(self) -> str:
        return " or ".join(figure_text(one) for one in self.choices)

    def fits(self, value: Value) -> bool:
        return value in self.choices and type(value) in {type(one) for one in self.choices}


@dataclass(frozen=True)
class DiceKind(FigureKind):
    """Dice in a line, with faces from ``low`` to ``high``; a die with words where the book has one."""

    low: int
    high: int
    in_words: bool = False

    @property
    def requirement(self) -> str:
        if self.in_words:
            return 'a die with words, such as "d{miss x3, hit}"'
        if self.high < LARGEST:
            return f"dice whose faces are from {self.low} to {self.high}"
        return 'dice such as "d12", "2d6", "2d12 lowest" or "4d6 keep highest 3"'

    def fits(self, value: Value) -> bool:
        if self.in_words or worded(value):
            return self.in_words and worded(value) is not None
        faces = dice_of(dice).faces if (dice := dice_text(value)) else range(LARGEST + 1, LARGEST + 2)
        return bool(self.low <= faces[0] and faces[-1] <= self.high)

    def as_figure(self, value: Value) -> Value:
        return dice_text(value)


class YesNoKind(FigureKind):
    """Yes or no."""

    requirement = "true or false"

    def fits(self, value: Value) -> bool:
        return isinstance(value, bool)


@dataclass(frozen=True)
class NumberKind(FigureKind):
    """A number from ``low`` to ``high``; a whole one where ``whole``."""

    low: int
    high: int
    whole: bool

    @property
    def requirement(self) -> str:
        return f"a {'whole ' if self.whole else ''}number from {self.low} to {self.high}"

    def fits(self, value: Value) -> bool:
        is_number = type(value) is int or (type(value) is float and not self.whole)
        return bool(is_number and self.low <= value <= self.high)


@dataclass(frozen=True)
class RowsKind(FigureKind):
    """A table that a player may give, rows of two numbers; empty by the book.

    path : where it stands.
    """

    path: str
    requirement = ROWS

    def fits(self, value: Value) -> bool:
        return True  # ``as_figure`` says what is wrong in which row

    def as_figure(self, value: Value) -> Value:
        return () if isinstance(value, (list, tuple)) and not value else rows_of(self.path, value)


@dataclass(frozen=True)
class ListKind(FigureKind):
    """So many whole numbers."""

    length: int

    @property
    def requirement(self) -> str:
        return f"a list of {self.length} whole numbers"

    def fits(self, value: Value) -> bool:
        numbers = value if isinstance(value, (list, tuple)) else ()
        return len(numbers) == self.length and all(type(one) is int and abs(one) <= LARGEST for one in numbers)

    def as_figure(self, value: Value) -> Value:
        return tuple(value)


class RangeKind(FigureKind):
    """The faces of one row of a table of ranges."""

    requirement = 'a range such as "3..4"'

    def fits(self, value: Value) -> bool:
        return isinstance(value, str)

    def as_figure(self, value: Value) -> Value:
        bands(value)  # refuses what is no range
        return " ".join(value.split())
