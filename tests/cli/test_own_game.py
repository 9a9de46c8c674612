"""A game of one's own on the command line: a new one, and ``--game`` of every command."""

from __future__ import annotations

import json
import os
import shlex
import sys
from pathlib import Path

import pytest

from rencounter_kit.engine.files.folders import project_folder
from rencounter_kit.engine.words.errors import RuleError
from rencounter_kit.fronts import cli
from rencounter_kit.fronts.cli import own_lesson, pages, pocket
from rencounter_kit.fronts.cli.app_pages import PAGES_VARIABLE
from rencounter_kit.fronts.cli.command import CommandParser, adding
from rencounter_kit.fronts.cli.made_page import lay_lesson
from rencounter_kit.workbook.analysis.mine import Mine
from rencounter_kit.workbook.mechanics.links import command, taken_in
from rencounter_kit.workbook.mechanics.registry import checks
from rencounter_kit.workbook.rulebook import library


def pocket_words(*words):
    """What the command is told."""
    parser = CommandParser()
    pocket.add(adding(parser.add_subparsers()))
    return parser.parse_args(["pocket", *map(str, words)])


@pytest.fixture
def run(capsys, monkeypatch):
    monkeypatch.delenv(library.VARIABLE, raising=False)

    def command(*words):
        status = cli.main(list(map(str, words)))
        return status, *capsys.readouterr()

    yield command
    for variable in (library.VARIABLE, own_lesson.VARIABLE):
        os.environ.pop(variable, None)


@pytest.fixture
def ford(run, tmp_path):
    assert run("new", tmp_path / "ford")[0] == 0
    return tmp_path / "ford"


def test_a_new_game_is_laid_into_a_folder_and_can_be_asked_at_once(run, ford):
    status, out, err = run("check", "ford.shoot", "skill=1", "range=medium", "--game", ford)
    assert (status, err) == (0, "") and "7/12" in out
    assert sorted(file.name for file in ford.iterdir()) == ["ford.ipynb", "ford.toml"]


def test_a_new_game_bears_the_name_of_its_folder(run, tmp_path):
    status, out, _ = run("new", tmp_path / "Iron Hills")
    assert status == 0 and "iron_hills.toml" in out
    assert (
        "Iron Hills" in (tmp_path / "Iron Hills" / "iron_hills.toml").read_text() and f"{tmp_path}/Iron Hills'" in out
    )
    assert "iron_hills.shoot" in (tmp_path / "Iron Hills" / "iron_hills.ipynb").read_text()
    assert run("check", "iron_hills.wade", "--game", tmp_path / "Iron Hills")[0] == 0


def test_an_empty_folder_is_taken_also_the_one_that_one_stands_in(run, tmp_path, monkeypatch):
    for name in ("ford", "hill"):
        (tmp_path / name).mkdir()
    (tmp_path / "ford" / ".git").mkdir()
    assert run("new", tmp_path / "ford")[0] == 0 and (tmp_path / "ford" / "ford.toml").is_file()
    monkeypatch.chdir(tmp_path / "hill")
    status, out, _ = run("new", ".")
    assert status == 0 and "rencounter lab --game ." in out
    assert run("check", "hill.shoot", "--game", ".")[0] == 0


def test_a_folder_in_which_something_stands_is_refused_and_left_as_it_is(run, ford, tmp_path):
    (ford / "ford.toml").write_text("mine")
    status, _, err = run("new", ford)
    assert status == 2 and f"which has ford.ipynb; try another name, such as rencounter new {ford}2" in err
    assert (ford / "ford.toml").read_text() == "mine"
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "aunt.txt").write_text("Dear aunt")
    assert run("new", tmp_path / "letters")[0] == 2
    assert [file.name for file in (tmp_path / "letters").iterdir()] == ["aunt.txt"]
    (tmp_path / "note").write_text("a file")
    status, _, err = run("new", tmp_path / "note")
    assert status == 2 and "must be a folder" in err


