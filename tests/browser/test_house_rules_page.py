"""What a person does in the house-rule workshop, in JupyterLab, in a real browser."""

import functools
from pathlib import Path

import pytest

import rencounter_kit as rk
from rencounter_kit.fronts.charts.sheet import best
from rencounter_kit.workbook.analysis.effects import effects

from .lab import IN_LAB, followed, open_page, python_paused, slow_down, watched_page
from .person import WAIT, PanelOnPage
from .test_in_sight import IN_SIGHT, assert_offers_and_faults_are_in_sight

LONG = WAIT


@functools.cache
def most_changed(text):
    """The effects of these lines that have pictures."""
    return best(effects(rk.rules("rencounter").with_house_rules(text)))


class WorkshopOnPage(PanelOnPage):
    """The workshop as a person sees it."""

    def __init__(self, page):
        super().__init__(page, "")
        self.box = self.panel.locator(".rk-rules textarea")
        self.beside = self.panel.locator(".rk-line")
        self.charts = self.panel.locator("img.rk-chart")

    def alts(self):
        """The words of the pictures that changed most."""
        return [self.charts.nth(i).get_attribute("alt") for i in range(min(3, self.charts.count()))]

    def shows(self, text):
        """Wait until the charts are those that change most with these lines."""
        names = [effect.situation.name for effect in most_changed(text)]
        self.until(
            lambda: (
                len(self.alts()) >= len(names)
                and all(name in alt for name, alt in zip(names, self.alts(), strict=False))
            ),
            lambda: f"{names}: {self.alts()}",
        )


def offered(menu, options="option"):
    """What a menu offers, or what is chosen in it."""
    return [text.replace("\u00a0", " ") for text in menu.locator(options).all_text_contents()]


@pytest.fixture(scope="module")
def opened(request, browser, lab_url, slowed):
    """The page on a processor that is so many times slower, or as slow as all are."""
    with watched_page(browser, slowed) as page:
        open_page(page, lab_url, "house_rules.ipynb", IN_LAB)
        page.wait_for_selector(".rk-rules textarea", timeout=LONG)
        slow_down(page, max(request.param, slowed))
        yield page


@pytest.fixture
def workshop(opened):
    """The workshop without rules."""
    shop = WorkshopOnPage(opened)

    def empty():
        """What was typed last may come after the first Reset."""
        shop.button("Reset").click()
        followed(opened)
        return shop.box.input_value() == "" and shop.panel.locator(".rk-pile").count() == 0

    shop.until(empty, shop.box.input_value)
    return shop


AT_ONCE = pytest.param(1, id="at once")
SLOWLY = pytest.param(4, id="four times slower", marks=pytest.mark.long)
at_once = pytest.mark.parametrize("opened", [AT_ONCE], indirect=True)


@at_once
def test_rules_are_written_and_followed(workshop):
    page = workshop.page
    # Key by key; what the line does stands beside it, and the charts follow.
    workshop.box.click()
    page.keyboard.type("fire.range.long = -2", delay=15)
    workshop.until(lambda: workshop.beside.first.inner_text().strip() == "long range: -4 becomes -2")
    workshop.shows("fire.range.long = -2")
    page.keyboard.press("Backspace")
    page.keyboard.type("3")
    workshop.shows("fire.range.long = -3")

    # A word is enough to find a rule; what is offered is taken with the keyboard.
    page.keyboard.press("Enter")
    page.keyboard.type("large shield", delay=15)
    offer = workshop.button("Large shield (melee), now -2")
    offer.wait_for(timeout=WAIT)
    offer.press("Enter")
    workshop.until(lambda: workshop.box.input_value().endswith("melee.shield.large = "), workshop.box.input_value)
    workshop.button("Large shield (melee): -2 \u2192 -3").click()
    workshop.until(lambda: workshop.box.input_value().endswith("melee.shield.large = -3"), workshop.box.input_value)
    workshop.shows("fire.range.long = -3\nmelee.shield.large = -3")

    # A wrong line is said beside it, with the way out; the rules stay.
    workshop.box.fill("fire.range.long = -3\nmelee.shield.large = -3\nfire.rnge.medium = 0")
    wrong = workshop.panel.locator(".rk-line.rk-wrong")
    wrong.wait_for(timeout=WAIT)
    assert "did you mean fire.range.medium?" in wrong.inner_text()
    workshop.shows("fire.range.long = -3\nmelee.shield.large = -3")
    workshop.box.fill("fire.range.long = -3")
    wrong.wait_for(state="detached", timeout=WAIT)
    workshop.shows("fire.range.long = -3")


