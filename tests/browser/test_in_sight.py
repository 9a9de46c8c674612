"""Hand and eye together: whatever is worked on a panel, the answer stands in the window too."""

from itertools import product

import pytest

import rencounter_kit as rk
from tests.situations import KINDS, tries

from .lab import in_lab, python_output, write_page
from .person import WAIT, PanelOnPage

LAPTOP, ALL = [(1366, 768, True)], [(1366, 768, False), (1024, 768, True), (1440, 900, True), (2000, 1100, False)]
EVERY_SIZE = [*LAPTOP, *ALL]
SHOT = "rencounter_fire.ipynb"
PAGES = {
    SHOT: [*LAPTOP, *tries([], ALL)],
    "odd_encounters.ipynb": [(1440, 900, False), *tries([], ALL)],  # long names of controls
    "rencounter_duel.ipynb": tries([(1024, 768, True)], ALL),
    "house_rules.ipynb": [*LAPTOP, (1024, 768, True), *tries([], ALL)],
}
TABS = {"house_rules.ipynb": ["What changes", "Ask backwards"]}  # each with pictures of its own below the answer

# Brings each control into sight as the keyboard would, and tells which of them stand there without headline or picture.
# In a small window a thin bar stands for the picture.
OUT_OF_SIGHT = """async () => {
  const page = document.querySelector('.jp-WindowedPanel-outer'), panel = document.querySelector('.rk-panel');
  const window_ = {top: 0, left: 0, bottom: innerHeight, right: innerWidth};  // of the app, which moves as a whole
  const shown = one => one && one.offsetParent !== null && one.getBoundingClientRect().width > 0;
  const inside = one => { const seen = page?.getBoundingClientRect() || window_, box = one.getBoundingClientRect();
    return box.top >= seen.top - 1 && box.bottom <= seen.bottom + 1 && box.left >= seen.left - 1 && box.right <= seen.right + 1; };
  const uncovered = one => { const box = one.getBoundingClientRect();
    return [box.left + 2, box.left + box.width / 2, box.right - 2].every(across => {  // from end to end
      const over = document.elementFromPoint(across, box.top + box.height / 2)?.closest('.rk-answer, .rk-headline, .rk-view');
      return !over || over.contains(one); }); };
  const controls = [...panel.querySelectorAll('select, input, textarea, button, .noUi-handle')].filter(shown), lost = [];
  for (const how of ['nearest', 'start']) for (const control of controls) {
    control.scrollIntoView({block: how});
    control.focus({preventScroll: true});
    if (document.activeElement !== control) continue;  // one that rests
    await new Promise(requestAnimationFrame);
    const strip = panel.querySelector('.rk-strip');
    const parts = [control, panel.querySelector('.rk-headline'), shown(strip) ? strip : panel.querySelector('.rk-view img')];
    if (!parts.every(inside) || !uncovered(control))
      lost.push(`${how}: ${control.getAttribute('aria-label') || control.textContent}: ${parts.map(inside)}, ${uncovered(control)}`);
  }
  return [controls.length, lost];
}"""  # noqa: E501

# Are all tabs in sight, with the headline above them and below them what the open one holds, or its beginning?
OPENED = """() => {
  const panel = document.querySelector('.rk-panel'), place = panel.querySelector('.rk-tab-place').getBoundingClientRect();
  const seen = document.querySelector('.jp-WindowedPanel-outer').getBoundingClientRect(), tabs = [...panel.querySelectorAll('.rk-tabs button')];
  const inside = one => { const box = one.getBoundingClientRect(); return box.top >= seen.top - 1 && box.bottom <= seen.bottom + 1
    && one.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)); };
  return [panel.querySelector('.rk-headline'), ...tabs].every(inside)
    && Math.min(place.bottom, seen.bottom + 1) >= Math.min(place.bottom, tabs.at(-1).getBoundingClientRect().bottom + 90); }"""  # noqa: E501

SHOW_FILES = """async show => { const shell = window.jupyterapp.shell;
  if (show === shell.leftCollapsed) await window.jupyterapp.commands.execute('application:toggle-left-area'); }"""


def assert_the_answer_stays_in_sight(one, sizes, tabs=("",)):
    """At each of these sizes, with each of these tabs open, beside whatever is worked on this panel."""
    for (width, height, files), tab in product(sizes, tabs):
        one.page.set_viewport_size({"width": width, "height": height})
        one.page.evaluate(SHOW_FILES, files)
        if tab:
            one.turn_to(tab)
        findings = []

        def all_in_sight(findings=findings):
            """The page may still be laying itself out."""
            count, lost = findings[:] = one.page.evaluate(OUT_OF_SIGHT)
            return count > 20 and not lost

        one.until(all_in_sight, lambda at=(width, height, tab), findings=findings: f"{at}: {findings}")


