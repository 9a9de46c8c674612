"""What a person does on the pages of fights, in JupyterLab, in a real browser."""

import pytest

from rencounter_kit.workbook.rulebook.presets import presets

from .lab import open_page
from .person import WAIT, PanelOnPage

LONG = WAIT


@pytest.fixture(scope="module")
def duel(visit):
    page = visit("rencounter_duel.ipynb")
    page.wait_for_selector("img.rk-chart", timeout=WAIT)
    return PanelOnPage(page, "rencounter.duel")


def test_duel_page(duel):
    start = duel.shows()
    duel.turn_to("Charts")
    charts = duel.panel.locator("img.rk-chart")
    duel.until(lambda: charts.count() == 6, lambda: f"{charts.count()} charts", LONG)
    assert all(charts.nth(i).get_attribute("alt") for i in range(6))
    job = duel.panel.locator(".rk-job")
    job.wait_for(state="hidden", timeout=LONG)
    duel.turn_to("Why")

    # Each man has a card with his own figures; the keyboard moves them.
    skill = duel.slider("skill", "A")
    assert skill.get_attribute("aria-label") == "A skill"
    skill.press("ArrowRight")
    assert duel.shows(a_skill=7) != start
    duel.menu("weapon", "B").select_option("spear")
    duel.shows(a_skill=7, b_weapon="spear")

    # Swap, clone, and a situation.
    duel.button("Swap A and B").click()
    duel.shows(b_skill=7, a_weapon="spear")
    duel.button("B like A").click()
    duel.shows(a_weapon="spear", b_weapon="spear")
    duel.situation("Sabre against bayonet")
    duel.shows(**presets("rencounter")["rencounter.duel"]["Sabre against bayonet"])

    # What contradicts itself is said, and the next change mends it.
    duel.menu("weapon", "A").select_option("pike")
    duel.menu("shield", "A").select_option("large")
    alert = duel.panel.locator(".rk-error")
    alert.first.wait_for(timeout=WAIT)
    assert "A shield must be none with a pike" in alert.first.inner_text()
    duel.button("Reset").click()
    assert duel.shows() == start
    assert alert.count() == 0

    # A house rule is drawn beside the book; beside its reasons.
    duel.until(lambda: "A strikes B: attack (d12)" in duel.why.inner_text(), duel.why.inner_text)
    duel.house.fill("melee.weapon.sword.to_hit = 3")
    duel.until(lambda: "your rule" in duel.words.inner_text(), duel.words.inner_text)


def test_long_work_shows_how_far_it_is_and_can_be_stopped(duel):
    duel.button("Reset").click()
    duel.shows()
    duel.menu("order").select_option("counters")
    duel.slider("turn limit").press("End")
    duel.shows(order="counters", turn_limit=60)
    duel.turn_to("Charts")
    job = duel.panel.locator(".rk-job")
    job.wait_for(state="hidden", timeout=LONG)
    across = duel.panel.locator("select").filter(has=duel.page.locator("option", has_text="A extra modifier")).first
    across.select_option("A extra modifier")  # hundreds of long duels that nobody has asked for yet
    job.wait_for(state="visible", timeout=WAIT)
    duel.button("Stop").click()
    job.wait_for(state="hidden", timeout=WAIT)
    duel.slider("skill", "B").press("ArrowRight")
    duel.shows(b_skill=7, order="counters", turn_limit=60)


@pytest.mark.long
def test_fights_too_large_to_be_exact_are_thrown(page, lab_url):
    open_page(page, lab_url, "rencounter_firefight.ipynb")
    page.wait_for_selector("img.rk-chart", timeout=WAIT)
    panel = PanelOnPage(page, "rencounter.skirmish", 1)
    panel.open()
    for side in "AB":
        number = panel.number("men", side)
        number.fill("8")
        number.press("Enter")
    panel.until(
        lambda: "100,000 fights were rolled at random" in panel.words.inner_text(), panel.words.inner_text, LONG
    )
    panel.until(lambda: "95 % interval" in panel.table.inner_text(), panel.table.inner_text, LONG)


@pytest.mark.long
def test_battle_page_maps_every_start(page, lab_url):
    open_page(page, lab_url, "odd_encounters_battle.ipynb")
    page.wait_for_selector("img.rk-chart", timeout=WAIT)
    duel = PanelOnPage(page, "odd_encounters.duel")
    duel.shows()
    duel.turn_to("Charts")
    of_starts = page.locator("img[alt*='for every start']").first
    of_starts.wait_for(timeout=WAIT)
    before = of_starts.get_attribute("alt")
    duel.slider("HP (hit points)", "A").press("ArrowRight")
    duel.shows(a_hp=5)
    duel.until(lambda: of_starts.get_attribute("alt") != before)
