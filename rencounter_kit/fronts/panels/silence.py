"""A time in which widgets are set by the program: what it changes is not heard as the act of a person."""

from __future__ import annotations

from collections.abc import Callable

from .late import w


class Silence:
    """True inside ``with``, also one within another, and true no longer after an error in there.

    is_deep : true until ``end`` is called, for a widget that is still being made.
    """

    def __init__(self, is_deep: bool = False) -> None:
        self._depth = int(is_deep)

    def __bool__(self) -> bool:
        return self._depth > 0

    def __enter__(self) -> None:
        self._depth += 1

    def __exit__(self, *error: object) -> None:
        self._depth -= 1

    def listen(self, changed: Callable[[], None], *fields: w.Widget) -> None:
        """Call that when a person changes one of these fields."""
        for one in fields:
            one.observe(lambda _: None if self else changed(), "value")

    def end(self) -> None:
        """From now on a person is heard."""
        self._depth = 0
