"""A game that a stranger sent runs nothing: whatever else lies in its folder, no command that takes the game
opens it.
"""

import json
import os
import subprocess
import sys
from hashlib import sha256

import pytest

from rencounter_kit.engine.files.written_file import lay_file
from rencounter_kit.engine.words.errors import RuleError
from rencounter_kit.fronts.cli.made_page import same_code
from rencounter_kit.fronts.cli.main import COMMANDS, main
from rencounter_kit.fronts.cli.own_game import starter_text
from rencounter_kit.workbook.rulebook import library
from tests.watched_folder import lay_traps, watched

SHOT, DUEL, OUT = "ford.shoot", "ford.duel", "OUT"  # OUT : a folder elsewhere
RULE = ("--rules", "shooting.needed = 7")
CALLS = {
    "check": (SHOT,),
    "list": ("ford",),
    "explain": (SHOT,),
    "sweep": (SHOT, "skill=0..3", "-o", f"{OUT}/table.csv"),
    "ask": ("skill 8, long bow at full plate",),
    "simulate": (DUEL, "--fights", "60000", "--workers", "2"),
    "dice": ("2d6 >= 8",),
    "formula": (SHOT, "skill"),
    "worth": (SHOT,),
    "tornado": (SHOT,),
    "shapley": (SHOT, "skill=2"),
    "interaction": (SHOT, "--change", "skill", "cover=yes"),
    "luck": (SHOT, "3", "5"),
    "evening": ("3 of 8 at 5/12",),
    "roster": ("ford",),
    "compare": (SHOT, *RULE),
    "solve": (SHOT, "skill", "--to", "1/2"),
    "effects": ("ford", *RULE),
    "house": ("ford", "shooting.needed = 7", "--sheet", f"{OUT}/sheet.html"),
    "handout": (f"{OUT}/handout.toml", "-o", f"{OUT}/handout.html"),
    "slide": (SHOT, "-o", f"{OUT}/slide.html"),
    "lesson": (f"{OUT}/lesson.toml", "--new"),
    "worksheet": (f"{OUT}/lesson.toml", "-o", f"{OUT}/worksheet.html"),
    "book": ("ford", "-o", f"{OUT}/book.html"),
    "new": ("another",),
    "verify": (".",),
    "pocket": (SHOT, "-o", f"{OUT}/shot.html"),
    "site": (f"{OUT}/site",),
}
SERVERS = {"app", "lab"}  # in tests/browser/test_strangers_folder.py
NO_GAME = {"lite"}  # what takes none
HANDOUT = """title = "Shots"
game = "ford"
[[table]]
check = "ford.shoot"
title = "A shot"
event = "hits"
down = "skill=0..3"
across = "range"
"""
COMMANDS_IN_A_ROW = """import json, os, sys
from multiprocessing import set_start_method
from rencounter_kit.fronts.cli import main
if __name__ == "__main__":
    set_start_method("spawn")
    statuses = {}
    for words in json.loads(sys.argv[1]):
        statuses[words[0]] = main(words)
        os.environ.pop("RENCOUNTER_GAMES", None)
    print(json.dumps(statuses))
"""


@pytest.fixture
def folder(tmp_path):
    """A stranger's folder, in which one stands."""
    (made := tmp_path / "ford").mkdir()
    lay_traps(made, tmp_path / "was run")
    (made / "ford.toml").write_text(starter_text("ford", ".toml"))
    (made / "ford.ipynb").write_text("{}")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "handout.toml").write_text(HANDOUT)
    return made


def test_every_command_is_among_these():
    assert {*CALLS} | SERVERS | NO_GAME == {*COMMANDS}


