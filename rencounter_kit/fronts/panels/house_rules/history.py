"""The rules tried so far: each set of lines, what it did, and the way back to it."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from typing import NamedTuple

import ipywidgets as w

from ....workbook.analysis.effects import Effect, change_words, foremost
from ....workbook.rulebook.layers import Layers
from ..page import note

_LIMIT = 30


class Try(NamedTuple):
    """Rules that stood for a while, and their greatest effect in words."""

    layers: Layers
    effect: str


class History(w.VBox):  # type: ignore[misc]
    """A list of tries in any game, the last on top. ``back`` is called with the layers to go back to."""

    def __init__(self, back: Callable[[Layers], None]) -> None:
        self._back = back
        self.tries: list[Try] = []
        self._empty = w.Button(description="Clear this list", icon="trash", layout=w.Layout(width="auto"))
        self._empty.on_click(lambda _: self.clear())
        super().__init__()
        self.clear()

    def add(self, layers: Layers, effects: Sequence[Effect]) -> None:
        """Keep a try; one already in the list moves to the top."""
        if not layers.layers:
            return
        words = "changes no situation that we checked"
        if effects:
            first = foremost(effects)[0]
            what, was, now = change_words(first)
            words = f"{first.situation.check.title}, {first.situation.name}: {what} {was} → {now}"
        others = [one for one in self.tries if (one.layers.book, one.layers.text) != (layers.book, layers.text)]
        self.tries = [Try(layers, words), *others][:_LIMIT]
        self.children = (*(self._row(one) for one in self.tries), self._empty)

    def clear(self) -> None:
        """Forget all tries."""
        hint = (
            f"The last {_LIMIT} sets of rules you try are listed here while this page is open. After a reload "
            f"only the current ones may be left."
        )
        self.tries, self.children = [], (note(f'<span class="rk-hint">{hint}</span>'),)

    def _row(self, one: Try) -> w.Widget:
        lines = "; ".join(layer.lines.replace("\n", "; ") for layer in one.layers.layers)
        again = w.Button(
            description="Back to this", icon="history", tooltip=f"Back to {lines}", layout=w.Layout(width="130px")
        )
        again.on_click(lambda _: self._back(one.layers))
        game = html.escape(one.layers.book.title)
        text = note(f"{game}: <code>{html.escape(lines)}</code><br>{html.escape(one.effect)}")
        text.layout = w.Layout(flex="1 1 240px")
        return w.HBox([again, text], layout=w.Layout(margin="0 0 4px 0", flex_flow="row wrap"))
