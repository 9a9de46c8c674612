"""Dice that are replaced by more dice: rounded chances with a proven bound, the same as algebraic numbers,
and thrown.
"""

from fractions import Fraction
from math import isqrt

import pytest
import sympy

import rencounter_kit as rk
from rencounter_kit.engine.dice.dist import Dist, d
from rencounter_kit.engine.dice.throw import Exact, Random
from rencounter_kit.engine.dice.throw_tree import Branching, ThrowTree
from rencounter_kit.workbook.games.rencounter.offspring import NEAR, EndlessDiceError, Kind, exactly, root, rounded

SIXTH = Fraction(1, 6)
PLAIN, CRITICAL = Kind(4 * SIXTH, SIXTH, SIXTH), Kind(2 * SIXTH, SIXTH, 3 * SIXTH)
GROWING = Kind(SIXTH, SIXTH, 4 * SIXTH)  # it need not end, but then it leaves marks without end too
KINDS = [PLAIN, CRITICAL, GROWING, Kind(5 * SIXTH, SIXTH, Fraction(0))]


def distance(chance, number):
    """How far a fraction is from a number of SymPy."""
    return abs(sympy.Rational(chance.numerator, chance.denominator) - number.evalf(60))


def test_a_root_lies_between_its_bounds():
    digits = 10**45
    low, high = root(PLAIN, 2)
    below = 3 - Fraction(isqrt(5 * digits**2) + 1, digits)  # 3 - sqrt(5), rounded down
    assert 0 < high - low < Fraction(1, 10**40) and low <= below + Fraction(1, digits) and below <= high


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("more", [2, 3])
@pytest.mark.parametrize("many", [(1, 0), (3, 0), (2, 3)])
def test_rounded_chances_are_as_near_as_they_say(kind, more, many):
    digits = rounded(many, kind, kind, more, 5)
    true = exactly(many, kind, kind, more, 5) if more == 2 or (kind is PLAIN and many == (1, 0)) else None
    assert all(chance >= 0 for chance in digits) and sum(digits) <= 1
    if true:
        assert all(distance(chance, number) <= NEAR for chance, number in zip(digits, true, strict=True))
        assert distance(sum(digits), sum(true)) <= NEAR


def test_dice_that_go_on_without_a_mark_cannot_be_told():
    with pytest.raises(EndlessDiceError):
        root(Kind(SIXTH, Fraction(0), 5 * SIXTH), 2)


def test_what_may_go_on_for_ever_is_thrown_or_known():
    known = Dist({1: 2, 2: 1})

    def dice(throw):
        return throw("first", d(6), lambda face: 0 if face > 1 else throw.unending("more", lambda: 1, lambda: known))

    assert dice(Exact()) == Dist({0: 15, 1: 2, 2: 1})
    tree = dice(Branching())
    assert isinstance(tree, ThrowTree) and tree == dice(Exact()) and tree.branches[0].to.name == "more"
    assert {dice(Random(seed)) for seed in range(40)} == {0, 1}


# In a game ------------------------------------------------------------------------------------------------------------

RECOVERY = "rencounter.recovery"


def test_an_answer_says_how_near_its_chances_are():
    minor = rk.check(RECOVERY)
    assert minor.algebraic[0] == 3 - sympy.sqrt(5) and sum(minor.algebraic.values()).simplify() == 1
    assert minor.within == NEAR and minor.title.endswith("[rounded]") and "rounded" in str(minor.explain())
    for sentence in (
        {"wound_points": 5, "hazard": 2},
        {"prompt_care": True},
        {"hazard": 1, "sepsis_modifier_repeats": False},
    ):
        answer = rk.check(RECOVERY, **sentence)
        assert all(distance(answer.event(outcome), p) <= answer.within for outcome, p in answer.algebraic.items())


def test_other_answers_are_exact():
    shot = rk.check("rencounter.fire")
    assert shot.within == 0 and "rounded" not in shot.title
    assert shot.algebraic["miss"] == sympy.Rational(1, 2)


def test_by_house_rules_without_sepsis_recovery_is_exact():
    rules = rk.rules("rencounter").with_house_rules(
        'recovery.table.sepsis = "..0"\nrecovery.table.permanent = "1..2"', name="Clean hospital"
    )
    answer = rk.check(RECOVERY, rules=rules, wound_points=2)
    assert answer.within == 0 and "rounded" not in answer.title
    assert dict(answer.items()) == {0: Fraction(4, 9), 1: Fraction(4, 9), 2: Fraction(1, 9)}


def test_dice_that_go_on_for_ever_are_refused_in_one_sentence():
    rules = rk.rules("rencounter").with_house_rules(
        'recovery.table.sepsis = "-5..5"\nrecovery.table.permanent = "..-6"\nrecovery.table.healed = "6"', name="Plague"
    )
    with pytest.raises(rk.RuleError, match="must let wounds heal or stay"):
        rk.check(RECOVERY, rules=rules)


def test_random_throws_agree_with_the_rounded_chances():
    answer = rk.check(RECOVERY, wound_points=4, hazard=2, sepsis_modifier_repeats=False)
    thrown = answer.simulate(10_000, seed=7)
    for outcome, p in answer.items():
        low, high = thrown.interval(outcome, confidence=0.9999)
        assert low <= p <= high
