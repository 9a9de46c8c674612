"""Whole numbers by their residues modulo primes (NumPy): sums of products are exact without carrying.

A number below the product of some primes is known by its residues (Chinese remainder theorem), and so is a fraction with a
known denominator. Residues are floats from -p/2 to p/2: primes have 25 bits, so that sums of products fit exactly in the 53 bits
of a float while the weights in each add up to 28 bits at most.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, cached_property
from math import isqrt, prod
from operator import mul
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dice.chances import Array, FloatArray, IntArray

BITS = 25  # of each prime
_LOWEST = 2**BITS - 2**20  # some 61,000 primes are above it
_ROOM = 28  # bits that the weights in one sum may add up to
_SMALL = 2**14  # a matrix of so many places is quicker full than sparse
_AT_HAND = 2**15  # residues in the columns of a block


@cache
def _primes() -> IntArray:
    """The primes of 25 bits, the largest first."""
    prime = np.ones(2**20, dtype=bool)
    for n in (2, *range(3, isqrt(2**BITS) + 1, 2)):
        prime[-_LOWEST % n :: n] = False
    return _LOWEST + np.flatnonzero(prime)[::-1]


def primes_above(largest: int, bases: Collection[int]) -> list[int]:
    """As many primes as tell numbers up to this one apart, none of which divides any of these bases."""
    found: list[int] = []
    product = 1
    for prime in map(int, _primes()):
        if product > largest:
            return found
        if all(base % prime for base in bases):
            found.append(prime)
            product *= prime
    raise OverflowError("numbers must be told apart by the primes of 25 bits")


class Residues:
    """Arithmetic modulo several primes at once: each has a column."""

    def __init__(self, primes: Sequence[int]) -> None:
        self.primes = list(primes)
        self._moduli = np.array(self.primes, dtype=float)
        self._inverses = 1 / self._moduli
        self.inverse = cache(self._inverse)

    def __len__(self) -> int:
        return len(self.primes)

    def of(self, numbers: Sequence[int]) -> FloatArray:
        """A row for each number."""
        rows = [[number % prime for prime in self.primes] for number in numbers]
        return self.reduced(np.array(rows, dtype=float).reshape(len(numbers), len(self)))

    def _inverse(self, number: int) -> FloatArray:
        """What it is divided by: the residues of 1/number."""
        return self.reduced(np.array([pow(number, -1, prime) for prime in self.primes], dtype=float))

    def reduced(self, sums: FloatArray) -> FloatArray:
        """The residues of sums, in their place."""
        for some in _blocks(sums):
            quotients = some * self._inverses
            np.rint(quotients, out=quotients)
            quotients *= self._moduli
            np.subtract(some, quotients, out=some)
        return sums

    def times(self, rows: FloatArray, factors: FloatArray) -> FloatArray:
        """Residues times others."""
        return self.reduced(rows * factors)

    @cached_property
    def _parts(self) -> tuple[list[int], int]:
        """For each prime the number that is 1 modulo it and 0 modulo the others; and the product of all."""
        product = prod(self.primes)
        return [(rest := product // prime) * pow(rest, -1, prime) for prime in self.primes], product

    def numbers(self, rows: FloatArray) -> list[int]:
        """The numbers again, from 0 on.

        >>> residues = Residues([33554393, 33554383])
        >>> residues.numbers(residues.of([5, 2**40]))
        [5, 1099511627776]
        """
        parts, product = self._parts
        return [sum(map(mul, row, parts)) % product for row in rows.astype(np.int64).tolist()]


def _blocks(rows: FloatArray) -> Iterator[FloatArray]:
    """Some rows at a time, as many as a processor has at hand."""
    if rows.ndim == 1:
        yield rows
        return
    count = max(1, _AT_HAND // max(1, rows.shape[1]))
    for first in range(0, len(rows), count):
        yield rows[first : first + count]


def _matrix(values: FloatArray, rows: IntArray, begin: IntArray, shape: tuple[int, int]) -> Any:
    """A matrix with these values in these rows. begin : where each column begins. A small one is full, and needs no SciPy."""
    if shape[0] * shape[1] <= _SMALL:
        matrix = np.zeros(shape)
        matrix[rows, np.repeat(np.arange(shape[1]), np.diff(begin))] = values
        return matrix
    from scipy import sparse

    return sparse.csc_array((values, rows, begin), shape=shape)


def grouped(rows: FloatArray, which: IntArray, count: int) -> FloatArray:
    """The sums of the rows of each of so many groups. which : the group of each row."""
    begin = np.arange(len(which) + 1)
    return np.asarray(_matrix(np.ones(len(which)), which, begin, (count, len(which))) @ rows)


def pieces(largest: int) -> int:
    """Into about how many pieces weights up to this one are cut."""
    return largest.bit_length() // _ROOM + 1


def _cut(weights: NDArray[Any], sums: Callable[[FloatArray], Array]) -> tuple[list[FloatArray], int]:
    """Weights in pieces that are small enough, the highest first, and the bits of each. sums : what values come to."""

    def most(values: FloatArray) -> int:
        return int(sums(values).max(initial=0))

    largest = int(weights.max(initial=0))
    if largest < 2**_ROOM and most(uncut := weights.astype(float)) < 2**_ROOM:
        return [uncut], 0
    bits = max(1, _ROOM - 1 - most(np.ones(len(weights))).bit_length())
    return [
        (weights >> cut & (2**bits - 1)).astype(float) for cut in reversed(range(0, largest.bit_length(), bits))
    ], bits


def _joined(products: Iterable[FloatArray], bits: int, residues: Residues) -> FloatArray:
    """The products with all pieces as one."""
    first, *others = products
    sums = residues.reduced(first)
    for product in others:
        sums = residues.reduced(product + sums * 2.0**bits)
    return sums


class WeightMatrix:
    """Where amounts go, and how often each is counted: a sparse matrix of whole numbers of any size.

    weights : of which each way, from a column to a row, has one. which : its place among them. to : the row of each way. begin :
    where the ways of each column begin.
    """

    def __init__(self, weights: NDArray[Any], which: IntArray, to: IntArray, begin: IntArray, rows: int) -> None:
        self._to, self._begin = to, begin
        self._last: tuple[tuple[int, int] | None, list[Any]] = None, []  # the shape that was asked last
        pieces, self._bits = _cut(weights, lambda values: np.bincount(to, weights=values[which], minlength=rows))
        self._pieces = [piece[which] for piece in pieces]

    @property
    def nbytes(self) -> int:
        """Bytes that it takes."""
        return sum(piece.nbytes for piece in self._pieces)

    def _first(self, rows: int, columns: int) -> list[Any]:
        """The pieces of the matrix, of so many rows and columns."""
        if self._last[0] != (rows, columns):
            begin, shape = self._begin[: columns + 1], (rows, columns)
            to, values = self._to[: begin[-1]], [piece[: begin[-1]] for piece in self._pieces]
            self._last = shape, [_matrix(each, to, begin, shape) for each in values]
        return self._last[1]

    def __call__(self, amounts: FloatArray, rows: int, residues: Residues) -> FloatArray:
        """What comes to the first rows from the amounts in the first columns."""
        return _joined((piece @ amounts for piece in self._first(rows, len(amounts))), self._bits, residues)
