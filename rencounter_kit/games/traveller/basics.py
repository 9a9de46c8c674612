"""What the other files share: the book."""

from __future__ import annotations

from ...rulebook.book import rules

BOOK = rules("traveller")
