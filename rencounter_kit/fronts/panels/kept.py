"""What the browser keeps of a person for good, as Python behind a page of the app sees it: told by the page when that
opens, and told to the page when it changes.

JupyterLab has no place for it: there a thing lasts as long as the page's Python.
"""

from __future__ import annotations

import html
import json
import os
from collections.abc import Callable, Sequence
from functools import cache
from weakref import WeakMethod

from ...engine.words.errors import RuleError
from ...workbook.analysis.mine import Kept, mine, mine_of, things_of
from .late import w
from .page import in_turn

PAGE_ADDRESS = "VOILA_REQUEST_URL"  # the address of the page, as Voila tells it to the Python behind
_FOR_GOOD = "This browser keeps it. Find or delete it under Yours, at the top of the page."
_FOR_NOW = (
    "JupyterLab keeps it only while this page's Python runs, so save a file or copy the code. The app and the pocket "
    "edition keep it for good."
)


class _Page:
    """What is kept, and the widgets by which the page tells it and is told."""

    def __init__(self) -> None:
        self.things: dict[tuple[str, str], Kept] = {}
        self.changes: dict[tuple[str, str], Kept] = {}  # by this page, which holds whatever it is told later
        self.answer: dict[str, object] = {}
        self.listeners: list[WeakMethod[Callable[[], object]]] = []
        self.tells, self.hears = self.widgets()

    def widgets(self) -> tuple[w.HTML, w.Textarea]:
        hidden = w.Layout(display="none")
        tells, hears = w.HTML(layout=hidden, _dom_classes=("rk-keep",)), w.Textarea(layout=hidden, rows=1)
        hears.add_class("rk-kept")
        hears.observe(lambda change: self.hear(change["new"]), "value")
        return tells, hears

    @in_turn
    def hear(self, text: str) -> None:
        """The page says what the browser keeps, or asks for the file of it, or brings one."""
        try:
            message = json.loads(text)
        except ValueError:
            return
        if not isinstance(message, dict):
            return
        if "kept" in message:
            self.things = {(one.kind, one.name): one for one in things_of(message["kept"])} | self.changes
            for listener in self.listeners:
                if act := listener():
                    act()
        if "number" in message:
            self.answer = {"number": message["number"], **_answered(message)}
            self.tell()

    def tell(self) -> None:
        """Tell the page what it is to keep, and what it has asked."""
        things, answer = (
            html.escape(json.dumps(one), quote=True) for one in (list(self.changes.values()), self.answer)
        )
        self.tells.value = f'<i data-keep="{things}" data-answer="{answer}"></i>'


def _answered(message: dict[str, object]) -> dict[str, object]:
    try:
        if "taken" in message:
            return {"things": mine(str(message["taken"])).things}
        return {"text": mine_of(things_of(message.get("kept"))).text}
    except RuleError as error:
        return {"error": str(error)}


_page = cache(_Page)  # one for each kernel


def is_for_good() -> bool:
    """Does the browser keep what is kept here?"""
    return bool(os.environ.get(PAGE_ADDRESS))


def how_long() -> str:
    """How long what is kept here lasts, in words."""
    return _FOR_GOOD if is_for_good() else _FOR_NOW


def kept(kind: str, name: str) -> str:
    """The text of a thing that is kept; empty where there is none."""
    one = _page().things.get((kind, name))
    return one.text if one else ""


def all_kept(kind: str) -> list[Kept]:
    """All that is kept of a kind."""
    return [one for one in _page().things.values() if one.kind == kind and one.text]


def keep(thing: Kept) -> None:
    """Keep a thing, or forget it where its text is empty."""
    page, place = _page(), (thing.kind, thing.name)
    page.things[place] = thing
    if page.changes.get(place) != thing:
        page.changes[place] = thing
        if is_for_good():
            page.tell()


def when_kept(act: Callable[[], object]) -> None:
    """Do something whenever the page says what the browser keeps."""
    _page().listeners.append(WeakMethod(act))


def kept_widgets() -> Sequence[w.Widget]:
    """By which a page of the app and its Python tell each other, to stand in every panel; none elsewhere."""
    if not is_for_good():
        return ()
    page = _page()
    if page.tells.closed:
        page.tells, page.hears = page.widgets()
        page.tell()
    return page.tells, page.hears
