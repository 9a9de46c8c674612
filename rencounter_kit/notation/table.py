"""One line of dice or several, as a table to be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Protocol, TypeAlias

from ..dice.dist import Dist
from ..errors import RuleError
from ..wording import AT_LEAST, AT_MOST, EXACTLY, chance_text, number_text, percent_text

MOST_ROWS = 40  # of more, the rarest at both ends are put together
RARE = Fraction(1, 10_000)
Row: TypeAlias = tuple[str, list[Fraction | None]]  # an outcome, and the chance that each answer gives it


class Told(Protocol):
    """What a table tells of an answer."""

    line: str
    dist: Dist
    is_test: bool
    left_out: Fraction
    notes: tuple[str, ...]

    @property
    def says(self) -> str: ...
    @property
    def headline(self) -> str: ...
    @property
    def left_out_text(self) -> str: ...
    @property
    def mean(self) -> Fraction: ...
    @property
    def sd(self) -> float: ...


class ToldOver(Protocol):
    """What a table tells of a line for several values."""

    line: str
    names: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def answers(self) -> Mapping[tuple[int, ...], Told | RuleError]: ...


def table(answers: Sequence[Told], reading: str = EXACTLY) -> str:
    """A row for each outcome; of several answers, a column of percentages for each. reading : "exactly", "at least" or
    "at most".
    """
    if len(answers) == 1:
        return _one(answers[0], reading)
    numbered = [(f"{number}:", one) for number, one in enumerate(answers, 1)]
    said = [f"{number} {one.says}" for number, one in numbered]
    return "\n".join(
        [
            *said,
            "",
            *_aligned(
                [[_first(reading), *(number for number, _ in numbered)], *_rows(answers, reading), *_below(answers)]
            ),
            *_left_out(answers),
            *(f"{number} {note}" for number, one in numbered for note in one.notes),
        ]
    )


def sweep_table(sweep: ToldOver) -> str:
    """A row for each value of the names in a line: the chance of a yes, or mean and spread."""
    missing = [
        f"Left out, {', '.join(f'{name} = {value}' for name, value in zip(sweep.names, cell, strict=True))}: {one}"
        for cell, one in sweep.answers.items()
        if isinstance(one, RuleError)
    ]
    return "\n".join([sweep.line, *_aligned(sweep_rows(sweep)), *missing, *sweep.notes])


def sweep_rows(sweep: ToldOver) -> list[list[str]]:
    """Headings, and a row for each value that has an answer."""
    found = [(cell, one) for cell, one in sweep.answers.items() if not isinstance(one, RuleError)]
    columns = ["yes"] if all(one.is_test for _, one in found) else ["mean", "spread"]
    figures = [
        [chance_text(one.dist["yes"])] if one.is_test else [number_text(one.mean), number_text(one.sd, 3)]
        for _, one in found
    ]
    return [
        [*sweep.names, *columns],
        *([*map(str, cell), *said] for (cell, _), said in zip(found, figures, strict=True)),
    ]


def _one(answer: Told, reading: str) -> str:
    rows = [[name, chance_text(chance)] for name, (chance,) in gathered([answer], reading) if chance is not None]
    head = [_first(reading)] if _first(reading) else []
    return "\n".join([answer.says, answer.headline, *head, *_aligned(rows), *_left_out([answer]), *answer.notes])


def _first(reading: str) -> str:
    return "" if reading == EXACTLY else reading


def _rows(answers: Sequence[Told], reading: str) -> list[list[str]]:
    return [
        [name, *(percent_text(chance) if chance else "" for chance in each)]
        for name, each in gathered(answers, reading)
    ]


def _below(answers: Sequence[Told]) -> list[list[str]]:
    """Mean and spread of those that are numbers."""
    if all(one.is_test for one in answers):
        return []
    return [
        ["mean", *("" if one.is_test else number_text(one.mean) for one in answers)],
        ["spread", *("" if one.is_test else number_text(one.sd, 3) for one in answers)],
    ]


def _left_out(answers: Sequence[Told]) -> list[str]:
    numbers = len(answers) > 1
    return [
        f"{number}: {one.left_out_text}" if numbers else one.left_out_text
        for number, one in enumerate(answers, 1)
        if one.left_out
    ]


def chances(answers: Sequence[Told], reading: str) -> list[Row]:
    """All outcomes in order with the chance that each answer gives them; ``None`` where it has no such outcomes.

    Numbers are read exactly, or with all that are more, or less; "no" and "yes" always exactly.
    """
    numbers = _numbers(answers)
    return _words(answers) + _number_rows(answers, numbers, reading, 0, len(numbers) - 1)


def _words(answers: Sequence[Told]) -> list[Row]:
    words = [name for name in ("no", "yes") if any(one.is_test for one in answers)]
    return [(name, [one.dist[name] if one.is_test else None for one in answers]) for name in words]


def _numbers(answers: Sequence[Told]) -> list[int]:
    return sorted({number for one in answers if not one.is_test for number in one.dist})


def _number_rows(answers: Sequence[Told], numbers: list[int], reading: str, low: int, high: int) -> list[Row]:
    """Those from one place to another."""
    columns = [_read(one, numbers, reading, low, high) for one in answers]
    rows = zip(*columns, strict=True)
    return [(str(number), list(row)) for number, row in zip(numbers[low : high + 1], rows, strict=True)]


def _read(answer: Told, numbers: Sequence[int], reading: str, low: int, high: int) -> Sequence[Fraction | None]:
    """The chance of each number from one place to another."""
    if answer.is_test:
        return [None] * (high + 1 - low)
    weights, total = answer.dist.weights, answer.dist.total
    each = [weights.get(number, 0) for number in numbers]
    if reading == AT_LEAST:
        each = list(accumulate(reversed(each)))[::-1]
    elif reading == AT_MOST:
        each = list(accumulate(each))
    return [Fraction(weight, total) for weight in each[low : high + 1]]


def gathered(answers: Sequence[Told], reading: str = EXACTLY) -> list[Row]:
    """The same; of many numbers those at both ends that hardly ever come are put together, or left out."""
    numbers = _numbers(answers)
    if len(numbers) <= MOST_ROWS:
        return chances(answers, reading)
    low, high = _ends(answers, numbers)
    kept = _number_rows(answers, numbers, reading, low, high)
    if reading == EXACTLY and low:
        kept[0] = f"{numbers[low]} or less", _together(answers, numbers[: low + 1])
    if reading == EXACTLY and high < len(numbers) - 1:
        kept[-1] = f"{numbers[high]} or more", _together(answers, numbers[high:])
    return _words(answers) + kept


def _together(answers: Sequence[Told], numbers: Sequence[int]) -> list[Fraction | None]:
    each = [({} if one.is_test else one.dist.weights, one.dist.total) for one in answers]
    return [Fraction(sum(weights.get(number, 0) for number in numbers), total) for weights, total in each]


def _ends(answers: Sequence[Told], numbers: list[int]) -> tuple[int, int]:
    """The places from which on, to either end, all is rare in every answer."""
    low, high = 0, len(numbers) - 1
    each = [(one.dist.weights, int(one.dist.total * RARE)) for one in answers if not one.is_test]
    for step, start in ((1, 0), (-1, high)):
        so_far = [0] * len(each)
        at = start
        while 0 <= at < len(numbers):
            so_far = [weight + one.get(numbers[at], 0) for weight, (one, _) in zip(so_far, each, strict=True)]
            if any(weight > most for weight, (_, most) in zip(so_far, each, strict=True)):
                break
            at += step
        low, high = (max(0, at - 1), high) if step > 0 else (low, min(len(numbers) - 1, at + 1))
    return low, high


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
