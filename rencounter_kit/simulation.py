"""Checks thrown at random many times: to see that the exact answer is right, or where a fight has too many states for one.

Fights go many at once: all of a block go through a phase together, as columns of numbers (NumPy); those that stand alike are
looked up in one table of where that phase leads, worked out exactly when it is first met.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from math import prod
from random import SystemRandom
from typing import TYPE_CHECKING, Any

import numpy as np

from .check import Check
from .dist import Dist
from .phase import Phase
from .process import Process
from .registry import asked_check, checks
from .rules import RuleError, Ruleset, playable
from .space import Space
from .throw import Exact, Random
from .wording import plain, shown
from .work import done_in_order

if TYPE_CHECKING:
    import pandas as pd

BLOCK = 50_000  # fights that go together; part of what a seed means
_KEPT = 16  # processes kept ready
MOST_FIGHTS = 1_000_000_000
_MOST_TURNS = 20_000
_DENSE = 8  # possible states for each fight, up to which they are marked in a table


class Codes:
    """Values of one component of the state, each with a number of its own."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._number: dict[Any, int] = {}

    def of(self, value: Any) -> int:
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
        self, function: Callable[..., Any], codes: Sequence[Codes], spread: Callable[[Any], Sequence[Any]]
    ) -> None:
        self.function, self.codes, self.spread = function, codes, spread
        self.row: dict[tuple[int, ...], int] = {}
        self.ends: list[Any] = []  # running chances of each row, the row's number added
        self.to: list[Any] = []
        self._all_ends, self._all_to = np.zeros(0), np.zeros((0, len(codes)), dtype=np.int64)

    def throw(self, columns: Sequence[Any], rng: np.random.Generator) -> Any:
        """New numbers of the components for every fight, one row each."""
        alike, which = _distinct(columns, self.codes)
        rows = np.fromiter((self._row(key) for key in alike), dtype=np.int64, count=len(alike))
        if len(self._all_to) < sum(map(len, self.to)):
            self._all_ends, self._all_to = np.concatenate(self.ends), np.concatenate(self.to)
        place = rows[which]
        drawn = np.minimum(place + rng.random(len(place)), np.nextafter(place + 1.0, 0.0))  # never the next row
        return self._all_to[np.searchsorted(self._all_ends, drawn, side="right")]

    def _row(self, key: tuple[int, ...]) -> int:
        if key not in self.row:
            thrown = self.function(*[codes.values[number] for codes, number in zip(self.codes, key, strict=True)])
            dist = thrown if isinstance(thrown, Dist) else Dist._of({thrown: 1})
            running = np.cumsum([w / dist.total for w in dist._weights.values()])
            running[-1] = 1.0
            to = [[c.of(v) for c, v in zip(self.codes, self.spread(o), strict=True)] for o in dist._weights]
            self.ends.append(len(self.ends) + running)
            self.to.append(np.array(to, dtype=np.int64))
            self.row[key] = len(self.ends) - 1
        return self.row[key]


def _distinct(columns: Sequence[Any], codes: Sequence[Codes]) -> tuple[list[tuple[int, ...]], Any]:
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

    def __init__(self, process: Process, rules: Ruleset, targets: Any) -> None:
        self.play = process.play(targets, Exact(), rules)
        start = self.play.start if isinstance(self.play.start, Dist) else Dist([self.play.start])
        parted = any(isinstance(phase, Phase) for phase in self.play.phases)
        width = len(next(iter(start._weights))) if parted else 1
        self.whole: Callable[[Any], Any] = tuple if parted else (lambda values: values[0])
        spread: Callable[[Any], Sequence[Any]] = tuple if parted else (lambda state: (state,))
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

    def _state(self, key: Sequence[int]) -> Any:
        return self.whole(tuple(codes.values[number] for codes, number in zip(self.codes, key, strict=True)))

    def _ended(self, columns: Sequence[Any]) -> tuple[Any, list[tuple[int, ...]], Any]:
        """For every fight, is it over; the different states, and which of them each is."""
        alike, which = _distinct(columns, self.codes)
        for key in alike:
            if key not in self.over:
                self.over[key] = self.play.over(self._state(key))
        over = np.fromiter((self.over[key] for key in alike), dtype=bool, count=len(alike))
        return over[which], alike, which

    def throw(self, fights: int, rng: np.random.Generator) -> tuple[Counter[Any], Counter[int]]:
        """So many fights: how often each outcome came, and each number of turns."""
        nothing = np.zeros(fights, dtype=np.int64)
        for codes in self.codes:
            if not codes.values:
                codes.of(None)  # a number to begin with
        thrown = self.start.throw([nothing] * len(self.codes), rng)
        columns = [thrown[:, i].copy() for i in range(len(self.codes))]
        outcomes: Counter[Any] = Counter()
        turns: Counter[int] = Counter()

        def settle(turn: int) -> None:
            over, alike, which = self._ended(columns)
            if over.any():
                count(alike, which[over], turn)
                for i, column in enumerate(columns):
                    columns[i] = column[~over]

        def count(alike: list[tuple[int, ...]], which: Any, turn: int) -> None:
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


