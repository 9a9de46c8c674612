"""A game of one's own while it is written: its text, what is wrong in that, and the panel of one of its checks."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import ipywidgets as w

from ..errors import RuleError
from ..mechanics.catalogue import load_text
from ..mechanics.check import Check
from ..mechanics.registry import checks
from .here import followed
from .lock import in_turn
from .memory import remember
from .opening import fitting
from .page import STYLE, alert, button, enable_keys, link, note, stylesheet
from .panel import Panel

_LEAST_ROWS, _MOST_ROWS = 6, 14


class GameBox(w.VBox):  # type: ignore[misc]
    """The text of a game, which counts as soon as it is right; until then the panel stays as it was.

    text : at the beginning. name : of the game. check : the name of the check whose panel is open, the last one when left
    out. ``panel`` : that panel, ``None`` as long as there has been none.
    """

    def __init__(self, text: str, name: str = "ford", check: str = "") -> None:
        self.game, self.start = name, text.strip() + "\n"
        self.panel: Panel | None = None
        self._reading = False
        self.text = w.Textarea(
            self.start,
            tooltip="The text of the game",
            rows=min(max(self.start.count("\n") + 1, _LEAST_ROWS), _MOST_ROWS),
            layout=w.Layout(width="100%"),
        )
        self.text.add_class("rk-game-text")
        self.trouble, self.file = note(), note()
        self.chosen = w.Dropdown(
            description="check",
            tooltip="The check that is shown below",
            layout=w.Layout(width="420px", max_width="100%"),
        )
        self.chosen.add_class("rk-control")
        again = button("As it was", "undo", "The text as it was at first", self.begin_again)
        self.place = w.VBox()
        row = w.HBox([self.chosen, again, self.file], layout=w.Layout(flex_flow="row wrap", align_items="center"))
        super().__init__([note(STYLE + stylesheet("game_box")), self.text, self.trouble, row, self.place])
        self.add_class("rk-game")
        self._read(check)
        self.text.observe(lambda _: self._changed(), "value")
        self.chosen.observe(lambda _: self._choose(), "value")

    @property
    def check(self) -> Check[Any] | None:
        """The check that is shown."""
        return self.panel.check if self.panel else None

    @in_turn
    def begin_again(self) -> None:
        """The text of the start."""
        self.text.value = self.start

    @in_turn
    def _changed(self) -> None:
        self._read(self.chosen.value or "")

    @in_turn
    def _choose(self) -> None:
        if not self._reading and (self.check is None or self.check.name != self.chosen.value):
            self._show(self.chosen.value)

    def _read(self, name: str) -> None:
        """Have the text count, if it is right."""
        try:
            load_text(self.game, self.text.value)
        except RuleError as error:
            self.trouble.value = alert(error, typed=True)
            return
        self.trouble.value = ""
        self.file.value = link(self.text.value.encode(), f"{self.game}.toml", "text/plain", f"save as {self.game}.toml")
        names = {f"{one.title} ({one.name})": one.name for one in checks.of(self.game)}
        if not names:
            self.panel, self.place.children = None, ()
            return
        chosen = name if name in names.values() else list(names.values())[-1]
        if tuple(names.items()) != self.chosen.options:
            self._reading = True  # what is chosen meanwhile was chosen by nobody
            self.chosen.options = tuple(names.items())
        self.chosen.value, self._reading = chosen, False
        self._show(chosen)

    def _show(self, name: str) -> None:
        """The panel of a check, with what was set in it before."""
        check = checks[f"{self.game}.{name}"]
        old = self.panel
        self.panel = fitting(check, (), None, {})
        self.panel.stand = None  # no address holds the text of the game
        if old is not None and old.check.id == check.id:
            with suppress(RuleError):  # what was set may no longer be asked
                self.panel.settle(old.settings)
        if old is not None:
            old.job.stop()
        self.place.children = (self.panel,)
        if old is not None:
            _close(old)

    # Kept -------------------------------------------------------------------------------------------------------------

    @property
    def settings(self) -> tuple[str, str]:
        """What is written, and which check is shown."""
        return self.text.value, self.chosen.value or ""

    def settle(self, settings: tuple[str, str]) -> None:
        """Write and show that."""
        self.text.value, name = settings
        if name in [one.name for one in checks.of(self.game)]:
            self.chosen.value = name


def _close(panel: w.Widget) -> None:
    """A panel that is no longer shown is forgotten by the page, with all that it holds, in closed folds and tabs too; layouts
    and styles are shared.
    """
    todo, closed = [panel], set[w.Widget](followed())
    while todo:
        one = todo.pop()
        if one in closed:
            continue
        closed.add(one)
        for held in (*vars(one).values(), *getattr(one, "children", ())):
            parts = held.values() if isinstance(held, dict) else held if isinstance(held, (list, tuple)) else [held]
            todo += [part for part in parts if isinstance(part, w.DOMWidget)]
    for one in closed.difference(followed()):
        one.close()


def your_game(text: str, name: str = "ford", check: str = "") -> GameBox:
    """A game of your own in a box: its text, and below it the live panel of a check, which follows each change.

    text : the game as its file holds it. name : of the game. check : which one to show at first; the last one when left out.
    """
    page = GameBox(text, name, check)
    enable_keys()
    remember(page)
    return page
