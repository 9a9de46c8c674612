"""How lucky a whole evening was: every way it could have gone followed one by one, laws, and what people paste."""

import io
import random
from collections import Counter
from contextlib import suppress
from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given, strategies as st

import rencounter_kit as rk
from rencounter_kit.fronts.cli.main import main
from rencounter_kit.workbook.analysis.evening import points
from rencounter_kit.workbook.analysis.evening_list import LONGEST, read
from tests.steps import Steps

CHANCES = ["5/12", "1/6", "1/2", "0.35", "11/12"]
DICE = {"2d6": [a + b for a in range(1, 7) for b in range(1, 7)], "d4": [1, 2, 3, 4], "d20": [*range(1, 21)]}
EVENINGS = [
    "3 of 5 at 5/12",
    "3 of 4 at 5/12, 1 of 3 at 1/6, 9 on 2d6",
    "0 of 2 at 1/6 bad, 2 of 3 at 11/12, 4 on d4 low, 3 on 2d6",
    "1 4 on d4, 19 on d20, 2 of 2 at 1/2",
    "20 on d20 low, 2 on 2d6, 1 of 1 at 0.35",
]


# Followed one by one --------------------------------------------------------------------------------------------------


def faces(one):
    """Every face of a throw, as often as it comes, and what a point of it counts: by the rule alone."""
    if one.counted:
        chance = one.one[1]
        return [1] * chance.numerator + [0] * (chance.denominator - chance.numerator), 1
    each = DICE[one.at]
    mean = Fraction(sum(each), len(each))
    spread = 3 * Fraction(sum((face - mean) ** 2 for face in each), len(each))
    ladder = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60]
    return each, min(ladder, key=lambda step: abs(step - float(spread) ** 0.5))


def expected_luck(text):
    """The score, and the chances of as much and as little, from all ways that the evening could have gone."""
    throws, wrong = read(text)
    assert not wrong
    score, every = Fraction(0), []
    for one in throws:
        each, worth = faces(one)
        mean, sign = Fraction(sum(each), len(each)), -1 if one.low else 1
        score += sign * (one.happened - one.tries * mean) / worth
        every += [Counter(sign * (face - mean) / worth for face in each)] * one.tries
    ways = Counter()
    for way in product(*(one.items() for one in every)):
        ways[sum(value for value, _ in way)] += prod(weight for _, weight in way)
    total = sum(ways.values())
    above = Fraction(sum(weight for value, weight in ways.items() if value >= score), total)
    below = Fraction(sum(weight for value, weight in ways.items() if value <= score), total)
    return score, above, below


@pytest.mark.parametrize("text", EVENINGS)
def test_an_evening_is_what_all_ways_it_could_have_gone_say(text):
    evening = rk.evening(text)
    assert (evening.score, evening.as_lucky, evening.as_unlucky) == expected_luck(text)
    assert evening.exactly == evening.as_lucky + evening.as_unlucky - 1 > 0


def test_dice_thrown_at_random_are_as_lucky_as_often_as_is_said():
    text, rng = "5 of 9 at 5/12, 1 of 4 at 1/6 bad, 9 4 on 2d6, 14 on d20 low, 31 on 10d6", random.Random(5)
    evening, many, as_lucky = rk.evening(text), 4000, 0
    worth = [
        (Fraction(-1 if one.low else 1) / points(one.one), one.tries * one.one.mean, one) for one in evening.throws
    ]
    for _ in range(many):
        got = (sum(one.one.sample(rng) for _ in range(one.tries)) for _, _, one in worth)
        score = sum(each * (came - mean) for came, (each, mean, _) in zip(got, worth, strict=True))
        as_lucky += score >= evening.score
    spread = float(evening.as_lucky * evening.as_unlucky / many) ** 0.5
    assert abs(as_lucky / many - float(evening.as_lucky)) < 4 * spread


# Laws -----------------------------------------------------------------------------------------------------------------

