"""What README.md and CONTRIBUTING.md say is so: commands, pages, and what the command line prints.

The Python examples of README.md run as doctests.
"""

import re
import shlex
import tomllib
from pathlib import Path

import pytest

import rencounter_kit as rk
from rencounter_kit.workbook.rulebook import book
from tests.witness.params import Params

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
FUTURE = "from __future__ import annotations\n"


def console():
    """Each command line of the README with what it says that it prints."""
    for block in re.findall(r"^```console\n(.*?)^```", README, re.M | re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            long = (pytest.mark.long,) if command.startswith("rencounter effects") else ()
            yield pytest.param(command, output.rstrip(), id=command, marks=long)


EXAMPLES = list(console())


def test_the_check_that_is_written_out_for_contributors_works(tmp_path, monkeypatch):
    """Its figures, its text, its worked example, and its witness, put together."""
    data, ruling, asks, example = (
        text
        for text in re.findall(r"^```toml\n(.*?)^```", CONTRIBUTING, re.M | re.S)
        if "leap" in text or "run_up" in text
    )
    *texts, witness = re.findall(r"^```python\n(.*?)^```", CONTRIBUTING, re.M | re.S)
    (tmp_path / "rencounter.toml").write_text((ROOT / "data/rencounter.toml").read_text() + data + ruling + asks)
    extended = book.load(tmp_path / "rencounter.toml")
    monkeypatch.setattr(book, "_book", lambda stem: extended)
    written = {"__name__": "obstacles", "__package__": "rencounter_kit.workbook.games.rencounter"}
    exec("from __future__ import annotations\n" + "\n".join(text.replace(FUTURE, "") for text in texts), written)
    played = {}
    exec(witness, played)
    leap, (worked,) = written["leap"], tomllib.loads(example)["example"]
    assert leap.id == worked["check"]
    found = leap(**worked["params"])
    assert {outcome: str(chance) for outcome, chance in found.items()} == worked["expect"]
    for run_up in (False, True):
        p = Params(**leap.values(leap.book, {**worked["params"], "run_up": run_up}))
        faces = [played["leap"](lambda sides, name, face=face: face, p) for face in range(1, 13)]
        assert 12 * leap(run_up=run_up, **worked["params"])["clears"] == faces.count("clears")
    assert leap.parameters["armor"].help == "0 none to 4 full, -1 each."
    ours = leap.book.with_house_rules('dice.leap = "2d6"')
    assert "2d6" in str(leap(rules=ours, **worked["params"]).explain())
    held = written["long_leap"](**worked["params"])
    assert held["clears"] == found["clears"] and held["clings"] == found["falls"] / 4
    assert written["short_leap"](**worked["params"])[0] == found["clears"]


@pytest.mark.parametrize(("command", "shown"), EXAMPLES)
def test_the_command_line_prints_what_the_readme_shows(command, shown, tmp_path, run, monkeypatch):
    """A line "..." stands for any lines. A file of house rules is the one that the README shows."""
    for name, text in re.findall(r"^```toml\n# (\S+\.toml)\n(.*?)^```", README, re.M | re.S):
        (tmp_path / name).write_text(text)
    program, *words = shlex.split(command)
    assert program == "rencounter"
    monkeypatch.chdir(tmp_path)
    _, told, refused = run(*words)
    printed = "\n".join(line.rstrip() for line in (told + refused).rstrip().splitlines())
    parts = [re.escape(part) for part in re.split(r"^\.\.\.\n?", shown, flags=re.M)]
    assert re.fullmatch(r"[\s\S]*".join(parts), printed), f"the README shows\n{shown}\nbut it prints\n{printed}"


def test_the_tour_shows_each_command():
    shown = {example.values[0].split()[1] for example in EXAMPLES}
    assert shown >= {"check", "explain", "list", "sweep"}


def test_make_has_the_commands_that_are_named():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M))
    named = set(re.findall(r"(?:^|`)make ([a-z]+)(?=`|$|\s{2})", README + CONTRIBUTING, re.M))
    assert named <= targets
    assert {"lab", "test", "lint", "format"} <= named


def test_pages_and_pictures_that_are_named_exist():
    links = re.findall(r"\]\(([^)#]+)\)", README + CONTRIBUTING)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_table_of_games_names_checks_that_there_are():
    """That it names each of them is in the contract for a check."""
    rows = re.findall(r"^\| [^|]+ \| `(\w+)` \| (`.*`) \|$", README, re.M)
    named = {f"{stem}.{name}" for stem, names in rows for name in re.findall(r"`(\w+)`", names)}
    assert named and named <= set(rk.checks)


def test_every_page_is_named():
    pages = {page.name for page in (ROOT / "notebooks").glob("*.ipynb")}
    assert pages
    assert {page for page in pages if f"(notebooks/{page})" not in README} == set()
