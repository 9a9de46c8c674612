"""The app, started by its command: pages without code, links that carry a situation, a telephone; and what JupyterLab
keeps.
"""

import json
import urllib.request
from contextlib import suppress
from urllib.error import HTTPError
from urllib.parse import urlsplit

import pytest

import rencounter_kit as rk
from rencounter_kit.fronts.cli.pages import FIRST
from rencounter_kit.workbook.rulebook.layers import Layers
from tests.widgets import plain

from .lab import TOKEN, sheets, watched_page
from .person import WAIT, PanelOnPage, wait_until
from .test_in_sight import EVERY_SIZE, OUT_OF_SIGHT, SHOT

WRONG = ".jp-OutputArea-output[data-mime-type*='stderr'], .jp-OutputArea-output[data-mime-type*='error']"
IN_FORCE = "Your rules: 1 line"
ANSWERED = ".rk-here [data-here*='skill={}']"  # by Python
PHONE = {"width": 390, "height": 844}
KINDS = [  # a check, a fight, what throws no dice, a meeting step by step, a map, the workshop
    "rencounter_fire.ipynb",
    "rencounter_duel.ipynb",
    "odd_encounters_builder.ipynb",
    "traveller_encounter.ipynb",
    "salamis_seas.ipynb",
    "house_rules.ipynb",
]

# What stands out of the window, unless it can be brought in by moving its own box.
WIDER = """() => {
  const page = document.querySelector('.lm-BoxPanel-child');
  const moves = e => { for (let p = e.parentElement; p !== page; p = p.parentElement)
    if (/auto|scroll|hidden|clip/.test(getComputedStyle(p).overflowX)) return true; };
  const out = e => { const box = e.getBoundingClientRect(); return box.width && (box.right > innerWidth + 1 || box.left < -1); };
  return [...page.querySelectorAll('*')].filter(e => e.offsetParent && out(e) && !moves(e)).map(e => e.outerHTML.slice(0, 200)); }"""  # noqa: E501

MENUS_CUT = """panel => { const edge = panel.getBoundingClientRect().right + 1;
  return [...panel.querySelectorAll('select')].filter(e => e.offsetParent && e.getBoundingClientRect().right > edge).map(e => e.ariaLabel); }"""  # noqa: E501


def response(address, method="GET", content=None):
    """What a server answers."""
    body = None if content is None else json.dumps(content).encode()
    request = urllib.request.Request(address, body, {"Authorization": f"token {TOKEN}"}, method=method)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read() or "null")