counted = st.builds(
    lambda happened, more, chance, side: f"{happened} of {happened + more} at {chance}{side}",
    *(st.integers(0, 4), st.integers(1, 4), st.sampled_from(CHANCES), st.sampled_from(["", " bad", " good"])),
)
thrown = st.builds(
    lambda face, side: f"{face[0]} on {face[1]}{side}",
    st.sampled_from(
        [(9, "2d6"), (2, "2d6"), (3, "d4"), (17, "d20"), (31, "10d6"), (12, "4d6 drop lowest"), (88, "d100")]
    ),
    st.sampled_from(["", " low", " high"]),
)
evenings = st.lists(st.one_of(counted, thrown), min_size=1, max_size=7)


def mirrored(line):
    plain = line.removesuffix(" bad").removesuffix(" low")
    return f"{plain.removesuffix(' good').removesuffix(' high')}{' low' if plain == line else ''}"


def luck_text(lines):
    evening = rk.evening("\n".join(lines))
    return evening.score, evening.as_lucky, evening.as_unlucky


@given(evenings, st.randoms(use_true_random=False))
def test_the_order_does_not_matter(lines, rng):
    assert luck_text(lines) == luck_text(rng.sample(lines, len(lines)))


@given(evenings)
def test_a_mirrored_evening_has_mirrored_chances(lines):
    score, as_lucky, as_unlucky = luck_text(lines)
    assert luck_text(list(map(mirrored, lines))) == (-score, as_unlucky, as_lucky)


@given(evenings, st.integers(0, 3), st.integers(1, 3), st.integers(0, 3), st.integers(1, 3))
def test_tries_told_in_two_parts_are_the_same(lines, yes, no, more_yes, more_no):
    whole = f"{yes + more_yes} of {yes + no + more_yes + more_no} at 5/12"
    parts = [f"{yes} of {yes + no} at 5/12", f"{more_yes} of {more_yes + more_no} at 5/12"]
    assert luck_text([whole, *lines]) == luck_text([*parts, *lines])


@given(evenings)
def test_what_could_not_go_otherwise_changes_nothing(lines):
    assert luck_text([*lines, "3 of 3 at 1", "0 of 2 at 0"]) == luck_text(lines)


@given(evenings)
def test_chances_fall_as_the_score_rises(lines):
    evening = rk.evening("\n".join(lines))
    chances = [evening.at_least(evening.score + evening.step * place) for place in range(-40, 41, 8)]
    assert chances == sorted(chances, reverse=True) and evening.chance <= 1
    assert evening.at_least(Fraction(-(10**6))) == 1 and evening.at_least(Fraction(10**6)) == 0
    assert sum(row.score for row in evening.rows) == evening.score


@pytest.mark.parametrize("what", ["5/12", "1/36"])
@pytest.mark.parametrize("happened", [0, 2, 6])
def test_one_line_alone_is_what_luck_says_of_it(what, happened):
    evening, luck = rk.evening(f"{happened} of 6 at {what}"), rk.luck(what, happened, 6)
    assert (evening.as_lucky, evening.as_unlucky, evening.exactly) == (luck.or_more, luck.or_less, luck.exactly)
    assert (evening.rows[0].expected, evening.rows[0].chance) == (luck.expected, luck.chance)


def test_half_the_faces_of_one_die_count_as_one_success():
    assert [points(rk.d(sides)) for sides in (2, 4, 6, 8, 10, 12, 20)] == [1, 2, 3, 4, 5, 6, 10]


# What people write ----------------------------------------------------------------------------------------------------

