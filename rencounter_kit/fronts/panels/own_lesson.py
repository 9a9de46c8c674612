"""A lesson on a page, which says in a sentence where the text of one of one's own is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...engine.words.errors import RuleError
from ..teaching.lesson import LESSON
from .lessons.lesson import lesson as page_of
from .placeholder import amiss, placeholder_note


def lesson(name: str | Path = LESSON, seed: int | None = None) -> Any:
    """A lesson of ``data/lessons``, or the file of your own; the usual one where none is named.

    seed : the same one asks the same.

    On a page a text that is wrong is told in a sentence with the line, in the place of the lesson; elsewhere it is a
    ``RuleError``.
    """
    try:
        return page_of(str(name), seed)
    except RuleError as error:
        return placeholder_note(amiss(error, Path(str(name))))
