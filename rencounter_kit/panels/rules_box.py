"""Where rules are written: a box of lines, what each says beside it, and how the one that is begun may go on."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from itertools import zip_longest

import ipywidgets as w

from ..layers import Layer, Layers
from ..linewise import Line, by_line, completions
from ..rules import RuleError, Ruleset
from ..ruletext import read
from .page import note
from .turns import in_turn

_NEXT, _ROWS = 6, 7
YOURS = "Your rules"


class RulesBox(w.VBox):  # type: ignore[misc]
    """A layer that is being written. ``layer`` is the last one that could be taken, ``None`` while there is none;
    ``lines`` what each line says; ``changed`` is called after each change."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed, self._silent, self._before, self._at = changed, False, "", 0
        self.book: Ruleset
        self.below: Ruleset  # the book with the layers below
        self.layer: Layer | None = None
        self.lines: list[Line] = []
        self.name, self.author, self.why = (
            w.Text(value=value, placeholder=hint, tooltip=tip, continuous_update=False, layout=w.Layout(width=wide))
            for value, hint, tip, wide in (
                (YOURS, "name", "What your rules are called", "170px"),
                ("", "by whom", "Who made them", "110px"),
                ("", "why", "Why one would play so", "260px"),
            )
        )
        self.text = w.Textarea(rows=_ROWS, tooltip="House rules, one line each", layout=w.Layout(width="330px"))
        self.beside, self.error = note(), note()
        self.beside.add_class("rk-beside")
        self.error.add_class("rk-house-said")
        self.beside.layout = w.Layout(width="350px")
        self._go_on = [w.Button(layout=w.Layout(width="auto", display="none")) for _ in range(_NEXT)]
        for button in self._go_on:
            button.on_click(lambda pressed: self._take(pressed.description))
        following = w.HBox(self._go_on, layout=w.Layout(flex_flow="row wrap", min_height="32px"))
        following.add_class("rk-next")
        super().__init__(
            [w.HBox([self.name, self.author, self.why]), w.HBox([self.text, self.beside]), following, self.error]
        )
        self.add_class("rk-rules")
        self.text.observe(self._typed, "value")
        for field in (self.name, self.author, self.why):
            field.observe(self._typed, "value")

    @in_turn
    def stand_on(self, book: Ruleset, layers: Sequence[Layer] = ()) -> Layers:
        """Lie on a book and some layers, which are given back as they lie together. Where one does not fit on what lies below
        it, ``RuleError`` says so, and the lines are read as changes of the book alone."""
        try:
            together = Layers(book, *layers)
        except RuleError as error:
            self._stand_on(book, book)
            raise RuleError(f"{error}; the rules stay as they were") from None
        self._stand_on(book, together.rules)
        return together

    def _stand_on(self, book: Ruleset, below: Ruleset) -> None:
        if getattr(self, "below", None) == below:
            return
        self.book, self.below = book, below
        self.text.placeholder = (
            f"One line changes a figure, such as:\n{book.example}\n\nOr begin with a word, such as shield."
        )
        self.read()

    @in_turn
    def fill(self, text: str, name: str = YOURS, author: str = "", why: str = "") -> None:
        """Other lines in the box."""
        self._silent = True
        self.name.value, self.author.value, self.why.value, self.text.value = name, author, why, text
        self._before, self._silent = text, False
        self._at = text.count("\n") + 1  # no line of it was begun; what is taken now stands below them
        self._show_offers([])
        self.read()
        self._changed()

    @in_turn
    def put(self, path: str, line: str) -> None:
        """One line for a figure, in the place of the one that is there; none for an empty ``line``. It stands below the heading
        that comes nearest to it, or above all headings."""
        lines = self.text.value.split("\n")
        if len(lines) != len(self.lines):
            raise RuleError("the box must hold lines that can be read; got too many; take some out first")
        kept = []
        for one, said in zip(lines, self.lines, strict=True):
            named, _, value = (part.strip() for part in one.partition("="))
            if value.startswith("{") and path.startswith(f"{said.prefix}{named}."):
                raise RuleError(
                    f"{path} must stand in a line of its own to be set; got braces; write each figure in a line"
                )
            if path not in (said.path, said.prefix + named):
                kept.append((one, said.prefix))
        fitting = [(len(prefix), i) for i, (one, prefix) in enumerate(kept) if one.strip() and path.startswith(prefix)]
        length, last = max(fitting, default=(0, -1))
        written = [one for one, _ in kept]
        written[last + 1 : last + 1] = [line[length:]] if line else []
        self.text.value = "\n".join(written).rstrip("\n")

    def read(self) -> None:
        """What the lines say now; ``layer`` follows where they can be taken as a whole."""
        text = self.text.value
        self.lines = by_line(self.below, text)
        wrong = [line for line in self.lines if line.wrong and not line.begun]
        self._show(wrong)
        if wrong:
            return
        done = [one for one, said in zip(text.split("\n"), self.lines, strict=False) if not said.begun]
        try:
            made = self._made("\n".join(done)) if any(said.path for said in self.lines) else None
        except RuleError as error:
            self.error.add_class("rk-wrong")
            self.error.value = f'<span role="alert">{html.escape(str(error))}</span>'
            return
        self.layer = made

    def _made(self, text: str) -> Layer:
        changes = read(text)
        self.below.changed(changes)
        return Layer(self.book.stem, changes, self.name.value.strip() or YOURS, self.author.value, self.why.value)

    def _show(self, wrong: list[Line]) -> None:
        self.error.remove_class("rk-wrong")
        self.error.value = ""
        self.text.rows = min(24, max(_ROWS, len(self.lines) + 1))
        told = []
        for line in self.lines:
            kind = "rk-begun" if line.begun else "rk-wrong" if line.wrong else "rk-fine" if line.said else ""
            said = html.escape(line.said, quote=True)
            told.append(f'<div class="rk-line {kind}" title="{said}">{said}</div>')
        self.beside.value = "".join(told)
        if wrong:
            self.error.add_class("rk-wrong")
            said = html.escape(f"line {wrong[0].number + 1}: {wrong[0].said}")
            self.error.value = f'<span role="alert">{said}</span> The rules above it stay as they were.'

    @in_turn
    def _typed(self, change: object) -> None:
        if self._silent:
            return
        self.read()
        self._offer()
        self._before = self.text.value
        self._changed()

    # How a line goes on ------------------------------------------------------------------------------------------------

    def _place(self) -> int:
        """The line that was changed last."""
        before, now = self._before.split("\n"), self.text.value.split("\n")
        differ = [i for i, line in enumerate(now) if i >= len(before) or line != before[i]]
        return differ[0] if len(before) == len(now) and differ else differ[-1] if differ else len(now) - 1

    def _offer(self) -> None:
        self._at = at = self._place()
        line, known = self.text.value.split("\n")[at], self.lines[at:]  # of a text that is too long no lines are known
        self._show_offers(completions(self.below, line, _NEXT, known[0].prefix) if known else [])

    def _show_offers(self, offers: list[str]) -> None:
        for button, offer in zip_longest(self._go_on, offers):
            if offer:
                with button.hold_sync():  # the page writes by itself what a button says, in the line that it names
                    button.description, button.tooltip = offer, f"Write it in line {self._at + 1}"
            button.layout.display = "" if offer else "none"

    @in_turn
    def _take(self, offer: str) -> None:
        """Where the page does not write by itself."""
        lines = self.text.value.split("\n") if self.text.value else []
        lines[self._at : self._at + 1] = [offer]
        self.text.value = "\n".join(lines)
