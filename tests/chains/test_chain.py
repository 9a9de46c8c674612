"""Chains: closed forms that are known, and small graphs solved by plain algebra."""

import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from itertools import product
from math import comb, lcm, prod
from operator import mul

import numpy as np
import pytest
import sympy
from hypothesis import example, given, settings, strategies as st

import rencounter_kit as rk
from rencounter_kit import Chain, Dist, RuleError, d
from rencounter_kit.engine.chains import (
    absorption,
    amounts,
    denominators,
    exploration,
    mixed_radix,
    reachable,
    residues,
    state_space,
    transitions,
    walk,
)
from rencounter_kit.engine.chains.chain import run_of
from rencounter_kit.engine.chains.components import components
from rencounter_kit.engine.chains.equations import denominator, solve
from rencounter_kit.engine.chains.outcome_amounts import OutcomeAmounts, to_dists
from rencounter_kit.engine.chains.phase import Phase
from rencounter_kit.engine.chains.state_space import StateSpace
from rencounter_kit.engine.work.progress import telling
from tests.situations import tries

SHARES = [Fraction(1, 2), Fraction(1, 6), Fraction(18, 38), Fraction(9, 10)]
shares = pytest.mark.parametrize("p", SHARES, ids=str)


def either(p, yes, no):
    """One thing with chance ``p``, else another."""
    return Dist({yes: p.numerator, no: p.denominator - p.numerator}) if yes != no else yes


# Closed forms ---------------------------------------------------------------------------------------------------------


def ruin(p, start, goal):
    """Coin by coin, until all is won or lost."""
    return Chain(start, lambda n: either(p, n + 1, n - 1), ended=lambda n: n in (0, goal))


def won(p, start, goal):
    if p == Fraction(1, 2):
        return Fraction(start, goal)
    ratio = (1 - p) / p
    return (1 - ratio**start) / (1 - ratio**goal)


def lasts(p, start, goal):
    if p == Fraction(1, 2):
        return start * (goal - start)
    return (goal * won(p, start, goal) - start) / (2 * p - 1)


@shares
def test_gamblers_ruin(p):
    for start in range(13):
        end = ruin(p, start, 12).end()
        assert (end.states[12], end.states[0]) == (won(p, start, 12), 1 - won(p, start, 12))
        assert end.turns == lasts(p, start, 12)
        assert end.endless == 0


@pytest.mark.parametrize("kinds", [1, 2, 6, 20])
def test_collecting_every_face(kinds):
    collector = Chain(0, lambda n: d(kinds).map(lambda face: n + (face > n)), ended=lambda n: n == kinds)
    assert collector.end().turns == kinds * sum(Fraction(1, n) for n in range(1, kinds + 1))
    going = collector.run(40).survival
    for turn in range(1, len(going)):
        complete = sum((-1) ** n * comb(kinds, n) * Fraction(kinds - n, kinds) ** turn for n in range(kinds + 1))
        assert going[turn] == 1 - complete


# A duel with a twenty-sided die ---------------------------------------------------------------------------------------

A_NEEDS, B_NEEDS, A_DAMAGE, B_DAMAGE = 8, 13, 4, 6  # faces needed, and sides of the die of damage


def a_strikes(a, b):
    return d(20).map(lambda face: d(A_DAMAGE).map(lambda n: (a, max(b - n, 0))) if face >= A_NEEDS else (a, b))


def b_strikes(a, b):
    return d(20).map(lambda face: d(B_DAMAGE).map(lambda n: (max(a - n, 0), b)) if face >= B_NEEDS else (a, b))


def fallen(state):
    return 0 in state[:2]


def duel_of(start, *steps):
    return Chain(start, *(steps or (lambda s: a_strikes(*s), lambda s: b_strikes(*s))), ended=fallen)


def whole_turn(state):
    """Both strokes in one function."""
    return a_strikes(*state).map(lambda after: after if fallen(after) else b_strikes(*after))


WAYS = {
    "one phase": [whole_turn],
    "components": [Phase(a_strikes, 0, 1), Phase(b_strikes, 0, 1)],
    "components the other way round": [
        Phase(lambda b, a: a_strikes(a, b).map(lambda s: s[::-1]), 1, 0),
        Phase(b_strikes, 0, 1),
    ],
    "only who is struck": [
        Phase(lambda b: a_strikes(1, b).map(lambda s: s[1]), 1),
        Phase(lambda a: b_strikes(a, 1).map(lambda s: s[0]), 0),
    ],
}


@pytest.mark.parametrize("steps", WAYS.values(), ids=WAYS)
def test_however_a_turn_is_divided_it_is_the_same(steps):
    plain, other = duel_of((9, 8)), duel_of((9, 8), *steps)
    assert other.end() == plain.end()
    assert other.run(9) == plain.run(9)
    values, others = plain.value(sum), other.value(sum)
    assert all(others[state] == values[state] for state in {*values} & {*others})
    assert {state for state in values if not fallen(state)} == {state for state in others if not fallen(state)}


# Phases ---------------------------------------------------------------------------------------------------------------


@given(st.permutations(range(4)), st.integers(1, 4), st.data())
def test_a_phase_changes_its_components_and_no_others(order, many, data):
    places = order[:many]
    inner = st.integers(0, 3) if many == 1 else st.tuples(*[st.integers(0, 3)] * many)
    to = data.draw(inner | st.builds(Dist, st.dictionaries(inner, st.integers(1, 5), min_size=1)))
    state = data.draw(st.tuples(*[st.integers(0, 3)] * 4))
    calls = []

    def function(*values):
        calls.append(values)
        return to

    def put(new):
        changed = dict(zip(places, new if many > 1 else [new], strict=True))
        return tuple(changed.get(i, value) for i, value in enumerate(state))

    phase = Phase(function, *places)
    assert phase(state) == (to.map(put) if isinstance(to, Dist) else put(to))
    assert calls == [tuple(state[i] for i in places)]


