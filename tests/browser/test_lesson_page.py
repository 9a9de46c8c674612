"""What a person does on the page of the lesson, in JupyterLab, in a real browser."""

import re

import pytest

import rencounter_kit as rk
from rencounter_kit.panels.lessons.lesson import questions
from rencounter_kit.wording import percent_text

from .person import WAIT, PanelOnPage

QUESTIONS = questions("how_modifiers_interact")
LONG = WAIT


class CardOnPage(PanelOnPage):
    """A card to guess at, on one of the page's panels."""

    def __init__(self, page, place):
        super().__init__(page, "", place)
        self.guess = self.panel.locator(".noUi-handle[aria-label='your guess']")
        self.status = self.panel.locator("[role=status] .rk-words")

    @property
    def alt(self):
        return self.picture.get_attribute("alt")

    def asks(self, text):
        """Wait for a question, the answer hidden."""
        asked = self.panel.locator(".rk-question")
        self.until(
            lambda: text in asked.inner_text() and "hidden" in self.alt and self.status.count() == 0, lambda: self.alt
        )

    def answers(self, both, guess):
        """Wait for the exact answer in words and picture."""
        self.status.wait_for(timeout=WAIT)
        said = f"{percent_text(both)} ({both}) with both. You guessed {guess} %"
        self.until(lambda: said in self.status.inner_text(), self.status.inner_text)
        self.until(lambda: f"both together {percent_text(both)}" in self.alt, lambda: self.alt)
        assert f"your guess {guess} %" in self.alt


@pytest.fixture(scope="module")
def opened(visit):
    page = visit("how_modifiers_interact.ipynb")
    for place in range(2):
        panel = page.locator(".rk-panel").nth(place)
        panel.locator("img.rk-chart").first.wait_for(timeout=LONG)
        panel.scroll_into_view_if_needed(timeout=LONG)
    return page


def test_guess_then_see_with_the_keyboard_alone(opened):
    page, card = opened, CardOnPage(opened, 0)
    first, second = QUESTIONS[0], QUESTIONS[1]
    card.asks(first.question)

    # Whoever has not guessed is asked to.
    number = card.panel.locator(".rk-number input")
    assert number.input_value() == "" and "no guess yet" in card.alt
    card.button("See").click()
    card.panel.get_by_role("alert").get_by_text("must be a number").wait_for(timeout=WAIT)
    assert "hidden" in card.alt and card.status.count() == 0

    # The arrow keys move the guess, and the picture follows; the answer stays hidden.
    card.guess.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    card.until(lambda: "your guess 3 %" in card.alt, lambda: card.alt)
    assert card.guess.evaluate("e => e === document.activeElement") and "hidden" in card.alt

    # Tab leads over the box to See.
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    card.answers(first.answer.figures[-1], 3)
    assert first.lesson in card.panel.locator(".rk-lesson").inner_text()
    assert "simply add up" in card.panel.locator(".rk-reasons").inner_text()

    # How it is worked out stands beside the question, in one view with it; status is told.
    way = card.panel.locator(".rk-way li")
    assert way.all_inner_texts() == [str(step) for step in first.way]
    top, both = card.panel.bounding_box()["y"], [card.picture.bounding_box(), way.last.bounding_box()]
    assert all(box["y"] + box["height"] - top < 640 for box in both) and both[1]["x"] > both[0]["x"] + both[0]["width"]

    # Tab goes on to the next button (Back is at its end): one more like it, without the single chances.
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    card.asks(first.again.question)
    card.until(lambda: card.alt.count("hidden") == 3, lambda: card.alt)
    assert number.input_value() == ""
    number.focus()
    number.fill("2.5")
    page.keyboard.press("Enter")
    card.panel.get_by_role("alert").get_by_text("must be a whole number from 0 to 100").wait_for(timeout=WAIT)
    assert number.input_value() == "2.5" and card.status.count() == 0
    number.fill("33")
    page.keyboard.press("Enter")  # from the box it is seen at once
    card.answers(first.again.answer.figures[-1], 33)
    card.until(lambda: card.panel.get_by_text("Understood, 1 of 8: adds up.").count() == 1)

    # Next, and the next question is asked.
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    card.asks(second.question)
    options = card.panel.locator("select").first.locator("option")
    card.until(lambda: "understood" in options.nth(0).inner_text())
    assert "seen" not in options.nth(1).inner_text()

    # A typed guess, and See; back to the first, where everything still stands.
    number.fill("92")
    number.press("Enter")
    card.answers(second.answer.figures[-1], 92)
    card.button("Back").click()
    card.answers(first.answer.figures[-1], 3)

    # The list of questions goes anywhere, by arrow keys too, and keeps the focus.
    listed = card.panel.locator("select").first
    listed.select_option(index=8)
    card.asks(QUESTIONS[8].question)
    listed.focus()
    page.keyboard.press("ArrowUp")
    card.asks(QUESTIONS[7].question)
    page.keyboard.press("ArrowUp")
    card.asks(QUESTIONS[6].question)
    assert listed.evaluate("e => e === document.activeElement")
    card.button("Start again").click()
    card.asks(first.question)
    card.until(lambda: card.panel.get_by_text("8 kinds of question").count() == 1)


