"""The page of one's guesses: what the browser hands back is told, drawn and forgotten again."""

import html
import json
from fractions import Fraction

import pytest

import rencounter_kit as rk
from rencounter_kit.analysis.calibration import GuessRecord
from rencounter_kit.panels.guesses import GuessKeeper
from tests.widgets import plain

pytestmark = pytest.mark.usefixtures("undrawn", "no_page_stays")


def handed(keeper):
    """What the page is told of a keeper."""
    return json.loads(html.unescape(keeper.value.partition('"')[2].rpartition('"')[0]))


def test_what_the_browser_has_kept_is_told_and_drawn():
    page = rk.your_guesses()
    assert "There is no guess yet" in page.words.value and page._below.layout.display == "none"
    kept = [
        GuessRecord("rencounter.fire", "as usual", "hits", Fraction(1, 2), Fraction(n, 12), f"2030-01-0{n}").kept()
        for n in (5, 7)
    ]
    page.told.value = json.dumps(kept)
    assert "Over your 2 guesses you were 8.3 points off on average." in plain(page.words.value)
    assert "2 guesses, 1 too low, 1 too high" in page.pictures[0].value and "2 guesses" in page.pictures[1].value
    assert (
        "<td>middling chances</td><td>2</td><td>1</td><td>1</td>" in page.table.value
        and "may well be chance" in page.table.value
    )
    page.formats.button.value = True
    assert "rencounter.fire" in page.formats.list.value
    page.told.value = "{"
    assert "There is no guess yet" in page.words.value and not page.formats.button.value


def test_all_are_forgotten_when_that_is_meant():
    page = rk.your_guesses()
    page.told.value = json.dumps([GuessRecord("x", "", "", Fraction(1), Fraction(1), "2030-01-01").kept()])
    page.forgetting.click()
    assert page.guesses.guesses and "for good" in page.forgetting.description and not page.keeper.value
    page.forgetting.click()
    assert not page.guesses.guesses and handed(page.keeper)["forgotten"] > "2025"


def test_one_call_keeps_a_guess():
    keeper = GuessKeeper()
    for percent in range(60):
        keeper.keep("a lesson", "one <&> another", "hits", Fraction(percent, 100), Fraction(1, 2))
    guesses = handed(keeper)["guesses"]
    assert [one["guess"] for one in guesses] == [str(Fraction(n, 100)) for n in range(10, 60)]
    assert guesses[0]["situation"] == "one <&> another" and len({one["date"] for one in guesses}) == 50
