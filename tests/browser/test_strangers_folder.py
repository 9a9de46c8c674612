"""A game that a stranger sent runs nothing: neither the app nor JupyterLab takes settings, modules or pictures from its folder."""

import json
import os
import urllib.error
import urllib.request
from contextlib import contextmanager

import pytest

from rencounter_kit.fronts.cli.own_game import starter_text
from tests.watched_folder import lay_traps, watched

from .lab import ALONE, CONNECTED, RUN_ALL, TOKEN, WAIT, open_page, served, watched_page

COMMAND = """
from rencounter_kit.fronts.cli import main, pages
serve = pages._serve
pages._serve = lambda module, settings, folder, options, *more: serve(
    module, settings, folder, [*options, "--LabApp.expose_app_in_browser=True", "--OneAhead.one_ahead={ahead}"], *more)
main([*__import__("sys").argv[1:], "--no-browser"])
"""
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
    """The server that a command starts, in the folder of the game; what it keeps is kept elsewhere. ahead : does a kernel start before a page is opened?"""
    (work := folder.parent / "work").mkdir()
    environment = {**os.environ, "JUPYTER_TOKEN": TOKEN}
    command = ["-P", "-c", f"import os; os.chdir({str(folder)!r})\n{COMMAND.format(ahead=ahead)}", *words]
    with served(command, environment, work) as url, watched(folder) as there:
        yield url, there


AHEAD = pytest.mark.parametrize("ahead", [True, False], ids=["a kernel ahead", "its own kernel"])


@AHEAD
def test_the_app_opens_nothing_but_the_game(folder, browser, ahead):
    with started(folder, ahead, "app", "--game", ".") as (url, there), watched_page(browser) as page:
        page.goto(f"{url}/?token={TOKEN}")
        assert page.url == f"{url}/voila/render/ford.ipynb"
        page.wait_for_selector(".rk-panel, .rk-shelf", timeout=WAIT)
        assert "The notebook ford.ipynb beside the file is not shown" in page.inner_text("main, body")
        for address in ("voila/files/evil.png", "voila/files/ford.toml", f"files/evil.png?token={TOKEN}"):
            with pytest.raises(urllib.error.HTTPError, match="404"):
                urllib.request.urlopen(f"{url}/{address}", timeout=60)
        assert there.opened() <= LOOKED_AT
    assert not (folder.parent / "was run").exists()


@AHEAD
def test_lab_takes_nothing_from_the_folder_for_itself_or_for_a_page_of_ours(folder, browser, ahead):
    with started(folder, ahead, "lab", "--game", ".") as (url, there), watched_page(browser) as page:
        page.goto(f"{url}/?token={TOKEN}")
        there.opened()
        open_page(page, url, "rencounter-pages/rencounter_fire.ipynb", ALONE)
        page.wait_for_selector(".rk-panel .rk-words", timeout=WAIT)
        assert there.opened() <= {*LOOKED_AT, "rencounter-pages/rencounter_fire.ipynb"}
    assert not (folder.parent / "was run").exists()


@AHEAD
def test_lab_opens_a_page_of_ours_first_and_runs_no_other(folder, browser, ahead):
    """Neither the notebook beside the game nor one that lies where our page would be laid."""
    (folder / "rencounter-pages" / "ford.ipynb").write_text((folder / "ford.ipynb").read_text())
    with started(folder, ahead, "lab", "--game", ".") as (url, _), watched_page(browser) as page:
        page.goto(f"{url}/?token={TOKEN}")
        page.wait_for_function(CONNECTED, timeout=WAIT)
        assert page.url == f"{url}/lab/tree/rencounter-pages/ford_2.ipynb"
        page.evaluate(RUN_ALL)
        page.wait_for_selector(".rk-shelf", timeout=WAIT)
        assert "The notebook ford.ipynb beside the file is not shown" in page.inner_text(".jp-Notebook")
    assert not (folder.parent / "was run").exists()
