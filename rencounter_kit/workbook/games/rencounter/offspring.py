"""Dice that are replaced by more dice: how many marks are left when none goes on.

Each die of a kind is done, leaves a mark, or makes ``more`` new dice, which do the same. The chance f(s) = f0 + f1 s +
f2 s^2 + ... of so many marks solves f = done + mark s + again f^more: f0 is a root of an equation and seldom a
fraction, and each further term follows from those before it. So fractions can only come near; how near is proven.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from math import ceil, floor
from typing import Any, NamedTuple, TypeAlias

Number: TypeAlias = Any  # a fraction, or a number of SymPy: whatever can be reckoned with
_FINE = 2**160  # steps in which the root is looked for
_DIGITS = 10**24  # steps to which chances are rounded down
NEAR = Fraction(1, 10**19)  # how near each rounded chance is, the last one included that takes what is left


class Kind(NamedTuple):
    """The chances of one die: that it is done, that it leaves a mark, that it makes new dice."""

    done: Fraction
    mark: Fraction
    again: Fraction


class EndlessDiceError(ArithmeticError):
    """No number of marks can be told: dice can go on for ever without leaving any."""


@lru_cache(maxsize=256)
def root(kind: Kind, more: int) -> tuple[Fraction, Fraction]:
    """Bounds of f0, the least root of f0 = done + again f0^more, which lie as near to each other as can be wanted.

    Newton's method comes to it from below, since the curve bends one way only; a change of sign proves the upper bound.
    """

    if not kind.mark and kind.again * more > 1:
        raise EndlessDiceError

    def above(x: Fraction) -> Fraction:
        return kind.done + kind.again * x**more - x

    low = Fraction(0)
    while True:
        slope = 1 - kind.again * more * low ** (more - 1)
        if slope <= 0:
            break
        further = Fraction(floor((low + above(low) / slope) * _FINE), _FINE)
        if further <= low:
            break
        low = further
    high = low + Fraction(4, _FINE)
    if above(high) > 0:
        raise EndlessDiceError
    return low, high


def series(first: Number, kind: Kind, more: int, most: int, settled: Callable[[Number], Number]) -> list[Number]:
    """f0 to f_most, where f0 is ``first``; of fractions, or of any other numbers that can be reckoned with, each
    ``settled`` before the next is made of it.
    """
    terms = [first]
    slope = 1 - kind.again * more * first ** (more - 1)
    for number in range(1, most + 1):
        without = power([*terms, 0], more, number)[number]  # what the smaller terms alone give
        terms.append(settled((kind.again * without + (kind.mark if number == 1 else 0)) / slope))
    return terms


def one_die(of_new: Sequence[Number], kind: Kind, more: int, most: int) -> list[Number]:
    """The same for a die whose new dice are of another kind, of which the terms are known."""
    terms = [kind.again * term for term in power(of_new, more, most)]
    return [terms[0] + kind.done, terms[1] + kind.mark, *terms[2:]] if most else [terms[0] + kind.done]


def product(
    one: Sequence[Number], two: Sequence[Number], most: int, scaled: Callable[[Number], Number] = lambda x: x
) -> list[Number]:
    """The terms up to ``most`` of a product; of fixed-point numbers, ``scaled`` to their steps again."""
    pairs = [[(one[i], two[n - i]) for i in range(n + 1) if i < len(one) and n - i < len(two)] for n in range(most + 1)]
    return [scaled(sum((a * b for a, b in of_one), start=0 * one[0])) for of_one in pairs]


def power(one: Sequence[Number], times: int, most: int) -> list[Number]:
    """The terms up to ``most`` of a power."""
    result: list[Number] = [1, *[0] * most]
    for _ in range(times):
        result = product(one, result, most)
    return result


def terms(
    first: Number, of_first: Kind, of_new: Kind, more: int, most: int, settled: Callable[[Number], Number]
) -> tuple[list[Number], list[Number]]:
    """The terms of a die of the first kind and of a new one, where f0 is ``first``."""
    new = series(first, of_new, more, most, settled)
    return one_die(new, of_first, more, most), new


@lru_cache(maxsize=256)
def _bounds(
    of_first: Kind, of_new: Kind, more: int, most: int
) -> list[tuple[list[int], list[int], Callable[[int], int]]]:
    """Lower and upper bounds of these terms in whole steps, and how to scale a product of such numbers.

    All terms grow with f0, so what the two bounds of it give are bounds of theirs.
    """
    low, high = root(of_new, more)
    bounds = list[tuple[list[int], list[int], Callable[[int], int]]]()
    for bound, end, scaled in ((low, floor, _down), (high, ceil, _up)):
        settled = partial(_settled, end)
        old, new = terms(bound, of_first, of_new, more, most, settled)
        bounds.append(([end(term * _FINE) for term in old], [end(term * _FINE) for term in new], scaled))
    return bounds


def _settled(end: Callable[[Fraction], int], x: Fraction) -> Fraction:
    return Fraction(end(x * _FINE), _FINE)


def _down(x: int) -> int:
    return x // _FINE


def _up(x: int) -> int:
    return -(-x // _FINE)


@lru_cache(maxsize=4096)
def rounded(many: tuple[int, int], of_first: Kind, of_new: Kind, more: int, most: int) -> tuple[Fraction, ...]:
    """Chances of 0 to ``most`` marks from so many dice of the first kind and so many new ones: rounded down, each
    within ``NEAR`` together with what they leave to 1.
    """
    ends = []
    for old, new, scaled in _bounds(of_first, of_new, more, most):
        chances = [_FINE, *[0] * most]
        for one in [old] * many[0] + [new] * many[1]:
            chances = product(one, chances, most, scaled)
        ends.append(chances)
    low, high = ends
    digits = tuple(Fraction(term * _DIGITS // _FINE, _DIGITS) for term in low)
    if Fraction(sum(high), _FINE) - sum(digits) > NEAR:
        raise EndlessDiceError
    return digits


def exactly(many: Sequence[int], of_first: Kind, of_new: Kind, more: int, most: int) -> list[Number]:
    """The same as exact numbers of SymPy, algebraic ones."""
    import sympy

    def numbers(kind: Kind) -> Kind:
        return Kind(*(sympy.Rational(p.numerator, p.denominator) for p in kind))

    new, old = numbers(of_new), numbers(of_first)
    x = sympy.Symbol("x")
    roots = sympy.real_roots(sympy.Poly(new.done + new.again * x**more - x, x))
    first = next(solution for solution in sorted(roots) if solution >= 0)
    one, further = terms(first, old, new, more, most, sympy.radsimp)
    chances = product(power(one, many[0], most), power(further, many[1], most), most)
    return [sympy.radsimp(sympy.expand(sympy.radsimp(term))) for term in chances]
