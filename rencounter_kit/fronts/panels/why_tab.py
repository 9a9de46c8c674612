"""*Why*: the dice of an answer as a picture, its table, and the modifiers with the rules that they come from."""

from __future__ import annotations

from ...workbook.mechanics.check import Check
from .answer import AnswerView, Estimate
from .die import DiePicture
from .late import w
from .page import layout, note, row_layout
from .table_menu import TableMenu


class WhyTab(w.VBox):  # type: ignore[misc]
    """The reasons for an answer.

    die : the squares of its dice.
    table : its outcomes, with ``formats`` to save them.
    turn : what happens in a turn of a fight.
    rows : the modifiers.
    steps : these two, and the way to the panels of its steps.
    """

    def __init__(self, check: Check, turn: w.HTML, rows: w.HTML, steps: w.Widget) -> None:
        self.die, self.table, self.turn, self.rows = DiePicture(), note(), turn, rows
        self.formats = TableMenu(check.id, lambda: self._answer and self._answer.as_table(self._reading))
        self._answer: AnswerView | Estimate | None = None
        self._reading = ""
        self._drawn: AnswerView | Estimate | None = None  # the answer whose dice are drawn
        below = w.HBox([self.table, self.formats, steps], layout=row_layout())
        super().__init__([self.die, below], layout=layout())

    def show(self, answer: AnswerView | Estimate, reading: str) -> None:
        """Show the table and the reasons of an answer."""
        self.rows.value = answer.why()
        self.read(answer, reading)

    def read(self, answer: AnswerView | Estimate, reading: str) -> None:
        """Show the table of an answer, read otherwise."""
        self._answer, self._reading = answer, reading
        self.table.value = answer.table(reading)
        self.formats.close_list()

    def clear(self) -> None:
        """There is no answer to save."""
        self._answer = None

    def draw(self, answer: AnswerView | Estimate | None) -> None:
        """Draw the faces of the dice of an answer, once; without one, forget which were drawn."""
        if answer is None:
            self._drawn = None
            self.die.forget()
        elif answer is not self._drawn:
            self._drawn = answer
            self.die.show(answer.result, answer.book if isinstance(answer, AnswerView) else None)
