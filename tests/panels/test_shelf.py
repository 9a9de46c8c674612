"""Shelves: many checks at one place, of which only what is opened is made; and where on the pages each check stands."""

import ast
import json
import re

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.files.folders import project_folder
from rencounter_kit.fronts.panels import Panel, curves, heat, item
from rencounter_kit.fronts.panels.shelf import named
from tests.widgets import all_widgets, plain

pytestmark = pytest.mark.usefixtures("undrawn", "no_page_stays", "patient")
FIRE, WOUND, DUCK, DIE = "rencounter.fire", "rencounter.wound", "rencounter.duck_back", "salamis.d3"


def opened(shelf):
    """The panel that is on the page."""
    return next((one for one in shelf.children if isinstance(one, Panel)), None)


def test_a_panel_is_made_when_it_is_opened():
    shelf = rk.shelf(FIRE, WOUND, DIE)
    assert list(shelf.panels) == [FIRE] and opened(shelf) is shelf.panels[FIRE]
    assert list(shelf.bar.options) == [rk.checks[name].title for name in (FIRE, WOUND, DIE)]
    shelf.bar.value = rk.checks[WOUND].title  # as a person presses it
    assert list(shelf.panels) == [FIRE, WOUND] and opened(shelf) is shelf.panels[WOUND]
    assert shelf.panels[WOUND].result.headline in plain(shelf.panels[WOUND].words.value)


def test_what_was_set_is_there_when_it_is_opened_again():
    shelf = rk.shelf(FIRE, WOUND)
    shelf.panels[FIRE]["skill"] = 9
    shelf.choose(WOUND)
    assert shelf.choose(FIRE)["skill"] == 9 and opened(shelf) is shelf.panels[FIRE]


def test_the_line_of_a_single_check_is_left_out_where_its_panel_is_open():
    assert rk.shelf(FIRE).bar.layout.display == "none"
    assert rk.shelf(FIRE, opened=False).bar.layout.display == rk.shelf(FIRE, WOUND).bar.layout.display != "none"


def test_a_shelf_that_begins_closed_makes_nothing():
    shelf = rk.shelf("rencounter", opened=False)
    assert not shelf.panels and opened(shelf) is None and len(list(all_widgets(shelf))) < 5
    assert set(shelf.items) == {check.id for check in rk.checks.of("rencounter")}


def test_a_check_comes_with_its_charts_and_its_start():
    shelf = rk.shelf(WOUND, item(FIRE, curves("hits", "skill", "range_band"), show=["skill"], skill=9))
    panel = shelf.choose(FIRE)
    assert panel["skill"] == 9 and panel.show == ("skill",) and len(panel.studies) == 1


def test_a_game_or_a_chapter_stands_for_its_checks():
    assert [one.check.id for one in named("salamis")] == [check.id for check in rk.checks.of("salamis")]
    units = [one.check for one in named("rencounter: Order of Units")]
    assert len(units) == 3 and all("Order of Units" in check.source for check in units)
    assert {"rencounter.melee", "rencounter.wound"} < {one.check.id for one in named("rencounter: Melee")}


def test_checks_of_one_title_are_told_apart():
    shelf = rk.shelf("rencounter.duel", "traveller.duel", opened=False)
    assert list(shelf.bar.options) == ["Who wins the duel? (rencounter.duel)", "Who wins the duel? (traveller.duel)"]


WRONG = [
    ((), "a shelf must hold at least one check; got none"),
    ((FIRE, WOUND, FIRE), "a check must be on a shelf once; got rencounter.fire twice"),
    (("rencounter.fir",), "did you mean rencounter.fire?"),
    (("rencountr",), "did you mean rencounter?"),
    (("rencounter: Order of Unts",), "a chapter must be one that checks come from; got Order of Unts"),
]


@pytest.mark.parametrize(("entries", "message"), WRONG)
def test_what_is_not_there_is_refused(entries, message):
    with pytest.raises(rk.RuleError, match=re.escape(message)):
        rk.shelf(*entries)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: item(FIRE, skill=13), "got 13"),
        (lambda: item(FIRE, skil=3), "did you mean skill?"),
        (lambda: item(FIRE, show=["skil"]), "did you mean skill?"),
        (lambda: item(FIRE, curves("hitss", "skill", "range_band")), "did you mean hits?"),
        (lambda: item(FIRE, heat("hits", "skill", "bang")), "bang"),
        (lambda: item(FIRE, "curves"), "a study must be one such as curves"),
    ],
)
def test_what_could_not_be_opened_is_refused_at_once(wrong, message):
    with pytest.raises(rk.RuleError, match=re.escape(message)):
        rk.shelf(WOUND, wrong())


def test_only_what_stands_there_can_be_chosen():
    with pytest.raises(rk.RuleError, match=re.escape("it has rencounter.wound")):
        rk.shelf(WOUND, opened=False).choose(FIRE)


def test_settings_are_of_all_panels():
    """Those of panels that are not made yet are kept for them."""
    before = rk.shelf(DUCK, WOUND, DIE)
    before.choose(WOUND)["margin"] = True
    after = rk.shelf(DIE, WOUND, DUCK)
    after.settle(before.settings)
    assert after.now == before.now and list(after.panels) == [DIE, WOUND] and after.panels[WOUND]["margin"] is True
    later = rk.shelf(DIE, WOUND)
    later.settle(("", before.settings[1]))
    assert list(later.panels) == [DIE] and later.choose(WOUND)["margin"] is True


# The pages ------------------------------------------------------------------------------------------------------------


def calls_on(page):
    """The calls in the cells of a page, as trees."""
    for cell in json.loads(page.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            yield from (node for node in ast.walk(ast.parse("".join(cell["source"]))) if isinstance(node, ast.Call))


def standing_on(page):
    """The ids of the checks whose panels a page has, at once or behind a line of a shelf."""
    for call in calls_on(page):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        titles = [entry.value for entry in call.args if isinstance(entry, ast.Constant)]
        if name == "shelf":
            yield from (one.check.id for what in titles for one in named(what))
        elif name in ("item", "panel"):
            yield titles[0]


def test_every_check_stands_on_a_page():
    pages = sorted(project_folder("notebooks").glob("*.ipynb"))
    standing = {check_id for page in pages for check_id in standing_on(page)}
    assert standing == set(rk.checks)


def test_every_page_tells_what_is_on_it_and_leads_on():
    """Contents at the head with a link to each section; links that lead somewhere; no page is a dead end."""
    pages = {page.name: page for page in project_folder("notebooks").glob("*.ipynb")}
    for name, page in pages.items():
        cells = json.loads(page.read_text(encoding="utf-8"))["cells"]
        texts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
        links = re.findall(r"\]\(([^)]+)\)", "\n".join(texts))
        heads = [f"#{head.replace(' ', '-')}" for text in texts for head in re.findall(r"(?m)^## (.+)$", text)]
        assert re.findall(r"\]\((#[^)]+)\)", texts[0]) == heads, name
        others = {link for link in links if not link.startswith(("#", "attachment:"))}
        assert others <= set(pages), f"{name} leads to {others - set(pages)}"
        if name == "start_here.ipynb":
            assert others == set(pages) - {name}
        else:
            assert "start_here.ipynb" in others, f"{name} does not lead back"
