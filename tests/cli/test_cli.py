"""The command line: what it prints, what it takes, and one line for whatever is wrong."""

import csv
import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
import termios
import time
from fractions import Fraction
from pathlib import Path

import psutil
import pytest
from nbformat import read, writes
from nbformat.sign import NotebookNotary
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

import rencounter_kit as rk
from rencounter_kit.fronts.cli import chances, pages
from rencounter_kit.fronts.cli.main import main
from rencounter_kit.workbook.analysis.search import find
from rencounter_kit.workbook.verification.findings import Finding, Verification
from tests.situations import KINDS

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = (
    "list",
    "ask",
    "check",
    "explain",
    "sweep",
    "simulate",
    "dice",
    "formula",
    "worth",
    "tornado",
    "shapley",
    "interaction",
    "luck",
    "evening",
    "roster",
    "compare",
    "solve",
    "effects",
    "house",
    "handout",
    "slide",
    "worksheet",
    "lesson",
    "book",
    "new",
    "verify",
    "lab",
    "app",
    "pocket",
    "site",
    "lite",
)


@pytest.fixture
def printed(run):
    """Run a command that must go well, and give what it printed."""

    def command(*words):
        status, out, err = run(*words)
        assert status == 0 and (not err or err.startswith("Left out: "))
        return out

    return command


@pytest.fixture
def refused(run):
    """Run a command that must be refused: exit status 2, one line on standard error, nothing else."""

    def command(*words):
        status, out, err = run(*words)
        assert (status, out) == (2, "")
        assert err.startswith("rencounter: ") and err.endswith("\n") and len(err.splitlines()) == 1, err
        return err

    return command


@pytest.fixture
def house(tmp_path):
    """Write a file of house rules."""

    def write(content, name="ours.toml"):
        file = tmp_path / name
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    return write


# check ----------------------------------------------------------------------------------------------------------------

SHOT = ("rencounter.fire", "skill=5", "range_band=long", "cover=half_solid")


def test_a_check_prints_the_headline_and_every_chance(printed):
    lines = printed("check", *SHOT).splitlines()
    result = rk.check("rencounter.fire", skill=5, range_band="long", cover="half_solid")
    assert lines[0] == result.headline == "hits 1 time in 21 (4.86 %, 7/144)"
    assert len(lines) == 2 + len(result)
    assert lines[-1] == "Rounding: adds up to 100.04 %."
    for line, (outcome, p) in zip(lines[1:-1], result.items(), strict=True):
        assert line.startswith(result.check.words(outcome)) and f" {p} = " in line


@pytest.mark.parametrize("command", ["check", "explain"])
@pytest.mark.parametrize("check_id", KINDS)
def test_percentages_that_do_not_add_up_to_100_say_that_they_are_rounded(printed, command, check_id):
    """And no others do."""
    lines = printed(command, check_id).splitlines()
    chances = [
        re.search(r"(?:^|= )((?:under |over )?[\d.]+) %", chance)[1]
        for _, chance in rk.check(check_id).explain().chances
    ]
    total = sum(Fraction(one) for one in chances if one[0].isdigit())
    texts = [line for line in lines if line.startswith("Rounding: adds up to ")]
    if total == 100 or any(one.startswith("over") for one in chances):
        assert not texts
    else:
        assert texts == [f"Rounding: adds up to {float(total):.6g} %."]


COUNTED = [
    (
        ["rencounter.volley"],
        "1.333 hits on average (4/3), from 0 to 4",
    ),  # its headline says it, so no line after it does
    (["traveller.hits"], "0.8333 on average"),
    (["traveller.encounter_count"], "2.333 on average"),
    (["odd_encounters.sleep"], "2.02 on average"),
    (["odd_encounters.hold_person"], "1.75 on average"),
    (["rencounter.fire"], None),
    (["odd_encounters.hit_points"], None),  # for certain
    (["realms_of_myth.stun_duration"], "4.52 segments on average"),
    (["rencounter.wound"], None),
    (["odd_encounters.spells_memorized"], None),
]


@pytest.mark.parametrize(("words", "expected"), COUNTED)
@pytest.mark.parametrize("command", ["check", "explain"])
def test_what_is_counted_has_its_average_once(printed, command, words, expected):
    lines = [line for line in printed(command, *words).splitlines() if "on average" in line]
    assert lines == ([expected] if expected else [])


@pytest.mark.parametrize("check_id", KINDS)
def test_an_average_stands_wherever_there_is_one(printed, check_id):
    """Worked out by hand, from the chances themselves."""
    result = rk.check(check_id)
    lines = [line for line in printed("check", check_id).splitlines() if "on average" in line]
    numbers = result.space.has_mean and len(result) > 1
    turns = [line for line in lines if ", on average" in line]
    assert len(lines) - len(turns) == numbers
    if numbers:
        mean = sum(outcome * p for outcome, p in result.items())
        assert f"{float(mean):.4g}" in next(line for line in lines if line not in turns)


@pytest.mark.parametrize("check_id", KINDS)
def test_a_check_as_json(printed, check_id):
    output = json.loads(printed("check", check_id, "--json"))
    result = rk.check(check_id)
    assert list(output) == ["check", "params", "exact", *["within"] * bool(result.within), "outcomes"]
    assert output["check"] == check_id and output["exact"] is not bool(result.within)
    assert output["params"] == json.loads(json.dumps(result.params))
    assert {outcome: Fraction(p) for outcome, p in output["outcomes"].items()} == {
        result.check.text(o): p for o, p in result.items()
    }
    assert all(isinstance(p, str) for p in output["outcomes"].values())


@pytest.mark.parametrize("check_id", KINDS)
def test_parameters_as_they_are_printed_can_be_given_again(printed, check_id):
    """Each parameter of the JSON goes back in as NAME=VALUE, and the answer is the same."""
    output = json.loads(printed("check", check_id, "--json"))
    words = []
    for name, value in output["params"].items():
        text = (
            "none"
            if value is None
            else ",".join(map(str, value))
            if isinstance(value, list)
            else str(value).lower()
            if isinstance(value, bool)
            else value
        )
        words.append(f"{name}={text}")
    assert json.loads(printed("check", check_id, *words, "--json")) == output


OUTCOMES = [
    (("rencounter.melee",), "minor|none"),
    (("salamis.action_phases",), "2-1"),
    (("salamis.d3",), "3"),
    (("odd_encounters.armor_class", "armor=plate", "shield=yes"), "2"),
    (("rencounter.fire", "weapon=blunderbuss", "targets=2"), "miss|miss"),
    (("traveller.reaction",), "genuinely_friendly"),
]


