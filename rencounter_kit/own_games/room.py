"""What a game in one text file has in place of a room of Python: its checks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..rulebook.library import Game


class Room:
    """The checks and flows of a game, as the modules of other games have them."""

    def __init__(self, of: Game) -> None:
        self.CHECKS: Sequence[Any] = ()
        self.FLOWS: Sequence[Any] = ()
