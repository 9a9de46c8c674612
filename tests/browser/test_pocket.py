"""The pocket edition: the file opened from the disk in Chromium, used as a person would, and asked what the package says here."""

import json
import random
import re
import shutil

import pytest

import rencounter_kit as rk
from rencounter_kit.pocket.bridge import ask
from rencounter_kit.pocket.build import pocket
from rencounter_kit.pocket.runtime import fetched
from tests.situations import drawn, tries

from .lab import watched_page

COLOURS = "marks => marks.map(one => getComputedStyle(one).backgroundColor)"
WAIT = 60_000  # milliseconds for Python to begin, also on a machine that does much else


@pytest.fixture(scope="module")
def file(tmp_path_factory, browser):
    try:
        pyodide = fetched()
    except rk.RuleError as error:
        pytest.skip(f"the pocket edition in a browser is left out: {error}")
    text, compiled = pocket(pyodide)
    assert compiled == (shutil.which("node") is not None)
    made = tmp_path_factory.mktemp("pocket") / "rencounter.html"
    made.write_text(text, encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def page(browser, file, slowed):
    with watched_page(browser, slowed) as new:
        new.set_default_timeout(WAIT * slowed)
        open_at(new, file)
        yield new


def open_at(page, file, fragment=""):
    """Open the file, and wait until Python is there."""
    page.goto("about:blank")
    page.goto(file.as_uri() + fragment)
    page.locator("progress").first.wait_for(state="detached", timeout=WAIT)


def words(page):
    return page.locator(".words").inner_text().replace("\N{NO-BREAK SPACE}", " ")


def says(page, text):
    """Wait until the answer says that."""
    page.locator(".words", has_text=text).wait_for()
    page.locator(".stale").first.wait_for(state="detached")


def test_a_person_finds_a_check_and_changes_it(page):
    page.get_by_placeholder("Find a check").fill("long bow plate")
    page.locator(".kinds").get_by_role("button", name="Long bow at full plate").click()
    says(page, "hits 1 time in 3")
    assert page.locator("h1").inner_text() == "What does one shot do? Rencounter: Fire Combat"
    page.get_by_label("skill", exact=True).fill("9")
    says(page, "hits 5 times in 12")
    assert "skill=9" in page.url and page.locator(".wide table").first.inner_text().startswith("counts")
    page.get_by_text("Ringed: what your last change changed").wait_for()
    picture = page.locator(".rk-squares-of img")
    assert picture.evaluate(
        "one => one.complete && one.naturalWidth > 200"
    ) and "miss 84 of 144 = 58.3 %" in picture.get_attribute("alt")
    assert len(set(page.locator(".rk-kinds i").evaluate_all(COLOURS))) == page.locator(".rk-kinds i").count() > 3
    page.get_by_label("skill", exact=True).press("ArrowDown")
    says(page, "hits 1 time in 3")


def test_a_number_that_cannot_be_is_said_below_it(page):
    box = page.get_by_label("skill", exact=True)
    box.fill("77")
    page.locator(".control .wrong").wait_for()
    assert (
        "skill must be a whole number from 1 to 12; got 77; the nearest is 12"
        in page.locator(".control .wrong").inner_text()
    )
    assert "hits 1 time in 3" in words(page)
    box.fill("8")
    page.locator(".control .wrong").wait_for(state="detached")


def test_a_wish_becomes_a_house_rule_beside_the_book(page):
    page.get_by_role("tab", name="House rules").click()
    page.get_by_label("House rules, one per line").fill("double the armour")
    page.locator(".offers button").first.click()
    says(page, "your rule")
    assert "book: hits 1 time in 3" in words(page) and "your rule: hits 1 time in 16 (6.25 %, 1/16)" in words(page)
    assert page.locator(".said li").all_inner_texts()[1] == "armour point: -1 becomes -2"
    assert page.locator(".copyable pre").first.inner_text().startswith("rk1:")
    assert page.locator(".lane.ours").count() == page.locator(".outcome").count() > 3


def test_the_link_opens_the_same_situation(page, file):
    fragment = page.url.partition("#")[2]
    before = words(page)
    page.goto("about:blank")
    page.goto(f"{file.as_uri()}#{fragment}")
    assert words(page) == "The answer comes as soon as Python is there."  # and not the one to another question
    says(page, "your rule")
    assert words(page) == before and page.url.endswith(fragment)

    # A link by the book, opened after it in the same window, leaves nothing of those rules.
    page.get_by_role("tab", name="House rules").click()
    page.locator(".copyable pre").first.wait_for()
    page.goto(f"{file.as_uri()}#check=rencounter.fire&skill=7&house=")
    says(page, "hits 7 times in 12")
    page.locator(".copyable pre").first.wait_for(state="detached")
    assert page.get_by_label("House rules, one per line").input_value() == ""
    assert page.locator(".said li").count() == 0
    page.get_by_role("tab", name="Why").click()
    page.get_by_role("button", name="Reset").click()
    says(page, "hits 1 time in 2")
    assert page.url.endswith("#check=rencounter.fire")


def test_on_a_telephone_the_tabs_are_at_hand(page):
    """They wait at the lower edge, and what lies behind one comes up to below the answer."""
    was = page.viewport_size
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("scrollTo(0, 0)")
    tabs, answer, inside = (page.locator(one).first for one in (".tabs", ".answer", "#inside"))

    def bottom(one):
        return one.bounding_box()["y"] + one.bounding_box()["height"]

    assert abs(bottom(tabs) - 844) < 2 and inside.bounding_box()["y"] > 844
    page.get_by_role("tab", name="Table", exact=True).click()
    page.evaluate("""() => new Promise((come) => { const look = () =>
      document.querySelector('#inside').getBoundingClientRect().top < innerHeight / 2 ? come() : requestAnimationFrame(look); look(); })""")
    assert bottom(answer) - 1 <= tabs.bounding_box()["y"] and bottom(tabs) - 1 <= inside.bounding_box()["y"]
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.set_viewport_size(was)
    page.get_by_role("tab", name="Why").click()


def test_dice_are_thrown_beside_the_exact_chances(page):
    page.get_by_role("tab", name="Roll").click()
    page.get_by_placeholder("any").fill("7")
    page.get_by_role("button", name="Roll", exact=True).click()
    page.locator(".steps li").first.wait_for()
    expected = json.loads(ask(json.dumps(["throw", "rencounter.fire", {}, "", "7"])))
    assert page.locator(".steps li").all_inner_texts() == expected["steps"]
    page.get_by_role("button", name="Roll 100", exact=True).click()
    page.get_by_text("100 rolls: hits in").wait_for()
    assert page.locator(".came").count() == page.locator(".lane").count()


def test_a_long_fight_tells_how_far_it_is_and_can_be_stopped(page):
    """What is stopped is answered once something is changed."""
    page.evaluate("location.hash = '#check=rencounter.skirmish&turn_limit=60'")
    page.locator(".work", has_text=re.compile(r"working it out: [1-9]\d* of 60")).wait_for()
    page.get_by_role("button", name="Stop").click()
    page.get_by_text("Stopped. Change something to go on.").wait_for()
    assert page.locator(".words.stale").count() == 1
    page.get_by_label("turn limit", exact=True).last.fill("1")
    page.locator(".stale").first.wait_for(state="detached")
    assert page.locator(".work").count() == 0


def test_what_comes_in_the_midst_of_a_long_fight_comes_first(page):
    """A search is answered and the fight goes on; a control that is moved is answered instead. Python never begins again for it."""
    begun = page.evaluate("pocket.python.restarts")
    page.get_by_label("turn limit", exact=True).last.fill("60")
    page.locator(".work", has_text="of 60").wait_for()
    page.get_by_placeholder("Find a check").fill("large shield")
    page.locator(".found .find").first.wait_for()
    page.locator(".work", has_text="of 60").wait_for()
    assert page.locator(".words.stale").count() == 1
    page.get_by_placeholder("Find a check").fill("")
    page.locator(".work", has_text="of 60").wait_for()
    page.get_by_label("turn limit", exact=True).last.fill("2")
    page.locator(".stale").first.wait_for(state="detached")
    assert "turn_limit=2" in page.url and page.evaluate("pocket.python.restarts") == begun == 0


def test_python_that_does_not_let_go_begins_again_for_what_is_asked_anew(page, file):
    """As in a browser that does not let it stand still."""
    page.goto("about:blank")
    page.add_init_script("""if (window.Blob) window.Blob = class extends Blob {
      constructor(parts, ...how) { super(parts.map(one => one.replace?.("'Suspending' in WebAssembly", 'false') ?? one), ...how); } }""")
    page.goto(f"{file.as_uri()}#check=rencounter.skirmish&turn_limit=60")
    page.locator(".work", has_text="of 60").wait_for()
    page.get_by_label("turn limit", exact=True).last.fill("1")
    page.locator(".stale").first.wait_for(state="detached")
    assert "turn_limit=1" in page.url and page.evaluate("pocket.python.restarts") == 1


def test_dice_in_a_line_and_how_they_are_read(page):
    page.get_by_role("button", name="Dice in a line").click()
    page.get_by_text("mean 12.24, spread 2.85").wait_for()
    page.get_by_label("dice in one line, line 2").fill("3d6 <= 11")
    page.get_by_text("yes 5 times in 8 (62.5 %, 5/8)").wait_for()
    page.get_by_label("dice in one line, line 2").fill("3d6 + fish")
    page.locator(".where mark").wait_for()
    assert page.url.endswith("#dice=4d6+drop+lowest&dice=3d6+%2B+fish")


def test_what_somebody_writes_is_never_markup(page):
    page.get_by_role("button", name="A game of your own").click()
    hostile = '<img src=x onerror="window.struck=1">'
    page.get_by_label("the text of the game").fill(f'[book]\ntitle = "{hostile}"')
    page.locator(".error").wait_for()
    page.get_by_placeholder("Find a check").fill(hostile)
    page.locator(".found").wait_for()
    assert page.locator("img").count() == 0 and page.evaluate("window.struck") is None


def test_a_game_of_ones_own_is_asked_like_the_others(page):
    text = (rk.folders.project_folder("data") / "starter" / "ford.toml").read_text(encoding="utf-8")
    page.get_by_label("the text of the game").fill(text)
    page.get_by_text("The Ford is here").wait_for()
    page.locator("main section button").first.click()
    page.locator(".bars").wait_for()
    assert page.locator("h1 small").inner_text().startswith("The Ford")


# The same as here --------------------------------------------------------------------------------------------------------


def house_line(check_id, said, rng):
    """A line that changes a figure which is read in a situation; nothing where there is none."""
    try:
        result = rk.check(check_id, **said)
    except rk.RuleError:
        return ""
    rules = result.rules
    for path in rng.sample(sorted(result.reads), len(result.reads)):
        value = rules.get(path)
        if type(value) is int:
            for line in (f"{path} = {value + 1}", f"{path} = {value - 1}"):
                try:
                    rules.with_house_rules(line)
                except rk.RuleError:
                    continue
                return line
    return ""


def asks():
    """Situations of every check, by the book and by a rule."""
    for number, check_id in enumerate(rk.checks):
        rng = random.Random(check_id)
        for place, said in enumerate(drawn(check_id, tries(1, 7), "pocket")):
            lines = ["", house_line(check_id, said, rng)]
            for line in lines if tries(False, True) else lines[(number + place) % 2 :][:1]:
                reading = rng.choice(["exactly", "at least", "at most"])
                yield ["asked", check_id, said, line, reading, line]
                yield ["table_file", check_id, said, line]


def test_the_page_says_what_the_package_says_here(page):
    """Fractions, sentences, tables, reasons and refusals of all checks, in a Python without arrays, are the ones of this Python."""
    every = list(asks())
    here = [json.loads(ask(json.dumps(one))) for one in every]
    there = page.evaluate("(asks) => Promise.all(asks.map((one) => pocket.ask(...one)))", every)
    for one, ours, theirs in zip(every, here, there, strict=True):
        assert theirs == ours, one
    refused = [one for one in here if isinstance(one, dict) and "error" in one]
    assert len(every) >= tries(500, 6000) and len(refused) < len(every) / 10
    assert sum(bool(one[3]) for one in every) > len(every) / 3
