"""Any dice on the page: one to six lines side by side, each exactly, at least or at most, and what can be asked about
them.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from copy import copy
from functools import partial

from ....engine.formats.separated import separated
from ....engine.notation.answer import DiceAnswer
from ....engine.words.errors import RuleError
from ....engine.words.typed import cleaned
from ....engine.words.wording import READINGS
from ....workbook.analysis.throwing import Tally
from ....workbook.mechanics.address import DICE, written
from ... import charts
from ..fold import Behind, Tabs
from ..frame import LiveFrame
from ..give import Parcel
from ..job import Step
from ..late import w
from ..page import (
    STYLE,
    alert,
    enable_keys,
    head_note,
    in_a_row,
    layout,
    note,
    picture,
    row_layout,
    stylesheet,
)
from ..page_state import BackAndForward, panel_address, remember, sent_line, take
from ..printing import page_of, picture_in
from ..ready_menu import ReadyMenu
from ..saving import Picture, SaveTab, saving
from ..table_menu import TableMenu
from .line import DiceLine, answered, within
from .links import MOST_LINES, DiceSet, address, checked, command, python, taken_in
from .numbers import DiceNumber, SliderValue, answer_of
from .question import DiceSubject
from .throws import DiceThrows
from .tools import Against, DiceBackwards, DiceLuck, DiceTool, OverRange, Together
from .usual import USUAL
from .view import AnsweredLine, DiceView

_FIRST = ("4d6 drop lowest", "3d6")
_NEXT = "2d6"  # what a new line begins with
_STYLE = STYLE + stylesheet("written", "dice")
_TITLE = "Your dice", "each line is rolled by itself"
_TRY = "Usual dice ..."
TABLE, SAVE = "Table", "Send"
TOGETHER, AGAINST, RANGE = "Together", "Against", "Over a range"
BACKWARDS, LUCK = "Ask backwards", "Luck"


class DicePanel(LiveFrame[DiceSet]):
    """A live panel for lines of dice.

    lines : the boxes, in order.
    numbers : those that the lines leave open, by name.
    view : what came of those that have an answer.
    """

    def __init__(self, start: DiceSet) -> None:
        super().__init__()
        self.start = start
        self.lines: list[DiceLine] = []
        self.numbers: dict[str, DiceNumber] = {}
        self._ranges: dict[str, SliderValue] = {}  # also of names that no line has any more
        self.tools: dict[str, DiceTool | DiceLuck] = {}
        self._bars, self._curves = charts.OutcomeBars(), charts.DistributionChart()
        self.reading = w.ToggleButtons(options=READINGS, style={"button_width": "auto"}, _dom_classes=("rk-reading",))
        self.words, self.view_note = (note(_dom_classes=(name,)) for name in ("rk-headline", "rk-view"))
        self.table = note(_dom_classes=("rk-dice-table",))
        self.saved = SaveTab(self.take_in)
        self.formats = TableMenu("your_dice", lambda: self.view if self.view.lines else None)
        self.more = self._button("Add a line", "plus", f"Add another line of dice, up to {MOST_LINES}", self.add)
        self.throws = DiceThrows(lambda: self.view, self.job.also, self._show)
        self.rows, self.sliders = w.VBox(layout=layout()), w.VBox(layout=layout())
        self.about = DiceSubject(self._look)
        self.tabs = Tabs(self._tabs(), self._look)
        writing = w.VBox([self.rows, self.sliders, self.more], layout=layout(), _dom_classes=("rk-writing",))
        ways = w.HBox([self.reading, self.throws.row, self.throws.seed], layout=row_layout(), _dom_classes=("rk-ways",))
        instrument = self._instrument(writing, [self.words, ways, self.throws, self.view_note])
        self._build([head_note(*_TITLE, _STYLE), self._acts(), self.trouble, instrument, self.job.widget], "rk-dice")
        self.reading.observe(lambda _: self._changed(), "value")
        self._silent.end()
        self.put(self.start)

    # How it is laid out ----------------------------------------------------------------------------------------------

    def _acts(self) -> w.HBox:
        """Reset, back and forward, and usual dice."""
        reset = self._button("Reset", "undo", "Back to the first lines", lambda: self.put(self.start))
        self.acts = BackAndForward[DiceSet]("lines", self.put, self._button)
        self.usual = ReadyMenu(
            USUAL, lambda lines: self._run_action(lambda: self.put(self.now._replace(lines=lines))), _TRY
        )
        return in_a_row([reset, *self.acts.buttons, self.usual], row_layout())

    def _tabs(self) -> Behind:
        """What lies behind the tabs."""
        tools: dict[str, Callable[[], DiceTool | DiceLuck]] = {
            TOGETHER: lambda: Together(self.about, self._look),
            AGAINST: lambda: Against(self.about, self._look),
            RANGE: lambda: OverRange(self.about, self._look),
            BACKWARDS: lambda: DiceBackwards(self.about, self._look),
            LUCK: lambda: DiceLuck(self.about, self._look),
        }
        return {
            TABLE: w.VBox([self.table, self.formats], layout=layout()),
            **{name: partial(self._tool, name, make) for name, make in tools.items()},
            SAVE: self.saved,
        }

    def _tool(self, name: str, make: Callable[[], DiceTool | DiceLuck]) -> w.Widget:
        """A tool, made when its tab is opened, below the choice of what it is about."""
        self.tools[name] = tool = make()
        return tool if name in (TOGETHER, AGAINST) else w.VBox([self.about, tool])

    # What a person does -----------------------------------------------------------------------------------------------

    def add(self, text: str = _NEXT) -> None:
        """One more line."""
        self.put(self.now._replace(lines=(*self.now.lines, text)))

    def _take_out(self, line: DiceLine) -> None:
        self._run_action(
            lambda: self.put(self.now._replace(lines=tuple(one.text.value for one in self.lines if one is not line)))
        )

    def take_in(self, line: str) -> str:
        """The lines of one that was pasted. Returns what was left aside, in a sentence."""
        now, aside = taken_in(line)
        self.put(now)
        return aside

    @property
    def view(self) -> DiceView:
        """What came of the lines that have an answer."""
        return self.about.view

    @property
    def link(self) -> str:
        """All that is set as a link to this page."""
        return address(self.now)

    @property
    def now(self) -> DiceSet:
        """All that is set."""
        numbers = tuple((name, one.now) for name, one in self.numbers.items())
        return DiceSet(tuple(one.text.value for one in self.lines), self.reading.value, numbers)

    def put(self, now: DiceSet) -> None:
        """Set all that at once."""
        with self._at_once():
            self._lay_out(len(now.lines))
            for line, text in zip(self.lines, now.lines, strict=True):
                line.text.value = text
            self.reading.value = now.reading
            self._ranges |= dict(now.numbers)
            for name, one in now.numbers:
                if name in self.numbers:
                    self.numbers[name].show(one)
            self._offer_numbers()

    def _offer_numbers(self) -> None:
        """A slider for each number that the lines leave open."""
        self._ranges |= {name: one.now for name, one in self.numbers.items()}
        names = dict.fromkeys(name for line in self.lines for name in line.names)
        if list(names) != list(self.numbers):
            before = self.numbers
            self.numbers = {
                name: before.get(name) or DiceNumber(name, self._ranges.get(name, SliderValue()), self._changed)
                for name in names
            }
            self.sliders.children = tuple(self.numbers.values())

    def _lay_out(self, many: int) -> None:
        """So many boxes; those that are there stay."""
        if many != len(self.lines):
            for extra in self.lines[many:]:
                extra.close()
            self.lines = self.lines[:many]
            self.lines += [DiceLine("", self._changed, self._take_out) for _ in range(many - len(self.lines))]
            self.rows.children = tuple(self.lines)
        for place, line in enumerate(self.lines):
            line.set_place(place, many == 1)
        self.more.disabled = many == MOST_LINES

    def _remember(self) -> None:
        self._offer_numbers()
        self.acts.keep(self.now)

    # What follows from it ---------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        self.trouble.value = ""
        self.usual.follow(self.now)
        self.job.run([*self._reading_lines(), *self._steps()])

    def _reading_lines(self) -> list[Step]:
        """The work for the answer of each line."""
        now, lines = self.now, tuple(self.lines)

        def work_out() -> list[DiceAnswer | Exception]:
            numbers = dict(now.numbers)
            return within(MOST_LINES, [answered(text, lambda text: answer_of(text, numbers)) for text in now.lines])

        def show(answers: list[DiceAnswer | Exception]) -> None:
            for line, text, one in zip(lines, now.lines, answers, strict=True):
                line.take(text, one)
            self._show()

        return [(work_out, show)]

    def _show(self) -> None:
        """Words, picture and table. A job calls this too: it must not wait for its turn."""
        parts = [(one.read, part, row) for row, one in enumerate(self.lines) if one.answer for part in one.answer.parts]
        answers = [(place, *one) for place, one in enumerate(parts[:MOST_LINES])]
        for row, one in enumerate(self.lines):
            one.sign_with(row, [place for place, _, _, at in answers if at == row])
        self.about.numbers = {name: one.now for name, one in self.numbers.items()}
        if answers != [(*one[:3], one.row) for one in self.view.lines]:
            self.throws.clear()
        self.throws.row.layout.display = "" if answers else "none"
        tallied = [
            AnsweredLine(place, text, answer, self.throws.tallies.get(place, Tally()), row)
            for place, text, answer, row in answers
        ]
        self.about.view = view = DiceView(tallied, self.reading.value)
        if not tallied:
            self.words.value = alert("No answer yet. See the mistake below the line.")
            self.view_note.value = self.table.value = ""
            return
        self.words.value = view.words()
        self.view_note.value = picture(*view.picture(self._bars, self._curves))
        self.table.value = view.table()
        self.formats.close_list()
        self.reading.layout.display = "" if view.counted else "none"

    def _look(self) -> None:
        """Another tab was opened, or something else is asked in it."""
        if not self._silent:
            self._make_room({*self.tools, SAVE})
            self._run_action(lambda: self.job.run(self._steps()))

    def _steps(self) -> list[Step]:
        """The work for the open tab."""
        if self.tabs.now in self.tools:
            return self.tools[self.tabs.now].steps()
        return self._saving() if self.tabs.now == SAVE else []

    def _saving(self) -> list[Step]:
        """The work for what can be saved."""
        pictures: dict[str, tuple[str, Callable[[], Picture]]] = {"your_dice": ("the picture", self._picture)}
        for name, tool in self.tools.items():
            if isinstance(tool, DiceTool) and tool.drawn:
                file = re.sub(r"\W+", "_", name.lower()).strip("_")  # without a ?, which Windows does not take
                pictures[f"your_dice.{file}"] = name.lower(), partial(copy, tool.drawn)
        links = [to(self.now) for to in (address, command, python)]
        start = written(DICE, [one.answer.line for one in self.lines if one.answer])
        summary = "\n".join(f"{one.answer.line}: {one.answer.headline}" for one in self.lines if one.answer)
        gives = self.saved.give.follow(Parcel(start, None, lambda _: f"{summary}\nOpen it in Rencounter: #{start}"))
        steps = saving(
            "your_dice",
            links,
            self._printed,
            lambda: separated(self._answered().as_table()),
            pictures,
            self.saved.links,
        )
        return [gives, *steps]

    def _answered(self) -> DiceView:
        """What can be saved."""
        if not self.view.lines:
            raise RuleError("there is no answer to save; change a line or reset")
        return self.view

    def _picture(self) -> Picture:
        return self._answered().picture(charts.OutcomeBars(), charts.DistributionChart())

    def _printed(self) -> str:
        """The page to print."""
        view = self._answered()
        read = "".join(f"<p>{html.escape(one.answer.line)}: {html.escape(one.answer.says)}</p>" for one in view.lines)
        body = (
            f'<div class="words">{view.words()}</div>{picture_in(*self._picture())}<h2>How it was '
            f"read</h2>{read}<h2>The chances</h2>{view.table()}"
        )
        return page_of(*_TITLE, body, python(self.now))


def your_dice(*lines: str, **numbers: int | str | range) -> DicePanel:
    """A panel for any dice: one to six lines in the notation that players write, side by side.

    lines : dice in one line each, as ``rk.dice`` takes them; "4d6 drop lowest" and "3d6" when there are none. A line
        that cannot be read stands in its box with what is wrong, as if it were typed there.
    numbers : where the sliders of names in braces stand, and their range: 4, range(2, 9) or "4 of 2..8"; 4 of 1 to 10
        when left out. ``RuleError`` for more than six lines, for what is no text, and for a number that cannot be.

    >>> import rencounter_kit as rk
    >>> rk.your_dice("{n}d6 keep highest 3", "3d6", n=range(3, 7)).now.lines
    ('{n}d6 keep highest 3', '3d6')
    """
    start = checked(list(lines or _FIRST), dict(numbers))
    page = DicePanel(start._replace(lines=tuple(map(cleaned, start.lines))))
    try:
        page.address = panel_address(DICE)
        if line := sent_line(DICE, page.address):
            page.put(taken_in(line)[0])
            take(page.address, line)
            page.add_class("rk-asked")
    except RuleError as error:
        page.trouble.value = alert(error)
    enable_keys()
    remember(page)
    return page
