"""Exact distributions: laws for any distribution, witnesses for known expressions, and each trap that others
fell into.
"""

import copy
import operator
import pickle
import sys
from collections import Counter
from fractions import Fraction
from itertools import product
from math import gcd, prod

import dyce
import icepool
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from rencounter_kit import Dist, Scale, d
from rencounter_kit.engine.dice import convolve as convolution
from rencounter_kit.engine.dice.convolve import convolve, power
from rencounter_kit.engine.dice.notation import dice_of, notation
from tests.situations import tries

WOUNDS = Scale("none < minor < serious < crippling < dead")

# What hypothesis tries: close together, far apart, negative; weights small and beyond any machine integer
NUMBERS = st.integers(-12, 12) | st.integers(-(10**12), 10**12)
WEIGHTS = st.integers(1, 9) | st.integers(1, 2**200)
DISTS = st.builds(Dist, st.dictionaries(NUMBERS, WEIGHTS, min_size=1, max_size=8))
NAMED = st.builds(
    Dist, st.dictionaries(st.sampled_from(WOUNDS), st.integers(1, 20), min_size=1), scale=st.none() | st.just(WOUNDS)
)
SHARES = st.fractions(0, 1) | st.floats(0, 1)


def chances(dist):
    """Outcome to probability as a plain dict."""
    return dict(dist.items())


def brute(*dists, by=sum):
    """All combinations of independent outcomes, each by itself, in Fractions."""
    counts = Counter()
    for way in product(*[dist.items() for dist in dists]):
        counts[by(outcome for outcome, _ in way)] += prod((p for _, p in way), start=Fraction(1))
    return dict(counts)


# Laws -----------------------------------------------------------------------------------------------------------------


@given(DISTS)
def test_chances_are_fractions_that_sum_to_one(dist):
    assert all(type(p) is Fraction and p > 0 for p in chances(dist).values())
    assert sum(chances(dist).values()) == 1
    assert dist.probability(lambda outcome: True) == 1


@given(DISTS)
def test_weights_are_in_lowest_terms_and_in_order(dist):
    assert gcd(*dist.weights.values()) == 1
    assert sum(dist.weights.values()) == dist.total
    assert list(dist.outcomes) == sorted(dist.outcomes) == list(dist) == list(dist.weights)
    assert len(dist) == len(dist.outcomes)


@given(DISTS, st.integers(1, 50))
def test_only_proportions_count(dist, factor):
    scaled = Dist({outcome: weight * factor for outcome, weight in dist.weights.items()})
    assert scaled == dist
    assert hash(scaled) == hash(dist)


@given(DISTS, DISTS)
def test_a_sum_is_every_combination_by_itself(a, b):
    assert chances(a + b) == brute(a, b)
    assert chances(a - b) == brute(a, -b)


@given(DISTS)
def test_mean_and_variance_by_their_definition(dist):
    mean = sum(outcome * p for outcome, p in dist.items())
    assert dist.mean == mean
    assert dist.variance == sum((outcome - mean) ** 2 * p for outcome, p in dist.items())
    assert dist.sd == pytest.approx(float(dist.variance) ** 0.5)


@given(DISTS, st.integers(-30, 30))
def test_a_plain_number_shifts_or_stretches(dist, number):
    assert chances(dist + number) == chances(number + dist) == {o + number: p for o, p in dist.items()}
    assert chances(dist - number) == {o - number: p for o, p in dist.items()}
    assert chances(number - dist) == chances(-dist + number) == {number - o: p for o, p in dist.items()}
    assert dist * number == number * dist == dist.map(lambda outcome: outcome * number)


