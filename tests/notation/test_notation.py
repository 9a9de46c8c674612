"""Dice in one line: each line of the page dice_lines by brute force, laws for any line, and how lines are told."""

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import assume, given, settings, strategies as st

import rencounter_kit as rk
from rencounter_kit.engine.dice.notation import nearest_dice, notation
from rencounter_kit.engine.notation.die import FUDGE, Counted, Die, Explode, Reroll, Which
from rencounter_kit.engine.notation.errors import NotationError
from rencounter_kit.engine.notation.formatting import written
from rencounter_kit.engine.notation.limits import DEEPEST, LONGEST, Spending
from rencounter_kit.engine.notation.reading import read
from rencounter_kit.engine.notation.simplification import simpler
from rencounter_kit.engine.notation.table import MOST_ROWS, table
from rencounter_kit.engine.notation.tree import Constant, IfElse, Let, Mixed, Name, Operation, Pool, Read, Repeat, Sum
from rencounter_kit.engine.notation.ways import WeightedNumbers, best, extreme, mixed, pairwise, plus, repeated
from rencounter_kit.engine.notation.words import in_words
from tests.notation.page import ROWS
from tests.notation.test_named_rolls import above
from tests.witness.dice_lines import chances, face as face_of_set, largest, left, pairs, run as longest, sets

# By brute force: every way that the dice can fall, one by one, written without the package ----------------------------

D4, D6, D8, D10, D12, D20, D100 = (range(1, sides + 1) for sides in (4, 6, 8, 10, 12, 20, 100))
DEEP = 4  # so many more dice that a die brings are listed; what comes of more of them is known to be above LISTED
LISTED = 20


def shares(*dice, by):
    """What all ways come to, each as likely as any other; what is ``None`` is not given."""
    return played(lambda throw, named: by(*map(throw, dice)))


def played(play):
    """What all ways of a play come to."""
    return chances(play, 10**6)


def added(count, play):
    """The sum of so many dice, each played alone."""
    one, total = played(play), {0: Fraction(1)}
    for _ in range(count):
        more = Counter()
        for (so_far, p), (face, q) in product(total.items(), one.items()):
            more[so_far + face] += p * q
        total = more
    return total


def going(throw, die, on=(), first=None, most=DEEP):
    """The faces of one die, which goes on with some of them, or its highest, ``most`` times; the first is of others."""
    faces = [throw(first or die)]
    while len(faces) <= most and faces[-1] in (on or (max(die),)):
        faces.append(throw(die))
    return faces


def kept_then_explode(throw, named):
    """Of three d4 the highest two are kept; each 4 of these brings others."""
    return sum(face + (sum(going(throw, D4)) if face == 4 else 0) for face in sorted([throw(D4) for _ in range(3)])[1:])


def again(faces, more, bad):
    """Faces of dice of which the bad ones were thrown once more."""
    return [new if face in bad else face for face, new in zip(faces, more, strict=True)]


