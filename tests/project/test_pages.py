"""Every page runs from top to bottom and claims what is so, here in this Python; ``make test-pages`` gives each one of
its own.
"""

import ast
import json
import re
from fractions import Fraction
from pathlib import Path

import pandas as pd
import pytest
from ipywidgets import Widget

import rencounter_kit as rk

PAGES = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
FOLLOWED = ("traveller", "traveller_encounter")  # all that an encounter can come to
SHORT_PAGES = [pytest.param(page, marks=pytest.mark.long) if page.stem in FOLLOWED else page for page in PAGES]


def code_of(page):
    """The code of its cells, in order."""
    cells = json.loads(page.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def run(code, where, names):
    """Run a cell; what it shows below itself, as a notebook does."""
    *before, last = ast.parse(code).body or [ast.Pass()]
    if not isinstance(last, ast.Expr):
        exec(compile(code, where, "exec"), names)
        return None
    exec(compile(ast.Module(before, []), where, "exec"), names)
    return eval(compile(ast.Expression(last.value), where, "eval"), names)


def is_for_readers(page_path):
    """A widget, or an answer of ours that shows as a page without an identifier; not a dict, a number or a
    DataFrame.
    """
    if isinstance(page_path, Widget):
        return bool(page_path._repr_mimebundle_()["text/plain"])  # it can be shown
    if not (type(page_path).__module__.startswith("rencounter_kit.") and hasattr(page_path, "_repr_html_")):
        return False
    return not re.search(r"[a-z]_[a-z]|Fraction\(", re.sub("<[^>]*>", " ", page_path._repr_html_()))


@pytest.mark.parametrize(
    "raw", [{0: 1}, 0.5085485289581847, Fraction(1, 3), [1], "a_wins", pd.DataFrame({"a": [1]})], ids=type
)
def test_what_python_writes_is_not_for_readers(raw):
    assert not is_for_readers(raw)


def test_a_table_keeps_a_figure_and_its_percent_sign_together():
    """In a narrow window, too; words with a hyphen have it."""
    page_table = rk.table(
        "Blows", {"one_handed": (Fraction(1, 3), "two_handed")}, "sword", "hits", "else", game="realms_of_myth"
    )
    page_table = page_table._repr_html_()
    assert "<td>one-handed</td><td>33.3&nbsp;%</td><td>two-handed</td>" in page_table


def test_a_table_has_an_empty_cell_for_a_figure_that_is_missing():
    frame = pd.DataFrame({"turns": [1.5, float("nan"), float("inf")]})
    assert [cell for (cell,) in rk.table("Turns", frame).cells()[1:]] == ["1.5", "", "inf"]


@pytest.mark.usefixtures("no_page_stays", "undrawn")
@pytest.mark.parametrize("page", SHORT_PAGES, ids=lambda page: page.stem)
def test_a_page_runs_and_shows_nothing_as_python_writes_it(page):
    names = {"__name__": page.stem}
    for number, code in enumerate(code_of(page), 1):
        output = run(code, f"{page.name}, cell {number}", names)
        assert output is None or is_for_readers(output), f"cell {number} shows {output!r:.200}"


def words_of(page):
    """Its text, a cell each."""
    cells = json.loads(page.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.stem.startswith("realms_of_myth_")], ids=lambda page: page.stem
)
def test_each_page_of_a_game_leads_back_to_its_first(page):
    assert "[Realms of Myth](realms_of_myth.ipynb)" in words_of(page)[-1]


def test_two_sentences_say_what_stands_in_for_other_chapters():
    (front,) = (page for page in PAGES if page.stem == "realms_of_myth")
    (front_text,) = (
        text.partition("\n")[2] for text in words_of(front) if text.startswith("## What other chapters hold")
    )
    assert len(re.findall(r"\.(?=\s|$)", front_text.replace("...", ""))) == 2
    checks = [check for check in rk.checks.values() if check.stem == front.stem]
    known = {p.words.lower() for check in checks for p in check.parameters.values()}
    named = {name.lower() for name in re.findall(r"\*(?!Progressive)([\w -]+)\*", front_text)}
    assert (
        {"resolution model", "progressive", "melee resolution", "margin tie", "crossbow pot", "p-res"} <= named <= known
    )
    groups = re.findall(r"`([\w.]+)`", front_text)
    assert len(groups) == 2 and all(rk.rules(front.stem).group(group) for group in groups)


NAMED = re.compile(
    r"(a|b|party|npc|attacker|defender|target|leader|other|struck|rider|horse|own|enemy)_"
)  # they say whose
ALIKE = {  # worded to suit the check, and yet the same thing, or one that the question of the panel says
    "odd_encounters_battle": "first distance",
    "odd_encounters_builder": "char_class level armor shield",
    "odd_encounters_spells": "caster_level",
    "realms_of_myth_melee": "height_inches",
    "realms_of_myth_missiles": "weapon distance",
    "realms_of_myth_surprise": "perception_av",
    "realms_of_myth_tasks": "chance",
    "realms_of_myth_wounds": "pot p_res wounds damage",
    "rencounter_fire": "weapon",
    "rencounter_firefight": "order first weapon shooters",
    "rencounter_guns_and_grenades": "distance",
    "rencounter_horses": "kind",
    "salamis_turn": "whose turns",
    "traveller": "military range rounds",
}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_name_that_means_two_things_on_a_page_says_below_it_which(page):
    """Wherever it is asked on the page, but for what the name itself tells."""
    cells = json.loads(page.read_text(encoding="utf-8"))["cells"]
    code = "".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    ids = [one for one in dict.fromkeys(re.findall(r'"(\w+\.\w+)"', code)) if one in rk.checks]
    meant, bare = {}, set()
    for check_id in ids:
        for p in rk.checks[check_id].parameters.values():
            if p.group != "ruling" and not p.path and not NAMED.match(p.name):
                meant.setdefault(p.name, set()).add(p.help)
                bare |= {p.name} if not p.hint else set()
    unsaid = {name for name, helps in meant.items() if len(helps) > 1 and name in bare}
    assert unsaid == set(ALIKE.get(page.stem, "").split())
