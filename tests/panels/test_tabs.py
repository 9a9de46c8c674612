"""Tabs below an answer: what they show is of the present situation, or pale, whatever is moved, opened or
goes wrong.
"""

import base64
import re
import threading

import ipywidgets as w
import pytest

import rencounter_kit as rk
from rencounter_kit.fronts.panels import by_turn, heat, job
from rencounter_kit.workbook.rulebook.presets import presets
from tests.widgets import ENOUGH, all_widgets, plain

pytestmark = pytest.mark.usefixtures("undrawn", "no_page_stays")
SAVE = "Send"


@pytest.fixture
def held(monkeypatch):
    """A fight that is worked out only when it may be."""
    monkeypatch.setattr(job, "PATIENCE", 0.05)
    may, panel = threading.Event(), rk.panel("rencounter.duel", by_turn("A wins"), turn_limit=2)
    panel.wait()
    work_out = panel._work_out
    monkeypatch.setattr(panel, "_work_out", lambda params: may.wait(ENOUGH) and work_out(params))
    yield panel, may
    may.set()
    panel.wait()


def pale(panel):
    """Which of headline, picture and open tab are marked as of an earlier situation."""
    parts = {"words": panel.words, "view": panel.view, "tab": panel.tabs.children[1]}
    return {name for name, part in parts.items() if "rk-stale" in part._dom_classes}


@pytest.mark.usefixtures("unsaved")
@pytest.mark.parametrize("name", ["Charts", "Luck", "House rules", SAVE])
def test_a_tab_that_is_opened_meanwhile_does_not_lose_the_answer(held, name):
    panel, may = held
    panel["a_skill"] = 8
    assert pale(panel) == {"words", "view", "tab"}
    opener = threading.Thread(target=panel.tabs.turn_to, args=(name,), daemon=True)
    opener.start()
    may.set()
    opener.join(ENOUGH)
    panel.wait()
    assert panel.result.params["a_skill"] == 8 and panel.result.headline in plain(panel.words.value)
    assert pale(panel) == set()


@pytest.mark.usefixtures("unsaved")
def test_a_tab_of_an_answer_that_is_there_does_not_work_it_out_again(held, monkeypatch):
    panel, _ = held
    monkeypatch.setattr(panel, "_work_out", lambda at: pytest.fail("it was worked out again"))
    for name in ("Luck", "Charts", SAVE):
        panel.tabs.turn_to(name)
        panel.wait()
        assert pale(panel) == set() and panel.result.headline in plain(panel.words.value)


def test_of_the_picture_only_a_thin_bar_stays_above_a_tab_as_large_as_it():
    panel = rk.panel("rencounter.fire")
    for name, is_large in (("Luck", True), ("Why", False), ("House rules", True), ("Why", False)):
        panel.tabs.turn_to(name)
        panel.wait()
        assert ("rk-slim" in panel.right._dom_classes) is is_large, name


def test_what_is_stopped_stays_pale(held):
    panel, may = held
    panel["a_skill"] = 8
    panel.job._stopped.set()
    may.set()
    panel.wait()
    assert pale(panel) == {"words", "view", "tab"} and panel.result.params["a_skill"] == 6
    panel.tabs.turn_to("Luck")  # works the answer out after all
    panel.wait()
    assert panel.result.params["a_skill"] == 8 and pale(panel) == set()


@pytest.mark.usefixtures("patient")
def test_every_tool_asks_about_what_is_set():
    panel = rk.panel("rencounter.fire", skill=7)
    for name in ("What matters", "Ask backwards", "Compare", "All outcomes", "Luck", "Formula"):
        panel.tabs.turn_to(name)
        panel.wait()
        tool = panel.tools[name]
        assert tool.subject.check is panel.check and tool.subject.params["skill"] == panel["skill"]
        assert tool.subject.event == "hits" and pale(panel) == set() and panel.trouble.value == ""
        panel["skill"] = panel["skill"] + 1 if panel["skill"] < 12 else 1
        panel.wait()
        assert pale(panel) == set()
    panel.about.value = "kills"
    assert {tool.subject.event for tool in panel.tools.values()} == {"kills"}


