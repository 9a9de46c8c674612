"""What is shown of a game of one's own is spelt as its author wrote it, underscores as spaces, whatever the games of
the project mean by the same letters.
"""

from __future__ import annotations

import json
import re

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.words.errors import RuleError
from rencounter_kit.fronts.panels.page import alert
from rencounter_kit.fronts.pocket import bridge
from tests.widgets import all_widgets

from .conftest import HEAD, Makes

NAMES = """\
armor = { help = "How much armor he has.", from = 0, to = 4 }
rumor = { help = "Is there a rumor of it?" }
pot_luck = { help = "Out of the pot.", from = 0, to = 3 }
sta = { help = "His staves.", from = 0, to = 3 }
char = { help = "Who he is.", choices = ["c1", "one_handed", "ac_dc"] }

[check.c1]
title = "Does AC of the POT hold?"
source = "Shooting"
asks = "armor rumor pot_luck sta char"
sums.sta_total = { to = "armor roll", add = ["armor", "pot_luck"] }
dice = "{dice.shoot} + {sta_total} >= {shooting.needed} + {sta}"
outcomes = { no = "rumor_dm", yes = "armor_gone" }
events = { dms = "armor_gone" }
"""
OTHERWISE = re.compile(r"armour|rumour|POT \(|POT luck|\bSTA\b|character|column 1|one-handed|\bAC \(|DMs?\b|AC dc")


@pytest.fixture
def ford(game: Makes) -> rk.Check:
    game(HEAD.rstrip("\n") + "\n" + NAMES, head="")
    return rk.checks["ford.c1"]


def test_the_names_of_a_game_of_ones_own_are_shown_as_they_are_written(ford: rk.Check) -> None:
    text = str(ford(armor=2, pot_luck=1, sta=1, rumor=True, char="one_handed").explain())
    assert OTHERWISE.findall(text) == []
    for sentence in (
        "armor roll",
        "2 armor",
        "1 pot luck",
        "armor gone",
        "rumor dm",
        "dms",
        "char one handed",
        "AC of the POT",
    ):
        assert sentence in text, sentence


def test_a_panel_of_ones_own_game_shows_them_so(ford: rk.Check) -> None:
    panel = rk.panel("ford.c1")
    names = [control.name for control in panel.controls.values()]
    assert names == ["armor", "rumor", "pot luck", "sta", "char"]
    assert [text for text, _ in panel.controls["char"].widget.children[0].options] == ["c1", "one handed", "ac dc"]
    all_text = "\n".join(
        str(getattr(one, key, "")) for one in all_widgets(panel) for key in ("value", "description", "tooltip")
    )
    assert "Does AC of the POT hold?" in all_text and OTHERWISE.findall(all_text) == []


def test_a_refusal_names_them_so(ford: rk.Check) -> None:
    with pytest.raises(RuleError) as refused:
        ford(pot_luck=9)
    assert alert(refused.value, spelling=ford.spelling).count("pot luck must be a whole number from 0 to 3") == 1


def test_the_pocket_edition_shows_them_so(ford: rk.Check) -> None:
    answer = bridge.ask(json.dumps(("answer", "ford.c1", {"armor": 2, "char": "one_handed"}, "", "exactly", None)))
    described = bridge.ask(json.dumps(("opening", "ford.c1")))
    refusal = json.loads(bridge.ask(json.dumps(("answer", "ford.c1", {"sta": 9}, "", "exactly", None))))["wrong"]
    assert "armor" in answer and OTHERWISE.findall(answer + described) == []
    assert refusal == {"sta": "sta must be a whole number from 0 to 3; got 9; the nearest is 3"}


def test_the_games_of_the_project_are_told_in_their_own_words_beside_it(ford: rk.Check) -> None:
    fire = rk.checks["rencounter.fire"].parameters["target_armor"]
    assert (fire.words, ford.parameters["armor"].words) == ("target armour", "armor")


def test_a_game_may_say_how_its_names_are_read(game: Makes) -> None:
    spelling = '[book.short]\nSTA = "staves"\n[book.spelt]\narmor = "mail"\n'
    game(HEAD.rstrip("\n").replace("[shooting]", f"{spelling}[shooting]", 1) + "\n" + NAMES, head="")
    text = str(rk.checks["ford.c1"](armor=2, sta=1).explain())
    assert "2 mail" in text and "STA" in text


@pytest.mark.parametrize("table", ["[book.short]\nAC = 7", '[book.spelt]\n"a|b" = "x"'])
def test_how_names_are_read_is_words_in_quotes(game: Makes, table: str) -> None:
    with pytest.raises(RuleError, match=r"\[book\.(short|spelt)\] must have lines such as AC"):
        game(HEAD.rstrip("\n").replace("[shooting]", f"{table}\n[shooting]", 1) + "\n" + NAMES, head="")
