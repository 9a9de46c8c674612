"""Where rules are written: a box of lines, beside each what it does, and ways to complete the present one."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import takewhile, zip_longest
from typing import NamedTuple

from ....engine.words.errors import RuleError
from ....engine.words.typed import cleaned_lines
from ....workbook.rulebook.book import Ruleset
from ....workbook.rulebook.code import unpacked
from ....workbook.rulebook.layers import Layer, Layers
from ....workbook.rulebook.text import ABOUT, Value
from ....workbook.rulebook.writing import CHOOSE, Line, Offer, offers, written_rules
from ..fold import Fold
from ..late import w
from ..page import Silence, in_turn, layout, note, sentence

_NEXT, _ROWS = 6, 8
_IN, _BELOW = "in", "below"
YOURS = "Your rules"


class OfferPlace(NamedTuple):
    """An offer, and where it is written: in place of a line (``in``), or ``below`` it;

    line : its number, from 0.
    """

    offer: Offer
    where: str
    line: int

    @property
    def tip(self) -> str:
        """The same in words, by which the page writes it where it is pressed."""
        return f"Write {self.where} line {self.line + 1}:\n{self.offer.lines}"


class RulesBox(w.VBox):  # type: ignore[misc]
    """A layer that is being written.

    layer : as it last could be read, ``None`` while there is none.
    lines : what each line says.
    changed : is called after each change.
    example : a line to show while the box is empty, in place of the game's.
    """

    def __init__(self, changed: Callable[[], None], example: str = "") -> None:
        self._example = example
        self._changed, self._silent, self._before, self._at = changed, Silence(), "", 0
        self.book: Ruleset
        self.below: Ruleset  # the book with the layers below
        self.layer: Layer | None = None
        self.lines: list[Line] = []
        self.name, self.author, self.why = (
            w.Text(value=value, placeholder=hint, tooltip=tip, continuous_update=False, layout=layout(flex=wide))
            for value, hint, tip, wide in (
                (YOURS, "name", "A name for your rules", "1 1 110px"),
                ("", "author", "Who made them", "1 1 80px"),
                ("", "why", "Why you play this way", "2 1 150px"),
            )
        )
        self.text = w.Textarea(rows=_ROWS, tooltip="House rules, one per line", layout=layout(flex="1 1 270px"))
        below = layout(flex="2 1 210px", min_width="0")  # the box, where there is no room beside it
        self.beside = note(layout=below, _dom_classes=("rk-beside",))
        self.error = note(_dom_classes=("rk-house-note",))
        self._places: list[OfferPlace] = []
        self._place_of: dict[int, OfferPlace] = {}  # by button, whether it is still shown or not
        self._others: list[Offer] = []  # what else was offered where one was taken
        self._paths_of: set[str] = set()  # the figures of that one
        self._in_words = True  # was a wish written for which these are the offers?
        self._offers: list[w.Button] = []  # made for the first line that is written
        self._labels: list[w.HTML] = []
        self._call = note(layout=w.Layout(display="none"))  # to choose among the offers, above them
        self._next = w.VBox([self._call], layout=layout(min_height="32px"), _dom_classes=("rk-next",))
        wrap = layout(flex_flow="row wrap")
        about, lines = [self.name, self.author, self.why], [self.text, self.beside]
        parts = [
            w.HBox(lines, layout=wrap),
            self.error,
            self._next,
            Fold("Name these rules", [w.HBox(about, layout=wrap)]),
        ]
        super().__init__(parts, layout=layout(), _dom_classes=("rk-rules",))
        self.text.observe(self._type, "value")
        for field in (self.name, self.author, self.why):
            field.observe(self._type, "value")

    @in_turn
    def set_base(self, book: Ruleset, layers: Sequence[Layer] = ()) -> Layers:
        """Stand on a book and some layers, returned as one stack. Where a layer does not fit on those below it,
        ``RuleError`` says so, and the lines are read as changes of the book alone.
        """
        try:
            together = Layers(book, *layers)
        except RuleError as error:
            self._set_base(book, book)
            raise RuleError(f"{error}; the rules stay as they were") from None
        self._set_base(book, together.rules)
        return together

    def _set_base(self, book: Ruleset, below: Ruleset) -> None:
        if getattr(self, "below", None) == below:
            return
        self.book, self.below = book, below
        example = self._example or book.example
        word = book.spelling.words(example.rpartition(".")[0].rpartition(".")[2])
        self.text.placeholder = (
            f"One line changes a figure, such as:\n{example}\n\nOr begin with a word, such as:\n{word}\n"
            f"or write what you want, such as:\ndouble the {word}"
        )
        self.read()

    @property
    def texts(self) -> tuple[str, str, str, str]:
        """All that is written: the lines, their name, who made them, and why; as ``fill`` takes it."""
        return self.text.value, self.name.value, self.author.value, self.why.value

    @in_turn
    def fill(self, text: str, name: str = YOURS, author: str = "", why: str = "") -> None:
        """Put other lines in the box."""
        with self._silent:
            self.name.value, self.author.value, self.why.value, self.text.value = name, author, why, text
        self._before = text
        self._at = text.count("\n") + 1  # none of these lines is unfinished; an offer taken now goes below them
        self._others = []
        self._show_offers([])
        self.read()
        self._changed()

    @in_turn
    def put(self, path: str, line: str) -> None:
        """One line for a figure, in place of any already there; none for an empty ``line``. It goes below the heading
        that fits best, or above all headings.
        """
        lines = _lines(self.text.value)
        if len(lines) != len(self.lines):
            raise RuleError("the box has too many lines; take some out first")
        others = []
        for text, line_now in zip(lines, self.lines, strict=True):
            name, _, value = (part.strip() for part in text.partition("="))
            if value.startswith("{") and path.startswith(f"{line_now.prefix}{name}."):
                raise RuleError(
                    f"{path} must have a line of its own to be set; got braces; give each figure its own line"
                )
            if path not in (line_now.path, line_now.prefix + name):
                others.append((text, line_now.prefix))
        fitting = [
            (len(prefix), i) for i, (text, prefix) in enumerate(others) if text.strip() and path.startswith(prefix)
        ]
        length, last = max(fitting, default=(0, -1))
        texts = [text for text, _ in others]
        texts[last + 1 : last + 1] = [line[length:]] if line else []
        self.text.value = "\n".join(texts).rstrip("\n")

    def read(self) -> None:
        """Read the lines as they are now; ``layer`` follows if they can be taken as a whole."""
        text = self.text.value
        rules = written_rules(self.below, text)
        self.lines = rules.lines
        self._show([line for line in self.lines if line.wrong and not line.begun])
        if rules.is_wrong:
            return
        if rules.fault:
            self._tell(rules.fault)
            return
        try:
            self.layer = self._layer_of(rules.changes) if rules.changes else None
        except RuleError as error:
            self._tell(error)

    def _layer_of(self, changes: Mapping[str, Value]) -> Layer:
        return Layer(self.book.stem, changes, self.name.value.strip() or YOURS, self.author.value, self.why.value)

    def _show(self, wrong: list[Line]) -> None:
        self.error.remove_class("rk-wrong")
        self.error.value = ""
        self.text.rows = min(24, max(_ROWS, len(self.lines) + 1))
        notes, several = [], len(self.lines) > 1
        for line in self.lines:
            kind = "rk-begun" if line.begun else "rk-wrong" if line.wrong else "rk-fine" if line.message else ""
            number = f' data-line="{line.number + 1}&nbsp;"' if several else ""
            role = ' role="alert"' if line in wrong[:1] else ""
            text = "" if line.message == CHOOSE else line.message  # that stands above what there is to choose
            notes.append(f'<div class="rk-line {kind}"{number}{role}>{html.escape(text)}</div>')
        self.beside.value = "".join(notes)
        if wrong:
            self.error.add_class("rk-wrong")
            self.error.value = f"Not used yet: line {wrong[0].number + 1}."

    def _tell(self, error: Exception) -> None:
        """What is wrong with the lines together, or with the box."""
        self.error.add_class("rk-wrong")
        self.error.value = f'<span role="alert">{html.escape(sentence(error))}</span>'

    @in_turn
    def _type(self, change: object) -> None:
        if not self._silent:
            self._safely(self._follow)

    def _follow(self) -> None:
        if self._take_code():
            return
        self.read()
        self._offer()
        self._before = self.text.value
        self._changed()

    def _take_code(self) -> bool:
        """Rules that somebody has sent as a code: their lines, in its place."""
        if unpacked(self.text.value) == [self.text.value]:
            return False
        layers = Layers.read(self.text.value, game=self.book.stem)
        if layers.book.stem != self.book.stem:
            raise RuleError(
                f"a code here must be for {self.book.title}; got one for {layers.book.title}; open its page"
            )
        top, names = layers.layers[-1], "; ".join(layer.name for layer in layers.layers)
        self.fill(layers.rules.lines, names[: ABOUT["name"]], top.author, top.note)
        return True

    def _safely(self, act: Callable[[], None]) -> None:
        """An error in a callback would vanish: it is shown below the lines instead."""
        try:
            act()
        except Exception as error:
            self._tell(error)

    # How a line goes on -----------------------------------------------------------------------------------------------

    def _place(self) -> int:
        """The number of the line that was changed last."""
        before, now = _lines(self._before), _lines(self.text.value)
        above = _alike(before, now)
        below = min(_alike(before[::-1], now[::-1]), min(len(before), len(now)) - above)
        return min(max(above, len(now) - below - 1), len(now) - 1)

    def _offer(self) -> None:
        """Offer how the line that was changed goes on; where an offer was taken, the others stay until something else
        is written.
        """
        self._at = self._place()
        texts, lines = _lines(self.text.value), self.lines[self._at :]
        if not lines:  # a text that is too long
            self._show_offers([])
            return
        match = [one for one in self._places if one.offer.lines == _upto(texts, self._at, one.offer)][:1]
        if match:
            self._paths_of = paths = _paths(match[0].offer, lines[0])
            self._others = [one.offer for one in self._places if paths.isdisjoint(_paths(one.offer, lines[0]))]
        elif (
            texts[self._at].strip()
            and lines[0].prefix + texts[self._at].partition("=")[0].strip() not in self._paths_of
        ):
            self._others = []
        if not match and texts[self._at].strip():
            self._in_words = not {"=", ":"} & set(texts[self._at])  # a single figure is meant elsewhere
        own = offers(self.below, texts[self._at], _NEXT, lines[0].prefix)
        elsewhere = {line.path for line in self.lines if line.path and line is not lines[0]}
        where = _BELOW if texts[self._at].strip() else _IN
        places = [OfferPlace(one, _IN, self._at) for one in own if elsewhere.isdisjoint(_paths(one, lines[0]))]
        paths_in_use = {*elsewhere, lines[0].path, *(path for one in own for path in _paths(one, lines[0]))}
        places += [
            OfferPlace(one, where, self._at) for one in self._others if paths_in_use.isdisjoint(_paths(one, lines[0]))
        ]
        self._show_offers([*places[:_NEXT], *self._all_of(places[:_NEXT])])

    def _all_of(self, places: Sequence[OfferPlace]) -> list[OfferPlace]:
        """One offer more that takes all of several: those that change a figure each."""
        each: dict[str, OfferPlace] = {}
        for one in places:
            path, _, figure = one.offer.lines.partition(" = ")
            full = self.lines[self._at].prefix + path
            if figure and "\n" not in figure and full in self.below:
                each.setdefault(full, one)
        if len(each) < 2 or not self._in_words:
            return []
        lines = "\n".join(one.offer.lines for one in each.values())
        first = next(iter(each.values()))
        single = set(lines.split("\n"))
        sets = [(one.offer.name, len(single & set(one.offer.lines.split("\n")))) for one in places]
        has = "".join(f"; {name} has {many} of them" for name, many in sets if 1 < many < len(single))
        return [first._replace(offer=Offer(f"Take all {len(each)}", lines, f"all the single lines above{has}"))]

    def _make_offers(self) -> None:
        """Room for all offers, hidden."""
        self._offers = [w.Button(layout=w.Layout(width="auto", display="none")) for _ in range(_NEXT + 1)]
        for place, button in enumerate(self._offers):
            button.on_click(lambda _, place=place: self._safely(partial(self._take, place)))
        self._labels = [note(layout=w.Layout(flex="1 1 130px", display="none")) for _ in self._offers]
        beside = layout(flex_flow="row wrap", align_items="center")
        self._next.children = [
            self._call,
            *(w.HBox(pair, layout=beside) for pair in zip(self._offers, self._labels, strict=True)),
        ]

    def _show_offers(self, places: list[OfferPlace]) -> None:
        self._places = places
        if places and not self._offers:
            self._make_offers()
        for place, (button, label, one) in enumerate(zip_longest(self._offers, self._labels, places)):
            if one:
                with button.hold_sync():  # the page itself writes what a button says into the line that it names
                    button.description, button.tooltip = one.offer.name, one.tip
                label.value, self._place_of[place] = html.escape(one.offer.text), one
            button.layout.display = label.layout.display = "" if one else "none"
        calls = bool(places) and any(line.message == CHOOSE for line in self.lines[self._at : self._at + 1])
        self._call.value = f'<span role="status">{CHOOSE}</span>' if calls else ""
        self._call.layout.display = "" if calls else "none"

    @in_turn
    def _take(self, place: int) -> None:
        """Write an offer where the page does not do so itself."""
        one, lines = self._place_of[place], self.text.value.split("\n") if self.text.value else []
        lines[self._at + (one.where == _BELOW) : self._at + 1] = one.offer.lines.split("\n")
        self.text.value = "\n".join(lines)


def _lines(text: str) -> list[str]:
    """The lines of a text, however they end."""
    return cleaned_lines(text).split("\n")


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """How many lines are alike from the first on."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _upto(lines: Sequence[str], at: int, offer: Offer) -> str:
    """As many lines as an offer has, up to the one at a number."""
    return "\n".join(lines[max(0, at - offer.lines.count("\n")) : at + 1])


def _paths(offer: Offer, line: Line) -> set[str]:
    """The figures that an offer for a line names."""
    return {line.prefix + one.partition(" = ")[0] for one in offer.lines.split("\n")}