RESULTS = {
    ("realms_of_myth.fall_pulses", "feet", "3"): "every 10th value",
    ("realms_of_myth.gang_attack", "attack_avs", "99 %"): "only lists that repeat one value",
}


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(("check_id", "unknown", "goal"), RESULTS)
def test_every_parameter_that_has_values_can_be_asked_for(check_id, unknown, goal):
    """Of 5,001 feet as of a list."""
    panel = rk.panel(check_id)
    panel.tabs.turn_to("Ask backwards")
    panel.wait()
    ask = panel.tools["Ask backwards"]
    assert panel.check.parameters[unknown].words in ask.unknown.options
    ask.unknown.value, ask.goal.value = unknown, goal
    ask._press()
    panel.wait()
    assert ask.solution.value and RESULTS[check_id, unknown, goal] in ask.words.value


@pytest.mark.usefixtures("patient")
def test_an_even_fight_is_asked_for_in_the_words_of_the_page():
    """What is asked about is never to be as likely as itself; of two, the other is meant."""
    panel = rk.panel("rencounter.duel", a_skill=8)
    panel.tabs.turn_to("Ask backwards")
    panel.wait()
    ask = panel.tools["Ask backwards"]
    assert ask.unknown.value == "A skill" and "B skill" in ask.unknown.options
    ask.unknown.value, ask.kind.value = "B skill", "like"
    assert ask.like.value == "B wins"
    ask._press()
    panel.wait()
    assert "B skill 8 is closest to even" in ask.words.value
    panel.about.value, ask.kind.value = "B wins", "to"
    ask.kind.value = "like"
    assert ask.like.value == "A wins"


@pytest.mark.usefixtures("patient")
def test_a_figure_without_values_to_be_tried_is_not_offered():
    panel = rk.panel("rencounter.wound")
    panel.tabs.turn_to("Ask backwards")
    panel.wait()
    offered = panel.tools["Ask backwards"].unknown.options
    paths = {one.rpartition(": ")[2] for one in offered}
    assert "melee.damage.heavy" in paths and "severity.dead" not in paths


@pytest.mark.usefixtures("patient")
def test_luck_takes_no_number_for_another():
    panel = rk.panel("rencounter.fire")
    panel.tabs.turn_to("Luck")
    panel.tools["Luck"].happened.value = "2.5"
    panel.wait()
    assert "must be a whole number" in panel.tools["Luck"].words.value


@pytest.mark.usefixtures("patient")
def test_what_is_saved_is_of_the_present_situation():
    study = heat("hits", "skill", "cover")
    panel = rk.panel("rencounter.fire", study)
    panel.tabs.turn_to("Charts")
    panel.tabs.turn_to("Why")
    panel["weapon"] = "long_bow"
    panel.tabs.turn_to(SAVE)
    panel.wait()
    assert panel.saved.links.value.count("<pre>") == panel.saved.links.value.count(">Copy</button>") == 1
    files = dict(re.findall(r'download="([^"]*)" href="data:[^,]*,([^"]*)"', panel.saved.links.value))
    expected = study.chart.save(study.data(panel.at), "png")
    assert base64.b64decode(files["rencounter.fire.1.png"]) == expected


def test_what_is_saved_of_a_fight_is_of_the_answer_that_comes(held):
    panel, may = held
    may.set()
    panel.tabs.turn_to(SAVE)
    panel.wait()
    may.clear()
    panel["a_skill"] = 8
    may.set()
    panel.wait()
    table = dict(re.findall(r'download="([^"]*)" href="data:[^,]*,([^"]*)"', panel.saved.links.value))[
        "rencounter.duel.csv"
    ]
    assert base64.b64decode(table).decode() == panel.answer.csv()
    assert panel.result.params["a_skill"] == 8 and "a_skill=8" in panel.saved.links.value


@pytest.mark.usefixtures("patient")
def test_an_error_in_a_tool_leaves_the_answer(monkeypatch):
    panel = rk.panel("rencounter.fire")
    panel.tabs.turn_to("Luck")
    panel.wait()

    def fails(_):
        raise ZeroDivisionError("a slip of ours")

    with monkeypatch.context() as patched:
        patched.setattr(panel.tools["Luck"], "show", fails)
        panel["skill"] = 9
        panel.wait()
    assert "a slip of ours" in panel.trouble.value and panel.result.headline in plain(panel.words.value)
    panel["skill"] = 8
    panel.wait()
    assert panel.trouble.value == ""


@pytest.mark.usefixtures("patient")
def test_a_wrong_house_rule_is_told_when_its_box_is_out_of_sight():
    panel = rk.panel("rencounter.fire")
    panel.tabs.turn_to("House rules")
    panel.house.value = "fire.rnge.medium = 0"
    assert panel.trouble.value == "" and "did you mean" in panel.box.beside.value
    panel.tabs.turn_to("Why")
    assert "see House rules" in panel.trouble.value
    panel.reset()
    assert panel.trouble.value == ""