@pytest.mark.parametrize(("words", "outcome"), OUTCOMES)
def test_outcomes_are_written_as_one_text(printed, words, outcome):
    assert outcome in json.loads(printed("check", *words, "--json"))["outcomes"]


VALUES = [
    ("rencounter.fire", "mounted=yes", True),
    ("rencounter.fire", "mounted=no", False),
    ("rencounter.fire", "mounted=true", True),
    ("rencounter.fire", "mounted=false", False),
    ("rencounter.fire", "mounted=Yes", True),
    ("rencounter.fire", "mounted=FALSE", False),
    ("rencounter.fire", "extra_modifier=-3", -3),
    ("rencounter.fire", "extra_modifier=+3", 3),
    ("rencounter.fire", "skill= 7 ", 7),
    ("rencounter.fire", "aim_turns=0.5", 0.5),
    ("rencounter.fire", "aim_turns=1", 1),
    ("rencounter.fire", "distance=none", None),
    ("rencounter.fire", "distance=12", 12),
    ("rencounter.fire", "snap=none", "none"),
    ("rencounter.wound", "death_at=5", 5),
    ("rencounter.fire", "skill_roll=less_than", "less_than"),
    ("realms_of_myth.task", "chance=none", None),
    ("realms_of_myth.armor_through", "layers=padded", ["padded"]),
    (
        "realms_of_myth.armor_through",
        "layers=steel_shield,field_plate,padded",
        ["steel_shield", "field_plate", "padded"],
    ),
    ("realms_of_myth.armor_through", "layers=[singlemail, padded]", ["singlemail", "padded"]),
    ("realms_of_myth.armor_through", "layers=", []),
    ("realms_of_myth.armor_through", "layers=[]", []),
]


@pytest.mark.parametrize(("check_id", "word", "value"), VALUES)
def test_a_value_in_words(printed, check_id, word, value):
    name = word.partition("=")[0]
    data = json.loads(printed("check", check_id, word, "--json"))["params"][name]
    assert data == value and type(data) is type(value)


def test_a_table_of_rows(printed):
    words = ("realms_of_myth.task", "resolution_model=table", "resolution_table=[[-5, 10], [5, 80]]", "av=60")
    assert json.loads(printed("check", *words, "--json"))["outcomes"] == {"success": "4/5", "failure": "1/5"}


# explain and list -----------------------------------------------------------------------------------------------------


def test_the_reasons_of_a_shot(printed):
    output = printed("explain", *SHOT)
    assert "needed -1" in output and "7/144" in output
    for line in ("-4 long range  Fire Combat: Range", "-2 cover: half solid  Fire Combat: Cover"):
        assert line in output
    assert "= -1" in output
    assert "Needs -1: only a natural 1 hits, if a second d12 then rolls 7 or less." in output
    assert output == f"{rk.check('rencounter.fire', skill=5, range_band='long', cover='half_solid').explain()}\n"


@pytest.mark.parametrize("check_id", KINDS)
def test_the_reasons_of_every_check(printed, check_id):
    output = printed("explain", check_id)
    assert output.startswith(f"{check_id}: ") and rk.check(check_id).headline in output


def test_the_list_names_every_check(printed):
    lines = printed("list").splitlines()
    assert [line.split()[0] for line in lines] == list(rk.checks)
    assert all(line.endswith(check.title) for line, check in zip(lines, rk.checks.values(), strict=True))


def test_words_in_the_list_find_all_that_has_them(printed):
    lines = printed("list", "large", "shield").splitlines()
    assert {"Checks:", "Figures:", "Situations to try:"} <= set(lines)
    assert "  fire: large shield = -2 (Rencounter; fire.shield.large)" in lines
    assert "  Who wins the duel? (Rencounter; rencounter.duel)" in lines
    result = find("shield", limit=1000)
    assert len(printed("list", "shield").splitlines()) == sum(result.of.values()) + sum(map(bool, result.of.values()))
    first, heading, check = printed("list", "zzzz", "shield").splitlines()[:3]
    assert (first, heading) == ("Nothing has all of these words. This has most of them:", "Checks:") and check


@pytest.mark.parametrize(("typed", "says"), [("sheild", "did you mean shield?"), ("zzzz", "try others")])
def test_words_that_nothing_has_are_refused_with_others(run, typed, says):
    status, out, err = run("list", typed)
    assert status == 2 and not out and says in err


@pytest.mark.parametrize("check_id", KINDS)
def test_the_list_of_one_check_names_every_parameter(printed, check_id):
    head, *lines = printed("list", check_id).splitlines()
    assert head.startswith(f"{check_id}: ") and rk.checks[check_id].source in head
    assert [line.split()[0] for line in lines] == list(rk.checks[check_id].parameters)


# sweep ----------------------------------------------------------------------------------------------------------------


def as_rows(text):
    """CSV as rows of texts by column."""
    return list(csv.DictReader(io.StringIO(text)))


def exact(row):
    """The exact chance of a row, which stands beside its decimal."""
    chance = Fraction(row["probability (exact)"].removeprefix("exactly "))
    assert float(row["probability"]) == float(chance)
    return chance


def test_a_sweep_as_csv(printed):
    rows = as_rows(printed("sweep", "rencounter.fire", "skill=1..12", "range_band=short,long", "--csv"))
    table = rk.sweep("rencounter.fire", skill=range(1, 13), range_band=["short", "long"])
    assert list(rows[0]) == ["skill", "range_band", "outcome", "probability", "probability (exact)", "percent"]
    assert len(rows) == len(table)
    for row, (skill, band, outcome, p, percent) in zip(rows, table.itertuples(index=False, name=None), strict=True):
        assert (int(row["skill"]), row["range_band"], row["outcome"], exact(row)) == (
            skill,
            band,
            outcome,
            p,
        )
        assert float(row["percent"]) == pytest.approx(percent)


def test_a_sweep_of_one_outcome(printed):
    words = ("sweep", "rencounter.fire", "skill=1..12", "cover=none,loophole", "weapon=long_bow", "--outcome", "hits")
    rows = as_rows(printed(*words, "--csv"))
    table = rk.sweep(
        "rencounter.fire", skill=range(1, 13), cover=["none", "loophole"], weapon="long_bow", outcome="hits"
    )
    assert [exact(row) for row in rows] == list(table["probability"])
    lines = printed(*words).splitlines()
    assert lines[0].split() == ["skill", "cover", "outcome", "probability", "percent"]
    assert [line.split()[3] for line in lines[1:]] == [str(p) for p in table["probability"]]


SWEEPS = [
    (("mounted=yes,no",), 2),
    (("distance=none,5,12",), 3),
    (("aim_turns=0,0.5,2",), 3),
    (("extra_modifier=-2..2", "wounds=0..1"), 10),
    (("skill=5..5",), 1),
    (("skill=5",), 1),
    ((), 1),
    (("snap=walking", "aim_turns=0,1,2"), 1),
]


