"""Whatever a person does on a page, in whatever order: it shows what ``rk.check`` says, and no script fails."""

import ast
import random
from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError as TooLate

import rencounter_kit as rk
from tests.situations import tries
from tests.widgets import plain

from .lab import followed, open_page, python_output, watched_page, write_page
from .person import WAIT, PanelOnPage

CHECKS = tries(
    ["rencounter.fire"], ["rencounter.fire", "odd_encounters.duel", "realms_of_myth.wounds", "traveller.surprise"]
)
ACTS, AT_ONCE = tries(12, 60), 6  # at most so many between two looks
A_MOMENT = 2000  # milliseconds
CELL = """import rencounter_kit as rk
page = rk.panel("{}")
page"""
WORKS = "every => every.map(one => one.offsetParent !== null && !one.disabled && !one.closest('[disabled]'))"
SET = "page.wait(); print((page.params(), page.rules.lines))"
PICK = """(every, [which, what]) => {
  const found = every.filter(one => one.offsetParent && !one.disabled), menu = found[Math.floor(which * found.length)];
  if (!menu) return 'nothing';
  menu.focus(); menu.selectedIndex = Math.floor(what * menu.options.length);
  menu.dispatchEvent(new Event('change', {bubbles: true}));
  return `${menu.getAttribute('aria-label')} ${menu.value}`; }"""
HOLDS = """page.wait()
def shown(one):
    return [one, *[part for child in getattr(one, "children", ()) for part in shown(child)]]
print([page.box.text.value, *[one.label or "" for one in shown(page) if type(one).__name__ == "Dropdown"]])"""
CHOSEN = "every => every.map(one => one.selectedOptions[0]?.textContent ?? '')"
LINES = ["", "nonsense", "{path} = ", "{path} = {more}", "{path} = {more}\n{path} = {more}", "{path} = {less}"]


class Somebody:
    """Who tries everything that can be pressed, chosen or typed on a page."""

    def __init__(self, on_page, seed, book, *acts):
        self.rng, self.shown, self.book, self.acts = random.Random(seed), on_page, book, acts
        self.figures = [path for path, value in book.items() if type(value) is int and not book.rule(path).choices]

    def act(self):
        """One act; what was done, in words."""
        one = self.rng.choice(self.acts)
        return f"{one.__name__} {one()}"

    def work(self, selector, how):
        """Any of those in sight that can be worked; its name."""
        every = self.shown.panel.locator(selector)
        places = [place for place, works in enumerate(every.evaluate_all(WORKS)) if works]
        if not places:
            return "nothing"
        one = every.nth(self.rng.choice(places))
        with suppress(TooLate):  # what was offered may be gone
            name = one.get_attribute("aria-label", timeout=A_MOMENT)
            how(one)
            return name
        return "gone"

    def choose(self, selector):
        """Something in any menu in sight, at once, since Python may be about to offer something else; the
        menu's name.
        """
        return self.shown.panel.locator(selector).evaluate_all(PICK, [self.rng.random(), self.rng.random()])

    def tab(self):
        tabs = [one.strip() for one in self.shown.panel.locator(".rk-tabs button").all_inner_texts()]
        self.shown.turn_to(name := self.rng.choice(tabs))
        return name

    def line(self):
        path = self.rng.choice(self.figures)
        value = self.book[path]
        return self.rng.choice(LINES).format(path=path, more=value + 1, less=value - 1)

    def goes_on(self, many):
        """So many acts, a few at once, each time followed by a look."""
        done = []
        while len(done) < many:
            done += [self.act() for _ in range(self.rng.randint(1, AT_ONCE))]
            last = "; ".join(done[-AT_ONCE - 2 :])
            self.shown.until(lambda: not self.differs(), lambda last=last: f"{self.differs()} after {last}")
        assert "This cannot be shown" not in self.shown.panel.inner_text()


