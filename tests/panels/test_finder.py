"""The page that finds any check: what is typed, what that finds, and what is chosen of it."""

import pytest
from ipywidgets.widgets.widget import _instances

import rencounter_kit as rk
from rencounter_kit.workbook.analysis.search import find
from rencounter_kit.workbook.mechanics.parameter import Whole
from rencounter_kit.workbook.rulebook.presets import presets
from tests.widgets import plain

pytestmark = pytest.mark.usefixtures("undrawn", "no_page_stays", "patient")


@pytest.fixture
def page():
    return rk.every_check()


def offered(page, kind):
    """The buttons of a kind that are in sight."""
    group = page.groups[kind]
    if group.box.layout.display == "none":
        return []
    return [button for button in group.buttons if button.layout.display != "none"]


def press(page, kind, begins):
    next(button for button in offered(page, kind) if button.description.startswith(begins)).click()


def test_it_begins_with_a_hint_and_nothing_else(page):
    assert "morale" in page.text.placeholder and "><" in page.summary.value
    assert not any(offered(page, kind) for kind in page.groups)
    assert page.panel is None and page.place.children == ()


def test_what_is_typed_is_found_letter_by_letter(page):
    for end in range(3, 8):
        page.find("shields"[:end])
        assert any("shield" in button.description for button in offered(page, "figure"))
        assert all("(" in button.description and button.tooltip for button in offered(page, "situation"))
    assert "of" in page.groups["figure"].heading.value  # there are more than it shows


def test_typing_makes_nothing_new(page):
    """A page that made its buttons and chips anew with each letter would grow without end."""
    typed = ("long bow at full plate, skill 8, in fog", "s", "sh", "shi", "sheild", "", "morale", "musket")
    assert page.model_id  # it is on a page now
    for text in typed:
        page.find(text)
    before = set(_instances)
    for text in typed:
        page.find(text)
    assert set(_instances) == before


def chips(page):
    """The chips in sight, by what they are."""
    return {one.menu.description: one for one in page.question.chips[: len(page.question.row.children)]}


def test_a_question_is_answered_and_its_chips_are_changed_and_taken_off(page):
    page.find("skill 8, long bow at full plate, long range in <i>fog</i>")
    headline = rk.check("rencounter.fire", skill=8, weapon="long_bow", target_armor=4, range_band="long").headline
    assert headline in plain(page.question.answer.value) and 'role="status"' in page.question.answer.value
    assert [one.menu.label for one in chips(page).values()][1:] == ["8", "long bow", "full (4)", "long", "..."]
    assert "<del>fog</del>" in chips(page)["near"].word.value
    armour = chips(page)["target armour"]
    armour.menu.index -= 1
    assert "nearly full" in page.text.value and chips(page)["target armour"].menu.label == "nearly full (3)"
    assert chips(page)["range band"].off.description == "remove range band long"
    chips(page)["range band"].off.click()
    chips(page)["near"].off.click()
    answered = rk.check("rencounter.fire", skill=8, weapon="long_bow", target_armor=3)
    assert answered.headline in plain(page.question.answer.value) and "near" not in chips(page)
    page.question.opener.click()
    assert page.panel.result == answered


def test_the_check_of_a_question_can_be_another_one_and_a_fight_is_worked_out(page):
    page.find("sword against axe, who wins")
    menu = chips(page)["check"].menu
    assert page.question.reading.check.id == "rencounter.duel"
    page.question.job.wait()
    assert "A wins" in plain(page.question.answer.value)
    menu.index = next(number for label, number in menu.options if label.startswith("What does one stroke"))
    assert page.question.reading.check.id == "rencounter.melee" and "sword against axe" in page.text.value
    chips(page)["check"].off.click()
    assert page.question.reading.check.id == "rencounter.duel"