def test_the_app(app, browser, slowed):
    with urllib.request.urlopen(f"{app}/voila/render/{FIRST}", timeout=60) as answer:
        assert urlsplit(answer.url).path == "/login"  # who has no token

    with watched_page(browser, slowed) as page:
        # It opens on the first page, which leads to the others; all are live, and without code.
        page.goto(f"{app}/?token={TOKEN}")
        page.wait_for_selector(".rk-panel .rk-words", timeout=WAIT)
        assert urlsplit(page.url).path == f"/voila/render/{FIRST}"
        assert page.title() == "What do the dice do?"
        assert rk.check("rencounter.fire").headline in plain(page.locator(".rk-words").first.inner_text())
        games = page.locator("th", has=page.get_by_role("img"))
        assert games.count() == 5 and all("%" in one.get_attribute("alt") for one in games.locator("img").all())
        assert page.evaluate("[...document.querySelectorAll('th img')].every(one => one.naturalWidth === 216)")
        assert page.locator(WRONG).count() == 0
        head = page.get_by_role("navigation", name="Pages")
        assert head.locator("[aria-current=page]").all_text_contents() == ["Start"]
        head.get_by_text("Games").click()
        head.get_by_role("link", name="Shooting", exact=True).click()
        page.wait_for_url("**/rencounter_fire.ipynb*", timeout=WAIT)
        fire = PanelOnPage(page, "rencounter.fire")
        fire.picture.wait_for(timeout=WAIT)
        assert page.locator(".cm-editor, .jp-InputArea-editor").count() == 0
        box = fire.panel.locator(".rk-tabs").get_by_role("button", name="Charts", exact=True).bounding_box()
        assert box["y"] + box["height"] <= 768  # the answer and the tabs are on the first screen
        assert "Run All Cells" not in page.inner_text("body") and page.locator(".rk-asked").count() == 0
        fire.slider("skill").press("ArrowRight")
        fire.menu("range band").select_option("long")
        fire.shows(skill=7, range_band="long")

        # The address follows, so that a reload loses nothing.
        page.wait_for_url("**/rencounter_fire.ipynb?check=rencounter.fire&skill=7&range_band=long", timeout=WAIT)

        # On paper it goes on over several sheets, as narrow as they are.
        assert sheets(page) > 3

        # A situation is sent as a link.
        fire.turn_to("Send")
        link = fire.panel.locator("pre", has_text="://").first.inner_text()
        assert link == f"{app}/voila/render/rencounter_fire.ipynb?check=rencounter.fire&skill=7&range_band=long"

        # Followed on a telephone, it opens the panel with just that, the answer above, and everything in the window.
        page.set_viewport_size(PHONE)
        page.goto(link)
        fire.picture.wait_for(timeout=WAIT)
        fire.shows(skill=7, range_band="long")
        place = fire.panel.bounding_box
        fire.until(lambda: abs(place()["y"]) < 2, lambda: f"the panel stands at {place()['y']}")
        headline = fire.panel.locator(".rk-headline")
        assert headline.bounding_box()["y"] < fire.slider("skill").bounding_box()["y"] < PHONE["height"]
        for fold in fire.panel.locator(".rk-console .rk-fold > button").all():
            fold.click()
        for tab in ("House rules", "All outcomes", "Why"):
            fire.turn_to(tab)
            fire.until(lambda: page.evaluate(WIDER) == [], lambda tab=tab: f"{tab}: {page.evaluate(WIDER)}")
        fire.menu("posture").focus()
        fire.until(
            lambda: headline.bounding_box()["y"] >= -1, lambda: f"the answer stands at {headline.bounding_box()}"
        )
        fire.menu("posture").select_option("prone")
        fire.shows(skill=7, range_band="long", posture="prone")

        # What is in force goes with him, though he leaves before the address has followed.
        fire.turn_to("House rules")
        fire.panel.locator(".rk-rules textarea").fill("fire.range.long = -3")
        fire.panel.locator(".rk-ruled").get_by_text(IN_FORCE).wait_for(timeout=WAIT)
        page.wait_for_url("**&inforce=*", timeout=WAIT)
        fire.slider("skill").press("ArrowRight")
        page.locator(ANSWERED.format(8)).first.wait_for(state="attached", timeout=WAIT)
        page.set_viewport_size({"width": 1280, "height": 1500})
        head.get_by_role("link", name="Start").click()
        page.locator(".rk-ruled").first.get_by_text(IN_FORCE).wait_for(timeout=WAIT)

        # Whose Python has stopped says so.
        for kernel in response(f"{app}/api/kernels"):
            with suppress(HTTPError):  # that of a page which was left may just have ended
                response(f"{app}/api/kernels/{kernel['id']}", "DELETE")
        page.locator(".rk-panel.jupyter-widgets-disconnected").first.wait_for(timeout=WAIT)


@pytest.mark.long
def test_a_reload_and_back_lose_nothing_and_a_bookmark_has_the_rules_in_force(app, browser, slowed):
    with watched_page(browser, slowed) as page:
        page.goto(f"{app}/voila/render/{SHOT}?token={TOKEN}&check=rencounter.fire&skill=7&range_band=long")
        fire = PanelOnPage(page, "rencounter.fire")
        fire.picture.wait_for(timeout=WAIT)
        page.reload()
        fire.picture.wait_for(timeout=WAIT)
        fire.shows(skill=7, range_band="long")
        fire.slider("skill").press("ArrowRight")
        fire.shows(skill=8, range_band="long")
        fire.turn_to("House rules")
        fire.panel.locator(".rk-rules textarea").fill("fire.range.long = -3")
        fire.panel.locator(".rk-ruled").get_by_text(IN_FORCE).wait_for(timeout=WAIT)
        page.wait_for_url("**&inforce=*", timeout=WAIT)
        fire.slider("skill").press("ArrowRight")
        page.locator(ANSWERED.format(9)).first.wait_for(state="attached", timeout=WAIT)
        page.get_by_role("navigation", name="Pages").get_by_role(
            "link", name="Start"
        ).click()  # at once, before the address has followed
        page.locator(".rk-ruled").first.get_by_text(IN_FORCE).wait_for(timeout=WAIT)
        once = page.goto(f"{app}/voila/render/{FIRST}")  # as from a bookmark
        assert once.request.redirected_from and "inforce=rk1" in once.url  # not made twice
        page.locator(".rk-ruled").first.get_by_text(IN_FORCE).wait_for(timeout=WAIT)
        page.get_by_role("button", name="By the book").first.click()
        page.wait_for_url(lambda url: "inforce" not in url, timeout=WAIT)
        page.evaluate("history.go(-2)")  # its address has the rules of then
        page.wait_for_url(lambda url: url.endswith("&range_band=long"), timeout=WAIT)
        fire.picture.wait_for(timeout=WAIT)
        assert fire.panel.locator(".rk-ruled").is_hidden()
        fire.shows(skill=9, range_band="long")
        fire.slider("skill").press("ArrowLeft")
        fire.shows(skill=8, range_band="long")
        fire.slider("skill").press("ArrowLeft")
        fire.shows(skill=7, range_band="long")