@pytest.mark.parametrize(("words", "cells"), SWEEPS)
def test_a_sweep_has_a_row_for_each_combination(printed, words, cells):
    assert len(as_rows(printed("sweep", "rencounter.fire", *words, "--outcome", "hits", "--csv"))) == cells


def test_a_table_too_long_to_be_read_is_printed_as_csv_alone(printed, refused, monkeypatch):
    words = ("sweep", "rencounter.fire", "skill=1..12", "--outcome", "hits")
    monkeypatch.setattr(chances, "_MAX_ROWS", 11)
    assert "a table on the screen must have at most 11 rows; got 12; try --csv" in refused(*words)
    assert len(as_rows(printed(*words, "--csv"))) == 12


def test_a_sweep_that_would_not_fit_in_memory_is_refused(refused):
    swept = ("extra_modifier=-20..20", "target_armor=0..4", "wounds=0..5", "target_speed=0..18", "aim_turns=0,1")
    words = (
        "sweep",
        "rencounter.fire",
        "skill=1..12",
        "range_band=short,long",
        "shield=none,small,medium,large",
        *swept,
    )
    assert "4,487,040 combinations, whose " in refused(*words)


def test_pairs_and_lists_in_a_sweep(printed):
    rows = as_rows(printed("sweep", "salamis.action_phases", "own_counters=1..2", "--csv"))
    assert {"'0-0", "'1-1", "'2-3"} <= {row["outcome"] for row in rows}
    rows = as_rows(printed("sweep", "realms_of_myth.armor_through", "layers=field_plate,padded", "pot=10..12", "--csv"))
    assert [row["pot"] for row in rows] == ["10", "11", "12"]


# House rules ----------------------------------------------------------------------------------------------------------


def test_reasons_ready_rules_and_findings_are_tables_too(printed, refused, run, monkeypatch):
    arguments = ("explain", "rencounter.fire", "range_band=long")
    far = next(row for row in as_rows(printed(*arguments, "--format", "csv")) if row["modifier"] == "long range")
    assert (far["number"], far["so far"], far["source"]) == ("-4", "2", "Fire Combat: Range")
    ways = as_rows(printed(*arguments, "--tree", "--format", "csv"))
    assert sum(
        Fraction(row["chance (exact)"].removeprefix("exactly ")) for row in ways if row["outcome"] == "miss"
    ) == Fraction(5, 6)
    assert len(ways) == len(rk.check("rencounter.fire", range_band="long").branches().rows())
    assert "--latex prints the formula alone" in refused(
        "formula", "rencounter.fire", "skill", "--latex", "-o", "a.csv"
    )
    ready = as_rows(printed("house", "salamis", "--format", "csv"))
    assert [row["name"] for row in ready if row["kind"] == "ready house rule"] == list(rk.ready_rules("salamis"))
    assert sum(row["kind"] == "ruling" for row in ready) == len(rk.rules("salamis").rulings)
    assert "try rencounter effects salamis" in refused("house", "salamis", "sure_reserves", "--format", "csv")
    verification = Verification(
        "A game", 1, 2, 3, 0, (Finding("a.leap", "nobody clears it", "rencounter check a.leap"),)
    )
    monkeypatch.setattr("rencounter_kit.workbook.verification.verify.verify", lambda *_, **__: verification)
    status, out, _ = run("verify", "salamis", "--format", "csv")
    wrong = {"kind": "fault", "about": "a.leap", "what": "nobody clears it", "see": "rencounter check a.leap"}
    assert status == 1 and as_rows(out) == [wrong]


def test_house_rules_from_a_file(printed, house):
    file = house("# at our table\nfire.range.long = -3\nrulings.armor_lessens_fire_damage = false\n")
    rules = rk.rules("rencounter").with_house_rules(file.read_text(), name="ours")
    ours = rk.check("rencounter.fire", rules=rules, skill=5, range_band="long", cover="half_solid")
    assert json.loads(printed("check", *SHOT, "--rules", file, "--json"))["outcomes"] == {
        o: str(p) for o, p in ours.items()
    }
    output = printed("explain", *SHOT, "--rules", file)
    assert "-3 long range  ours (was -4, Fire Combat: Range)" in output
    assert output == f"{ours.explain()}\n"
    rows = as_rows(
        printed("sweep", "rencounter.fire", "range_band=short,long", "--outcome", "hits", "--csv", "--rules", file)
    )
    table = rk.sweep("rencounter.fire", range_band=["short", "long"], outcome="hits", rules=rules)
    assert [exact(row) for row in rows] == list(table["probability"])


SMOKE = 'fire.smoke = { to = "to hit", value = -2, ask = "There is smoke." }'
FOG = 'entry.fog = { to = "on the entry die", value = -1, ask = "Fog." }'
WITH_RULES = (  # of each command that takes rules, with what it must say
    ("check rencounter.fire skill=7 smoke=yes", "hits 5 times in 12"),
    ("explain rencounter.fire skill=7 smoke=yes --tree", "-2 There is smoke House rule (not in the book)"),
    ("sweep rencounter.fire skill=6,7 smoke=no,yes --outcome hits", "True hits 5/12 41.666667"),
    ("sweep rencounter.fire skill=6,7 smoke=no,yes --outcome hits --by skill,smoke", "7 58.3 % 41.7 %"),
    ("formula rencounter.fire skill,smoke", "smoke modifier by smoke: 0 no; -2 yes (House rule (not in the book))"),
    ("simulate rencounter.fire smoke=yes --fights 9", "9 rolls, seed 0"),
    ("worth rencounter.fire skill=7", "smoke -16.7 points -1/6"),
    ("tornado rencounter.fire skill=7", "7/12 yes to no"),
    ("shapley rencounter.fire skill=7 smoke=yes", "There is smoke to hit (d12) -2 -16.7 points"),
    ("shapley rencounter.fire smoke=yes --against smoke=no", "smoke no to yes -16.7 points -1/6"),
    ("interaction rencounter.fire skill=7 --change smoke skill", "smoke: yes 5/12"),
    ("luck rencounter.fire 3 8 skill=7 smoke=yes", "when the chance is 5 in 12"),
    ("compare rencounter.fire skill=7 smoke=no,yes", "True hits 7/12 5/12 -16.67"),
    ("solve rencounter.fire skill smoke=yes --to 1/2", "8, which gives 50 % (1/2)"),
    ("solve rencounter.fire smoke skill=7 --to 5/12", "yes, which gives 41.7 % (5/12)"),
    ("solve rencounter.fire fire.smoke skill=7 smoke=yes --to 1/2", "-1, which gives 50 % (1/2)"),
    ("slide rencounter.fire skill=7 --by smoke -o FILE", "2 slides"),
    ("slide rencounter.fire smoke=yes --by skill=4..6 -o FILE", "By the book: hits 1 time in 3 (33.3 %, 1/3)"),
    ("handout HANDOUT -o FILE", "By the house rules"),
    ("handout HANDOUT --show rules -o FILE", "17%"),
    ("handout HANDOUT --show book -o FILE", "33%"),
    ("check rencounter.gunfight turn_limit=2 a_smoke=yes", "A wins about 1 time in 6 (16.5 %, 95/576)"),
    ("slide rencounter.gunfight turn_limit=2 --by a_smoke -o FILE", "2 slides"),
    ("effects salamis", "10 % 0 %"),
    ("house salamis RULE", "# Fog; not in the book"),
    ("house salamis RULE --sheet FILE", "Doubtful allies on the flank, fog"),
)
SMOKY_HANDOUT = """title = "Shots"
game = "rencounter"
[[table]]
check = "rencounter.fire"
event = "hits"
down = "skill=4..6"
given = { smoke = true }
title = "In smoke"
"""


