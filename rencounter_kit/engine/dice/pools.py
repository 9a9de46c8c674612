"""Dice thrown together of which some are left out: counted by how many show each face, never listed.

>>> from rencounter_kit.engine.dice.dist import Dist, d
>>> Dist(kept(d(6).weights, 4, low=1)).mean
Fraction(15869, 1296)
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

from .convolve import Weights, room, unpack


def kept(
    weights: Weights, count: int, low: int = 0, high: int = 0, value: Callable[[int], int] = lambda face: face
) -> Weights:
    """The weights of the sum of ``value`` over dice alike, without the ``low`` lowest and the ``high`` highest of them.

    Face by face, so many dice show it, from the last face that counts to the first; the sums of those that count from
    there on are one large integer for each number of dice that have an earlier face. Once all that count have theirs,
    the others show what they like.
    """
    first, last = (high, low) if low >= high else (low, high)
    end = count - last  # the dice that count are those from first to end
    sign = 1 if low >= high else -1  # the last faces have the shortest integers
    faces = sorted(weights, reverse=low >= high)
    values = [sign * value(face) for face in faces]
    base = min(values)
    places, size = (end - first) * (max(values) - base) + 1, room(sum(weights.values()) ** count)
    choices = [_choices(count - placed, end - placed) for placed in range(end)]
    sums, beyond, ways_beyond = [0] * end, 0, [0] * end  # and of all dice but so many, the ways to show a later face
    for face, worth in zip(reversed(faces), reversed(values), strict=True):
        weight, step = weights[face], 8 * size * (worth - base)
        beyond += weight
        alike, later_ways = (
            [weight**place for place in range(end)],
            [beyond ** (count - placed) for placed in range(end)],
        )
        for placed in range(1 if face == faces[0] else end):
            counting, ways, left = max(placed, first), 0, later_ways[placed]
            for place, chosen in enumerate(choices[placed]):
                now = placed + place
                so_many = chosen * alike[place]
                left -= so_many * ways_beyond[now]
                if amount := sums[now]:
                    amount = amount if so_many == 1 else amount * so_many
                    ways += amount << step * (now - counting) if now > counting else amount
            sums[placed] = ways + (left << step * (end - counting))
        ways_beyond = later_ways
    unpacked = unpack(sums[0], base * (end - first), places, size)
    return unpacked if sign > 0 else {-number: ways for number, ways in reversed(unpacked.items())}


def _choices(of: int, most: int) -> list[int]:
    """How many ways there are to choose 0, 1, ... and less than so many of some; each from the one before it."""
    return list(accumulate(range(most - 1), lambda ways, chosen: ways * (of - chosen) // (chosen + 1), initial=1))
