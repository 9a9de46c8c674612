"""A panel to take along: a file of this check as it is set, or how to take the whole along."""

import base64
import gzip
import json
import re

import rencounter_kit as rk
from rencounter_kit.folders import project_folder
from rencounter_kit.panels.panel import SAVE


def taken(panel):
    panel.tabs.turn_to(SAVE)
    panel.wait()
    panel.take_along.button.click()
    panel.wait()
    return panel.take_along.place.value


def packed(said):
    (source,) = re.findall(r'href="data:text/html;base64,([^"]*)"', said)
    page = base64.b64decode(source).decode()
    (tables,) = re.findall(r'id="tables">(.*?)</script>', page)
    return json.loads(gzip.decompress(base64.b64decode(tables)))


def test_a_small_check_is_taken_along_as_it_is_set_and_by_the_rules_in_force():
    panel = rk.panel("rencounter.bayonet_shot", target_armor=3)
    panel.house.value = "fire.range.short = 1"
    said = taken(panel)
    assert 'download="rencounter.bayonet_shot.pocket.html"' in said and "kB" in said
    shown = packed(said)
    assert shown["said"] == {"target_armor": 3} and shown["lines"] == "fire.range.short = 1"
    panel["target_armor"] = 2
    panel.wait()
    assert panel.take_along.place.value == "", "what was made is of an earlier situation"


def test_of_a_large_one_it_says_how_to_take_the_whole_along():
    said = taken(rk.panel("rencounter.fall"))
    assert "answers, about 407 MB. The pocket edition has it" in said and "try" not in said
    assert "<pre>rencounter pocket --whole rencounter.fall</pre>" in said


def test_it_is_made_only_when_it_is_asked_for():
    assert "take_along" not in vars(rk.panel("rencounter.fire"))


def test_a_game_of_ones_own_is_taken_along(tmp_path):
    file = tmp_path / "ford.toml"
    file.write_text((project_folder("data") / "starter" / "ford.toml").read_text(encoding="utf-8"), encoding="utf-8")
    rk.load_game(file)
    check = rk.checks.of("ford")[0]
    shown = packed(taken(rk.panel(check.id)))
    assert shown["id"] == check.id and shown["described"]["source"].startswith("The Ford")


def test_of_what_goes_step_by_step_the_step_at_hand_is_taken_along():
    meeting = rk.flow("traveller.to_blows")
    said = taken(meeting)
    assert "the step at hand alone" in said
    step = meeting.flow.steps[0].check
    assert f'download="{step.id}.pocket.html"' in said or f"rencounter pocket --whole {step.id}" in said


def test_of_lines_of_dice_it_is_the_pocket_edition_opened_at_them():
    dice = rk.your_dice("{n}d6 keep highest 3", "d20 + 2", n=4)
    dice.tabs.turn_to(SAVE)
    dice.wait()
    assert (
        "<pre>rencounter pocket --dice &#x27;4d6 keep highest 3&#x27; --dice &#x27;d20 + 2&#x27;</pre>"
        in dice.along.value
    )
