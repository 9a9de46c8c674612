"""The head of the app's pages: the ways to the others, and the page that one is on."""

import asyncio
import json
import re

import pytest

from rencounter_kit.engine.files.folders import project_folder
from rencounter_kit.fronts.cli import own_lesson
from rencounter_kit.fronts.cli.app_contents import Pages
from rencounter_kit.fronts.cli.app_pages import PAGES_VARIABLE, head, page_titles, title
from rencounter_kit.fronts.cli.own_game import starter_text
from rencounter_kit.workbook.mechanics.catalogue import load_game
from rencounter_kit.workbook.rulebook import library


def page(folder, name, text):
    code = {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": [], "source": "# no title"}
    cells = [{"cell_type": "markdown", "metadata": {}, "source": [text]}, code]
    written = {"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": cells}
    (folder / f"{name}.ipynb").write_text(json.dumps(written))


@pytest.fixture
def workbook(monkeypatch):
    monkeypatch.chdir(project_folder("notebooks"))


@pytest.mark.usefixtures("workbook")
def test_every_page_is_one_click_away_and_the_one_that_is_open_is_marked():
    for name in page_titles():
        html_text = head(name)
        links = re.findall(r'href="(\w+)\.ipynb"', html_text)
        assert sorted(links) == sorted(page_titles())
        assert re.findall(r'href="(\w+)\.ipynb" aria-current="page"', html_text) == [name]
        assert title(name) and title(name) != name
    assert 'class="rk-on">Games: Traveller<' in head("traveller") and "rk-on" not in head("your_dice")
    assert 'class="rk-on">Reference<' in head("dice_lines") and 'class="rk-on">' not in head("start_here")
    assert ">Dice in one line</a>" in head("traveller") and "Other pages" not in head("traveller")
    assert title("traveller") == "Traveller: surprise, wounds and morale"
    assert ">Surprise, wounds and morale</a>" in head("your_dice")


def test_pages_of_ones_own_folder_are_told_by_their_titles_as_text(tmp_path, monkeypatch):
    monkeypatch.setenv(PAGES_VARIABLE, str(tmp_path))
    page(tmp_path, "ford", "# The Ford: <b>who</b> crosses?\n\nWords.")
    page(tmp_path, "start_here", "no heading")
    (tmp_path / "broken.ipynb").write_text("{")
    html_text = head("ford")
    assert "&lt;b&gt;who&lt;/b&gt; crosses?</a>" in html_text and "<b>" not in html_text and "Other pages" in html_text
    assert title("broken") == "broken" and title("gone") == "gone"
    page(tmp_path, "ford", "# The Ford, a second time")
    assert title("ford") == "The Ford, a second time"


@pytest.fixture
def ford(tmp_path, monkeypatch):
    """A game of one's own, alone in its folder."""
    text = (project_folder("data") / "starter" / "ford.toml").read_text()
    (tmp_path / "ford.toml").write_text(text.replace('"The Ford"', '"The Ford & the Mill"'))
    load_game(tmp_path)
    yield tmp_path
    library.put(None, "ford")


def page_of(folder, name):
    """The cells of a page as the app gets them."""
    page = asyncio.run(Pages(root_dir=str(folder)).get(f"{name}.ipynb"))
    assert page["type"] == "notebook"
    return [cell["source"] for cell in page["content"]["cells"]]


def test_a_game_of_ones_own_is_in_the_head_of_every_page_and_these_in_its_own(ford):
    for name in ("ford", "start_here", "rencounter_fire"):
        links = re.findall(r'href="(\w+)\.ipynb"', head(name))
        assert links[:2] == ["start_here", "ford"] and sorted(links) == sorted(page_titles())
        assert {"every_check", "rencounter_fire", "your_game", "how_modifiers_interact"} < {*links}
    assert 'href="ford.ipynb" aria-current="page">The Ford &amp; the Mill</a>' in head("ford")
    assert title("ford") == "The Ford & the Mill"


def test_a_game_without_a_page_is_shown_on_one_that_is_made(ford, monkeypatch):
    words, *_, code = page_of(ford, "ford")
    assert words.startswith("# The Ford & the Mill") and 'rk.shelf("ford")' in code
    assert page_of(ford, "your_dice")[0].startswith("# ")
    page(ford, "ford", "# My own page")
    monkeypatch.setenv(PAGES_VARIABLE, str(ford))
    assert page_of(ford, "ford")[0] == "# My own page"
    assert title("ford") == "My own page" and ">The Ford &amp; the Mill</a>" in head("start_here")


def test_a_notebook_beside_a_game_is_not_run_but_told_of_unless_it_is_the_one_that_a_new_game_gets(ford):
    ours = project_folder("notebooks")
    for text, is_listed in ((starter_text("ford", ".ipynb"), False), ("{}", True), ("x" * 1_000_000, True)):
        (ford / "ford.ipynb").write_text(text)
        words, *_, code = page_of(ours, "ford")
        assert code == 'import rencounter_kit as rk\n\nrk.shelf("ford")'
        assert ("The notebook `ford.ipynb` beside the file is not shown." in words) is is_listed
        assert ("start the app with `--pages` and its folder" in words) is is_listed
    page(ford, "start_here", "# A stranger's")
    assert "A stranger's" not in head("ford") and page_of(ours, "start_here")[0] != "# A stranger's"


def test_lessons_of_ones_own_are_in_the_head_of_every_page_and_asked_on_pages_that_follow_their_files(
    ford, monkeypatch
):
    mine, other = ford / "Für *die* 7b.toml", ford / "sub" / "für-die-7b.toml"
    other.parent.mkdir()
    mine.write_text('title = "Walls & <b>*men*</b>"')
    other.write_text("title = ")
    monkeypatch.setenv(own_lesson.VARIABLE, json.dumps([str(mine), str(other), str(mine)]))
    links = re.findall(r'href="(\w+)\.ipynb"', head("start_here"))
    assert links[:4] == ["start_here", "lesson_f_r_die_7b", "lesson_f_r_die_7b_2", "ford"]
    assert sorted(links) == sorted(page_titles())
    marked = 'href="lesson_f_r_die_7b.ipynb" aria-current="page">Walls &amp; &lt;b&gt;*men*&lt;/b&gt;</a>'
    assert marked in head("lesson_f_r_die_7b") and ">für-die-7b</a>" in head("ford")
    words, *_, code = page_of(ford, "lesson_f_r_die_7b")
    assert words.startswith(r"# Walls & \<b\>\*men\*\</b\>") and r"Für \*die\* 7b.toml" in words
    assert code.endswith(f"import lesson\n\nlesson({json.dumps(str(mine), ensure_ascii=False)})")
    other.write_text('title = "Now it is right"')
    assert title("lesson_f_r_die_7b_2") == "Now it is right"
    monkeypatch.setenv(PAGES_VARIABLE, str(ford))
    page(ford, "walls", words)
    assert title("walls") == "Walls & <b>*men*</b>"
    page(ford, "lesson_f_r_die_7b", "# My own page")
    assert page_of(ford, "lesson_f_r_die_7b")[0] == "# My own page"


def test_the_page_of_a_folder_stands_before_ours_and_nothing_outside_is_shown(ford):
    page(ford, "your_dice", "# Mine")
    assert page_of(ford, "your_dice")[0] == "# Mine"
    for name in ("../ford", "nothing", "sub/start_here"):
        with pytest.raises(Exception, match=r"No such file|outside"):
            page_of(ford, name)
