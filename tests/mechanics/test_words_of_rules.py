"""The words that a check is written with: target numbers, help, ready dice, sentences."""

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import product
from multiprocessing import get_context
from typing import Any, NamedTuple

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.dice.dist import d
from rencounter_kit.engine.dice.notation import dice_of
from rencounter_kit.workbook.mechanics.asks import parameters
from rencounter_kit.workbook.mechanics.check import Check
from rencounter_kit.workbook.mechanics.modifiers import (
    always,
    each,
    flag,
    inputs,
    is_,
    is_not,
    number,
    pick,
    since,
    total,
)
from rencounter_kit.workbook.mechanics.parameter import choice, whole, yes_no
from rencounter_kit.workbook.mechanics.processes.process import Process
from rencounter_kit.workbook.mechanics.processes.turn_model import TurnModel
from rencounter_kit.workbook.mechanics.ready_dice import no_dice, only_if, or_less, or_more, reach, read_off, roll_under

NEEDED = whole("needed", 0, 13, 6, "What is needed.")
BOOK = rk.rules("traveller")


def toy(dice, **more):
    """A check of nothing in particular."""
    return Check("traveller.toy", "A toy", source="nowhere", dice=dice, **more)


class Leap(NamedTuple):
    """The target numbers of a toy."""

    needed: int
    strict: bool


def leaps(throw: Any, r: Any, leap: Leap) -> Any:
    return leap.needed - leap.strict


def plays(throw: Any, r: Any, leap: Leap) -> TurnModel:
    return TurnModel(0, [lambda turn: turn + 1], lambda turn: "over" if turn >= leap.needed else None)


STRICT = {"parameters": [NEEDED, yes_no("strict", False, "Less than it.")], "targets": inputs("strict", "needed")}


# Target numbers -------------------------------------------------------------------------------------------------------


def test_a_check_that_names_no_dice_answers_with_its_last_target_number():
    check = toy(
        None, parameters=[NEEDED], targets={"twice": lambda r, needed: 2 * needed, "more": lambda r, twice: twice + 1}
    )
    assert list(check(needed=4)) == [9]
    with pytest.raises(ValueError, match=r"must have dice, or a target number .*; traveller\.toy has neither"):
        toy(None)


def test_target_numbers_can_be_parameters_as_they_are_or_under_another_name():
    check = toy(no_dice("enough"), parameters=[NEEDED], targets=inputs("needed", enough="needed"))(needed=4)
    assert check.targets._asdict() == {"needed": 4, "enough": 4}


@pytest.mark.parametrize(
    ("way", "is_high", "is_other"), [("low", False, True), ("high", True, False), ("top", True, True)]
)
def test_a_target_number_can_say_whether_a_parameter_has_a_value(way, is_high, is_other):
    targets = {"high": is_("way", "high", "top"), "other": is_not("way", "high")}
    check = toy(no_dice("high"), parameters=[choice("way", ("low", "high", "top"), "low", "Which?")], targets=targets)
    assert check(way=way).targets == (is_high, is_other)


def test_a_target_number_can_be_a_figure_where_it_counts():
    targets = {"always": number("escape.needed"), "sometimes": number("escape.needed", "sure")}
    check = toy(no_dice("sometimes"), parameters=[yes_no("sure", False, "-")], targets=targets)
    assert (check().targets, check(sure=True).targets) == ((9, 0), (9, 9))


@pytest.mark.parametrize(
    ("modifier", "params", "counts"),
    [
        (since("reaction.dm.terms", "needed", "reaction.terms"), {"needed": 4}, 0),
        (since("reaction.dm.terms", "needed", "reaction.terms"), {"needed": 5}, 1),
        (since("reaction.dm.terms", "needed", "reaction.terms", "sure"), {"needed": 5}, 0),
        (flag("surprise.dm.battle_dress", "sure"), {"sure": True}, 2),
        (flag("surprise.dm.battle_dress", "sure", "other"), {"sure": True}, 0),
        (flag("surprise.dm.battle_dress", "sure", "other"), {"sure": True, "other": True}, 2),
        (each("morale.dm.heavy", "needed", "sure"), {"needed": 3, "sure": True}, -6),
        (each("morale.dm.heavy", "needed", "sure"), {"needed": 3}, 0),
        (pick("to_hit.evading", "range"), {}, -4),
        (pick("to_hit.evading", "range", "sure"), {}, 0),
        (pick("{}.needed", "chapter"), {}, 7),
        (always("escape.needed"), {}, 9),
    ],
)
def test_a_modifier_counts_when_it_should(modifier, params, counts):
    asks = [
        whole("needed", 0, 13, 0, "-"), yes_no("sure", False, "-"), yes_no("other", False, "-"),
        choice("range", ("long",), "long", "-"), choice("chapter", ("morale",), "morale", "-"),
    ]  # fmt: skip
    result = toy(no_dice("sum"), parameters=asks, targets={"sum": total("all", modifier)})(**params)
    assert result.targets.sum == counts and all(entry.rule for entry in result.modifiers)


