"""Playing areas of Salamis ad Actium: thrown square by square, drawn as a map, and a page that does both."""

from __future__ import annotations

from ...engine.work.later import later

__all__ = ["SeasPage", "seas"]

__getattr__ = later(__name__, {"SeasPage": "page", "seas": "page"})
