"""The book of odds in a browser: on a telephone, and printed."""

import re

import pytest

import rencounter_kit as rk
from rencounter_kit.paper import pdf
from rencounter_kit.paper.book import book_page, odds_book
from rencounter_kit.paper.pdf_file import read_pdf

from .lab import chromium

SHOWN = ("traveller.to_hit", "traveller.reaction", "traveller.escape")
WIDE = {"traveller": ["traveller.hits", "traveller.morale_break"], "salamis": ["salamis.table_attempts"]}


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


def test_the_contents_of_the_printed_book_name_the_pages(page, book, monkeypatch):
    monkeypatch.setenv("CHROMIUM", chromium())
    printing, tries = pdf._printed, []

    def printed(html, seconds):
        tries.append((html, printing(html, seconds)))
        return tries[-1][1]

    monkeypatch.setattr(pdf, "_printed", printed)
    packed = pdf.pdf_of(book)
    html, file = tries[-1]
    pages = read_pdf(file).pages
    named = dict(re.findall(r'<span class="page" data-of="([^"]+)">(\d+)</span>', html))
    assert len(tries) == 2 and named == {place: str(number) for place, number in pages.items()}
    assert {f"traveller-{one}" for one in ("to_hit", "reaction", "escape")} < pages.keys()
    assert len(re.findall(rb"/Type /Page\b", file)) >= int(named["index"]) >= 4
    assert packed.startswith(b"%PDF") and len(packed) < len(file) / 2


def test_nothing_is_wider_than_paper_since_all_would_be_printed_smaller(page):
    for game, some in WIDE.items():
        page.set_viewport_size({"width": 718, "height": 1000})  # 190 mm
        page.emulate_media(media="print")
        page.set_content(book_page(odds_book(rk.Layers(game), some)))
        assert page.evaluate("document.documentElement.scrollWidth") <= 718