@pytest.mark.parametrize(
    "commands", [{*CALLS} - {"pocket", "site"}, pytest.param({"pocket", "site"}, marks=pytest.mark.long)]
)
def test_no_command_opens_anything_but_the_game(folder, tmp_path, commands):
    """One Python runs them all, and begins others; each stands in the folder."""
    out = str(tmp_path / "out")
    lines = [
        [command, *(word.replace(OUT, out) for word in words)]
        for command, words in CALLS.items()
        if command in commands
    ]
    for words in lines:
        words += [] if words[0] in ("new", "verify") else ["--game", "."]
    with watched(folder) as there:
        done = subprocess.run(
            [sys.executable, "-P", "-c", COMMANDS_IN_A_ROW, json.dumps(lines)],
            cwd=folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
        opened = there.opened()
    assert (done.stderr, json.loads(done.stdout.splitlines()[-1])) == ("", dict.fromkeys(commands, 0))
    assert opened <= {"ford.toml", "ford.verified"}
    assert not (tmp_path / "was run").exists()


@pytest.mark.parametrize("link", ["ford.verified", ".rencounter-pages.json", "start_here.ipynb", "ford.ipynb", ""])
def test_nothing_is_written_through_a_link_that_lies_in_the_folder(tmp_path, link, monkeypatch, capsys):
    monkeypatch.setenv(library.VARIABLE, "[]")
    (folder := tmp_path / "ford").mkdir()
    (folder / "ford.toml").write_text(starter_text("ford", ".toml"))
    (mine := tmp_path / "mine").mkdir()
    (mine / "letter").write_text("Dear aunt")
    leads = mine / ("new" if link.endswith(".ipynb") else "letter")
    if link.endswith(".verified"):
        (folder / link).symlink_to(leads)
        assert main(["verify", str(folder)]) == 0
    else:
        monkeypatch.setattr(
            "rencounter_kit.fronts.cli.pages.open_lab", lambda *_, **__: pytest.fail("begun all the same")
        )
        if link:
            (folder / "rencounter-pages").mkdir()
            (folder / "rencounter-pages" / link).symlink_to(leads)
        else:
            (folder / "rencounter-pages").symlink_to(mine)
        assert main(["lab", "--game", str(folder)]) == 2
        assert "a link" in capsys.readouterr().err
    library.put(None, "ford")
    assert [(one.name, one.read_text()) for one in mine.iterdir()] == [("letter", "Dear aunt")]


@pytest.fixture
def opened(tmp_path, monkeypatch):
    """The game of a stranger, and the page that Lab opens in its folder."""
    monkeypatch.setenv(library.VARIABLE, "[]")
    (folder := tmp_path / "ford").mkdir()
    (folder / "ford.toml").write_text(starter_text("ford", ".toml"))
    first = list[str]()
    monkeypatch.setattr("rencounter_kit.fronts.cli.pages.open_lab", lambda *_, **more: first.append(more["first"]) or 0)

    def lab():
        assert main(["lab", "--game", str(folder)]) == 0
        library.put(None, "ford")
        return first.pop()

    return folder, lab


STARTER = json.loads(starter_text("ford", ".ipynb"))
EVIL = {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": [], "source": "open('x', 'w')"}
BLANK = {**EVIL, "source": "\n"}
SCRIPT_OUTPUT = {"output_type": "display_data", "metadata": {}, "data": {"text/html": "<script>alert(1)</script>"}}


def starter(*cells, **more):
    """The page of a new game with cells after its own, and with more beside them."""
    return {**STARTER, "cells": [*STARTER["cells"], *cells], **more}


@pytest.mark.parametrize(
    "page",
    [
        starter(),
        starter(BLANK, {"cell_type": "markdown", "metadata": {}, "source": "We play this on *Mondays*."}),
        starter(metadata={**STARTER["metadata"], "language_info": {"name": "python", "version": "3.13"}}),
    ],
)
def test_lab_opens_the_page_of_a_new_game_whatever_words_stand_in_it(opened, capsys, page):
    folder, lab = opened
    (folder / "ford.ipynb").write_text(json.dumps(page))
    assert lab() == "ford.ipynb"
    assert "not one of our pages" not in capsys.readouterr().out


@pytest.mark.parametrize(
    "page",
    [
        starter(EVIL),
        {**STARTER, "cells": [EVIL]},
        starter({**BLANK, "cell_type": "Code"}),
        starter({**BLANK, "outputs": [SCRIPT_OUTPUT]}),
        starter(metadata={"widgets": {"application/vnd.jupyter.widget-state+json": {"state": {}}}}),
        starter(nbformat=3, worksheets=[{"cells": [EVIL]}]),
        {"cells": 3},
        [],
    ],
)
def test_lab_opens_a_page_of_ours_and_not_a_strangers_and_says_so(opened, capsys, page):
    folder, lab = opened
    (folder / "ford.ipynb").write_text(text := json.dumps(page))
    for _ in range(2):
        assert lab() == "rencounter-pages/ford.ipynb"
        lines = capsys.readouterr().out.splitlines()
        assert "ford.ipynb beside ford.toml: not one of our pages, left as it is" in lines
        assert lines[-1].startswith("A notebook is a program") and "open it from the list of files" in lines[-1]
    assert (folder / "ford.ipynb").read_text() == text
    assert "`ford.ipynb` beside the file is not shown" in (folder / "rencounter-pages" / "ford.ipynb").read_text()


def test_lab_takes_neither_a_page_that_lies_where_ours_is_laid_nor_a_link_to_one_for_ours(opened, capsys):
    """Nor does a record that the stranger has laid beside it prove anything."""
    folder, lab = opened
    assert lab() == "rencounter-pages/ford.ipynb"
    pages = folder / "rencounter-pages"
    made = (pages / "ford.ipynb").read_text()
    record = json.loads((pages / ".rencounter-pages.json").read_text())
    (folder / "kept.ipynb").write_text(made)
    (pages / "ford_2.ipynb").symlink_to(folder / "kept.ipynb")
    for page in ("ford.ipynb", "rencounter_fire.ipynb"):
        (pages / page).write_text(text := json.dumps(starter(EVIL)))
        record[page] = sha256(b"another").hexdigest()
    (pages / ".rencounter-pages.json").write_text(json.dumps(record))
    capsys.readouterr()
    assert lab() == "rencounter-pages/ford_3.ipynb"
    passed = ("rencounter_fire.ipynb", "ford.ipynb", "ford_2.ipynb")
    lines = capsys.readouterr().out.splitlines()
    assert lines[:-1] == [*(f"{page}: not one of our pages, left as it is" for page in passed), "ford_3.ipynb: new"]
    assert lines[-1].startswith("A notebook is a program")
    assert same_code((pages / "ford_3.ipynb").read_text(), made)
    assert (pages / "ford.ipynb").read_text() == (pages / "rencounter_fire.ipynb").read_text() == text


@pytest.mark.parametrize("is_read", [False, True])
def test_a_pipe_that_lies_where_a_file_is_to_be_is_no_file_and_nobody_waits_at_it(tmp_path, is_read):
    os.mkfifo(pipe := tmp_path / "ford.verified")
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK) if is_read else None
    with pytest.raises(RuleError, match=r"ford.verified must be a file that can be written; got .*; move it away"):
        lay_file(pipe, "held together")
    if reader is not None:
        assert os.read(reader, 100) == b""
        os.close(reader)


def test_a_file_of_ours_is_laid_whole_over_a_longer_one(tmp_path):
    (file := tmp_path / "ford.verified").write_text("held together once")
    lay_file(file, "holds")
    assert file.read_text() == "holds"
