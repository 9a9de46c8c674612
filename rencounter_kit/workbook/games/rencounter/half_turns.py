"""Time is counted in half turns, so in whole numbers; players and tables say turns."""

from fractions import Fraction
from math import ceil

TURN = 2


def half_turns(turns: float | Fraction) -> int:
    """Half turns that so many turns take up.

    >>> half_turns(0.5), half_turns(2.5), half_turns(4)
    (1, 5, 8)
    """
    return ceil(TURN * turns)


AIM = {turns: half_turns(turns) for turns in (0, 0.5, 1, 2)}  # turns of aim that a player may say
