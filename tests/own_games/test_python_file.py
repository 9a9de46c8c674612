"""A file of Python beside a game's: its checks are among the others; where it stops is told with its line."""

from __future__ import annotations

import pickle
import re
from fractions import Fraction
from pathlib import Path

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.words.errors import RuleError
from rencounter_kit.workbook.mechanics.catalogue import flows_of
from rencounter_kit.workbook.rulebook import library

from .conftest import HEAD

SHOT = """
[check.shot]
title = "Does the shot hit?"
source = "Shooting"
dice = "{dice.shoot} >= {shooting.needed}"
outcomes = { no = "miss", yes = "hit" }
"""
PYTHON = """
from typing import NamedTuple

from rencounter_kit.workbook.mechanics.check import Check
from rencounter_kit.workbook.mechanics.flow import CheckFlow, FlowStep, FlowWay
from rencounter_kit.workbook.mechanics.modifiers import each, total


class Aim(NamedTuple):
    dm: int


def throw_aim(throw, r, aim: Aim):
    return throw("aim", r.dice("wound"), lambda face: "true" if face + aim.dm >= 6 else "false")


aim = Check("ford.aim", "Does he aim true?", source="Shooting", parameters="skill",
            targets={"dm": total("to aim", each("shooting.skill", "skill"))}, record=Aim, dice=throw_aim, outcomes=("false", "true"))
CHECKS = (aim,)
WAYS = [FlowWay("He aims true", "true", ends="He hits."), FlowWay("He does not", "false", ends="He misses.")]
FLOWS = (CheckFlow("ford.aim_once", "Aim once", "Shooting", [FlowStep("aim", "Does he?", aim, WAYS)], ""),)
"""  # noqa: E501


@pytest.fixture
def folder(tmp_path: Path):
    (tmp_path / "ford.toml").write_text(HEAD + SHOT)
    yield tmp_path
    library.put(None, "ford")


def load(folder: Path, python: str) -> None:
    (folder / "ford_rules.py").write_text(python)
    rk.load_game(folder / "ford.toml", python=folder / "ford_rules.py")


def test_its_checks_are_among_the_others(folder):
    load(folder, PYTHON)
    assert [one.name for one in rk.checks.of("ford")] == ["shot", "aim"]
    assert rk.check("ford.aim", skill=2)["true"] == Fraction(1, 2)
    assert list(flows_of("ford")) == ["ford.aim_once"]
    assert [file.name for file in sorted(folder.iterdir())] == ["ford.toml", "ford_rules.py"]


def test_its_target_numbers_find_their_way_to_other_processes(folder):
    load(folder, PYTHON)
    answer = rk.check("ford.aim", skill=3)
    packed = pickle.dumps((rk.checks["ford.aim"], answer.targets, answer.rules))
    library.put(None, "ford")
    check, targets, book = pickle.loads(packed)
    assert check.dist_of(book, targets)["true"] == Fraction(2, 3)


def test_without_its_owner_naming_it_it_is_not_run(folder):
    (folder / "ford_rules.py").write_text("raise SystemExit")
    rk.load_game(folder / "ford.toml")
    assert [one.name for one in rk.checks.of("ford")] == ["shot"]


def test_read_again_what_has_changed_in_it_counts(folder):
    load(folder, PYTHON)
    load(folder, PYTHON.replace(">= 6", ">= 5"))
    assert rk.check("ford.aim", skill=2)["true"] == Fraction(2, 3)


WRONG = [
    ("CHECKS = (\n", 1, "must be Python"),
    ("\n\nCHECKS = nothing\n", 3, "NameError: name 'nothing' is not defined"),
    ("import rencounter_kit\n\n\ndef go():\n    return 1 // 0\n\n\ngo()\nCHECKS = ()\n", 5, "ZeroDivisionError"),
    ("\nraise SystemExit(3)", 2, "SystemExit"),
    ("x = 1\n", 1, "must have CHECKS"),
    ("CHECKS = 3\n", 1, "got 3"),
    ("CHECKS = (3,)\n", 1, "a tuple of Check; got 3"),
    (PYTHON.replace('parameters="skill"', 'parameters="skil"'), 17, "did you mean skill?"),
    (PYTHON.replace('"ford.aim"', '"traveller.aim"').replace("shooting.skill", "x").replace("skill", "x"), 17, "x"),
    (PYTHON.replace('"ford.aim"', '"ford.shot"'), None, "shot is in the file of Python too"),
]


@pytest.mark.parametrize(("python", "line", "message"), WRONG)
def test_where_it_stops_is_told(folder, python, line, message):
    load(folder, PYTHON)
    where = f"ford_rules.py, line {line}: " if line else "ford.toml, line "
    with pytest.raises(RuleError, match=f"^{re.escape(where)}.*{re.escape(message)}") as error:
        load(folder, python)
    assert "\n" not in str(error.value)
    assert rk.check("ford.aim", skill=2)["true"] == Fraction(1, 2)


def test_a_check_of_another_game_is_refused(folder):
    with pytest.raises(RuleError, match=r"must begin with the name of the game, ford\.; got traveller\.reaction"):
        load(folder, 'import rencounter_kit as rk\nCHECKS = (rk.checks["traveller.reaction"],)\n')