@given(DISTS, st.integers(1, 12))
def test_floor_division_merges_what_falls_together(dist, divisor):
    expected = Counter()
    for outcome, p in dist.items():
        expected[outcome // divisor] += p
    assert chances(dist // divisor) == expected


@given(DISTS, DISTS)
def test_a_product_of_two_throws(a, b):
    assert chances(a * b) == brute(a, b, by=prod)


@given(DISTS, st.integers(0, 4))
def test_several_throws_are_so_many_sums(dist, times):
    assert times @ dist == sum([dist] * times, start=Dist([0]))


@given(st.dictionaries(st.integers(0, 4), st.integers(1, 9), min_size=1), DISTS)
def test_as_many_throws_as_another_throw_says(weights, dist):
    times = Dist(weights)
    expected = Counter()
    for number, p in times.items():
        for outcome, q in (number @ dist).items():
            expected[outcome] += p * q
    assert chances(times @ dist) == expected


@given(DISTS, st.data())
def test_map_follows_every_branch_by_its_chance(dist, data):
    """The law of total probability, branches to a distribution and to a plain outcome mixed."""
    to = {outcome: data.draw(DISTS | NUMBERS) for outcome in dist}
    expected = Counter()
    for outcome, p in dist.items():
        for end, q in to[outcome].items() if isinstance(to[outcome], Dist) else [(to[outcome], Fraction(1))]:
            expected[end] += p * q
    assert chances(dist.map(to.__getitem__)) == expected


@given(DISTS, st.integers(-12, 12))
def test_given_divides_by_the_chance_of_what_is_known(dist, bound):
    known = dist.at_least(bound)
    if known:
        assert chances(dist.given(lambda outcome: outcome >= bound)) == {
            outcome: p / known for outcome, p in dist.items() if outcome >= bound
        }
    else:
        with pytest.raises(ValueError, match="must hold for at least one possible outcome"):
            dist.given(lambda outcome: outcome >= bound)


@given(DISTS, NUMBERS)
def test_at_least_and_at_most_by_their_definition(dist, bound):
    assert dist.at_least(bound) == sum(p for outcome, p in dist.items() if outcome >= bound)
    assert dist.at_most(bound) == sum(p for outcome, p in dist.items() if outcome <= bound)
    assert dist.at_least(bound) + dist.at_most(bound) == 1 + dist[bound]


@given(DISTS, SHARES)
def test_a_quantile_is_the_first_outcome_that_reaches_the_share(dist, share):
    outcome = dist.quantile(share)
    assert outcome in dist
    assert dist.at_most(outcome) >= Fraction(share)
    assert dist.at_most(outcome) - dist[outcome] < Fraction(share) or outcome == dist.outcomes[0]


@given(DISTS)
def test_what_is_asked_of_some_outcomes(dist):
    some = dist.outcomes[::2]
    expected = sum(p for outcome, p in dist.items() if outcome in some)
    for event in (set(some), frozenset(some), list(some), [*some, *some], some.__contains__):
        assert dist.probability(event) == expected


@given(DISTS | NAMED)
def test_the_text_of_a_distribution_evaluates_to_it(dist):
    back = eval(repr(dist), {"Dist": Dist, "Scale": Scale})
    assert back == dist
    assert back.scale == dist.scale


@given(DISTS | NAMED)
def test_a_distribution_survives_pickling_and_copying(dist):
    for back in (pickle.loads(pickle.dumps(dist)), copy.copy(dist), copy.deepcopy(dist)):
        assert back == dist
        assert back.scale == dist.scale
        assert back.outcomes == dist.outcomes


@given(DISTS, DISTS)
def test_equality_is_equality_of_chances(a, b):
    assert (a == b) == (chances(a) == chances(b))
    assert (a != b) == (chances(a) != chances(b))


@given(DISTS, st.integers(0, 2**32))
def test_a_sample_is_a_possible_outcome_and_repeats_with_its_seed(dist, seed):
    assert dist.sample(seed) in dist
    assert dist.sample(seed) == dist.sample(seed)


# Sums in one piece: the Kronecker multiplication against pairs one by one ---------------------------------------------


def expected_sum(a, b):
    """The weights of a sum, pair by pair."""
    counts = Counter()
    for (x, wx), (y, wy) in product(a.items(), b.items()):
        counts[x + y] += wx * wy
    return {outcome: weight for outcome, weight in counts.items() if weight}


def filled(weights):
    return {outcome: weight for outcome, weight in weights.items() if weight}


SHAPES = {
    "a die": dict.fromkeys(range(1, 7), 1),
    "negative": {-9: 1, -8: 2, -7: 5},
    "around zero": {-1: 3, 0: 1, 1: 2},
    "holes": {0: 1, 3: 1, 7: 2},
    "sparse": {0: 1, 1000: 1},
    "very sparse": {-(10**15): 2, 0: 1, 10**15: 3},
    "one outcome": {17: 1},
    "one huge outcome": {2**80: 1},
    "huge weights": {0: 2**300, 1: 1, 2: 2**299 - 1},
    "weights at the edge of a byte": {0: 255, 1: 256, 2: 257},
    "weights at the edge of a machine word": {0: 2**63 - 1, 1: 2**63, 2: 2**64 - 1, 3: 2**64},
    "a die of twenty": dict.fromkeys(range(1, 21), 1),
    "a long one below zero": {outcome: 1 + outcome % 5 for outcome in range(-40, -10)},
    "a long one with holes": {outcome: outcome % 7 for outcome in range(1, 60, 3) if outcome % 7},
    "a long one of huge weights": {outcome: 2**200 + outcome for outcome in range(13)},
    "fractions": {Fraction(1, 2): 1, Fraction(5, 3): 2},
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_sum_of_two_shapes(shape):
    for name, other in SHAPES.items():
        assert filled(convolve(SHAPES[shape], other)) == expected_sum(SHAPES[shape], other), name


def test_what_rounding_makes_one_keeps_all_its_weight():
    assert convolve({0.0: 1, 1e-20: 2, 2e-20: 3}, {1.0: 1, 2.0: 1}) == {1.0: 6, 2.0: 6}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_several_times(shape):
    expected = {0: 1}
    for times in range(9):
        assert filled(power(SHAPES[shape], times)) == expected, times
        expected = expected_sum(expected, SHAPES[shape])


@st.composite
def neighbours(draw):
    """Weights of many neighbouring numbers, some of them absent; of any size in bytes."""
    first, largest = draw(st.integers(-100, 100)), 2 ** draw(st.integers(1, 70))
    weights = draw(st.lists(st.integers(0, largest), min_size=11, max_size=30))
    return {first + place: weight for place, weight in enumerate([1, *weights, 1]) if weight}


@given(neighbours(), neighbours())
def test_sums_of_many_neighbouring_numbers(a, b):
    assert filled(convolve(a, b)) == expected_sum(a, b)


@given(neighbours(), st.integers(2, 3))
def test_many_neighbouring_numbers_several_times(weights, times):
    expected = weights
    for _ in range(times - 1):
        expected = expected_sum(expected, weights)
    assert filled(power(weights, times)) == expected


@settings(max_examples=tries(5, 50))
@given(neighbours(), neighbours(), st.integers(2, 9))
def test_what_is_multiplied_as_decimals_is_the_same(a, b, times):
    whole = convolve(a, b), power(a, times)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(convolution, "_LONG", 0)
        assert (convolve(a, b), power(a, times)) == whole
        limit = sys.get_int_max_str_digits()
        sys.set_int_max_str_digits(640)
        assert power(a, 60) == power(power(a, 12), 5)
        sys.set_int_max_str_digits(limit)


def test_three_hundred_throws_of_two_dice_are_multiplied_as_decimals():
    dist = 300 @ (2 @ d(6))
    assert dist.total == 36**300 and dist.mean == 2100 and dist[600] == Fraction(1, 36**300)
    assert list(dist.weights.values()) == list(dist.weights.values())[::-1]


# Each mention of a die is a throw of its own --------------------------------------------------------------------------


def test_a_die_less_itself_is_a_second_throw():
    assert (d(6) - d(6)).outcomes == tuple(range(-5, 6))


def test_two_throws_are_not_one_throw_doubled():
    assert d(6) + d(6) == 2 @ d(6)
    assert d(6) + d(6) != 2 * d(6)
    assert (2 * d(6)).outcomes == (2, 4, 6, 8, 10, 12)


def test_a_name_for_a_die_does_not_tie_its_throws_together():
    die = d(6)
    assert (die + die)[2] == Fraction(1, 36)
    assert (die * die)[4] == Fraction(3, 36)
    assert die.map(lambda face: die - face) == d(6) - d(6)


def test_a_die_is_immutable():
    weights = d(6).weights
    weights[1] = 100
    assert d(6)[1] == Fraction(1, 6)
    dice_weights = {"hit": 1, "miss": 1}
    dist = Dist(dice_weights)
    dice_weights["hit"] = 100
    assert dist["hit"] == Fraction(1, 2)


def test_a_distribution_is_neither_true_nor_false():
    with pytest.raises(TypeError, match="neither true nor false; ask"):
        bool(d(6))
    with pytest.raises(TypeError, match="neither true nor false"):
        _ = "yes" if d(6) else "no"
    with pytest.raises(TypeError, match="neither true nor false"):
        _ = not d(6)


def test_a_distribution_equals_no_other_kind_of_thing():
    assert d(2) != {1: Fraction(1, 2), 2: Fraction(1, 2)}
    assert d(1) != 1
    assert d(6) != "d6"


# Known traps ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ask",
    [
        lambda dist: dist.probability([]),
        lambda dist: dist.probability(set()),
        lambda dist: dist.probability(lambda outcome: False),
        lambda dist: dist.probability(99),
        lambda dist: dist.at_least(99),
        lambda dist: dist.at_most(-99),
        lambda dist: dist[99],
    ],
)
def test_the_chance_of_nothing_is_an_exact_zero(ask):
    """sum([]) / 6 is the float 0.0."""
    answer = ask(d(6))
    assert type(answer) is Fraction
    assert answer == 0


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.int32, np.int64, np.uint64])
def test_numpy_integers_do_not_wrap(kind):
    """100 + 100 is -56 in int8."""
    faces = np.array([100, 101], dtype=kind)
    for dist in (Dist(faces), Dist(dict.fromkeys(faces, 1)), d(2).map(lambda face: faces[face - 1])):
        assert (dist + dist).outcomes == (200, 201, 202)
        assert (3 @ dist).outcomes == (300, 301, 302, 303)
        assert all(type(outcome) is int for outcome in dist)
    many = Dist(dict.fromkeys(range(4), faces[0]))
    assert (many + many).total == 16


