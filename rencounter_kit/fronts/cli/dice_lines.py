"""``rencounter dice``: lines of dice, and values for the names in their braces."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from typing import Any

from ...engine.notation.answer import DiceAnswer
from ...engine.notation.line import dice
from ...engine.notation.table import table
from ...engine.words.errors import RuleError
from ...engine.words.wording import EXACTLY
from .command import AddCommand
from .output import format_of, takes_format, tell

_VALUE = re.compile(r"\s*(?!d(?:\d+|f)\b)([a-z]\w*(?:\.\w+)*)\s*=(?!=)([^:;]*)", re.IGNORECASE | re.ASCII)


COMMANDS = ("dice",)


def add(command: AddCommand) -> None:
    """Add this command to a parser."""
    purpose = "the odds of any dice, such as '4d6 drop lowest'; give several lines to compare them"
    one = command("dice", _dice, purpose, asks=False)
    one.add_argument(
        "line",
        nargs="+",
        help="dice as players write them, such as '3d6 <= 11' or '{n}d10 count 8 or more' n=5, n=2..8 or n=d4",
    )
    group = one.add_mutually_exclusive_group()
    for flag, tip in (("--at-least", "more"), ("--at-most", "less")):
        reading = flag.removeprefix("--").replace("-", " ")
        text = f"the chance of each number or {tip}"
        group.add_argument(flag, dest="reading", action="store_const", const=reading, default=EXACTLY, help=text)
    takes_format(one, "csv", "markdown")


def _dice(args: argparse.Namespace) -> None:
    tell(args, *dice_tables(args.line, args.reading, format_of(args) is not None))


def dice_tables(words: Sequence[str], reading: str = EXACTLY, tables: bool = False) -> list[object]:
    """What is told for lines and ``NAME=VALUE``: several lines side by side, or a line for several values.

    reading : "exactly", "at least" or "at most".
    tables : as tables that are written in a format, not as text.
    """
    from ...engine.notation.placeholders import placeholders, refuse_unknown
    from ...engine.notation.table import dice_table, sweep_table

    values: dict[str, str] = {}
    lines = list[str]()
    for word in words:
        if not (match := _VALUE.fullmatch(word)):
            lines.append(word)
        elif (name := match[1].lower()) in values:
            raise RuleError(f"each value must be given once; got {name} twice; leave one out")
        else:
            values[name] = match[2]
    if not lines:
        raise RuleError("a line of dice is missing; got values alone; try '{n}d6' n=4")
    each = [placeholders(line) for line in lines]
    refuse_unknown(values, (name for names in each for name in names))
    answers = [
        dice(line, **{name: values[name] for name in names if name in values})
        for line, names in zip(lines, each, strict=True)
    ]
    single = [one for one in answers if isinstance(one, DiceAnswer)]
    together: Callable[[Sequence[DiceAnswer], str], object] = dice_table if tables else table
    if len(single) == len(answers):
        return [together(single, reading)]
    if reading != EXACTLY:
        raise RuleError(
            f"numbers {reading} must be of one value each; got several; write the comparison in the line, "
            f"'{{n}}d6 >= 15'"
        )
    alone: Callable[[Any], object] = sweep_table if tables else str
    return [together([one], reading) if isinstance(one, DiceAnswer) else alone(one) for one in answers]
