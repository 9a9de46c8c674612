"""Layouts and styles that widgets share: one of its own costs about as much as the widget itself, here and in the
browser.

They are made when a panel wants them, never while a module loads: what is there before the page has heard of it, the
page may not know yet when a panel comes.
"""

from __future__ import annotations

from functools import cache

from .late import late, w


@cache
def layout(**css: str) -> w.Layout:
    """A layout for all widgets that want just this. It is not theirs to change: what is shown and hidden has
    its own.
    """
    shared = w.Layout(**css)
    shared.observe(_refuse, "display")
    return shared


def _refuse(_: object) -> None:
    raise TypeError(
        "a shared layout must stay in sight, or all that share it are hidden; give the widget its own w.Layout"
    )


def row_layout() -> w.Layout:
    """A layout for what stands side by side, and below each other where there is no room."""
    return layout(flex_flow="row wrap", overflow="visible", align_items="flex-start")


@cache
def style(kind: type, **css: str) -> w.Widget:
    """A style for all widgets of a kind that want just this."""
    return late(kind)(**css)
