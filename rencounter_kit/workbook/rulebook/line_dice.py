"""Dice of house rules, in any line in which dice are written: ``dice.fire = "4d6 drop lowest"``."""

from __future__ import annotations

from functools import lru_cache

from ...engine.dice.dist import Dice
from ...engine.dice.notation import DiceText, notation, worded
from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text

LARGEST = 1_000  # face


class LineText(DiceText):
    """Dice that only a line can say."""

    def dice(self) -> Dice:
        return _dice(self)


@lru_cache(maxsize=256)
def _dice(line: LineText) -> Dice:
    """The dice of a line; ``RuleError`` for one without an end, or that comes to something else than one number."""
    from ...engine.notation.line import dice

    answer = dice(str(line))
    if answer.left_out:
        raise RuleError(
            f"dice of a rule must come to an end; got {as_text(line)}, which may go on for ever; say how often a die "
            "is rolled again at most, as in d6! at most 3 times"
        )
    if any(type(face) is not int or abs(face) > LARGEST for face in answer.dist):
        raise RuleError(
            f"dice of a rule must come to whole numbers, at most {LARGEST:,}; got {as_text(line)}; "
            "try 4d6 keep highest 3"
        )
    return Dice(answer.dist.weights, line)


def dice_text(value: object) -> str | None:
    """Dice in the one way in which a ruleset keeps them; ``None`` for what is none.

    ``RuleError`` for a line of dice that has no end, or leads to something else than a number.

    >>> dice_text("2D6"), dice_text("4d6 keep highest 3"), dice_text("fish")
    ('2d6', '4d6 keep highest 3', None)
    """
    if (known := notation(value) or worded(value)) or not isinstance(value, str):
        return known
    from ...engine.notation.reading import read

    try:
        read(value)
    except RuleError:
        return None
    line = LineText(" ".join(value.split()))
    return line if len(line.dice()) > 1 else None
