"""Who beats whom on the page: all men of a roster against each other, as a map and as a table."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product

import ipywidgets as w
import numpy as np

from ...engine.words.errors import RuleError
from ...engine.words.wording import shown
from ...workbook.analysis.roster import main_fight, roster, two_sided
from ...workbook.analysis.subject import events_to_ask
from ...workbook.analysis.who_beats_whom import Pair, WhoBeatsWhom, who_beats_whom
from ...workbook.mechanics.check import Check
from ...workbook.mechanics.labels import tooltips
from ...workbook.mechanics.links import others
from ...workbook.mechanics.registry import checks
from ...workbook.rulebook.book import rules as book_of, systems
from ...workbook.rulebook.layers import Layers
from .. import charts
from .controls import Control, Controls, width_of
from .fold import Fold, Tabs
from .frame import HOUSE_RULES, PanelFrame
from .layouts import layout, row_layout
from .men import RosterText, kept_text
from .page import alert, enable_keys, head_note, note, offer, sentence, wide_picture, words_note
from .page_state import lines_in_force
from .table_menu import TableMenu

TABLE, MEN = "The table", "The men"


class Meetings(charts.Heat):
    """All against all; the strongest stands above."""

    width, height = 640, 400


class Shifts(charts.Changes):
    """What house rules change of that."""

    width, height = 640, 400


class WhoBeatsWhomPanel(PanelFrame[None]):
    """A game, a fight, what is asked of it, and the men. ``answer`` : the last one, ``None`` before there is any."""

    def __init__(self, check: Check) -> None:
        super().__init__(check.book)
        self.answer: WhoBeatsWhom | None = None
        fighting = [(book_of(stem).title, stem) for stem in systems() if two_sided(stem)]
        wide = layout(width="auto")
        self.game = w.Dropdown(options=fighting, value=check.stem, description="game", layout=wide)
        self.fight = w.Dropdown(description="fight", layout=wide)
        self.event = w.Dropdown(description="what", layout=wide)
        self.controls, self.setting = Controls({}), Fold("Set the situation", [])
        self._charts = Meetings(), Meetings(), Shifts()
        self.words, self.view, self.trouble, self.table = note(), note(), note(), note()
        self.formats = TableMenu("who_beats_whom", lambda: self.answer)
        self.men = RosterText(check.stem, self._changed)
        table = w.VBox([self.table, self.formats], layout=layout())
        places = {TABLE: table, MEN: self.men, HOUSE_RULES: self.box}
        self.tabs = Tabs({name: partial(places.__getitem__, name) for name in places})
        chosen = w.HBox([self.game, self.fight, self.event], layout=row_layout())
        head = head_note("Who beats whom?", "the strongest comes first")
        beside = w.HBox([self.view, self.tabs], layout=layout(flex_flow="row wrap", align_items="flex-start"))
        parts = [head, self.ruled, chosen, self.setting, self.trouble, self.job.widget, self.words, beside]
        self._build(parts)
        self._play(check)
        self.game.observe(lambda change: self._by_hand(lambda: self._another_game(change["new"])), "value")
        self.fight.observe(lambda change: self._by_hand(lambda: self._another_fight(change["new"])), "value")
        self.event.observe(lambda _: self._changed(), "value")
        self._silent.end()
        self._changed()

    # What a person does -----------------------------------------------------------------------------------------------

    def _another_game(self, stem: str) -> None:
        if not self._silent:
            with self._at_once():
                self.layers = Layers(book_of(stem))
                self.box.stand_on(self.book)
                self.box.fill(lines_in_force(stem))
                self.men.follow(stem)
                self._play(main_fight(stem, roster(kept_text(stem))))

    def _another_fight(self, id: str) -> None:
        if not self._silent:
            with self._at_once():
                self._play(checks[id])

    def _play(self, check: Check) -> None:
        """Offer the fights of a game, what can be asked of one, and how it is fought."""
        men = roster(kept_text(check.stem))
        offer(self.fight, [(one.title, one.id) for one in two_sided(check.stem, men)])
        self.fight.value = check.id
        offer(self.event, events_to_ask(check, {}))
        parameters = {name: p for name, p in check.parameters.items() if p.group == "situation"}
        tips, label = tooltips(check), width_of(parameters, check.spelling)
        self.controls = Controls({n: Control(p, p.default, tips[n], n, label) for n, p in parameters.items()})
        self.controls.observe(self._moved)
        self.groups = (self.controls,)
        wrap = layout(flex_flow="row wrap", overflow="visible")
        inside = w.HBox([one.widget for one in self.controls.values()], layout=wrap)
        self.setting.inside = (inside,)
        self.setting.line.value = False

    # What follows from it ---------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        self._rule()
        self.trouble.value = ""
        self.view.add_class("rk-stale")
        check, event, rules, men = checks[self.fight.value], self.event.value, self.rules, kept_text(self.game.value)
        params = others(check, self.controls.said)
        self.job.run([(lambda: who_beats_whom(check, men, outcome=event, rules=rules, **params), self._show)])

    def _show(self, answer: WhoBeatsWhom) -> None:
        """Words, maps and table. A job calls this too: it must not wait for its turn."""
        self.answer = answer
        first, last = answer.order[0], answer.order[-1]
        self.words.value = words_note(f"<b>{first} stands first, {last} last.</b> {answer.measure.title}.")
        self.view.value = "".join(wide_picture(*one) for one in zip(self._charts, maps(answer), strict=False))
        self.view.remove_class("rk-stale")
        self.table.value = answer._repr_html_()
        self.formats.close_list()

    def _cannot(self, error: Exception) -> None:
        self.trouble.value = alert(sentence(error), spelling=self.spelling)


def maps(answer: WhoBeatsWhom) -> list[charts.Field]:
    """All against all by the book; by house rules, and what they change, where there are any."""
    title, book, ours = answer.measure.title, answer.figures[0], answer.figures[-1]
    if len(answer.figures) == 1:
        return [_map(answer, title, book.get)]
    per = 100 if answer.measure.outcome is not None else 1

    def change(pair: Pair) -> float | None:
        return float(ours[pair] - book[pair]) * per if pair in book and pair in ours else None

    return [
        _map(answer, f"{title}, by the book", book.get),
        _map(answer, f"{title}, by your rules", ours.get),
        _map(answer, f"{title}: what your rules change", change),
    ]


def _map(answer: WhoBeatsWhom, title: str, figure: Callable[[Pair], Fraction | float | None]) -> charts.Field:
    names = answer.order
    cells = [np.nan if (chance := figure(pair)) is None else float(chance) for pair in product(names[::-1], names)]
    values, chances = np.array(cells).reshape(len(names), -1), answer.measure.outcome is not None
    return charts.Field(title, "B", "A", names, names[::-1], values, chances=chances)


def your_men(game: str = "rencounter", /) -> WhoBeatsWhomPanel:
    """A panel for who beats whom: all men of a roster against each other, in any fight of a game, by the book and by
    house rules.

    game : where it begins. ``RuleError`` for a game in which no two figures meet.
    """
    if game not in (fighting := [stem for stem in systems() if two_sided(stem)]):
        raise RuleError(f"a game must be one of {', '.join(fighting)}; got {shown(game)}")
    page = WhoBeatsWhomPanel(main_fight(game, roster(kept_text(game))))
    enable_keys()
    return page
