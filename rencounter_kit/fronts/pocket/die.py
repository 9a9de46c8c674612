"""The faces of the dice as squares, in the page."""

from __future__ import annotations

import base64
import re

from ...engine.words.errors import RuleError
from ...workbook.analysis.die_squares import die_squares
from ...workbook.analysis.die_text import die_html, since_words
from ...workbook.mechanics.check import Result
from ...workbook.mechanics.links import Params
from .answers import answer_text
from .setting import setting

_IMAGE = re.compile(r"(?<=data:image/svg\+xml;base64,)[\w+/=]+")
_DARK = b"><style>@media (prefers-color-scheme:dark){.rk-label{fill:#e8e8e8}rect{stroke:#8ca0ae}}</style>"


def die(id: str, params: Params, lines: str = "", before: tuple[Params, str] | None = None) -> str:
    """The squares of a situation; nothing for dice that cannot be drawn.

    before : what was set, and the house rules, when the last ones were shown, so that what has changed is ringed.
    """
    view = answer_text(setting(id, params, lines))
    earlier = _result(id, *before) if view.book is None and before is not None else None
    squares, since = None, ""
    if earlier is not None:
        squares = die_squares(earlier)
        since = since_words(view.result.check, earlier.params, view.result.params)
    return _IMAGE.sub(_in_the_dark_too, die_html(die_squares(view.result), view.book, squares, since))


def _in_the_dark_too(packed: re.Match[str]) -> str:
    """A picture that stands on a light ground or a dark one, as the page does."""
    return base64.b64encode(base64.b64decode(packed[0]).replace(b">", _DARK, 1)).decode()


def _result(id: str, params: Params, lines: str) -> Result | None:
    """That of another situation; none for one that is refused."""
    try:
        return answer_text(setting(id, params, lines)).result
    except RuleError:
        return None
