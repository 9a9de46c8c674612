"""What a part of a line may come to, in whole-number weights, and which of its ways were not followed to their end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import lcm, prod
from operator import mul

from ..dice.convolve import Weights, convolve, power
from .limits import Spending
from .tree import COMPARES
from .worth import divided


@dataclass(frozen=True)
class WeightedNumbers:
    """Each number with its weight.

    sure : the ways that were followed to their end; ``None`` where all were. The others, dice that would still go on,
        stand in ``every`` with the number that they have come to.
    onward : they end there or higher (1), there or lower (-1), or nobody knows (0).
    """

    every: Weights
    sure: Weights | None = None
    onward: int = 0

    @property
    def total(self) -> int:
        return sum(self.every.values())

    @property
    def followed(self) -> Weights:
        return self.every if self.sure is None else self.sure

    @property
    def left_out(self) -> Fraction:
        """The chance of the ways that were not followed to their end."""
        return Fraction(0) if self.sure is None else 1 - Fraction(sum(self.sure.values()), self.total)

    @property
    def largest(self) -> int:
        return max(map(abs, self.every))


def certain(number: int) -> WeightedNumbers:
    return WeightedNumbers({number: 1})


def of_all(parts: Iterable[WeightedNumbers], every: Weights, followed: Callable[[], Weights]) -> WeightedNumbers:
    """What is made of parts that do not depend on each other, such that more of one is never less of the whole."""
    onward = {part.onward for part in parts if part.sure is not None}
    if not onward:
        return WeightedNumbers(every)
    return WeightedNumbers(every, followed(), onward.pop() if len(onward) == 1 else 0)


# One number ----------------------------------------------------------------------------------------------------------


def turned(ways: WeightedNumbers, value: Callable[[int], int], onward: int = 1) -> WeightedNumbers:
    """Each number another one;

    onward : 1 where more of it is never less of the other, -1 where never more, else 0.
    """
    return WeightedNumbers(
        by_value(ways.every, value), None if ways.sure is None else by_value(ways.sure, value), onward * ways.onward
    )


def by_value(weights: Weights, value: Callable[[int], int]) -> Weights:
    """The weights of what each number is worth."""
    values: Weights = {}
    for number, weight in weights.items():
        new = value(number)
        values[new] = values.get(new, 0) + weight
    return values


def scaled(ways: WeightedNumbers, factor: int) -> WeightedNumbers:
    return ways if factor == 1 else turned(ways, lambda number: number * factor, (factor > 0) - (factor < 0))


def held(ways: WeightedNumbers, op: str) -> WeightedNumbers:
    """Whether a comparison with 0 holds (1) or not (0); it is sure as well where going on cannot change it any more."""
    compare = COMPARES[op]

    def test(number: int) -> bool:
        return compare(number, 0)

    def settled(number: int) -> bool:
        ahead = [near for near in (-1, 0, 1) if ways.onward and (near - number) * ways.onward > 0]
        return bool(ways.onward) and all(test(near) == test(number) for near in ahead)

    answers = by_value(ways.every, lambda number: int(test(number)))
    if ways.sure is None:
        return WeightedNumbers(answers)
    sure = {number: weight if settled(number) else ways.sure.get(number, 0) for number, weight in ways.every.items()}
    if sure == ways.every:
        return WeightedNumbers(answers)
    onward = {">": 1, "<": -1}.get(op[0], 0) * ways.onward
    sure = {holds: weight for holds, weight in by_value(sure, lambda number: int(test(number))).items() if weight}
    return WeightedNumbers(answers, sure, onward)


# Several numbers that do not depend on each other ---------------------------------------------------------------------


def plus(spending: Spending, one: WeightedNumbers, other: WeightedNumbers) -> WeightedNumbers:
    """The sum."""
    for few, many in ((one, other), (other, one)):
        if len(few.every) == 1 and few.sure is None:
            ((number, weight),) = few.every.items()
            shifted = turned(many, number.__add__)
            return shifted if weight == 1 else times_all(shifted, weight)
    pairs = len(one.every) * len(other.every)
    spending.table(min(_span(one.every) + _span(other.every) - 1, pairs), one.total * other.total)
    spending.spend(pairs // 10)
    return of_all((one, other), convolve(one.every, other.every), lambda: convolve(one.followed, other.followed))


def times_all(ways: WeightedNumbers, weight: int) -> WeightedNumbers:
    """The same ways, each so many times."""
    every, sure = (
        None if weights is None else {number: one * weight for number, one in weights.items()}
        for weights in (ways.every, ways.sure)
    )
    return WeightedNumbers(every or {}, sure, ways.onward)


def repeated(spending: Spending, ways: WeightedNumbers, times: int) -> WeightedNumbers:
    """The sum of so many."""
    if len(ways.every) == 1 and ways.sure is None:  # whose weight may be a long number
        return certain(times * min(ways.every))
    spending.table((_span(ways.every) - 1) * times + 1, ways.total**times)
    return of_all((ways,), power(ways.every, times), lambda: power(ways.followed, times))


def pairwise(
    spending: Spending, one: WeightedNumbers, other: WeightedNumbers, value: Callable[[int, int], int]
) -> WeightedNumbers:
    """What two numbers make, pair by pair."""
    number = len(one.every) * len(other.every)
    spending.spend(number)
    spending.table(min(number, 10**6), one.total * other.total)

    def pairs(first: Weights, second: Weights) -> Weights:
        values: Weights = {}
        for left, weight in first.items():
            for right, more in second.items():
                both = value(left, right)
                values[both] = values.get(both, 0) + weight * more
        return values

    whole = one.sure is None and other.sure is None
    return WeightedNumbers(pairs(one.every, other.every), None if whole else pairs(one.followed, other.followed))


def computed(spending: Spending, op: str, left: WeightedNumbers, right: WeightedNumbers) -> WeightedNumbers:
    """The product, the quotient or what is left over of two numbers, by the operation."""
    if len(right.every) == 1 and right.sure is None:
        ((by, weight),) = right.every.items()
        turn = 0 if op == "mod" else (by > 0) - (by < 0)
        return times_all(
            scaled(left, by) if op == "*" else turned(left, lambda number: divided(number, by, op), turn), weight
        )
    if op != "*":
        return pairwise(spending, left, right, lambda number, by: divided(number, by, op))
    if len(left.every) == 1 and left.sure is None:
        return computed(spending, op, right, left)
    return pairwise(spending, left, right, mul)


def extreme(spending: Spending, ways: list[WeightedNumbers], largest: bool) -> WeightedNumbers:
    """The largest or the smallest."""
    spending.table(sum(len(one.every) for one in ways), prod(one.total for one in ways))
    return of_all(
        ways,
        _extreme([one.every for one in ways], largest),
        lambda: _extreme([one.followed for one in ways], largest),
    )


def best(spending: Spending, ways: WeightedNumbers, times: int, highest: bool) -> WeightedNumbers:
    """The highest or the lowest of so many."""
    spending.table(len(ways.every), ways.total**times)
    return of_all((ways,), _best(ways.every, times, highest), lambda: _best(ways.followed, times, highest))


def _extreme(several: list[Weights], largest: bool) -> Weights:
    numbers = sorted({number for one in several for number in one}, reverse=not largest)
    ways = [1] * len(numbers)
    for one in several:
        up_to = accumulate(one.get(number, 0) for number in numbers)
        ways = list(map(mul, ways, up_to))
    return _steps(numbers, ways)


def _best(weights: Weights, times: int, highest: bool) -> Weights:
    numbers = sorted(weights, reverse=not highest)
    return _steps(numbers, [up_to**times for up_to in accumulate(weights[number] for number in numbers)])


def _steps(numbers: list[int], up_to: list[int]) -> Weights:
    steps = (reach - before for reach, before in zip(up_to, [0, *up_to], strict=False))
    return {number: weight for number, weight in zip(numbers, steps, strict=True) if weight}


# One of several -------------------------------------------------------------------------------------------------------


def mixed(spending: Spending, branches: list[tuple[int, int, WeightedNumbers]]) -> WeightedNumbers:
    """One of several, each with its weight, and how much of that was followed to its end."""
    common = lcm(*(ways.total for _, _, ways in branches))
    numbers = {number for _, _, ways in branches for number in ways.every}
    spending.table(len(numbers), common * sum(weight for weight, _, _ in branches))
    every: Weights = {}
    sure: Weights = {}
    cut = False
    for weight, followed, ways in branches:
        spending.spend(len(ways.every))
        factor = common // ways.total
        for number, more in ways.every.items():
            every[number] = every.get(number, 0) + more * weight * factor
        for number, more in ways.followed.items():
            sure[number] = sure.get(number, 0) + more * followed * factor
        cut = cut or followed < weight or ways.sure is not None
    onward = {ways.onward for weight, followed, ways in branches if ways.sure is not None or followed < weight}
    alike = all(weight == followed for weight, followed, _ in branches) and len(onward) == 1
    if not cut:
        return WeightedNumbers(every)
    sure = {number: weight for number, weight in sure.items() if weight}
    return WeightedNumbers(every, sure, onward.pop() if alike else 0)


def _span(weights: Weights) -> int:
    return max(weights) - min(weights) + 1
