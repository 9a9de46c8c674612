"""One check as a file of tables, opened from the disk in Chromium, and asked what Python says here."""

import json
import random

import pytest

import rencounter_kit as rk
from rencounter_kit.pocket.bridge import ask
from rencounter_kit.pocket.check_file import check_file
from tests.situations import tries

from .lab import watched_page

RULE = "fire.range.short = 1"
LARGEST = 100_000  # bytes of a whole shot


@pytest.fixture(scope="module")
def page(browser, slowed):
    with watched_page(browser, slowed) as new:
        yield new


@pytest.fixture(scope="module")
def shot(tmp_path_factory):
    file = tmp_path_factory.mktemp("tables") / "fire.html"
    file.write_text(check_file("rencounter.fire", {"skill": 9}), encoding="utf-8")
    return file


def open_file(page, file, fragment=""):
    page.goto("about:blank")
    page.goto(file.as_uri() + fragment)
    page.locator(".bars").wait_for()


def words(page):
    return page.locator(".words").inner_text().replace("\N{NO-BREAK SPACE}", " ")


def test_it_opens_at_its_situation_and_follows_what_is_set(page, shot):
    assert shot.stat().st_size < LARGEST
    open_file(page, shot)
    assert "hits 3 times in 4" in words(page) and page.url.endswith("#check=rencounter.fire&skill=9")
    page.get_by_label("skill", exact=True).press("ArrowDown")
    assert "hits 2 times in 3" in words(page) and "skill=8" in page.url
    page.get_by_role("button", name="Long bow at full plate").click()
    assert "hits 1 time in 3" in words(page) and "long bow" in page.locator(".wide table").inner_text()
    page.get_by_role("button", name="at least").click()
    page.get_by_role("tab", name="Table").click()
    assert page.locator(".wide th").first.inner_text() == "at least"
    page.get_by_label("skill", exact=True).fill("77")
    assert "skill must be a whole number from 1 to 12; got 77; the nearest is 12" in page.locator(".wrong").inner_text()


def test_a_link_opens_the_same_situation_and_no_other_check(page, shot):
    open_file(page, shot, "#check=rencounter.fire&weapon=long_bow&skill=7&target_armor=4")
    assert "hits 1 time in 4 (25.0 %, 1/4)" in words(page)
    page.get_by_role("button", name="Reset").click()
    assert "hits 1 time in 2" in words(page) and page.url.endswith("#check=rencounter.fire")
    open_file(page, shot, "#check=rencounter.duel")
    assert "This page has tables of rencounter.fire alone" in page.locator("main > .error").inner_text()


@pytest.mark.parametrize(
    ("check_id", "lines", "many"),
    [
        ("rencounter.fire", "", tries(300, 5000)),
        ("rencounter.bayonet_shot", RULE, tries(150, 2000)),
        ("odd_encounters.wall_of_fire", "", tries(60, 1000)),
        ("salamis.entry_modifier", "", tries(60, 1000)),
        ("traveller.encounter_range", "", tries(60, 1000)),
        ("realms_of_myth.weapon_dm", "", tries(60, 1000)),
    ],
)
def test_it_says_what_python_says(page, shot, tmp_path, check_id, lines, many):
    """Fractions, sentences, reasons, tables and refusals."""
    file = shot
    if check_id != "rencounter.fire":
        file = tmp_path / "check.html"
        file.write_text(check_file(check_id, {}, lines), encoding="utf-8")
    open_file(page, file)
    asked, rng = page.evaluate("pocket.packed.tables[0].asked"), random.Random(check_id)
    parameters = rk.checks[check_id].parameters
    every = []
    for _ in range(many):
        said = {name: rng.choice(parameters[name].values()) for name in asked if rng.random() < 0.5}
        every.append(["asked", check_id, said, lines, rng.choice(["exactly", "at least", "at most"]), lines])
    here = [json.loads(ask(json.dumps(one))) for one in every]
    there = page.evaluate("(asks) => Promise.all(asks.map((one) => pocket.ask(...one)))", every)
    for one, ours, theirs in zip(every, here, there, strict=True):
        for answer in (ours, theirs):
            answer["link"] = sorted(answer["link"].split("&"))
        assert theirs == ours, one
    assert sum("error" not in one for one in here) > many / 4
