"""The site of pages in Chromium, without a network: every page runs from top to bottom, and a panel answers behind
every tab.

Python for the browser comes from the folder that LITE_PYODIDE names, since 200 MB are much to fetch for a test; without
it, this is left out.
"""

import functools
import http.server
import json
import os
import threading
from pathlib import Path

import pytest
from playwright.sync_api import TimeoutError as TooLate

from rencounter_kit.fronts.lite.build import lite

from .lab import CONNECTED, PRINTED, watched_page

pytestmark = [pytest.mark.long, pytest.mark.timeout(7200)]
PYODIDE = os.environ.get("LITE_PYODIDE")
WAIT = 600_000  # milliseconds that Python may take, also on a machine that does much else
PATIENCE = 20_000  # milliseconds; then what goes on behind a tab is stopped
RUN_TO_THE_END = """async () => { await window.jupyterapp.commands.execute('notebook:run-all-cells');
  const cells = window.jupyterapp.shell.currentWidget.content.widgets.filter(one => one.model.type === 'code');
  return cells.map(one => one.model.outputs.toJSON()).flat(); }"""
PAPERS = """
import io, rencounter_kit as rk
for made in (rk.handout("rencounter"), rk.slide("rencounter.fire"), rk.worksheet(seed=7)):
    print(made.html()[:9])
import scipy.linalg
print(round(scipy.linalg.solve([[2, 1], [1, 3]], [1, 2])[0], 6))
from matplotlib.figure import Figure
written = io.BytesIO()
Figure().savefig(written, format="pdf")
print(written.getvalue()[:4].decode())
"""

# Has Python nothing to do any more, and is no work under way in a panel?
AT_REST = """() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.status === 'idle'
  && [...document.querySelectorAll('.rk-job')].every(one => !one.offsetParent)"""


class _Handler(http.server.SimpleHTTPRequestHandler):
    """Gives the files of the site; its settings say besides that a test may look into the page."""

    def log_message(self, *_):
        pass

    def do_GET(self):
        if self.path.partition("?")[0] != "/jupyter-lite.json":
            super().do_GET()
            return
        settings = json.loads((Path(self.directory) / "jupyter-lite.json").read_text())
        settings["jupyter-config-data"]["exposeAppInBrowser"] = True
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(settings).encode())


@pytest.fixture(scope="module")
def site(tmp_path_factory, browser):
    folder = tmp_path_factory.mktemp("site")
    if not PYODIDE:
        pytest.skip("the site of pages is left out: LITE_PYODIDE must name the folder of an unpacked Pyodide")
    lite(folder, Path(PYODIDE))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def opened(site, browser):
    """Open a page of the site and run its cells to the end; what these put out went well, and without a warning."""
    with watched_page(browser) as page:
        page.set_default_timeout(WAIT)

        def opened(name):
            page.goto(f"{site}/lab/index.html?path={name}")
            page.wait_for_selector(".jp-Notebook .jp-CodeCell")
            page.wait_for_function(CONNECTED.replace(" && k.status === 'idle'", ""))
            result = page.evaluate(RUN_TO_THE_END)
            wrong = [one for one in result if one["output_type"] == "error" or one.get("name") == "stderr"]
            assert result and not wrong, wrong
            return page

        yield opened


def alerts(panel):
    return [text for text in panel.locator('[role="alert"]').all_inner_texts() if text]


@pytest.mark.parametrize(("name", "without"), [("rencounter_fire", []), ("rencounter_firefight", ["Formula"])])
def test_a_panel_answers_behind_every_tab(opened, name, without):
    """What takes long stops when it is told to.
    without : tabs that say why they have nothing, here that a fight has no short formula.
    """
    page = opened(f"{name}.ipynb")
    panel = page.locator(".rk-panel").first
    before = panel.locator(".rk-headline").inner_text()
    panel.locator(".noUi-handle").first.press("ArrowRight")
    page.wait_for_function("was => document.querySelector('.rk-panel .rk-headline').innerText !== was", arg=before)
    for tab in panel.locator(".rk-tabs").first.locator("button").all():
        tab.click()
        page.wait_for_timeout(300)  # until Python has heard of it
        try:
            page.wait_for_function(AT_REST, timeout=PATIENCE)
        except TooLate:
            panel.locator(".rk-job:visible button").first.click()
            page.wait_for_function(AT_REST)
        messages = alerts(panel)
        assert messages == ([] if tab.inner_text() not in without else messages[:1]), tab.inner_text()


def test_what_is_printed_is_made_there_and_libraries_come_when_they_are_imported(opened):
    """SciPy with the algebra that it looks for, and what Matplotlib writes PDF with."""
    page = opened("every_check.ipynb")
    pages = page.evaluate(PRINTED, PAPERS).split()
    assert pages == ["<!doctype"] * 3 + ["0.2", "%PDF"]


@pytest.mark.parametrize(
    "name", sorted(file.name for file in (Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
)
def test_every_page_runs(opened, name):
    assert alerts(opened(name)) == []
