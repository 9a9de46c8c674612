"""Playing areas of Salamis ad Actium: thrown square by square, drawn as a map, and a page that does both."""

from __future__ import annotations

from ...engine.work.later import later as _later

__all__, __getattr__ = _later(__name__)