BRUTE = {
    "2d6+3": shares(D6, D6, by=lambda a, b: a + b + 3),
    "d20": shares(D20, by=lambda a: a),
    "d%": shares(D100, by=lambda a: a),
    "d66": shares(D6, D6, by=lambda tens, units: 10 * tens + units),
    "3dF": shares(*[(-1, 0, 1)] * 3, by=lambda *faces: sum(faces)),
    "d{1,1,2,3}": shares((1, 1, 2, 3), by=lambda a: a),
    "4d6 drop lowest": shares(*[D6] * 4, by=lambda *faces: sum(sorted(faces)[1:])),
    "4d6kl2": shares(*[D6] * 4, by=lambda *faces: sum(sorted(faces)[:2])),
    "5d6 keep middle 3": shares(*[D6] * 5, by=lambda *faces: sum(sorted(faces)[1:4])),
    "2d12 lowest": shares(D12, D12, by=min),
    "d20 advantage + 5": shares(D20, D20, by=lambda a, b: max(a, b) + 5),
    "3d6 disadvantage": shares(*[D6] * 6, by=lambda *faces: min(sum(faces[:3]), sum(faces[3:]))),
    "3d6!": added(3, lambda throw, _: sum(going(throw, D6))),
    "2d6!>=5": added(2, lambda throw, _: sum(going(throw, D6, (5, 6)))),
    "3d6! at most 2 times": added(3, lambda throw, _: sum(going(throw, D6, most=2))),
    "3d4 keep 2!": played(kept_then_explode),
    "3d4! keep 2": played(lambda throw, _: sum(sorted(sum(going(throw, D4)) for _ in range(3))[1:])),
    "2d6!p": added(2, lambda throw, _: sum(faces := going(throw, D6)) - len(faces) + 1),
    "2d20 min 10 keep 1": shares(D20, D20, by=lambda *faces: max(max(face, 10) for face in faces)),
    "2d6 reroll 1s": shares(range(2, 7), range(2, 7), by=lambda a, b: a + b),
    "2d6 reroll 1s and 2s once": shares(*[D6] * 4, by=lambda *faces: sum(again(faces[:2], faces[2:], (1, 2)))),
    "2d6 reroll 1s explode": added(2, lambda throw, _: sum(going(throw, D6, first=range(2, 7)))),
    "5d10>=8": shares(*[D10] * 5, by=lambda *faces: sum(face >= 8 for face in faces)),
    "4d6 count 6s": shares(*[D6] * 4, by=lambda *faces: faces.count(6)),
    "5d10 count 8+, 10s twice": shares(*[D10] * 5, by=lambda *faces: sum((face >= 8) + (face == 10) for face in faces)),
    "5d10>=7f1": shares(*[D10] * 5, by=lambda *faces: sum((face >= 7) - (face == 1) for face in faces)),
    "3d10! count 8 or more": added(3, lambda throw, _: sum(face >= 8 for face in going(throw, D10))),
    "2d6!! count 8 or more": added(2, lambda throw, _: int(sum(going(throw, D6)) >= 8)),
    "3d6 <= 11": shares(*[D6] * 3, by=lambda *faces: sum(faces) <= 11),
    "5d10>=8 >= 3": shares(*[D10] * 5, by=lambda *faces: sum(face >= 8 for face in faces) >= 3),
    "5d6 at least one 6": shares(*[D6] * 5, by=lambda *faces: 6 in faces),
    "8+ on 2d6": shares(D6, D6, by=lambda a, b: a + b >= 8),
    "2d6 between 7 and 9": shares(D6, D6, by=lambda a, b: a + b in (7, 8, 9)),
    "d20+5 vs 15": shares(D20, by=lambda a: a + 5 >= 15),
    "2d6+2 > d12": shares(D6, D6, D12, by=lambda a, b, other: a + b + 2 > other),
    "d20+4 >= 15 and not d6 = 1": shares(D20, D6, by=lambda a, b: a + 4 >= 15 and b != 1),
    "max(d20, 2d8)": shares(D20, D8, D8, by=lambda a, b, c: max(a, b + c)),
    "max(d8!, d6!)": played(lambda throw, _: max(sum(going(throw, D8)), sum(going(throw, D6)))),
    "{d4, d6, d8} keep highest 2": shares(D4, D6, D8, by=lambda *faces: sum(sorted(faces)[1:])),
    "highest 2 of 2d8, d6": shares(D8, D8, D6, by=lambda *faces: sum(sorted(faces)[1:])),
    "{d4, d6, d8} count 4 or more": shares(D4, D6, D8, by=lambda *faces: sum(face >= 4 for face in faces)),
    "3d6 / 2 round down": shares(*[D6] * 3, by=lambda *faces: sum(faces) // 2),
    "d20 mod 6": shares(D20, by=lambda a: a % 6),
    "abs(d6 - d8)": shares(D6, D8, by=lambda a, b: abs(a - b)),
    "2d6 * 10 - d4": shares(D6, D6, range(1, 5), by=lambda a, b, c: (a + b) * 10 - c),
    "hit = d20: if hit = 20 then 2d6 + hit else hit": shares(
        D20, D6, D6, by=lambda a, b, c: a + b + c if a == 20 else a
    ),
    "if d6 = 6 then d8": shares(D6, D8, by=lambda a, b: b if a == 6 else 0),
    "3 x (2d6+1)": shares(*[D6] * 6, by=lambda *faces: sum(faces) + 3),
    "3 times (d20 >= 11)": shares(D20, D20, D20, by=lambda *faces: sum(face >= 11 for face in faces)),
    "second best of 3 (2d6)": shares(
        *[D6] * 6, by=lambda a, b, *faces: sorted((a + b, sum(faces[:2]), sum(faces[2:])))[1]
    ),
    "d20+d4[bless]+5[str]": shares(D20, D4, by=lambda a, b: a + b + 5),
    "0d6 + 2": {2: Fraction(1)},
    "(d4)d6": shares(D4, *[D6] * 4, by=lambda number, *faces: sum(faces[:number])),
    "p = 4d6: p count 1s > p count 6s": shares(*[D6] * 4, by=lambda *p: p.count(1) > p.count(6)),
    "p = 4d6: 2nd highest of p": shares(*[D6] * 4, by=lambda *p: sorted(p)[-2]),
    "p = 5d6: q = p keep highest 3: q count 6s": shares(*[D6] * 5, by=lambda *p: sorted(p)[2:].count(6)),
    "a = 3d6: b = 2d6: (highest of a > highest of b) + (2nd highest of a > 2nd highest of b)": shares(
        *[D6] * 5, by=lambda a, b, c, d, e: (max(a, b, c) > max(d, e)) + (sorted((a, b, c))[1] > min(d, e))
    ),
    "3d{skull x3, shield x2, lion} count skulls": shares(*[D6] * 3, by=lambda *p: sum(face < 4 for face in p)),
    "p = 2d{blank, hit x2, hit+crit, 2 hit}: p count hits": shares(*[(0, 1, 1, 1, 2)] * 2, by=lambda a, b: a + b),
    "3d{miss x3 < graze x2 < hit} highest is hit": shares(*[D6] * 3, by=lambda *p: 6 in p),
    "5d6 pairs": shares(*[D6] * 5, by=lambda *p: pairs(p)),
    "6d6 sets of 3": shares(*[D6] * 6, by=lambda *p: sets(p, 3)),
    "5d6 largest set": shares(*[D6] * 5, by=lambda *p: largest(p)),
    "5d6 largest set face": shares(*[D6] * 5, by=lambda *p: face_of_set(p)),
    "5d6 different faces": shares(*[D6] * 5, by=lambda *p: len(set(p))),
    "5d6 all different": shares(*[D6] * 5, by=lambda *p: len(set(p)) == 5),
    "5d6 longest run": shares(*[D6] * 5, by=lambda *p: longest(p)),
    "5d6 small straight": shares(*[D6] * 5, by=lambda *faces: longest(faces) >= 4),
    "p = 2d6: if p doubles then 2 * p else p": shares(D6, D6, by=lambda a, b: (a + b) * (1 + (a == b))),
    "a = 3d6: b = 2d6: a matches b": shares(*[D6] * 5, by=lambda *p: 3 - len(left(p[:3], p[3:]))),
    "a = 3d6: b = 2d6: a without b highest": shares(*[D6] * 5, by=lambda *p: max(left(p[:3], p[3:]), default=0)),
    "p = 6d6: p count 6s given p count 5+ >= 1": shares(*[D6] * 6, by=lambda *p: p.count(6) if above(p, 5) else None),
    "2d6 given at least 8": shares(D6, D6, by=lambda a, b: a + b if a + b >= 8 else None),
    "p = 4d6: p count 6s, p count 1s": shares(*[D6] * 4, by=lambda *p: (p.count(6), p.count(1))),
}
ENDLESS = {
    "3d6!": 20,
    "3d4 keep 2!": 16,
    "3d4! keep 2": 16,
    "2d6!p": 20,
    "2d6 reroll 1s explode": 20,
    "2d6!>=5": 20,
    "max(d8!, d6!)": 20,
    "3d10! count 8 or more": 4,
}  # up to which outcome all ways are listed above


def test_each_line_of_the_readme_is_tried():
    assert sorted(line for line, _ in ROWS) == sorted(BRUTE)


@pytest.mark.parametrize("line", BRUTE)
def test_brute_force_says_the_same(line):
    result, expected = rk.dice(line), BRUTE[line]
    if line in ENDLESS:
        for outcome in range(ENDLESS[line] + 1):
            assert result[outcome] == expected.get(outcome, 0)
        assert 0 < result.left_out < Fraction(1, 10**8)
    else:
        assert dict(result.dist.items()) == expected and (result.left_out == 0 or "!!" in line)


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("d20+5 vs 15", "vs 15 is read as >= 15; where a tie fails write > 15, to roll under <= 15."),
        ("roll under 45 on d100", "under 45 is read as < 45; where 45 succeeds too write <= 45."),
        ("5+ on 3d6", "The sum is compared; to count dice write 3d6 count 5 or more."),
        ("4d6 min 2", "min 2 is the least that each die counts as; to keep some write keep lowest."),
        ("d4[fire] + 5 [str]", "[fire] and [str]: a label behind dice or a number, which changes nothing."),
    ],
)
def test_a_word_that_players_use_in_two_ways_tells_how_it_is_read(line, note):
    assert rk.dice(line).notes == (note,)


