"""Live panels, made from a check's own parameters; the only place that knows ipywidgets."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .fight_studies import also, by_turn, shares, starts
from .panel import Panel, panel
from .studies import curves, heat, stack, worth

__all__ = [
    "Explore",
    "Lesson",
    "Panel",
    "WhatMatters",
    "Workshop",
    "also",
    "by_turn",
    "curves",
    "explore",
    "heat",
    "lesson",
    "panel",
    "shares",
    "stack",
    "starts",
    "what_matters",
    "workshop",
    "worth",
]

_LATER = {
    "Explore": "exploring",
    "WhatMatters": "exploring",
    "explore": "exploring",
    "what_matters": "exploring",
    "Lesson": "lesson",
    "lesson": "lesson",
    "Workshop": "workshop",
    "workshop": "workshop",
}  # pages of their own, which need more


def __getattr__(name: str) -> Any:
    """Load a page of its own only when it is used, so that the panels are there at once."""
    if name in _LATER:
        found = getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
        globals()[name] = found
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
