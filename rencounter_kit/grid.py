"""A check over a whole grid of parameters: each modifier once for what it depends on, each distinct answer once.

A modifier that depends on two of the swept parameters is worked out for the combinations of those two only; NumPy then
adds the modifiers up over the whole grid, and the dice are thrown (exactly) once for each distinct set of target numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np

from .check import Check, Event, event_test
from .dist import Dist
from .modifiers import Node, Total, amount
from .progress import tell
from .registry import checks
from .rules import RuleError, Ruleset, playable
from .work import done_in_order

_MOST_CODES = 2**62  # sets of target numbers that a machine integer can tell apart
_WRONG = object()  # in place of a number that contradicts itself
MOST = 5_000_000  # cells; beyond it a grid would not fit comfortably in memory


class Grid:
    """The answers of a check for all combinations of some parameters.

    check, rules : as in a single check. axes : parameter name to the values it takes, in order. fixed : the other
    parameters that are not at their defaults. Raises ``RuleError`` on wrong values or more than five million cells.

    ``shape`` : one axis each. ``dists`` : the distinct distributions. ``which`` : for each cell, which of them it is, or
    -1 where the combination contradicts itself; where all do, ``RuleError`` says why.
    """

    def __init__(
        self,
        check: Check,
        rules: Ruleset,
        axes: Mapping[str, Sequence[Any]],
        fixed: Mapping[str, Any] | None = None,
        executor: Executor | None = None,
        progress: Any = None,
    ) -> None:
        self.check, self.rules = check, check.ruleset(rules)
        self._executor, self._progress = executor, progress
        values = check.values(rules, {**(fixed or {}), **{name: _first(name, axis) for name, axis in axes.items()}})
        for name in axes:
            other = check.parameters[name].instead_of
            if other and other not in {**axes, **(fixed or {})}:
                values[other] = None
        self.shape = tuple(len(axis) for axis in axes.values())
        cells = prod(self.shape)
        if cells > MOST:
            raise RuleError(f"a sweep must have at most {MOST:,} combinations; got {cells:,}; sweep fewer values")
        self.axes = {name: tuple(check.parameters[name].check(v) for v in axis) for name, axis in axes.items()}
        self._valid: Any = np.ones((1,) * len(self.shape), dtype=bool)
        self._refused: RuleError | None = None
        self.which, self.dists = self._answers(self._numbers(values))

    def _numbers(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Every target number as an array that spans only the axes it depends on."""
        known: dict[str, Any] = {}
        for name, value in values.items():
            known[name] = self._along(name) if name in self.axes else _boxed([value], (1,) * len(self.shape))
        for name, part in self.check.nodes.items():
            if isinstance(part, Total):
                parts = [self._each(one, known, amount).astype(np.int64) for one in part.parts]
                known[name] = sum(parts[1:], start=parts[0])
            else:
                known[name] = self._each(part, known, None)
        for refusal in self.check.refusals:
            self._each(refusal, known, None)
        return known

    def _along(self, name: str) -> Any:
        place = list(self.axes).index(name)
        axis = self.axes[name]
        return _boxed(axis, tuple(len(axis) if i == place else 1 for i in range(len(self.shape))))

    def _each(self, part: Node, known: Mapping[str, Any], finish: Any) -> Any:
        """One function for every combination of what it depends on; a contradiction marks its cells."""
        given = [known[name] for name in part.names]
        shape = np.broadcast_shapes((1,) * len(self.shape), *[g.shape for g in given])
        spread = [np.broadcast_to(g, shape).ravel().tolist() for g in given]
        function, rules = part.function, self.rules
        every = list(zip(*spread, strict=True)) if spread else [()] * int(np.prod(shape))
        seen: dict[tuple[Any, ...], Any] = {}  # target numbers repeat: the same arguments are asked once
        for args in dict.fromkeys(every):
            try:
                with playable(rules):
                    seen[args] = _WRONG if _WRONG in args else function(rules, *args)
            except RuleError as error:
                self._refused = self._refused or error
                seen[args] = _WRONG
        wrong = [seen[args] is _WRONG for args in every]
        if any(wrong):
            self._valid = self._valid & ~np.array(wrong).reshape(shape)
        if finish:
            seen = {args: 0 if answer is _WRONG else finish(answer) for args, answer in seen.items()}
        return _boxed([seen[args] for args in every], shape)

    def _answers(self, known: Mapping[str, Any]) -> tuple[Any, list[Dist]]:
        """Which distinct set of target numbers each cell has, and the distribution of each."""
        valid = np.broadcast_to(self._valid, self.shape)
        if self._refused and not valid.any():
            raise self._refused
        key = np.zeros((1,) * len(self.shape), dtype=np.int64)
        choices: list[list[Any]] = []
        for name in self.check.targets:
            codes, distinct = _coded(known[name])
            choices.append(distinct)
            if prod(map(len, choices)) > _MOST_CODES:
                raise RuleError("a sweep must have fewer target numbers in all; got too many; sweep fewer parameters")
            key = key * len(distinct) + codes
        key = np.broadcast_to(key, self.shape)
        used = np.unique(key[valid])
        dists: list[Dist] = []
        place: dict[Dist, int] = {}
        to_dist = np.empty(len(used), dtype=np.int64)
        tasks = [(self.check.id, self.rules, self._targets(code, choices)) for code in used.tolist()]
        for i, dist in done_in_order(dist_for, tasks, self._executor, self._progress or tell):
            if dist not in place:
                place[dist] = len(dists)
                dists.append(dist)
            to_dist[i] = place[dist]
        which = np.full(self.shape, -1, dtype=np.int64)
        which[valid] = to_dist[np.searchsorted(used, key[valid])]
        return which, dists

    def _targets(self, code: int, choices: list[list[Any]]) -> Any:
        numbers = []
        for distinct in reversed(choices):
            code, place = divmod(code, len(distinct))
            numbers.append(distinct[place])
        return self.check._targets_type(*reversed(numbers))

    def test(self, what: Any) -> Event:
        """An event, an outcome or several as a test of one outcome."""
        return event_test(self.check, what, self.outcomes())

    def event(self, what: Any) -> Any:
        """Exact chance of an event, an outcome or several, for each cell: an object array of ``Fraction``."""
        test = self.test(what)
        return self._spread([dist.probability(test) for dist in self.dists])

    def floats(self, what: Any) -> Any:
        """The same as floats for a chart; NaN where a combination contradicts itself."""
        test = self.test(what)
        return np.array([float(dist.probability(test)) for dist in self.dists] + [np.nan])[self.which]

    def means(self) -> Any:
        """Expected value for each cell as a float; NaN where a combination contradicts itself."""
        return np.array([float(dist.mean) for dist in self.dists] + [np.nan])[self.which]

    def outcomes(self) -> list[Any]:
        """All outcomes that can happen anywhere in the grid, in order."""
        together: dict[Any, int] = dict.fromkeys((outcome for dist in self.dists for outcome in dist), 1)
        return list(Dist(together, self.check.scale)) if together else []

    def probability(self, outcome: Any) -> Any:
        """Exact chance of one outcome for each cell."""
        return self._spread([dist[outcome] for dist in self.dists])

    def _spread(self, each: Sequence[Fraction]) -> Any:
        """One exact value for each distinct distribution, laid out over the grid; ``None`` for a contradiction."""
        return np.array(np.array([*each, None], dtype=object)[self.which], dtype=object).reshape(self.shape)