def test_a_chain_asks_a_phase_once_for_each_set_of_values():
    calls = []

    def count_down(n):
        calls.append(n)
        return n - 1

    def idle(m):
        return d(2)

    chain = Chain((3, 1), Phase(count_down, 0), Phase(idle, 1), ended=lambda state: not state[0])
    assert chain.end().turns == 3
    assert calls == [3, 2, 1], "though the other component differs"


def test_a_phase_thrown_at_random_is_thrown_anew_each_time():
    """What it gave before is not kept: a state may come again."""
    faces = iter(range(10))
    phase = Phase(lambda n: next(faces), 0)
    assert [phase((5,)) for _ in range(3)] == [(0,), (1,), (2,)]


def test_a_single_component_may_be_a_tuple():
    assert Phase(lambda pair: pair[::-1], 1)(("a", (1, 2))) == ("a", (2, 1))


@pytest.mark.parametrize("new", [(1,), (1, 2, 3)])
def test_a_phase_that_gives_too_few_or_too_many_values_is_wrong(new):
    with pytest.raises(ValueError, match="as many values as it sees, 2; got"):
        Phase(lambda a, b: new, 0, 1)((0, 0))


# Small graphs, solved by plain algebra --------------------------------------------------------------------------------


WEIGHTS = st.integers(1, 9)


