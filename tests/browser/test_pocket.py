"""The pocket edition: the file opened from the disk in Chromium, used as a person would, and asked what the package
says here.
"""

import json
import random
import re

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.files.folders import project_folder
from rencounter_kit.fronts.pocket.bridge import ask
from tests.situations import drawn, tries
from tests.widgets import plain

from .lab import watched_page
from .person import wait_until

COLOURS = "marks => marks.map(one => getComputedStyle(one).backgroundColor)"
WAIT = 60_000  # milliseconds for Python to begin, also on a machine that does much else


@pytest.fixture(scope="module")
def file(pocket_file):
    return pocket_file


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


def has_text(page, text):
    """Wait until the answer says that."""
    page.locator(".words", has_text=text).wait_for()
    page.locator(".stale").first.wait_for(state="detached")


def test_a_person_finds_a_check_and_changes_it(page):
    page.get_by_placeholder("Ask:").fill("long bow plate")
    page.locator(".kinds").get_by_role("button", name="Long bow at full plate").click()
    has_text(page, "hits 1 time in 3")
    assert page.locator("h1").inner_text() == "What does one shot do? Rencounter: Fire Combat"
    page.get_by_label("skill", exact=True).fill("9")
    has_text(page, "hits 5 times in 12")
    assert "skill=9" in page.url and page.locator(".wide table").first.inner_text().startswith("modifier")
    page.get_by_text("Ringed: what has changed since skill 8").wait_for()
    picture = page.locator(".rk-squares-of img")
    assert picture.evaluate(
        "one => one.complete && one.naturalWidth > 200"
    ) and "miss 84 of 144 = 58.3 %" in picture.get_attribute("alt")
    assert len(set(page.locator(".rk-kinds i").evaluate_all(COLOURS))) == page.locator(".rk-kinds i").count() > 3
    page.get_by_label("skill", exact=True).press("ArrowUp")
    page.get_by_text("Ringed: what has changed since skill 8, 32 of 144").wait_for()  # and not since the last step
    page.get_by_label("skill", exact=True).fill("8")
    has_text(page, "hits 1 time in 3")


def test_what_was_found_goes_once_a_figure_is_chosen(page, file):
    box = page.get_by_placeholder("Ask:")
    box.fill("large shield")
    figure = page.locator(".kinds").get_by_role("button", name="melee: large shield = -2 Rencounter")
    figure.click()
    page.locator(".found").wait_for(state="detached")
    counts = page.get_by_role("group", name="where the figure counts")
    counts.wait_for()
    assert box.input_value() == "" and page.locator(".found").count() == 0
    assert counts.inner_text().startswith("melee: large shield = -2 counts in")
    assert page.locator("h1").inner_text().startswith(counts.locator("[aria-pressed=true]").inner_text())
    counts.get_by_role("button", name="Who wins the duel?").click()
    page.locator("h1", has_text="Who wins the duel?").wait_for()
    assert counts.locator("[aria-pressed=true]").inner_text() == "Who wins the duel?"
    open_at(page, file, "#check=rencounter.fire&weapon=long_bow&target_armor=4&skill=8")
    counts.wait_for(state="detached")
    has_text(page, "hits 1 time in 3")


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
    has_text(page, "your rule")
    assert "book: hits 1 time in 3" in words(page) and "your rule: hits 1 time in 16 (6.25 %, 1/16)" in words(page)
    assert page.locator(".said li").all_inner_texts()[1] == "armour point against blows: -1 becomes -2"
    assert page.locator(".copyable pre").first.inner_text().startswith("rk1:")
    assert page.locator(".lane.ours").count() == page.locator(".outcome").count() > 3


def test_the_link_opens_the_same_situation(page, file):
    fragment = page.url.partition("#")[2]
    before = words(page)
    page.goto("about:blank")
    page.goto(f"{file.as_uri()}#{fragment}")
    assert words(page) == "The answer comes as soon as Python has loaded."  # and not the one to another question
    has_text(page, "your rule")
    assert words(page) == before and page.url.endswith(fragment)

    # A link by the book, opened after it in the same window, leaves nothing of those rules.
    page.get_by_role("tab", name="House rules").click()
    page.locator(".copyable pre").first.wait_for()
    page.goto(f"{file.as_uri()}#check=rencounter.fire&skill=7&house=")
    has_text(page, "hits 7 times in 12")
    page.locator(".copyable pre").first.wait_for(state="detached")
    assert page.get_by_label("House rules, one per line").input_value() == ""
    assert page.locator(".said li").count() == 0
    page.get_by_role("tab", name="Why").click()
    page.get_by_role("button", name="Reset").click()
    has_text(page, "hits half the time")
    assert page.url.endswith("#check=rencounter.fire")


