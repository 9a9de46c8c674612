"""Every way in which the dice of a scene can fall, as a tree and as a table."""

from __future__ import annotations

from typing import Any

import ipywidgets as w

from .. import charts
from ..rules import RuleError, Ruleset
from .job import Step
from .page import alert, note, picture
from .scene import Scene


class EveryWay(w.VBox):  # type: ignore[misc]
    """The tree of the throws by the rules at hand, and all ways with their chances."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self._chart = scene, charts.Tree()
        self.view, self.table = note(), note(layout=w.Layout(max_height="420px", overflow="auto"))
        super().__init__([self.view, self.table])

    def choose(self, rules: Ruleset) -> None:
        """Nothing is to be chosen."""

    def steps(self, book: Ruleset, rules: Ruleset) -> list[Step]:
        """The work."""
        check, params = self.scene.check, self.scene.params

        def find() -> Any:
            try:
                branches = check(rules=rules, **params).branches()
                return charts.ways(branches), branches._repr_html_()
            except RuleError as error:
                return error

        return [(find, self._show)]

    def _show(self, found: Any) -> None:
        if isinstance(found, RuleError):
            self.view.value, self.table.value = alert(found), ""
            return
        data, self.table.value = found
        self.view.value = picture(self._chart, data)
