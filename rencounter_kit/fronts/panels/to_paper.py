"""What is made of a panel, as it is set and by the rules in force, to print and to project: a handout, and a slide."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

from ...engine.words.errors import RuleError
from ...workbook.analysis.mine import HANDOUTS, kept_handout
from ...workbook.mechanics.check import Check
from ...workbook.mechanics.links import Params
from ...workbook.mechanics.parameter import Parameter, Rows, SeveralChoices, Whole
from ...workbook.mechanics.space import MEAN
from ...workbook.rulebook.book import Ruleset
from ...workbook.rulebook.text import Value
from .job import Step, or_error
from .kept import keep, kept
from .late import w
from .page import alert, button, field, in_turn, layout, link, note, offer, row_layout

if TYPE_CHECKING:
    from ..paper.handout import Handout

_NOTHING, _AROUND = "", 4  # across, and to step through; how many values of a number stand to both sides of what is set
_LONG = 20  # values of a range that are no longer told one by one


Made = TypeVar("Made")


class PaperBox(w.VBox):  # type: ignore[misc]
    """Ways to make something, and below them the link to what was made.

    now : what is set, and the rules in force.
    also : works a step out behind the panel.
    """

    def __init__(self, check: Check, now: Callable[[], tuple[Params, Ruleset]], also: Callable[[Step], None]) -> None:
        self._check, self._now, self._also, self.place = check.by_the_book, now, also, note()

    def _build(self, about: str, *parts: w.Widget) -> None:
        w.VBox.__init__(self, [note(f"<p>{about}</p>"), *parts, self.place], layout=layout())
        self.follow()

    def follow(self) -> None:
        """Offer what the rules in force ask for."""
        raise NotImplementedError

    @property
    def _parameters(self) -> Mapping[str, Parameter]:
        """What the rules in force ask for, which may be more."""
        return self._check.under(self._now()[1]).parameters

    def _settings(self, *but: str) -> dict[str, Value]:
        """What is set otherwise than by default."""
        parameters = self._parameters
        return {n: v for n, v in self._now()[0].items() if n not in but and v != parameters[n].default}

    def _link(self, make: Callable[[], Made], link_to: Callable[[Made], str]) -> None:
        """Make something behind the panel, and then link to it."""

        def show(result: Made | RuleError) -> None:
            self.place.value = alert(result, typed=True) if isinstance(result, RuleError) else link_to(result)

        self._also((or_error(make), show))


class HandoutBox(PaperBox):
    """A handout for the table: what stands down and across, a button that adds this table, and the text."""

    def __init__(self, check: Check, now: Callable[[], tuple[Params, Ruleset]], also: Callable[[Step], None]) -> None:
        from ..paper.handout import ready_text

        super().__init__(check, now, also)
        events = [*check.events, *(str(one) for one in check.scale or ()), MEAN]
        named = [("mean" if one == MEAN else check.words(one), one) for one in dict.fromkeys(events)]
        self.event = field(w.Dropdown, "What", "", options=named)
        self.down, self.across = (field(w.Dropdown, name, "") for name in ("Down", "Across"))
        tip = "A table of this check, everything else as set here"
        self.add = button("Add this table", "plus", tip, self._add)
        self.ready = button("The ready handout", "list", "Start with the tables players use most", self._ready)
        self.make = button("Make the page", "print", "A page to print, by your current rules", self._make)
        high, about = layout(width="auto", height="180px"), "The handout as text: its title, then its tables in order"
        self.text = field(w.Textarea, "", "The text of the handout", high, placeholder=about, continuous_update=False)
        self._ready_text = ready_text(check.stem)
        self.text.observe(lambda _: self._text_changed(), "value")
        adding = w.HBox([self.event, self.down, self.across, self.add], layout=row_layout())
        making = w.HBox([*([self.ready] if self._ready_text else []), self.make], layout=row_layout())
        self._build("A handout to print, for the table:", adding, self.text, making)

    def follow(self) -> None:
        """Offer what the rules in force ask for, and show what other panels of the game have added."""
        axes = axes_of(self._check.under(self._now()[1]))
        offer(self.down, axes)
        offer(self.across, [("nothing", _NOTHING), *axes])
        self.place.value = ""
        self.text.value = kept(HANDOUTS, self._check.stem)
        self._offer()

    def _text_changed(self) -> None:
        keep(kept_handout(self._check.stem, self.text.value))
        self.place.value = ""
        self._offer()

    def _offer(self) -> None:
        """The ready handout is for an empty box alone: what is written there must not be lost."""
        is_empty = not self.text.value.strip()
        self.ready.disabled, self.make.disabled = not is_empty, is_empty

    @in_turn
    def _ready(self) -> None:
        self.text.value = self._ready_text

    @in_turn
    def _add(self) -> None:
        from ..paper.text import HandoutText, TableText

        params, parameters = self._now()[0], self._parameters
        down, across = self.down.value, self.across.value
        if down is None:
            self.place.value = alert("a table must have something to vary; this check has nothing with several values")
            return
        if down == across:
            message = f"across and down must be different; got {parameters[down].words} twice; choose another"
            self.place.value = alert(message)
            return
        rows, columns = (axis_around(parameters[name], params) if name else "" for name in (down, across))
        table = TableText(self._check.id, (self.event.value,), rows, columns, self._settings(down, across))
        before = self.text.value.rstrip()
        head = HandoutText(f"{self._check.book.title} at our table", self._check.stem, ()).text if not before else ""
        self.text.value = f"{before or head.rstrip()}\n\n{table.text}\n"

    @in_turn
    def _make(self) -> None:
        text, (_, rules) = self.text.value, self._now()

        def make() -> tuple[Handout, str]:
            from ..paper.handout import handout

            one = handout(f"{text}\n", rules=rules)
            return one, one.html()

        self._link(make, lambda made: _links(*made))


class SlideBox(PaperBox):
    """A slide for the wall: the check by itself, or stepped through."""

    def __init__(self, check: Check, now: Callable[[], tuple[Params, Ruleset]], also: Callable[[Step], None]) -> None:
        super().__init__(check, now, also)
        tip = "A slide for each value; the left and right keys step through them"
        self.by = field(w.Dropdown, "Step through", tip, style={"description_width": "initial"})
        self.button = button("Make the slide", "television", "A slide of this situation", self._make)
        self.by.observe(lambda _: self._clear(), "value")
        self._build("A slide to project:", w.HBox([self.by, self.button], layout=row_layout()))

    def follow(self) -> None:
        """Offer what the rules in force ask for; what was made is of an earlier situation."""
        offer(self.by, [("nothing: one slide", _NOTHING), *axes_of(self._check.under(self._now()[1]))])
        self._clear()

    def _clear(self) -> None:
        self.place.value = ""

    @in_turn
    def _make(self) -> None:
        (params, rules), by = self._now(), self.by.value
        axis, settings = axis_around(self._parameters[by], params) if by else "", self._settings()
        self._clear()

        def make() -> bytes:
            from ..paper.slide import slide

            return slide(self._check.under(rules), by=axis, rules=rules, **settings).html().encode()

        self._link(make, lambda page: self._slide_link(page, axis))

    def _slide_link(self, page: bytes, axis: str) -> str:
        """To the page, and how one goes from slide to slide."""
        name = f"{self._check.id}.slide.html"
        keys = (
            f" Left and right step through {html.escape(self._check.spelling.words(axis.partition('=')[0]))}."
            if axis
            else ""
        )
        return f"<p>{link(page, name, 'text/html', 'the slide')}: open it in a browser, full screen.{keys}</p>"


def axes_of(check: Check) -> list[tuple[str, str]]:
    """What can stand down or across, in words and by name."""
    return [(p.words, name) for name, p in check.parameters.items() if has_values(p)]


def has_values(p: Parameter) -> bool:
    """Can it stand down or across?"""
    return not isinstance(p, (SeveralChoices, Rows)) and len(p.values()) > 1 and p.group != "ruling"


def axis_around(p: Parameter, params: Mapping[str, Value]) -> str:
    """A parameter with its values: all, or of a number with many those around what is set, of a long range
    round ones.
    """
    if not isinstance(p, Whole) or len(p.values()) <= 2 * _AROUND + 1:
        return p.name
    middle = params.get(p.name, p.default)
    if p.low >= 0 and len(p.values()) > _LONG:
        from ..paper.about import round_values

        most = p.high if middle is None else min(p.high, max(2 * middle, p.low + 2 * _AROUND))
        return f"{p.name}={','.join(map(str, round_values(range(p.low, most + 1), 2 * _AROUND + 1, middle)))}"
    middle = p.low if middle is None else min(max(middle, p.low + _AROUND), p.high - _AROUND)
    return f"{p.name}={max(p.low, middle - _AROUND)}..{min(p.high, middle + _AROUND)}"


def _links(one: Handout, page: str) -> str:
    """To the page and to its text."""
    name, how = f"{one.book.stem}_handout", "open it in a browser and print it"
    return (
        f"<p>{link(page.encode(), f'{name}.html', 'text/html', 'the page to print')} ({html.escape(how)}) &nbsp; "
        f"{link(one.text.encode(), f'{name}.toml', 'text/plain', 'its text, rules and all (toml)')}</p>"
    )
