"""A page that throws playing areas of Salamis ad Actium: the map, the words to set it up by, and a thousand tables."""

from __future__ import annotations

import html

import numpy as np

from ...engine.dice.chances import FloatArray
from ...engine.words.errors import RuleError
from ...engine.words.wording import so_many, words
from ...workbook.analysis.throwing import seed_of
from ...workbook.mechanics.address import SEED, written
from ...workbook.mechanics.links import rules_of, value_of
from ...workbook.mechanics.registry import checks
from ...workbook.rulebook.text import Value
from .. import charts
from ..panels.controls import Control, Controls
from ..panels.fold import Fold
from ..panels.frame import PanelFrame
from ..panels.late import w
from ..panels.page import STYLE, enable_keys, field, in_a_row, link, note, picture
from ..panels.page_state import join, lines_in_force, page_link, panel_address, remember, sent_line, take, when_run
from ..panels.throws import seed_box
from .playing_area import PlayingArea, playing_area
from .sea_map import SeaMap
from .square_chances import COLUMNS, ROWS, AreaTally, area_chances, squares_of, throw_areas, thrown_again

FIRST = 5  # a table with something of everything
MANY = 1_000
_NOWHERE, _PORT = "none", "port"
_WIND = checks["salamis.wind_strength"].parameters
SeasSet = tuple[
    dict[str, Value], str, str, int, tuple[str, ...]
]  # controls, port, seed as typed, that of the table, rules


