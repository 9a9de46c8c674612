"""Live panels, made from a check's own parameters; the only place that knows ipywidgets."""

from __future__ import annotations

from ...engine.work.later import later as _later
from .flow import flow as flow  # what is called like its module takes the place of that
from .opening import panel as panel
from .shelf import shelf as shelf

__all__, __getattr__ = _later(__name__)
