"""One JupyterLab and one Chromium for all browser tests; left out, plainly, where there is no Chromium."""

import shutil

import pytest

from .lab import CHROMIUM_ARGS, ROOT, chromium, jupyterlab


@pytest.fixture(scope="session")
def lab_url(tmp_path_factory):
    work = tmp_path_factory.mktemp("lab")
    shutil.copytree(ROOT / "notebooks", work / "notebooks")
    with jupyterlab(work) as url:
        yield url


@pytest.fixture(scope="session")
def browser():
    path = chromium()
    if path is None:
        pytest.skip("browser tests are left out: no Chromium found (install chromium, or set CHROMIUM to its path)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGS)
        yield started
        started.close()


@pytest.fixture
def page(browser):
    """A page that notes script errors and requests that leave the machine."""
    context = browser.new_context(viewport={"width": 1280, "height": 1500}, accept_downloads=True)
    new = context.new_page()
    new.errors, new.outside = [], []
    new.on("pageerror", lambda error: new.errors.append(str(error)))
    local = ("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:")
    new.on("request", lambda request: None if request.url.startswith(local) else new.outside.append(request.url))
    yield new
    context.close()
    assert new.errors == [] and new.outside == []