def random_chains(weights=WEIGHTS, least=1):
    """(for each state where it leads, by weight; the states in which it is over; the weights of the starts)."""

    def of(n):
        some = st.dictionaries(st.integers(0, n - 1), weights, min_size=1, max_size=3)
        return st.tuples(
            st.lists(some, min_size=n, max_size=n),
            st.sets(st.integers(0, n - 1), min_size=least, max_size=(n + 1) // 2),
            st.dictionaries(st.integers(0, n - 1), weights, min_size=1, max_size=2),
        )

    return st.integers(2, 7).flatmap(of)


ANY = random_chains(least=0)
LARGE = random_chains(WEIGHTS | st.integers(1, 2**80))


def made(drawn):
    graph, over, starts = drawn
    return Chain(Dist(starts), lambda i: Dist(graph[i]), ended=lambda i: i in over)


def reached(edges):
    """For each node all that can be reached from it, itself too, by looking again until nothing is new."""
    sets = [{i} for i in range(len(edges))]
    while True:
        wider = [have.union(*[edges[j] for j in have]) for have in sets]
        if wider == sets:
            return sets
        sets = wider


def as_share(p):
    return Fraction(int(p.p), int(p.q))


class Plain:
    """The same chain as a full matrix of chances."""

    def __init__(self, drawn):
        graph, self.over, starts = drawn
        n = len(graph)
        self.chances = sympy.Matrix(n, n, lambda i, j: sympy.Rational(graph[i].get(j, 0), sum(graph[i].values())))
        self.begin = sympy.Matrix(1, n, lambda _, i: sympy.Rational(starts.get(i, 0), sum(starts.values())))
        reach = reached([set() if i in self.over else set(graph[i]) for i in range(n)])
        self.met = set().union(*[reach[i] for i in starts])
        self.traps = {i for i in range(n) if not reach[i] & self.over and all(i in reach[j] for j in reach[i])}
        self.groups = {frozenset(reach[i]) for i in self.traps}
        self.passed = [i for i in range(n) if i not in self.over | self.traps]
        inside = self.chances.extract(self.passed, self.passed)
        self.visits = (sympy.eye(len(self.passed)) - inside).inv() if self.passed else inside

    def end(self):
        """(state or group that it never leaves to chance, mean number of turns, infinite when it need not end)."""
        began = self.begin.extract([0], self.passed) * self.visits
        out = self.begin + began * self.chances.extract(self.passed, list(range(self.chances.cols)))
        ends = {i: as_share(out[i]) for i in self.over}
        stuck = {group: sum(as_share(out[i]) for i in group) for group in self.groups}
        return ends, stuck, None if any(stuck.values()) else as_share(sum(began, sympy.S.Zero))

    def value(self, worth, never):
        known = {i: Fraction(worth(i)) for i in self.over} | dict.fromkeys(self.traps, Fraction(never))
        ends = sorted(known)
        if self.passed and ends:
            right = sympy.Matrix([sympy.Rational(known[i].numerator, known[i].denominator) for i in ends])
            result = self.visits * self.chances.extract(self.passed, ends) * right
            known |= {i: as_share(result[k]) for k, i in enumerate(self.passed)}
        return {i: known[i] for i in self.met}

    def run(self, turns):
        """(turn, state) to chance, and the chance to go on, from turn to turn."""
        chances = [[(j, as_share(p)) for j, p in enumerate(self.chances.row(i)) if p] for i in range(self.chances.rows)]
        mass = {i: as_share(p) for i, p in enumerate(self.begin) if p}
        ended, going = {}, []
        for turn in range(turns + 1):
            new = Counter()
            for i, amount in mass.items() if turn else ():
                for j, p in chances[i]:
                    new[j] += amount * p
            mass = new if turn else mass
            ended |= {(turn, i): p for i, p in mass.items() if i in self.over}
            mass = {i: p for i, p in mass.items() if i not in self.over}
            going.append(sum(mass.values(), Fraction(0)))
            if not mass:
                break
        return ended | {(None, i): p for i, p in mass.items()}, tuple(going)


def without_zeros(chances):
    return {key: p for key, p in chances.items() if p}


@given(ANY | LARGE)
def test_where_it_ends_and_how_long_it_takes_by_plain_algebra(drawn):
    ends, stuck, turns = Plain(drawn).end()
    end = made(drawn).end()
    assert {state: p for state, p in end.states.items() if state in drawn[1]} == without_zeros(ends)
    for group, p in stuck.items():
        assert end.states.probability(set(group)) == p
    assert end.endless == sum(stuck.values())
    assert end.turns == turns


@given(ANY | LARGE, st.fractions(-2, 2))
def test_the_value_of_every_state_by_plain_algebra(drawn, never):
    assert made(drawn).value(lambda i: 10 * i - 7, never) == Plain(drawn).value(lambda i: 10 * i - 7, never)


@given(ANY | LARGE, st.integers(0, 12))
def test_turn_by_turn_as_in_a_table(drawn, turns):
    ended, going = Plain(drawn).run(turns)
    course = made(drawn).run(turns)
    assert dict(course.ends.items()) == ended
    assert course.survival == going


# Turns of several phases, solved by plain algebra ---------------------------------------------------------------------

VALUES = range(3)  # of each of two components


@st.composite
def phased(draw):
    """(where each phase leads from what it sees, by its components; the states in which it is over; the starts).

    In half of them values only go down, with no circles but staying.
    """
    falling = draw(st.booleans())
    phases = []
    for places in draw(st.lists(st.sampled_from([(0,), (1,), (0, 1), (1, 0)]), min_size=1, max_size=4)):
        table = {}
        for seen in product(VALUES, repeat=len(places)):
            new = st.tuples(*[st.integers(0, value if falling else VALUES[-1]) for value in seen])
            stays = {seen: draw(WEIGHTS)} if falling and draw(st.booleans()) else {}
            table[seen] = stays | draw(st.dictionaries(new, WEIGHTS, min_size=1, max_size=3))
        phases.append((places, table))
    states = st.sampled_from(list(product(VALUES, repeat=2)))
    return phases, draw(st.sets(states, max_size=4)), draw(st.dictionaries(states, WEIGHTS, min_size=1, max_size=2))


def phased_chain(drawn, parted):
    phases, over, starts = drawn

    def step(places, table):
        one = len(places) == 1
        phase = Phase(lambda *seen: Dist({new[0] if one else new: w for new, w in table[seen].items()}), *places)
        return phase if parted else lambda state: phase(state)

    return Chain(Dist(starts), *[step(*phase) for phase in phases], ended=lambda state: state in over)


class PlainPhases:
    """The same as a plain graph of one phase: each (state, phase that comes next) that is met is a node."""

    def __init__(self, drawn):
        phases, self.over, starts = drawn
        self.nodes = [(state, 0) for state in starts]
        graph = []
        for state, phase in self.nodes:  # of which there are ever more
            places, table = phases[phase]
            ways = {}
            for new, weight in table[tuple(state[i] for i in places)].items() if state not in self.over else ():
                values = dict(enumerate(state)) | dict(zip(places, new, strict=True))
                node = tuple(values.values()), (phase + 1) % len(phases)
                if node not in self.nodes:
                    self.nodes.append(node)
                ways[self.nodes.index(node)] = weight
            graph.append(ways or {len(graph): 1})
        ended = {i for i, (state, _) in enumerate(self.nodes) if state in self.over}
        self.plain = Plain((graph, ended, {i: starts[state] for i, (state, _) in enumerate(self.nodes[: len(starts)])}))

    def end(self):
        """(chances of the states in which it is over, chance that it never ends, mean number of turns)."""
        ends, stuck, turns = self.plain.end()
        states = Counter()
        for i, p in ends.items():
            states[self.nodes[i][0]] += p
        if turns is not None:
            began = self.plain.begin.extract([0], self.plain.passed) * self.plain.visits
            turns = sum(
                (as_share(p) for i, p in zip(self.plain.passed, began, strict=True) if not self.nodes[i][1]),
                Fraction(0),
            )
        return without_zeros(states), sum(stuck.values()), turns

    def value(self, worth, never):
        values = self.plain.value(lambda i: worth(self.nodes[i][0]), never)
        return {state: values[i] for i, (state, phase) in enumerate(self.nodes) if not phase or state in self.over}


# a state that another one comes to in the middle of a turn, and that each later phase leaves for another end
MIDDLE = [
    ((0,), {(2,): {(2,): 1, (1,): 1}, (1,): {(1,): 1}}),
    ((0,), {(2,): {(2,): 1}, (1,): {(1,): 1, (0,): 1}}),
    ((0, 1), {(2, 1): {(2, 1): 1}, (1, 1): {(1, 1): 1, (0, 0): 2}}),
]


@settings(max_examples=tries(60, 600))
@given(phased(), st.booleans(), st.fractions(-2, 2))
@example((MIDDLE, {(0, 0), (0, 1)}, {(2, 1): 1}), True, 0)
def test_turns_of_several_phases_by_plain_algebra(drawn, parted, never):
    plain, chain = PlainPhases(drawn), phased_chain(drawn, parted)
    end = chain.end()
    over = {state: p for state, p in end.states.items() if state in drawn[1]}
    assert (over, end.endless, end.turns) == plain.end()
    worth = lambda state: 5 * state[0] - 3 * state[1]  # noqa: E731
    assert chain.value(worth, never) == plain.value(worth, never)


@given(phased())
def test_what_only_goes_down_is_followed_without_equations(drawn):
    falls = phased_chain(drawn, True)
    down = all(
        a >= b
        for _, table in drawn[0]
        for seen, ways in table.items()
        for new in ways
        for a, b in zip(seen, new, strict=True)
    )
    with pytest.MonkeyPatch.context() as patch:
        if down:
            patch.setattr(absorption, "denominator", None)
        over, _, _ = PlainPhases(drawn).end()
        assert {state: p for state, p in falls.end().states.items() if state in drawn[1]} == over


@given(st.data())
def test_only_states_that_share_all_that_is_left_for_good_have_equations(data):
    """Points that go down, and a mood that comes and goes: the equations are of one number of points each."""
    moods, points = data.draw(st.integers(2, 3)), 4
    ways = data.draw(
        st.lists(st.dictionaries(st.integers(0, moods - 1), WEIGHTS, min_size=1), min_size=moods, max_size=moods)
    )
    hurt = Phase(lambda n, mood: Dist({(n, mood): mood + 1, (n - 1, mood): 1}), 0, 1)
    steps = [Phase(lambda mood: Dist(ways[mood]), 1), hurt]
    sizes = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(absorption, "denominator", lambda rows: sizes.append(len(rows)) or denominator(rows))
        parted = Chain((points, 0), *steps, ended=lambda state: not state[0])
        assert parted.end().endless == 0 and max(sizes, default=0) <= 2 * moods
    whole = Chain((points, 0), *[lambda s, step=step: step(s) for step in steps], ended=lambda state: not state[0])
    assert parted.end() == whole.end()
    assert parted.value(lambda state: state[1]) == whole.value(lambda state: state[1])


# In arrays ------------------------------------------------------------------------------------------------------------


def one_by_one(chain, turns):
    """The same in fractions, state by state."""

    def spread(dist):
        return list(dist.items()) if isinstance(dist, Dist) else [(dist, Fraction(1))]

    ended, going, standing = Counter(), [], dict(spread(chain.start))
    for turn in range(turns + 1):
        for step in chain.steps if turn else [None]:
            after = Counter()
            for state, chance in standing.items():
                for to, part in spread(step(state)) if step else [(state, 1)]:
                    after[to] += chance * part
            over = [state for state, is_over in zip(after, chain.transitions.ends(after), strict=True) if is_over]
            for state in over:
                ended[turn, state] += after.pop(state)
            standing = after
        going.append(sum(standing.values(), Fraction(0)))
        if not standing:
            break
    return ended | {(None, state): chance for state, chance in standing.items()}, tuple(going)


UP = Phase(lambda n: Dist({n: 3, n + 1: 1}), 0)
MIDWAY = [Phase(lambda n: d(2) + n, 0), Phase(lambda n: 9, 0), Phase(lambda n: n + 1, 0)]  # over in the second
AT_ONCE = [Phase(lambda n: 9, 0), *[Phase(lambda n, add=add: n + add, 0) for add in range(1, 4)]]
LATER = [UP, Phase(lambda n, m: (n, min(n, m + 7)), 0, 1)]
AGAIN = [
    Phase(lambda n, m: Dist([(0, 1), (1, 1)]), 0, 1),
    Phase(lambda n: d(9) + n, 0),
    Phase(lambda n, m: (0, 0), 0, 1),
]
ARRAYS = {
    **{f"a turn, {name}": ((9, 8), steps, fallen, 9) for name, steps in WAYS.items()},
    **{
        f"three blows, {name}": ((9, 8), [step for step in steps for _ in "123"], fallen, 9)
        for name, steps in WAYS.items()
    },
    "over in the middle of a turn": ((0, "idle"), MIDWAY, lambda state: state[0] == 9, 5),
    "of whole states": ((0, "idle"), [lambda s, step=step: step(s) for step in MIDWAY], lambda s: s[0] == 9, 5),
    "over several phases before the turn is": ((0, "idle"), AT_ONCE, lambda state: state[0] == 9, 2),
    "values that come later": ((0, 0), LATER, lambda state: state[0] == 40, 60),
    "room before the same states come again": ((0, 0), AGAIN, lambda state: state == (1, 1), 3),
    # of 24 components each has bits of its own all the way, of 28 until they take more values, of 40 never
    **{
        f"{many} components": ((0,) * many, [Phase(UP.function, i) for i in range(3)], lambda s: sum(s) >= 16, 12)
        for many in (24, 28, 40)
    },
    "states of different lengths": (Dist([(0, 1), (0, 1, 2)]), MIDWAY[:1], lambda state: state[0] > 6, 4),
}


@pytest.mark.parametrize(("start", "steps", "ended", "turns"), ARRAYS.values(), ids=ARRAYS)
def test_in_arrays_it_is_as_state_by_state(start, steps, ended, turns):
    chain = Chain(start, *steps, ended=ended)
    course = chain.run(turns)
    assert (dict(course.ends.items()), course.survival) == one_by_one(chain, turns)


@pytest.mark.parametrize(("most", "kept"), [(0, False), (10**6, True)])
def test_little_is_kept_between_two_questions(monkeypatch, most, kept):
    monkeypatch.setattr(walk, "MAX_KEPT", most)
    one = duel_of((9, 8)).walk()
    one.go_on(2)
    assert bool(one.ways) == kept
    for turns in (2, 5, 5, 9):
        one.go_on(turns)
        assert run_of(one) == duel_of((9, 8)).run(turns)


@pytest.mark.parametrize("parted", [True, False])
@pytest.mark.parametrize("most", [0, 10**6])
def test_to_go_on_when_all_is_over_changes_nothing_that_is_told(monkeypatch, parted, most):
    monkeypatch.setattr(walk, "MAX_KEPT", most)
    phase = Phase(lambda n: Dist({max(0, n - 1): 2, max(0, n - 2): 1}), 0)
    chain = Chain((6, 1), phase if parted else lambda state: phase(state), ended=lambda state: state[0] == 0)
    one = chain.walk()
    for turns in range(1, 10):
        one.go_on(turns)
        course = run_of(one)
        assert (dict(course.ends.items()), course.survival) == one_by_one(chain, turns)
        if turns >= 6:
            assert one.turn == 6 and not one.goes_on and not one.standing(partial(map, str)).amounts


def test_a_walk_asks_a_phase_once_for_each_set_of_values_however_often_it_goes_on():
    calls = []

    def down(n):
        calls.append(n)
        return d(9).map(lambda face: max(0, n - face))

    chain = Chain((40, 0), Phase(down, 0), Phase(lambda n, m: (n, m), 0, 1), ended=lambda state: state[0] == 0)
    one = chain.walk()
    for turns in range(1, 10):
        one.go_on(turns)
        one.standing(partial(map, str))
    assert len(calls) == len(set(calls)) == 40


@pytest.mark.parametrize("numbers", [[3, 0, 3, 7], [2**60, 5, 2**60, 0], [4]])
def test_numbers_are_put_in_order_however_far_apart(numbers):
    unique, places = mixed_radix.factorize(np.array(numbers))
    assert unique.tolist() == sorted(set(numbers)) and unique[places].tolist() == numbers


def test_what_would_take_too_much_memory_is_refused_and_says_how_much(monkeypatch):
    monkeypatch.setattr(transitions, "MAX_BYTES", 1000)
    with pytest.raises(
        RuleError, match=r"at most 1e-06 GB .* got 0.0 GB or more for \d+ states at once; .* rk\.simulate"
    ):
        duel_of((9, 8)).run(9)


def test_all_that_is_kept_counts_as_memory(monkeypatch):
    """What phases make of sets of values too, and the amounts that have ended."""
    needed = []
    monkeypatch.setattr(transitions.Transitions, "refuse_bytes", lambda self, states, kept: needed.append(kept))
    one = duel_of((9, 8)).walk()
    one.go_on(9)
    space = one._exploration.space
    arrays = [each.nbytes for each in (*space.visited, *space.matrices, *space._tables)]
    for each in (*space.matrices, *space._tables):
        assert each.nbytes >= sum(kept.nbytes for kept in vars(each).values() if isinstance(kept, np.ndarray))
    ended = sum(each.nbytes for each in one._amounts.ended)
    assert min(ended, *arrays) > 0 and needed[-1] >= ended + sum(arrays)


def test_what_ends_in_many_turns_counts_as_memory(monkeypatch):
    """All of them are alike, and nothing new is met."""
    waiting = Chain(0, lambda n: either(Fraction(1, 6), 1, n), ended=lambda n: n == 1)
    monkeypatch.setattr(transitions, "MAX_BYTES", 100_000)
    assert waiting.run(100).survival[-1] == Fraction(5, 6) ** 100
    with pytest.raises(RuleError, match=r"must take at most 0\.0001 GB of memory"):
        waiting.run(2_000)


@given(
    st.lists(
        st.tuples(st.dictionaries(st.sampled_from("abc"), st.integers(0, 9)), st.integers(1, 30)), min_size=1
    ).filter(lambda parts: any(any(amounts.values()) for amounts, _ in parts))
)
def test_shares_of_several_turns_are_sums_of_fractions(parts):
    sums = Counter()
    for weights, total in parts:
        for outcome, amount in weights.items():
            sums[outcome] += Fraction(amount, total)
    (dist,) = to_dists(
        [OutcomeAmounts({outcome: [n] for outcome, n in amounts.items()}, total) for amounts, total in parts]
    )
    assert {outcome: dist[outcome] * sums.total() for outcome in dist} == without_zeros(sums)


@given(st.lists(st.lists(st.integers(0, 2**200), min_size=3, max_size=3), min_size=1, max_size=6), st.data())
def test_residues_are_multiplied_like_numbers(weights, data):
    """A matrix of whole numbers of any size, times whole numbers of any size."""
    amounts = data.draw(st.lists(st.integers(0, 2**300), min_size=3, max_size=3))
    right = [sum(map(mul, row, amounts)) for row in weights]
    flat = [row[column] for column in range(3) for row in weights]
    table = np.array(flat, dtype=object if max(flat) >= 2**62 else np.int64)
    to, begin = np.tile(np.arange(len(weights)), 3), np.arange(4) * len(weights)
    matrix = residues.WeightMatrix(table, np.arange(len(flat)), to, begin, len(weights))
    modulo = residues.Residues(residues.primes_above(3 * 2**500, []))
    assert modulo.numbers(matrix(modulo.of(amounts), len(weights), modulo)) == right


def test_weights_of_thousands_of_digits_take_no_more_than_their_residues():
    """Not a matrix for each of the hundreds of pieces into which they would be cut."""
    weights, modulo = [7**2500, 3**4000, 5**3000, 1], residues.Residues(residues.primes_above(2**7200, []))
    places = np.arange(40)
    table = np.array(weights, dtype=object)
    matrix = residues.WeightMatrix(table, places % 4, places % 2, np.arange(0, 41, 2), 2)
    products = matrix(modulo.of([3] * 20), 2, modulo)
    assert modulo.numbers(products) == [30 * (7**2500 + 5**3000), 30 * (3**4000 + 1)]
    assert matrix.nbytes <= 8 * len(weights) * len(modulo)


@given(st.lists(st.integers(0, 2**400), min_size=1, max_size=4), st.integers(1, 2**90), st.integers(0, 2**90))
def test_a_fraction_is_known_by_its_residues_and_its_denominator(numbers, divisor, factor):
    largest = max(numbers) * (factor + 1)
    modulo = residues.Residues(residues.primes_above(largest, [divisor]))
    rows = modulo.times(modulo.of([number * divisor for number in numbers]), modulo.inverse(divisor))
    assert modulo.numbers(rows) == numbers
    assert modulo.numbers(modulo.times(rows, modulo.of([factor]))) == [number * factor for number in numbers]


def test_no_prime_divides_what_is_divided_by():
    usual = residues.primes_above(2**100, [])
    assert all(sympy.isprime(prime) and prime < 2**25 for prime in usual) and len(set(usual)) == len(usual) == 5
    others = residues.primes_above(2**100, [12 * usual[1]])
    assert usual[1] not in others and prod(others) > 2**100


@given(st.integers(1, 2**70), st.integers(1, 2**70))
def test_a_denominator_is_the_product_of_powers_of_its_bases(one, other):
    known = denominators.Denominators()
    table = known.table([one, other])
    assert [known.product(column.tolist()) for column in table.T] == [one, other]
    assert known.product(table.max(axis=1).tolist()) % lcm(one, other) == 0


@given(ANY, st.fractions(0, 1))
def test_a_run_stops_when_the_chance_to_go_on_is_little_enough(drawn, little):
    going = made(drawn).run(30).survival
    course = made(drawn).run(30, until=little)
    last = next((turn for turn, p in enumerate(going) if p <= little), len(going) - 1)
    assert course == made(drawn).run(last)
    assert course.survival == going[: last + 1]


@given(ANY)
def test_without_a_test_it_is_over_where_a_turn_leaves_the_state_as_it_is(drawn):
    graph, _, starts = drawn
    still = {i for i, ways in enumerate(graph) if set(ways) == {i}}
    tested, plain = made((graph, still, starts)), Chain(Dist(starts), lambda i: Dist(graph[i]))
    assert plain.end() == tested.end()
    assert plain.run(7) == tested.run(7)
    assert plain.value(lambda i: i + 1, never=-1) == tested.value(lambda i: i + 1, never=-1)


@given(ANY, st.data())
def test_two_phases_are_one_longer_turn(drawn, data):
    """Also where nothing happens in the second, and with circles that are entered in the middle of a turn."""
    graph, over, starts = drawn
    second = data.draw(st.permutations(graph) | st.just([{i: 1} for i in range(len(graph))]))
    pair = Chain(Dist(starts), lambda i: Dist(graph[i]), lambda i: Dist(second[i]), ended=lambda i: i in over)
    single = Chain(
        Dist(starts),
        lambda i: Dist(graph[i]).map(lambda j: j if j in over else Dist(second[j])),
        ended=lambda i: i in over,
    )
    assert pair.run(8) == single.run(8)
    ends, other = pair.end(), single.end()
    assert {i: ends.states[i] for i in over} == {i: other.states[i] for i in over}
    assert (ends.endless, ends.turns) == (other.endless, other.turns)
    values, others = (c.value(lambda i: 3 * i, never=-1) for c in (pair, single))
    assert all(values[i] == p for i, p in others.items())


# Stopped, and asked by several ----------------------------------------------------------------------------------------

QUESTIONS = {"end": Chain.end, "value": lambda c: c.value(lambda n: n), "run": lambda c: c.run(5)}


def walk_of_two():
    return Chain(
        Dist([3, 4]), lambda n: Dist([n - 1, n + 1]), lambda n: Dist([n, n + 1]), ended=lambda n: not 0 < n < 7
    )


def stopped(chain, ask, after):
    """Was it stopped by an interrupt, after so many lines of what chains are made of?"""
    parts = rk.engine.chains.chain, walk, exploration, amounts, state_space, transitions, reachable, absorption
    files, lines = {module.__file__ for module in parts}, 0

    def line(frame, event, _):
        nonlocal lines
        lines += event == "line"
        if lines > after:
            raise KeyboardInterrupt
        return line

    before = sys.gettrace()
    sys.settrace(lambda frame, event, _: line if frame.f_code.co_filename in files else None)
    try:
        ask(chain)
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False


@pytest.mark.parametrize("first", QUESTIONS)
def test_a_chain_that_was_stopped_anywhere_answers_as_a_new_one(first):
    right = {name: ask(walk_of_two()) for name, ask in QUESTIONS.items()}
    after = 0
    while stopped(chain := walk_of_two(), QUESTIONS[first], after):
        assert {name: ask(chain) for name, ask in QUESTIONS.items()} == right
        after += tries(23, 5)  # of some thousand lines
    assert after > 100


@pytest.mark.parametrize("name", QUESTIONS)
def test_several_who_ask_at_once_get_the_same_answer(name):
    right = QUESTIONS[name](walk_of_two())
    for _ in range(tries(10, 100)):
        chain = walk_of_two()
        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(QUESTIONS[name], [chain] * 8)) == [right] * 8