class AtAPanel(Somebody):
    """Somebody at the panel of a check."""

    def __init__(self, on_page, seed):
        self.check = rk.checks[on_page.check_id]
        acts = (self.key, self.key, self.menu, self.menu, self.tick, self.press, self.press, self.tab, self.rule)
        super().__init__(on_page, seed, self.check.book, *acts)

    def key(self):
        keys = ["ArrowLeft", "ArrowRight", "ArrowRight", "Home", "End"]
        return self.work(".rk-console .noUi-handle", lambda one: one.press(self.rng.choice(keys)))

    def menu(self):
        return self.choose(".rk-console select")

    def tick(self):
        return self.work(".rk-console input[type=checkbox]", lambda one: one.click())

    def press(self):
        buttons = self.shown.panel.locator(":scope > .widget-hbox").first.locator("button")
        names = [one.strip() for one in buttons.all_inner_texts()]
        button = self.shown.button(name := self.rng.choice([*names, "Back", "Back", "Roll", "Roll 100"]))
        if button.is_visible() and button.is_enabled():
            with suppress(TooLate):  # what could be pressed may rest meanwhile
                button.click(timeout=A_MOMENT)
        return name

    def rule(self):
        self.shown.house.fill(line := self.line())
        return line

    def differs(self):
        """The first thing that is not as the library says of what Python behind the page holds."""
        params, lines = ast.literal_eval(python_output(self.shown.page, SET))
        followed(self.shown.page)
        rules = self.book.with_house_rules(lines) if lines else self.book
        try:
            right = self.check(rules=rules, **params).headline
        except rk.RuleError as refusal:
            right = self.book.spelling.in_sentence(str(refusal))
        headline = plain(self.shown.panel.locator(".rk-headline").inner_text())
        return "" if right in headline else f"{headline} instead of {right}"


class InTheWorkshop(Somebody):
    """Somebody in the workshop of house rules."""

    def __init__(self, on_page, seed):
        acts = (self.write, self.write, self.offer, self.look, self.look, self.tab, self.tab, self.menu, self.menu)
        super().__init__(on_page, seed, rk.rules("rencounter"), *acts, self.press)
        self.box = on_page.panel.locator(".rk-rules textarea")

    def write(self):
        self.box.fill(line := self.line())
        return line

    def offer(self):
        return self.work(".rk-next button", lambda one: one.click(timeout=A_MOMENT))

    def look(self):
        look_button = self.shown.panel.get_by_role("button", name="Look closer", exact=True)
        seen = [one for one in look_button.all() if one.is_visible()]
        if seen:
            with suppress(TooLate):
                self.rng.choice(seen).click(timeout=A_MOMENT)
        return len(seen)

    def menu(self):
        return self.choose(".rk-tab-place select")

    def press(self):
        self.shown.button(name := self.rng.choice(["Save this set", "Reset", "Add"])).click()
        return name

    def differs(self):
        """The first thing on the page that is not as Python behind it holds: what is written, and every menu."""
        right = ast.literal_eval(python_output(self.shown.page, HOLDS))
        followed(self.shown.page)
        lines = [self.box.input_value(), *map(plain, self.shown.panel.locator("select").evaluate_all(CHOSEN))]
        return "" if lines == right else f"{lines} instead of {right}"


@pytest.mark.long
@pytest.mark.parametrize("check_id", CHECKS)
def test_a_page_stays_true_whatever_is_done(browser, lab_url, slowed, check_id):
    name = f"{check_id}.acts.ipynb"
    write_page(lab_url, name, CELL.format(check_id))
    with watched_page(browser, slowed) as page:
        open_page(page, lab_url, name)
        on_page = PanelOnPage(page, check_id)
        on_page.picture.wait_for(timeout=WAIT)
        AtAPanel(on_page, check_id).goes_on(ACTS)


@pytest.mark.long
def test_the_workshop_stays_true_whatever_is_done(browser, lab_url, slowed):
    with watched_page(browser, slowed) as page:
        open_page(page, lab_url, "house_rules.ipynb")
        on_page = PanelOnPage(page, "")
        on_page.panel.locator(".rk-rules textarea").wait_for(timeout=WAIT)
        InTheWorkshop(on_page, "workshop").goes_on(ACTS)
