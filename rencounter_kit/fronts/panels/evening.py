"""The luck of a whole evening on the page: a list of what was thrown, and how often such an evening comes."""

from __future__ import annotations

import html
import shlex
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from ...engine.formats.html_table import StyledCell, html_table
from ...engine.formats.separated import separated
from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text, percent_text, unbroken
from ...workbook.analysis.evening import Evening, Scores, evening, signed_score
from ...workbook.analysis.evening_list import HOW, LINE_ENDS, ListError, plain_lines, read
from ...workbook.mechanics.address import EVENING, written
from .. import charts
from .fold import Tabs
from .frame import LiveFrame
from .job import Step
from .late import w
from .number import number_box, number_typed
from .page import (
    STYLE,
    alert,
    enable_keys,
    field,
    head_note,
    in_a_row,
    layout,
    note,
    picture,
    row_layout,
    sentence,
    stylesheet,
    words_note,
)
from .page_state import BackAndForward, page_link, panel_address, remember, sent_line, take
from .printing import page_of, picture_in
from .ready_menu import ReadyMenu
from .saving import saving
from .table_menu import TableMenu

READY = {
    "Shots, lucky shots and a throw": "3 of 8 at 5/12\n1 of 4 at 1/6\n9 on 2d6",
    "An evening with the d20": "Ann: 17 4 12 20 9 on d20\nBen: 2 8 3 11 1 6 on d20\nsaved: 1 of 4 at d20 >= 13",
    "Whose luck? Theirs is bad for us": "ours: 9 of 20 at 1/2\ntheirs: 12 of 20 at 1/2 bad",
    "From a spreadsheet": "fire;3;8;0,35\nmelee;4;9;5/12\nmorale;2;3;72 %",
    "Damage, and saving throws": "31 on 8d6\n14 on 4d6 drop lowest\n2 of 5 at d20 >= 13\n1 on d6 low # as low as "
    "can be",
    "Shots by the rules": "2 of 5 at rencounter.fire skill=7\n0 of 3 at rencounter.fire skill=7 range_band=long",
}
_STYLE = STYLE + stylesheet("written", "evening")
_TITLE = "The luck of an evening", "all its rolls together"
_TRY = "Ready evenings ..."
_EVENING = "evening"  # of files that are saved
_SERIES = "series"
_ALONG = (
    "<p>To take an evening with you, save <i>a page to print</i>: one file that opens with a double "
    "click. You can change the list only in "
    "the workbook; the pocket edition has no evenings yet.</p>"
)
_MOST_WRONG, _LONGEST = 5, 40  # lines that are told of at once, and signs of each
LINES, SCORES, SAVE = "Line by line", "All that could have happened", "Send"


class EveningSet(NamedTuple):
    """All that is set: the list as it is typed, and how many such evenings one has seen."""

    evening: str
    series: str = "1"

    def differs_in(self, other: EveningSet) -> set[str]:
        """The names of what differs."""
        return {name for name, a, b in zip(self._fields, self, other, strict=True) if a != b}


class EveningPanel(LiveFrame[EveningSet]):
    """A live panel for what was thrown on an evening.

    list : where it is typed or pasted.
    answer : the last right one, ``None`` before there was any.
    """

    def __init__(self, start: EveningSet) -> None:
        super().__init__()
        self.start = start
        self.answer: Evening | None = None
        self._set_of_answer = self.start  # what that is the answer to
        self._chart = charts.TailChart()
        tip, about = (
            "What was rolled, one line for each kind of roll",
            f"One line for each kind of throw, such as {HOW}",
        )
        self.list = field(w.Textarea, "", tip, rows=8, placeholder=about)
        tip, whole = "How many evenings like this you have played. Among many, one is always unusual", "initial"
        self.series = field(
            number_box, "evenings seen", tip, "170px", value=1, low=1, style={"description_width": whole}
        )
        self.wrong = note(_dom_classes=("rk-evening-wrong",))
        self.words, self.view_note = (note(_dom_classes=(name,)) for name in ("rk-headline", "rk-view"))
        self.table, self.scores, self.links = note(), note(), note()
        self.formats = TableMenu(_EVENING, lambda: self.answer)
        lines = w.VBox([self.table, self.formats], layout=layout())
        places = {LINES: lines, SCORES: self.scores, SAVE: w.VBox([self.links, note(_ALONG)])}
        self.tabs = Tabs(places, self._look)
        writing = w.VBox([self.list, self.wrong, self.series], layout=layout(), _dom_classes=("rk-writing",))
        instrument = self._instrument(writing, [self.words, self.view_note])
        self._build([head_note(*_TITLE, _STYLE), self._acts(), self.trouble, instrument, self.job.widget], "rk-evening")
        for one in (self.list, self.series):
            one.observe(lambda _: self._changed(), "value")
        self._silent.end()
        self.put(self.start)

    def _acts(self) -> w.HBox:
        """Reset, back and forward, and ready evenings."""
        reset = self._button("Reset", "undo", "Back to the first list", lambda: self.put(self.start))
        self.acts = BackAndForward[EveningSet]("lines", self.put, self._button)
        self.ready = ReadyMenu(
            READY, lambda text: self._run_action(lambda: self.put(self.now._replace(evening=text))), _TRY
        )
        return in_a_row([reset, *self.acts.buttons, self.ready], row_layout())

    # What a person does -----------------------------------------------------------------------------------------------

    @property
    def now(self) -> EveningSet:
        """All that is set."""
        return EveningSet(self.list.value, self.series.value)

    def put(self, now: EveningSet) -> None:
        """Set all that at once."""
        with self._at_once():
            self.list.value, self.series.value = now

    @property
    def link(self) -> str:
        """All that is set as a link to this page."""
        return _link(self.now)

    def _remember(self) -> None:
        self.acts.keep(self.now)

    # What follows from it ---------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        self.trouble.value = ""
        now = self.now
        self.ready.follow(now)

        def work_out() -> Evening | list[RuleError]:
            try:
                wrong = list[RuleError](read(now.evening)[1])
                return wrong or evening(now.evening, series=number_typed(now.series))
            except RuleError as error:
                return [error]

        self.job.run([(work_out, partial(self._show, now)), *self._steps()])

    def _show(self, now: EveningSet, result: Evening | list[RuleError]) -> None:
        """Words, picture and table. A job calls this too: it must not wait for its turn."""
        if isinstance(result, Evening):
            self.answer, self._set_of_answer, self.wrong.value = result, now, ""
            self.words.value = _words(result)
            self.view_note.value = picture(self._chart, charts.Counts.of_evening(result))
            self.table.value = result._repr_html_()
            self.formats.close_list()
            self.scores.value = _scores(result)
            return
        self.wrong.value = _wrong(result, now.evening, self.answer is not None)
        if self.answer is None:
            self.words.value = alert("No answer yet. See the mistake below the list.")

    def _look(self) -> None:
        """Another tab was opened."""
        if not self._silent:
            self._run_action(lambda: self.job.run(self._steps()))

    def _steps(self) -> list[Step]:
        """The work for the open tab: only what can be saved takes long."""
        if self.tabs.now != SAVE:
            return []
        links = [_link(self._set_of_answer), _command(self._set_of_answer), _python(self._set_of_answer)]
        pictures = {_EVENING: ("the picture", lambda: (self._chart, charts.Counts.of_evening(self._answered())))}
        about = "The list, to send or to keep:"
        return saving(
            _EVENING, links, self._printed, lambda: separated(self._answered().as_table()), pictures, self.links, about
        )

    def _answered(self) -> Evening:
        """What can be saved."""
        if self.answer is None:
            raise RuleError("there is no answer to save; change the list or reset")
        return self.answer

    def _printed(self) -> str:
        result = self._answered()
        drawn = picture_in(charts.TailChart(), charts.Counts.of_evening(result))
        lines = f'<div class="words">{_words(result)}</div>{drawn}<h2>{LINES}</h2>{result._repr_html_()}'
        body = f"{lines}<h2>{SCORES}</h2>{_scores(result)}"
        return page_of(
            *_TITLE,
            body,
            _command(self._set_of_answer),
        )


