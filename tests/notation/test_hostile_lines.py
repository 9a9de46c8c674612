"""Lines made to do harm, or by a cat on the keyboard: each is answered, or refused in one sentence, with
little work.
"""

import random
import re
import subprocess
import sys

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.notation.errors import NotationError
from rencounter_kit.engine.notation.limits import LONGEST, MOST_STEPS, Spending
from rencounter_kit.engine.notation.placeholders import placeholders
from rencounter_kit.engine.notation.reading import read
from rencounter_kit.engine.notation.sweep import DiceSweep
from rencounter_kit.engine.notation.ways import WeightedNumbers, repeated
from tests.notation.page import ROWS
from tests.situations import LONG
from tests.steps import Steps

SIGNS = """d6 2d6 3d20 d% 4dF 10d10 999 1000d1000 d{1,2,3} d{-5..5} kh kl3 dl1 dh !! !>= >= <= != max( min( floor(
a b p d0 0d6 1e9 {n} {n}d6 d{n} {dice.fire} (3) (-2) __import__('os') {{7*7}} %s \u00b2 \u0663 \u2212 \u00d7 \u2265
\U0001f3b2"""
PHRASES = """keep, highest, lowest, middle, drop, explode, compound on, reroll, once, at most 3 times, 5 or more, if,
then, 1s and 2s, count, advantage, with disadvantage, best of, of, and, or, not, else, repeat, times, round up,
round half up, a =, a = d20:, b := 2d6;, three, sixes, output, named "x", pairs, sets of 3, largest set, longest run,
different faces, any pair, matches, without, given, 2nd highest of, p = 4d6:"""
PIECES = [
    *"0123456789dDxkr!+-*/()[]{}<>=:;,.%@#^&|'\"\\ \t\n\x00\u202e\ud800\xa0",
    *SIGNS.split(),
    "\x1b[31m",
    "9" * 30,
    ", ",
]
PIECES += [f" {phrase} " for phrase in re.split(r",\s", PHRASES)]
WHOLE = [
    *(line for line, _ in ROWS),
    "{n}d6 keep {k} + {dice.fire}",
    "{n}d10 >= {t}",
    "20d6 keep 10",
    "{2d6 + 1, d12}kh2",
]


def lines(seed, number):
    """Lines of pieces in any order, and good ones with something changed."""
    rng = random.Random(seed)
    for _ in range(number):
        if rng.random() < 0.5:
            yield "".join(rng.choices(PIECES, k=rng.randrange(1, 14)))
        else:
            line = rng.choice(WHOLE)
            for _ in range(rng.randrange(1, 4)):
                start = rng.randrange(len(line) + 1)
                line = line[:start] + rng.choice(PIECES) + line[start + rng.randrange(3) :]
            yield line


VALUES = (-2, 0, 1, 3, 8, "d6", "2d6 + 1", "x", "2..4", "-1, 5", "(", "9" * 30, "{n}", "a = d6: a")


def looked_at(line, rng=None):
    """An answer that is right in itself, or one sentence; whether it was answered.
    rng : what stands in braces.
    """
    try:
        answer = rk.dice(line, **{name: rng.choice(VALUES) for name in placeholders(line)} if rng else {})
        if isinstance(answer, DiceSweep):
            assert str(answer)
            answer = answer[answer.cells[-1]]
    except rk.RuleError as error:
        message = str(error)
        marked = error.marked if isinstance(error, NotationError) else ""
    else:
        assert sum(p for _, p in answer.dist.items()) == 1 and 0 <= answer.left_out < 1
        assert len(answer.written) > LONGEST or read(answer.written, None, True).tree == answer.tree
        assert answer.says.isprintable() and answer.headline and str(answer)
        return True
    assert message.isprintable() and "; got " in message and len(message) <= 400, message
    assert marked.count("\n") <= 1
    return False


@pytest.mark.parametrize("seed", range(15 if LONG else 1))
def test_any_line_is_answered_or_refused(seed):
    rng = random.Random(seed)
    answered = [looked_at(line, rng) for line in lines(seed, 2500 if LONG else 600)]
    assert 0.02 < sum(answered) / len(answered) < 0.9


