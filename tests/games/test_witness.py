"""The library against its witnesses: the same checks played die by die, from a second transcription of the figures."""

from functools import cache

import pytest

import rencounter_kit as rk
from tests.situations import tries
from tests.witness.asked import asked
from tests.witness.explore import enumerate_all
from tests.witness.spread import EXACT, IDS, WITNESS, cases, events

CASES = tries(10, 25)
SEED = 1998


@cache
def spread(check_id):
    """The cases of a check, each with the chances of the outcomes by the witness."""
    return [(params, chances(check_id, asked(check_id, params))) for params in cases(check_id, CASES, SEED)]


def chances(check_id, p):
    return EXACT[check_id](p) if check_id in EXACT else enumerate_all(WITNESS[check_id], p=p)


@pytest.mark.parametrize("check_id", [check_id for check_id in IDS if check_id not in EXACT])
def test_every_way_the_dice_can_fall(check_id):
    for params, outcomes in spread(check_id):
        result = rk.check(check_id, **params)
        assert dict(result.items()) == outcomes, params
        assert result.events == events(check_id, params, outcomes), params


@pytest.mark.parametrize("check_id", EXACT)
def test_dice_that_may_fall_without_end(check_id):
    """Irrational chances, compared to 1 in 10^12."""
    for params, outcomes in spread(check_id):
        result = rk.check(check_id, **params)
        for answer, right in ((dict(result.items()), outcomes), (result.events, events(check_id, params, outcomes))):
            assert set(answer) == set(right), params
            assert all(abs(float(answer[one]) - float(chance)) < 1e-12 for one, chance in right.items()), params


@pytest.mark.parametrize("check_id", IDS)
def test_the_cases_are_not_all_alike(check_id):
    """A spread which never moves the answer would prove nothing; of a check with hardly any parameters there are one or two."""
    answers = [outcomes for _, outcomes in spread(check_id)]
    assert len(answers) <= 2 or any(answer != answers[0] for answer in answers)


def test_each_way_to_ask_tells_the_events_that_the_witness_knows():
    for check_id, check in rk.checks.items():
        for way, space in check.spaces.items():
            said = {check._decides: way} if check._decides else {}
            assert set(check.events_of(space)) == set(events(check_id, said, outcomes={})), (check_id, way)
