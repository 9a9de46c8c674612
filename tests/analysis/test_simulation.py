"""Dice thrown at random against the exact answer, and the steps that a throw tells."""

import random
from functools import cache
from itertools import count, product
from math import inf

import pytest
from scipy.stats import binom, norm

import rencounter_kit as rk
from rencounter_kit.engine.dice.dist import Dist
from rencounter_kit.engine.dice.throw import Random, die_name
from rencounter_kit.workbook.rulebook.book import systems
from rencounter_kit.workbook.rulebook.presets import presets
from tests.situations import KINDS, base, few, tries

THROWS, OF_A_PROCESS = tries(2_000, 8_000), tries(500, 1_500)
SEED = 1998
FARTHEST = 4.5  # standard deviations
OFTEN = 25  # times expected, from which a count is distributed as the normal curve
ROLLS = tries(20, 40)


@cache
def answers(check_id):
    """A check at its defaults and as one of its presets, where dice decide; a process not larger than its base."""
    small = base(check_id)
    prepared = [{**params, **small} for params in presets(rk.checks[check_id].stem).get(check_id, {}).values()]
    thrown = [result for params in reversed(prepared) if len(result := rk.check(check_id, **params)) > 1]
    usual = rk.check(check_id, **small)
    return ([usual] if len(usual) > 1 else []) + thrown[:1]


def deviations(seen, p, throws):
    """How many standard deviations a count is off; for a rare outcome by the exact chance of being so far off."""
    mean = throws * p
    if min(mean, throws - mean) >= OFTEN:
        return abs(seen - mean) / (mean * (1 - p)) ** 0.5
    tail = binom.sf(seen - 1, throws, p) if seen > mean else binom.cdf(seen, throws, p)
    return norm.isf(tail) if tail else inf


@pytest.mark.parametrize("check_id", KINDS)
def test_many_throws_come_out_as_the_exact_answer_says(check_id):
    throws = few(check_id, THROWS, OF_A_PROCESS)
    for result in answers(check_id):
        seen = result.simulate(throws, seed=SEED)
        assert seen.fights == seen.counts.total() == throws
        assert set(seen) <= set(result), "an outcome of probability 0 came"
        for outcome, p in result.items():
            times_thrown = seen.count(outcome)
            assert deviations(times_thrown, float(p), throws) < FARTHEST, (
                f"{outcome}: {times_thrown} of {throws}, expected {p}"
            )


@pytest.mark.parametrize("check_id", KINDS)
def test_the_same_seed_throws_the_same(check_id):
    for result in answers(check_id):
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

    def split(self, name, dice, parts, otherwise):
        face = self.face(name, dice.written)
        return next((to for highest, to in parts if face <= highest), otherwise)

    def after(self, thrown, then):
        assert not isinstance(thrown, Dist), "dice were thrown and not told"
        return then(thrown)


@pytest.mark.parametrize("check_id", KINDS)
def test_the_steps_that_are_told_give_the_outcome(check_id):
    for result, seed in product(answers(check_id), range(ROLLS)):
        roll = result.roll(seed)
        assert roll.outcome in result
        assert roll.steps
        replay = Replay(roll.steps)
        assert result.check._dice(replay, result.rules, result.targets) == roll.outcome
        assert list(replay.told) == [], "more was told than thrown"


@pytest.mark.parametrize("check_id", KINDS)
def test_a_told_throw_reads_as_lines_of_die_and_face(check_id):
    for result in answers(check_id):
        roll = result.roll(SEED)
        *steps, end = str(roll).splitlines()
        assert len(steps) == len(roll.steps)
        assert all(step.name in line and step.die in line for step, line in zip(roll.steps, steps, strict=True))
        assert end == f"= {result.check.words(roll.outcome)}"
        assert roll._repr_html_().count("<br>") == len(steps)


def test_a_certain_answer_throws_no_dice():
    certain = rk.check("rencounter.fire", distance=51)
    assert certain.roll(1).steps == ()
    assert str(certain.roll(1)) == "no dice are rolled\n= miss"


def test_without_a_seed_throws_differ():
    result = rk.check("rencounter.gang_up", strikers=3)
    rolls = (result.roll() for _ in count())
    first = next(rolls)
    assert any(roll != first for roll, _ in zip(rolls, range(50), strict=False))


def test_the_measure_of_surprise():
    """What the simulation is judged by, on counts whose surprise is known."""
    assert deviations(10_000, 0.5, 20_000) == 0
    assert deviations(10_000 + 71, 0.5, 20_000) == pytest.approx(1.004, abs=0.001)
    assert deviations(10_000 + 319, 0.5, 20_000) > FARTHEST > deviations(10_000 + 317, 0.5, 20_000)
    assert deviations(1, 1e-5, 20_000) < FARTHEST < deviations(6, 1e-5, 20_000)
    assert deviations(0, 12 / 20_000, 20_000) < FARTHEST < deviations(0, 14 / 20_000, 20_000)
    assert deviations(1, 1e-12, 20_000) > FARTHEST
    assert deviations(1, 0.0, 20_000) == inf
    assert deviations(19_999, 1.0, 20_000) == inf


def test_every_game_is_thrown():
    assert {check.stem for check_id, check in rk.checks.items() if check_id in KINDS and answers(check_id)} == set(
        systems()
    )
