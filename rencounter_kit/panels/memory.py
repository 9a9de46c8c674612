"""What a person has set is kept when the cells of a page are run again."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple, Protocol
from weakref import ref

from ..errors import RuleError

_LIMIT = 200


class Page(Protocol):
    """What a cell makes and a person then sets."""

    @property
    def settings(self) -> Any:
        """All that is set, as plain values."""

    def settle(self, settings: Any) -> None:
        """Set all that at once."""


class Record(NamedTuple):
    """What a cell has made, and how it stood when the cell had run."""

    began: Any
    page: Callable[[], Page | None]


class Memory:
    """What the cells of one kernel have made.

    A cell is known by its text. What it makes again begins where a person had left it, once the whole cell has run, so
    that what the cell itself sets and claims is of a fresh start. Where it now starts otherwise, that holds.
    """

    def __init__(self) -> None:
        self.is_running = True  # it is made while a cell runs
        self._made, self._after = list[Page](), list[Callable[[], None]]()
        self._kept = dict[tuple[str, int], Record]()

    def take(self, page: Page) -> None:
        """The cell that is running has made this."""
        self._made.append(page)

    def afterwards(self, act: Callable[[], None]) -> None:
        """Do something when the cell that is running has run."""
        self._after.append(act)

    def begin(self, *_: Any) -> None:
        """A cell begins to run."""
        self.is_running = True
        self._made.clear()

    def end(self, done: Any) -> None:
        """A cell has run."""
        for number, page in enumerate(self._made):
            place, began = (done.info.raw_cell, number), page.settings
            kept = self._kept.pop(place, None)
            old = kept.page() if kept and kept.began == began else None
            if old is not None and old.settings != began:
                with suppress(RuleError):  # rules may have changed meanwhile
                    page.settle(old.settings)
            self._kept[place] = Record(began, ref(page))
        acts, self._after = self._after, []
        for act in acts:
            act()
        self.is_running = False
        self._made.clear()
        for place in list(self._kept)[:-_LIMIT]:
            del self._kept[place]


_MEMORY: Memory | None = None


def is_running() -> bool:
    """Does a cell run, so that what is set now is set by the page and not by a person?"""
    memory = _memory()
    return memory is not None and memory.is_running


def when_run(act: Callable[[], None]) -> None:
    """Do something once the cell that is running has run, at once where none is: what the cell claims is of a fresh start."""
    if (memory := _memory()) and memory.is_running:
        memory.afterwards(act)
    else:
        act()


def remember(page: Page) -> None:
    """Keep what a person sets there; nothing outside a notebook."""
    if memory := _memory():
        memory.take(page)


def _memory() -> Memory | None:
    global _MEMORY  # noqa: PLW0603, one for each kernel
    try:
        from IPython.core.getipython import get_ipython
    except ImportError:
        return None
    if (shell := get_ipython()) is None:
        return None
    if _MEMORY is None:
        _MEMORY = Memory()
        shell.events.register("pre_run_cell", _MEMORY.begin)
        shell.events.register("post_run_cell", _MEMORY.end)
    return _MEMORY
