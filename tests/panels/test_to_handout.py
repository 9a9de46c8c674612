"""A panel's table as a handout: what was added in one panel stands in the text of all, and the page is by the rules in
force.
"""

import base64
import html
import re

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.files.folders import project_folder
from rencounter_kit.fronts.panels.panel import SAVE
from rencounter_kit.fronts.panels.to_paper import axis_around
from rencounter_kit.workbook.rulebook import library
from tests.widgets import all_widgets

pytestmark = pytest.mark.usefixtures("undrawn", "unsaved", "no_page_stays")


def opened(check_id, **params):
    panel = rk.panel(check_id, **params)
    panel.tabs.turn_to(SAVE)
    panel.wait()
    return panel


def made(panel):
    panel.handout.make.click()
    panel.wait()
    return panel.handout.place.value


def files(html_text):
    return [base64.b64decode(source).decode() for source in re.findall(r'base64,([^"]*)"', html_text)]


def test_a_table_of_the_panel_is_added_as_it_is_set_and_printed_by_the_rules_in_force():
    panel = opened("rencounter.fire", weapon="long_bow", target_armor=2)
    box = panel.handout
    box.down.value, box.across.value = "skill", "range_band"
    panel.house.value = "fire.armor.point = -2"
    panel.wait()
    box.add.click()
    page, text = files(made(panel))
    assert 'down = "skill=2..10"' in text and "fire.armor.point = -2" in text
    assert "By the book" in page and "Armour point" in page and "weapon long bow, target armour 2" in page
    assert rk.handout(text).html() == page


def test_of_a_long_range_round_values_are_taken():
    panel = opened("rencounter.gunfight", distance=10)
    panel.handout.down.value, panel.handout.across.value = "distance", "turn_limit"
    panel.handout.add.click()
    assert 'down = "distance=0,5,10,15,20"' in panel.handout.text.value
    assert 'across = "turn_limit=1,5,10,15,20"' in panel.handout.text.value
    unset = rk.checks["rencounter.fire"].parameters["distance"]
    assert axis_around(unset, {"distance": None}) == "distance=0,50,100,150,200"


def test_what_only_house_rules_ask_for_is_in_the_table_as_it_is_set():
    panel = opened("rencounter.fire")
    panel.house.value = 'fire.smoke = { to = "to hit", value = -2, ask = "There is smoke between them." }'
    panel["smoke"] = True
    panel.wait()
    panel.handout.down.value = "skill"
    panel.handout.add.click()
    page, text = files(made(panel))
    assert "smoke = true" in text and "smoke" in page


def test_panels_of_a_game_add_to_one_handout():
    first, second = opened("rencounter.fire"), opened("rencounter.action")
    first.handout.down.value = "skill"
    first.handout.add.click()
    second.tabs.turn_to("Why")
    second.tabs.turn_to(SAVE)
    second.wait()
    second.handout.down.value, second.handout.across.value = "experience", "wounds"
    second.handout.add.click()
    _, text = files(made(second))
    assert [table.check for table in rk.handout(text).source.tables] == ["rencounter.fire", "rencounter.action"]


def test_the_ready_handout_may_be_the_beginning():
    panel = opened("salamis.entry")
    panel.handout.ready.click()
    assert panel.handout.text.value == to_handout_text("salamis")


def to_handout_text(game):
    from rencounter_kit.fronts.paper.handout import ready_text

    return ready_text(game)


def test_what_is_written_is_not_lost_and_an_empty_box_makes_nothing():
    box = opened("rencounter.fire").handout
    assert not box.ready.disabled and box.make.disabled
    box.down.value = box.across.value = "skill"
    box.add.click()
    assert "got skill twice" in box.place.value and not box.text.value
    box.across.value = ""
    box.add.click()
    assert box.ready.disabled and not box.make.disabled
    box.text.value = "nothing that is one"
    box.make.click()
    assert "file" not in box.place.value


def test_a_game_without_a_ready_handout_offers_none(tmp_path):
    (tmp_path / "ford.toml").write_text((project_folder("data") / "starter" / "ford.toml").read_text())
    rk.load_game(tmp_path / "ford.toml")
    try:
        box = opened("ford.shoot").handout
        assert box.ready not in all_widgets(box) and box.add in all_widgets(box)
    finally:
        library.put(None, "ford")


def test_what_is_wrong_with_the_text_is_said():
    panel = opened("rencounter.fire")
    panel.handout.text.value = (
        'title = "<b>"\ngame = "rencounter"\n[[table]]\ncheck = "rencounter.fire"\nevent = "<b>"\ndown = "skill"'
    )
    message = made(panel)
    assert "has no outcome" in html.unescape(message) and "<b>" not in message


def test_the_box_is_made_only_when_it_is_looked_at():
    assert "handout" not in vars(rk.panel("rencounter.fire"))
    assert "handout" in vars(opened("rencounter.fire"))
