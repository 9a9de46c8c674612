"""How a panel looks and how its keys work: what ``static`` holds, put into the page, and the pieces that panels are
made of. One thing a person does is followed at a time.

Layouts and styles are shared: one of its own costs about as much as the widget itself, here and in the browser. They
are made when a panel wants them, never while a module loads: what is there before the page has heard of it, the page
may not know yet when a panel comes.
"""

from __future__ import annotations

import base64
import html
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cache, wraps
from typing import Any, ParamSpec, TypeVar

from ipywidgets.widgets.widget_button import ButtonStyle
from ipywidgets.widgets.widget_string import HTMLStyle

from ...engine.files.folders import static_text
from ...engine.words.errors import RuleError
from ...engine.words.wording import AS_WRITTEN, Spelling
from ..charts.base import Chart, D
from .late import late, w

Change = Mapping[str, Any]  # what a widget tells its observers
TURN = threading.RLock()
Arguments = ParamSpec("Arguments")
Returned = TypeVar("Returned")


def stylesheet(*names: str) -> str:
    """Style from the files of these names, to stand in the page."""
    return "".join(f"<style>\n{static_text('fronts/panels', f'{name}.css')}</style>" for name in names)


STYLE = stylesheet("common", "panel") + f"<style>\n{static_text('workbook/analysis', 'die.css')}</style>"
COPY = '<button type="button" class="rk-copy">Copy</button>'  # of what stands before it


def is_on_page() -> bool:
    """Does a cell of a page ask, and no script?"""
    try:
        from IPython.core.getipython import get_ipython
    except ImportError:
        return False
    return get_ipython() is not None


def enable_keys() -> None:
    """Let the keyboard work in sliders and menus of the page; nothing outside a notebook."""
    if is_on_page():
        from IPython.display import Javascript, display

        display(Javascript(static_text("fronts/panels", "panel.js")))  # type: ignore[no-untyped-call]


def picture(chart: Chart[D], data: D) -> str:
    """A chart for the page, with its words for those who do not see it."""
    source, alt = base64.b64encode(chart.draw(data)).decode(), html.escape(chart.alt(data), quote=True)
    return (
        f'<img class="rk-chart" width="{chart.width}" height="{chart.height}" alt="{alt}" '
        f'src="data:image/svg+xml;base64,{source}">'
    )


def wide_picture(chart: Chart[D], data: D) -> str:
    """A picture that may be wider than its place: it moves sideways there, before its letters are too small to read."""
    drawn = picture(chart, data)  # which says how wide it is
    return f'<div class="rk-wide" style="--rk-least: {3 * chart.width // 4}px">{drawn}</div>'


def sentence(error: Exception) -> str:
    """What to say of an error: its own sentence, or that it is one of ours."""
    if isinstance(error, RuleError):
        return str(error)
    return f"This cannot be shown ({type(error).__name__}: {error}); change something or reset."


def alert(error: object, typed: bool = False, spelling: Spelling = AS_WRITTEN) -> str:
    """What is wrong, in a sentence, where the answer would stand.

    typed : are names to be read as one types them?
    spelling : else, how those of the game are read.

    >>> alert("friend_cover must not be none; see fire.cover.half_solid")
    '<p class="rk-error" role="alert">friend cover must not be none; see fire.cover.half_solid</p>'
    """
    text = str(error) if typed else spelling.in_sentence(str(error))
    return f'<p class="rk-error" role="alert">{html.escape(text).replace(chr(10), "<br>")}</p>'


def aside_note(text: str) -> str:
    """A sentence on what was left aside, which is no fault; nothing for none."""
    return f'<p role="status">{html.escape(text)}</p>' if text else ""


def link(content: bytes, name: str, kind: str, says: str = "") -> str:
    """A link that saves ``content`` under a name, which it ``says`` unless it says more; it works wherever the page is
    shown.
    """
    source = base64.b64encode(content).decode()
    label = html.escape(says or name)
    return f'<a download="{html.escape(name)}" href="data:{kind};base64,{source}">{label}</a>'


def note(text: str = "", **more: object) -> w.HTML:
    """A piece of text in the page."""
    return w.HTML(text, **{"layout": layout(), "style": style(HTMLStyle), **more})


def button(name: str, icon: str, tip: str, act: Callable[[], object]) -> w.Button:
    """A button, and what it does."""
    one = w.Button(description=name, icon=icon, tooltip=tip, layout=layout(width="auto"), style=style(ButtonStyle))
    one.on_click(lambda _: act())
    return one


def field(kind: Any, name: str, tip: str, wide: str | w.Layout = "auto", **more: object) -> Any:
    """A field of a kind, with its name before it and a tip.

    wide : how wide it is, or a layout of its own.
    """
    shared = layout(width=wide) if isinstance(wide, str) else wide
    return kind(description=name, tooltip=tip, layout=shared, **more)


def head_note(title: str, source: str = "", look: str = STYLE) -> w.HTML:
    """The head of a panel, which brings its style.

    title, source : as text.
    """
    beside = f' <span class="rk-from">{html.escape(source)}</span>' if source else ""
    return note(f'{look}<span class="rk-title">{html.escape(title)}</span>{beside}')


def words_note(words: str) -> str:
    """An answer in words, as HTML: it is read out when it changes."""
    return f'<div class="rk-words" role="status" aria-live="polite">{words}</div>'


def offer(menu: w.Dropdown, options: Sequence[tuple[str, Any]], usual: object = None) -> None:
    """Offer these in a menu; the choice stays if it can, else it is the usual one, or the first."""
    if list(menu.options) != list(options):
        before, values = menu.value, [value for _, value in options]
        menu.options = options
        menu.value = before if before in values else next(iter(values), None) if usual is None else usual


def in_a_row(inside: Sequence[w.Widget], layout: w.Layout, *classes: str) -> w.HBox:
    """Buttons in a row, which in a narrow window is as long as it is."""
    return w.HBox(inside, layout=layout, _dom_classes=("rk-row", *classes))


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


def in_turn(act: Callable[Arguments, Returned]) -> Callable[Arguments, Returned]:
    """``act``, begun only when whatever else a person has set going is done. What a ``Job`` shows must not wait."""

    @wraps(act)
    def alone(*arguments: Arguments.args, **keywords: Arguments.kwargs) -> Returned:
        with TURN:
            return act(*arguments, **keywords)

    return alone


class Silence:
    """A time in which widgets are set by the program: what it changes is not heard as the act of a person.

    True inside ``with``, also one within another, and true no longer after an error in there.

    is_deep : true until ``end`` is called, for a widget that is still being made.
    """

    def __init__(self, is_deep: bool = False) -> None:
        self._depth = int(is_deep)

    def __bool__(self) -> bool:
        return self._depth > 0

    def __enter__(self) -> None:
        self._depth += 1

    def __exit__(self, *error: object) -> None:
        self._depth -= 1

    def listen(self, changed: Callable[[], None], *fields: w.Widget) -> None:
        """Call that when a person changes one of these fields."""
        for one in fields:
            one.observe(lambda _: None if self else changed(), "value")

    def end(self) -> None:
        """From now on a person is heard."""
        self._depth = 0
