"""Many combinations of parameters as one tidy table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import chain, repeat
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...engine.dice.chances import Array, BoolArray, ExactArray, FloatArray
from ...engine.dice.dist import Outcome
from ...engine.work.progress import ProgressBar
from ...engine.work.work import Workers, bar
from ..mechanics.check import Check
from ..mechanics.parameter import Parameter, Rows, SeveralChoices
from ..mechanics.registry import check_of
from ..rulebook.book import Ruleset, Value
from .grid import MOST, Grid, must_fit, too_many

if TYPE_CHECKING:
    import pandas as pd


_BLOCK = 10_000  # cells that are written at once


def sweep(
    id: str | Check,
    /,
    *,
    outcome: Outcome = None,
    rules: Ruleset | None = None,
    executor: Workers | None = None,
    progress: ProgressBar = None,
    **settings: Value,
) -> pd.DataFrame:
    """A check for every combination of the values given, as a tidy table.

    id : a check, or its id.
    settings : for each parameter one value, or a list, tuple, range or array of values.
    outcome : an outcome, an event such as ``"hits"``, a range such as ``"at least 20"``, or several in a list for any
        of them; then the table has one row for each combination, else one for each combination and possible outcome.
        With ``"mean"`` the columns are ``mean`` and ``decimal`` in place of chances.
    rules : with house rules.
    executor : any ``concurrent.futures.Executor``, or a Dask ``Client``, that shares out the different sets of target
        numbers, for processes that take their time.
    progress : true or false for a bar or none, or a function of (done, all); left out, a bar once it takes two seconds.

    Returns a DataFrame: one column for each swept parameter, ``outcome``, ``probability`` (an exact ``Fraction``) and
    ``percent`` (a float from 0 to 100, for charts). Combinations that contradict themselves (such as snap fire with
    aim), cannot tell the outcome, or are too large to be followed are left out; ``.attrs["left_out"]`` lists why.
    ``.attrs["rounded"]`` says which chances are no fractions, and are rounded; it is empty where all are exact.

    Raises ``RuleError`` for unknown names, wrong values, more than five million combinations, or a table that would
    take more than 1 GB.

    >>> import rencounter_kit as rk
    >>> rk.sweep("rencounter.fire", skill=[5, 7], range_band=["short", "long"], outcome="hits")
       skill range_band outcome probability    percent
    0      5      short    hits        5/12  41.666667
    1      5       long    hits        1/12   8.333333
    2      7      short    hits        7/12  58.333333
    3      7       long    hits         1/4  25.000000
    """
    check = check_of(id, rules)
    axes, fixed = axes_of(check, settings)
    grid = Grid(check, check.ruleset(rules), axes, fixed, executor, progress)
    outcome = check.named_event(outcome)
    table = _table(grid, _every_outcome(grid) if outcome is None else _one(grid, outcome), progress)
    if check.is_mean(outcome):
        table = table.rename(columns={"probability": "mean", "percent": "decimal"}).assign(
            decimal=table["percent"] / 100
        )
    left_out = grid.left_out() if outcome is None else grid.left_out(outcome)
    table.attrs = {"check": check.id, "left_out": left_out, "rounded": grid.rounded()}
    return table


def axes_of(check: Check, settings: Mapping[str, Value]) -> tuple[dict[str, Sequence[Value]], dict[str, Value]]:
    """The parameters that take several values, and those that take one; ``RuleError`` for unknown names."""
    settings = check.named(settings)
    axes = {name: _axis(v) for name, v in settings.items() if _is_axis(check.parameters[name], v)}
    return axes, {name: v for name, v in settings.items() if name not in axes}


def _is_axis(parameter: Parameter, value: Value) -> bool:
    """Is it values of the parameter, rather than one?"""
    if isinstance(value, (str, bytes)) or not hasattr(value, "__len__") or not getattr(value, "ndim", 1):
        return False
    if isinstance(parameter, SeveralChoices):
        return len(value) > 0 and isinstance(value[0], (list, tuple))
    return not isinstance(parameter, Rows)


def _axis(value: Value) -> Sequence[Value]:
    if isinstance(value, range) and (value.stop - value.start) // value.step > MOST:
        raise too_many("more")
    return value if isinstance(value, range) else list(value)


def values_of(axis: Sequence[Value]) -> Array:
    """The values of an axis as they stand in a column."""
    import pandas as pd

    return pd.Series(list(axis), dtype=None if all(type(v) is int for v in axis) else object).to_numpy()


def columns_of(grid: Grid, fine: BoolArray) -> dict[str, Array]:
    """The swept parameters, one value for each kept combination."""
    columns = {}
    for place, (name, axis) in enumerate(grid.axes.items()):
        codes = np.arange(len(axis)).reshape([-1 if i == place else 1 for i in range(len(grid.shape))])
        codes = np.broadcast_to(codes, grid.shape).ravel()[fine]
        columns[name] = values_of(axis)[codes]
    return columns


class _AnswerRows(NamedTuple):
    """The rows that each distinct answer has, one after the other."""

    lengths: Sequence[int]
    outcomes: Array
    exact: ExactArray
    percent: FloatArray


def _one(grid: Grid, outcome: Outcome) -> _AnswerRows:
    """A row for each answer that can tell the outcome."""
    figures = grid.figures(outcome)
    chances = [figure for figure in figures if isinstance(figure, Fraction)]
    label = np.full(len(chances), grid.check.event_text(outcome), dtype=object)
    percent = np.array([100 * float(chance) for chance in chances])
    return _AnswerRows([isinstance(one, Fraction) for one in figures], label, np.array([*chances, None])[:-1], percent)


def _every_outcome(grid: Grid) -> _AnswerRows:
    """A row for each outcome of each answer; chances that are alike are one."""
    weights = [dist.weights for dist in grid.dists]
    totals = (repeat(dist.total, len(dist)) for dist in grid.dists)
    shares = list(zip(chain.from_iterable(each.values() for each in weights), chain.from_iterable(totals), strict=True))
    kinds = {share: number for number, share in enumerate(dict.fromkeys(shares))}
    kind = np.fromiter(map(kinds.__getitem__, shares), np.int64, len(shares))
    outcomes = np.fromiter(chain.from_iterable(weights), object, len(shares))
    exact = np.fromiter((Fraction(*share) for share in kinds), object, len(kinds))[kind]
    percent = np.array([100 * (weight / total) for weight, total in kinds])[kind]
    return _AnswerRows([len(dist) for dist in grid.dists], outcomes, exact, percent)


def _table(grid: Grid, form: _AnswerRows, progress: ProgressBar) -> pd.DataFrame:
    """The rows of all cells, written in blocks into their columns."""
    import pandas as pd

    which, cells = grid.which.ravel(), grid.which.size
    lengths = np.array([*form.lengths, 0], dtype=np.intp)  # no answer stands last, at -1
    starts = np.cumsum(lengths) - lengths
    many = int(np.bincount((which + 1).astype(np.intp), minlength=len(lengths)) @ np.roll(lengths, 1))
    must_fit(many, len(grid.axes) + 3, cells, ", or name one outcome" if many > cells else "")
    axes = [values_of(axis) for axis in grid.axes.values()]
    each = [*axes, form.outcomes, form.exact, form.percent]
    columns = [np.empty(many, dtype=one.dtype) for one in each]
    filled = 0
    with bar(progress if cells > _BLOCK else False, cells) as tell:
        for begin in range(0, cells, _BLOCK):
            block = which[begin : begin + _BLOCK]
            rows = lengths[block]
            cell = np.repeat(np.arange(begin, begin + len(block)), rows)
            pick = np.arange(len(cell)) + np.repeat(starts[block] - np.cumsum(rows) + rows, rows)
            codes = np.unravel_index(cell, grid.shape) if axes else ()
            for column, one, places in zip(columns, each, (*codes, pick, pick, pick), strict=True):
                column[filled : filled + len(cell)] = one[places]
            filled += len(cell)
            tell(min(begin + _BLOCK, cells), cells)
    names = (*grid.axes, "outcome", "probability", "percent")
    return pd.DataFrame(dict(zip(names, columns, strict=True)), copy=False)