@pytest.mark.parametrize(
    ("line", "named", "outcome", "chance"),
    [
        ("(4d6 count 1s) > (4d6 count 6s)", "p = 4d6: p count 1 > p count 6", "yes", Fraction(421, 1296)),
        (
            "a = 5d10 count 7+; b = 5d10 count 1: if a = 0 and b > 0 then -1 else a",
            "p = 5d10: a = p count 7 or more: b = p count 1: if a = 0 and b > 0 then (-1) else a",
            -1,
            Fraction(6**5 - 5**5, 10**5),
        ),
        ("2d6 >= 7 and 2d6 <= 9", "p = 2d6: p >= 7 and p <= 9", "yes", Fraction(15, 36)),
        ("(2d6 keep 1) - (2d6 keep lowest)", "p = 2d6: p highest - p lowest", 0, Fraction(1, 6)),
        ("(pairs in 2d6) + 2d6", "p = 2d6: p pairs + p", 3, Fraction(1, 36) * 3),
    ],
)
def test_dice_that_are_rolled_twice_and_look_like_one_roll_say_so(line, named, outcome, chance):
    (note,) = (note for note in rk.dice(line).notes if "twice" in note)
    assert note.endswith(f"is rolled twice; to read one roll twice write {named}.")
    assert rk.dice(named)[outcome] == chance and not rk.dice(named).notes


@pytest.mark.parametrize(
    "line",
    [
        "3d6 + 3d6",
        "3d6 > 3d6",
        "2d6 >= 7 and 2d6 >= 7",
        "if d6 = 6 then 2d6 keep 1 else 2d6",
        "repeat 2 times 2d6 + d4",
        "2d6 + 3d6 count 6s",
    ],
)
def test_what_is_meant_as_two_rolls_has_no_note(line):
    assert not rk.dice(line).notes


def test_a_pool_may_begin_with_no_dice_and_a_branch_that_never_counts_may_be_wrong():
    assert [rk.dice("{pool}d6 count 6s", pool=range(3))[n].mean for n in range(3)] == [
        0,
        Fraction(1, 6),
        Fraction(1, 3),
    ]
    assert rk.dice("if {n} > 0 then {n}d6 keep 1 else 2d6 keep lowest", n=0).dist == rk.dice("2d6 keep lowest").dist
    assert rk.dice("if {n} > 0 then {n}d6 keep 1 else 2d6 keep lowest", n=3).dist == rk.dice("3d6 keep 1").dist
    assert rk.dice("if d6 = 6 then d20 >= 11")["yes"] == Fraction(1, 12)


@pytest.mark.parametrize(("line", "other"), [(line, other) for line, others in ROWS for other in others])
def test_other_ways_to_write_it_mean_the_same(line, other):
    assert rk.dice(other).dist == rk.dice(line).dist
    assert rk.dice(other.upper().replace("F", "f")).dist == rk.dice(line).dist
    assert rk.dice(f"  {other} ".replace(" ", "  ")).dist == rk.dice(line).dist


# Any line -------------------------------------------------------------------------------------------------------------

