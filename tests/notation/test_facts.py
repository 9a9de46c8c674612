"""What is asked of a line, of one against another, and its table as text, Markdown and CSV."""

import csv
import io
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, strategies as st

import rencounter_kit as rk
from rencounter_kit.engine.formats.writing import written
from rencounter_kit.engine.notation.table import dice_table, table
from rencounter_kit.engine.words.wording import AT_LEAST, AT_MOST, READINGS
from tests.notation.test_notation import NUMBERS, answer


@given(NUMBERS, st.integers(-5, 30))
def test_facts_of_numbers_are_what_their_chances_say(node, number):
    if facts := answer(node):
        chances = dict(facts.dist.items())
        assert facts.exactly(number) == chances.get(number, 0)
        assert facts.at_least(number) == sum(p for n, p in chances.items() if n >= number)
        assert facts.at_least(number) + facts.at_most(number - 1) == 1
        assert facts.at_most(facts.median) >= Fraction(1, 2) > facts.at_most(facts.median - 1)
        low, high, share = facts.middle_half
        assert low <= facts.median <= high and share == sum(p for n, p in chances.items() if low <= n <= high)
        assert share >= Fraction(1, 2) and facts.at_most(low - 1) < Fraction(1, 4) >= 1 - facts.at_most(high)


@given(NUMBERS, NUMBERS)
def test_one_against_another_is_what_each_pair_says(one, other):
    a, b = answer(one), answer(other)
    if a and b and len(a.dist) * len(b.dist) <= 2000:
        try:
            margin = a.against(b)
        except rk.RuleError:
            return  # both together are too much
        expected = Counter()
        for (x, p), (y, q) in product(a.dist.items(), b.dist.items()):
            expected[x - y] += p * q
        if not (a.left_out or b.left_out):
            assert dict(margin.dist.items()) == {by: p for by, p in expected.items() if p}
            assert not margin.left_out and margin.mean == margin.dist.mean
        assert margin.wins + margin.ties + margin.losses == 1
        assert margin.wins == sum(p for by, p in margin.dist.items() if by > 0)
        assert b.against(a).wins == margin.losses or margin.left_out


def test_one_against_another_is_told_in_words():
    same = str(rk.dice("d6").against(rk.dice("d6")))
    assert same.splitlines()[0] == "The first is higher than the second 5 times in 12 (41.7 %, 5/12)."
    assert same.endswith("On average they are equal.")
    assert str(rk.dice("d4").against(rk.dice("d6"))).endswith("On average it is 1 lower.")
    endless = rk.dice("3d6!").against(rk.dice("d6"))
    assert 0 < endless.left_out < Fraction(1, 10**8) and endless.mean == Fraction(63, 5) - Fraction(7, 2)


@pytest.mark.parametrize(
    "ask",
    [
        lambda one: one.at_least(3), lambda one: one.at_most(3), lambda one: one.exactly(3), lambda one: one.median,
        lambda one: one.middle_half, lambda one: one.against(rk.dice("d6")), lambda one: rk.dice("d6").against(one),
    ],
)  # fmt: skip
def test_what_is_of_numbers_is_not_asked_of_a_yes_or_no(ask):
    with pytest.raises(rk.RuleError, match=r"must be (of|a) numbers?; got d6 >= 3, a yes or no"):
        ask(rk.dice("d6 >= 3"))


def test_what_would_be_too_much_against_each_other_is_refused():
    with pytest.raises(rk.RuleError, match="would take"):
        rk.dice("300d100").against(rk.dice("300d101"))


def exact(cell):
    """The fraction that a cell of CSV holds."""
    return Fraction(cell.removeprefix("exactly "))


