"""The corners of a check: situations in which its numbers are as high, or as low, as they can be."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from random import Random

from ...engine.words.errors import RuleError
from ..analysis.situations import Params, few_values, tried
from ..mechanics.check import Check
from ..mechanics.parameter import Whole
from ..mechanics.processes.process import Process

_MOST = 256  # corners of a fight


def corners(check: Check) -> Iterator[Params]:
    """Of a plain check for each of its whole numbers where it is highest and lowest; of a fight where all that it asks
    is at one of its ends, in each way, or in some of them where there are many.
    """
    return _ends(check) if isinstance(check, Process) else _extremes(check)


def _extremes(check: Check) -> Iterator[Params]:
    for name in _numbers(check, {}):
        for sign in (1, -1):
            yield tried(check).counting(_extreme(check, name, sign))


def _extreme(check: Check, name: str, sign: int) -> Params:
    """Parameter after parameter has the value with which the number is highest, or lowest for a sign below 0; modifiers
    of a sum do not depend on each other, as a rule.
    """
    settings: Params = {}
    for p in check.parameters.values():
        others = (tried(check).counting({**settings, p.name: value}) for value in few_values(p))
        settings = max((settings, *others), key=lambda one: sign * _numbers(check, one).get(name, -sign * math.inf))
    return settings


def _numbers(check: Check, settings: Params) -> dict[str, float]:
    """Its whole target numbers in a situation; nothing where that contradicts itself."""
    with suppress(RuleError):
        targets = check.targets_of(check.book, settings)._asdict()
        return {name: value for name, value in targets.items() if type(value) is int}
    return {}


def _ends(check: Check) -> Iterator[Params]:
    ends = [[p.low, p.high] if isinstance(p, Whole) else few_values(p) for p in check.parameters.values()]
    rng = Random(check.id)
    drawn = (tuple(map(rng.choice, ends)) for _ in range(_MOST))
    for values in product(*ends) if math.prod(map(len, ends)) <= _MOST else drawn:
        settings = zip(check.parameters.values(), values, strict=True)
        yield check.without_resting(check.book, {p.name: value for p, value in settings if value != p.default})
