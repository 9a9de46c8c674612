"""Events as checks and games of one's own write them: outcomes, ranges, parts; and which answers can tell them."""

import pytest

import rencounter_kit as rk
from rencounter_kit.workbook.mechanics.events import event_of, every, in_place, tells
from rencounter_kit.workbook.mechanics.space import NUMBERS, Space

WOUNDS = Space(("none", "minor", "serious", "dead"))
TURNS = Space(("later",), numbers=True)
RIDERS = Space(("none", "minor", "dead", "stays", "falls"), parts=2, alone=("shies", "falls", "minor"))
ALL = [*WOUNDS.names, *range(-3, 6)]


@pytest.mark.parametrize(
    ("written", "space", "these"),
    [
        ("minor", WOUNDS, ["minor"]),
        (("none", "dead"), WOUNDS, ["none", "dead"]),
        ("serious..", WOUNDS, ["serious", "dead"]),
        ("..minor", WOUNDS, ["none", "minor"]),
        ("minor..serious", WOUNDS, ["minor", "serious"]),
        (("none", "serious.."), WOUNDS, ["none", "serious", "dead"]),
        ("2..", NUMBERS, [2, 3, 4, 5]),
        ("..-1", NUMBERS, [-3, -2, -1]),
        ("0, 2..3", NUMBERS, [0, 2, 3]),
        (("4..", "dead"), Space(("dead",), numbers=True), ["dead", 4, 5]),
    ],
)
def test_an_event_is_one_outcome_several_or_a_range(written, space, these):
    event = event_of(written, [space])
    assert [one for one in ALL if event(one)] == these


def test_a_range_of_numbers_holds_no_name_and_no_truth():
    assert not event_of("1..", [TURNS])("later") and not event_of("1..", [TURNS])(True)


def test_names_are_those_of_all_ways_to_ask():
    wins = event_of(("b_dead", "a_wins"), [Space(("a_dead", "b_dead")), Space(("a_wins", "b_wins")), NUMBERS])
    assert wins("b_dead") and wins("a_wins") and not wins("b_wins") and not wins(1)


@pytest.mark.parametrize(
    ("written", "these"),
    [
        ("minor..dead", [("minor", "stays"), ("dead", "falls"), "minor"]),
        (in_place(0, "dead"), [("dead", "falls")]),
        (in_place(1, "falls"), [("dead", "falls"), "falls"]),
        (in_place(1, "falls", alone=()), [("dead", "falls")]),
        (every("none..minor", "stays"), [("none", "stays"), ("minor", "stays"), "minor"]),
    ],
)
def test_of_several_parts_any_may_be_so_or_one_or_all_must(written, these):
    event = event_of(written, [RIDERS])
    some = [("none", "stays"), ("minor", "stays"), ("dead", "falls"), "shies", "falls", "minor"]
    assert [one for one in some if event(one)] == these


def test_an_event_is_told_where_one_of_its_outcomes_can_be():
    dies, late = event_of("dead", [WOUNDS]), event_of("2..", [TURNS])
    assert tells(WOUNDS, dies) and tells(Space(("dead",), numbers=True), dies) and tells(WOUNDS.times(2), dies)
    assert not tells(NUMBERS, dies) and not tells(Space(("hit",)), dies)
    assert tells(NUMBERS, late) and not tells(WOUNDS, late)
    falls = event_of(in_place(1, "falls", alone=()), [RIDERS, Space(("falls",))])
    assert tells(RIDERS, falls) and not tells(Space(("falls",)), falls)
    assert tells(RIDERS, event_of("shies", [RIDERS]))


@pytest.mark.parametrize(
    ("written", "space", "message"),
    [
        ("minr", WOUNDS, "got minr; did you mean minor?"),
        ("x..", WOUNDS, "got x..; try none, minor, serious, dead"),
        ("..", WOUNDS, "got ..; try none"),
        ("2..", WOUNDS, "got 2..; try none"),
        ("two", NUMBERS, "got two; try numbers, such as 2.."),
        ("3..2", NUMBERS, "a range must run from low to high"),
    ],
)
def test_what_is_no_outcome_is_refused(written, space, message):
    with pytest.raises(rk.RuleError) as refused:
        event_of(written, [space])
    assert message in str(refused.value)