def dist_for(id: str, rules: Ruleset, targets: Any) -> Dist:
    """The distribution of a check for its target numbers, wherever it is worked out."""
    return checks[id].dist_of(rules, targets)


def _first(name: str, axis: Sequence[Any]) -> Any:
    if not len(axis):
        raise RuleError(f"{name} must have at least one value to sweep over; got none; try {name}=range(1, 4)")
    return axis[0]


def _boxed(values: Sequence[Any], shape: tuple[int, ...]) -> Any:
    """An object array, safe for tuples."""
    out = np.empty(len(values), dtype=object)
    out[:] = values if not any(isinstance(v, tuple) for v in values) else [None] * len(values)
    if any(isinstance(v, tuple) for v in values):
        for i, v in enumerate(values):
            out[i] = v
    return out.reshape(shape)


def _coded(numbers: Any) -> tuple[Any, list[Any]]:
    """An array of small codes for an array of values, and the distinct values."""
    if numbers.dtype != object:
        distinct, codes = np.unique(numbers, return_inverse=True)
        return codes.reshape(numbers.shape), distinct.tolist()
    place: dict[Any, int] = {}
    each = [place.setdefault(value, len(place)) for value in numbers.ravel().tolist()]
    return np.array(each, dtype=np.int64).reshape(numbers.shape), list(place)