# What never ends ------------------------------------------------------------------------------------------------------


def test_a_circle_without_a_way_out_never_ends():
    circle = Chain(0, lambda n: (n + 1) % 5, ended=lambda n: n == 7)
    assert circle.end().endless == 1
    assert circle.end().turns is None
    assert set(circle.end().states) <= set(range(5))
    assert circle.value(lambda n: 1, never=Fraction(1, 3)) == dict.fromkeys(range(5), Fraction(1, 3))
    assert circle.run(3) == (Dist([(None, 3)]), (1, 1, 1, 1))


def test_a_state_that_nothing_changes_is_no_end_when_ends_are_told():
    stuck = Chain(0, lambda n: Dist([1, 2, 3]) if n == 0 else n, ended=lambda n: n == 1)
    assert stuck.end() == (Dist([1, 2, 3]), Fraction(2, 3), None)
    assert stuck.value(lambda n: 1)[0] == Fraction(1, 3)
    assert stuck.value(lambda n: 1, never=1)[0] == 1


def test_states_that_are_never_left_count_each_way_into_them():
    """The state "s" is entered at the beginning of a turn and in the middle of one."""
    first = {"s": "s", "u": "s", "v": "e"}
    stuck = Chain(Dist("suv"), first.__getitem__, lambda state: state, ended=lambda state: state == "e")
    assert stuck.end() == (Dist({"s": 2, "e": 1}), Fraction(2, 3), None)