@dataclass(frozen=True)
class Simulation(Mapping[Any, float]):
    """What came of many random throws of a check: outcome to its share of them, an estimate.

    fights : how many were thrown (fewer than asked when it was stopped). counts : how often each outcome came. turns : of a
    process, how often each number of turns. space : all that could come. ``interval(what)`` says how sure a share is.
    """

    check: Check
    fights: int
    seed: int
    counts: Counter[Any]
    turns: Counter[int]
    space: Space
    stopped: bool = False
    confidence: float = 0.95
    exact: bool = field(default=False, init=False)

    def __getitem__(self, outcome: Any) -> float:
        return self.counts[self.check.outcome_of(outcome, self.space, self.counts)] / self.fights

    def __iter__(self) -> Iterator[Any]:
        return iter(Dist(self.counts, self.space.scale))

    def __len__(self) -> int:
        return len(self.counts)

    def count(self, what: Any) -> int:
        """How often an outcome, an event, or any of several came; 0 for what could come and did not."""
        test = self.check.test(what, self.space)
        return sum(many for outcome, many in self.counts.items() if test(outcome))

    def event(self, what: Any) -> float:
        """Its share of all throws."""
        return self.count(what) / self.fights

    @property
    def events(self) -> dict[str, float]:
        """The share of each named event that these outcomes can tell."""
        return {name: self.event(name) for name in self.check.events_of(self.space)}

    def interval(self, what: Any, confidence: float | None = None) -> tuple[float, float]:
        """Wilson's interval for the true chance of an outcome or event; ``confidence`` from 0 to 1, 0.95 when left out."""
        from scipy.stats import binomtest

        sure = _sure(self.confidence if confidence is None else confidence)
        found = binomtest(self.count(what), self.fights).proportion_ci(sure, method="wilson")
        return float(found.low), float(found.high)

    @property
    def expected_turns(self) -> float:
        """Mean number of turns; ``turns_interval`` says how sure it is. ``RuleError`` where there are no turns."""
        if not self.turns:
            raise RuleError(f"turns must be those of a process; got {self.check.id}, which one throw settles")
        return sum(turn * many for turn, many in self.turns.items()) / self.fights

    def turns_interval(self, confidence: float | None = None) -> tuple[float, float]:
        """Interval for the mean number of turns, by the normal approximation."""
        from scipy.stats import norm

        mean = self.expected_turns
        spread = sum((turn - mean) ** 2 * many for turn, many in self.turns.items()) / self.fights
        sure = _sure(self.confidence if confidence is None else confidence)
        half = float(norm.ppf((1 + sure) / 2)) * (spread / self.fights) ** 0.5
        return mean - half, mean + half

    @property
    def unit(self) -> str:
        """What was thrown, in words."""
        return "fights" if self.turns else "throws"

    def table(self) -> pd.DataFrame:
        """Each outcome with how often it came, its share in percent, and the interval of that."""
        import pandas as pd

        rows = []
        for outcome in self:
            low, high = self.interval(outcome)
            rows.append((self.check.words(outcome), self.counts[outcome], 100 * self[outcome], 100 * low, 100 * high))
        sure = f"{100 * self.confidence:g} %"
        return pd.DataFrame(rows, columns=["outcome", self.unit, "percent", f"from ({sure})", f"to ({sure})"])

    def __repr__(self) -> str:
        said = []
        for outcome in self:
            low, high = self.interval(outcome)
            said.append(
                f"{self.check.text(outcome)}: {100 * self[outcome]:.2f} % ({100 * low:.2f} to {100 * high:.2f})"
            )
        early = ", stopped early" if self.stopped else ""
        return f"<{self.check.id}, {self.fights:,} {self.unit}, seed {self.seed}{early}: {'; '.join(said)}>"