# Help -----------------------------------------------------------------------------------------------------------------


def test_a_help_names_the_figures_of_the_rules_in_force():
    check = toy(no_dice("needed"), targets=inputs("needed"), parameters=[
        whole("needed", 0, 13, 6, "Heavy losses count {morale.dm.heavy}, a leader {morale.dm.leader:+}."),
    ])  # fmt: skip
    ours = BOOK.with_house_rules("morale.dm.heavy = -3")
    assert "Heavy losses count -2, a leader +1." in check.signature
    assert check.parameters_by(ours)["needed"].help == "Heavy losses count -3, a leader +1."
    assert check.parameters_by(ours)["needed"].by(BOOK) == check.parameters["needed"]
    assert "morale.dm.heavy" not in check(rules=ours, needed=3).reads


def test_a_tooltip_follows_the_house_rules():
    check = toy(no_dice("needed"), targets=inputs("needed"), events={"is high": lambda got: got > 6}, parameters=[
        whole("needed", 0, 13, 6, "Heavy losses count {morale.dm.heavy}."),
    ])  # fmt: skip
    panel = rk.panel(check)
    source = panel.controls["needed"].source
    assert source.tooltip.startswith("Heavy losses count -2.")
    panel.house.value = "morale.dm.heavy = -3"
    assert source.tooltip.startswith("Heavy losses count -3.")
    panel.house.value = ""
    assert source.tooltip.startswith("Heavy losses count -2.")


# Ready dice -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", ["d12", "2d6"])
@pytest.mark.parametrize("needed", range(14))
@pytest.mark.parametrize("strict", [False, True])
def test_roll_under_succeeds_up_to_the_number(dice, needed, strict):
    leap = toy(
        roll_under("leap", dice, "needed", success="clears", failure="falls", less_than="strict", does="clears"),
        **STRICT,
    )
    result = leap(needed=needed, strict=strict)
    throws = [a + b for a in range(1, 7) for b in range(1, 7)] if dice == "2d6" else range(1, 13)
    low = [face for face in throws if (face < needed if strict else face <= needed)]
    assert result.dist.probability("clears") * len(throws) == len(low)
    most, (sentence,) = needed - strict, leap.says(BOOK, result.targets)
    if len(low) in (0, len(throws)):
        assert sentence.startswith(
            f"{'Always' if low else 'Never'} clears: {'any' if low else 'no'} {dice} is {most} or less"
        )
    else:
        assert (
            sentence == f"Clears on {'' if dice[0].isdigit() else 'a '}{dice} of "
            f"{most}{' or less' if most > min(throws) else ''}."
        )


@pytest.mark.parametrize("needed", range(14))
def test_reach_succeeds_from_the_number_on(needed):
    leap = toy(reach("leap", "2d6", "morale.needed", failure="falls", success="clears", plus="needed", does="clears"),
               parameters=[NEEDED], targets=inputs("needed"))  # fmt: skip
    result = leap(needed=needed)
    assert result.dist.probability("clears") * 36 == sum(a + b + needed >= 7 for a in range(1, 7) for b in range(1, 7))
    dice = f"2d6{f' +{needed}' if needed else ''}"
    always = result.dist.probability("clears") == 1
    assert leap.says(BOOK, result.targets) == [
        f"Always clears: any {dice} is 7 or more."
        if always
        else f"Clears on {'' if dice[0].isdigit() else 'a '}{dice} of 7 or more."
    ]
    assert list(leap.scale) == ["falls", "clears"]