# Starts ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ended", [lambda n: n == 0, None], ids=["told", "not told"])
def test_what_is_over_before_it_begins_takes_no_turn(ended):
    over = Chain(0, lambda n: max(n - 1, 0), ended=ended)
    assert over.end() == (Dist([0]), 0, 0)
    assert over.run(5) == over.run(0) == (Dist([(0, 0)]), (0,))
    assert over.value(lambda n: 8) == {0: 8}


def test_a_start_may_be_over_in_part():
    part = Chain(Dist({0: 1, 2: 3}), lambda n: n - 1, ended=lambda n: n == 0)
    assert part.end() == (Dist([0]), 0, Fraction(3, 2))
    assert part.run(5) == (Dist({(0, 0): 1, (2, 0): 3}), (Fraction(3, 4), Fraction(3, 4), 0))


def test_what_is_over_in_the_middle_of_a_turn_goes_no_further():
    def refuse(state):
        raise AssertionError

    cut = Chain(1, lambda n: 0, refuse, ended=lambda n: n == 0)
    assert cut.end() == (Dist([0]), 0, 1)
    assert cut.run(3) == (Dist([(1, 0)]), (1, 0))


def test_a_chain_has_at_least_one_step():
    with pytest.raises(ValueError, match="at least one step"):
        Chain(0)


