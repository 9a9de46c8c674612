"""What a person does on the fire page, in JupyterLab, in a real browser."""

import csv
import io
from pathlib import Path

import pytest

import rencounter_kit as rk
from rencounter_kit.workbook.rulebook.presets import presets

from .lab import SHUT_DOWN, followed, in_lab
from .person import WAIT, PanelOnPage, assert_all_are_named


@pytest.fixture(scope="module")
def fire(visit):
    page = visit("rencounter_fire.ipynb")
    page.wait_for_selector("img.rk-chart", timeout=WAIT)
    return PanelOnPage(page, "rencounter.fire")


def focused_in(page, locator):
    return locator.evaluate("e => e === document.activeElement")


# Where words, tabs and controls end below the upper edge of the window, and where the window itself ends.
ENDS = """panel => { const seen = document.querySelector('.jp-WindowedPanel-outer').getBoundingClientRect();
  return ['.rk-headline', '.rk-tab-place > .rk-tabs', '.rk-console'].map(which => panel.querySelector(which).getBoundingClientRect().bottom - seen.top)
    .concat(seen.height); }"""  # noqa: E501


def test_who_reads_on_keeps_words_bar_and_tabs_in_sight_and_the_controls_at_hand(fire):
    picture, bar = fire.panel.locator(".rk-view img").first, fire.panel.locator(".rk-strip")
    fire.page.set_viewport_size({"width": 1366, "height": 768})
    fire.slider("wounds").focus()
    fire.until(lambda: not bar.is_visible() and picture.bounding_box()["y"] > 0)
    read = "tab => { tab.scrollIntoView({block: 'end'}); }"  # again and again: the page may still be laying itself out

    def bar_in_sight():
        fire.panel.locator(".rk-tab-place").evaluate(read)
        return bar.is_visible()

    fire.until(bar_in_sight)

    def ends():
        return fire.panel.evaluate(ENDS)

    fire.until(lambda: 0 < ends()[0] < ends()[1] < ends()[-1] / 3 and ends()[1] < ends()[2] <= ends()[-1] + 1, ends)
    skill = fire.slider("skill")  # all controls stay beside the answer: nothing moves away from who reads
    skill.focus()
    fire.until(lambda: bar.is_visible() and 0 < skill.bounding_box()["y"] < 768)


def test_fire_page(fire):
    page = fire.page
    start = fire.shows()
    fire.turn_to("Charts")
    pictures = fire.panel.locator("img.rk-chart")
    fire.until(lambda: pictures.count() == 4, lambda: f"{pictures.count()} pictures")
    assert all(pictures.nth(i).get_attribute("alt") for i in range(4))

    # The keyboard moves the slider, and the arrow keys stay in it.
    skill = fire.slider("skill")
    assert skill.get_attribute("aria-label") == "skill"
    skill.press("ArrowRight")
    assert fire.shows(skill=7) != start
    assert focused_in(page, skill)
    others = [pictures.nth(i).get_attribute("src") for i in range(4)]

    # The mouse moves it too, and every chart follows.
    skill.hover()  # waits until it stands still
    box = skill.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y, steps=6)
    page.mouse.up()
    number = fire.control("skill").locator(".rk-number input")
    fire.until(
        lambda: (now := int(number.input_value())) > 7 and not fire.differs_from(rk.check("rencounter.fire", skill=now))
    )
    fire.until(lambda: all(pictures.nth(i).get_attribute("src") != others[i] for i in range(4)))
    followed(page)

    fire.turn_to("Why")

    # A typed number, a menu by keyboard and by name.
    number.fill("8")
    number.press("Enter")
    fire.shows(skill=8)
    number.press("ArrowUp")
    fire.shows(skill=9)

    # One that cannot be stays in its box, and a note below says so; the answer is that of the last right one.
    for wrong, text in (("30", "must be from 1 to 12"), ("5.5", "must be a whole number from 1 to 12")):
        number.fill(wrong)
        number.press("Enter")
        fire.control("skill").get_by_text(f"{text}; the answer is still for 9", exact=True).wait_for(timeout=WAIT)
        assert number.input_value() == wrong
        fire.shows(skill=9)
    number.fill("8")
    number.press("Enter")
    fire.shows(skill=8)
    fire.control("skill").get_by_role("alert").wait_for(state="detached", timeout=WAIT)
    fire.menu("target armour").select_option("full (4)")
    fire.shows(skill=8, target_armor=4)
    fire.menu("target armour").select_option("none (0)")
    reach = fire.menu("range band")
    reach.focus()
    reach.press("ArrowDown")
    fire.shows(skill=8, range_band="medium")
    assert focused_in(page, reach)
    fire.menu("weapon").select_option("long bow")
    fire.shows(skill=8, range_band="medium", weapon="long_bow")
    fire.until(lambda: "long bow" in fire.why.inner_text(), fire.why.inner_text)
    fire.until(lambda: "Missile Weapons Table" in fire.why.inner_text(), fire.why.inner_text)

    # What contradicts itself is said in its place, and the next change mends it.
    fire.menu("aim turns").select_option("1")
    fire.menu("snap").select_option("walking")
    alert = fire.panel.locator(".rk-error")
    alert.wait_for(timeout=WAIT)
    assert "snap must be none with more than 0.5 aim turns" in alert.inner_text()
    fire.menu("snap").select_option("none")
    fire.shows(skill=8, range_band="medium", weapon="long_bow", aim_turns=1)

    # A situation sets all controls at once; reset brings them back.
    name = "Steady marksman"
    fire.situation(name)
    situation = presets("rencounter")["rencounter.fire"][name]
    fire.shows(**situation)
    fire.button("Reset").click()
    assert fire.shows() == start


