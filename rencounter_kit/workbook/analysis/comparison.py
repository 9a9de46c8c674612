"""Two or more rule sets side by side, over any grid of situations."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain, count
from typing import TYPE_CHECKING, Any

import numpy as np

from ...engine.dice.chances import Array, BoolArray, ExactArray, FloatArray, IntArray
from ...engine.dice.dist import Outcome
from ...engine.dice.scale import in_order
from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text, number_text, percent_text, plain
from ...engine.work.progress import ProgressBar
from ...engine.work.work import Workers
from ..mechanics.check import Check
from ..mechanics.registry import check_of
from ..mechanics.space import MEAN, CannotTellError, Span
from ..rulebook.book import Ruleset, Value
from ..rulebook.layers import Layers
from .grid import Grid, must_fit
from .measure import number
from .sides import Sides
from .sweeps import axes_of, columns_of

if TYPE_CHECKING:
    import pandas as pd

_PLACES = 4  # numbers that are kept of each row while a table is made


def compare(
    *books: Any,
    executor: Workers | None = None,
    progress: ProgressBar = None,
    **parameters: Value,
) -> Comparison:
    """What a change of rules does, over a grid of situations.

    books : two or more rulesets (or ``Layers``) of one game, the book first, then a check of ``rk.checks``, then
        perhaps a mapping from parameter to one value or several.
    parameters : the same as names.
    executor, progress : as in ``rk.sweep``.

    Raises ``RuleError`` when there are fewer than two rulesets, for unknown names and wrong values, or for more than
    five million combinations.

    >>> import rencounter_kit as rk
    >>> book = rk.rules("rencounter")
    >>> ours = book.with_house_rules("fire.range.long = -3", name="Better eyes")
    >>> compare(book, ours, "rencounter.fire", {"skill": [5, 7]}, range_band="long").changed("hits")
       skill outcome the book Better eyes  points
    0      5    hits     1/12         1/6    8.33
    1      7    hits      1/4         1/3    8.33
    """
    rules: list[Any] = [one.rules if isinstance(one, Layers) else one for one in books]
    many = next((i for i, one in enumerate(rules) if not isinstance(one, Ruleset)), len(rules))
    rulesets, rest = rules[:many], rules[many:]
    if many < 2:
        raise RuleError(
            f"a comparison must have two rulesets or more, the book first; got {many}; "
            "try compare(book, ours, 'rencounter.fire')"
        )
    if not rest or len(rest) > 2 or (len(rest) == 2 and not isinstance(rest[1], Mapping)):
        raise RuleError(
            f"after the rulesets must come a check and perhaps a grid; got {as_text(rest)}; "
            "try 'rencounter.fire', {'skill': range(1, 13)}"
        )
    check = check_of(rest[0], *rulesets)
    values = dict(rest[1]) if len(rest) == 2 else {}
    if twice := values.keys() & parameters.keys():
        raise RuleError(f"each parameter must be given once; got {', '.join(sorted(twice))} twice; leave one out")
    return Comparison(check, rulesets, {**values, **parameters}, executor, progress)


class Comparison:
    """The answers of one check by several rulesets: their ``names``, the ``axes`` of the grid, and a grid for each."""

    def __init__(
        self,
        check: Check,
        rulesets: Sequence[Ruleset],
        settings: Mapping[str, Value],
        executor: Workers | None = None,
        progress: ProgressBar = None,
    ) -> None:
        self.check, self.rulesets = check, tuple(rulesets)
        self.axes, self.fixed = axes_of(check, settings)
        names = [rules.name for rules in rulesets]
        self.names = _distinct_names(names, {*self.axes, "outcome", "points", *(f"points ({name})" for name in names)})
        parameters = check.parameters_by(*(check.ruleset(rules) for rules in rulesets))
        self.grids = [Grid(check, rules, self.axes, self.fixed, executor, progress, parameters) for rules in rulesets]
        self.shape = self.grids[0].shape

    @cached_property
    def both(self) -> BoolArray:
        """Where all rulesets have an answer: true or false for each cell."""
        return np.logical_and.reduce([grid.which >= 0 for grid in self.grids])

    @cached_property
    def outcomes(self) -> list[Outcome]:
        """Every outcome that can happen anywhere by any of the rulesets, in order."""
        return in_order((outcome for grid in self.grids for outcome in grid.outcomes()), self.grids[0].scale)

    @cached_property
    def events(self) -> list[str]:
        """The events of the check that all of these answers can tell."""
        each = [grid.events() for grid in self.grids]
        return [name for name in each[0] if all(name in names for names in each)]

    @cached_property
    def _cases(self) -> tuple[IntArray, IntArray]:
        """The distinct cases, a row for each with the number of its distribution by each ruleset, -1 for none; and the
        case of each cell.
        """
        cases, case = np.zeros((1, 0), dtype=np.int64), np.zeros(self.shape, dtype=np.int64)
        for grid in self.grids:
            many = len(grid.dists) + 1
            codes, case = np.unique(case * many + grid.which + 1, return_inverse=True)
            before, now = np.divmod(codes, many)
            cases, case = np.column_stack([cases[before], now - 1]), case.reshape(self.shape)
        return cases, case

    def _sides(self, outcomes: Sequence[Outcome]) -> Sides:
        """What each ruleset says of some outcomes, in each case."""
        cases, _ = self._cases
        sides = []
        for grid, case in zip(self.grids, cases.T, strict=True):
            figures = np.full((len(outcomes), len(grid.dists) + 1), None, dtype=object)  # no answer stands last, at -1
            for row, outcome in zip(figures, outcomes, strict=True):
                row[:-1] = [None if isinstance(p, CannotTellError) else p for p in grid.figures(outcome)]
            sides.append(figures[:, case])
        return Sides(sides, 1 if self._are_means(outcomes) else 100)

    def _are_means(self, outcomes: Sequence[Outcome]) -> bool:
        """Is it the mean that is asked, which stands alone?"""
        means = [self.check.is_mean(one) for one in outcomes]
        if any(means) and not all(means):
            raise RuleError("the mean must be asked by itself; got it beside chances; ask twice")
        return any(means)

    def chances(self, outcome: Outcome) -> list[ExactArray]:
        """Exact chance of an event or outcome: for each ruleset an array over the grid, ``None`` for no answer."""
        return [self._laid_out(figures[0]) for figures in self._sides([outcome]).figures]

    def _laid_out(self, each: Array) -> Array:
        """What each case has, over the cells of the grid."""
        _, case = self._cases
        return each[case.ravel()].reshape(self.shape)

    def left_out(self, *questions: Outcome) -> list[str]:
        """The reasons, cell by cell, where some ruleset has no answer, or none to what is asked."""
        each = [grid.why(*questions) for grid in self.grids]
        return [
            why
            for whys in zip(*(one.ravel().tolist() for one in each), strict=True)
            if (why := next(filter(None, whys), ""))
        ]

    def _further(self, one: int) -> int:
        """The number of a ruleset after the first."""
        one = plain(one)
        if one not in range(1, len(self.grids)):
            last = len(self.grids) - 1
            raise RuleError(f"the number of a ruleset after the first must be from 1 to {last}; got {as_text(one)}")
        return one

    def difference(self, outcome: Outcome, one: int = 1) -> ExactArray:
        """Exact change of a chance from the first ruleset to number ``one``; ``None`` where one has no answer."""
        return self._laid_out(self._sides([outcome]).shifts(self._further(one))[0])

    def words(self, event: Outcome) -> str:
        """An event or outcome in words; ``None`` is the mean."""
        return "mean" if event is None else self.check.words(event)

    def floats(self, event: Outcome) -> list[FloatArray]:
        """For a chart: the chance of an event (``None``: the mean) by each ruleset, as arrays; NaN for no answer."""
        return [grid.floats(event) for grid in self.grids]

    def change(self, event: Outcome) -> FloatArray:
        """For a chart: the change from the first ruleset to the last, in percentage points (``None``: of the mean)."""
        before, *_, after = self.floats(event)
        return (after - before) * (1 if event is None else 100)

    def points(self, outcome: Outcome, one: int = 1) -> FloatArray:
        """The same in percentage points, as floats for a chart; NaN where one has no answer."""
        return self._laid_out(self._sides([outcome]).points(self._further(one))[0])

    def table(self, outcome: Outcome = None, events: Sequence[Outcome] | None = None) -> pd.DataFrame:
        """A row for each cell and outcome: the swept parameters, the exact chance by each ruleset, and the change.

        outcome : an event, an outcome, or several in a list for any of them.
        events : several, each of which has rows of its own; every outcome when both are left out. ``points`` is the
            change from the first ruleset in percentage points (a float); with more than two rulesets, or a parameter of
            that name, one such column for each. ``.attrs["left_out"]`` lists why a cell is left out.
        """
        outcomes = self._outcomes_of(outcome, events)
        sides = self._sides(outcomes)
        self._must_fit(sides.fine)
        table = self._rows(outcomes, sides, sides.fine)
        table.attrs = self._attributes(outcome, events)
        return table

    def _attributes(self, outcome: Outcome, events: Sequence[Outcome] | None) -> dict[str, object]:
        """What a table says beside its rows."""
        outcomes = self._outcomes_of(outcome, events) if (outcome, events) != (None, None) else []
        return {"check": self.check.id, "left_out": self.left_out(*outcomes)}

    def _outcomes_of(self, outcome: Outcome, events: Sequence[Outcome] | None) -> list[Outcome]:
        if outcome is not None and events is not None:
            raise RuleError("outcome and events must not both be given; got both; leave one out")
        if outcome is not None:
            return [self.check.named_event(outcome)]
        if events is None:
            return self.outcomes
        if isinstance(events, (str, bytes)) or not isinstance(events, Sequence) or not events:
            raise RuleError(
                f"events must be a list of at least one event; got {as_text(events)}; leave it out for every outcome"
            )
        return [self.check.named_event(event) for event in events]

    def _must_fit(self, visible: BoolArray) -> None:
        """Refuse a table that takes too much memory; with each row goes where it comes from."""
        _, case = self._cases
        rows = int(visible.sum(axis=0)[case].sum())
        columns = len(self.axes) + 1 + len(self.names) + len(self._changes(100)) + _PLACES
        must_fit(rows, columns, case.size, ", or name one outcome" if len(visible) > 1 else "")

    def _rows(self, outcomes: Sequence[Outcome], sides: Sides, visible: BoolArray) -> pd.DataFrame:
        """The rows of a table; ``visible`` says of which outcomes in which cases."""
        import pandas as pd

        _, case = self._cases
        which, cell = np.nonzero(visible[:, case.ravel()])
        place = which, case.ravel()[cell]
        columns = columns_of(self.grids[0], np.ones(case.size, dtype=bool))
        rows = {name: column[cell] for name, column in columns.items()}
        rows["outcome"] = np.array([self.check.event_text(one) for one in outcomes], dtype=object)[which]
        rows.update({name: figures[place] for name, figures in zip(self.names, sides.figures, strict=True)})
        for i, name in enumerate(self._changes(sides.per), 1):
            rows[name] = _two_places(sides.points(i))[place]
        return pd.DataFrame(rows)

    def _changes(self, per: int) -> list[str]:
        """The columns of changes."""
        what = "points" if per > 1 else "change"
        alone = len(self.names) == 2 and what not in self.axes  # a parameter may be called so
        return [what] if alone else [f"{what} ({name})" for name in self.names[1:]]

    def changed(
        self, outcome: Outcome = None, points: float = 0, events: Sequence[Outcome] | None = None
    ) -> pd.DataFrame:
        """The rows of ``table`` that change by more than so many percentage points, the biggest change first.

        A change is weighed exactly; ``points`` in the table is rounded to two places, below 0.005 to one digit.
        """
        outcomes = self._outcomes_of(outcome, events)
        sides = self._sides(outcomes)
        least = number(points, "points") / sides.per
        visible = np.array(sides.largest > least, dtype=bool)
        self._must_fit(visible)
        sizes = {size: i for i, size in enumerate(sorted(set(sides.largest[visible]), reverse=True))}
        _, case = self._cases
        which, cell = np.nonzero(visible[:, case.ravel()])
        places = [sizes[size] for size in sides.largest[which, case.ravel()[cell]]]
        table = self._rows(outcomes, sides, visible).iloc[np.argsort(places, kind="stable")].reset_index(drop=True)
        table.attrs = self._attributes(outcome, events)
        return table

    def totals(self, outcome: Outcome = None, events: Sequence[Outcome] | None = None) -> pd.DataFrame:
        """For each outcome over the whole grid, every cell alike: mean chance by each ruleset, and how much changes.

        outcome, events : as in ``table``. ``cells`` are those that all rulesets answer, ``changed`` those where any
        change is seen; ``fall`` and ``rise`` are the greatest ones, in percentage points.
        """
        import pandas as pd

        outcomes = self._outcomes_of(outcome, events)
        sides = self._sides(outcomes)
        cells = np.bincount(self._cases[1].ravel().astype(np.intp))
        points = np.array([np.where(sides.fine, sides.points(i), 0) for i in range(1, len(self.grids))])
        return pd.DataFrame(
            {
                "outcome": [self.check.event_text(one) for one in outcomes],
                **{
                    f"{name}, mean{' %' if sides.per > 1 else ''}": _two_places(sides.mean(i, cells))
                    for i, name in enumerate(self.names)
                },
                "cells": sides.fine @ cells,
                "changed": sides.changed @ cells,
                "fall": _two_places(points.min(axis=(0, 2), initial=0)),
                "rise": _two_places(points.max(axis=(0, 2), initial=0)),
            }
        )

    @property
    def has_mean(self) -> bool:
        """Are all answers numbers?"""
        return all(grid.has_mean for grid in self.grids)

    def groups(self, most: int = 8) -> list[Outcome]:
        """The numbers that can come, gathered into so many ranges at most that are about equally wide.

        >>> import rencounter_kit as rk
        >>> book = rk.rules("odd_encounters")
        >>> ours = book.with_house_rules('dice.damage = "2d6"', name="Heavy blows")
        >>> list(map(str, compare(book, ours, "odd_encounters.melee_damage").groups(3)))
        ['0 to 4', '5 to 9', '10 to 12']
        """
        numbers = [one for one in self.outcomes if type(one) is int]
        if len(numbers) <= most or len(numbers) < len(self.outcomes):
            return self.outcomes
        wide = -((numbers[0] - numbers[-1] - 1) // most)
        starts = range(numbers[0], numbers[-1] + 1, wide)
        return [Span(start, min(start + wide - 1, numbers[-1])) for start in starts]

    def moved(self) -> str:
        """How the mean moves over the whole grid, every cell alike, in a sentence."""
        sides, cells = self._sides([MEAN]), np.bincount(self._cases[1].ravel())
        first, *others = (float(sides.mean(i, cells)[0]) for i in range(len(self.names)))
        parts = [
            f"{name} {number_text(now)} ({number_text(now - first, 3, sign=True)})"
            for name, now in zip(self.names[1:], others, strict=True)
        ]
        return f"mean: {self.names[0]} {number_text(first)}, {', '.join(parts)}"

    def __str__(self) -> str:
        totals = self.totals(events=self.events or (self.groups() if self.has_mean else None))
        return f"{self.check.title.rstrip('?')}: {' against '.join(self.names)}\n{totals.to_string(index=False)}"

    def __repr__(self) -> str:
        return f"<Comparison of {self.check.id}: {', '.join(self.names)}; {self.both.size:,} cells>"

    def _repr_html_(self) -> str:
        head = f"<p><b>{html.escape(self.check.title.rstrip('?'))}</b>: {html.escape(' against '.join(self.names))}</p>"
        table = self.changed(next(iter(self.events), None)).head(12)
        for name in self.names:
            table[name] = [percent_text(p) for p in table[name]]
        return head + table.to_html(index=False)


def _distinct_names(names: Sequence[str], names_in_use: Iterable[str]) -> list[str]:
    """Names that stand for a ruleset each, and for no column that is taken; one that comes again gets a number."""
    distinct: list[str] = []
    for name in names:
        unavailable = {*names_in_use, *distinct}
        distinct.append(
            next(one for one in chain([name], (f"{name} ({i})" for i in count(2))) if one not in unavailable)
        )
    return distinct


def _two_places(figures: FloatArray) -> FloatArray:
    """Rounded, never "-0", and no change to nothing."""
    return np.array([_rounded(figure) for figure in figures.ravel().tolist()]).reshape(figures.shape) + 0.0


def _rounded(figure: float) -> float:
    return round(figure, 2) or float(f"{figure:.1g}")
