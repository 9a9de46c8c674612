"""House rules that add a modifier put a box on the panel, and take it away: nothing that was set is lost."""

import pytest

import rencounter_kit as rk
from rencounter_kit.fronts.panels.flow_links import flow_python
from rencounter_kit.fronts.panels.panel import SAVE
from rencounter_kit.workbook.mechanics.flow import FlowPlace
from rencounter_kit.workbook.mechanics.links import taken_in

pytestmark = pytest.mark.usefixtures("undrawn", "unsaved", "patient", "no_page_stays", "empty_page")

SMOKE = 'fire.smoke = { to = "to hit", value = -2, ask = "There is smoke between them." }'


@pytest.fixture
def panel():
    panel = rk.panel("rencounter.fire", skill=7)
    panel.house.value = SMOKE
    return panel


def boxes(panel):
    """What stands in the console, by the names on the page."""
    todo, labels = [panel.console], []
    while todo:
        one = todo.pop()
        todo += getattr(one, "children", ())
        labels += [one.description] if getattr(one, "description", "") else []
    return labels


def test_a_line_brings_a_box_that_counts(panel):
    assert "smoke" in boxes(panel) and panel["smoke"] is False
    before = panel.result.event("hits")
    panel.controls["smoke"].source.value = True
    assert panel.result.event("hits") == rk.check("rencounter.fire", skill=5).event("hits") < before
    assert "There is smoke between them" in panel.why.rows.value and "not in the book" in panel.why.rows.value
    assert panel["skill"] == 7


def test_its_figure_changes_without_another_box(panel):
    panel["smoke"] = True
    box = panel.controls["smoke"]
    panel.house.value = SMOKE.replace("-2", "-3")
    assert panel.controls["smoke"] is box and panel["smoke"] is True
    assert panel.result.event("hits") == rk.check("rencounter.fire", skill=4).event("hits")


def test_without_the_line_the_box_is_gone_and_comes_back_as_it_was(panel):
    panel["smoke"], panel["range_band"] = True, "medium"
    panel.house.value = ""
    assert "smoke" not in boxes(panel) and "smoke" not in panel.controls and panel["range_band"] == "medium"
    assert dict(panel.result) == dict(rk.check("rencounter.fire", skill=7, range_band="medium"))
    panel.house.value = SMOKE
    assert panel["smoke"] is True


def test_a_line_that_is_written_anew_brings_the_box_back_as_it_was(panel):
    panel["smoke"] = True
    panel.house.value = SMOKE[:-4]
    assert "smoke" not in panel.controls and panel.result is not None
    panel.house.value = SMOKE[:-4] + 'e. " }'
    assert panel["smoke"] is True


def test_back_and_forward_go_through_it(panel):
    panel["smoke"] = True
    panel.house.value = ""
    panel.acts.go(-1)
    assert panel.house.value == SMOKE and panel["smoke"] is True
    panel.acts.go(-1)
    assert panel["smoke"] is False
    panel.acts.go(-1)
    assert panel.house.value == "" and "smoke" not in panel.controls
    for _ in range(2):
        panel.acts.go(1)
    assert panel["smoke"] is True


def test_reset_takes_it_out(panel):
    panel["smoke"] = True
    panel.reset()
    assert "smoke" not in panel.controls and panel.result.params["skill"] == 7
    panel.house.value = SMOKE
    assert panel["smoke"] is False


@pytest.mark.parametrize("kind", range(2))
def test_what_is_saved_opens_the_same(panel, kind):
    from rencounter_kit.workbook.mechanics.links import command, python

    panel["smoke"] = True
    line = (command, python)[kind](panel.check, panel.params(), panel.rules.lines)
    sent = taken_in(rk.checks["rencounter.fire"], line)
    assert sent.choices["smoke"] is True and sent.lines == SMOKE
    other = rk.panel("rencounter.fire")
    other.take_in(line)
    assert other["smoke"] is True and dict(other.result) == dict(panel.result)


def test_a_box_rests_where_it_does_not_count():
    panel = rk.panel("rencounter.fire", range_band="long", skill=9)
    panel.house.value = SMOKE.replace(" }", ', when = { range_band = "long" } }')
    panel["smoke"] = True
    panel["range_band"] = "short"
    assert panel.controls["smoke"].source.disabled and panel.result.params["smoke"] is False
    panel["range_band"] = "long"
    assert not panel.controls["smoke"].source.disabled and panel.result.params["smoke"] is True


def test_what_is_written_by_others_is_shown_as_text():
    panel = rk.panel("rencounter.fire")
    panel.house.value = SMOKE.replace("There is smoke between them.", "<img src=x onerror=alert(1)>")
    panel["smoke"] = True
    assert "<img src=x" not in panel.why.rows.value and "&lt;img" in panel.why.rows.value
    assert "<img src=x" not in panel.box.beside.value + panel.words.value


def test_a_fight_asks_for_each_side():
    panel = rk.panel("rencounter.gunfight", turn_limit=3)
    panel.house.value = SMOKE
    assert {"A smoke", "B smoke"} <= set(boxes(panel))
    panel["a_smoke"] = True
    assert dict(panel.result) == dict(rk.check("rencounter.gunfight", rules=panel.rules, a_smoke=True, turn_limit=3))


@pytest.mark.parametrize("tab", ["What matters", "Ask backwards", "Compare", "All outcomes", "Formula", "Send"])
def test_every_tab_goes_on(panel, tab):
    panel.tabs.turn_to(tab)
    panel["smoke"] = True
    panel.wait()
    panel.house.value = ""
    panel.wait()
    panel.house.value = SMOKE
    panel.wait()
    assert panel.result is not None and panel["smoke"] is True and "Error" not in panel.trouble.value


