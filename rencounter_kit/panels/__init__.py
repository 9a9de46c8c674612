"""Live panels, made from a check's own parameters; the only place that knows ipywidgets."""

from .panel import Panel, panel
from .studies import curves, heat, stack, worth

__all__ = ["Panel", "curves", "heat", "panel", "stack", "worth"]
