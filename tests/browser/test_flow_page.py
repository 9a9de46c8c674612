"""A meeting as a person at a laptop plays it: by keyboard and mouse, with the chances in sight."""

import re

import pytest

from rencounter_kit.games.traveller.to_blows import TO_BLOWS

from .lab import RUN_ALL, in_lab
from .person import WAIT, PanelOnPage
from .test_shelf_page import IN_SIGHT

COMES = {"encounter": "somebody comes"}
NOBODY = {**COMES, "surprise": "nobody has surprise"}


@pytest.fixture(scope="module")
def meeting(browser, lab_url, slowed):
    with in_lab(browser, lab_url, "traveller_encounter.ipynb", slowed) as page:
        page.set_viewport_size({"width": 1366, "height": 768})
        one = PanelOnPage(page, "")
        one.panel = page.locator(".rk-flow")
        one.words, one.picture = one.panel.locator(".rk-words"), one.panel.locator("img.rk-chart").first
        one.picture.wait_for(timeout=WAIT)
        yield one


def test_one_plays_it_by_keyboard_and_mouse(meeting):
    begun = TO_BLOWS.begun(plans={"party_plan": "leave"})
    way = meeting.button("Somebody comes")
    way.focus()
    way.press("Enter")
    meeting.until(lambda: "1/3" in meeting.words.inner_text())
    meeting.button("Nobody has surprise").click()
    meeting.until(lambda: "In all 22.2 %, 2/9" in meeting.words.inner_text(), meeting.words.inner_text)
    place = begun.walked(NOBODY)[1]
    far = {way.says: p for way, p in begun.ways(place).items()}
    rows = meeting.panel.locator(".rk-go:visible")
    told = "\n".join(rf"{says}\s+[\d.]+ % {p}" for says, p in far.items())
    meeting.until(
        lambda: re.fullmatch(told, "\n".join(rows.all_inner_texts()), re.IGNORECASE), lambda: rows.all_inner_texts()
    )
    meeting.until(lambda: all(part.evaluate(IN_SIGHT) for part in (meeting.words, meeting.picture, rows.last)))
    assert "What may still come" in meeting.picture.get_attribute("alt")

    meeting.menu("terrain").select_option("forest")
    forest = TO_BLOWS.begun(said={"range": {"terrain": "forest"}}, plans={"party_plan": "leave"})
    meeting.until(lambda: rows.count() == len(forest.ways(forest.walked(NOBODY)[1])))
    meeting.button("Throw this step").click()
    meeting.panel.locator(".rk-thrown", has_text="Range.").wait_for(timeout=WAIT)

    meeting.page.evaluate(RUN_ALL)  # the page is run again: what was played stays
    meeting.until(lambda: meeting.page.locator(".rk-panel.jupyter-widgets-disconnected").count() == 0)
    meeting.until(lambda: "nobody has surprise (2/3)" in meeting.words.inner_text(), meeting.words.inner_text)
    meeting.button("Surprise").click()
    meeting.until(lambda: "In all 33.3 %, 1/3" in meeting.words.inner_text(), meeting.words.inner_text)
    meeting.button("Start again").click()
    meeting.until(lambda: "Nothing is thrown yet" in meeting.words.inner_text())


def test_house_rules_and_lines_to_send_stand_below_it(meeting):
    meeting.button("Reset").click()
    meeting.button("House rules").click()
    meeting.panel.locator(".rk-rules textarea").fill("encounter.random = 4")
    row = meeting.panel.locator(".rk-go:visible").first
    meeting.until(lambda: "50.0 %" in row.inner_text(), row.inner_text)
    meeting.button("Save and send").click()
    lines = meeting.panel.locator("pre")
    meeting.until(lambda: "encounter.random = 4" in " ".join(lines.all_inner_texts()))
    assert meeting.panel.locator("a[download$='.html']").count() == 1
    meeting.page.set_viewport_size({"width": 480, "height": 800})
    steps = meeting.panel.locator(".rk-steps")
    meeting.until(lambda: steps.evaluate("e => e.scrollWidth <= e.clientWidth + 4"))
