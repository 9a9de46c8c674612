"""A person who guesses first, in the app: the answer is hidden, then told."""

import pytest

from .lab import TOKEN
from .person import WAIT, PanelOnPage

HIDDEN = 'How likely is "hits"?'


def test_a_person_guesses_and_sees_how_far_off_that_is(app, page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{app}/voila/render/start_here.ipynb?token={TOKEN}")
    fire = PanelOnPage(page, "rencounter.fire")
    fire.shows()
    fire.button("Guess first").click()
    fire.panel.get_by_text("hidden until you guess").wait_for(timeout=WAIT)
    fire.slider("skill").press("ArrowRight")
    fire.until(lambda: fire.said == HIDDEN, lambda: fire.said)
    assert fire.picture.count() == 0 and fire.table.count() == 0
    assert not fire.button("Roll").is_visible() and not fire.panel.get_by_text("7/12").count()
    fire.turn_to("Why")
    fire.panel.get_by_text("Guess first, then this tab opens").wait_for(timeout=WAIT)

    # What is no guess shows nothing; then the keyboard alone: a decimal and Enter, later the slider and Enter.
    row = fire.panel.locator(".rk-guess")
    box, handle = row.locator("input"), row.locator(".noUi-handle")
    assert handle.get_attribute("aria-label") == "your guess" and box.get_attribute("aria-label") == "Your guess"
    fire.until(lambda: row.evaluate("e => e.getBoundingClientRect().bottom <= innerHeight"))
    box.fill("much")
    box.press("Enter")
    fire.panel.get_by_role("alert").get_by_text("must be from 0 %").wait_for(timeout=WAIT)
    box.fill("")
    box.press_sequentially("2,5")  # as fast as nobody types, and as many write it
    box.press("Enter")
    status = fire.panel.locator(".rk-verdict[role=status]")
    status.get_by_text("It is 58.3 %; you guessed 2.5 %, 55.8 points too low.").wait_for(timeout=WAIT)
    fire.shows(skill=7)
    fire.slider("skill").press("ArrowRight")
    fire.until(lambda: fire.said == HIDDEN, lambda: fire.said)
    handle.focus()
    for key in ("PageUp", "PageUp", "PageUp", "End", "Enter"):  # at once
        page.keyboard.press(key)
    status.get_by_text("33.3 points too high, and it is not certain.").wait_for(timeout=WAIT)
    assert "guess" not in page.url


@pytest.mark.long
def test_a_link_may_ask_for_it_on_its_page_alone(app, page):
    page.goto(f"{app}/voila/render/rencounter_fire.ipynb?token={TOKEN}&check=rencounter.fire&skill=7&guess=first")
    fire = PanelOnPage(page, "rencounter.fire")
    fire.until(lambda: fire.said == HIDDEN, lambda: fire.said)
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Start").click()
    fire.shows()
    assert "guess" not in page.url
