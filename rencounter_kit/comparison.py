"""Two or more rule sets side by side, over any grid of situations."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from functools import cached_property
from itertools import chain, count
from typing import Any

import numpy as np
import pandas as pd

from .check import Check
from .dist import Dist
from .grid import Grid, answered
from .layers import Layers
from .measure import number
from .registry import asked_check
from .rules import RuleError, Ruleset
from .space import CannotTellError
from .sweeps import axes_of, columns_of
from .wording import percent_text, plain, shown


def compare(
    *given: Any, executor: Executor | None = None, progress: Any = None, **parameters: Any,
) -> Comparison:  # fmt: skip
    """What a change of rules does, over a grid of situations.

    given : two or more rulesets (or ``Layers``) of one game, the book first, then a check of ``rk.checks``, then perhaps
    a mapping from parameter to one value or several. parameters : the same as names. executor, progress : as in
    ``rk.sweep``.

    Raises ``RuleError`` when there are fewer than two rulesets, for unknown names and wrong values, or for more than five
    million combinations.

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
            f"a comparison must have two rulesets or more, the book first; got {many}; try compare(book, ours, 'rencounter.fire')"
        )
    if not rest or len(rest) > 2 or (len(rest) == 2 and not isinstance(rest[1], Mapping)):
        raise RuleError(
            f"after the rulesets must come a check and perhaps a grid; got {shown(rest)}; try 'rencounter.fire', {{'skill': range(1, 13)}}"
        )
    check = asked_check(rest[0])
    said = dict(rest[1]) if len(rest) == 2 else {}
    if twice := said.keys() & parameters.keys():
        raise RuleError(f"each parameter must be given once; got {', '.join(sorted(twice))} twice; leave one out")
    return Comparison(check, rulesets, {**said, **parameters}, executor, progress)


