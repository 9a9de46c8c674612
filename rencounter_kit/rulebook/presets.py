"""Named situations of each check, to start from."""

from __future__ import annotations

import tomllib
from functools import cache

from ..folders import project_folder
from .text import Value

Parameters = dict[str, Value]  # name to value, as one gives them to a check


@cache
def presets(stem: str) -> dict[str, dict[str, Parameters]]:
    """Named situations of a game's checks: check id to name to parameters."""
    file = project_folder("data") / "presets" / f"{stem}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
