"""``dice("4d6 drop lowest")``: any dice in one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, overload

from .answer import DiceAnswer, answered

if TYPE_CHECKING:
    from .sweep import DiceSweep


@overload
def dice(line: str, /, **values: int) -> DiceAnswer: ...
@overload
def dice(line: str, /, **values: int | str | Sequence[int]) -> DiceAnswer | DiceSweep: ...
def dice(line: str, /, **values: int | str | Sequence[int]) -> DiceAnswer | DiceSweep:
    """Any dice in one line, in the notation that players write, or in words; the page dice_lines has the table.

    values : of each name that stands in braces in the line a whole number from -1,000,000 to 1,000,000, or dice as
        text; or several numbers, as range(2, 9), [1, 2] or "2..8": then the answer is a ``DiceSweep``. ``RuleError``
        for a line that cannot be read, or is too large, with the place in it. Several answers are a ``JointAnswer``.

    >>> from rencounter_kit import dice
    >>> dice("4d6 drop lowest").mean
    Fraction(15869, 1296)
    >>> dice("3d6 <= 11")["yes"], dice("3d6 <= 11").says
    (Fraction(5, 8), 'whether the sum of 3d6 is 11 or less')
    >>> dice("{n}d6 + {plus}", n=4, plus="d4").says
    '4d6 plus d4'
    >>> print(dice("{n}d6 keep highest 3", n=range(3, 6)))
    {n}d6 keep highest 3
    n   mean  spread
    3   10.5    2.96
    4  12.24    2.85
    5  13.43     2.6
    """
    if not values:
        from .reading import read

        return answered(line, several=True) if isinstance(line, str) else DiceAnswer(read(line))
    from .placeholders import filled, placeholders, refuse_unknown
    from .sweep import DiceSweep, several

    names = placeholders(line)
    refuse_unknown(values, names)
    each = {name.lower(): several(name, value) for name, value in values.items()}
    single = {name: value for name, value in each.items() if isinstance(value, (int, str))}
    ranges = {name: value for name in names if not isinstance(value := each.get(name, 0), (int, str))}
    return DiceSweep(line, single, ranges) if ranges else answered(filled(line, single), several=True)
