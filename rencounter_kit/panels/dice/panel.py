"""Any dice on the page: one to six lines side by side, each exactly, at least or at most, and what can be asked about them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import ipywidgets as w

from ... import charts
from ...errors import RuleError
from ...notation.answer import DiceAnswer
from ...notation.line import dice
from ...typed import cleaned
from ...wording import shown
from ..answer import EXACTLY, READINGS
from ..fold import Tabs
from ..frame import LiveFrame
from ..job import Step
from ..looks import layout
from ..memory import remember
from ..page import STYLE, alert, enable_keys, in_a_row, note, picture, sentence, stylesheet
from ..undo import Undo
from .line import DiceLine, answered
from .usual import USUAL
from .view import DiceView, ToldLine

MOST_LINES = charts.MOST_CURVES
_FIRST = ("4d6 drop lowest", "3d6")
_NEXT = "2d6"  # what a new line begins with
_STYLE = STYLE + stylesheet("dice")
_TRY = "Usual dice ..."
_ROW = layout(flex_flow="row wrap", overflow="visible", align_items="flex-start")
TABLE = "Table"


class DiceSet(NamedTuple):
    """All that is set: the lines as they are typed, and how they are read."""

    lines: tuple[str, ...]
    reading: str = EXACTLY

    def differs_in(self, other: DiceSet) -> set[str]:
        """The names of what differs."""
        names = {f"line {place}" for place, (a, b) in enumerate(zip(self.lines, other.lines, strict=False)) if a != b}
        return (
            names
            | ({"lines"} if len(self.lines) != len(other.lines) else set())
            | ({"reading"} if self.reading != other.reading else set())
        )


class DicePanel(LiveFrame[DiceSet]):
    """A live panel for lines of dice.

    lines : the boxes, in order. view : what came of those that have an answer.
    """

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__()
        self.start = DiceSet(tuple(lines))
        self.lines: list[DiceLine] = []
        self.view = DiceView(())
        self.undo = Undo[DiceSet]()
        self._bars, self._curves = charts.OutcomeBars(), charts.DistributionChart()
        self.reading = w.ToggleButtons(options=READINGS, style={"button_width": "auto"}, _dom_classes=("rk-reading",))
        self.words, self.shown = (note(_dom_classes=(name,)) for name in ("rk-headline", "rk-view"))
        self.table, self.trouble = note(_dom_classes=("rk-dice-table",)), note()
        self.more = self._button(
            "Add a line", "plus", f"Another line of dice beside these, at most {MOST_LINES}", self.add
        )
        self.rows = w.VBox(layout=layout())
        self.tabs = Tabs(self._tabs(), self._look)
        writing = w.VBox([self.rows, self.more], layout=layout(), _dom_classes=("rk-writing",))
        ways = w.HBox([self.reading], layout=_ROW, _dom_classes=("rk-ways",))
        instrument = self._instrument(writing, [self.words, ways, self.shown])
        self._build([self._head(), self._acts(), self.trouble, instrument, self.job.widget], "rk-dice")
        self.reading.observe(lambda _: self._changed(), "value")
        self._silent.end()
        self.put(self.start)

    # How it is laid out ----------------------------------------------------------------------------------------------

    def _head(self) -> w.Widget:
        return note(
            f'{_STYLE}<span class="rk-title">Your dice</span> <span class="rk-from">each line is rolled by itself</span>'
        )

    def _acts(self) -> w.HBox:
        """Reset, back and forward, and usual dice."""
        reset = self._button("Reset", "undo", "Back to the lines of the start", lambda: self.put(self.start))
        self._back = self._button("Back", "arrow-left", "Back to the lines before these", partial(self._step_to, -1))
        self._forward = self._button(
            "Forward", "arrow-right", "Forward to the lines after these", partial(self._step_to, 1)
        )
        self.usual = w.Dropdown(
            options=[_TRY, *USUAL], tooltip="Usual dice to begin with", layout=layout(width="250px")
        )
        self.usual.observe(lambda change: self._by_hand(partial(self._begin_with, change["new"])), "value")
        return in_a_row([reset, self._back, self._forward, self.usual], _ROW)

    def _tabs(self) -> dict[str, Callable[[], w.Widget]]:
        """What lies behind the tabs."""
        return {TABLE: lambda: self.table}

    # What a person does -----------------------------------------------------------------------------------------------

    def add(self, text: str = _NEXT) -> None:
        """One more line."""
        self.put(self.now._replace(lines=(*self.now.lines, text)))

    def _take_out(self, line: DiceLine) -> None:
        self._by_hand(
            lambda: self.put(self.now._replace(lines=tuple(one.text.value for one in self.lines if one is not line)))
        )

    def _begin_with(self, name: str) -> None:
        if name in USUAL:
            self.usual.value = _TRY
            self.put(self.now._replace(lines=USUAL[name]))

    def _step_to(self, by: int) -> None:
        if self.undo.can_go_back if by < 0 else self.undo.can_go_forward:
            self.put(self.undo.step(by))

    @property
    def now(self) -> DiceSet:
        """All that is set."""
        return DiceSet(tuple(one.text.value for one in self.lines), self.reading.value)

    def put(self, now: DiceSet) -> None:
        """Set all that at once."""
        with self._at_once():
            self._lay_out(len(now.lines))
            for line, text in zip(self.lines, now.lines, strict=True):
                line.text.value = text
            self.reading.value = now.reading

    def _lay_out(self, many: int) -> None:
        """So many boxes; those that are there stay."""
        if many != len(self.lines):
            for gone in self.lines[many:]:
                gone.close()
            self.lines = self.lines[:many]
            self.lines += [DiceLine("", self._changed, self._take_out) for _ in range(many - len(self.lines))]
            self.rows.children = tuple(self.lines)
        for place, line in enumerate(self.lines):
            line.stand(place, many == 1)
        self.more.disabled = many == MOST_LINES

    def _remember(self) -> None:
        self.undo.keep(self.now)
        self._back.disabled, self._forward.disabled = not self.undo.can_go_back, not self.undo.can_go_forward

    # What follows from it ---------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        self.trouble.value = ""
        self.job.run([*self._reading_lines(), *self._steps()])

    def _reading_lines(self) -> list[Step]:
        """The work for the answer of each line."""
        now, lines = self.now, tuple(self.lines)

        def work_out() -> list[DiceAnswer | Exception]:
            return [answered(text, dice) for text in now.lines]

        def show(found: list[DiceAnswer | Exception]) -> None:
            for line, one in zip(lines, found, strict=True):
                line.take(one)
            self._show()

        return [(work_out, show)]

    def _show(self) -> None:
        """Words, picture and table. A job calls this too: it must not wait for its turn."""
        told = [ToldLine(place, one.answer) for place, one in enumerate(self.lines) if one.answer is not None]
        self.view = view = DiceView(told, self.reading.value)
        if not told:
            self.words.value = alert("There is no answer yet: see below the line what is wrong with it.")
            self.shown.value = self.table.value = ""
            return
        self.words.value = view.words()
        self.shown.value = picture(*view.picture(self._bars, self._curves))
        self.table.value = view.table()
        self.reading.layout.display = "" if view.counted else "none"

    def _look(self) -> None:
        """Another tab was opened."""
        if not self._silent:
            self._make_room(())
            self._by_hand(lambda: self.job.run(self._steps()))

    def _steps(self) -> list[Step]:
        """The work for the open tab."""
        return []

    def _cannot(self, error: Exception) -> None:
        self.trouble.value = alert(sentence(error))


def your_dice(*lines: str) -> DicePanel:
    """A panel for any dice: one to six lines in the notation that players write, side by side.

    lines : dice in one line each, as ``rk.dice`` takes them; "4d6 drop lowest" and "3d6" when there are none. A line that
    cannot be read stands in its box with what is wrong, as if it were typed there. ``RuleError`` for more than six lines and
    for what is no text.

    >>> import rencounter_kit as rk
    >>> rk.your_dice("4d6 drop lowest", "3d6").now.lines
    ('4d6 drop lowest', '3d6')
    """
    if len(lines) > MOST_LINES:
        raise RuleError(f"there must be at most {MOST_LINES} lines of dice; got {len(lines)}; leave some out")
    for line in lines:
        if not isinstance(line, str):
            raise RuleError(f'dice must be a line of text; got {shown(line)}; try "4d6 drop lowest"')
    page = DicePanel(tuple(map(cleaned, lines)) or _FIRST)
    enable_keys()
    remember(page)
    return page