@pytest.mark.parametrize("name", ["rencounter", "7th_sea", "___"])
def test_a_folder_whose_name_no_game_can_have_is_refused(run, tmp_path, name):
    status, _, err = run("new", tmp_path / name)
    assert status == 2 and len(err.splitlines()) == 1
    assert not list(tmp_path.glob("*/*"))


def test_house_rules_and_lists_know_it(run, ford):
    out = run("house", "ford", "--game", ford)[1]
    assert "thick_trees" in out and "a_steadier_throw" in out
    out = run("compare", "ford.shoot", "cover=yes", "--rules", "thick_trees", "--game", ford)[1]
    assert "hits" in out
    assert "ford.duel" in run("list", "--game", ford)[1]


@pytest.mark.parametrize("by_folder", [True, False])
def test_a_handout_of_a_game_that_has_no_ready_one_names_the_way(run, ford, by_folder):
    status, out, err = run("handout", ford if by_folder else "ford", "--game", ford)
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert "a handout of ford must be a text of your own" in err and "rencounter book ford" in err


def test_what_is_wrong_in_its_file_is_told_in_one_line(run, ford):
    file = ford / "ford.toml"
    file.write_text(file.read_text().replace('dice = "{dice.wade} <= {highest}"', 'dice = "{dice.wade} <= {higest}"'))
    status, out, err = run("check", "ford.wade", "--game", ford)
    line = next(n for n, one in enumerate(file.read_text().splitlines(), 1) if "higest" in one)
    assert (status, out) == (2, "") and err.startswith(f"rencounter: ford.toml, line {line}: ") and "highest" in err


def test_python_needs_the_game_that_it_is_for(run, ford):
    assert "--python needs exactly one --game" in run("check", "rencounter.fire", "--python", "x.py")[2]
    assert "which is not there" in run("check", "ford.wade", "--game", ford, "--python", ford / "x.py")[2]


@pytest.fixture
def started(monkeypatch):
    """No server is started; the commands and environments that they would have been started with."""
    calls = []
    monkeypatch.chdir(os.getcwd())  # noqa: PTH109, where the command goes, it is brought back from
    monkeypatch.setattr(pages.os, "execve", lambda path, command, env: calls.append((command, env)))
    monkeypatch.setattr(pages.subprocess, "call", lambda command, env, cwd: 0)
    monkeypatch.setattr(pages, "_must_be_free", lambda port: None)
    return calls


@pytest.mark.parametrize(("command", "address"), [("lab", "/lab/tree/ford.ipynb"), ("app", "/voila/render/ford.ipynb")])
def test_its_page_is_opened_and_every_python_behind_a_page_knows_it(run, ford, started, command, address):
    assert run(command, "--game", ford, "--no-browser")[0] == 0
    ((words, environment),) = started
    root = ford.resolve() if command == "lab" else project_folder("notebooks")
    assert f"--ServerApp.root_dir={root}" in words and any(word.endswith(f"default_url={address}") for word in words)
    assert json.loads(environment[library.VARIABLE]) == [[str((ford / "ford.toml").resolve()), None]]
    laid = (
        ["rencounter-pages"] if command == "lab" else []
    )  # to be changed there; the app shows them from where they are
    assert sorted(one.name for one in ford.iterdir()) == ["ford.ipynb", "ford.toml", *laid]


def test_the_app_shows_the_notebooks_of_a_folder_that_is_named_as_a_folder_of_notebooks(run, ford, started):
    assert run("app", "--game", ford, "--pages", ford, "--no-browser")[0] == 0
    ((words, environment),) = started
    assert f"--ServerApp.root_dir={ford.resolve()}" in words and environment[PAGES_VARIABLE] == str(ford.resolve())
    status, _, err = run("app", "--pages", ford / "ford.ipynb", "--no-browser")
    assert status == 2 and "--pages must be a folder of notebooks" in err and len(started) == 1


@pytest.mark.parametrize("command", ["lab", "app"])
def test_a_server_stands_in_a_folder_of_ours_and_takes_no_module_from_where_it_stands(run, ford, started, command):
    assert run(command, "--game", ford, "--no-browser")[0] == 0
    assert Path.cwd() == Path(pages.__file__).with_name(command)
    ((_, environment),) = started
    assert environment["PYTHONSAFEPATH"] == "1"


