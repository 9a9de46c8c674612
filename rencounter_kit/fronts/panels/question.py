"""What was understood of a question in words: chips that can be changed or taken off, and the answer below them."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from ...workbook.asking.ask import answer_lines, ask, dice_lines
from ...workbook.asking.reading import QuestionReading
from .job import Job, or_error
from .late import w
from .page import in_turn, note
from .page_state import lines_in_force

_NOT = '<span class="rk-unseen">not understood: </span><del>{}</del> {}'
_Act = Callable[[int], None]  # what a chip does when an option is chosen; -1 takes it off


class _Chip(NamedTuple):
    """A word that was not understood, a menu of what may stand there, and a button that takes it off."""

    box: w.HBox
    word: w.HTML
    menu: w.Dropdown
    off: w.Button


class _ChipText(NamedTuple):
    """What a chip says: what it is, what it may be, which of these (none of a word that was not understood), the name
    of its button, what it does, and why a number is refused.
    """

    about: str
    options: Sequence[str]
    at: int | None
    off: str
    act: _Act
    why: str = ""


class QuestionChips(w.VBox):  # type: ignore[misc]
    """The chips of a question.

    asks : puts the question in other words.
    opens : opens the check with all that was understood.
    check : the id of the one that was chosen, if any.
    """

    def __init__(self, asks: Callable[[str], None], opens: Callable[[QuestionReading], None]) -> None:
        self._asks, self._opens = asks, opens
        self.check = ""
        self.reading: QuestionReading | None = None
        self._text, self._acts, self._showing = "", list[_Act](), False
        self.chips: list[_Chip] = []
        self.row, self.answer = w.HBox(), note()
        self.opener = w.Button(
            description="Open with all controls", layout=w.Layout(width="auto", align_self="flex-start")
        )
        self.job = Job(lambda error: self._tell([str(error)]))
        super().__init__([self.row, self.answer, self.job.widget, self.opener], layout=w.Layout(display="none"))
        self.row.add_class("rk-chips")
        self.add_class("rk-asked")
        self.opener.on_click(lambda _: self._open())

    def put(self, text: str) -> None:
        """Show what a question means; nothing where nothing of it is understood."""
        self._text, self.check = text, self.check if text.strip() else ""
        question = ask(text, self.check)
        readings, dice = question.readings, question.dice
        self.reading = reading = readings[0] if readings else None
        self.layout.display = "" if reading or dice else "none"
        self.row.layout.display = self.opener.layout.display = "" if reading else "none"
        self.job.stop()
        if dice is not None:
            self._tell(dice_lines(dice))
        if reading is None:
            return
        titles = [f"{one.check.title} ({one.check.book.title})" for one in readings]
        choose = partial(self._choose, [one.check.id for one in readings])
        self._say(
            [
                _ChipText("check", titles, 0, "remove the check" if self.check else "", choose),
                *self._chips(reading),
                *self._unknown(reading),
            ]
        )
        self._tell(["Working it out ..."])
        self.job.run([(or_error(partial(answer_lines, reading, lines_in_force(reading.check.stem))), self._tell)])

    def _chips(self, reading: QuestionReading) -> list[_ChipText]:
        chip_texts = []
        for chip in reading.chips:
            options = reading.options(chip)
            texts = [partial(reading.with_option, chip, one) for one in options]
            act = partial(self._reword, [*texts, partial(reading.without_chip, chip)])
            words = [reading.worded(chip, one) for one in options]
            place = reading.place_among(chip, options)
            chip_texts.append(_ChipText(reading.about(chip), words, place, f"remove {chip.label}", act))
        return chip_texts

    def _unknown(self, reading: QuestionReading) -> list[_ChipText]:
        chip_texts = []
        for one in reading.unknown:
            near = reading.near(one)
            texts = [partial(reading.with_near, one, text) for text in (*near, "")]
            off, act = f"remove {one.text}", partial(self._reword, texts)
            chip_texts.append(_ChipText(one.text, near, None, off, act, one.why))
        return chip_texts

    def _say(self, texts: Sequence[_ChipText]) -> None:
        self._acts, self._showing = [one.act for one in texts], True
        for place in range(len(self.chips), len(texts)):
            self.chips.append(self._make(place))
        for chip, (about, options, at, name, _, why) in zip(self.chips, texts, strict=False):
            strange = at is None
            chip.word.value = _NOT.format(html.escape(about), html.escape(why)) if strange else ""
            chip.menu.description = "near" if strange else about
            chip.menu.options = _numbered(["...", *options] if strange else options)
            chip.menu.index, chip.off.description = at or 0, name
            chip.off.layout.display = "" if name else "none"
            chip.menu.layout.display = "" if options else "none"
        self.row.children = [chip.box for chip in self.chips[: len(texts)]]
        self._showing = False

    def _make(self, place: int) -> _Chip:
        word, menu, off = note(), w.Dropdown(layout=w.Layout(width="auto")), w.Button(layout=w.Layout(width="auto"))
        menu.style.description_width = "initial"
        off.add_class("rk-off")
        menu.observe(lambda change: self._press(place, change.new), "index")
        off.on_click(lambda _: self._press(place, -1))
        return _Chip(w.HBox([word, menu, off]), word, menu, off)

    @in_turn
    def _press(self, place: int, option: int | None) -> None:
        if not self._showing and option is not None:
            strange = bool(self.chips[place].word.value)
            self._acts[place](option - 1 if strange and option > 0 else option)

    def _open(self) -> None:
        if self.reading is not None:
            self._opens(self.reading)

    def _choose(self, ids: Sequence[str], option: int) -> None:
        self.check = ids[option] if option >= 0 else ""
        self.put(self._text)

    def _reword(self, texts: Sequence[Callable[[], str]], option: int) -> None:
        if option < len(texts):
            self._asks(texts[option]())

    def _tell(self, problem: object) -> None:
        lines = problem if isinstance(problem, list) else [str(problem)]
        words = "<br>".join(map(html.escape, lines))
        self.answer.value = f'<span role="status" aria-live="polite">{words}</span>'


def _numbered(options: Sequence[str]) -> list[tuple[str, int]]:
    """Options of a menu, where two may say the same."""
    return [(one, number) for number, one in enumerate(options)]
