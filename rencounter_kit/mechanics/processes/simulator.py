"""Many fights at once: all go through a phase together, each as one whole number (NumPy).

Those that stand alike are looked up in one table of where that phase leads, worked out exactly when it is first met.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby

import numpy as np

from ...chains.packing import Packing, Values
from ...chains.phase import Phase, State
from ...chains.state_index import StateIndex
from ...dice.chances import Array, BoolArray, FloatArray, IntArray
from ...dice.dist import Dist, Outcome
from ...dice.throw import Lead
from ...errors import RuleError
from .turn_model import TurnModel

_KEPT = 16  # processes kept ready
_MAX_TURNS = 20_000
_MAX_VALUES = 1_000_000  # of one component of the state


class Growing:
    """A column of numbers that more are put to."""

    def __init__(self, kind: type) -> None:
        self.many = 0
        self._room: Array = np.empty(64, dtype=kind)

    @property
    def all(self) -> Array:
        return self._room[: self.many]

    def add(self, numbers: Array) -> None:
        """Put these to its end."""
        many = self.many + len(numbers)
        if many > len(self._room):
            self._room = np.concatenate([self.all, np.empty(2 * many - self.many, dtype=self._room.dtype)])
        self._room[self.many : many] = numbers
        self.many = many


class Table:
    """Where a phase leads from each set of values that it sees, in a form in which many are thrown at once.

    A row stands for each set: its running chances, to which the place where the row begins is added, so that they rise
    from row to row; and what each of them leads to.
    """

    def __init__(
        self,
        packing: Packing,
        function: Callable[..., Lead],
        spread: Callable[[State], Sequence[Outcome]],
        sees: Sequence[int],
        changes: Sequence[int],
    ) -> None:
        self.packing, self.function, self.spread, self.sees, self.changes = packing, function, spread, sees, changes
        self.index, self.begins = StateIndex(), Growing(np.int64)  # sets of values, and where the row of each begins
        self.ends, self.to = Growing(float), Growing(np.int64)

    def seen(self, keys: IntArray) -> IntArray:
        """What the phase sees of each fight."""
        return keys & self.packing.mask(self.sees)

    def rows(self, seen: Sequence[int]) -> list[tuple[FloatArray, list[list[int]]]]:
        """For each set of values that is seen, the running chances, and the numbers of the values that it leads to."""
        return [self._row(self.function(*self.packing.values(one, self.sees))) for one in seen]

    def _row(self, lead: Lead) -> tuple[FloatArray, list[list[int]]]:
        dist = lead if isinstance(lead, Dist) else Dist._of({lead: 1})
        running = np.cumsum([weight / dist.total for weight in dist._weights.values()])
        running[-1] = 1.0
        return running, [self.packing.numbers(self.spread(outcome), self.changes) for outcome in dist._weights]

    def add(self, seen: IntArray, rows: Sequence[tuple[FloatArray, list[list[int]]]]) -> None:
        """Rows that there were not yet."""
        sizes = [len(running) for running, _ in rows]
        begins = self.ends.many + np.cumsum([0, *sizes[:-1]])
        self.ends.add(np.concatenate([running for running, _ in rows]) + np.repeat(begins, sizes))
        self.to.add(np.array([self.packing.packed(numbers, self.changes) for _, each in rows for numbers in each]))
        self.index.add(seen)
        self.begins.add(begins)

    def rename(self, name: Callable[[IntArray], IntArray]) -> None:
        """Follow the packing, which has other numbers for the same states."""
        self.index.rename(name)
        self.to.all[:] = name(self.to.all)

    def throw(self, keys: IntArray, begins: IntArray, draws: FloatArray) -> tuple[IntArray, BoolArray]:
        """Where fights come to that have these rows; and in which of them something may yet happen, if they come to the
        same phase once more: a state that surely leads to itself does so again.
        """
        at = begins.copy()
        open_ = np.flatnonzero(self.ends.all[begins] < begins + 1.0)
        place = begins[open_]
        drawn = np.minimum(place + draws[open_], np.nextafter(place + 1.0, 0.0))  # never the next row
        at[open_] = np.searchsorted(self.ends.all, drawn, side="right")
        new = keys & ~self.packing.mask(self.changes) | self.to.all[at]
        happens = new != keys
        happens[open_] = True
        return new, happens


class Simulator:
    """A process made ready for being thrown: one for each set of parameters; its tables grow with use."""

    def __init__(self, play: TurnModel) -> None:
        self.play = play
        start = self.play.start if isinstance(self.play.start, Dist) else Dist([self.play.start])
        parted = any(isinstance(phase, Phase) for phase in self.play.phases)
        every = range(len(next(iter(start._weights))) if parted else 1)
        self.whole: Callable[[Sequence[Outcome]], State] = tuple if parted else (lambda values: values[0])
        spread: Callable[[State], Sequence[Outcome]] = tuple if parted else (lambda state: (state,))
        self.every, self.packing = every, Packing([Values() for _ in every])

        def table(phase: Callable[[State], Lead]) -> Table:
            if isinstance(phase, Phase):
                return Table(self.packing, phase.function, phase.spread, phase.places, phase.places)
            return Table(self.packing, lambda *values: phase(self.whole(values)), spread, every, every)

        self.start = Table(self.packing, lambda: start, spread, (), every)
        tables = {id(phase): table(phase) for phase in self.play.phases}
        self.phases = [(tables[name], len(list(same))) for name, same in groupby(self.play.phases, id)]
        self.tables = [self.start, *tables.values()]
        self.index, self.over = StateIndex(), Growing(bool)  # states, and whether it is over in each

    def _state(self, key: int) -> State:
        return self.whole(self.packing.values(key, self.every))

    def _ended(self, keys: IntArray) -> BoolArray:
        """For every fight, is it over?"""
        places = self.index.find(keys)
        new = np.unique(keys[places < 0])
        if len(new):
            self.over.add(np.array([self.play.over(self._state(key)) for key in new.tolist()]))
            self.index.add(new)
            places = self.index.find(keys)
        return np.asarray(self.over.all[places])

    def _learn(self, table: Table, seen: IntArray, keys: IntArray) -> IntArray:
        """Work out where a phase leads from what it has not seen before; the numbers of all fights, which may be others
        than they were.
        """
        rows = table.rows(seen.tolist())
        if self.packing.outgrown:
            name = self.packing.widen()
            if name is None or max(map(len, self.packing.components)) > _MAX_VALUES:
                raise RuleError("a simulation must meet fewer different states; got too many; try fewer men")
            for one in self.tables:
                one.rename(name)
            self.index.rename(name)
            seen, keys = name(seen), name(keys)
        table.add(seen, rows)
        return keys

    def _go_on(self, table: Table, keys: IntArray, busy: IntArray, draws: FloatArray) -> tuple[IntArray, IntArray]:
        """The busy ones go through a phase; and those who are busy still."""
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
            known = turn if self.play.limit else None
            for key, many in zip(*map(np.ndarray.tolist, np.unique(keys, return_counts=True)), strict=True):
                outcomes[self.play.outcome(self._state(key), known)] += many
                turns[turn] += many

        def settled(keys: IntArray, busy: IntArray, turn: int) -> tuple[IntArray, IntArray]:
            """Without those of the busy that are over."""
            over = busy[self._ended(keys[busy])]
            if not len(over):
                return keys, busy
            count(keys[over], turn)
            on = np.ones(len(keys), dtype=bool)
            on[over] = False
            return keys[on], (np.cumsum(on) - 1)[busy[on[busy]]]

        every = np.arange(fights)
        keys, _ = self._go_on(self.start, np.zeros(fights, dtype=np.int64), every, rng.random(fights))
        keys, _ = settled(keys, every, 0)
        last = self.play.limit or _MAX_TURNS
        for turn in range(1, last + 1):
            for table, times in self.phases:
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
    """The fights of a name made ready, kept for the next block."""
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
