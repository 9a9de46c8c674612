"""The faces of the dice as squares, in the page."""

from __future__ import annotations

import base64
import re

from ..analysis.die_squares import DieSquares, die_squares
from ..analysis.die_told import die_html
from ..errors import RuleError
from ..mechanics.links import Params
from .answers import told
from .setting import setting

_IMAGE = re.compile(r"(?<=data:image/svg\+xml;base64,)[\w+/=]+")
_DARK = b"><style>@media (prefers-color-scheme:dark){.rk-label{fill:#e8e8e8}rect{stroke:#8ca0ae}}</style>"


def die(id: str, said: Params, lines: str = "", before: tuple[Params, str] | None = None) -> str:
    """The squares of a situation; nothing for dice that cannot be drawn. before : what was set, and the house rules, when the
    last ones were shown, so that what has changed is ringed.
    """
    view = told(setting(id, said, lines))
    earlier = None
    if view.book is None and before is not None:
        earlier = _squares(id, *before)
    return _IMAGE.sub(_in_the_dark_too, die_html(die_squares(view.result), view.book, earlier))


def _in_the_dark_too(packed: re.Match[str]) -> str:
    """A picture that stands on a light ground or a dark one, as the page does."""
    return base64.b64encode(base64.b64decode(packed[0]).replace(b">", _DARK, 1)).decode()


def _squares(id: str, said: Params, lines: str) -> DieSquares | None:
    """Those of another situation; none for one that is refused."""
    try:
        return die_squares(told(setting(id, said, lines)).result)
    except RuleError:
        return None
