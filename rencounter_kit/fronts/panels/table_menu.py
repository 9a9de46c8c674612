"""Beside a table a button that unfolds the formats in which it can be copied or saved."""

from __future__ import annotations

import html
from collections.abc import Callable

from ...engine.formats.table import ExactTable, as_table
from ...engine.formats.writing import FORMATS, Format, encoded
from ...engine.words.errors import RuleError
from .late import w
from .page import COPY, field, in_turn, layout, link, note


class TableMenu(w.VBox):  # type: ignore[misc]
    """The button, and the list that it unfolds.

    name : of the files.
    table_of : the table, ``None`` where there is none. It is worked out when the button is pressed, and closed when the
        answer changes (``close_list``).
    """

    def __init__(self, name: str, table_of: Callable[[], object | None]) -> None:
        self._name, self._table_of = name, table_of
        tip = "This table for a spreadsheet, a page, a forum or a chat"
        self.button = field(w.ToggleButton, "Copy or save", tip, icon="download")
        self.list = note(_dom_classes=("rk-formats-list",))
        super().__init__([self.button], layout=layout(align_items="flex-start"), _dom_classes=("rk-formats",))
        self.button.observe(lambda _: self._turn(), "value")

    def close_list(self) -> None:
        """The table is another one now. A job calls this too: it must not wait for its turn."""
        if self.button.value:
            self.button.value = False

    def _turn(self) -> None:
        if self.button.value:
            self.list.value = self._formats()
        self.children = (self.button, self.list) if self.button.value else (self.button,)

    @in_turn
    def _formats(self) -> str:
        subject = self._table_of()
        if subject is None:
            return "<p>There is no table yet.</p>"
        table = as_table(subject)
        return "".join(_row(self._name, name, one, table) for name, one in FORMATS.items())


def _row(file: str, name: str, one: Format, table: ExactTable) -> str:
    """A format with what can be done with it."""
    try:
        content = one.write(table)
    except RuleError as error:
        return f'<div class="rk-lines"><span>{html.escape(str(error))}</span></div>'
    data = content if isinstance(content, bytes) else encoded(name, content)
    copied = "" if isinstance(content, bytes) else f'<pre class="rk-unseen">{html.escape(content)}</pre>{COPY}'
    saved = link(data, f"{file}.{one.ending}", one.kind, "Save")
    return f'<div class="rk-lines" aria-label="{one.description}">{copied}{saved}<span>{one.description}</span></div>'
