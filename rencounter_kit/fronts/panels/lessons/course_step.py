"""One fight of a step, told in sentences as it was rolled; *Another fight* rolls another, and so does who moves the
dice beside it.
"""

from __future__ import annotations

import html
import random
from collections.abc import Mapping
from typing import cast

from ....engine.words.wording import first_up
from ....workbook.mechanics.processes.process import ProcessResult
from ....workbook.mechanics.registry import checks
from ...teaching.fight_story import ended, in_sentences
from ...teaching.lesson import CourseText
from ..late import w
from ..page import button, in_a_row, in_turn, layout, note

_TRIES, _LONG, _SHORT = 20, 7, 2  # fights looked at for one that can be read, parts of such a one


class CourseStep(w.VBox):  # type: ignore[misc]
    """One course of a fight, and a button for another.

    chance : what throws the dice.
    sliders : those that it follows, by name.
    """

    def __init__(self, text: CourseText, chance: random.Random, sliders: Mapping[str, w.Widget]) -> None:
        self._chance, self._text = chance, text
        self._followed = {name: sliders[of] for name, of in text.follow.items() if of in sliders}
        self.report = note()
        another = button("Another fight", "refresh", "Another fight with new rolls", self.tell)
        super().__init__(
            [self.report, in_a_row([another], layout())],
            layout=w.Layout(overflow="visible"),
            _dom_classes=("rk-course",),
        )
        self.tell()
        for slider in self._followed.values():
            slider.observe(lambda _: self.tell(), "value")

    @in_turn
    def tell(self) -> None:
        """Throw a fight, and tell it; of a few, one that is neither over at once nor long."""
        now = {name: slider.value for name, slider in self._followed.items()}
        result = cast(ProcessResult, checks[self._text.check](**self._text.given, **now))  # only fights are read there
        for _ in range(_TRIES):
            course = result.course(self._chance)
            if _SHORT <= len(course.parts) <= _LONG:
                break
        items = "".join(f"<li>{html.escape(first_up(sentence))}</li>" for sentence in in_sentences(course))
        of = ", ".join(f"{slider.description} {slider.label}" for slider in self._followed.values())
        needed = " ".join(result.check.says(result.rules, result.targets))
        self.report.value = (
            f'<div class="rk-heading">One such fight{html.escape(f" ({of})" if of else "")}</div>'
            f'<div class="rk-hint">{html.escape(needed)}</div><ol class="rk-way">{items}</ol>'
            f'<p role="status"><b>{html.escape(ended(course))}.</b></p>'
        )
