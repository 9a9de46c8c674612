"""Live panels, made from a check's own parameters; the only place that knows ipywidgets."""

from __future__ import annotations

from ..later import later
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
    "Lesson": "teaching",
    "lesson": "teaching",
    "Workshop": "tuning",
    "workshop": "tuning",
}  # pages of their own, which need more

__getattr__ = later(__name__, _LATER)