def test_house_rules_and_export(fire):
    page = fire.page
    fire.situation("Musket at eighty yards")
    params = presets("rencounter")["rencounter.fire"]["Musket at eighty yards"]
    fire.shows(**params)

    # A house rule is drawn beside the book.
    fire.house.fill("fire.range.medium = 0")
    ours = rk.rules("rencounter").with_house_rules("fire.range.medium = 0")
    after, before = rk.check("rencounter.fire", rules=ours, **params), rk.check("rencounter.fire", **params)
    fire.turn_to("Why")
    fire.until(lambda: "was -2, Fire Combat: Range" in fire.why.inner_text())
    text_of = fire.said
    assert before.headline in text_of and after.headline in text_of
    miss = fire.table.locator("tr", has_text="miss").inner_text()
    assert str(before["miss"]) in miss and str(after["miss"]) in miss
    alt = fire.picture.get_attribute("alt")
    assert "book: miss 66.7 %" in alt and "your rule: miss 50 %" in alt

    # A wrong one is said in one sentence, with the way out; what was drawn stays.
    fire.house.fill("fire.rnge.medium = 0")
    wrong = fire.panel.locator(".rk-rules [role=alert]")
    wrong.wait_for(timeout=WAIT)
    assert "did you mean fire.range.medium?" in wrong.inner_text()
    assert fire.said == text_of
    fire.house.fill("fire.range.medium = 0")
    wrong.wait_for(state="detached", timeout=WAIT)

    # What is saved is what is seen.
    fire.turn_to("Charts")
    fire.turn_to("Send")
    link = fire.panel.locator("a[download$='.csv']")
    link.wait_for(timeout=WAIT)
    assert link.evaluate("e => getComputedStyle(e).color") == "rgb(0, 114, 178)"  # not that of the words around it
    with page.expect_download() as download:
        link.click()
    saved = Path(download.value.path()).read_text()
    rows = {row["outcome"]: row for row in csv.DictReader(io.StringIO(saved))}
    assert rows["miss"]["book (exact)"] == f"exactly {before['miss']}"
    assert rows["miss"]["your rule (exact)"] == f"exactly {after['miss']}"
    assert fire.panel.locator("a[download$='.png']").count() == 4
    for kind, begins in (("png", b"\x89PNG"), ("svg", b"<?xml")):
        with page.expect_download() as download:
            fire.panel.locator(f"a[download='rencounter.fire.{kind}']").click()
        assert Path(download.value.path()).read_bytes().startswith(begins)

    # A line to send is copied, and taken in again.
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    lines = fire.panel.locator(".rk-lines", has_text="rencounter check")
    lines.get_by_role("button", name="Copy").first.click()
    fire.panel.get_by_role("button", name="Copied").wait_for(timeout=WAIT)
    line = page.evaluate("navigator.clipboard.readText()")
    assert line.startswith("rencounter check rencounter.fire ") and "fire.range.medium = 0" in line

    fire.button("Reset").click()
    fire.shows()
    assert fire.house.input_value() == ""
    fire.turn_to("Send")
    fire.panel.get_by_placeholder("paste a line here").fill(line)
    page.keyboard.press("Enter")
    fire.until(lambda: "your rule:" in fire.said)

    # Where Python is shut down the panel says so.
    assert fire.panel.evaluate("one => getComputedStyle(one, '::before').content") == "none"
    page.evaluate(SHUT_DOWN)
    page.locator(".rk-panel.rk-stopped").first.wait_for(timeout=WAIT)
    assert "has stopped" in fire.panel.evaluate("one => getComputedStyle(one, '::before').content")


@pytest.mark.long
def test_every_control_has_a_name_for_screen_readers(browser, lab_url, slowed):
    with in_lab(browser, lab_url, "rencounter_fire.ipynb", slowed) as page:
        assert_all_are_named(PanelOnPage(page, "rencounter.fire"))
