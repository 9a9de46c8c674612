"""What one panel has worked out is handed on to another of the page by a click."""

import ipywidgets as w
import pytest

import rencounter_kit as rk
from rencounter_kit.panels import handing_on

from .widgets import all_widgets

FED = [(check, p) for check in rk.checks.values() for p in check.parameters.values() if p.takes]


@pytest.fixture(autouse=True)
def empty_page(monkeypatch):
    monkeypatch.setattr(handing_on, "_LAST", {})
    monkeypatch.setattr(handing_on, "_SHELVED", {})
    monkeypatch.setattr(handing_on, "_PLACES", {})


def offers(panel):
    """The button that hands on; none where there is nothing to hand on."""
    return [one for one in all_widgets(panel.handing_on) if isinstance(one, w.Button)]


def texts(panel):
    """All that the panel offers to hand on."""
    menus = [one for one in all_widgets(panel.handing_on) if isinstance(one, w.Dropdown)]
    said = [button.description for button in offers(panel)]
    return [f"{said[0]} {label}" for label, _ in menus[0].options] if menus else said


@pytest.mark.parametrize(("check", "p"), FED, ids=[f"{check.id} {p.name}" for check, p in FED])
def test_what_feeds_a_parameter_is_a_check_of_its_game_without_dice(check, p):
    source = rk.checks[p.takes]
    assert source.stem == check.stem
    (outcome,) = source()
    assert type(outcome) is int


def test_a_blow_goes_on_from_panel_to_panel():
    pot, armour, wounds = (rk.panel(f"realms_of_myth.{name}") for name in ("pot", "armor_through", "wounds"))
    assert texts(wounds) == []
    pot["strength"] = 27
    ((hand,), number) = offers(pot), next(iter(pot.result))
    assert hand.description == f"Use {number} as POT in: What gets through the armour?"
    hand.click()
    assert armour["pot"] == number and hand.icon == "check"
    through = next(iter(armour.result))
    assert through == next(iter(rk.check("realms_of_myth.armor_through", pot=number)))
    offers(armour)[0].click()
    assert wounds["pot_through"] == through


def test_an_offer_goes_with_the_answer():
    armour, pot = rk.panel("realms_of_myth.armor_through"), rk.panel("realms_of_myth.pot")
    before = texts(pot)
    pot["modified_sta"] = 40
    assert texts(pot) != before and len(texts(pot)) == 1
    armour["layers"] = ["padded"] * 2
    pot["modified_sta"] = 500
    pot.set(modified_sta=500, strength=200, use="two_handed", jump_down_feet=200)
    assert texts(pot) == []  # more than the other panel can ask for
    rk.panel("realms_of_myth.wounds")
    assert len(offers(armour)) == 1
    armour.controls["layers"].source.value = ["padded"] * 7
    assert armour.result is None and offers(armour) == []


def test_a_panel_that_was_made_again_is_the_one_that_is_asked():
    old, new = rk.panel("realms_of_myth.wound_level"), rk.panel("realms_of_myth.wound_level")
    wounds = rk.panel("realms_of_myth.wounds", pot_through=50)
    (hand,) = offers(wounds)
    hand.click()
    assert new["wounds"] == next(iter(wounds.result)) != old["wounds"]


def test_a_panel_on_a_shelf_is_opened_for_what_it_takes():
    pot = rk.panel("realms_of_myth.pot", strength=27)
    assert texts(pot) == []
    shelf = rk.shelf("realms_of_myth.weapon_db", "realms_of_myth.armor_through")
    for _ in range(2):  # it is made, and the next time only opened
        offers(pot)[0].click()
        assert shelf.now == rk.checks["realms_of_myth.armor_through"].title
        assert shelf.panels["realms_of_myth.armor_through"]["pot"] == next(iter(pot.result))
        shelf.choose("realms_of_myth.weapon_db")


def test_nothing_is_offered_where_dice_decide_or_nobody_asks():
    assert offers(rk.panel("traveller.to_hit")) == offers(rk.panel("traveller.surprise_dm")) == []
    meeting = rk.panel("traveller.meeting")
    dm = rk.panel("traveller.surprise_dm", leader=True)
    assert texts(dm) == [f"Use 1 as {who} surprise DM in: {meeting.check.title}" for who in ("party", "NPC")]


def test_what_comes_next_on_the_page_is_offered_first():
    names = ("wounds", "armor_through", "stun_duration", "pain")
    shelf = rk.shelf(*(f"realms_of_myth.{name}" for name in names))
    armour = shelf.choose("realms_of_myth.armor_through")
    (menu,) = (one for one in all_widgets(armour.handing_on) if isinstance(one, w.Dropdown))
    assert [check_id for _, (check_id, _) in menu.options] == [
        f"realms_of_myth.{name}" for name in ("stun_duration", "pain", "wounds")
    ]
    shelf.choose("realms_of_myth.pain")  # a panel that is made keeps its place
    assert menu.options[0][1][0] == "realms_of_myth.stun_duration"
