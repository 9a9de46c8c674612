"""What is set on a page, and how it lasts: back and forward in a panel, a cell that is run again, the address, and
house rules in force.

A panel says all that is set in one value (``now``) and sets it again (``put``); everything here keeps that value, or
the link that says it. Python behind a page of the app ends with it, so what is to last stands in the address, which a
reload, *Back* and a copied link all have. In a notebook Python goes on, and what was set lasts there until the cell
starts otherwise.
"""

from __future__ import annotations

import asyncio
import html
import os
import re
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache, partial
from pathlib import PurePosixPath
from time import monotonic
from typing import Any, Generic, NamedTuple, Protocol, TypeVar
from urllib.parse import urlsplit
from weakref import WeakSet, ref

from ...engine.words.errors import RuleError
from ...workbook.analysis.mine import PAGE, SETS, Kept, kept_rules
from ...workbook.mechanics.address import CHECK, FLOW, IN_FORCE, SentLine, link_settings, of_link, quoted
from ...workbook.rulebook.layers import Layers
from ...workbook.rulebook.text import Value
from .kept import PAGE_ADDRESS, all_kept, keep, kept_widgets
from .late import w
from .page import Silence

GUESS, FIRST = (
    "guess",
    "first",
)  # in an address: each new answer is hidden until it is guessed, while nobody switches that off
PANEL = "panel"  # in an address that says something of several: which of those that are alike comes next
_NAMED = (CHECK, FLOW)  # the panels of which there are many kinds
_LONGEST = 16_000  # letters of an address; of what was set earlier the rest is left out
_MOMENT = 1.0  # seconds within which moves of one thing are one move, such as those of a slider that is dragged
_CALM = 0.8  # seconds without a change after which the other panels of the page follow house rules
_MOST = 200  # situations that one can go back to, and cells that are known


# Back and forward -----------------------------------------------------------------------------------------------------


class PanelSettings(NamedTuple):
    """Everything that a person has set: values by parameter, and house rules."""

    choices: dict[str, Value]
    lines: str

    def differs_in(self, other: PanelSettings) -> set[str]:
        """The names of what differs."""
        names = {n for n in (*self.choices, *other.choices) if self.choices.get(n) != other.choices.get(n)}
        return names | ({"house rules"} if self.lines != other.lines else set())


class Settings(Protocol):
    """All that is set."""

    def differs_in(self, other: Value) -> set[str]:
        """The names of what differs."""


Now = TypeVar("Now", bound=Settings)


class BackAndForward(Generic[Now]):
    """Each situation after the other, and two buttons that go through them.

    what : is set, in words.
    restore : sets it.
    button : makes one of its words, icon, tip and act.
    """

    def __init__(
        self,
        what: str,
        restore: Callable[[Now], object],
        button: Callable[[str, str, str, Callable[[], object]], w.Button],
    ) -> None:
        self._put, self._sets = restore, list[Now]()
        self._at, self._moved, self._last = -1, set[str](), 0.0
        self._back = button("Back", "arrow-left", f"Back to the {what} before these", partial(self.go, -1))
        self._forward = button("Forward", "arrow-right", f"Forward to the {what} after these", partial(self.go, 1))
        self.buttons = (self._back, self._forward)

    @property
    def now(self) -> Now:
        """The one that is shown."""
        return self._sets[self._at]

    def keep(self, now: Now) -> None:
        """What is set now; whatever one had gone back from is forgotten."""
        moved = now.differs_in(self.now) if self._sets else set[str]()
        if moved or not self._sets:
            on = len(moved) == 1 and moved == self._moved and monotonic() - self._last < _MOMENT
            self._sets[self._at + (not on) :] = [now]
            del self._sets[:-_MOST]
            self._at, self._moved, self._last = len(self._sets) - 1, moved, monotonic()
        self._back.disabled, self._forward.disabled = not self._at, self._at == len(self._sets) - 1

    def go(self, by: int) -> None:
        """One back (-1) or forward (1), where there is one."""
        if 0 <= self._at + by < len(self._sets):
            self._at, self._moved = self._at + by, set()
            self._put(self.now)


# A cell that is run again ---------------------------------------------------------------------------------------------


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
        self._pages, self._after = list[Page](), list[Callable[[], None]]()
        self._records = dict[tuple[str, int], Record]()

    def take(self, page: Page) -> None:
        """The cell that is running has made this."""
        self._pages.append(page)

    def afterwards(self, act: Callable[[], None]) -> None:
        """Do something when the cell that is running has run."""
        self._after.append(act)

    def begin(self, *_: Any) -> None:
        """A cell begins to run."""
        self.is_running = True
        self._pages.clear()

    def end(self, execution: Any) -> None:
        """A cell has run."""
        for number, page in enumerate(self._pages):
            place, began = (execution.info.raw_cell, number), page.settings
            memory = self._records.pop(place, None)
            old = memory.page() if memory and memory.began == began else None
            if old is not None and old.settings != began:
                with suppress(RuleError):  # rules may have changed meanwhile
                    page.settle(old.settings)
            self._records[place] = Record(began, ref(page))
        acts, self._after = self._after, []
        for act in acts:
            act()
        self.is_running = False
        self._pages.clear()
        for place in list(self._records)[:-_MOST]:
            del self._records[place]


