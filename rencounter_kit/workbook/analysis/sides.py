"""Some outcomes by several rulesets, side by side: exact chances and what changes, in each distinct case once."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

import numpy as np

from ...engine.dice.chances import BoolArray, ExactArray, FloatArray, IntArray
from .grid import has_answer

_NONE, _NOTHING = np.array(None), np.array(Fraction(0))


class Sides:
    """For each ruleset exact chances, a row for each outcome, a column for each case; ``None`` for no answer.

    per : 100 for chances, whose changes are told in percentage points, 1 for means.
    """

    def __init__(self, figures: Sequence[ExactArray], per: int = 100) -> None:
        self.figures, self.per = figures, per

    @cached_property
    def fine(self) -> BoolArray:
        """Where all rulesets have an answer."""
        return np.logical_and.reduce([has_answer(figures) for figures in self.figures])

    @cached_property
    def _further(self) -> list[ExactArray]:
        """For each further ruleset the change from the first one."""
        before, *further = self.figures
        each = []
        for after in further:
            both = has_answer(before) & has_answer(after)
            shifts, moved = np.where(both, _NOTHING, _NONE), both & (before != after)
            shifts[moved] = after[moved] - before[moved]
            each.append(shifts)
        return each

    def shifts(self, one: int) -> ExactArray:
        """The change from the first ruleset to number ``one``; ``None`` where either has no answer."""
        return self._further[one - 1]

    @property
    def changed(self) -> BoolArray:
        """Where all have an answer, and not all the same."""
        return self.fine & np.logical_or.reduce([shifts != 0 for shifts in self._further])

    def points(self, one: int) -> FloatArray:
        """The same in percentage points, or of means as it is, as floats; NaN for no answer."""
        shifts = self.shifts(one)
        points = np.where(shifts == _NONE, np.nan, 0.0)
        moved = has_answer(shifts) & (shifts != 0)
        points[moved] = [float(self.per * shift) for shift in shifts[moved]]
        return points

    @cached_property
    def largest(self) -> ExactArray:
        """The largest change to any further ruleset, up or down; 0 where not all have an answer."""
        return np.maximum.reduce([np.abs(np.where(self.fine, shifts, _NOTHING)) for shifts in self._further])

    def mean(self, of: int, cells: IntArray) -> FloatArray:
        """By ruleset number ``of`` the mean chance of each outcome in percent, over the cells of all cases where all
        rulesets have an answer; ``cells`` says how many each case has.
        """
        means = []
        for figures, fine in zip(self.figures[of], self.fine, strict=True):
            counts = fine & (figures != 0)
            together = sum((figures[counts] * cells[counts]).tolist())
            means.append(float(self.per * together / max(1, int(cells[fine].sum()))))
        return np.array(means)