@pytest.mark.parametrize(
    "line",
    [
        "1000d1000",
        "1000d1000 keep 500",
        "1000d6 keep 500",
        "500d6!! keep 250",
        "100d1000!",
        "1000d6!",
        ("d1000 * d1000 * d1000"),
        pytest.param("a = 100d6: b = 100d6: c = 100d6: a + b + c", marks=pytest.mark.long),
        "repeat 1000 times repeat 1000 times d6",
        "1000 x (1000 x (1000 x d1000))",
        "best of 1000 (100d6)",
        "d{1..1000} + " * 15 + "d6",
        "d1000!>=2",
        "100d1000!>=2 keep 50",
        "max(" + "100d6, " * 40 + "d6)",
        "if 100d6 > 350 then " * 8 + "1" + " else 100d6" * 8,
        pytest.param("3d1000! keep 2", marks=pytest.mark.long),
        "100d1000 keep lowest 3",
        "{50d20 + 50d12} keep 20",
        "{20d100 + 20d99} keep 10",
        "{d1000!, 2d1000!, d20} keep 3",
        "{" + ", ".join(f"d{sides}" for sides in range(2, 60)) + "} drop lowest drop highest",
        "(d1000)d6!",
        "((2d20) d6)d6",
        "{1000d6 + d8} keep highest",
        "p = 1000d1000: p pairs, p longest run",
        "p = 200d6: p longest run, p largest set, p face of the largest set",
        "a = 50d6: b = 50d6: a matches b",
        "p = 1000d6!: p count 5+, p count 1s",
        "p = {20d6 + 20d8} keep highest 20: p pairs",
        "p = 100d6: q = 100d6: p count 6s > q count 6s and p count 1s > q count 1s",
        "66d1000 keep highest 3",
        "66d1000 keep lowest 3",
        ("{100d6 + 1, d1000, d20}kh2"),
        "a = 50d6: " + "+".join(["(if a > 100 then 50d6 else 20d6!)"] * 8),
    ],
)
def test_what_would_take_long_is_refused_before_it_is_tried(line):
    rk.dice("d6")
    with Steps() as steps:
        looked_at(line)
    assert steps.number < 4_000_000


@pytest.mark.parametrize(
    "line",
    ["{100d6 + 1, d1000, d20}kh2", "{50d6, 50d8, 50d10}kl2", "{4d6!, 4d8!, 4d10!} keep 2", "{2d1000 + 2d999} keep 2"],
)
def test_long_numbers_by_long_numbers_are_refused(line):
    with pytest.raises(NotationError, match="worked out in"):
        rk.dice(line)


def test_what_is_certain_has_no_long_weights():
    """A number of half a million digits would take ten seconds, and no step of Python."""
    assert repeated(Spending(), WeightedNumbers({5: 3**657}), 1728) == WeightedNumbers({5 * 1728: 1})


@pytest.mark.parametrize(
    "line",
    [
        "{20d6 + 1, d1000, d20}kh2",
        "{d499, d498, d20}kh2",
        "{d20, 20d6 + 100, d500} keep 2",
        "20d1000 keep highest 3",
        "3d200! keep 2",
        "{18d6 + 18d8} drop lowest 3 drop highest 3",
        "{d6!, d8!, d10!} drop lowest drop highest >= 4",
    ],
)
def test_what_takes_little_is_answered(line):
    assert looked_at(line)


@pytest.mark.parametrize(
    "line",
    [
        "\u0663d6",
        "d\u0663",
        "2d6 >= \u0663",
        "4d6 keep \u0663",
        "d{1..\u0663}",
        "3d6 count \u0663s",
        "d6 reroll 1 at most \u0663 times",
    ],
)
def test_digits_are_0_to_9(line):
    with pytest.raises(NotationError, match="digits 0 to 9"):
        rk.dice(line)


@pytest.mark.parametrize(
    "line", ["3d6 count \u017fixes", "3d6 count s\u0131xes", "4dF reroll \u0663 advantage with disadvantage"]
)
def test_letters_that_only_look_like_others_are_refused(line):
    assert not looked_at(line)


