"""Guess first: each new answer of a panel is hidden until it is guessed, and then it says how far off that was."""

import re
import threading
from fractions import Fraction

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.chains.transitions import TooLargeError
from rencounter_kit.engine.words.wording import percent_text
from rencounter_kit.engine.work.progress import tell
from rencounter_kit.fronts.panels import fights, guess_first, job, page_state
from rencounter_kit.fronts.panels.guess_first import GUESS_FIRST_HINT
from rencounter_kit.fronts.panels.page_state import PAGE_ADDRESS
from rencounter_kit.fronts.panels.panel import CHARTS, EVERY_WAY, HOUSE_RULES, WHY, Panel
from rencounter_kit.panels import curves
from tests.widgets import all_widgets, plain

pytestmark = pytest.mark.usefixtures("undrawn", "patient", "no_page_stays", "empty_page")
FIRE, DUEL = "rencounter.fire", "rencounter.duel"
PAGE = "http://localhost:8866/voila/render/rencounter_fire.ipynb"
QUESTION = 'How likely is "hits"?'


@pytest.fixture
def panel(monkeypatch):
    """A panel that has been switched on, in which each move is one of its own, however quick."""
    monkeypatch.setattr(page_state, "_MOMENT", 0)
    made = rk.panel(FIRE, curves("hits", "skill", "range_band"))
    made.first.switch.value = True
    return made


@pytest.fixture
def guessing(monkeypatch):
    """Make a panel on a page whose address asks to guess first."""

    def made(*arguments):
        with monkeypatch.context() as page:
            page.setattr(guess_first, "guesses_first", lambda: True)
            panel = rk.panel(*arguments)
        panel.wait()
        return panel

    return made


def answer_text(panel):
    """What stands where the answer does, as a reader sees it."""
    return plain(re.sub("<[^>]*>", "", panel.words.value))


def note_text(panel):
    """What stands below the guess."""
    return plain(re.sub("<[^>]*>", "", panel.first.question_note.value))


def guess(panel, text):
    panel.first.box.value = text
    panel.first.see()
    panel.wait()


def everything(panel):
    """All the words that a panel shows, with those of its tabs."""
    parts = [panel.words, panel.view, *all_widgets(panel.tabs)]
    return plain(" ".join(str(getattr(one, "value", "")) for one in parts))


def is_hidden(panel):
    return "rk-guessing" in panel._dom_classes


def test_an_answer_is_hidden_until_it_is_guessed(panel, monkeypatch):
    assert answer_text(panel).startswith("hits half the time") and not is_hidden(panel)  # which was in sight
    assert "hidden until you guess" in note_text(panel)
    panel["skill"] = 7
    assert answer_text(panel) == QUESTION and is_hidden(panel) and not panel.view.value and not note_text(panel)
    assert GUESS_FIRST_HINT in everything(panel) and "58.3" not in everything(panel) and "7/12" not in everything(panel)
    guess(panel, "2.5")
    assert note_text(panel) == "It is 58.3 %; you guessed 2.5 %, 55.8 points too low."
    assert 'role="status"' in panel.first.question_note.value and panel.first.row.layout.display == "none"
    assert answer_text(panel).startswith("hits 7 times in 12") and "7/12" in everything(panel) and panel.view.value
    assert not is_hidden(panel) and panel.result.event("hits") == Fraction(7, 12)


def test_what_was_seen_is_not_asked_again(panel):
    panel["skill"] = 7
    guess(panel, "60")
    panel["skill"] = 8
    assert answer_text(panel) == QUESTION
    panel.acts.go(-1)
    assert answer_text(panel).startswith("hits 7 times in 12") and not note_text(panel)
    panel.acts.go(1)
    assert answer_text(panel) == QUESTION and panel.first.box.value == ""
    panel.reset()
    assert answer_text(panel).startswith("hits half the time")
    panel.house.value = "fire.range.short = 1"  # by which it is another situation
    assert answer_text(panel) == f"By your rule: {QUESTION[0].lower()}{QUESTION[1:]}"


