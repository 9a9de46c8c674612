"""Unlike dice thrown together of which some are left out at one end: counted, never listed.

>>> from rencounter_kit.engine.dice.dist import Dist, d
>>> Dist(kept([(d(4).weights, 1), (d(6).weights, 1), (d(8).weights, 1)], low=1)).mean
Fraction(69, 8)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import prod

from .convolve import Weights, room, unpack
from .joint import Groups


def steps(number: int, faces: int, few: int) -> int:
    """How many products of large integers so many dice take, with so many faces in all, of which few are left out, or
    kept.
    """
    return faces * number * few * (3 * few + 7) // 2


def wide_steps(
    groups: Groups, low: int, high: int, value: Callable[[int], int] = lambda face: face
) -> Iterator[tuple[int, int, int]]:
    """The products by all that a die may still show: how many, of sums with how many places, with how many places. Once
    as many dice as are told apart have shown all their faces, nothing is left of them.
    """
    out, number = low or high, sum(number for _, number in groups)
    few = min(out, number - out)
    down = (high > 0) != (few < out)
    faces = sorted({face for weights, _ in groups for face in weights}, reverse=down)
    so_far = {face: at for at, face in enumerate(faces, 1)}
    sign = -1 if low else 1
    base = min(sign * value(face) for face in faces)
    ends, places = list[int](), 1
    for weights, number in groups:
        end = so_far[min(weights) if down else max(weights)]
        width = max(sign * value(face) for face in weights) - base + 1
        for _ in range(number):
            ends = sorted([*ends, end])[:few]
            yield (ends[-1] if len(ends) == few else len(faces)) * few * (few + 3) // 2, places, width
            places += width - 1


def kept(groups: Groups, low: int = 0, high: int = 0, value: Callable[[int], int] = lambda face: face) -> Weights:
    """The weights of the sum of ``value`` over all dice, without the ``low`` lowest or the ``high`` highest of them.

    Those left out or those kept, whichever are fewer, are the first ones in one order of the faces. The face of the
    last of them is tried in turn: fewer dice than that show an earlier face, and others show this one. Of the ways in
    which all others show this face or a later one, those are taken away in which too few show this one.
    """
    if not all(weights for weights, _ in groups):
        return {}
    dice = [weights for weights, number in groups for _ in range(number)]
    out = low or high
    few = min(out, len(dice) - out)
    first_count = few < out  # are the first ones those that count?
    faces = sorted({face for weights in dice for face in weights}, reverse=(high > 0) != first_count)
    sign = -1 if low else 1  # what a die may still show, or has shown, is a short integer for half of the faces
    values = [sign * value(face) for face in faces]
    base, size = min(values), room(prod(sum(weights.values()) for weights in dice))
    steps = [8 * size * (worth - base) for worth in values]
    earlier = [0] * len(dice)  # of each die the ways to show an earlier face, and one from here on
    onward = [
        sum(weights.get(f, 0) << (0 if first_count else s) for f, s in zip(faces, steps, strict=True))
        for weights in dice
    ]
    beyond_ways = 0
    for face, step in zip(faces, steps, strict=True):
        as_first, as_other = (step, 0) if first_count else (0, step)
        all_ways = [1] + [0] * (few - 1)  # by how many dice show an earlier face
        too_few = [[1 - min(1, a + b) for b in range(few - a)] for a in range(few)]  # and by how many show this one
        for at, weights in enumerate(dice):
            weight, before, tail = weights.get(face, 0), earlier[at], onward[at]
            share = weight << as_other
            onward[at] = later = tail - share
            earlier[at] = before + (weight << as_first)
            for a in range(few - 1, -1, -1):
                all_ways[a] *= tail
                row, fewer = too_few[a], too_few[a - 1]
                if a and before:
                    all_ways[a] += all_ways[a - 1] * before
                for b in range(few - a - 1, -1, -1):
                    row[b] *= later
                    if b and weight:
                        row[b] += row[b - 1] * weight << as_other
                    if a and before:
                        row[b] += fewer[b] * before
        for a in range(few):
            ways = all_ways[a] - sum(too_few[a])
            beyond_ways += ways << as_first * (few - a) >> as_other * (few - a)
    number = len(dice) - out
    unpacked = unpack(beyond_ways, base * number, number * (max(values) - base) + 1, size)
    return unpacked if sign > 0 else {-total: ways for total, ways in reversed(unpacked.items())}