def _sure(confidence: Any) -> float:
    if not isinstance(confidence, float) or not 0 < confidence < 1:
        raise RuleError(f"confidence must be a number between 0 and 1, such as 0.95; got {shown(confidence)}")
    return confidence


def thrown_block(id: str, rules: Ruleset, targets: Any, fights: int, seed: int, number: int) -> Any:
    """One block of a simulation, how often each outcome and each number of turns came: the same wherever it is thrown."""
    check, sequence = checks[id], np.random.SeedSequence(seed, spawn_key=(number,))
    if not isinstance(check, Process):
        throw = Random(int.from_bytes(sequence.generate_state(4).tobytes(), "little"))
        return Counter(_thrown_once(check, rules, targets, throw) for _ in range(fights)), Counter()
    try:
        with playable(rules):
            return _fights(check, rules, targets).throw(fights, np.random.default_rng(sequence))
    except BaseException:  # an interrupt may have come in the middle of a table
        _READY.clear()
        raise


def _thrown_once(check: Check, rules: Ruleset, targets: Any, throw: Random) -> Any:
    throw.steps.clear()  # nobody reads a million of them
    return check.throw_once(rules, targets, throw)


_READY: dict[Any, Fights] = {}  # tables grow with use: each thread has its own


def _fights(process: Process, rules: Ruleset, targets: Any) -> Fights:
    """The fights made ready, kept for the next block."""
    key = threading.get_ident(), process.id, rules, targets
    found = _READY.get(key)
    if found is None:
        found = _READY[key] = Fights(process, rules, targets)
        for old in list(_READY)[:-_KEPT]:
            _READY.pop(old, None)
    return found


def simulate(
    id: str | Check, /, fights: int = 100_000, seed: int = 0, *, rules: Ruleset | None = None,
    executor: Executor | None = None, progress: Any = None, confidence: float = 0.95, **given: Any,
) -> Simulation:  # fmt: skip
    """A check thrown at random many times; for fights with too many states to be followed exactly.

    id : a check, or its id. fights : how many throws, of a process how many fights (1 to 1,000,000,000). seed : 0 or more;
    the same seed gives the same result whatever the executor. executor : any ``concurrent.futures.Executor`` that shares
    the work out; this process alone when left out. progress : true for a bar, or a function of (blocks done, blocks).
    confidence : of the intervals. given : the parameters of the check.

    Returns a ``Simulation``; interrupted (Ctrl-C, or the stop button of a notebook), one with what was done by then.
    Raises ``RuleError`` for wrong input.

    >>> import rencounter_kit as rk
    >>> rk.simulate("rencounter.duel", 20_000, seed=1).fights
    20000
    """
    check = asked_check(id)
    book = check.ruleset(rules)
    with playable(book):
        targets, _ = check.numbers(book, check.values(book, given))
    return thrown(check, book, targets, fights, seed, executor, progress, confidence)


def thrown(
    check: Check, rules: Ruleset, targets: Any, fights: int, seed: int | None, executor: Executor | None = None,
    progress: Any = None, confidence: float = 0.95, what: str = "fights",
) -> Simulation:  # fmt: skip
    """As ``simulate``, for target numbers; without a seed one is chosen at random. what : the name of their number."""
    fights, seed = plain(fights), SystemRandom().randrange(2**63) if seed is None else plain(seed)
    for name, value, low, high in ((what, fights, 1, MOST_FIGHTS), ("seed", seed, 0, 2**63)):
        if type(value) is not int or not low <= value <= high:
            raise RuleError(f"{name} must be a whole number from {low} to {high:,}; got {shown(value)}")
    _sure(confidence)
    sizes = [min(BLOCK, fights - begun) for begun in range(0, fights, BLOCK)]
    tasks = [(check.id, rules.plain, targets, size, seed, number) for number, size in enumerate(sizes)]
    outcomes: Counter[Any] = Counter()
    turns: Counter[int] = Counter()
    done = 0
    stopped = False
    try:
        for number, (ended, lasted) in done_in_order(thrown_block, tasks, executor, progress):
            outcomes += ended
            turns += lasted
            done += sizes[number]
    except KeyboardInterrupt:
        stopped = True
        if not done:
            raise
    return Simulation(check, done, seed, outcomes, turns, check.space(targets), stopped, confidence)