def test_everything_has_a_name_and_lies_within_the_page(opened):
    for place in range(2):
        card = CardOnPage(opened, place)
        for one in card.panel.locator("select, input, button, .noUi-handle").all():
            if one.is_visible():
                assert (one.get_attribute("aria-label") or one.inner_text()).strip()
        inside = card.panel.bounding_box()
        for one in card.panel.locator("button, select, img, .noUi-target").all():
            if one.is_visible():
                box = one.bounding_box()
                assert box["x"] >= inside["x"] - 1 and box["x"] + box["width"] <= inside["x"] + inside["width"] + 1
    assert opened.locator(".jp-OutputArea-output[data-mime-type*='error']").count() == 0


def test_any_two_changes(opened):
    card = CardOnPage(opened, 1)
    fire = {"skill": 6}
    one, other = ("cover", "half_solid"), ("range_band", "long")
    card.asks("cover: half solid and range band: long")

    card.panel.get_by_label("first change").select_option(label="posture")
    becomes = card.panel.get_by_label("becomes")
    becomes.nth(0).select_option(label="prone")
    card.asks("posture: prone and range band: long")
    card.guess.press("ArrowRight")
    card.until(lambda: "your guess 1 %" in card.alt, lambda: card.alt)
    card.button("See").click()
    one = ("posture", "prone")
    card.answers(rk.interaction("rencounter.fire", one, other, **fire).figures[-1], 1)

    # What is wrong is said in one sentence; the next change mends it.
    card.panel.get_by_label("second change").select_option(label="posture")
    alert = card.panel.locator(".rk-error")
    alert.wait_for(timeout=WAIT)
    assert "two changes must be to two parameters; got posture twice" in alert.inner_text()
    card.panel.get_by_label("second change").select_option(label="range band")
    card.asks("posture: prone and range band: medium")
    becomes.nth(1).select_option(label="too close")
    card.asks("posture: prone and range band: too close")
    assert alert.count() == 0

    # Another situation, and another game.
    card.panel.get_by_text("Set the situation").click()
    skill = card.slider("skill")
    skill.press("ArrowRight")
    card.until(lambda: percent_text(rk.check("rencounter.fire", skill=7).event("hits")) in card.alt, lambda: card.alt)
    card.panel.locator(".rk-guess .rk-number input").fill("50")
    card.button("See").click()
    found = rk.interaction("rencounter.fire", one, ("range_band", "too_close"), skill=7)
    card.answers(found.figures[-1], 50)
    card.panel.get_by_label("game").select_option(label="Traveller")
    card.until(lambda: "hidden" in card.alt and "one shot" not in card.alt, lambda: card.alt)
    assert re.search(r"without either \d", card.alt)
