"""The faces of the dice as squares, in the page."""

from __future__ import annotations

from ..analysis.die_squares import DieSquares, die_squares
from ..analysis.die_told import die_html
from ..errors import RuleError
from ..mechanics.links import Params
from .answers import told
from .setting import setting


def die(id: str, said: Params, lines: str = "", before: tuple[Params, str] | None = None) -> str:
    """The squares of a situation; nothing for dice that cannot be drawn. before : what was set, and the house rules, when the
    last ones were shown, so that what has changed is ringed.
    """
    view = told(setting(id, said, lines))
    earlier = None
    if view.book is None and before is not None:
        earlier = _squares(id, *before)
    return die_html(die_squares(view.result), view.book, earlier)


def _squares(id: str, said: Params, lines: str) -> DieSquares | None:
    """Those of another situation; none for one that is refused."""
    try:
        return die_squares(told(setting(id, said, lines)).result)
    except RuleError:
        return None
