"""Dice thrown for many sets of target numbers at once (a batch of cells), exactly: each weight is an array, with a
place for each cell.

What differs between the cells is a ``BatchValue``. It can be reckoned with, and given as a whole to other dice
(``throw.dice_of``), which are then followed once for each value. What looks at it in any other way cannot be done for
all cells at once, and raises ``NotTogetherError``: then parts of the cells are followed together, or each cell alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import lcm
from operator import add, mul, sub
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from ..dice.amendment import AmendedDice, follow
from ..dice.chances import IntArray
from ..dice.dist import Dice, Dist, Outcome
from ..dice.opaque import OpaqueValue, OpaqueValueError
from ..dice.throw import Consequence, Exact, OtherCheck, Rules_contra, Targets, Then, by_parts, one_by_one
from ..words.wording import plain
from .phase import State
from .transitions import MAX_STATES, Transitions
from .walk import Walk

LIMIT = 2**62  # no total may pass it, so that no weight does
Weight = int | IntArray  # the same for all cells, or one for each


class NotTogetherError(OpaqueValueError):
    """The cells cannot be followed together.

    value : what was looked at, where something was: cells with the same value may go together.
    """

    value: BatchValue | None

    @property
    def parts(self) -> list[list[int]]:
        """The cells grouped by ``value``; empty where it is the same in all."""
        parts: dict[Any, list[int]] = {}
        for cell, value in enumerate(self.value.cells.tolist() if self.value is not None else ()):
            parts.setdefault(value, []).append(cell)
        return list(parts.values()) if len(parts) > 1 else []


class BatchValue(OpaqueValue):
    """A target number that is not the same in all cells: one value for each.

    >>> (BatchValue([5, 7]) - 1).cells.tolist()
    [4, 6]
    """

    __slots__ = ("cells",)

    def __init__(self, each: Sequence[Any]) -> None:
        self.cells: NDArray[Any] = np.fromiter(each, dtype=object, count=len(each))

    def refuse(self) -> NoReturn:
        raise NotTogetherError(self)

    def _with(self, other: Any, operation: Callable[[Any, Any], Any]) -> Any:
        if type(other) is not int and not isinstance(other, BatchValue):
            self.refuse()
        return batched(operation(self.cells, other.cells if isinstance(other, BatchValue) else other).tolist())

    def __add__(self, other: Any) -> Any:
        return self._with(other, add)

    def __sub__(self, other: Any) -> Any:
        return self._with(other, sub)

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        return self._with(other, mul)

    def __neg__(self) -> Any:
        return self * -1

    __radd__, __rmul__ = __add__, __mul__


def batched(each: Sequence[Any]) -> Any:
    """The target numbers of all cells as one; what differs is a ``BatchValue``, also within tuples.

    >>> same, differs = batched([("sword", 5), ("sword", 7)])
    >>> same, differs.cells.tolist()
    ('sword', [5, 7])
    """
    first = each[0]
    if all(one is first for one in each):
        return first
    kinds = {type(one) for one in each}
    if len(kinds) == 1 and isinstance(first, tuple) and len({len(one) for one in each}) == 1:
        parts = [batched(column) for column in zip(*each, strict=True)]
        return type(first)(*parts) if hasattr(first, "_fields") else tuple(parts)
    if len(kinds) == 1 and all(one == first for one in each):
        return first
    if type(None) in kinds:  # whether it is none may be asked without a look at it
        raise NotTogetherError(BatchValue(each))
    return BatchValue(each)


def unbatched(targets: Any, cells: int) -> list[Any]:
    """The target numbers of each cell again."""
    columns = _values(targets)
    return [_put(targets, iter(values)) for values in zip(*columns, strict=True)] if columns else [targets] * cells


class BatchDist(OpaqueValue):
    """A distribution for each cell: a weight for each outcome, out of one total for all."""

    __slots__ = ("total", "weights")

    def __init__(self, weights: dict[Outcome, Weight], total: int) -> None:
        self.weights, self.total = weights, total

    def refuse(self) -> NoReturn:
        raise NotTogetherError

    def map(self, then: Then) -> Dist | BatchDist:
        """The distributions of where each outcome leads."""
        return joined(((weight, then(outcome)) for outcome, weight in self.weights.items()), self.total)


def weights_of(consequence: Consequence) -> tuple[dict[Outcome, Weight], int]:
    """The weights of the outcomes of a lead, and their total."""
    if isinstance(consequence, BatchDist):
        return consequence.weights, consequence.total
    return (
        (dict(consequence._weights), consequence.total)
        if isinstance(consequence, Dist)
        else ({plain(consequence): 1}, 1)
    )


def outcome_lists(consequence: Consequence) -> tuple[list[Outcome], list[Weight], int]:
    """The same as lists, without the outcomes that are impossible in every cell."""
    weights, total = weights_of(consequence)
    possible = {outcome: weight for outcome, weight in weights.items() if isinstance(weight, int) or weight.any()}
    return list(possible), list(possible.values()), total


def joined(ways: Iterable[tuple[Weight, Consequence]], total: int) -> Dist | BatchDist:
    """The mixture of leads, each with its weight out of ``total``."""
    weighted: dict[int, tuple[Weight, Consequence]] = {}
    merged: dict[Outcome, Weight] = {}
    for weight, consequence in ways:
        if isinstance(consequence, (Dist, BatchDist)):
            before = weighted.get(id(consequence))
            weighted[id(consequence)] = (before[0] + weight if before else weight), consequence
        else:
            outcome = plain(consequence)
            merged[outcome] = merged[outcome] + weight if outcome in merged else weight
    common = lcm(*[consequence.total for _, consequence in weighted.values()])
    total *= common
    if total > LIMIT:
        raise NotTogetherError
    if common > 1:
        merged = {outcome: weight * common for outcome, weight in merged.items()}
    for weight, consequence in weighted.values():
        factor = weight * (common // consequence.total)
        for outcome, inner in weights_of(consequence)[0].items():
            part = inner * factor
            merged[outcome] = merged[outcome] + part if outcome in merged else part
    plain_weights = {outcome: weight for outcome, weight in merged.items() if isinstance(weight, int)}
    return Dist._of(plain_weights) if len(plain_weights) == len(merged) else BatchDist(merged, total)


def _values(targets: Any) -> list[list[Any]]:
    """The batch values within target numbers, in order: for each its values by cell."""
    if isinstance(targets, BatchValue):
        return [targets.cells.tolist()]
    return [amount for part in targets for amount in _values(part)] if isinstance(targets, tuple) else []


def _put(targets: Any, values: Iterable[Any]) -> Any:
    """Target numbers with a value in the place of each batch value."""
    if isinstance(targets, BatchValue):
        return next(iter(values))
    if not isinstance(targets, tuple) or not _values(targets):
        return targets
    parts = [_put(part, values) for part in targets]
    return type(targets)(*parts) if hasattr(targets, "_fields") else tuple(parts)


class BatchExact(Exact):
    """Every way the dice can fall, for all cells."""

    def __call__(self, name: str, die: Dist, then: Then) -> Consequence:
        return self.after(die, then) if not isinstance(die, AmendedDice) else follow(self, name, die, then)

    def split(
        self, name: str, dice: Dice, parts: Sequence[tuple[int, Consequence]], otherwise: Consequence
    ) -> Consequence:
        if isinstance(dice, AmendedDice):
            return follow(self, name, dice, by_parts(parts, otherwise))
        numbered = super().split(name, dice, [(highest, i) for i, (highest, _) in enumerate(parts)], len(parts))
        return self.after(numbered, lambda i: parts[i][1] if i < len(parts) else otherwise)

    def after(self, before: Consequence, then: Then) -> Consequence:
        if isinstance(before, Dist):
            return joined(((weight, then(outcome)) for outcome, weight in before._weights.items()), before.total)
        return before.map(then) if isinstance(before, BatchDist) else then(before)

    def each(self, onces: Sequence[Callable[[], Consequence]]) -> Consequence:
        return one_by_one(self, onces)

    def dice_of(self, check: OtherCheck[Rules_contra], targets: Targets, rules: Rules_contra) -> Consequence:
        columns = _values(targets)
        if not columns:
            return check.dist_of(rules, targets)
        every = list(zip(*columns, strict=True))
        place = {values: i for i, values in enumerate(dict.fromkeys(every))}
        leads = [check.dist_of(rules, _put(targets, iter(values))) for values in place]
        return stacked(leads, np.array([place[values] for values in every]))


def stacked(leads: Sequence[Consequence], which: IntArray) -> Consequence:
    """The leads of all cells as one.

    which : for each cell the place of its lead.
    """
    if all(type(consequence) is type(leads[0]) and consequence == leads[0] for consequence in leads):
        return leads[0]
    each = [weights_of(consequence) for consequence in leads]
    common = lcm(*[total for _, total in each])
    if common > LIMIT:
        raise NotTogetherError
    outcomes = dict.fromkeys(outcome for weights, _ in each for outcome in weights)

    def row(outcome: Outcome) -> IntArray:
        amounts = [weights.get(outcome, 0) * (common // total) for weights, total in each]
        return np.array(amounts, dtype=np.int64)[which]

    return BatchDist({outcome: row(outcome) for outcome in outcomes}, common)


def batch_walk(
    starts: Sequence[State | Dist], steps: Sequence[Callable[..., Consequence]], ended: Callable[[State], object]
) -> Walk:
    """The chains of all cells, followed together over one set of states.

    starts : for each cell a state or a ``Dist`` of states.
    """
    start_weights = [weights_of(start) for start in starts]
    common = lcm(*[total for _, total in start_weights])
    states = list(dict.fromkeys(state for weights, _ in start_weights for state in weights))
    weights = [[each.get(state, 0) * (common // total) for each, total in start_weights] for state in states]
    transitions = Transitions(Dist(states), tuple(steps), ended, MAX_STATES, outcome_lists)
    return Walk(transitions, states, np.array(weights, dtype=object), common)
