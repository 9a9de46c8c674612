"""A chance as a formula, in symbols for parameters that one chooses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets as w

from ..formulas import formula
from ..measure import QUESTION
from ..rules import RuleError, Ruleset
from ..wording import words
from .job import Step
from .page import alert
from .scene import Scene
from .studies import menu

_NONE = "-"


class Formulating(w.VBox):  # type: ignore[misc]
    """The formula for a scene, with its steps. ``changed`` is called for a menu."""

    def __init__(self, scene: Scene, changed: Callable[[], None]) -> None:
        self.scene, self._silent = scene, False
        self.symbols = [menu(label, [_NONE], _NONE) for label in ("symbol", "and")]
        self.view = w.HTMLMath()
        for one in self.symbols:
            one.observe(lambda _: None if self._silent else changed(), "value")
        super().__init__([w.HBox(self.symbols), self.view])

    def choose(self, rules: Ruleset) -> None:
        """Offer the parameters of the scene's check."""
        check, self._silent = self.scene.check, True
        asked = [p for p in check.parameters.values() if len(p.values()) > 1 and p.name != QUESTION]
        names = [p.name for p in asked if p.group != "ruling"]
        first = next((n for n in names if check.parameters[n].kind == "whole"), (names or [_NONE])[0])
        for one, usual in zip(self.symbols, (first, _NONE), strict=True):
            before = one.value
            one.options = [("none", _NONE), *((words(n), n) for n in names)]
            one.value = before if before in names else usual
        self._silent = False

    def steps(self, book: Ruleset, rules: Ruleset) -> list[Step]:
        """The work."""
        scene = self.scene
        chosen = list(dict.fromkeys(one.value for one in self.symbols if one.value != _NONE))
        given = {name: value for name, value in scene.params.items() if name not in chosen}
        check, event = scene.check, scene.event

        def find() -> Any:
            try:
                return formula(check.id, *chosen, outcome=event, rules=rules, **given)
            except RuleError as error:
                return error

        return [(find, self._show)]

    def _show(self, found: Any) -> None:
        if isinstance(found, RuleError):
            self.view.value = alert(found)
        else:
            self.view.value = found._repr_html_()
