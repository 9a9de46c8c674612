"""Named situations of each check and of each flow, to start from."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from ..folders import project_folder
from .text import Value

Parameters = dict[str, Value]  # name to value, as one gives them to a check


def presets(stem: str) -> dict[str, dict[str, Parameters]]:
    """Named situations of a game's checks: check id to name to parameters."""
    return _read(stem)


def flow_presets(stem: str) -> dict[str, dict[str, dict[str, Any]]]:
    """Named situations of a game's flows: flow id to name to plans, and to steps with their parameters."""
    return _read(f"flows/{stem}")


@cache
def _read(name: str) -> dict[str, dict[str, dict[str, Any]]]:
    file = project_folder("data") / "presets" / f"{name}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
