"""What the pages of the workbook show, by name: ``from rencounter_kit.panels import curves, item``."""

from __future__ import annotations

from .fronts import panels


def __getattr__(name: str) -> object:
    return getattr(panels, name)