_MEMORY: Memory | None = None


def is_running() -> bool:
    """Does a cell run, so that what is set now is set by the page and not by a person?"""
    memory = _memory()
    return memory is not None and memory.is_running


def when_run(act: Callable[[], None]) -> None:
    """Do something once the cell that is running has run, at once where none is: what the cell claims is of a fresh
    start.
    """
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


# The address ----------------------------------------------------------------------------------------------------------


class PanelAddress(NamedTuple):
    """What an address calls a panel: its kind, what it is of, and which of those that are alike on the page."""

    kind: str
    id: str = ""
    number: int = 1


class _Page:
    """What stands on a page, and in its address."""

    def __init__(self, address: str) -> None:
        self.begins, _, query = address.partition("?")
        self.in_force = link_settings(address).get(IN_FORCE, [])
        self.guess_first = FIRST in link_settings(address).get(GUESS, [])
        query = re.sub(rf"(?:^|&)(?:{IN_FORCE}|{GUESS})=[^&]*", "", query).removeprefix("&")
        first, *rest = re.split(rf"(?:^|&){PANEL}=(\d+)&", query)
        numbered = zip(map(int, rest[::2]), rest[1::2], strict=True)
        self.parts = [_Part(number, part, of_link(f"{self.begins}?{part}")) for number, part in [(0, first), *numbered]]
        self.stood = Counter[tuple[str, str]]()
        self.taken: dict[str, PanelAddress] = {}  # what no number stands before, and who took it
        self.queries: dict[PanelAddress, str] | None = None  # by panel, the last one set first; nothing before any is
        self.widget = _telling()
        for code in self.in_force:
            with suppress(RuleError):
                keep(kept_rules(_read(code)))

    def opened(self) -> dict[PanelAddress, str]:
        """What the address has said from the start."""
        queries = dict[PanelAddress, str]()
        for part in self.parts:
            kind, of = part.line.kind, part.line.id if part.line.kind in _NAMED else ""
            if address := self.taken.get(part.query, PanelAddress(kind, of, part.number or 1) if kind else None):
                queries.setdefault(address, part.query)
        return queries


class _Part(NamedTuple):
    """What an address says of one panel.

    number : which of those that are alike; 0 where it says none.
    """

    number: int
    query: str
    line: SentLine


def _telling() -> w.HTML:
    return w.HTML(layout=w.Layout(display="none"), _dom_classes=("rk-here",))


@lru_cache(maxsize=4)
def _page(address: str) -> _Page:
    return _Page(address)


def _now() -> _Page | None:
    return _page(address) if (address := os.environ.get(PAGE_ADDRESS, "")) else None


def page_link(query: str) -> str:
    """A link to this page that says all that; empty where there can be none."""
    return (
        urlsplit(address)._replace(query=query, fragment="").geturl()
        if (address := os.environ.get(PAGE_ADDRESS))
        else ""
    )


def who_opens(link: str) -> str:
    """Who can open a link to a page of the app, in words."""
    host = urlsplit(link).hostname or ""
    if host == "localhost" or host.startswith("127."):
        return (
            "The link works only on this computer, while the app runs. Others can paste it into a panel of "
            "theirs, as below."
        )
    return f"The link works for everyone with access to the app at {html.escape(host)}, while it runs there."


def panel_address(kind: str, of: str = "") -> PanelAddress:
    """What the address calls one more panel of a kind that is made on the page."""
    if (page := _now()) is None:
        return PanelAddress(kind, of)
    is_running()  # from now on it is known when the cell has run
    page.stood[kind, of] += 1
    return PanelAddress(kind, of, page.stood[kind, of])


def sent_line(kind: str, of: PanelAddress | None = None) -> SentLine | None:
    """What the address of this page says of a panel of a kind; ``None`` for nothing.

    of : the one that opens, so that one of its like does not take what was said of it.
    """
    if (page := _now()) is None:
        return None
    for part in sorted(page.parts, key=lambda one: of is not None and one.number != of.number):
        mine = of is None or part.number == of.number or (not part.number and page.taken.get(part.query, of) == of)
        if part.line.kind == kind and part.line.of[0] and mine and (of is None or of.id in ("", part.line.of[0])):
            return part.line
    return None


def place_of(kind: str, of: str) -> int:
    """Where in the address a panel comes: 0 is the first."""
    lines = [part.line for part in page.parts] if (page := _now()) else []
    return next((place for place, line in enumerate(lines) if line.kind == kind and of in line.of), len(lines))