@pytest.mark.parametrize("kind", [np.int8, np.int64])
@pytest.mark.parametrize("operation", [operator.add, operator.sub, operator.mul], ids=["+", "-", "*"])
def test_a_numpy_integer_beside_a_distribution_counts_as_its_number(operation, kind):
    number = kind(100)
    for numpy_way, plain_way in (
        (operation(d(6), number), operation(d(6), 100)),
        (operation(number, d(6)), operation(100, d(6))),
    ):
        assert isinstance(numpy_way, Dist)
        assert numpy_way == plain_way
        assert repr(numpy_way) == repr(plain_way)


def test_a_numpy_integer_may_count_throws():
    assert np.int64(3) @ d(6) == 3 @ d(6)


def test_numpy_outcomes_of_a_map_become_plain():
    assert repr(d(2).map(lambda face: np.array(["a", "b"])[face - 1])) == "Dist({'a': 1, 'b': 1})"
    assert repr(d(2).map(lambda face: np.float64(face) / 4)) == "Dist({0.25: 1, 0.5: 1})"
    assert repr(d(2).map(lambda face: np.bool_(face > 1))) == "Dist({False: 1, True: 1})"


def test_nothing_is_cut_off_and_the_rest_blown_up():
    dice = 40 @ d(6)
    assert dice.at_least(240) == Fraction(1, 6**40)
    assert dice.at_most(239) == 1 - Fraction(1, 6**40)
    assert len(dice) == 201


