"""Sparse linear equations in fractions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction


def solve(rows: Sequence[Mapping[int, Fraction]], right: Sequence[Fraction]) -> list[Fraction]:
    """The solution of linear equations, exactly; the left side as rows {column: coefficient}.

    >>> solve([{0: Fraction(1), 1: Fraction(1, 2)}, {1: Fraction(2)}], [Fraction(1), Fraction(1)])
    [Fraction(3, 4), Fraction(1, 2)]
    """
    if len(rows) == 2:  # most circles are a turn of each of two sides
        (a, b), (c, d) = ((row.get(0, Fraction(0)), row.get(1, Fraction(0))) for row in rows)
        over = a * d - b * c
        return [(right[0] * d - b * right[1]) / over, (a * right[1] - right[0] * c) / over]
    from sympy import QQ
    from sympy.polys.matrices import DomainMatrix

    size = len(rows)
    table = {k: {j: QQ(c.numerator, c.denominator) for j, c in row.items() if c} for k, row in enumerate(rows)}
    vector = {k: {0: QQ(b.numerator, b.denominator)} for k, b in enumerate(right) if b}
    solution = DomainMatrix(table, (size, size), QQ).lu_solve(DomainMatrix(vector, (size, 1), QQ)).to_list_flat()
    return [Fraction(int(x.numerator), int(x.denominator)) for x in solution]
