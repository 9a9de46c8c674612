"""Dice thrown at random against the exact answer.

The exact answer follows every face of the same dice. So each outcome must come about as often as it says: in so many
throws its number is binomial, and what is less likely than one in a million, whatever else is thrown, is no chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from ..mechanics.check import Result

FALSE_ALARM = 1e-6  # chance at most that anything at all is told of dice that are right


class Frequency(NamedTuple):
    """How often something came in so many throws, and its exact chance.

    text : what it is.
    """

    result: Result
    text: str
    came: int
    throws: int
    chance: float

    def __str__(self) -> str:
        expected = self.chance * self.throws
        return f"{self.text} came {self.came:,} times in {self.throws:,} throws; expected about {expected:,.0f} times"


def frequencies(result: Result, throws: int, seed: int, number: int) -> Iterator[Frequency]:
    """The dice of an answer thrown so many times: each outcome, and each with all before it.

    number : of the stream of random numbers.
    """
    check, dist = result.check, result.dist
    stream = np.random.SeedSequence(seed, spawn_key=(number,))
    counts, _ = check.throw_many(result.rules, result.targets, throws, stream)
    for outcome in counts.keys() - set(dist):
        yield Frequency(
            result, f"{check.words(outcome)}, which the exact answer has not,", counts[outcome], throws, 0.0
        )
    came, below = 0, 0
    for outcome, weight in dist.weights.items():
        words, count = check.words(outcome), counts[outcome]
        yield Frequency(result, words, count, throws, weight / dist.total)
        came, below = came + count, below + weight
        yield Frequency(result, f"{words} or an outcome before it", came, throws, below / dist.total)


def unlikely(every: Iterable[Frequency]) -> list[Frequency]:
    """Those that are no chance: all of them together come in less than one in a million verifications of right dice."""
    from scipy.stats import binom

    rows = list(every)
    came, throws, chance = (np.array([getattr(one, name) for one in rows]) for name in ("came", "throws", "chance"))
    if not rows:
        return []
    tail = 2 * np.minimum(binom.cdf(came, throws, chance), binom.sf(came - 1, throws, chance))
    return [one for one, p in zip(rows, tail, strict=True) if p < FALSE_ALARM / len(rows)]
