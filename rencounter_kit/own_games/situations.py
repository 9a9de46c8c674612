"""The ready situations of a game's file, each below ``[situations.shoot]`` by its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import RuleError
from ..mechanics.check import Check
from ..rulebook.library import Game
from ..rulebook.text import figure_text
from ..wording import shown
from .section import Section


def check_situations(of: Game, checks: Mapping[str, Check[Any]]) -> None:
    """Refuse, with its line, a situation of no check, and what that check cannot be asked. checks : by their names."""
    said = of.section("situations") or {}
    if not isinstance(said, Mapping):
        raise of.fault(
            "situations", f"situations must be headings such as [situations.shoot]; got {shown(figure_text(said))}"
        )
    whole = Section(of, "situations", said)
    for name in whole.said:
        whole.found(name, name, checks, "a check of this file")
        ready = whole.table(name)
        for situation in ready.said:
            params = ready.table(situation).said
            try:
                checks[name].targets_of(checks[name].book, params)
            except RuleError as error:
                raise ready.fault(situation, str(error)) from None
