"""What one panel of a page has worked out, handed on by a click to another, which is then brought into sight; and the
way to the panels of its steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import count
from typing import Protocol

from ipywidgets.widgets.widget_selection import ToggleButtonsStyle

from ...engine.words.errors import RuleError
from ...workbook.mechanics.answer import Answer
from ...workbook.mechanics.check import Check
from ...workbook.mechanics.flow import each_step
from ...workbook.mechanics.parameter import Parameter, Whole
from ...workbook.rulebook.text import Value
from .late import w
from .page import Change, in_turn, layout, note, style

_LAST: dict[str, Transfer] = {}  # of the panels of each check the last one, which is that on the page
_SHELVED: dict[str, tuple[Check, Callable[[], Place]]] = {}  # those on shelves, and how to open them
_PLACES: dict[str, None] = {}  # all of them, in the order of the page
_CALLS = count(1)


class Place(Protocol):
    """A panel: what it asks, what came of it, and its controls by name."""

    check: Check
    controls: Mapping[str, Value]
    transfer: Transfer

    @property
    def result(self) -> Answer | None: ...

    def __setitem__(self, name: str, value: Value) -> None: ...

    def set(self, **params: Value) -> None: ...

    def take_in(self, line: str) -> None: ...

    def params(self) -> dict[str, Value]: ...


class Transfer(w.HBox):  # type: ignore[misc]
    """Below an answer that is one certain number: a button that sets another panel's parameter to it, and a menu where
    there are several that take it.
    """

    def __init__(self, panel: Place, reasons: Sequence[w.Widget]) -> None:
        self.panel, self.steps = panel, Steps(panel, reasons)
        self._takers: list[tuple[str, tuple[str, str]]] = []
        self._button = w.Button(icon="arrow-right", layout=layout(width="auto"))
        self._menu = w.Dropdown(tooltip="Where to use it", layout=layout(width="auto"))
        self._note = note()
        super().__init__([self._note], layout=layout(flex_flow="row wrap"), _dom_classes=("rk-handing",))
        self._button.on_click(lambda _: self._fill_in())
        self._menu.observe(lambda _: self._button.set_trait("icon", "arrow-right"), "value")
        _LAST[panel.check.id] = self
        _SHELVED.pop(panel.check.id, None)
        _PLACES.setdefault(panel.check.id)
        offer_all()

    def offer(self) -> None:
        """Follow the answer. A job calls this too: it must not wait for its turn."""
        self.steps.offer()
        takers = [
            (f"{p.words} in: {check.spelling.spelt_out(check.title)}", (check.id, p.name))
            for check, p in self._takers_of()
        ]
        if takers != self._takers:
            self._takers = self._menu.options = takers
            self._menu.index = 0 if takers else None
            self.children = (*(self._button, self._menu)[: len(takers)], self._note)
        if takers:
            only = f" {takers[0][0]}" if len(takers) == 1 else ""
            number = self._handed(*takers[0][1])
            self._button.description, self._button.icon = f"Use {number} as{only}", "arrow-right"

    def _handed(self, check_id: str, name: str) -> int | None:
        """What would be handed on to a parameter of a check."""
        return number_for(self.panel, _check_of(check_id).parameters[name])

    def _takers_of(self) -> list[tuple[Check, Whole]]:
        """The parameters on the page that take the answer, those of panels after this one first."""
        if number_of(self.panel) is None:  # as of nearly every panel
            return []
        order = {check_id: place for place, check_id in enumerate(_PLACES)}
        own_place = order[self.panel.check.id]
        checks = {one.panel.check for one in list(_LAST.values())} | {check for check, _ in list(_SHELVED.values())}
        return [
            (check, p)
            for check in sorted(checks, key=lambda check: (order[check.id] < own_place, order[check.id]))
            for p in check.parameters.values()
            if isinstance(p, Whole) and (number := number_for(self.panel, p)) is not None and p.low <= number <= p.high
        ]

    @in_turn
    def _fill_in(self) -> None:
        if self._menu.value is not None and (number := self._handed(*self._menu.value)) is not None:
            check_id, name = self._menu.value
            to = _panel_of(check_id)
            for one, value in {**self._along(to.check, name), name: number}.items():
                to[one] = value
            to.transfer.call()
            self._button.icon = "check"

    def _along(self, to: Check, name: str) -> dict[str, Value]:
        """What else of this answer goes with the number: what the other check takes from here, and calls as it is
        called here.
        """
        result, parameters = self.panel.result, to.parameters
        targets = result.targets._asdict() if result is not None else {}
        along = [n for n, p in parameters.items() if n != name and n in targets and p.takes == parameters[name].takes]
        return {n: targets[n] for n in along if n in _panel_of(to.id).controls}

    def call(self) -> None:
        """Bring the panel into sight; a few lines of script of the page look for this."""
        for one in list(_LAST.values()):
            one._note.value = ""
        self._note.value = f'<i class="rk-called" data-call="{next(_CALLS)}"></i>'


class Steps(w.VBox):  # type: ignore[misc]
    """Reasons, and below them a button for each check of the page that answers a step of them alone."""

    def __init__(self, panel: Place, reasons: Sequence[w.Widget]) -> None:
        self._panel, self._ids, self._ids_now = panel, each_step(panel.check), list[str]()
        self._reasons = tuple(reasons)
        self.bar: w.ToggleButtons | None = None  # made when there is something to offer
        super().__init__(reasons, layout=layout())

    def offer(self) -> None:
        """Follow the page."""
        ids = [one for one in self._ids if has_panel(one)]
        if ids == self._ids_now:
            return
        self._ids_now, old = ids, self.bar
        self.bar = w.ToggleButtons(
            options=[(_check_of(one).spelling.spelt_out(_check_of(one).title), one) for one in ids],
            index=None,
            description="Each step by itself:",
            layout=layout(),
            style=style(ToggleButtonsStyle, button_width="auto", description_width="initial"),
            _dom_classes=("rk-steps",),
        )
        self.bar.observe(self._pressed, "value")
        self.children = (*self._reasons, self.bar)
        if old is not None:
            old.close()

    @in_turn
    def _pressed(self, change: Change) -> None:
        if self.bar is not None and (check_id := change["new"]) is not None:
            self.bar.index = None
            look_at(check_id, self._asks(_check_of(check_id)))

    def _asks(self, other: Check) -> dict[str, Value]:
        """What is set here, or worked out, that the other check asks by the same name and means alike."""
        mine, result, asks = self._panel.check.parameters, self._panel.result, dict[str, Value]()
        values = {**result.targets._asdict(), **self._panel.params()} if result is not None else {}
        numbers = {p.name: number_for(self._panel, p) for p in other.parameters.values() if p.name not in mine}
        values |= {name: number for name, number in numbers.items() if number is not None}
        for name in values.keys() & other.parameters.keys():
            if _means_alike(other.parameters[name], mine.get(name)):
                with suppress(RuleError):  # more than the other can ask for
                    asks[name] = other.parameters[name].check(values[name])
        return other.without_resting(other.book, asks)


def number_of(panel: Place) -> int | None:
    """The answer of a panel, where it is one certain number."""
    outcome = next(iter(panel.result.dist)) if panel.result is not None and len(panel.result.dist) == 1 else None
    return outcome if type(outcome) is int else None


def number_for(panel: Place, p: Parameter) -> int | None:
    """What a parameter takes from the certain answer of a panel: the target number of its name, else the
    answer itself.
    """
    if (
        p.takes != panel.check.id
        or not isinstance(p, Whole)
        or (number := number_of(panel)) is None
        or panel.result is None
    ):
        return None
    return getattr(panel.result.targets, p.name, number)


def _means_alike(p: Parameter, mine: Parameter | None) -> bool:
    """Is a parameter the same as mine of that name, or does it take what I have worked out under that name?"""
    if mine is None:
        return bool(p.takes)
    return p.help == mine.help or "" != p.takes == mine.takes


def has_panel(check_id: str) -> bool:
    """Has the page a panel of that check?"""
    return check_id in _SHELVED or check_id in _LAST


def look_at(check_id: str, params: Mapping[str, Value]) -> None:
    """Open the panel of a check that the page has, with these values, and bring it into sight."""
    to = _panel_of(check_id)
    to.set(**{name: value for name, value in params.items() if name in to.controls})
    to.transfer.call()


def fill_from_line(check_id: str, line: str) -> None:
    """The same with what a line says that somebody has sent."""
    to = _panel_of(check_id)
    to.take_in(line)
    to.transfer.call()


def _check_of(check_id: str) -> Check:
    return _SHELVED[check_id][0] if check_id in _SHELVED else _LAST[check_id].panel.check


def _panel_of(check_id: str) -> Place:
    return _SHELVED[check_id][1]() if check_id in _SHELVED else _LAST[check_id].panel


def offer_all() -> None:
    """Another panel may take what these have worked out."""
    for one in list(_LAST.values()):
        one.offer()


def shelve(check: Check, opened: Callable[[], Place]) -> None:
    """A panel that stands on a shelf, made already or not: it is opened when something is handed on to it."""
    _SHELVED[check.id] = check, opened
    _PLACES.setdefault(check.id)
    offer_all()