@pytest.mark.parametrize("reading", READINGS)
def test_a_csv_holds_every_chance_exactly(reading):
    lines = ("100d6", "3d6 <= 11", "4d6 drop lowest")
    answers = [rk.dice(line) for line in lines]
    first, *rows = csv.reader(io.StringIO(written(dice_table(answers, reading), "csv")))
    assert first[0] == ("outcome" if reading == "exactly" else reading) and first[1:3] == [
        "100d6",
        "100d6 (exact)",
    ]
    assert [row[0] for row in rows] == ["no", "yes", *map(str, range(3, 19)), *map(str, range(100, 601))]
    ask = {"exactly": "exactly", AT_LEAST: "at_least", AT_MOST: "at_most"}[reading]
    for name, _, many, _, yes, decimal, few in rows:
        if name in ("no", "yes"):
            assert (many, exact(yes), few) == ("", answers[1][name], "")
        else:
            assert exact(many) == getattr(answers[0], ask)(int(name)) and yes == ""
            assert exact(few) == getattr(answers[2], ask)(int(name)) and float(decimal) == float(exact(few))


def test_tables_may_be_of_that_or_more_or_less():
    rows = table([rk.dice("2d6")], AT_LEAST).splitlines()
    assert rows[2:4] == ["at least", " 2  1 = 100 % = always"]
    assert "12  1/36" in rows[-1]
    beside = table([rk.dice("2d6"), rk.dice("d6 > 4")], AT_MOST)
    assert "at most" in beside and "33.3 %" in beside
    assert written(dice_table([rk.dice("d6 >= 3 or d6 = 1"), rk.dice("d2")], AT_MOST), "markdown").splitlines()[2:] == [
        "| no | 27.8 % |  |",
        "| yes | 72.2 % |  |",
        "| 1 |  | 50 % |",
        "| 2 |  | 100 % |",
    ]
    long = table([rk.dice("100d6")], AT_LEAST)
    assert " or more" not in long and len(long.splitlines()) < 200


def test_the_command_writes_what_can_be_copied(run):
    assert run("dice", "2d6", "3d6", "--csv")[1] == written(dice_table([rk.dice("2d6"), rk.dice("3d6")]), "csv") + "\n"
    assert (
        run("dice", "2d6", "--markdown", "--at-least")[1]
        == written(dice_table([rk.dice("2d6")], AT_LEAST), "markdown") + "\n"
    )
    assert run("dice", "{n}d6", "n=1..2", "--csv")[1].splitlines()[1:] == [
        "1,3.5,exactly 7/2,1.707825127659933",
        "2,7.0,exactly 7,2.41522945769824",
    ]
    assert run("dice", "{n}d6 >= 2", "n=3", "--at-least")[0] == 0
    assert "| 2 | 7 | 2.42 |" in run("dice", "{n}d6", "--markdown", "n=1..2")[1]
    assert (
        run("dice", "(d6) >= {t}", "t=5,6", "--csv")[1]
        == "t,yes,yes (exact)\n5,0.3333333333333333,exactly 1/3\n6,0.16666666666666666,exactly 1/6\n"
    )
    assert run("dice", "2d6", "--csv", "3d6") == run("dice", "2d6", "3d6", "--csv")
    for words, sentence in (
        (("2d6", "--csv", "--markdown"), "not allowed with"),
        (("{n}d6", "n=1..2", "--at-least"), "must be of one value each"),
    ):
        status, _, err = run("dice", *words)
        assert status == 2 and sentence in err and err.count("\n") == 1


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: rk.dice("{n}d6", n=range(10**20)), "n must have at most 400 values; got range"),
        (lambda: rk.dice("{n}d6", n=[1] * 401), "n must have at most 400 values"),
        (lambda: rk.dice("d6").throw(seed=[1]), "seed must be a whole number; got"),
        (lambda: rk.dice("d6").throw_many(10, seed="x"), "seed must be a whole number; got x"),
        (lambda: rk.check("rencounter.fire").roll([1]), "seed must be a whole number; got"),
        (lambda: rk.dice("d6").at_least([1]), "what you ask must be a whole number"),
        (lambda: rk.dice("d6").at_most(2.5), "what you ask must be a whole number; got 2.5"),
        (lambda: rk.dice("d6").exactly("x"), "what you ask must be a whole number; got x"),
        (lambda: rk.dice("d6").against("d6"), "the other dice must be an answer"),
    ],
)
def test_what_cannot_be_asked_is_told_in_one_sentence(ask, says):
    with pytest.raises(rk.RuleError, match=says):
        ask()