WHICH = st.builds(Which, st.sampled_from((">=", "<=", "!=")), st.tuples(st.integers(1, 3))) | st.builds(
    lambda faces: Which("in", tuple(sorted(faces))), st.sets(st.integers(1, 3), min_size=1, max_size=2)
)
DIE = st.sampled_from((Die(4), Die(6), FUDGE, Die(0, (1, 1, 2, 3)), Die(0, (-2, 0, 3))))


COUNTED = WHICH.map(Counted) | st.builds(
    lambda face, times: Counted(Which("in", (face,)), ((times, Which(">=", (face + 1,))),)),
    st.integers(1, 3),
    st.sampled_from((-1, 2, 3)),
)


@st.composite
def pools(draw):
    """Dice alike, of which some are left out or counted; those that are kept may go on."""
    count, die = draw(st.integers(1, 4)), draw(DIE)
    low = draw(st.integers(0, count - 1))
    high = draw(st.integers(0, count - 1 - low))
    some = [which for which in [draw(WHICH)] if 0 < sum(face in which for face in die.faces) < len(die.faces)]
    first, late = draw(st.booleans()), low + high > 0 and draw(st.booleans())
    reroll = draw(st.none() | st.builds(Reroll, st.just(some[0]), st.none() | st.integers(1, 2))) if some else None
    left = [face for face in die.faces if not reroll or face not in reroll.which]
    other = [which for which in [draw(WHICH)] if 0 < sum(face in which for face in left) < len(left)]
    least, most = draw(st.sampled_from(((None, None), (2, None), (None, 3), (2, 3))))
    explode = None
    if other and draw(st.booleans()):
        compound, less = draw(st.sampled_from(((True, 0), (False, 0), (False, 1))))
        explode = Explode(other[0], compound, draw(st.none() | st.integers(1, 3)), less)
    reroll = reroll and replace(reroll, first=first and explode is not None)
    again = {"reroll": reroll, "explode": explode}
    pool = Pool(count, die, floor=least, ceiling=most, **({} if late else again))
    return Read(pool, count, low, high, draw(st.none() | COUNTED), **(again if late else {})).settled()


POOLS = pools()


def one_of(dice):
    """One of the dice."""
    return replace(dice.roll if isinstance(dice, Read) else dice, count=1)


@st.composite
def unlike(draw):
    """Dice that are not alike, of which some are left out or counted."""
    dice = draw(st.lists(POOLS.map(one_of), min_size=2, max_size=3, unique=True))
    throws = tuple((draw(st.integers(1, 2)), die) for die in dice)
    count = sum(times for times, _ in throws)
    low = draw(st.integers(0, count - 1))
    high = draw(st.integers(0, count - 1 - low))
    read = Read(Mixed(throws), count, low, high, draw(st.none() | COUNTED))
    assume(read.settled() == read)
    return read


MIXED = unlike()
ROUNDED = ("/ round up", "/ round down", "/ round half up")
NUMBERS = st.recursive(
    POOLS | st.builds(Constant, st.integers(-3, 12)),
    lambda nodes: (
        st.builds(
            lambda terms: Sum(tuple(terms)),
            st.lists(
                st.tuples(st.sampled_from((1, -1)), nodes.filter(lambda n: not isinstance(n, Sum))),
                min_size=2,
                max_size=3,
            ),
        )
        | st.builds(Operation, st.sampled_from(("*", "max", "min")), st.tuples(nodes, nodes))
        | st.builds(Operation, st.sampled_from(ROUNDED), st.tuples(nodes, st.integers(1, 3).map(Constant)))
        | st.builds(Repeat, st.integers(1, 3).map(Constant), nodes)
        | st.builds(Repeat, st.sampled_from((Pool(1, Die(4)), Pool(2, Die(2)))), nodes)
        | MIXED
        | st.builds(
            lambda op, compared, then, other: IfElse(Operation(op, compared), then, other),
            st.sampled_from((">=", "=", "<")),
            st.tuples(nodes, nodes),
            nodes,
            nodes,
        )
        | st.builds(lambda value, other: Let("a", value, Sum(((1, Name("a")), (-1, other)))), nodes, POOLS)
    ),
    max_leaves=3,
)
TESTS = st.builds(Operation, st.sampled_from((">=", "<=", ">", "<", "=", "!=")), st.tuples(NUMBERS, NUMBERS))
NODES = (
    NUMBERS
    | TESTS
    | st.builds(Operation, st.just("not"), st.tuples(TESTS))
    | st.builds(Operation, st.sampled_from(("and", "or")), st.tuples(TESTS, TESTS))
)


def answer(node):
    """The answer to a tree, by way of the line that is written for it; ``None`` where that is refused as too much."""
    try:
        return rk.dice(written(node))
    except rk.RuleError as error:
        message = str(error)
    assert re.search("would take|must end|at most", message), message
    return None


@given(NODES)
def test_what_is_written_of_a_line_is_read_as_the_same(node):
    line = written(node)
    assume(len(line) <= LONGEST)
    tree = read(line).tree
    assert read(written(tree)).tree == tree and tree.is_test == node.is_test
    assert in_words(tree).isprintable()


@settings(max_examples=20)
@given(NODES)
def test_chances_sum_to_one_and_what_is_left_out_is_a_chance(node):
    if dice_answer := answer(node):
        assert sum(p for _, p in dice_answer.dist.items()) == 1 and 0 <= dice_answer.left_out < 1
        assert dice_answer.is_test == (set(dice_answer.dist) <= {"yes", "no"})


