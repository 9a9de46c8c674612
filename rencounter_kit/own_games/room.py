"""What a game in one text file has in place of a room of Python: its checks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..rulebook.library import Game
from .fight import fights
from .python_file import further


class Room:
    """The checks and flows of a game, as the modules of other games have them."""

    def __init__(self, of: Game) -> None:
        added = further(of)
        checks = [*added.checks]
        self.CHECKS: Sequence[Any] = (*checks, *fights(of, {check.name: check for check in checks}))
        self.FLOWS: Sequence[Any] = added.flows
