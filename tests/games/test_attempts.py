"""Realms of Myth: an AV against a DV, once or several times in a check; and what its facts come to when a house rule
turns them.
"""

from fractions import Fraction
from typing import NamedTuple

import pytest

import rencounter_kit as rk
from rencounter_kit.workbook.games.realms_of_myth.tasks import RESOLUTION, against, roll
from rencounter_kit.workbook.mechanics.check import Check
from rencounter_kit.workbook.mechanics.parameter import whole


class TwoRolls(NamedTuple):
    """Both rolls."""

    blow_value: int
    blow_difficulty: int
    blow_percent: int
    reprisal_value: int
    reprisal_difficulty: int
    reprisal_percent: int


def thrown(throw, r, two_rolls):
    """A blow, and the Reprisal that follows a miss."""
    reprisal = roll(throw, r, "reprisal", two_rolls.reprisal_percent, "struck_back", "nothing")
    return roll(throw, r, "blow", two_rolls.blow_percent, "struck", reprisal)


TWO_ROLLS = Check(
    "realms_of_myth.two_rolls",
    "Who strikes?",
    source="Resolving the Battle",
    parameters=[
        whole("av", 0, 100, 60, "AV of both."),
        whole("dv", 0, 100, 50, "DV of both."),
        whole("blow_chance", 0, 100, None, "The chance to strike."),
        whole("reprisal_chance", 0, 100, None, "The chance to strike back."),
        RESOLUTION,
    ],
    targets={**against(["av"], ["dv"], "blow_"), **against(["av"], ["dv"], "reprisal_")},
    record=TwoRolls,
    dice=thrown,
    outcomes=("struck", "struck_back", "nothing"),
)


def test_each_of_several_rolls_has_its_own_numbers_and_its_own_chance():
    assert TWO_ROLLS().targets == (60, 50, 60, 60, 50, 60)
    known = TWO_ROLLS(reprisal_chance=25)
    assert known["struck"] == Fraction(3, 5)
    assert known["struck_back"] == Fraction(2, 5) * Fraction(1, 4)
    assert [entry.roll for entry in known.modifiers if entry.value == 25] == ["reprisal chance of success (percent)"]


@pytest.mark.parametrize("params", [{}, {"blow_chance": 50}, {"blow_chance": 50, "reprisal_chance": 50}])
def test_rulings_that_contradict_each_other_are_refused_also_where_a_chance_is_known(params):
    with pytest.raises(rk.RuleError, match="min_chance must not be above max_chance"):
        TWO_ROLLS(min_chance=60, max_chance=50, **params)
    with pytest.raises(rk.RuleError, match="resolution_table must be given"):
        TWO_ROLLS(resolution_model="table", **params)


@pytest.mark.parametrize(
    ("rule", "check", "params", "book", "ours"),
    [
        ("surprise.automatic.ambush = true", "surprise", {}, {"overwhelmed": "1/4"}, {"overwhelmed": 1}),
        (
            "surprise.automatic.mechanical_trap = false",
            "surprise",
            {"source": "mechanical_trap", "target_chance": 40},
            {"overwhelmed": 1},
            {"normal_encounter": "2/5", "overwhelmed": "3/5"},
        ),
        ("wounds.needs_threshold.blunt = false", "wounds", {"blow": "blunt", "pot_through": 4}, {0: 1}, {1: 1}),
        ("spent_on_armor.slash = false", "armor_through", {"attack_form": "slash"}, {0: 1}, {10: 1}),
        ("damage_bonus.column.medium = 4", "weapon_db", {}, {4: 1}, {5: 1}),
    ],
)
def test_a_house_rule_turns_a_fact(rule, check, params, book, ours):
    """Each is true in the book and untrue by the house rule, and the answer follows."""
    rules = rk.rules("realms_of_myth").with_house_rules(rule)
    for expected, by in ((book, None), (ours, rules)):
        result = rk.check(f"realms_of_myth.{check}", rules=by, **params)
        assert {name: result[name] for name in expected} == {name: Fraction(share) for name, share in expected.items()}


@pytest.mark.parametrize(
    "path",
    ["task.double_time", "surprise.divisor", "pot.brawling", "pot.jump.feet", "clothing.layers", "wounds.divisor"],
)
def test_nothing_is_divided_by_nothing(path):
    with pytest.raises(rk.RuleError, match=f"{path} must be a whole number from 1 to 10000; got 0"):
        rk.rules("realms_of_myth").with_house_rules(f"{path} = 0")
