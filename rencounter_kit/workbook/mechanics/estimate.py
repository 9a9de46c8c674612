"""What came of many random throws: a check of an exact answer by chance alone, or where there are too many states for
one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import SystemRandom
from typing import TYPE_CHECKING

import numpy as np

from ...engine.dice.dist import Outcome
from ...engine.dice.scale import in_order
from ...engine.dice.throw import Targets
from ...engine.formats.table import ExactTable, of_frame
from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text, decimal_text, plain
from ...engine.work.progress import ProgressBar
from ...engine.work.work import Workers, done_in_order
from ..rulebook.book import Ruleset
from .question import Block, Question
from .space import EventLike, Space

if TYPE_CHECKING:
    import pandas as pd

BLOCK = 50_000  # throws that go together; part of what a seed means
MAX_FIGHTS = 1_000_000_000


@dataclass(frozen=True)
class Simulation(Mapping[Outcome, float]):
    """What came of many random throws of a check: outcome to its share of them, an estimate.

    fights : how many were thrown (fewer than asked when it was stopped).
    counts : how often each outcome came.
    turns : of a process, how often each number of turns.
    space : all that could come. ``interval(what)`` says how sure a share is.
    """

    check: Question
    fights: int
    seed: int
    counts: Counter[Outcome]
    turns: Counter[int]
    space: Space
    stopped: bool = False
    confidence: float = 0.95
    exact: bool = field(default=False, init=False)

    def __getitem__(self, outcome: Outcome) -> float:
        return self.counts[self.check.outcome_of(outcome, self.space, self.counts)] / self.fights

    def __iter__(self) -> Iterator[Outcome]:
        return iter(in_order(self.counts, self.space.scale))

    def __len__(self) -> int:
        return len(self.counts)

    def count(self, what: EventLike) -> int:
        """How often an outcome, an event, or any of several came; 0 for what could come and did not."""
        test = self.check.test(what, self.space)
        return sum(many for outcome, many in self.counts.items() if test(outcome))

    def event(self, what: EventLike) -> float:
        """Its share of all throws."""
        return self.count(what) / self.fights

    @property
    def events(self) -> dict[str, float]:
        """The share of each named event that these outcomes can tell."""
        return {name: self.event(name) for name in self.check.events_of(self.space)}

    def interval(self, what: EventLike, confidence: float | None = None) -> tuple[float, float]:
        """Wilson's interval for the true chance of an outcome or event; ``confidence`` from 0 to 1, usually 0.95."""
        from scipy.stats import binomtest

        sure = _sure(self.confidence if confidence is None else confidence)
        interval = binomtest(self.count(what), self.fights).proportion_ci(sure, method="wilson")
        return float(interval.low), float(interval.high)

    @property
    def expected_turns(self) -> float:
        """Mean number of turns; ``turns_interval`` says how sure it is. ``RuleError`` where there are no turns."""
        if not self.turns:
            raise RuleError(f"turns must be asked of a fight; got {self.check.id}, which a single roll settles")
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
        return "fights" if self.turns else "rolls"

    def table(self) -> pd.DataFrame:
        """Each outcome with how often it came, its share in percent, and the interval of that."""
        import pandas as pd

        rows = []
        for outcome in self:
            low, high = self.interval(outcome)
            rows.append((self.check.words(outcome), self.counts[outcome], 100 * self[outcome], 100 * low, 100 * high))
        sure = f"{100 * self.confidence:g} %"
        return pd.DataFrame(rows, columns=["outcome", self.unit, "percent", f"from ({sure})", f"to ({sure})"])

    def as_table(self) -> ExactTable:
        """The same, to be written in any format."""
        return of_frame(
            self.table().round(3), f"{self.check.title.rstrip('?')}: {self.fights:,} {self.unit}, seed {self.seed}"
        )

    def __repr__(self) -> str:
        shares = []
        for outcome in self:
            share, low, high = (decimal_text(100 * one, 2) for one in (self[outcome], *self.interval(outcome)))
            shares.append(f"{self.check.text(outcome)}: {share} % ({low} to {high})")
        early = ", stopped early" if self.stopped else ""
        return f"<{self.check.id}, {self.fights:,} {self.unit}, seed {self.seed}{early}: {'; '.join(shares)}>"


def _sure(confidence: object) -> float:
    if not isinstance(confidence, float) or not 0 < confidence < 1:
        raise RuleError(f"confidence must be a number between 0 and 1, such as 0.95; got {as_text(confidence)}")
    return confidence


def throw_block(check: Question, rules: Ruleset, targets: Targets, count: int, seed: int, number: int) -> Block:
    """One block of a simulation, how often each outcome and number of turns came: the same wherever it is thrown."""
    return check.throw_many(rules, targets, count, np.random.SeedSequence(seed, spawn_key=(number,)))


def throw_many(
    check: Question, rules: Ruleset, targets: Targets, fights: int, seed: int | None, executor: Workers | None = None,
    progress: ProgressBar = None, confidence: float = 0.95, what: str = "fights",
) -> Simulation:  # fmt: skip
    """Many random throws for target numbers; any seed when left out.

    what : the name of their number.
    """
    fights, seed = plain(fights), SystemRandom().randrange(2**63) if seed is None else plain(seed)
    for name, value, low, high in ((what, fights, 1, MAX_FIGHTS), ("seed", seed, 0, 2**63)):
        if type(value) is not int or not low <= value <= high:
            raise RuleError(f"{name} must be a whole number from {low} to {high:,}; got {as_text(value)}")
    _sure(confidence)
    sizes = [min(BLOCK, fights - start) for start in range(0, fights, BLOCK)]
    tasks = [(check, rules.plain, targets, size, seed, number) for number, size in enumerate(sizes)]
    outcomes: Counter[Outcome] = Counter()
    turns: Counter[int] = Counter()
    total = 0
    stopped = False
    try:
        for number, (ended, lasted) in done_in_order(throw_block, tasks, executor, progress):
            outcomes += ended
            turns += lasted
            total += sizes[number]
    except KeyboardInterrupt:
        stopped = True
        if not total:
            raise
    return Simulation(check, total, seed, outcomes, turns, check.space(targets), stopped, confidence)
