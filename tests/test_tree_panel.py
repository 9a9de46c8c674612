"""Every way the dice can fall, in a panel and on the command line: shown when asked for, and always of the present answer."""

import base64
import html
import re

import ipywidgets as w
import pytest

import rencounter_kit as rk
from rencounter_kit import charts
from rencounter_kit.cli.main import main
from rencounter_kit.panels import by_turn, curves
from rencounter_kit.panels.tree import TITLE
from tests.widgets import all_widgets

pytestmark = pytest.mark.usefixtures("patient")


@pytest.fixture
def trees(monkeypatch):
    """The trees that are drawn."""
    drawn = []

    def draw(self, data):
        drawn.append(data)
        return b"\x89PNG\r\n\x1a\n"

    monkeypatch.setattr(charts.TreeChart, "draw", draw)
    return drawn


def fold(panel, opened):
    """Fold the ways out, or away."""
    panel.tree.box.selected_index = 0 if opened else None
    if hasattr(panel, "wait"):
        panel.wait()


def press(panel, name):
    """Press the button that says ``name``."""
    (button,) = [one for one in all_widgets(panel) if isinstance(one, w.Button) and one.description == name]
    button.click()


def assert_shows(panel, result):
    """The tree and the table of an answer."""
    branches = result.branches()
    assert panel.tree.figures == charts.ways(branches)
    (alt,) = re.findall(r'alt="([^"]*)"', panel.tree.view.value)
    assert html.unescape(alt) == panel.tree.chart.alt(charts.ways(branches))
    assert panel.tree.table.value == branches._repr_html_()
    assert "rk-stale" not in panel.tree.view._dom_classes


def assert_empty(panel):
    assert (panel.tree.view.value, panel.tree.table.value, panel.tree.throw_note.value) == ("", "", "")


def test_it_stands_closed_below_the_reasons():
    panel = rk.panel("rencounter.fire")
    box = panel.tree.box
    assert isinstance(box, w.Accordion) and box.titles == (TITLE,) and box.selected_index is None
    assert panel.children.index(box) > panel.children.index(panel.body)
    fight = rk.panel("odd_encounters.duel")
    reasons = next(one for one in fight.children if isinstance(one, w.Accordion) and fight.why in one.children)
    assert fight.children.index(fight.tree.box) == fight.children.index(reasons) + 1


@pytest.mark.parametrize("check_id", ["rencounter.fire", "rencounter.duel"])
def test_it_is_drawn_while_it_is_open_only(check_id, trees, monkeypatch):
    panel = rk.panel(check_id)
    name = next(name for name in panel.controls if name.endswith("skill"))
    asked = []
    of_result = rk.Result.branches
    monkeypatch.setattr(rk.Result, "branches", lambda self, *most: asked.append(self) or of_result(self, *most))

    def move(value):
        panel[name] = value
        if hasattr(panel, "wait"):
            panel.wait()
        return rk.check(check_id, **{name: value})

    move(7)
    assert_empty(panel)
    assert not trees and not asked
    fold(panel, opened=True)
    assert len(trees) == len(asked) == 1
    assert_shows(panel, rk.check(check_id, **{name: 7}))
    assert_shows(panel, move(8))
    fold(panel, opened=False)
    before = len(trees)
    move(9)
    move(10)
    assert len(trees) == before
    fold(panel, opened=True)
    assert len(trees) == before + 1
    assert_shows(panel, rk.check(check_id, **{name: 10}))


def test_a_house_rule_tells_its_own_ways():
    panel = rk.panel("rencounter.fire")
    fold(panel, opened=True)
    panel.house.value = "fire.range.short = 3"
    assert panel.result.rules.house_rules
    assert_shows(panel, panel.result)
    assert panel.tree.figures != charts.ways(rk.check("rencounter.fire").branches())


def test_where_there_is_no_answer_there_is_no_tree():
    panel = rk.panel("rencounter.fire")
    fold(panel, opened=True)
    press(panel, "Throw once")
    panel["snap"] = "walking"
    panel["aim_turns"] = 2
    assert panel.result is None
    assert_empty(panel)
    press(panel, "Throw once")
    assert_empty(panel)
    panel.reset()
    assert_shows(panel, rk.check("rencounter.fire"))


@pytest.mark.parametrize("check_id", ["rencounter.fire", "odd_encounters.duel", "odd_encounters.armor_class"])
def test_one_throw_with_a_new_seed_each_time(check_id):
    panel = rk.panel(check_id)
    fold(panel, opened=True)
    result = rk.check(check_id)
    for seed in (1, 2, 3):
        press(panel, "Throw once")
        assert result.roll(seed)._repr_html_() in panel.tree.throw_note.value
        assert f"seed {seed}<" in panel.tree.throw_note.value and 'role="status"' in panel.tree.throw_note.value
    assert_shows(panel, result)
    name = next(iter(panel.controls))
    panel[name] = 1 + panel[name] if type(panel[name]) is int else panel.check.parameters[name].choices[-1]
    if hasattr(panel, "wait"):
        panel.wait()
    assert panel.tree.throw_note.value == ""  # it was of another situation


def test_a_fight_too_large_to_be_followed_is_thrown(monkeypatch):
    panel = rk.panel("odd_encounters.duel", by_turn())
    monkeypatch.setattr(panel.check, "most", 5)
    panel.set(a_hp=40, b_hp=40)
    panel.wait()
    assert panel.result is None and panel.answer is not None
    fold(panel, opened=True)
    assert "the ways of a turn must be few enough to be followed" in panel.tree.view.value
    assert 'role="alert"' in panel.tree.view.value and panel.tree.figures is None
    press(panel, "Throw once")
    assert "turn 1" in panel.tree.throw_note.value


def test_what_is_shown_is_saved():
    panel = rk.panel("realms_of_myth.task", curves("succeeds", "chance", "resolution_model"))
    panel.export()
    assert panel.links.value.count("download=") == 5  # table, picture and study
    fold(panel, opened=True)
    panel.export()
    names = re.findall(r'download="([^"]*)"', panel.links.value)
    assert names[-2:] == ["realms_of_myth.task.2.png", "realms_of_myth.task.2.svg"]
    svg = base64.b64decode(re.findall(r"base64,([^\"]*)", panel.links.value)[-1]).decode()
    assert "task (d100)" in svg and "success" in svg


# The command line ----------------------------------------------------------------------------------------------------------


def test_the_reasons_with_the_tree(capsys):
    assert main(["explain", "rencounter.fire", "skill=3", "range_band=long"]) == 0
    plain = capsys.readouterr().out
    assert main(["explain", "rencounter.fire", "skill=3", "range_band=long", "--tree"]) == 0
    told = capsys.readouterr().out
    branches = rk.check("rencounter.fire", skill=3, range_band="long").branches()
    assert told == f"{plain}\n{branches}\n"
    assert "confirmation (d12)" in told and "confirmation (d12)" not in plain


def test_a_wrong_question_is_one_line(capsys):
    assert main(["explain", "rencounter.fire", "skill=99", "--tree"]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1
