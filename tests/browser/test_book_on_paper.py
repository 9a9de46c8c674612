"""The book of odds in a browser: on a telephone, and printed."""

import re

import pytest

import rencounter_kit as rk
from rencounter_kit.paper.book import book_page, odds_book
from rencounter_kit.paper.pdf import pdf_of

from .lab import chromium

SHOWN = ("traveller.to_hit", "traveller.reaction", "traveller.escape")


@pytest.fixture(scope="module")
def book():
    layers = rk.Layers("traveller", rk.Layer("traveller", {"to_hit.needed": 9}))
    return book_page(odds_book(layers, SHOWN))


def test_nothing_but_a_wide_table_goes_beyond_the_width_of_a_telephone(page, book):
    page.set_viewport_size({"width": 390, "height": 800})
    page.set_content(book)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    beyond = "all => all.filter(one => one.getBoundingClientRect().right > 391).map(one => one.textContent)"
    assert page.locator("p, h1, h2, h3, h4, figure, svg, table.said, td:not(.grid td)").evaluate_all(beyond) == []


def test_a_link_of_the_contents_leads_to_its_check(page, book):
    page.set_content(book)
    page.get_by_role("link", name="Does a group get away?").click()
    top = page.locator("#traveller-escape").evaluate("one => one.getBoundingClientRect().top")
    assert abs(top) < 5 or page.evaluate("scrollY + innerHeight >= document.documentElement.scrollHeight - 2")


def test_it_is_printed_by_the_browser_that_is_at_hand(page, book, monkeypatch):
    monkeypatch.setenv("CHROMIUM", chromium())
    printed = pdf_of(book)
    assert printed.startswith(b"%PDF") and len(re.findall(rb"/Type\s*/Page\b", printed)) >= 4
