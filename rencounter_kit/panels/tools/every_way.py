"""Every way in which the dice of a scene can fall, as a tree and as a table."""

from __future__ import annotations

import ipywidgets as w

from ... import charts
from ...errors import RuleError
from ...mechanics.branches import Branches
from ...rulebook.book import Ruleset
from ..job import Step, or_error
from ..page import alert, note, picture
from .scene import Scene
from .tool import Tool


class EveryWay(Tool):
    """The tree of the throws by the rules at hand, and all ways with their chances."""

    def __init__(self, scene: Scene) -> None:
        self._chart = charts.TreeChart()
        self.view, self.table = note(), note(layout=w.Layout(max_height="420px", overflow="auto"))
        super().__init__(scene, [self.view, self.table])

    def steps(self, book: Ruleset, rules: Ruleset) -> list[Step]:
        """The work."""
        check, params = self.scene.check, self.scene.params

        def work_out() -> tuple[charts.Ways, Branches]:
            branches = check(rules=rules, **params).branches()
            return charts.ways(branches), branches

        return [(or_error(work_out), self._show)]

    def _show(self, result: tuple[charts.Ways, Branches] | RuleError) -> None:
        if isinstance(result, RuleError):
            self.view.value, self.table.value = alert(result), ""
            return
        ways, branches = result
        self.view.value, self.table.value = picture(self._chart, ways), branches._repr_html_()
