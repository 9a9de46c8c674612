"""Which check, in which situation, and what about it: asked once for comparing and for asking backwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

import ipywidgets as w

from ..check import Check
from ..presets import presets
from ..process import Process
from ..registry import checks
from ..rules import RuleError, Ruleset
from ..rules import rules as book_of
from .controls import Control, let_rest, tooltips
from .studies import menu
from .turns import in_turn

_OWN = "as set below"
_WIDE = w.Layout(flex_flow="row wrap", overflow="visible")


class Scene(w.VBox):  # type: ignore[misc]
    """A check of a game in a situation, by the rules that it follows. ``check``, ``params`` (what the situation or a person
    says otherwise than these rules and the defaults) and ``event`` are what is asked; ``chosen`` did a person choose it;
    ``changed`` is called after each change."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed, self._silent, self.chosen = changed, True, False
        self._now: Check
        self._rules: Ruleset
        self._ruled: dict[str, Any] = {}  # rulings that a named situation brings
        self._made: dict[str, dict[str, Control]] = {}
        self._check = w.Dropdown(description="check", tooltip="Which check", layout=w.Layout(width="360px"))
        self._ready = w.Dropdown(
            description="situation", tooltip="A situation to start from", layout=w.Layout(width="380px")
        )
        self._event = menu("event", ["-"], "-")
        self._controls = w.HBox(layout=_WIDE)
        self._fold = w.Accordion([self._controls], titles=("Set the situation",), selected_index=None)
        for one in (self._check, self._ready):
            one.add_class("rk-control")
        super().__init__([w.HBox([self._check, self._ready, self._event], layout=_WIDE), self._fold])
        self._check.observe(lambda _: self._by_hand(self._another), "value")
        self._ready.observe(lambda _: self._by_hand(self._start), "value")
        self._event.observe(lambda _: self._by_hand(self._tell), "value")

    @in_turn
    def of(self, stem: str) -> None:
        """The checks of a game; the one that asks most is chosen first."""
        every = checks.of(stem)
        first = max(every, key=lambda c: (not isinstance(c, Process), bool(c.events), len(c.parameters)))
        self._silent, self.chosen, self._rules = True, False, book_of(stem)
        self._check.options = [(check.title, check.id) for check in every]
        self._check.value = first.id
        self._silent = False
        self._another()

    @in_turn
    def go(self, check_id: str, params: Mapping[str, Any]) -> None:
        """A check in a situation of its own."""
        self._silent = self.chosen = True
        self._check.value = check_id
        self._silent = False
        self._another(params)

    @in_turn
    def follow(self, rules: Ruleset) -> None:
        """Go by other rules of the game: controls of what a rule decides show its figure, unless it was said otherwise."""
        self._silent, self._rules = True, rules
        for control in self.controls.values():
            control.follow(rules)
        self._silent = False

    @property
    def check(self) -> Check:
        """The check that is chosen."""
        return self._now

    @property
    def controls(self) -> dict[str, Control]:
        """A control for each parameter but rulings, which are rules here."""
        check = self.check
        if check.id not in self._made:
            tips = tooltips(check)
            asked = {name: p for name, p in check.parameters.items() if p.group != "ruling"}
            longest = max((len(name) for name in asked), default=0)
            made = {n: Control(p, p.default, tips[n], n, max(80, round(7.2 * longest) + 8)) for n, p in asked.items()}
            let_rest(made)
            for control in made.values():
                control.observe(partial(self._set, control))
            self._made[check.id] = made
        return self._made[check.id]

    @property
    def params(self) -> dict[str, Any]:
        """What the controls say, where it is not what holds anyway."""
        said = {name: control.value for name, control in self.controls.items() if control.said}
        default = {name: p.default for name, p in self.check.parameters.items() if not p.path}
        return {**{n: v for n, v in said.items() if n not in default or v != default[n]}, **self._ruled}

    @property
    def event(self) -> Any:
        """The event that is asked about; ``None`` for the mean of numbers."""
        return None if self._event.value == "mean" else self._event.value

    @in_turn
    def _by_hand(self, act: Callable[[], None]) -> None:
        if not self._silent:
            self.chosen = True
            act()

    def _another(self, params: Mapping[str, Any] | None = None) -> None:
        """Another check: its situations, its controls, its events."""
        self._silent, self._now = True, checks[self._check.value]  # it may be changed again meanwhile
        ready = presets(self.check.stem).get(self.check.id, {})
        self._ready.options = [(_OWN, None), *ready.items()]
        self._ready.index = 0
        self._fill({} if params is None else params)
        self._controls.children = tuple(control.widget for control in self.controls.values())
        self._silent = False
        self._tell()

    def _start(self) -> None:
        if self._ready.value is None:
            return
        self._silent = True
        self._fill(self._ready.value)
        self._silent = False
        self._tell()

    def _fill(self, params: Mapping[str, Any]) -> None:
        self._ruled = {name: value for name, value in params.items() if name not in self.controls}
        for name, control in self.controls.items():
            with suppress(RuleError):
                if name in params:
                    control.hold(params[name])
                else:
                    control.leave(self._rules)

    def _set(self, control: Control, _: Any) -> None:
        self._by_hand(lambda: self._moved(control))

    def _moved(self, control: Control) -> None:
        control.moved(self._rules)
        self._silent, self._ruled = True, {}
        self._ready.index = 0
        self._silent = False
        self._tell()

    def _tell(self) -> None:
        """Offer what this situation can tell, and say that something is asked."""
        self._silent = True
        before = self._event.value
        asked = list(self.check.events) or ["mean"]
        if not isinstance(self.check, Process):  # a fight may take long: what cannot be told is said with the answer
            with suppress(RuleError):
                result = self.check(**self.params)
                told = result.check.events_of(result.space)
                asked = list(told) or (["mean"] if result.space.has_mean else list(result))
        self._event.options = [(one if isinstance(one, str) else self.check.words(one), one) for one in asked]
        self._event.value = before if before in asked else asked[0]
        self._silent = False
        self._changed()
