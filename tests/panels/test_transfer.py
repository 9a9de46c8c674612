"""What one panel has worked out is handed on to another of the page by a click."""

from pathlib import Path

import ipywidgets as w
import pytest

import rencounter_kit as rk
from rencounter_kit.workbook.mechanics.flow import each_step
from tests.widgets import all_widgets

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"

pytestmark = pytest.mark.usefixtures("empty_page", "undrawn", "no_page_stays")


def offers(panel):
    """The button that hands on; none where there is nothing to hand on."""
    return [one for one in all_widgets(panel.transfer) if isinstance(one, w.Button)]


def texts(panel):
    """All that the panel offers to hand on."""
    menus = [one for one in all_widgets(panel.transfer) if isinstance(one, w.Dropdown)]
    labels = [button.description for button in offers(panel)]
    return [f"{labels[0]} {label}" for label, _ in menus[0].options] if menus else labels


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
    (menu,) = (one for one in all_widgets(armour.transfer) if isinstance(one, w.Dropdown))
    assert [check_id for _, (check_id, _) in menu.options] == [
        f"realms_of_myth.{name}" for name in ("stun_duration", "pain", "wounds")
    ]
    shelf.choose("realms_of_myth.pain")  # a panel that is made keeps its place
    assert menu.options[0][1][0] == "realms_of_myth.stun_duration"


def steps(panel):
    """The checks that a panel offers to open, in order."""
    bar = panel.transfer.steps.bar
    return [] if bar is None else [check_id.partition(".")[2] for _, check_id in bar.options]


def open_step(panel, name):
    """Press the button of a step."""
    panel.transfer.steps.bar.value = f"{panel.check.stem}.{name}"
    assert panel.transfer.steps.bar.value is None  # it can be pressed again


def test_each_step_of_a_strike_is_a_click_away():
    strike = rk.panel("realms_of_myth.strike", pot=40, armor_dr=6)
    assert steps(strike) == []
    assert strike.transfer.steps.bar is None
    shelf = rk.shelf(
        *(f"realms_of_myth.{name}" for name in ("stun_duration", "pain", "wound_level", "wounds", "armor_through")),
        "realms_of_myth.death_check",
        opened=False,
    )
    pot = rk.panel("realms_of_myth.pot")
    assert steps(strike) == ["pot", "armor_through", "wounds", "wound_level", "pain", "stun_duration"]
    assert strike.transfer.steps in all_widgets(strike.tabs["Why"])
    bars = [one for one in all_widgets(strike) if isinstance(one, w.ToggleButtons) and "rk-steps" in one._dom_classes]
    assert bars == [strike.transfer.steps.bar]
    for name, parameter, value in (
        ("armor_through", "pot", 40),
        ("wounds", "pot_through", 34),
        ("wound_level", "wounds", strike.result.targets.wounds),
        ("pain", "pot_through", 34),
    ):
        open_step(strike, name)
        assert shelf.panels[f"realms_of_myth.{name}"][parameter] == value
        assert shelf.now == rk.checks[f"realms_of_myth.{name}"].title
    called = [one for one in (strike, pot, *shelf.panels.values()) if one.transfer._note.value]
    assert called == [shelf.panels["realms_of_myth.pain"]]
    open_step(strike, "wounds")
    strike["pot"] = 60
    open_step(strike, "wounds")
    assert shelf.panels["realms_of_myth.wounds"]["pot_through"] == 54


def test_a_step_takes_over_what_it_means_alike_only():
    """The STA of the man who is struck is not that of the man who strikes."""
    strike, pot = rk.panel("realms_of_myth.strike", modified_sta=33), rk.panel("realms_of_myth.pot")
    wounds = rk.panel("realms_of_myth.wounds")
    usual = pot["modified_sta"]
    open_step(strike, "pot")
    open_step(strike, "wounds")
    assert pot["modified_sta"] == usual != 33 == wounds["modified_sta"]


def test_a_step_takes_over_nothing_that_it_cannot_ask_for():
    healing, wounds = rk.panel("realms_of_myth.healing_days"), rk.panel("realms_of_myth.wounds", pot_through=0)
    open_step(wounds, "healing_days")  # no wound, and nothing to heal
    assert healing["wounds"] == healing.check.parameters["wounds"].default
    rk.panel("realms_of_myth.pain", show=["p_res"])
    armour = rk.panel("realms_of_myth.stun_duration", pot_through=80)
    open_step(armour, "pain")  # where the panel has no control for it
    wounds["pot_through"] = 20
    open_step(wounds, "healing_days")
    assert healing["wounds"] == next(iter(wounds.result))


def test_the_steps_of_a_flow_lead_to_each_other():
    escape, reaction = rk.panel("traveller.escape"), rk.panel("traveller.reaction")
    assert steps(escape) == ["reaction"] and steps(reaction) == ["escape"]
    assert steps(rk.panel("rencounter.fire")) == []


@pytest.mark.parametrize("page", ["realms_of_myth_melee", "realms_of_myth_wounds"])
@pytest.mark.parametrize("name", ["strike", "melee_attack"])
def test_the_steps_of_a_blow_stand_on_its_pages(page, name):
    text = (NOTEBOOKS / f"{page}.ipynb").read_text(encoding="utf-8")
    chain = ("pot", "armor_through", "wounds", "wound_level", "pain", "stun_duration")
    wanted = {name, "task_chance", *chain}
    assert {f"realms_of_myth.{one}" for one in chain} <= set(each_step(rk.checks[f"realms_of_myth.{name}"]))
    assert [one for one in wanted if f'"realms_of_myth.{one}\\"' not in text] == []