class Comparison:
    """The answers of one check by several rulesets. ``names`` of the rulesets, ``axes`` of the grid, ``grids`` one each."""

    def __init__(
        self, check: Check, rulesets: Sequence[Ruleset], given: Mapping[str, Any], executor: Any = None, progress: Any = None
    ) -> None:  # fmt: skip
        self.check, self.rulesets = check, tuple(rulesets)
        self.axes, self.fixed = axes_of(check, given)
        names = [rules.name for rules in rulesets]
        self.names = _different(names, {*self.axes, "outcome", "points", *(f"points ({name})" for name in names)})
        known = check.parameters_by(*(check.ruleset(rules) for rules in rulesets))
        self.grids = [Grid(check, rules, self.axes, self.fixed, executor, progress, known) for rules in rulesets]
        self.shape = self.grids[0].shape

    @cached_property
    def both(self) -> Any:
        """Where all rulesets have an answer: true or false for each cell."""
        return np.logical_and.reduce([grid.which >= 0 for grid in self.grids])

    @cached_property
    def outcomes(self) -> list[Any]:
        """Every outcome that can happen anywhere by any of the rulesets, in order."""
        every = dict.fromkeys((outcome for grid in self.grids for outcome in grid.outcomes()), 1)
        return list(Dist(every, self.grids[0].scale))

    @cached_property
    def events(self) -> list[str]:
        """The events of the check that all of these answers can tell."""
        told = [grid.events() for grid in self.grids]
        return [name for name in told[0] if all(name in names for names in told)]

    def _sides(self, outcome: Any) -> list[list[Fraction | None]]:
        """For each ruleset the chance (or mean) in each of its distinct distributions, ``None`` where it cannot tell."""
        each = [grid.figures(outcome) for grid in self.grids]
        return [[None if isinstance(found, CannotTellError) else found for found in side] for side in each]

    def chances(self, outcome: Any) -> list[Any]:
        """Exact chance of an event or outcome: one array of the grid's shape for each ruleset, ``None`` where it has no answer."""
        return [_laid_out(side, grid.which) for side, grid in zip(self._sides(outcome), self.grids, strict=True)]

    def _told(self, outcome: Any) -> Any:
        """Where all rulesets can tell it: true or false for each cell."""
        return np.logical_and.reduce([answered(chances) for chances in self.chances(outcome)])

    def left_out(self, *asked: Any) -> list[str]:
        """Why, for each cell in which some ruleset has no answer, or none to what is asked, in the order of the cells."""
        each = [grid.why(*asked) for grid in self.grids]
        return [
            why
            for whys in zip(*(one.ravel().tolist() for one in each), strict=True)
            if (why := next(filter(None, whys), ""))
        ]

    @cached_property
    def _pairs(self) -> list[tuple[list[tuple[int, int]], Any]]:
        """For each further ruleset the distinct pairs of distributions, before and after, and which of them each cell has."""
        found = []
        before = self.grids[0]
        for after in self.grids[1:]:
            many = len(after.dists) + 1
            codes, place = np.unique((before.which + 1) * many + after.which + 1, return_inverse=True)
            pairs = [divmod(code, many) for code in codes.tolist()]
            found.append(([(was - 1, now - 1) for was, now in pairs], place.reshape(self.shape)))
        return found

    def _moved(self, outcome: Any, one: int) -> tuple[list[Fraction | None], Any]:
        """The change in each distinct pair, ``None`` where one of them is no answer; and which of them each cell has."""
        one = plain(one)
        if one not in range(1, len(self.grids)):
            last = len(self.grids) - 1
            raise RuleError(f"the number of a further ruleset must be from 1 to {last}; got {shown(one)}")
        sides = self._sides(outcome)
        pairs, place = self._pairs[one - 1]
        befores, afters = ([*sides[i], None] for i in (0, one))  # no answer stands last, at place -1
        found = [(befores[was], afters[now]) for was, now in pairs]
        return [None if before is None or after is None else after - before for before, after in found], place

    def difference(self, outcome: Any, one: int = 1) -> Any:
        """Exact change of a chance from the first ruleset to number ``one``; ``None`` where one has no answer."""
        return _laid_out(*self._moved(outcome, one))

    def words(self, event: Any) -> str:
        """An event or outcome in words; ``None`` is the mean."""
        return "mean" if event is None else self.check.words(event)

    def floats(self, event: Any) -> list[Any]:
        """For a chart: the chance of an event, or the mean for ``None``; one array for each ruleset, NaN for no answer."""
        return [grid.floats(event) for grid in self.grids]

    def change(self, event: Any) -> Any:
        """For a chart: the change from the first ruleset to the last, of a chance in points of a hundred, of a mean as it is."""
        before, *_, after = self.floats(event)
        return (after - before) * (1 if event is None else 100)

    def points(self, outcome: Any, one: int = 1) -> Any:
        """The same in points of a hundred, as floats for a chart; NaN where one has no answer."""
        changes, place = self._moved(outcome, one)
        return np.array([np.nan if change is None else float(100 * change) for change in changes])[place]

    def table(self, outcome: Any = None, events: Sequence[Any] | None = None) -> pd.DataFrame:
        """A row for each cell and outcome: the swept parameters, the exact chance by each ruleset, and the change.

        outcome : an event, an outcome, or several in a list for any of them. events : several, each of which has rows of its
        own; every outcome when both are left out. ``points`` is the change from the first ruleset in points of a hundred
        (a float); with more than two rulesets one such column for each. ``.attrs["left_out"]`` lists why a cell is left out.
        """
        asked = self._asked(outcome, events)
        table = pd.concat([self._frame(one) for one in asked], ignore_index=True)
        table.attrs = {
            "check": self.check.id,
            "left_out": self.left_out(*(asked if (outcome, events) != (None, None) else ())),
        }
        return table

    def _asked(self, outcome: Any, events: Sequence[Any] | None) -> list[Any]:
        if outcome is not None and events is not None:
            raise RuleError("outcome and events must not both be said; got both; leave one out")
        if outcome is not None:
            return [outcome]
        if events is None:
            return self.outcomes
        if isinstance(events, (str, bytes)) or not isinstance(events, Sequence) or not events:
            raise RuleError(
                f"events must be a list of at least one; got {shown(events)}; leave it out for every outcome"
            )
        return list(events)

    def _frame(self, outcome: Any) -> pd.DataFrame:
        fine = self._told(outcome).ravel()
        columns = columns_of(self.grids[0], fine)
        exact = [chances.ravel()[fine] for chances in self.chances(outcome)]
        text = self.check.asked_text(outcome)
        rows = {**columns, "outcome": text, **dict(zip(self.names, exact, strict=True))}
        for i, name in enumerate(self._changes(), 1):
            rows[name] = self.points(outcome, i).ravel()[fine].round(2) + 0.0
        return pd.DataFrame(rows, index=None if columns else range(int(fine.sum())))

    def _changes(self) -> list[str]:
        """The columns of changes."""
        return ["points"] if len(self.names) == 2 else [f"points ({name})" for name in self.names[1:]]

    def changed(self, outcome: Any = None, points: float = 0, events: Sequence[Any] | None = None) -> pd.DataFrame:
        """The rows of ``table`` that change by more than so many points of a hundred, the biggest change first.

        A change is weighed exactly; ``points`` in the table is rounded to two places.
        """
        table, least = self.table(outcome, events), number(points, "points") / 100
        each = []
        for one in self._asked(outcome, events):
            fine = self._told(one)
            moved = [np.abs(self.difference(one, i)[fine]) for i in range(1, len(self.grids))]
            each.append(np.max(moved, axis=0) if fine.any() else np.array([], dtype=object))
        size = np.concatenate(each)
        keep = np.flatnonzero(np.array(size > least, dtype=bool))
        nearly = keep[np.argsort(-size[keep].astype(float), kind="stable")]
        order = sorted(nearly.tolist(), key=size.__getitem__, reverse=True)
        return table.iloc[order].reset_index(drop=True)

    def totals(self, outcome: Any = None, events: Sequence[Any] | None = None) -> pd.DataFrame:
        """For each outcome over the whole grid, every cell alike: mean chance by each ruleset, and how much changes.

        outcome, events : as in ``table``. ``cells`` are those that all rulesets answer, ``changed`` those where any change is
        seen; ``fall`` and ``rise`` are the greatest ones, in points of a hundred.
        """
        found = []
        for one in self._asked(outcome, events):
            fine = self._told(one)
            moved = np.any([self.difference(one, i)[fine] != 0 for i in range(1, len(self.grids))], axis=0)
            points = np.array([self.points(one, i)[fine] for i in range(1, len(self.grids))])
            means = [float(100 * sum(chances[fine]) / max(1, fine.sum())) for chances in self.chances(one)]
            found.append(
                {
                    "outcome": self.check.asked_text(one), **{f"{n}, mean %": round(m, 2) for n, m in zip(self.names, means, strict=True)},
                    "cells": int(fine.sum()), "changed": int(np.sum(moved)),
                    "fall": round(min(0.0, points.min(initial=0)), 2), "rise": round(points.max(initial=0), 2),
                }
            )  # fmt: skip
        return pd.DataFrame(found)

    def __str__(self) -> str:
        told = self.totals(events=self.events or None)
        return f"{self.check.title}: {' against '.join(self.names)}\n{told.to_string(index=False)}"

    def __repr__(self) -> str:
        return f"<Comparison of {self.check.id}: {', '.join(self.names)}; {self.both.size:,} cells>"

    def _repr_html_(self) -> str:
        head = f"<p><b>{html.escape(self.check.title)}</b>: {html.escape(' against '.join(self.names))}</p>"
        table = self.changed(next(iter(self.events), None)).head(12)
        for name in self.names:
            table[name] = [percent_text(p) for p in table[name]]
        return head + table.to_html(index=False)


def _different(names: Sequence[str], taken: Iterable[str]) -> list[str]:
    """Names that stand for a ruleset each, and for no column that is taken; one that comes again gets a number."""
    found: list[str] = []
    for name in names:
        used = {*taken, *found}
        found.append(next(one for one in chain([name], (f"{name} ({i})" for i in count(2))) if one not in used))
    return found


def _laid_out(each: Sequence[Fraction | None], place: Any) -> Any:
    """Exact values over the cells that have them; ``None`` at place -1."""
    values = np.array([*each, None], dtype=object)
    return np.array(values[place], dtype=object).reshape(place.shape)
