"""How unusual was what happened at the table?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets as w

from .. import charts
from ..charts import Counts
from ..measure import is_written, number
from ..rules import RuleError, Ruleset
from ..tails import luck
from .job import Step
from .page import alert, note, picture
from .scene import Scene


class Lucky(w.VBox):  # type: ignore[misc]
    """So many times in so many tries: the right question, its exact answer, and all that could have happened."""

    def __init__(self, scene: Scene, changed: Callable[[], None]) -> None:
        self.scene = scene
        self.happened, self.tries, self.series = (
            w.BoundedIntText(value, min=low, max=high, description=label, tooltip=tip, layout=w.Layout(width="170px"))
            for label, value, low, high, tip in (
                ("it came", 1, -10_000, 10_000, "How often the event came, or what the throws added up to"),
                ("times in", 6, 1, 10_000, "How many tries"),
                ("series", 1, 1, 1_000_000, "How many such series were seen, such as those of an evening"),
            )
        )
        self.chance = w.Text(
            placeholder="as above, or such as 35 %", description="chance", continuous_update=False,
            tooltip="The chance of each try, such as 5/12 or 35 %; left empty, that of the situation above",
            layout=w.Layout(width="300px"),
        )  # fmt: skip
        for one in (self.happened, self.tries, self.series, self.chance):
            one.add_class("rk-control")
            one.observe(lambda _: changed(), "value")
        self.words, self.view, self._chart = note(), note(), charts.Tail()
        self.words.layout = w.Layout(width="470px")
        super().__init__([w.HBox([self.happened, self.tries, self.series, self.chance], layout=w.Layout(flex_flow="row wrap")),
                          w.HBox([self.words, self.view], layout=w.Layout(flex_flow="row wrap"))])  # fmt: skip

    def choose(self, rules: Ruleset) -> None:
        """Nothing is to be chosen."""

    def steps(self, book: Ruleset, rules: Ruleset) -> list[Step]:
        """The work."""
        check, params, event = self.scene.check, self.scene.params, self.scene.event
        chance = self.chance.value.strip()
        happened, tries, series = (one.value for one in (self.happened, self.tries, self.series))

        def find() -> Any:
            try:
                if chance:
                    said = chance if is_written(chance) else number(chance, "a chance")  # not the id of a check
                    return luck(said, happened, tries, series=series)
                return luck(check, happened, tries, outcome=event, series=series, rules=rules, **params)
            except RuleError as error:
                return error

        return [(find, self._show)]

    def _show(self, found: Any) -> None:
        if isinstance(found, RuleError):
            self.words.value, self.view.value = alert(found), ""
            return
        data = Counts.of(found)
        self.words.value = f'<div role="status" aria-live="polite">{found._repr_html_()}</div>'
        self.view.value = picture(self._chart, data)