@pytest.mark.long
def test_what_is_pasted_and_typed_is_read_as_it_was_meant(app, browser, slowed):
    with watched_page(browser, slowed) as page:
        # A link from a chat: with what a site has added, an ampersand of HTML, and the bracket behind it.
        page.goto(f"{app}/?token={TOKEN}")
        page.wait_for_selector(".rk-panel .rk-words", timeout=WAIT)
        page.goto(
            f"{app}/voila/render/rencounter_fire.ipynb?check=rencounter.fire&amp;skill=9&utm_source=chat&range_band=long)"
        )
        fire = PanelOnPage(page, "rencounter.fire")
        fire.picture.wait_for(timeout=WAIT)
        fire.shows(skill=9, range_band="long")
        fire.panel.get_by_text("Left out of the link, as this panel does not use it: utm_source.").wait_for(
            timeout=WAIT
        )
        assert page.locator(".rk-error").count() == 0

        # A number box keeps a comma, and says what it must be; a field of numbers would make 85 of it.
        number = fire.number("skill")

        def typed(text):
            number.fill("")
            page.keyboard.insert_text(text)
            number.press("Enter")

        typed("8,5")
        fire.control("skill").get_by_text("must be a whole number from 1 to 12; the answer is still for 9").wait_for()
        assert number.input_value() == "8,5"
        typed("8")
        number.press("ArrowUp")
        number.press("ArrowUp")
        fire.shows(skill=10, range_band="long")

        # The minus of a PDF is one.
        fire.panel.get_by_role("button", name="Rarely used").click()
        number = fire.number("extra modifier")
        typed("\N{MINUS SIGN}3")
        fire.shows(skill=10, range_band="long", extra_modifier=-3)
        fire.until(lambda: number.input_value() == "-3", number.input_value)


@pytest.mark.long
@pytest.mark.parametrize("name", KINDS)
def test_hand_and_eye_together_in_the_app(app, page, name):
    """At every size the answer is in sight beside each control; on a telephone nothing is cut behind any tab."""
    page.goto(f"{app}/voila/render/{name}?token={TOKEN}")
    one = PanelOnPage(page, "")
    one.panel.wait_for(timeout=WAIT)
    if name == "house_rules.ipynb":
        one.panel.locator(".rk-rules textarea").fill("fire.range.long = -3")
    picture = one.panel.locator("img.rk-chart").first
    if name != "salamis_seas.ipynb":  # a map, which no control goes with
        picture.wait_for(timeout=WAIT)
        for width, height in {size[:2] for size in EVERY_SIZE}:
            page.set_viewport_size({"width": width, "height": height})
            one.until(lambda: page.evaluate(OUT_OF_SIGHT)[1] == [], lambda: str(page.evaluate(OUT_OF_SIGHT)))
    page.set_viewport_size(PHONE)
    one.until(lambda: one.panel.evaluate(MENUS_CUT) == [], lambda: str(one.panel.evaluate(MENUS_CUT)))
    for fold in one.panel.locator(".rk-fold > button").all():
        fold.click()
    tabs = one.panel.locator(".rk-tabs").last.locator("button")
    for tab in [None, *tabs.all()]:
        if tab is not None:
            tab.click()
        one.until(lambda: page.evaluate(WIDER) == [], lambda: str(page.evaluate(WIDER)))


@pytest.mark.long
def test_rules_in_force_hold_in_their_window_and_in_no_other(app, browser, slowed):
    """A link that only has one guess leaves them as they are; a window that is opened after theirs is left has none of
    them.
    """
    code = Layers.read("fire.range.long = -3", game="rencounter").code
    with watched_page(browser, slowed) as page:
        page.goto(f"{app}/voila/render/rencounter_fire.ipynb?token={TOKEN}&inforce={code}")
        ruled = page.locator(".rk-ruled").first.get_by_text("Your rules: 1 line")
        ruled.wait_for(timeout=WAIT)
        page.goto(f"{app}/voila/render/{FIRST}?guess=first")
        ruled.wait_for(timeout=WAIT)
        assert "inforce=rk1" in page.url and "guess=first" in page.url
        other = page.context.new_page()
        page.goto("about:blank")
        other.goto(f"{app}/voila/render/{FIRST}")
        other.wait_for_url(lambda url: "?" not in url, timeout=WAIT)
        other.wait_for_selector(".rk-panel .rk-words", timeout=WAIT)
        assert other.locator(".rk-ruled").first.is_hidden() and "?" not in other.url
        other.close()