@pytest.mark.long
@pytest.mark.parametrize("name", PAGES)
def test_the_answer_stays_in_sight(browser, lab_url, slowed, name):
    with in_lab(browser, lab_url, name, slowed) as page:
        one = PanelOnPage(page, "")
        one.panel.scroll_into_view_if_needed(timeout=WAIT)
        picture = one.panel.locator("img.rk-chart").first
        if name == "house_rules.ipynb":
            page.set_viewport_size({"width": 1366, "height": 768})
            box = one.panel.locator(".rk-rules textarea")
            box.fill("fire.range.long = -3\ndouble")
            picture.wait_for(timeout=WAIT)
            box.press("End")
            page.keyboard.type(" armour")  # what is typed brings the answer that has come meanwhile into sight
            strip = one.panel.locator(".rk-strip").first
            one.until(lambda: strip.evaluate("e => e.getBoundingClientRect().bottom <= innerHeight"))
        picture.wait_for(timeout=WAIT)
        assert_the_answer_stays_in_sight(one, PAGES[name], TABS.get(name, [""]))


@pytest.mark.long
def test_what_lies_behind_a_tab_comes_into_sight(browser, lab_url, slowed):
    """Below the picture of a small window there is hardly room for the tabs."""
    with in_lab(browser, lab_url, SHOT, slowed) as page:
        one = PanelOnPage(page, "rencounter.fire")
        one.picture.wait_for(timeout=WAIT)
        for width, height, files in [*LAPTOP, *tries([], ALL)]:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(SHOW_FILES, files)
            one.slider("skill").press("ArrowRight")  # with the answer in sight
            for tab in ("What matters", "Why", "House rules", "Compare", "Send", "Why"):
                one.turn_to(tab)
                one.until(lambda: page.evaluate(OPENED), lambda at=(width, height, tab): f"{at}")


@pytest.mark.long
def test_the_answer_of_every_check_stays_in_sight(browser, lab_url, slowed):
    """Each at one of the sizes."""
    checks = KINDS[:: tries(8, 1)]
    write_page(lab_url, "shelf.ipynb", f"import rencounter_kit as rk\nshelf = rk.shelf(*{checks})\nshelf")
    with in_lab(browser, lab_url, "shelf.ipynb", slowed) as page:
        page.locator(".rk-shelf .rk-words").wait_for(timeout=WAIT)
        for place, check_id in enumerate(checks):
            width, height, files = EVERY_SIZE[place % len(EVERY_SIZE)]
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(SHOW_FILES, files)
            one = PanelOnPage(page, check_id)
            python_output(page, f"shelf.choose({check_id!r})")
            headline = rk.check(check_id).headline
            one.until(lambda one=one, headline=headline: headline in one.said)
            findings = []

            def all_in_sight(findings=findings):
                """The page may still be laying itself out."""
                count, lost = findings[:] = page.evaluate(OUT_OF_SIGHT)
                return count > 10 and not lost

            one.until(all_in_sight, lambda at=(check_id, width, height), findings=findings: f"{at}: {findings}")


IN_SIGHT = """parts => parts.every(one => { const seen = document.querySelector('.jp-WindowedPanel-outer').getBoundingClientRect();
  const box = one.getBoundingClientRect(), over = document.elementFromPoint(box.left + 5, box.top + 5);
  return box.top >= seen.top && box.bottom <= seen.bottom + 1 && (one === over || one.contains(over)); })"""  # noqa: E501


def assert_offers_and_faults_are_in_sight(panel):
    """What is offered for a line of house rules on this panel, and what is said of a wrong one."""
    one = PanelOnPage(panel.page, "")
    panel.locator(".rk-rules textarea").click()
    panel.page.keyboard.type("plate armour counts double", delay=10)
    panel.get_by_role("button", name="Take all 5", exact=True).wait_for(timeout=WAIT)
    one.until(lambda: panel.locator(".rk-next button:visible").evaluate_all(IN_SIGHT))
    panel.page.keyboard.press("Enter")
    panel.page.keyboard.type("fire.range.long = far", delay=10)
    wrong = panel.locator(".rk-line.rk-wrong", has_text="must be a figure such as -4")
    wrong.wait_for(timeout=WAIT)
    for text in (wrong, panel.locator(".rk-house-note.rk-wrong")):
        one.until(lambda text=text: text.evaluate_all(IN_SIGHT))
