"""The mean of dice that may go on for ever, in closed form where it has one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from ..dice.convolve import Weights
from .die import Counted
from .one_die import first_faces
from .tree import Constant, Mixed, Operation, Phrase, Pool, Read, Repeat, Sum, is_die


def mean(node: Phrase) -> Fraction | None:
    """The exact mean of sums of dice and of what is counted; ``None`` where it has no simple form.

    >>> from .reading import read
    >>> mean(read("d6!").tree), mean(read("2 * 3d10! - d4").tree), mean(read("3d6! keep 2").tree)
    (Fraction(21, 5), Fraction(205, 6), None)
    """
    match node:
        case Constant(value):
            return Fraction(value)
        case Pool() | Mixed():
            return _dice(node, None)
        case Read(Pool() | Mixed() as roll, kind="sum", counted=counted) if node.is_whole:
            return _dice(roll, counted)
        case Sum(terms):
            return _all_of([None if (one := mean(term)) is None else sign * one for sign, term in terms])
        case Operation("*", (left, right)) | Repeat(left, right, 0):
            one, other = mean(left), mean(right)
            return None if one is None or other is None else one * other
    return None


def _dice(roll: Pool | Mixed, counted: Counted | None) -> Fraction | None:
    """Of dice that are all added up or counted."""
    return _all_of(
        [_pool(replace(what, count=times), counted) if is_die(what) else None for times, what in roll.throws]
    )


def _all_of(each: list[Fraction | None]) -> Fraction | None:
    """Their sum, where all are known."""
    return None if None in each else sum((one for one in each if one is not None), Fraction(0))


def _pool(pool: Pool, counted: Counted | None) -> Fraction | None:
    """Each die is worth its face, or what it counts, and what it brings with the chance that it goes on."""
    explode = pool.explode
    if explode and (explode.most is not None or counted and explode.compound):
        return None
    worth = counted.worth if counted else int
    (first, goes_on), (further, still) = (
        _worth_and_goes_on(pool, first_faces(pool, more), worth, explode.less if explode and more else 0)
        for more in (False, True)
    )
    return None if still == 1 else pool.count * (first + goes_on * further / (1 - still))


def _worth_and_goes_on(pool: Pool, faces: Weights, worth: Callable[[int], int], less: int) -> tuple[Fraction, Fraction]:
    """What a die is worth on average, and the chance that it brings another."""
    total, explode = sum(faces.values()), pool.explode
    sums = sum(weight * worth(pool.face_value(face) - less) for face, weight in faces.items())
    goes_on = sum(weight for face, weight in faces.items() if explode and face in explode.which)
    return Fraction(sums, total), Fraction(goes_on, total)