def test_a_game_without_a_page_gets_one_in_the_app_and_nothing_is_laid_beside_it(run, ford, started):
    (ford / "ford.ipynb").unlink()
    assert run("app", "--game", ford / "ford.toml", "--no-browser")[0] == 0
    ((words, _),) = started
    assert "--ServerApp.default_url=/voila/render/ford.ipynb" in words
    assert [one.name for one in ford.iterdir()] == ["ford.toml"]


def test_a_game_without_a_page_gets_one_among_the_pages_of_lab_which_is_then_yours(run, ford, started):
    (ford / "ford.ipynb").unlink()
    assert "ford.ipynb: new" in run("lab", "--game", ford / "ford.toml", "--no-browser")[1].splitlines()
    made = ford / "rencounter-pages" / "ford.ipynb"
    changed = made.read_text().replace("# The Ford", "# Our ford")
    assert 'rk.shelf(\\"ford\\")' in changed and changed != made.read_text()
    made.write_text(changed)
    assert "ford.ipynb: new" not in run("lab", "--game", ford / "ford.toml", "--no-browser")[1]
    assert made.read_text() == changed
    assert all("--LabApp.default_url=/lab/tree/rencounter-pages/ford.ipynb" in words for words, _ in started)


@pytest.fixture
def mine(tmp_path):
    """A lesson about the game of one's own."""
    file = tmp_path / "mine.toml"
    file.write_text('title = "Who wades?"')
    return file


def test_a_lesson_of_ones_own_is_opened_in_the_app_and_its_game_is_known_there(run, ford, mine, started):
    assert run("app", "--lesson", mine, "--no-browser")[0] == 0
    assert run("app", "--lesson", mine, "--game", ford, "--no-browser")[0] == 0
    for words, environment in started:
        assert "--ServerApp.default_url=/voila/render/lesson_mine.ipynb" in words
        assert f"--ServerApp.root_dir={project_folder('notebooks')}" in words
        assert json.loads(environment[own_lesson.VARIABLE]) == [str(mine.resolve())]
    assert sorted(one.name for one in ford.iterdir()) == ["ford.ipynb", "ford.toml"]
    assert "rencounter lesson FILE --new writes one" in run("app", "--lesson", mine.with_name("no.toml"))[2]


def test_a_lesson_of_ones_own_gets_a_page_in_lab_which_is_then_yours_and_asks_no_other(run, ford, mine, started):
    lab = ("lab", "--game", ford, "--no-browser", "--lesson")
    assert "lesson_mine.ipynb: new" in run(*lab, mine)[1].splitlines()
    made = ford / "rencounter-pages" / "lesson_mine.ipynb"
    changed = made.read_text().replace("# Who wades?", "# Who swims?")
    made.write_text(changed)
    assert "lesson_mine" not in run(*lab, mine)[1] and made.read_text() == changed and "swims" in changed
    (other := ford / "mine.toml").write_text("title = 3")
    assert "lesson_mine_2.ipynb: new" in run(*lab, other)[1] and made.read_text() == changed
    foreign = changed.replace("from rencounter_kit.panels import lesson", "from os import system as lesson")
    made.write_text(foreign)
    (ford / "rencounter-pages" / "lesson_mine_2.ipynb").unlink()
    lines = run(*lab, mine)[1].splitlines()
    assert lines[:2] == ["lesson_mine.ipynb: not one of our pages, left as it is", "lesson_mine_2.ipynb: new"]
    assert made.read_text() == foreign != changed
    opened = [word.rpartition("/")[2] for words, _ in started for word in words if "default_url=" in word]
    assert opened == ["lesson_mine.ipynb", "lesson_mine.ipynb", "lesson_mine_2.ipynb", "lesson_mine_2.ipynb"]


def test_a_page_of_a_lesson_is_known_again_whatever_its_folder_is_called(tmp_path):
    (file := tmp_path / '\u00fcber "uns".toml').write_text('title = "Wir"')
    page = tmp_path / "lesson.ipynb"
    assert [lay_lesson(page, file) for _ in range(2)] == [(page, ["lesson.ipynb: new"]), (page, [])]