def test_a_question_in_words_is_answered_and_its_chips_are_changed_by_keys(page, file, broken):
    open_at(page, file)
    box, chips = page.get_by_placeholder("Ask:"), page.get_by_role("region", name="how your question was read")
    status = chips.get_by_role("status")

    def answers(**params):
        headline = rk.check("rencounter.fire", weapon="long_bow", **params).headline
        status.filter(has_text=headline).wait_for()

    box.fill("skill 8, long bow at full plate, long range in <b>fog</b>")
    answers(skill=8, target_armor=4, range_band="long")
    assert chips.locator("del").all_inner_texts() == ["fog"] and broken(page) == []
    armour = chips.get_by_label("target armour", exact=True)
    armour.focus()
    armour.press("ArrowUp")
    answers(skill=8, target_armor=3, range_band="long")
    chips.get_by_role("button", name="remove range band long").press("Enter")
    answers(skill=8, target_armor=3)
    assert "long range" not in box.input_value()
    box.press("Enter")  # opens it with all controls
    has_text(page, rk.check("rencounter.fire", weapon="long_bow", skill=8, target_armor=3).headline)
    assert "target_armor=3" in page.url and box.input_value() == ""
    box.fill("<img src=x onerror=alert(1)> qwertz")
    page.locator(".found").wait_for()
    assert chips.count() == 0 and page.locator("img[src=x]").count() == 0


@pytest.mark.parametrize(
    "sent",
    [
        "?fbclid=x#check%3Drencounter.fire%26skill%3D9",
        "?check=rencounter.fire&skill=9",
    ],
)
def test_an_address_says_the_same_whatever_it_went_through(page, file, sent):
    page.goto("about:blank")
    page.goto(file.as_uri() + sent)
    # What a person does before Python has read the address outlasts that.
    find = page.get_by_placeholder("Ask:")
    find.fill("long bow at plate")
    page.get_by_label("braced", exact=True).check()
    has_text(page, "hits 3 times in 4")
    assert page.get_by_label("skill", exact=True).input_value() == "9"
    assert page.get_by_label("braced", exact=True).is_checked() and "braced=true" in page.url
    page.locator(".found .find").first.wait_for()
    assert find.input_value() == "long bow at plate"
    find.press("Enter")  # opens what was understood
    has_text(page, "hits 1 time in 6")


def test_a_check_that_is_none_is_named(page, file):
    for name in ("toString", "constructor", "__proto__"):
        page.evaluate("name => { location.hash = `#check=${name}`; }", name)
        page.get_by_role("alert").filter(has_text=f"got {name}").wait_for()
        assert page.locator("h1").inner_text().startswith("What does one shot do?")


# Where something is barred --------------------------------------------------------------------------------------------

SILENT = "Worker = class { postMessage() {} }"
BARRED = [
    ("delete window.Worker", "Python cannot start in this browser"),
    (
        (
            "Blob = class extends Blob { constructor(parts, ...how) { super(how[0]?.type ? ['delete "
            "self.WebAssembly;', ...parts] : parts, ...how); } }"
        ),
        "Python cannot start",
    ),
    (SILENT, "Python has not started after 10 seconds"),
]


@pytest.fixture
def barred(browser):
    """A page on which this is done before anything runs, and time can be moved on."""
    with watched_page(browser) as new:

        def opened(file, script):
            new.add_init_script(script)
            new.clock.install()
            new.goto(file.as_uri())
            return new

        yield opened
        new.errors.clear()  # which it is to have


@pytest.mark.parametrize(("script", "message"), BARRED)
def test_python_that_does_not_begin_is_told_and_old_answers_are_dimmed(barred, file, script, message):
    page = barred(file, script)
    assert page.locator(".answer").get_by_text("hits half the time").is_visible()
    page.get_by_label("skill", exact=True).fill("9")
    page.locator(".words.stale").wait_for()
    page.clock.fast_forward(10_001)
    alert = page.get_by_role("alert").filter(has_text=message)
    alert.wait_for()
    assert "open the file in another browser" in alert.inner_text()
    assert page.get_by_label("skill", exact=True).input_value() == "9" and page.locator(".words.stale").count() == 1