@given(st.integers(1, 6), st.integers(2, 12), st.data())
def test_laws_of_pools(count, sides, data):
    dice = f"{count}d{sides}"
    kept = data.draw(st.integers(1, count))
    assert rk.dice(f"{dice} keep highest {count}").dist == rk.dice(dice).dist
    assert rk.dice(f"{dice} keep highest 1").dist == rk.dice(f"max({', '.join([f'd{sides}'] * count)})").dist
    assert rk.dice(f"d{sides} advantage").dist == rk.dice(f"max(d{sides}, d{sides})").dist
    high, low = rk.dice(f"{dice} keep highest {kept}"), rk.dice(f"{dice} keep lowest {kept}")
    assert high.dist == (kept * (sides + 1) - low.dist)
    assert high.mean + (rk.dice(f"{dice} keep lowest {count - kept}").mean if count > kept else 0) == rk.dice(dice).mean
    face = data.draw(st.integers(1, sides))
    assert rk.dice(f"{dice} count {face} or more").mean == Fraction(count * (sides + 1 - face), sides)
    assert rk.dice(f"repeat {count} times d{sides}").dist == rk.dice(dice).dist
    assert rk.dice(f"a = {dice}: a - a").dist == rk.Dist([0])


@given(st.sampled_from((4, 6, 8)), st.integers(1, 3), st.integers(1, 40))
def test_a_yes_or_no_of_dice_that_may_go_on_is_exact(sides, count, needed):
    """All sums below a number are known after finitely many dice."""
    answer_read = rk.dice(f"({count}d{sides}!) >= {needed}")
    finite = rk.dice(f"({count}d{sides}! at most 40 times) >= {needed}")
    assert not answer_read.left_out and answer_read.dist == finite.dist


def test_what_is_left_out_is_exact():
    for line, chance, depth in (
        ("d6!", Fraction(1, 6), 12),
        ("d2!", Fraction(1, 2), 30),
        ("d10 explode on 8+", Fraction(3, 10), 18),
    ):
        assert rk.dice(line).left_out == chance**depth < Fraction(1, 10**9) <= chance ** (depth - 1)
    one = rk.dice("d6!").left_out
    assert rk.dice("5d6!").left_out == 1 - (1 - one) ** 5 == rk.dice("5d6! keep highest 2").left_out
    assert rk.dice("if d4 = 1 then d6! else 0").left_out == one / 4
    assert rk.dice("a = d4: if a = 1 then d6! else a").left_out == one / 4


@pytest.mark.parametrize(
    "line",
    ["d6!", "3d10! count 8+", "2d6 reroll 1s explode + d4", "4d6! count 5 or more", "repeat 2 times 2 * d6!! - d8"],
)
def test_means_of_what_goes_on_for_ever_are_closed_forms(line):
    """As near to the mean of what was followed as what is left out allows, and no fraction of hundreds of digits."""
    answer_read = rk.dice(line)
    assert answer_read.left_out and answer_read.mean.denominator < 10**4
    assert 0 < answer_read.mean - answer_read.dist.mean < 1000 * answer_read.left_out
    assert rk.dice("3d6! keep 2").mean == rk.dice("3d6! keep 2").dist.mean


@pytest.mark.parametrize(
    "line", ["d12", "2d6", "3D6", "d%", "d10 + 1", "2d6-1", "2d12 lowest", "lowest of 2d12", "highest of 3d6 + 2"]
)
def test_house_rules_mean_the_same_dice(line):
    """What a house rule takes as dice is the same here, and kept in the same form."""
    assert rk.dice(line).written == notation(line)
    from rencounter_kit.engine.dice.notation import dice_of

    assert rk.dice(line).dist == dice_of(line)


@pytest.mark.parametrize("line", ["(a = d6: a) with disadvantage", "best of 3 (a = d6: if a = 6 then 2d6 else a)"])
def test_a_throw_that_is_named_may_be_rolled_several_times(line):
    answer_read = rk.dice(line)
    assert read(answer_read.written).tree == answer_read.tree


def test_a_d66_tells_how_a_die_of_66_sides_is_written():
    (note,) = rk.dice("2d66 + d66").notes
    assert note == "A d66 is two d6 read as tens and units, 11 to 66; for a die of 66 sides write d{1..66}."
    answer_read = rk.dice(note.partition("write ")[2].removesuffix("."))
    assert answer_read.dist == rk.d(66) and not answer_read.notes and answer_read.written == "d{1..66}"


@pytest.mark.parametrize(
    ("line", "note", "other"),
    [
        ("{2d8, d6, d4}kh2", "join them by +, as in {2d8 + d6 + d4} keep highest.", "{2d8 + d6 + d4} keep highest 2"),
        ("highest of 2d6, d8", "for the larger of throws that are added up write max(2d6, d8).", "max(2d6, d8)"),
        ("highest of 2d6 and d8", "for dice one by one write highest of 2d6, d8.", "highest of 2d6, d8"),
        ("highest of 2d6 and 3d8", "for dice one by one write highest of 2d6, 3d8.", "highest of 2d6, 3d8"),
        ("lower of d12 and 2d4", "for dice one by one write lowest of d12, 2d4.", "lowest of d12, 2d4"),
        ("lowest of 2d6, 3d8", "for the smaller of throws that are added up write min(2d6, 3d8).", "min(2d6, 3d8)"),
    ],
)
def test_unlike_dice_that_may_mean_two_things_tell_the_other(line, note, other):
    (told,) = rk.dice(line).notes
    assert told.endswith(note) and rk.dice(other).dist != rk.dice(line).dist