def test_outcomes_that_a_sum_makes_equal_are_counted_together():
    assert Dist({0.0: 1, 1e-20: 1, 5.0: 2}) + 1.0 == Dist({1.0: 2, 6.0: 2})


def test_wounds_are_not_in_alphabetical_order():
    hurt = Dist({"none": 4, "minor": 3, "dead": 1, "serious": 2, "crippling": 2}, scale=WOUNDS)
    assert hurt.outcomes == tuple(WOUNDS)
    assert hurt.at_least("serious") == Fraction(5, 12)
    assert hurt.at_most("minor") == Fraction(7, 12)
    assert hurt.quantile(Fraction(1, 2)) == "minor"
    assert hurt.quantile(1) == "dead"


@pytest.mark.parametrize(
    "ask",
    [lambda dist: dist.at_least("minor"), lambda dist: dist.at_most("minor"), lambda dist: dist.quantile(0.5)],
    ids=["at_least", "at_most", "quantile"],
)
def test_names_without_a_scale_have_no_order(ask):
    with pytest.raises(ValueError, match="must have a Scale"):
        ask(Dist({"none": 4, "minor": 3, "dead": 1}))


def test_worse_or_equal_is_not_asked_of_pairs():
    """Which of the two would be meant? A silent 0 would be wrong."""
    pairs = Dist([("none", "dead"), ("minor", "none")], scale=WOUNDS)
    for ask in (pairs.at_least, pairs.at_most):
        with pytest.raises(ValueError, match="outcome"):
            ask("minor")


