"""Who beats whom on the page: all men of a roster against each other, as a map and as a table."""

from __future__ import annotations

import html
from collections.abc import Mapping
from itertools import zip_longest
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text
from ...workbook.analysis.roster import main_fight, ready, roster, two_sided
from ...workbook.analysis.subject import Event, events_to_ask
from ...workbook.analysis.who_beats_whom import Figures, WhoBeatsWhom, who_beats_whom
from ...workbook.mechanics.address import MEETING, OUTCOME, ROSTER, text_of, written
from ...workbook.mechanics.check import Check
from ...workbook.mechanics.labels import tooltips
from ...workbook.mechanics.links import others, taken_in
from ...workbook.mechanics.registry import checks
from ...workbook.rulebook.book import rules as book_of, systems
from ...workbook.rulebook.layers import Layers
from ...workbook.rulebook.text import Value
from .. import charts
from .controls import Control, Controls, width_of
from .fold import Fold, Tabs
from .frame import HOUSE_RULES, PanelFrame
from .late import w
from .men import RosterText, kept_text
from .page import enable_keys, head_note, layout, note, offer, row_layout, wide_picture, words_note
from .page_state import join, lines_in_force, page_link, panel_address, remember, sent_line, take, when_run
from .table_menu import TableMenu

TABLE, MEN = "The table", "The men"


class MeetingSet(NamedTuple):
    """All that is set.

    fight : the id of the check in which they meet.
    outcome : what is asked; the first of what can be where that is nothing.
    choices : how it is fought; ``lines`` house rules.
    men : that a link has brought, as text.
    """

    fight: str
    outcome: Event = None
    choices: Mapping[str, Value] = MappingProxyType({})
    lines: str = ""
    men: str = ""


class Meetings(charts.Heat):
    """All against all; the strongest stands above."""

    width, height = 640, 400


class Shifts(charts.Changes):
    """What house rules change of that."""

    width, height = 640, 400


