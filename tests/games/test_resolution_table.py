"""The Task Resolution Table of Realms of Myth, which a player has and the text has not: given with a question or as a
house rule.
"""

import json

import pytest

import rencounter_kit as rk
from rencounter_kit.fronts.panels import workshop
from rencounter_kit.workbook.rulebook.book import RuleError, rules
from rencounter_kit.workbook.rulebook.layers import Layers
from rencounter_kit.workbook.rulebook.writing import by_line
from tests.situations import base

BOOK = rules("realms_of_myth")
PATH = "rulings.resolution_table"
TABLE = [[-200, 7], [-20, 33], [1, 71]]
BY_TABLE = 'rulings.resolution_model = "table"\n'
CHECK_IDS = [check_id for check_id, check in rk.checks.items() if "resolution_table" in check.parameters]
TASK = "realms_of_myth.task"
ROLLED = {"realms_of_myth.hand_off": {"giver_speed": 6}}  # what makes a roll needed


def house(rows):
    """The rules of a table that plays with these rows."""
    return BOOK.with_house_rules(f"{BY_TABLE}{PATH} = {json.dumps(rows)}")


@pytest.mark.parametrize("check_id", CHECK_IDS)
def test_a_table_among_the_house_rules_holds_in_every_check(check_id):
    params = base(check_id) | ROLLED.get(check_id, {})
    by_table = rk.check(check_id, resolution_model="table", resolution_table=TABLE, **params)
    ours = rk.check(check_id, rules=house(TABLE), **params)
    assert dict(ours.items()) == dict(by_table.items())
    assert ours == rk.check(
        check_id, rules=BOOK.with_house_rules(f"{PATH} = {TABLE}"), resolution_model="table", **params
    )
    assert PATH in ours.reads and PATH not in by_table.reads


def test_a_table_that_is_given_goes_before_that_of_the_house_rules():
    assert rk.check(TASK, rules=house(TABLE), resolution_table=[[0, 12]])["success"] * 100 == 12


def test_a_table_counts_with_its_model_only():
    ours = BOOK.with_house_rules(f"{PATH} = {TABLE}")
    assert dict(rk.check(TASK, rules=ours, av=60).items()) == dict(rk.check(TASK, av=60).items())
    with pytest.raises(RuleError, match="resolution_table must be given with resolution_model table"):
        rk.check(TASK, rules=BOOK.with_house_rules(BY_TABLE))


def test_an_explanation_names_the_house_rule():
    entry = rk.check(TASK, rules=house(TABLE), av=60).explain().rows[-1][1]
    assert (entry.value, entry.label) == (71, "by the table for AV - DV 10")
    assert entry.citation == "House rule (was [], Resolving the Battle)"


WRONG = {
    "empty": ([], "got []; try [[-40, 5]"),
    "no list": (5, "got 5; try [[-40, 5]"),
    "a text": ("good luck", "got good luck; try [[-40, 5]"),
    "true": (True, "got True; try [[-40, 5]"),
    "numbers in place of rows": ([0, 45], "got 0 in it; try two whole numbers"),
    "a row of one number": ([[0]], "got [0] in it; try two whole numbers"),
    "a row of three": ([[0, 45, 50]], "got [0, 45, 50] in it; try two whole numbers"),
    "a row of words": ([["zero", 45]], "got ['zero', 45] in it; try two whole numbers"),
    "a half": ([[0.5, 45]], "got [0.5, 45] in it; try two whole numbers"),
    "too far apart": ([[1001, 45]], "the first of them from -1000 to 1000"),
    "a percent above 100": ([[0, 45], [5, 101]], "got [5, 101] in it; the nearest percent is 100"),
    "a percent below 0": ([[0, -1]], "got [0, -1] in it; the nearest percent is 0"),
    "not rising": ([[0, 45], [-20, 20]], "got -20 after 0; put the rows in order"),
    "the same twice": ([[0, 45], [0, 50]], "got 0 after 0; put the rows in order"),
    "ten thousand rows": ([[number, 5] for number in range(10_000)], "got 10000 rows; keep 200 of them at most"),
    "rows in rows": ([[[[[]]]]], "in it; try two whole numbers"),
}


@pytest.mark.parametrize(("rows", "message"), WRONG.values(), ids=WRONG)
def test_a_wrong_table_is_refused_in_one_sentence(rows, message):
    asks = [lambda: rk.check(TASK, resolution_model="table", resolution_table=rows)]
    if rows:  # a table without rows is that of the book
        line = f"{PATH} = {json.dumps(rows, separators=(',', ':'))}"
        asks += [lambda: BOOK.with_house_rules(line), lambda: Layers.read(line, "realms_of_myth")]
    for ask in asks:
        with pytest.raises(RuleError) as refused:
            ask()
        sentence = str(refused.value)
        assert "resolution_table must be a list of [smallest AV - DV, percent] rows" in sentence
        assert message in sentence and sentence.isprintable() and len(sentence) < 400


def test_a_table_may_say_that_nothing_can_succeed_and_that_nothing_can_fail():
    never, always = (
        rk.check(TASK, resolution_model="table", resolution_table=[[-60, percent]], max_chance=100, min_chance=0)
        for percent in (0, 100)
    )
    assert (never.events["succeeds"], always.events["succeeds"]) == (0, 1)


def test_a_house_rule_without_rows_says_nothing_new():
    with pytest.raises(RuleError, match="must change something"):
        BOOK.with_house_rules(f"{PATH} = []")
    assert house(TABLE).with_house_rules(f"{PATH} = []")[PATH] == ()


def test_the_longest_table_is_kept_whole():
    rows = [[number, max(1, min(99, 50 + number))] for number in range(-100, 100)]
    layers = Layers.read(f"{PATH} = {rows}", "realms_of_myth")
    assert layers.rules[PATH] == tuple(map(tuple, rows))
    again = Layers.read(layers.code)
    assert again.rules == layers.rules and again.text == layers.text
    assert BOOK.with_house_rules(layers.rules.lines)[PATH] == layers.rules[PATH]
    printed = str(layers)
    assert Layers.read(printed, "realms_of_myth").rules[PATH] == layers.rules[PATH]


@pytest.mark.parametrize("begun", ["", "[", "[[0,", "[[0, 45], [20, 70]"])
def test_a_table_that_is_being_written_is_begun(begun):
    (line,) = by_line(BOOK, f"{PATH} = {begun}")
    assert line.begun and "write rows after = such as [[-40, 5], [0, 45], [40, 92]]" in line.message


def test_a_table_that_is_written_says_what_becomes_of_it():
    (line,) = by_line(BOOK, f"{PATH} = [[0, 45]]")
    assert line.message.endswith("[] becomes [[0, 45]]") and not line.wrong
    (line,) = by_line(BOOK, f"{PATH} = luck")
    assert line.wrong and line.message.endswith("percents from 0 to 100; got luck")


def test_the_workshop_has_a_box_for_the_table():
    page = workshop("realms_of_myth")
    switch = page.rulings.switches[PATH]
    assert switch.value == ""
    switch.value = "[[0, 45], [20, 70]]"
    assert page.box.text.value == f"{PATH} = [[0, 45], [20, 70]]"
    assert page.layers.rules[PATH] == ((0, 45), (20, 70))
    page.box.text.value = f"{PATH} = [[5, 10]]"
    assert switch.value == "[[5, 10]]"
    switch.value = ""
    assert page.layers.rules[PATH] == () and page.box.text.value == ""
    switch.value = "[[5, 10], [0, 2]]"
    assert page.layers.rules[PATH] == () and "got 0 after 5" in page.box.lines[0].message
