"""Sums of independent whole numbers, fast and exact, in the standard library alone.

A distribution over neighbouring whole numbers is a polynomial. Written as one large integer with room enough for each
coefficient (Kronecker's substitution), Python multiplies it in C: exact, whatever the size. Very long ones are
multiplied as decimals, which Python does in nearly linear time.
"""

from __future__ import annotations

import decimal
import struct
import sys
from itertools import chain

Weights = dict[int, int]  # by number; other numbers than whole ones are added up pair by pair
# So many pairs are added up one by one before an integer would be ready, of small weights or a large one.
_FEW, _MANY = 20, 100
_SPARSE = 8  # a range with more than this many places for each outcome is cheaper pair by pair
_LONG = 100_000  # bytes of a product from which decimals are quicker
_DECIMAL = decimal.Context(decimal.MAX_PREC, Emin=decimal.MIN_EMIN, Emax=decimal.MAX_EMAX, traps=[decimal.Inexact])
_WORDS = {1: "B", 2: "H", 4: "I", 8: "Q"}  # sizes in bytes that struct reads at once


def convolve(a: Weights, b: Weights) -> Weights:
    """The weights above 0 of the sum of one outcome of ``a`` and one of ``b``."""
    pairs = len(a) * len(b)
    if _FEW < pairs <= _MANY and _in_a_row(a) and _in_a_row(b) and sum(a.values()) * sum(b.values()) < 256:
        sums = int.from_bytes(bytes(a.values()), "little") * int.from_bytes(bytes(b.values()), "little")
        return dict(enumerate(sums.to_bytes(len(a) + len(b) - 1, "little"), next(iter(a)) + next(iter(b))))
    if pairs <= _MANY or not _whole(a, b):
        return _pairwise(a, b)
    low_a, low_b = min(a), min(b)
    places = max(a) - low_a + max(b) - low_b + 1
    if not (_dense(a) and _dense(b)) and pairs < _SPARSE * places:
        return _pairwise(a, b)
    size = room(largest := sum(a.values()) * sum(b.values()))
    if places * size > _LONG:
        digits = _digits(largest)
        product = _DECIMAL.multiply(_pack_digits(a, low_a, digits), _pack_digits(b, low_b, digits))
        return _unpack_digits(product, low_a + low_b, places, digits)
    return unpack(_pack(a, low_a, size) * _pack(b, low_b, size), low_a + low_b, places, size)


def power(a: Weights, times: int) -> Weights:
    """The weights of the sum of ``times`` independent outcomes of ``a`` (0 times: the sum 0)."""
    if times == 0:
        return {0: 1}
    if times == 2:
        return convolve(a, a)
    if not (_whole(a) and _dense(a)):
        half = power(a, times // 2)
        whole = _pairwise(half, half)
        return _pairwise(whole, a) if times % 2 else whole
    low, places = min(a), (max(a) - min(a)) * times + 1
    size = room(largest := sum(a.values()) ** times)
    if places * size > _LONG:
        digits = _digits(largest)
        one = product = _pack_digits(a, low, digits)
        for bit in f"{times:b}"[1:]:
            product = _DECIMAL.multiply(product, product)
            product = _DECIMAL.multiply(product, one) if bit == "1" else product
        return _unpack_digits(product, low * times, places, digits)
    return unpack(_pack(a, low, size) ** times, low * times, places, size)


def _whole(*each: Weights) -> bool:
    return {*map(type, chain(*each))} == {int}


def _in_a_row(a: Weights) -> bool:
    """Are they whole numbers one after the other?"""
    first = next(iter(a))
    return type(first) is int and [*a] == [*range(first, first + len(a))]


def _dense(a: Weights) -> bool:
    return max(a) - min(a) < _SPARSE * len(a)


def _pairwise(a: Weights, b: Weights) -> Weights:
    if 0 < len(b) <= len(a):
        (y, wy), *others = b.items()
        out = {x + y: wx * wy for x, wx in a.items()}
        if len(out) == len(a):  # no rounding makes two numbers one
            get = out.get
            for y, wy in others:
                for x, wx in a.items():
                    both = x + y
                    out[both] = get(both, 0) + wx * wy
            return out
    out = {}
    for x, wx in a.items():
        for y, wy in b.items():
            both = x + y
            out[both] = out.get(both, 0) + wx * wy
    return out


def room(largest: int) -> int:
    """Room for a number: as many bytes as it takes, or the next size that is read at once."""
    size = (largest.bit_length() + 7) // 8
    return next((words for words in _WORDS if words >= size), size)


def _pack(a: Weights, low: int, size: int) -> int:
    row = [a.get(outcome, 0) for outcome in range(low, max(a) + 1)]
    if code := _WORDS.get(size):
        return int.from_bytes(struct.pack(f"<{len(row)}{code}", *row), "little")
    return int.from_bytes(b"".join([weight.to_bytes(size, "little") for weight in row]), "little")


def unpack(packed: int, low: int, places: int, size: int) -> Weights:
    """The weights above 0 that stand in one large integer, ``size`` bytes each, the first for the number ``low``."""
    row = packed.to_bytes(places * size, "little")
    if code := _WORDS.get(size):
        weights = dict(enumerate(struct.unpack(f"<{places}{code}", row), low))
    else:
        read = int.from_bytes
        starts = range(0, places * size, size)
        weights = {low + i: read(row[at : at + size], "little") for i, at in enumerate(starts)}
    return {number: weight for number, weight in weights.items() if weight} if 0 in weights.values() else weights


def _digits(largest: int) -> int:
    """Room for a number in decimal digits."""
    return int(largest.bit_length() * 0.30103) + 1


def _pack_digits(a: Weights, low: int, digits: int) -> decimal.Decimal:
    row = [a.get(outcome, 0) for outcome in range(max(a), low - 1, -1)]
    return decimal.Decimal("".join([str(decimal.Decimal(weight)).zfill(digits) for weight in row]))


def _unpack_digits(packed: decimal.Decimal, low: int, places: int, digits: int) -> Weights:
    text = str(packed).zfill(places * digits)
    starts = range((places - 1) * digits, -1, -digits)
    limit = sys.get_int_max_str_digits()  # within it a text is read at once
    read = int if digits <= limit or not limit else decimal.Decimal
    row = [int(read(text[at : at + digits])) for at in starts]
    return {number: weight for number, weight in enumerate(row, low) if weight}
