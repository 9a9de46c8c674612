"""What was tried: each set of lines, what it did, and the way back to it."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from typing import NamedTuple

import ipywidgets as w

from ..effects import Effect, change_words
from ..layers import Layers
from .page import note

_MOST = 30


class Try(NamedTuple):
    """Rules that stood for a while. said : their greatest effect in words."""

    layers: Layers
    said: str


class Tried(w.VBox):  # type: ignore[misc]
    """A list of tries, the last on top. ``back`` is called with the layers to go back to."""

    def __init__(self, back: Callable[[Layers], None]) -> None:
        self._back = back
        self.tries: list[Try] = []
        super().__init__([note('<span class="rk-hint">Each set of rules that you try is kept here.</span>')])

    def add(self, layers: Layers, found: Sequence[Effect]) -> None:
        """Keep a try; one that is there already moves to the top."""
        if not layers.layers:
            return
        said = "changes no situation that was asked"
        if found:
            what, was, now = change_words(found[0])
            said = f"{found[0].situation.check.title}, {found[0].situation.name}: {what} {was} → {now}"
        kept = [one for one in self.tries if one.layers.text != layers.text]
        self.tries = [Try(layers, said), *kept][:_MOST]
        self.children = tuple(self._row(one) for one in self.tries)

    def clear(self) -> None:
        """Forget all tries."""
        self.tries, self.children = [], ()

    def _row(self, one: Try) -> w.Widget:
        lines = "; ".join(layer.lines.replace("\n", "; ") for layer in one.layers.layers)
        again = w.Button(
            description="Back to this", icon="history", tooltip=f"Back to {lines}", layout=w.Layout(width="130px")
        )
        again.on_click(lambda _: self._back(one.layers))
        text = note(f"<code>{html.escape(lines)}</code><br>{html.escape(one.said)}")
        text.layout = w.Layout(width="860px")
        return w.HBox([again, text], layout=w.Layout(margin="0 0 4px 0"))
