"""Chances for whole grids: every cell must be what Fractions give one by one, at any size, never a float."""

import operator
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, strategies as st

import rencounter_kit as rk
from rencounter_kit import Chances
from rencounter_kit.engine.dice.chances import count, survival

EDGE = 2**63
TOTALS = st.integers(1, 60) | st.integers(EDGE - 3, EDGE + 3) | st.integers(1, 2**140)
WEIGHTS = st.dictionaries(
    st.integers(-40, 40), st.integers(1, 30) | st.integers(2**61, 2**64) | st.integers(1, 2**100), min_size=1
)
DENSE = st.lists(st.integers(1, 30), min_size=1, max_size=12).map(lambda row: dict(enumerate(row, -3)))


@st.composite
def shares(draw, size=3):
    """Chances of ``size`` cells, and the same as plain Fractions."""
    total = draw(TOTALS)
    counts = draw(st.lists(st.integers(0, total), min_size=size, max_size=size))
    return Chances(np.array(counts, dtype=np.int64 if total < EDGE else object), total), [
        Fraction(c, total) for c in counts
    ]


def cells(chances):
    """The cells as Fractions; nothing on the way may have become a float."""
    assert chances.counts.dtype.kind in "iuO"
    assert chances.counts.dtype != object or all(type(c) is int for c in chances.counts.ravel().tolist())
    fractions = chances.fractions().ravel().tolist()
    assert all(type(p) is Fraction for p in fractions)
    return fractions


@given(shares())
def test_cells_are_counts_over_the_total(one):
    chances, plain = one
    assert cells(chances) == plain
    assert chances.shape == (3,)
    assert chances.floats().tolist() == pytest.approx([float(p) for p in plain], abs=0, rel=1e-15)


@given(shares(), shares())
def test_independent_events_multiply(one, other):
    assert cells(one[0] * other[0]) == [a * b for a, b in zip(one[1], other[1], strict=True)]


@given(shares(), shares())
def test_events_that_exclude_each_other_add(one, other):
    plain = [a + b for a, b in zip(one[1], other[1], strict=True)]
    assume(all(p <= 1 for p in plain))
    assert cells(one[0] + other[0]) == plain


@given(shares(), shares())
def test_a_part_is_taken_away(one, other):
    assert cells(one[0] - other[0]) == [a - b for a, b in zip(one[1], other[1], strict=True)]


@given(shares())
def test_the_opposite(one):
    chances, plain = one
    assert cells(1 - chances) == [1 - p for p in plain]
    assert cells(1 - (1 - chances)) == plain


def test_many_factors_grow_beyond_the_machine_and_stay_exact():
    once = Chances(np.arange(13), 12)
    product, plain = once, [Fraction(n, 12) for n in range(13)]
    for times in range(2, 40):
        product = product * once
        assert cells(product) == [p**times for p in plain]
    assert product.total == 12**39


@given(WEIGHTS, st.integers(-45, 45))
def test_counting_asks_every_outcome_in_every_cell(weights, first):
    bounds = np.arange(first, first + 6)
    total = sum(weights.values())
    got = count(weights, lambda outcome: outcome <= bounds)
    assert cells(got) == [
        Fraction(sum(w for o, w in weights.items() if o <= bound), total) for bound in bounds.tolist()
    ]


@given(WEIGHTS | DENSE, st.lists(st.integers(-60, 60) | st.integers(-5, 10), min_size=1, max_size=6))
def test_survival_is_the_chance_of_at_least_each_bound_or_of_more(weights, bounds):
    total = sum(weights.values())
    got, more = (survival(weights, np.array(bounds), beyond) for beyond in (False, True))
    assert cells(got) == [Fraction(sum(w for o, w in weights.items() if o >= bound), total) for bound in bounds]
    assert cells(more) == [Fraction(sum(w for o, w in weights.items() if o > bound), total) for bound in bounds]


@given(shares(6))
def test_shapes_broadcast_like_arrays(one):
    chances, plain = one
    column = Chances(chances.counts.reshape(6, 1), chances.total)
    table = column * Chances(np.array([1, 2, 3]), 3)
    assert table.shape == (6, 3)
    assert cells(table) == [p * Fraction(n, 3) for p in plain for n in (1, 2, 3)]
    assert cells(chances[2:4]) == plain[2:4]
    assert cells(table[0]) == [plain[0] * Fraction(n, 3) for n in (1, 2, 3)]


@pytest.mark.parametrize("total", [7, EDGE - 1, EDGE, 2**90])
def test_a_single_cell(total):
    for single in (Chances(5, total), Chances(np.array([5]), total)[0]):
        assert single.shape == ()
        assert cells(single) == [Fraction(5, total)]
        assert float(single.floats()) == 5 / total


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.int32, np.uint32, np.uint64, bool])
@pytest.mark.parametrize("operation", [operator.mul, operator.add, operator.sub], ids=["*", "+", "-"])
def test_small_machine_integers_do_not_wrap(operation, kind):
    """120 x 120 does not fit into eight bits, 1 - 2 not into an unsigned number."""
    high = 1 if kind is bool else 120
    a = Chances(np.array([high, 1], dtype=kind), 251)
    for b in (Chances(np.array([high, high], dtype=kind), 250), Chances(np.array([high, high]), 250)):
        plain = [operation(Fraction(x, 251), Fraction(high, 250)) for x in (high, 1)]
        assert cells(operation(a, b)) == plain


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.uint64])
def test_the_opposite_of_small_machine_integers(kind):
    assert cells(1 - Chances(np.array([100, 1], dtype=kind), 1000)) == [Fraction(9, 10), Fraction(999, 1000)]


@pytest.mark.parametrize(
    "counts", [np.array([0.5]), [1.0, 2.0], np.array(["1"]), np.array([0.5], dtype=object), [Fraction(1, 2)]]
)
def test_counts_are_whole_numbers(counts):
    with pytest.raises(ValueError, match="counts must be whole numbers; got"):
        Chances(counts, 2)


def test_the_text_says_what_it_holds():
    assert repr(Chances(np.array([1, 2]), 6)) == "Chances(array([1, 2]), 6)"


def test_it_is_the_class_of_the_public_face():
    assert isinstance(rk.d(6).at_least(np.array([2])), rk.Chances)
    assert rk.Chances is Chances
