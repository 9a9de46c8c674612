"""Whole numbers by their residues modulo primes (NumPy): sums of products are exact without carrying.

A number below the product of some primes is known by its residues (Chinese remainder theorem), and so is a fraction
with a known denominator. Residues are floats from -p/2 to p/2: primes have 25 bits, so that sums of products fit
exactly in the 53 bits of a float while the weights in each add up to 28 bits at most.
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
_BLOCK_RESIDUES = 2**15  # residues in the columns of a block
_PIECES = 4  # beyond so many the weights of a small matrix are sooner residues themselves


@cache
def _primes() -> IntArray:
    """The primes of 25 bits, the largest first."""
    prime = np.ones(2**20, dtype=bool)
    for n in (2, *range(3, isqrt(2**BITS) + 1, 2)):
        prime[-_LOWEST % n :: n] = False
    return _LOWEST + np.flatnonzero(prime)[::-1]


def primes_above(largest: int, bases: Collection[int]) -> list[int]:
    """Primes whose product is more than this number, none of which divides any of the bases."""
    primes: list[int] = []
    product = 1
    for prime in map(int, _primes()):
        if product > largest:
            return primes
        if all(base % prime for base in bases):
            primes.append(prime)
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
        """The residues of numbers, a row for each."""
        rows = [[number % prime for prime in self.primes] for number in numbers]
        return self.reduced(np.array(rows, dtype=float).reshape(len(numbers), len(self)))

    def _inverse(self, number: int) -> FloatArray:
        """The residues of 1/number."""
        return self.reduced(np.array([pow(number, -1, prime) for prime in self.primes], dtype=float))

    def reduced(self, sums: FloatArray) -> FloatArray:
        """The residues of sums; in place."""
        for block in _blocks(sums):
            quotients = block * self._inverses
            np.rint(quotients, out=quotients)
            quotients *= self._moduli
            np.subtract(block, quotients, out=block)
        return sums

    def times(self, rows: FloatArray, factors: FloatArray) -> FloatArray:
        """The residues of products."""
        return self.reduced(rows * factors)

    @cached_property
    def _parts(self) -> tuple[list[int], int]:
        """For each prime the number that is 1 modulo it and 0 modulo the others; and the product of all."""
        product = prod(self.primes)
        return [(rest := product // prime) * pow(rest, -1, prime) for prime in self.primes], product

    def numbers(self, rows: FloatArray) -> list[int]:
        """The numbers that have these residues, from 0 to the product of the primes.

        >>> residues = Residues([33554393, 33554383])
        >>> residues.numbers(residues.of([5, 2**40]))
        [5, 1099511627776]
        """
        parts, product = self._parts
        return [sum(map(mul, row, parts)) % product for row in rows.astype(np.int64).tolist()]


def _blocks(rows: FloatArray) -> Iterator[FloatArray]:
    """The rows in blocks that fit in a processor's cache."""
    if rows.ndim == 1:
        yield rows
        return
    count = max(1, _BLOCK_RESIDUES // max(1, rows.shape[1]))
    for first in range(0, len(rows), count):
        yield rows[first : first + count]


def _matrix(values: FloatArray, rows: IntArray, begin: IntArray, shape: tuple[int, int]) -> Any:
    """A sparse matrix by columns (CSC), each of which begins at a place of ``values``; a small one is dense, and needs
    no SciPy.
    """
    if shape[0] * shape[1] <= _SMALL:
        matrix = np.zeros(shape)
        matrix[rows, np.repeat(np.arange(shape[1]), np.diff(begin))] = values
        return matrix
    from scipy import sparse

    return sparse.csc_array((values, rows, begin), shape=shape)


def grouped(rows: FloatArray, which: IntArray, count: int) -> FloatArray:
    """The sums of the rows of each group, as of pandas' ``groupby(which).sum()``."""
    begin = np.arange(len(which) + 1)
    return np.asarray(_matrix(np.ones(len(which)), which, begin, (count, len(which))) @ rows)


def pieces(largest: int) -> int:
    """About how many pieces weights up to this one are cut into."""
    return largest.bit_length() // _ROOM + 1


def _cut(weights: NDArray[Any], sums: Callable[[FloatArray], Array]) -> tuple[list[FloatArray], int]:
    """Weights cut into pieces of so many bits that their sums are small enough, the highest bits first.

    sums : of each row.
    """

    def largest_sum(values: FloatArray) -> int:
        return int(sums(values).max(initial=0))

    largest = int(weights.max(initial=0))
    if largest < 2**_ROOM and largest_sum(uncut := weights.astype(float)) < 2**_ROOM:
        return [uncut], 0
    bits = max(1, _ROOM - 1 - largest_sum(np.ones(len(weights))).bit_length())
    return [
        (weights >> cut & (2**bits - 1)).astype(float) for cut in reversed(range(0, largest.bit_length(), bits))
    ], bits


def _joined(products: Iterable[FloatArray], bits: int, residues: Residues) -> FloatArray:
    """The product with whole weights, from the products with their pieces."""
    first, *others = products
    sums = residues.reduced(first)
    for product in others:
        sums = residues.reduced(product + sums * 2.0**bits)
    return sums


class WeightMatrix:
    """A sparse matrix of whole numbers of any size, by columns.

    weights : the values of its entries.
    which : for each entry the place of its value.
    to : the row of each entry.
    begin : where the entries of each column begin.
    """

    def __init__(self, weights: NDArray[Any], which: IntArray, to: IntArray, begin: IntArray, rows: int) -> None:
        self._to, self._begin = to, begin
        self._last: tuple[tuple[int, int] | None, list[Any]] = None, []  # the shape that was asked last
        self._weights, self._which = weights, which
        self._modulo: tuple[Residues | None, FloatArray] = None, np.zeros((0, 0))  # the weights as residues
        self._long = len(to) <= _SMALL and pieces(int(weights.max(initial=0))) > _PIECES
        self._pieces: list[FloatArray] = []
        if not self._long:
            cut, self._bits = _cut(weights, lambda values: np.bincount(to, weights=values[which], minlength=rows))
            self._pieces = [piece[which] for piece in cut]

    @property
    def nbytes(self) -> int:
        """Bytes that it takes."""
        return sum(piece.nbytes for piece in [*self._pieces, self._modulo[1]])

    def _first(self, rows: int, columns: int) -> list[Any]:
        """The pieces of its first rows and columns."""
        if self._last[0] != (rows, columns):
            begin, shape = self._begin[: columns + 1], (rows, columns)
            to, values = self._to[: begin[-1]], [piece[: begin[-1]] for piece in self._pieces]
            self._last = shape, [_matrix(each, to, begin, shape) for each in values]
        return self._last[1]

    def __call__(self, amounts: FloatArray, rows: int, residues: Residues) -> FloatArray:
        """The product of its first rows and columns with amounts."""
        if self._long:
            return self._of_residues(amounts, rows, residues)
        return _joined((piece @ amounts for piece in self._first(rows, len(amounts))), self._bits, residues)

    def _of_residues(self, amounts: FloatArray, rows: int, residues: Residues) -> FloatArray:
        """The same entry by entry, with weights as residues."""
        if self._modulo[0] is not residues:
            self._modulo = residues, residues.of(self._weights.tolist())
        begin = self._begin[: len(amounts) + 1]
        to, which = self._to[: begin[-1]], self._which[: begin[-1]]
        products = residues.times(self._modulo[1][which], np.repeat(amounts, np.diff(begin), axis=0))
        return residues.reduced(grouped(products, to, rows))
