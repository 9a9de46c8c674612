"""Sparse linear equations in whole numbers.

The left side is given as rows {column: coefficient}.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import gcd
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sympy.polys.matrices import DomainMatrix

Rows = Sequence[Mapping[int, int]]


def denominator(rows: Rows) -> int:
    """A common denominator of the solutions for all whole right sides; 0 where there is no one solution.

    >>> denominator([{0: 2, 1: 1}, {1: 2}])
    4
    """
    if len(rows) == 1:
        return rows[0][0]
    if len(rows) == 2:  # most circles are a turn of each of two sides
        a, b, c, d = _of_two(rows)
        return (a * d - b * c) // gcd(a, b, c, d)
    return int(_matrix(rows, len(rows)).det())


def solve(rows: Rows, right: Sequence[int]) -> list[int]:
    """The solution, where the right side is a multiple of the denominator, so that it is whole.

    >>> solve([{0: 2, 1: 1}, {1: 2}], [8, 4])
    [3, 2]
    """
    if len(rows) == 1:
        return [right[0] // rows[0][0]]
    if len(rows) == 2:
        a, b, c, d = _of_two(rows)
        determinant = a * d - b * c
        return [(right[0] * d - b * right[1]) // determinant, (a * right[1] - right[0] * c) // determinant]
    found, total = _matrix(rows, len(rows)).solve_den(_matrix([{0: number} for number in right], 1))
    return [int(number // total) for number in found.to_list_flat()]


def _of_two(rows: Rows) -> tuple[int, int, int, int]:
    one, two = rows
    return one.get(0, 0), one.get(1, 0), two.get(0, 0), two.get(1, 0)


def _matrix(rows: Rows, columns: int) -> DomainMatrix:
    from sympy import ZZ
    from sympy.polys.matrices import DomainMatrix

    table = {k: {j: ZZ(number) for j, number in row.items() if number} for k, row in enumerate(rows)}
    return DomainMatrix({k: row for k, row in table.items() if row}, (len(rows), columns), ZZ)
