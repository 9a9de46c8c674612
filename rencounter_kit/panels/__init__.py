"""Live panels, made from a check's own parameters; the only place that knows ipywidgets."""

from .fight_studies import also, by_turn, shares, starts
from .panel import Panel, panel
from .studies import curves, heat, stack, worth

__all__ = ["Panel", "also", "by_turn", "curves", "heat", "panel", "shares", "stack", "starts", "worth"]
