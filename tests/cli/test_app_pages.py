"""The head of the app's pages: the ways to the others, and the page that one is on."""

import json
import re

import pytest

from rencounter_kit.cli.app_pages import head, page_titles, title
from rencounter_kit.folders import project_folder


def page(folder, name, text):
    cells = [{"cell_type": "markdown", "source": [text]}, {"cell_type": "code", "source": "# no title"}]
    (folder / f"{name}.ipynb").write_text(json.dumps({"cells": cells}))


@pytest.fixture
def workbook(monkeypatch):
    monkeypatch.chdir(project_folder("notebooks"))


@pytest.mark.usefixtures("workbook")
def test_every_page_is_one_click_away_and_the_one_that_is_open_is_marked():
    for name in page_titles():
        shown = head(name)
        links = re.findall(r'href="(\w+)\.ipynb"', shown)
        assert sorted(links) == sorted(page_titles())
        assert re.findall(r'href="(\w+)\.ipynb" aria-current="page"', shown) == [name]
        assert title(name) and title(name) != name
    assert 'class="rk-on">Games: Traveller<' in head("traveller") and "rk-on" not in head("your_dice")
    assert title("traveller") == "Traveller: what happens when parties meet?"
    assert ">What happens when parties meet?</a>" in head("your_dice")


def test_pages_of_ones_own_folder_are_told_by_their_titles_as_text(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page(tmp_path, "ford", "# The Ford: <b>who</b> crosses?\n\nWords.")
    page(tmp_path, "start_here", "no heading")
    (tmp_path / "broken.ipynb").write_text("{")
    shown = head("ford")
    assert "&lt;b&gt;who&lt;/b&gt; crosses?</a>" in shown and "<b>" not in shown and "Other pages" in shown
    assert title("broken") == "broken" and title("gone") == "gone"
    page(tmp_path, "ford", "# The Ford, a second time")
    assert title("ford") == "The Ford, a second time"
