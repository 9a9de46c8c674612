"""Shelves and the finder as a person at a laptop uses them: what is pressed is in sight, and what was set stays."""

import pytest

import rencounter_kit as rk

from .lab import RUN_ALL, followed, in_lab
from .person import WAIT, PanelOnPage

ACTIVE = "() => [...document.querySelectorAll('.jp-Cell')].findIndex(cell => cell.matches('.jp-mod-active'))"
IN_SIGHT = """one => { const seen = document.querySelector('.jp-WindowedPanel-outer').getBoundingClientRect(), box = one.getBoundingClientRect();
  return box.height > 0 && box.top >= seen.top - 1 && box.bottom <= seen.bottom + 1; }"""  # noqa: E501


@pytest.fixture(scope="module")
def laptop(browser, lab_url, slowed):
    with in_lab(browser, lab_url, "rencounter_fire.ipynb", slowed) as page:
        page.set_viewport_size({"width": 1366, "height": 768})
        page.locator(".rk-shelf").nth(1).get_by_role("button").first.wait_for(timeout=WAIT)
        yield page


def at_the_top(panel):
    """All cells have run, and the first is the active one; answer and tabs of the first panel are in sight."""
    panel.until(lambda: panel.page.evaluate(ACTIVE) == 0, lambda: panel.page.evaluate(ACTIVE))
    first = panel.page.locator(".rk-panel").first
    for part in (".rk-headline", ".rk-view img", ".rk-tabs"):
        panel.until(
            lambda part=part: first.locator(part).first.evaluate(IN_SIGHT), lambda part=part: f"{part} is out of sight"
        )


def test_a_page_that_is_run_stays_at_its_top(laptop):
    at_the_top(PanelOnPage(laptop, "rencounter.fire"))


def test_what_is_opened_by_keyboard_is_in_sight_and_outlasts_a_second_run(laptop):
    panel = PanelOnPage(laptop, "rencounter.volley")
    line = laptop.locator(".rk-shelf").first.get_by_role(
        "button", name=rk.checks["rencounter.volley"].title, exact=True
    )
    line.focus()
    line.press("Enter")
    panel.panel.locator(".rk-title", has_text=rk.checks["rencounter.volley"].title).wait_for(timeout=WAIT)
    panel.shows()
    assert line.get_attribute("aria-pressed") == "true"
    panel.until(lambda: all(part.evaluate(IN_SIGHT) for part in (line, panel.words, panel.picture)))

    every = line.locator("xpath=..").get_by_role("button")
    is_focused = "one => one === document.activeElement && one.tabIndex === 0"
    line.press("Home")
    assert every.first.evaluate(is_focused) and line.evaluate("one => one.tabIndex") == -1
    for key, place in (("ArrowRight", 1), ("ArrowLeft", 0), ("ArrowLeft", -1), ("Home", 0), ("End", -1)):
        laptop.keyboard.press(key)
        assert every.nth(place).evaluate(is_focused), key
    laptop.keyboard.press("Home")
    laptop.keyboard.press("ArrowDown")  # the line below it
    boxes = [one.bounding_box() for one in every.all()]
    below = next((n for n, box in enumerate(boxes) if n and box["x"] == boxes[0]["x"]), 1)
    assert (
        every.nth(below).evaluate(is_focused) and line.get_attribute("aria-pressed") == "true"
    )  # nothing else is opened
    tabs = panel.panel.locator(".rk-tabs").get_by_role("button")
    for name in ("Formula", "Why"):  # all tabs are shown now
        panel.turn_to(name)
        tab = panel.panel.locator(".rk-tabs").get_by_role("button", name=name, exact=True)
        panel.until(lambda tab=tab: tab.get_attribute("aria-pressed") == "true")
    tabs.first.press("End")
    laptop.keyboard.press("Enter")
    panel.until(lambda: tabs.last.get_attribute("aria-pressed") == "true")
    assert tabs.last.evaluate(is_focused)
    laptop.keyboard.press("Home")
    laptop.keyboard.press("Enter")

    panel.slider("skill").press("ArrowRight")
    panel.shows(skill=7)
    laptop.evaluate(RUN_ALL)
    panel.until(lambda: laptop.locator(".rk-panel.jupyter-widgets-disconnected").count() == 0)
    panel.shows(skill=7)
    at_the_top(panel)


def test_the_sections_are_a_click_away(laptop):
    link, heading = (
        laptop.get_by_role("link", name="In code", exact=True),
        laptop.get_by_role("heading", name="In code"),
    )

    def reached():
        """What comes in above only now may push the section on: then the next click finds it."""
        link.click()
        laptop.wait_for_timeout(1500)
        return heading.count() == 1 and heading.evaluate(IN_SIGHT)

    PanelOnPage(laptop, "rencounter.fire").until(reached, wait=60_000)


def test_the_box_of_house_rules_is_in_sight_below_the_answer(laptop):
    panel = PanelOnPage(laptop, "rencounter.volley")
    panel.house.click()
    laptop.keyboard.type("long range")
    offer = panel.panel.locator(".rk-next button").first
    offer.wait_for(timeout=WAIT)
    offer.hover()
    panel.until(lambda: all(part.evaluate(IN_SIGHT) for part in (panel.house, offer, panel.words)))


@pytest.fixture(scope="module")
def every_check(browser, lab_url, slowed):
    with in_lab(browser, lab_url, "every_check.ipynb", slowed) as page:
        page.set_viewport_size({"width": 1366, "height": 768})
        yield page


def test_any_check_is_found_by_typing(every_check):
    page = every_check
    line = page.get_by_placeholder("long bow at full plate")
    line.wait_for(timeout=WAIT)
    followed(page)  # until all of the page is there, which takes the keyboard to its top
    line.press_sequentially("duck")
    button = page.locator(".rk-finds").get_by_role("button", name="Does he duck back behind cover? (Rencounter)")
    button.wait_for(timeout=WAIT)
    followed(page)  # what was found for its first letters may stand there before
    button.focus()
    button.press("Enter")
    panel = PanelOnPage(page, "rencounter.duck_back")
    panel.shows()
    panel.until(lambda: panel.words.evaluate(IN_SIGHT) and panel.picture.evaluate(IN_SIGHT))
    again = page.get_by_role("button", name="Back to the results", exact=True)
    panel.until(lambda: again.evaluate("one => one === document.activeElement"))  # where the keyboard goes on
    again.press("Enter")
    button.wait_for(timeout=WAIT)
    line.fill("large sheild")
    page.get_by_role("button", name="large shield", exact=True).click()
    page.locator(".rk-finds").get_by_role("button", name="large shield = -2 (Rencounter)").first.wait_for(timeout=WAIT)
    panel.until(lambda: line.input_value() == "large shield", line.input_value)


def test_the_search_leads_to_the_luck_of_an_evening_and_to_any_dice(every_check):
    finder = every_check.locator(".rk-finder")
    field = finder.locator("input").first
    field.wait_for(timeout=WAIT)
    field.fill("cheating")
    finder.get_by_role("button", name="The luck of a whole evening", exact=True).click(timeout=WAIT)
    finder.locator(".rk-evening .rk-words").wait_for(timeout=WAIT)
    field.fill("4d6 drop lowest")
    finder.get_by_role("button", name="Any dice in one line", exact=True).click(timeout=WAIT)
    finder.locator(".rk-dice .rk-words").get_by_text("mean 12.24").wait_for(timeout=WAIT)
    assert PanelOnPage(every_check, "").panel.locator("input").first.input_value() == "4d6 drop lowest"
