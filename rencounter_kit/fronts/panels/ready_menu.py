"""A menu of named situations to start from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from .late import w
from .page import Silence, layout

NONE_YET = "Try a situation"
S = TypeVar("S")


class ReadyMenu(w.Dropdown):  # type: ignore[misc]
    """It names the situation that is set, and none once anything is set otherwise.

    ready : the situations by their names.
    act : sets one.
    none_yet : what it says of none.
    """

    def __init__(self, ready: Mapping[str, S], act: Callable[[S], object], none_yet: str = NONE_YET) -> None:
        self._none_yet = none_yet
        self._silent, self._set = Silence(), object()  # all that is set, once a situation is
        super().__init__(
            options=[none_yet, *ready],
            tooltip="Ready ones to start from",
            layout=layout(width="auto", max_width="100%"),
            _dom_classes=("rk-ready",),
        )

        def start() -> None:
            if self.value in ready:
                self._set = None
                act(ready[self.value])

        self._silent.listen(start, self)

    def follow(self, now: object) -> None:
        """Name no situation where something is set otherwise than it.

        now : all that is set.
        """
        if self._set is None:
            self._set = now
        elif now != self._set:
            with self._silent:
                self.value = self._none_yet
