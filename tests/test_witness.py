"""The library against its witnesses: the same checks played die by die, from a second transcription of the figures."""

import random
from collections import Counter
from functools import cache

import pytest

import rencounter_kit as rk
from tests.witness.explore import enumerate_all, throw_once
from tests.witness.spread import IDS, WITNESS, cases

CASES = 12
SEED = 1998
THROWS = 4000
THROWN = 2
FEWEST = 10  # outcomes expected less often in all throws are counted together
FARTHEST = 4.5  # standard deviations


@cache
def spread(check_id):
    """The cases of a check."""
    return cases(check_id, CASES, SEED)


def exact(check_id, params):
    """The library's answer."""
    return dict(rk.check(check_id, **params).items())


@pytest.mark.parametrize("check_id", IDS)
def test_every_way_the_dice_can_fall(check_id):
    for params in spread(check_id):
        assert exact(check_id, params) == enumerate_all(WITNESS[check_id], params), params


@pytest.mark.parametrize("check_id", IDS)
def test_thrown_at_random(check_id):
    rng = random.Random(f"{SEED} {check_id}")
    for params in spread(check_id)[-THROWN:]:
        expected = {outcome: THROWS * float(chance) for outcome, chance in exact(check_id, params).items()}
        seen = Counter(throw_once(WITNESS[check_id], params, rng) for _ in range(THROWS))
        assert set(seen) <= set(expected), params
        often = {outcome: mean for outcome, mean in expected.items() if mean >= FEWEST}
        pairs = [(seen[outcome], mean) for outcome, mean in often.items()]
        pairs.append((THROWS - sum(seen[outcome] for outcome in often), max(0, THROWS - sum(often.values()))))
        for count, mean in pairs:
            deviation = (mean * max(0, 1 - mean / THROWS)) ** 0.5
            # even together the rare ones may be rare: then one throw more or less proves nothing
            assert abs(count - mean) <= FARTHEST * deviation + 1, params


@pytest.mark.parametrize("check_id", [check_id for check_id in IDS if len(spread(check_id)) > 2])
def test_the_cases_are_not_all_alike(check_id):
    """A spread which never moves the answer would prove nothing."""
    answers = [sorted(map(str, exact(check_id, params).items())) for params in spread(check_id)]
    assert any(answer != answers[0] for answer in answers)
