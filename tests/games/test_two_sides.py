"""A fight or contest is the same from the other side, ends in one of its ways, and goes on until it has ended."""

from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

import rencounter_kit as rk
from tests.drawn import MANY, SOME, answer
from tests.situations import KINDS, PROCESSES, situations_of


def mirrored(result, names):
    """The chances with outcomes renamed."""
    return {names.get(outcome, outcome): p for outcome, p in result.items()}


def exchanged(params, one, other):
    """Parameters with the prefixes of two sides exchanged; those of neither side stay."""
    turned = {one: other, other: one}
    chances = {}
    for name, value in params.items():
        side, _, rest = name.partition("_")
        chances[f"{turned[side]}_{rest}" if side in turned else name] = value
    return chances


FIGHTS = (
    "rencounter.duel",
    "rencounter.gunfight",
    "rencounter.skirmish",
    "odd_encounters.duel",
    "odd_encounters.duel_length",
    "odd_encounters.skirmish",
    "realms_of_myth.duel",
    "realms_of_myth.duel_length",
    "traveller.duel",
)


def other_side(params):
    """What names a side, or begins with its name, for the other one; models left of B count below zero."""
    if isinstance(params, int):
        return -params
    side, line, rest = params.partition("_")
    return {"a": "b", "b": "a"}.get(side, side) + line + rest


@pytest.mark.parametrize("check_id", FIGHTS)
def test_a_fight_is_the_same_from_the_other_side(check_id):
    """Who is first stays first, and where chance says it, it says it for both alike."""

    @SOME
    @given(situations_of(check_id))
    def law(params):
        result = answer(check_id, params)
        named = {name: other_side(result.params[name]) for name in ("first", "result") if name in result.params}
        turned = rk.check(check_id, **exchanged(params, "a", "b") | named)
        counts = check_id != "odd_encounters.skirmish" and any(type(outcome) is int for outcome in result)
        assert {outcome if counts else other_side(outcome): p for outcome, p in result.items()} == dict(turned.items())
        assert result.turns == turned.turns

    law()


ENDINGS = {
    check_id: (
        "A wins",
        "B wins",
        *(("both fall", "nobody falls") if check_id == "traveller.duel" else ("nobody wins",)),
    )
    for check_id in FIGHTS
    if not check_id.endswith("duel_length")
}


@pytest.mark.parametrize("check_id", ENDINGS)
def test_a_fight_ends_in_one_of_its_ways(check_id):
    @SOME
    @given(situations_of(check_id, {"result"}))
    def law(params):
        assert sum(answer(check_id, params).event(name) for name in ENDINGS[check_id]) == 1

    law()


@pytest.mark.parametrize("check_id", [check_id for check_id in KINDS if check_id in PROCESSES])
def test_what_has_not_ended_goes_on(check_id):
    """Turn by turn: how it has ended, in one way or another, and what still goes on, are all that there is."""

    @SOME
    @given(situations_of(check_id))
    def law(params):
        course = answer(check_id, params)
        assert sum(p for _, p in course.turns.items()) == 1
        assert all(more >= less for more, less in pairwise(course.survival))
        for turn, still in enumerate(course.survival[:40]):
            assert course.by(turn) == sum(by[turn] for by in course.ways.values()) == 1 - still
        assert course.endless in (0, 1) or not course.limit
        if course.limit:
            assert course.expected_turns == course.turns.mean <= course.limit

    law()


@MANY
@given(situations_of("traveller.surprise", {"group_size_dms"}))
def test_surprise_is_the_same_from_the_other_side(params):
    result = answer("traveller.surprise", params)
    turned = answer("traveller.surprise", exchanged(params, "party", "other"))
    names = {"party_surprises": "other_surprises", "other_surprises": "party_surprises"}
    assert mirrored(result, names) == dict(turned.items())


@MANY
@given(st.integers(0, 100), st.integers(0, 100))
def test_a_contest_is_the_same_from_the_other_side(first, second):
    names = {"first_succeeds_alone": "second_succeeds_alone", "both_succeed_first_wider": "both_succeed_second_wider"}
    names |= {theirs: ours for ours, theirs in names.items()}
    result = rk.check("realms_of_myth.contested_roll", first_chance=first, second_chance=second)
    turned = rk.check("realms_of_myth.contested_roll", first_chance=second, second_chance=first)
    assert mirrored(result, names) == dict(turned.items())


@MANY
@given(situations_of("salamis.action_phases"))
def test_the_draw_for_phases_is_the_same_from_the_other_side(params):
    result = answer("salamis.action_phases", params)
    turned = answer("salamis.action_phases", exchanged(params, "own", "enemy"))
    assert {(theirs, ours): p for (ours, theirs), p in result.items()} == dict(turned.items())


@pytest.mark.parametrize(
    "check_id",
    [
        check_id
        for check_id in PROCESSES
        if "turns" in getattr(rk.checks[check_id].parameters.get("result"), "choices", ())
    ],
)
def test_the_turns_that_are_asked_for_are_those_that_it_takes(check_id):
    @SOME
    @given(situations_of(check_id, {"result"}))
    def law(params):
        answer_of = answer(check_id, {**params, "result": "turns"})
        assert answer_of.dist == answer(check_id, params).turns == answer_of.turns

    law()
