"""An offline copy of a panel: the command that writes the pocket edition, opened at what is set."""

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.files.folders import project_folder
from rencounter_kit.fronts.panels.panel import SAVE

pytestmark = pytest.mark.usefixtures("undrawn", "unsaved", "no_page_stays")


def saved(panel):
    panel.tabs.turn_to(SAVE)
    panel.wait()
    return panel.saved.offline.value


def test_the_command_opens_it_at_what_is_set_and_by_the_rules_in_force():
    panel = rk.panel("rencounter.bayonet_shot", target_armor=3)
    panel.house.value = "fire.range.short = 1"
    line = "rencounter pocket rencounter.bayonet_shot target_armor=3 --rules &#x27;fire.range.short = 1&#x27;"
    assert f"<pre>{line}</pre>" in saved(panel)
    panel["target_armor"] = 2
    panel.wait()
    assert "target_armor=2" in panel.saved.offline.value


@pytest.mark.parametrize("check", ["rencounter.fall", "rencounter.duel"])
def test_no_check_is_too_large(check):
    assert f"<pre>rencounter pocket {check}</pre>" in saved(rk.panel(check))


def test_a_game_of_ones_own_is_named(tmp_path):
    file = tmp_path / "ford.toml"
    file.write_text((project_folder("data") / "starter" / "ford.toml").read_text(encoding="utf-8"), encoding="utf-8")
    rk.load_game(file)
    check = rk.checks.of("ford")[0]
    assert f"<pre>rencounter pocket {check.id} --game {tmp_path}</pre>" in saved(rk.panel(check.id))


def test_of_checks_in_a_row_it_is_the_step_at_hand():
    meeting = rk.flow("traveller.to_blows")
    text = saved(meeting)
    assert "it opens this step alone" in text and f"rencounter pocket {meeting.flow.steps[0].check.id}" in text


def test_of_lines_of_dice_it_opens_at_them():
    dice = rk.your_dice("{n}d6 keep highest 3", "d20 + 2", n=4)
    text = "<pre>rencounter pocket --dice &#x27;4d6 keep highest 3&#x27; --dice &#x27;d20 + 2&#x27;</pre>"
    assert text in saved(dice)
