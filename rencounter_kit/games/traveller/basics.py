"""What the other files share: the book, the two kinds of dice, and how a throw with its DM is written."""

from __future__ import annotations

from ...dice.dist import d
from ...rulebook.book import rules

BOOK = rules("traveller")
D6 = d(6)
TWO_DICE = 2 @ D6


def written(many: int) -> str:
    """So many dice as players write them."""
    return f"{many}d6" if many > 1 else "d6"
