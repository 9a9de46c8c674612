"""Dice thrown together of which some are left out: counted by how many show each face, never listed.

>>> from rencounter_kit.dice.dist import Dist, d
>>> Dist(kept(d(6).weights, 4, low=1)).mean
Fraction(15869, 1296)
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb

from .convolve import Weights, room, unpack


def kept(
    weights: Weights, count: int, low: int = 0, high: int = 0, value: Callable[[int], int] = lambda face: face
) -> Weights:
    """The weights of the sum of ``value`` over dice alike, without the ``low`` lowest and the ``high`` highest of them.

    Face by face, so many dice show it; the sums of those that count already are one large integer for each number of dice
    that have their face. Once all that count have theirs, the others show what they like.
    """
    first, last = (high, low) if low >= high else (low, high)
    faces = sorted(weights, reverse=low >= high)
    end = count - last  # the dice that count are those from first to end
    values = [value(face) for face in faces]
    base = min(values)
    places, size = (end - first) * (max(values) - base) + 1, room(sum(weights.values()) ** count)
    sums, done, beyond = {0: 1}, 0, sum(weights.values())
    for face, worth in zip(faces, values, strict=True):
        weight, step, more = weights[face], 8 * size * (worth - base), dict[int, int]()
        beyond -= weight
        for placed, packed in sums.items():
            others, counting = count - placed, max(placed, first)
            left = (weight + beyond) ** others
            for here in range(end - placed):
                now = placed + here
                ways = comb(others, here) * weight**here
                left -= ways * beyond ** (others - here)
                if beyond:
                    more[now] = more.get(now, 0) + (packed * ways << step * max(0, now - counting))
            done += packed * left << step * (end - counting)
        sums = more
    return unpack(done, base * (end - first), places, size)
