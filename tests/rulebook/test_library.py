"""Games are found in files, of the package and of one's own; what is wrong in a file is told with its line."""

from __future__ import annotations

import json
import os
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.words.errors import RuleError
from rencounter_kit.workbook.rulebook import library
from rencounter_kit.workbook.rulebook.places import FileError, line_of

FORD = """\
[book]
title = "The Ford"

[shooting]
source = "Shooting"
needed = 8
cover = { value = -2, ask = "The target is in cover." }

[[layer]]
name = "Thick hedges"
shooting.cover = -3
"""


@pytest.fixture
def ford(tmp_path: Path) -> Path:
    file = tmp_path / "ford.toml"
    file.write_text(FORD)
    return file


def test_a_game_of_ones_own_is_among_the_others_once_it_is_loaded(ford: Path):
    assert "ford" not in library.games()
    book = rk.load_game(ford)
    assert (book.title, book["shooting.needed"]) == ("The Ford", 8)
    assert "ford" in library.games() and rk.rules("ford") is book
    assert rk.ready_rules("ford")["thick_hedges"].changes == {"shooting.cover": -3}


def test_a_folder_names_the_only_file_in_it(ford: Path):
    assert rk.load_game(ford.parent).title == "The Ford"


def test_loaded_anew_what_has_changed_counts(ford: Path):
    first = rk.load_game(ford)
    assert rk.load_game(ford) is first
    ford.write_text(FORD.replace("needed = 8", "needed = 9"))
    assert rk.load_game(ford)["shooting.needed"] == 9 == rk.rules("ford")["shooting.needed"]


def test_a_wrong_file_leaves_all_as_it_was(ford: Path):
    rk.load_game(ford)
    ford.write_text(FORD.replace('source = "Shooting"\n', ""))
    with pytest.raises(FileError, match=r"ford\.toml, line 5: a figure must have a source; shooting.needed has none"):
        rk.load_game(ford)
    assert rk.rules("ford")["shooting.needed"] == 8


def test_house_rules_of_it_travel_with_the_place_of_its_file(ford: Path):
    book = rk.load_game(ford)
    packed = pickle.dumps(book.with_house_rules("shooting.needed = 7"))
    library.put(None, "ford")
    assert pickle.loads(packed)["shooting.needed"] == 7


WRONG = [
    ("[shooting\nneeded = 8", 1, "heading"),
    ("needed = ", 1, "a value must come after =; got none after needed"),
    ('[shooting]\nsource = "S"\nneeded = 8', 1, "title"),
    ('[book]\ntitle = "F"\n', 1, "must have a figure"),
    ('[book]\ntitle = "F"\n[shooting]\nsource = "S"\nneeded = 2020-01-01', 5, "shooting.needed must be"),
    ('[book]\ntitle = "F"\n[shooting]\nsource = 3\nneeded = 2', 4, "source must be words"),
    ('[book]\ntitle = "F"\n[shooting]\nsource = "S"\nneeded = { value = 2, lable = "x" }', 5, "did you mean label"),
    ('[book]\ntitle = "F"\n[shooting]\nsource = "S"\nneeded = 20000', 5, "from -10000 to 10000"),
    ('[book]\ntitle = "F"\n[dice]\nsource = "S"\nshoot = "2d"', 5, "dice.shoot must be"),
    ('[book]\ntitle = "F"\nshooting = 3', 3, "[book] must have title"),
    ('shooting = 3\n[book]\ntitle = "F"\n[fire]\nsource = "S"\na = 1', 1, "a figure must be in a group"),
    ("a = " + "[" * 5000, 1, "deep"),
    (f"layer = 3\n{FORD.partition('[[layer]]')[0]}", 1, "each layer must be below a heading [[layer]]"),
    (FORD.replace("needed = 8", 'needed = { value = 8, choices = "nope" }'), 6, "got nope, which is none"),
    (FORD.replace("needed = 8", 'needed = { value = 8, choices = "shooting.needed.value.x" }'), 6, "which is none"),
    (f"{FORD}[asks]\nrules = {{ help = 'h' }}\n", 13, "rules means something else"),
    (f"situations = 3\n{FORD}", 1, "a situation must be such as"),
    (f"{FORD}[situations]\nshoot = 3\n", 13, "a situation must be such as"),
    (f"{FORD}[situations.shoot]\nfar = 3\n", 13, "a situation must be such as"),
    (FORD.replace("shooting.cover = -3", "shooting.covr = -3"), 9, "did you mean shooting.cover?"),
]


@pytest.mark.parametrize(("text", "line", "message"), WRONG)
def test_what_is_wrong_is_told_with_file_and_line(tmp_path: Path, text: str, line: int, message: str):
    file = tmp_path / "ford.toml"
    file.write_text(text)
    with pytest.raises(RuleError, match=f"^ford.toml, line {line}: .*{re.escape(message)}"):
        rk.load_game(file)
    assert "ford" not in library.games()


@pytest.mark.parametrize("message", [3, None, "~nobody-of-that-name/ford.toml", "\0"])
def test_what_names_no_file_is_refused(message):
    with pytest.raises(RuleError, match="a game must be"):
        rk.load_game(message)


@pytest.mark.parametrize(
    ("name", "message"),
    [("Ford Two.toml", "small letters"), ("rencounter.toml", "is already loaded"), ("ford.txt", "small letters")],
)
def test_a_name_that_a_game_cannot_have_is_refused(tmp_path: Path, name: str, message: str):
    (tmp_path / name).write_text(FORD)
    with pytest.raises(RuleError, match=message):
        rk.load_game(tmp_path / name)


def test_a_file_too_long_is_refused(ford: Path):
    ford.write_text(FORD + "#" * library.LONGEST)
    with pytest.raises(RuleError, match="at most 100,000 characters"):
        rk.load_game(ford)


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("shooting.cover", 7),
        ("shooting", 4),
        ("shooting.nothing", 4),
        ("layer.0", 9),
        ("layer.0.shooting.cover", 11),
        ("no", 1),
    ],
)
def test_the_line_of_a_path_is_found(path: str, line: int):
    assert line_of(FORD, path) == line


def test_a_package_brings_a_game_by_its_entry_point(tmp_path: Path):
    package, about = tmp_path / "hills_rules", tmp_path / "hills_rules-1.0.dist-info"
    package.mkdir()
    about.mkdir()
    (package / "__init__.py").write_text("")
    (package / "hills.toml").write_text(FORD.replace("The Ford", "The Hills"))
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: hills-rules\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[{library.GROUP}]\nhills = hills_rules\n")
    code = "import rencounter_kit as rk; print(rk.rules('hills').title, 'hills' in rk.workbook.rulebook.book.systems())"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("The Hills True\n", "")


def test_a_process_that_begins_with_a_game_of_ones_own_lists_it(ford: Path):
    code = "from rencounter_kit.workbook.rulebook.book import systems; print('ford' in systems())"
    environment = {**os.environ, library.VARIABLE: json.dumps([[str(ford), None]])}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("True\n", "")
