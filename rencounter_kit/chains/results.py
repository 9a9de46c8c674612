"""What is told of a chain: where it ends, and what happens in a number of turns."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ..dice.dist import Dist


class End(NamedTuple):
    """Where a chain ends when it is followed to the end.

    states : distribution of the last state; a chain that need not end has there the states that it never leaves.
    endless : chance that it never ends. turns : mean number of turns, ``None`` when it need not end.
    """

    states: Dist
    endless: Fraction
    turns: Fraction | None


class Run(NamedTuple):
    """What happens in a number of turns.

    ends : distribution of (turn, last state) for what has ended by then, and (``None``, state) for what still goes on.
    survival : chance that it still goes on after 0, 1, 2, ... turns (the survival function).
    """

    ends: Dist
    survival: tuple[Fraction, ...]
