"""Whatever a person does, in whatever order: the panel shows what ``rk.check`` says, or in a sentence why there is no answer."""

import html
import random
import re

import ipywidgets as w
import pytest

import rencounter_kit as rk
from rencounter_kit.panels.looks import layout
from rencounter_kit.panels.sending import command, python
from rencounter_kit.rulebook.presets import presets
from tests.situations import situation, tries
from tests.widgets import all_widgets

pytestmark = pytest.mark.usefixtures("patient", "no_page_stays")
LINES = [
    "",
    "nonsense",
    "{path} = ",
    "{path} = {more}",
    "{path} = {more}\n{path} = {more}",
    "# a remark\n{path} = {less}",
]


class Person:
    """Somebody who tries everything on a panel."""

    def __init__(self, check_id, seed):
        self.rng, self.check = random.Random(seed), rk.checks[check_id]
        self.panel = rk.panel(check_id)
        self.figures = [
            path
            for path, value in self.check.book.items()
            if type(value) is int and not self.check.book.rule(path).choices
        ]
        self.acts = [
            self.move,
            self.move,
            self.move,
            self.step,
            self.preset,
            self.rule,
            self.press,
            self.tab,
            self.read,
            self.paste,
        ]

    def act(self):
        """One act; what was done, in words."""
        one = self.rng.choice(self.acts)
        return f"{one.__name__} {one()}"

    def move(self):
        name, p = self.rng.choice([(n, p) for n, p in self.check.parameters.items() if p.kind != "rows"])
        value = (
            self.rng.choice([None, *p.values()] if p.optional else p.values())
            if p.kind != "several"
            else [p.choices[0]]
        )
        self.panel[name] = value
        return name, value

    def step(self):
        """A key in a slider."""
        sliders = [
            c.source
            for c in self.panel.controls.values()
            if isinstance(c.source, w.IntSlider) and not c.source.disabled
        ]
        if sliders:
            slider = self.rng.choice(sliders)
            slider.value += self.rng.choice([-1, 1]) if slider.min < slider.value < slider.max else 0

    def preset(self):
        names = list(presets(self.check.stem).get(self.check.id, {}))
        return self.click(self.rng.choice(names)) if names else None

    def press(self):
        return self.click(self.rng.choice(["Back", "Back", "Forward", "Reset", "Throw", "Throw 100"]))

    def click(self, name):
        (button,) = [o for o in all_widgets(self.panel) if isinstance(o, w.Button) and o.description == name]
        if not button.disabled:
            button.click()
        return name

    def rule(self):
        path = self.rng.choice(self.figures)
        value = self.check.book[path]
        line = self.rng.choice(LINES).format(path=path, more=value + 1, less=value - 1)
        self.panel.house.value = line
        return line

    def tab(self):
        self.panel.tabs.turn_to(
            self.rng.choice(["Why", "House rules", "Compare", "Every way", "Luck", "Save and send"])
        )
        return self.panel.tabs.now

    def read(self):
        self.panel.reading.value = self.rng.choice(self.panel.reading.options)

    def paste(self):
        params = situation(self.check.id, self.rng)
        line = self.rng.choice([command, python])(self.check, params)
        self.panel.paste.value = self.rng.choice([line, "rubbish", "rk.check(", line[: len(line) // 2]])
        return line

    def assert_true(self):
        """What is shown is what is set, by the rules in force."""
        panel, shown = self.panel, self.panel.words.value
        try:
            result, refusal = self.check(rules=panel.rules, **panel.params()), ""
        except rk.RuleError as error:
            result, refusal = None, str(error)
        if result is None:
            assert html.escape(refusal) in shown and 'role="alert"' in shown and panel.result is None
        else:
            assert f"<b>{html.escape(result.headline)}</b>" in shown and dict(panel.result) == dict(result)
            assert panel.throws.tally.many in (0, panel.throws.tally.counts.total())
        for one in all_widgets(panel):
            assert "This cannot be shown" not in str(getattr(one, "value", ""))
            assert not re.search(r"Traceback|Error:", str(getattr(one, "value", "")))


@pytest.mark.parametrize(
    "check_id", ["rencounter.fire", "odd_encounters.missile_attack", "realms_of_myth.wounds", "traveller.duel"]
)
def test_a_panel_stays_true_whatever_is_done(check_id):
    person, done = Person(check_id, check_id), []
    for _ in range(tries(8, 250)):
        done.append(person.act())
        person.panel.wait()
        try:
            person.assert_true()
        except AssertionError as error:
            raise AssertionError("; ".join(done[-6:])) from error
    assert_shared_looks_are_as_made(person.panel)


def assert_shared_looks_are_as_made(panel):
    """What one widget changed would change in all that share it."""
    every = list(all_widgets(panel))
    for css in ({}, {"width": "auto"}, {"flex_flow": "row wrap", "overflow": "visible", "align_items": "flex-start"}):
        shared = layout(**css)
        assert sum(one.layout is shared for one in every) > 1
        assert {name: value for name, value in shared.get_state().items() if value and name[0] != "_"} == css
