"""*Give to a friend*: the pocket edition as one file, open at what is set, with what is yours; and a text to send."""

from __future__ import annotations

import html
import json
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import NamedTuple

from ...engine.files.written_file import lay_file
from ...engine.words.errors import RuleError
from ...engine.words.wording import name_text
from ...workbook.analysis.mine import HANDOUTS, MEN, WHOSE, Kept, Mine
from ...workbook.analysis.roster import roster
from ...workbook.rulebook.layers import Layers
from ..pocket.page_contents import page_contents
from .job import Step
from .kept import all_kept, is_for_good, keep, kept, when_kept
from .late import w
from .page import COPY, alert, button, in_turn, layout, note, row_layout
from .page_state import layers_in_force

_TIP = "One file, open at this situation, with your rules, men, handout and games. Your friend needs nothing else."
_NUMBERS = count(1)


class Parcel(NamedTuple):
    """What is given.

    start : what it opens at, as in an address.
    layers : the house rules in force; ``None`` where there can be none.
    text : the short text, for a name.
    """

    start: str
    layers: Layers | None
    text: Callable[[str], str]


class GiveBox(w.VBox):  # type: ignore[misc]
    """A name, a button, and a text to copy."""

    def __init__(self) -> None:
        self._parcel = Parcel("", None, str)
        self.name = w.Text(
            placeholder="your name", tooltip="Whose rules it says these are", layout=layout(width="150px")
        )
        self.give = button("Give to a friend", "gift", _TIP, self._give)
        self.report, self.text = note(), note()
        row = w.HBox([self.name, self.give], layout=row_layout())
        super().__init__([note(f"<p>{_TIP}</p>"), row, self.report, self.text], layout=layout())
        self.name.observe(lambda _: self._name(), "value")
        when_kept(self._taken_in)
        self._taken_in()

    def follow(self, parcel: Parcel) -> Step:
        """The work for what is given from now on."""
        self._parcel, self.report.value = parcel, ""
        return (lambda: None, lambda _: self._show())

    def _name(self) -> None:
        name = name_text(self.name.value)
        keep(Kept(WHOSE, "name", name, name))
        self._show()

    def _taken_in(self) -> None:
        self.name.value = self.name.value or kept(WHOSE, "name")

    def _show(self) -> None:
        """The text to send. A job calls this: it must not wait for its turn."""
        text = self._parcel.text(name_text(self.name.value))
        lines = f'<div class="rk-lines"><pre>{html.escape(text)}</pre>{COPY}</div>'
        self.text.value = (
            f"<p>As text, for a friend who already has the file or the workbook:</p>{lines}" if text else ""
        )

    @in_turn
    def _give(self) -> None:
        self.report.value = '<p role="status">Making the file ...</p>'
        try:
            self.report.value = _handed(self._parcel, name_text(self.name.value))
        except RuleError as error:
            self.report.value = alert(error, typed=True)


def _handed(parcel: Parcel, name: str) -> str:
    """What the page is told: in the app all that goes along, elsewhere where the file lies."""
    mine = _mine(parcel.layers)
    pages = [(f"handout-{stem}.html", _printed(text, mine.rules.get(stem))) for stem, text in mine.handouts.items()]
    things = page_contents(mine, parcel.start, name, pages)
    if is_for_good():
        along, text = (html.escape(one, quote=True) for one in (json.dumps(things, default=str), parcel.text(name)))
        wait = '<span role="status">Making the file ...</span>'
        return f'<i class="rk-given" data-number="{next(_NUMBERS)}" data-given="{along}" data-text="{text}"></i>{wait}'
    from ..pocket.build import pocket

    file = Path("rencounter_for_a_friend.html").resolve()
    lay_file(file, pocket(things))
    return f'<p role="status">Saved beside this page: <code>{html.escape(str(file))}</code></p>'


def layers_of_lines(stem: str, lines: str) -> Layers:
    """House rules in force, with their names where they are those of all pages."""
    everywhere = layers_in_force(stem)
    if everywhere is not None and everywhere.rules.lines == lines:
        return everywhere
    return Layers.read(lines, game=stem) if lines else Layers(stem)


def _mine(layers: Layers | None) -> Mine:
    """What goes along of what is kept, and the rules in force."""
    return Mine(
        rules={layers.book.stem: layers} if layers and layers.layers else {},
        men={one.name: roster(one.text, files=False) for one in all_kept(MEN)},
        handouts={one.name: one.text for one in all_kept(HANDOUTS)},
    )


def _printed(text: str, layers: Layers | None) -> str:
    from ..paper.handout import handout

    return handout(text, rules=layers).html()
