"""A check over a whole grid of parameters: each modifier once for what it depends on, each distinct answer once.

A modifier that depends on two of the swept parameters is worked out for the combinations of those two only; NumPy then
adds the modifiers up over the whole grid, and the dice are thrown (exactly) once for each distinct set of target
numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...engine.chains.transitions import MAX_BYTES
from ...engine.dice.chances import Array, BoolArray, ExactArray, FloatArray, IntArray
from ...engine.dice.dist import Dist, Outcome
from ...engine.dice.scale import Scale, in_order
from ...engine.dice.throw import Targets
from ...engine.words.errors import RuleError, bare
from ...engine.words.wording import rounded_text
from ...engine.work.progress import ProgressBar
from ...engine.work.work import Workers
from ..mechanics.check import Check
from ..mechanics.modifiers import SO_FAR, Node, Total, amount
from ..mechanics.parameter import Parameter
from ..mechanics.space import CannotTellError, Event, Space
from ..rulebook.book import Ruleset, Value, playable
from .cells import dists_in_order

_MAX_CODES = 2**62  # sets of target numbers that a machine integer can tell apart
_WRONG = object()  # in place of a number that contradicts itself
_KEPT = 4096  # answers of functions of target numbers
MOST = 5_000_000  # cells
_WORD = 8  # bytes of one figure of a table
_BYTES = 100  # that a cell takes in a comparison of two rulesets; a single grid takes half


class Grid:
    """The answers of a check for all combinations of some parameters.

    check, rules : as in a single check.
    axes : parameter name to the values it takes, in order.
    fixed : the other parameters that are not at their defaults.
    parameters : what else the parameters may be by other rules, so that it is left out here and no wrong value. Raises
        ``RuleError`` on wrong values or more than five million cells.

    ``shape`` : one axis each. ``dists`` : the distinct distributions. ``which`` : for each cell, which of them it is,
    or -1 where there is no answer: where the combination contradicts itself, or is too large to be followed; where none
    has one, ``RuleError`` says why. ``left_out()`` : why, for each such cell.
    """

    def __init__(
        self,
        check: Check,
        rules: Ruleset,
        axes: Mapping[str, Sequence[Value]],
        fixed: Mapping[str, Value] | None = None,
        executor: Workers | None = None,
        progress: ProgressBar = None,
        parameters: Mapping[str, Parameter] | None = None,
    ) -> None:
        self.rules = check.ruleset(rules)
        self.check = check = check.under(self.rules)
        self._executor, self._progress = executor, progress
        fixed = fixed or {}
        self.shape = tuple(len(axis) for axis in axes.values())
        cells = prod(self.shape)
        if cells > MOST:
            raise too_many(f"{cells:,}")
        self._why: NDArray[np.int32] = np.zeros(
            (1,) * len(self.shape), dtype=np.int32
        )  # 0, or the place of a reason, from 1
        self._reasons: list[RuleError] = []
        self.axes: dict[str, tuple[Value, ...]] = {}
        firsts = {name: self._axis(name, axis, (parameters or check.parameters)[name]) for name, axis in axes.items()}
        values = check.values(self.rules, {**fixed, **firsts})
        self.which, self.dists, self._spaces = self._answers(self._numbers(values, fixed))

    def _axis(self, name: str, axis: Sequence[Value], possible: Parameter) -> Value:
        """Take up an axis and return the first of its values. A choice that only other rules have is left out."""
        if not len(axis):
            raise RuleError(f"{name} must have at least one value to sweep over; got none; try {name}=range(1, 4)")
        parameter, values, why = possible.by(self.rules), [], []
        for value in axis:
            try:
                values.append(parameter.check(value))
                why.append(0)
            except RuleError as error:
                if parameter is possible:
                    raise
                values.append(possible.check(value))
                why.append(self._reason(error))
        self.axes[name] = tuple(values)
        if any(why):
            self._leave_out(self._along(name, why).astype(np.int32))
        return next((value for value, reason in zip(values, why, strict=True) if not reason), values[0])

    def _numbers(self, values: Mapping[str, Value], fixed: Mapping[str, Value]) -> dict[str, Array]:
        """Every target number as an array that spans only the axes it depends on."""
        numbers: dict[str, Array] = {}
        for name, value in values.items():
            numbers[name] = self._along(name) if name in self.axes else _box([value], (1,) * len(self.shape))
        for name, axis in self.axes.items():
            other = self.check.parameters[name].instead_of
            if other and fixed.get(other) is None and other not in self.axes:  # not asked where this one is given
                usual = self.check.values(self.rules, {**fixed, name: None})[other] if None in axis else None
                numbers[other] = self._along(name, [usual if value is None else None for value in axis])
        for name, p in self.check.parameters.items():
            if any(other in self.axes for other in self.check.goes_with(p)):
                numbers[name] = self._where_it_counts(p, fixed)
        for name, part in self.check.nodes.items():
            if isinstance(part, Total):
                numbers[name] = self._sum(part, numbers)
            else:
                numbers[name] = self._each(part, numbers, None)
        for refusal in self.check.refusals:
            self._each(refusal, numbers, None)
        return numbers

    def _sum(self, total: Total, numbers: Mapping[str, Array]) -> Array:
        """A sum at every combination of what it depends on; at last what works on the sum so far."""
        so_far: Array = np.zeros((1,) * len(self.shape), dtype=np.int64)
        for one in total.parts:
            so_far = so_far + self._each(one, numbers, amount).astype(np.int64)
        for one in total.then:
            so_far = so_far + self._each(one, {**numbers, SO_FAR: so_far}, amount).astype(np.int64)
        return so_far

    def _where_it_counts(self, p: Parameter, fixed: Mapping[str, Value]) -> ExactArray:
        """A parameter that follows a rule, along the axes that say whether it counts; elsewhere as by the book."""
        axes = {name: axis for name, axis in self.axes.items() if name in self.check.goes_with(p)}
        cells = [{**fixed, **dict(zip(axes, values, strict=True))} for values in product(*axes.values())]
        rests = [self.check.rests(p, self.rules, cell) for cell in cells]
        shape = tuple(len(axis) if name in axes else 1 for name, axis in self.axes.items())
        if p.name in self.axes:
            counts = self._along(p.name)
        else:
            some = next((cell for cell, rest in zip(cells, rests, strict=True) if not rest), cells[0])
            counts = _box([self.check.values(self.rules, some)[p.name]], (1,) * len(self.shape))
        return np.where(np.reshape(rests, shape), _box([p.default], (1,) * len(self.shape)), counts)

    def _along(self, name: str, values: Sequence[Value] | None = None) -> ExactArray:
        """The values of an axis, or others in their places, laid out along it."""
        place = list(self.axes).index(name)
        axis = self.axes[name] if values is None else values
        return _box(axis, tuple(len(axis) if i == place else 1 for i in range(len(self.shape))))

    def _each(self, part: Node, numbers: Mapping[str, Array], finish: Callable[[object], object] | None) -> ExactArray:
        """One function for every combination of what it depends on; a contradiction marks its cells."""
        arrays = [numbers[name] for name in part.names]
        shape = np.broadcast_shapes((1,) * len(self.shape), *[g.shape for g in arrays])
        spread = [np.broadcast_to(g, shape).ravel().tolist() for g in arrays]
        rules = self.rules
        ask = _answer_of if rules is rules.plain else _answer_of.__wrapped__  # one that watches comes once
        every = list(zip(*spread, strict=True)) if spread else [()] * int(np.prod(shape))
        answers: dict[tuple[Value, ...], Value] = {}  # target numbers repeat: the same arguments are asked once
        refusals: dict[tuple[Value, ...], int] = {}
        for args in dict.fromkeys(every):
            try:
                with playable(rules):
                    answers[args] = _WRONG if _WRONG in args else ask(part.function, rules, *args)
            except RuleError as error:
                answers[args], refusals[args] = _WRONG, self._reason(error)
        if refusals:
            self._leave_out(np.array([refusals.get(args, 0) for args in every]).reshape(shape))
        if finish:
            answers = {args: 0 if answer is _WRONG else finish(answer) for args, answer in answers.items()}
        return _box([answers[args] for args in every], shape)

    def _reason(self, error: RuleError) -> int:
        """The number of a reason to leave cells out."""
        self._reasons.append(bare(error))
        return len(self._reasons)

    def _leave_out(self, why: NDArray[np.int32]) -> None:
        """Cells without an answer, each with the number of the reason; the first reason of a cell stays."""
        self._why = np.where(self._why == 0, why, self._why)

    def _answers(self, numbers: Mapping[str, Array]) -> tuple[IntArray, list[Dist], list[Space]]:
        """Which distinct set of target numbers each cell has, and the distribution of each with its sample space."""
        valid = np.broadcast_to(self._why == 0, self.shape)
        self._must_answer(valid)
        key = np.zeros((1,) * len(self.shape), dtype=np.int64)
        choices: list[list[Value]] = []
        for name in self.check.targets:
            codes, distinct = _encode(numbers[name])
            choices.append(distinct)
            if prod(map(len, choices)) > _MAX_CODES:
                raise RuleError("a sweep must have fewer target numbers in all; got too many; sweep fewer parameters")
            key = key * len(distinct) + codes
        key = np.broadcast_to(key, self.shape)
        used = np.unique(key[valid])
        answers: dict[tuple[Dist, Space], int] = {}
        every = [self._targets(code, choices) for code in used.tolist()]
        to_dist, why = np.full(len(used), -1, dtype=np.int64), np.zeros(len(used), dtype=np.int32)
        cells = [(self.rules, targets) for targets in every]
        for i, dist in dists_in_order(self.check, cells, self._executor, self._progress):
            if isinstance(dist, RuleError):
                why[i] = self._reason(dist)
            else:
                to_dist[i] = answers.setdefault((dist, self.check.space(every[i])), len(answers))
        which = np.full(self.shape, -1, dtype=np.int64)
        place = np.searchsorted(used, key[valid])
        which[valid] = to_dist[place]
        self._within = np.zeros(self.shape if self.check.algebra else 0, dtype=object)  # of the rounded chances
        if self.check.algebra:
            near = [self.check.within(self.rules, targets) if to_dist[i] >= 0 else 0 for i, targets in enumerate(every)]
            self._within[valid] = np.array(near, dtype=object)[place]
        if why.any():
            reasons = np.zeros(self.shape, dtype=np.int32)
            reasons[valid] = why[place]
            self._leave_out(reasons)
            self._must_answer(which >= 0)
        return which, [dist for dist, _ in answers], [space for _, space in answers]

    def _must_answer(self, valid: BoolArray) -> None:
        """Without a single answer the first reason is the error."""
        if self._reasons and not valid.any():
            raise self._reasons[0]

    def _targets(self, code: int, choices: list[list[Value]]) -> Targets:
        numbers = []
        for distinct in reversed(choices):
            code, place = divmod(code, len(distinct))
            numbers.append(distinct[place])
        return self.check._targets_type(*reversed(numbers))

    # What is asked of it ----------------------------------------------------------------------------------------------

    def figures(self, what: Outcome) -> list[Fraction | CannotTellError]:
        """Of each distinct distribution the chance of an event, an outcome or any of several, or the mean for ``None``;
        or why it cannot tell. ``RuleError`` for what the check does not have, and where none of them can tell.
        """
        figures = self._figures(what)
        refusals = [one for one in figures if isinstance(one, CannotTellError)]
        if len(refusals) == len(figures):
            raise refusals[0]
        return figures

    def _figures(self, what: Outcome) -> list[Fraction | CannotTellError]:
        tests = {space: self._test(what, space) for space in dict.fromkeys(self._spaces)}
        return [
            test
            if isinstance(test := tests[space], CannotTellError)
            else dist.mean
            if test is None
            else dist.probability(test)
            for dist, space in zip(self.dists, self._spaces, strict=True)
        ]

    def _test(self, what: Outcome, space: Space) -> Event | CannotTellError | None:
        try:
            return self.check.test_of(what, space)
        except CannotTellError as error:
            return error

    def events(self) -> list[str]:
        """The names of the events that all these answers can tell."""
        each = [set(self.check.events_of(space)) for space in self._spaces]
        return [name for name in self.check.events if all(name in names for names in each)]

    @property
    def has_mean(self) -> bool:
        """Are all these answers numbers?"""
        return all(space.has_mean for space in self._spaces)

    def event(self, what: Outcome) -> ExactArray:
        """Exact chance of an event, an outcome or several, for each cell: an object array of ``Fraction``, ``None``
        where there is no answer.
        """
        return self._spread([None if isinstance(p, CannotTellError) else p for p in self.figures(what)])

    def floats(self, what: Outcome) -> FloatArray:
        """The same as floats for a chart, or the mean for ``None``; NaN where there is no answer."""
        each = [np.nan if isinstance(p, CannotTellError) else float(p) for p in self.figures(what)]
        return np.array([*each, np.nan])[self.which]

    def answers(self) -> list[tuple[Dist, Space] | None]:
        """For each cell, one after the other, its distribution and all that it could be; ``None`` for no answer."""
        each = [*zip(self.dists, self._spaces, strict=True), None]
        return [each[place] for place in self.which.ravel().tolist()]

    def outcomes(self) -> list[Outcome]:
        """All outcomes that can happen anywhere in the grid, in order."""
        return in_order((outcome for dist in self.dists for outcome in dist), self.scale)

    @property
    def scale(self) -> Scale | None:
        """The order of named outcomes."""
        spaces = set(self._spaces)
        return spaces.pop().scale if len(spaces) == 1 else self.check.scale

    def why(self, *questions: Outcome) -> ExactArray:
        """For each cell why it has no answer, or none to what is asked; "" where it has one."""
        reasons, why = self._whys(questions)
        return np.array(np.array(reasons, dtype=object)[why], dtype=object).reshape(self.shape)

    def _whys(self, questions: Sequence[Outcome]) -> tuple[list[str], NDArray[np.int32]]:
        """Reasons, and the place of its reason for each cell; 0 where there is none."""
        reasons, why = ["", *map(str, self._reasons)], np.broadcast_to(self._why, self.shape)
        for what in questions:
            numbers = [0] * (len(self.dists) + 1)
            for i, figure in enumerate(self._figures(what)):
                if isinstance(figure, CannotTellError):
                    numbers[i] = len(reasons)
                    reasons.append(str(figure))
            if any(numbers):
                why = np.where(why == 0, np.array(numbers)[self.which], why)
        return reasons, why

    def rounded(self) -> list[str]:
        """What is said of the cells whose chances are rounded; nothing where all are exact."""
        near = [within for within in self._within.ravel().tolist() if within]
        which = "" if len(near) == self._within.size else f"Of {len(near)} of {self._within.size:,} combinations: "
        return [f"{which}{rounded_text(max(near))}"] if near else []

    def left_out(self, *questions: Outcome) -> list[str]:
        """The same for the cells without an answer alone, in order."""
        reasons, why = self._whys(questions)
        return np.array(reasons, dtype=object)[why[why > 0]].tolist() if len(reasons) > 1 else []

    def _spread(self, each: Sequence[Fraction | None]) -> ExactArray:
        """One exact value for each distinct distribution, laid out over the grid; ``None`` for no answer."""
        return np.array(np.array([*each, None], dtype=object)[self.which], dtype=object).reshape(self.shape)


def too_many(got: str) -> RuleError:
    """The error for more cells than fit comfortably in memory."""
    fit = f"{MOST:,} combinations, which take up to {MOST * _BYTES / 1e9:.1f} GB"
    return RuleError(f"a grid must have at most {fit}; got {got}; try fewer values")


def must_fit(rows: int, columns: int, cells: int, less: str) -> None:
    """Refuse a table that takes too much memory; ``less`` : what else there is to try."""
    needed = rows * columns * _WORD
    if needed > MAX_BYTES:
        raise RuleError(
            f"a table must take at most {MAX_BYTES / 1e9:g} GB of memory; got {cells:,} combinations, whose "
            f"{rows:,} rows "
            f"would take about {needed / 1e9:.1f} GB; try fewer values, so that there are "
            f"{cells * MAX_BYTES // needed:,}"
            f" combinations{less}"
        )


def has_answer(figures: ExactArray) -> BoolArray:
    """Which cells of an array of exact figures have one."""
    return np.array([figure is not None for figure in figures.ravel()], dtype=bool).reshape(figures.shape)


@lru_cache(maxsize=_KEPT, typed=True)
def _answer_of(function: Callable[..., Any], rules: Ruleset, *args: Value) -> Any:
    """What a function of target numbers answers; another grid may ask the same, as where a limit of turns was moved."""
    return function(rules, *args)


def _box(values: Sequence[Value], shape: tuple[int, ...]) -> ExactArray:
    """An object array, safe for tuples."""
    out = np.empty(len(values), dtype=object)
    out[:] = values if not any(isinstance(v, tuple) for v in values) else [None] * len(values)
    if any(isinstance(v, tuple) for v in values):
        for i, v in enumerate(values):
            out[i] = v
    return out.reshape(shape)


def _encode(numbers: Array) -> tuple[IntArray, list[Value]]:
    """An array of small codes for an array of values, and the distinct values."""
    if numbers.dtype != object:
        distinct, codes = np.unique(numbers, return_inverse=True)
        return codes.reshape(numbers.shape), distinct.tolist()
    place: dict[Value, int] = {}
    each = [place.setdefault(value, len(place)) for value in numbers.ravel().tolist()]
    return np.array(each, dtype=np.int64).reshape(numbers.shape), list(place)
