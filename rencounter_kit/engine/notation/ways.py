"""What a part of a line may come to, in whole-number weights, and which of its ways were not followed to their end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import lcm

from ..dice.convolve import Weights, convolve, power
from .limits import Spending

TESTS: dict[str, Callable[[int], bool]] = {
    ">=": lambda difference: difference >= 0,
    "<=": lambda difference: difference <= 0,
    ">": lambda difference: difference > 0,
    "<": lambda difference: difference < 0,
    "=": lambda difference: difference == 0,
    "!=": lambda difference: difference != 0,
}


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
    return (
        WeightedNumbers(every, followed(), onward.pop() if len(onward) == 1 else 0)
        if onward
        else WeightedNumbers(every)
    )


# One number ----------------------------------------------------------------------------------------------------------


def turned(ways: WeightedNumbers, f: Callable[[int], int], onward: int = 1) -> WeightedNumbers:
    """Each number another one;

    onward : 1 where more of it is never less of the other, -1 where never more, else 0.
    """
    return WeightedNumbers(
        _turned(ways.every, f), None if ways.sure is None else _turned(ways.sure, f), onward * ways.onward
    )


def _turned(weights: Weights, f: Callable[[int], int]) -> Weights:
    out: Weights = {}
    for number, weight in weights.items():
        new = f(number)
        out[new] = out.get(new, 0) + weight
    return out


def scaled(ways: WeightedNumbers, factor: int) -> WeightedNumbers:
    return ways if factor == 1 else turned(ways, lambda number: number * factor, (factor > 0) - (factor < 0))


def held(ways: WeightedNumbers, op: str) -> WeightedNumbers:
    """Whether a comparison with 0 holds (1) or not (0); it is sure as well where going on cannot change it any more."""
    test = TESTS[op]

    def settled(number: int) -> bool:
        ahead = [near for near in (-1, 0, 1) if ways.onward and (near - number) * ways.onward > 0]
        return bool(ways.onward) and all(test(near) == test(number) for near in ahead)

    answers = _turned(ways.every, lambda number: int(test(number)))
    if ways.sure is None:
        return WeightedNumbers(answers)
    sure = {n: w if settled(n) else ways.sure.get(n, 0) for n, w in ways.every.items()}
    if sure == ways.every:
        return WeightedNumbers(answers)
    onward = {">": 1, "<": -1}.get(op[0], 0) * ways.onward
    return WeightedNumbers(
        answers, {n: w for n, w in _turned(sure, lambda number: int(test(number))).items() if w}, onward
    )


# Several numbers that do not depend on each other ---------------------------------------------------------------------


def plus(spending: Spending, a: WeightedNumbers, b: WeightedNumbers) -> WeightedNumbers:
    """The sum."""
    if len(a.every) == 1 and a.sure is None or len(b.every) == 1 and b.sure is None:
        (few, many) = (a, b) if len(a.every) == 1 and a.sure is None else (b, a)
        ((number, weight),) = few.every.items()
        shifted = turned(many, lambda other: other + number)
        return shifted if weight == 1 else times_all(shifted, weight)
    places = min(_span(a.every) + _span(b.every) - 1, len(a.every) * len(b.every))
    spending.table(places, a.total * b.total)
    spending.spend(len(a.every) * len(b.every) // 10)
    return of_all((a, b), convolve(a.every, b.every), lambda: convolve(a.followed, b.followed))


def times_all(ways: WeightedNumbers, weight: int) -> WeightedNumbers:
    """The same ways, each so many times."""
    sure = None if ways.sure is None else {n: w * weight for n, w in ways.sure.items()}
    return WeightedNumbers({n: w * weight for n, w in ways.every.items()}, sure, ways.onward)


def repeated(spending: Spending, ways: WeightedNumbers, times: int) -> WeightedNumbers:
    """The sum of so many."""
    if len(ways.every) == 1 and ways.sure is None:  # whose weight may be a long number
        return certain(times * min(ways.every))
    spending.table((_span(ways.every) - 1) * times + 1, ways.total**times)
    return of_all((ways,), power(ways.every, times), lambda: power(ways.followed, times))


def pairwise(
    spending: Spending, a: WeightedNumbers, b: WeightedNumbers, f: Callable[[int, int], int]
) -> WeightedNumbers:
    """What two numbers make, pair by pair."""
    spending.spend(len(a.every) * len(b.every))
    spending.table(min(len(a.every) * len(b.every), 10**6), a.total * b.total)

    def pair(one: Weights, other: Weights) -> Weights:
        out: Weights = {}
        for x, weight in one.items():
            for y, more in other.items():
                both = f(x, y)
                out[both] = out.get(both, 0) + weight * more
        return out

    every = pair(a.every, b.every)
    return (
        WeightedNumbers(every)
        if a.sure is None and b.sure is None
        else WeightedNumbers(every, pair(a.followed, b.followed))
    )


def extreme(spending: Spending, ways: list[WeightedNumbers], largest: bool) -> WeightedNumbers:
    """The largest or the smallest."""
    total = 1
    for one in ways:
        total *= one.total
    spending.table(sum(len(one.every) for one in ways), total)
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
        ways = [w * u for w, u in zip(ways, up_to, strict=True)]
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
    spending.table(
        len({number for _, _, ways in branches for number in ways.every}), common * sum(w for w, _, _ in branches)
    )
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
    return (
        WeightedNumbers(every, {n: w for n, w in sure.items() if w}, onward.pop() if alike else 0)
        if cut
        else WeightedNumbers(every)
    )


def _span(weights: Weights) -> int:
    return max(weights) - min(weights) + 1
