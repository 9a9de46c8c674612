"""``rencounter dice``: lines of dice, and values for the names in their braces."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..errors import RuleError
from ..notation.answer import DiceAnswer
from ..notation.line import dice
from ..notation.table import table

_VALUE = re.compile(r"\s*(?!d(?:\d+|f)\b)([a-z]\w*(?:\.\w+)*)\s*=(?!=)([^:;]*)", re.IGNORECASE | re.ASCII)


def dice_tables(words: Sequence[str]) -> str:
    """What is printed for lines and ``NAME=VALUE``: several lines side by side, or a line for several values."""
    from ..notation.placeholders import placeholders, refuse_unknown

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
        raise RuleError("a line of dice must be there; got values alone; try '{n}d6' n=4")
    each = [placeholders(line) for line in lines]
    refuse_unknown(values, (name for names in each for name in names))
    answers = [
        dice(line, **{name: values[name] for name in names if name in values})
        for line, names in zip(lines, each, strict=True)
    ]
    single = [one for one in answers if isinstance(one, DiceAnswer)]
    return table(single) if len(single) == len(answers) else "\n\n".join(map(str, answers))
