"""Layouts and styles that widgets share: one of its own costs about as much as the widget itself, here and in the browser."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import ipywidgets as w


@cache
def layout(**css: str) -> w.Layout:
    """A layout for all widgets that want just this. It is not theirs to change: what is shown and hidden has its own."""
    return w.Layout(**css)


@cache
def style(kind: Callable[..., w.Widget], **css: str) -> w.Widget:
    """A style for all widgets of a kind that want just this."""
    return kind(**css)
