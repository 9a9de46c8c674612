"""How near a guess must come."""

from __future__ import annotations

from fractions import Fraction

from ..analysis.interactions import Interaction
from ..mechanics.processes.process import Process

CLOSE, CLOSE_IN_A_FIGHT = 1, 2  # points of a hundred within which a guess shows that it is understood


def close_to(interaction: Interaction) -> Fraction:
    """How far a good guess may be off, as a chance.

    >>> from rencounter_kit import interaction
    >>> close_to(interaction("rencounter.fire", ("cover", "half_solid"), ("aim_turns", 1)))
    Fraction(1, 100)
    """
    fight = isinstance(interaction.results[0].check, Process)
    return Fraction(CLOSE_IN_A_FIGHT if fight else CLOSE, 100)
