"""Dice and sentences that ask by name for parameters and for what was worked out of them."""

import pickle
from fractions import Fraction
from typing import NamedTuple

import pytest

from rencounter_kit.engine.dice.dist import d
from rencounter_kit.workbook.mechanics.by_name import by_name
from rencounter_kit.workbook.mechanics.check import Check
from rencounter_kit.workbook.mechanics.modifiers import is_
from rencounter_kit.workbook.mechanics.parameter import whole, yes_no
from rencounter_kit.workbook.mechanics.sides import of_both
from rencounter_kit.workbook.mechanics.space import NUMBERS, By

PARAMETERS = [whole("sides", 2, 12, 6, "Sides of the die."), yes_no("lucky", False, "Does a 1 count as the best?")]


def toy(**more):
    """A check of these parameters."""
    return Check("salamis.toy", "?", source="-", parameters=PARAMETERS, **more)


def best(r, sides):
    """The best face."""
    return sides


def roll(throw, r, lucky, best):
    """A die that may be lucky."""
    return throw("a die", d(best), lambda face: best if lucky and face == 1 else face)


def says(r, best):
    """The die in words."""
    return [f"A d{best} is thrown."]


def test_dice_and_sentences_are_given_what_they_name():
    check = toy(derived=[best], dice=roll, says=says)
    assert check.targets == ("lucky", "best")
    assert dict(check(sides=3).items()) == {1: Fraction(1, 3), 2: Fraction(1, 3), 3: Fraction(1, 3)}
    assert check(sides=3, lucky=True)[3] == Fraction(2, 3)
    assert "A d3 is thrown." in str(check(sides=3).explain())
    assert check(sides=3).roll(1).outcome in (1, 2, 3)


class LuckyDie(NamedTuple):
    """A die, and whether its 1 counts as the best."""

    best: int
    lucky: bool = False


def roll_one(throw, r, lucky_die):
    """Dice that see the record."""
    return roll(throw, r, lucky_die.lucky, lucky_die.best)


def test_target_numbers_that_go_together_are_seen_as_one_record():
    says = lambda r, lucky_die: [f"A d{lucky_die.best} is thrown."]  # noqa: E731
    check = toy(targets={"best": best, "lucky": lambda r, lucky: lucky}, record=LuckyDie, dice=roll_one, says=says)
    answer = check(sides=3, lucky=True)
    assert answer.targets == LuckyDie(3, True) and type(answer.targets) is LuckyDie
    assert answer[3] == Fraction(2, 3)
    assert "A d3 is thrown." in str(answer.explain())
    assert check(sides=3, lucky=True).roll(1).outcome in (2, 3)


def test_the_last_fields_of_a_record_may_be_left_out():
    assert toy(targets={"best": best}, record=LuckyDie, dice=roll_one)(sides=3).targets == LuckyDie(3, False)


