"""Named situations of each check, to start from."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from .rules import data_folder


@cache
def presets(stem: str) -> dict[str, dict[str, dict[str, Any]]]:
    """Named situations of a game's checks: check id to name to parameters."""
    file = data_folder() / "presets" / f"{stem}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
