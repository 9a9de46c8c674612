"""A line of dice, followed: what each part of it may come to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..dice import pools, unlike
from ..words.errors import RuleError
from .errors import NotationError
from .limits import MOST_DICE, Spending
from .one_die import one_die
from .reading import Reading
from .tree import (
    AsOften,
    BestOf,
    Constant,
    Divide,
    Extreme,
    Holds,
    IfElse,
    Let,
    Logic,
    Mixed,
    Multiply,
    Name,
    Node,
    Not,
    Pool,
    Repeat,
    Sum,
    is_die,
    names_in,
)
from .ways import (
    WeightedNumbers,
    best,
    certain,
    extreme,
    held,
    mixed,
    of_all,
    pairwise,
    plus,
    repeated,
    scaled,
    times_all,
    turned,
)

Named = Mapping[str, int]  # what each named throw has shown
FINE, FINEST = 9, 100  # a die that may go on is left when less than 1 in 10^9 of its ways still go on


def followed(reading: Reading) -> WeightedNumbers:
    """All that a line may come to; a yes or no that hangs on dice which still go on is followed further, if that may
    help.
    """
    precision = FINE
    while True:
        ways = Follower(reading, precision)(reading.tree, {})
        if ways.sure is None or not ways.onward or set(ways.every) - {0, 1} or precision >= FINEST:
            return ways
        precision *= 2


class Follower:
    """Follows a part of a line by what the named throws have shown; what does not depend on a named throw is followed
    once.
    """

    def __init__(self, reading: Reading, precision: int) -> None:
        self.reading, self.precision, self.spending = reading, precision, Spending()
        self.kept: dict[tuple[int, tuple[tuple[str, int], ...]], WeightedNumbers] = {}
        self.names: dict[int, tuple[str, ...]] = {}

    def __call__(self, node: Node, named: Named) -> WeightedNumbers:
        if (names := self.names.get(id(node))) is None:
            names = self.names[id(node)] = tuple(sorted(names_in(node)))
        key = (id(node), tuple((name, named[name]) for name in names))
        if (ways := self.kept.get(key)) is None:
            self.spending.spend(40)
            try:
                ways = self.kept[key] = self._ways(node, named)
            except NotationError:
                raise
            except RuleError as error:
                place = self.reading.places.get(id(node), (0, len(self.reading.line)))
                raise NotationError(str(error), self.reading.line, *place) from None
        return ways

    def _ways(self, node: Node, named: Named) -> WeightedNumbers:
        match node:
            case Constant(value):
                return certain(value)
            case Name(name):
                return certain(named[name])
            case Pool():
                return self._pool(node)
            case Mixed():
                return self._unlike(node, named)
            case Sum(terms):
                ways = certain(0)
                for sign, term in terms:
                    ways = plus(self.spending, ways, scaled(self(term, named), sign))
                return ways
            case Multiply(left, right):
                return self._product(self(left, named), self(right, named))
            case Divide(left, right, rounding):
                return self._quotient(self(left, named), self(right, named), rounding)
            case Holds(op, left, right):
                difference = plus(self.spending, self(left, named), scaled(self(right, named), -1))
                return held(difference, op)
            case Logic(op, parts):
                return extreme(self.spending, [self(part, named) for part in parts], op == "or")
            case Not(what):
                return turned(self(what, named), lambda holds: 1 - holds, -1)
            case Extreme(largest, parts):
                return extreme(self.spending, [self(part, named) for part in parts], largest)
            case BestOf(times, what, highest):
                return best(self.spending, self(what, named), times, highest)
            case Repeat(times, what):
                return repeated(self.spending, self(what, named), times)
            case AsOften(times, what):
                return self._as_often(self(times, named), self(what, named))
            case IfElse(condition, then, otherwise):
                return self._choice(self(condition, named), then, otherwise, named)
            case Let(name, value, body):
                ways = self(value, named)
                branches = [
                    (weight, ways.followed.get(number, 0), self(body, {**named, name: number}))
                    for number, weight in ways.every.items()
                ]
                return mixed(self.spending, branches)

    def _pool(self, pool: Pool) -> WeightedNumbers:
        die = one_die(self.spending, pool, self.precision)
        counted, extra = pool.counted, pool.explode is not None and not pool.explode.compound
        if pool.kept == pool.count:
            if counted and not extra:
                die = turned(die, lambda face: int(face in counted), {">=": 1, "<=": -1}.get(counted.op, 0))
            return repeated(self.spending, die, pool.count)
        if pool.kept == 1 and not counted and not (pool.low and pool.high):
            return best(self.spending, die, pool.count, pool.low > 0)
        places = (1 if counted else max(die.every) - min(die.every)) * pool.kept + 1
        size = self.spending.table(places, die.total**pool.count)
        moves = len(die.every) * min(pool.count - pool.low, pool.count - pool.high) ** 2 // 2
        self.spending.products(moves if die.sure is None else 2 * moves, places, size)
        value = (lambda face: int(face in counted)) if counted else (lambda face: face)
        every = pools.kept(die.every, pool.count, pool.low, pool.high, value)
        if die.sure is None:
            return WeightedNumbers(every)
        return WeightedNumbers(
            every, pools.kept(die.sure, pool.count, pool.low, pool.high, value), 0 if counted else die.onward
        )

    def _unlike(self, node: Mixed, named: Named) -> WeightedNumbers:
        """Several throws that are not alike."""
        counted, spending = node.counted, self.spending
        if node.kept == node.count:
            ways = certain(0)
            for times, what in node.throws:
                if counted and is_die(what):  # what explodes may count more than once
                    one = self._pool(replace(what, counted=counted))
                else:
                    one = self(what, named)
                    one = turned(one, lambda number: int(number in counted), 0) if counted else one
                ways = plus(spending, ways, repeated(spending, one, times))
            return ways
        throws = [(self(what, named), times) for times, what in node.throws]
        if node.kept == 1 and not counted and not (node.low and node.high):
            highest = node.low > 0
            return extreme(spending, [best(spending, one, times, highest) for one, times in throws], highest)
        total, numbers = 1, {number for one, _ in throws for number in one.every}
        for one, times in throws:
            spending.spend(times * one.total.bit_length() // 100)
            total *= one.total**times
        places = (1 if counted else max(numbers) - min(numbers)) * node.kept + 1
        size = spending.table(places, total)
        counts = [times for _, times in throws]
        moves = unlike.steps(counts, len(numbers), node.low, node.high)
        runs = 1 if all(one.sure is None for one, _ in throws) else 2
        spending.products(moves * runs, places, size)
        value = (lambda number: int(number in counted)) if counted else (lambda number: number)
        every, sure = (
            [(weights, times) for weights, times in zip(each, counts, strict=True)]
            for each in ([one.every for one, _ in throws], [one.followed for one, _ in throws])
        )
        if not (node.low and node.high):
            for number, sums, width in unlike.wide_steps(every, node.low, node.high, value):
                spending.wide(number * runs, min(sums, places) * size // places, width * size // places)
        ways = of_all(
            [one for one, _ in throws],
            unlike.kept(every, node.low, node.high, value),
            lambda: unlike.kept(sure, node.low, node.high, value),
        )
        return replace(ways, onward=0) if counted else ways

    def _as_often(self, times: WeightedNumbers, ways: WeightedNumbers) -> WeightedNumbers:
        """As often as a number says."""
        if not 0 <= min(times.every) <= max(times.every) <= MOST_DICE:
            raise RuleError(
                f"the number of dice must be from 0 to {MOST_DICE:,}; got {min(times.every)} to {max(times.every)};"
                " try (d4)d6"
            )
        branches = [
            (weight, times.followed.get(number, 0), repeated(self.spending, ways, number) if number else certain(0))
            for number, weight in times.every.items()
        ]
        return mixed(self.spending, branches)

    def _product(self, a: WeightedNumbers, b: WeightedNumbers) -> WeightedNumbers:
        for one, other in ((a, b), (b, a)):
            if len(one.every) == 1 and one.sure is None:
                ((factor, weight),) = one.every.items()
                return times_all(scaled(other, factor), weight)
        return pairwise(self.spending, a, b, lambda x, y: x * y)

    def _quotient(self, a: WeightedNumbers, b: WeightedNumbers, rounding: str) -> WeightedNumbers:
        if 0 in b.every:
            raise RuleError("the divisor must never be 0; got dice that may show 0; try another")
        if not rounding and any(x % y for x in a.every for y in b.every):
            raise RuleError(
                "a division that leaves a remainder must say how it is rounded; got none; try round up, round down "
                "or round"
                " half up after it"
            )
        if len(b.every) == 1 and b.sure is None:
            ((divisor, weight),) = b.every.items()
            turn = (divisor > 0) - (divisor < 0)
            return times_all(turned(a, lambda x: divided(x, divisor, rounding), turn), weight)
        return pairwise(self.spending, a, b, lambda x, y: divided(x, y, rounding))

    def _choice(self, condition: WeightedNumbers, then: Node, otherwise: Node, named: Named) -> WeightedNumbers:
        branches = [
            (weight, condition.followed.get(holds, 0), self(then if holds else otherwise, named))
            for holds, weight in condition.every.items()
        ]
        return mixed(self.spending, branches)


def divided(x: int, y: int, rounding: str) -> int:
    """A quotient in whole numbers.

    >>> [divided(7, 2, rounding) for rounding in ("down", "up", "half up")], divided(-7, 2, "down")
    ([3, 4, 4], -4)
    """
    if rounding == "up":
        return -(-x // y)
    if rounding == "half up":
        x, y = (x, y) if y > 0 else (-x, -y)
        return (2 * x + y) // (2 * y)
    return x // y
