"""Every way the dice can fall, folded out below an answer: the tree, the table of all ways, and a throw to try."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import ipywidgets as w

from .. import charts
from ..rules import RuleError
from .page import note
from .studies import Situation, Study

TITLE = "Every way the dice can fall"


class Tree(Study):
    """The ways of the dice; worked out and drawn only while ``box`` is open, so that it costs a closed panel nothing.

    answer : the present answer of the panel, ``None`` when there is none.
    """

    def __init__(self, answer: Callable[[], Any]) -> None:
        super().__init__(charts.Tree(), (), ())
        self.answer, self._seeds = answer, count(1)
        self.table, self.thrown = note(), note()
        self.table.layout = w.Layout(max_height="420px", overflow="auto")
        throw = w.Button(description="Throw once", icon="random", tooltip="Throw these dice, every step told")
        throw.on_click(lambda _: self.throw())
        self.box = w.Accordion(
            [w.VBox([w.HBox([throw, self.thrown]), self.view, self.table])], titles=(TITLE,), selected_index=None
        )

    @property
    def opened(self) -> bool:
        """Is it folded out?"""
        return self.box.selected_index is not None

    def throw(self) -> None:
        """One throw, with a new seed each time."""
        if (answer := self.answer()) is not None:
            seed = next(self._seeds)
            self.thrown.value = f'<div role="status">seed {seed}<br>{answer.reasons.roll(seed)._repr_html_()}</div>'

    def data(self, at: Situation) -> Any:
        """The tree's figures and the table; nothing while it is closed."""
        if not self.opened:
            return None
        result = self.answer().result
        if result is None:
            raise RuleError(
                "the ways of a turn must be few enough to be followed; got a fight of too many states; throw it once, or "
                "try fewer men"
            )
        branches = result.branches()
        return charts.ways(branches), branches._repr_html_()

    def show(self, found: Any) -> None:
        """Draw what was found; what was thrown before has had its time."""
        self.thrown.value = self.table.value = ""
        if found is None:
            self.shown, self.view.value = None, ""
        elif isinstance(found, RuleError):
            super().show(found)
        else:
            ways, self.table.value = found
            super().show(ways)
