"""What the sentences of a check say is what comes of it: the roll that one names has the chance of the event that it names."""

import re
from fractions import Fraction

import pytest

import rencounter_kit as rk
from rencounter_kit.dice.notation import dice_of
from tests.situations import PROCESSES, drawn, few, tries

ROLL = re.compile(
    r"(?:He |She |It |The attacker )?(?P<does>\w+) on (?:an? )?"
    r"(?:(?P<dice>\d*d\d+(?: lowest| highest)?(?: [+-]\d+)?) of (?P<number>-?\d+) or (?P<way>less|more)"
    r"|natural \d+ (?P<only>only))(?: \(00 is 100\))?\."
)


CHANCE = re.compile(r"d\d|\bdie\b|%|natural|card|counter|drawn|at random|equally likely|as likely|\d+ or (?:less|more)")
UNNAMED = {"rencounter.wound_location"}  # its sentences tell what the place of a wound does, not how it is thrown


def sentences(check_id, given):
    answer = rk.check(check_id, **given)
    return answer, answer.check.says(answer.targets, answer.rules)


def chance(roll):
    """The chance of "d12 -1 of 6 or less"."""
    dice = dice_of(re.sub(r"([+-])", r"\1 ", roll["dice"]))
    at_most = dice.at_most if roll["way"] == "less" else dice.at_least
    return at_most(int(roll["number"]))


@pytest.mark.parametrize("check_id", [one for one in rk.checks if one not in UNNAMED])
def test_where_chance_decides_a_sentence_says_by_what(check_id):
    for given in drawn(check_id, few(check_id, tries(8, 40), 1), "sentences"):
        answer, said = sentences(check_id, given)
        assert len(answer.dist) == 1 or CHANCE.search(" ".join(said)), (given, said)


@pytest.mark.parametrize("stem", ["odd_encounters", "realms_of_myth", "rencounter", "traveller"])
def test_a_roll_in_words_has_the_chance_of_its_event(stem):
    met = set()
    for check_id in (one for one in rk.checks if one.startswith(f"{stem}.") and one not in PROCESSES):
        for given in drawn(check_id, tries(8, 40), "sentences"):
            answer, said = sentences(check_id, given)
            for roll in filter(None, map(ROLL.fullmatch, said)):
                if (event := roll["does"].lower()) in answer.events:
                    met.add(check_id)
                    if roll["only"]:
                        assert answer.events[event] <= Fraction(1, 6), (check_id, given, said)
                    else:
                        assert answer.events[event] == chance(roll), (check_id, given, said)
    assert met


@pytest.mark.parametrize(
    ("check_id", "given", "sentence"),
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
                "A lone attacker succeeds on 1 to 7 (d12), and the parry on 1 to 7 (d12); each further man who acts changes "
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
def test_a_sentence_is_of_its_case(check_id, given, sentence):
    assert sentence in sentences(check_id, given)[1]


@pytest.mark.parametrize(
    ("check_id", "given", "sentence"),
    [
        ("salamis.first_phase", {}, "Tactical Initiative adds 1 own and 0 enemy Action Phases."),
        ("salamis.terrain_square", {}, "In a corner large land features become a headland."),
        ("rencounter.action", {"extra_modifier": 9}, "A natural 1 always succeeds."),  # it is told as his only hope
    ],
)
def test_no_sentence_is_of_another_case(check_id, given, sentence):
    assert sentence not in sentences(check_id, given)[1]
