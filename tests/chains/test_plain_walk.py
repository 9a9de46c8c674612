"""Where there are no arrays: turns followed in whole numbers come to the same."""

from fractions import Fraction

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.chains import chain
from rencounter_kit.engine.chains.plain_walk import PlainWalk
from rencounter_kit.engine.dice.dist import Dist
from rencounter_kit.engine.work.later import has_arrays
from rencounter_kit.engine.work.progress import telling
from rencounter_kit.workbook.mechanics import dice_memory
from tests.situations import PROCESSES, drawn, forget as forget_answers, tries


@pytest.fixture
def no_arrays(monkeypatch):
    """As in a browser alone."""

    def begin():
        monkeypatch.setattr(chain, "has_arrays", lambda: False)
        forget()

    return begin


def forget():
    dice_memory.forget()
    forget_answers(map(rk.checks.get, PROCESSES))


def answers(check_id, situations):
    for params in situations:
        try:
            result = rk.check(check_id, **params)
        except rk.RuleError as error:
            yield str(error)
        else:
            yield dict(result), result.headline, result.reads


def test_fights_come_to_the_same(no_arrays):
    assert has_arrays()
    cases = {check_id: drawn(check_id, tries(2, 20), "plain") for check_id in PROCESSES}
    forget()
    with_arrays = {check_id: list(answers(check_id, situations)) for check_id, situations in cases.items()}
    no_arrays()
    assert {check_id: list(answers(check_id, situations)) for check_id, situations in cases.items()} == with_arrays
    assert sum(isinstance(one, tuple) for each in with_arrays.values() for one in each) > len(PROCESSES)


def a_chain():
    """It goes up or down, in two phases, and stays at each end."""
    up = {n: Dist({n + 1: 2, n: 1, max(0, n - 1): n + 1}) for n in range(1, 6)}
    return rk.Chain(
        Dist({1: 1, 3: 2}), up.__getitem__, lambda n: Dist({n: 5, 6: 1}) if n > 3 else n, ended=lambda n: n in (0, 6)
    )


@pytest.mark.parametrize("turns", [0, 1, 2, 7, 40])
def test_a_run_comes_to_the_same(no_arrays, turns):
    run, stopped = a_chain().run(turns), a_chain().run(turns, until=Fraction(1, 50))
    no_arrays()
    assert isinstance(a_chain().walk(), PlainWalk)
    assert (a_chain().run(turns), a_chain().run(turns, until=Fraction(1, 50))) == (run, stopped)


def test_what_is_too_large_is_refused(no_arrays):
    no_arrays()
    many = rk.Chain(0, lambda n: Dist([3 * n + 1, 3 * n + 2, 3 * n + 3]), ended=lambda n: False, max_states=1000)
    with pytest.raises(rk.RuleError, match="must have at most 1,000 states to be worked out exactly; got more"):
        many.run(10)


def test_it_tells_how_many_turns_are_done(no_arrays):
    no_arrays()
    walk, reports = a_chain().walk(), []
    with telling(lambda done, of: reports.append((done, of))):
        walk.go_on(3)
    assert sorted(set(reports)) == [(0, 3), (1, 3), (2, 3)]
