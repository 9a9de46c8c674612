"""Whatever a person does on a page, in whatever order: it shows what ``rk.check`` says, and no script fails."""

import ast
import random

import pytest

import rencounter_kit as rk
from tests.situations import tries
from tests.widgets import plain

from .lab import followed, open_page, told_by_python, watched_page, write_page
from .person import WAIT, PanelOnPage

CHECKS = tries(
    ["rencounter.fire"], ["rencounter.fire", "odd_encounters.duel", "realms_of_myth.wounds", "traveller.surprise"]
)
ACTS, AT_ONCE = tries(12, 60), 6  # at most so many between two looks
CELL = """import rencounter_kit as rk
page = rk.panel("{}")
page"""
WORKS = "every => every.map(one => one.offsetParent !== null && !one.disabled && !one.closest('[disabled]'))"
SET = "page.wait(); print((page.params(), page.rules.lines))"
LINES = ["", "nonsense", "{path} = ", "{path} = {more}", "{path} = {more}\n{path} = {more}", "{path} = {less}"]


class Somebody:
    """Who tries everything that can be pressed, chosen or typed on a panel."""

    def __init__(self, shown, seed):
        self.rng, self.shown, self.check = random.Random(seed), shown, rk.checks[shown.check_id]
        self.figures = [
            path
            for path, value in self.check.book.items()
            if type(value) is int and not self.check.book.rule(path).choices
        ]
        self.acts = [
            self.key,
            self.key,
            self.choose,
            self.choose,
            self.tick,
            self.press,
            self.press,
            self.tab,
            self.rule,
        ]

    def act(self):
        """One act; what was done, in words."""
        one = self.rng.choice(self.acts)
        return f"{one.__name__} {one()}"

    def work(self, selector, how):
        """Any of those in sight that can be worked; its name."""
        every = self.shown.panel.locator(selector)
        found = [place for place, works in enumerate(every.evaluate_all(WORKS)) if works]
        if not found:
            return "nothing"
        how(one := every.nth(self.rng.choice(found)))
        return one.get_attribute("aria-label")

    def key(self):
        keys = ["ArrowLeft", "ArrowRight", "ArrowRight", "Home", "End"]
        return self.work(".rk-console .noUi-handle", lambda one: one.press(self.rng.choice(keys)))

    def choose(self):
        def any_of(menu):
            menu.select_option(index=self.rng.randrange(menu.locator("option").count()))

        return self.work(".rk-console select", any_of)

    def tick(self):
        return self.work(".rk-console input[type=checkbox]", lambda one: one.click())

    def press(self):
        buttons = self.shown.panel.locator(":scope > .widget-hbox").first.locator("button")
        names = [one.strip() for one in buttons.all_inner_texts()]
        button = self.shown.button(name := self.rng.choice([*names, "Back", "Back", "Throw", "Throw 100"]))
        if button.is_enabled():
            button.click()
        return name

    def tab(self):
        tabs = [one.strip() for one in self.shown.panel.locator(".rk-tabs button").all_inner_texts()]
        self.shown.turn_to(name := self.rng.choice(tabs))
        return name

    def rule(self):
        path = self.rng.choice(self.figures)
        value = self.check.book[path]
        line = self.rng.choice(LINES).format(path=path, more=value + 1, less=value - 1)
        self.shown.house.fill(line)
        return line

    def differs(self):
        """The first thing that is not as the library says of what Python behind the page holds."""
        params, lines = ast.literal_eval(told_by_python(self.shown.page, SET))
        followed(self.shown.page)
        rules = self.check.book.with_house_rules(lines) if lines else self.check.book
        try:
            right = self.check(rules=rules, **params).headline
        except rk.RuleError as refusal:
            right = str(refusal)
        said = plain(self.shown.panel.locator(".rk-headline").inner_text())
        return "" if right in said else f"{said} instead of {right}"


@pytest.mark.long
@pytest.mark.parametrize("check_id", CHECKS)
def test_a_page_stays_true_whatever_is_done(browser, lab_url, slowed, check_id):
    name = f"{check_id}.acts.ipynb"
    write_page(lab_url, name, CELL.format(check_id))
    with watched_page(browser, slowed) as page:
        open_page(page, lab_url, name)
        shown = PanelOnPage(page, check_id)
        shown.picture.wait_for(timeout=WAIT)
        somebody, done = Somebody(shown, check_id), []
        while len(done) < ACTS:
            done += [somebody.act() for _ in range(somebody.rng.randint(1, AT_ONCE))]
            last = "; ".join(done[-AT_ONCE - 2 :])
            shown.until(lambda: not somebody.differs(), lambda last=last: f"{somebody.differs()} after {last}")
        assert "This cannot be shown" not in shown.panel.inner_text()
