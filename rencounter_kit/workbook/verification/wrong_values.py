"""What a parameter must refuse: beside its range, nearly a word, or only alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from ..mechanics.parameter import Choice, Parameter, Rows, SeveralChoices, Whole, YesNo
from ..rulebook.text import Value


def wrong_values(p: Parameter) -> Iterator[Value]:
    """Values of every kind that a parameter must refuse."""
    for value in (*_strange(), *nearly_right(p), *(() if p.optional else (None,))):
        if not (isinstance(p, Choice) and value.__hash__ and value in p.choices):  # such as half an inch
            yield value


def nearly_right(p: Parameter) -> Iterator[Value]:
    """Those that look like a value of its kind."""
    return next(_OF_KIND[kind] for kind in type(p).__mro__ if kind in _OF_KIND)(p)


def _strange() -> list[Value]:
    """What no parameter may be."""
    return [
        "no such thing", "", "x" * 1000, b"5", float("nan"), float("inf"), 2.5, np.float64(2.5), np.float32("nan"),
        10**30, 1j, Fraction(5, 2), {}, {"a": 1}, {1}, object(), np.zeros(30),
        range(3), ["no such thing"], [[1, 2, 3]], [None],
    ]  # fmt: skip


def _wrong_whole(p: Whole) -> Iterator[Value]:
    """Beside the range, and what only looks like a whole number."""
    yield from (p.low - 1, p.high + 1, True, False, float(p.low), float(p.high), p.low + 0.5, str(p.low), [p.low])
    yield from (np.float64(p.high), np.int64(p.high + 1), np.bool_(True), np.array([p.low]), Fraction(p.low), ())


def _wrong_yes_no(p: YesNo) -> Iterator[Value]:
    """Numbers and words that mean yes or no elsewhere."""
    yield from (0, 1, 1.0, 0.0, -1, np.int64(1), "true", "yes", "no", "True", [True], ())


def _wrong_choice(p: Choice) -> Iterator[Value]:
    """What is nearly a word, and a number that only looks like one of the choices."""
    yield from (True, False, np.bool_(True), [p.choices[0]], ())
    for choice in p.choices:
        if isinstance(choice, str):
            yield from (choice + "x", f"x {choice}", choice.encode())
        else:
            yield str(choice)
    numbers = [choice for choice in p.choices if not isinstance(choice, str)]
    if numbers:
        yield from (min(numbers) - 1, max(numbers) + 1)
    if numbers and all(type(choice) is int for choice in numbers):
        yield from (float(numbers[-1]), np.float64(numbers[0]))
    else:
        yield from (0, 1, 1.0) if not numbers else ()


def _wrong_several(p: SeveralChoices) -> Iterator[Value]:
    """Not a list, too long, or with something strange in it."""
    one = p.choices[0]
    yield from (one, [one] * (p.high + 1), [one, "no such thing"], [[one]], {one}, {one: 1})
    yield from ([one + "x"], [one, 1]) if isinstance(one, str) else ([str(one)], [one, bool(one)], [float(one)])
    if p.low:
        yield [one] * (p.low - 1)


def _wrong_rows(p: Rows) -> Iterator[Value]:
    """Not rows of two whole numbers each that rise, with percents."""
    yield from ([], (), [5], [[5]], [[0, 5, 6]], [[5, 5], [0, 6]], [[0, 5], [0, 6]], "[[0, 5]]", {0: 5}, 5, True)
    for percent in (101, -1, 10**30, True, 1.0):
        yield [[0, percent]]
    for least in (10**30, False, 0.0, 0.5, "0"):
        yield [[least, 5]]


_OF_KIND: dict[type, Callable[[Any], Iterator[Value]]] = {
    Whole: _wrong_whole,
    YesNo: _wrong_yes_no,
    Choice: _wrong_choice,
    SeveralChoices: _wrong_several,
    Rows: _wrong_rows,
}
