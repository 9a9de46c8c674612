"""Many fights at once: all go through a phase together, as columns of numbers (NumPy).

Those that stand alike are looked up in one table of where that phase leads, worked out exactly when it is first met.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from math import prod
from typing import Any

import numpy as np

from ..dice.chances import Array
from ..dice.dist import Dist, Outcome
from ..dice.phase import Phase, State
from ..dice.throw import Lead
from ..errors import RuleError
from .play import Play

_KEPT = 16  # processes kept ready
_MOST_TURNS = 20_000
_DENSE = 8  # possible states for each fight, up to which they are marked in a table


class Codes:
    """Values of one component of the state, each with a number of its own."""

    def __init__(self) -> None:
        self.values: list[Outcome] = []
        self._number: dict[Outcome, int] = {}

    def of(self, value: Outcome) -> int:
        """The number of a value."""
        if value not in self._number:
            if len(self.values) >= 1_000_000:
                raise RuleError("a simulation must meet fewer different states; got over a million; try fewer men")
            self._number[value] = len(self.values)
            self.values.append(value)
        return self._number[value]


class Table:
    """Where a phase leads from each set of values that it sees, in a form in which many are thrown at once."""

    def __init__(
        self, function: Callable[..., Lead], codes: Sequence[Codes], spread: Callable[[State], Sequence[Outcome]]
    ) -> None:
        self.function, self.codes, self.spread = function, codes, spread
        self.row: dict[tuple[int, ...], int] = {}
        self.ends: list[Array] = []  # running chances of each row, the row's number added
        self.to: list[Array] = []
        self._all_ends, self._all_to = np.zeros(0), np.zeros((0, len(codes)), dtype=np.int64)

    def throw(self, columns: Sequence[Array], rng: np.random.Generator) -> Array:
        """New numbers of the components for every fight, one row each."""
        alike, which = _distinct(columns, self.codes)
        rows = np.fromiter((self._row(key) for key in alike), dtype=np.int64, count=len(alike))
        if len(self._all_to) < sum(map(len, self.to)):
            self._all_ends, self._all_to = np.concatenate(self.ends), np.concatenate(self.to)
        place = rows[which]
        draws = np.minimum(place + rng.random(len(place)), np.nextafter(place + 1.0, 0.0))  # never the next row
        return self._all_to[np.searchsorted(self._all_ends, draws, side="right")]

    def _row(self, key: tuple[int, ...]) -> int:
        if key not in self.row:
            lead = self.function(*[codes.values[number] for codes, number in zip(self.codes, key, strict=True)])
            dist = lead if isinstance(lead, Dist) else Dist._of({lead: 1})
            running = np.cumsum([w / dist.total for w in dist._weights.values()])
            running[-1] = 1.0
            to = [[c.of(v) for c, v in zip(self.codes, self.spread(o), strict=True)] for o in dist._weights]
            self.ends.append(len(self.ends) + running)
            self.to.append(np.array(to, dtype=np.int64))
            self.row[key] = len(self.ends) - 1
        return self.row[key]


def _distinct(columns: Sequence[Array], codes: Sequence[Codes]) -> tuple[list[tuple[int, ...]], Array]:
    """The different rows of some columns, and which of them each row is."""
    sizes = [len(one.values) for one in codes]
    key = columns[0]
    for column, size in zip(columns[1:], sizes[1:], strict=True):
        key = key * size + column
    many = prod(sizes)
    if many > 2**62:
        raise RuleError("a simulation must meet fewer different states; got too many; try fewer men")
    if many <= _DENSE * len(key):  # marking those that are there is quicker than sorting
        there = np.zeros(many, dtype=bool)
        there[key] = True
        alike = np.flatnonzero(there)
        which = (np.cumsum(there) - 1)[key]
    else:
        alike, which = np.unique(key, return_inverse=True)
    parts = []
    for size in sizes[:0:-1]:
        alike, part = np.divmod(alike, size)
        parts.append(part.tolist())
    return list(zip(alike.tolist(), *parts[::-1], strict=True)), which


class Fights:
    """A process made ready for being thrown: one for each set of parameters; its tables grow with use."""

    def __init__(self, play: Play) -> None:
        self.play = play
        start = self.play.start if isinstance(self.play.start, Dist) else Dist([self.play.start])
        parted = any(isinstance(phase, Phase) for phase in self.play.phases)
        width = len(next(iter(start._weights))) if parted else 1
        self.whole: Callable[[tuple[Outcome, ...]], State] = tuple if parted else (lambda values: values[0])
        spread: Callable[[State], Sequence[Outcome]] = tuple if parted else (lambda state: (state,))
        self.codes = [Codes() for _ in range(width)]
        every = range(width)
        self.start = Table(lambda *_: start, self.codes, spread)
        made: dict[int, Table] = {}
        self.phases: list[tuple[Sequence[int], Table]] = []
        for phase in self.play.phases:
            parts: Sequence[int] = phase.places if isinstance(phase, Phase) else every
            codes = [self.codes[i] for i in parts]
            if id(phase) not in made:
                made[id(phase)] = (
                    Table(phase.function, codes, phase.spread)
                    if isinstance(phase, Phase)
                    else Table(lambda *values, of=phase: of(self.whole(values)), codes, spread)
                )
            self.phases.append((parts, made[id(phase)]))
        self.over: dict[tuple[int, ...], bool] = {}

    def _state(self, key: Sequence[int]) -> State:
        return self.whole(tuple(codes.values[number] for codes, number in zip(self.codes, key, strict=True)))

    def _ended(self, columns: Sequence[Array]) -> tuple[Any, list[tuple[int, ...]], Array]:
        """For every fight, is it over; the different states, and which of them each is."""
        alike, which = _distinct(columns, self.codes)
        for key in alike:
            if key not in self.over:
                self.over[key] = self.play.over(self._state(key))
        over = np.fromiter((self.over[key] for key in alike), dtype=bool, count=len(alike))
        return over[which], alike, which

    def throw(self, fights: int, seed: np.random.SeedSequence) -> tuple[Counter[Outcome], Counter[int]]:
        """So many fights: how often each outcome came, and each number of turns."""
        rng = np.random.default_rng(seed)
        nothing = np.zeros(fights, dtype=np.int64)
        for codes in self.codes:
            if not codes.values:
                codes.of(None)  # a number to begin with
        states = self.start.throw([nothing] * len(self.codes), rng)
        columns = [states[:, i].copy() for i in range(len(self.codes))]
        outcomes: Counter[Outcome] = Counter()
        turns: Counter[int] = Counter()

        def settle(turn: int) -> None:
            over, alike, which = self._ended(columns)
            if over.any():
                count(alike, which[over], turn)
                for i, column in enumerate(columns):
                    columns[i] = column[~over]

        def count(alike: list[tuple[int, ...]], which: Array, turn: int) -> None:
            for number, many in zip(*np.unique(which, return_counts=True), strict=True):
                known = turn if self.play.limit else None
                outcomes[self.play.outcome(self._state(alike[number]), known)] += int(many)
                turns[turn] += int(many)

        settle(0)
        last = self.play.limit or _MOST_TURNS
        for turn in range(1, last + 1):
            for parts, table in self.phases:
                if not len(columns[0]):
                    return outcomes, turns
                new = table.throw([columns[i] for i in parts], rng)
                for k, i in enumerate(parts):
                    columns[i] = new[:, k]
                settle(turn)
        if len(columns[0]):
            _, alike, which = self._ended(columns)
            count(alike, which, last)
        return outcomes, turns


_READY: dict[tuple[object, ...], Fights] = {}  # tables grow with use: each thread has its own


def fights_of(name: tuple[object, ...], play: Callable[[], Play]) -> Fights:
    """The fights of a name made ready, kept for the next block."""
    key = threading.get_ident(), *name
    ready = _READY.get(key)
    if ready is None:
        ready = _READY[key] = Fights(play())
        for old in list(_READY)[:-_KEPT]:
            _READY.pop(old, None)
    return ready


def forget() -> None:
    """Keep nothing ready."""
    _READY.clear()