SAME = {
    "3 of 8 at 5/12": [
        *("3 / 8 at 5/12", "3/8 5/12", "hit 3/8 5/12", "3 out of 8 at 5 in 12", "3 of 8 @ 5/12", "3 of 8: 5/12"),
        *("Tom: 3 of 8 at 5/12", "Turn 2: 3 of 8 at 5/12", "3 of 8 hits at 5/12", "- 3 of 8 at 5/12", "1. 3/8 5/12"),
        *("3\t8\t5/12", "3;8;5/12", "3,8,5/12", "Tom\t3\t8\t5/12", "Tom,3,8,5/12", "\u2022 3\u00a0of\u00a08 at 5/12"),
        *(
            "\n\n3 of 8 at 5/12  # the hill\n",
            "# all of them\r\n3 of 8 at 5/12\r\n",
            "3 OF 8 AT 5/12,",
            "3 of 8 at 5/12 good",
        ),
        "3 of 8 at rencounter.fire skill=5",
    ],
    "3 of 8 at 7/20": [
        *("3 of 8 at 35%", "3 of 8 at 35 %", "3 of 8 at 0.35", "3 of 8 at 0,35", "3;8;0,35", "3 8 35", "3,8,0,35"),
        *("3/8 35 %", "3 of 8 at 35,0 %", "3 of 8 at .35", "hits 3/8, 35 %"),
    ],
    "5 of 6 at 5/8 bad": ["5 of 6 on 3d6 <= 11 bad", "5 of 6 at 3d6 \u2264 11, low", "5/6 on 3d6 <= 11 low is good"],
    "1 of 1 at 5/8": ["yes on 3d6 <= 11", "Ann: yes on 3d6 <= 11"],
    "0 of 1 at 5/8": ["no on 3d6 <= 11"],
    "9 on 2d6": ["9\t2d6", "9;2d6", "Ann 9 on 2d6", "Ann: 9 on 2d6", "9 @ 2d6", "9 with 2D6", "9 on 2d6 high"],
    "9 on 2d6\n7 on 2d6": ["9 7 on 2d6", "9, 7 on 2d6", "9 and 7 on 2d6", "9 on 2d6, 7 on 2d6", "9 on 2d6; 7 on 2d6"],
    "1 of 2 at 0.35\n2 of 3 at 1/6": [
        "1 of 2 at 0,35, 2 of 3 at 1/6",
        "1 of 2 at 0,35;2/3 1/6",
        "1/2 35 %,2 of 3 at 1/6",
    ],
    "2 on d{1,1,2}\n5 on max(2d6, d8)": ["2 on d{1,1,2}, 5 on max(2d6, d8)"],
    "2 of 5 at 7/12": [
        "2 of 5 at rencounter.fire skill=5 miss",
        "2 of 5 at rencounter.fire skill=5 range_band=short miss",
    ],
}


@pytest.mark.parametrize(("plain", "written"), [(plain, one) for plain, every in SAME.items() for one in every])
def test_a_list_means_the_same_however_it_is_written(plain, written):
    assert luck_text([written]) == luck_text([plain])


WRONG = [
    ("", "must have at least one throw; got none"),
    ("# nothing\n\n", "must have at least one throw; got none"),
    (None, "must be a text"),
    ("x" * 1001, "a line must have at most 1,000 characters; got 1,001 in line 1"),
    ("x" * (LONGEST + 1), "at most 50,000 characters; got 50,001"),
    ("1 of 2 at 1/2\n" * 501, "at most 500 kinds of throws; got 501"),
    ("we won", "must be written like 3 of 8 at 5/12, 2 of 5 at 2d6 >= 9, or 9 on 2d6; got we won"),
    ("hits;tries;chance\n3;8;5/12", "line 1: what happened must be written like"),
    ("3 of 8 at 5/12\n\n3 of 8", "line 3: what happened must be written like"),
    ("3 of 8 at 5/0", "from 0 % to 100 %; got 5/0"),
    ("3 of 8 at 150 %", "from 0 % to 100 %; got 150 %"),
    ("9 of 8 at 5/12", "successes must be at most as many as tries; got 9 of 8"),
    ("0 of 0 at 5/12", "tries must be from 1 to 10,000; got 0"),
    ("0 of 10001 at 5/12", "tries must be from 1 to 10,000; got 10,001"),
    ("1 of 3 at 0", "must be possible; got 1 of 3 at 0, where the chance is 0"),
    ("2 of 3 at 1", "must be possible"),
    ("13 on 2d6", "a throw of 2d6 must come to one of 2 to 12; got 13"),
    ("5 on 2 * d6", "a throw of 2 * d6 must come to one of 2 to 12; got 5"),
    ("3 of 8 at 2d6", "what you count must be a yes or no; got 2d6; try 2d6 >= 9"),
    ("9 on 5/12", "a chance must say how often it came up; got 9 on 5/12; try 3 of 8 at 5/12"),
    ("yes on 2d6", "must be a yes or no; got 2d6"),
    ("9 on 2d6 +", "a line of dice must go on with"),
    ("1 of 2 at 1/2\n9 on 2d6 kep 1", "line 2: this must be"),
    ("2 of 5 at rencounter.fir", "did you mean rencounter.fire?"),
    ("2 of 5 at rencounter.fire skil=7", "did you mean skill?"),
    ("2 of 5 at rencounter.fire skill=70", "skill must be a whole number from 1 to 12; got 70"),
    ("2 of 5 at rencounter.fire skill=7 skill=8", "each parameter must be given once"),
    ("2 of 5 at rencounter.fire hot", "a parameter must be written NAME=VALUE; got hot"),
    ("2 of 5 at odd_encounters.melee_damage", "must be a yes or no"),
    ("5000 of 9000 at 5/12, 3 of 8 at 1/7", "fit into 60 million bits; got throws that would take"),
    ("\n".join(f"1 on d{sides}" for sides in range(2, 40)), "line 31: an evening must have at most 30 kinds of dice"),
]


