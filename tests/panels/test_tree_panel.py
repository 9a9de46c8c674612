"""Every way the dice can fall, in a panel and on the command line: shown when asked for, and always of the present
answer.
"""

import base64
import html
import re
from dataclasses import replace

import ipywidgets as w
import pytest

import rencounter_kit as rk
from rencounter_kit.fronts import charts
from rencounter_kit.fronts.cli.main import main
from rencounter_kit.fronts.panels import by_turn, curves
from tests.widgets import all_widgets, plain

pytestmark = pytest.mark.usefixtures("undrawn", "patient")


@pytest.fixture
def trees(monkeypatch):
    """The trees that are drawn."""
    drawn = []

    def draw(self, data):
        drawn.append(data)
        return b"<svg/>"

    monkeypatch.setattr(charts.TreeChart, "draw", draw)
    return drawn


def turn_to(panel, name):
    """Open a tab, and wait for what it shows."""
    panel.tabs.turn_to(name)
    panel.wait()


def ways_of(panel):
    """The tool behind *All outcomes*, which must have been open."""
    return panel.tools["All outcomes"]


def press(panel, name):
    """Press the button that says ``name``."""
    (button,) = [one for one in all_widgets(panel) if isinstance(one, w.Button) and one.description == name]
    button.click()


def assert_shows(panel, result):
    """The tree and the table of an answer."""
    tool, branches = ways_of(panel), result.branches()
    assert tool.figures == charts.ways(branches)
    (alt,) = re.findall(r'alt="([^"]*)"', tool.view.value)
    (wide,) = re.findall(r'width="(\d+)"', tool.view.value)
    assert f"--rk-least: {3 * int(wide) // 4}px" in tool.view.value  # it moves sideways before it is too small to read
    assert html.unescape(alt) == tool.chart.alt(charts.ways(branches))
    assert plain(tool.table.value) == html.unescape(branches._repr_html_())
    assert "rk-stale" not in tool._dom_classes


@pytest.mark.parametrize("check_id", ["rencounter.fire", "rencounter.duel"])
def test_it_is_drawn_while_it_is_open_only(check_id, trees, monkeypatch):
    panel = rk.panel(check_id)
    name = next(name for name in panel.controls if name.endswith("skill"))
    calls = []
    of_result = rk.Result.branches
    monkeypatch.setattr(rk.Result, "branches", lambda self, *most: calls.append(self) or of_result(self, *most))

    def move(value):
        panel[name] = value
        panel.wait()
        return rk.check(check_id, **{name: value})

    move(7)
    assert not trees and not calls and "All outcomes" not in panel.tools
    turn_to(panel, "All outcomes")
    assert len(trees) == len(calls) == 1
    assert_shows(panel, rk.check(check_id, **{name: 7}))
    assert_shows(panel, move(8))
    turn_to(panel, "Why")
    before = len(trees)
    move(9)
    move(10)
    assert len(trees) == before
    turn_to(panel, "All outcomes")
    assert len(trees) == before + 1
    assert_shows(panel, rk.check(check_id, **{name: 10}))


def test_a_house_rule_tells_its_own_ways():
    panel = rk.panel("rencounter.fire")
    turn_to(panel, "All outcomes")
    panel.house.value = "fire.range.short = 3"
    panel.wait()
    assert panel.result.rules.house_rules
    assert_shows(panel, panel.result)
    assert ways_of(panel).figures != charts.ways(rk.check("rencounter.fire").branches())
    assert "By your rules" in ways_of(panel).view.value
    panel.house.value = ""
    panel.wait()
    assert "By your rules" not in ways_of(panel).view.value


def test_where_there_is_no_answer_no_tree_looks_current():
    panel = rk.panel("rencounter.fire")
    turn_to(panel, "All outcomes")
    press(panel, "Roll")
    panel["snap"] = "walking"
    panel["aim_turns"] = 2
    assert panel.result is None
    assert "rk-stale" in ways_of(panel)._dom_classes
    assert panel.throws.words.value == ""
    press(panel, "Roll")
    assert panel.throws.words.value == ""  # there are no dice to throw
    panel.reset()
    panel.wait()
    assert_shows(panel, rk.check("rencounter.fire"))


def test_one_throw_shows_its_way():
    panel = rk.panel("rencounter.fire")
    turn_to(panel, "All outcomes")
    panel.throws.seed.value = "7"
    press(panel, "Roll")
    panel.wait()
    way = panel.throws.way
    (leaf,) = [
        leaf for leaf in panel.result.branches().leaves if tuple(branch.faces for _, branch in leaf.steps) == way
    ]
    assert f"<b>{panel.check.words(leaf.outcome)}</b>" in panel.throws.words.value
    assert ways_of(panel).figures.way == way and "The dice fell: " + ", ".join(way) in ways_of(panel).view.value
    panel["skill"] = 9
    panel.wait()
    assert ways_of(panel).figures.way == () and panel.throws.words.value == ""  # it was of another situation


def test_a_way_of_the_dice_is_drawn_from_the_first_throw_to_its_end():
    branches, chart = rk.check("rencounter.fire").branches(), charts.TreeChart()
    for leaf in branches.leaves:
        way = tuple(branch.faces for _, branch in leaf.steps)
        figures = replace(charts.ways(branches), way=way)
        chart.draw(figures)
        chart._set_frame(figures)
        chart.marks(figures)
        assert len(chart.ax.collections[1].get_segments()) == len(way)


def test_a_fight_too_large_to_be_followed_is_thrown(monkeypatch):
    panel = rk.panel("odd_encounters.duel", by_turn())
    monkeypatch.setattr(panel.check, "max_states", 5)
    panel.set(a_hp=40, b_hp=40)
    panel.wait()
    assert panel.result is None and panel.answer is not None
    turn_to(panel, "All outcomes")
    assert "this fight has too many states to list all outcomes" in ways_of(panel).view.value
    assert 'role="alert"' in ways_of(panel).view.value and ways_of(panel).figures is None
    press(panel, "Roll")
    assert "round 1" in panel.throws.words.value


def test_what_is_shown_is_saved():
    panel = rk.panel("realms_of_myth.task", curves("succeeds", "chance", "resolution_model"))
    turn_to(panel, "Send")
    assert panel.saved.links.value.count("download=") == 6  # page, table, picture and study
    turn_to(panel, "All outcomes")
    turn_to(panel, "Send")
    names = re.findall(r'download="([^"]*)"', panel.saved.links.value)
    assert names[4:] == [f"realms_of_myth.task.{what}" for what in ("1.png", "1.svg", "ways.png", "ways.svg")]
    svg = base64.b64decode(re.findall(r"base64,([^\"]*)", panel.saved.links.value)[-1]).decode()
    assert "task (d100)" in svg and "success" in svg


# The command line -----------------------------------------------------------------------------------------------------


def test_the_reasons_with_the_tree(capsys):
    assert main(["explain", "rencounter.fire", "skill=3", "range_band=long"]) == 0
    plain = capsys.readouterr().out
    assert main(["explain", "rencounter.fire", "skill=3", "range_band=long", "--tree"]) == 0
    output = capsys.readouterr().out
    branches = rk.check("rencounter.fire", skill=3, range_band="long").branches()
    assert output == f"{plain}\n{branches}\n"
    assert "confirmation (d12)" in output and "confirmation (d12)" not in plain


def test_a_wrong_question_is_one_line(capsys):
    assert main(["explain", "rencounter.fire", "skill=99", "--tree"]) == 2
    output = capsys.readouterr()
    assert output.out == "" and output.err.count("\n") == 1
