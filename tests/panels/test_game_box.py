"""A game in a box: its text counts as soon as it is right, and the panel below follows."""

from __future__ import annotations

import base64
import html
import re
from fractions import Fraction

import pytest
from ipywidgets import DOMWidget
from ipywidgets.widgets.widget import _instances

import rencounter_kit as rk
from rencounter_kit.engine.files.folders import project_folder
from rencounter_kit.engine.words.errors import RuleError
from rencounter_kit.fronts.panels.game_box import GameBox

pytestmark = pytest.mark.usefixtures("undrawn", "no_page_stays")

TEXT = (project_folder("data") / "starter" / "ford.toml").read_text(encoding="utf-8")


@pytest.fixture
def box():
    return GameBox(TEXT, check="shoot")


def test_it_opens_with_the_panel_of_a_check(box: GameBox):
    assert box.check is rk.checks["ford.shoot"] and not box.trouble.value
    assert box.panel.result["hit"] == rk.check("ford.shoot")["hit"]


def test_what_is_changed_counts_and_what_was_set_stays(box: GameBox):
    box.panel.controls["skill"].value = 2
    box.text.value = TEXT.replace("needed = { value = 8,", "needed = { value = 9,")
    assert box.panel.result.params["skill"] == 2
    assert box.panel.result["hit"] == Fraction(13, 18)  # 6 or more, at close range


def test_what_is_wrong_is_saved_as_it_is_written_and_the_panel_below_is_dimmed():
    box = GameBox(TEXT)
    box.text.value = TEXT.replace("\n[book]", "\n[book", 1)
    saved = base64.b64decode(re.search(r'base64,([^"]+)"', box.file.value)[1]).decode()
    assert saved == box.text.value and "uses your last text that worked" in box.trouble.value
    assert "rk-behind" in box.place._dom_classes
    box.text.value = TEXT
    assert not box.trouble.value and "rk-behind" not in box.place._dom_classes


def test_a_wrong_line_is_told_with_its_number_and_the_panel_stays(box: GameBox):
    before = box.panel
    box.text.value = TEXT.replace(">= {shooting.needed}", ">= {shooting.neded}", 1)
    line = next(n for n, one in enumerate(box.text.value.splitlines(), 1) if "neded" in one)
    quoted = html.escape(box.text.value.splitlines()[line - 1].strip()[:40])
    assert f"line {line}, {quoted}" in box.trouble.value and "shooting.needed" in box.trouble.value
    assert box.panel is before
    box.begin_again()
    assert not box.trouble.value


def test_another_check_is_chosen(box: GameBox):
    box.chosen.value = "duel"
    assert box.check.id == "ford.duel"
    before = box.settings
    box.chosen.value = "wade"
    box.settle(before)
    assert box.check.id == "ford.duel"


def test_a_check_that_is_gone_gives_its_place_to_the_last_one(box: GameBox):
    box.chosen.value = "duel"
    box.text.value = TEXT[: TEXT.index("# A fight ---")]
    assert box.check.id == "ford.strike"


def test_a_game_here_cannot_be_written_over():
    with pytest.raises(RuleError, match="name of its own"):
        rk.load_game(project_folder("data") / "rencounter.toml")
    assert "name of its own" in GameBox(TEXT, "rencounter").trouble.value


def test_a_panel_that_is_no_longer_shown_is_forgotten(box: GameBox):
    def view():
        return sum(isinstance(one, DOMWidget) for one in _instances.values())

    box.text.value = TEXT + "# 0\n"
    assert box.model_id  # it is on a page now
    before = view()
    assert before > 20
    for number in range(1, 6):
        box.text.value = f"{TEXT}# {number}\n"
    assert view() <= before


SMOKE = 'hand.smoke = { to = "to strike home", value = -2, ask = "There is smoke between them.", both = true }'


def test_house_rules_below_the_text_count_in_the_panel():
    box = GameBox(TEXT, check="duel", rules=SMOKE)
    box.panel.controls["smoke"].value = True
    assert box.panel.result.event("A wins") == Fraction(7389, 16384) and "a_smoke" not in box.panel.controls
    box.rules.value = SMOKE.replace("-2", "-4")
    assert box.panel.controls["smoke"].value and box.panel.result.params["smoke"] is True
    weaker = box.panel.result.event("A wins")
    box.rules.value = SMOKE.replace("to strike home", "to strike")
    assert '"to strike home"' in box.trouble.value.replace("&quot;", '"') and box.panel.result.event("A wins") == weaker
    box.text.value = TEXT.replace("strike = { value = 6,", "strike = { value = 7,")
    assert box.trouble.value  # the text is right, the line below it still is not
    box.begin_again()
    assert not box.trouble.value and box.rules.value == SMOKE
    box.chosen.value = "strike"
    assert "smoke" in box.panel.controls
    box.rules.value = ""
    assert not box.trouble.value and "smoke" not in box.panel.controls


def test_the_file_is_called_after_the_title(box: GameBox):
    assert 'download="ford.toml"' in box.file.value
    for title, name in {"Iron Hills: 2nd edition": "iron_hills", "7": "ford", "Rencounter": "ford"}.items():
        box.text.value = TEXT.replace('"The Ford"', f'"{title}"')
        assert f'download="{name}.toml"' in box.file.value and f"save as {name}.toml" in box.file.value