@pytest.mark.parametrize("opened", [AT_ONCE, SLOWLY], indirect=True)
def test_every_press_on_an_offer_counts(workshop):
    page = workshop.page
    typed_text, above = workshop.box.input_value, "fire.range.long = -3\n"
    workshop.box.fill(f"{above}large")
    offer = workshop.button("Large shield (melee), now -2")
    offer.wait_for(timeout=WAIT)

    # What was typed before the press, and is read after it, does not undo it; nor does one press another.
    with python_paused(page):
        page.keyboard.type(" s")
        page.keyboard.type("hield")
        workshop.button("Large shield (fire), now -2").click()
        offer.click()
    workshop.button("Large shield (melee): -2 \u2192 -3").click()
    workshop.until(lambda: typed_text() == f"{above}melee.shield.large = -3", typed_text)
    workshop.shows(f"{above}melee.shield.large = -3")

    # It counts before the mouse is let go, when other offers may stand there, and one goes on typing after it.
    page.keyboard.press("Backspace")
    followed(page)  # else the offers may still change places below the mouse
    offer = workshop.button("Large shield (melee): -2 \u2192 -4")
    offer.hover()
    page.mouse.down()
    workshop.until(lambda: typed_text() == f"{above}melee.shield.large = -4", typed_text)
    offer.wait_for(state="hidden", timeout=WAIT)
    page.mouse.up()
    workshop.shows(f"{above}melee.shield.large = -4")
    page.keyboard.type("0")
    workshop.until(lambda: typed_text() == f"{above}melee.shield.large = -40", typed_text)

    # The one that is chosen with the keyboard stays until it is pressed.
    workshop.box.fill(f"{above}large")
    offer = workshop.button("Large shield (fire), now -2")
    offer.wait_for(timeout=WAIT)
    with python_paused(page):
        page.keyboard.type(" r")
        offer.focus()
    workshop.button("Large shield (melee), now -2").wait_for(state="hidden", timeout=WAIT)
    page.keyboard.press("Enter")
    workshop.until(lambda: typed_text() == f"{above}fire.shield.large = ", typed_text)
    page.keyboard.type("-4")
    workshop.until(lambda: typed_text() == f"{above}fire.shield.large = -4", typed_text)


@at_once
@pytest.mark.long
def test_layers_switches_and_the_sheet(workshop):
    page = workshop.page
    # Ready rules lie below; a switch writes its line.
    layer = rk.ready_rules("rencounter")["no_riposte"]
    workshop.panel.locator("select").nth(1).select_option(layer.name)
    workshop.button("Add").click()
    workshop.panel.locator(".rk-pile", has_text=layer.name).wait_for(timeout=WAIT)
    workshop.shows(layer.lines)
    workshop.panel.get_by_text("Where the rules are unclear: switches").click()
    workshop.panel.get_by_title("Choose: a skill roll succeeds at").first.select_option("less than")
    line = 'rulings.skill_roll = "less_than"'
    workshop.until(lambda: workshop.box.input_value() == line, workshop.box.input_value)
    workshop.shows(f"{layer.lines}\n{line}")

    # What is saved is what is seen.
    workshop.button("Save and print").click()
    link = workshop.panel.locator("a[download$='house_rules.html']")
    link.wait_for(timeout=WAIT)
    with page.expect_download() as download:
        link.click()
    sheet = Path(download.value.path()).read_text(encoding="utf-8")
    assert layer.name in sheet and "rulings.skill_roll" in sheet and sheet.count("<img ") == 3
    with page.expect_download() as download:
        workshop.panel.locator("a[download$='handout.html']").click()
    assert layer.name in Path(download.value.path()).read_text(encoding="utf-8")
    with page.expect_download() as download:
        workshop.panel.locator("a[download$='.toml']").click()
    saved = rk.Layers.load(download.value.path())
    assert [one.name for one in saved.layers] == [layer.name, "Your rules"]

    # Off, and everything as at the start.
    workshop.panel.locator(".rk-pile input[type=checkbox]").uncheck()
    workshop.shows(line)
    workshop.button("Reset").click()
    workshop.until(lambda: workshop.box.input_value() == "" and workshop.panel.locator(".rk-pile").count() == 0)


@at_once
def test_what_is_offered_for_a_line_and_what_is_wrong_with_one_is_in_sight(workshop):
    workshop.page.set_viewport_size({"width": 1366, "height": 768})
    assert_offers_and_faults_are_in_sight(workshop.panel)


STICKS = """panel => [...panel.querySelectorAll('.rk-answer, .rk-headline')]
  .filter(one => getComputedStyle(one).position === 'sticky').reduce((high, one) => high + one.offsetHeight, 0)"""

# Where something else lies over the words in sight, at any place to which the page is moved.
COVERED = """panel => { const words = panel.querySelector('.rk-headline');
  let page = panel.parentElement;
  while (!/auto|scroll/.test(getComputedStyle(page).overflowY)) page = page.parentElement;
  const covered = [];
  for (let at = 0; at < page.scrollHeight; at += 16) {
    page.scrollTop = at;
    const box = words.getBoundingClientRect();
    for (let down = box.top + 3; down < box.bottom; down += 12) {
      const over = document.elementFromPoint(box.left + 30, down);
      if (over?.closest('.rk-panel') && !words.contains(over)) covered.push([at, over.className]);
    }
  }
  return covered; }"""


