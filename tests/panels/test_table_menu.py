"""The button beside a table: every format, of the table that stands there."""

import base64
import csv
import re
from fractions import Fraction

import pytest

import rencounter_kit as rk
import rencounter_kit.fronts.panels
from rencounter_kit.engine.formats.table import ExactTable
from rencounter_kit.engine.formats.writing import FORMATS
from rencounter_kit.fronts.panels.fight_studies import by_turn, shares, starts
from rencounter_kit.fronts.panels.panel import Panel
from rencounter_kit.fronts.panels.studies import curves, heat, stack
from rencounter_kit.fronts.panels.table_menu import TableMenu
from rencounter_kit.fronts.panels.tools.compare import Compare
from rencounter_kit.fronts.panels.tools.what_matters import WhatMatters
from tests.widgets import all_widgets

pytestmark = pytest.mark.usefixtures("undrawn", "no_page_stays")


@pytest.fixture(scope="module")
def panel():
    panel = rk.panel("rencounter.wound")
    panel.wait()
    return panel


def files(menu):
    """What is offered, by the names of the files and in their order, when the button is pressed anew."""
    menu = menu.why if isinstance(menu, Panel) else menu
    menu.formats.button.value = False
    menu.formats.button.value = True
    matches = re.findall(r'download="([^"]+)" href="data:[^;]+;base64,([^"]+)"', menu.formats.list.value)
    return [(name, base64.b64decode(content)) for name, content in matches]


def test_it_offers_every_format_of_what_the_panel_shows(panel):
    offered, table = files(panel), panel.answer.as_table()
    assert [name.rpartition(".")[2] for name, _ in offered] == [one.ending for one in FORMATS.values()]
    for (_, content), (name, one) in zip(offered, FORMATS.items(), strict=True):
        if one.is_text:
            assert content.decode("utf-8-sig").splitlines() == rk.written(table, name).splitlines()
    assert panel.why.formats.list.value.count("rk-copy") == sum(one.is_text for one in FORMATS.values())


def test_a_fraction_stands_beside_its_decimal(panel):
    lines = files(panel)[0][1].decode("utf-8-sig").splitlines()
    (outcome, p), *_ = rk.check("rencounter.wound").items()
    assert lines[0] == "outcome,chance,chance (exact)" and lines[1] == f"{outcome},{float(p)},exactly {p}"


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
    assert not panel.why.formats.button.value and len(panel.why.formats.children) == 1
    panel.controls["margin"].value = False
    panel.wait()


def test_a_format_that_cannot_be_written_is_told_in_its_place(panel, monkeypatch):
    def refused(table):
        raise rk.RuleError("a workbook must be written by openpyxl; got none")

    every = {**FORMATS, "xlsx": FORMATS["xlsx"]._replace(write=refused)}
    monkeypatch.setattr("rencounter_kit.fronts.panels.table_menu.FORMATS", every)
    assert len(files(panel)) == len(FORMATS) - 1
    assert "a workbook must be written by openpyxl; got none" in panel.why.formats.list.value


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


def test_every_way_and_the_formula_have_it():
    panel = rk.panel("rencounter.fire")
    opened(panel, "All outcomes")
    tool = panel.tools["All outcomes"]
    rows = list(csv.DictReader(files(tool)[0][1].decode("utf-8-sig").splitlines()))
    assert [row["way"] for row in rows] == [way for way, _, _ in panel.result.branches().rows()]
    assert sum(Fraction(row["chance (exact)"].removeprefix("exactly ")) for row in rows) == 1
    panel["skill"] = 7
    panel.wait()
    assert not tool.formats.button.value and len(files(tool)[0][1].splitlines()) == 1 + len(
        panel.result.branches().rows()
    )
    opened(panel, "Formula")
    assert first_line(panel.tools["Formula"]) == "value,where,latex"
    duel = rk.panel("rencounter.duel")
    opened(duel, "Formula")
    files(duel.tools["Formula"])
    assert "There is no table yet" in duel.tools["Formula"].formats.list.value


def test_what_changes_and_compare_have_it_once_there_is_something():
    workshop = rencounter_kit.fronts.panels.workshop("salamis")
    assert workshop.formats.layout.display == "none"
    workshop.box.fill("entry.enemy_near = -2")
    workshop.wait()
    assert workshop.formats.layout.display == "" and first_line(workshop) == "check,situation,what,the book,your rule"
    assert len(files(workshop)[0][1].decode("utf-8-sig").splitlines()) == len(workshop.effects) + 1
    workshop.box.fill("entry.enemy_near = -1")
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


