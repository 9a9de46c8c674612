"""One fight of a step, told part by part as it was rolled; *Tell another* rolls another."""

from __future__ import annotations

import html
import random
from typing import cast

import ipywidgets as w

from ...mechanics.processes.course import BRACKETS
from ...mechanics.processes.process import ProcessResult
from ...mechanics.registry import checks
from ...teaching.lesson import CourseText
from ...wording import first_up
from ..lock import in_turn
from ..looks import layout
from ..page import button, in_a_row, note

_TRIES, _LONG, _SHORT = 20, 7, 2  # fights looked at for one that can be read, parts of such a one


class CourseStep(w.VBox):  # type: ignore[misc]
    """One course of a fight, and a button for another. chance : what throws the dice."""

    def __init__(self, text: CourseText, chance: random.Random) -> None:
        self._chance = chance
        self._result = cast(ProcessResult, checks[text.check](**text.given))  # a lesson that is read has fights there
        self.told = note()
        another = button("Tell another", "refresh", "Another fight, with new rolls", self.tell)
        super().__init__(
            [self.told, in_a_row([another], layout())], layout=w.Layout(overflow="visible"), _dom_classes=("rk-course",)
        )
        self.tell()

    @in_turn
    def tell(self) -> None:
        """Throw a fight, and tell it; of a few, one that is neither over at once nor long."""
        for _ in range(_TRIES):
            course = self._result.course(self._chance)
            if _SHORT <= len(course.parts) <= _LONG:
                break
        items = "".join(f"<li>{html.escape(first_up(str(part)))}</li>" for part in course.parts)
        self.told.value = (
            f'<div class="rk-heading">One such fight</div><ol class="rk-way">{items}</ol>'
            f'<p role="status"><b>{html.escape(first_up(course.words))}.</b> <span class="rk-hint">{BRACKETS}</span></p>'
        )