class SeasPage(PanelFrame[SeasSet]):
    """Throws tables and draws them.

    area : the one that is shown.
    tally : what came of many, if they were thrown.
    """

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(checks["salamis.terrain_square"].book)
        self.area: PlayingArea
        self.tally: AreaTally | None = None
        parameters = (COLUMNS, ROWS, _WIND["region"], _WIND["wind_setup"])
        self.controls = Controls({p.name: Control(p, p.default, p.help, p.name, 92) for p in parameters})
        self.port = field(w.Dropdown, "port", "Square with a port, in a campaign", "240px", options=[_NOWHERE])
        self.seed = seed_box("table")
        self.words, self.view, self.text, self.report, self.many, self.links = (note() for _ in range(6))
        self._map, self._heat = SeaMap(), (charts.Heat(), charts.Heat())
        self._counts_of = self.size, self.rules  # what the many tables were
        self.house = Fold("House rules", [self.box])
        buttons = [
            self._button("Roll a table", "random", "Roll every square by the rules", self.throw),
            self.seed,
            self._button(f"Roll {MANY:,}", "", "Count what each square holds", self.throw_many),
            self._button("Save", "download", "The map as PNG and SVG, and the table in words", self.save),
        ]
        console = w.HBox(
            [*(control.widget for control in self.controls.values()), self.port], layout=w.Layout(flex_flow="row wrap")
        )
        self._build(
            [
                note(STYLE),
                self.ruled,
                in_a_row(buttons, w.Layout(flex_flow="row wrap")),
                console,
                self.trouble,
                self.words,
                self.view,
                self.links,
                self.job.widget,
                self.many,
                Fold("The table in words", [self.text]),
                Fold("Every roll", [self.report]),
                self.house,
            ]
        )
        self._offer_ports()
        self.address = panel_address(SEED)
        self._show(FIRST if seed is None else seed)
        self.controls.observe(self._moved)
        self.port.observe(lambda _: self._changed(), "value")
        self._silent.end()

    # Acts -------------------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        """Other squares, another wind, other rules: the same seed, thrown for these."""
        with self._silent:
            self._offer_ports()
        self._show(self.area.seed)

    def throw(self) -> None:
        """Another table, or that of the seed."""
        self._show(seed_of(self.seed.value))

    def throw_many(self) -> None:
        """A thousand tables, beside the exact chances."""
        size, seed, rules = self.size, seed_of(self.seed.value), self.rules

        def work_out() -> tuple[AreaTally, dict[str, dict[str, Value]]]:
            return throw_areas(*size, MANY, seed, rules), {**area_chances(*size, rules)}

        self.job.run([(work_out, lambda results: self._show_many(results[0], results[1], seed))])

    def save(self) -> None:
        """Links to the map and to the words."""
        name = f"playing_area_{self.area.seed}"
        links = [link(self._map.save(self.area, kind), f"{name}.{kind}", mime) for kind, mime in _PICTURES.items()]
        self.links.value = " ".join([*links, link(self.area.text.encode(), f"{name}.txt", "text/plain")])

    @property
    def link(self) -> str:
        """The table that is shown, as a link to this page."""
        settings = {name: control.value for name, control in self.controls.items() if not control.is_usual}
        port = {} if self.port.value == _NOWHERE else {_PORT: self.port.value}
        return page_link(written(SEED, str(self.area.seed), settings | port, self.own_lines))

    def _change_rules(self) -> None:
        self.house.line.value = True

    def take_from_address(self) -> None:
        """Open with the table of the page's address, where it says one."""
        if self.address is None or (line := sent_line(SEED, self.address)) is None:
            join(self)
            return
        try:
            settings, rules = line.values, rules_of(self.book, line.rules)
            now = {
                name: value_of(control.parameter, settings.get(name, control.value))
                for name, control in self.controls.items()
            }
            lines = rules.lines or lines_in_force(self.book.stem)
            self.put((now, settings.get(_PORT, _NOWHERE), "", seed_of(line.id), (lines,)))
            join(self)
            take(self.address, line)
            if rules.lines:
                self.tell_brought()
        except RuleError as error:
            self._cannot(error)

    # What is shown ----------------------------------------------------------------------------------------------------

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return self.controls["columns"].value, self.controls["rows"].value

    def _offer_ports(self) -> None:
        """The squares in which a port may lie."""
        names, before = [_NOWHERE, *squares_of(*self.size)], self.port.value
        if list(self.port.options) != names:
            self.port.options = names
            self.port.value = before if before in names else _NOWHERE

    def _forget(self) -> None:
        """The many tables were of another kind."""
        self.job.stop()
        self.tally, self.many.value = None, ""

    def _show(self, seed: int) -> None:
        port = "" if self.port.value == _NOWHERE else self.port.value
        wind = {name: self.controls[name].value for name in ("region", "wind_setup")}
        self._rule()
        if self._counts_of != (self.size, self.rules):
            self._counts_of = self.size, self.rules
            self._forget()
        self.area = area = playing_area(*self.size, seed, port=port, rules=self.rules, **wind)
        self.trouble.value = self.links.value = ""
        count = sum(bool(square.land) for square in area.squares)
        passes = (
            "" if area.passes == 1 else f" It was rolled {so_many(area.passes, 'time')}, until there was enough land."
        )
        replacement_note = "Some figures replace lost ones; the table in words lists them."
        warning = f'<p class="rk-mark">{replacement_note}</p>' if area.marked else ""
        self.words.value = (
            f'<div class="rk-words" role="status" aria-live="polite"><b>{count} of '
            f"{so_many(len(area.squares), 'square')} "
            f"hold{'s' if count == 1 else ''} land</b>: {html.escape(area.weather)}. {passes}<br>"
            f'<span class="rk-facts">{html.escape(thrown_again(*self.size, self.rules))} Seed '
            f"{area.seed}.</span></div>{warning}"
        )
        self.view.value = picture(self._map, area)
        self.text.value = f"<pre>{html.escape(area.text)}</pre>"
        self.report.value = f"<pre>{html.escape(chr(10).join(area.steps))}</pre>"

    def _show_many(self, tally: AreaTally, chances: dict[str, dict[str, Value]], seed: int) -> None:
        self.tally = tally
        terrains = list(dict.fromkeys(name for each in chances.values() for name in each))
        squares = list(tally.counts)
        rolled = [[tally.counts[square][name] / tally.many for square in squares] for name in terrains]
        exact = [[float(chances[square].get(name, 0)) for square in squares] for name in terrains]
        both = (("rolled", rolled), ("exact chances", exact))
        pictures = [
            picture(chart, _field(f"{what}, in percent", squares, terrains, np.array(values)))
            for chart, (what, values) in zip(self._heat, both, strict=True)
        ]
        bad = tally.passes - tally.many
        self.many.value = (
            f"<p>{tally.many:,} tables, seed {seed}: {so_many(bad, 'time')} there was too little land, and all "
            f"squares were rolled "
            f'again.</p><div class="rk-pictures">{"".join(pictures)}</div>'
        )

    # What is kept -----------------------------------------------------------------------------------------------------

    @property
    def now(self) -> SeasSet:
        values = {name: control.value for name, control in self.controls.items()}
        return values, self.port.value, self.seed.value, self.area.seed, self.box.texts

    def put(self, now: SeasSet) -> None:
        values, port, text, seed, lines = now
        with self._silent:
            for name, value in values.items():
                self.controls[name].value = value
            self._offer_ports()
            self.port.value = port if port in self.port.options else _NOWHERE
            self.seed.value = text
            self.box.fill(*lines)
        self._run_action(lambda: self._show(seed))

    @property
    def settings(self) -> tuple[SeasSet, str]:
        return self.now, ""

    def settle(self, settings: tuple[SeasSet, str]) -> None:
        self.put(settings[0])


_PICTURES = {"png": "image/png", "svg": "image/svg+xml"}


def _field(title: str, squares: list[str], terrains: list[str], values: FloatArray) -> charts.Field:
    return charts.Field(title, "square", "", squares, list(map(words, terrains)), values)


def seas(seed: int | None = None) -> SeasPage:
    """A page that throws playing areas of Salamis ad Actium, and draws them.

    seed : of the first table.
    """
    page = SeasPage(seed)
    when_run(page.take_from_address)
    enable_keys()
    remember(page)
    return page
