"""Processes whose ends are worked out without following the turns: following them comes to the same."""

import pytest

import rencounter_kit as rk
from tests.situations import PROCESSES, base, drawn, tries


def played(check_id, params):
    """What goes on, and the chain of it."""
    answer = rk.check(check_id, **params)
    return answer.check.chain(answer.rules, answer.targets)


KNOWN = [check_id for check_id in PROCESSES if played(check_id, base(check_id))[0].known]


def test_there_are_some():
    assert KNOWN


def followed(check_id, params):
    """What comes of the turns one by one."""
    play, chain = played(check_id, params)
    if not play.limit:
        return chain.end().states.map(lambda state: play.outcome(state, None))
    return chain.run(play.limit).ends.map(
        lambda last: play.outcome(last[1], play.limit if last[0] is None else last[0])
    )


@pytest.mark.parametrize("check_id", KNOWN)
def test_following_the_turns_comes_to_the_same(check_id):
    for params in drawn(check_id, tries(4, 20), "known"):
        assert rk.check(check_id, **params).dist == followed(check_id, params), params
