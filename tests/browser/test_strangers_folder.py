"""A game that a stranger sent runs nothing: neither the app nor JupyterLab takes settings, modules or pictures from its
folder.
"""

import json
import os
import urllib.error
import urllib.request
from contextlib import contextmanager

import pytest

from rencounter_kit.fronts.cli.own_game import starter_text
from tests.watched_folder import lay_traps, watched

from .lab import ALONE, CONNECTED, RUN_ALL, TOKEN, WAIT, open_page, served, watched_page
from .test_hostile_game import RUN, hostile_game

COMMAND = """
from rencounter_kit.fronts.cli import main, pages
serve = pages._serve
pages._serve = lambda module, settings, folder, options, *more: serve(
    module, settings, folder, [*options, "--LabApp.expose_app_in_browser=True", "--OneAhead.one_ahead={ahead}"], *more)
main([*__import__("sys").argv[1:], "--no-browser"])
"""
TABS = ".rk-panel .rk-tabs button"
LOOKED_AT = {"ford.toml", "ford.ipynb"}  # the game, and whether its page is the one that a new game gets


@pytest.fixture
def folder(tmp_path):
    """A stranger's folder with a notebook that runs something."""
    (made := tmp_path / "ford").mkdir()
    lay_traps(made, tmp_path / "was run")
    (made / "ford.toml").write_text(starter_text("ford", ".toml"))
    cell = {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": [], "source": "import random_evil"}
    cell["source"] = f"open({str(tmp_path / 'was run')!r}, 'w')"
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    page = {"nbformat": 4, "nbformat_minor": 4, "metadata": kernel, "cells": [cell]}
    (made / "ford.ipynb").write_text(json.dumps(page))
    return made


@contextmanager
def started(folder, ahead, *words):
    """The server that a command starts, in the folder of the game; what it keeps is kept elsewhere.
    ahead : does a kernel start before a page is opened?
    """
    (work := folder.parent / "work").mkdir()
    environment = {**os.environ, "JUPYTER_TOKEN": TOKEN}
    command = ["-P", "-c", f"import os; os.chdir({str(folder)!r})\n{COMMAND.format(ahead=ahead)}", *words]
    with served(command, environment, work) as url, watched(folder) as there:
        yield url, there


AHEAD = pytest.mark.parametrize(
    "ahead",
    [pytest.param(True, id="a kernel ahead"), pytest.param(False, id="its own kernel", marks=pytest.mark.long)],
)


@AHEAD
def test_the_app_opens_nothing_but_the_game_and_shows_its_words_as_words(folder, browser, ahead):
    (folder / "ford.toml").write_text(hostile_game())
    with started(folder, ahead, "app", "--game", ".") as (url, there), watched_page(browser) as page:
        page.goto(f"{url}/?token={TOKEN}")
        assert page.url == f"{url}/voila/render/ford.ipynb"
        page.wait_for_selector(".rk-panel .rk-words", timeout=WAIT)
        assert "The notebook ford.ipynb beside the file is not shown" in page.inner_text("main, body")
        tabs = page.locator(TABS).count()
        assert tabs > 3
        for number in range(tabs):
            page.evaluate("([tabs, number]) => document.querySelectorAll(tabs)[number]?.click()", [TABS, number])
            page.wait_for_timeout(300)
        assert "onerror=evil=1" in page.inner_text(".rk-panel")
        assert page.evaluate(RUN) == [None, 0]
        for address in ("voila/files/evil.png", "voila/files/ford.toml", f"files/evil.png?token={TOKEN}"):
            with pytest.raises(urllib.error.HTTPError, match="404"):
                urllib.request.urlopen(f"{url}/{address}", timeout=60)
        assert there.opened() <= LOOKED_AT
    assert not (folder.parent / "was run").exists()


@pytest.mark.long
@AHEAD
def test_lab_opens_a_page_of_ours_first_runs_no_other_and_takes_nothing_from_the_folder(folder, browser, ahead):
    """Neither the notebook beside the game nor one that lies where our page would be laid."""
    (folder / "rencounter-pages" / "ford.ipynb").write_text((folder / "ford.ipynb").read_text())
    with started(folder, ahead, "lab", "--game", ".") as (url, there), watched_page(browser) as page:
        page.goto(f"{url}/?token={TOKEN}")
        page.wait_for_function(CONNECTED, timeout=WAIT)
        assert page.url == f"{url}/lab/tree/rencounter-pages/ford_2.ipynb"
        page.evaluate(RUN_ALL)
        page.wait_for_selector(".rk-shelf", timeout=WAIT)
        assert "The notebook ford.ipynb beside the file is not shown" in page.inner_text(".jp-Notebook")
        there.opened()
        open_page(page, url, "rencounter-pages/rencounter_fire.ipynb", ALONE)
        page.wait_for_selector(".rk-panel .rk-words", timeout=WAIT)
        assert there.opened() <= {*LOOKED_AT, "rencounter-pages/rencounter_fire.ipynb"}
    assert not (folder.parent / "was run").exists()
