"""What would take too long to be followed exactly is refused: early, by its operations, whoever asks and
however often.
"""

import re

import pytest

import rencounter_kit as rk
from rencounter_kit import Chain, Dist, RuleError
from rencounter_kit.engine.chains import effort, reachable, transitions
from rencounter_kit.engine.chains.effort import Effort
from rencounter_kit.engine.chains.exploration import Exploration
from rencounter_kit.engine.chains.phase import Phase
from rencounter_kit.engine.chains.transitions import TooLargeError

SKIRMISH = "rencounter.skirmish", {"a_men": 2, "b_men": 2}


def forgotten(check_id):
    check = rk.checks[check_id]
    check._ask.cache_clear()
    check._distributions.cache_clear()
    check._cache.cache_clear()
    return check


def refusal(check_id, **params):
    with pytest.raises(TooLargeError) as caught:
        rk.check(check_id, **params)
    return str(caught.value)


def turn_by_turn(costs, turns):
    """How many turns of these costs are gone through before so many turns are refused; none when they are not."""
    one = Effort()
    for done, cost in enumerate(costs, 1):
        try:
            one.spend(cost)
            one.end_turn(turns)
        except TooLargeError:
            return done
    return None


def test_work_is_refused_as_soon_as_half_of_what_is_foreseen_is_too_much(monkeypatch):
    monkeypatch.setattr(effort, "MAX_WORK", 1000)
    assert turn_by_turn(range(1, 45), 44) is None  # 990 in all
    assert turn_by_turn(range(1, 46), 45) == 45  # 1,035
    assert turn_by_turn(range(1, 61), 60) == 19  # 190, and half of 1,640
    assert turn_by_turn(range(1, 64), 63) == 19  # no more is foreseen
    assert turn_by_turn([1001], 1) == 1
    assert turn_by_turn([1000], 1) is None


def test_what_is_well_under_way_is_not_refused_for_what_it_might_take(monkeypatch):
    """It may be over before the limit, as a charge that arrives."""
    monkeypatch.setattr(effort, "MAX_WORK", 1000)
    assert turn_by_turn([0] * 9 + [251, 260, 260], 60) is None
    assert turn_by_turn([0] * 9 + [250], 60) == 10


def test_the_turns_that_are_left_count_and_not_only_what_one_takes(monkeypatch):
    monkeypatch.setattr(effort, "MAX_WORK", 1000)
    costs = [0, 0, 0, 40]
    assert turn_by_turn(costs, 5) is None
    assert turn_by_turn(costs, 60) == 4


def test_nothing_is_foreseen_of_turns_much_later_than_those_that_have_been(monkeypatch):
    """A race that is over after some thirty contests is followed for at most 500."""
    assert rk.check("rencounter.activation_counters", units=5, result="twice", die=20).dist.total
    monkeypatch.setattr(effort, "MAX_WORK", 10_000)
    assert turn_by_turn([5] * 20, 500) is None
    assert turn_by_turn([5] * 20 + [900], 500) == 21


def test_a_charge_that_would_take_minutes_is_refused_at_once_with_the_way_out(monkeypatch):
    followed, take_turn = [], Exploration._take_turn
    monkeypatch.setattr(Exploration, "_take_turn", lambda walk: followed.append(1) or take_turn(walk))
    monkeypatch.setattr(effort, "MAX_WORK", effort.MAX_WORK // 15)
    params = {"men": 20, "shooters": 20, "speed": 3, "distance": 60, "turn_limit": 60}
    sentence = refusal("rencounter.charge", **params)
    assert re.search(r"at most some 2 seconds of work .* seconds or more for 60 turns", sentence)
    assert "fewer men or turns" in sentence and "rk.simulate(...)" in sentence and "rencounter simulate" in sentence
    assert len(followed) < 20


def test_a_refusal_is_the_same_whatever_was_asked_before(monkeypatch):
    check_id, params = SKIRMISH
    forgotten(check_id)
    monkeypatch.setattr(effort, "MAX_WORK", 1_000_000)
    sentence = refusal(check_id, **params, turn_limit=60)
    assert refusal(check_id, **params, turn_limit=60) == sentence
    for turns in (3, 5, 7, 5):
        assert rk.check(check_id, **params, turn_limit=turns).dist.total
        assert refusal(check_id, **params, turn_limit=60) == sentence


def test_fewer_turns_are_answered_after_more_were_refused(monkeypatch):
    check_id, params = SKIRMISH
    forgotten(check_id)
    right = rk.check(check_id, **params, turn_limit=4).dist
    forgotten(check_id)
    monkeypatch.setattr(effort, "MAX_WORK", 1_000_000)
    refusal(check_id, **params, turn_limit=60)
    assert rk.check(check_id, **params, turn_limit=4).dist == right


def test_work_is_counted(monkeypatch):
    def chain():
        return Chain(
            (60, 60), Phase(lambda n: Dist([n, n, max(n - 1, 0)]), 0), Phase(lambda n: Dist([n, max(n - 1, 0)]), 1)
        )

    answer = chain().run(100)
    monkeypatch.setattr(effort, "MAX_WORK", 10**9)
    assert chain().run(100) == answer
    monkeypatch.setattr(effort, "MAX_WORK", 10**5)
    with pytest.raises(TooLargeError, match=r"or more for \d+ turns"):
        chain().run(100)


def test_states_are_refused_before_all_that_lead_to_them_are_worked_out():
    calls = []

    def on(n):
        calls.append(n)
        return n + 1000 if n < 2000 else n

    with pytest.raises(RuleError, match="at most 2,500 states"):
        Chain(
            Dist(range(1000, 2000)), lambda n: calls.append(n) or Dist([n * 10 + i for i in range(10)]), max_states=2500
        ).end()
    assert len(calls) < 1000
    calls.clear()
    assert len(Chain(Dist(range(1000, 2000)), on, max_states=2500).end().states) == 1000


def test_ways_are_refused_before_all_are_worked_out_where_some_tell_that_there_are_too_many(monkeypatch):
    monkeypatch.setattr(transitions, "MAX_WAYS", 10_000)
    calls = []
    consequence = lambda n: calls.append(n) or Dist([n // 1000 * 1000 + 1000 + i for i in range(40)])  # noqa: E731
    with pytest.raises(RuleError, match=r"at most 10,000 ways .* got 20,000 or more"):
        Chain(Dist(range(1000)), consequence, ended=lambda n: n > 5000).end()
    assert len(calls) <= reachable._SOME