@pytest.mark.parametrize("turns", [-1, 10_001])
def test_turns_have_bounds(turns):
    with pytest.raises(RuleError, match="turns must be a whole number from 0 to 10,000"):
        ruin(Fraction(1, 2), 5, 12).run(turns)


@pytest.mark.parametrize("at_once", [1, 2, 3])
def test_it_does_not_matter_how_many_states_a_phase_is_asked_for_at_once(monkeypatch, at_once):
    run = duel_of((9, 8), *WAYS["components"]).run(9)
    monkeypatch.setattr(transitions, "AT_ONCE", at_once)
    assert duel_of((9, 8), *WAYS["components"]).run(9) == run


# Too large ------------------------------------------------------------------------------------------------------------


def count_up(most, last):
    return Chain(0, lambda n: n + 1, ended=lambda n: n == last, max_states=most)


def test_as_many_states_as_allowed_are_followed_and_not_one_more():
    assert count_up(50, 49).end().turns == 49
    for ask in (Chain.end, lambda c: c.run(50), lambda c: c.value(int)):
        with pytest.raises(RuleError, match=r"at most 50 states .* rk\.simulate"):
            ask(count_up(50, 50))


def test_what_was_refused_once_is_refused_again():
    refused = count_up(50, 50)
    for _ in range(2):
        with pytest.raises(RuleError, match="at most 50 states"):
            refused.end()