@pytest.mark.parametrize(
    "line", ["4dF reroll 3 advantage", "4dF reroll 3 advantage with disadvantage", "2d6 explode on 9 advantage"]
)
def test_a_pool_with_advantage_has_the_faces_it_names(line):
    with pytest.raises(NotationError, match="a face that they have"):
        rk.dice(line)
    assert looked_at(line.replace("3", "1").replace("9", "6"))


def test_a_name_may_have_any_letters():
    assert rk.dice("gr\u00f6\u00dfe = d6: gr\u00f6\u00dfe + 1").written == "gr\u00f6\u00dfe = d6: gr\u00f6\u00dfe + 1"


@pytest.mark.parametrize("line", ["d{31,1,2..320}", "d{1,1,1,7..1000}", "d{-3..5,9}"])
def test_faces_in_a_row_are_written_by_their_ends(line):
    answer_read = rk.dice(line)
    assert len(answer_read.written) <= len(line) + 2 and read(answer_read.written).tree == answer_read.tree


def test_what_it_would_take_is_said():
    with pytest.raises(
        NotationError, match=r"fit into 400,000 bytes; got 999,001 outcomes that would take 1,2\d\d,\d{3},\d{3}"
    ):
        rk.dice("1000d1000")
    with pytest.raises(
        NotationError, match=rf"worked out in {MOST_STEPS:,} steps; got one that would take [\d,]+ or more"
    ):
        rk.dice("a = d1000: b = d1000: a * b")
    spending = Spending()
    with pytest.raises(rk.RuleError):
        spending.spend(MOST_STEPS + 1)


def test_nothing_typed_is_run():
    for line in ("__import__('os').getcwd()", "{{7.__class__}}", "%s %x", "d6; import os", "a = ().__class__: a"):
        assert not looked_at(line)
    assert not re.search(r"\b(eval|exec|compile)\(", "".join(map(str, PIECES[:40])))


@pytest.mark.parametrize(
    "line", ["3d6!! count (-2) or more", "4dF count >= -1", "3d6 reroll (-1)", "3dF count (-1) to 1"]
)
def test_faces_below_zero_are_read_as_they_are_written(line):
    assert looked_at(line) != ("reroll" in line)


def test_every_fudge_die_shows_minus_one_or_more():
    assert rk.dice("4dF count >= -1").dist[4] == 1


@pytest.mark.parametrize(
    "line", ["-(7 * 7)", "-(d6 * 2)", "-(d6 / 2 round up) + 3", "-d6 * 2", "-d6 - d4 * 2", "(d10) = (b = d6: b)"]
)
def test_the_sign_before_a_line_is_of_what_it_was_of(line):
    assert looked_at(line)


def test_what_is_said_over_and_over_takes_no_longer_than_it_is_long():
    """In a Python of its own, since a pattern that tries every way cannot be stopped."""
    pieces = ("a", "high", "d", "1s", "four ", "at most ", "(", "-", "d6 count ", "\u00df")
    long_lines = [(before + piece * LONGEST)[:LONGEST] for before in ("", "d6 ", "a = d6: ") for piece in pieces]
    asks = (
        "import sys; from tests.notation.test_hostile_lines import looked_at; print(sum(map(looked_at, sys.argv[1:])))"
    )
    process = subprocess.run(
        [sys.executable, "-c", asks, *long_lines], capture_output=True, text=True, timeout=60, check=True
    )
    assert process.stdout == "0\n"


@pytest.mark.parametrize("line", ["exploding 3d6 disadvantage", "2@3d6 advantage"])
def test_advantage_behind_what_is_thrown_once_is_refused(line):
    with pytest.raises(NotationError, match="these dice must be thrown once; got advantage after them"):
        rk.dice(line)


@pytest.mark.parametrize("line", ["{1000d3 + d3} keep 2", "highest 2 of 1000d3, d3", "count 5 or more in 1000d6, d6"])
def test_dice_beside_dice_are_no_more_than_dice_at_once(line):
    with pytest.raises(NotationError, match="the number of dice must be at most 1,000; got 1,001; try fewer"):
        rk.dice(line)
