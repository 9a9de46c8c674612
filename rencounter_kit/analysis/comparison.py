"""Two or more rule sets side by side, over any grid of situations."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from functools import cached_property
from itertools import chain, count
from typing import TYPE_CHECKING, Any

import numpy as np

from ..dice.chances import BoolArray, ExactArray, FloatArray, IntArray
from ..dice.dist import Dist, Outcome
from ..errors import RuleError
from ..mechanics.check import Check
from ..mechanics.registry import asked_check
from ..mechanics.space import CannotTellError
from ..progress import ProgressBar
from ..rulebook.book import Ruleset, Value
from ..rulebook.layers import Layers
from ..wording import percent_text, plain, shown
from .grid import Grid, has_answer
from .measure import number
from .sweeps import axes_of, columns_of

if TYPE_CHECKING:
    import pandas as pd


def compare(
    *given: Any,
    executor: Executor | None = None,
    progress: ProgressBar = None,
    **parameters: Value,
) -> Comparison:
    """What a change of rules does, over a grid of situations.

    given : two or more rulesets (or ``Layers``) of one game, the book first, then a check of ``rk.checks``, then
    perhaps a mapping from parameter to one value or several. parameters : the same as names. executor, progress : as in
    ``rk.sweep``.

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
    rules: list[Any] = [one.rules if isinstance(one, Layers) else one for one in given]
    many = next((i for i, one in enumerate(rules) if not isinstance(one, Ruleset)), len(rules))
    rulesets, rest = rules[:many], rules[many:]
    if many < 2:
        raise RuleError(
            f"a comparison must have two rulesets or more, the book first; got {many}; "
            "try compare(book, ours, 'rencounter.fire')"
        )
    if not rest or len(rest) > 2 or (len(rest) == 2 and not isinstance(rest[1], Mapping)):
        raise RuleError(
            f"after the rulesets must come a check and perhaps a grid; got {shown(rest)}; "
            "try 'rencounter.fire', {'skill': range(1, 13)}"
        )
    check = asked_check(rest[0])
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
        given: Mapping[str, Value],
        executor: Executor | None = None,
        progress: ProgressBar = None,
    ) -> None:
        self.check, self.rulesets = check, tuple(rulesets)
        self.axes, self.fixed = axes_of(check, given)
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
        every = dict.fromkeys((outcome for grid in self.grids for outcome in grid.outcomes()), 1)
        return list(Dist(every, self.grids[0].scale))

    @cached_property
    def events(self) -> list[str]:
        """The events of the check that all of these answers can tell."""
        each = [grid.events() for grid in self.grids]
        return [name for name in each[0] if all(name in names for names in each)]

    def _sides(self, outcome: Outcome) -> list[list[Fraction | None]]:
        """For each ruleset the chance (or mean) of each of its distinct distributions, ``None`` for no answer."""
        each = [grid.figures(outcome) for grid in self.grids]
        return [[None if isinstance(figure, CannotTellError) else figure for figure in side] for side in each]

    def chances(self, outcome: Outcome) -> list[ExactArray]:
        """Exact chance of an event or outcome: for each ruleset an array over the grid, ``None`` for no answer."""
        return [_lay_out(side, grid.which) for side, grid in zip(self._sides(outcome), self.grids, strict=True)]

    def _can_tell(self, outcome: Outcome) -> BoolArray:
        """Where all rulesets can tell it: true or false for each cell."""
        return np.logical_and.reduce([has_answer(chances) for chances in self.chances(outcome)])

    def left_out(self, *questions: Outcome) -> list[str]:
        """The reasons, cell by cell, where some ruleset has no answer, or none to what is asked."""
        each = [grid.why(*questions) for grid in self.grids]
        return [
            why
            for whys in zip(*(one.ravel().tolist() for one in each), strict=True)
            if (why := next(filter(None, whys), ""))
        ]

    @cached_property
    def _pairs(self) -> list[tuple[list[tuple[int, int]], IntArray]]:
        """For each further ruleset the distinct pairs of distributions, before and after, and the pair of each cell."""
        further = []
        before = self.grids[0]
        for after in self.grids[1:]:
            many = len(after.dists) + 1
            codes, place = np.unique((before.which + 1) * many + after.which + 1, return_inverse=True)
            pairs = [divmod(code, many) for code in codes.tolist()]
            further.append(([(was - 1, now - 1) for was, now in pairs], place.reshape(self.shape)))
        return further

    def _shifts(self, outcome: Outcome, one: int) -> tuple[list[Fraction | None], IntArray]:
        """The change in each distinct pair, ``None`` where either has no answer; and which pair each cell has."""
        one = plain(one)
        if one not in range(1, len(self.grids)):
            last = len(self.grids) - 1
            raise RuleError(f"the number of a ruleset after the first must be from 1 to {last}; got {shown(one)}")
        sides = self._sides(outcome)
        pairs, place = self._pairs[one - 1]
        befores, afters = ([*sides[i], None] for i in (0, one))  # no answer stands last, at place -1
        both = [(befores[was], afters[now]) for was, now in pairs]
        return [None if before is None or after is None else after - before for before, after in both], place

    def difference(self, outcome: Outcome, one: int = 1) -> ExactArray:
        """Exact change of a chance from the first ruleset to number ``one``; ``None`` where one has no answer."""
        return _lay_out(*self._shifts(outcome, one))

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
        changes, place = self._shifts(outcome, one)
        return np.array([np.nan if change is None else float(100 * change) for change in changes])[place]

    def table(self, outcome: Outcome = None, events: Sequence[Outcome] | None = None) -> pd.DataFrame:
        """A row for each cell and outcome: the swept parameters, the exact chance by each ruleset, and the change.

        outcome : an event, an outcome, or several in a list for any of them. events : several, each of which has rows
        of its own; every outcome when both are left out. ``points`` is the change from the first ruleset in percentage
        points (a float); with more than two rulesets, or a parameter of that name, one such column for each. ``.attrs["left_out"]`` lists why a cell
        is left out.
        """
        import pandas as pd

        outcomes = self._outcomes_of(outcome, events)
        table = pd.concat([self._frame(one) for one in outcomes], ignore_index=True)
        table.attrs = {
            "check": self.check.id,
            "left_out": self.left_out(*(outcomes if (outcome, events) != (None, None) else ())),
        }
        return table

    def _outcomes_of(self, outcome: Outcome, events: Sequence[Outcome] | None) -> list[Outcome]:
        if outcome is not None and events is not None:
            raise RuleError("outcome and events must not both be given; got both; leave one out")
        if outcome is not None:
            return [outcome]
        if events is None:
            return self.outcomes
        if isinstance(events, (str, bytes)) or not isinstance(events, Sequence) or not events:
            raise RuleError(
                f"events must be a list of at least one event; got {shown(events)}; leave it out for every outcome"
            )
        return list(events)

    def _frame(self, outcome: Outcome) -> pd.DataFrame:
        import pandas as pd

        fine = self._can_tell(outcome).ravel()
        columns = columns_of(self.grids[0], fine)
        exact = [chances.ravel()[fine] for chances in self.chances(outcome)]
        text = self.check.asked_text(outcome)
        rows = {**columns, "outcome": text, **dict(zip(self.names, exact, strict=True))}
        for i, name in enumerate(self._changes(), 1):
            rows[name] = [round(p, 2) + 0.0 for p in self.points(outcome, i).ravel()[fine].tolist()]
        return pd.DataFrame(rows, index=None if columns else range(int(fine.sum())))

    def _changes(self) -> list[str]:
        """The columns of changes."""
        alone = len(self.names) == 2 and "points" not in self.axes  # a parameter may be called so
        return ["points"] if alone else [f"points ({name})" for name in self.names[1:]]

    def changed(
        self, outcome: Outcome = None, points: float = 0, events: Sequence[Outcome] | None = None
    ) -> pd.DataFrame:
        """The rows of ``table`` that change by more than so many percentage points, the biggest change first.

        A change is weighed exactly; ``points`` in the table is rounded to two places.
        """
        table, least = self.table(outcome, events), number(points, "points") / 100
        each = []
        for one in self._outcomes_of(outcome, events):
            fine = self._can_tell(one)
            shifts = [np.abs(self.difference(one, i)[fine]) for i in range(1, len(self.grids))]
            each.append(np.max(shifts, axis=0) if fine.any() else np.array([], dtype=object))
        size = np.concatenate(each)
        keep = np.flatnonzero(np.array(size > least, dtype=bool))
        nearly = keep[np.argsort(-size[keep].astype(float), kind="stable")]
        order = sorted(nearly.tolist(), key=size.__getitem__, reverse=True)
        return table.iloc[order].reset_index(drop=True)

    def totals(self, outcome: Outcome = None, events: Sequence[Outcome] | None = None) -> pd.DataFrame:
        """For each outcome over the whole grid, every cell alike: mean chance by each ruleset, and how much changes.

        outcome, events : as in ``table``. ``cells`` are those that all rulesets answer, ``changed`` those where any
        change is seen; ``fall`` and ``rise`` are the greatest ones, in percentage points.
        """
        import pandas as pd

        rows = []
        for one in self._outcomes_of(outcome, events):
            fine = self._can_tell(one)
            shifts = np.any([self.difference(one, i)[fine] != 0 for i in range(1, len(self.grids))], axis=0)
            points = np.array([self.points(one, i)[fine] for i in range(1, len(self.grids))])
            means = [float(100 * sum(chances[fine]) / max(1, fine.sum())) for chances in self.chances(one)]
            rows.append(
                {
                    "outcome": self.check.asked_text(one),
                    **{f"{n}, mean %": round(m, 2) for n, m in zip(self.names, means, strict=True)},
                    "cells": int(fine.sum()),
                    "changed": int(np.sum(shifts)),
                    "fall": round(float(points.min(initial=0)), 2),
                    "rise": round(float(points.max(initial=0)), 2),
                }
            )
        return pd.DataFrame(rows)

    def __str__(self) -> str:
        totals = self.totals(events=self.events or None)
        return f"{self.check.title}: {' against '.join(self.names)}\n{totals.to_string(index=False)}"

    def __repr__(self) -> str:
        return f"<Comparison of {self.check.id}: {', '.join(self.names)}; {self.both.size:,} cells>"

    def _repr_html_(self) -> str:
        head = f"<p><b>{html.escape(self.check.title)}</b>: {html.escape(' against '.join(self.names))}</p>"
        table = self.changed(next(iter(self.events), None)).head(12)
        for name in self.names:
            table[name] = [percent_text(p) for p in table[name]]
        return head + table.to_html(index=False)


def _distinct_names(names: Sequence[str], taken: Iterable[str]) -> list[str]:
    """Names that stand for a ruleset each, and for no column that is taken; one that comes again gets a number."""
    distinct: list[str] = []
    for name in names:
        unavailable = {*taken, *distinct}
        distinct.append(
            next(one for one in chain([name], (f"{name} ({i})" for i in count(2))) if one not in unavailable)
        )
    return distinct


def _lay_out(each: Sequence[Fraction | None], place: IntArray) -> ExactArray:
    """Exact values over the cells that have them; ``None`` at place -1."""
    values = np.array([*each, None], dtype=object)
    return np.array(values[place], dtype=object).reshape(place.shape)