def test_what_cannot_be_taken_one_by_one_is_not_offered():
    assert rk.dice("higher of 2d6 and 3").notes == ("2d6 is added up first.",)


# How it is told -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("2d6", "2d6, added up"),
        ("4dF >= 1", "whether the sum of 4dF is 1 or more"),
        ("if 2d6 >= 5 then 1 else 0", "if the sum of 2d6 is 5 or more, then 1, otherwise 0"),
        ("4d6! keep 3", "the highest 3 of (4d6, each 6 rolled again and added to its die), added up"),
        ("4d6 keep 3!", "the highest 3 of 4d6, each 6 of these bringing another die, added up"),
        (
            "3d6r1!",
            (
                "3d6, each 1 of the first dice rolled again until it is something else, each 6 bringing another die, "
                "added up"
            ),
        ),
        ("8d6min2", "8d6, faces below 2 counting as 2, added up"),
        ("5d10 count 8+, 10s twice", "how many of 5d10 show 8 or more (10s twice)"),
        ("5d10>=7f1 >= 2", "whether (how many of 5d10 show 7 or more (1s taken off)) is 2 or more"),
        ("2d6r1", "2d6, each 1 rolled again until it is something else, added up"),
        ("3d6/2 round half up", "3d6 divided by 2 (rounded, halves up)"),
        ("d20 with advantage >= 15", "whether the higher of 2d20 is 15 or more"),
        ("3 x (2d6+1)", "3 rolls of (2d6 plus 1), added up"),
        ("repeat 3 times d20>=10", "3 rolls of (d20 is 10 or more), how often it is so"),
        ("not d6 = 1", "whether it is not so that d6 is 1"),
        ("2 - -3", "2 plus 3"),
        ("3 times (d6 >= 4) >= 2", "whether (3 rolls of (d6 is 4 or more), how often it is so) is 2 or more"),
        ("6d10 count 8+ - d4", "(how many of 6d10 show 8 or more) minus d4"),
        ("6d10 count 8+ x 2", "(how many of 6d10 show 8 or more) times 2"),
        ("5d6 drop lowest 2 drop highest", "5d6, without the lowest 2 and the highest 1, added up"),
        ("keep two highest of d4, d6 and d8", "the highest 2 of d4, d6 and d8, added up"),
        ("{3d6 + d8} keep highest", "the highest of 3d6 and d8"),
        ("{2d8, d6, d4}kh2", "the highest 2 of (the sum of 2d8), d6 and d4, added up"),
        ("{d4, d6, d8} keep middle 1 + 2", "(the middle of d4, d6 and d8) plus 2"),
        ("{d4, d6, d8} >= 4 >= 2", "whether 2 or more of (d4, d6 and d8) show 4 or more"),
        ("{d4, d6, d8} >= 15", "whether d4 plus d6 plus d8 is 15 or more"),
        ("(2d4)d6 count 5 or more", "how many of d6, rolled as often as the sum of 2d4 says, show 5 or more"),
        ("repeat (d4) times d20 >= 10", "(d20 is 10 or more), rolled as often as d4 says, how often it is so"),
        (
            "p = 3d10: p count 8+ >= 2 given p count 1s = 0",
            "of one roll of 3d10: whether 2 or more show 8 or more, given that exactly 0 show 1",
        ),
    ],
)
def test_a_line_is_told_in_words(line, words):
    assert rk.dice(line).says == words