def test_more_starts_than_allowed_are_refused():
    with pytest.raises(RuleError, match=r"rk\.simulate"):
        Chain(d(20), lambda n: n, max_states=19)


def test_too_many_ways_from_state_to_state_are_refused(monkeypatch):
    monkeypatch.setattr(transitions, "MAX_WAYS", 22)  # 11 states that go on, 2 ways from each
    assert ruin(Fraction(1, 2), 5, 12).end().turns == 35
    monkeypatch.setattr(transitions, "MAX_WAYS", 21)
    with pytest.raises(RuleError, match=r"rk\.simulate"):
        ruin(Fraction(1, 2), 5, 12).end()


def test_too_many_ways_are_refused_before_all_of_them_are_worked_out(monkeypatch):
    calls = []
    starts = Dist([(n, 0) for n in range(1000)])
    monkeypatch.setattr(transitions, "MAX_WAYS", 200)
    with pytest.raises(RuleError, match=r"rk\.simulate"):
        Chain(starts, Phase(lambda n: calls.append(n) or d(20), 0), Phase(lambda m: m, 1)).run(1)
    assert len(calls) < 20


@pytest.mark.parametrize("most", [1500, 5000])
def test_a_limit_of_states_holds_however_many_stand_at_once(most):
    chain = Chain((0, 0), Phase(lambda n: d(20) + n, 0), Phase(lambda m: d(20) + m, 1), max_states=most)
    with pytest.raises(RuleError, match=f"at most {most:,} states"):
        chain.run(9)


def test_too_many_values_of_a_component_are_refused():
    chain = Chain((0, 0), Phase(lambda n: Dist([n, n + 1]), 0), Phase(lambda n, m: (0, n), 0, 1), max_states=7)
    assert chain.run(2).ends.total
    with pytest.raises(RuleError, match="at most 7 states"):
        Chain((0, 0), Phase(lambda n: n + 1, 0), Phase(lambda m: m, 1), max_states=7).run(9)
    wide = Chain((0, 0), Phase(lambda n: d(9), 0), Phase(lambda m: m, 1), max_states=7)
    for _ in range(2):
        with pytest.raises(RuleError, match="at most 7 states"):
            wide.run(1)


