"""Back and forward through what was set in a panel."""

import random

import ipywidgets as w
import pytest

import rencounter_kit as rk
from rencounter_kit.fronts.panels import page_state
from rencounter_kit.workbook.rulebook.presets import presets
from tests.situations import drawn, every_nth, few, tries
from tests.widgets import all_widgets

pytestmark = pytest.mark.usefixtures("undrawn", "patient", "no_page_stays")
FIRE = "rencounter.fire"


@pytest.fixture
def panel(monkeypatch):
    """A panel in which each move is one of its own, however quick."""
    monkeypatch.setattr(page_state, "_MOMENT", 0)
    return rk.panel(FIRE)


def button(panel, name):
    """The button of that name."""
    (pressed,) = [one for one in all_widgets(panel) if isinstance(one, w.Button) and one.description == name]
    return pressed


def view_of(panel):
    """What is set, and what is said about it."""
    return panel.params(), panel.house.value, panel.words.value


def test_every_step_is_gone_back_and_forward_again(panel):
    """Moves, situations, house rules, Reset and a move that contradicts itself."""
    states = [view_of(panel)]
    assert button(panel, "Back").disabled and button(panel, "Forward").disabled
    acts = [
        lambda: panel.set(skill=9),
        lambda: panel.ready.set_trait("value", "Steady marksman"),
        lambda: setattr(panel.house, "value", "fire.range.short = 1"),
        lambda: panel.controls["wounds"].source.set_trait("value", 2),
        lambda: panel.set(snap="walking", aim_turns=2),
        lambda: button(panel, "Reset").click(),
    ]
    for act in acts:
        act()
        states.append(view_of(panel))
        assert button(panel, "Forward").disabled
    assert "must be none" in states[-2][2]
    for state in states[-2::-1]:
        button(panel, "Back").click()
        assert view_of(panel) == state
    assert button(panel, "Back").disabled
    for state in states[1:]:
        button(panel, "Forward").click()
        assert view_of(panel) == state
    assert button(panel, "Forward").disabled


def test_a_new_move_takes_the_place_of_what_one_had_gone_back_from(panel):
    panel["skill"] = 7
    panel["skill"] = 8
    button(panel, "Back").click()
    panel["wounds"] = 1
    assert button(panel, "Forward").disabled
    button(panel, "Back").click()
    assert (panel["skill"], panel["wounds"]) == (7, 0)


def test_back_to_where_a_control_rests():
    panel = rk.panel("rencounter.fire", range_band="medium")
    panel["distance"] = 40  # the band follows from the inches, and its menu rests
    panel["skill"] = 3
    panel.acts.go(-1)
    assert panel.params()["distance"] == 40 and panel.params()["range_band"] is None
    assert panel.result == rk.check("rencounter.fire", distance=40)
    panel["distance"] = None
    assert panel.params()["range_band"] == "medium"


def test_a_slider_that_is_dragged_is_one_move(monkeypatch):
    monkeypatch.setattr(page_state, "_MOMENT", 1e9)
    panel = rk.panel(FIRE)
    panel["wounds"] = 3
    for skill in (7, 8, 9, 10):
        panel["skill"] = skill
    button(panel, "Back").click()
    assert (panel["skill"], panel["wounds"]) == (6, 3)


@pytest.mark.parametrize("check_id", ["rencounter.duel", "realms_of_myth.armor_through"])
def test_whatever_was_set_comes_back(check_id, monkeypatch):
    monkeypatch.setattr(page_state, "_MOMENT", 0)
    panel = rk.panel(check_id)
    states = []
    for params in [
        *drawn(check_id, tries(4, 20)),
        *every_nth(presets(panel.check.stem)[check_id].values(), few(check_id, 1, 3)),
    ]:
        panel.set(**params)
        panel.wait()
        if not states or panel.params() != states[-1]:
            states.append(panel.params())
    rng = random.Random(1)
    at = len(states) - 1
    for _ in range(12):
        by = rng.choice([-1, 1])
        button(panel, "Back" if by < 0 else "Forward").click()
        at = min(max(at + by, 0), len(states) - 1)
        panel.wait()
        assert panel.params() == states[at] or at == 0
