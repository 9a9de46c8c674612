"""What a person has set stays when a cell is run again; what the cell sets and claims is of a fresh start."""

from types import SimpleNamespace

import pytest

import rencounter_kit as rk
from rencounter_kit.fronts.panels import page_state, workshop
from rencounter_kit.fronts.panels.page_state import Memory
from rencounter_kit.workbook.rulebook.layers import ready_rules

pytestmark = pytest.mark.usefixtures("undrawn", "no_page_stays", "patient")
CODE = 'panel("rencounter.wound")'


class Kernel:
    """Runs cells, and remembers what they make."""

    def __init__(self):
        self.memory = Memory()

    def run(self, make, code=CODE):
        self.memory.begin(SimpleNamespace(raw_cell=code))
        page = make()
        for one in page if isinstance(page, list) else [page]:
            self.memory.take(one)
        self.memory.end(SimpleNamespace(info=SimpleNamespace(raw_cell=code)))
        return page


def wound(**start):
    return rk.panel("rencounter.wound", **start)


def test_a_panel_begins_where_a_person_had_left_it():
    kernel = Kernel()
    first = kernel.run(wound)
    first["damage_modifier"] = -3
    first.house.value = "rulings.death_at = 7"
    for _ in range(2):  # and again the next time
        again = kernel.run(wound)
        assert again["damage_modifier"] == -3 and again.house.value == "rulings.death_at = 7"
        assert again.settings == first.settings and again.result.headline == first.result.headline
    again.reset()
    assert again["damage_modifier"] == wound()["damage_modifier"]
    assert kernel.run(wound).settings == wound().settings


def test_the_tab_that_was_open_is_open_again():
    kernel = Kernel()
    kernel.run(wound).tabs.turn_to("Luck")
    assert kernel.run(wound).tabs.now == "Luck"


def test_the_workshop_begins_where_a_person_had_left_it():
    kernel = Kernel()
    first = kernel.run(workshop)
    first.game.value = "salamis"
    first.pile.add(next(iter(ready_rules("salamis").values())))
    first.box.fill("entry.needed = 5\nentry.", "mine", "me", "why not")
    first.tabs.turn_to("Luck")
    again = kernel.run(workshop)
    assert again.settings == first.settings and again.layers.text == first.layers.text != ""
    assert again.box.texts == ("entry.needed = 5\nentry.", "mine", "me", "why not") and again.tabs.now == "Luck"
    assert kernel.run(lambda: workshop("traveller")).game.value == "traveller", (
        "where the cell starts otherwise, that holds"
    )


def test_what_the_cell_says_holds_while_it_runs():
    """What it sets after making the panel is a part of its start; what it claims is of that."""
    kernel, seen = Kernel(), []

    def cell():
        panel = wound()
        panel["damage_modifier"] = 7
        seen.append(panel.result.dist)
        return panel

    kernel.run(cell)["damage_modifier"] = 2
    assert kernel.run(cell)["damage_modifier"] == 2
    assert seen[0] == seen[1]


def test_a_start_that_has_changed_holds():
    """Be it in the text of the cell, or in what another cell gave it."""
    kernel = Kernel()
    kernel.run(wound)["damage_modifier"] = -3
    assert (
        kernel.run(lambda: wound(damage_modifier=5), 'panel("rencounter.wound", damage_modifier=5)')["damage_modifier"]
        == 5
    )
    assert kernel.run(lambda: wound(damage_modifier=4))["damage_modifier"] == 4


def test_panels_of_one_cell_are_told_apart():
    kernel = Kernel()
    one, other = kernel.run(lambda: [wound(), wound()])
    one["damage_modifier"], other["damage_modifier"] = 3, -8
    assert [panel["damage_modifier"] for panel in kernel.run(lambda: [wound(), wound()])] == [3, -8]


def test_a_shelf_opens_what_was_open():
    def cell():
        return rk.shelf("rencounter.duck_back", "rencounter.wound")

    kernel = Kernel()
    shelf = kernel.run(cell)
    shelf.choose("rencounter.wound")["margin"] = True
    again = kernel.run(cell)
    assert again.now == rk.checks["rencounter.wound"].title and again.panels["rencounter.wound"]["margin"] is True


class Page:
    """Something that can be set, and begins at 0."""

    settings = 0

    def settle(self, settings):
        self.settings = settings


def test_it_keeps_no_page_alive_and_does_not_grow():
    kernel = Kernel()
    kernel.run(Page).settings = 5  # and nobody has it any more
    assert kernel.run(Page).settings == 0
    for number in range(3 * page_state._MOST):
        kernel.run(Page, str(number))
    assert len(kernel.memory._records) <= page_state._MOST


def test_outside_a_notebook_nothing_is_remembered():
    wound()
    assert page_state._MEMORY is None
