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
    the others show what they like. Where dice are left out at one end only, those that count are added one by one.
    """
    if not (low and high):
        return _one_by_one(weights, count - low - high, count, high > 0, value)
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


def _one_by_one(weights: Weights, few: int, count: int, lowest: bool, value: Callable[[int], int]) -> Weights:
    """The weights of the sum of ``value`` over the ``few`` highest or lowest dice.

    The face of the last of them is tried in turn: so many dice show one beyond it, and enough of the others show it.
    The sums of those beyond are a power, and all powers together are built as one sum, one die at a time: what there is
    so far with one more die beyond, and the ways in which no other is.
    """
    faces = sorted(weights, reverse=not lowest)
    sign = 1 if lowest else -1  # the last faces have the shortest integers
    values = [sign * value(face) for face in faces]
    base, size = min(values), room(sum(weights.values()) ** count)
    choices = list(accumulate(range(few - 1), lambda ways, place: ways * (count - place) // (place + 1), initial=1))
    beyond, within, whole = list[_Run](), sum(weights.values()), 0
    for face, worth in zip(faces, values, strict=True):
        weight, step = weights[face], 8 * size * (worth - base)
        later, others, alike = within - weight, count - few + 1, 1
        enough = within**others - later**others  # the ways in which one of the others shows this face, or more do
        fewer = others * weight * later**others
        sums = 0
        for place in range(few - 1, -1, -1):
            sums = sum([run.times(sums) for run in beyond]) if sums else 0
            sums += choices[place] * enough << step * (few - place)
            others, alike, enough = others + 1, alike + 1, within * enough - fewer
            fewer = fewer * weight * others // alike
        whole, within = whole + sums, later
        if not (beyond and beyond[-1].goes_on(step, weight)):
            beyond.append(_Run(step, 8 * size, weight))
    places = few * (max(values) - base) + 1
    return {sign * number: ways for number, ways in unpack(whole, base * few, places, size).items()}


class _Run:
    """What a die may be worth in a row, each with the same weight: the sums are moved as often as there are such.

    start : by how many bits for the first; step : and for each after it.
    """

    def __init__(self, start: int, step: int, weight: int) -> None:
        self.start, self.step, self.weight, self.length = start, step, weight, 1

    def goes_on(self, start: int, weight: int) -> bool:
        """Does that belong to it? Then it is longer."""
        ends = (self.start - self.step, self.start + self.length * self.step)
        if weight != self.weight or start not in ends:
            return False
        self.start, self.length = min(start, self.start), self.length + 1
        return True

    def times(self, sums: int) -> int:
        """The sums with one such die more."""
        more, length = sums, 1
        for bit in f"{self.length:b}"[1:]:
            more, length = more + (more << length * self.step), 2 * length
            if bit == "1":
                more, length = (more << self.step) + sums, length + 1
        return (more if self.weight == 1 else more * self.weight) << self.start


def _choices(of: int, most: int) -> list[int]:
    """How many ways there are to choose 0, 1, ... and less than so many of some; each from the one before it."""
    return list(accumulate(range(most - 1), lambda ways, chosen: ways * (of - chosen) // (chosen + 1), initial=1))
