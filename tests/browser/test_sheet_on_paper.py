"""The sheet of house rules, as a browser prints it."""

import itertools

import pytest

import rencounter_kit as rk
from rencounter_kit.fronts.charts.sheet import sheet
from rencounter_kit.workbook.analysis.effects import effects
from rencounter_kit.workbook.rulebook.book import systems

from .lab import sheets

WHY = (
    "What is a good reason to one is none to another, who may read here in some words more why it was "
    "done all the same."
)


def printed_pages(page, layers):
    page.set_content(sheet(layers, effects(layers.rules)))
    return sheets(page)


@pytest.mark.timeout(900)  # all ready rules of a game in make test-long
@pytest.mark.parametrize(
    "stem", [stem if stem == "salamis" else pytest.param(stem, marks=pytest.mark.long) for stem in systems()]
)
def test_every_ready_rule_and_ten_together_print_on_one_page(page, stem):
    ready = list(rk.ready_rules(stem).values())
    for layers in (*([one] for one in ready), ready[:10]):
        assert printed_pages(page, rk.Layers(stem, *layers)) == 1


@pytest.mark.long
def test_thirty_figures_print_on_one_page(page):
    book = rk.rules("rencounter")
    figures = iter(
        [path for path in book if path.startswith(("canister.", "grenade.")) and type(book[path]) is int][:30]
    )
    layers = [
        rk.Layer(
            "rencounter", {path: book[path] + 1 for path in itertools.islice(figures, 5)}, f"Rule {n}", "A. Nyone", WHY
        )
        for n in range(6)
    ]
    assert printed_pages(page, rk.Layers("rencounter", *layers)) == 1


@pytest.mark.long
def test_each_heading_stands_on_one_line_however_full_its_table_is(page):
    ready = list(rk.ready_rules("rencounter").values())
    printed_pages(page, rk.Layers("rencounter", *ready[:10]))
    heights = page.locator("th[scope=col]").evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert len(heights) == 10 and max(heights) < 1.5 * min(heights)


def test_the_code_can_be_copied(page):
    layers = rk.Layers("salamis", *list(rk.ready_rules("salamis").values())[:2])
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.route("http://127.0.0.1:8000/sheet", lambda route: route.fulfill(body=sheet(layers), content_type="text/html"))
    page.goto("http://127.0.0.1:8000/sheet")
    page.get_by_role("button", name="Copy").click()
    page.get_by_role("button", name="Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert rk.Layers.read(copied).rules == layers.rules
