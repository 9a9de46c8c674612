"""What a figure of the book may be changed to: of each kind what it must be, what fits, and how it is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...engine.dice.notation import dice_of, worded
from .added import LARGEST
from .line_dice import dice_text
from .text import ROWS, Value, bands, figure_text, rows_of


class FigureKind(NamedTuple):
    """A kind of figure.

    requirement : what such a figure must be, after "must be".
    fits : is a value of this kind?
    as_figure : a value that fits, as the ruleset keeps it; ``RuleError`` for what is wrong inside it.
    """

    requirement: str
    fits: Callable[[Value], bool]
    as_figure: Callable[[Value], Value] = lambda value: value


def choice(choices: Sequence[Value]) -> FigureKind:
    """One of some words or numbers: a switch, or a word that other rows of the same table have."""
    kinds = {type(one) for one in choices}
    return FigureKind(" or ".join(map(figure_text, choices)), lambda value: value in choices and type(value) in kinds)


def dice(low: int, high: int, in_words: bool) -> FigureKind:
    """Dice in a line, with faces from ``low`` to ``high``; a die with words where the book has one."""

    def fits(value: Value) -> bool:
        if in_words or worded(value):
            return in_words and worded(value) is not None
        faces = dice_of(text).faces if (text := dice_text(value)) else range(LARGEST + 1, LARGEST + 2)
        return bool(low <= faces[0] and faces[-1] <= high)

    requirement = 'dice such as "d12", "2d6", "2d12 lowest" or "4d6 keep highest 3"'
    if in_words:
        requirement = 'a die with words, such as "d{miss x3, hit}"'
    elif high < LARGEST:
        requirement = f"dice whose faces are from {low} to {high}"
    return FigureKind(requirement, fits, dice_text)


YES_NO = FigureKind("true or false", lambda value: isinstance(value, bool))


def number(low: int, high: int, whole: bool) -> FigureKind:
    """A number from ``low`` to ``high``; a whole one where ``whole``."""
    kinds = (int,) if whole else (int, float)
    requirement = f"a {'whole ' if whole else ''}number from {low} to {high}"
    return FigureKind(requirement, lambda value: type(value) in kinds and bool(low <= value <= high))


def rows(path: str) -> FigureKind:
    """A table that a player may give at ``path``, rows of two numbers; empty by the book."""

    def as_figure(value: Value) -> Value:  # which says what is wrong in which row
        return () if isinstance(value, (list, tuple)) and not value else rows_of(path, value)

    return FigureKind(ROWS, lambda value: True, as_figure)


def whole_numbers(length: int) -> FigureKind:
    """So many whole numbers."""

    def fits(value: Value) -> bool:
        numbers = value if isinstance(value, (list, tuple)) else ()
        return len(numbers) == length and all(type(one) is int and abs(one) <= LARGEST for one in numbers)

    return FigureKind(f"a list of {length} whole numbers", fits, tuple)


def _as_range(value: Value) -> Value:
    bands(value)  # refuses what is no range
    return " ".join(value.split())


RANGE = FigureKind('a range such as "3..4"', lambda value: isinstance(value, str), _as_range)
