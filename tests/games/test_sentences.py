"""What the sentences of some checks say; that they say what comes of it is tried for each in `tests/checks`."""

import pytest

import rencounter_kit as rk
from tests.checks.sentences import rolls
from tests.situations import PROCESSES


def sentences(check_id, params):
    answer = rk.check(check_id, **params)
    return answer.check.says(answer.rules, answer.targets)


@pytest.mark.parametrize("stem", ["odd_encounters", "realms_of_myth", "rencounter", "traveller"])
def test_some_sentences_name_a_roll(stem):
    """Whose chance the contract for a check compares."""
    assert any([*rolls(check())] for check in rk.checks.of(stem) if check.id not in PROCESSES)


@pytest.mark.parametrize(
    ("check_id", "params", "sentence"),
    [
        (
            "odd_encounters.shots_before_contact",
            {"distance": 9},
            "On the shooter's turns the target is at 5, 1 inches.",
        ),
        (
            "odd_encounters.shots_before_contact",
            {"distance": 1},
            "The target is in contact before the shooter's first turn.",
        ),
        ("rencounter.action", {}, "A natural 1 always succeeds."),
        (
            "rencounter.gang_up",
            {},
            (
                "A lone attacker succeeds on 1 to 7 (d12), and the parry on 1 to 7 (d12); each further man who "
                "acts changes "
                "what these need (7 and 7) by +1 and -1."
            ),
        ),
        ("odd_encounters.hold_portal", {}, "Nobody opens it before then."),
        (
            "odd_encounters.hold_portal",
            {"opening_turn": 3, "knock": True},
            "It is opened on turn 3, if it still holds.",
        ),
        ("traveller.hostile_attack", {"reaction": "violent"}, "The group attacks at once."),
        ("traveller.hostile_attack", {"reaction": "interested"}, "The group does not attack."),
        ("rencounter.fire", {"extra_modifier": -5}, "Hits on a d12 of 1 or less."),
        (
            "rencounter.fire",
            {"extra_modifier": -6},
            "Needs 0: only a natural 1 hits, if a second d12 then rolls 9 or less.",
        ),
        ("realms_of_myth.duel", {"a_limit": 1, "b_limit": 2}, "A is out of the fight with 1 wound, B with 2."),
        ("salamis.first_phase", {}, "3 own, 3 enemy and 1 Intermediate counters are in the bag."),
        ("salamis.terrain_square", {"corner": True}, "In a corner large land features become a headland."),
        (
            "rencounter.activation_cards",
            {},
            "The deck holds 1 card for each of 6 units, 3 of them on your side, and 1 joker to end the turn.",
        ),
        (
            "rencounter.activation_cards",
            {"joker": False},
            "The deck holds 1 card for each of 6 units, 3 of them on your side, and no joker, so every card is drawn.",
        ),
    ],
)
def test_a_sentence_is_of_its_case(check_id, params, sentence):
    assert sentence in sentences(check_id, params)


@pytest.mark.parametrize(
    ("check_id", "params", "sentence"),
    [
        ("salamis.first_phase", {}, "Tactical Initiative adds 1 own and 0 enemy Action Phases."),
        ("salamis.terrain_square", {}, "In a corner large land features become a headland."),
        ("rencounter.action", {"extra_modifier": 9}, "A natural 1 always succeeds."),  # it is told as his only hope
    ],
)
def test_no_sentence_is_of_another_case(check_id, params, sentence):
    assert sentence not in sentences(check_id, params)


def test_whatever_is_asked_of_a_location_the_die_for_it_is_told():
    check = rk.checks["rencounter.wound_location"]
    for result in check.parameters["result"].values():
        assert "A d6 on the table of locations." in str(rk.check(check, result=result).explain()), result
