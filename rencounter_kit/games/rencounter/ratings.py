"""The book and the die that all chapters share."""

from __future__ import annotations

from ...rulebook.book import rules

STEM = "rencounter"
BOOK = rules(STEM)
