"""Rolls that are named and read as often as one likes: as people ask for them, by brute force over all faces."""

from collections import Counter
from fractions import Fraction

import pytest

import rencounter_kit as rk
from tests.witness.dice_lines import chances, face, largest, left, pairs, run


def above(dice, least):
    return sum(one >= least for one in dice)


def best(dice, number):
    return sorted(dice)[-number:]


# The lines ------------------------------------------------------------------------------------------------------------

ASKED = {
    # One roll, two counts of it
    "p = 6d6: (p count 5+) - (p count 1s)": ((6, 6), lambda p: above(p, 5) - p.count(1)),
    "p = 4d10: p count 7+ = 0 and p count 1 > 0": ((4, 10), lambda p: above(p, 7) == 0 and p.count(1) > 0),  # a botch
    "p = 4d10: if p count 7+ = 0 and p count 1 > 0 then -1 else p count 7+": (
        (4, 10),
        lambda p: -1 if above(p, 7) == 0 and p.count(1) else above(p, 7),
    ),
    "p = 4d10: max(0, p count 6+ - p count 1s)": ((4, 10), lambda p: max(0, above(p, 6) - p.count(1))),
    "p = 4d10: (p count 6 or more) + 2 * ((p count 10s) / 2 round down)": (  # pairs of tens are worth four
        (4, 10),
        lambda p: above(p, 6) + 2 * (p.count(10) // 2),
    ),
    # Shadowrun: a glitch, where half of the dice or more show 1, and without a hit a critical one
    "p = 6d6: p count 1s >= 3 and p count 5+ = 0": ((6, 6), lambda p: p.count(1) >= 3 and above(p, 5) == 0),
    "p = 6d6: if p count 1s >= 3 then 0 - (p count 1s) else p count 5+": (
        (6, 6),
        lambda p: -p.count(1) if p.count(1) >= 3 else above(p, 5),
    ),
    # Year Zero: sixes are successes; what shows neither 1 nor 6 is pushed
    "p = 5d6: others = 5 - p count 6s - p count 1s: p count 6s + (others * 0)": (
        (5, 6),
        lambda p: p.count(6),
    ),
    "p = 3d6: p count 6s + (3 - p count 6s - p count 1s)d6 count 6s": (
        (3, 6, 3, 6),
        lambda p, more: p.count(6) + more[: 3 - p.count(6) - p.count(1)].count(6),
    ),
    # Degenesis: triggers count only where successes are more than ones
    "p = 6d6: if p count 1s > p count 4+ then 0 else p count 6s": (
        (6, 6),
        lambda p: 0 if p.count(1) > above(p, 4) else p.count(6),
    ),
    # One Roll: how wide and how high the best set is
    "p = 4d10: if p any pair then 10 * p largest set + p face of the largest set else 0": (
        (4, 10),
        lambda p: 10 * largest(p) + face(p) if largest(p) > 1 else 0,
    ),
    # Poker and Yahtzee, the first roll
    "p = 5d6: p largest set = 5": ((5, 6), lambda p: largest(p) == 5),
    "p = 5d6: p largest set = 3 and p different faces = 2": (
        (5, 6),
        lambda p: sorted(Counter(p).values()) == [2, 3],
    ),
    "p = 5d6: if p longest run = 5 then 40 else if p longest run = 4 then 30 else 0": (
        (5, 6),
        lambda p: {5: 40, 4: 30}.get(run(p), 0),
    ),
    # Doubles
    "p = 2d6: if p doubles then p + 2d6 else p": (
        (2, 6, 2, 6),
        lambda p, more: sum(p) + sum(more) * (p[0] == p[1]),
    ),
    # The n-th die, and some of the dice read again
    "p = 4d6: p middle 2 - p lowest": ((4, 6), lambda p: sum(sorted(p)[1:3]) - min(p)),
    "p = 5d6: (p keep highest 3) >= 15 and p all different": (
        (5, 6),
        lambda p: sum(best(p, 3)) >= 15 and len(set(p)) == 5,
    ),
    "p = 5d6: p keep highest 3 pairs": ((5, 6), lambda p: pairs(best(p, 3))),
    # Neon City: dice of danger cancel others that show the same
    "a = 3d6: b = 2d6: a without b count 6s": ((3, 6, 2, 6), lambda a, b: left(a, b).count(6)),
    # A die with a role of its own beside the others
    "p = 3d6: w = d6: if w = 1 then p lowest else if w = 6 then p + w else p highest": (
        (3, 6, 1, 6),
        lambda p, w: min(p) if w == (1,) else sum(p) + 6 if w == (6,) else max(p),
    ),
    "{d6! at most 1 times, d8} count 5 or more": (
        (2, 6, 1, 8),
        lambda p, other: above(p[: 1 + (p[0] == 6)], 5) + above(other, 5),
    ),
    "middle of {d4, d6, d8}": ((1, 4, 1, 6, 1, 8), lambda p, q, w: sorted(p + q + w)[1]),
    # L5R: some are kept, the others may still show something
    "p = 4d10: p keep highest 2 + 5 * (p count 1s)": ((4, 10), lambda p: sum(best(p, 2)) + 5 * p.count(1)),
    # Given
    "p = 4d6: p any pair given p >= 20": ((4, 6), lambda p: len(set(p)) < 4 if sum(p) >= 20 else None),
    # The same in the order in which it is said
    "p = 5d6: any pair of p": ((5, 6), lambda p: len(set(p)) < 5),
    "doubles on 2d6": ((2, 6), lambda p: p[0] == p[1]),
    "all different in 4d6": ((4, 6), lambda p: len(set(p)) == 4),
    "a = 3d4: b = 3d4: matches of a and b": ((3, 4, 3, 4), lambda a, b: 3 - len(left(a, b))),
    "5d6 large straight": ((5, 6), lambda p: run(p) == 5),
    "p = 5d6: p small straight or p any pair": ((5, 6), lambda p: run(p) >= 4 or len(set(p)) < 5),
    "2d6 = 7..9 or d4 = 1": ((2, 6, 1, 4), lambda p, q: 7 <= sum(p) <= 9 or q == (1,)),
    "p = 2d6: p between p highest and 7": ((2, 6), lambda p: max(p) <= sum(p) <= 7),
    "d6 5 or better": ((1, 6), lambda p: p[0] >= 5),
    "2d6 + 1 10+": ((2, 6), lambda p: sum(p) + 1 >= 10),
    "4d6 count 4+ reroll 1s": ((4, 6), lambda p: above(p, 4) if 1 not in p else None),
    "p = 3d6: p count 5+ given p any pair": ((3, 6), lambda p: above(p, 5) if len(set(p)) < 3 else None),
    # Several answers at once
    "p = 4d6: p count 4+, p count 1s, p any pair": (
        (4, 6),
        lambda p: (above(p, 4), p.count(1), "yes" if len(set(p)) < 4 else "no"),
    ),
    "p = 4d10: p largest set, p face of the largest set given p any pair": (
        (4, 10),
        lambda p: (largest(p), face(p)) if largest(p) > 1 else None,
    ),
}


def brute(rolls, by):
    """What all faces come to, roll by roll; what is not given is left out."""
    shapes = list(zip(rolls[::2], rolls[1::2], strict=True))

    def play(throw, named):
        return by(*[tuple(throw(range(1, sides + 1)) for _ in range(count)) for count, sides in shapes])

    return chances(play, 10**6)


@pytest.mark.parametrize("line", ASKED)
def test_one_roll_read_often_is_what_all_faces_say(line):
    rolls, by = ASKED[line]
    answer = rk.dice(line)
    assert dict(answer.dist.items()) == brute(rolls, by) and not answer.left_out
    assert rk.dice(answer.written) == answer and answer.says.isprintable()


@pytest.mark.parametrize(
    ("line", "hints"),
    [
        ("5d6 full house", ["p = 5d6: p largest set = 3 and p different = 2"]),
        ("6d6 full house", ["p = 5d6: p largest set = 3 and p different = 2"]),
        ("5d6 straight", ["5d6 small straight", "5d6 large straight"]),
        ("5d6 three of a kind", ["5d6 largest set >= three"]),
        ("5d6 yahtzee", ["5d6 largest set = 5"]),
        ("5d6 a pair", ["5d6 any pair"]),
        ("5d6 two pairs", ["5d6 pairs >= 2", "5d6 sets of 2 >= 2"]),
        ("2d6 6 or better", ["6 or more on 2d6", "2d6 count 6 or more"]),
        ("5d10 = 7..9", ["a = 5d10: a >= 7 and a <= 9", "5d10 count 7 to 9"]),
        ("2d6 = 7-9", ["2d6 = 7..9"]),
        ("4d6 drop lowest 6 times", ["repeat 6 times (4d6 drop lowest)", "best of 6 (4d6 drop lowest)"]),
        ("7d10 largest set, largest set face", ["p = 7d10: p largest set, p largest set face"]),
        ("7d10 count 6s, count 1s", ["p = 7d10: p count 6, p count 1"]),
        ("p = (d4)d6: p pairs", ["(d4)d6 count 5 or more"]),
        ("3d6 count 5 2 or more", ["(3d6 count 5) >= 2"]),
        ("3d{a, 1}", ["d{1, 2}"]),
        ("p = 8d6: p share of 6", ["p = 8d6: p count 6s"]),
        ("d6 + d8 keep highest", ["2d8 keep highest", "highest of d6, d8"]),
        ("d20 lowest", ["2d8 keep highest", "highest of d6, d8"]),
        ("5d10 count 8+, 10s again", ["5d10 10 again count 8+"]),
        ("5d10 count 8+ again on 10", ["5d10 10 again count 8+"]),
        ("6d6 count evens", ["6d6 count {1, 3, 5}", "6d6 count {2, 4, 6}"]),
        ("|d6 - d8|", ["abs(d6 - d8)", "p = 2d6: highest of p - lowest of p"]),
        ("sum of 5d6 without 1s", ["4d6 drop lowest", "5d{0, 2..6}"]),
        ("5 coins", ["5d{heads, tails} count heads"]),
    ],
)
def test_what_may_mean_two_things_is_refused_with_lines_that_are_read(line, hints):
    with pytest.raises(rk.RuleError) as refused:
        rk.dice(line)
    for hint in hints:
        assert hint in str(refused.value) and rk.dice(hint)


EIGHT = "".join(f"{name} = d6: " for name in "abcdefgh")


@pytest.mark.parametrize(
    ("line", "same", "new"),
    [
        (f"{EIGHT}2d6 between 7 and 9", "2d6 between 7 and 9", "a2 = 2d6"),
        ("2d6 between 7 and (a = d4: a + 8)", "b = 2d6: c = d4: b >= 7 and b <= c + 8", "b = 2d6"),
        ("it = d6: 2d6 given at least 8", "2d6 given at least 8", "a = 2d6"),
        (f"{EIGHT}it = d6: 2d6 given at least 8", "2d6 given at least 8", "it2 = 2d6"),
    ],
)
def test_a_name_that_is_put_into_a_line_is_no_other_of_it(line, same, new):
    answer = rk.dice(line)
    assert new in answer.written
    assert rk.dice(answer.written).dist == answer.dist == rk.dice(same).dist


@pytest.mark.parametrize(
    ("line", "before", "hint"),
    [
        ("a = d6: 7 <= 2d6 <= 9", "a = d6: ", "b = 2d6: 7 <= b and b <= 9"),
        ("p = d6: 5d10 count 8s count 9s", "p = d6: ", "a = 5d10: a count 8, a count 9"),
        ("5d10 count 8+ count 9+", "", "p = 5d10: p count 8 or more, p count 9 or more"),
        ("a = 2d6: b = 3d6: b without a lowest pairs", "a = 2d6: b = 3d6: ", "b without a pairs"),
    ],
)
def test_a_line_that_is_proposed_may_stand_where_the_wrong_one_stood(line, before, hint):
    with pytest.raises(rk.RuleError) as refused:
        rk.dice(line)
    assert hint in str(refused.value) and rk.dice(before + hint)


@pytest.mark.parametrize(
    ("line", "got"),
    [("2d6 between 7 and 9 given at least 8", "a yes or no"), ("p = 3d6: p, p highest given at least 8", "2 answers")],
)
def test_a_condition_of_the_number_itself_stands_behind_one_number(line, got):
    with pytest.raises(rk.RuleError, match=f"given at least must come after one number; got {got}; try given p"):
        rk.dice(line)


@pytest.mark.parametrize(
    ("line", "count"),
    [("p = 3d6: p between 5 and 6", "5 or 6"), ("p = 3d6: p 5+", "5 or more"), ("p = 2d6: p = 7..9", "")],
)
def test_a_roll_that_is_added_up_says_how_to_count_it(line, count):
    note = f"p is added up; to count its dice write p count {count}."
    assert rk.dice(line).notes == ((note,) if count else ())


def test_what_is_given_holds_against_another_line_too():
    """The mean of the higher of two dice of 6, and a margin, each of those throws alone."""
    part = rk.dice("2d6 given at least 10")
    assert part.mean == Fraction(10 * 3 + 11 * 2 + 12, 6)
    assert part.against(rk.dice("d6")).dist == part.dist - rk.d(6)
    with pytest.raises(rk.RuleError, match="must be of one answer; got p = 2d6: p, p highest"):
        rk.dice("d6").against(rk.dice("p = 2d6: p, p highest"))
