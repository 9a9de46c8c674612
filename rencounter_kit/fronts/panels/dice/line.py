"""A line of dice on the page: what is typed, and below it how that was read, or where it is wrong."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence

from ....engine.notation.answer import DiceAnswer
from ....engine.notation.errors import NotationError
from ....engine.notation.placeholders import placeholders
from ....engine.words.errors import RuleError
from ....engine.words.wording import first_up
from ...charts import LINES, MARKS
from ..late import w
from ..page import alert, button, layout, note, sentence

_SIGNS = 40  # of a line, around what is wrong with it


def mark(place: int) -> str:
    """The sign of a line, in its colour, as it stands in the picture."""
    return f'<span class="rk-dice-mark" style="--rk-tint: {LINES[place]}" aria-hidden="true">{MARKS[place][1]}</span>'


class DiceLine(w.VBox):  # type: ignore[misc]
    """A box for a line of dice.

    answer : what came of the last right line, ``None`` before there was one.
    wrong : what is wrong with what stands in the box.
    read : the text of that line.
    names : of the numbers that the box leaves open.
    changed : is called when something is typed;
    remove : when the line is to be taken out.
    """

    def __init__(self, text: str, changed: Callable[[], None], remove: Callable[[DiceLine], None]) -> None:
        self.answer: DiceAnswer | None = None
        self.wrong: Exception | None = None
        self.read = ""
        self.text = w.Text(
            text,
            placeholder="such as 4d6 drop lowest",
            tooltip="Dice in one line",
            layout=layout(flex="1 1 auto", width="auto"),
        )
        self.sign = note(_dom_classes=("rk-dice-sign",))
        self.out = button("", "times", "Remove this line", lambda: remove(self))
        self.below = note(_dom_classes=("rk-dice-below",))
        row = w.HBox([self.sign, self.text, self.out], layout=layout(width="100%"))
        super().__init__([row, self.below], layout=layout(), _dom_classes=("rk-dice-line",))
        self.text.observe(lambda _: changed(), "value")

    @property
    def names(self) -> tuple[str, ...]:
        """The numbers that the box leaves open."""
        try:
            return placeholders(self.text.value)
        except RuleError:  # it is said when the line is read
            return ()

    def set_place(self, place: int, alone: bool) -> None:
        """Be the line of this place; one that is alone stays."""
        self.sign_with(place, [place])
        self.text.tooltip = f"Dice in one line, line {place + 1}"
        self.out.tooltip = f"Remove line {place + 1}"
        self.out.disabled = alone

    def sign_with(self, place: int, marks: Sequence[int]) -> None:
        """The number of this place, and the marks of its answers."""
        self.sign.value = f"{''.join(map(mark, marks or [place]))} {place + 1}"

    def take(self, text: str, answer: DiceAnswer | Exception) -> None:
        """What has come of a text in the box."""
        self.wrong = answer if isinstance(answer, Exception) else None
        if isinstance(answer, DiceAnswer):
            self.answer, self.read = answer, text
            notes = "".join(f'<p class="rk-dice-note">{html.escape(one)}</p>' for one in answer.notes)
            left = f"<p>{html.escape(answer.left_out_text)}</p>" if answer.left_out else ""
            self.below.value = f'<p class="rk-dice-says">{html.escape(_capital(answer.says))}</p>{notes}{left}'
        else:
            self.below.value = _message(answer, self.answer)


def _capital(text: str) -> str:
    """With a capital, but for dice: d20 is no D20."""
    return text if re.match(r"d[\dF%]", text) else first_up(text)


def _message(error: Exception, still: DiceAnswer | None) -> str:
    """What is wrong, with its place; of a line that only has not gone on, no more than a hint."""
    message = sentence(error) + (f"; the answer is still for {still.line}" if still is not None else "")
    unfinished = isinstance(error, NotationError) and error.start >= len(error.line.rstrip())
    html_text = (
        f'<p class="rk-dice-begun" role="status">{html.escape(message)}</p>'
        if unfinished
        else alert(message, typed=True)
    )
    return (
        html_text
        if not isinstance(error, NotationError)
        else f'<pre class="rk-place">{html.escape(_marked(error))}</pre>{html_text}'
    )


def _marked(error: NotationError) -> str:
    """The line with its place below it; of a long one, what stands around that place."""
    first = max(0, min(error.start - _SIGNS // 2, len(error.line) - _SIGNS))
    part = error.line[first : first + _SIGNS]
    before, behind = "…" if first else "", "…" if first + _SIGNS < len(error.line) else ""
    many = min(max(1, error.end - error.start), _SIGNS - (error.start - first))
    return f"{before}{part}{behind}\n{' ' * (len(before) + error.start - first)}{'^' * many}"


def answered(text: str, ask: Callable[[str], DiceAnswer]) -> DiceAnswer | Exception:
    """What comes of a line, or what is wrong with it."""
    try:
        return ask(text)
    except RuleError as error:
        return error


def within(most: int, answers: Sequence[DiceAnswer | Exception]) -> list[DiceAnswer | Exception]:
    """The same; a line whose answers a page has no room for has none."""
    room, kept = most, list[DiceAnswer | Exception]()
    for one in answers:
        if isinstance(one, DiceAnswer) and (room := room - len(one.parts)) < 0:
            got = most - room
            kept.append(RuleError(f"a page must have at most {most} answers; got {got}; take one out"))
        else:
            kept.append(one)
    return kept
