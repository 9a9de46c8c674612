"""``rencounter dice``: lines of dice, and values for the names in their braces."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from ...engine.notation.answer import DiceAnswer
from ...engine.notation.line import dice
from ...engine.notation.table import table
from ...engine.words.errors import RuleError
from ...engine.words.wording import EXACTLY

_VALUE = re.compile(r"\s*(?!d(?:\d+|f)\b)([a-z]\w*(?:\.\w+)*)\s*=(?!=)([^:;]*)", re.IGNORECASE | re.ASCII)


def dice_tables(words: Sequence[str], reading: str = EXACTLY, tables: bool = False) -> list[object]:
    """What is told for lines and ``NAME=VALUE``: several lines side by side, or a line for several values.

    reading : "exactly", "at least" or "at most".
    tables : as tables that are written in a format, not as text.
    """
    from ...engine.notation.copies import dice_table, sweep_table
    from ...engine.notation.placeholders import placeholders, refuse_unknown

    values: dict[str, str] = {}
    lines = list[str]()
    for word in words:
        if not (found := _VALUE.fullmatch(word)):
            lines.append(word)
        elif (name := found[1].lower()) in values:
            raise RuleError(f"each value must be given once; got {name} twice; leave one out")
        else:
            values[name] = found[2]
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
