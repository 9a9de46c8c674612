"""Which check, in which situation, and what about it: set once for all tools."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress

from ....engine.words.errors import RuleError
from ....workbook.analysis.subject import Event, events_to_ask
from ....workbook.mechanics.check import Check
from ....workbook.mechanics.labels import tooltips
from ....workbook.mechanics.links import Params
from ....workbook.mechanics.processes.process import Process
from ....workbook.mechanics.registry import checks
from ....workbook.mechanics.space import MEAN
from ....workbook.rulebook.book import Ruleset, rules as book_of
from ....workbook.rulebook.presets import presets
from ....workbook.rulebook.text import Value
from ..controls import Control, Controls, width_of
from ..fold import Fold
from ..late import w
from ..page import Change, Silence, field, in_turn, layout, offer
from ..studies import menu

_OWN = "as set below"


class Scene(w.VBox):  # type: ignore[misc]
    """A check of a game in a situation, by some rules.

    check, params, event : what is asked; ``params`` has what the situation or a person sets otherwise than these rules
        and the defaults.
    chosen : did a person choose it?
    changed : is called after each change.
    begins : how a check that a person chooses is set at first.
    """

    def __init__(self, changed: Callable[[], None], begins: Callable[[str], Params] = lambda _: {}) -> None:
        self._changed, self._silent, self.chosen = changed, Silence(), False
        self._now: Check
        self._rules: Ruleset
        self._ruled: dict[str, Value] = {}  # rulings that a named situation brings
        self._controls_of: dict[str, tuple[Check, Controls]] = {}
        self._check = field(w.Dropdown, "check", "Which check", "360px")
        self._ready = field(w.Dropdown, "situation", "A situation to start from", "380px")
        self._event = menu("event", ["-"], "-", str)
        wide = layout(flex_flow="row wrap", overflow="visible")
        self._controls = w.HBox(layout=wide)
        self._fold = Fold("Set the situation", [self._controls])
        for one in (self._check, self._ready):
            one.add_class("rk-control")
        super().__init__([w.HBox([self._check, self._ready, self._event], layout=wide), self._fold])
        self._check.observe(lambda _: self._run_action(lambda: self._another(begins(self._check.value))), "value")
        self._ready.observe(lambda _: self._run_action(self._start), "value")
        self._event.observe(lambda _: self._run_action(self._tell), "value")

    @in_turn
    def of(self, stem: str) -> None:
        """The checks of a game; the one with the most parameters is chosen first."""
        every = checks.of(stem)
        first = max(every, key=lambda c: (not isinstance(c, Process), bool(c.events), len(c.parameters)))
        self.chosen, self._rules = False, book_of(stem)
        with self._silent:
            self._check.options = [(check.title, check.id) for check in every]
            self._check.value = first.id
        self._another()

    @in_turn
    def go(self, check_id: str, params: Params) -> None:
        """A check in a given situation."""
        self.chosen = True
        with self._silent:
            self._check.value = check_id
        self._another(params)

    @in_turn
    def follow(self, rules: Ruleset) -> None:
        """Go by other rules of the game: a control for what a rule decides shows its figure, unless it was set
        otherwise.
        """
        self._rules = rules
        with self._silent:
            if (ruled := checks[self._check.value].under(rules)) is not self._now:
                settings, self._now = {**self.controls.settings, **self._ruled}, ruled
                self._fill({name: value for name, value in settings.items() if name in ruled.parameters})
                self._show_controls()
            self.controls.follow(rules)

    @property
    def check(self) -> Check:
        """The check that is chosen."""
        return self._now

    @property
    def controls(self) -> Controls:
        """A control for each parameter but rulings, which are rules here."""
        check = self.check
        if self._controls_of.get(check.id, (None,))[0] is not check:
            tips = tooltips(check)
            parameters = {name: p for name, p in check.parameters.items() if p.group != "ruling"}
            label = width_of(parameters, check.spelling)
            controls = Controls({n: Control(p, p.default, tips[n], n, label) for n, p in parameters.items()})
            controls.observe(self._set)
            self._controls_of[check.id] = check, controls
        return self._controls_of[check.id][1]

    @property
    def params(self) -> dict[str, Value]:
        """What the controls say, where it differs from what holds anyway."""
        values = self.controls.settings
        defaults = {name: p.default for name, p in self.check.parameters.items() if not p.path}
        changed = {name: value for name, value in values.items() if name not in defaults or value != defaults[name]}
        return {**changed, **self._ruled}

    @property
    def event(self) -> Event:
        """The event that is asked about; ``None`` for the mean of numbers."""
        event: Event = self._event.value
        return None if event == MEAN else event

    @in_turn
    def _run_action(self, act: Callable[[], None]) -> None:
        if not self._silent:
            self.chosen = True
            act()

    def _another(self, params: Params | None = None) -> None:
        """Another check: its situations, its controls, its events."""
        self._now = checks[self._check.value].under(self._rules)  # it may be changed again meanwhile
        with self._silent:
            self._ready.options = [_OWN, *self._presets()]
            self._ready.value = next((name for name, own in self._presets().items() if own == params), _OWN)
            self._fill({} if params is None else params)
            self._show_controls()
        self._tell()

    def _show_controls(self) -> None:
        self._controls.children = tuple(control.widget for control in self.controls.values())

    def _start(self) -> None:
        if self._ready.value == _OWN:
            return
        with self._silent:
            self._fill(self._presets()[self._ready.value])
        self._tell()

    def _presets(self) -> Mapping[str, Params]:
        """The named situations of the check."""
        return presets(self.check.stem).get(self.check.id, {})

    def _fill(self, params: Params) -> None:
        self._ruled = {name: value for name, value in params.items() if name not in self.controls}
        for name, control in self.controls.items():
            with suppress(RuleError):
                if name in params:
                    control.hold(params[name])
                else:
                    control.leave(self._rules)

    def _set(self, control: Control, _: Change) -> None:
        self._run_action(lambda: self._moved(control))

    def _moved(self, control: Control) -> None:
        control.moved(self._rules)
        self._ruled = {}
        with self._silent:
            self._ready.index = 0
        self._tell()

    def _tell(self) -> None:
        """Offer the events that this situation can tell, and say that the scene has changed."""
        with self._silent:
            offer(self._event, events_to_ask(self.check, self.params))
        self._changed()