def test_denominators_are_those_of_the_dice():
    """0.1 is 3602879701896397 / 2**55."""
    for share in (0.5, 1.0, Fraction(1, 2), "1"):
        with pytest.raises(ValueError, match="a weight must be a whole number"):
            Dist({"hit": share, "miss": 1})
    thrown = (3 @ d(10)).map(lambda points: d(10) if points > 12 else points)
    assert 10**4 % thrown.total == 0


def test_long_chains_need_no_recursion():
    coin = Dist([0, 1])
    assert (2000 @ coin).at_least(2000) == Fraction(1, 2**2000)
    assert sum([coin] * 1100).mean == 550
    again = Dist([0])
    for _ in range(1100):
        again = coin.map(lambda face, then=again: then + 1 if face else 0)
    assert again.at_least(1100) == Fraction(1, 2**1100)
    sparse = Dist([0, 10**9])
    assert (300 @ sparse).at_least(300 * 10**9) == Fraction(1, 2**300)


def test_totals_beyond_the_range_of_floats_work_everywhere():
    dice = 400 @ d(12)
    assert dice.total > 10**400
    assert dice.quantile(0.5) == dice.quantile(Fraction(1, 2)) == 2600
    assert 400 <= dice.sample(1) <= 4800
    assert dice.sd == pytest.approx((400 * 143 / 12) ** 0.5)
    assert dice.at_least(np.array([400, 4800, 4801])).floats().tolist() == [1.0, 0.0, 0.0]
    assert "under 0.01 %" in str(dice)


# Witnesses ------------------------------------------------------------------------------------------------------------


def ours(sides):
    return d(sides)


def again_and_again(die, then, deep):
    """A six is thrown again and added, up to ``deep`` more times, for each of the three engines."""
    return then(die, lambda face: 6 + again_and_again(die, then, deep - 1) if face == 6 and deep else face)


