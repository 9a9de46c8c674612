"""The button beside a table: every format, of the table that stands there."""

import base64
import re

import pytest

import rencounter_kit as rk
import rencounter_kit.panels
from rencounter_kit.formats.table import ExactTable
from rencounter_kit.formats.writing import FORMATS
from rencounter_kit.panels.table_menu import TableMenu
from rencounter_kit.panels.tools.compare import Compare
from tests.widgets import all_widgets


@pytest.fixture(scope="module")
def panel():
    panel = rk.panel("rencounter.wound")
    panel.wait()
    return panel


def files(panel):
    """What is offered, by the names of the files and in their order, when the button is pressed anew."""
    panel.formats.button.value = False
    panel.formats.button.value = True
    found = re.findall(r'download="([^"]+)" href="data:[^;]+;base64,([^"]+)"', panel.formats.list.value)
    return [(name, base64.b64decode(content)) for name, content in found]


def test_it_offers_every_format_of_what_the_panel_shows(panel):
    offered, shown = files(panel), panel.answer.as_table()
    assert [name.rpartition(".")[2] for name, _ in offered] == [one.ending for one in FORMATS.values()]
    for (_, content), (name, one) in zip(offered, FORMATS.items(), strict=True):
        if one.is_text:
            assert content.decode("utf-8-sig").splitlines() == rk.written(shown, name).splitlines()
    assert panel.formats.list.value.count("rk-copy") == sum(one.is_text for one in FORMATS.values())


def test_a_fraction_stands_beside_its_decimal(panel):
    told = files(panel)[0][1].decode("utf-8-sig").splitlines()
    (outcome, p), *_ = rk.check("rencounter.wound").items()
    assert told[0] == "outcome,chance,chance (exact)" and told[1] == f"{outcome},{float(p)},exactly {p}"


def test_the_table_is_the_one_that_is_read():
    panel = rk.panel("rencounter.volley", men=2)
    panel.wait()
    panel.reading.value = "at least"
    table = panel.answer.as_table("at least")
    assert table.headings[0] == "at least" and table.lines[0][1] == 1
    assert files(panel)[0][1].decode("utf-8-sig").splitlines()[0].startswith("at least,")


def test_the_list_closes_when_the_answer_changes(panel):
    files(panel)
    panel.controls["margin"].value = True
    panel.wait()
    assert not panel.formats.button.value and len(panel.formats.children) == 1
    panel.controls["margin"].value = False
    panel.wait()


def test_a_format_that_cannot_be_written_is_told_in_its_place(panel, monkeypatch):
    def refused(table):
        raise rk.RuleError("a workbook must be written by openpyxl; got none")

    every = {**FORMATS, "xlsx": FORMATS["xlsx"]._replace(write=refused)}
    monkeypatch.setattr("rencounter_kit.panels.table_menu.FORMATS", every)
    assert len(files(panel)) == len(FORMATS) - 1
    assert "a workbook must be written by openpyxl; got none" in panel.formats.list.value


def test_what_somebody_has_called_something_is_no_markup():
    menu = TableMenu("table", lambda: ExactTable(["<b>who"], [["<i>x</i>"]]))
    menu.button.value = True
    assert "<i>" not in menu.list.value and "&lt;i&gt;x" in menu.list.value


def opened(panel, tab):
    panel.tabs.turn_to(tab)
    panel.wait()


def first_line(panel):
    return files(panel)[0][1].decode("utf-8-sig").splitlines()[0]


def test_it_stands_beside_the_tables_of_dice_and_of_an_evening():
    dice = rk.your_dice("2d6", "3d6 >= 11")
    dice.wait()
    assert first_line(dice) == "outcome,2d6,2d6 (exact),3d6 >= 11,3d6 >= 11 (exact)"
    dice.lines[0].text.value = "d4"
    dice.wait()
    assert not dice.formats.button.value and "d4 (exact)" in first_line(dice)
    evening = rk.your_evening("3 of 8 at 5/12")
    evening.wait()
    assert files(evening)[0][1].decode("utf-8-sig").splitlines()[1].startswith("3 of 8 at 5/12")
    evening.list.value = "2 of 8 at 5/12"
    evening.wait()
    assert not evening.formats.button.value


def test_what_changes_and_compare_have_it_once_there_is_something():
    workshop = rencounter_kit.panels.workshop("rencounter")
    assert workshop.formats.layout.display == "none"
    workshop.box.fill("fire.range.long = -3")
    workshop.wait()
    assert workshop.formats.layout.display == "" and first_line(workshop) == "check,situation,what,the book,your rule"
    assert len(files(workshop)[0][1].decode("utf-8-sig").splitlines()) == len(workshop.effects) + 1
    workshop.box.fill("fire.range.long = -2")
    workshop.wait()
    assert not workshop.formats.button.value
    panel = rk.panel("rencounter.fire", range_band="long")
    panel.house.value = "fire.range.long = -3"
    opened(panel, "Compare")
    (tool,) = (one for one in all_widgets(panel.tabs["Compare"]) if isinstance(one, Compare))
    head, *lines = files(tool)[0][1].decode("utf-8-sig").splitlines()
    changed = tool.comparison.changed(tool.subject.event)
    assert head.split(",")[0] == changed.columns[0] and len(lines) == len(changed) > 0
    tool.up.value = tool.across.value  # no map, no table
    panel.wait()
    tool.formats.button.value = True
    assert "no table" in tool.formats.list.value
