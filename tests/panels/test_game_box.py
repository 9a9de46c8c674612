"""A game in a box: its text counts as soon as it is right, and the panel below follows."""

from __future__ import annotations

from fractions import Fraction

import pytest
from ipywidgets import DOMWidget
from ipywidgets.widgets.widget import _instances

import rencounter_kit as rk
from rencounter_kit.errors import RuleError
from rencounter_kit.folders import project_folder
from rencounter_kit.panels.game_box import GameBox

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


def test_a_wrong_line_is_told_with_its_number_and_the_panel_stays(box: GameBox):
    before = box.panel
    box.text.value = TEXT.replace(">= {shooting.needed}", ">= {shooting.neded}", 1)
    line = next(n for n, one in enumerate(box.text.value.splitlines(), 1) if "neded" in one)
    assert f"ford.toml, line {line}:" in box.trouble.value and "shooting.needed" in box.trouble.value
    assert box.panel is before
    box.begin_again()
    assert not box.trouble.value


def test_another_check_is_chosen(box: GameBox):
    box.chosen.value = "duel"
    assert box.check.id == "ford.duel"
    text, name = box.settings
    box.chosen.value = "wade"
    box.settle((text, name))
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
    def shown():
        return sum(isinstance(one, DOMWidget) for one in _instances.values())

    box.text.value = TEXT + "# 0\n"
    before = shown()
    for number in range(1, 6):
        box.text.value = f"{TEXT}# {number}\n"
    assert shown() <= before
