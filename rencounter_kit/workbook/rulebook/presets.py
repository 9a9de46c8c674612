"""Named situations of each check and of each flow, to start from."""

from __future__ import annotations

from .library import game, kept
from .text import Value

Parameters = dict[str, Value]  # name to value, as one gives them to a check


@kept
def presets(stem: str) -> dict[str, dict[str, Parameters]]:
    """Named situations of a game's checks: check id to name to parameters."""
    this_game = game(stem)
    own = {f"{stem}.{check}": situations for check, situations in this_game.section("situations").items()}
    return own or dict(this_game.beside(f"presets/{stem}.toml"))


@kept
def flow_presets(stem: str) -> dict[str, dict[str, dict[str, Value]]]:
    """Named situations of a game's flows: flow id to name to plans, and to steps with their parameters."""
    return dict(game(stem).beside(f"presets/flows/{stem}.toml"))
