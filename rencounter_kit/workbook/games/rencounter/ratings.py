"""The book that all chapters share."""

from __future__ import annotations

from ...rulebook.book import rules

BOOK = rules("rencounter")
