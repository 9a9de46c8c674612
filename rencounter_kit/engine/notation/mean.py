"""The mean of dice that may go on for ever, in closed form where it has one."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ..dice.convolve import Weights
from .one_die import shown
from .tree import AsOften, Constant, Mixed, Multiply, Node, Pool, Repeat, Sum, is_die


def mean(node: Node) -> Fraction | None:
    """The exact mean of sums of dice and of what is counted; ``None`` where it has no simple form.

    >>> from .reading import read
    >>> mean(read("d6!").tree), mean(read("2 * 3d10! - d4").tree), mean(read("3d6! keep 2").tree)
    (Fraction(21, 5), Fraction(205, 6), None)
    """
    match node:
        case Constant(value):
            return Fraction(value)
        case Pool():
            return _pool(node)
        case Mixed(throws, 0, 0, counted):
            each = [
                _pool(replace(what, count=times, counted=counted)) if is_die(what) else None for times, what in throws
            ]
            return _all_of(each)
        case Sum(terms):
            return _all_of([None if (one := mean(term)) is None else sign * one for sign, term in terms])
        case Repeat(times, what):
            one = mean(what)
            return None if one is None else times * one
        case Multiply(left, right) | AsOften(left, right):
            one, other = mean(left), mean(right)
            return None if one is None or other is None else one * other
    return None


def _all_of(each: list[Fraction | None]) -> Fraction | None:
    """Their sum, where all are known."""
    return None if None in each else sum((one for one in each if one is not None), Fraction(0))


def _pool(pool: Pool) -> Fraction | None:
    """Each die is worth its face, and what it brings with the chance that it goes on."""
    explode, counted = pool.explode, pool.counted
    if pool.kept < pool.count or (explode and (explode.most is not None or (counted and explode.compound))):
        return None
    first, further = (
        _worth_and_goes_on(pool, shown(pool, more), explode.less if explode and more else 0) for more in (False, True)
    )
    if further[1] == 1:
        return None
    return pool.count * (first[0] + first[1] * further[0] / (1 - further[1]))


def _worth_and_goes_on(pool: Pool, faces: Weights, less: int) -> tuple[Fraction, Fraction]:
    """What a die is worth on average, and the chance that it brings another."""
    value = pool.counted.worth if pool.counted else int
    total, explode = sum(faces.values()), pool.explode
    worth = sum(weight * value(pool.face_value(face) - less) for face, weight in faces.items())
    goes_on = sum(weight for face, weight in faces.items() if explode and face in explode.which)
    return Fraction(worth, total), Fraction(goes_on, total)
