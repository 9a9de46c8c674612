"""The house-rule workshop: write rules, see at once what they do, compare, ask what it takes, go back to
earlier tries.
"""

from __future__ import annotations

import asyncio
import html
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ....engine.words.errors import RuleError
from ....engine.words.wording import as_text, first_up, unbroken
from ....workbook.analysis.effects import Effect, Effects, change_words, first_effects, growing_effects
from ....workbook.analysis.effects_table import effects_html, effects_table
from ....workbook.analysis.mine import SETS, kept_rules, kept_set
from ....workbook.analysis.no_change import touched_situation
from ....workbook.analysis.situations import Params, situation_text, unnamed
from ....workbook.mechanics.links import query
from ....workbook.mechanics.registry import checks
from ....workbook.rulebook.book import figure_text, rules as book_of, systems
from ....workbook.rulebook.faces import unseen
from ....workbook.rulebook.layers import Layer, Layers, layers_of, ready_rules, with_own_names
from ... import charts
from ...charts.sheet import bars_of, best, sheet
from ...pocket.page_contents import rules_lines
from ..answer import AnswerView
from ..fold import Behind, Fold, Tabs
from ..frame import PanelFrame
from ..give import GiveBox, Parcel
from ..job import Job, Step, or_error
from ..kept import all_kept, how_long, keep, when_kept
from ..late import w
from ..page import (
    STYLE,
    alert,
    enable_keys,
    field,
    in_turn,
    link,
    note,
    offer,
    picture,
    row_layout,
    sentence,
    words_note,
)
from ..page_state import join, layers_in_force, lines_in_force, panel_address, remember, when_run
from ..table_menu import TableMenu
from ..tools import COMPARE, EVERY_WAY, FORMULA, MATTERS, TOOLS
from ..tools.scene import Scene
from ..tools.tool import Tool
from .history import History
from .pile import Pile, PlacedLayer
from .rules_box import YOURS
from .rulings import Rulings

_CHARTS = 3
WHAT_CHANGES = "What changes"
_ASIDE = (MATTERS, EVERY_WAY, FORMULA)  # tabs that are seldom opened
_CALM = 0.8  # seconds without a change after which all that changes is looked for, and a try is kept
_BETWEEN, _SHEET_COMES = " &nbsp; ", "Preparing the sheet to print ..."


class WorkshopText(NamedTuple):
    """All that is written: the game, the layers below, and what the box says, as its ``fill`` takes it."""

    game: str
    below: tuple[PlacedLayer, ...]
    texts: tuple[str, str, str, str]