def lines_of(menu):
    """The lines that a menu offers as CSV, by their headings."""
    menu.button.value = False
    menu.button.value = True
    match = re.search(r'download="[^"]+\.csv" href="data:[^;]+;base64,([^"]+)"', menu.list.value)
    return list(csv.DictReader(base64.b64decode(match[1]).decode("utf-8-sig").splitlines()))


def exactly(text):
    return Fraction(text.removeprefix("exactly "))


def chances(line):
    """The exact chances of a line, by what stands across."""
    ends = " (exact)"
    return {
        name.removesuffix(ends): Fraction(text.removeprefix("exactly "))
        for name, text in line.items()
        if name.endswith(ends)
    }


def test_a_chart_has_its_exact_chances_by_the_book_and_by_the_rules():
    by_band, by_armor, bad = (
        curves("hits", "skill", "range_band"),
        heat("kills", "skill", "target_armor"),
        stack(("serious", "dead"), ["skill"], "less"),
    )
    ours = rk.rules("rencounter").with_house_rules("fire.range.long = -3")
    panel = rk.panel("rencounter.fire", by_band, by_armor, bad, weapon="flintlock_musket")
    panel.house.value = "fire.range.long = -3"
    opened(panel, "Charts")

    def known(line, what, **params):
        by = ours if line["rules"] == "by your rules" else None
        return rk.check("rencounter.fire", rules=by, weapon="flintlock_musket", **params).event(what)

    for line in lines_of(by_band.formats):
        chances_by_band = {
            band: known(line, "hits", skill=int(line["skill"]), range_band=band) for band in chances(line)
        }
        assert chances(line) == chances_by_band
    for line in lines_of(by_armor.formats):
        armor = int(line["target_armor"])
        chances_by_band = {
            params: known(line, "kills", target_armor=armor, skill=int(params.split()[-1])) for params in chances(line)
        }
        assert chances(line) == chances_by_band
    assert len({line["rules"] for line in lines_of(bad.formats)}) == 2
    for line in lines_of(bad.formats):
        assert chances(line) == {wound: known(line, wound, skill=int(line["skill"])) for wound in ("serious", "dead")}
    by_band.formats.button.value = True
    panel["skill"] = 3
    panel.wait()
    assert not by_band.formats.button.value


def test_charts_of_a_fight_have_their_exact_chances():
    each = (
        by_turn("A wins"),
        shares(["A wins", "B wins"], ["first"], "nobody"),
        starts("A wins", "a_hp", "b_hp", most=3),
    )
    panel = rk.panel("odd_encounters.duel", *each, a_hp=3, b_hp=2)
    opened(panel, "Charts")
    turn, first, begin = (lines_of(study.formats) for study in each)
    duel = rk.check("odd_encounters.duel", a_hp=3, b_hp=2)
    going, wins = duel.survival, duel.reached("A wins")
    assert [chances(line) for line in turn] == [
        {"still goes on": p, "A wins": q} for p, q in zip(going, wins, strict=True)
    ]
    for line in first:
        by = rk.check("odd_encounters.duel", a_hp=3, b_hp=2, first=line["first"])
        assert chances(line) == {name: by.event(name) for name in ("A wins", "B wins")}
    for line in begin:
        for heading, p in chances(line).items():
            hp = {"a_hp": int(heading.split()[-1]), "b_hp": int(line["b_hp"])}
            assert p == rk.check("odd_encounters.duel", **hp).event("A wins")


def test_what_matters_has_both_of_its_tables():
    panel = rk.panel("rencounter.wound")
    opened(panel, "What matters")
    (tool,) = (one for one in all_widgets(panel.tabs["What matters"]) if isinstance(one, WhatMatters))
    for menu, answer in zip(tool.formats, tool.results, strict=True):
        assert lines_of(menu) == list(csv.DictReader(rk.written(answer, "csv").splitlines()))


def test_a_flow_has_its_ends_from_the_beginning_and_from_here():
    flow = rk.flow("traveller.to_blows")
    flow.wait()
    flow.go(next(iter(flow.begun.ways(flow.place))).text)
    flow.wait()
    ends, ends_now = flow.begun.ends(), flow.begun.ends(flow.place)
    rows = {line["end"]: chances(line) for line in lines_of(flow.formats)}
    assert rows == {end: {"from the beginning": p, "from here": ends_now.get(end, 0)} for end, p in ends.items()}
    flow.restart()
    assert not flow.formats.button.value