def test_jupyterlab_saves_a_page_as_before_it_was_run(lab_url):
    """Otherwise it would show an error in the place of every panel tomorrow."""
    place = f"{lab_url}/api/contents/salamis.ipynb"
    before = response(place)["content"]
    run = json.loads(json.dumps(before))
    for number, cell in enumerate(cell for cell in run["cells"] if cell["cell_type"] == "code"):
        view = {"application/vnd.jupyter.widget-view+json": {"model_id": "x", "version_major": 2, "version_minor": 0}}
        cell["outputs"] = [{"output_type": "display_data", "data": view, "metadata": {}}]
        cell["execution_count"] = number
    run["metadata"]["widgets"] = {"application/vnd.jupyter.widget-state+json": {"state": {}}}
    response(place, "PUT", {"type": "notebook", "format": "json", "content": run})
    after = response(place)["content"]
    assert [cell["source"] for cell in after["cells"]] == [cell["source"] for cell in before["cells"]]
    assert "widgets" not in after["metadata"]
    code = [cell for cell in after["cells"] if cell["cell_type"] == "code"]
    assert code and all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)


@pytest.mark.long
def test_the_text_of_a_game_is_there_again_after_a_reload_and_after_back(app, page):
    page.goto(f"{app}/voila/render/your_game.ipynb?token={TOKEN}")
    box = page.locator(".rk-game").first
    text = box.locator(".rk-game-text textarea")

    def says(chance):
        box.locator(".rk-words").get_by_text(chance).first.wait_for(timeout=WAIT)

    says("5/12")
    text.fill(text.input_value().replace("needed = 8", "needed = 9"))
    says("5/18")
    page.reload()
    says("5/18")
    page.goto(f"{app}/voila/render/{FIRST}")
    page.locator(".rk-panel .rk-words").first.wait_for(timeout=WAIT)
    page.go_back()
    says("5/18")
    box.get_by_role("button", name="As it was").click()
    says("5/12")
    page.reload()
    says("5/12")
    assert "needed = 8" in text.input_value()


def open_at_a_laptop(page, app, name):
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"{app}/voila/render/{name}?token={TOKEN}")
    page.locator(".rk-view img").first.wait_for(timeout=WAIT)


def assert_the_first_screen_is_whole(page):
    """The answer and all tabs stand there."""
    one, tabs = PanelOnPage(page, ""), page.locator(".rk-panel .rk-tabs").first
    one.until(
        lambda: (box := tabs.bounding_box())["y"] + box["height"] <= 768,
        lambda: f"the tabs stand at {tabs.bounding_box()}",
    )
    assert 0 < page.locator(".rk-headline").first.bounding_box()["y"] < tabs.bounding_box()["y"]


@pytest.fixture(scope="module", params=[FIRST, SHOT])
def laptop(app, browser, slowed, request):
    """A page of the app at a laptop."""
    with watched_page(browser, slowed) as page:
        open_at_a_laptop(page, app, request.param)
        yield page


def test_the_first_screen_shows_the_answer_and_all_tabs(laptop):
    assert_the_first_screen_is_whole(laptop)


@pytest.mark.long
@pytest.mark.parametrize("name", ["odd_encounters_spells.ipynb", "rencounter_firefight.ipynb"])
def test_the_first_screen_of_other_pages_shows_the_answer_and_all_tabs(app, page, name):
    open_at_a_laptop(page, app, name)
    assert_the_first_screen_is_whole(page)


def test_it_breaks_no_rule_of_axe(laptop, broken):
    """Once it has come to rest: the script of the panels names a control a moment after it comes."""
    wait_until(laptop, lambda: broken(laptop) == [], lambda: broken(laptop), WAIT, 500)


def test_no_half_of_the_picture_is_left_above_the_tabs(laptop):
    """What comes behind a tab moves it up; words of the axis stood half covered then, between the answer and
    the tabs.
    """
    one = PanelOnPage(laptop, "")
    one.turn_to("Luck")
    one.panel.locator(".rk-tab-place img").first.wait_for(timeout=WAIT)
    laptop.wait_for_function(
        """() => { const [words, tabs] = ['.rk-headline', '.rk-tabs'].map((one) => document.querySelector(`.rk-panel ${one}`));
        return words.getBoundingClientRect().top < 4
          && tabs.getBoundingClientRect().top - words.getBoundingClientRect().bottom < 12; }""",  # noqa: E501
        timeout=WAIT,
    )