def test_a_table_is_read_off_between_its_ends_and_natural_throws_take_no_modifier():
    ends, natural = ("reaction.lowest", "reaction.highest"), ("reaction.natural_low", "reaction.natural_high")
    dice = read_off("reaction", "2d6", "reaction.table", on="its table", plus="dm", ends=ends, natural=natural)
    check = toy(dice, parameters=[whole("dm", -12, 12, 0, "-")], targets=inputs("dm"))
    for dm in range(-12, 13):
        expected = dict.fromkeys(BOOK.names("reaction.table"), 0)
        for throw in (a + b for a in range(1, 7) for b in range(1, 7)):
            row = throw if throw in (2, 12) else min(max(throw + dm, 3), 12)
            expected[BOOK.look_up("reaction.table", row)] += 1
        assert {name: check(dm=dm).dist.probability(name) * 36 for name in expected} == expected
    assert check.says(BOOK, check(dm=-1).targets) == [
        "2d6 -1 on its table.", "A natural 2 or 12 takes no modifier.", "Less than 3 counts as 3.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("dm", "low", "high"),
    [(-2, True, False), (-1, True, False), (0, False, False), (1, False, False), (2, False, True)],
)
def test_what_falls_beyond_a_table_is_told_where_a_throw_can_fall_there(dm, low, high):
    """A natural 2 or 12 takes no modifier, so it counts for nothing here."""
    ends, natural = ("reaction.lowest", "reaction.highest"), ("reaction.natural_low", "reaction.natural_high")
    dice = read_off("reaction", "2d6", "reaction.table", on="its table", plus="dm", ends=ends, natural=natural)
    check = toy(dice, parameters=[whole("dm", -12, 12, 0, "-")], targets=inputs("dm"))
    sentence = check.says(BOOK, check(dm=dm).targets)
    assert ("Less than 3 counts as 3." in sentence, "More than 12 counts as 12." in sentence) == (low, high)


@pytest.mark.parametrize("dice", ["d6", "2d6", "d12"])
def test_a_phrase_says_what_dice_can_never_or_always_do(dice):
    for needed, added in product([-3, 1, 2, 6, 12, 13, 20], range(-15, 16)):
        sums = [face + added for face in dice_of(dice)]
        for phrase, good in (
            (or_more("hits", dice, needed, added), [one for one in sums if one >= needed]),
            (or_less("hits", dice, needed, added), [one for one in sums if one <= needed]),
        ):
            always, never = phrase.startswith("always hits: any"), phrase.startswith("never hits: no")
            assert (always, never) == (good == sums, not good)
            if not always and not never:
                assert phrase.startswith(f"hits on {'' if dice[0].isdigit() else 'a '}{dice}") and phrase.endswith(
                    str(needed)
                ) == (len(good) == 1)


@pytest.mark.parametrize(
    "dice",
    [
        roll_under("leap", "2d6", "needed", success="clears", failure="falls"),
        reach("leap", "2d6", "needed", failure="falls", success="clears"),
    ],
)
@pytest.mark.parametrize("otherwise", ["falls", "clears", "stays"])
def test_dice_are_thrown_only_where_a_target_number_says_so(dice, otherwise):
    check = toy(
        only_if("jumps", dice, otherwise=otherwise, says="It takes {needed}, or {morale.dm.leader:+}."),
        parameters=[NEEDED, yes_no("jumps", True, "He jumps.")], targets=inputs("needed", "jumps"),
        says="He is heavy.",
    )  # fmt: skip
    plain = toy(dice, parameters=[NEEDED], targets=inputs("needed"), says="He is heavy.")
    known = list(plain.scale)
    assert list(check.scale) == (known if otherwise in known else ["stays", *known])
    thrown, rests = check(), check(jumps=False)
    assert thrown.dist == plain().dist
    assert check.says(BOOK, thrown.targets) == plain.says(BOOK, plain().targets)
    assert rests[otherwise] == 1 and check.says(BOOK, rests.targets) == ["It takes 6, or +1.", "He is heavy."]
    assert str(rests.roll(seed=1)).startswith("no dice are rolled")


