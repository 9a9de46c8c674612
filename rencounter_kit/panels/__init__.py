"""Live panels, made from a check's own parameters; the only place that knows ipywidgets."""

from .exploring import Explore, WhatMatters, explore, what_matters
from .fight_studies import also, by_turn, shares, starts
from .lesson import Lesson, lesson
from .panel import Panel, panel
from .studies import curves, heat, stack, worth
from .workshop import Workshop, workshop

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
