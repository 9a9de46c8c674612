"""A panel as a person at the screen sees and works it."""

import re
import time

import rencounter_kit as rk
from rencounter_kit.engine.words.wording import is_short, percent_text
from rencounter_kit.fronts import charts
from tests.widgets import plain

from .lab import WAIT


class PanelOnPage:
    """A panel as a person sees it; ``place`` : which of the page's panels."""

    def __init__(self, page, check_id, place=0):
        self.page, self.check_id = page, check_id
        self.panel = page.locator(".rk-panel").nth(place)
        self.words = self.panel.locator(".rk-words")
        self.picture = self.panel.locator("img.rk-chart").first
        self.table = self.panel.locator("table.rk-table")
        self.why = self.panel.locator("table.rk-sums")

    def control(self, name, whose=""):
        """A control by its name; ``whose`` : the heading of the card it stands on."""
        inside = self.panel
        if whose:
            inside = inside.locator(
                ".rk-whose", has=self.page.locator(".rk-heading", has_text=re.compile(f"^{whose}$"))
            )
        return inside.locator(".rk-control", has=self.page.get_by_text(name, exact=True)).first

    def slider(self, name, whose=""):
        return self.control(name, whose).locator(".noUi-handle")

    def menu(self, name, whose=""):
        return self.control(name, whose).locator("select")

    def number(self, name, whose=""):
        return self.control(name, whose).locator(".rk-number input")

    def button(self, name):
        return self.panel.get_by_role("button", name=name, exact=True)

    def situation(self, name):
        """Choose a named situation to start from."""
        self.panel.locator(".rk-ready select").select_option(name)

    def open(self):
        """Press the line of the check on its shelf."""
        title = rk.checks[self.check_id].title
        self.page.locator(".rk-shelf").get_by_role("button", name=title, exact=True).click()
        self.panel.locator(".rk-title", has_text=title).wait_for(timeout=WAIT)

    def turn_to(self, tab):
        """Open one of the tabs below the answer, one that stands aside after More."""
        bar = self.panel.locator(".rk-tabs")
        one, more = (bar.get_by_role("button", name=name, exact=True) for name in (tab, "More"))
        if tab != "More" and not one.count() and more.count():
            more.click()
        one.click()

    @property
    def house(self):
        self.turn_to("House rules")
        return self.panel.locator(".rk-rules textarea")  # another tab has one too, and may still be there

    @property
    def said(self):
        """The words of the answer."""
        return plain(self.words.inner_text())

    def shows(self, **params):
        """Wait until words, table and alt text say what the library says; returns the picture."""
        result = rk.check(self.check_id, **params)
        self.until(lambda: self.differs_from(result) == "", lambda: self.differs_from(result))
        return self.picture.get_attribute("src")

    def differs_from(self, result):
        """The first thing on the page that is not as the library says; empty when all is."""
        named = {result.check.words(outcome): chance for outcome, chance in result.items()}
        if result.headline not in self.said:
            return f"words: {self.said}"
        rows = self.table.locator("tr").all_inner_texts()[1:]  # none while another tab is open
        exact = all(map(is_short, named.values()))
        chances = [[name, str(p) if exact else percent_text(p)] for name, p in named.items()]
        if rows and [row.split("\t")[:2] for row in rows] != chances:
            return f"table: {rows}"
        alt = self.picture.get_attribute("alt")
        missing = [name for name, p in named.items() if f"{name} {charts.percent(float(p))}" not in alt]
        return f"alt: {missing} in {alt}" if missing else ""

    def until(self, holds, why=lambda: "", wait=WAIT):
        """Wait until something holds on the page, so many milliseconds at most."""
        wait_until(self.page, holds, why, wait)


def wait_until(page, holds, why=lambda: "", wait=WAIT, pause=30):
    """Wait until something holds, so many milliseconds at most; a pause between two looks."""
    end = time.monotonic() + wait / 1000
    while not holds():
        assert time.monotonic() < end, why()
        page.wait_for_timeout(pause)


WORKED = {"button", "checkbox", "combobox", "listbox", "radio", "slider", "spinbutton", "searchbox", "textbox"}


def controls_of(panel):
    """What can be worked on a panel, with all its folds open, as a screen reader meets it: roles with names."""
    closed = panel.locator(".rk-fold > button[aria-expanded=false]:visible")
    while closed.count():
        fold = closed.first.element_handle()
        fold.click()
        panel.page.wait_for_function("one => one.ariaExpanded === 'true'", arg=fold, timeout=WAIT)
    panel.evaluate("one => { window.walked = one; }")
    session = panel.page.context.new_cdp_session(panel.page)
    root = session.send("Runtime.evaluate", {"expression": "window.walked"})["result"]["objectId"]
    nodes = session.send("Accessibility.queryAXTree", {"objectId": root})["nodes"]
    session.detach()
    roles = [(node["role"]["value"], node["name"]["value"]) for node in nodes if not node["ignored"]]
    return [(role, name) for role, name in roles if role in WORKED]


def without_a_name(controls):
    """Those whose name is not a word."""
    return [(role, name) for role, name in controls if not re.search(r"[^\W\d_]{2}", name)]


def assert_all_are_named(one):
    """On a panel of a check, behind every tab, each control has a name that is a word, and check boxes are
    among them.
    """
    one.picture.wait_for(timeout=WAIT)
    for tab in ("Why", "Charts", "House rules", "Ask backwards", "Send"):
        one.turn_to(tab)
        one.panel.locator(".rk-tab-place").locator("button, input, select, table").first.wait_for(timeout=WAIT)
        controls = controls_of(one.panel)
        assert {"button", "checkbox", "combobox", "slider", "textbox"} <= {role for role, _ in controls}
        assert without_a_name(controls) == [], tab
