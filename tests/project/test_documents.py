"""What README.md, CONTRIBUTING.md, DESIGN.md and the pages say is so: commands and what they print, Python, files,
links, lengths.
"""

import doctest
import json
import re
import shlex
import shutil
import struct
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import rencounter_kit as rk
from rencounter_kit.fronts.cli import own_lesson
from rencounter_kit.workbook.rulebook import library

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
LONG = ("rencounter effects", "rencounter verify")


def words_of(page):
    """The text of a page, without its code."""
    cells = json.loads(page.read_text(encoding="utf-8"))["cells"]
    return "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")


PAGES = {page.stem: words_of(page) for page in sorted((ROOT / "notebooks").glob("*.ipynb"))}
DOCUMENTS = {"README": README, **PAGES}


def blocks(text, kind):
    """What stands between the marks of code of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```", text, re.M | re.S)


def sessions():
    """Each run of commands with what it says that they print, and the document it stands in."""
    for name, text in DOCUMENTS.items():
        for session in blocks(text, "console"):
            first = session.partition("\n")[0].removeprefix("$ ")
            long = (pytest.mark.long,) if any(f"$ {one}" in session for one in LONG) else ()
            yield pytest.param(name, session, id=f"{name}: {first}", marks=long)


SESSIONS = list(sessions())


ADDED = {  # what a step says in words: a file, behind what, and the line that it names
    "rencounter_kit/workbook/games/traveller/__init__.py": [('MEETINGS = "', "bribes", " ")],
    "tests/witness/traveller_events.py": [("EVENTS = {\n    ", '"bribe": {"takes it": {"takes"}},', "\n    ")],
    "notebooks/traveller.ipynb": [('"rk.shelf(\\n",\n    ', '"traveller.bribe",', "\n    ")],
}


@pytest.fixture
def with_the_example(tmp_path):
    """A copy of the project with the check that CONTRIBUTING writes out, made step by step as it says there."""
    for folder in ("rencounter_kit", "data", "notebooks", "tests"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    pieces = re.findall(r"^```(?:toml|python)\n# (\S+/\S+)\n(.*?)^```", CONTRIBUTING, re.M | re.S)
    assert len(pieces) == 5
    for file, text in pieces:
        there = tmp_path / file
        before = there.read_text(encoding="utf-8") if there.exists() else ""
        before, rulings, switches = before.partition("# Rulings")
        there.write_text(f"{before}{text}{rulings}{switches}", encoding="utf-8")
    for file, lines in ADDED.items():
        text = (tmp_path / file).read_text(encoding="utf-8")
        for behind, line, end in lines:
            assert behind in text and f"`{line}`" in CONTRIBUTING
            put = f"{json.dumps(f'    {line}' + chr(10))}," if file.endswith("ipynb") else line
            text = text.replace(behind, f"{behind}{put}{end}", 1)
        (tmp_path / file).write_text(text, encoding="utf-8")
    return tmp_path


def tried(folder):
    """What the tests of the check say."""
    which = ("tests/checks", "tests/rulebook/test_data.py", "-k", "traveller.bribe or switches_stand")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *which]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_check_that_is_written_out_for_contributors_passes_all_tests_and_its_mistake_is_found(with_the_example):
    done = tried(with_the_example)
    assert done.returncode == 0 and " passed" in done.stdout, done.stdout
    assert "`+ 3 * p.large`" in CONTRIBUTING
    witness = with_the_example / "tests/witness/traveller.py"
    witness.write_text(witness.read_text(encoding="utf-8").replace("+ 2 * p.large", "+ 3 * p.large"), encoding="utf-8")
    done = tried(with_the_example)
    assert done.returncode == 1 and "traveller.bribe" in done.stdout, done.stdout


@pytest.fixture
def no_game_stays(monkeypatch):
    """Games that a command brought are forgotten."""
    before = set(library.games())
    for variable in (library.VARIABLE, own_lesson.VARIABLE):
        monkeypatch.setenv(variable, "[]")
    yield
    for stem in set(library.games()) - before:
        library.put(None, stem)


@pytest.mark.usefixtures("no_game_stays")
@pytest.mark.parametrize(("name", "session"), SESSIONS)
def test_commands_print_what_is_shown(name, session, tmp_path, run, monkeypatch):
    """A line "..." stands for any lines. Files that the document shows with their names are there."""
    for file, text in re.findall(r"^```toml\n# (\S+\.toml)\n(.*?)^```", DOCUMENTS[name], re.M | re.S):
        (tmp_path / file).write_text(text)
    monkeypatch.chdir(tmp_path)
    for part in re.split(r"^\$ ", session, flags=re.M)[1:]:
        command, _, expected = part.partition("\n")
        program, *words = shlex.split(command)
        assert program == "rencounter"
        _, output, refused = run(*words)
        printed = "\n".join(line.rstrip() for line in (output + refused).rstrip().splitlines())
        parts = [re.escape(part) for part in re.split(r"^\.\.\.\n?", expected.rstrip(), flags=re.M)]
        assert re.fullmatch(r"[\s\S]*".join(parts), printed), f"{name} shows\n{expected}\nbut it prints\n{printed}"


def test_the_commands_that_one_needs_first_are_shown():
    commands = {
        part.split()[0]
        for name, session in (one.values for one in SESSIONS)
        for part in session.split("$ rencounter ")[1:]
    }
    assert commands >= {
        "check",
        "explain",
        "list",
        "sweep",
        "dice",
        "handout",
        "house",
        "compare",
        "solve",
        "new",
        "verify",
    }
    assert any(name == "README" for name, _ in (one.values for one in SESSIONS))


@pytest.mark.parametrize("name", [name for name, text in DOCUMENTS.items() if "```pycon" in text])
def test_python_answers_what_is_shown(name):
    """The examples of a document are one conversation."""
    text = "\n".join(blocks(DOCUMENTS[name], "pycon"))
    examples = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    wrong = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(examples, out=wrong.append)
    assert runner.tries > 2 and not wrong, "".join(wrong)


@pytest.mark.usefixtures("no_game_stays")
def test_the_pieces_of_a_game_file_are_a_game(tmp_path):
    """The figures, inputs, checks, fight and example of the page, put together: the example comes out, and the fight is
    asked.
    """
    pieces = blocks(PAGES["game_files"], "toml")
    assert len(pieces) >= 5
    (tmp_path / "ford.toml").write_text("\n".join(pieces))
    rk.load_game(tmp_path / "ford.toml")
    (example,) = tomllib.loads(pieces[-1])["example"]
    result = rk.check(f"ford.{example['check']}", **example["params"])
    assert {outcome: str(chance) for outcome, chance in result.items()} == example["expect"]
    assert rk.check("ford.duel", a_armor=2).event("A wins") > rk.check("ford.duel").event("A wins")


def column(page, head):
    """What stands in code in the first column of the table with this head."""
    (table,) = re.findall(rf"^\| {head} \|.*\n.*\n((?:\|.*\n)+)", PAGES[page], re.M)
    return re.findall(r"^\| `(.+?)` \|", table, re.M)


def test_each_kind_of_house_rule_can_be_written():
    lines = column("house_rule_lines", "write")
    ours = rk.rules("rencounter").with_house_rules("\n".join(lines))
    for path in ("fire.shield.large", "dice.fire", "rulings.skill_roll", "fire.smoke"):
        assert path in ours.lines


def test_a_new_modifier_counts_in_each_way_that_is_named():
    for key in column("house_rule_lines", "add"):
        ask = ['ask = "There is smoke."'] if key == "both = true" else []
        keys = ", ".join(["value = -2", *ask, key])
        ours = rk.rules("rencounter").with_house_rules(f'fire.smoke = {{ to = "to hit", {keys} }}')
        assert "fire.smoke" in ours.lines


def test_a_roll_put_in_counts_in_each_way_that_is_named():
    for line in column("house_rule_lines", "line"):
        ours = rk.rules("rencounter").with_house_rules(line)
        settings = (
            {"braced": True, "aim_turns": 1}
            if "braced" in line
            else {"skill": 1, "range_band": "medium", "target_armor": 2}
        )
        assert (
            rk.check("rencounter.fire", rules=ours, **settings).dist != rk.check("rencounter.fire", **settings).dist
        ), line


LONGEST = {"README.md": 6_000, "DESIGN.md": 12_000, "DECISIONS.md": 15_000, "CONTRIBUTING.md": 9_000}  # bytes


@pytest.mark.parametrize("name", LONGEST)
def test_a_document_is_short_enough_to_be_read(name):
    assert len((ROOT / name).read_bytes()) <= LONGEST[name]


def test_what_changed_in_a_version_is_short_enough_to_be_read():
    """The first version is the one that is built, which is also the one to cite."""
    versions = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.M)[1:]
    released = [version for version in versions if not version.startswith("Unreleased\n")]
    assert re.fullmatch(rf"{re.escape(rk.__version__)}, \d{{4}}-\d\d-\d\d", released[0].partition("\n")[0])
    assert f"\nversion: {rk.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert max(len(version.encode()) for version in versions) <= 4_000


def test_the_picture_of_the_readme_is_half_as_wide_again_as_high():
    (picture,) = re.findall(r"^!\[[^\]]{40,}\]\((.+\.png)\)", README, re.M)
    width, height = struct.unpack(">II", (ROOT / picture).read_bytes()[16:24])
    assert width / height == pytest.approx(3 / 2, rel=0.01)


def test_make_has_the_commands_that_are_named():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M))
    named = set(re.findall(r"(?:^|`)make ([a-z]+)(?=`|$|\s{2})", README + CONTRIBUTING, re.M))
    assert named <= targets
    assert {"lab", "test", "lint", "format"} <= named


def test_pages_and_pictures_that_are_named_exist():
    links = re.findall(r"\]\(([^)#]+)\)", README + CONTRIBUTING)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
