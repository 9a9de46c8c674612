"""Dice read as the hours of a clock: a direction."""

from __future__ import annotations

from ...dice.dist import Dice
from ...mechanics.modifiers import refuse
from ...rulebook.book import Ruleset

HOURS = 12


def clock(r: Ruleset) -> Dice:
    """The dice of a direction; each face is an hour."""
    dice = r.dice("clock")
    refuse(
        dice.faces[0] < 1 or dice.faces[-1] > HOURS,
        f"dice.clock must show hours of a clock, 1 to {HOURS}; got {dice.written}; try d{HOURS}",
    )
    return dice
