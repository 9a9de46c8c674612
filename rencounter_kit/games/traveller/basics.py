"""What the other files share: the book, the two kinds of dice, and how a throw with its DM is written."""

from __future__ import annotations

from ...dice.dist import d
from ...rulebook.book import rules

BOOK = rules("traveller")
D6 = d(6)
TWO_DICE = 2 @ D6
