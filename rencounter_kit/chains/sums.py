"""What comes of many states, summed up by outcome, without one common denominator for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import lcm
from typing import Protocol

from ..dice.dist import Dist, Outcome
from .phase import State

Shares = dict[Outcome, dict[int, int]]  # for each outcome, a sum of fractions: {denominator: numerator}
Read = Callable[[Sequence[State]], Iterable[Outcome]]  # what comes of each of some states


class Amounts(Protocol):
    """An amount for each of some states, out of ``total``."""

    @property
    def total(self) -> int: ...

    def each(self) -> list[tuple[State, int]]:
        """The states with their amounts."""

    def summed(self, read: Read) -> dict[Outcome, int]:
        """How much comes to each outcome, which is read from the states."""


def shares_of(parts: Iterable[Amounts], read: Read) -> Shares:
    """How much comes to each outcome, which is read from the states."""
    shares: Shares = {}
    for part in parts:
        for outcome, amount in part.summed(read).items():
            into = shares.setdefault(outcome, {})
            into[part.total] = into.get(part.total, 0) + amount
    return shares


def together(parts: Iterable[Shares]) -> Dist:
    """The distribution that shares make up together."""
    total: Shares = {}
    for part in parts:
        for outcome, fractions in part.items():
            into = total.setdefault(outcome, {})
            for denominator, numerator in fractions.items():
                into[denominator] = into.get(denominator, 0) + numerator
    return Dist(dict(zip(total, _over_one(list(total.values())), strict=True)))


def _over_one(parts: list[Mapping[int, int]]) -> list[int]:
    """Several sums of fractions as numerators over one denominator."""
    denominators = {denominator for part in parts for denominator in part}
    common = max(denominators, default=1)  # most often a multiple of the others
    factors = {}
    for denominator in denominators:
        factors[denominator], rest = divmod(common, denominator)
        if rest:
            common = lcm(*denominators)
            factors = {denominator: common // denominator for denominator in denominators}
            break
    return [sum([numerator * factors[denominator] for denominator, numerator in part.items()]) for part in parts]
