"""A meeting as a person at a laptop plays it: by keyboard and mouse, with the chances in sight."""

import re

import pytest

from rencounter_kit.workbook.games.traveller.to_blows import TO_BLOWS

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


@pytest.mark.long
def test_one_plays_it_by_keyboard_and_mouse(meeting):
    begun = TO_BLOWS.begun(plans={"party_plan": "leave"})
    way = meeting.button("Somebody comes")
    way.focus()
    way.press("Enter")
    meeting.until(lambda: "1/3" in meeting.said)
    meeting.button("Nobody has surprise").click()
    meeting.until(lambda: "In all 22.2 %, 2/9" in meeting.said, meeting.words.inner_text)
    place = begun.walked(NOBODY)[1]
    far = {way.text: p for way, p in begun.ways(place).items()}
    rows = meeting.panel.locator(".rk-go:visible")
    pattern = "\n".join(rf"{says}\s+[\d.]+ % {p}" for says, p in far.items())
    meeting.until(
        lambda: re.fullmatch(pattern, "\n".join(rows.all_inner_texts()), re.IGNORECASE), lambda: rows.all_inner_texts()
    )
    meeting.until(lambda: all(part.evaluate(IN_SIGHT) for part in (meeting.words, meeting.picture, rows.last)))
    assert "What may still come" in meeting.picture.get_attribute("alt")

    meeting.menu("terrain").select_option("forest")
    forest = TO_BLOWS.begun(settings={"range": {"terrain": "forest"}}, plans={"party_plan": "leave"})
    meeting.until(lambda: rows.count() == len(forest.ways(forest.walked(NOBODY)[1])))
    meeting.button("Roll this step").click()
    meeting.panel.locator(".rk-thrown", has_text="Range.").wait_for(timeout=WAIT)

    meeting.page.evaluate(RUN_ALL)  # the page is run again: what was played stays
    meeting.until(lambda: meeting.page.locator(".rk-panel.jupyter-widgets-disconnected").count() == 0)
    meeting.until(lambda: "nobody has surprise (2/3)" in meeting.said, meeting.words.inner_text)
    meeting.button("Surprise").click()
    meeting.until(lambda: "In all 33.3 %, 1/3" in meeting.said, meeting.words.inner_text)
    meeting.button("Start again").click()
    meeting.until(lambda: "Nothing rolled yet" in meeting.said)


@pytest.mark.long
def test_the_check_of_a_step_comes_into_sight_with_what_the_step_asks(browser, lab_url, slowed):
    with in_lab(browser, lab_url, "realms_of_myth_wounds.ipynb", slowed) as page:
        page.set_viewport_size({"width": 1366, "height": 768})
        blow = PanelOnPage(page, "")
        blow.panel = page.locator(".rk-flow")
        blow.situation("Greatsword on plate")
        blow.until(lambda: "nothing gets through" in blow.panel.inner_text())
        blow.button("Armour").click()
        blow.until(lambda: "What gets through the armour?" in blow.panel.inner_text())
        blow.button("This step alone").click()
        alone = PanelOnPage(page, "realms_of_myth.armor_through", 1)
        alone.words.wait_for(timeout=WAIT)
        alone.until(lambda: alone.number("POT (potence)").input_value() == "47", alone.words.inner_text)
        alone.until(lambda: all(part.evaluate(IN_SIGHT) for part in (alone.words, alone.picture)))

        alone.number("POT (potence)").fill("80")
        alone.number("POT (potence)").press("Enter")
        hand = alone.panel.locator(".rk-handing")
        hand.get_by_text("Use 30 as").wait_for(timeout=WAIT)
        hand.locator("select").select_option(label="POT through in: Does the pain stun him, or knock him out?")
        hand.locator("button").click()
        pain = PanelOnPage(page, "realms_of_myth.pain", 2)
        pain.words.wait_for(timeout=WAIT)
        pain.shows(pot_through=30)
        pain.until(lambda: all(part.evaluate(IN_SIGHT) for part in (pain.words, pain.picture)))

        pain.panel.locator(".rk-steps").get_by_text("How many wounds does the blow inflict?").press("Enter")
        wounds = PanelOnPage(page, "realms_of_myth.wounds", 1)
        wounds.until(lambda: wounds.panel.locator(".rk-title").inner_text().startswith("How many wounds"))
        wounds.until(lambda: "POT 30 exceeds" in wounds.picture.get_attribute("alt"))
        wounds.until(lambda: all(part.evaluate(IN_SIGHT) for part in (wounds.words, wounds.picture)))
