"""What a page shows of a game of one's own that is not there, or no longer as the page asks for it: a sentence in the
place of the panel.

Its owner changes the file beside the page. A page about a game that is here for everybody is wrong itself then, and so
is a script: they hear the error.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath
from typing import Any, NamedTuple

from ...engine.words.errors import RuleError, bare
from ...workbook.mechanics.check import Check
from ...workbook.rulebook.library import game, has
from .page import alert, is_on_page, note, stylesheet


class Placeholder(NamedTuple):
    """What stands in the place of something that a cell asks for.

    sentence : why it is not there.
    """

    sentence: str


def amiss(error: RuleError, value: object) -> Placeholder:
    """What a page says of it; raises the error where no page asks, or not for a game of one's own."""
    if is_on_page() and _is_own(value):
        return Placeholder(str(error))
    raise bare(error)


def placeholder_note(*each: Placeholder) -> Any:
    """The sentences, for the page."""
    return note(stylesheet("common") + alerts(each), _dom_classes=("rk-shelf",))


def alerts(each: Iterable[Placeholder]) -> str:
    """The sentences."""
    return "".join(alert(one.sentence, typed=True) for one in each)


def _is_own(value: object) -> bool:
    """Does it belong to no game that is here for everybody?"""
    if isinstance(value, PurePath):
        return True
    name = value.stem if isinstance(value, Check) else value if isinstance(value, str) else ""
    stem = name.partition(".")[0].partition(":")[0]
    return bool(stem) and not (has(stem) and game(stem).shared)