SWIMS = roll_under("swim", "d6", "swims", success="back", failure="lost", does="swims back")
BOARDS = roll_under("board", "2d6", "needed", success="across", failure=SWIMS, does="gets across")
CLIMBS = reach("climb", "2d6", "needed", failure="falls", success=SWIMS, does="gets up")
FURTHER = {
    "parameters": [NEEDED, whole("swims", 0, 6, 2, "What saves him.")],
    "targets": inputs("needed", "swims"),
}


@pytest.mark.parametrize(
    ("needed", "says"),
    [
        (5, ["Gets across on 2d6 of 5 or less.", "Otherwise swims back on a d6 of 2 or less."]),
        (12, ["Always gets across: any 2d6 is 12 or less."]),
        (1, ["Never gets across: no 2d6 is 1 or less.", "Otherwise swims back on a d6 of 2 or less."]),
    ],
)
def test_ready_dice_may_lead_to_further_ones(needed, says):
    boards = toy(BOARDS, **FURTHER)
    assert boards.space(boards().targets).names == ("across", "back", "lost")
    answer = boards(needed=needed)
    assert answer.explain().steps == says
    across = (2 @ d(6)).at_most(needed)
    assert (answer.dist["across"], answer.dist["back"]) == (across, (1 - across) / 3)


def test_what_succeeds_may_lead_on_too():
    answer = toy(CLIMBS, **FURTHER)(needed=9)
    assert answer.explain().steps == ["Gets up on 2d6 of 9 or more.", "Then swims back on a d6 of 2 or less."]
    up = (2 @ d(6)).at_least(9)
    assert dict(answer.items()) == {"falls": 1 - up, "back": up / 3, "lost": up * 2 / 3}


def test_of_further_dice_only_those_are_thrown_to_which_the_first_lead():
    boards = toy(BOARDS, **FURTHER)
    for seed in range(30):
        roll = boards(needed=6).roll(seed)
        assert [step.name for step in roll.steps] == ["board"] if roll.outcome == "across" else ["board", "swim"]


def test_a_check_adds_its_sentences_to_those_of_the_dice():
    dice = reach("leap", "2d6", "morale.needed", failure="falls", success="clears", does="clears")
    check = toy(dice, parameters=[NEEDED], targets=inputs("needed"), says="It takes {needed} and {morale.dm.leader:+}.")
    assert check.says(BOOK, check().targets) == ["Clears on 2d6 of 7 or more.", "It takes 6 and +1."]


def test_an_event_can_be_one_outcome_by_its_name():
    dice = reach("leap", "2d6", "morale.needed", failure="falls", success="clears")
    check = toy(dice, events={"gets over": "clears", "ends": ("falls", "clears")})
    assert check().event("gets over") == check()["clears"] and check().event("ends") == 1


# Target numbers have a type -------------------------------------------------------------------------------------------


def test_the_record_of_the_dice_is_the_type_of_the_target_numbers():
    assert type(toy(leaps, record=Leap, **STRICT)(needed=4).targets) is Leap
    played = Process("traveller.toy", "A toy", source="nowhere", record=Leap, play=plays, outcomes=("over",), **STRICT)
    assert played(needed=4, strict=True).targets == Leap(4, True) and played(needed=4).expected_turns == 4


def test_a_process_made_anew_under_the_same_id_is_thrown_anew():
    """As one does on a page while writing it."""

    def made(most):
        def play(throw, r):
            return TurnModel(
                0, [lambda _: throw("who", d(6), lambda face: 1 if face <= most else 2)], {1: "a", 2: "b"}.get
            )

        return Process("traveller.toy", "A toy", source="nowhere", play=play, outcomes=("a", "b"))

    assert rk.simulate(made(6), 100).counts == {"a": 100}
    assert rk.simulate(made(0), 100).counts == {"b": 100}


def test_target_numbers_other_than_those_of_the_dice_are_refused():
    with pytest.raises(ValueError, match=r"targets must be those of Leap, needed, strict; got needed"):
        toy(leaps, record=Leap, parameters=[NEEDED], targets=inputs("needed"))


def test_target_numbers_that_the_dice_do_not_see_stand_beside_them():
    wider = toy(leaps, record=Leap, **STRICT | {"targets": {**STRICT["targets"], **inputs(ditch="needed")}})
    assert wider(needed=4).targets._asdict() == {
        **toy(leaps, record=Leap, **STRICT)(needed=4).targets._asdict(),
        "ditch": 4,
    }