@pytest.mark.parametrize(
    ("line", "sentence", "marked"),
    [
        ("2d6 +", "got its end", ""),
        ("2d6)", "this must be +, -, *, /, >=, keep, drop, explode, reroll", ")"),
        ("5d10 count", "the faces that are meant, such as 8 or more", ""),
        ("(2d6", 'must go on with ")"', ""),
        ("if d6 > 3 1 else 2", 'this must be "then"', "1"),
        ("d0", "a die must have at least 1 side", "0"),
        ("(-1)d6", "0 dice or more", "(-1)d6"),
        ("0d6 keep 1", "of 0 dice some must be kept", "keep 1"),
        ("3 times (2d6)", "try repeat 3 times (2d6), or 3 * (2d6)", "3 times (2d6)"),
        ("2d6/4", "must say how it is rounded", "2d6/4"),
        ("d6/(d6-1)", "the divisor must never be 0", "d6/(d6-1)"),
        ("1 + d6!>=1", "some face must end the explosions", "d6!>=1"),
        ("d6 reroll 6 or less", "some face must end the rerolls", "d6 reroll 6 or less"),
        ("d6 explode on 9", "explode on a face that they have", "explode on 9"),
        (
            "4d8>=6+2",
            "with one number, or have brackets around it; got a sum after it; try (4d8 >= 6)+2, or (4d8) >= 6+2",
            "6+2",
        ),
        ("a + 2", "a name must be given to a roll before it is used", "a"),
        ("a = d6: a = d8: a", "each name must be given once", "a ="),
        ("{2d8}k2!0", "dice must explode on a face that they have", "!0"),
        ("if d6 then 1 else 2", "a condition must be a yes or no", "d6"),
        ("4d6 keep 5", "of 4 dice some must be kept; got 5", "keep 5"),
        ("d4 d6", "dice beside dice must have a sign between them; got d6 after others; try + d6", "d6"),
        ("2d6 d8 + 1", "must have a sign between them; got d8", "d8"),
        ("4d6 drop 4", "of 4 dice fewer must be dropped", "drop 4"),
        ("500d500", "would take", "500d500"),
        ("d5000", "at most 1,000", "5000"),
        ("3d6.5", "numbers must be whole", "6.5"),
        ("d20 plus 4", "sums must be written with signs", "plus"),
        ("5 <= 3d6 <= 9", "got one of a yes or no; try a = 3d6: 5 <= a and a <= 9", "<="),
        ("d4d6", "dice beside dice must have a sign between them; got d6", "d6"),
        ("[d4]d6", "the number of dice must be in round brackets", "]d6"),
        ("(d4)d6 keep 1", "dice whose number is rolled must all count", "keep 1"),
        ("(d4 - 3)d6", "the number of dice must be from 0 to 1,000; got -2 to 1", "(d4 - 3)d6"),
        ("(d4 > 2)d6", "the number of rolls must be a number", "(d4 > 2)d6"),
        ("best of d8 2d6", "must have commas between them; got none", "best of d8 2d6"),
        ("highest 2 of 2d6 and d8", "must have commas between them; got and", "highest 2 of 2d6"),
        ("{d4, d6, d8}! keep 2", "dice must explode or be rerolled inside the braces", "!"),
        ("{d4, d6, d8} keep 2 min 2", "a floor must come where dice are rolled", "min 2"),
        ("p = 4d6: p max 5", "a ceiling must come where dice are rolled", "max 5"),
        ("{d4, d6} keep 3", "of 2 dice some must be kept; got 3", "keep 3"),
        ("{2d6 + 1} keep 1", "braces must hold several throws; got one", "{2d6 + 1} keep 1"),
        (
            "highest 2 of 3d6 drop lowest, d8",
            ("dice beside dice must not be dropped or counted before"),
            "3d6 drop lowest, d8",
        ),
        ("2d6 with advantage + 3 with advantage >= 3 >= 2", "a comparison must be of numbers", ">="),
    ],
)
def test_an_error_is_one_sentence_with_its_place(line, sentence, marked, run):
    with pytest.raises(NotationError) as error:
        rk.dice(line)
    message = str(error.value)
    assert sentence in message and "; got " in message and "\n" not in message and len(message) < 400
    assert error.value.line[error.value.start : error.value.end] == marked
    status, out, err = run("dice", line)
    assert (status, out, err) == (2, "", f"rencounter: {message}\n{error.value.marked}\n")


@pytest.mark.parametrize(
    ("line", "slip", "word"),
    [
        ("4d6 dorp lowest", "dorp", "drop"),
        ("kep 3 of 4d6", "kep", "keep"),
        ("if d6 > 3 then 2 esle 3", "esle", "else"),
        ("2d6 >= 8 nd d6 = 1", "nd", "and"),
        ("repaet 3 times d6", "repaet", "repeat"),
    ],
)
def test_a_word_is_proposed_where_the_line_is_right_with_it(line, slip, word):
    with pytest.raises(NotationError, match=rf"; did you mean {word}\?$"):
        rk.dice(line)
    assert rk.dice(line.replace(slip, word, 1)).says


@pytest.mark.parametrize(
    "line", ["2d6 foo", "5d6 foo 1 bar", "d20 = 1 2", "1d20+1d4 bless", "5d6 at leest one 6", "(2d6", "4d6 keep +"]
)
def test_where_nothing_is_sure_the_words_that_can_stand_there_are_listed(line):
    with pytest.raises(NotationError) as error:
        rk.dice(line)
    message = str(error.value)
    assert not re.search("try|did you mean|leave out|complete", message) and re.search(
        r"(this must be|go on with) .*[+d]", message
    )


def test_a_number_and_a_plus_behind_dice_has_two_meanings_and_both_are_shown():
    with pytest.raises(NotationError, match=r"; try 5 or more on 5d6 for their sum, 5d6 count 5 or more for each die$"):
        rk.dice("5d6 5+")


@pytest.mark.parametrize(
    "text", ["", "   ", None, 6, "d6" + "+1" * LONGEST, "(" * 100 + "d6" + ")" * 100, "-" * 300 + "d6"]
)
def test_what_is_no_line_is_refused(text):
    if isinstance(text, str) and text.startswith(("-", "(")):
        assert rk.dice(text).dist in (rk.d(6), -rk.d(6))  # brackets and signs that change nothing
    else:
        with pytest.raises(rk.RuleError, match="a line"):
            rk.dice(text)


def test_depth_is_bounded():
    with pytest.raises(rk.RuleError, match=f"at most {DEEPEST} parts within parts"):
        rk.dice("max(1," * 50 + "d6" + ")" * 50)


def test_several_lines_stand_side_by_side(run):
    status, out, _ = run("dice", "2d6", "d12", "d6 >= 3")
    assert status == 0
    assert "1: 2d6, added up" in out and "mean" in out
    rows = {line.split("  ")[0].strip() or line.strip().split("  ")[0]: line for line in out.splitlines()}
    assert "66.7 %" in rows["yes"] and "8.33 %" in next(
        line for line in out.splitlines() if line.strip().startswith("2 ")
    )


def test_a_long_table_puts_what_is_rare_together():
    rows = str(rk.dice("100d6")).splitlines()
    ends = [row for row in rows if " or less" in row or " or more" in row]
    assert len(ends) == 2 and MOST_ROWS < len(rows) < 200
    assert sum(rk.dice("100d6").dist[n] for n in range(100, 601)) == 1
    assert "Left out" in table([rk.dice("d6!")])


