"""Many combinations of parameters as one tidy table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import chain, repeat
from typing import TYPE_CHECKING

import numpy as np

from ..dice.chances import Array, BoolArray
from ..dice.dist import Outcome
from ..errors import RuleError
from ..mechanics.check import Check
from ..mechanics.registry import asked_check
from ..progress import ProgressBar
from ..rulebook.book import Ruleset, Value
from ..work import Workers
from .grid import MOST, Grid

if TYPE_CHECKING:
    import pandas as pd


def sweep(
    id: str | Check,
    /,
    *,
    outcome: Outcome = None,
    rules: Ruleset | None = None,
    executor: Workers | None = None,
    progress: ProgressBar = None,
    **given: Value,
) -> pd.DataFrame:
    """A check for every combination of the values given, as a tidy table.

    id : a check, or its id. given : for each parameter one value, or a list, tuple, range or array of values. outcome :
    an outcome, an event such as ``"hits"``, or several in a list for any of them; then the table has one row for each
    combination, else one for each combination and possible outcome. rules : with house rules. executor : any
    ``concurrent.futures.Executor``, or a Dask ``Client``, that shares out the different sets of target numbers, for
    processes that take their time. progress : true for a bar, or a function of (done, all).

    Returns a DataFrame: one column for each swept parameter, ``outcome``, ``probability`` (an exact ``Fraction``) and
    ``percent`` (a float from 0 to 100, for charts). Combinations that contradict themselves (such as snap fire with
    aim), cannot tell the outcome, or are too large to be followed are left out; ``.attrs["left_out"]`` lists why.
    ``.attrs["rounded"]`` says which chances are no fractions, and are rounded; it is empty where all are exact.

    Raises ``RuleError`` for unknown names, wrong values, or more than five million combinations.

    >>> import rencounter_kit as rk
    >>> rk.sweep("rencounter.fire", skill=[5, 7], range_band=["short", "long"], outcome="hits")
       skill range_band outcome probability    percent
    0      5      short    hits        5/12  41.666667
    1      5       long    hits        1/12   8.333333
    2      7      short    hits        7/12  58.333333
    3      7       long    hits         1/4  25.000000
    """
    check = asked_check(id)
    axes, fixed = axes_of(check, given)
    grid = Grid(check, check.ruleset(rules), axes, fixed, executor, progress)
    table = _long(grid) if outcome is None else _one_row(grid, outcome)
    left_out = grid.left_out() if outcome is None else grid.left_out(outcome)
    table.attrs = {"check": check.id, "left_out": left_out, "rounded": grid.rounded()}
    return table


def axes_of(check: Check, given: Mapping[str, Value]) -> tuple[dict[str, Sequence[Value]], dict[str, Value]]:
    """The parameters that take several values, and those that take one; ``RuleError`` for unknown names."""
    given = check.named(given)
    axes = {name: _axis(v) for name, v in given.items() if _is_axis(check.parameters[name].kind, v)}
    return axes, {name: v for name, v in given.items() if name not in axes}


def _is_axis(kind: str, value: Value) -> bool:
    if isinstance(value, (str, bytes)) or not hasattr(value, "__len__") or not getattr(value, "ndim", 1):
        return False
    return kind not in ("several", "rows") or (
        len(value) > 0 and isinstance(value[0], (list, tuple)) and kind == "several"
    )


def _axis(value: Value) -> Sequence[Value]:
    if isinstance(value, range) and (value.stop - value.start) // value.step > MOST:
        raise RuleError(f"a sweep must have at most {MOST:,} combinations; got more; sweep fewer values")
    return value if isinstance(value, range) else list(value)


def columns_of(grid: Grid, fine: BoolArray) -> dict[str, Array]:
    """The swept parameters, one value for each kept combination."""
    import pandas as pd

    columns = {}
    for place, (name, axis) in enumerate(grid.axes.items()):
        codes = np.arange(len(axis)).reshape([-1 if i == place else 1 for i in range(len(grid.shape))])
        codes = np.broadcast_to(codes, grid.shape).ravel()[fine]
        plain = pd.Series(list(axis), dtype=None if all(type(v) is int for v in axis) else object)
        columns[name] = plain.to_numpy()[codes]
    return columns


def _one_row(grid: Grid, outcome: Outcome) -> pd.DataFrame:
    import pandas as pd

    figures = grid.figures(outcome)
    has_figure = np.array([*(isinstance(figure, Fraction) for figure in figures), False])
    fine = has_figure[grid.which].ravel()
    which, label = grid.which.ravel()[fine], grid.check.asked_text(outcome)
    exact = np.array([*figures, None], dtype=object)[which]
    percent = np.array([100 * float(figure) if isinstance(figure, Fraction) else np.nan for figure in figures])[which]
    return pd.DataFrame({**columns_of(grid, fine), "outcome": label, "probability": exact, "percent": percent})


def _long(grid: Grid) -> pd.DataFrame:
    import pandas as pd

    fine = (grid.which >= 0).ravel()
    columns, which = columns_of(grid, fine), grid.which.ravel()[fine]
    lengths = np.array([len(dist) for dist in grid.dists], dtype=np.int64)[which]
    starts = np.cumsum([0, *[len(dist) for dist in grid.dists]])
    rows = np.repeat(np.arange(len(which)), lengths)
    within = np.arange(len(rows)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    pick = starts[which][rows] + within
    weights = [dist.weights for dist in grid.dists]
    totals = (repeat(dist.total, len(dist)) for dist in grid.dists)
    shares = list(zip(chain.from_iterable(each.values() for each in weights), chain.from_iterable(totals), strict=True))
    kinds = {share: number for number, share in enumerate(dict.fromkeys(shares))}  # many are alike
    kind = np.fromiter(map(kinds.__getitem__, shares), np.int64, len(shares))
    outcomes = np.fromiter(chain.from_iterable(weights), object, len(shares))
    exact = np.fromiter((Fraction(*share) for share in kinds), object, len(kinds))[kind]
    percent = np.array([100 * (weight / total) for weight, total in kinds])[kind]
    spread = {name: column[rows] for name, column in columns.items()}
    return pd.DataFrame({**spread, "outcome": outcomes[pick], "probability": exact[pick], "percent": percent[pick]})