@pytest.mark.usefixtures("patient")
def test_a_line_found_by_asking_backwards_that_cannot_be_written_says_why():
    panel = rk.panel("rencounter.fire")
    panel.house.value = "fire.range = {long = -3}"
    panel._write("fire.range.long", "fire.range.long = -2")
    assert "must have a line of its own" in panel.trouble.value and panel.result is not None
    panel.house.value = ""
    panel._write("fire.range.long", "fire.range.long = -2")
    assert panel.house.value == "fire.range.long = -2" and panel.rules["fire.range.long"] == -2


def typed_in(box):
    """What is typed and chosen in it, in order."""
    fields = (w.Text, w.Combobox, w.Dropdown)
    return [one.value for one in all_widgets(box) if isinstance(one, fields)]


@pytest.mark.usefixtures("patient")
def test_reset_takes_back_what_was_typed_into_the_tools():
    panel, before = rk.panel("rencounter.fire", skill=7), {}
    for name in ("Ask backwards", "Compare", "Luck", "Formula"):
        panel.tabs.turn_to(name)
        panel.wait()
        before[name] = typed_in(panel.tabs[name])
    ask, compare, luck, symbolic = (panel.tools[name] for name in before)
    panel.about.value = "kills"
    ask.unknown.value, ask.kind.value, ask.like.value, ask.side.value = "cover", "like", "hits", "at_least"
    ask._press()
    compare.name.value, compare._by_rules.across.value = "plate", "cover"
    compare._keep()
    compare.name.value = "an"
    luck.happened.value, luck.tries.value, luck.series.value, luck.chance.value = "3", "12", "4", "1/3"
    symbolic.symbols[0].value, symbolic.symbols[1].value = "aim_turns", "skill"
    panel.wait()
    panel.reset()
    panel.wait()
    assert {name: typed_in(panel.tabs[name]) for name in before} == before
    assert not ask.is_question and ask.solution is None and ask.words.value == ""
    assert [one.name for one in compare.kept] == ["the baseline", "plate"]  # what was kept is for later
    panel.tabs.turn_to("Luck")
    panel.wait()
    assert "of six" in luck.words.value and pale(panel) == set()


@pytest.mark.parametrize(("result", "question"), [("change", "improves"), ("value", "mean")])
def test_a_tool_asks_a_fight_only_what_its_result_can_tell(result, question):
    """Without working it out, which may take long."""
    panel = rk.panel("rencounter.improvement", result=result)
    panel.tabs.turn_to("What matters")
    panel.wait()
    assert panel.about.value == question


def test_a_parameter_to_find_is_called_by_its_label():
    panel = rk.panel("rencounter.duel")
    panel.tabs.turn_to("Ask backwards")
    panel.wait()
    ask = panel.tools["Ask backwards"]
    assert ask.unknown.value == "A skill"
    assert not any("_" in name for name in ask.unknown.options if ": " not in name)


def test_the_headline_says_what_a_ready_situation_sets_and_what_of_it_counts():
    shot = rk.panel("rencounter.fire")
    shot.set(**presets("rencounter")["rencounter.fire"]["Long bow at full plate"])
    text = "Long bow at full plate: skill 8, weapon long bow, aim turns 1, range band medium, target armour full (4)"
    assert text in plain(shot.words.value)
    shot["aim_turns"] = 2
    assert "Long bow at full plate" not in shot.words.value


# Tabs that stand aside ------------------------------------------------------------------------------------------------

ASIDE = ("What matters", "Compare", "All outcomes", "Formula")


@pytest.fixture
def tabs():
    return rk.panel("rencounter.fire").tabs


def test_seldom_opened_tabs_stand_aside_until_more_is_pressed(tabs):
    assert set(ASIDE).isdisjoint(tabs.bar.options) and tabs.bar.options[-1] == "More"
    tabs.turn_to("Luck")
    tabs.bar.value = "More"  # as a person presses it
    assert tabs.bar.options == tabs.names and set(ASIDE) < set(tabs.names)
    assert tabs.now == tabs.bar.value == "Luck"


@pytest.mark.parametrize("name", ASIDE)
def test_a_tab_that_stands_aside_is_opened_by_its_name(tabs, name):
    tabs.turn_to(name)
    assert tabs.now == tabs.bar.value == name and tabs.children[1] is tabs[name]