def test_what_a_lesson_is_told_can_be_done(run, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    status, output, _ = run("lesson", "~/mine.toml", "--new")
    assert status == 0 and (tmp_path / "mine.toml").is_file() and "app --lesson '~/mine.toml'" in output
    assert "app --lesson" not in run("lesson", "modifiers")[1]


def test_another_process_knows_the_games_of_the_command_that_began_it(ford):
    import subprocess

    code = "import rencounter_kit as rk; print(rk.check('ford.wound').event('dies'))"
    environment = {**os.environ, library.VARIABLE: json.dumps([[str(ford / "ford.toml"), None]])}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("1/6\n", "")


def test_the_starter_is_all_that_a_new_folder_gets():
    assert {file.name for file in (project_folder("data") / "starter").iterdir()} == {
        "ford.toml",
        "ford.ipynb",
        "lesson.toml",
    }


@pytest.mark.parametrize("value", ["[", "3", '[["x"]]', "[[3, 4]]", '{"a": 1}', "[" * 5000], ids=range(6))
def test_a_variable_that_names_no_games_is_told_in_one_sentence(monkeypatch, value):
    monkeypatch.setenv(library.VARIABLE, value)
    with pytest.raises(RuleError, match=f"{library.VARIABLE} must be a list of files and their Python"):
        library._from_variable.__wrapped__()


def test_a_lesson_begins_with_questions_of_ones_own_game(run, ford, tmp_path):
    mine = tmp_path / "new.toml"
    status, out, err = run("lesson", mine, "--new", "--game", ford)
    assert (status, err) == (0, "") and "Does the arrow hit?" in out
    lines = [line for line in mine.read_text().splitlines() if line.startswith("check =")]
    assert len(lines) >= 3 and all('"ford.' in line for line in lines)
    assert run("lesson", mine, "--game", ford)[0] == 0
    kinds = [line for line in mine.read_text().splitlines() if line.startswith("kind =")]
    assert len(kinds) == len(set(kinds))


@pytest.mark.parametrize("title", ["Strikes it? \\U0001F3B2", "Strikes {it}?", "Strikes \\u007F it?"])
def test_a_lesson_begins_with_questions_whatever_a_check_is_called(run, ford, tmp_path, title):
    file = ford / "ford.toml"
    file.write_text(file.read_text().replace("Does the arrow hit?", title))
    mine = tmp_path / "new.toml"
    status, out, err = run("lesson", mine, "--new", "--game", ford)
    assert (status, err) == (0, "") and "Strikes" in out
    assert run("lesson", mine, "--game", ford)[0] == 0


def test_a_game_without_two_changes_has_no_lesson(run, tmp_path):
    (game := tmp_path / "bare.toml").write_text(
        '[book]\ntitle = "Bare"\n[one]\nsource = "One"\nneeded = 4\n[check.it]\ntitle = "Does it?"\nsource = "One"\n'
        'dice = "d6 >= {one.needed}"\noutcomes = { no = "no", yes = "yes" }\nevents = { does = "yes" }\n'
    )
    status, _, err = run("lesson", tmp_path / "new.toml", "--new", "--game", game)
    assert status == 2 and "bare has none" in err and not (tmp_path / "new.toml").exists()


def test_the_pocket_edition_opens_at_ones_own_game(run, ford):
    assert pocket._start(pocket_words(), Mine()) == ""
    assert run("list", "--game", ford)[0] == 0
    assert pocket._start(pocket_words("--game", ford), Mine()) == "check=ford.shoot"
    assert pocket._start(pocket_words("ford.wade", "flood=2", "--game", ford), Mine()) == "check=ford.wade&flood=2"


def test_a_copied_command_names_the_game_and_is_taken_again(run, ford):
    assert run("list", "--game", ford)[0] == 0
    check = checks["ford.shoot"]
    line = command(check, {"skill": 2})
    assert line == f"rencounter check ford.shoot skill=2 --game {ford}"
    assert run(*shlex.split(line)[1:])[0] == 0
    assert taken_in(check, line).choices["skill"] == 2
