"""Sparse linear equations in whole numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import lcm


def solve(rows: Sequence[Mapping[int, int]], right: Sequence[int]) -> tuple[list[int], int]:
    """The solution of linear equations, exactly: numerators over one denominator, not in lowest terms.

    The left side is given as rows {column: coefficient}.

    >>> solve([{0: 2, 1: 1}, {1: 2}], [2, 1])
    ([3, 2], 4)
    """
    if len(rows) == 1:
        return list(right), rows[0][0]
    if len(rows) == 2:  # most circles are a turn of each of two sides
        (a, b), (c, d) = ((row.get(0, 0), row.get(1, 0)) for row in rows)
        return [right[0] * d - b * right[1], a * right[1] - right[0] * c], a * d - b * c
    from sympy import QQ
    from sympy.polys.matrices import DomainMatrix

    size = len(rows)
    table = {k: {j: QQ(c) for j, c in row.items() if c} for k, row in enumerate(rows)}
    vector = {k: {0: QQ(b)} for k, b in enumerate(right) if b}
    solution = DomainMatrix(table, (size, size), QQ).lu_solve(DomainMatrix(vector, (size, 1), QQ)).to_list_flat()
    common = lcm(*[int(x.denominator) for x in solution])
    return [int(x.numerator) * (common // int(x.denominator)) for x in solution], common
