"""A line to paste: a situation that somebody has sent."""

from __future__ import annotations

from collections.abc import Callable

from .late import w
from .page import alert, aside_note, in_turn, layout, note, sentence


class PasteBox(w.VBox):  # type: ignore[misc]
    """A field for such a line, and below it what is wrong with it.

    take : goes by a line, and says what of it it left aside; ``RuleError`` where it cannot.
    """

    def __init__(self, take: Callable[[str], str]) -> None:
        self._take, self.trouble = take, note()
        self.line = w.Text(
            placeholder="paste a line here and press Enter",
            tooltip="A situation that somebody sent you",
            continuous_update=False,
            layout=layout(width="auto"),
        )
        super().__init__([self.line, self.trouble], layout=layout())
        self.line.observe(lambda change: self._take_in() if change["new"] else None, "value")

    @in_turn
    def _take_in(self) -> None:
        line, self.line.value, self.trouble.value = self.line.value, "", ""
        try:
            self.trouble.value = aside_note(self._take(line))
        except Exception as error:  # it would vanish
            self.trouble.value = alert(sentence(error), typed=True)