def test_what_was_seen_while_it_was_off_is_not_asked_either(panel):
    panel["skill"] = 7
    panel.first.switch.value = False  # which shows it
    panel["skill"] = 8
    panel["skill"] = 9
    panel.first.switch.value = True
    for skill in (8, 7):
        panel["skill"] = skill
        assert f"{skill} time" in answer_text(panel) or skill == 8 and "hits 2 times in 3" in answer_text(panel)
    panel["skill"] = 5
    assert answer_text(panel) == QUESTION


def test_a_guess_is_of_the_situation_in_which_it_was_made(panel):
    panel["skill"] = 7
    panel.first._answer = None  # it is still being worked out
    guess(panel, "50")
    panel["skill"] = 8
    assert answer_text(panel) == QUESTION and not note_text(panel)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "got an empty text"),
        ("150,5", "your guess must be from 0 % to 100 %"),
        ("101", "from 0 % to 100 %"),
        ("half", "from 0 % to 100 %; got half"),
    ],
)
def test_what_is_no_guess_shows_nothing(panel, text, says):
    panel["skill"] = 7
    guess(panel, text)
    assert says in note_text(panel) and 'role="alert"' in panel.first.question_note.value
    assert answer_text(panel) == QUESTION


def test_slider_and_box_are_one(panel):
    panel["skill"] = 7
    panel.first.slider.value = 40
    assert panel.first.box.value == "40"
    panel.first.box.value = "2.5"
    assert panel.first.slider.value == 2 and panel.first.box.value == "2.5"
    guess(panel, "1/4")
    assert "you guessed 25 %" in note_text(panel)


def test_tabs_that_would_tell_are_closed_and_then_show_what_is_true(panel):
    panel["skill"] = 7
    panel.tabs.turn_to(CHARTS)
    assert GUESS_FIRST_HINT in everything(panel) and panel.studies[0].figures is None
    panel.tabs.turn_to(EVERY_WAY)
    assert GUESS_FIRST_HINT in everything(panel) and EVERY_WAY not in panel.tools
    panel.tabs.turn_to(HOUSE_RULES)
    assert panel.tabs.children[1] is panel.box
    panel.house.value = "fire.range.short = 1"
    assert answer_text(panel) == 'By your rule: how likely is "hits"?'
    panel.tabs.turn_to(CHARTS)
    guess(panel, "60")
    assert panel.studies[0].figures is not None and GUESS_FIRST_HINT not in everything(panel)
    panel.tabs.turn_to(EVERY_WAY)
    panel.wait()
    assert EVERY_WAY in panel.tools


def test_a_switch_is_that_of_its_panel_alone(panel):
    other = rk.panel(FIRE)
    assert not other.first.is_on and not is_hidden(other)
    panel["skill"] = 7
    other["skill"] = 7
    assert answer_text(panel) == QUESTION and not is_hidden(other) and other.view.value
    other.first.switch.value = True
    panel.first.switch.value = False
    assert not is_hidden(panel) and answer_text(panel).startswith("hits 7 times in 12") and other.first.is_on
    panel["skill"] = 8
    assert answer_text(panel).startswith("hits 2 times in 3") and panel.first.layout.display == "none"
    panel.first.switch.value = True
    assert answer_text(panel).startswith("hits 2 times in 3")


def test_of_a_fight_the_answer_need_not_be_there_when_it_is_guessed(guessing, monkeypatch):
    duel = guessing(DUEL)
    assert answer_text(duel) == 'How likely is "A wins"?'
    answer, duel.first._answer = duel.first._answer, None  # it is still being worked out
    guess(duel, "50")
    assert note_text(duel) == "The answer is still being worked out." and is_hidden(duel)
    duel._show(duel.answer, duel.at)
    exact = answer.event("a_wins") if "a_wins" in answer.events else answer.event("A wins")
    assert not is_hidden(duel) and f"{percent_text(exact)}; you guessed 50 %" in note_text(duel)
    with monkeypatch.context() as slow:
        slow.setattr(duel.job, "run", lambda steps: None)
        duel["a_wounds"] = 1
        assert answer_text(duel) == 'How likely is "A wins"?' and "rk-stale" not in duel.words._dom_classes
    duel["a_wounds"] = 2
    duel.wait()
    assert answer_text(duel) == 'How likely is "A wins"?'
    guess(duel, "100")
    assert "too high, and it is not certain" in note_text(duel)


