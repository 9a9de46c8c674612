"""The library against its witnesses where it goes on over turns: followed once more state by state."""

from functools import cache

import pytest

import rencounter_kit as rk
from rencounter_kit.mechanics.processes.process import Process
from tests.situations import tries
from tests.witness.asked import asked
from tests.witness.spread import TURNS_IDS as IDS
from tests.witness.spread import WITNESS, WITNESS_TURNS, cases, events
from tests.witness.turns import exact

CASES = tries(3, 6)
SEED = 1998


@cache
def spread(check_id):
    """The cases of a process, each with the witness's answer: outcomes, and number of turns or their mean."""
    return [
        (params, *exact(WITNESS_TURNS[check_id], asked(check_id, params))) for params in cases(check_id, CASES, SEED)
    ]


@pytest.mark.parametrize("check_id", IDS)
def test_every_way_it_can_go(check_id):
    for params, outcomes, _ in spread(check_id):
        result = rk.check(check_id, **params)
        assert dict(result.items()) == outcomes, params
        assert result.events == events(check_id, params, outcomes), params


# The witness plays these in one go, or counts other turns.
IN_ONE_GO = {
    "rencounter.reload",
    "rencounter.activation_counters",
    "realms_of_myth.crossbow_ready",
    "realms_of_myth.archers_before_contact",
}
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
def test_the_cases_are_not_all_alike(check_id):
    """A spread which never moves the answer would prove nothing."""
    answers = [outcomes for _, outcomes, _ in spread(check_id)]
    assert any(answer != answers[0] for answer in answers)


def test_every_check_has_a_witness():
    assert {*WITNESS, *WITNESS_TURNS} == set(rk.checks)
