"""Places of states found by the array, as a dictionary would; and states packed into numbers."""

import numpy as np
import pytest
from hypothesis import given, strategies as st

from rencounter_kit import RuleError
from rencounter_kit.engine.chains.packing import Packing, Values
from rencounter_kit.engine.chains.phase import Phase
from rencounter_kit.engine.chains.state_index import StateIndex
from rencounter_kit.workbook.mechanics.processes.simulator import Simulator
from rencounter_kit.workbook.mechanics.processes.turn_model import TurnModel

KEYS = st.one_of(st.integers(0, 40), st.integers(0, 2**62 - 1), st.integers(0, 40).map(lambda n: n << 55))
BATCHES = st.lists(st.lists(KEYS, max_size=60, unique=True), max_size=8)


def of(numbers):
    return np.array(numbers, dtype=np.int64)


@given(BATCHES, st.lists(KEYS))
def test_states_have_places_in_order_of_first_visit(batches, others):
    index, known = StateIndex(), {}
    for batch in batches:
        unknown = [key not in known for key in batch]
        for key in batch:
            known.setdefault(key, len(known))
        places, new = index.places(of(batch))
        assert places.tolist() == [known[key] for key in batch] and new.tolist() == unknown
        numbers = [*known, *others, *known]
        assert index.find(of(numbers)).tolist() == [known.get(key, -1) for key in numbers]
        assert index.states.tolist() == list(known) and len(index) == len(known)


@given(st.lists(KEYS.filter(lambda key: key < 2**61), unique=True))
def test_states_that_are_renamed_keep_their_places(keys):
    index = StateIndex()
    index.add(of(keys))
    index.rename(lambda key: 2 * key + 1)
    assert index.find(2 * of(keys) + 1).tolist() == list(range(len(keys)))
    assert set(index.find(2 * of(keys)).tolist()) <= {-1}


def test_states_that_come_to_one_slot_are_told_apart():
    index = StateIndex()
    assert len(set(index._home(np.arange(5000)).tolist())) < 5000
    index.add(np.arange(5000)[::-1].copy())
    assert (index.find(np.arange(5000)) == np.arange(5000)[::-1]).all()


@given(st.lists(st.tuples(st.integers(0, 30), st.text(max_size=2), st.booleans()), min_size=1))
def test_states_are_packed_and_read_again_also_when_they_need_more_room(states):
    packing, packed = Packing([Values() for _ in range(3)]), of([])
    places = packing.places
    for state in states:
        numbers = packing.numbers(state, places)
        if packing.outgrown:
            packed = packing.widen()(packed)
        packed = np.append(packed, packing.packed(numbers, places))
    assert list(zip(*packing.columns_unpacked(packed), strict=True)) == states
    assert len(set(packed.tolist())) == len(set(states))
    alone = packed & packing.mask([1])
    assert packing.columns_unpacked(alone)[1] == [word for _, word, _ in states]
    assert not packing.mask([0]) & packing.mask([1, 2])


def test_states_with_more_components_than_fit_are_told_and_left_as_they_are():
    packing = Packing([Values() for _ in range(64)])
    packing.numbers([0] * 64, packing.places)
    assert not packing.outgrown, "what has one value only needs no room"
    packing.numbers([1] * 63, range(63))
    assert packing.outgrown and packing.widen()
    state = packing.packed([1] * 63, range(63))
    packing.numbers([1], [63])
    assert packing.widen() is None
    assert packing.columns_unpacked(np.array([state])) == [[1]] * 63 + [[0]]


def test_a_simulation_with_more_components_than_fit_is_refused():
    up = [Phase(lambda n: 1 - n, i) for i in range(64)]
    fights = Simulator(TurnModel((0,) * 64, up, lambda state: None, 3))
    with pytest.raises(RuleError, match="must meet fewer different states; got too many"):
        fights.throw(2, np.random.SeedSequence(4))
