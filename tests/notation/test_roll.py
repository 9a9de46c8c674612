"""Dice thrown one by one, as a witness of the exact chances, and how a throw is shown."""

import random
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st
from scipy.stats import chi2

import rencounter_kit as rk
from rencounter_kit.engine.notation import roll
from rencounter_kit.engine.notation.formatting import die as die_text
from rencounter_kit.engine.notation.tree import Mixed, Pool, as_read
from rencounter_kit.engine.work.progress import telling
from tests.notation.page import ROWS
from tests.notation.test_formulas import FORMULAS, Says
from tests.notation.test_notation import MIXED, NODES, POOLS, answer
from tests.situations import tries

THROWS, MANY_THROWS = tries(4_000, 20_000), 20_000
UNLIKELY = 1e-7  # that a right engine fails a line; the seeds are fixed besides


def probability(counts, dist):
    """How likely throws would be at least so far from the exact chances (chi-square; what is rare is put together)."""
    count = sum(counts.values())
    cells, rare = [], [0, Fraction(0)]
    for outcome in {*dist, *counts}:
        if dist[outcome] * count >= 8:
            cells.append((counts[outcome], float(dist[outcome] * count)))
        else:
            rare = [rare[0] + counts[outcome], rare[1] + dist[outcome] * count]
    if rare[1] >= 8:
        cells.append((rare[0], float(rare[1])))
    elif rare[0] > 8 + 6 * 8**0.5:
        return 0.0
    if len(cells) < 2:
        return 1.0
    return chi2.sf(sum((seen - expected) ** 2 / expected for seen, expected in cells), len(cells) - 1)


LINES = [
    *dict.fromkeys([*(line for line, _ in ROWS), *(line for _, line, reply in FORMULAS if not isinstance(reply, Says))])
]


@pytest.mark.parametrize("line", LINES)
def test_dice_thrown_at_random_say_the_same(line):
    answer_read = rk.dice(line)
    assert probability(answer_read.throw_many(THROWS, seed=7), answer_read.dist) > UNLIKELY


def test_a_wrong_chance_would_be_seen():
    """Dice of one pip less in twenty, or one die too many."""
    thrown = rk.dice("4d6 drop lowest").throw_many(MANY_THROWS, seed=7)
    for wrong in ("4d6", "3d6", "4d6 reroll 1s once drop lowest", "3d6 reroll 1s"):
        assert probability(thrown, rk.dice(wrong).dist) < UNLIKELY


@given(NODES, st.integers(0, 99))
def test_a_throw_is_one_of_the_outcomes_and_the_same_by_its_seed(node, seed):
    if dice_answer := answer(node):
        thrown = dice_answer.throw(seed)
        assert thrown.result in dice_answer.dist or dice_answer.left_out
        assert thrown == dice_answer.throw(seed) == dice_answer.throw(random.Random(seed))
        assert dice_answer.throw_many(1, seed) == Counter([thrown.result])
        assert all(step.isprintable() for step in thrown.steps)
        assert isinstance(dice_answer.tree.whole_roll[0], Pool) or thrown.steps[-1] == f"Result: {thrown.result}"


@given(POOLS | MIXED, st.integers(0, 99))
def test_the_dice_of_a_throw_are_what_it_comes_to(node, seed):
    if (dice_answer := answer(node)) and isinstance(roll := dice_answer.tree.whole_roll[0], (Pool, Mixed)):
        thrown, read = dice_answer.throw(seed), as_read(dice_answer.tree)
        pools = [what for times, what in roll.throws for _ in range(times)]
        assert [one.die for one in thrown.dice] == [die_text(pool.die) for pool in pools]
        kept = [one for one in thrown.dice if one.kept]
        assert len(kept) == read.kept
        assert thrown.result == sum(one.value if one.counts is None else one.counts for one in kept)
        values = sorted(one.value for one in thrown.dice)
        if not read.goes_on:
            assert sorted(one.value for one in kept) == values[read.low : roll.count - read.high]
        for one, pool in zip(thrown.dice, pools, strict=True):
            reroll, explode = pool.reroll or read.reroll, pool.explode or read.explode
            faces = [face for at, face in enumerate(one.faces) if at not in one.rerolled]
            worth = [sorted((pool.floor or -9, face, pool.ceiling or 99))[1] for face in faces]
            less = explode.less * (len(faces) - 1) if explode else 0
            assert sum(worth) - less == one.value and set(one.faces) <= set(pool.die.faces)
            assert all(one.faces[at] in reroll.which for at in one.rerolled)
            assert len(faces) == 1 or all(face in explode.which for face in faces[:-1])


@pytest.mark.parametrize(
    ("line", "seed", "steps"),
    [
        ("4d6 drop lowest", 7, ("4d6: 2, 4, 1 (1 dropped) = 7",)),
        ("d20 + 5", 1, ("d20: 3", "Result: 8")),
        ("{2d8 + d6 + d4} keep highest 2", 3, ("d8: 5; d4: 3 (d8: 2; d6: 3 dropped) = 8", "Result: 8")),
        ("{2d6 + 1, d12, d20}kh2", 3, ("2d6: 2, 4 = 6", "2d6 + 1: 7; d20: 13 (d12: 5 dropped) = 20", "Result: 20")),
        ("(d4 + 1)d6 count 5 or more", 3, ("d4: 1", "2d6: 4, 3; 0 count", "Result: 0")),
        ("d66", 3, ("d66: 23",)),
        ("5d10 >= 8", 1, ("5d10: 2, 9, 8, 3, 5; 2 count",)),
        ("3d6!", 1, ("3d6: 1, 6+5, 2 = 14",)),
        ("2d6 reroll 1s and 2s once", 1, ("2d6: 1 then 6, 5 = 11",)),
        (
            "a = d20: if a >= 10 then 2d6 + a else a",
            0,
            ("a, d20: 17", "whether a is 10 or more: yes", "2d6: 5, 3 = 8", "Result: 25"),
        ),
    ],
)
def test_a_throw_is_told_in_steps(line, seed, steps):
    assert rk.dice(line).throw(seed).steps == steps


def test_named_throws_and_their_dice_are_known():
    dice = rk.dice("a = d20: if a >= 10 then 2d6 + a else a").throw(0).dice
    assert [(one.die, one.name, one.pool) for one in dice] == [("d20", "a", 0), ("d6", "", 1), ("d6", "", 1)]
    assert [str(one) for one in rk.dice("3d6!").throw(1).dice] == ["1", "6+5", "2"]


def test_throws_are_bounded_and_tell_how_far_they_are(monkeypatch):
    one = rk.dice("2d6")
    for count in (0, -1, 1.5, True, roll.MOST_THROWS + 1):
        with pytest.raises(rk.RuleError, match="throws must be a whole number from 1 to 1,000,000; got"):
            one.throw_many(count)
    monkeypatch.setattr(roll, "MOST_DICE_THROWN", 99)
    with pytest.raises(rk.RuleError, match="at most 99 dice; got 50 of 60 throws"):
        one.throw_many(60)
    monkeypatch.setattr(roll, "MOST_FACES", 2)
    with pytest.raises(rk.RuleError, match="a die must end after 2 throws"):
        rk.dice("d2!").throw_many(20, 1)
    monkeypatch.undo()
    reports = []
    with telling(lambda done, of: reports.append((done, of))):
        one.throw_many(3000, 1)
    assert reports == [(0, 3000), (1000, 3000), (2000, 3000)]
