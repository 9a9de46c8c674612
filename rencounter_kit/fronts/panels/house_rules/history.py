"""The rules tried so far: each set of lines, what it did, and the way back to it."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from ....engine.words.errors import RuleError
from ....workbook.analysis.effects import Effect, change_words, foremost
from ....workbook.analysis.mine import TRIES, Kept, rules_words
from ....workbook.rulebook.layers import Layers
from ..kept import all_kept, how_long, keep, when_kept
from ..late import w
from ..page import in_turn, note

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
        self._taken_in()
        when_kept(self._taken_in)

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
        self._show([Try(layers, words), *others])
        keep(Kept(TRIES, layers.code, layers.code, f"{rules_words(layers.layers)}: {words}"))

    def clear(self) -> None:
        """Forget all tries."""
        for one in all_kept(TRIES):
            keep(one._replace(text=""))
        self._show([])

    @in_turn
    def _taken_in(self) -> None:
        """The browser has told what it keeps."""
        past = list[Try]()
        for one in all_kept(TRIES):
            with suppress(RuleError):  # rules of an older book
                past.append(Try(Layers.read(one.text), one.words.partition(": ")[2]))
        codes = {one.layers.code for one in self.tries}
        self._show([*self.tries, *(one for one in past if one.layers.code not in codes)])

    def _show(self, tries: list[Try]) -> None:
        self.tries = tries[:_LIMIT]
        hint = f"The last {_LIMIT} sets of rules that you try are listed here. {how_long()}"
        rows = (*(self._row(one) for one in self.tries), self._empty)
        self.children = rows if tries else (note(f'<span class="rk-hint">{hint}</span>'),)

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
