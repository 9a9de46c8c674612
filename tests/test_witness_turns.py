"""The library against its witnesses where it goes on over turns: followed once more state by state, and thrown at random."""

import random
from collections import Counter
from functools import cache

import pytest

import rencounter_kit as rk
from rencounter_kit.process import Process
from tests.witness.spread import WITNESS
from tests.witness.turns import exact, play
from tests.witness.turns_spread import IDS, WITNESS_TURNS, cases

CASES = 8
SEED = 1998
THROWS = 3000
THROWN = 2
FEWEST = 10  # outcomes expected less often in all throws are counted together
FARTHEST = 4.5  # standard deviations


@cache
def spread(check_id):
    """The cases of a process, each with the witness's answer: outcomes, and number of turns or their mean."""
    return [(params, *exact(WITNESS_TURNS[check_id], params)) for params in cases(check_id, CASES, SEED)]


@pytest.mark.parametrize("check_id", IDS)
def test_every_way_it_can_go(check_id):
    for params, outcomes, _ in spread(check_id):
        assert dict(rk.check(check_id, **params).items()) == outcomes, params


# The witness plays these in one go, and counts no turns.
IN_ONE_GO = {"rencounter.reload", "rencounter.activation_counters"}
OVER_TURNS = [check_id for check_id in IDS if isinstance(rk.checks[check_id], Process) and check_id not in IN_ONE_GO]


@pytest.mark.parametrize("check_id", OVER_TURNS)
def test_it_takes_as_many_turns(check_id):
    for params, _, turns in spread(check_id):
        result = rk.check(check_id, **params)
        if result.limit:
            assert dict(result.turns.items()) == turns, params
        elif not result.endless:
            assert result.expected_turns == turns, params


@pytest.mark.parametrize("check_id", IDS)
def test_thrown_at_random(check_id):
    rng = random.Random(f"{SEED} {check_id}")
    for params, *_ in spread(check_id)[-THROWN:]:
        expected = {outcome: THROWS * float(p) for outcome, p in rk.check(check_id, **params).items()}
        seen = Counter(play(WITNESS_TURNS[check_id], params, rng)[0] for _ in range(THROWS))
        assert set(seen) <= set(expected), params
        often = {outcome: mean for outcome, mean in expected.items() if mean >= FEWEST}
        pairs = [(seen[outcome], mean) for outcome, mean in often.items()]
        pairs.append((THROWS - sum(seen[outcome] for outcome in often), max(0, THROWS - sum(often.values()))))
        for count, mean in pairs:
            deviation = (mean * max(0, 1 - mean / THROWS)) ** 0.5
            assert abs(count - mean) <= FARTHEST * deviation + 1, params


@pytest.mark.parametrize("check_id", IDS)
def test_the_cases_are_not_all_alike(check_id):
    """A spread which never moves the answer would prove nothing."""
    answers = [outcomes for _, outcomes, _ in spread(check_id)]
    assert any(answer != answers[0] for answer in answers)


def test_every_check_has_a_witness():
    assert {*WITNESS, *WITNESS_TURNS} == set(rk.checks)