@pytest.mark.parametrize(("arguments", "sentence"), WITH_RULES, ids=[arguments for arguments, _ in WITH_RULES])
def test_every_command_asks_for_what_a_house_rule_asks(printed, tmp_path, arguments, sentence):
    file, handout = tmp_path / "page.html", tmp_path / "ours.toml"
    handout.write_text(SMOKY_HANDOUT)
    rule = FOG if "salamis" in arguments else SMOKE
    placed = {"FILE": file, "HANDOUT": handout, "RULE": rule}
    words = [placed.get(word, word) for word in arguments.split()]
    out = printed(*words, *([] if "RULE" in arguments else ["--rules", rule]))
    assert sentence in " ".join((out + (file.read_text() if file.exists() else "")).split())


WRONG_RULES = [
    ("fire.range.lng = -3", "did you mean fire.range.long?"),
    ("fire.range.long = -4", "fire.range.long is -4 already"),
    ('fire.range.long = "far"', "must be a whole number"),
    ("fire.range.long = -3.5", "must be a whole number"),
    ("fire.range.long = true", "must be a whole number"),
    ("fire.range.long = -3\nfire.range.long = -2", "given once"),
    ("entry.enemy_near = -2", "must be named by its path"),
    ("[fire.range]", "must give a value"),
    ('severity.dead = "..3"', "must have one row"),
    ('rulings.skill_roll = "sometimes"', "must be"),
    ("", "must change something"),
    ("# nothing but a remark", "must change something"),
    ("fire.range.long: -3", "a name and its value must have = between them"),
    ("x" * 200_000, "must be at most"),
    ("[" * 50_000, "a heading must be a name in brackets"),
    (b"\xff\xfe\x00f", "save it as UTF-8"),
    (bytes(range(256)), "save it as UTF-8"),
]


@pytest.mark.parametrize("command", ["check", "explain", "sweep"])
@pytest.mark.parametrize(("content", "message"), WRONG_RULES, ids=range(len(WRONG_RULES)))
def test_a_wrong_file_of_house_rules_is_refused(refused, house, command, content, message):
    assert message in refused(command, "rencounter.fire", "--rules", house(content))


def test_a_file_of_house_rules_that_cannot_be_read_is_refused(refused, tmp_path):
    for file in (tmp_path / "none.toml", tmp_path, tmp_path / "a\nb.toml", "\0", "x" * 5000, ""):
        text = refused("check", "rencounter.fire", "--rules", file)
        assert "house rules must be a readable file, a line, a code or a ready one" in text


# Whatever is wrong ----------------------------------------------------------------------------------------------------

