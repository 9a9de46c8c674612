"""What a person does on the page of the lesson, in JupyterLab, in a real browser."""

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.words.wording import percent_text

from .person import WAIT, PanelOnPage


class CardOnPage(PanelOnPage):
    """A card to guess at, on one of the page's panels."""

    def __init__(self, page, place):
        super().__init__(page, "", place)
        self.chart = self.panel.locator(".rk-guess-card img[alt^='Bar chart']")
        self.box, self.sum = (
            self.panel.locator(".rk-guess").get_by_role("textbox", name=name)
            for name in ("Your guess", "then worked out")
        )
        self.status = self.panel.locator(".rk-guess-card [role=status] .rk-words")

    @property
    def alt(self):
        return self.chart.get_attribute("alt")

    def asks(self, text=""):
        """Wait for a question, the answer hidden."""
        question = self.panel.locator(".rk-guess-card .rk-question")
        self.until(
            lambda: text in question.inner_text() and "hidden" in self.alt and self.status.count() == 0,
            lambda: self.alt,
        )

    def stands_at(self, words):
        """Wait until a question is asked, and its top in the window."""
        head = self.panel.locator(".rk-guess-card .rk-heading").first
        self.until(
            lambda: (
                words in head.inner_text() and 0 <= head.bounding_box()["y"] < self.page.viewport_size["height"] / 3
            ),
            lambda: f"{head.inner_text()} at {head.bounding_box()}",
        )

    def answers(self, guess):
        """Wait for the answer in words and picture."""
        self.status.wait_for(timeout=WAIT)
        self.until(lambda: f"You guessed {guess} %" in self.status.inner_text(), self.status.inner_text)
        self.until(lambda: f"your guess {guess} %" in self.alt and "both together is hidden" not in self.alt)


@pytest.fixture(scope="module")
def opened(visit):
    page = visit("how_modifiers_interact.ipynb")
    for place in range(2):
        panel = page.locator(".rk-panel").nth(place)
        panel.locator("img.rk-chart").first.wait_for(timeout=WAIT)
        panel.scroll_into_view_if_needed(timeout=WAIT)
    return page


def test_push_guess_and_see_with_the_keyboard_alone(opened):
    page, card = opened, CardOnPage(opened, 0)
    card.asks()

    # The die is pushed: the fraction is counted anew, and what changed is ringed.
    card.panel.locator(".rk-die-step .noUi-handle").first.focus()
    page.keyboard.press("ArrowRight")
    fraction = card.panel.locator(".rk-die-fraction").first
    card.until(lambda: "7 of 12 = 58.3 %" in fraction.inner_text(), fraction.inner_text)
    card.until(lambda: "1 are ringed" in card.panel.locator(".rk-die-step img").first.get_attribute("alt"))

    # Whoever has not guessed is asked to. A guess may have decimals; Enter shows the answer.
    card.button("See").click()
    card.panel.get_by_role("alert").wait_for(timeout=WAIT)
    assert card.status.count() == 0
    card.box.focus()
    page.keyboard.type("2.5")
    page.keyboard.press("Enter")
    card.answers("2.5")

    # Question, guess and answer are in sight together.
    question, way = card.panel.locator(".rk-guess-card .rk-question"), card.panel.locator(".rk-way li").last
    top, boxes = question.bounding_box()["y"], [card.chart.bounding_box(), way.bounding_box()]
    assert all(box["y"] + box["height"] - top < 560 for box in boxes)

    # Another like it has no single chances; Next and Back do what they say.
    card.button("Another like it").press("Enter")
    card.asks("with both")
    card.until(lambda: card.alt.count("hidden") == 3, lambda: card.alt)
    card.panel.get_by_text("Question 1 of 3, with new numbers").wait_for(timeout=WAIT)
    card.button("Next").press("Enter")
    card.stands_at("Question 2 of 3")
    card.box.fill("50")
    card.sum.fill("91,5")
    card.sum.press("Enter")
    card.answers("50")
    assert "You worked out 91.5 %" in card.status.inner_text()
    row, fraction = card.button("Next").bounding_box(), card.status.bounding_box()
    assert (
        row["y"] - card.box.bounding_box()["y"] < 80
        and fraction["y"] + fraction["height"] <= page.viewport_size["height"]
    )
    assert card.panel.locator(".rk-guess-card .rk-card-of").is_visible()

    # The last step asks first how the two work together.
    card.button("6 Mixed questions").press("Enter")
    card.stands_at("Question 1 of 4")
    card.asks()
    card.box.fill("50")
    card.box.press("Enter")
    card.panel.get_by_text("First say how the two work together").wait_for(timeout=WAIT)
    card.panel.get_by_label("Two rolls in a row").check()
    card.button("See").click()
    card.answers("50")

    # After the last question stands how it went, in sight, also in a small window.
    was = page.viewport_size
    page.set_viewport_size({"width": 500, "height": 700})
    for number in range(2, 5):
        card.button("Next").press("Enter")
        card.stands_at(f"Question {number} of 4")
    card.panel.get_by_label("They add up").check()
    card.box.fill("50")
    card.box.press("Enter")
    card.answers("50")
    card.button("Next").press("Enter")
    fraction = card.panel.locator(".rk-lesson-asked [role=status]", has_text="of 4 right")
    fraction.wait_for(timeout=WAIT)
    card.until(lambda: 0 <= fraction.bounding_box()["y"] < page.viewport_size["height"] / 2, fraction.bounding_box)
    page.set_viewport_size(was)
    card.button("Start again").click()
    card.panel.get_by_text("Question 1 of 3").wait_for(timeout=WAIT)


