"""The luck of an evening as a person types and pastes it, on its page and from the search."""

from .person import WAIT, PanelOnPage

IN_SIGHT = "one => { const box = one.getBoundingClientRect(); return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight; }"


def test_a_list_is_typed_and_what_is_wrong_stands_below_it(visit):
    page = visit("your_dice.ipynb")
    page.set_viewport_size({"width": 1366, "height": 768})
    evening = page.locator(".rk-evening")
    words, box, wrong = evening.locator(".rk-words"), evening.locator("textarea"), evening.locator(".rk-evening-wrong")
    words.wait_for(timeout=WAIT)
    box.fill("0 of 6 at 5/12")
    words.get_by_text("1 evening in 25 is as unlucky or more so (3.94 %, 117649/2985984)").wait_for(timeout=WAIT)
    box.fill("0 of 6 at 5/12\n9 on 2d6 kep 1")
    wrong.get_by_text("did you mean keep?").wait_for(timeout=WAIT)
    assert "2d6 kep 1\n    ^^^" in wrong.locator("pre").inner_text()
    assert words.inner_text().startswith("An unlucky evening: 1 evening in 25 ")
    picture = evening.locator("img.rk-chart").first
    assert "happened -2.5, expected 0." in picture.get_attribute("alt")
    box.scroll_into_view_if_needed()
    assert words.evaluate(IN_SIGHT) and box.evaluate(IN_SIGHT)
    evening.get_by_role("button", name="Reset", exact=True).click()
    words.get_by_text("Luckiest: 9 on 2d6.").wait_for(timeout=WAIT)
    assert not wrong.inner_text().strip()


def test_the_search_leads_to_the_luck_of_an_evening_and_to_any_dice(visit):
    page = visit("every_check.ipynb")
    finder = page.locator(".rk-finder")
    field = finder.locator("input").first
    field.wait_for(timeout=WAIT)
    field.fill("cheating")
    finder.get_by_role("button", name="The luck of a whole evening", exact=True).click(timeout=WAIT)
    finder.locator(".rk-evening .rk-words").wait_for(timeout=WAIT)
    field.fill("4d6 drop lowest")
    finder.get_by_role("button", name="Any dice in one line", exact=True).click(timeout=WAIT)
    finder.locator(".rk-dice .rk-words").get_by_text("mean 12.24").wait_for(timeout=WAIT)
    assert PanelOnPage(page, "").panel.locator("input").first.input_value() == "4d6 drop lowest"