def texts_in(widget):
    """All that is written in a widget and in what it holds."""
    if isinstance(getattr(widget, "value", None), str):
        yield widget.value
    for child in getattr(widget, "children", ()):
        yield from texts_in(child)


TABS = ("Why", "House rules", "What matters", "Ask backwards", "Compare", "All outcomes", "Luck", "Formula", SAVE)


@pytest.mark.parametrize("tab", TABS)
def test_no_tool_forgets_the_box_by_the_book_or_by_our_rules(panel, tab):
    """A check by the book has no such box; who asks for both must ask the check that has it."""
    panel["smoke"] = True
    panel.tabs.turn_to(tab)
    panel.wait()
    texts = list(texts_in(panel.tabs.children[1]))
    assert not any("no parameter" in text or 'role="alert"' in text for text in texts), texts


def test_a_slide_and_a_table_of_a_handout_can_go_by_the_box_as_long_as_it_is_there(panel):
    panel.tabs.turn_to(SAVE)
    panel.wait()
    panel.slide.by.value = panel.handout.across.value = "smoke"
    panel.slide.button.click()
    panel.handout.add.click()
    panel.wait()
    assert "Left and right step through smoke." in panel.slide.place.value
    assert 'across = "smoke"' in panel.handout.text.value
    panel.house.value = ""
    panel.wait()
    assert panel.slide.by.value == panel.handout.across.value == ""
    panel.house.value = SMOKE
    panel.wait()
    assert ("smoke", "smoke") in panel.slide.by.options and ("smoke", "smoke") in panel.handout.down.options


# Flows, kept situations, the workshop ---------------------------------------------------------------------------------

DUST = 'throws.dust = { to = "to hit", value = -3, ask = "Dust is in the air." }'


def test_a_flow_asks_at_its_steps():
    flow = rk.flow("traveller.to_blows")
    flow.box.fill(DUST)
    assert {"dust", "b_dust"} <= {name for controls in flow.controls.values() for name in controls}
    before = flow.now
    flow.set("first_blow", dust=True)
    line = flow_python(flow.flow, flow.now)
    assert "'dust': True" in line
    other = rk.flow("traveller.to_blows")
    other._take_in(line)
    assert other.controls["first_blow"]["dust"].value is True
    flow.put(before._replace(lines=""))
    assert "dust" not in flow.controls["first_blow"]


def test_in_a_flow_it_changes_the_ways_on():
    rules = rk.rules("traveller").with_house_rules(DUST)
    flow, first = rk.flow("traveller.to_blows").flow, "first_blow"
    step = next(step for step in flow.steps if step.name == first)
    for dust in (False, True):
        begun = flow.begun(rules, {first: {"dust": dust}})
        place = FlowPlace(flow.names.index(first))
        (settings,) = begun.params(place)
        assert dict(begun.answers(place)[0]) == dict(step.check(rules=rules, **settings))
        assert settings["dust"] is dust


def test_situations_kept_by_other_rules_stay_beside_it(panel):
    panel.tabs.turn_to("Compare")
    tool = panel.tools["Compare"]
    panel["smoke"] = True
    tool.name.value = "In smoke"
    tool._keep()
    panel.house.value = ""
    panel.wait()
    assert "smoke" in tool.table.value and "In smoke" in tool.table.value


# Menus of the tabs ----------------------------------------------------------------------------------------------------


def offered(tool):
    """What the menus of a tab offer."""
    menus = [getattr(tool, "_by_rules", tool)]
    named = [
        one.options for menu in menus for one in (*getattr(menu, "symbols", ()), *map(vars(menu).get, MENUS)) if one
    ]
    return [{option if isinstance(option, str) else option[0] for option in options} for options in named]


MENUS = ("across", "up", "unknown")


@pytest.mark.parametrize("tab", ["Ask backwards", "Compare", "Formula"])
def test_an_open_tab_offers_the_box_that_a_line_brings(tab):
    """Whether the line or the tab was first; without the line it is offered no longer, and what was chosen stays."""
    panel = rk.panel("rencounter.fire", skill=7)
    panel.tabs.turn_to(tab)
    panel.wait()
    assert offered(panel.tools[tab]) and all("smoke" not in menu for menu in offered(panel.tools[tab]))
    panel.house.value = SMOKE
    panel.wait()
    assert all("smoke" in menu for menu in offered(panel.tools[tab]))
    panel.house.value = ""
    panel.wait()
    assert all("smoke" not in menu for menu in offered(panel.tools[tab]))


def test_the_tabs_answer_for_the_box(panel):
    for tab in ("Ask backwards", "Compare", "Formula"):
        panel.tabs.turn_to(tab)
    compare, formula, backwards = (
        panel.tools["Compare"]._by_rules,
        panel.tools["Formula"],
        panel.tools["Ask backwards"],
    )
    compare.across.value, compare.up.value = "smoke", "skill"
    formula.symbols[1].value, backwards.unknown.value = "smoke", "smoke"
    backwards._press()
    for tab in ("Ask backwards", "Compare", "Formula"):
        panel.tabs.turn_to(tab)
        panel.wait()
    assert list(compare.comparison.axes["smoke"]) == [False, True]
    assert "smoke" in formula.view.value and backwards.solution.unknown == "smoke"


def test_a_question_that_was_asked_stays_while_lines_come_and_go(panel):
    panel.tabs.turn_to("Ask backwards")
    tool = panel.tools["Ask backwards"]
    tool.unknown.value = "skill"
    tool._press()
    panel.wait()
    panel.house.value = ""
    panel.wait()
    assert tool.is_question and tool.unknown.value == "skill" and tool.solution is not None
    panel.house.value = SMOKE
    tool.unknown.value = "smoke"
    panel.house.value = ""
    panel.wait()
    assert not tool.is_question and tool.unknown.value == "skill"
