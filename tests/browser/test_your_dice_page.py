"""What a person does on the page of lines of dice, in JupyterLab at a laptop and in the app on a telephone."""

import re

import pytest

import rencounter_kit as rk

from .lab import TOKEN, in_lab, watched_page
from .person import WAIT, PanelOnPage
from .test_app import PHONE, WIDER
from .test_in_sight import OUT_OF_SIGHT, SHOW_FILES

PAGE = "your_dice.ipynb"
IN_WINDOW = (
    "one => { const box = one.getBoundingClientRect(); return box.height > 0 && box.top >= 0 && "
    "box.bottom <= innerHeight; }"
)


class DiceOnPage(PanelOnPage):
    """The panel as a person sees it."""

    def __init__(self, page, place=0):
        super().__init__(page, "", place)
        self.boxes = self.panel.locator(".rk-dice-line input")
        self.below = self.panel.locator(".rk-dice-line .rk-dice-below")

    def answers(self, *lines):
        """Wait until words and picture are those of these lines."""
        means = [f"{line}: mean {float(rk.dice(line).mean):.4g}" for line in lines]
        self.until(lambda: all(mean in self.said for mean in means), lambda: self.said)
        self.until(lambda: all(line in self.picture.get_attribute("alt") for line in lines))


@pytest.fixture(scope="module")
def laptop(browser, lab_url, slowed):
    with in_lab(browser, lab_url, PAGE, slowed) as page:
        page.set_viewport_size({"width": 1366, "height": 768})
        page.evaluate(SHOW_FILES, True)
        yield page


def test_a_person_types_slides_and_rolls(laptop):
    page = laptop
    one = DiceOnPage(page)
    one.panel.scroll_into_view_if_needed(timeout=WAIT)
    one.answers("4d6 drop lowest", "3d6 + 1")

    # The answer is in sight beside each control.
    one.until(lambda: page.evaluate(OUT_OF_SIGHT)[1] == [], lambda: str(page.evaluate(OUT_OF_SIGHT)))

    # What is wrong is marked below its line, and the answer stays; put right, it follows.
    one.boxes.first.fill("4d6 drp lowest")
    one.panel.get_by_text("did you mean drop?; the answer is still for 4d6 drop lowest").wait_for()
    assert one.panel.locator(".rk-place").inner_text() == "4d6 drp lowest\n    ^^^"
    one.answers("4d6 drop lowest", "3d6 + 1")
    one.boxes.first.fill("4d6 drop highest")
    one.answers("4d6 drop highest", "3d6 + 1")

    # A name in braces is a slider, which the arrow keys move.
    one.boxes.first.fill("{n}d6 keep highest 3")
    one.answers("4d6 keep highest 3", "3d6 + 1")
    one.panel.locator(".rk-dice-number .noUi-handle").press("ArrowRight")
    one.answers("5d6 keep highest 3", "3d6 + 1")
    one.turn_to("Over a range")
    one.panel.get_by_text("with n = 5, 12 or more 77.5 %").wait_for()

    # Rolled once, every die is shown; taken out, a line is gone.
    one.button("Roll").click()
    thrown = one.panel.locator(".rk-thrown")
    thrown.wait_for()
    assert thrown.locator("s.rk-die").count() == 2 and thrown.locator(".rk-die").count() == 8
    one.button("Remove line 1").click()
    one.until(lambda: one.boxes.count() == 1)
    one.answers("3d6 + 1")
    one.button("Back").click()
    one.answers("5d6 keep highest 3", "3d6 + 1")


def test_the_list_of_an_evening_is_typed_and_what_is_wrong_stands_below_it(laptop):
    evening = laptop.locator(".rk-evening")
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
    assert words.evaluate(IN_WINDOW) and box.evaluate(IN_WINDOW)
    evening.get_by_role("button", name="Reset", exact=True).click()
    words.get_by_text("Luckiest: 9 on 2d6.").wait_for(timeout=WAIT)
    assert not wrong.inner_text().strip()


def test_a_link_opens_the_lines_on_a_telephone_and_nothing_is_cut(app, browser, slowed):
    with watched_page(browser, slowed) as page:
        page.set_viewport_size(PHONE)
        pair = "dice=p+%3D+9d6:+p+count+6,+p+count+1"
        address = f"dice=%7Bn%7Dd6+keep+highest+3&dice=3d6&{pair}&reading=at+least&set.n=5+of+3..8"
        page.goto(f"{app}/voila/render/{PAGE}?token={TOKEN}&{address}")
        one = DiceOnPage(page)
        one.picture.wait_for(timeout=WAIT)
        one.answers("5d6 keep highest 3", "3d6")
        one.panel.get_by_text("p count 1: mean 1.5").wait_for()
        for tab in one.panel.locator(".rk-tabs button").all_inner_texts():
            one.turn_to(tab)
            one.until(lambda: page.evaluate(WIDER) == [], lambda tab=tab: f"{tab}: {page.evaluate(WIDER)}")
        link = one.panel.locator(".rk-lines pre", has_text="://")
        link.wait_for(timeout=WAIT)
        assert re.search(r"dice=%7Bn%7Dd6\+keep\+highest\+3&dice=3d6&dice=.*&reading=at\+least", link.inner_text())
        other = DiceOnPage(page, 1)
        other.until(lambda: other.said.count("mean") == 1)  # a link opens one panel