EXPRESSIONS = {
    "d6 + d6": lambda die, then: die(6) + die(6),
    "3d6 + 4": lambda die, then: 3 @ die(6) + 4,
    "d12 - d8": lambda die, then: die(12) - die(8),
    "-d4": lambda die, then: -die(4),
    "2 x d6": lambda die, then: die(6) * 2,
    "d6 x d8": lambda die, then: die(6) * die(8),
    "10d6": lambda die, then: 10 @ die(6),
    "40d6": lambda die, then: 40 @ die(6),
    "d12 // 4": lambda die, then: die(12) // 4,
    "d3 of d6": lambda die, then: then(die(3), lambda number: number @ die(6)),
    "five dice of 5 or more": lambda die, then: 5 @ then(die(6), lambda face: int(face >= 5)),
    "hit on 13, then 2d6": lambda die, then: then(die(20), lambda face: 2 @ die(6) if face >= 13 else 0),
    "one in twelve, confirmed on 7": lambda die, then: then(
        die(12), lambda face: then(die(12), lambda second: int(second <= 7)) if face == 1 else 0
    ),
    "sixes thrown again": lambda die, then: again_and_again(die(6), then, 5),
    "sixes thrown again, three dice": lambda die, then: 3 @ again_and_again(die(6), then, 3),
    "mixture of a d4, a d20 and a 7": lambda die, then: then(
        die(6), lambda face: die(4) if face < 3 else die(20) + face if face < 6 else 7
    ),
}


def icepool_chances(expression):
    die = expression(icepool.d, lambda die, f: die.map(f))
    return {
        outcome: Fraction(weight, die.denominator())
        for outcome, weight in zip(die.outcomes(), die.quantities(), strict=True)
        if weight
    }


def dyce_chances(expression):
    h = expression(dyce.H, lambda h, f: dyce.expand(lambda got: f(got.outcome), h, min_path_probability=Fraction(0)))
    return {outcome: Fraction(weight, h.total) for outcome, weight in h.items() if weight}


@pytest.mark.filterwarnings("ignore:.expand. is experimental")
@pytest.mark.parametrize("expression", EXPRESSIONS.values(), ids=EXPRESSIONS)
@pytest.mark.parametrize("witness", [icepool_chances, dyce_chances], ids=["icepool", "dyce"])
def test_other_engines_agree(expression, witness):
    assert chances(expression(ours, lambda die, f: die.map(f))) == witness(expression)


# Asked with arrays ----------------------------------------------------------------------------------------------------

WHOLE = st.builds(Dist, st.dictionaries(st.integers(-200, 200), WEIGHTS, min_size=1, max_size=8))
BOUNDS = st.lists(st.integers(-250, 250) | st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=6)


@given(WHOLE, BOUNDS)
def test_an_array_of_bounds_is_each_bound_by_itself(dist, bounds):
    array = np.array(bounds, dtype=np.int64)
    assert dist.at_least(array).fractions().tolist() == [dist.at_least(bound) for bound in bounds]
    assert dist.at_most(array).fractions().tolist() == [dist.at_most(bound) for bound in bounds]


@given(WHOLE, st.lists(st.floats(-250, 250) | st.floats(allow_nan=False), min_size=1, max_size=6))
def test_bounds_need_not_be_whole(dist, bounds):
    array = np.array(bounds)
    assert dist.at_least(array).fractions().tolist() == [dist.at_least(bound) for bound in bounds]
    assert dist.at_most(array).fractions().tolist() == [dist.at_most(bound) for bound in bounds]


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.uint64])
def test_bounds_at_the_edge_of_a_small_integer_do_not_wrap(kind):
    bounds = np.array([np.iinfo(kind).max, 3, 0], dtype=kind)
    assert d(6).at_most(bounds).fractions().tolist() == [1, Fraction(1, 2), 0]
    assert d(6).at_least(bounds).fractions().tolist() == [0, Fraction(2, 3), 1]


def test_the_answer_has_the_shape_of_the_bounds():
    bounds = np.arange(1, 7).reshape(2, 3)
    assert d(6).at_least(bounds).shape == (2, 3)
    assert d(6).at_least(bounds).fractions()[1, 2] == Fraction(1, 6)


@pytest.mark.parametrize("bound", [np.int64(3), np.float64(2.5), np.uint8(3)])
def test_a_single_numpy_number_gets_a_single_fraction(bound):
    assert type(d(6).at_least(bound)) is Fraction
    assert d(6).at_least(bound) == Fraction(2, 3)
    assert type(d(6).at_most(bound)) is Fraction


