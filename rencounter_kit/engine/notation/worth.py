"""What a part of a line comes to when its own parts have come to numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..words.errors import RuleError
from .tree import Absolute, BestOf, Divide, Extreme, Holds, Logic, Multiply, Node, Not, Sum
from .ways import TESTS

Worth = Callable[[Sequence[int]], int]
REACHES = (Sum, Multiply, Divide, Holds, Logic, Not, Extreme, Absolute)  # which are sure once their parts are


def worth_of(node: Node) -> Worth:
    """The number of a node, from those of its parts; of what is thrown several times, from those of all throws.

    >>> from .tree import Constant
    >>> worth_of(Sum(((1, Constant(0)), (-1, Constant(0)))))((5, 3))
    2
    """
    match node:
        case Sum(terms):
            signs = [sign for sign, _ in terms]
            return lambda numbers: sum([sign * number for sign, number in zip(signs, numbers, strict=True)])
        case Multiply():
            return lambda numbers: numbers[0] * numbers[1]
        case Divide(rounding=rounding):
            return lambda numbers: divided(numbers[0], numbers[1], rounding)
        case Holds(op=op):
            test = TESTS[op]
            return lambda numbers: int(test(numbers[0] - numbers[1]))
        case Logic(op=op):
            return min if op == "and" else max
        case Not():
            return lambda numbers: 1 - numbers[0]
        case Absolute():
            return lambda numbers: abs(numbers[0])
        case Extreme(largest=largest):
            return max if largest else min
        case BestOf(highest=highest, place=place):
            return lambda numbers: sorted(numbers, reverse=highest)[place - 1]
    return sum


def divided(number: int, divisor: int, rounding: str) -> int:
    """A quotient in whole numbers; ``RuleError`` where there is none.

    >>> [divided(7, 2, rounding) for rounding in ("down", "up", "half up")], divided(-7, 2, "down")
    ([3, 4, 4], -4)
    """
    if not divisor:
        raise RuleError("the divisor must never be 0; got dice that may show 0; try another")
    if rounding == "rest":
        return number % divisor
    if not rounding and number % divisor:
        raise RuleError(
            "a division that leaves a remainder must say how it is rounded; got none; try round up, round down "
            "or round half up after it"
        )
    if rounding == "up":
        return -(-number // divisor)
    if rounding == "half up":
        sign = 1 if divisor > 0 else -1
        return (2 * sign * number + abs(divisor)) // (2 * abs(divisor))
    return number // divisor
