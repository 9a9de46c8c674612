"""Other dice in words, and what a line of dice says while it is written."""

import pickle
import re
from fractions import Fraction

import pytest

from rencounter_kit import check, rules
from rencounter_kit.engine.words.errors import RuleError
from rencounter_kit.workbook.rulebook.dice_wishes import DiceWish, all_dice, dice_wish, others
from rencounter_kit.workbook.rulebook.writing import by_line, completions

BOOK = rules("rencounter")


@pytest.mark.parametrize(
    ("line", "wish"),
    [
        ("d20 instead of d12", DiceWish("d20", "d12", [])),
        ("2D6 rather than a d12 for severity", DiceWish("2d6", "d12", ["severity"])),
        ("replace the d12 by 2d6", DiceWish("2d6", "d12", [])),
        ("2d6 to hit instead of the d12", DiceWish("2d6", "d12", ["hit"])),
        ("from d12 to 2d6", DiceWish("2d6", "d12", [])),
        ("change the d12 to a 2d6 to hit", DiceWish("2d6", "d12", ["hit"])),
        ("d12 becomes d20", DiceWish("d20", "d12", [])),
        ("d12 -> d20", DiceWish("d20", "d12", [])),
        ("roll 2d12 lowest for severity", DiceWish("2d12 lowest", "", ["severity"])),
        ("highest of 2d6 to hit", DiceWish("2d6 highest", "", ["hit"])),
        ("d% to hit", DiceWish("d100", "", ["hit"])),
        ("best of two d12 to hit", DiceWish("2d12 highest", "", ["hit"])),
        ("2 d6 to hit", DiceWish("2d6", "", ["hit"])),
        ("d10+1 to hit", DiceWish("d10 + 1", "", ["hit"])),
        ("double the armor", None),
        ("fire.range.long = -3", None),
        ("900d900 to hit", None),
    ],
)
def test_other_dice_are_asked_for_in_words(line, wish):
    assert dice_wish(line) == wish


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("use 2d6 to hit", 'dice.fire = "2d6"'),
        ("2d6 for severity", 'dice.severity = "2d6"'),
        ("a d20 for fire instead of the d12", 'dice.fire = "d20"'),
        ("dice.fire = 2d6", 'dice.fire = "2d6"'),
        ("dice.fire = d20", 'dice.fire = "d20"'),
        ("dice.fire = lowest of 2d12", 'dice.fire = "2d12 lowest"'),
        ("dice.fire =", 'dice.fire = "2d6"'),
    ],
)
def test_a_line_that_is_begun_is_offered_with_other_dice(line, first):
    assert completions(BOOK, line)[0] == first
    (entry,) = by_line(BOOK, line)
    assert entry.begun
    (taken,) = by_line(BOOK, first)
    assert not taken.wrong


def test_only_dice_of_the_kind_that_is_to_go_are_offered():
    offered = completions(BOOK, "d20 instead of d6", limit=99)
    assert offered
    assert all(BOOK[line.partition(" = ")[0]] == "d6" for line in offered)
    assert completions(BOOK, "d20 instead of d7") == []
    assert completions(BOOK, "d10 for horsemanship") == []
    assert completions(rules("salamis"), "2d6 for the wind") == []


def test_dice_are_offered_below_their_heading_too():
    assert completions(BOOK, "2d6 to hit", prefix="dice.")[0] == 'fire = "2d6"'
    assert completions(BOOK, "2d6 to hit", prefix="fire.") == []


def test_all_dice_that_are_offered_may_be_thrown():
    for rule in all_dice(BOOK):
        assert others(BOOK, rule.path)
        for dice in others(BOOK, rule.path):
            assert BOOK.with_house_rules(f'{rule.path} = "{dice}"')[rule.path] == dice


@pytest.mark.parametrize("written", ["2D6", " 2d6 ", "2 d 6"])
def test_dice_are_kept_in_one_notation_however_they_are_written(written):
    ours = BOOK.with_house_rules(f'dice.fire = "{written}"')
    assert ours.lines == 'dice.fire = "2d6"'
    assert ours.dice("fire").mean == 7


@pytest.mark.parametrize(
    "value",
    ['"2d"', '"d0"', '"d1"', '"d6 - "', '"six"', "3", "true", "[1, 2]", '"1..6"'],
)
def test_what_is_no_dice_is_refused_in_a_sentence(value):
    with pytest.raises(
        RuleError,
        match=r"^dice\.fire must be dice such as \"d12\".*; got .*; dice\.fire = \"d12\" is the figure of the book$",
    ):
        BOOK.with_house_rules(f"dice.fire = {value}")


@pytest.mark.parametrize(
    ("line", "hits"),  # on 6 or less
    [
        ("d6! at most 2 times", Fraction(5, 6)),
        ("p = 3d6: p  highest 2", Fraction(42, 216)),
        ("d{1, 5, 9, 13} + 2", Fraction(1, 4)),
    ],
)
def test_dice_of_a_rule_may_be_any_line_of_dice_that_comes_to_an_end(line, hits):
    ours = pickle.loads(pickle.dumps(BOOK.with_house_rules(f'dice.fire = "{line}"')))
    assert ours.lines == f'dice.fire = "{" ".join(line.split())}"' and ours["dice.fire"] == ours.dice("fire").written
    assert check("rencounter.fire", rules=ours).event("hits") == hits
    twice = ours.with_house_rules('again = { again = "dice.fire", of = "miss" }')
    assert check("rencounter.fire", rules=twice).event("hits") == 1 - (1 - hits) ** 2


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("d6!", "must come to an end; got d6!, which may go on for ever; say how often"),
        ("d6 >= 5", "must come to whole numbers"),
        ("d6 + 1000", "at most 1,000; got"),
        ("100d1000", "must fit into 400,000 bytes"),
        ("d{miss, hit}", 'dice.fire must be dice such as "d12"'),
    ],
)
def test_a_line_that_no_rule_can_roll_is_refused_with_what_it_must_be(line, reason):
    with pytest.raises(RuleError, match=re.escape(reason)):
        BOOK.with_house_rules(f'dice.fire = "{line}"')


@pytest.mark.parametrize("same", ["d12", "D12", "1d12", "d12 + 0"])
def test_the_same_dice_are_no_change(same):
    with pytest.raises(RuleError, match="must change something"):
        BOOK.with_house_rules(f'dice.fire = "{same}"')
