"""Dice in a line, in the page."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ...engine.formats.html_table import html_table
from ...engine.notation.answer import DiceAnswer, answered
from ...engine.notation.errors import NotationError
from ...engine.notation.table import MOST_COLUMNS, pair_rows
from ...engine.words.errors import RuleError
from ...engine.words.wording import EXACTLY, first_up, odds_text, percent_text
from ...workbook.analysis.throwing import seed_of
from ...workbook.mechanics.address import DICE, written
from .setting import PageData

MOST_LINES = 6
_MOST_ROWS = 200
_LONGEST = 24  # letters of a fraction in a cell


def lines(texts: Sequence[str], reading: str = EXACTLY) -> PageData:
    """What comes of each line, or what is wrong with it; and what stands in the address of the page."""
    return {"told": [_line(text, reading) for text in texts[:MOST_LINES]], "link": written(DICE, texts)}


def _line(text: str, reading: str) -> PageData:
    try:
        return _view(answered(text, several=True), reading)
    except NotationError as error:
        unfinished = error.start >= len(error.line.rstrip())
        return {"error": str(error), "begun": unfinished, "start": error.start, "end": error.end, "line": error.line}
    except RuleError as error:
        return {"error": str(error)}


def _view(answer: DiceAnswer, reading: str) -> PageData:
    return {
        "says": first_up(answer.says),
        "notes": [*answer.notes, *filter(None, [answer.left_out_text])],
        "parts": [_part(one, reading) for one in answer.parts],
        "together": _together(answer),
    }


def _together(answer: DiceAnswer) -> str:
    """Two answers of one roll in percent: a row for each outcome of the first, a column for each of the second."""
    if len(answer.parts) != 2 or any(len(one.dist) > MOST_COLUMNS for one in answer.parts):
        return ""
    one, other = answer.parts
    head, *rows = pair_rows(one, other, answer.dist, one.dist.outcomes, other.dist.outcomes)
    return html_table(head, rows)


def _part(answer: DiceAnswer, reading: str) -> PageData:
    outcomes = list(answer.dist)
    chances = answer.dist.read(outcomes, EXACTLY if answer.is_test else reading)
    bars = list(zip(map(str, outcomes), chances, strict=True))[:_MOST_ROWS]
    rows = [(name, _short(p), percent_text(p), odds_text(p)) for name, p in bars]
    names, shares = [name for name, _ in bars], [float(p) for _, p in bars]
    return {
        "asks": answer.question if answer.whole else "",
        "headline": answer.headline,
        "bars": {
            "names": names,
            "series": [{"ours": False, "shares": shares, "texts": [percent for _, _, percent, _ in rows]}],
            "came": [],
            "upright": not answer.is_test,
            "along": "number rolled" if reading == EXACTLY else f"{reading} this number",
        },
        "table": html_table(("outcome" if reading == EXACTLY else reading, "exact", "percent", "odds"), rows),
        "more": max(0, len(outcomes) - _MOST_ROWS),
    }


def _short(p: Fraction) -> str:
    """A fraction, unless it is too long for a cell."""
    return exact if len(exact := str(p)) < _LONGEST else ""


def throw_line(text: str, seed: str) -> PageData:
    """A line thrown once, with every die."""
    number = seed_of(seed)
    roll = answered(text, several=True).throw(number)
    words = ", ".join(map(str, roll.result)) if isinstance(roll.result, tuple) else str(roll.result)
    return {"steps": list(roll.steps), "words": words, "seed": number}
