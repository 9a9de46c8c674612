"""Men with names on a panel: *Who is he?* fills a side from the roster, *Keep this man* puts him into it."""

from __future__ import annotations

import html
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from ...engine.words.errors import RuleError
from ...workbook.analysis.mine import MEN, kept_men
from ...workbook.analysis.roster import (
    NamedFigure,
    Roster,
    figure_of,
    keeping_text,
    ready,
    replaced,
    roster,
    side_parameters,
    sides_of,
)
from ...workbook.mechanics.check import Check
from ...workbook.mechanics.links import Params
from ...workbook.rulebook.book import Ruleset
from .kept import how_long, keep, kept, when_kept
from .late import w
from .page import COPY, Change, alert, button, field, in_turn, layout, link, note, offer, row_layout, sentence

_WHO = "Who is he?"


def kept_text(game: str) -> str:
    """The men of a game that all panels share, as text: at first the ready ones."""
    with suppress(RuleError):  # of an older book
        if (text := kept(MEN, game)) and roster(text, files=False).game == game:
            return text
    return ready(game).text


def keep_text(game: str, text: str) -> Roster:
    """Have these men from now on: a text or a code; ``RuleError`` for what is none of this game."""
    men = roster(text, files=False)
    if men.game != game:
        raise RuleError(f"the men must be of {game} here; got some of {men.game}; open a page of that game")
    keep(kept_men(men))
    return men


class RosterText(w.VBox):  # type: ignore[misc]
    """The men as text, to write and to paste, and to take along. ``changed`` is called when there are others.

    brought : those that a link has brought; they are kept once somebody changes them.
    """

    def __init__(self, game: str, changed: Callable[[], None]) -> None:
        self._game, self._changed, self.brought, self.trouble, self.along = game, changed, "", note(), note()
        tip = "The men, or a code that somebody sent"
        self.box = field(w.Textarea, "", tip, rows=12, continuous_update=False)
        super().__init__([self.box, self.trouble, note(f"<p>{how_long()}</p>"), self.along], layout=layout())
        self.follow(game)
        self.box.observe(self._write, "value")
        when_kept(self._taken_in)

    @property
    def text(self) -> str:
        """The men of the game as they are now."""
        return self.brought or kept_text(self._game)

    def follow(self, game: str, brought: str = "") -> None:
        """Show the men of a game as they are now, or those that a link brings."""
        self._game, self.brought = game, brought
        self.box.value, self.trouble.value = (
            self.text,
            "<p>These men came with a link. Change them to keep them.</p>" if brought else "",
        )
        men = roster(self.box.value)
        saved = link(men.text.encode(), f"{game}_men.toml", "text/plain", "Save the file")
        self.along.value = (
            f'<div class="rk-lines"><pre class="rk-unseen">{html.escape(men.code)}</pre>{COPY}'
            f"<span>the code to send</span> {saved}</div>"
        )

    @in_turn
    def _taken_in(self) -> None:
        """The browser has told what it keeps."""
        if self.box.value != self.text:
            self.follow(self._game)
            self._changed()

    @in_turn
    def _write(self, change: Change) -> None:
        if change["new"] != self.text:
            try:
                keep_text(self._game, change["new"])
            except RuleError as error:
                self.trouble.value = alert(sentence(error), typed=True)
                return
            self.follow(self._game)
            self._changed()


class MenTab(w.VBox):  # type: ignore[misc]
    """Behind a tab of a panel: for each side a menu of the men, and a button that keeps him who stands there.

    now : what is set, and the rules in force.
    fill : sets other values.
    """

    def __init__(
        self,
        check: Check,
        now: Callable[[], tuple[Params, Ruleset]],
        fill: Callable[[Params], None],
    ) -> None:
        self._check, self._now, self._fill, self.report = check, now, fill, note()
        auto = layout(width="auto")
        self._stands = dict[str, tuple[NamedFigure, Params]]()  # who was put on a side, and what was set there then
        self.who = {side: w.Dropdown(description=name, layout=auto) for side, name in sides_of(check).items()}
        self.name = w.Text(description="keep him as", placeholder="his name", layout=layout(width="270px"))
        self.text = RosterText(check.stem, self.follow)
        rows = []
        for side, menu in self.who.items():
            menu.tooltip = f"{_WHO} {menu.description}"
            menu.observe(partial(self._choose, side), "value")
            keeps = button(
                "Keep this man", "user-plus", f"Keep him as he is set: {menu.description}", partial(self._keep, side)
            )
            rows.append(w.HBox([menu, keeps], layout=row_layout()))
        super().__init__([*rows, self.name, self.report, self.text], layout=layout())
        self.follow()

    def follow(self) -> None:
        """Offer the men as they are now."""
        self.text.follow(self._check.stem)
        men = roster(kept_text(self._check.stem))
        for side, menu in self.who.items():
            if side in self._stands and self._stands[side][0] not in men.values():
                self._leave(side)
            offer(menu, [(_WHO, ""), *((name, name) for name in men)])

    def look(self) -> None:
        """Name on each side him who was put there, as long as nothing of him is set otherwise."""
        for side, (_, values) in [*self._stands.items()]:
            if values != self._values(side):
                self._leave(side)

    def _values(self, side: str) -> Params:
        """What is set of a side."""
        params = self._now()[0]
        return {p.name: params.get(p.name) for p in side_parameters(self._check, side).values()}

    def _stand(self, side: str, figure: NamedFigure) -> None:
        self._stands[side] = figure, self._values(side)
        self.who[side].value = figure.name

    def _leave(self, side: str) -> None:
        self._stands.pop(side, None)
        self.who[side].value = ""

    @in_turn
    def _choose(self, side: str, change: Change) -> None:
        name = change["new"]
        if not name or (side in self._stands and name == self._stands[side][0].name):
            return
        self._leave(side)
        figure, (params, rules) = roster(kept_text(self._check.stem))[name], self._now()
        try:
            self._fill(replaced(self._check.under(rules), rules, figure, side, params))
            self._stand(side, figure)
            self._say(f"{self.who[side].description}: {name}. {figure.note}")
        except RuleError as error:
            self.report.value = alert(sentence(error), spelling=self._check.spelling)

    @in_turn
    def _keep(self, side: str) -> None:
        try:
            params, rules = self._now()
            check = self._check.under(rules)
            figure = figure_of(check, params, side, self.name.value)
            keep_text(self._check.stem, roster(kept_text(self._check.stem)).keep(figure).text)
        except RuleError as error:
            self.report.value = alert(sentence(error))
            return
        self.follow()
        self._stand(side, roster(kept_text(check.stem))[figure.name])
        self._say(keeping_text(check, params, side, figure))

    def _say(self, text: str) -> None:
        self.report.value = f'<p role="status">{html.escape(text)}</p>'
