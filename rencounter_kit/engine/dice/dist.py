"""Exact probability distributions: integer weights over a common total, nothing rounded, nothing cut off.

>>> from rencounter_kit import d
>>> two_dice = d(6) + d(6)
>>> two_dice.at_least(10)
Fraction(1, 6)
>>> d(12).map(lambda face: "hit" if face <= 7 else "miss")
Dist({'hit': 7, 'miss': 5})
"""

from __future__ import annotations

import operator
import random
from bisect import bisect_right
from collections.abc import Callable, Collection, ItemsView, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import accumulate
from math import gcd, lcm
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, overload

from ..formats.html_table import html_table
from ..words.wording import (
    AT_LEAST,
    AT_MOST,
    chance_text,
    in_markdown,
    number_text,
    outcome_text,
    percent_text,
    plain,
    several_dice,
)
from .convolve import convolve, power
from .scale import Scale, in_order
from .seed import generator

if TYPE_CHECKING:
    import pandas as pd

    from .chances import Array, Chances

Outcome: TypeAlias = Any  # a number, a name, a tuple of them, a state: whatever dice lead to and a dictionary can hold
Figure: TypeAlias = int | Fraction | float
Number = TypeVar("Number", int, Fraction)
_PLAIN = {str, int, bool, tuple, Fraction, float}


