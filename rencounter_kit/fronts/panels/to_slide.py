"""A slide of this panel for the wall: the check as it is set and by the rules in force, by itself or stepped
through.
"""

from __future__ import annotations

import html
from collections.abc import Callable

from ...engine.words.errors import RuleError
from ...workbook.mechanics.check import Check
from ...workbook.mechanics.links import Params
from ...workbook.rulebook.book import Ruleset
from .job import Step, or_error
from .late import w
from .page import alert, button, in_turn, layout, link, note, offer, row_layout
from .to_handout import axes_of, axis_around

_ALONE = ""


class SlideBox(w.VBox):  # type: ignore[misc]
    """What one steps through, a button, and below it the link to what was made.

    now : what is set, and the rules in force.
    also : works a step out behind the panel.
    """

    def __init__(self, check: Check, now: Callable[[], tuple[Params, Ruleset]], also: Callable[[Step], None]) -> None:
        self._check, self._now, self._also = check.by_the_book, now, also
        self.by = w.Dropdown(
            description="Step through",
            tooltip="A slide for each value; the left and right keys step through them",
            layout=layout(width="auto"),
            style={"description_width": "initial"},
        )
        self.button = button("Make the slide", "television", "A slide of this situation", self._make)
        self.place = note()
        self.by.observe(lambda _: self._clear(), "value")
        super().__init__(
            [note("<p>A slide to project:</p>"), w.HBox([self.by, self.button], layout=row_layout()), self.place],
            layout=layout(),
        )
        self.follow()

    def follow(self) -> None:
        """Offer what the rules in force ask for; what was made is of an earlier situation."""
        offer(self.by, [("nothing: one slide", _ALONE), *axes_of(self._check.under(self._now()[1]))])
        self._clear()

    def _clear(self) -> None:
        self.place.value = ""

    @in_turn
    def _make(self) -> None:
        params, rules = self._now()
        parameters = self._check.under(rules).parameters  # rules may ask for more
        settings = {name: value for name, value in params.items() if value != parameters[name].default}
        by = self.by.value
        axis = axis_around(parameters[by], params) if by else ""
        self._clear()

        def make() -> bytes:
            from ..paper.slide import slide

            return slide(self._check.under(rules), by=axis, rules=rules, **settings).html().encode()

        def show(result: bytes | RuleError) -> None:
            self.place.value = alert(result, typed=True) if isinstance(result, RuleError) else self._link(result, axis)

        self._also((or_error(make), show))

    def _link(self, page: bytes, axis: str) -> str:
        """To the page, and how one goes from slide to slide."""
        name = f"{self._check.id}.slide.html"
        keys = (
            f" Left and right step through {html.escape(self._check.spelling.words(axis.partition('=')[0]))}."
            if axis
            else ""
        )
        return f"<p>{link(page, name, 'text/html', 'the slide')}: open it in a browser, full screen.{keys}</p>"
