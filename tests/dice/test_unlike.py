"""Unlike dice of which some are left out, against all ways one by one."""

from collections import Counter
from itertools import product
from math import prod

from hypothesis import assume, given, strategies as st

from rencounter_kit.engine.dice.joint import Joint, RollReading
from rencounter_kit.engine.dice.pools import kept as kept_alike
from rencounter_kit.engine.dice.unlike import kept, steps

WEIGHTS = st.dictionaries(st.integers(-3, 6), st.integers(1, 3), min_size=1, max_size=4)
GROUPS = st.lists(st.tuples(WEIGHTS, st.integers(1, 2)), min_size=1, max_size=3)
VALUES = st.sampled_from((lambda face: face, lambda face: int(face >= 2), lambda face: -face))


@given(GROUPS, st.data(), VALUES)
def test_counted_as_all_ways_one_by_one(groups, data, value):
    dice = [weights for weights, number in groups for _ in range(number)]
    assume(len(dice) > 1)
    low = data.draw(st.integers(0, len(dice) - 1))
    high = data.draw(st.integers(0 if low else 1, len(dice) - 1 - low) if low < len(dice) - 1 or low else st.just(1))
    expected = Counter()
    for faces in product(*dice):
        ways = prod(weights[face] for weights, face in zip(dice, faces, strict=True))
        expected[sum(map(value, sorted(faces)[low : len(dice) - high]))] += ways
    read = Joint([groups], [RollReading("sum", low=low, high=high, worth=value)]).table()
    assert read == {(number,): weight for number, weight in expected.items()}
    assert low and high or kept(groups, low, high, value) == expected


@given(WEIGHTS, st.integers(2, 9), st.data())
def test_dice_alike_are_a_pool(weights, number, data):
    low = data.draw(st.integers(1, number - 1))
    assert kept([(weights, number)], low) == kept_alike(weights, number, low)
    assert kept([(weights, 1)] * number, 0, low) == kept_alike(weights, number, 0, low)


def test_no_ways_are_no_ways():
    assert kept([({1: 1}, 1), ({}, 1)], 1) == {}


def test_ten_unlike_dice_take_few_steps():
    assert steps(10, 20, 3) < 5000