def test_an_answer_in_a_page_and_its_parts():
    answer_read = rk.dice("5d10>=8")
    assert "<td>3</td>" in answer_read._repr_html_() and answer_read.says in answer_read._repr_html_()
    assert answer_read.notes == ("Each die is compared, as one of them can show 8; for their sum write (5d10) >= 8.",)
    assert answer_read.notes[0] in str(answer_read) and repr(answer_read) == "dice('5d10 count 8 or more')"
    assert rk.dice("2D6 ") == rk.dice("2d6") != rk.dice("3d6")
    with pytest.raises(ValueError, match="numbers"):
        _ = rk.dice("d6 > 3").mean


def test_the_parser_is_loaded_with_the_first_line():
    import subprocess
    import sys

    program = (
        "import sys, rencounter_kit as rk; print('lark' in sys.modules); rk.dice('d6'); print('lark' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("d100 count 1 to 99", "d100 count 1 to 99"),
        ("d100 reroll 1..5", "d100 reroll 1 to 5"),
        ("4d6 count 1 to 3 or 5", "4d6 count 1 or 2 or 3 or 5"),
        (
            f"9d100 count {{{','.join(map(str, range(1, 100, 2)))}}}",
            f"9d100 count {{{','.join(map(str, range(1, 100, 2)))}}}",
        ),
    ],
)
def test_many_faces_are_written_by_their_ends_and_can_be_read_again(line, written):
    answer_read = rk.dice(line)
    assert answer_read.written == written and rk.dice(written).written == written
    assert rk.dice(written).dist == answer_read.dist


def test_a_sign_that_says_which_faces_explode_is_noted():
    answer_read = rk.dice("3d6 explode == 6")
    (note,) = answer_read.notes
    assert note == "== 6 says which faces explode; to compare the total write (3d6 explode) == 6."
    assert rk.dice("(3d6 explode) == 6").is_test and not rk.dice("3d6 explode on 6").notes


def test_a_count_that_is_compared_stands_in_brackets():
    answer_read = rk.dice("d20 >= (5d10 count 8 or more)").says
    assert answer_read == "whether d20 is (how many of 5d10 show 8 or more) or more"


# Where a number begins and ends ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "same"),
    [
        ("1@3d6", "highest of 3d6"),
        ("3@3d6", "lowest of 3d6"),
        ("best of 1 2d6", "2d6"),
        ("2nd worst of 4 (d6 + 0)", "2nd lowest of 4d6"),
    ],
)
def test_a_place_is_counted_from_its_end(line, same):
    assert rk.dice(line).dist == rk.dice(same).dist


@pytest.mark.parametrize("line", ["0@3d6", "4@3d6", "best of 0 2d6"])
def test_what_lies_before_the_first_or_behind_the_last_is_refused(line):
    with pytest.raises(NotationError, match="got"):
        rk.dice(line)


def test_once_is_written_in_a_word():
    assert rk.dice("2d6 reroll 1s at most 1 times").written == "2d6 reroll 1 once"


def test_a_single_letter_too_much_is_named():
    assert nearest_dice("2d6x") == "; write 2d6, leave out x"


@pytest.mark.parametrize(
    ("line", "shorter"),
    [
        ("2d6 + 1 - 1", "2d6"),
        ("1 + d6 + 1", "d6 + 2"),
        ("if 1 = 1 then d6 else d8", "d6"),
        ("(1 = 1) and d6 = 6", "d6 = 6"),
    ],
)
def test_what_no_dice_decide_leaves_the_line_that_one_would_write(line, shorter):
    assert simpler(read(line)) == read(shorter).tree


def test_a_die_that_goes_on_past_what_is_counted_is_not_taken_as_counted():
    """A d6 is left where it has come to 72 and goes on: nobody knows whether it will be counted."""
    assert rk.dice("d6!! count 72 >= 1").left_out == Fraction(1, 6**12)


def test_of_two_throws_there_is_no_middle():
    with pytest.raises(NotationError, match="got the middle"):
        rk.dice("middle of 2d6 and d8")


def test_what_is_left_out_of_several_lines_is_told_by_their_numbers():
    tables = table([rk.dice("d6"), rk.dice("d6!!")])
    assert "2: Left out" in tables


WAYS = st.dictionaries(st.integers(-4, 9), st.integers(1, 300), min_size=1, max_size=5).map(WeightedNumbers)


@given(st.lists(WAYS, min_size=2, max_size=3), st.integers(1, 40))
def test_room_is_foreseen_for_all_that_comes(ways, times):
    """How large the weights become, and for how many outcomes at least."""
    a, b, *_ = ways
    for made in (
        lambda spending: plus(spending, a, b),
        lambda spending: repeated(spending, a, times),
        lambda spending: pairwise(spending, a, b, lambda x, y: x * y),
        lambda spending: extreme(spending, ways, True),
        lambda spending: best(spending, a, times, False),
        lambda spending: mixed(spending, [(weight, weight, one) for weight, one in enumerate(ways, 2)]),
    ):
        foreseen = []
        spending = Spending()
        spending.table = lambda outcomes, largest, foreseen=foreseen: foreseen.append((outcomes, largest))
        room = made(spending)
        if foreseen:  # a sum with one number takes no room
            ((outcomes, largest),) = foreseen
            assert largest == room.total and outcomes >= len(room.every)


def test_the_highest_of_one_pool_in_braces_is_that_of_its_dice():
    assert rk.dice("highest of {4d6 drop lowest}").dist == rk.dice("highest of 4d6").dist