def test_a_browser_that_cannot_unpack_is_told_so_without_a_script(barred, file):
    page = barred(file, "delete window.DecompressionStream")
    late = page.get_by_text("one of 2023 or later")
    assert not late.is_visible()
    coming = (
        "one => one.getAnimations().map(now => { const { delay } = now.effect.getTiming(); now.finish(); "
        "return delay; })"
    )
    assert late.evaluate(coming) == [10_000]
    assert late.is_visible()


# On a telephone -------------------------------------------------------------------------------------------------------


SIZES = [(390, 844), (640, 360)]
BOX = (
    "one => { const { top, bottom, left, right } = one.getBoundingClientRect(); return { top, bottom, left, right }; }"
)


@pytest.fixture(scope="module")
def telephone(browser, file):
    """A telephone with the page."""
    context = browser.new_context(viewport=dict.fromkeys(("width", "height"), 390), has_touch=True, is_mobile=True)
    new = context.new_page()
    new.set_default_timeout(WAIT)
    open_at(new, file)
    yield new
    context.close()


@pytest.fixture(scope="module", params=SIZES, ids=lambda size: "x".join(map(str, size)))
def phone(telephone, request):
    """The page as it shows it, upright and on its side."""
    telephone.set_viewport_size(dict(zip(("width", "height"), request.param, strict=True)))
    telephone.evaluate(
        "scrollTo(0, 0); location.hash = '#check=rencounter.fire&skill=8&weapon=long_bow&target_armor=4&house='"
    )
    has_text(telephone, "hits 1 time in 3")
    telephone.wait_for_function("!document.querySelector('.words').innerText.includes('your rule')")
    return telephone


def box(page, one):
    return page.locator(one).first.evaluate(BOX)


def assert_below(page, high):
    """What lies behind the tab begins below the tabs, and these below the whole answer; all are on the screen."""
    answer, tabs, inside = (box(page, one) for one in (".answer", ".tabs", "#inside"))
    assert answer["top"] >= 0 and answer["bottom"] - 1 <= tabs["top"] and tabs["bottom"] - 1 <= inside["top"] < high
    assert box(page, ".words")["bottom"] <= tabs["top"] and page.locator(".answer").evaluate(
        "one => one.scrollHeight <= one.clientHeight"
    )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_on_a_telephone_every_tab_is_at_hand(phone):
    """They wait at the lower edge, each whole, and what lies behind one comes up to below the answer."""
    wide, high = phone.viewport_size["width"], phone.viewport_size["height"]
    phone.evaluate("scrollTo(0, 0)")
    assert abs(box(phone, ".tabs")["bottom"] - high) < 2 and box(phone, "#inside")["top"] > high
    tabs = phone.get_by_role("tab").evaluate_all(f"all => all.map({BOX})")
    assert len(tabs) == 7 and all(0 <= one["left"] < one["right"] <= wide for one in tabs)
    phone.get_by_role("tab", name="Table", exact=True).tap()
    wait_until(phone, lambda: box(phone, "#inside")["top"] < high / 2)  # its policy bars what the browser would poll
    assert_below(phone, high)


def test_an_answer_that_grows_by_a_house_rule_is_whole(phone):
    high = phone.viewport_size["height"]
    phone.get_by_role("tab", name="House rules").tap()
    phone.get_by_label("House rules, one per line").fill("fire.armor.point = -2")
    has_text(phone, "your rule: hits 1 time in 16")
    phone.get_by_text("Your rules: 1 line").wait_for()
    assert_below(phone, high)
    assert "kills 1 time in 192" in plain(phone.locator(".further").inner_text())


def test_what_a_rule_changes_comes_beside_an_answer_that_stays_clear(phone):
    """How far the search is is told, nothing is claimed of the rest before it is over, no figure is cut, and it can be
    stopped.
    """
    phone.get_by_role("button", name="What else does it change?").tap()
    phone.locator("progress[value]").wait_for()
    phone.locator(".rk-effects td").first.wait_for()
    phone.wait_for_function("document.querySelector('.house progress').value > 1")
    assert phone.locator(".answer .stale, .answer .work").count() == 0
    assert "Nothing else" not in phone.locator(".house").inner_text()
    wide = phone.viewport_size["width"]
    assert all(one["right"] <= wide for one in phone.locator(".rk-effects td").evaluate_all(f"all => all.map({BOX})"))
    phone.locator(".house").get_by_role("button", name="Stop").tap()
    phone.get_by_text("Stopped before all changes were found.").wait_for()
    phone.get_by_role("tab", name="Why").tap()


