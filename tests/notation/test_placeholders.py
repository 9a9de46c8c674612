"""Names in braces in a line of dice: what stands there, with one value or with many."""

import re
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

import rencounter_kit as rk
from rencounter_kit.engine.notation.errors import NotationError
from rencounter_kit.engine.notation.limits import LARGEST
from rencounter_kit.engine.notation.placeholders import filled, placeholders
from rencounter_kit.engine.notation.sweep import MOST_CELLS
from rencounter_kit.engine.work.progress import telling


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("{n}d6 keep highest {k}", ("n", "k")),
        ("{N}d6 + {n} + { n }", ("n",)),
        ("d20 + {dice.fire} >= {shooting.needed_2}", ("dice.fire", "shooting.needed_2")),
        ("d{1,2,3} + d{1..6} + d{-1,0,1}", ()),
        ("d{sides} + d{1,{top}}", ("sides", "top")),
        ("{d8!, d6!}kh1 + {5d6!!}>8 + {d6}", ()),
        ("{dm} + {d} + {d2x}", ("dm", "d", "d2x")),
        ("2d6 # {n}", ()),
    ],
)
def test_names_in_braces_are_found(line, names):
    assert placeholders(line) == names


@pytest.mark.parametrize(
    ("line", "values", "closed"),
    [
        ("2d6 + {dm}", {"dm": -2}, "2d6 - 2"),
        ("2d6 - {dm}", {"dm": -2}, "2d6 + 2"),
        ("2d6 + {dm}", {"dm": "\u2212 2"}, "2d6 - 2"),
        ("{dm} * 2d6", {"dm": -2}, "(-2) * 2d6"),
        ("{n}d6", {"n": 4}, "4d6"),
        ("{n}d{s}", {"n": 4, "s": 8}, "4d8"),
        ("4d6 keep {k}", {"k": 3}, "4d6 keep highest 3"),
        ("4d6kh{k}", {"k": "3"}, "4d6 keep highest 3"),
        ("5d10 count {t} or more", {"t": 8}, "5d10 count 8 or more"),
        ("5d10 count {t}+", {"t": 8}, "5d10 count 8 or more"),
        ("4dF count {t} or more", {"t": -1}, "4dF count >= -1"),
        ("3d6! at most {m} times", {"m": 2}, "3d6 explode on 6 at most 2 times"),
        ("repeat {m} times 2d6", {"m": 3}, "repeat 3 times 2d6"),
        ("d{1,{top}}", {"top": 9}, "d{1,9}"),
        ("d20 + {Dice.Fire} >= {needed}", {"dice.fire": "2d6 + 1", "NEEDED": "15"}, "d20 + 2d6 + 1 >= 15"),
        ("{a} - {b}", {"a": "d6", "b": "d4 - 1"}, "d6 - d4 + 1"),
        ("2 * {damage}", {"damage": "x = d6: x + x"}, "2 * (x = d6: x + x)"),
        ("{n}d6", {"n": "three"}, "3d6"),
        ("{n}{die}", {"n": 3, "die": "1d8"}, "3d8"),
        ("{die} is lion", {"die": "1d{skull, lion}"}, "d{skull, lion} = lion"),
        ("{n}d6", {"n": 2, "m": "not asked for"}, "2d6"),
    ],
)
def test_a_value_reads_rightly_wherever_it_stands(line, values, closed):
    assert rk.dice(filled(line, values)).written == closed


WITH_NUMBER = {
    "{n} + d4": lambda n, face: n + face,
    "d4 - {n}": lambda n, face: face - n,
    "d4 * {n}": lambda n, face: face * n,
    "d4 >= {n}": lambda n, face: "yes" if face >= n else "no",
    "max({n}, d4)": max,
    "2 - -{n} - d4": lambda n, face: 2 + n - face,
    "if d4 < {n} then {n} else 0": lambda n, face: n if face < n else 0,
}


@given(st.integers(-60, 60), st.sampled_from(sorted(WITH_NUMBER)))
def test_a_number_is_the_same_number_in_its_braces(n, line):
    assert rk.dice(line, n=n).dist == rk.Dist([WITH_NUMBER[line](n, face) for face in range(1, 5)])


