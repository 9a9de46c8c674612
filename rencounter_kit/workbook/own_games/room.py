"""What a game in one text file has in place of a room of Python: its checks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..rulebook.library import Game
from .asks import check_asks
from .checks import checks
from .fight import fights
from .python_file import further


class Room:
    """The checks and flows of a game, as the modules of other games have them."""

    def __init__(self, of: Game) -> None:
        check_asks(of)
        added, own = further(of), checks(of)
        every = {check.name: check for check in own}
        for check in added.checks:
            if every.setdefault(check.name, check) is not check:
                raise of.fault(
                    f"check.{check.name}",
                    f"each check must have a name of its own; {check.name} is in the file of Python too; rename one",
                )
        own_fights = fights(of, every)
        for fight in own_fights:
            if fight.name in every:
                raise of.fault(
                    f"fight.{fight.name}",
                    f"each fight must have a name of its own; {fight.name} is a check too; rename one",
                )
        self.CHECKS: Sequence[Any] = (*every.values(), *own_fights)
        self.FLOWS: Sequence[Any] = added.flows
