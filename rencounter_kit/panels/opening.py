"""The panel that fits a check: one for a single throw, one for a process of many turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..mechanics.check import Check
from ..mechanics.process import Process
from ..mechanics.registry import asked_check
from .fights import FightPanel
from .page import enable_keys
from .panel import Panel
from .studies import Study


def panel(id: str | Check, /, *studies: Study, show: Sequence[str] | None = None, **start: Any) -> Panel:
    """A live panel for a check or a process.

    id : a check, or its id. studies : further charts (``curves``, ``stack``, ``heat``; for a process also
    ``by_turn``, ``shares``, ``also``, ``starts``). start : where the controls stand at first. show : names of the
    controls to show; all of them when left out.

    Raises ``RuleError`` for an unknown check, parameter or study, or a wrong start.
    """
    check = asked_check(id)
    page = (FightPanel if isinstance(check, Process) else Panel)(check, studies, start, show)
    enable_keys()
    return page
