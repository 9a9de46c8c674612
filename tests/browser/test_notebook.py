"""The pages in Jupyter Notebook 7, which shows each in a tab of the browser's own."""

import shutil
from itertools import cycle

import pytest

from tests.situations import tries

from .lab import IN_NOTEBOOK, ROOT, followed, jupyterlab, open_page
from .person import WAIT, PanelOnPage, assert_all_are_named
from .test_in_sight import OUT_OF_SIGHT
from .test_shelf_page import IN_SIGHT

pytest.importorskip("notebook", reason="Notebook 7 is left out: it is not installed (pip install notebook)")
pytestmark = pytest.mark.long
SIZES = [(1366, 768), (1024, 768), (1440, 900), (2000, 1100)]
EVERY = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
SOME = ["house_rules.ipynb", "rencounter_fire.ipynb", "traveller_encounter.ipynb"]
PAGES = tries(SOME, sorted({*SOME, *EVERY[::4]}))  # Python runs each page elsewhere
WRONG = "() => document.querySelectorAll('.jp-OutputArea-output[data-mime-type*=error]').length"


@pytest.fixture(scope="module")
def notebook_url(tmp_path_factory, slowed):
    work = tmp_path_factory.mktemp("notebook")
    shutil.copytree(ROOT / "notebooks", work / "notebooks")
    with jupyterlab(work, slowed, "notebook", "JupyterNotebookApp") as url:
        yield url


@pytest.mark.parametrize(("name", "size"), list(zip(PAGES, cycle(SIZES))))
def test_every_page_runs_and_keeps_the_answer_in_sight(page, notebook_url, name, size):
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    open_page(page, notebook_url, name, IN_NOTEBOOK)
    followed(page)
    assert page.evaluate(WRONG) == 0
    one = PanelOnPage(page, "")
    if one.words.count():
        one.until(lambda: one.words.first.evaluate(IN_SIGHT), lambda: "the words are out of sight")
    if name == "house_rules.ipynb":
        one.panel.locator(".rk-rules textarea").fill("fire.range.long = -3")
    if not one.panel.locator(".rk-view img").count():  # a search, a map, a lesson
        return
    one.until(lambda: page.evaluate(OUT_OF_SIGHT)[1] == [], lambda: str(page.evaluate(OUT_OF_SIGHT)))


def test_the_keyboard_works_a_panel(page, notebook_url):
    open_page(page, notebook_url, "rencounter_fire.ipynb", IN_NOTEBOOK)
    fire = PanelOnPage(page, "rencounter.fire")
    fire.picture.wait_for(timeout=WAIT)
    fire.slider("skill").press("ArrowRight")
    fire.shows(skill=7)
    fire.menu("range band").press("ArrowDown")
    fire.menu("range band").select_option("long")
    fire.shows(skill=7, range_band="long")
    fold = fire.panel.locator(".rk-fold > button").first
    fold.press("Enter")
    fire.until(lambda: fold.get_attribute("aria-expanded") == "true")
    fire.panel.locator(".rk-tabs button").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    fire.panel.locator("img[alt*='skill']").first.wait_for(timeout=WAIT)


def test_every_control_has_a_name_for_screen_readers(page, notebook_url):
    open_page(page, notebook_url, "rencounter_fire.ipynb", IN_NOTEBOOK)
    assert_all_are_named(PanelOnPage(page, "rencounter.fire"))
