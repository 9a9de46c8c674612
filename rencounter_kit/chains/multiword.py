"""Large whole numbers as rows of an array (NumPy), 32 bits in each column, the least first; and their sums. Exact.

A column may hold up to a bit more than its 32, so that carrying need go no further than the next one. No sum passes 63
bits: what is multiplied is cut into pieces that are small enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import gcd
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

Multiwords = NDArray[np.int64]  # one row for each number
Ints = NDArray[np.int64]
_BITS = 32
_ROOM = 29  # bits that the weights into one row may sum up to: 33 of a limb and these are 62
_FEW = 64  # numbers that tell what is likely to divide all
_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)  # dice and numbers of men have no others
_WORTH, _LARGEST = 2**24, 2**29  # what is worth a division; with a column a remainder of these is 62 bits at most
_AT_HAND = 2**17  # numbers in the columns of a block
_SAFE = 2**40  # weights below this are summed up in 64 bits for any array that fits in memory


def small(largest: int) -> type:
    """The type of an array for whole numbers up to this one."""
    return np.int64 if largest < 2**62 else object


def width_of(largest: int) -> int:
    """Columns that a number takes."""
    return largest.bit_length() // _BITS + 1


def multiword(numbers: Sequence[int], width: int) -> Multiwords:
    """Numbers as rows of so many columns.

    >>> multiword([5, 2**32 + 7], 2).tolist()
    [[5, 0], [7, 1]]
    """
    data = b"".join([number.to_bytes(4 * width, "little") for number in numbers])
    return np.frombuffer(data, dtype="<u4").astype(np.int64).reshape(len(numbers), width)


def numbers(rows: Multiwords) -> list[int]:
    """The numbers again.

    >>> numbers(multiword([5, 2**32 + 7], 2))
    [5, 4294967303]
    """
    low, over = ((rows & (2**_BITS - 1)).astype("<u4"), (rows >> _BITS).astype("<u4"))
    return [
        int.from_bytes(a.tobytes(), "little") + (int.from_bytes(b.tobytes(), "little") << _BITS)
        for a, b in zip(low, over, strict=True)
    ]


def sum_of(rows: Multiwords) -> int:
    """The sum of all numbers."""
    return sum(column << (_BITS * i) for i, column in enumerate(rows.sum(axis=0).tolist()))


def reduced(rows: Multiwords, total: int) -> tuple[Multiwords, int]:
    """All numbers, and ``total``, without what divides each of them, as far as it is a product of small primes; some 24 bits
    of it may be left.

    >>> rows, total = reduced(multiword([2**40 * 6, 2**40 * 10], 2), 2**50)
    >>> numbers(rows), total
    ([12288, 20480], 2097152)
    """
    likely = gcd(total, *numbers(rows[:: len(rows) // _FEW + 1]))
    while (divisor := _of_small_primes(likely)) >= _WORTH:
        quotients, others = _divided(rows, divisor)
        if len(others):
            likely = gcd(likely, *numbers(others))
        else:
            rows, total, likely = quotients, total // divisor, likely // divisor
    return rows, total


def _of_small_primes(number: int) -> int:
    """What divides it, as far as it fits in a column."""
    divisor = 1
    for prime in _PRIMES:
        while divisor * prime <= _LARGEST and number % prime == 0:
            number, divisor = number // prime, divisor * prime
    return divisor


def _divided(rows: Multiwords, divisor: int) -> tuple[Multiwords, Multiwords]:
    """All numbers by a divisor; and none, or where it does not divide all, some of those that it does not."""
    quotients = np.empty_like(rows)
    for some, into in zip(_blocks(rows), _blocks(quotients), strict=True):
        by_column = some.T.copy()  # side by side, where a division is quicker
        left: Ints = np.zeros(len(some), dtype=np.int64)
        for column in by_column[::-1]:
            left <<= _BITS
            left += column
            np.floor_divide(left, divisor, out=column)
            left -= column * divisor
        if left.any():
            return quotients, some[np.flatnonzero(left)[:_FEW]]
        into[:] = by_column.T
    return quotients, rows[:0]


def _blocks(rows: Multiwords) -> Iterator[Multiwords]:
    """Some rows at a time, as many as a processor has at hand; a few at first."""
    many = max(1, _AT_HAND // rows.shape[1])
    yield rows[:_FEW]
    for first in range(_FEW, len(rows), many):
        yield rows[first : first + many]


def _carried(rows: Multiwords) -> Multiwords:
    """Each column below 2**33 again, from below 2**63: what is over goes to the next one. The last has none over."""
    for some in _blocks(rows):
        over = some >> _BITS
        np.bitwise_and(some, 2**_BITS - 1, out=some)
        some[:, 1:] += over[:, :-1]
    return rows


class WeightMatrix:
    """Where amounts go, and how often each is counted: a sparse matrix of whole numbers of any size.

    weights : of which each way has one. which : its place among them. matrix : a sparse matrix with a value for each way.
    """

    def __init__(
        self, weights: NDArray[Any], which: NDArray[Any], matrix: Callable[[Ints], sparse.csr_array | sparse.csc_array]
    ) -> None:
        def most(each: sparse.csr_array | sparse.csc_array) -> int:
            """That comes to one row."""
            return int((each @ np.ones(each.shape[1], dtype=np.int64)).max(initial=0))

        largest, self.shift = int(weights.max(initial=0)), 0
        if largest < _SAFE:
            total = matrix(weights.astype(np.int64)[which])
            if most(total) < 2**_ROOM:
                self.pieces = [total]
                return
        self.shift = bits = max(1, _ROOM - most(matrix(np.ones(len(which), dtype=np.int64))).bit_length())
        cuts = range(0, largest.bit_length(), bits)
        self.pieces = [matrix((weights >> cut & (2**bits - 1)).astype(np.int64)[which]) for cut in cuts]

    @property
    def ways(self) -> int:
        """How many products each digit is in."""
        return sum(piece.nnz for piece in self.pieces)

    @property
    def nbytes(self) -> int:
        """Bytes that it takes."""
        return sum(part.nbytes for piece in self.pieces for part in (piece.data, piece.indices, piece.indptr))

    def times(self, rows: Multiwords, width: int) -> Multiwords:
        """What comes to each row, in so many columns."""
        wider = np.zeros((len(rows), width), dtype=np.int64)
        wider[:, : rows.shape[1]] = rows
        highest, *lower = reversed(self.pieces)
        sums = _carried(highest @ wider)
        for piece in lower:
            sums = _carried((sums << self.shift) + piece @ wider)
        return sums

    def onward(self, rows: Multiwords, total: int, common: int) -> tuple[Multiwords, int]:
        """What comes to each row of amounts out of ``total``, by weights out of ``common``; and out of how many. What divides
        all is taken out where it would take more columns.
        """
        total *= common
        width = width_of(total)
        after = self.times(rows, width)
        if width > rows.shape[1]:
            after, total = reduced(after, total)
        return np.ascontiguousarray(after[:, : width_of(total)]), total