class Dist:
    """A distribution over outcomes, with whole-number weights in lowest terms.

    Parameters
    ----------

    weights : mapping of outcome to a whole number of 0 or more, or a collection of equally likely outcomes.
    scale : the order of named outcomes, the worst last (optional).

    Raises ``ValueError`` when a weight is negative or not whole, or when all weights are 0.

    >>> Dist({"hit": 2, "miss": 4})
    Dist({'hit': 1, 'miss': 2})
    >>> Dist([1, 1, 2]).mean
    Fraction(4, 3)
    """

    __slots__ = ("_total", "_weights", "scale")
    __array_ufunc__ = None  # so that a NumPy number beside a distribution leaves the sum to it
    _weights: dict[Outcome, int]
    _total: int
    scale: Scale | None

    def __init__(self, weights: Mapping[Outcome, int] | Collection[Outcome], scale: Scale | None = None) -> None:
        merged = weights if type(weights) is dict and _is_plain(weights) else _merged(weights)
        if not any(merged.values()):
            raise ValueError("a distribution must have at least one outcome of weight above 0; got none")
        possible = {o: w for o, w in merged.items() if w} if 0 in merged.values() else dict(merged)
        self._set(possible, sum(possible.values()), scale)

    def _set(self, weights: dict[Outcome, int], total: int, scale: Scale | None) -> None:
        """Take weights above 0, which add up to ``total``, in lowest terms."""
        divisor = gcd(*weights.values())
        if divisor > 1:
            weights, total = {o: w // divisor for o, w in weights.items()}, total // divisor
        self._weights, self._total, self.scale = weights, total, scale

    @classmethod
    def _of(cls, weights: dict[Outcome, int], scale: Scale | None = None) -> Dist:
        if 0 in weights.values():
            weights = {o: w for o, w in weights.items() if w}
        new = cls.__new__(cls)
        new._set(weights, sum(weights.values()), scale)
        return new

    # What it holds -------------------------------------------------------------------------------------------------

    @property
    def total(self) -> int:
        """The common denominator of all probabilities."""
        return self._total

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcomes in order: by the scale, else by size, else as they came."""
        return tuple(self.weights)

    @property
    def weights(self) -> dict[Outcome, int]:
        """Outcome to weight, in order; the weights add up to ``total``."""
        return {outcome: self._weights[outcome] for outcome in in_order(self._weights, self.scale)}

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __contains__(self, outcome: object) -> bool:
        return outcome in self._weights

    def __getitem__(self, outcome: Outcome) -> Fraction:
        """The probability of one outcome; 0 where it cannot happen."""
        return Fraction(self._weights.get(outcome, 0), self._total)

    def items(self) -> ItemsView[Outcome, Fraction]:
        """Pairs of outcome and probability, in order."""
        return {o: Fraction(w, self._total) for o, w in self.weights.items()}.items()

    # Questions -----------------------------------------------------------------------------------------------------

    def probability(self, what: Outcome | Collection[Outcome] | Callable[[Outcome], object]) -> Fraction:
        """Chance of an outcome, of any outcome in a set, list or range, or of those for which a function says true.

        A tuple is an outcome of its own. Named outcomes of a ``Scale`` are asked by ``at_least`` and ``at_most``.

        >>> d(12).probability(range(1, 8))
        Fraction(7, 12)
        >>> d(6).probability(lambda face: face % 2)
        Fraction(1, 2)
        """
        if isinstance(what, (set, frozenset, list, range)):
            count = sum(self._weights.get(o, 0) for o in set(what))
        elif callable(what):
            count = sum([w for o, w in self._weights.items() if what(o)])
        else:
            count = self._weights.get(what, 0)
        return Fraction(count, self._total)

    @overload
    def at_least(self, bound: int | Fraction | float | str) -> Fraction: ...
    @overload
    def at_least(self, bound: Array) -> Chances: ...
    def at_least(self, bound: Outcome | Array) -> Fraction | Chances:
        """Chance of ``bound`` or more (or worse, on a scale); for a NumPy array of bounds, all chances at once."""
        if isinstance(bound, str):
            return self.probability(set(self._on_scale().at_least(bound)))
        if hasattr(bound, "__array__"):
            if not bound.shape:
                return self.at_least(bound.item())
            from .chances import survival

            return survival(self._weights, bound)
        return Fraction(sum([w for o, w in self._weights.items() if o >= bound]), self._total)

    @overload
    def at_most(self, bound: int | Fraction | float | str) -> Fraction: ...
    @overload
    def at_most(self, bound: Array) -> Chances: ...
    def at_most(self, bound: Outcome | Array) -> Fraction | Chances:
        """Chance of ``bound`` or less (or better, on a scale); for a NumPy array of bounds, all chances at once."""
        if isinstance(bound, str):
            return self.probability(set(self._on_scale().at_most(bound)))
        if hasattr(bound, "__array__"):
            if not bound.shape:
                return self.at_most(bound.item())
            from .chances import survival

            return 1 - survival(self._weights, bound, beyond=True)
        return Fraction(sum([w for o, w in self._weights.items() if o <= bound]), self._total)

    def read(self, numbers: Sequence[int], reading: str) -> list[Fraction]:
        """The chance of each of these numbers in a row, or of it and all that are more, or less.

        numbers : ascending, and no number that can come lies between two of them.
        reading : "exactly", "at least" or "at most".

        >>> d(6).read([4, 5], "at least"), d(6).read([4, 5], "exactly")
        ([Fraction(1, 2), Fraction(1, 3)], [Fraction(1, 6), Fraction(1, 6)])
        """
        each, beyond = accumulated([self._weights.get(number, 0) for number in numbers], reading), 0
        if reading in (AT_LEAST, AT_MOST):
            more = reading == AT_LEAST
            beyond = sum(w for o, w in self._weights.items() if (o > numbers[-1] if more else o < numbers[0]))
        return [Fraction(weight + beyond, self._total) for weight in each]

    def chances(self, test: Callable[[Outcome], Array]) -> Chances:
        """Chance that ``test(outcome)`` holds, where the test answers with a NumPy array: a whole grid at once,
        exactly.

        >>> import numpy as np
        >>> skill = np.arange(1, 4)
        >>> d(12).chances(lambda face: face <= skill).fractions().tolist()
        [Fraction(1, 12), Fraction(1, 6), Fraction(1, 4)]
        """
        from .chances import count

        return count(self._weights, test)

    def _on_scale(self) -> Scale:
        if self.scale is None:
            raise ValueError("named outcomes must have a Scale to be compared; use Dist(..., scale=Scale('a < b'))")
        if pair := next((outcome for outcome in self._weights if isinstance(outcome, tuple)), None):
            raise ValueError(f"an outcome must be a single name to be compared; got {pair}; ask .probability(...)")
        return self.scale

    def _mean_of(self, f: Callable[[Outcome], Outcome]) -> Fraction:
        try:
            return Fraction(sum(f(o) * w for o, w in self._weights.items()), self._total)
        except TypeError:
            raise ValueError(f"outcomes must be numbers to have a mean; got {self.outcomes[:3]}") from None

    @property
    def mean(self) -> Fraction:
        """Expected value, exact."""
        return self._mean_of(lambda o: o)

    @property
    def variance(self) -> Fraction:
        """Expected squared distance from the mean, exact."""
        return self._mean_of(lambda o: o * o) - self.mean**2

    @property
    def sd(self) -> float:
        """Standard deviation (a float: square roots are seldom fractions)."""
        return float(self.variance) ** 0.5

    def quantile(self, p: Fraction | float) -> Outcome:
        """The first outcome, in order, at which at least a share ``p`` (0 to 1) of the chance has been reached."""
        if not 0 <= p <= 1:
            raise ValueError(f"p must be from 0 to 1; got {p}")
        if any(isinstance(outcome, str) for outcome in self._weights):
            self._on_scale()
        share = Fraction(p) * self._total
        ends = zip(self.outcomes, accumulate(self.weights.values()), strict=True)
        return next(outcome for outcome, up_to in ends if up_to >= share)

    def sample(self, seed: int | random.Random | None = None) -> Outcome:
        """One outcome thrown at random; the same seed throws the same."""
        rng = generator(seed)
        place = rng.randrange(self._total)  # in whole numbers: the weights may be larger than any float
        return next(
            o for o, up_to in zip(self._weights, accumulate(self._weights.values()), strict=True) if place < up_to
        )

    # New distributions from old --------------------------------------------------------------------------------------

    def map(self, f: Callable[[Outcome], Outcome | Dist]) -> Dist:
        """Where each outcome leads: ``f`` gives the new outcome, or a ``Dist`` of new outcomes.

        >>> d(6).map(lambda face: d(6) if face == 6 else 0).at_least(1)
        Fraction(1, 6)
        """
        merged: dict[Outcome, int] = {}
        branches: dict[int, Dist] = {}
        shares: dict[int, int] = {}  # of the branches
        for outcome, weight in self._weights.items():
            to = f(outcome)
            if type(to) in _PLAIN or isinstance(to, tuple):  # perhaps one with names
                merged[to] = merged.get(to, 0) + weight
            elif isinstance(to, Dist):
                branches[id(to)] = to
                shares[id(to)] = shares.get(id(to), 0) + weight
            else:
                to = plain(to)
                merged[to] = merged.get(to, 0) + weight
        scale, common = None, 1
        if branches:
            common = lcm(*[branch._total for branch in branches.values()])
            if common > 1:
                merged = {o: w * common for o, w in merged.items()}
            for key, branch in branches.items():
                factor = shares[key] * (common // branch._total)
                for outcome, inner in branch._weights.items():
                    merged[outcome] = merged.get(outcome, 0) + inner * factor
                scale = scale or branch.scale
        new = Dist.__new__(Dist)
        new._set(merged, self._total * common, scale)
        return new

    def _renamed(self, weights: dict[Outcome, int], f: Callable[[Outcome], Outcome]) -> Dist:
        """As ``map``, where ``weights`` has the new outcomes, and hardly ever fewer than there were."""
        if len(weights) < len(self._weights):
            return self.map(f)
        new = Dist.__new__(Dist)
        new._weights, new._total, new.scale = weights, self._total, None
        return new

    def given(self, condition: Callable[[Outcome], object]) -> Dist:
        """The distribution when it is known that ``condition(outcome)`` holds; ``ValueError`` if it never does."""
        weights = {o: w for o, w in self._weights.items() if condition(o)}
        if not weights:
            raise ValueError("the condition must hold for at least one possible outcome; it holds for none")
        return Dist._of(weights, self.scale)

    def ordered(self, scale: Scale | None) -> Dist:
        """The same distribution, its outcomes on a scale."""
        return Dist._of(self._weights, scale)

    def __add__(self, other: Dist | Figure) -> Dist:
        if isinstance(other, Dist):
            return self._with(other._weights, other._total)
        number = plain(other)
        return self._renamed({o + number: w for o, w in self._weights.items()}, lambda o: o + number)

    def _with(self, weights: dict[Outcome, int], total: int) -> Dist:
        """The sum of this and another."""
        new = Dist.__new__(Dist)
        new._set(convolve(self._weights, weights), self._total * total, None)
        return new

    def __radd__(self, other: Figure) -> Dist:
        number = plain(other)
        return self._renamed({number + o: w for o, w in self._weights.items()}, lambda o: number + o)

    def __neg__(self) -> Dist:
        return self._renamed(self._negative(), operator.neg)

    def _negative(self) -> dict[Outcome, int]:
        return {-o: w for o, w in reversed(self._weights.items())}

    def __sub__(self, other: Dist | Figure) -> Dist:
        if isinstance(other, Dist):
            return self._with(other._negative(), other._total)
        number = plain(other)
        return self._renamed({o - number: w for o, w in self._weights.items()}, lambda o: o - number)

    def __rsub__(self, other: Figure) -> Dist:
        return -self + other

    def __mul__(self, factor: Dist | Figure) -> Dist:
        """Each outcome times a number; ``n @ dist`` is the sum of n throws."""
        if isinstance(factor, Dist):
            return self.map(lambda o: factor * o)
        number = plain(factor)
        return self.map(lambda o: o * number)

    __rmul__ = __mul__

    def __floordiv__(self, divisor: int) -> Dist:
        return self.map(lambda o: o // divisor)

    def __rmatmul__(self, times: int) -> Dist:
        """The sum of ``times`` independent throws.

        >>> (10 @ d(6)).at_least(60)
        Fraction(1, 60466176)
        """
        count = operator.index(times)
        if count < 0:
            raise ValueError(f"the number of rolls must be 0 or more; got {count}")
        return Dist._of(power(self._weights, count))

    def __matmul__(self, other: Dist) -> Dist:
        """The sum of as many throws of ``other`` as this distribution says."""
        if not isinstance(other, Dist):
            return NotImplemented
        return self.map(lambda n: n @ other)

    # Being a value ---------------------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dist):
            return NotImplemented
        return self._weights == other._weights

    def __hash__(self) -> int:
        return hash(frozenset(self._weights.items()))

    def __bool__(self) -> bool:
        raise TypeError("a distribution is neither true nor false; ask .probability(...), .at_least(...) or .map(...)")

    def __reduce__(self) -> tuple[type[Dist], tuple[dict[Outcome, int], Scale | None]]:
        return Dist, (self._weights, self.scale)

    def __repr__(self) -> str:
        scale = f", scale=Scale({' < '.join(self.scale)!r})" if self.scale else ""
        return f"Dist({self.weights!r}{scale})"

    def _rows(self) -> list[tuple[str, Fraction]]:
        return [(outcome_text(o), p) for o, p in self.items()]

    def __str__(self) -> str:
        width = max(len(name) for name, _ in self._rows())
        return "\n".join(f"{name:<{width}}  {chance_text(p)}" for name, p in self._rows())

    def _repr_markdown_(self) -> str:
        lines = [f"| {in_markdown(name)} | {chance_text(p)} |" for name, p in self._rows()]
        return "\n".join(["| outcome | chance |", "|---|---|", *lines])

    def _repr_html_(self) -> str:
        return html_table(("outcome", "chance"), ((name, chance_text(p)) for name, p in self._rows()))

    def to_series(self) -> pd.Series:
        """A pandas Series of exact Fractions, indexed by outcome."""
        import pandas as pd

        return pd.Series([p for _, p in self.items()], index=pd.Index(self.outcomes, tupleize_cols=False), dtype=object)


def _is_plain(weights: dict[Outcome, int]) -> bool:
    """Are these weights and outcomes right as they are?"""
    numbers = weights.values()
    return (
        {int}.issuperset(map(type, numbers)) and min(numbers, default=0) >= 0 and _PLAIN.issuperset(map(type, weights))
    )


def _merged(weights: Mapping[Outcome, int] | Collection[Outcome]) -> dict[Outcome, int]:
    """Outcome to weight, what is alike together; ``ValueError`` for a wrong one."""
    pairs = weights.items() if isinstance(weights, Mapping) else ((o, 1) for o in weights)
    merged: dict[Outcome, int] = {}
    for outcome, weight in pairs:
        try:
            count = operator.index(weight)
        except TypeError:
            raise ValueError(f"a weight must be a whole number; got {weight!r} for {outcome!r}") from None
        if count < 0:
            raise ValueError(f"a weight must be 0 or more; got {count} for {outcome!r}")
        key = plain(outcome)
        merged[key] = merged.get(key, 0) + count
    return merged


class Dice(Dist):
    """Dice that know how they are written: "d12", "2d6", "d10 + 1".

    written : in dice notation.
    faces : what they may show, in order, whole numbers without a gap.
    """

    __slots__ = ("_up_to", "faces", "written")

    def __init__(self, weights: Mapping[int, int] | Collection[int], notation: str) -> None:
        super().__init__(weights)
        self.written = notation
        self.faces = range(min(self._weights), max(self._weights) + 1)
        self._up_to = (0, *accumulate(self._weights.get(face, 0) for face in self.faces))

    def up_to(self, highest: int) -> int:
        """How many of the ``total`` ways show ``highest`` or less.

        >>> d(12).up_to(4), d(12).up_to(0), d(12).up_to(13)
        (4, 0, 12)
        """
        if highest >= self.faces[-1]:
            return self._total
        return self._up_to[highest - self.faces[0] + 1] if highest >= self.faces[0] else 0

    def sample(self, seed: int | random.Random | None = None) -> int:
        rng = generator(seed)
        return self.faces[bisect_right(self._up_to, rng.randrange(self._total)) - 1]

    def __rmatmul__(self, times: int) -> Dice:
        """So many of them, added up.

        >>> (3 @ d(6)).written
        '3d6'
        """
        return self if times == 1 else _added_up(times, self, self.written)

    def __reduce__(self) -> tuple[type[Dice], tuple[dict[int, int], str]]:  # type: ignore[override]
        return Dice, (self._weights, self.written)


@lru_cache(maxsize=1024)
def _added_up(times: int, dice: Dice, notation: str) -> Dice:
    """So many of the same dice; remembered, since the same are thrown again and again."""
    return Dice(Dist.__rmatmul__(dice, times)._weights, several_dice(times, notation))


@cache
def d(sides: int) -> Dice:
    """A fair die with ``sides`` faces, 1 to ``sides``. Each mention of it is a throw of its own.

    >>> d(6).mean
    Fraction(7, 2)
    """
    if isinstance(sides, bool) or not isinstance(sides, int) or sides < 1:
        raise ValueError(f"a die must have a whole number of sides from 1; got {sides!r}")
    return Dice(range(1, sides + 1), f"d{sides}")


def accumulated(each: Sequence[Number], reading: str) -> list[Number]:
    """Figures of outcomes in order, as they are, or with those of all that are more, or less.

    >>> accumulated([1, 2, 3], AT_LEAST), accumulated([1, 2, 3], AT_MOST)
    ([6, 5, 3], [1, 3, 6])
    """
    if reading == AT_LEAST:
        return list(accumulate(reversed(each)))[::-1]
    return list(accumulate(each)) if reading == AT_MOST else list(each)


def spread_text(dist: Dist) -> str:
    """Of numbers the mean, the standard deviation, and where the middle half of all throws lies, with the share it has.

    >>> spread_text(3 @ d(6))
    'mean 10.5, spread 2.96, middle half 8 to 13 (67.6 %)'
    """
    low, high = (dist.quantile(Fraction(part, 4)) for part in (1, 3))
    share = dist.probability(lambda number: low <= number <= high)
    return (
        f"mean {number_text(dist.mean)}, spread {number_text(dist.sd, 3)}, middle half {low} to {high} "
        f"({percent_text(share)})"
    )