def test_a_tab_that_was_closed_is_of_the_fight_that_was_guessed_before_it_was_worked_out(guessing, monkeypatch):
    duel = guessing(DUEL, curves("A wins", "a_skill", "b_skill"))
    guess(duel, "50")
    duel.tabs.turn_to(CHARTS)
    duel.wait()
    before, there, work_out = duel.studies[0].figures, threading.Event(), duel._work_out
    monkeypatch.setattr(duel, "_work_out", lambda at: work_out(at) if there.wait(60) else None)
    monkeypatch.setattr(job, "PATIENCE", 0)
    duel["a_skill"] = 8
    duel.first.box.value = "60"
    duel.first.see()
    assert note_text(duel) == "The answer is still being worked out." and is_hidden(duel)
    there.set()
    duel.wait()
    assert not is_hidden(duel) and duel.studies[0].figures is not before
    assert "rk-stale" not in duel.tabs.children[1]._dom_classes


def test_an_answer_that_was_stopped_is_worked_out_when_one_wants_to_see_it(guessing, monkeypatch):
    duel = guessing(DUEL)

    def endless(*_):
        while True:
            tell(0, None)

    with monkeypatch.context() as patch:
        patch.setattr(job, "PATIENCE", 0.01)
        patch.setattr(type(duel), "_work_out", endless)
        duel["a_wounds"] = 1
        stop = duel.job.widget.children[-1]
        duel.first.box.value = "50"
        duel.first.see()
        assert note_text(duel) == "The answer is still being worked out."
        stop.click()
        assert note_text(duel) == "Stopped before the answer was ready. Press See to try again."
        duel.first.see()
        assert note_text(duel) == "The answer is still being worked out." and is_hidden(duel)
        stop.click()
    duel.first.see()
    duel.wait()
    exact = rk.check(DUEL, a_wounds=1).event("A wins")
    assert note_text(duel).startswith(f"It is {percent_text(exact)}; you guessed 50 %") and not is_hidden(duel)


def test_an_estimate_is_told_as_one(guessing, monkeypatch):
    def too_large(*_, **__):
        raise TooLargeError("too many states")

    monkeypatch.setattr(fights, "FIGHTS", 2_000)
    monkeypatch.setattr(Panel, "_work_out", too_large)
    duel = guessing(DUEL)
    assert answer_text(duel) == 'How likely is "A wins"?'
    guess(duel, "50")
    assert re.match(r"It is about \d\d\.\d %; you guessed 50 %", note_text(duel))
    assert "rolled at random" in answer_text(duel)


def test_where_there_is_no_answer_there_is_nothing_to_guess(panel):
    panel.set(skill=7)
    panel.set(snap="walking", aim_turns=2)
    assert "must be none" in answer_text(panel) and not is_hidden(panel) and panel.first.row.layout.display == "none"
    panel.first.see()
    for back in ({"snap": "none", "skill": 7}, {"skill": 7}):
        panel.set(**back)
        assert answer_text(panel) == QUESTION and panel.first.row.layout.display == ""


def test_numbers_are_guessed_on_average(guessing):
    damage = guessing("odd_encounters.melee_damage")
    assert answer_text(damage) == "How much is it on average?" and damage.first.slider.layout.display == "none"
    guess(damage, "2")
    mean = rk.check("odd_encounters.melee_damage").dist.mean
    assert note_text(damage) == f"It is {float(mean):.4g}; you guessed 2, {float(abs(2 - mean)):.3g} too high."


def test_an_address_may_ask_for_it_and_no_switch_changes_the_address(monkeypatch):
    page_state._page.cache_clear()
    monkeypatch.setenv(PAGE_ADDRESS, f"{PAGE}?check={FIRE}&skill=7&guess=first")
    panel_there = rk.panel(FIRE)
    assert panel_there["skill"] == 7 and panel_there.first.is_on and answer_text(panel_there) == QUESTION
    panel_there.first.switch.value = False
    assert not is_hidden(panel_there) and page_state.followed()[0].value == ""
    page_state._page.cache_clear()


def test_off_it_takes_no_room():
    panel = rk.panel(FIRE)
    assert not panel.first.children and panel.tabs.now == WHY and not is_hidden(panel)