@pytest.mark.parametrize(
    ("line", "values", "sentence", "marked"),
    [
        ("{n}d6 + {m}", {"n": 2}, "got none for m; try m=4", "{m}"),
        ("2d6 + {n}", {"n": "x"}, "n must be a whole number or dice; got x", "{n}"),
        ("2d6 + {n}", {"n": ""}, "n must be a whole number or dice; got an empty text", "{n}"),
        ("2d6 + {n}", {"n": "1) + (2"}, "n must be a whole number or dice; got 1) + (2", "{n}"),
        ("2d6 + {n}", {"n": "{n}"}, "n must be a whole number or dice; got {n}", "{n}"),
        ("2d6 + {n}", {"n": 2.5}, "n must be a whole number", "{n}"),
        ("2d6 + {n}", {"n": True}, "n must be a whole number", "{n}"),
        ("2d6 + {n}", {"n": LARGEST + 1}, "from -1,000,000 to 1,000,000, or dice", "{n}"),
        ("2d6 + {n}", {"n": 10**5000}, "from -1,000,000 to 1,000,000, or dice", "{n}"),
        ("{n}{m}d6", {"n": 1, "m": 2}, "a number must be by itself; got m beside another", "{m}"),
        ("1{n}d6", {"n": 1}, "a number must be by itself; got n beside another", "{n}"),
        ("{n}0d6", {"n": 1}, "a number must be by itself; got n beside another", "{n}"),
    ],
)
def test_what_cannot_stand_in_braces_is_told_with_its_place(line, values, sentence, marked):
    with pytest.raises(NotationError) as error:
        filled(line, values)
    assert sentence in str(error.value) and "; got " in str(error.value)
    assert error.value.line[error.value.start : error.value.end] == marked


@pytest.mark.parametrize(
    ("line", "values", "sentence"),
    [
        ("{n}d6", {}, "must have a value; got none for n; try n=4"),
        ("2d6", {"n": 3}, "a value must be of a name in braces in the line; got n; try {n} in the line"),
        ("{needed}d6", {"neded": 3}, "got neded; did you mean needed?"),
        ("{n}d6", {"n": -1}, "there must be 0 dice or more; got -1"),
        ("d{n}", {"n": 0}, "a die must have at least 1 side; got 0"),
        ("4d6 drop {n}", {"n": -1}, "fewer must be dropped, lowest or highest; got -1"),
        ("4d6 keep {n}", {"n": -1}, "some must be kept; got -1"),
        ("{n}d6", {"n": "2-8"}, "a range of n must be written with two dots; got 2-8; try 2..8"),
        ("{n}d6", {"n": "8..2"}, "n must run from low to high; got 8..2"),
        ("{n}d6", {"n": range(1, 500)}, f"n must have at most {MOST_CELLS} values; got range(1, 500)"),
        ("{n}d6", {"n": []}, "n must have a value; got none"),
        ("{n}d6", {"n": [1.5, 2]}, "n must be a whole number"),
        ("{n}d6", {"n": 2.5}, "n must be a whole number"),
        ("{n}d6 keep 9", {"n": "2..8"}, "of 2 dice some must be kept; got 9"),
    ],
)
def test_values_that_cannot_be_are_told(line, values, sentence):
    with pytest.raises(rk.RuleError, match=re.escape(sentence)):
        rk.dice(line, **values)


def test_a_range_has_an_answer_for_each_value_and_says_what_has_none():
    sweep = rk.dice("{n}d6 keep highest 3", n="2..5")
    assert sweep.names == ("n",) and sweep.cells == ((2,), (3,), (4,), (5,))
    assert sweep[4].dist == rk.dice("4d6 drop lowest").dist and sweep[(4,)] is sweep[4]
    assert isinstance(sweep.answers[2,], rk.RuleError) and sweep.answers[5,].written == "5d6 keep highest 3"
    assert str(sweep).splitlines()[1:3] == ["n   mean  spread", "3   10.5    2.96"]
    assert "Left out, n = 2: of 2 dice some must be kept; got 3" in str(sweep)
    with pytest.raises(rk.RuleError, match="of 2 dice"):
        _ = sweep[2]
    with pytest.raises(KeyError):
        _ = sweep[9]