def test_what_goes_beside_a_record_is_asked_for_by_name():
    """All of them stay target numbers, in the order in which the check has them."""
    targets = {"best": best, "half": lambda r, best: best // 2, "lucky": lambda r, lucky: lucky}
    dice = lambda throw, r, half, lucky_die: roll(throw, r, lucky_die.lucky, lucky_die.best + half)  # noqa: E731
    answer = toy(targets=targets, record=LuckyDie, dice=dice)(sides=2)
    assert answer.targets._asdict() == {"best": 2, "half": 1, "lucky": False} and len(answer) == 3


def test_a_target_number_of_a_record_is_read_where_it_is_looked_at():
    seen = []

    class Watching:
        best = 6

        def __getattr__(self, name):
            seen.append(name)

    dice = by_name(lambda throw, r, lucky_die: d(lucky_die.best), ("throw", "r"), {"lucky_die": LuckyDie})
    assert len(dice(None, None, Watching())) == 6 and seen == []


def test_each_side_is_seen_as_a_record_of_its_own():
    """Its target numbers are those that begin with its name; another record, and more, stand beside."""
    targets = of_both(
        best=lambda side, foe: lambda r, sides: sides - (side == "b"), lucky=lambda *_: is_("lucky", True)
    )
    dice = lambda throw, r, a, b, sides: d(a.best + b.best + sides) if a.lucky and b.lucky else 0  # noqa: E731
    answer = toy(targets=targets, record={"a": LuckyDie, "b": LuckyDie}, dice=dice)(sides=3, lucky=True)
    assert answer.targets._asdict() == {"sides": 3, "a_best": 3, "b_best": 2, "a_lucky": True, "b_lucky": True}
    assert len(answer) == 8
    with pytest.raises(ValueError, match="targets must be those of LuckyDie, a_best, a_lucky; got"):
        toy(targets={"best": best}, record={"a": LuckyDie}, dice=lambda throw, r, a: a.best)


def test_a_record_of_other_target_numbers_is_refused_when_the_check_is_made():
    with pytest.raises(ValueError, match="targets must be those of LuckyDie, best, lucky; got lucky"):
        toy(targets={"lucky": lambda r, lucky: lucky}, record=LuckyDie, dice=roll_one)


def test_one_name_is_enough_and_none_too():
    assert len(toy(dice=lambda throw, r, sides: d(sides))(sides=4)) == 4
    assert dict(toy(dice=lambda throw, r: d(2))().items()) == {1: Fraction(1, 2), 2: Fraction(1, 2)}


def test_target_numbers_that_are_named_find_their_way_to_other_processes():
    targets = toy(derived=[best], dice=roll)(sides=3).targets
    assert pickle.loads(pickle.dumps(targets)) == targets


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"dice": lambda throw, r, side: d(side)}, "salamis.toy: <lambda> asks for side, .* did you mean sides?"),
        ({"dice": roll, "derived": [best], "says": lambda r, luck: []}, "asks for luck, .* did you mean lucky?"),
        ({"dice": lambda throw, r, zzz: d(zzz)}, "asks for zzz, which is not known there$"),
    ],
)
def test_a_name_that_is_not_known_is_refused_when_the_check_is_made(more, message):
    with pytest.raises(ValueError, match=message):
        toy(**more)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (
            {"dice": lambda t, throw, r: d(t.sides)},
            "salamis.toy: <lambda> must ask for throw, r and .*; got t, throw, r",
        ),
        ({"dice": roll, "says": lambda t, r: []}, "salamis.toy: <lambda> must ask for r and then .*; got t, r"),
    ],
)
def test_what_does_not_ask_for_throw_and_rules_first_is_refused(more, message):
    with pytest.raises(ValueError, match=message):
        toy(derived=[best], **more)


def test_a_number_of_which_others_are_made_is_told_only_where_it_is_asked_for():
    half = lambda r, best: best // 2  # noqa: E731
    targets = {"best": best, "half": half, "luck": lambda r, lucky: lucky}
    assert toy(targets=targets, dice=lambda throw, r, half: d(half)).targets == ("half", "luck")
    question = toy(targets=targets, dice=lambda throw, r, half: d(half), says=lambda r, best: [f"Of {best}."])
    assert question.targets == ("half", "best", "luck") and question(sides=6).targets == (3, 6, False)
    written = toy(targets=targets, dice=lambda throw, r, half: d(half), says="Half of {best}.")
    assert "Half of 6." in str(written().explain())


def test_the_number_that_says_what_is_answered_stays_a_target_number():
    """Also where dice and sentences do not look at it, and another number is made of it."""
    targets = {"best": best, "half": lambda r, best: best // 2}
    check = toy(
        targets=targets, dice=lambda throw, r, half: d(half), outcomes=By("best", dict.fromkeys(range(2, 13), NUMBERS))
    )
    assert check.targets == ("half", "best") and dict(check(sides=4).items()) == {1: Fraction(1, 2), 2: Fraction(1, 2)}
