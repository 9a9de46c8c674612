"""*Give to a friend*: what goes along, where it opens, and the text to send."""

import html
import json
import re
from pathlib import Path

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.files.folders import project_folder
from rencounter_kit.fronts.panels import kept
from rencounter_kit.fronts.panels.house_rules.workshop import workshop
from rencounter_kit.fronts.panels.panel import SAVE
from rencounter_kit.fronts.pocket import build
from rencounter_kit.workbook.analysis.mine import kept_handout, kept_men
from rencounter_kit.workbook.rulebook.layers import Layers

pytestmark = pytest.mark.usefixtures("undrawn", "unsaved", "no_page_stays")
HANDOUT = (
    'title = "Fire"\ngame = "rencounter"\n[[table]]\ncheck = "rencounter.fire"\nevent = "hits"\ndown = "skill=4..5"\n'
)


@pytest.fixture(autouse=True)
def quick(monkeypatch, tmp_path):
    """The page is nothing but what is given."""
    monkeypatch.setattr(build, "body", lambda: '<script id="given"></script>')
    monkeypatch.chdir(tmp_path)


def saved(panel):
    panel.tabs.turn_to(SAVE)
    panel.wait()
    return panel.saved.give


def given(box, name=""):
    box.name.value = name
    box.give.click()
    file = Path(re.search(r"<code>(.*)</code>", box.report.value)[1])
    return json.loads(re.search(">(.*)<", file.read_text(encoding="utf-8"))[1])


def text_of(box):
    return html.unescape(re.search("<pre>(.*?)</pre>", box.text.value, re.S)[1])


def test_it_opens_at_what_is_set_with_the_rules_in_force_and_all_that_is_kept():
    kept.keep(kept_men(rk.roster("rencounter").only("Knight", "Pikeman")))
    kept.keep(kept_handout("rencounter", HANDOUT))
    panel = rk.panel("rencounter.fire", skill=9)
    panel.house.value = "fire.range.short = 1"
    box = saved(panel)
    along = given(box, "Tom")
    assert along["start"] == "check=rencounter.fire&skill=9&rules=fire.range.short+%3D+1" and along["whose"] == "Tom"
    assert [one[0] for one in along["things"]] == ["rules", "men", "handouts"]
    ((name, page),) = along["pages"]
    assert name == "handout-rencounter.html" and "By the house rules" in page
    assert text_of(box).startswith("What does one shot do? skill 9: book: ")
    assert "\nRules of Tom: House rule\nfire.range.short = 1\nOpen it in Rencounter: #check=" in text_of(box)
    code = text_of(box).partition("&rules=")[2]
    assert [one.name for one in Layers.read(code).layers] == ["House rule"]
    panel["skill"] = 8
    panel.wait()
    assert "skill 8" in text_of(box) and "skill=8" in given(box)["start"]


def test_in_the_app_the_page_is_told_what_goes_along_and_no_file_is_written(monkeypatch, tmp_path):
    monkeypatch.setenv(kept.PAGE_ADDRESS, "http://localhost/voila/render/x.ipynb")
    box = saved(rk.panel("rencounter.fall"))
    box.name.value = 'T"om<'
    box.give.click()
    along, text = (html.unescape(one) for one in re.findall(r'data-(?:given|text)="([^"]*)"', box.report.value))
    assert json.loads(along)["whose"] == 'T"om<' and "#check=rencounter.fall" in text and not list(tmp_path.iterdir())


def test_a_game_of_ones_own_goes_along_but_none_with_python(tmp_path):
    file = tmp_path / "ford.toml"
    file.write_text((project_folder("data") / "starter" / "ford.toml").read_text(encoding="utf-8"), encoding="utf-8")
    rk.load_game(file)
    box = saved(rk.panel(rk.checks.of("ford")[0].id))
    along = given(box)
    assert [one[:2] for one in along["things"]] == [["games", "ford"]] and list(along["checks"]) == [
        along["start"].partition("=")[2]
    ]
    (tmp_path / "more.py").write_text("CHECKS = ()", encoding="utf-8")
    rk.load_game(file, tmp_path / "more.py")
    box.give.click()
    assert "its text alone; got ford with a file of Python" in box.report.value


def test_of_checks_in_a_row_it_is_the_step_at_hand():
    meeting = rk.flow("traveller.to_blows")
    box = saved(meeting)
    assert "it opens this step alone" in box.report.value
    assert given(box)["start"].startswith(f"check={meeting.flow.steps[0].check.id}")


def test_of_lines_of_dice_it_opens_at_them():
    box = saved(rk.your_dice("{n}d6 keep highest 3", "d20 + 2", n=4))
    assert given(box)["start"] == "dice=4d6+keep+highest+3&dice=d20+%2B+2"
    assert "4d6 keep highest 3: " in text_of(box)


def test_the_workshop_gives_its_rules_open_where_they_change_most():
    shop = workshop("rencounter", "fire.shield.large = -3")
    shop.wait()
    shop._export()
    along = given(shop.give, "Tom")
    assert "shield" in along["start"] and along["things"][0][:2] == ["rules", "rencounter"]
    assert text_of(shop.give).startswith("Rules of Tom: ") and "\nCode: rk1:" in text_of(shop.give)