def test_two_names_make_a_cell_for_each_pair():
    sweep = rk.dice("{n}d6 + {plus} >= {needed}", n=[1, 2], plus=3, needed=range(7, 10))
    assert sweep.names == ("n", "needed") and len(sweep.cells) == 6
    assert sweep[1, 9]["yes"] == Fraction(1, 6) and sweep[2, 9]["yes"] == Fraction(13, 18)
    reports = []
    with telling(lambda done, of: reports.append((done, of))):
        assert len(sweep.answers) == 6
    assert reports[-1] == (5, 6)


@pytest.mark.parametrize(
    ("line", "values", "counted"),
    [
        ("5d10 >= {t}", {"t": range(6, 11)}, True),
        ("5d10 >= {t}", {"t": range(6, 12)}, False),
        ("3d6 <= {t}", {"t": range(3, 19)}, False),
        ("{n}d10 >= 8", {"n": range(1, 6)}, True),
        ("{n}d10 >= {t}", {"n": [1, 2], "t": [8, 12]}, False),
        ("3d{s} >= 8", {"s": [6, 8, 10]}, False),
        ("3d{s} >= 8", {"s": [8, 10]}, True),
        ("{n}d10 >= 8 >= 2", {"n": [1, 2]}, True),
    ],
)
def test_a_comparison_means_the_same_for_all_values(line, values, counted):
    sweep = rk.dice(line, **values)
    assert all(answer.is_test is (not counted or line.endswith(" >= 2")) for answer in sweep.answers.values())
    (note,) = sweep.notes
    assert note in str(sweep) and ("each die is compared" in note) is counted
    assert not any(answer.notes for answer in sweep.answers.values())


def test_what_means_one_thing_needs_no_note():
    for line in ("d10 >= {t}", "(5d10) >= {t}", "5d10 count {t} or more"):
        assert rk.dice(line, t=[7, 8]).notes == ()


def test_the_command_takes_values_behind_the_lines(run):
    assert run("dice", "{n}d6", "n=3")[1] == run("dice", "3d6")[1]
    assert run("dice", "{n}d6", "{n}d8 + {plus}", "N = 3", "plus=d4")[1] == run("dice", "3d6", "3d8 + d4")[1]
    status, out, _ = run("dice", "{n}d6 keep 3", "{n}d8", "n=3..5")
    assert status == 0 and out.count("mean") == 2 and "12.24" in out
    assert run("dice", "d6=5")[1] == run("dice", "d6 = 5")[1]
    assert run("dice", "a = d20: a + a")[0] == 0
    for words, sentence in (
        (("{n}d6", "n=2", "n=3"), "each value must be given once; got n twice"),
        (("{n}d6", "n=2", "m=3"), "got m; "),
        (("n=2",), "a line of dice is missing"),
        (("{n}d6", "n=x"), "n must be a whole number or dice; got x"),
    ):
        status, _, err = run("dice", *words)
        assert status == 2 and sentence in err


def test_dice_of_which_some_are_kept_are_never_counted_for_one_value_alone():
    sweep = rk.dice("{n}d6 keep highest 3 >= 5", n=[3, 4])
    assert sweep[3].dist == rk.dice("(3d6) >= 5").dist and len(sweep.notes) == 1


def test_several_answers_of_one_roll_have_columns_of_their_own():
    sweep = rk.dice("p = {n}d6: p count 6s, p any pair, p count 1s", n=[2, 3])
    assert [part["yes"] for part in sweep[3].parts if part.is_test] == [Fraction(4, 9)]
    head, first, _ = str(sweep).splitlines()[1:]
    assert re.split("  +", head) == ["n", "1: mean", "1: spread", "2: yes", "3: mean", "3: spread"]
    assert re.split("  +", first) == ["2", "0.3333", "0.527", "1/6 = 16.7 % = 1 in 6", "0.3333", "0.527"]
    assert rk.written(sweep, "csv").splitlines()[2].startswith("3,0.5,")
