"""Hits: how many of many attacks land."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from ....engine.dice.dist import Dice, Dist

Alike = tuple[tuple[int, int], ...]  # faces that hit, and attacks of each


def hits(dice: Dice, percents: Iterable[int]) -> Dist:
    """How many of several attacks hit, each by its chance in percent.

    >>> hits(Dice(range(1, 101), "d100"), [50, 100, 50])
    Dist({1: 1, 2: 2, 3: 1})
    """
    return _hits(dice.total, tuple(sorted(Counter(map(dice.up_to, percents)).items())))


@lru_cache(maxsize=8192)
def _hits(total: int, alike: Alike) -> Dist:
    """Those of one chance together, then half by half."""
    if len(alike) < 2:
        return sum((many @ Dist({0: total - faces, 1: faces}) for faces, many in alike), Dist([0]))
    half = len(alike) // 2
    return _hits(total, alike[:half]) + _hits(total, alike[half:])
