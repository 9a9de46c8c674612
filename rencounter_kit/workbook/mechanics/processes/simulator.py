"""Many fights at once: all go through a phase together, each as one whole number (NumPy).

Those that stand alike are looked up in one table of where that phase leads, worked out exactly when it is first met.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from itertools import groupby, islice

import numpy as np

from ....engine.chains.packing import Packing
from ....engine.chains.phase import State
from ....engine.chains.state_index import StateIndex
from ....engine.chains.transitions import PhaseResult, Transitions
from ....engine.dice.chances import Array, BoolArray, FloatArray, IntArray
from ....engine.dice.dist import Outcome
from ....engine.words.errors import RuleError
from .turn_model import TurnModel

_KEPT = 16  # processes kept ready
_MAX_TURNS = 20_000
_MAX_STATES, _MAX_VALUES = 2**62, 1_000_000  # of these of one component of the state


class GrowingArray:
    """An array of numbers that grows at its end."""

    def __init__(self, kind: type) -> None:
        self.count = 0
        self._room: Array = np.empty(64, dtype=kind)

    @property
    def all(self) -> Array:
        return self._room[: self.count]

    def add(self, numbers: Array) -> None:
        """Put these to its end."""
        count = self.count + len(numbers)
        if count > len(self._room):
            self._room = np.concatenate([self.all, np.empty(2 * count - self.count, dtype=self._room.dtype)])
        self._room[self.count : count] = numbers
        self.count = count


class Table:
    """Where a kind of phase leads from each set of values that it sees, in a form in which many are thrown at once.

    A row stands for each set: its running chances, to which the place where the row begins is added, so that they rise
    from row to row; and what each of them leads to.
    """

    def __init__(self, transitions: Transitions, kind: int, packing: Packing) -> None:
        self._transitions, self._kind, self._packing = transitions, kind, packing
        self._places = transitions.phases[kind].places
        self.index, self.begins = (
            StateIndex(),
            GrowingArray(np.int64),
        )  # sets of values, and where the row of each begins
        self._ends, self._to = GrowingArray(float), GrowingArray(np.int64)

    def seen(self, keys: IntArray) -> IntArray:
        """What the phase sees of each fight."""
        return keys & self._packing.mask(self._places)

    def made_of(self, sights: IntArray) -> PhaseResult:
        """Where the phase leads from each set of values."""
        numbers = map(np.ndarray.tolist, self._packing.unpacked(sights, self._places))
        return self._transitions.made_of(self._kind, list(zip(*numbers, strict=True)), lambda ways: None)

    def add(self, sights: IntArray, result: PhaseResult) -> None:
        """Rows of sets of values that are new."""
        begins = self._ends.count + np.cumsum([0, *result.counts[:-1]])
        weights = iter(result.weights)
        for count, total, begin in zip(result.counts, result.totals, begins, strict=True):
            running = np.cumsum([weight / total for weight in islice(weights, count)])
            running[-1] = 1.0
            self._ends.add(running + begin)
        self._to.add(self._packing.packed(map(np.array, result.to), self._places))
        self.index.add(sights)
        self.begins.add(begins)

    def rename(self, name: Callable[[IntArray], IntArray]) -> None:
        """Follow the packing, which has other numbers for the same states."""
        self.index.rename(name)
        self._to.all[:] = name(self._to.all)

    def throw(self, keys: IntArray, begins: IntArray, draws: FloatArray) -> tuple[IntArray, BoolArray]:
        """The next states of fights, and which of these may still change if the same phase comes once more: not those
        that surely stay as they are.

        begins : the row of each fight.
        draws : a number from 0 to 1 for each.
        """
        at = begins.copy()
        open_ = np.flatnonzero(self._ends.all[begins] < begins + 1.0)
        place = begins[open_]
        drawn = np.minimum(place + draws[open_], np.nextafter(place + 1.0, 0.0))  # never the next row
        at[open_] = np.searchsorted(self._ends.all, drawn, side="right")
        new = keys & ~self._packing.mask(self._places) | self._to.all[at]
        happens = new != keys
        happens[open_] = True
        return new, happens


class Simulator:
    """A process made ready for being thrown: one for each set of parameters; its tables grow with use."""

    def __init__(self, play: TurnModel) -> None:
        self.play = play
        chain = play.chain(_MAX_STATES)
        start, self._transitions = chain.start, chain.transitions
        self._packing, kinds = Packing(self._transitions.packing.components), self._transitions.kinds
        self._start = np.cumsum([weight / start.total for weight in start._weights.values()])
        self._starts = self._transitions.columns(list(start._weights))
        self._tables = {kind: Table(self._transitions, kind, self._packing) for kind in kinds}
        self._phases = [(self._tables[kind], len(list(same))) for kind, same in groupby(kinds)]
        self._index, self._over = StateIndex(), GrowingArray(bool)  # states, and whether it is over in each

    def _states(self, keys: IntArray) -> list[State]:
        return self._transitions.joined(self._packing.columns_unpacked(keys))

    def _ended(self, keys: IntArray) -> BoolArray:
        """For every fight, is it over?"""
        places = self._index.find(keys)
        new = np.unique(keys[places < 0])
        if len(new):
            self._over.add(np.array(self._transitions.ends(self._states(new))))
            self._index.add(new)
            places = self._index.find(keys)
        return np.asarray(self._over.all[places])

    def _widen(self) -> Callable[[IntArray], IntArray]:
        """More bits for values that are new: what makes new numbers of old ones."""
        name = self._packing.widen()
        if name is None or max(map(len, self._packing.components)) > _MAX_VALUES:
            raise RuleError("a simulation must meet fewer different states; got too many; try fewer men")
        for table in self._tables.values():
            table.rename(name)
        self._index.rename(name)
        return name

    def _start_of_fights(self, draws: FloatArray) -> IntArray:
        """The start of every fight."""
        if self._packing.outgrown:
            self._widen()
        starts = np.array(self._packing.columns_packed(self._starts, self._packing.places))
        return starts[np.searchsorted(self._start[:-1], draws, side="right")]

    def _learn(self, table: Table, sights: IntArray, keys: IntArray) -> IntArray:
        """Add rows for what a phase sees for the first time; the states of all fights, which may have other numbers
        now.
        """
        result = table.made_of(sights)
        if self._packing.outgrown:
            name = self._widen()
            sights, keys = name(sights), name(keys)
        table.add(sights, result)
        return keys

    def _go_on(self, table: Table, keys: IntArray, busy: IntArray, draws: FloatArray) -> tuple[IntArray, IntArray]:
        """Take the busy fights through a phase: the states of all, and which are busy still."""
        places = table.index.find(table.seen(keys[busy]))
        if (places < 0).any():
            keys = self._learn(table, np.unique(table.seen(keys[busy[places < 0]])), keys)
            places = table.index.find(table.seen(keys[busy]))
        begins = table.begins.all[places]
        new, happens = table.throw(keys[busy], begins, draws[busy])
        keys[busy] = new
        return keys, busy[happens]

    def throw(self, fights: int, seed: np.random.SeedSequence) -> tuple[Counter[Outcome], Counter[int]]:
        """So many fights: how often each outcome came, and each number of turns."""
        rng = np.random.default_rng(seed)
        outcomes: Counter[Outcome] = Counter()
        turns: Counter[int] = Counter()

        def count(keys: IntArray, turn: int) -> None:
            turns_now = turn if self.play.limit else None
            different, counts = np.unique(keys, return_counts=True)
            for state, times in zip(self._states(different), counts.tolist(), strict=True):
                outcomes[self.play.outcome(state, turns_now)] += times
            turns[turn] += len(keys)

        def settled(keys: IntArray, busy: IntArray, turn: int) -> tuple[IntArray, IntArray]:
            """Without those of the busy that are over."""
            over = busy[self._ended(keys[busy])]
            if not len(over):
                return keys, busy
            count(keys[over], turn)
            on = np.ones(len(keys), dtype=bool)
            on[over] = False
            return keys[on], (np.cumsum(on) - 1)[busy[on[busy]]]

        keys, _ = settled(self._start_of_fights(rng.random(fights)), np.arange(fights), 0)
        last = self.play.limit or _MAX_TURNS
        for turn in range(1, last + 1):
            for table, times in self._phases:
                busy = np.arange(len(keys))
                for _ in range(times):
                    if not len(keys):
                        return outcomes, turns
                    draws = rng.random(len(keys))  # one each, needed or not: then a seed means the same whoever is busy
                    keys, busy = self._go_on(table, keys, busy, draws)
                    keys, busy = settled(keys, busy, turn)
        if len(keys):
            count(keys, last)
        return outcomes, turns


_READY: dict[tuple[object, ...], Simulator] = {}  # tables grow with use: each thread has its own


def simulator_for(name: tuple[object, ...], play: Callable[[], TurnModel]) -> Simulator:
    """The simulator of a name, kept for the next block; each thread has its own."""
    key = threading.get_ident(), *name
    ready = _READY.get(key)
    if ready is None:
        ready = _READY[key] = Simulator(play())
        for old in list(_READY)[:-_KEPT]:
            _READY.pop(old, None)
    return ready


def forget() -> None:
    """Keep nothing ready."""
    _READY.clear()
