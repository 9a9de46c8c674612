"""A line at the head of what goes by house rules: whose they are, how many, and the ways to change them and to put them
aside.
"""

from __future__ import annotations

from collections.abc import Callable

from ...engine.words.wording import so_many
from .late import w
from .page import note

Make = Callable[[str, str, str, Callable[[], None]], w.Button]


class RuledHead(w.HBox):  # type: ignore[misc]
    """Not to be seen where all is by the book.

    make : makes a button of its words, icon, tooltip and act.
    change : leads to where rules are written.
    fill : writes these lines there.
    """

    def __init__(self, make: Make, change: Callable[[], None], fill: Callable[[str], None]) -> None:
        self._make, self._change, self._fill = make, change, fill
        self._words, self._ours, self._parts = note(), "", tuple[w.Widget, ...]()
        super().__init__(
            [], layout=w.Layout(display="none", flex_flow="row wrap", align_items="center"), _dom_classes=("rk-ruled",)
        )

    def tell(self, lines: str, ours: str, from_link: str = "") -> None:
        """What is not by the book.

        lines : of the rules here.
        ours : of those that a person has in force.
        from_link : of those that a link has brought.
        """
        self._ours = ours
        count, rests = len(lines.splitlines()), bool(ours) and ours != lines
        if (count or rests) and not self._parts:
            change = self._make("Change", "pencil", "Edit them on the House rules tab", self._change)
            book = self._make(
                "By the book", "times", "Play by the book on every page; your rules are kept", lambda: self._fill("")
            )
            again = self._make("Yours again", "undo", "Use your house rules here again", lambda: self._fill(self._ours))
            book.layout, again.layout = w.Layout(width="auto"), w.Layout(width="auto")  # each of its own, to be hidden
            self.children = self._parts = (self._words, change, book, again)
        if self._parts:
            words, _, book, again = self._parts
            yours = (
                f"{'; ' if count else ''}your {so_many(len(ours.splitlines()), 'line')} not used here" if rests else ""
            )
            owner = "Rules from the link" if from_link == lines else "Your rules"
            words.value = (
                f"<b>{owner}</b>: {so_many(count, 'line')}{yours}" if count else f"<b>By the book</b>; {yours}"
            )
            self.layout.display = "" if count or rests else "none"
            book.layout.display = "" if count else "none"
            again.layout.display = "" if rests else "none"
