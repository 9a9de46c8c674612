"""Any check, figure or situation of the five games, found by typing."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from ...engine.formats.html_table import Html, html_table
from ...engine.notation.answer import DiceAnswer
from ...engine.notation.line import dice
from ...engine.words.wording import so_many
from ...workbook.analysis.search import HEADINGS, KINDS, PANELS, Find, checks_with, figures_of, search_summary
from ...workbook.asking.ask import search_results
from ...workbook.asking.reading import QuestionReading
from ...workbook.mechanics.address import CHECK, DICE, EVENING, MEETING
from ...workbook.mechanics.check import Check
from ...workbook.mechanics.registry import checks
from ...workbook.rulebook.book import Rule, figure_text, rules
from ...workbook.rulebook.rule_words import in_full
from ...workbook.rulebook.text import Value
from .dice.line import answered
from .dice.panel import DicePanel, your_dice
from .evening import your_evening
from .fold import Fold
from .frame import LiveFrame
from .late import w
from .opening import fitting
from .page import enable_keys, in_turn, note, stylesheet
from .page_state import PanelSettings, remember, sent_line
from .panel import Panel
from .question import QuestionChips

STYLE = stylesheet("common", "finder")
_MAX_FINDS, _MORE_FINDS, _MAX_FIGURES = 5, 20, 80


def _your_men() -> LiveFrame[Any]:
    from .who_beats_whom import your_men  # which needs libraries that take long to load

    return your_men()


_OF_ANY_GAME: dict[str, tuple[str, Callable[[], LiveFrame[Any]]]] = {
    "your_dice": (DICE, your_dice),
    "your_evening": (EVENING, your_evening),
    "your_men": (MEETING, _your_men),
}  # what an address calls it, and what makes it


class _Group(NamedTuple):
    """The buttons for finds of one kind, and one that brings more of them."""

    heading: w.HTML
    buttons: list[w.Button]
    more: w.Button
    box: w.VBox


class EveryCheck(w.VBox):  # type: ignore[misc]
    """A line to type into, what is understood of it and what that finds, and what is chosen of it. ``panel`` : the one
    that is open, if any.
    """

    def __init__(self) -> None:
        self.text = w.Text(
            description="ask",
            placeholder="long bow at full plate, skill 8; dice: 4d6; or find a word: morale",
            tooltip="Ask in words, or find a check, a figure, or a word of the rules",
        )
        self.text.style.description_width = "34px"
        self.text.add_class("rk-control")
        self.summary, self.other, self.again, self.place = note(), _button(), _button(), w.VBox()
        self.summary.add_class("rk-said")
        self.results = search_results("")
        self.groups = {kind: self._group(kind) for kind in KINDS}
        self.most = dict.fromkeys(KINDS, _MAX_FINDS)
        self.question = QuestionChips(self.find, self._open)
        self.finds = w.HBox()
        self.finds.add_class("rk-finds")
        self.again.add_class("rk-again")
        self.panel: Panel | None = None
        self.panels: dict[str, Panel] = {}
        self.own: dict[str, LiveFrame[Any]] = {}  # of any game
        summary = w.HBox([self.summary, self.other, self.again])
        super().__init__([note(STYLE), self.text, self.question, summary, self.finds, self.place])
        for name in ("rk-shelf", "rk-finder"):
            self.add_class(name)
        self.text.observe(lambda _: self._find_anew(), "value")
        self.other.on_click(lambda _: self.find(self.other.description))
        self.again.on_click(lambda _: self._put_away(False))
        self._find()

    def _group(self, kind: str) -> _Group:
        group = _Group(note(), [], _button(), w.VBox())
        group.more.on_click(partial(self._show_more, kind))
        group.box.children = (group.heading, group.more)
        return group

    def _make_room(self, kind: str, group: _Group, limit: int) -> None:
        """At least so many buttons, which are made when they are first wanted."""
        if limit <= len(group.buttons):
            return
        for place in range(len(group.buttons), limit):
            button = _button()
            button.on_click(partial(self._press, kind, place))
            group.buttons.append(button)
        group.box.children = (group.heading, *group.buttons, group.more)

    # Finding ----------------------------------------------------------------------------------------------------------

    def find(self, text: str) -> None:
        """As if this were typed."""
        self.text.value = text

    @in_turn
    def _find_anew(self) -> None:
        self.most = dict.fromkeys(KINDS, _MAX_FINDS)
        self._find()

    @in_turn
    def _show_more(self, kind: str, _: w.Button) -> None:
        self.most[kind] += _MORE_FINDS
        self._find()

    def _find(self) -> None:
        self.question.put(self.text.value)
        self.results = search_results(self.text.value, max(self.most.values()))
        self.finds.children = [self.groups[kind].box for kind in self.results.finds]
        self._put_away(False)
        _label(self.other, self.results.instead)
        summary = (
            "" if self.question.reading and not self.results.instead else search_summary(self.results, self.text.value)
        )
        self.summary.value = f'<span role="status" aria-live="polite">{summary}</span>'
        for kind, (heading, buttons, more, box) in self.groups.items():
            finds, of = self.results.finds.get(kind, [])[: self.most[kind]], self.results.of.get(kind, 0)
            self._make_room(kind, self.groups[kind], len(finds))
            box.layout.display = "" if finds else "none"
            heading.value = f"<b>{HEADINGS[kind]}</b>" + (f" ({len(finds)} of {of})" if of > len(finds) else "")
            _label(more, f"Show {min(_MORE_FINDS, of - len(finds))} more" if of > len(finds) else "")
            for place, button in enumerate(buttons):
                one = finds[place] if place < len(finds) else None
                _label(button, _find_label(one) if one else "", one.about if one else "")

    def _put_away(self, away: bool) -> None:
        """What was found makes way for what was chosen, or comes back."""
        self.finds.layout.display = "none" if away else ""
        _label(self.again, "Back to the results" if away else "")

    # Choosing ---------------------------------------------------------------------------------------------------------

    def _press(self, kind: str, place: int, _: w.Button) -> None:
        finds = self.results.finds[kind]
        if place < len(finds):  # it may have gone since
            self.choose(finds[place])

    @in_turn
    def choose(self, one: Find) -> None:
        """Open what was found: the panel of a check, perhaps in a situation; a figure, with a check that reads it; or a
        panel of any game, for dice with the line that was typed, where that is one.
        """
        self._put_away(True)
        if one.panel:
            self._show_own(one.panel, self.text.value)
        elif one.check is not None:
            panel = self._show(one.check)
            if one.situation:
                panel.put(PanelSettings(dict(one.params), ""))
        elif one.rule is not None:
            self._show_rule(one.stem, one.rule)

    def _show(self, check: Check, above: Sequence[w.Widget] = ()) -> Panel:
        """The panel of a check, and below it the figures that it rests on."""
        if check.id not in self.panels:
            self.panels[check.id] = fitting(check, (), None, {})
        self.panel = panel = self.panels[check.id]
        panel.into_address()
        figures = figures_of(check)
        rest = Fold(f"The {so_many(len(figures), 'figure')} that it can use", [note(_table(figures))])
        self.place.children = (*above, panel, *([rest] if figures else []))
        return panel

    def _show_own(self, name: str, typed: str = "") -> LiveFrame[Any]:
        """A panel of any game."""
        if name not in self.own:
            self.own[name] = _OF_ANY_GAME[name][1]()
        panel = self.own[name]
        if isinstance(panel, DicePanel) and isinstance(answered(typed, dice), DiceAnswer):
            panel.put(panel.now._replace(lines=(typed,)))
        self.panel, self.place.children = None, (panel,)
        panel.into_address()
        return panel

    def take_from_address(self) -> None:
        """Open the panel that the address of the page asks for, if it does."""
        if (line := sent_line(CHECK)) and line.id in checks:
            self._show(checks[line.id])
        elif name := next((name for name, (kind, _) in _OF_ANY_GAME.items() if sent_line(kind)), ""):
            self._show_own(name)

    def _show_rule(self, stem: str, rule: Rule) -> None:
        """A figure, and the checks that read it, the first of them open."""
        users = checks_with(stem, rule.path)
        line = f"{rule.path} = {figure_text(rule.value)}"
        more = f" {html.escape(rule.note)}" if rule.note else ""
        how = "To try another figure, write this line on the tab <i>House rules</i> and change it"
        if not users:
            how = "No check uses it with the usual settings. As a line of house rules"
        rule_note = note(
            f"<b>{html.escape(in_full(rule))} = {html.escape(figure_text(rule.value))}</b><br>"
            f"{html.escape(rules(stem).title)}, {html.escape(rule.citation)}.{more}<br>{how}: "
            f"<code>{html.escape(line)}</code>"
        )
        rule_note.add_class("rk-rule")
        if not users:
            self.panel, self.place.children = None, (rule_note,)
            return
        row = w.HBox([note("It counts in"), *(_button() for _ in users)], layout=w.Layout(flex_flow="row wrap"))
        for check, button in zip(users, row.children[1:], strict=True):
            _label(button, check.title, check.source)
            button.on_click(partial(self._turn_to, check, (rule_note, row)))
        self._show(users[0], (rule_note, row))

    @in_turn
    def _turn_to(self, check: Check, above: Sequence[w.Widget], _: w.Button) -> None:
        self._show(check, above)

    def _open(self, reading: QuestionReading) -> None:
        """Open the check of a question with all that was understood."""
        self._put_away(True)
        self._show(reading.check).put(PanelSettings(dict(reading.params), reading.lines))

    # Kept -------------------------------------------------------------------------------------------------------------

    @property
    def settings(self) -> tuple[str, str, Mapping[str, Value]]:
        """What is typed, which check is open, and what is set in each panel."""
        current = next(iter(self.place.children), None)
        now = (
            self.panel.check.id if self.panel else next((name for name, one in self.own.items() if one is current), "")
        )
        return self.text.value, now, {name: panel.settings for name, panel in {**self.panels, **self.own}.items()}

    def settle(self, settings: tuple[str, str, Mapping[str, Value]]) -> None:
        """Type, open and set all that."""
        text, now, each = settings
        self.find(text)
        if now:
            (self._show_own(now) if now in PANELS else self._show(checks[now])).settle(each[now])
            self._put_away(True)


def _find_label(one: Find) -> str:
    """What was found, and in which game."""
    return f"{one.name} ({rules(one.stem).title})" if one.stem else one.name


def _button() -> w.Button:
    return w.Button(layout=w.Layout(width="auto", display="none"))


def _label(button: w.Button, text: str, tip: str = "") -> None:
    """Say this on a button, which is there only while it says something."""
    button.description, button.tooltip, button.layout.display = text, tip, "" if text else "none"


def _table(figures: Sequence[Rule]) -> str:
    """Figures with their sources."""
    rows = [
        (in_full(rule), figure_text(rule.value), rule.citation, Html(f"<code>{html.escape(rule.path)}</code>"))
        for rule in figures[:_MAX_FIGURES]
    ]
    more = f"<p>and {len(figures) - _MAX_FIGURES} more</p>" if len(figures) > _MAX_FIGURES else ""
    return html_table(("what", "figure", "from", "for house rules"), rows, "rk-figures") + more


def every_check() -> EveryCheck:
    """Find any check, figure or word of the five games by typing, and open it."""
    page = EveryCheck()
    page.take_from_address()
    enable_keys()
    remember(page)
    return page


def ask_box() -> EveryCheck:
    """Ask in words, at the head of a page: the same line, which leaves the address of the page to its other panels."""
    page = EveryCheck()
    enable_keys()
    remember(page)
    return page
