"""What all tests share: how hypothesis searches (the same examples in every run, and no clock), the command line,
patience.
"""

import gc
import html
import os
import re
from functools import cache
from weakref import WeakSet

import pytest
from hypothesis import settings
from ipywidgets import DOMWidget
from ipywidgets.widgets.widget import _instances

import rencounter_kit as rk
from rencounter_kit.fronts import charts
from rencounter_kit.fronts.cli.main import main
from rencounter_kit.fronts.panels import job, kept, page_state, transfer
from rencounter_kit.workbook.mechanics import dice_memory
from rencounter_kit.workbook.rulebook import library

settings.register_profile("steady", max_examples=40, deadline=None, derandomize=True)
settings.register_profile("long", settings.get_profile("steady"), max_examples=50)  # make test-long
settings.load_profile("steady")


def pytest_addoption(parser):
    parser.addoption(
        "--slowed",
        type=int,
        default=1,
        metavar="TIMES",
        help="browser tests: the processor of every page, and of the Python behind it, is so many times slower",
    )


def pytest_collection_modifyitems(config, items):
    """``make test-long`` tries only what ``make test`` does not try as well."""
    if config.getoption("hypothesis_profile") == "long":
        from tests.differing import differs

        same = [item for item in items if isinstance(item, pytest.Function) and not differs(item)]
        config.hook.pytest_deselected(items=same)
        items[:] = [item for item in items if item not in set(same)]


def pytest_collection_finish(session):
    """The tests stay to the end: nobody looks for garbage among them, which would be a second at the end of
    each file.
    """
    from tests.situations import LONG  # imported before hypothesis has its profile, it would be wrong

    assert (session.config.getoption("hypothesis_profile") == "long") == LONG
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Side by side run whole files, in their order, unless another way is asked for; the contract is one a game, and
    the tests that share a browser are one.
    """
    if config.getoption("dist") != "load":
        return None
    from xdist.scheduler import LoadFileScheduling

    class Files(LoadFileScheduling):
        def _split_scope(self, nodeid):
            if of_game := re.match(r"tests/checks/\S+\[\w+(?=\.)", nodeid):
                return of_game[0]
            return "browser" if nodeid.startswith("tests/browser/") else super()._split_scope(nodeid)

    return Files(config, log)


def close_pages(but=frozenset()):
    """End the work behind all pages, and close all widgets that show something; layouts are shared."""
    job.give_up_all()
    for one in [_instances[key] for key in _instances.keys() - but]:
        if isinstance(one, DOMWidget):
            one.close()


@pytest.fixture(autouse=True, scope="module")
def nothing_is_kept():
    """What a file has worked out and shown is forgotten at its end: together it would be gigabytes."""
    from tests.situations import forget  # as below

    yield
    close_pages()
    forget(rk.checks.values())
    dice_memory.forget()
    gc.collect()
    gc.freeze()  # what is left now stays, mostly libraries: the next file need not look through it


@pytest.fixture(autouse=True)
def own_environment():
    """The command line sets for all that it begins where no module is looked for; a test after it begins
    without that.
    """
    yield
    os.environ.pop("PYTHONSAFEPATH", None)


@pytest.fixture(autouse=True)
def no_game_stays():
    """Games that a test has loaded, or a page that it ran, are not among those of the next."""
    before = dict(library._own)
    yield
    for stem in {*library._own} - {*before}:
        library.put(None, stem)
    for stem, game in before.items():
        if library._own.get(stem) is not game:
            library.put(game, stem)


@pytest.fixture(autouse=True)
def no_rules_stay(monkeypatch):
    """House rules that a test sets, and what else it keeps, do not reach the panels of others."""
    monkeypatch.setattr(kept, "_page", cache(kept._Page))
    monkeypatch.setattr(page_state, "_RULED", WeakSet())


@pytest.fixture
def no_page_stays():
    """The pages of one test are closed: they are kept with their pictures else, hundreds of megabytes."""
    before = set(_instances)
    yield
    close_pages(but=before)


@pytest.fixture
def empty_page(monkeypatch):
    """A page without panels: those of other tests are not on it."""
    for panels in ("_LAST", "_SHELVED", "_PLACES"):
        monkeypatch.setattr(transfer, panels, {})


@pytest.fixture
def undrawn(monkeypatch):
    """Pictures are not really drawn, which would take most of the time; their words are made all the same."""
    monkeypatch.setattr(charts.Chart, "draw", lambda self, data: f"<svg>{html.escape(self.alt(data))}</svg>".encode())


@pytest.fixture
def unsaved(monkeypatch):
    """Nor are they for files, where these are not looked into."""
    monkeypatch.setattr(charts.Chart, "save", lambda self, data, *_: self.draw(data))


@pytest.fixture
def patient(monkeypatch):
    """What a page works out is awaited."""
    monkeypatch.setattr("rencounter_kit.fronts.panels.job.PATIENCE", 120)


@pytest.fixture
def run(capsys):
    """Run a command: its exit status, what it printed, what it said on standard error."""

    def command(*words):
        capsys.readouterr()
        status = main([str(word) for word in words])
        output = capsys.readouterr()
        return status, output.out, output.err

    return command
