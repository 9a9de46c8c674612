"""The distributions of a check for many rules and target numbers: over an executor, or here, where fights are followed
some hundred at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from ...engine.dice.dist import Dist
from ...engine.dice.throw import Targets
from ...engine.words.errors import RuleError, bare
from ...engine.work.progress import ProgressBar
from ...engine.work.work import Workers, done_in_order
from ..mechanics.check import Check
from ..mechanics.space import Space
from ..rulebook.book import Ruleset

_AT_ONCE = 200  # fights
Cell = tuple[Ruleset, Targets]


def dists_in_order(
    check: Check, cells: Sequence[Cell], executor: Workers | None, progress: ProgressBar
) -> Iterator[tuple[int, Dist | RuleError]]:
    """Pairs of the number of a cell, and its distribution or why there is none."""
    if executor is not None:
        return done_in_order(dist_for, [(check, *cell) for cell in cells], executor, progress)
    return done_in_order(_InOrder(check, cells).dist, [(i,) for i in range(len(cells))], None, progress)


def figures_in_order(
    check: Check,
    questions: Sequence[Callable[[], Cell]],
    of: Callable[[Dist, Space], Fraction],
    executor: Workers | None = None,
    progress: ProgressBar = None,
) -> list[Fraction | RuleError]:
    """What is asked of the distribution of each cell; where a cell contradicts itself or has no answer, the reason."""
    figures: list[Fraction | RuleError] = []
    cells: dict[int, Cell] = {}
    for place, cell in enumerate(questions):
        try:
            cells[place] = cell()
            figures.append(Fraction(0))
        except RuleError as error:
            figures.append(bare(error))
    places = list(cells)
    for i, dist in dists_in_order(check, list(cells.values()), executor, progress):
        try:
            figure = dist if isinstance(dist, RuleError) else of(dist, check.space(cells[places[i]][1]))
        except RuleError as error:
            figure = bare(error)
        figures[places[i]] = figure
    return figures


def dist_for(check: Check, rules: Ruleset, targets: Targets) -> Dist | RuleError:
    """The distribution of a check for its target numbers, wherever it is worked out; or why there is none."""
    try:
        return check.dist_of(rules, targets)
    except RuleError as error:
        return bare(error)


class _InOrder:
    """Cells that are asked one after the other, and followed together from the first one on."""

    def __init__(self, check: Check, cells: Sequence[Cell]) -> None:
        self._check, self._cells, self._dists = check, cells, dict[int, Dist | None]()
        self._together = True  # as long as that helps

    def dist(self, i: int) -> Dist | RuleError:
        if self._together and i not in self._dists:
            dists = self._check.dists_of(self._cells[i : i + _AT_ONCE])
            self._dists = dict(enumerate(dists, i))
            self._together = any(dist is not None for dist in dists)
        dist = self._dists.get(i)
        return dist if dist is not None else dist_for(self._check, *self._cells[i])
