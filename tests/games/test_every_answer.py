"""What holds for every answer of every check: exact and whole chances, reasons that add up, throws of what
can happen.
"""

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

import rencounter_kit as rk
from rencounter_kit.workbook.verification.reasons import sums_of, twice_named, wrong_sums
from tests.drawn import FEW, MANY, SOME, answer
from tests.situations import KINDS, few, situations_of


def is_outcome(check, outcome):
    """Is it an outcome that the check declares, a number, or several of these together?"""
    if isinstance(outcome, tuple):
        return bool(outcome) and all(is_outcome(check, part) for part in outcome)
    return type(outcome) is int or (check.scale is not None and outcome in check.scale)


def frozen(value):
    """Lists as tuples."""
    return tuple(map(frozen, value)) if isinstance(value, (list, tuple)) else value


@pytest.mark.parametrize("check_id", KINDS)
def test_chances_are_exact_and_whole(check_id):
    @few(check_id, MANY, SOME)
    @given(situations_of(check_id))
    def law(params):
        result = answer(check_id, params)
        assert sum(result.values()) == 1
        assert all(type(p) is Fraction and 0 < p <= 1 for p in result.values())
        assert all(is_outcome(result.check, outcome) for outcome in result)
        for written in (result.check.text, result.check.words):
            assert len({written(outcome) for outcome in result}) == len(result)
        assert list(result) == list(result.dist.outcomes)
        assert set(result.params) == set(result.check.parameters)
        counting = result.check.without_resting(result.check.book, params)  # the others are as they would be anyway
        assert {name: result.params[name] for name in counting} == {n: frozen(value) for n, value in counting.items()}
        assert all(0 <= p <= 1 for p in result.events.values())

    law()


@pytest.mark.parametrize("check_id", KINDS)
def test_reasons_add_up_to_the_target_numbers(check_id):
    check = rk.checks[check_id]
    sums = sums_of(check)
    assert twice_named(check) == []

    @few(check_id, MANY, SOME)
    @given(situations_of(check_id))
    def law(params):
        result = answer(check_id, params)
        assert list(wrong_sums(result, sums)) == []
        explanation = result.explain()
        reached = {roll: so_far for roll, _, so_far in explanation.rows}
        text = str(explanation)
        assert text == repr(explanation)
        assert {f"  = {number}" for number in reached.values()} <= set(text.split("\n"))
        assert all(entry.citation in text for _, entry, _ in explanation.rows)
        assert [name for name, _ in explanation.chances] == [result.check.words(outcome) for outcome in result]
        page = explanation._repr_html_()
        assert page.count("<table") == page.count("</table>") >= 1
        assert result.headline and len(result.headline.splitlines()) == 1

    law()


@pytest.mark.parametrize("check_id", KINDS)
def test_a_throw_gives_what_can_happen_and_again_the_same(check_id):
    @few(check_id, FEW, SOME)
    @given(situations_of(check_id), st.integers(0, 2**32))
    def law(params, seed):
        result = answer(check_id, params)
        roll = result.roll(seed)
        assert roll.outcome in result.dist
        assert result.roll(seed) == roll
        assert len(result) == 1 or roll.steps
        assert str(roll).endswith(result.check.words(roll.outcome))
        counted = result.simulate(5, seed)
        assert counted.counts.total() == 5 and set(counted) <= set(result)

    law()