@at_once
def test_what_is_looked_at_closer_comes_into_sight_below_an_answer_of_its_own(workshop):
    page = workshop.page
    page.set_viewport_size({"width": 1366, "height": 768})
    lines = "fire.range.long = -3\nmelee.shield.large = -3"
    workshop.box.fill(lines)
    workshop.shows(lines)
    head = workshop.panel.locator(".rk-headline")
    assert workshop.panel.evaluate(STICKS) < 768 / 4  # which leaves room for what is read below it
    workshop.panel.evaluate("one => { one.style.width = '1336px'; }")  # as in the app, which has no list of files
    tabs = workshop.panel.locator(".rk-tabs button")
    places = "all => all.map(one => [one.offsetTop, one.offsetLeft])"
    before = tabs.evaluate_all(places)
    assert len({top for top, _ in before}) == 1, "all tabs stand in one line"
    workshop.turn_to("Ask backwards")
    backwards = tabs.filter(has_text="Ask backwards")
    workshop.until(lambda: backwards.get_attribute("aria-pressed") == "true")
    assert tabs.evaluate_all(places) == before, "none moves when another is opened"
    workshop.turn_to("What changes")
    followed(page)
    workshop.panel.evaluate("one => { one.style.width = ''; }")
    followed(page)
    bar = workshop.panel.locator(".rk-job").first
    bar.evaluate(
        "bar => { bar.style.display = 'flex'; }"
    )  # as while it works, which may be over too soon to be looked at
    bar.wait_for()
    assert workshop.panel.evaluate(COVERED) == []
    bar.evaluate("bar => { bar.style.display = 'none'; }")
    workshop.button("Look closer").nth(2).click()
    check, tab = workshop.menu("check"), workshop.button("One situation, by the book and by your rules")
    check.wait_for(timeout=WAIT)
    for part in (check, workshop.menu("situation"), tab):
        workshop.until(lambda part=part: part.evaluate_all(IN_SIGHT))
    check.select_option("Does the unit spot the enemy?")
    workshop.until(lambda: head.inner_text().startswith("Does the unit spot the enemy?"), head.inner_text)
    tab.click()
    workshop.until(lambda: "figures changed" in head.inner_text(), head.inner_text)


@at_once
@pytest.mark.long
def test_compare_ask_backwards_and_write_it(workshop):
    page = workshop.page
    workshop.box.fill("fire.cover.half_solid = -4")
    workshop.shows("fire.cover.half_solid = -4")
    effect = most_changed("fire.cover.half_solid = -4")[0]
    workshop.button("Look closer").first.click()
    check = workshop.menu("check")
    workshop.until(lambda: offered(check, "option:checked") == [effect.situation.check.title])
    followed(page)
    check.select_option("What does one shot do?")
    workshop.until(lambda: "Man at a loophole" in offered(workshop.menu("situation")), workshop.panel.inner_text)
    workshop.menu("situation").select_option("Man at a loophole")
    maps = workshop.panel.locator("img[alt^='Heatmap of changes']")
    maps.wait_for(timeout=LONG)
    followed(page)  # another check begins with another question

    workshop.turn_to("Ask backwards")
    followed(page)
    unknown = workshop.panel.locator("input[list]")
    unknown.fill("fire.cover.loophole")
    unknown.press("Enter")
    followed(page)
    workshop.until(lambda: unknown.input_value() == "fire.cover.loophole", unknown.input_value)
    workshop.button("Ask").click()
    params = {"weapon": "breechloader", "skill": 7, "cover": "loophole", "range_band": "medium"}
    solution = rk.solve_for("rencounter.fire", "fire.cover.loophole", "1/2", outcome="hits", **params)
    workshop.until(lambda: solution.head() in workshop.panel.inner_text(), workshop.panel.inner_text, LONG)
    workshop.button("Write it into my rules").click()
    workshop.until(
        lambda: f"fire.cover.loophole = {solution.value}" in workshop.box.input_value(), workshop.box.input_value
    )

    for name, text in (("What matters", "over all values of"), ("Formula", "How it comes about"), ("Luck", "or fewer")):
        workshop.turn_to(name)
        workshop.until(lambda text=text: text in workshop.panel.inner_text(), workshop.panel.inner_text, LONG)
    workshop.turn_to("What changes")
    workshop.button("Earlier tries").click()
    back = workshop.panel.get_by_title("Back to fire.cover.half_solid = -4", exact=True)
    back.wait_for(timeout=LONG)
    back.click()
    workshop.until(lambda: workshop.box.input_value() == "fire.cover.half_solid = -4", workshop.box.input_value)