# Scales ---------------------------------------------------------------------------------------------------------------


def test_a_scale_is_written_or_listed():
    assert Scale("a < b < c") == Scale(["a", "b", "c"]) == ("a", "b", "c")
    assert Scale(" a<b ") == ("a", "b")


@pytest.mark.parametrize("name", WOUNDS)
def test_a_scale_parts_at_each_name(name):
    worse, better = WOUNDS.at_least(name), WOUNDS.at_most(name)
    assert worse[0] == better[-1] == name
    assert better + worse[1:] == tuple(WOUNDS)


@pytest.mark.parametrize("names", ["a < a", "a < ", "", ["a", ""], ["a", "b", "a"]])
def test_a_scale_needs_different_names(names):
    with pytest.raises(ValueError, match="must be different and not empty; got"):
        Scale(names)


@pytest.mark.parametrize("ask", [WOUNDS.at_least, WOUNDS.at_most, Dist(WOUNDS, WOUNDS).at_least])
def test_a_name_that_is_not_on_the_scale_is_refused_with_those_that_are(ask):
    with pytest.raises(ValueError, match="must be one of none, minor, serious, crippling, dead; got 'wounded'"):
        ask("wounded")


def test_pairs_are_ordered_by_their_parts():
    pairs = [("dead", "none"), ("none", "minor"), ("minor", "none"), ("none", "none"), ("minor", "dead")]
    assert Dist(pairs, WOUNDS).outcomes == (
        ("none", "none"),
        ("none", "minor"),
        ("minor", "none"),
        ("minor", "dead"),
        ("dead", "none"),
    )


def test_a_scale_stays_through_what_keeps_the_outcomes():
    hurt = Dist({"none": 1, "minor": 1, "dead": 1}, WOUNDS)
    assert hurt.given(lambda outcome: outcome != "dead").at_least("minor") == Fraction(1, 2)
    assert d(6).map(lambda face: hurt if face > 3 else "none").at_least("minor") == Fraction(1, 3)
    assert Dist({"none": 1, "minor": 1}).ordered(WOUNDS).at_least("minor") == Fraction(1, 2)


# How it is shown ------------------------------------------------------------------------------------------------------


def test_plain_text_lines_up():
    assert str(Dist({"hit": 1, "stopped_by_cover": 2})).splitlines() == [
        "hit               1/3 = 33.3 % = 1 in 3",
        "stopped by cover  2/3 = 66.7 % = 2 in 3",
    ]


def test_a_table_for_a_notebook():
    html_text = d(2)._repr_html_()
    assert html_text.count("<tr>") == html_text.count("</tr>") == 3
    assert "<td>1</td><td>1/2 = 50 % = 1 in 2</td>" in html_text


def test_a_table_for_a_notebook_shows_no_foreign_markup():
    html_text = Dist(["<script>alert(1)</script>", "a & b"])._repr_html_()
    assert "<script" not in html_text
    assert "&lt;script&gt;" in html_text
    assert "a &amp; b" in html_text


@pytest.mark.parametrize("outcome", ["miss", 3, ("none", "minor"), "a|b"])
def test_a_markdown_table_has_two_columns_whatever_the_outcome(outcome):
    lines = Dist([outcome])._repr_markdown_().replace(r"\|", "").splitlines()
    assert lines[:2] == ["| outcome | chance |", "|---|---|"]
    assert len(lines) == 3
    assert lines[2].count("|") == 3
    assert "1 = 100 % = always" in lines[2]


def test_a_series_is_exact_and_keeps_pairs_whole():
    series = Dist({("none", "minor"): 1, ("dead", "none"): 2}).to_series()
    assert series.loc[[("dead", "none")]].tolist() == [Fraction(2, 3)]
    assert series.sum() == 1
    assert all(type(p) is Fraction for p in series)
    assert list(d(3).to_series().index) == [1, 2, 3]


# Wrong input ----------------------------------------------------------------------------------------------------------

