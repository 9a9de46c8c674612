"""What a part of a line comes to when its own parts have come to numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..words.errors import RuleError
from .tree import COMPARES, Operation, Phrase, Repeat, Sum

Worth = Callable[[Sequence[int]], int]
REACHES = (Sum, Operation)  # which are sure once their parts are
_OPERATIONS: dict[str, Worth] = {
    "*": lambda numbers: numbers[0] * numbers[1],
    "max": max,
    "min": min,
    "abs": lambda numbers: abs(numbers[0]),
    "and": min,
    "or": max,
    "not": lambda numbers: 1 - numbers[0],
}


def worth_of(node: Phrase) -> Worth:
    """The number of a node, from those of its parts; of what is thrown several times, from those of all throws.

    >>> from .tree import Constant
    >>> worth_of(Sum(((1, Constant(0)), (-1, Constant(0)))))((5, 3))
    2
    """
    match node:
        case Sum(terms):
            signs = [sign for sign, _ in terms]
            return lambda numbers: sum([sign * number for sign, number in zip(signs, numbers, strict=True)])
        case Operation(op) if op in COMPARES:
            compare = COMPARES[op]
            return lambda numbers: int(compare(*numbers))
        case Operation(op):
            return _OPERATIONS.get(op) or (lambda numbers: divided(numbers[0], numbers[1], op))
        case Repeat(place=place) if place:
            return lambda numbers: sorted(numbers, reverse=place > 0)[abs(place) - 1]
    return sum


def divided(number: int, divisor: int, op: str) -> int:
    """A quotient in whole numbers, or what is left over; ``RuleError`` where there is none.

    >>> [divided(7, 2, f"/ round {how}") for how in ("down", "up", "half up")], divided(-7, 2, "/ round down")
    ([3, 4, 4], -4)
    """
    if not divisor:
        raise RuleError("the divisor must never be 0; got dice that may show 0; try another")
    if op == "mod":
        return number % divisor
    if op == "/" and number % divisor:
        raise RuleError(
            "a division that leaves a remainder must say how it is rounded; got none; try round up, round down "
            "or round half up after it"
        )
    if op == "/ round up":
        return -(-number // divisor)
    if op == "/ round half up":
        sign = 1 if divisor > 0 else -1
        return (2 * sign * number + abs(divisor)) // (2 * abs(divisor))
    return number // divisor
