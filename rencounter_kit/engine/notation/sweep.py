"""A line of dice with names in braces, for each of the values that these may have."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import product
from math import prod

from ..formats.table import ExactTable
from ..words.errors import RuleError, bare
from ..words.typed import cleaned, span_hint, whole
from ..words.wording import as_text
from ..work.progress import tell
from .answer import DiceAnswer, answered
from .limits import LARGEST
from .placeholders import filled
from .reading import plain_line, read
from .table import sweep_table, sweep_text

Cell = tuple[int, ...]
MOST_CELLS = 400
_COUNTED = (
    "For all values each die is compared, as one of them can always show the number; for their sum put brackets round "
    "the dice, as in (5d10) >= 8."
)
_SUMMED = (
    "For all values the sum is compared, as with some of them no die can show the number or not all dice are kept; to "
    "count dice say so, as in 5d10 count 8 or more."
)


class DiceSweep:
    """A line of dice for each of several values of the names in its braces; ``sweep[4]`` is the answer for one.

    line : as it was given.
    names : those with several values, in their order in the line.
    cells : each combination of these values, in the order of ``names``.
    notes : where the line may mean two things, which one was taken, for all values alike. Dice beside a number are
        counted where one of them can show it whatever the values, and all are kept; else their sum is compared.

    >>> from rencounter_kit import dice
    >>> sweep = dice("{n}d10 >= {t}", n=range(1, 4), t=[7, 8])
    >>> sweep.names, sweep[3, 8].says, sweep[1, 8].mean
    (('n', 't'), 'how many of 3d10 show 8 or more', Fraction(3, 10))
    """

    def __init__(self, line: str, values: Mapping[str, int | str], ranges: Mapping[str, Sequence[int]]) -> None:
        self.line, self.names = plain_line(line), tuple(ranges)
        if (number := prod(map(len, ranges.values()))) > MOST_CELLS:
            raise RuleError(f"there must be at most {MOST_CELLS} values; got {number:,}; try shorter ranges")
        self.cells: tuple[Cell, ...] = tuple(product(*(dict.fromkeys(several) for several in ranges.values())))
        self._lines = {
            cell: filled(line, {**values, **dict(zip(self.names, cell, strict=True))}) for cell in self.cells
        }
        self._counting, self.notes = self._meant()

    def _meant(self) -> tuple[tuple[bool, ...], tuple[str, ...]]:
        """What each comparison that may mean two things means for all values, and the notes on that."""
        comparisons, wrong = [], list[RuleError]()
        for line in self._lines.values():
            try:
                comparisons.append(read(line, several=True).comparisons)
            except RuleError as error:
                wrong.append(error)
        if not comparisons:
            raise wrong[0]
        if len({*map(len, comparisons)}) > 1:
            raise RuleError("a line must be read alike for all values; got two ways to read it; try shorter ranges")
        counting, notes = list[bool](), list[str]()
        for each in zip(*comparisons, strict=True):
            counting.append(all(one.can_show for one in each) and any(one.several for one in each))
            if any(map(all, each)):  # at least one line alone would be counted
                notes.append(_COUNTED if counting[-1] else _SUMMED)
        return tuple(counting), tuple(dict.fromkeys(notes))

    def __getitem__(self, cell: int | Cell) -> DiceAnswer:
        """The answer for a value, or for one of each name; ``KeyError`` for others, ``RuleError`` where
        there is none.
        """
        return answered(self._lines[cell if isinstance(cell, tuple) else (cell,)], self._counting, several=True)

    @cached_property
    def answers(self) -> dict[Cell, DiceAnswer | RuleError]:
        """Of each cell its answer, or why it has none."""
        every: dict[Cell, DiceAnswer | RuleError] = {}
        for count, cell in enumerate(self.cells):
            tell(count, len(self.cells))
            try:
                every[cell] = self[cell]
            except RuleError as error:
                every[cell] = bare(error)
        return every

    def as_table(self) -> ExactTable:
        """A row for each value, to be written in any format."""
        return sweep_table(self)

    def __str__(self) -> str:
        return sweep_text(self)

    def __repr__(self) -> str:
        return f"<{self.line}: {', '.join(self.names)}, {len(self.cells)} values>"


def several(name: str, value: int | str | Sequence[int]) -> int | str | Sequence[int]:
    """A value as it is meant: a text of a whole number, a range or a list as that; other texts as they are.

    >>> several("n", "2..4"), several("n", "2, 4"), several("n", "d4")
    (range(2, 5), [2, 4], 'd4')
    """
    if isinstance(value, int):
        return value
    if not isinstance(value, str):
        if not isinstance(value, (range, list, tuple)) or not all(type(one) is int for one in value[: MOST_CELLS + 1]):
            raise RuleError(
                f"{name} must be a whole number or several, or dice; got {as_text(value)}; try 4 or range(2, 9)"
            )
        if not value:
            raise RuleError(f"{name} must have a value; got none; try 4 or range(2, 9)")
        if value[MOST_CELLS:]:
            raise RuleError(f"{name} must have at most {MOST_CELLS} values; got {as_text(value)}; try a shorter range")
        return value
    text = cleaned(value)
    if hint := span_hint(text):
        raise RuleError(f"a range of {name} must be written with two dots; got {as_text(text)}{hint}")
    if ends := re.fullmatch(r"(-?\d{1,9}) ?\.\. ?(-?\d{1,9})", text, re.ASCII):
        low, high = map(int, ends.groups())
        if not -LARGEST <= low <= high <= LARGEST:
            raise RuleError(f"{name} must run from low to high; got {as_text(text)}; try 2..8")
        return range(low, high + 1)
    parts = [whole(part) for part in text.split(",")]
    numbers = [part for part in parts if part is not None]
    return numbers if len(numbers) == len(parts) > 1 else value
