"""A handout, as a browser prints it: on so many pages, with no word over another and no table cut."""

import pytest

import rencounter_kit as rk
from rencounter_kit.workbook.rulebook.book import systems

from .lab import sheets

SPILLS = """() => [...document.querySelectorAll('th, td, caption, h2')]
    .filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll('body *')]
    .filter(one => one.innerText?.trim()).map(one => parseFloat(getComputedStyle(one).fontSize)))"""
OVER = """() => {
    const boxes = [...document.querySelectorAll('h1, h2, table, p')].map(one => one.getBoundingClientRect());
    return boxes.some((a, i) => boxes.some((b, j) => i < j && a.left < b.right - 1 && b.left < a.right - 1
        && a.top < b.bottom - 1 && b.top < a.bottom - 1));
}"""
BROKEN = """() => [...document.querySelectorAll('th')].filter(one => {
    const size = parseFloat(getComputedStyle(one).fontSize), words = one.textContent.split(/\\s+/).length;
    return one.textContent && document.createRange && (() => {
        const range = document.createRange(); range.selectNodeContents(one);
        const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
        return lines.size > words;
    })();
}).map(one => one.textContent)"""


@pytest.mark.parametrize(
    "game",
    [game if game in ("rencounter", "salamis") else pytest.param(game, marks=pytest.mark.long) for game in systems()],
)
def test_it_takes_two_pages_at_most_and_no_word_is_cut(page, game):
    book = rk.handout(game)
    rule = next(iter(rk.ready_rules(game).values()))
    for one in (book, rk.handout(game, paper="letter", rules=rk.Layers(game, rule))):
        page.emulate_media(media="screen")
        page.set_content(one.html())
        page.emulate_media(media="print")
        assert page.evaluate(SPILLS) == []
        assert page.evaluate(BROKEN) == []
        assert not page.evaluate(OVER)
        assert page.evaluate(SMALLEST) >= 12  # pixels: 9 points
        assert 1 <= sheets(page) <= 2
        assert page.locator(".too-much").is_hidden()


FIRE = '[[table]]\ncheck = "rencounter.fire"\nevent = "hits"\ndown = "skill=1..12"\n'


def size(page, tables):
    """The size of the letters, in points, when a handout of so many tables is opened."""
    page.set_content(rk.handout(f'title = "Ours"\ngame = "rencounter"\n{FIRE * tables}').html())
    return page.locator(".handout").evaluate("one => parseFloat(one.style.getPropertyValue('--size'))")


def test_few_tables_are_large_and_many_small(page):
    assert [size(page, tables) for tables in (1, 12, 20)] == [11, 11, 9]


def test_what_takes_more_than_two_pages_is_told_on_the_screen(page):
    long = FIRE.replace("skill=1..12", "weapon") + 'across = "range_band"\n'
    page.set_content(rk.handout(f'title = "Ours"\ngame = "rencounter"\n{long * 24}').html())
    assert "This takes more than two pages" in page.locator(".too-much").inner_text()
    page.emulate_media(media="print")
    assert page.locator(".too-much").is_hidden()
