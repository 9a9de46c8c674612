"""What is thrown at once has a name: that of its dice where it is some, as players write them."""

import pytest

from rencounter_kit import Dist, d
from rencounter_kit.engine.dice.throw import DICE, die_name


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