WRONG = [
    ((), "|".join(COMMANDS)),
    (("chek",), "chek"),
    (("check",), "id"),
    (("explain",), "id"),
    (("sweep",), "id"),
    (("check", "--json"), "id"),
    (("check", "rencounter.fir"), "did you mean rencounter.fire?"),
    (("check", ""), "a check must be one of those that rencounter list names"),
    (("check", "skill=5"), "a check must be one of those that rencounter list names"),
    (("list", "rencounter.fir"), "did you mean rencounter.fire?"),
    (("list", "rencounter.fire", "more"), "more"),
    (("check", "rencounter.fire", "skil=5"), "did you mean skill?"),
    (("check", "rencounter.fire", "=5"), "rencounter.fire has no parameter"),
    (("check", "rencounter.fire", "Range band"), "NAME=VALUE; got Range band; try range_band=..."),
    (("solve", "rencounter.fire", "skill", "1 in 2"), "got 1 in 2; try skill=..., or --help"),
    (("check", "salamis.d3", "3"), "got 3; leave it out"),
    (("check", "rencounter.fire", "skill=5", "skill=6"), "given once"),
    (("check", "rencounter.fire", "skill=13"), "skill must be a whole number from 1 to 12; got 13"),
    (("check", "rencounter.fire", "skill="), "got an empty text"),
    (("check", "rencounter.fire", "skill=five"), "got five"),
    (("check", "rencounter.fire", "skill=5.0"), "got 5.0"),
    (("check", "rencounter.fire", "skill=1e1"), "got 1e1"),
    (("check", "rencounter.fire", "skill=0x5"), "got 0x5"),
    (("check", "rencounter.fire", "skill=1_0"), "got 1_0"),
    (("check", "rencounter.fire", "skill=--5"), "got --5"),
    (("check", "rencounter.fire", "skill=\u0665"), "skill must be a whole number"),
    (("check", "rencounter.fire", "skill=" + "9" * 5000), "skill must be a whole number"),
    (("check", "rencounter.fire", "skill=true"), "got true"),
    (("check", "rencounter.fire", "skill=none"), "got none"),
    (("check", "rencounter.fire", "skill=1..3"), "got 1..3"),
    (("check", "rencounter.fire", "mounted=1"), "mounted must be true or false; got 1"),
    (("check", "rencounter.fire", "mounted=maybe"), "got maybe"),
    (("check", "rencounter.fire", "mounted="), "mounted must be true or false"),
    (("check", "rencounter.fire", "weapon=long_bo"), "did you mean long_bow?"),
    (("check", "rencounter.fire", "aim_turns=0.25"), "got 0.25"),
    (("check", "rencounter.fire", "aim_turns=nan"), "got nan"),
    (("check", "rencounter.fire", "snap=walking", "aim_turns=1"), "snap"),
    (("check", "rencounter.fire", "shot_number=2"), "shot_number must be at most 1"),
    (("check", "rencounter.fire", "--csv"), "--csv"),
    (("check", "rencounter.fire", "--rules"), "--rules"),
    (("explain", "rencounter.fire", "--json"), "--json"),
    (("check", "rencounter.fire", "-5"), "-5"),
    (("check", "salamis.d3", "sides=3"), "salamis.d3 has no parameter"),
    (("check", "realms_of_myth.armor_through", "layers=paded"), "layers must be a list"),
    (("check", "realms_of_myth.armor_through", "layers=" + ",".join(["padded"] * 7)), "layers must be a list"),
    (("check", "realms_of_myth.task", "resolution_table=[[0"), "resolution_table must be"),
    (("check", "realms_of_myth.task", "resolution_table=[[0, true]]"), "resolution_table must be"),
    (("check", "realms_of_myth.task", "resolution_table=" + "[" * 100_000), "resolution_table must be"),
    (("check", "realms_of_myth.task", "resolution_table=5"), "resolution_table must be"),
    (("check", "traveller.to_blows"), "a flow of checks; it is shown on its page, traveller_encounter"),
    (("list", "realms_of_myth.ambush"), "a flow of checks; it is shown on its page, realms_of_myth_surprise"),
    (("sweep", "rencounter.fire", "skill=12..1"), "try 1..12"),
    (("sweep", "rencounter.fire", "skill=1..13"), "got 13"),
    (("sweep", "rencounter.fire", "skill=1..9999999999999"), "skill must be a whole number"),
    (("sweep", "rencounter.fire", "skill=1.."), "skill must be a whole number"),
    (("sweep", "rencounter.fire", "skill=..5"), "skill must be a whole number"),
    (("sweep", "rencounter.fire", "skill=1...5"), "skill must be a whole number"),
    (("sweep", "rencounter.fire", "skill=a..b"), "got a"),
    (("sweep", "rencounter.fire", "skill=1,,2"), "got an empty text"),
    (("sweep", "rencounter.fire", "skill=1,13"), "got 13"),
    (("sweep", "rencounter.fire", "skill="), "got an empty text"),
    (("sweep", "rencounter.fire", "weapon=long_bow,long_bo"), "did you mean long_bow?"),
    (("sweep", "rencounter.fire", "mounted=no..yes"), "mounted must be true or false"),
    (("sweep", "rencounter.fire", "skill=1..3", "--outcome", "hist"), "did you mean hits?"),
    (
        ("sweep", "odd_encounters.melee_damage", "attacker_th=1..3", "--outcome", "hits"),
        ("odd_encounters.melee_damage has no outcome"),
    ),
    (("sweep", "rencounter.fire", "--outcome"), "--outcome"),
    (
        (
            "sweep",
            "rencounter.fire",
            "distance=0..200",
            "skill=1..12",
            "target_speed=0..18",
            "wounds=0..5",
            "target_armor=0..4",
            "extra_modifier=-20..20",
        ),
        "at most 5,000,000",
    ),
    (("lab", "--port", "x"), "--port"),
    (("lab", "a", "b"), "b"),
    (("app", "a"), "a"),
    (("app", "--port", "0"), "from 1 to 65535; got 0"),
    (("app", "--port", "65536"), "got 65536"),
]


@pytest.mark.parametrize(("words", "message"), WRONG, ids=[" ".join(words)[:70] for words, _ in WRONG])
def test_whatever_is_wrong_is_said_in_one_line(refused, words, message):
    assert message.lower() in refused(*words).lower()


@pytest.mark.parametrize(
    "words",
    [
        ("check", "rencounter.\nfire"),
        ("check", "rencounter.fire", "sk\nill=5"),
        ("check", "rencounter.fire", "skill=5\n6"),
        ("check", "rencounter.fire", "skill\n5"),
        ("check", "rencounter.fire", "range_band=lo\rng"),
        ("sweep", "rencounter.fire", "skill=1\n..5\n6"),
        ("sweep", "rencounter.fire", "--outcome", "hi\nts"),
        ("check", "rencounter.fire", "--no\nsuch"),
        ("no\nsuch",),
        ("list", "no.such\nlines"),
        ("check", "x" * 5000),
        ("check", "rencounter.fire", "x" * 5000),
        ("check", "rencounter.fire", "--" + "x" * 5000),
        ("x" * 5000,),
    ],
    ids=lambda words: repr(words)[:60],
)
def test_one_line_stays_one_short_line_whatever_is_given(refused, words):
    assert len(refused(*words)) <= 420


# Help, and the real thing ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [("--help",), ("-h",), *((command, "--help") for command in COMMANDS)])
def test_help_is_no_error(capsys, words):
    with pytest.raises(SystemExit) as left:
        main(list(words))
    output = capsys.readouterr()
    assert (left.value.code, output.err) == (0, "")
    assert output.out.startswith("usage: rencounter")
    assert words[0] not in ("--help", "-h") or all(command in output.out for command in COMMANDS)


def test_as_a_program(tmp_path):
    """In a process of its own, as a shell starts it."""

    def command(*words):
        return subprocess.run(
            [sys.executable, "-m", "rencounter_kit.fronts.cli", *words],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            check=False,
        )

    good = command("check", *SHOT, "--json")
    assert (good.returncode, good.stderr) == (0, "")
    assert json.loads(good.stdout)["outcomes"]["miss"] == "11/12"
    bad = command("check", "rencounter.fire", "skill=13")
    assert (bad.returncode, bad.stdout) == (2, "")
    assert bad.stderr == "rencounter: skill must be a whole number from 1 to 12; got 13; the nearest is 12\n"


# lab: laying the pages ------------------------------------------------------------------------------------------------


# Stopped, and nowhere to print ----------------------------------------------------------------------------------------

