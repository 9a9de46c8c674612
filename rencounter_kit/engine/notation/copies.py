"""The table of some lines of dice, to be written in any format: exact chances, and percentages where it is read."""

from __future__ import annotations

from collections.abc import Sequence

from ..formats.table import ExactTable
from ..words.errors import RuleError
from ..words.wording import EXACTLY, percent_text
from .table import MOST_ROWS, AnswerTable, SweepTable, chances, gathered, sweep_head, sweep_rows


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
    headings = [_first(answers, reading), *(one.line for one in answers)]
    rows = [
        [name, *(percent_text(chance) if chance else "" for chance in each)]
        for name, each in gathered(answers, reading, most)
    ]
    lines = [[_outcome(name), *each] for name, each in chances(answers, reading)]
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


def _first(answers: Sequence[AnswerTable], reading: str) -> str:
    return "outcome" if reading == EXACTLY or all(one.is_test for one in answers) else reading


def _outcome(name: str) -> int | str:
    return int(name) if name not in ("no", "yes") else name
