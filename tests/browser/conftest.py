"""One JupyterLab and one Chromium for all browser tests, which end with these; left out, plainly, where there is no
Chromium.

The tests of one file share their visits to a page: opening it takes longer than what is done there.
"""

import os
import shutil
from pathlib import Path

import pytest

from rencounter_kit.engine.words.errors import RuleError
from rencounter_kit.fronts.pocket.build import pocket
from rencounter_kit.fronts.pocket.runtime import by_npm

from .lab import CHROMIUM_ARGS, ROOT, TOKEN, chromium, jupyterlab, open_page, seen, served, watched_page

FOLDER = Path(__file__).parent
AXE = "4.14.1"  # the version of axe-core, which npm fetches; nothing of it is in the project
BROKEN = """async rules => { const { violations, passes } = await axe.run(document, { resultTypes: ['violations'], runOnly: rules ?? undefined });
  if (passes.length < (rules ? 1 : 5)) throw new Error('the rules were not tried');
  return violations.filter(one => ['serious', 'critical'].includes(one.impact))
    .flatMap(one => one.nodes.map(node => [one.id, node.html.slice(0, 200), node.failureSummary])); }"""  # noqa: E501


def pytest_collection_modifyitems(items):
    """What fails in a browser is tried once more, and the summary tells of it: a page has clocks of its own."""
    for item in items:
        if item.path.parent == FOLDER:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """A test that fails tells what was on its pages."""
    report = yield
    if report.when == "call" and report.failed:
        report.sections += seen()
    return report


@pytest.fixture(scope="session")
def slowed(pytestconfig):
    """How many times slower everything behind and on the pages is."""
    return pytestconfig.getoption("slowed")


@pytest.fixture(scope="package")
def lab_url(tmp_path_factory, slowed):
    work = tmp_path_factory.mktemp("lab")
    shutil.copytree(ROOT / "notebooks", work / "notebooks")
    with jupyterlab(work, slowed) as url:
        yield url


@pytest.fixture(scope="package")
def app(tmp_path_factory, slowed):
    """The address of the app."""
    command = ["-m", "rencounter_kit.fronts.cli", "app", "--no-browser"]
    with served(command, {**os.environ, "JUPYTER_TOKEN": TOKEN}, tmp_path_factory.mktemp("app"), slowed) as url:
        yield url


@pytest.fixture(scope="package")
def browser():
    path = chromium()
    if path is None:
        pytest.skip("browser tests are left out: no Chromium found (install chromium, or set CHROMIUM to its path)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGS)
        yield started
        started.close()


@pytest.fixture(scope="package")
def pocket_file(tmp_path_factory, browser):
    """The pocket edition, made once."""
    try:
        text = pocket()
    except RuleError as error:
        pytest.skip(f"the pocket edition in a browser is left out: {error}")
    made = tmp_path_factory.mktemp("pocket") / "rencounter.html"
    made.write_text(text, encoding="utf-8")
    return made


@pytest.fixture(scope="package")
def broken():
    """The rules of axe-core that a page breaks, all or of these, each with where and why."""
    try:
        script = (by_npm("axe-core", AXE, ["axe.min.js"]) / "axe.min.js").read_text(encoding="utf-8")
    except RuleError as error:
        pytest.skip(f"the rules of axe-core are left out: {error}")

    def problems(page, rules=None):
        if not page.evaluate("'axe' in window"):
            page.evaluate(script)
        return page.evaluate(BROKEN, rules)

    return problems


@pytest.fixture
def page(browser, slowed):
    with watched_page(browser, slowed) as new:
        yield new


@pytest.fixture(scope="module")
def visit(browser, lab_url, slowed):
    """Open a notebook of this name, for all tests of the file."""
    with watched_page(browser, slowed) as new:

        def opened(name):
            open_page(new, lab_url, name)
            return new

        yield opened