def test_a_finger_finds_everything_and_writing_enlarges_nothing(phone):
    """Whatever can be pressed is 44 pixels high, letters in boxes are 16 pixels, and nothing is written in capitals
    unasked.
    """
    for tab in ("Why", "Table", "House rules", "Men", "Roll", "Luck", "Send"):
        phone.get_by_role("tab", name=tab, exact=True).tap()
        phone.locator("#inside :is(table, textarea, button, select)").first.wait_for()
        small = """all => all.filter(one => one.offsetParent && one.type !== 'range' && one.getBoundingClientRect().height < 44)
          .map(one => one.outerHTML)"""  # noqa: E501
        assert phone.locator("button, select, input, textarea, summary").evaluate_all(small) == []
        written = phone.locator("select, textarea, input:not([type=checkbox], [type=range])")
        assert set(written.evaluate_all("all => all.map(one => parseFloat(getComputedStyle(one).fontSize) >= 16)")) == {
            True
        }
        typed = phone.locator("textarea, input:not([type=checkbox], [type=range])")
        assert set(typed.evaluate_all("all => all.map(one => one.getAttribute('autocapitalize'))")) == {"off"}


def test_what_is_sent_opens_the_same_and_names_no_folder_of_the_sender(phone, file):
    """The line says the answer in words; what cannot be opened is said beside the box."""
    phone.get_by_role("tab", name="Send").tap()
    line = phone.locator(".copyable pre").first
    line.filter(has_text="your rule: hits 1 time in 16").wait_for()
    sent = line.inner_text()
    assert (
        sent.startswith("What does one shot do? ")
        and "skill 8" in sent.partition(": book: hits 1 time in 3")[0]
        and "file:" not in sent
        and "#check=rencounter.fire&" in sent
    )
    phone.get_by_role("button", name="Copy", exact=True).first.tap()
    copied = phone.get_by_role("button", name="Copied")
    copied.wait_for()
    copied.wait_for(state="detached")  # the line may be another by then
    field = phone.get_by_label("the line that somebody sent")
    field.fill("hello")
    phone.get_by_role("button", name="Open", exact=True).tap()
    error = phone.get_by_text("hello is no link of this file. Paste the whole line.")
    error.wait_for()
    assert 0 < error.evaluate(BOX)["top"] - field.evaluate(BOX)["bottom"] < 40
    field.fill("rencounter check salamis.entry")
    phone.get_by_role("button", name="Open", exact=True).tap()
    phone.locator("h1", has_text="Salamis").wait_for()
    field.fill(sent)
    phone.get_by_role("button", name="Open", exact=True).tap()
    has_text(phone, "your rule: hits 1 time in 16")
    assert phone.get_by_label("skill", exact=True).input_value() == "8"


def test_the_page_has_a_colour_and_an_icon_of_its_own(page):
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    theme = page.locator("meta[name=theme-color][media*=light]").get_attribute("content")
    assert (theme, ground) == ("#ffffff", "rgb(255, 255, 255)")
    icon = page.locator("link[rel=icon]").get_attribute("href")
    assert page.evaluate(
        "async source => { const one = new Image(); one.src = source; await one.decode(); return one.width > 0; }", icon
    )


def test_the_squares_stand_on_the_ground_of_the_page_in_the_dark(page):
    page.get_by_role("tab", name="Why").click()
    picture = page.locator(".rk-die")
    picture.wait_for()
    assert picture.evaluate("one => getComputedStyle(one).backgroundColor") == "rgba(0, 0, 0, 0)"
    lightest = """async one => { await one.decode(); const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [one.naturalWidth, one.naturalHeight];
      const on = canvas.getContext('2d'); on.drawImage(one, 0, 0);
      const dots = on.getImageData(0, 0, canvas.width, 26).data; let lit = 0;
      for (let i = 0; i < dots.length; i += 4) if (dots[i + 3] > 200) lit = Math.max(lit, dots[i]);
      return lit; }"""
    page.emulate_media(color_scheme="dark")
    dark = page.locator(".rk-die").evaluate(lightest)
    page.emulate_media(color_scheme="light")
    assert dark > 200


