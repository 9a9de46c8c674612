"""Sums of independent whole numbers, fast and exact, in the standard library alone.

A distribution over neighbouring whole numbers is a polynomial. Written as one large integer with room enough for each
coefficient (Kronecker's substitution), Python multiplies it in C: exact, whatever the size.
"""

from __future__ import annotations

import struct

Weights = dict[int, int]  # by number; other numbers than whole ones are added up pair by pair
_FEW = 100  # so many pairs are added up one by one before the large integer would be ready
_SPARSE = 8  # a range with more than this many places for each outcome is cheaper pair by pair
_WORDS = {1: "B", 2: "H", 4: "I", 8: "Q"}  # sizes in bytes that struct reads at once


def convolve(a: Weights, b: Weights) -> Weights:
    """The weights above 0 of the sum of one outcome of ``a`` and one of ``b``."""
    if len(a) * len(b) <= _FEW or not (_dense(a) and _dense(b)):
        return _pairwise(a, b)
    low_a, low_b = min(a), min(b)
    places = max(a) - low_a + max(b) - low_b + 1
    size = room(sum(a.values()) * sum(b.values()))
    return unpack(_pack(a, low_a, size) * _pack(b, low_b, size), low_a + low_b, places, size)


def power(a: Weights, times: int) -> Weights:
    """The weights of the sum of ``times`` independent outcomes of ``a`` (0 times: the sum 0)."""
    if times == 0:
        return {0: 1}
    if times == 2:
        return convolve(a, a)
    if not _dense(a):
        half = power(a, times // 2)
        whole = _pairwise(half, half)
        return _pairwise(whole, a) if times % 2 else whole
    low = min(a)
    size = room(sum(a.values()) ** times)
    return unpack(_pack(a, low, size) ** times, low * times, (max(a) - low) * times + 1, size)


def _dense(a: Weights) -> bool:
    return {*map(type, a)} == {int} and max(a) - min(a) < _SPARSE * len(a)


def _pairwise(a: Weights, b: Weights) -> Weights:
    out: Weights = {}
    get = out.get
    for x, wx in a.items():
        for y, wy in b.items():
            both = x + y
            out[both] = get(both, 0) + wx * wy
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
