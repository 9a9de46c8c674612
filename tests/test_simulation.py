"""Dice thrown at random against the exact answer, and the steps that a throw tells."""

import random
from itertools import count
from math import inf

import pytest
from scipy.stats import binom, norm

import rencounter_kit as rk
from rencounter_kit.dist import Dist
from rencounter_kit.presets import presets
from rencounter_kit.throw import Random, die_name
from tests.situations import base, few

THROWS, OF_A_PROCESS = 20_000, 3_000
SEED = 1998
FARTHEST = 4.5  # standard deviations
OFTEN = 25  # times expected, from which a count is distributed as the normal curve
ROLLS = 40


def situations():
    """Each check at its defaults and as one of its presets, where dice decide; a process not larger than its base."""
    for check_id, check in rk.checks.items():
        small = base(check_id)
        prepared = [{**params, **small} for params in presets(check.stem).get(check_id, {}).values()]
        prepared = [params for params in prepared if len(check(**params)) > 1]
        for params in ([small] if len(check(**small)) > 1 else []) + prepared[-1:]:
            yield pytest.param(check_id, params, id=f"{check_id}: {', '.join(map(str, params.values())) or 'defaults'}")


SITUATIONS = list(situations())
situation = pytest.mark.parametrize(("check_id", "params"), SITUATIONS)


def deviations(seen, p, throws=THROWS):
    """How many standard deviations a count is off; for a rare outcome by the exact chance of being so far off."""
    mean = throws * p
    if min(mean, throws - mean) >= OFTEN:
        return abs(seen - mean) / (mean * (1 - p)) ** 0.5
    tail = binom.sf(seen - 1, throws, p) if seen > mean else binom.cdf(seen, throws, p)
    return norm.isf(tail) if tail else inf


@situation
def test_many_throws_come_out_as_the_exact_answer_says(check_id, params):
    result, throws = rk.check(check_id, **params), few(check_id, THROWS, OF_A_PROCESS)
    seen = result.simulate(throws, seed=SEED)
    assert seen.fights == seen.counts.total() == throws
    assert set(seen) <= set(result), "an outcome of probability 0 came"
    for outcome, p in result.items():
        found = seen.count(outcome)
        assert deviations(found, float(p), throws) < FARTHEST, f"{outcome}: {found} of {throws}, expected {p}"


@situation
def test_the_same_seed_throws_the_same(check_id, params):
    result = rk.check(check_id, **params)
    rolls = [result.roll(seed) for seed in range(ROLLS)]
    assert rolls == [result.roll(seed) for seed in range(ROLLS)]
    assert rolls[7] == result.roll(random.Random(7))
    assert result.simulate(100, seed=SEED) == result.simulate(100, seed=SEED)
    assert len(set(rolls)) > 1


class Replay(Random):
    """Throws that show the faces which an earlier throw told, and no other."""

    def __init__(self, steps):
        super().__init__(0)
        self.told = iter([step for step in steps if step.die])  # where a turn begins nothing is thrown

    def face(self, name, die):
        step = next(self.told)
        assert (step.name, step.die) == (name, die)
        return step.face

    def __call__(self, name, die, then):
        return then(self.face(name, die_name(die)))

    def split(self, name, sides, parts):
        face = self.face(name, f"d{sides}")
        return next(to for highest, to in parts if face <= highest)

    def after(self, thrown, then):
        assert not isinstance(thrown, Dist), "dice were thrown and not told"
        return then(thrown)


@situation
def test_the_steps_that_are_told_give_the_outcome(check_id, params):
    result = rk.check(check_id, **params)
    for seed in range(ROLLS):
        roll = result.roll(seed)
        assert roll.outcome in result
        assert roll.steps
        replay = Replay(roll.steps)
        assert result.check._dice(result.targets, replay, result.rules) == roll.outcome
        assert list(replay.told) == [], "more was told than thrown"


@situation
def test_a_told_throw_reads_as_lines_of_die_and_face(check_id, params):
    result = rk.check(check_id, **params)
    roll = result.roll(SEED)
    *steps, end = str(roll).splitlines()
    assert len(steps) == len(roll.steps)
    assert all(step.name in line and step.die in line for step, line in zip(roll.steps, steps, strict=True))
    assert end == f"= {result.check.words(roll.outcome)}"
    assert roll._repr_html_().count("<br>") == len(steps)


def test_a_certain_answer_throws_no_dice():
    certain = rk.check("rencounter.fire", distance=51)
    assert certain.roll(1).steps == ()
    assert str(certain.roll(1)) == "no dice are thrown\n= miss"


def test_without_a_seed_throws_differ():
    result = rk.check("rencounter.gang_up", k=3)
    rolls = (result.roll() for _ in count())
    first = next(rolls)
    assert any(roll != first for roll, _ in zip(rolls, range(50), strict=False))


def test_the_measure_of_surprise():
    """What the simulation is judged by, on counts whose surprise is known."""
    assert deviations(10_000, 0.5) == 0
    assert deviations(10_000 + 71, 0.5) == pytest.approx(1.004, abs=0.001)
    assert deviations(10_000 + 319, 0.5) > FARTHEST > deviations(10_000 + 317, 0.5)
    assert deviations(1, 1e-5) < FARTHEST < deviations(6, 1e-5)
    assert deviations(0, 12 / THROWS) < FARTHEST < deviations(0, 14 / THROWS)
    assert deviations(1, 1e-12) > FARTHEST
    assert deviations(1, 0.0) == inf
    assert deviations(THROWS - 1, 1.0) == inf


def test_every_game_is_thrown():
    assert {one.values[0].partition(".")[0] for one in SITUATIONS} == {check.stem for check in rk.checks.values()}