def _words(result: Evening) -> str:
    """The answer in a sentence, and what brought it."""
    head, _, rest = result.head().partition(":")
    below = "".join(f"<div>{html.escape(one)}</div>" for one in result.highlights())
    return unbroken(words_note(f"<b>{html.escape(head)}</b>:{html.escape(rest)}{below}"))


def _wrong(errors: Sequence[RuleError], text: str, still: bool) -> str:
    """What is wrong, each line with its place below it."""
    lines, messages = LINE_ENDS.split(text), list[str]()
    for error in errors[:_MOST_WRONG]:
        if isinstance(error, ListError):
            marked = error.marked or as_text(lines[error.line - 1].strip(), _LONGEST)
            messages.append(f'<pre class="rk-place">{html.escape(marked)}</pre>')
        messages.append(alert(sentence(error), typed=True))
    if len(errors) > _MOST_WRONG:
        messages.append(f"<p>and {len(errors) - _MOST_WRONG} more lines</p>")
    return "".join([*messages, "<p>The answer is still for the earlier list.</p>" if still else ""])


def _scores(result: Evening) -> str:
    """The chance of each stretch of scores; those as unusual as what happened, or more so, are bold."""
    rows = [_score(result, one) for one in result.stretches()]
    about = f"<p>Those {result.tail} are bold.</p>"
    return unbroken(about + html_table(("luck, in successes", "chance"), rows, "rk-table"))


def _score(result: Evening, one: Scores) -> StyledCell:
    now = "rk-now" if (one.first >= result.score if result.lucky else one.last <= result.score) else ""
    ends = dict.fromkeys(signed_score(end) for end in (one.first, one.last))
    return StyledCell((" to ".join(ends), percent_text(one.chance)), now)


def _command(now: EveningSet) -> str:
    """The list as a command, without its remarks and empty lines."""
    words = [*map(shlex.quote, plain_lines(now.evening)), *(["--series", now.series] if now.series != "1" else [])]
    return " ".join(["rencounter evening", *words])


def _python(now: EveningSet) -> str:
    """The list as Python."""
    return f"rk.evening({now.evening!r}{f', series={now.series}' if now.series != '1' else ''})"


def _link(now: EveningSet) -> str:
    """The list as a link to this page."""
    return page_link(written(EVENING, now.evening, {_SERIES: now.series}))


def your_evening(text: str = "") -> EveningPanel:
    """A panel for the luck of a whole evening: a field to type or paste what was thrown, and how often such an evening
    comes.

    text : the list to begin with, as ``rk.evening`` takes it; one that cannot be read stands there with what is wrong.
        A link to the page may bring another one. ``RuleError`` for what is no text.

    >>> import rencounter_kit as rk
    >>> rk.your_evening("3 of 8 at 5/12").answer.lucky
    False
    """
    if not isinstance(text, str):
        raise RuleError(f"an evening must be a text, a line for each kind of throw; got {as_text(text)}; try {HOW}")
    page = EveningPanel(EveningSet(text or next(iter(READY.values()))))
    page.address = panel_address(EVENING)
    if line := sent_line(EVENING, page.address):
        page.put(EveningSet(line.id, str(line.values.get(_SERIES, "1"))))
        take(page.address, line)
        page.add_class("rk-asked")
    enable_keys()
    remember(page)
    return page