def test_the_others_that_were_found_can_be_shown(page):
    every = find("shield", limit=1000)
    assert every.of["figure"] > 5
    page.find("shield")
    assert len(offered(page, "figure")) == 5 and f"(5 of {every.of['figure']})" in page.groups["figure"].heading.value
    more = page.groups["figure"].more
    while more.layout.display != "none":
        assert more.description.startswith("Show ")
        more.click()
    names = [button.description.rpartition(" (")[0] for button in offered(page, "figure")]
    assert names == [one.name for one in every.finds["figure"]]
    assert len(offered(page, "situation")) == min(5, every.of["situation"]), "only what was asked for grows"
    offered(page, "figure")[-1].click()
    assert every.finds["figure"][-1].rule.path in page.place.children[0].value
    page.find("shields")
    assert len(offered(page, "figure")) == 5, "another word begins anew"


def test_a_check_is_opened_with_the_figures_that_it_rests_on(page):
    page.find("duck back")
    press(page, "check", "Does he duck back")
    assert page.panel.check.id == "rencounter.duck_back" and page.panel in page.place.children
    fold = page.place.children[-1]
    fold.line.value = True
    (table,) = fold.inside
    counts = page.panel.result.modifiers[0].rule
    assert counts.path in table.value and counts.source in table.value


def test_a_situation_is_opened_as_it_is(page):
    page.find("musket at eighty yards")
    press(page, "situation", "Musket at eighty yards")
    answer = rk.check("rencounter.fire", **presets("rencounter")["rencounter.fire"]["Musket at eighty yards"])
    assert answer.headline in plain(page.panel.words.value)


def test_what_was_found_makes_way_for_what_was_chosen_and_comes_back(page):
    page.find("long bow at plate")
    assert page.finds.children[0] is page.groups["situation"].box, "which says it best"
    press(page, "situation", "Long bow at full plate")
    assert page.finds.layout.display == "none" and page.again.description == "Back to the results"
    page.again.click()
    assert page.finds.layout.display == "" and page.again.layout.display == "none" and page.panel is not None
    press(page, "check", "What does one shot do?")
    page.find("long bow at plates")
    assert page.finds.layout.display == "" and page.again.layout.display == "none", "other words are other results"


def test_a_figure_is_told_with_its_source_and_a_check_that_reads_it(page):
    page.find("fire.shield.large")
    press(page, "figure", "fire: large shield = -2")
    note, users, panel, _ = page.place.children
    rule = rk.rules("rencounter").rule("fire.shield.large")
    assert rule.label in note.value and rule.source in note.value and "fire.shield.large = -2" in note.value
    assert panel is page.panel and panel.check.id == "rencounter.fire"
    next(button for button in users.children[1:] if button.description == rk.checks["rencounter.volley"].title).click()
    assert page.panel.check.id == "rencounter.volley" and page.place.children[0] is note


def test_a_figure_that_no_check_reads_says_so(page):
    book = rk.rules("rencounter")
    unread = next(path for path in book if book.rule(path).looked_up)
    page.choose(next(one for one in find(unread).finds["figure"] if one.rule.path == unread))
    assert "No check uses it" in page.place.children[0].value and page.panel is None


def test_it_helps_where_nothing_is_found(page):
    page.find("sheild")
    assert "Did you mean" in page.summary.value and page.other.description == "shield"
    page.other.click()
    assert page.text.value == "shield" and page.other.layout.display == "none" and offered(page, "figure")
    page.find("zzzzzz")
    assert "Try a shorter one" in page.summary.value and not any(offered(page, kind) for kind in page.groups)


def test_a_button_that_has_gone_does_nothing(page):
    page.find("shield")
    page.find("zzzzzz")
    page.groups["figure"].buttons[0].click()
    assert page.panel is None


def test_what_was_set_is_kept(page):
    page.find("duck back")
    press(page, "check", "Does he duck back")
    name = next(name for name, control in page.panel.controls.items() if isinstance(control.parameter, Whole))
    page.panel[name] = page.panel.controls[name].parameter.high
    again = rk.every_check()
    again.settle(page.settings)
    assert again.settings == page.settings and again.text.value == "duck back"
    assert again.finds.layout.display == "none" and again.again.description == "Back to the results"
