"""Sparse linear equations in whole numbers.

The left side is given as rows {column: coefficient}.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import gcd

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
    return eliminated(rows, [0] * len(rows))[1]


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
    result, determinant = eliminated(rows, right)
    return [number // determinant for number in result]


def eliminated(rows: Rows, right: Sequence[int]) -> tuple[list[int], int]:
    """The solution times the determinant, and that determinant, by Bareiss' elimination in whole numbers; zeros where
    there is no one solution.

    >>> eliminated([{0: 2, 1: 1}, {1: 2}], [8, 4])
    ([12, 8], 4)
    """
    size = len(rows)
    table = [[row.get(j, 0) for j in range(size)] + [number] for row, number in zip(rows, right, strict=True)]
    before, sign = 1, 1
    for k in range(size):
        pivot = next((i for i in range(k, size) if table[i][k]), None)
        if pivot is None:
            return [0] * size, 0
        if pivot != k:
            table[k], table[pivot], sign = table[pivot], table[k], -sign
        head = table[k]
        for i, row in enumerate(table):
            if i != k:
                table[i] = [(head[k] * a - row[k] * b) // before for a, b in zip(row, head, strict=True)]
        before = head[k]
    return [sign * row[size] for row in table], sign * before


def _of_two(rows: Rows) -> tuple[int, int, int, int]:
    one, two = rows
    return one.get(0, 0), one.get(1, 0), two.get(0, 0), two.get(1, 0)
