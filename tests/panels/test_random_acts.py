"""Whatever a person does, in whatever order: the panel shows what ``rk.check`` says, or in a sentence why there is no
answer.
"""

import html
import importlib
import random
import re
from types import SimpleNamespace

import ipywidgets as w
import pytest

import rencounter_kit as rk
from rencounter_kit.engine.words.wording import percent_text
from rencounter_kit.fronts.charts.sheet import best
from rencounter_kit.fronts.panels import workshop
from rencounter_kit.fronts.panels.page import layout
from rencounter_kit.workbook.analysis.effects import first_effects
from rencounter_kit.workbook.mechanics.links import command, python
from rencounter_kit.workbook.mechanics.parameter import Rows
from rencounter_kit.workbook.rulebook.book import systems
from tests.situations import KINDS, PROCESSES, parameters, situation, some_value, tries
from tests.widgets import all_widgets, plain

pytestmark = pytest.mark.usefixtures("patient", "no_page_stays")
workshop_module = importlib.import_module("rencounter_kit.fronts.panels.house_rules.workshop")
LINES = [
    "",
    "nonsense",
    "{path} = ",
    "{path} = {more}",
    "{path} = {more}\n{path} = {more}",
    "# a remark\n{path} = {less}",
]

EVERY_GAME = [
    "rencounter.fire",
    "odd_encounters.missile_attack",
    "realms_of_myth.wounds",
    "traveller.duel",
    "salamis.wind_strength",
]
CHECKS = tries(EVERY_GAME, sorted({*EVERY_GAME, *KINDS}))


def assert_nothing_broke(page):
    """No error of ours stands anywhere on a page."""
    for one in all_widgets(page):
        assert "This cannot be shown" not in str(getattr(one, "value", ""))
        assert not re.search(r"Traceback|Error:", str(getattr(one, "value", "")))


def a_line(rng, book):
    """A line of house rules, right or not."""
    path = rng.choice([p for p, value in book.items() if type(value) is int and not book.rule(p).choices])
    value = book[path]
    return rng.choice(LINES).format(path=path, more=value + 1, less=value - 1)


class Somebody:
    """Who tries everything on a page."""

    not_opened = ()  # tabs

    def __init__(self, page, seed, *acts):
        self.page, self.rng, self.acts = page, random.Random(seed), acts

    def act(self):
        """One act; what was done, in words."""
        one = self.rng.choice(self.acts)
        return f"{one.__name__} {one()}"

    def any_button(self, *names):
        """Press a button that has any of these names or tooltips, where one can be pressed."""
        buttons = [
            one
            for one in all_widgets(self.page)
            if isinstance(one, w.Button)
            and {one.description, one.tooltip} & set(names)
            and not one.disabled
            and one.layout.display != "none"
        ]
        if not buttons:
            return "nothing"
        (button := self.rng.choice(buttons)).click()
        return button.description or button.tooltip

    def tab(self):
        bar = self.page.tabs.bar
        bar.value = self.rng.choice([name for name in bar.options if name not in self.not_opened])
        return bar.value

    def goes_on(self, many):
        """So many acts, each followed by a look."""
        done = []
        for _ in range(many):
            done.append(self.act())
            self.page.wait()
            try:
                self.assert_true()
                assert_nothing_broke(self.page)
            except AssertionError as error:
                raise AssertionError("; ".join(done[-6:])) from error


