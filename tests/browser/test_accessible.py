"""The rules of axe-core over what people read in a browser: none of serious or critical impact is broken, in the light
or in the dark.
"""

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.files.folders import project_folder
from rencounter_kit.fronts.lite.build import front
from rencounter_kit.fronts.paper.book import book_page, odds_book

from .lab import TOKEN
from .person import WAIT, wait_until

PAGES = {  # each with a control that comes late; the first page and that of a shot are looked at in test_app
    "your_dice": ".rk-dice-number .noUi-handle",
    "house_rules": ".rk-panel select",
    "how_modifiers_interact": ".rk-panel select",
    "odd_encounters_spells": ".rk-panel select",
    "your_game": ".rk-panel select",
    "who_beats_whom": ".rk-panel select",
}
COLOURS = ["color-contrast", "link-in-text-block"]  # the rules that the dark can break
TABS = ["Why", "Table", "House rules", "Men", "Roll", "Luck", "Send"]


def test_what_breaks_a_rule_is_found(page, broken):
    page.set_content(
        '<html lang="en"><title>x</title><main><h1>x</h1><p style="color: #ccc">pale</p><button></button></main></html>'
    )
    assert {rule for rule, *_ in broken(page)} == {"color-contrast", "button-name"}


def test_a_book_of_odds_and_a_handout(page, broken):
    layers = rk.Layers("traveller", rk.Layer("traveller", {"to_hit.needed": 9}))
    for html in (
        book_page(odds_book(layers, ["traveller.to_hit", "traveller.reaction"])),
        rk.handout("rencounter").html(),
    ):
        page.set_content(html)
        assert broken(page) == []


@pytest.mark.long
@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_the_app(app, page, broken, name):
    """Once it has come to rest: the script of the panels names a control a moment after it comes."""
    page.goto(f"{app}/voila/render/{name}.ipynb?token={TOKEN}")
    page.locator(f"{PAGES[name]}:visible").first.wait_for(timeout=WAIT)
    wait_until(page, lambda: broken(page) == [], lambda: broken(page), WAIT, 500)


def in_both(page, broken):
    """The rules that a page breaks in the light, and those of colours that it breaks in the dark."""
    page.emulate_media(color_scheme="light")
    problems = broken(page)
    page.emulate_media(color_scheme="dark")
    return problems + broken(page, COLOURS)


def test_the_front_page_of_the_site(page, tmp_path, broken):
    front(tmp_path, project_folder("notebooks"))
    page.goto((tmp_path / "index.html").as_uri())
    assert in_both(page, broken) == []


def test_the_pocket_edition(page, pocket_file, broken):
    page.goto(f"{pocket_file.as_uri()}#check=rencounter.fire&rules=fire.armor.point+%3D+-2")
    page.locator(".rk-die").wait_for()
    for fold in page.locator("summary").all():
        fold.click()
    for tab in TABS:
        page.get_by_role("tab", name=tab, exact=True).click()
        page.locator("#inside :is(table, textarea, button, select)").first.wait_for()
        assert in_both(page, broken) == [], tab
    page.get_by_placeholder("Ask:").fill("shield")
    page.locator(".found .kinds").wait_for()
    assert in_both(page, broken) == []
    page.get_by_role("button", name="Dice in a line").click()
    page.get_by_text("mean 12.24").wait_for()
    assert in_both(page, broken) == []
    page.get_by_role("button", name="A game of your own").click()
    page.get_by_label("the text of the game").wait_for()
    assert in_both(page, broken) == []
