"""Situations kept under names stand beside the present one, each with its own answer by its own rules."""

import base64
import re

import ipywidgets as w
import pytest

import rencounter_kit as rk
from rencounter_kit.engine.words.wording import percent_text
from rencounter_kit.fronts.panels.tools.side_by_side import NOW
from tests.widgets import all_widgets, plain

pytestmark = pytest.mark.usefixtures("undrawn", "patient")


@pytest.fixture
def panel():
    """A panel whose tab *Compare* is open."""
    panel = rk.panel("rencounter.fire", skill=4)
    panel.tabs.turn_to("Compare")
    panel.wait()
    return panel


def press(panel, name):
    """Press the button that says ``name``."""
    (button,) = [one for one in all_widgets(panel) if isinstance(one, w.Button) and one.description == name]
    button.click()
    panel.wait()


def keep(panel, name):
    """Keep what is set under a name."""
    panel.tools["Compare"].name.value = name
    press(panel, "Keep this situation")


def rows(panel):
    """The table: its head, and the cells by the name of each row."""
    lines = re.findall(r"<tr>(.*?)</tr>", panel.tools["Compare"].table.value)
    head, *rest = [re.findall(r"<t[dh].*?>(.*?)</t[dh]>", line) for line in lines]
    return head[1:], {name: cells for name, *cells in rest}


def hits(**params):
    return percent_text(rk.check("rencounter.fire", **params).event("hits"))


def test_a_situation_stands_beside_the_start_and_the_present(panel):
    panel["target_armor"] = 4
    panel.wait()
    keep(panel, "plate")
    panel["skill"] = 9
    panel.wait()
    head, cells = rows(panel)
    assert head == ["the baseline", "plate", NOW]
    assert cells["skill"] == ["4", "4", "9"]
    assert [cell.split(" (")[0] for cell in cells["hits"]] == [
        hits(skill=4), hits(skill=4, target_armor=4), hits(skill=9, target_armor=4)
    ]  # fmt: skip
    assert "puts out of action (serious or worse)" in cells and "puts down" not in cells  # as in the headline
    assert "the baseline: " in panel.tools["Compare"].view.value and "plate: " in panel.tools["Compare"].view.value


def test_each_keeps_the_rules_that_it_was_kept_with(panel):
    panel.house.value = "fire.range.short = 3"
    panel.wait()
    keep(panel, "ours")
    panel.house.value = ""
    panel.wait()
    head, cells = rows(panel)
    ours = rk.rules("rencounter").with_house_rules("fire.range.short = 3")
    assert cells["hits"][head.index("ours")].startswith(hits(skill=4, rules=ours))
    assert cells["hits"][head.index(NOW)].startswith(hits(skill=4))
    press(panel, "Back to ours")
    assert panel.house.value == "fire.range.short = 3" and panel.result.rules.house_rules


def test_book_and_rules_are_compared_while_there_are_rules(panel):
    tool = panel.tools["Compare"]
    by_rules = tool._by_rules
    assert by_rules.layout.display == by_rules.words.layout.display == "none"
    panel.house.value = "fire.range.short = 3"
    panel.wait()
    assert by_rules.layout.display == "" and "by your rules" in by_rules.words.value
    panel.house.value = "fire.armor.point = -2"  # which changes nothing here: what to set stands above all pictures
    panel.wait()
    above = tool.children[: tool.children.index(by_rules.words) + 1]
    assert tool.view not in all_widgets(w.VBox(above)) and by_rules.words not in by_rules.children
    assert "they count in the situation Javelin at a shield wall" in by_rules.words.value
    assert by_rules.words.layout.display == ""


def test_one_is_forgotten_or_takes_the_place_of_its_namesake(panel):
    keep(panel, "plate")
    panel["skill"] = 9
    panel.wait()
    keep(panel, "plate")
    assert rows(panel)[0] == ["the baseline", "plate", NOW] and rows(panel)[1]["skill"] == ["4", "9", "9"]
    press(panel, "Clear plate")
    assert rows(panel)[0] == ["the baseline", NOW]


def test_wrong_names_and_too_many_are_refused_in_a_sentence(panel):
    tool = panel.tools["Compare"]
    keep(panel, NOW)
    assert "a name must not be now" in tool.trouble.value
    for number in range(4):
        keep(panel, f"number {number}")
        assert tool.trouble.value == ""
    keep(panel, "one more")
    assert "up to 5 situations" in tool.trouble.value and len(tool.kept) == 5


def test_an_answer_of_another_kind_is_said():
    panel = rk.panel("rencounter.wound")
    panel.tabs.turn_to("Compare")
    panel.wait()
    panel["result"] = "points"
    panel.wait()
    table = panel.tools["Compare"].table.value
    assert "the baseline: only answers of the same kind can be compared" in table
    assert rows(panel)[1]["on average"][1] == f"{float(rk.check('rencounter.wound', result='points').dist.mean):.4g}"


def test_the_page_to_print_is_the_situation_the_answer_and_its_rules(panel):
    panel.set(target_armor=4)
    panel.house.value = "fire.range.short = 3"
    panel.tabs.turn_to("Send")
    panel.wait()
    page = base64.b64decode(
        re.search(r'rencounter.fire.html" href="data:text/html;base64,([^"]+)"', panel.saved.links.value)[1]
    )
    html_text = page.decode()
    assert "<td>skill</td><td>4</td>" in html_text and "<td>3</td><td>0</td>" in html_text
    assert panel.result.headline in plain(html_text) and panel.why.rows.value in html_text
    assert "http" not in html_text and "rencounter check rencounter.fire skill=4 target_armor=4" in html_text


def test_what_an_event_says_already_is_no_row_of_its_own():
    """A man dies is the event, A dead the outcome: one row."""
    panel = rk.panel("rencounter.duel")
    panel.tabs.turn_to("Compare")
    panel.wait()
    _, cells = rows(panel)
    assert {"A dies", "B dies", "nobody wins", "A overcome"} <= cells.keys()
    assert not {"A dead", "B dead", "undecided"} & cells.keys()