def test_everything_has_a_name_and_lies_within_the_page(opened):
    for place in range(2):
        card = CardOnPage(opened, place)
        for one in card.panel.locator("select, input, button, .noUi-handle").all():
            if one.is_visible():
                assert (one.get_attribute("aria-label") or one.inner_text()).strip()
        names = [
            one.get_attribute("aria-label") for one in card.panel.locator(".noUi-handle").all() if one.is_visible()
        ]
        assert len(set(names)) == len(names)
        inside = card.panel.bounding_box()
        for one in card.panel.locator("button, select, img, .noUi-target").all():
            if one.is_visible():
                box = one.bounding_box()
                assert box["x"] >= inside["x"] - 1 and box["x"] + box["width"] <= inside["x"] + inside["width"] + 1
    assert opened.locator(".jp-OutputArea-output[data-mime-type*='error']").count() == 0


def test_any_two_changes(opened):
    card = CardOnPage(opened, 1)
    one, other = ("posture", "prone"), ("range_band", "long")
    card.asks("cover: half solid and long range")

    card.panel.get_by_label("first change").select_option(label="posture")
    becomes = card.panel.get_by_label("becomes")
    becomes.nth(0).select_option(label="prone")
    card.asks("prone target and long range")
    card.box.fill("1")
    card.button("See").click()
    card.answers("1")
    both = rk.interaction("rencounter.fire", one, other, skill=6).figures[-1]
    assert f"both together {percent_text(both)}" in card.alt

    # What is wrong is said in one sentence; the next change mends it.
    card.panel.get_by_label("second change").select_option(label="posture")
    alert = card.panel.locator(".rk-error")
    alert.wait_for(timeout=WAIT)
    assert "two changes must be to two parameters; got posture twice" in alert.inner_text()
    card.panel.get_by_label("second change").select_option(label="range band")
    card.asks("prone target and medium range")
    assert alert.count() == 0

    # Another situation, and another game.
    card.panel.get_by_text("Set the situation").click()
    card.slider("skill").press("ArrowRight")
    card.until(lambda: percent_text(rk.check("rencounter.fire", skill=7).event("hits")) in card.alt, lambda: card.alt)
    card.panel.get_by_label("game").select_option(label="Traveller")
    card.until(lambda: "hidden" in card.alt and "one shot" not in card.alt, lambda: card.alt)
