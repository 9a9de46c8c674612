"""One line of dice or several, as a table to be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Protocol

from ..dice.dist import Dist
from ..errors import RuleError
from ..wording import chance_text, percent_text

MOST_ROWS = 40  # of more, the rarest at both ends are put together
RARE = Fraction(1, 10_000)


class Told(Protocol):
    """What a table tells of an answer."""

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


def table(answers: Sequence[Told]) -> str:
    """A row for each outcome; of several answers, a column of percentages for each."""
    if len(answers) == 1:
        return _one(answers[0])
    numbered = [(f"{number}:", one) for number, one in enumerate(answers, 1)]
    said = [f"{number} {one.says}" for number, one in numbered]
    return "\n".join(
        [
            *said,
            "",
            *_aligned([["", *(number for number, _ in numbered)], *_rows(answers), *_below(answers)]),
            *_left_out(answers),
            *(f"{number} {note}" for number, one in numbered for note in one.notes),
        ]
    )


def sweep_table(sweep: ToldOver) -> str:
    """A row for each value of the names in a line: the chance of a yes, or mean and spread."""
    found = {cell: one for cell, one in sweep.answers.items() if not isinstance(one, RuleError)}
    columns = ["yes"] if all(one.is_test for one in found.values()) else ["mean", "spread"]
    rows = [
        [
            *map(str, cell),
            *([chance_text(one.dist["yes"])] if one.is_test else [f"{float(one.mean):.4g}", f"{one.sd:.3g}"]),
        ]
        for cell, one in found.items()
    ]
    missing = [
        f"Left out, {', '.join(f'{name} = {value}' for name, value in zip(sweep.names, cell, strict=True))}: {one}"
        for cell, one in sweep.answers.items()
        if isinstance(one, RuleError)
    ]
    return "\n".join([sweep.line, *_aligned([[*sweep.names, *columns], *rows]), *missing, *sweep.notes])


def _one(answer: Told) -> str:
    rows = [[name, chance_text(chance)] for name, (chance,) in _gathered([answer])]
    return "\n".join([answer.says, answer.headline, *_aligned(rows), *_left_out([answer]), *answer.notes])


def _rows(answers: Sequence[Told]) -> list[list[str]]:
    return [
        [name, *(percent_text(chance) if chance else "" for chance in chances)] for name, chances in _gathered(answers)
    ]


def _below(answers: Sequence[Told]) -> list[list[str]]:
    """Mean and spread of those that are numbers."""
    if all(one.is_test for one in answers):
        return []
    return [
        ["mean", *("" if one.is_test else f"{float(one.mean):.4g}" for one in answers)],
        ["spread", *("" if one.is_test else f"{one.sd:.3g}" for one in answers)],
    ]


def _left_out(answers: Sequence[Told]) -> list[str]:
    numbers = len(answers) > 1
    return [
        f"{number}: {one.left_out_text}" if numbers else one.left_out_text
        for number, one in enumerate(answers, 1)
        if one.left_out
    ]


def _gathered(answers: Sequence[Told]) -> list[tuple[str, list[Fraction]]]:
    """Outcomes in order with the chance that each answer gives them; of many numbers the rarest at both ends as one."""
    words = [name for name in ("no", "yes") if any(one.is_test for one in answers)]
    rows = [(name, [one.dist[name] for one in answers]) for name in words]
    numbers = sorted({number for one in answers if not one.is_test for number in one.dist})
    each = {number: [one.dist[number] for one in answers] for number in numbers}
    low, high = 0, len(numbers) - 1
    if len(numbers) > MOST_ROWS:
        low, high = _ends(numbers, each)
    for at, number in enumerate(numbers):
        if at == low and low:
            rows.append((f"{number} or less", _together(each, numbers[: low + 1])))
        elif at == high and high < len(numbers) - 1:
            rows.append((f"{number} or more", _together(each, numbers[high:])))
        elif low <= at <= high:
            rows.append((str(number), each[number]))
    return rows


def _together(each: dict[int, list[Fraction]], numbers: Sequence[int]) -> list[Fraction]:
    return [sum(column, Fraction(0)) for column in zip(*(each[number] for number in numbers), strict=True)]


def _ends(numbers: list[int], each: dict[int, list[Fraction]]) -> tuple[int, int]:
    """The places from which on, to either end, all is rare in every answer."""
    low, high = 0, len(numbers) - 1
    for step, start in ((1, 0), (-1, high)):
        so_far = [Fraction(0)] * len(each[numbers[0]])
        at = start
        while 0 <= at < len(numbers):
            so_far = [one + other for one, other in zip(so_far, each[numbers[at]], strict=True)]
            if max(so_far) > RARE:
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
