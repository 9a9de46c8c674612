"""The mean of dice that may go on for ever, in closed form where it has one."""

from __future__ import annotations

from fractions import Fraction

from .one_die import shown
from .tree import Constant, Multiply, Node, Pool, Repeat, Sum


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
        case Sum(terms):
            means = [(sign, mean(term)) for sign, term in terms]
            if any(one is None for _, one in means):
                return None
            return sum((sign * one for sign, one in means if one is not None), Fraction(0))
        case Repeat(times, what):
            one = mean(what)
            return None if one is None else times * one
        case Multiply(left, right):
            one, other = mean(left), mean(right)
            return None if one is None or other is None else one * other
    return None


def _pool(pool: Pool) -> Fraction | None:
    """Each die is worth its face, and once more the same with the chance that it goes on."""
    explode, counted, faces = pool.explode, pool.counted, shown(pool)
    if pool.kept < pool.count or (explode and (explode.most is not None or (counted and explode.compound))):
        return None
    worth = sum(weight * (int(face in counted) if counted else face) for face, weight in faces.items())
    ends = sum(weight for face, weight in faces.items() if not explode or face not in explode.which)
    return Fraction(pool.count * worth, ends) if ends else None