class AtAPanel(Somebody):
    """Somebody at the panel of a check."""

    def __init__(self, check_id):
        self.check = rk.checks[check_id]
        if check_id in PROCESSES:  # these ask for hundreds of fights
            self.not_opened = ("What matters", "Ask backwards", "Formula")
        often = [self.move] * 3
        every = (*often, self.step, self.preset, self.rule, self.press, self.tab, self.choose, self.read, self.paste)
        super().__init__(rk.panel(check_id), check_id, *every)

    def move(self):
        movable = [p for p in self.check.parameters.values() if not isinstance(p, Rows)]
        if not movable:
            return "nothing"
        p = self.rng.choice(movable)
        self.page[p.name] = value = some_value(p, self.rng)
        return p.name, value

    def step(self):
        """A key in a slider."""
        sliders = [
            c.source for c in self.page.controls.values() if isinstance(c.source, w.IntSlider) and not c.source.disabled
        ]
        if not sliders:
            return "nothing"
        slider = self.rng.choice(sliders)
        slider.value += self.rng.choice([-1, 1]) if slider.min < slider.value < slider.max else 0
        return slider.description, slider.value

    def preset(self):
        self.page.ready.value = name = self.rng.choice(self.page.ready.options)
        return name

    def press(self):
        return self.any_button(self.rng.choice(["Back", "Back", "Forward", "Reset", "Roll", "Roll 100"]))

    def rule(self):
        self.page.house.value = line = a_line(self.rng, self.check.book)
        return line

    def choose(self):
        """Any menu of the open tab, or a button there."""
        inside = list(all_widgets(self.page.tabs.children[1]))
        menus = [one for one in inside if isinstance(one, w.Dropdown) and not one.disabled and len(one.options) > 1]
        if menus and self.rng.random() < 0.7:
            menu = self.rng.choice(menus)
            menu.index = self.rng.randrange(len(menu.options))
            return menu.description, menu.label
        return self.any_button("Ask", "Write it into my rules", "Keep this situation", "Back to the baseline")

    def read(self):
        self.page.reading.value = self.rng.choice(self.page.reading.options)
        return self.page.reading.value

    def paste(self):
        line = self.rng.choice([command, python])(self.check, situation(self.check.id, self.rng))
        self.page.saved.paste.line.value = self.rng.choice([line, "rubbish", "rk.check(", line[: len(line) // 2]])
        return line

    def assert_true(self):
        """What is shown is what is set, by the rules in force."""
        panel, words = self.page, self.page.words.value
        try:
            result, refusal = self.check(rules=panel.rules, **panel.params()), ""
        except rk.RuleError as error:
            result, refusal = None, str(error)
        if result is None:
            assert (
                html.escape(panel.spelling.in_sentence(refusal)) in words
                and 'role="alert"' in words
                and panel.result is None
            )
        else:
            assert f"<b>{result.headline}</b>" in plain(words) and dict(panel.result) == dict(result)
            assert panel.throws.tally.many in (0, panel.throws.tally.counts.total())


class InTheWorkshop(Somebody):
    """Somebody in the workshop of house rules."""

    def __init__(self, stem):
        every = (self.write, self.ready, self.keep, self.layer, self.switch, self.look, self.tab, self.pick, self.set)
        super().__init__(workshop(stem), stem, *every, self.tab, self.pick, self.set, self.ask, self.again, self.game)

    def write(self):
        line, before = a_line(self.rng, self.page.book), self.page.box.text.value
        self.page.box.text.value = self.rng.choice([line, f"{before}\n{line}".strip(), before[:-1]])
        return line

    def ready(self):
        self.page.ready.index = self.rng.randrange(len(self.page.ready.options))
        return self.page.ready.label, self.any_button("Add")

    def keep(self):
        return self.any_button("Save this set", "Save and print")

    def layer(self):
        """Something with a layer of the pile."""
        rows = [row for row in self.page.pile._rows.children if isinstance(row, w.HBox)]
        if not rows:
            return "nothing"
        on, _, *buttons = self.rng.choice(rows).children
        if self.rng.random() < 0.4:
            on.value = not on.value
            return on.tooltip, on.value
        button = self.rng.choice([one for one in buttons if not one.disabled])
        button.click()
        return button.tooltip

    def switch(self):
        path, switch = self.rng.choice(list(self.page.rulings.switches.items()) or [("", None)])
        if isinstance(switch, w.Dropdown):
            switch.index = self.rng.randrange(len(switch.options))
        elif switch is not None and switch.value.isdigit():
            switch.value = str(int(switch.value) + self.rng.choice([-1, 1]))
        return path

    def look(self):
        return self.any_button("Look closer")

    def pick(self):
        """Another check, situation or event for the tools."""
        if self.page._scene is None:
            return "nothing"
        checks, ready, event = self.page.scene.children[0].children
        menu = self.rng.choice([checks, ready, ready, event])
        known = [place for place, check in enumerate(rk.checks.of(self.page.game.value)) if check.id not in PROCESSES]
        picked = self.rng.choice(known if menu is checks else range(len(menu.options)))
        option = menu.options[picked]
        label = option if isinstance(option, str) else option[0]
        menu.index = picked
        assert menu.label == label, f"{label} was picked, and {menu.label} stands there"
        return menu.description, label

    def set(self):
        """A control of the scene."""
        if self.page._scene is None or not (controls := self.page.scene.controls):
            return "nothing"
        narrow = parameters(self.page.scene.check.id)
        name = self.rng.choice([name for name in controls if not isinstance(narrow[name], Rows)])
        controls[name].value = value = some_value(narrow[name], self.rng)
        return name, value

    def ask(self):
        return self.any_button("Ask", "Write it into my rules")

    def again(self):
        return self.any_button("Reset", "Back to this")

    def game(self):
        if self.rng.random() < 0.7:
            return "nothing"
        self.page.game.value = self.rng.choice(systems())
        return self.page.game.value

    def assert_true(self):
        """What changes is what the rules in the pile and the box change; the tools ask by them."""
        page, rules = self.page, self.page.layers.rules
        says = [layer.changes for layer in page.pile.layers] + ([page.box.layer.changes] if page.box.layer else [])
        wanted = {path: value for changes in says for path, value in changes.items()}
        if not page.message.value:
            assert {rule.path: rule.value for rule in rules.house_rules} == {
                path: value for path, value in wanted.items() if page.book[path] != value
            }
        assert page.effects == first_effects(rules)
        words = [re.search(r'alt="([^"]*)"', view.value) for view in page.views]
        for effect, alt in zip(best(page.effects), words, strict=False):
            assert alt and effect.situation.name in html.unescape(alt[1])
        compare = page.tools.get("Compare")
        if compare is not None and page.open_tool == "Compare" and isinstance(page.scene.event, str):
            try:
                result = page.scene.check(rules=rules, **page.scene.params)
                book = page.scene.check(**page.scene.params)
            except rk.RuleError:
                return
            if page.scene.event in result.events and page.scene.event in book.events:
                now = percent_text(result.event(page.scene.event))
                assert f"<b>{now}</b>" in compare.words.value, (now, compare.words.value)


@pytest.mark.parametrize("check_id", CHECKS)
def test_a_panel_stays_true_whatever_is_done(check_id):
    person = AtAPanel(check_id)
    person.goes_on(tries(8, 60))
    assert_shared_styles_unchanged(person.page)


@pytest.mark.parametrize("stem", tries(["rencounter"], systems()))
def test_the_workshop_stays_true_whatever_is_done(monkeypatch, undrawn, stem):
    def no_loop():
        raise RuntimeError

    monkeypatch.setattr(
        workshop_module, "asyncio", SimpleNamespace(get_running_loop=no_loop)
    )  # what waits is begun by hand
    monkeypatch.setattr(workshop_module, "growing_effects", lambda rules: iter([first_effects(rules)]))
    InTheWorkshop(stem).goes_on(tries(8, 60))


def assert_shared_styles_unchanged(panel):
    """What one widget changed would change in all that share it."""
    every = list(all_widgets(panel))
    for css in ({}, {"width": "auto"}, {"flex_flow": "row wrap", "overflow": "visible", "align_items": "flex-start"}):
        shared = layout(**css)
        assert sum(one.layout is shared for one in every) > 1
        assert {name: value for name, value in shared.get_state().items() if value and name[0] != "_"} == css
