"""Every way in which the dice of a situation can fall, as a tree and as a table."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from ....engine.chains.transitions import TooLargeError
from ....engine.words.errors import RuleError
from ....engine.words.wording import unbroken
from ....workbook.analysis.subject import Subject
from ....workbook.mechanics.branches import Branches
from ....workbook.mechanics.mentions import touches
from ....workbook.rulebook.book import Ruleset
from ... import charts
from ..job import Step, or_error
from ..late import w
from ..page import alert, note, wide_picture
from ..table_menu import TableMenu
from .tool import Tool


class EveryWay(Tool):
    """The tree of the throws by the rules at hand, and all ways with their chances."""

    def __init__(self, subject: Subject) -> None:
        self.chart = charts.TreeChart()
        self.figures: charts.Ways | None = None
        self._way: tuple[str, ...] = ()
        self._heading = ""
        self.view, self.table = note(), note(layout=w.Layout(max_height="420px", overflow="auto"))
        self.branches: Branches | None = None
        self.formats = TableMenu("every_way", lambda: self.branches)
        super().__init__(subject, [self.view, self.table, self.formats])

    def light(self, way: tuple[str, ...]) -> None:
        """Show one way that the dice fell, by the branch of each throw; none for an empty one. A job calls this."""
        if way != self._way:
            self._way = way
            self._draw()

    def _draw(self) -> None:
        if self.figures is not None:
            self.figures = replace(self.figures, way=self._way)
            self.view.value = self._heading + wide_picture(self.chart, self.figures)

    def steps(self, book: Ruleset, rules: Ruleset) -> list[Step]:
        """The work."""
        check, params = self.subject.check, self.subject.params

        def work_out() -> tuple[charts.Ways, Branches]:
            try:
                branches = check(rules=rules, **params).branches()
            except TooLargeError:
                raise RuleError(
                    "this fight has too many states to list all outcomes; roll it once, or try fewer men"
                ) from None
            return charts.ways(branches), branches

        heading = '<p class="rk-ours">By your rules:</p>' if touches(rules, check) else ""
        return [(or_error(work_out), partial(self._show, heading))]

    def _show(self, heading: str, result: tuple[charts.Ways, Branches] | RuleError) -> None:
        self._heading = heading
        self.formats.close_list()
        if isinstance(result, RuleError):
            self.figures, self.branches, self.view.value, self.table.value = (
                None,
                None,
                alert(result, spelling=self.subject.check.spelling),
                "",
            )
            return
        self.figures, self.branches = result
        self.table.value = unbroken(self.branches._repr_html_())
        self._draw()