@pytest.mark.parametrize(("text", "message"), WRONG, ids=range(len(WRONG)))
def test_what_cannot_be_read_is_told_in_one_sentence(text, message):
    with pytest.raises(rk.RuleError) as refused:
        rk.evening(text)
    refusal_text = str(refused.value)
    assert message in refusal_text and "\n" not in refusal_text and len(refusal_text) <= 400


def test_every_wrong_line_is_told_with_its_number_and_its_place():
    throws, wrong = read("9 on 2d6\n9 on 2d6 kep 1\n\n3 of 8 at\n1 of 2 at 1/2")
    assert [one.line for one in throws] == [1, 5] and [one.line for one in wrong] == [2, 4]
    assert wrong[0].marked == "2d6 kep 1\n    ^^^" and not wrong[1].marked


PARTS = [*"0123459 ,;:/#%.\t\n=<d-", " of ", " at ", " on ", "2d6", "5/12", "no ", "low", " 3 of 8 at "]


@given(st.lists(st.sampled_from(PARTS), max_size=30).map("".join))
def test_whatever_is_pasted_is_read_or_told_of(text):
    with suppress(rk.RuleError):
        assert 0 < rk.evening(text).chance <= 1


@pytest.mark.parametrize("series", [0, 10**6 + 1, "2", 1.5])
def test_series_are_a_number_of_evenings(series):
    with pytest.raises(rk.RuleError, match="series must be a whole number from 1 to 1,000,000"):
        rk.evening("9 on 2d6", series=series)


# How it is told -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5 of 6 at 5/12", "A lucky evening: 1 evening in 20 is as lucky or luckier (4.92 %, 146875/2985984)."),
        ("0 of 6 at 5/12", "An unlucky evening: 1 evening in 25 is as unlucky or more so (3.94 %, 117649/2985984)."),
        (
            "9 on 2d6",
            "An ordinary evening, a little lucky: 27.8 % of evenings are as lucky or luckier (5/18).",
        ),
        (
            "1 of 2 at 1/2",
            "Neither lucky nor unlucky: just the average, as half of all evenings are (50 %, 1/2).",
        ),
        ("1 of 1 at 1", "Neither lucky nor unlucky: just the average, as every evening is (100 %, 1)."),
    ],
)
def test_the_answer_is_a_sentence(text, message):
    assert rk.evening(text).head() == message


def test_each_line_says_what_it_brought():
    evening = rk.evening("3 of 8 at 5/12, 2 of 4 at 1/6\n9 on 2d6\n18 on d20 bad", series=20)
    assert evening.luckiest.throws == "2 of 4 at 1/6" and evening.unluckiest.throws == "18 on d20 bad"
    assert list(evening.table()["score"]) == [row.score for row in evening.rows]
    text = str(evening)
    assert "Luckiest: 2 of 4 at 1/6." in text and "Unluckiest: 18 on d20 bad." in text
    assert "As much as one success: 4 points on 2d6, 10 points on d20." in text
    assert f"At least one of 20 evenings {evening.tail}: " in text and evening.any == 1 - (1 - evening.chance) ** 20
    assert "no sign of cheating" in text
    assert all(f"<td>{cell}</td>" in evening._repr_html_() for cell in ("3 of 8 at 5/12", "+1.33"))


