"""Small systems of linear equations in whole numbers, solved once for all right sides."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import gcd

Rows = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=4096)
def inverse(rows: Rows) -> tuple[Rows, int]:
    """The inverse of a matrix that has one: whole numbers, and what all of them are divided by, in lowest terms.

    >>> inverse(((2, 1), (0, 2)))
    (((2, -1), (0, 2)), 4)
    """
    if len(rows) == 1:
        return ((1,),), rows[0][0]
    if len(rows) == 2:  # most circles are a turn of each of two sides
        (a, b), (c, d) = rows
        return _lowest(((d, -b), (-c, a)), a * d - b * c)
    from sympy import ZZ
    from sympy.polys.matrices import DomainMatrix

    matrix = DomainMatrix([list(map(ZZ, row)) for row in rows], (len(rows), len(rows)), ZZ).to_sparse()
    numbers, divisor = matrix.inv_den()
    return _lowest(tuple(tuple(map(int, row)) for row in numbers.to_dense().to_list()), int(divisor))


def _lowest(rows: Sequence[Sequence[int]], divisor: int) -> tuple[Rows, int]:
    common = gcd(divisor, *[number for row in rows for number in row]) * (-1 if divisor < 0 else 1)
    return tuple(tuple(number // common for number in row) for row in rows), divisor // common
