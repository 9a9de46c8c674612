"""A table of exact numbers as a piecewise polynomial: as few cases as possible, right at every point of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import gcd, lcm
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ....engine.dice.chances import ExactArray
from ....engine.words.wording import Spelling

if TYPE_CHECKING:
    from sympy import Expr, Rational, Symbol
    from sympy.core.relational import Relational
    from sympy.logic.boolalg import Boolean

MAX_CASES = 30  # more than that nobody reads
_HIGHEST = 8  # degree
_A_CASE = 2  # what a further case costs, in degrees


class Axis(NamedTuple):
    """One coordinate of a table.

    expression : what it is, linear in symbols.
    first, step : its whole values.
    """

    expression: Expr
    first: int
    step: int = 1

    def value(self, place: int) -> int:
        """The coordinate at a place of the table."""
        return self.first + self.step * place

    def place(self, value: int) -> int:
        """The place in the table of a value."""
        return (value - self.first) // self.step


# Which cases ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Polynomial:
    """A sum of numbers times binomials; (axis, from, under) is the binomial "place less ``from``, over ``under``"."""

    terms: tuple[tuple[Fraction, tuple[tuple[int, int, int], ...]], ...]


@dataclass(frozen=True)
class Cases:
    """Along one axis: from place to place (both included), and what holds there."""

    axis: int
    parts: tuple[tuple[int, int, Tree], ...]


@dataclass(frozen=True)
class Composite:
    """Parts that depend on different axes, times each other and ``share``, or added up."""

    times: bool
    parts: tuple[Tree, ...]
    share: Fraction = Fraction(1)


Tree = Polynomial | Cases | Composite


def fit(table: ExactArray) -> Tree | None:
    """The cases of a table; ``None`` when it has more than thirty.

    table : an object array of ``Fraction``, one axis for each coordinate. A case is a polynomial that is seen to hold:
    it lies on one point more, at least, than it needs.
    """
    below = lcm(1, *(x.denominator for x in table.ravel()))
    numerators = np.array([int(x * below) for x in table.ravel()], dtype=object).reshape(table.shape)
    trees = [
        tree for order in permutations(range(table.ndim)) if (tree := _along(numerators, order, below)) is not None
    ]
    if min(map(count, trees), default=MAX_CASES) > 1:
        trees = [*(tree for axis in range(table.ndim) for tree in _composites(table, axis)), *trees]
    return min(trees, key=count, default=None)


def count(tree: Tree) -> int:
    """How many cases one has to read."""
    if isinstance(tree, Polynomial):
        return 1
    if isinstance(tree, Composite):
        return sum(count(part) for part in tree.parts)
    return sum(count(part) for _, _, part in tree.parts)


def _along(numerators: ExactArray, order: Sequence[int], below: int) -> Tree | None:
    """Cases along one axis after the other."""
    start = np.transpose(numerators, order).reshape(1, *(numerators.shape[axis] for axis in order))
    return _cases(start, [()], order, below)


def _cases(
    rows: ExactArray, products: list[tuple[tuple[int, int, int], ...]], order: Sequence[int], below: int
) -> Tree | None:
    """Cases of several tables at once: what the products are multiplied by."""
    if not order:
        numbers = ((Fraction(int(c), below), product) for c, product in zip(rows, products, strict=True))
        return Polynomial(tuple((c, product) for c, product in numbers if c))
    axis, size = order[0], rows.shape[1]
    stretches = pieces(np.moveaxis(rows, 1, 0).reshape(size, -1))
    if len(stretches) > MAX_CASES:
        return None
    parts: list[tuple[int, int, Tree]] = []
    for first, last, origin, degree in stretches:
        coefficients = [np.diff(rows[:, origin : origin + k + 1], n=k, axis=1)[:, 0] for k in range(degree + 1)]
        longer = [(*product, (axis, origin, k)) if k else product for k in range(degree + 1) for product in products]
        inner = _cases(np.concatenate(coefficients), longer, order[1:], below)
        if inner is None:
            return None
        parts.append((first, last, inner))
    tree = parts[0][2] if len(parts) == 1 else Cases(axis, tuple(parts))
    return tree if count(tree) <= MAX_CASES else None


def pieces(rows: ExactArray) -> list[tuple[int, int, int, int]]:
    """Stretches in which every column is a polynomial: (first, last, from which row on it is known, degree).

    Longest stretches and low degrees are best: a further stretch costs as much as two degrees.
    """
    size = len(rows)
    reach: list[list[tuple[int, int, int]]] = [[(place, place, 0)] for place in range(size)]  # (last, origin, degree)
    for degree in range(min(_HIGHEST, size - 2) + 1):
        holds = ~(np.diff(rows, n=degree + 1, axis=0) != 0).any(axis=1)
        last = 0
        for origin in range(len(holds) - 1, -1, -1):
            if holds[origin]:
                last = last if origin + 1 < len(holds) and holds[origin + 1] else origin + degree + 1
                following = next(
                    (p for p in range(origin + 1, origin + degree + 2) if p < len(holds) and holds[p]), size
                )
                for place in range(origin, min(origin + degree + 2, following)):
                    reach[place].append((last, origin, degree))
    best: list[tuple[int, int, int, int]] = [(0, 0, 0, 0)] * (size + 1)  # cost, and how to go on
    for place in range(size - 1, -1, -1):
        ways = ((best[last + 1][0] + _A_CASE + degree, degree, last, origin) for last, origin, degree in reach[place])
        cost, degree, last, origin = min(ways)
        best[place] = (cost, last, origin, degree)
    stretches, place = [], 0
    while place < size:
        _, last, origin, degree = best[place]
        stretches.append((place, last, origin, degree))
        place = last + 1
    return stretches


def _composites(table: ExactArray, axis: int) -> Iterator[Tree]:
    """The table as a product or a sum of what one axis does and what all others do, where it is one."""
    if table.ndim < 2:
        return
    rows = np.moveaxis(table, axis, 0).reshape(table.shape[axis], -1)
    others = [other for other in range(table.ndim) if other != axis]
    rest = tuple(table.shape[other] for other in others)
    i, j = (int(place[0]) for place in np.nonzero(rows)) if (rows != 0).any() else (0, 0)
    if rows[i, j] and (rows * rows[i, j] == np.outer(rows[:, j], rows[i])).all():
        one, other = _primitive(rows[:, j]), _primitive(rows[i])
        share = Fraction(rows[i, j]) / (one[i] * other[j])
        yield from _composite(True, one, other.reshape(rest), axis, others, share)
    if (rows + rows[0, 0] == np.add.outer(rows[:, 0], rows[0])).all():
        yield from _composite(False, rows[:, 0], (rows[0] - rows[0, 0]).reshape(rest), axis, others)


def _composite(
    times: bool, one: ExactArray, other: ExactArray, axis: int, others: Sequence[int], share: Fraction = Fraction(1)
) -> Iterator[Tree]:
    first, second = fit(one), fit(other)
    if first is not None and second is not None:
        tree = Composite(times, (_rename(first, [axis]), _rename(second, others)), share)
        if count(tree) <= MAX_CASES:
            yield tree


def _primitive(row: ExactArray) -> ExactArray:
    """The same proportions in the smallest whole numbers."""
    below = lcm(*(Fraction(x).denominator for x in row))
    common = gcd(*(int(x * below) for x in row))
    return np.array([Fraction(x * below) / common for x in row], dtype=object)


def _rename(tree: Tree, axes: Sequence[int]) -> Tree:
    """The tree of a smaller table with the axes of the whole one."""
    if isinstance(tree, Polynomial):
        return Polynomial(tuple((c, tuple((axes[a], o, k) for a, o, k in product)) for c, product in tree.terms))
    if isinstance(tree, Composite):
        return Composite(tree.times, tuple(_rename(part, axes) for part in tree.parts), tree.share)
    return Cases(axes[tree.axis], tuple((first, last, _rename(part, axes)) for first, last, part in tree.parts))


def regions(tree: Tree) -> Iterator[dict[int, tuple[int, int]]]:
    """For each case the places that it takes up: axis to first and last; an axis that is not named does not matter."""
    if isinstance(tree, Polynomial):
        yield {}
    elif isinstance(tree, Composite):
        for part in tree.parts:
            yield from (region for region in regions(part) if region)
    else:
        for first, last, part in tree.parts:
            yield from ({tree.axis: (first, last), **region} for region in regions(part))


# As an expression -----------------------------------------------------------------------------------------------------


def expression(tree: Tree, axes: Sequence[Axis], within: Mapping[int, tuple[int, int]]) -> Expr:
    """The tree in sympy, over the symbols of its axes.

    within : the first and last place of each axis.
    """
    import sympy

    if isinstance(tree, Polynomial):
        return _polynomial(tree, axes, within)
    if isinstance(tree, Composite):
        parts = [expression(part, axes, within) for part in tree.parts]
        return sympy.Mul(_rational(tree.share), *parts) if tree.times else sympy.Add(*parts)
    axis, rows = axes[tree.axis], []
    for first, last, part in tree.parts:
        value = expression(part, axes, {**within, tree.axis: (first, last)})
        rows.append((value, _condition(axis, first, last)))
    return sympy.Piecewise(*rows[:-1], (rows[-1][0], True), evaluate=False)


def _polynomial(tree: Polynomial, axes: Sequence[Axis], within: Mapping[int, tuple[int, int]]) -> Expr:
    """The shortest way to write it: in factors, 1 less factors, or by the powers of one symbol."""
    import sympy

    plain = [sympy.Dummy(f"x{i}") for i in range(len(axes))]
    place = [(x - axis.first) / axis.step for x, axis in zip(plain, axes, strict=True)]
    instead = {x: axis.expression for x, axis in zip(plain, axes, strict=True)}
    ends = [
        {x: axis.value(within[i][end]) for i, (x, axis) in enumerate(zip(plain, axes, strict=True))} for end in (0, 1)
    ]

    def binomial(axis: int, origin: int, under: int) -> Expr:
        return sympy.prod([(place[axis] - origin - i) / (i + 1) for i in range(under)])

    def product(share: Expr, factors: Iterable[tuple[Expr, int]]) -> Expr:
        """A product in which no factor is below zero throughout the case, nor the share if that can be helped."""
        parts = []
        for factor, times in factors:
            least, most = sorted(factor.subs(end) for end in ends)
            turn = times % 2 and (most <= 0 or (least < 0 and share < 0))
            parts.append(((-factor if turn else factor).subs(instead)) ** times)
            share = -share if turn else share
        if share != 1 or not parts:
            parts.insert(0, share)
        return sympy.Mul(*parts, evaluate=False) if len(parts) > 1 else parts[0]

    terms = [_rational(c) * sympy.prod([binomial(*one) for one in factors]) for c, factors in tree.terms]
    value = sympy.expand(sympy.Add(*terms))
    if value.is_number:
        return value
    content, primitive = value.as_content_primitive()
    forms = [product(*sympy.factor_list(value)), 1 - product(*sympy.factor_list(1 - value))]
    if len(value.free_symbols) > 1:
        forms += [product(content, [(sympy.collect(primitive, x), 1)]) for x in plain]
    return min(forms, key=sympy.count_ops)


def _rational(x: Fraction) -> Expr:
    import sympy

    return sympy.Rational(x.numerator, x.denominator)


def _condition(axis: Axis, first: int, last: int) -> Boolean:
    """That the axis has not passed a place; cases before it are settled already."""
    import sympy

    constant, linear = sympy.sympify(axis.expression).as_coeff_Add()
    common = linear.as_content_primitive()[0]
    if all(c < 0 for c in linear.as_coefficients_dict().values()):
        common = -common
    bound = (axis.value(last) - constant) / common
    linear = sympy.expand(linear / common)
    if first == last:
        return sympy.Eq(linear, bound, evaluate=False)
    return sympy.Ge(linear, sympy.ceiling(bound)) if common < 0 else sympy.Le(linear, sympy.floor(bound))


def exactly(expression: Expr, symbols: Sequence[Symbol]) -> Callable[..., Fraction]:
    """The expression as a fast function of whole numbers, in fractions."""
    import sympy
    from sympy.printing.lambdarepr import LambdaPrinter

    class FractionPrinter(LambdaPrinter):  # type: ignore[misc]
        def _print_Rational(self, number: Rational) -> str:  # noqa: N802, as sympy looks it up
            return f"Fraction({number.p}, {number.q})"

    return sympy.lambdify(symbols, expression, modules=[{"Fraction": Fraction}], printer=FractionPrinter)


# In letters -----------------------------------------------------------------------------------------------------------


def latex_text(expression: Expr, spelling: Spelling) -> str:
    """LaTeX in which symbols read as words."""
    import sympy

    names = {symbol: rf"\text{{{spelling.words(symbol.name)}}}" for symbol in expression.free_symbols}
    return str(sympy.latex(expression, symbol_names=names))


def plain_text(expression: Expr, indent: str = "") -> str:
    """Lines for a terminal: each case with where it holds; what has further cases has them below it."""
    import sympy

    if isinstance(expression, sympy.Eq):
        name, value = expression.args
        text = plain_text(value, indent + "    ")
        return f"{indent}{name} = {text.strip()}" if "\n" not in text else f"{indent}{name} =\n{text}"
    if isinstance(expression, sympy.Piecewise):
        width = max((len(str(value)) for value, _ in expression.args if not value.has(sympy.Piecewise)), default=0)
        rows = []
        for value, where in expression.args:
            text = "otherwise" if where == sympy.true else f"where {_relation(where)}"
            if value.has(sympy.Piecewise):
                rows.append(f"{indent}{text}:\n{plain_text(value, indent + '    ')}")
            else:
                rows.append(f"{indent}{value!s:<{width}}  {text}")
        return "\n".join(rows)
    parts = dict.fromkeys(_cases_in(expression))
    names = {part: sympy.Symbol(chr(ord("A") + i)) for i, part in enumerate(parts)}
    lines = [f"{indent}{expression.xreplace(names)}{', where' if names else ''}"]
    lines += [f"{indent}{name} =\n{plain_text(part, indent + '    ')}" for part, name in names.items()]
    return "\n".join(lines)


def cases(expression: Expr, within: tuple[str, ...] = ()) -> Iterator[tuple[Expr, str]]:
    """Each case with where it holds; what has further cases by these."""
    import sympy

    if not isinstance(expression, sympy.Piecewise):
        yield expression, " and ".join(within) or "always"
        return
    for value, where in expression.args:
        yield from cases(value, (*within, "otherwise" if where == sympy.true else _relation(where)))


def _relation(where: Relational) -> str:
    return f"{where.lhs} = {where.rhs}" if where.rel_op == "==" else str(where)


def _cases_in(expression: Expr) -> Iterator[Expr]:
    """The piecewise parts of an expression, but not those within one."""
    import sympy

    if isinstance(expression, sympy.Piecewise):
        yield expression
    else:
        for part in expression.args:
            yield from _cases_in(part)
