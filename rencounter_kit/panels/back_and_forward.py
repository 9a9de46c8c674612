"""The buttons that go back and forward through what was set before."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Generic, Protocol

import ipywidgets as w

from .undo import Now, Undo


class _Button(Protocol):
    """What makes a button of a panel."""

    def __call__(self, name: str, icon: str, tip: str, act: Callable[[], object]) -> w.Button: ...


class BackAndForward(Generic[Now]):
    """Two buttons, and what they go through.

    what : is set, in words. put : sets it. button : makes one.
    """

    def __init__(self, undo: Undo[Now], what: str, put: Callable[[Now], object], button: _Button) -> None:
        self._undo, self._put = undo, put
        self._back = button("Back", "arrow-left", f"Back to the {what} before these", partial(self.go, -1))
        self._forward = button("Forward", "arrow-right", f"Forward to the {what} after these", partial(self.go, 1))
        self.buttons = (self._back, self._forward)

    def go(self, by: int) -> None:
        """Back or forward through what was set."""
        if self._undo.can_go_back if by < 0 else self._undo.can_go_forward:
            self._put(self._undo.step(by))

    def show(self) -> None:
        """Only what leads somewhere can be pressed."""
        self._back.disabled, self._forward.disabled = not self._undo.can_go_back, not self._undo.can_go_forward