REFUSED = {
    "no outcome": (lambda: Dist({}), "at least one outcome of weight above 0; got none"),
    "no outcomes listed": (lambda: Dist([]), "at least one outcome"),
    "all weights nothing": (lambda: Dist({"a": 0, "b": 0}), "at least one outcome of weight above 0"),
    "negative weight": (lambda: Dist({"a": 2, "b": -1}), "a weight must be 0 or more; got -1 for 'b'"),
    "weight of a half": (lambda: Dist({"a": Fraction(1, 2)}), "a weight must be a whole number; got Fraction"),
    "weight in words": (lambda: Dist({"a": "two"}), "a weight must be a whole number; got 'two' for 'a'"),
    "die of no sides": (lambda: d(0), "a whole number of sides from 1; got 0"),
    "die of less than none": (lambda: d(-6), "a whole number of sides from 1; got -6"),
    "die of a half": (lambda: d(2.5), "a whole number of sides from 1; got 2.5"),
    "die that is a float": (lambda: d(6.0), "a whole number of sides from 1; got 6.0"),
    "die that is true": (lambda: d(True), "a whole number of sides from 1; got True"),
    "die in words": (lambda: d("d6"), "a whole number of sides from 1; got 'd6'"),
    "throws less than none": (lambda: -1 @ d(6), "the number of rolls must be 0 or more; got -1"),
    "mean of names": (lambda: Dist(["a", "b"]).mean, r"must be numbers to have a mean; got \('a', 'b'\)"),
    "variance of pairs": (lambda: Dist([(1, 2)]).variance, "must be numbers to have a mean"),
    "share above one": (lambda: d(6).quantile(1.5), "p must be from 0 to 1; got 1.5"),
    "share below none": (lambda: d(6).quantile(-0.1), "p must be from 0 to 1; got -0.1"),
    "share that is no number": (lambda: d(6).quantile(float("nan")), "p must be from 0 to 1; got nan"),
    "condition that never holds": (lambda: d(6).given(lambda face: face > 6), "it holds for none"),
}


@pytest.mark.parametrize(("wrong", "message"), REFUSED.values(), ids=REFUSED)
def test_wrong_input_is_refused_in_words(wrong, message):
    with pytest.raises(ValueError, match=message):
        wrong()


@pytest.mark.parametrize("times", [0.5, "2", None])
def test_a_number_of_throws_is_whole(times):
    with pytest.raises(TypeError):
        times @ d(6)


def test_a_distribution_may_have_outcomes_of_weight_nothing_that_vanish():
    assert Dist({"a": 0, "b": 3}).outcomes == ("b",)
    assert "a" not in Dist({"a": 0, "b": 3})


def test_a_distribution_keeps_what_it_was_made_of():
    weights = {1: 2, 2: 4}
    dist = Dist(weights)
    weights[3] = 6
    assert dist == Dist({1: 1, 2: 2}) and len(dist) == 2
    assert Dist({np.int64(1): 2, 2: True, 3: 0}) == Dist({1: 2, 2: 1})
    assert type(next(iter(Dist({np.int64(1): 2})))) is int


@pytest.mark.parametrize(
    ("written", "dice", "kept", "added"),
    [
        ("3d4 lowest", 3, slice(0, 1), 0),
        ("highest of 3d4", 3, slice(2, 3), 0),
        ("3d4 middle - 1", 3, slice(1, 2), -1),
        ("4d4 drop lowest", 4, slice(1, 4), 0),
        ("4d4 drop  highest + 2", 4, slice(0, 3), 2),
        ("2d4 drop lowest", 2, slice(1, 2), 0),
    ],
)
def test_dice_of_which_some_are_kept_are_all_ways_one_by_one(written, dice, kept, added):
    ways = Counter(sum(sorted(roll)[kept]) + added for roll in product(range(1, 5), repeat=dice))
    assert dice_of(written) == Dist(ways) and dice_of(notation(written)) == dice_of(written)
    assert notation("4d4 middle") is None is notation("d4 drop lowest")
