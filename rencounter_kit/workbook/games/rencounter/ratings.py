"""The book that all chapters share."""

from ...rulebook.book import rules

BOOK = rules("rencounter")
