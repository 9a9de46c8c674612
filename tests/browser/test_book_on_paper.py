"""The book of odds in a browser: on a telephone, and printed."""

import re

import pytest

import rencounter_kit as rk
from rencounter_kit.fronts.paper import pdf
from rencounter_kit.fronts.paper.book import book_page, odds_book

from .lab import chromium

CHECKS = ("traveller.to_hit", "traveller.reaction", "traveller.escape")
WIDE = {"traveller": ["traveller.hits", "traveller.morale_break"], "salamis": ["salamis.table_attempts"]}


@pytest.fixture(scope="module")
def book():
    layers = rk.Layers("traveller", rk.Layer("traveller", {"to_hit.needed": 9}))
    return book_page(odds_book(layers, CHECKS))


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


def test_the_printed_book_has_its_headings_as_bookmarks_and_its_links(book, monkeypatch):
    monkeypatch.setenv("CHROMIUM", chromium())
    file = pdf.pdf_of(book)
    titles = re.findall(rb"/Title \((.*?)\)", file)
    assert file.startswith(b"%PDF") and b"/Type /Outlines" in file
    assert {b"Contents", b"Index"} <= set(titles) and any(b"Does a group get away?" in one for one in titles)
    assert b"/traveller-escape" in file and b"/StructTreeRoot" in file


def test_nothing_is_wider_than_paper_since_all_would_be_printed_smaller(page):
    for game, some in WIDE.items():
        page.set_viewport_size({"width": 718, "height": 1000})  # 190 mm
        page.emulate_media(media="print")
        page.set_content(book_page(odds_book(rk.Layers(game), some)))
        assert page.evaluate("document.documentElement.scrollWidth") <= 718
