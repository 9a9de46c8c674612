"""What is thrown at once has a name: that of its dice where it is some, as players write them. Methods that throw are
remembered.
"""

import pytest

from rencounter_kit import Dist, d
from rencounter_kit.engine.dice.throw import DICE, CachedMethod, Exact, Random, die_name


@pytest.mark.parametrize(
    ("die", "name"),
    [
        (d(6), "d6"),
        (2 @ d(6), "2d6"),
        (Dist(range(1, 13)), "d12"),
        (Dist(dict((3 @ d(4)).weights)), "3d4"),
        (Dist([3, 7]), DICE),
        (Dist([2, 3, 4]), DICE),
        (Dist([0, 1, 2]), DICE),
        (Dist([-2, 2]), DICE),
        (Dist(["heads", "tails"]), DICE),
        (Dist([(1, 1), (2, 2)]), DICE),
    ],
)
def test_only_what_falls_like_dice_has_their_name(die, name):
    assert die_name(die) == name


class TwoDice:
    """Two dice, the second of which is thrown in a method."""

    def __init__(self, throw):
        self.throw, self.asked = throw, []

    @CachedMethod
    def second(self, sides, more=0):
        self.asked.append(sides)
        return self.throw("second", d(sides), lambda face: face + more)

    def sum(self):
        return self.throw("first", d(3), lambda first: self.throw.after(self.second(4), lambda face: first + face))


def test_a_method_is_worked_out_once_where_all_ways_are_followed_and_each_time_where_one_is_thrown():
    exact, other, once = TwoDice(Exact()), TwoDice(Exact()), TwoDice(Random(1))
    assert exact.sum() == d(3) + d(4) and exact.asked == [4]
    assert exact.second(4, more=1) == d(4) + 1 and exact.asked == [4, 4]
    assert other.asked == [] and other.second(4) == d(4) and other.asked == [4], "each has what it has worked out"
    assert once.sum() == sum(step.face for step in once.throw.steps)
    once.sum()
    assert once.asked == [4, 4] and len(once.throw.steps) == 4