def test_dice_that_go_on_for_ever_say_what_was_left_out():
    assert "Left out: dice that go on for longer" in str(rk.evening("9 on d6!"))


def test_three_thousand_tries_and_hundreds_of_dice_take_few_steps():
    text = "\n".join(["1200 of 3000 at 5/12", *["7 9 on 2d6\n11 on d20\n40 on d100\n33 on 10d6 low"] * 20])
    rk.evening("7 on 2d6, 9 on d20, 9 on d100, 33 on 10d6, 1 of 2 at 5/12")
    with Steps() as steps:
        assert rk.evening(text).chance > 0
    assert steps.number < 600_000


# The command ----------------------------------------------------------------------------------------------------------

LINES = ("3 of 8 at 5/12", "9 on 2d6")
TEXT = "\n".join(LINES)


def test_an_evening_on_the_command_line(capsys, monkeypatch, tmp_path):
    answer = f"{rk.evening(TEXT)}\n"
    assert main(["evening", *LINES]) == 0 and capsys.readouterr().out == answer
    file = tmp_path / "evening.txt"
    file.write_text("\ufeff# ours\n3;8;5/12\r\n9\t2d6\n", encoding="utf-8")
    assert main(["evening", "--file", str(file)]) == 0
    assert capsys.readouterr().out.splitlines()[0] == answer.splitlines()[0]
    monkeypatch.setattr("sys.stdin", io.StringIO(TEXT))
    assert main(["evening", "-", "--series", "3"]) == 0
    assert capsys.readouterr().out == f"{rk.evening(TEXT, series=3)}\n"


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ([], "an evening must have at least one throw"),
        (["9 of 8 at 5/12"], "successes must be at most as many as tries"),
        (["--file", "nowhere.txt"], "--file must be a text that can be read; got nowhere.txt: No such file"),
        (
            ["--file", "latin.txt"],
            "--file must be a text that can be read; got latin.txt: it is not UTF-8 text; save it as UTF-8",
        ),
        (["9 on 2d6", "--series", "0"], "series must be a whole number"),
    ],
)
def test_an_evening_on_the_command_line_refuses_in_one_line(capsys, monkeypatch, tmp_path, typed, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "latin.txt").write_bytes(b"9 on 2d6 # caf\xe9")
    assert main(["evening", *typed]) == 2
    output = capsys.readouterr()
    assert output.out == "" and message in output.err and len(output.err.splitlines()) == 1


def test_the_place_in_a_line_of_dice_is_marked_below_the_sentence(capsys):
    assert main(["evening", "9 on 2d6 kep 1"]) == 2
    assert capsys.readouterr().err.endswith("2d6 kep 1\n    ^^^\n")


@pytest.mark.parametrize(
    ("written", "same"),
    [
        ("2 of 5 on d6 4+", "2 of 5 at 1/2"),
        ("saved 2 of 5 on a 4+", "2 of 5 at 1/2"),
        ("saves: 2/5 on 3 or better", "2 of 5 at 2/3"),
        ("3 of 8 on 2d6 9+", "3 of 8 at 5/18"),
        ("2 of 5 at d20 12 or more", "2 of 5 at 9/20"),
        ("1 of 3 on 4+, 9 on 2d6", "1 of 3 at 1/2, 9 on 2d6"),
    ],
)
def test_a_goal_is_taken_as_players_write_it(written, same):
    evening, plain = rk.evening(written), rk.evening(same)
    assert (evening.score, evening.as_lucky, evening.as_unlucky) == (plain.score, plain.as_lucky, plain.as_unlucky)


def test_a_goal_without_dice_says_that_it_is_read_on_a_d6_and_a_higher_one_is_refused():
    assert rk.evening("saved 2 of 5 on a 4+").rows[0].throws == "saved 2 of 5 on a 4+ (d6)"
    with pytest.raises(rk.RuleError, match="a goal above 6 must name its dice; got a 12\\+; try d20 12\\+"):
        rk.evening("2 of 5 on a 12+")
