"""How good is my gut feeling for chances? What was guessed in this browser, on any page, as two pictures and a table."""

from __future__ import annotations

import html

import ipywidgets as w

from .. import charts
from ..analysis.calibration import MOST, Guesses
from .guesses import GuessKeeper, KeptGuesses
from .lock import in_turn
from .looks import layout, row_layout
from .page import STYLE, button, enable_keys, in_a_row, note, picture
from .table_menu import TableMenu

_NONE = (
    "There is no guess yet. Press <i>Guess first</i> on the panel of any check or fight, change something there, and guess before you see the "
    f"answer. Your browser keeps your newest {MOST:,} guesses for this page; nobody else sees them."
)
_FORGET, _SURELY = "Forget all guesses", "Forget them for good"


class FeelingPanel(w.VBox):  # type: ignore[misc]
    """What was guessed, and how good that was. ``guesses`` : all that the browser has kept."""

    def __init__(self) -> None:
        self.guesses = Guesses(())
        self._charts = charts.CalibrationChart(), charts.RunningMeanChart()
        self.told, self.keeper = KeptGuesses(self._show), GuessKeeper()
        self.words, self.table = note(), note()
        self.pictures = [note(), note()]
        self.formats = TableMenu("guesses", lambda: self.guesses)
        self.forgetting = button(_FORGET, "trash", "All guesses of this browser, on all pages", self.forget)
        self._below = w.VBox(
            [
                w.HBox(self.pictures, layout=row_layout()),
                self.table,
                in_a_row([self.formats, self.forgetting], row_layout()),
            ],
            layout=w.Layout(),
        )
        title = note(f'{STYLE}<span class="rk-title">How good is my gut feeling?</span>')
        parts = [title, self.words, self._below, self.told, self.keeper]
        super().__init__(parts, layout=layout(), _dom_classes=("rk-panel", "rk-feeling"))
        self._show(self.guesses)

    @in_turn
    def _show(self, found: Guesses) -> None:
        """The sentence, the pictures and the table."""
        self.guesses = found
        said = html.escape(found.head()) if found.guesses else _NONE
        self.words.value = f'<div class="rk-words" role="status" aria-live="polite">{said}</div>'
        self.forgetting.description = _FORGET
        self.formats.close_list()
        self._below.layout.display = "" if found.guesses else "none"
        if found.guesses:
            calibration, along = self._charts
            self.pictures[0].value = picture(calibration, charts.Calibration.of(found))
            self.pictures[1].value = picture(along, charts.RunningMean.of(found))
            self.table.value = _table(found)

    @in_turn
    def forget(self) -> None:
        """Forget all guesses; the first time it is only asked whether that is meant."""
        if self.forgetting.description == _FORGET:
            self.forgetting.description = _SURELY
        else:
            self.keeper.forget()
            self._show(Guesses(()))


def _table(found: Guesses) -> str:
    """How they are at low, middling and high chances, and what that tells."""
    head, *rows = [[html.escape(cell) for cell in cells] for cells in found.cells()]
    lines = [f"<tr>{''.join(f'<th>{cell}</th>' for cell in head)}</tr>"]
    lines += [f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows]
    notes = "".join(f"<p>{html.escape(one)}</p>" for one in found.notes())
    return f'<table class="rk-table">{"".join(lines)}</table>{notes}'


def your_guesses() -> FeelingPanel:
    """A panel with what was guessed in this browser, on any page: how far off the guesses were, whether it gets better, and whether
    low chances or high ones are guessed too high or too low.

    >>> import rencounter_kit as rk
    >>> len(rk.your_guesses().guesses.guesses)
    0
    """
    enable_keys()
    return FeelingPanel()
