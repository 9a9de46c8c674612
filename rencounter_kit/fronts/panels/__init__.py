"""Live panels, made from a check's own parameters; the only place that knows ipywidgets."""

from __future__ import annotations

from ...engine.work.later import later
from .fight_studies import also, by_turn, shares, starts
from .flow import FlowPanel, flow
from .opening import panel
from .panel import Panel
from .shelf import Shelf, item, shelf
from .studies import curves, heat, stack

__all__ = [
    "DicePanel",
    "EveningPanel",
    "EveryCheck",
    "ExplorePage",
    "FlowPanel",
    "GameBox",
    "LessonPage",
    "Panel",
    "Shelf",
    "WhatMattersPage",
    "Workshop",
    "also",
    "by_turn",
    "curves",
    "every_check",
    "explore",
    "flow",
    "heat",
    "item",
    "lesson",
    "panel",
    "shares",
    "shelf",
    "stack",
    "starts",
    "what_matters",
    "workshop",
    "your_dice",
    "your_evening",
    "your_game",
]

_LATER = {
    "EveryCheck": "finder",
    "every_check": "finder",
    "ExplorePage": "lessons.explore",
    "WhatMattersPage": "lessons.explore",
    "explore": "lessons.explore",
    "what_matters": "lessons.explore",
    "LessonPage": "lessons.lesson",
    "lesson": "own_lesson",
    "Workshop": "house_rules.workshop",
    "workshop": "house_rules.workshop",
    "GameBox": "game_box",
    "your_game": "game_box",
    "DicePanel": "dice.panel",
    "your_dice": "dice.panel",
    "EveningPanel": "evening",
    "your_evening": "evening",
}  # pages of their own, which need more

__getattr__ = later(__name__, _LATER)