def take(of: PanelAddress, line: SentLine) -> None:
    """What the address of this page says is of this panel, and of no other."""
    if (page := _now()) is not None:
        page.taken[line.text.partition("?")[2]] = of


def follow(of: PanelAddress, link: str, situation: Callable[[], Kept | None] = lambda: None) -> None:
    """A person has set something: the address of the page is to say it, in words that ``link`` has.

    situation : of a check, which the browser keeps.
    """
    page = _now()
    if page is None or not link or is_running():
        return
    before = page.opened() if page.queries is None else page.queries
    if _FOLLOWING and of not in before:
        return
    page.queries = {of: urlsplit(link).query, **{one: words for one, words in before.items() if one != of}}
    _tell(page)
    if not _FOLLOWING and (kept := situation()):
        keep(kept)
        name = PurePosixPath(urlsplit(page.begins).path).name
        keep(Kept(PAGE, "last", f"{name}{_query_text(page.queries)}", kept.words))


def guesses_first() -> bool:
    """Does the address ask that answers be guessed before they are seen?"""
    return (page := _now()) is not None and page.guess_first


def _tell(page: _Page) -> None:
    if page.queries is None:
        page.queries = page.opened()
    text = _query_text(page.queries)
    everywhere = [*((IN_FORCE, code) for code in page.in_force), *([(GUESS, FIRST)] if page.guess_first else [])]
    whole = f"{text}{'&' if text else '?'}{quoted(everywhere)}" if everywhere else text
    page.widget.value = f'<i data-here="{html.escape(whole, quote=True)}"></i>'


def _query_text(queries: Mapping[PanelAddress, str]) -> str:
    """What stands behind the question mark."""
    query = ""
    for one, words in queries.items():
        numbered = f"{PANEL}={one.number}&{words}" if query or one.number > 1 else words
        if len(query) + len(numbered) > _LONGEST:
            break
        query += f"{'&' if query else '?'}{numbered}"
    return query


def followed() -> list[w.Widget]:
    """What tells the page its address, to stand in every panel; nothing where a page has none."""
    if (page := _now()) is None:
        return []
    if page.widget.closed:
        page.widget = _telling()
    return [page.widget, *kept_widgets()]


# House rules in force: set once on any page of the app, they hold in every panel until they are put aside -------------


class RuledPanel(Protocol):
    """What goes by house rules of a game."""

    @property
    def book(self) -> Any: ...

    def take_rules(self) -> None: ...


_RULED: WeakSet[Any] = WeakSet()
_FOLLOWING = (
    Silence()
)  # panels go by what was set in another: that puts none into the address in which nobody has set anything


def layers_in_force(stem: str = "") -> Layers | None:
    """The house rules in force for a game, without a name for that whose rules were set last; ``None`` where there are
    none, and outside the app.
    """
    for code in _codes():
        with suppress(RuleError):
            layers = _read(code)
            if stem in ("", layers.book.stem):
                return layers
    return None


def lines_in_force(stem: str) -> str:
    """The same in lines."""
    return layers.rules.lines if (layers := layers_in_force(stem)) else ""


@lru_cache(maxsize=16)
def _read(code: str) -> Layers:
    return Layers.read(code)


def join(one: RuledPanel, any_game: bool = False) -> None:
    """Something more goes by the rules in force, where there are any, and by those that will be.

    any_game : by those of any game.
    """
    _RULED.add(one)
    if _codes() if any_game else lines_in_force(one.book.stem):
        _take(one)


def put_in_force(source: RuledPanel, layers: Layers) -> None:
    """A person has set these rules somewhere: they hold everywhere now, soon on the same page too."""
    stem = layers.book.stem
    if is_running() or layers.rules.lines == lines_in_force(stem):
        return
    if (page := _now()) is not None:
        others = [code for code in page.in_force if not _is_of(code, stem)]
        page.in_force = [*([layers.code] if layers.layers else []), *others]
        _tell(page)
        keep(kept_rules(layers, [one.text for one in all_kept(SETS)]))

    def tell() -> None:
        if layers.rules.lines == lines_in_force(stem):  # nothing has changed since
            for one in list(_RULED):
                if one is not source and one.book.stem == stem:
                    _take(one)

    _soon(tell)


def _codes() -> list[str]:
    """The codes of the house rules in force, those set last first."""
    return page.in_force if (page := _now()) else []


def _take(one: RuledPanel) -> None:
    with _FOLLOWING:
        one.take_rules()


def _soon(act: Callable[[], None]) -> None:
    """Do something when nothing has been typed for a while; at once where no page is running."""
    try:
        asyncio.get_running_loop().call_later(_CALM, act)
    except RuntimeError:
        act()


def _is_of(code: str, stem: str) -> bool:
    with suppress(RuleError):
        return _read(code).book.stem == stem
    return True  # what cannot be read is forgotten