PROGRAM = (sys.executable, "-m", "rencounter_kit.fronts.cli")
PIPES = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
# A session of its own, which hears Ctrl-C also where these tests were started in the background and do not.
HEARS = {"start_new_session": True, "preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
LONG = (
    ("check", "rencounter.skirmish", "a_men=6", "b_men=6"),
    ("explain", "rencounter.skirmish", "a_men=6", "b_men=6"),
    ("sweep", "rencounter.skirmish", "a_men=4..6", "b_men=4..6"),
    ("compare", "rencounter.skirmish", "a_men=4..6", "b_men=4..6", "--rules", "fire.range.long = -3"),
    ("solve", "rencounter.skirmish", "b_men", "a_men=5", "--to", "1/2"),
    ("tornado", "rencounter.skirmish", "a_men=5", "b_men=4"),
    ("worth", "rencounter.skirmish", "a_men=6", "b_men=5"),
)


def wait_until_at_work(program):
    """Until a command has loaded what it reckons with, and has had a second of the processor since, however busy the
    machine is.
    """
    process = psutil.Process(program.pid)
    while not any("_multiarray_umath" in one.path for one in process.memory_maps()):
        time.sleep(0.05)
    loaded = sum(process.cpu_times()[:2])
    while sum(process.cpu_times()[:2]) < loaded + 1:
        time.sleep(0.05)


@pytest.mark.parametrize(
    "words", [LONG[0], *(pytest.param(words, marks=pytest.mark.long) for words in LONG[1:])], ids=" ".join
)
def test_ctrl_c_stops_with_one_short_line(words):
    with subprocess.Popen([*PROGRAM, *words], text=True, **HEARS, **PIPES) as program:
        wait_until_at_work(program)
        os.killpg(program.pid, signal.SIGINT)
        try:
            output = program.communicate(timeout=60)
        finally:
            program.kill()
    assert output == ("", "rencounter: stopped\n")
    assert program.returncode in (130, -signal.SIGINT)  # the same to a shell; Python chooses, while it still loads


@pytest.mark.parametrize("workers", [pytest.param("1", marks=pytest.mark.long), "2"])
def test_ctrl_c_stops_a_simulation_and_tells_what_was_thrown(workers):
    words = ("simulate", "rencounter.heroism", "--fights", "30000000", "--workers", workers)
    terminal, theirs = os.openpty()
    termios.tcsetwinsize(terminal, (24, 80))
    with subprocess.Popen([*PROGRAM, *words], text=True, **HEARS, **{**PIPES, "stderr": theirs}) as program:
        os.close(theirs)
        text = ""
        while not re.search(r"\| [1-9]\d*/600 ", text):  # the bar
            text += os.read(terminal, 1000).decode()
        os.killpg(program.pid, signal.SIGINT)
        out, _ = program.communicate(timeout=60)
    os.close(terminal)
    assert program.returncode in (130, -signal.SIGINT)
    assert ",000 fights, seed 0, stopped early; 10 games on average" in out.splitlines()[0]
    assert "Traceback" not in text


PRINTED = (
    ("check", "--help"),
    ("list",),
    pytest.param(("check", "rencounter.fire"), marks=pytest.mark.long),
)  # by argparse, more than a pipe takes, and little


@pytest.mark.parametrize("words", PRINTED, ids=" ".join)
def test_a_full_disk_is_said_in_one_line(words):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([*PROGRAM, *words], stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    expected = "rencounter: there is no room for what is printed (No space left on device); print it elsewhere\n"
    assert (done.returncode, done.stderr) == (1, expected)


@pytest.mark.parametrize("words", PRINTED, ids=" ".join)
def test_a_reader_who_has_enough_is_no_error(words):
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as closed:
        done = subprocess.run([*PROGRAM, *words], stdout=closed, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("words", "encoding"),
    [
        (("house", "rencounter"), "ascii"),
        pytest.param(("house", "rencounter"), "cp1252", marks=pytest.mark.long),
        (("explain", "rencounter.fire", "--rules"), "cp1252"),
        (("house", "--code", "rencounter"), "ascii"),
    ],
)
def test_a_name_that_the_console_cannot_write_stops_nothing(house, words, encoding):
    ours = house("fire.range.long = -3", "Łucznik ☠.toml")
    done = subprocess.run(
        [*PROGRAM, *words, ours],
        capture_output=True,
        text=True,
        encoding=encoding,
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    assert (done.returncode, done.stderr) == (0, "")
    if words == ("house", "rencounter"):
        assert done.stdout.splitlines()[1].encode(encoding) == "# Łucznik ☠".encode(encoding, "backslashreplace")


EMPTY = {"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


@pytest.fixture
def source(tmp_path, monkeypatch):
    """Three small pages in the place of the real ones."""
    folder = tmp_path / "source"
    folder.mkdir()
    for name in ("start_here", "fire", "melee"):
        (folder / f"{name}.ipynb").write_text(json.dumps({**EMPTY, "metadata": {"name": name}}))
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "jupyter"))
    monkeypatch.setattr(pages, "project_folder", lambda name: folder)
    return folder


@pytest.fixture
def folder(tmp_path):
    """Where the pages go."""
    return tmp_path / "deep" / "pages"


@pytest.fixture
def opened(monkeypatch):
    """JupyterLab is not started; what it would have been started with."""
    calls = []
    monkeypatch.setattr(pages, "open_lab", lambda *args, **more: calls.append((args, more)) or 0)
    return calls


def contents(folder):
    """The pages of a folder by name."""
    return {page.name: page.read_bytes() for page in folder.glob("*.ipynb")}


def test_pages_are_laid_into_a_new_folder(source, folder):
    assert pages.lay(folder) == ["fire.ipynb: new", "melee.ipynb: new", "start_here.ipynb: new"]
    assert contents(folder) == contents(source)
    assert pages.lay(folder) == []


def test_pages_of_ours_are_trusted_and_no_others(source, folder):
    """Then the button of a page runs it, and JupyterLab does not ask first whether it may."""
    folder.mkdir(parents=True)
    theirs = new_notebook(cells=[new_markdown_cell("a stranger's")])
    (folder / "melee.ipynb").write_text(writes(theirs))
    pages.lay(folder)
    trusted = {page.stem for page in folder.glob("*.ipynb") if NotebookNotary().check_signature(read(page, 4))}
    assert trusted == {"fire", "start_here"}


def test_a_page_that_nobody_changed_is_renewed(source, folder):
    pages.lay(folder)
    (source / "fire.ipynb").write_text(json.dumps(EMPTY))
    (source / "wound.ipynb").write_text(json.dumps(EMPTY))
    assert pages.lay(folder) == ["fire.ipynb: renewed", "wound.ipynb: new"]
    assert contents(folder) == contents(source)


def test_a_page_that_was_changed_is_left_alone(source, folder):
    pages.lay(folder)
    (folder / "fire.ipynb").write_text('{"mine": true}')
    (folder / "melee.ipynb").unlink()
    for _ in range(2):
        assert "fire.ipynb: not one of our pages, left as it is" in pages.lay(folder)
        (source / "fire.ipynb").write_text('{"newer": true}')
    assert (folder / "fire.ipynb").read_text() == '{"mine": true}'
    assert (folder / "melee.ipynb").read_bytes() == (source / "melee.ipynb").read_bytes()


def test_a_page_of_the_same_name_that_was_there_before_is_left_alone(source, folder):
    folder.mkdir(parents=True)
    (folder / "fire.ipynb").write_text("mine")
    assert pages.lay(folder) == [
        "fire.ipynb: not one of our pages, left as it is",
        "melee.ipynb: new",
        "start_here.ipynb: new",
    ]
    assert (folder / "fire.ipynb").read_text() == "mine"


@pytest.mark.parametrize(
    "record", [b"", b"{", b"\xff\xfe", b"[]", b"5", b"null", b'"text"', b'{"fire.ipynb": 5}', b"[" * 100_000]
)
def test_without_a_readable_record_nothing_is_overwritten(source, folder, record):
    pages.lay(folder)
    (file,) = (path for path in folder.iterdir() if path.suffix != ".ipynb")
    file.write_bytes(record)
    (folder / "melee.ipynb").write_text("mine")
    (source / "fire.ipynb").write_text("newer")
    lines = pages.lay(folder)
    assert "melee.ipynb: not one of our pages, left as it is" in lines
    assert (folder / "melee.ipynb").read_text() == "mine"
    assert "fire.ipynb: not one of our pages, left as it is" in lines
    assert (folder / "fire.ipynb").read_text() != "newer"
    assert (folder / "start_here.ipynb").read_bytes() == (source / "start_here.ipynb").read_bytes()


def test_a_page_with_other_words_around_our_code_is_told_from_a_strangers(source, folder):
    page = new_notebook(cells=[new_markdown_cell("Fire"), new_code_cell("rk.panel()")])
    (source / "fire.ipynb").write_text(writes(page))
    pages.lay(folder)
    page.cells[0].source = "Our fire"
    (folder / "fire.ipynb").write_text(writes(page))
    assert pages.lay(folder) == ["fire.ipynb: our page in other words, left as it is"]
    page.cells[1].source = "rk.panel"
    (folder / "fire.ipynb").write_text(writes(page))
    assert pages.lay(folder) == ["fire.ipynb: not one of our pages, left as it is"]


def test_the_folder_of_the_pages_itself_is_not_touched(source):
    before = sorted(source.iterdir())
    assert pages.lay(source) == []
    assert sorted(source.iterdir()) == before


def test_the_real_pages_are_there(folder):
    lines = pages.lay(folder)
    assert f"{pages.FIRST}: new" in lines and len(lines) == len(contents(folder)) > 1


def test_lab_lays_the_pages_and_opens_them(printed, source, folder, opened):
    assert printed("lab", folder).splitlines() == ["fire.ipynb: new", "melee.ipynb: new", "start_here.ipynb: new"]
    assert printed("lab", folder, "--no-browser", "--port", "8123") == ""
    options = {"browser": True, "port": None, "first": "start_here.ipynb"}
    assert opened == [((folder,), options), ((folder,), {**options, "browser": False, "port": 8123})]


def test_lab_gives_the_exit_status_of_jupyter(run, source, folder, monkeypatch):
    monkeypatch.setattr(pages, "open_lab", lambda *args, **more: 3)
    assert run("lab", folder)[0] == 3


def test_what_is_in_the_way_of_the_pages_is_said(refused, source, tmp_path, opened):
    (tmp_path / "file").write_text("in the way")
    for folder in (tmp_path / "file", tmp_path / "file" / "pages", tmp_path / ("x" * 300)):
        refused("lab", folder)
    assert (tmp_path / "file").read_text() == "in the way"
    assert opened == []


@pytest.mark.parametrize("name", ["fire.ipynb", pages._RECORD])
def test_a_folder_in_the_place_of_a_page_is_said(refused, source, folder, opened, name):
    (folder / name).mkdir(parents=True)
    refused("lab", folder)
    assert opened == []


def test_a_port_that_is_taken_is_said(refused, source, folder):
    pages.lay(folder)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        for words in (("app",), ("lab", folder)):
            assert f"port {port} is in use" in refused(*words, "--port", port)


# app, and what JupyterLab keeps of a page -----------------------------------------------------------------------------


@pytest.fixture
def started(monkeypatch):
    """No server is started; the commands and environments that they would have been started with."""
    calls = []
    monkeypatch.chdir(Path.cwd())  # where the command goes, it is brought back from
    monkeypatch.setattr(pages.os, "execve", lambda path, command, env: calls.append((command, env)))
    monkeypatch.setattr(pages.subprocess, "call", lambda command, env, cwd: 0)
    monkeypatch.setattr(pages, "_must_be_free", lambda port: None)  # whatever else runs on this machine
    return calls


def test_app_shows_the_pages_themselves_on_this_machine_alone(run, started, folder):
    assert run("app", "--no-browser")[:2] == (0, "")
    ((command, environment),) = started
    assert "--ip=127.0.0.1" in command and f"--ServerApp.root_dir={ROOT / 'notebooks'}" in command
    assert f"--ServerApp.default_url=/voila/render/{pages.FIRST}" in command and "--no-browser" in command
    assert "--ServerApp.port_retries=0" in command and not [word for word in command if "token" in word]
    look = Path(environment["JUPYTER_PATH"].split(os.pathsep)[0]) / "voila" / "templates" / "rencounter"
    assert (look / "index.html.j2").exists()
    (config,) = (word.partition("=")[2] for word in command if word.startswith("--config="))
    settings = json.loads(Path(config).read_text())
    assert settings["VoilaConfiguration"]["template"] == look.name
    assert 0 < settings["MappingKernelManager"]["cull_idle_timeout"] <= 600  # Python without a page does not stay
    run("lab", folder, "--no-browser")
    assert "--ip=127.0.0.1" in started[1][0] and f"--ServerApp.root_dir={folder}" in started[1][0]


def test_python_behind_a_page_has_loaded_what_panels_need(run, started, folder, monkeypatch):
    monkeypatch.delenv("PYTHONSTARTUP", raising=False)
    run("lab", folder, "--no-browser")
    ((_, environment),) = started
    code = """
import os, runpy, sys
names = runpy.run_path(os.environ["PYTHONSTARTUP"])
print("matplotlib" in sys.modules, [name for name in names if not name.startswith("__")])
"""
    done = subprocess.run([sys.executable, "-c", code], env=environment, cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout.split(), done.stderr) == (["True", "[]"], "")


def test_a_file_beside_a_page_takes_the_place_of_no_library_and_can_be_imported(run, started, folder):
    """Python for a page is started by Jupyter, with the environment of the server and in the folder of the page."""
    from jupyter_client.manager import start_new_kernel

    run("lab", folder, "--no-browser")
    ((_, environment),) = started
    for name in ("random", "tempfile", "numpy"):
        (folder / f"{name}.py").write_text("raise SystemExit('not the library')")
    (folder / "our_table.py").write_text("from our_words import RULES")
    (folder / "our_words.py").write_text("RULES = 'fire.range.long = -3'")
    (folder / "not_installed.py").write_text("raise SystemExit('no library has asked for it')")
    manager, client = start_new_kernel(env=environment, cwd=str(folder))
    try:
        reply = client.execute_interactive(
            "import os, random, numpy, our_table; assert 'PYTHONSAFEPATH' not in os.environ\n"
            "import types; library = types.ModuleType('library')\n"
            "try: exec('import not_installed', vars(library))\n"
            "except ImportError: pass\n"
            "else: raise AssertionError",
            output_hook=print,
        )
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    assert reply["content"]["status"] == "ok"


def test_app_without_voila_says_what_to_install(refused, started, monkeypatch):
    monkeypatch.setattr(pages, "find_spec", lambda name: None)
    assert "try pip install voila" in refused("app") and started == []


def page_with(output):
    """A page that was run, as JupyterLab sends it to be saved."""
    cells = [
        {"cell_type": "markdown", "source": "# A shot", "metadata": {}},
        {
            "cell_type": "code",
            "source": "2 + 2",
            "metadata": {},
            "execution_count": 1,
            "outputs": [
                {"output_type": "execute_result", "data": {"text/plain": "4"}},
                {"output_type": "stream", "name": "stdout", "text": "4"},
            ],
        },
        {"cell_type": "code", "source": "panel()", "metadata": {}, "execution_count": 2, "outputs": [output]},
    ]
    return {"type": "notebook", "content": {"cells": cells, "metadata": {"widgets": {}}, "nbformat": 4}}


def test_a_page_with_panels_is_saved_as_before_it_was_run():
    model = page_with(
        {"output_type": "display_data", "data": {pages._PANEL: {"model_id": "x"}, "text/plain": "Panel()"}}
    )
    pages.forget_outputs(model=model, path="fire.ipynb")
    assert model["content"]["metadata"] == {}
    assert [(cell["outputs"], cell["execution_count"]) for cell in model["content"]["cells"][1:]] == [([], None)] * 2


def test_a_page_without_panels_keeps_what_it_shows():
    model = page_with({"output_type": "display_data", "data": {"text/plain": "a table"}})
    before = json.dumps(model["content"]["cells"])
    pages.forget_outputs(model=model, path="mine.ipynb")
    assert json.dumps(model["content"]["cells"]) == before
    for other in ({"type": "file", "content": "text"}, {"type": "notebook", "path": "without content"}):
        pages.forget_outputs(model=other)


TRIED = (
    (("skill", "--values", "3..8", "--to", "1/2"), "all 6 values were tried"),
    (("skill", "--values", "3,9", "--to", "1/2"), "all 2 values were tried"),
    (("fire.range.long", "range_band=long", "--values=-9..0", "--to", "1/2"), "all 10 values were tried"),
)


@pytest.mark.parametrize(("words", "message"), TRIED)
def test_what_is_tried_may_be_named(printed, words, message):
    assert message in printed("solve", "rencounter.fire", *words)


@pytest.mark.parametrize("unknown", ["layers", "Layers"])
def test_a_list_is_one_value_by_whatever_name_it_is_tried(printed, unknown):
    output = printed("solve", "realms_of_myth.armor_through", unknown, "--to", "5", "--values", "padded,singlemail")
    assert "[padded, singlemail]" in output


def test_a_rating_is_said_by_its_word(printed):
    assert printed("check", "rencounter.action", "experience=veteran") == printed(
        "check", "rencounter.action", "experience=5"
    )
    assert "veteran" not in printed("sweep", "rencounter.action", "experience=green,veteran", "--csv")


def test_a_file_of_what_is_yours_is_gone_by(printed, refused, tmp_path):
    layer = '[[layer]]\ngame = "rencounter"\nfire.range.long = -3\n'
    men = '[[men]]\ngame = "rencounter"\nfigure = [{ name = "Tom", armor = 3 }]\n'
    file = tmp_path / "mine.rencounter.toml"
    file.write_text(layer + men, encoding="utf-8")
    shot = ("check", "rencounter.fire", "range_band=long")
    assert printed(*shot, "--mine", str(file)) == printed(*shot, "--rules", "fire.range.long = -3") != printed(*shot)
    assert "Tom" in printed("roster", "rencounter", "--mine", str(file))
    assert printed("check", "traveller.surprise", "--mine", str(file)) == printed("check", "traveller.surprise")
    file.write_text("import os", encoding="utf-8")
    assert "got import os" in refused(*shot, "--mine", str(file))


def test_men_are_named_before_options_or_behind_them(printed, tmp_path):
    file = tmp_path / "ours.toml"
    text = printed("roster", "rencounter", "Knight", "Recruit", "--text")
    file.write_text(text.replace('"Recruit"', r'"Tom, Jr. = \"T\""'), encoding="utf-8")
    tom, duel = 'Tom, Jr. = "T"', ("roster", "rencounter.melee")
    before = printed(*duel, "Knight", tom, "above_opponent=yes", "--men", str(file))
    assert printed(*duel, "--men", str(file), "Knight", tom, "above_opponent=yes") == before
    assert (
        before.startswith("What does one stroke do: wounds the defender, above opponent, in percent.") and tom in before
    )
    saves = 'save = { before = "dice.severity", roll = "d6 >= 5", then = "none", ask = "Armour saves him." }'
    idle = printed("roster", "rencounter.melee", "Knight", "Recruit", "--rules", saves)
    assert 'only where "Armour saves him" is ticked.' in idle and "attacker_save, defender_save" in idle
    assert tom in printed("roster", "rencounter", "--men", str(file), "--against", tom, "Knight", "turn_limit=1")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("foo",), "a game must be one of odd_encounters, realms_of_myth, rencounter, salamis, traveller; got foo"),
        (("salamis.d3",), "from 2 to 24 figures can meet each other; got none, as Salamis ad Actium has no men"),
        (("rencounter", "turn_limit=3"), "a check must be named to ask for turn_limit=3; got rencounter, a game; try"),
        (("rencounter.duel", "--outcome", "turns"), "turns must be asked with result=turns; got it as an outcome of"),
        (("rencounter.duel", "--men", "nowhere.txt"), "a roster must be a game, or a file that can be read; got now"),
        (("rencounter", "--against", "Recruit"), "one man must go through the fights; got 0; name him, such as Rec"),
        (("rencounter.fire", "Knight", "--against", "Recruit"), "fights one after another are those of rencounter.d"),
        (("traveller.duel", "--men", "rencounter"), "the figures must be of traveller; got some of rencounter; try re"),
    ],
)
def test_what_men_cannot_be_asked_is_refused(refused, words, sentence):
    assert refused("roster", *words).startswith(f"rencounter: {sentence}")
