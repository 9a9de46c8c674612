"""A lesson on a page, which says in a sentence where the text of one of one's own is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..errors import RuleError
from .amiss import amiss, told
from .lessons.lesson import lesson as page_of


def lesson(*name: str | Path, **how: Any) -> Any:
    """A lesson of ``data/lessons``, or the file of your own; the usual one where none is named. What its page takes besides is handed on to it.

    On a page a text that is wrong is told in a sentence with the line, in the place of the lesson; elsewhere it is a ``RuleError``.
    """
    try:
        return page_of(*map(str, name), **how)
    except RuleError as error:
        return told(amiss(error, Path(*map(str, name))))