class Workshop(PanelFrame[WorkshopText]):
    """House rules for a game, live.

    layers : the rules as they stand.
    effects : what they do. ``wait()`` until all is up to date.
    """

    def __init__(self, game: str, lines: str = "") -> None:
        super().__init__(book_of(game))
        self.effects, self._search = Effects(), Job(self._cannot, self._no_sheet)
        self._waiting, self._looking = False, False
        titles = {stem: book_of(stem).title for stem in systems()}
        named = [(title, stem) for stem, title in titles.items()]
        self.game = field(w.Dropdown, "game", "", "250px", options=named, value=game)
        self.ready = field(w.Dropdown, "ready rules", "Ready rules", "270px")
        room = w.Layout(flex="1 1 180px")
        self.code = field(w.Textarea, "", "Rules to load", room, rows=2, placeholder="paste rules here")
        self.file = field(w.FileUpload, "Load a file", "Rules from a file", accept=".toml,.txt")
        self.message, self.not_saved, self.not_loaded = self.messages = note(), note(), note()
        self.pile = Pile(self._changed, lambda layer: self._run_action(lambda: self._edit(layer), self.not_saved))
        self.rulings = Rulings(self._switch)
        self._charts = [charts.NarrowBars() for _ in range(_CHARTS)]
        self.views = [note() for _ in range(_CHARTS)]
        self._look_buttons = [self._to_scene(place) for place in range(_CHARTS)]
        self._views = [w.VBox(pair) for pair in zip(self.views, self._look_buttons, strict=True)]
        self.words, self.table, self.links, self.why = (note() for _ in range(4))
        self.formats = TableMenu("what_changes", lambda: effects_table(self.effects) if self.effects else None)
        self.give = GiveBox()
        self.give.layout = w.Layout(display="none")  # until it is asked for
        self.formats.layout = w.Layout(align_items="flex-start", display="none")  # of its own, to be hidden
        self._scene: Scene | None = None
        self.tools: dict[str, Tool] = {}
        self.history = History(lambda layers: self._run_action(lambda: self._back(layers)))
        self.loading = Fold("Load rules that somebody sent", [self._loading()])
        self.compared, self.tried = w.VBox(), Fold("Earlier tries", [self.history])
        self.comparing = Fold("One situation, by the book and by your rules", [self.compared], self._open_comparison)
        self.comparing.line.observe(lambda _: self.closer(), "value")
        self.tabs = Tabs(self._tabs(), self.closer, aside=_ASIDE)
        for one in (self.game, self.ready):
            one.add_class("rk-control")
        self._build(self._parts())
        self.file.observe(
            lambda change: self._run_action(self._uploaded, self.not_loaded) if change["new"] else None, "value"
        )
        self.ready.observe(lambda _: self._reason(), "value")
        self.game.observe(lambda _: self._run_action(self._another), "value")
        self._silent.end()
        self._another(take=False)
        when_kept(self._offer_ready)
        if lines:
            self.box.fill(lines)

    # How it is laid out -----------------------------------------------------------------------------------------------

    def _parts(self) -> list[w.Widget]:
        take = self._button("Add", "plus", "Use these ready rules", self._take_ready)
        reset = self._button("Reset", "undo", "Start again without house rules", self._reset)
        tip = f"Save these lines by this name. {how_long()}"
        keeps = self._button("Save this set", "level-down", tip, self._save, self.not_saved)
        save = self._button(
            "Save and print", "download", "Print, save or send: a sheet of changes, a handout, the rules", self._export
        )
        mine = [
            _heading("Your rules"),
            self.box,
            w.HBox([keeps, save, self.links], layout=row_layout()),
            self.not_saved,
            self.give,
        ]
        unclear = Fold("Where the rules are unclear: switches", [self.rulings], self.rulings.make)
        left = w.VBox([*mine, _heading("Rule sets in use"), self.pile, unclear, self.loading])
        instrument = self._instrument(left, [self.words])
        for part, name in ((self.words, "rk-headline"), (left, "rk-writing"), (self.right, "rk-slim")):
            part.add_class(name)
        return [
            note(f'{STYLE}<span class="rk-title">The house-rule workshop</span>'),
            w.HBox([self.game, self.ready, take, reset], layout=row_layout()),
            self.why,
            self.message,
            instrument,
        ]

    def _loading(self) -> w.Widget:
        tip = "Load the rules you pasted"
        load = self._button("Load", "upload", tip, lambda: self._take_in(self.code.value, "Loaded"), self.not_loaded)
        return w.VBox([w.HBox([self.code, load, self.file], layout=row_layout()), self.not_loaded])

    def _tabs(self) -> Behind:
        """What lies below the picture: all that changes, one situation of it and the tries; and the tools with the
        situation that they ask about.
        """
        drawn = w.HBox(self._views, layout=row_layout())
        drawn.add_class("rk-drawn")
        changes = w.VBox([self.comparing, drawn, self._search.widget, self.table, self.formats, self.tried])
        tools = {name: partial(self._with_scene, name) for name in TOOLS if name != COMPARE}
        return {WHAT_CHANGES: changes, **tools}

    @property
    def open_tool(self) -> str:
        """The name of the tool that is open; empty where none is."""
        if self.tabs.now != WHAT_CHANGES:
            return self.tabs.now
        return COMPARE if self.comparing.line.value else ""

    def _open_comparison(self) -> None:
        if not self.compared.children:
            self.compared.children = (self._with_scene(COMPARE),)

    def _with_scene(self, name: str) -> w.Widget:
        """A tool below the situation that it asks about."""
        return w.VBox([self.scene, self.job.widget, self.tool(name)])

    @property
    def scene(self) -> Scene:
        """The situation that the tools ask about: at first the one that changes most. Made with the first tool."""
        if self._scene is None:
            self._scene = Scene(self._look, self._most_of)
            with self._silent:
                self._scene.of(self.game.value)
                self._scene.follow(self.rules)
                if self._best():
                    self._go(0, chosen=False)
        return self._scene

    def _most_of(self, check_id: str) -> Params:
        """The situation in which a check changes most; where none is found by now, a named one that the rules touch."""
        example_params = next(
            (one.situation.params for one in self.effects if one.situation.check.id == check_id), None
        )
        return (
            touched_situation(checks[check_id].under(self.rules), self.rules)[1]
            if example_params is None
            else example_params
        )

    def tool(self, name: str) -> Tool:
        """A tool by the name of its tab, made when it is first asked for."""
        if name not in self.tools:
            self.tools[name] = tool = TOOLS[name](self.scene, self.closer, self.write)
            tool.choose(self.rules)
        return self.tools[name]

    def _to_scene(self, place: int) -> w.Button:
        """A button that takes a chart's situation to the tools."""
        tip = "Look at this situation more closely"
        look = self._button("Look closer", "search", tip, lambda: self._take_closer(place))
        look.layout = w.Layout(width="auto", display="none", align_self="flex-start")
        look.add_class("rk-closer")
        return look

    # What a person does -----------------------------------------------------------------------------------------------

    def _reset(self) -> None:
        """Everything as at the start."""
        self.tabs.turn_to(WHAT_CHANGES)
        self.comparing.line.value = False
        self._another(take=False)

    def _another(self, take: bool = True) -> None:
        """A game from the start, or with the rules in force for it."""
        with self._silent:
            self._fresh()
            if take and (layers := layers_in_force(self.game.value)):
                self._lay(layers)
        self._look_closer()
        self._changed()

    def _fresh(self) -> None:
        stem = self.game.value
        self.history.add(self.layers, self.effects)
        self.layers = Layers(stem)
        self._offer_ready()
        self.ready.index = 0
        self.rulings.of(self.book)
        self.pile.set([])
        self.box.set_base(self.book)
        self.box.fill("")
        if self._scene:
            self._scene.of(stem)

    @property
    def _sets(self) -> dict[str, Layer]:
        """The rule sets to choose from: saved ones, then ready ones."""
        saved = dict[str, Layer]()
        for one in all_kept(SETS):
            with suppress(RuleError):  # of an older book
                layer = layers_of(one.text)[0]
                if layer.game == self.game.value:
                    saved[one.text] = layer
        return {**saved, **ready_rules(self.game.value)}

    @in_turn
    def _offer_ready(self) -> None:
        ready = ready_rules(self.game.value)
        names = ((layer.name if key in ready else f"yours: {layer.name}", key) for key, layer in self._sets.items())
        offer(self.ready, [("choose one", ""), *names])

    def _reason(self) -> None:
        """Why you would take the ready rules chosen."""
        layer = self._sets.get(self.ready.value)
        self.why.value = f'<span class="rk-hint">{html.escape(layer.title)}</span>' if layer else ""

    def _take_ready(self) -> None:
        if not self.ready.value:
            raise RuleError("no ready rules are chosen; choose some from the list")
        self.pile.add(self._sets[self.ready.value])

    def _uploaded(self) -> None:
        (file,) = self.file.value
        self.file.value = ()
        try:
            self._take_in(bytes(file["content"]).decode("utf-8-sig"), Path(file["name"]).stem[:60])
        except UnicodeDecodeError:
            raise RuleError(f"a file of house rules must be plain text; got {as_text(file['name'])}") from None

    def _take_in(self, text: str, name: str) -> None:
        """Rules from elsewhere, for the game that they name."""
        layers = Layers.read(text, game=self.game.value, name=name)
        if not layers.layers:
            raise RuleError("that text has no house rule; to play without any, press Reset")
        self._back(layers)

    def _save(self) -> None:
        layer = self.box.layer
        unfinished = next((line for line in self.box.lines if line.wrong), None)
        if unfinished:
            raise RuleError(
                f"every line must be finished before you save the set; got line {unfinished.number + 1}: "
                f"{unfinished.message}"
            )
        if layer is None:
            raise RuleError("there is no line to save; write one such as " + self.book.example)
        with self._at_once():
            saved = [one.name for one in self._sets.values()] if layer.name == YOURS else []
            names = [*saved, *(one.layer.name for one in self.pile.placed_layers)]
            (layer,) = with_own_names([layer], names)
            self.pile.add(layer)
            keep(kept_set(layer))
            self.box.fill("")
        self._offer_ready()
        if lines_in_force(self.game.value) == self.rules.lines:
            keep(kept_rules(self.layers))

    def _edit(self, layer: Layer) -> None:
        """A layer into the box; the lines there go to the pile."""
        if self.box.text.value.strip():
            self._save()
        self.pile.remove(layer)
        self.box.fill(layer.lines, layer.name, layer.author, layer.note)

    def _back(self, layers: Layers) -> None:
        """Back to earlier rules, or to some from elsewhere: their game, with the last layer in the box."""
        self.history.add(self.layers, self.effects)
        if layers.book.stem != self.game.value:
            self.game.value = layers.book.stem
        with self._at_once():
            self._lay(layers)

    def _lay(self, layers: Layers) -> None:
        """These rules, the last layer in the box."""
        *below, top = layers.layers
        self.pile.set([PlacedLayer(layer) for layer in below])
        self.box.set_base(self.book, below)
        self.box.fill(top.lines, top.name, top.author, top.note)

    def take_rules(self) -> None:
        """Go by the house rules in force."""
        layers = layers_in_force()
        if layers and layers.rules.lines != self.rules.lines:
            self._back(layers)
        elif not layers and self.rules.lines:
            self._another(take=False)

    def _name_rules(self) -> None:
        """All of the page names them."""

    @property
    def now(self) -> WorkshopText:
        """All that is written."""
        return WorkshopText(self.game.value, tuple(self.pile.placed_layers), self.box.texts)

    def put(self, now: WorkshopText) -> None:
        """Write all that."""
        self.game.value = now.game
        with self._at_once():
            self.pile.set(list(now.below))
            self.box.set_base(self.book, self.pile.layers)
            self.box.fill(*now.texts)

    def _switch(self, path: str, line: str) -> None:
        """A switch was set: its line goes into the box, or out of it if it says what holds anyway."""
        below = self.box.below
        as_below = line == f"{path} = {figure_text(below[path])}"
        self.write(path, "" if as_below else line)

    def _take_closer(self, place: int) -> None:
        self._go(place)  # before it is seen: what a person sets in it then holds
        if not self.open_tool:
            self.comparing.line.value = True

    def _go(self, place: int, chosen: bool = True) -> None:
        """The situation of a chart for the tools."""
        situation = self._best()[place].situation
        self.scene.go(situation.check.id, situation.params)
        self.scene.chosen = chosen

    def write(self, path: str, line: str) -> bool:
        """Put a line into the box, in the place of one for the same figure. Do the rules say that then?"""
        self._run_action(lambda: self.box.put(path, line))
        return line == f"{path} = {figure_text(self.rules[path])}"

    def _export(self) -> None:
        """Links to a handout and to the rules as a file, and to the sheet once all that changes is found."""
        self._calm()
        handout = self._handout()
        self._offer(handout)
        self._search.also((lambda: sheet(self.layers, self.effects), partial(self._offer, handout)))

    def _handout(self) -> str:
        """The ready handout of the game by these rules, "" where there is none or they leave no room for it."""
        from ...paper.handout import handout

        try:
            return handout(self.layers.book.stem, rules=self.layers).html()
        except RuleError:
            return ""

    def _offer(self, handout: str, page: str = "") -> None:
        stem = self.layers.book.stem
        sheet_link = link(page.encode(), f"{stem}_house_rules.html", "text/html", "the sheet to print")
        handout_link = link(handout.encode(), f"{stem}_handout.html", "text/html", "a handout to print")
        rules_link = link(
            self.layers.text.encode(), f"{stem}_house_rules.toml", "text/plain", "the rules as a file (toml)"
        )
        links = [*([sheet_link] if page else []), *([handout_link] if handout else []), rules_link]
        links += [] if page else [_SHEET_COMES]
        self.links.value = _BETWEEN.join(links)
        self.give.layout.display = ""
        show = self.give.follow(self._parcel())[1]
        show(None)

    def _parcel(self) -> Parcel:
        """What is given to a friend: open where they change most."""
        layers, book = self.layers, self.layers.book
        scenes = [(one.situation.check, one.situation.params) for one in self._best()[:1]]
        check, params = scenes[0] if scenes else (next(iter(checks.of(book.stem))), {})

        def text(whose: str) -> str:
            return "\n".join([*rules_lines(layers, whose), f"Code: {layers.code}"]) if layers.layers else ""

        return Parcel(query(check, params, layers.rules.lines), layers, text)

    # What follows from it ---------------------------------------------------------------------------------------------

    def _no_sheet(self) -> None:
        """A person has stopped the search, and no sheet will come."""
        self.links.value = self.links.value.replace(f"{_BETWEEN}{_SHEET_COMES}", "")

    def _draw(self) -> None:
        """Follow the rules: what changes most at once, the rest a little later."""
        self._search.stop()
        self.links.value, self.give.layout.display = "", "none"
        for one in self.messages:
            one.value = ""
        pile = self.box.set_base(self.book, self.pile.layers)
        mine = with_own_names([self.box.layer] if self.box.layer else [], [layer.name for layer in pile.layers])
        together = Layers(self.book, *pile.layers, *mine)
        self.layers, self.effects, self._looking = together, first_effects(together.rules), True
        self._enforce()
        self.pile.show(self.layers)
        self.rulings.show(self.rules)
        if self._scene:
            before = self._scene.check
            self._scene.follow(self.rules)
            if self._scene.check is not before:
                self._choose_again()
        self._show()
        if self.open_tool:
            self.job.run([self._answer()])
        self._later()

    def _later(self) -> None:
        """Do what can wait once nothing has changed for a while. Where no page is running, ``wait`` does it."""
        self._waiting, before = True, self.layers

        def calm() -> None:
            if self.layers is before:
                self._calm()

        with suppress(RuntimeError):
            asyncio.get_running_loop().call_later(_CALM, calm)

    def _show(self) -> None:
        """The three charts that changed most, in words and as a table too."""
        best_now = [*self._best(), *[None] * _CHARTS]
        places = zip(self.views, self._charts, self._look_buttons, best_now, strict=False)
        for view, chart, look, effect in places:
            look.layout.display = "none" if effect is None else ""
            view.value = "" if effect is None else picture(chart, bars_of(effect))
        if not self.open_tool:
            self._say_what_changes()

    def _say_what_changes(self) -> None:
        """At the head: what changes most."""
        greatest = next((AnswerView(one.after, one.before) for one in self._best()[:1] if one.after), None)
        self._say(self._summary(), greatest)

    def _answer(self) -> Step:
        """The work for the head while a tool is open: the answer in the situation that it asks about."""
        check, params, rules = self.scene.check, self.scene.params, self.rules

        def show(answer: AnswerView | RuleError) -> None:
            text = html.escape(situation_text(unnamed(check, params)))
            if isinstance(answer, RuleError):  # the tool says why
                self._say(text)
            else:
                self._say(f"{text}{answer.headlines()}", answer)

        return or_error(lambda: AnswerView.of(check, rules, params)), show

    def _say(self, words: str, drawn: AnswerView | None = None) -> None:
        self.words.value = words_note(unbroken(words)) + (drawn.strips() if drawn else "")

    def _best(self) -> list[Effect]:
        """The effects to draw."""
        return best(self.effects)

    def _summary(self) -> str:
        """What changes most, and how much else does."""
        count, changed = len(self.effects), len(self.rules.house_rules)
        if not self.layers.layers:
            return "Write a line, set a switch or add ready rules: the biggest changes appear here."
        figures = f"{changed} figure{'' if changed == 1 else 's'} changed"
        rest = " Looking for more." if self._looking else ""
        if not count:
            return f"{self._never()}{figures}.{rest or f' {self.effects.rest}'}"
        names = len({effect.situation.check.id for effect in self.effects})
        situations = "1 situation" if count == 1 else f"{count} situations"
        checks = "1 check" if names == 1 else f"{names} checks"
        return (
            f"{self._most()}{self._never()}{figures}: {situations} of {checks} change{'s' if count == 1 else ''}.{rest}"
        )

    def _never(self) -> str:
        """The figures whose face the dice in force never show, with the lines that mend it."""
        return "".join(f"{html.escape(first_up(str(one)))}.<br>" for one in unseen(self.rules))

    def _most(self) -> str:
        """The picture in a sentence."""
        if not (best := self._best()):
            return ""
        what, was, now = map(html.escape, change_words(best[0]))
        return (
            f'{html.escape(bars_of(best[0]).title)}, {what}: {was} by the book, <b class="rk-ours">{now} by '
            f"your rules</b><br>"
        )

    @in_turn
    def _calm(self) -> None:
        """The rules have stood for a while: keep the try, look for all that changes, work out the open tool."""
        if self._waiting:
            self._waiting = False
            self._run_action(self._follow)

    def _follow(self) -> None:
        self._tabulate()
        self.history.add(self.layers, self.effects)
        if self._scene and not self._scene.chosen and self._best():
            self._go(0, chosen=False)
        else:
            self.closer()
        if self.rules.house_rules:
            rules = self.rules
            self._search.run([(lambda: growing_effects(rules), self._show_more), (lambda: None, self._show_all)])

    def _show_more(self, effects: Effects) -> None:
        """More changes, of fights and in situations that nobody has named, as they are found."""
        self.effects = effects
        self._show()
        self._tabulate()

    def _show_all(self, _: None) -> None:
        self._looking = False
        self._show()
        self._tabulate()
        self.history.add(self.layers, self.effects)

    def _tabulate(self) -> None:
        rest = "" if self._looking else f"<p>{html.escape(self.effects.rest)}</p>"
        self.table.value = f"{effects_html(self.effects)}{rest}" if self.effects else ""
        self.formats.layout.display = "" if self.effects else "none"
        self.formats.close_list()

    @in_turn
    def _look(self) -> None:
        """Another scene."""
        if not self._silent:
            self._run_action(self._look_closer)

    def _look_closer(self) -> None:
        self._choose_again()
        self.closer()

    def _choose_again(self) -> None:
        """The tools offer what the check of the scene asks."""
        for tool in self.tools.values():
            tool.choose(self.rules)

    @in_turn
    def closer(self) -> None:
        """Work out what the open tab shows; the others follow when opened."""
        tool = self.tools.get(self.open_tool)
        if self._silent:
            return
        if tool is not None:
            self._run_action(lambda: self.job.run([self._answer(), *tool.steps(self.book, self.rules)]))
        else:
            self.job.stop()
            self._say_what_changes()

    def wait(self) -> None:
        """Wait for all pictures; what would have waited a little is begun now."""
        self._calm()
        self._search.wait()
        super().wait()

    def _cannot(self, error: Exception) -> None:
        self._tell(error, self.message)

    def _tell(self, error: Exception, trouble: w.HTML) -> None:
        for one in self.messages:
            one.value = ""
        trouble.value = alert(sentence(error), typed=True)


def _heading(text: str) -> w.Widget:
    return note(f'<span class="rk-heading">{text}</span>')


def workshop(game: str = "rencounter", lines: str = "") -> Workshop:
    """The house-rule workshop for a game, which can be changed there.

    lines : what the box holds at first.

    Raises ``RuleError`` for an unknown game.
    """
    book_of(game)
    page = Workshop(game, lines)
    page.address = panel_address("workshop")
    when_run(lambda: join(page, any_game=True))
    enable_keys()
    remember(page)
    return page
