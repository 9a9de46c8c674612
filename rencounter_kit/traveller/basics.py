"""What the other files share: the book, the two kinds of dice, and how a throw with its DM is written."""

from __future__ import annotations

from ..dist import d
from ..rules import rules
from ..wording import signed

STEM = "traveller"
BOOK = rules(STEM)
D6 = d(6)
TWO_DICE = 2 @ D6


def modified(dice: str, dm: int) -> str:
    """Dice with their DM: "d6 +2"; only the dice when it is 0."""
    return f"{dice} {signed(dm)}" if dm else dice
