"""Hits: how many of many attacks land."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from ...dice.dist import Dist

Alike = tuple[tuple[int, int], ...]  # chances in percent, and attacks of each


def hits(percents: Iterable[int]) -> Dist:
    """How many of several attacks hit, each by its chance in percent.

    >>> hits([50, 100, 50])
    Dist({1: 1, 2: 2, 3: 1})
    """
    return _hits(tuple(sorted(Counter(percents).items())))


@lru_cache(maxsize=8192)
def _hits(alike: Alike) -> Dist:
    """Those of one chance together, then half by half."""
    if len(alike) < 2:
        return sum((many @ Dist({0: 100 - percent, 1: percent}) for percent, many in alike), Dist([0]))
    half = len(alike) // 2
    return _hits(alike[:half]) + _hits(alike[half:])
