"""What matters in a scene: how far each parameter can move a chance, and what share each modifier has in it."""

from __future__ import annotations

from typing import Any

import ipywidgets as w

from .. import charts
from ..attribution import shapley
from ..charts import Sharing, Spans
from ..matters import tornado
from ..rules import RuleError, Ruleset
from .job import Step
from .page import alert, note, picture
from .scene import Scene


class Mattering(w.VBox):  # type: ignore[misc]
    """Two pictures, with a table each: over all values of each parameter, and the share of each modifier."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._parts = [(charts.Tornado(), Spans, note(), note()), (charts.Waterfall(), Sharing, note(), note())]
        columns = [w.VBox([view, table]) for _, _, view, table in self._parts]
        super().__init__([w.HBox(columns, layout=w.Layout(flex_flow="row wrap"))])

    def choose(self, rules: Ruleset) -> None:
        """Nothing is to be chosen."""

    def steps(self, book: Ruleset, rules: Ruleset) -> list[Step]:
        """The work, a picture a step."""
        check, params, event = self.scene.check, self.scene.params, self.scene.event

        def asked(function: Any) -> Any:
            try:
                return function(check, outcome=event, rules=rules, **params)
            except RuleError as error:
                return error

        return [
            (lambda f=function: asked(f), lambda found, place=place: self._show(place, found))  # type: ignore[misc]
            for place, function in enumerate((tornado, shapley))
        ]

    def _show(self, place: int, found: Any) -> None:
        chart, kind, view, table = self._parts[place]
        if isinstance(found, RuleError):
            view.value, table.value = alert(found), ""
            return
        data = kind.of(found)  # type: ignore[attr-defined]
        view.value = picture(chart, data) if found.rows else ""
        table.value = found._repr_html_()
