"""Dice thrown at random, told: once with every step, or many times beside the exact answer."""

from __future__ import annotations

import html
import random
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from math import exp, lgamma, log, log1p, sqrt

from ...engine.dice.dist import Outcome
from ...engine.dice.throw_tree import ThrowTree
from ...engine.words.errors import RuleError
from ...engine.words.typed import cleaned, whole, whole_hint
from ...engine.words.wording import as_text, percent_text
from ..mechanics.branches import FallOfDice, thrown
from ..mechanics.check import Result
from ..mechanics.processes.process import ProcessResult

SURE = 0.95  # of the tallies lie in the usual span
_TAILS = (1 - SURE) / 2, (1 + SURE) / 2
_FAR = 10  # standard deviations below the mean, where nothing is left of a tally
_SEEDS = 10**6


@dataclass(frozen=True)
class Tally:
    """How often each outcome came in so many throws."""

    many: int = 0
    counts: Counter[Outcome] = field(default_factory=Counter)


def usual_span(count: int, p: float) -> tuple[int, int]:
    """Between which counts at least 95 of 100 such tallies lie, as the brackets in the picture.

    >>> usual_span(100, 0.5)
    (40, 60)
    """
    if not 0 < p < 1:
        return (0, 0) if p <= 0 else (count, count)
    ends, below, reached = list[int](), 0.0, 0
    reached = max(0, int(count * p - _FAR * sqrt(count * p * (1 - p))) - 1)
    while len(ends) < 2:
        below += exp(
            lgamma(count + 1)
            - lgamma(reached + 1)
            - lgamma(count - reached + 1)
            + reached * log(p)
            + (count - reached) * log1p(-p)
        )
        while len(ends) < 2 and (below >= _TAILS[len(ends)] or reached == count):
            ends.append(reached)
        reached += 1
    low, high = ends
    return low, high


def seed_of(text: str) -> int:
    """The seed that somebody has typed, or any; ``RuleError`` for what is none."""
    if not cleaned(text):
        return random.SystemRandom().randrange(_SEEDS)
    if (seed := whole(text)) is None or seed < 0:
        hint = whole_hint(text) or "; try 1"
        raise RuleError(f"a seed must be a whole number of at most 18 digits; got {as_text(text)}{hint}")
    return seed


def is_thrown(result: Result) -> bool:
    """Are any dice thrown? Where the answer is not certain, they are."""
    if len(result.dist) > 1 or isinstance(result, ProcessResult):
        return True
    return isinstance(result.check.tree(result.rules, result.targets), ThrowTree)


def thrown_once(result: Result, seed: int) -> tuple[tuple[str, ...], list[str], str]:
    """The way that the dice fell, every step of it (of a process every part of a turn), and what came of it
    in words.
    """
    check, rng = result.check, random.Random(seed)
    if isinstance(result, ProcessResult):
        went = result.course(rng)
        return (), list(map(str, went.parts)), went.words
    fell: FallOfDice = thrown(check.tree(result.rules, result.targets), rng)
    return fell.way, list(map(str, fell.steps)), check.words(fell.outcome)


def tally_words(result: Result, tally: Tally) -> str:
    """How often the first event came, or how the throws are to be read."""
    for name, p in result.events.items():
        if 0 < p < 1:
            test = result.test(name)
            came = sum(many for outcome, many in tally.counts.items() if test(outcome))
            low, high = usual_span(tally.many, float(p))
            start = (
                f"{html.escape(result.check.words(name))} in <b>{came:,}</b> "
                f"({percent_text(Fraction(came, tally.many))})"
            )
            expected = f"{tally.many * float(p):,.0f} expected, {low:,} to {high:,} in 95 of 100 such series"
            return f"{tally.many:,} rolls: {start}; {expected}."
    return f"{tally.many:,} rolls: the diamonds in the picture."
