"""How long the book of odds works on one check: what takes longer is left out, and said to be."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from ...engine.words.errors import RuleError
from ...engine.work.progress import telling

T = TypeVar("T")


class TimeUpError(Exception):
    """The time of a piece of work is over."""


class Clock:
    """The seconds that one check may take. ``late`` : what was begun and not finished, in words.

    >>> clock = Clock(10)
    >>> clock.within("the sum", 1, lambda: 1 + 1), clock.late
    (2, [])
    """

    def __init__(self, seconds: float) -> None:
        self._ends = time.process_time() + seconds
        self.late: list[str] = []

    @property
    def left(self) -> float:
        """The seconds that are left."""
        return max(0.0, self._ends - time.process_time())

    def within(self, what: str, share: float, work: Callable[[], T]) -> T | None:
        """What some work comes to, which may take a share of the time that is left; ``None`` where that is too short,
        or where there is no answer.
        """
        until = time.process_time() + share * self.left

        def look(count: int, of: int | None) -> None:
            if time.process_time() > until:
                raise TimeUpError

        try:
            with telling(look):
                look(0, None)
                return work()
        except TimeUpError:
            if what not in self.late:
                self.late.append(what)
        except RuleError:
            pass
        return None