def test_dice_are_thrown_beside_the_exact_chances(page, file):
    open_at(page, file)
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
    """A search is answered and the fight goes on; a control that is moved is answered instead. Python never begins
    again for it.
    """
    begun = page.evaluate("pocket.python.restarts")
    page.get_by_label("turn limit", exact=True).last.fill("60")
    page.locator(".work", has_text="of 60").wait_for()
    page.get_by_placeholder("Ask:").fill("large shield")
    page.locator(".found .find").first.wait_for()
    page.locator(".work", has_text="of 60").wait_for()
    assert page.locator(".words.stale").count() == 1
    page.get_by_placeholder("Ask:").fill("")
    page.locator(".work", has_text="of 60").wait_for()
    page.get_by_label("turn limit", exact=True).last.fill("2")
    page.locator(".stale").first.wait_for(state="detached")
    assert "turn_limit=2" in page.url and page.evaluate("pocket.python.restarts") == begun == 0


@pytest.mark.long
def test_python_that_does_not_let_go_begins_again_for_what_is_asked_anew(page, file):
    """As in a browser that does not let it stand still."""
    page.goto("about:blank")
    page.add_init_script("""if (window.Blob) window.Blob = class extends Blob {
      constructor(parts, ...how) { super(parts.map(one => one.replace?.("'Suspending' in WebAssembly", 'false') ?? one), ...how); } }""")  # noqa: E501
    page.goto(f"{file.as_uri()}#check=rencounter.skirmish&turn_limit=60")
    page.locator(".work", has_text="of 60").wait_for()
    page.get_by_label("turn limit", exact=True).last.fill("1")
    page.locator(".stale").first.wait_for(state="detached")
    assert "turn_limit=1" in page.url and page.evaluate("pocket.python.restarts") == 1


def test_dice_in_a_line_and_how_they_are_read(page):
    page.get_by_role("button", name="Dice in a line").click()
    page.get_by_text("mean 12.24, spread 2.85").wait_for()
    page.get_by_label("dice in one line, line 1").fill("p = 2d6: p count 6s, p count 1s")
    page.get_by_text("Both together").wait_for()
    page.get_by_label("dice in one line, line 1").fill("4d6 drop lowest")
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
    page.get_by_placeholder("Ask:").fill(hostile)
    page.locator(".found").wait_for()
    assert page.locator("img").count() == 0 and page.evaluate("window.struck") is None


def test_a_game_of_ones_own_is_asked_like_the_others(page):
    text = (project_folder("data") / "starter" / "ford.toml").read_text(encoding="utf-8")
    page.get_by_label("the text of the game").fill(text)
    page.get_by_text("The Ford is here").wait_for()
    page.locator("main section button").first.click()
    page.locator(".bars").wait_for()
    assert page.locator("h1 small").inner_text().startswith("The Ford")


# The same as here -----------------------------------------------------------------------------------------------------


def house_line(check_id, params, rng):
    """A line that changes a figure which is read in a situation; nothing where there is none."""
    try:
        result = rk.check(check_id, **params)
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
        for place, params in enumerate(drawn(check_id, tries(1, 7), "pocket")):
            lines = ["", house_line(check_id, params, rng)]
            for line in lines if tries(False, True) else lines[(number + place) % 2 :][:1]:
                reading = rng.choice(["exactly", "at least", "at most"])
                yield ["answer", check_id, params, line, reading, line]
                yield ["table_file", check_id, params, line]


def test_the_page_says_what_the_package_says_here(page):
    """Fractions, sentences, tables, reasons and refusals of all checks, in a Python without arrays, are the ones of
    this Python.
    """
    every = list(asks())
    expected = [json.loads(ask(json.dumps(one))) for one in every]
    there = page.evaluate("(asks) => Promise.all(asks.map((one) => pocket.ask(...one)))", every)
    for one, ours, theirs in zip(every, expected, there, strict=True):
        assert theirs == ours, one
    refused = [one for one in expected if isinstance(one, dict) and "error" in one]
    assert len(every) >= tries(500, 6000) and len(refused) < len(every) / 10
    assert sum(bool(one[3]) for one in every) > len(every) / 3
