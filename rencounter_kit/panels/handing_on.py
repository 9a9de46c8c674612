"""A figure that one panel of a page has worked out, handed on by a click to another that asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Protocol

import ipywidgets as w

from ..errors import RuleError
from ..mechanics.answer import Answer
from ..mechanics.check import Check
from ..wording import words
from .turns import in_turn

_LAST: dict[str, HandingOn] = {}  # of the panels of each check the last one, which is that on the page


class Place(Protocol):
    """A panel: what it asks, what came of it, and its controls by name."""

    check: Check

    @property
    def result(self) -> Answer | None: ...

    def __setitem__(self, name: str, value: Any) -> None: ...


class HandingOn(w.HBox):  # type: ignore[misc]
    """Buttons below an answer that is one certain number, one for each parameter of another panel that takes it."""

    def __init__(self, panel: Place) -> None:
        self.panel = panel
        super().__init__(layout=w.Layout(flex_flow="row wrap"))
        _LAST[panel.check.id] = self
        for other in _LAST.values():
            other.offer()

    def offer(self) -> None:
        """Follow the answer. A job calls this too: it must not wait for its turn."""
        result = self.panel.result
        numbers = list(result.dist) if result is not None and len(result.dist) == 1 else []
        self.children = [button for number in numbers if type(number) is int for button in self._buttons(number)]

    def _buttons(self, number: int) -> Iterator[w.Button]:
        for to in [one.panel for one in _LAST.values()]:
            for p in to.check.parameters.values():
                if p.takes == self.panel.check.id and p.low <= number <= p.high:
                    text = f"Use {number} as {words(p.name)} in: {to.check.title}"
                    button = w.Button(description=text, icon="arrow-right", layout=w.Layout(width="auto"))
                    button.on_click(partial(self._hand, to, p.name, number))
                    yield button

    @in_turn
    def _hand(self, to: Place, name: str, number: int, button: w.Button) -> None:
        try:
            to[name] = number
        except RuleError:  # its rules allow no such figure by now
            self.offer()
        else:
            button.icon = "check"
