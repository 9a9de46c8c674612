"""The table of some lines of dice in Markdown, and as CSV with exact fractions: to be copied."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from fractions import Fraction

from ..errors import RuleError
from ..wording import EXACTLY, exact_text, percent_text
from .table import Told, ToldOver, chances, gathered, sweep_rows


def markdown(answers: Sequence[Told], reading: str = EXACTLY) -> str:
    """A row for each outcome, and a column of percentages for each line. reading : "exactly", "at least" or "at most".

    >>> from rencounter_kit import dice
    >>> print(markdown([dice("d2"), dice("d3")], "at least"))
    | at least | d2 | d3 |
    |---|---|---|
    | 1 | 100 % | 100 % |
    | 2 | 50.0 % | 66.7 % |
    | 3 |  | 33.3 % |
    """
    rows = [[name, *(percent_text(p) if p else "" for p in each)] for name, each in gathered(answers, reading)]
    return _as_markdown([[_first(answers, reading), *(one.line for one in answers)], *rows])


def csv_text(answers: Sequence[Told], reading: str = EXACTLY) -> str:
    """A row for each outcome, all of them; for each line a column of exact fractions and one of percentages, not rounded.

    >>> from rencounter_kit import dice
    >>> print(csv_text([dice("d2"), dice("d3 > 1")]), end="")
    outcome,d2 (exact),d2 (percent),d3 > 1 (exact),d3 > 1 (percent)
    no,,,1/3,33.333333333333336
    yes,,,2/3,66.66666666666667
    1,1/2,50.0,,
    2,1/2,50.0,,
    """
    head = [f"{one.line} ({kind})" for one in answers for kind in ("exact", "percent")]
    rows = [
        [name, *(cell for p in each for cell in (("", "") if p is None else _chance(p)))]
        for name, each in chances(answers, reading)
    ]
    return _as_csv([[_first(answers, reading), *head], *rows])


def sweep_markdown(sweep: ToldOver) -> str:
    """The table of a line for several values."""
    return _as_markdown(sweep_rows(sweep))


def sweep_csv(sweep: ToldOver) -> str:
    """A row for each value with an answer: the exact chance of a yes, or the exact mean, and the spread."""
    found = [(cell, one) for cell, one in sweep.answers.items() if not isinstance(one, RuleError)]
    is_test = all(one.is_test for _, one in found)
    columns = ("yes (exact)", "yes (percent)") if is_test else ("mean (exact)", "mean", "spread")
    rows = [[*map(str, cell), *(_chance(one.dist["yes"]) if one.is_test else _mean(one))] for cell, one in found]
    return _as_csv([[*sweep.names, *columns], *rows])


def _chance(p: Fraction) -> list[str]:
    return [exact_text(p), str(float(100 * p))]


def _mean(one: Told) -> list[str]:
    return [exact_text(one.mean), str(float(one.mean)), str(one.sd)]


def _first(answers: Sequence[Told], reading: str) -> str:
    return "outcome" if reading == EXACTLY or all(one.is_test for one in answers) else reading


def _as_markdown(rows: Sequence[Sequence[str]]) -> str:
    head, *body = (f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows)
    return "\n".join([head, f"|{'---|' * len(rows[0])}", *body])


def _as_csv(rows: Sequence[Sequence[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()
