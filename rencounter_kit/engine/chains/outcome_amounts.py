"""The amounts of outcomes in each cell: whole numbers over one denominator."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import lcm
from typing import NamedTuple

from ..dice.dist import Dist, Outcome
from .phase import State

Read = Callable[[Sequence[State]], Iterable[Outcome]]  # what comes of each of some states


class OutcomeAmounts(NamedTuple):
    """For each outcome the amount of each cell, out of ``total``."""

    amounts: dict[Outcome, list[int]]
    total: int


def to_dists(parts: Sequence[OutcomeAmounts]) -> list[Dist]:
    """The distribution of each cell that such amounts add up to.

    >>> to_dists([OutcomeAmounts({"win": [1], "loss": [1]}, 4), OutcomeAmounts({"win": [3]}, 6)])
    [Dist({'loss': 1, 'win': 3})]
    """
    common = lcm(*{part.total for part in parts})
    sums: dict[Outcome, list[int]] = {}
    for amounts, total in parts:
        factor = common // total
        for outcome, each in amounts.items():
            more = [amount * factor for amount in each]
            so_far = sums.get(outcome)
            sums[outcome] = more if so_far is None else [a + b for a, b in zip(so_far, more, strict=True)]
    return [Dist._of(dict(zip(sums, cell, strict=True))) for cell in zip(*sums.values(), strict=True)]
