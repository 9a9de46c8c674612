"""The faces of the dice on panels: on *Why*, in the lesson, on paper; what changed is ringed and said."""

import html
import re

import pytest

import rencounter_kit as rk
from rencounter_kit.fronts.panels import lesson
from rencounter_kit.fronts.panels.printing import printed
from rencounter_kit.workbook.analysis.die_squares import die_squares

pytestmark = pytest.mark.usefixtures("undrawn", "patient", "no_page_stays")


def text_of(page):
    """What is read of a picture and what stands beside it."""
    return html.unescape(re.sub(r"<[^>]+>", " ", re.sub(r'<img[^>]*alt="([^"]*)"[^>]*>', r"\1 ", page)))


@pytest.fixture
def shot():
    return rk.panel("rencounter.fire", skill=6)


def test_the_dice_stand_on_why_with_each_colour_named_and_counted(shot):
    note, squares = text_of(shot.why.die.value), die_squares(rk.check("rencounter.fire", skill=6))
    missed = f"{squares.counts[0]} of {squares.total}"
    assert f"{squares.total} squares: miss {missed} = " in note and "Ringed" not in note
    assert shot.why.children[0] is shot.why.die and shot.why.die.layout.display == ""
    assert note.count(missed) == 2  # in words, and beside its colour


def test_what_the_last_change_changed_is_ringed(shot):
    shot["skill"] = 7
    note = text_of(shot.why.die.value)
    assert "Ringed: what has changed since skill 6, 15 of 144." in note
    for skill in (8, 9):  # as a slider is dragged on
        shot["skill"] = skill
    assert "Ringed: what has changed since skill 6, 45 of 144." in text_of(shot.why.die.value)
    shot.set(skill=4, aim_turns=2)
    assert "Ringed: what you changed last" in text_of(shot.why.die.value)
    shot["shield"] = "large"  # which a ball does not mind
    assert "That change makes no difference." in text_of(shot.why.die.value)


def test_by_a_house_rule_the_book_is_counted_beside(shot):
    shot.house.value = "fire.range.short = 2"
    note = text_of(shot.why.die.value)
    by_book = die_squares(rk.check("rencounter.fire", skill=6)).counts[0]
    assert "what your rule changes" in note and f"(book {by_book})" in note
    shot.house.value = 'dice.fire = "d20"'
    assert "By the book you roll other dice" in text_of(shot.why.die.value)


def test_the_dice_are_drawn_only_where_one_looks(shot, monkeypatch):
    drawn = []
    show = shot.why.die.show
    monkeypatch.setattr(shot.why.die, "show", lambda *answers: (drawn.append(answers), show(*answers)))
    shot.tabs.turn_to("House rules")
    shot["skill"] = 8
    assert not drawn
    shot.tabs.turn_to("Why")
    assert len(drawn) == 1 and "Ringed" not in text_of(shot.why.die.value)  # nobody saw what was before
    shot.tabs.turn_to("House rules")
    shot.tabs.turn_to("Why")
    assert len(drawn) == 1


@pytest.mark.parametrize("check_id", ["rencounter.victory", "odd_encounters.fireball", "rencounter.duel"])
def test_where_no_dice_can_be_drawn_there_is_no_picture(check_id):
    panel = rk.panel(check_id)
    assert panel.why.die.value == "" and panel.why.die.layout.display == "none"


def test_the_dice_are_on_paper(shot):
    page = printed(shot.check, shot.answer, shot.params(), *shot._picture(shot.answer))
    assert "144 squares: miss 72 of 144 = 50 %" in text_of(page) and ".rk-kinds" in page


def test_the_lesson_shows_the_dice_of_all_four_cases_once_they_are_seen():
    page = lesson()
    assert "On the dice" not in page.card.answer_note.value
    page.card.row.box.value = "50"
    page.card.see()
    note = text_of(page.card.answer_note.value)
    assert "On the dice" in note and "without either" in note and "both together" in note
    assert page.card.answer_note.value.count("<img") == 4
