"""A game of one's own while it is written: its text, what is wrong in that, and the panel of one of its checks."""

from __future__ import annotations

import re
from contextlib import suppress

from ...engine.words.errors import RuleError
from ...workbook.analysis.mine import GAMES, kept_game
from ...workbook.mechanics.catalogue import load_text
from ...workbook.mechanics.check import Check
from ...workbook.mechanics.registry import checks
from ...workbook.rulebook.library import game, has
from ...workbook.rulebook.places import FileError
from .kept import keep, kept
from .late import w
from .opening import fitting
from .page import STYLE, alert, button, enable_keys, field, in_turn, layout, link, note, stylesheet
from .page_state import PanelSettings, followed, remember
from .panel import Panel

_LEAST_ROWS, _MOST_ROWS = 6, 14
_BESIDE_ROWS = 3  # where house rules are what one changes
_BEHIND = "Until you fix it, the panel below uses your last text that worked."


class GameBox(w.VBox):  # type: ignore[misc]
    """The text of a game, which counts as soon as it is right; until then the panel stays as it was.

    text : at the beginning.
    name : of the game.
    check : the name of the check whose panel is open, the last one when left out.
    rules : house rules for that panel, in a box below the text. ``panel`` : that panel, ``None`` as long as there has
        been none.
    """

    def __init__(self, text: str, name: str = "ford", check: str = "", rules: str = "") -> None:
        self.game, self.start, self._rules = name, text.strip() + "\n", rules
        self.panel: Panel | None = None
        self._reading, self._file = False, f"{name}.toml"
        rows = _BESIDE_ROWS if rules else min(max(self.start.count("\n") + 1, _LEAST_ROWS), _MOST_ROWS)
        self.text = field(w.Textarea, "", "The text of the game", value=self.start, rows=rows)
        self.text.add_class("rk-game-text")
        self.rules = field(w.Textarea, "", "House rules", value=rules, rows=2)
        self.rules.add_class("rk-game-text")
        self.trouble, self.file = note(), note()
        self.chosen = field(w.Dropdown, "check", "The check shown below", layout(width="420px", max_width="100%"))
        self.chosen.add_class("rk-control")
        again = button("As it was", "undo", "The text you began with", self.begin_again)
        self.place = w.VBox()
        row = w.HBox([self.chosen, again, self.file], layout=w.Layout(flex_flow="row wrap", align_items="center"))
        super().__init__(
            [
                note(STYLE + stylesheet("game_box")),
                self.text,
                *([self.rules] if rules else []),
                self.trouble,
                row,
                self.place,
            ]
        )
        self.add_class("rk-game")
        self._read(check)
        self.text.observe(in_turn(lambda _: self._read(self.chosen.value or "")), "value")
        self.chosen.observe(lambda _: self._choose(), "value")
        self.rules.observe(in_turn(lambda _: self._rule()), "value")

    @property
    def check(self) -> Check | None:
        """The check that is shown."""
        return self.panel.check if self.panel else None

    @in_turn
    def begin_again(self) -> None:
        """The text of the start."""
        self.text.value, self.rules.value = self.start, self._rules

    @in_turn
    def _choose(self) -> None:
        if not self._reading and (self.check is None or self.check.name != self.chosen.value):
            self._show(self.chosen.value)

    def _rule(self) -> None:
        """Have the house rules count in the panel, if they are right."""
        if self.panel is None or not (self.rules.value or self._rules):
            return
        try:
            if self.rules.value.strip():
                self.panel.check.book.with_house_rules(self.rules.value)
        except RuleError as error:
            self.trouble.value = alert(error, typed=True)
            return
        self.trouble.value = ""
        self.panel.settle((PanelSettings(self.panel.now.choices, self.rules.value), self.panel.tabs.now))

    def _read(self, name: str) -> None:
        """Have the text count, if it is right. What is saved is what is written, right or wrong."""
        try:
            book = load_text(self.game, self.text.value)
        except RuleError as error:
            before = f"<p>{_BEHIND}</p>" if self.panel else ""
            message = error.in_text(self.text.value) if isinstance(error, FileError) else error
            self.trouble.value = alert(message, typed=True) + before
            self.place.add_class("rk-behind")
            self._offer_file()
            return
        if self.text.value != self.start or kept(GAMES, self.game):
            keep(kept_game(self.game, "" if self.text.value == self.start else self.text.value))
        self.trouble.value, self._file = "", f"{_stem(book.title) or self.game}.toml"
        self.place.remove_class("rk-behind")
        self._offer_file()
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

    def _offer_file(self) -> None:
        self.file.value = link(self.text.value.encode(), self._file, "text/plain", f"save as {self._file}")

    def _show(self, name: str) -> None:
        """The panel of a check, with what was set in it before."""
        check = checks[f"{self.game}.{name}"]
        old = self.panel
        self.panel = fitting(check, (), None, {})
        self.panel.address = None  # no address holds the text of the game
        if old is not None and old.check.id == check.id:
            with suppress(RuleError):  # what was set may no longer be asked
                self.panel.settle(old.settings)
        self._rule()
        if old is not None:
            old.job.stop()
        self.place.children = (self.panel,)
        if old is not None:
            _close(old)

    # Kept -------------------------------------------------------------------------------------------------------------

    @property
    def settings(self) -> tuple[str, str, str]:
        """What is written, which check is shown, and the house rules below the text."""
        return self.text.value, self.chosen.value or "", self.rules.value

    def settle(self, settings: tuple[str, str, str]) -> None:
        """Write and show that."""
        self.text.value, name, self.rules.value = settings
        if name in [one.name for one in checks.of(self.game)]:
            self.chosen.value = name


def _stem(title: str) -> str:
    """What the file of a game of that title may be called; "" where a title makes no name.

    >>> _stem("The Iron Hills: 2nd edition"), _stem("7")
    ('iron_hills', '')
    """
    plain = re.sub(r"[^a-z0-9]+", "_", re.sub(r"^(?:the|an?)\b", "", title.partition(":")[0].strip().lower())).strip(
        "_"
    )[:40]
    return plain if plain[:1].isalpha() and not (has(plain) and game(plain).shared) else ""


def _close(panel: w.Widget) -> None:
    """A panel that is no longer shown is forgotten by the page, with all that it holds, in closed folds and tabs too;
    layouts and styles are shared.
    """
    todo, visited = [panel], set[w.Widget](followed())
    while todo:
        one = todo.pop()
        if one in visited:
            continue
        visited.add(one)
        for value in (*vars(one).values(), *getattr(one, "children", ())):
            parts = (
                value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else [value]
            )
            todo += [part for part in parts if isinstance(part, w.DOMWidget)]
    for one in visited.difference(followed()):
        one.close()


def your_game(text: str, name: str = "ford", check: str = "", rules: str = "") -> GameBox:
    """A game of your own in a box: its text, and below it the live panel of a check, which follows each change.

    text : the game as its file holds it.
    name : of the game.
    check : which one to show at first; the last one when left out.
    rules : house rules for its panel, in a box of their own.
    """
    page = GameBox(text, name, check, rules)
    enable_keys()
    remember(page)
    return page
