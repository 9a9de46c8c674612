"""One line of dice or several, as a table to be read, or written in any format with exact chances."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from fractions import Fraction
from sys import maxsize
from typing import Protocol, Self, TypeAlias

from ..dice.dist import Dist, Outcome
from ..formats.table import ExactTable
from ..words.errors import RuleError
from ..words.wording import EXACTLY, chance_text, number_text, percent_text

MOST_ROWS = 40  # of more, the rarest at both ends are put together
MOST_COLUMNS = 13  # of two answers that stand against each other
RARE = Fraction(1, 10_000)
Row: TypeAlias = tuple[str, list[Fraction | None]]  # an outcome, and the chance that each answer gives it


class DistColumn(Protocol):
    """What stands in a column: how often each number comes, or "no" and "yes"."""

    @property
    def dist(self) -> Dist: ...
    @property
    def is_test(self) -> bool: ...


class AnswerTable(DistColumn, Protocol):
    """What a table tells of an answer."""

    line: str
    left_out: Fraction
    notes: tuple[str, ...]

    @property
    def says(self) -> str: ...
    @property
    def question(self) -> str: ...
    @property
    def headline(self) -> str: ...
    @property
    def left_out_text(self) -> str: ...
    @property
    def mean(self) -> Fraction: ...
    @property
    def sd(self) -> float: ...
    @property
    def parts(self) -> Sequence[AnswerTable]: ...
    @property
    def whole(self) -> AnswerTable | None: ...
    def together(self, other: Self, /) -> Dist: ...


class SweepTable(Protocol):
    """What a table tells of a line for several values."""

    line: str
    names: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def answers(self) -> Mapping[tuple[int, ...], AnswerTable | RuleError]: ...


def table(answers: Sequence[AnswerTable], reading: str = EXACTLY) -> str:
    """A row for each outcome; of several answers, a column of percentages for each. Two answers of one line stand
    against each other below that.

    reading : "exactly", "at least" or "at most".
    """
    together = answers[0] if len(answers) == 1 else None
    answers = [part for one in answers for part in one.parts]
    if len(answers) == 1:
        return _one(answers[0], reading)
    numbered = [(f"{number}:", one) for number, one in enumerate(answers, 1)]
    lines = [f"{number} {one.says}" for number, one in numbered]
    return "\n".join(
        [
            *lines,
            "",
            *_aligned(
                [[_first(reading), *(number for number, _ in numbered)], *_rows(answers, reading), *_below(answers)]
            ),
            *_left_out(answers),
            *(f"{number} {note}" for number, one in numbered for note in one.notes),
            *(_against(together) if together else ()),
        ]
    )


def _against(answer: AnswerTable) -> list[str]:
    """Two answers that are read together: a row for each outcome of the first, a column for each of the second."""
    if len(answer.parts) != 2 or any(len(one.dist) > MOST_COLUMNS for one in answer.parts):
        return []
    downward, across = (one.dist.outcomes for one in answer.parts)
    rows = [
        [f"1: {one}", *(percent_text(chance) if chance else "" for chance in row)]
        for one in downward
        for row in [[answer.dist[one, other] for other in across]]
    ]
    return ["", "Both together:", *_aligned([["", *(f"2: {other}" for other in across)], *rows])]


def pair_rows(
    one: AnswerTable, other: AnswerTable, pairs: Dist, downward: Sequence[Outcome], across: Sequence[Outcome]
) -> list[list[str]]:
    """Headings, and a row of percentages for each outcome of the one, in a column for each of the other."""
    first, *further = map(str, across)
    return [
        [f"{one.question}, in percent", f"{other.question}: {first}", *further],
        *(
            [str(outcome), *(percent_text(chance).removesuffix(" %") if chance else "" for chance in row)]
            for outcome in downward
            for row in [[pairs[outcome, column] for column in across]]
        ),
    ]


def sweep_text(sweep: SweepTable) -> str:
    """A row for each value of the names in a line: the chance of a yes, or mean and spread."""
    missing = [
        f"Left out, {', '.join(f'{name} = {value}' for name, value in zip(sweep.names, cell, strict=True))}: {one}"
        for cell, one in sweep.answers.items()
        if isinstance(one, RuleError)
    ]
    return "\n".join([sweep.line, *_aligned(sweep_rows(sweep)), *missing, *sweep.notes])


def sweep_rows(sweep: SweepTable) -> list[list[str]]:
    """Headings, and a row for each value that has an answer."""
    answers = [(cell, one.parts) for cell, one in sweep.answers.items() if not isinstance(one, RuleError)]
    figures = [
        [
            text
            for one in each
            for text in (
                [chance_text(one.dist["yes"])] if one.is_test else [number_text(one.mean), number_text(one.sd, 3)]
            )
        ]
        for _, each in answers
    ]
    return [
        sweep_head(sweep),
        *([*map(str, cell), *words] for (cell, _), words in zip(answers, figures, strict=True)),
    ]


def sweep_head(sweep: SweepTable) -> list[str]:
    """The names, and for each answer of a line its yes, or mean and spread; several answers are numbered."""
    each = [one.parts for one in sweep.answers.values() if not isinstance(one, RuleError)]
    columns = [["yes"] if all(one.is_test for one in some) else ["mean", "spread"] for some in zip(*each, strict=True)]
    numbered = [(f"{place}: " if columns[1:] else "", names) for place, names in enumerate(columns, 1)]
    return [*sweep.names, *(number + name for number, names in numbered for name in names)]


def _one(answer: AnswerTable, reading: str) -> str:
    rows = [[name, chance_text(chance)] for name, (chance,) in gathered([answer], reading) if chance is not None]
    head = [_first(reading)] if _first(reading) else []
    return "\n".join([answer.says, answer.headline, *head, *_aligned(rows), *_left_out([answer]), *answer.notes])


def _first(reading: str) -> str:
    return "" if reading == EXACTLY else reading


def _rows(answers: Sequence[AnswerTable], reading: str, most: int = MOST_ROWS) -> list[list[str]]:
    return [
        [name, *(percent_text(chance) if chance else "" for chance in each)]
        for name, each in gathered(answers, reading, most)
    ]


def _below(answers: Sequence[AnswerTable]) -> list[list[str]]:
    """Mean and spread of those that are numbers."""
    if all(one.is_test for one in answers):
        return []
    return [
        ["mean", *("" if one.is_test else number_text(one.mean) for one in answers)],
        ["spread", *("" if one.is_test else number_text(one.sd, 3) for one in answers)],
    ]


def _left_out(answers: Sequence[AnswerTable]) -> list[str]:
    numbers = len(answers) > 1
    return [
        f"{number}: {one.left_out_text}" if numbers else one.left_out_text
        for number, one in enumerate(answers, 1)
        if one.left_out
    ]


def _words(answers: Sequence[DistColumn]) -> list[Row]:
    words = [name for name in ("no", "yes") if any(one.is_test for one in answers)]
    return [(name, [one.dist[name] if one.is_test else None for one in answers]) for name in words]


def _numbers(answers: Sequence[DistColumn]) -> list[int]:
    return sorted({number for one in answers if not one.is_test for number in one.dist})


def _number_rows(answers: Sequence[DistColumn], numbers: Sequence[int], reading: str) -> list[Row]:
    columns = [[None] * len(numbers) if one.is_test else one.dist.read(numbers, reading) for one in answers]
    return [(str(number), list(row)) for number, row in zip(numbers, zip(*columns, strict=True), strict=True)]


def gathered(
    columns: Sequence[DistColumn], reading: str = EXACTLY, most: int = MOST_ROWS, by: Sequence[DistColumn] = ()
) -> list[Row]:
    """All outcomes in order with the chance that each column gives them, ``None`` where it has no such outcomes. Of
    more than so many numbers those at both ends that hardly ever come are put together, or left out.

    reading : of numbers, exactly, or with all that are more, or less; "no" and "yes" are always exact.
    by : the columns that say which these are; all, when left out.
    """
    numbers, shares = _numbers(by or columns), often(by or columns, most)
    rows = _number_rows(columns, shares, reading)
    if reading == EXACTLY and shares and shares[0] != numbers[0]:
        rows[0] = f"{shares[0]} or less", _together(columns, [number for number in numbers if number <= shares[0]])
    if reading == EXACTLY and shares and shares[-1] != numbers[-1]:
        rows[-1] = f"{shares[-1]} or more", _together(columns, [number for number in numbers if number >= shares[-1]])
    return _words(columns) + rows


def _together(answers: Sequence[DistColumn], numbers: list[int]) -> list[Fraction | None]:
    return [None if one.is_test else one.dist.probability(numbers) for one in answers]


def often(answers: Sequence[DistColumn], most: int = MOST_ROWS) -> list[int]:
    """All numbers; of more than so many, without those at both ends that hardly ever come."""
    numbers = _numbers(answers)
    if len(numbers) <= most:
        return numbers
    each = [one.dist for one in answers if not one.is_test]
    first = bisect_left(numbers, min(dist.quantile(RARE) for dist in each))
    last = bisect_left(numbers, max(dist.quantile(1 - RARE) for dist in each))
    return numbers[max(0, first - 1) : last + 2]  # beyond which all is rare in every answer


def _aligned(rows: list[list[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    left = len(rows[0]) == 2
    return [
        "  ".join(
            cell.rjust(width) if column == 0 or not left else cell
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


# To be written in any format ------------------------------------------------------------------------------------------


def dice_table(answers: Sequence[AnswerTable], reading: str = EXACTLY, most: int = MOST_ROWS) -> ExactTable:
    """A row for each outcome, and a column of chances for each line; of more than ``most`` numbers the rarest are read
    together.

    reading : "exactly", "at least" or "at most".

    >>> from rencounter_kit import dice, written
    >>> print(written(dice_table([dice("d2"), dice("d3")], "at least"), "markdown"))
    | at least | d2 | d3 |
    |---|---|---|
    | 1 | 100 % | 100 % |
    | 2 | 50 % | 66.7 % |
    | 3 |  | 33.3 % |
    >>> print(written(dice_table([dice("d2"), dice("d3 > 1")]), "csv"))
    outcome,d2,d2 (exact),d3 > 1,d3 > 1 (exact)
    no,,,0.3333333333333333,exactly 1/3
    yes,,,0.6666666666666666,exactly 2/3
    1,0.5,exactly 1/2,,
    2,0.5,exactly 1/2,,
    """
    answers = [part for one in answers for part in one.parts]
    exact = reading == EXACTLY or all(one.is_test for one in answers)
    headings = ["outcome" if exact else reading, *(one.line for one in answers)]
    rows = _rows(answers, reading, most)
    lines = [[_outcome(name), *each] for name, each in gathered(answers, reading, maxsize)]
    return ExactTable(headings, lines, read=[headings, *rows])


def joint_table(answer: AnswerTable) -> ExactTable:
    """A row for all that several answers of one line may be together, with its chance."""
    headings = [*(one.line for one in answer.parts), "chance"]
    return ExactTable(headings, [[*answers, chance] for answers, chance in answer.dist.items()])


def sweep_table(sweep: SweepTable) -> ExactTable:
    """A row for each value with an answer: the exact chance of a yes, or the exact mean, and the spread."""
    answers = [(cell, one.parts) for cell, one in sweep.answers.items() if not isinstance(one, RuleError)]
    lines = [
        [*cell, *(value for one in each for value in ([one.dist["yes"]] if one.is_test else [one.mean, one.sd]))]
        for cell, each in answers
    ]
    return ExactTable(sweep_head(sweep), lines, read=sweep_rows(sweep))


def _outcome(name: str) -> int | str:
    return int(name) if name not in ("no", "yes") else name
