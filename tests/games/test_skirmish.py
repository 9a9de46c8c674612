"""Who acts first in a skirmish whose order a coin decides."""

import pytest

import rencounter_kit as rk


@pytest.mark.parametrize("who", "ab")
def test_a_coin_says_which_unit_acts_first(who):
    play = rk.check("rencounter.skirmish", a_men=1, b_men=1, order="random", turn_limit=1)._play
    coin, first, *_ = play.phases
    assert coin(play.start).outcomes == tuple((*play.start[:-1], side) for side in "ab")
    before = (*play.start[:-1], who)
    after = first(before)
    assert (after == before) == (who == "b"), "where the coin is B's, A does not act before B"
    assert who == "b" or any(hand for *_, hand, _, _ in after.outcomes)
