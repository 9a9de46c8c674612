"""What the first panels of a page take long to load and to make, done before there is a page, and how its Python
becomes that of a page.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from ...engine.work.later import has_arrays
from ...workbook.analysis.search import find
from ...workbook.mechanics.processes.process import Process
from ...workbook.mechanics.registry import checks
from ...workbook.rulebook.library import look_again
from .. import charts
from . import finder

__all__ = ["begin", "finder", "load"]


def load() -> None:
    """Load all games, what searches them, and what draws and follows fights; nothing of it stands on a page, and no
    widget is made.
    """
    every = list(checks.values())
    find("a")
    bars = charts.Bars("0123456789", ["yes", "no"], [charts.Series("", [0.5, 0.5])])
    charts.OutcomeBars().draw(bars)
    next(check for check in every if isinstance(check, Process))()
    if has_arrays():
        import scipy.sparse  # noqa: F401


def begin(folder: str, environment: Mapping[str, str]) -> None:
    """Be the Python of a page now.

    folder : where the page is.
    environment : what it has besides.
    """
    os.chdir(folder)
    os.environ.update(environment)
    look_again()  # which games are one's own