def test_what_another_target_number_is_made_of_need_not_be_seen_by_the_dice():
    """Situations that differ in nothing else are one."""
    numbers = {"ditch": total("ditch", "needed"), "needed": lambda r, ditch: max(ditch, 3), **inputs("strict")}
    check = toy(leaps, record=Leap, **STRICT | {"targets": numbers})
    assert check(needed=1).targets == check(needed=2).targets == Leap(3, False)
    assert [entry.roll for entry in check(needed=1).modifiers] == ["ditch"]


@pytest.mark.parametrize(
    "more",
    [
        {"dice": roll_under("leap", "d12", "neded", success="clears", failure="falls")},
        {"dice": roll_under("leap", "d12", "leap.needed", success="clears", failure="falls")},
        {"dice": reach("leap", "d{sides}", "needed", failure="falls", success="clears")},
        {"dice": no_dice("needed"), "says": "It takes {neded}."},
        {"dice": only_if("jumps", reach("-", "2d6", "needed", failure="a", success="b"), otherwise="a", says="-")},
        {"dice": only_if("needed", reach("-", "2d6", "neded", failure="a", success="b"), otherwise="a", says="-")},
        {"dice": only_if("needed", reach("-", "2d6", "needed", failure="a", success="b"), otherwise="a", says="{x}")},
    ],
)
def test_dice_and_sentences_see_nothing_that_is_not_there(more):
    with pytest.raises(ValueError, match="must be a target number or a figure; it is neither"):
        toy(parameters=[NEEDED], targets=inputs("needed"), **more)


@pytest.mark.parametrize(("dice", "record"), [(leaps, Leap), (no_dice("needed"), None)], ids=["record", "made"])
def test_target_numbers_go_to_other_processes_and_back(dice, record):
    targets = toy(dice, record=record, **STRICT)(needed=4).targets
    again = pickle.loads(pickle.dumps(targets))
    assert again == targets and type(again) is type(targets)


# A check of one's own -------------------------------------------------------------------------------------------------


def test_a_check_of_a_game_travels_as_its_id_and_one_of_ones_own_stays_itself():
    fire = rk.checks["rencounter.fire"]
    assert pickle.loads(pickle.dumps(fire)) is fire
    own = toy(no_dice("needed"), parameters=[NEEDED], targets=inputs("needed"))
    assert copy.deepcopy(own)(needed=4).dist == own(needed=4).dist


def test_a_check_of_ones_own_is_thrown_here_whatever_the_executor():
    own = toy(roll_under("leap", "d12", "needed", success="clears", failure="falls"), parameters=[NEEDED],
              targets=inputs("needed"))  # fmt: skip
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        assert rk.simulate(own, 60_000, seed=1, executor=executor).counts == rk.simulate(own, 60_000, seed=1).counts
        assert executor.submit(abs, -1).result() == 1  # still as good as new


def test_an_event_is_one_of_outcomes_that_there_are():
    with pytest.raises(
        ValueError,
        match="wins: an event must name outcomes of the check; got clear; did you mean clears",
    ):
        toy(reach("leap", "2d6", "morale.needed", failure="falls", success="clears"), events={"wins": "clear"})


def test_what_follows_a_rule_is_as_by_the_book_where_it_does_not_count():
    """A house rule sets it for all, so it is not refused; and it is not read."""
    (parameter,) = parameters(BOOK, "close_short_escape_dm", "toy").values()
    rests = replace(parameter, only_with=("needed", (6,)))
    own = toy(no_dice("close"), parameters=[NEEDED, rests], targets=inputs(close="close_short_escape_dm"))
    house = BOOK.with_house_rules("rulings.close_short_escape_dm = -1", name="Our table")
    for params, close in (({"needed": 6}, -1), ({"needed": 7}, 1), ({"needed": 7, "close_short_escape_dm": 0}, 1)):
        answer = own(rules=house, **params)
        assert dict(answer.items()) == {close: 1} and answer.params["close_short_escape_dm"] == close
        assert ("rulings.close_short_escape_dm" in answer.reads) == (close == -1)
    assert dict(own(needed=6, close_short_escape_dm=0).items()) == {0: 1}
    with pytest.raises(rk.RuleError, match="close_short_escape_dm must be one of"):
        own(needed=7, close_short_escape_dm=2)