class WhoBeatsWhomPanel(PanelFrame[MeetingSet]):
    """A game, a fight, what is asked of it, and the men. ``answer`` : the last one, ``None`` before there is any."""

    def __init__(self, check: Check) -> None:
        super().__init__(check.book)
        self.answer: WhoBeatsWhom | None = None
        fighting = [(book_of(stem).title, stem) for stem in systems() if two_sided(stem)]
        wide = layout(width="auto")
        self.game = w.Dropdown(options=fighting, value=check.stem, description="game", layout=wide)
        self.fight = w.Dropdown(description="fight", layout=wide)
        self.event = w.Dropdown(description="what", layout=wide)
        self.controls, self._boxes = Controls({}), w.HBox([], layout=row_layout())
        self.setting = Fold("Set the situation", [self._boxes])
        self._charts = Meetings(), Meetings(), Shifts()
        self.words, self.table, *self.maps = (note() for _ in range(2 + len(self._charts)))
        self.formats = TableMenu("who_beats_whom", lambda: self.answer)
        self.men = RosterText(check.stem, self._changed)
        table = w.VBox([self.table, self.formats], layout=layout())
        self.tabs = Tabs({TABLE: table, MEN: self.men, HOUSE_RULES: self.box})
        chosen = w.HBox([self.game, self.fight, self.event], layout=row_layout())
        head = head_note("Who beats whom?", "the strongest comes first")
        self.tabs.layout = layout(flex="1 1 600px", min_width="0")
        beside = w.HBox([*self.maps, self.tabs], layout=row_layout())
        self._build([head, self.ruled, chosen, self.setting, self.trouble, self.job.widget, self.words, beside])
        self._play(MeetingSet(check.id))
        self.game.observe(lambda change: self._run_action(lambda: self._another_game(change["new"])), "value")
        self.fight.observe(lambda change: self._run_action(lambda: self._another_fight(change["new"])), "value")
        self.event.observe(lambda _: self._changed(), "value")
        self._silent.end()
        self._changed()

    # What a person does -----------------------------------------------------------------------------------------------

    def _another_game(self, stem: str) -> None:
        if not self._silent:
            self.put(MeetingSet(main_fight(stem, roster(kept_text(stem))).id, lines=lines_in_force(stem)))

    def _another_fight(self, id: str) -> None:
        if not self._silent:
            self.put(MeetingSet(id, lines=self.box.text.value, men=self.men.brought))

    @property
    def check(self) -> Check:
        """The fight, with what the rules in force ask for."""
        return checks[self.fight.value].under(self.rules)

    @property
    def now(self) -> MeetingSet:
        """All that is set."""
        choices = others(self.check, self.controls.settings)
        return MeetingSet(self.fight.value, self.event.value, choices, self.box.text.value, self.men.brought)

    def put(self, now: MeetingSet) -> None:
        """Set all that at once."""
        stem = checks[now.fight].stem
        with self._at_once():
            if stem != self.book.stem:
                self.layers, self.groups = Layers(book_of(stem)), ()
                self.box.set_base(self.book)
                self.game.value = stem
            self.box.fill(now.lines)
            self._rule()
            self.men.follow(stem, now.men)
            self._play(now)

    @property
    def link(self) -> str:
        """All that is set as a link to this page, with men that are not the ready ones."""
        now, men = self.now, roster(self.men.text)
        sent = {} if men == ready(men.game) else {ROSTER: men.code}
        return page_link(written(MEETING, now.fight, {OUTCOME: now.outcome, **now.choices, **sent}, self.own_lines))

    def take_from_address(self) -> None:
        """Open with what the address of the page asks for, where it asks for a meeting."""
        self.address = panel_address(MEETING)
        if (line := sent_line(MEETING, self.address)) is None:
            when_run(lambda: join(self))
            return
        try:
            check, values = checks[line.id], dict(line.values)
            outcome, code = values.pop(OUTCOME, None), str(values.pop(ROSTER, ""))
            men = roster(code, files=False).text if code else ""
            in_force = lines_in_force(check.stem)
            sent = taken_in(check, line._replace(values=values), in_force)
            self.put(MeetingSet(check.id, outcome, sent.choices, sent.lines or in_force, men))
        except RuleError as error:
            self._cannot(error)
            return
        take(self.address, line)
        if sent.lines:
            self.tell_brought()
        else:
            when_run(lambda: join(self))
        self.add_class("rk-asked")

    def _play(self, now: MeetingSet) -> None:
        """Offer the fights of a game, what can be asked of one, and how it is fought."""
        check = checks[now.fight]
        fights = dict.fromkeys([*two_sided(check.stem, roster(self.men.text)), check])
        offer(self.fight, [(one.title, one.id) for one in fights])
        self.fight.value = check.id
        offer(self.event, events_to_ask(check, {}))
        measures = {text_of(one): one for _, one in self.event.options}
        self.event.value = measures.get(text_of(now.outcome), self.event.options[0][1])
        self._ask(now.choices)
        self.setting.line.value = False

    def _ask(self, choices: Mapping[str, Value]) -> None:
        """Offer what can be set of the situation, by the rules in force, and set this of it."""
        check = self.check
        parameters = {name: p for name, p in check.parameters.items() if p.group == "situation"}
        tips, label = tooltips(check), width_of(parameters, check.spelling)
        self.controls = Controls({n: Control(p, p.default, tips[n], n, label) for n, p in parameters.items()})
        self.controls.fill(choices, self.rules)
        self.controls.observe(self._moved)
        self.groups = (self.controls,)
        self._boxes.children = [one.widget for one in self.controls.values()]

    def _ask_by_rules(self) -> None:
        if self.groups:  # else another game comes
            self._ask(self.controls.settings)

    # What follows from it ---------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        self._rule()
        self.trouble.value = ""
        for one in (self.words, *self.maps, self.table):
            one.add_class("rk-stale")
        check, event, rules, men = self.check, self.event.value, self.rules, self.men.text
        params = others(check, self.controls.settings)
        self.job.run([(lambda: who_beats_whom(check, men, outcome=event, rules=rules, **params), self._show)])

    def _show(self, answer: WhoBeatsWhom) -> None:
        """Words, maps and table. A job calls this too: it must not wait for its turn."""
        self.answer = answer
        stands = html.escape(f"{answer.order[0]} comes first, {answer.order[-1]} last.")
        most = "".join(f" {html.escape(one)}" for one in answer.changed)
        self.words.value = words_note(f"<b>{stands}</b> {answer.measure.title}.{most}")
        for place, chart, field in zip_longest(self.maps, self._charts, maps(answer)):
            place.value = wide_picture(chart, field) if field else ""
        self.table.value = answer._repr_html_()
        for one in (self.words, *self.maps, self.table):
            one.remove_class("rk-stale")
        self.formats.close_list()


def maps(answer: WhoBeatsWhom) -> list[charts.Field]:
    """All against all by the book; by house rules, and what they change, where there are any."""
    (book, *others), per = answer.figures, 100 if answer.measure.outcome is not None else 1
    each = {"by the book" if others else "": book}
    for ours in others:
        change = {pair: (ours[pair] - book[pair]) * per for pair in book if pair in ours}
        each |= {"by your rules": ours, "what your rules change": change}
    return [_map(answer, ", ".join(filter(None, [answer.measure.title, by])), figures) for by, figures in each.items()]


def _map(answer: WhoBeatsWhom, title: str, figures: Figures) -> charts.Field:
    names, chances = answer.order, answer.measure.outcome is not None
    values = np.array([[float(figures.get((a, b), np.nan)) for b in names] for a in names[::-1]])
    return charts.Field(title, "B", "A", names, names[::-1], values, chances=chances)


def your_men(game: str = "rencounter", /) -> WhoBeatsWhomPanel:
    """A panel for who beats whom: all men of a roster against each other, in any fight of a game, by the book and by
    house rules.

    game : where it begins; a link to the page may bring another one. ``RuleError`` for a game in which no two figures
        meet.
    """
    if game not in (fighting := [stem for stem in systems() if two_sided(stem)]):
        raise RuleError(f"a game must be one of {', '.join(fighting)}; got {as_text(game)}")
    page = WhoBeatsWhomPanel(main_fight(game, roster(kept_text(game))))
    page.take_from_address()
    enable_keys()
    remember(page)
    return page
