"""Every way the dice can fall, to be unfolded below an answer: a tree, a table of all ways, and a throw to try."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import ipywidgets as w

from .. import charts
from ..errors import RuleError
from ..mechanics.branches import Branches
from .answer import AnswerView, Estimate
from .page import note
from .studies import Situation, Study

TITLE = "Every way the dice can fall"


class Tree(Study):
    """The ways of the dice; worked out and drawn only while ``box`` is open, so that a closed one costs nothing.

    answer : the present answer of the panel, ``None`` when there is none.
    """

    def __init__(self, answer: Callable[[], AnswerView | Estimate | None]) -> None:
        super().__init__(charts.TreeChart(), (), ())
        self.answer, self._seeds = answer, count(1)
        self.table, self.throw_note = note(), note()
        self.table.layout = w.Layout(max_height="420px", overflow="auto")
        throw = w.Button(description="Throw once", icon="random", tooltip="Throw these dice once and show every step")
        throw.on_click(lambda _: self.throw())
        self.box = w.Accordion(
            [w.VBox([w.HBox([throw, self.throw_note]), self.view, self.table])], titles=(TITLE,), selected_index=None
        )

    @property
    def opened(self) -> bool:
        """Is it unfolded?"""
        return self.box.selected_index is not None

    def throw(self) -> None:
        """One throw, with a new seed each time."""
        if (answer := self.answer()) is not None:
            seed = next(self._seeds)
            self.throw_note.value = f'<div role="status">seed {seed}<br>{answer.reasons.roll(seed)._repr_html_()}</div>'

    def data(self, at: Situation) -> Branches | None:
        """All ways of the dice; nothing while it is closed."""
        answer = self.answer()
        if not self.opened or answer is None:
            return None
        if answer.result is None:
            raise RuleError(
                "the ways of a turn must be few enough to be followed; got a fight of too many states; throw it once, or "
                "try fewer men"
            )
        return answer.result.branches()

    def show(self, figures: Branches | RuleError | None) -> None:
        """Draw the tree, with its table; the last throw was of another situation and goes."""
        self.throw_note.value = self.table.value = ""
        if figures is None:
            self.figures, self.view.value = None, ""
        elif isinstance(figures, RuleError):
            super().show(figures)
        else:
            self.table.value = figures._repr_html_()
            super().show(charts.ways(figures))