def test_few_turns_of_a_chain_without_end_are_followed():
    walk = Chain(0, lambda n: Dist([n - 1, n + 1]), ended=lambda n: False)
    assert walk.run(10).ends[None, 0] == Fraction(comb(10, 5), 2**10)


# How far it is --------------------------------------------------------------------------------------------------------


def test_work_that_takes_long_tells_how_far_it_is():
    reports = []
    with telling(lambda done, of: reports.append((done, of))):
        count_up(2000, 1999).end()
    for of in (None, 2000):  # the states found, then those that are done
        assert len([done for done, all_of in reports if all_of == of]) > 2
        assert [done for done, all_of in reports if all_of == of] == sorted(
            {d for d, all_of in reports if all_of == of}
        )
    assert {of for _, of in reports} == {None, 2000}
    reports.clear()
    with telling(lambda done, of: reports.append((done, of))):
        course = ruin(Fraction(1, 2), 5, 12).run(20)
    assert [pair for pair in reports if pair[1]] == [(turn, 20) for turn in range(1, 21)]
    assert len(course.survival) == 21


class StopError(Exception):
    pass


def test_who_listens_may_stop_the_work_and_it_can_be_taken_up_again():
    calls = []
    long = Chain(0, lambda n: calls.append(n) or n + 1, ended=lambda n: n == 2000)

    def stop(done, of):
        if done >= 600:
            raise StopError

    with pytest.raises(StopError), telling(stop):
        long.end()
    assert 600 < len(calls) < 2000
    assert long.end() == (Dist([2000]), 0, 2000)
    assert calls == list(range(2000)), "what was worked out is not worked out again"


def test_a_run_may_be_stopped_between_turns():
    turns = []

    def stop(done, of):
        if of:
            turns.append(done)
            if done == 3:
                raise StopError

    with pytest.raises(StopError), telling(stop):
        ruin(Fraction(1, 2), 5, 12).run(20)
    assert turns == [1, 2, 3]


def test_nobody_listens_any_more_afterwards():
    reports = []
    with telling(lambda done, of: reports.append(done)):
        pass
    with pytest.raises(StopError), telling(lambda done, of: reports.append(done)):
        raise StopError
    ruin(Fraction(1, 2), 5, 12).run(20)
    assert not reports


# Graphs and equations -------------------------------------------------------------------------------------------------


@given(
    st.integers(1, 12).flatmap(lambda n: st.lists(st.lists(st.integers(0, n - 1), max_size=3), min_size=n, max_size=n))
)
def test_groups_are_what_can_reach_each_other_and_come_after_what_they_lead_to(edges):
    reach = reached([set(to) for to in edges])
    groups = components(edges)
    assert sorted(node for group in groups for node in group) == list(range(len(edges)))
    for group in groups:
        for node in group:
            assert set(group) == {other for other in reach[node] if node in reach[other]}
    place = {node: k for k, group in enumerate(groups) for node in group}
    assert all(place[to] <= place[node] for node, ways in enumerate(edges) for to in ways)


def test_a_path_and_a_circle_longer_than_any_recursion():
    long = 50_000
    path = [[i + 1] for i in range(long - 1)] + [[]]
    assert components(path) == [[i] for i in reversed(range(long))]
    assert sorted(components([*path[:-1], [0]])[0]) == list(range(long))


@given(st.lists(st.fractions(-9, 9, max_denominator=20), min_size=1, max_size=5), st.data())
def test_equations_are_solved_exactly(solution, data):
    size = len(solution)
    off = data.draw(
        st.lists(st.dictionaries(st.integers(0, size - 1), st.integers(-99, 99)), min_size=size, max_size=size)
    )
    rows = [{**row, k: sum(map(abs, row.values())) + 1} for k, row in enumerate(off)]  # so that there is one solution
    inverse = sympy.Matrix(size, size, lambda i, j: rows[i].get(j, 0)).inv()
    assert all(x.is_integer for x in denominator(rows) * inverse)
    whole = denominator(rows) * lcm(*[x.denominator for x in solution])
    result = solve(rows, [int(whole * sum(c * solution[j] for j, c in row.items())) for row in rows])
    assert result == [whole * x for x in solution]
    assert all(type(number) is int for number in (*result, whole))


@given(st.lists(st.lists(st.integers(-2, 2), min_size=4, max_size=4), min_size=4, max_size=4))
def test_there_is_no_denominator_where_there_is_no_one_solution(table):
    assert denominator([dict(enumerate(row)) for row in table]) == sympy.Matrix(table).det()


def test_the_ways_of_a_state_are_looked_for_once(monkeypatch):
    """A walk to and fro meets the same states turn after turn."""
    calls = []
    moves = StateSpace._moves
    monkeypatch.setattr(
        StateSpace, "_moves", lambda self, kind, states: calls.extend(states) or moves(self, kind, states)
    )
    to_and_fro = Phase(lambda n: d(2).map(lambda face: abs(n + 2 * face - 3) % 9), 0)
    one = Chain((4, 0), to_and_fro, Phase(lambda m: m, 1)).walk()
    for turns in range(1, 41):
        one.go_on(turns)
    assert len(calls) < 4 * 9


def test_whether_many_states_are_over_is_found_in_one_pass():
    class Passes(list):
        number = 0

        def __iter__(self):
            self.number += 1
            return super().__iter__()

    moves = Chain(Dist(range(4_096)), lambda state: state, ended=lambda state: state % 2).transitions
    states = Passes(moves.begun)
    assert len(moves.over(states)) == 2_048
    assert states.number == 2  # what is new among them, and the answer
