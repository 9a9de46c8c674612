"""The address of the page: what it says of each panel, and how it follows what is set there, so that a reload loses nothing."""

from __future__ import annotations

import html
import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urlsplit

import ipywidgets as w

from ..address import CHECK, FLOW, IN_FORCE, SentLine, asked_by, of_link, quoted
from .memory import is_running
from .silence import Silence

HERE = "VOILA_REQUEST_URL"  # the address of the page, as Voila tells it to the Python behind
GUESS, FIRST = "guess", "first"  # each new answer is hidden until it is guessed, while nobody switches that off
PANEL = "panel"  # in an address that says something of several: which of those that are alike comes next
_NAMED = (CHECK, FLOW)  # the panels of which there are many kinds
_FOLLOWING = Silence()
_LONGEST = 16_000  # letters of an address; of what was set earlier the rest is left out


class Stand(NamedTuple):
    """What an address calls a panel: its kind, what it is of, and which of those that are alike on the page."""

    kind: str
    id: str = ""
    number: int = 1


class _Page:
    """What stands on a page, and in its address."""

    def __init__(self, address: str) -> None:
        self.begins, _, query = address.partition("?")
        self.in_force = asked_by(address).get(IN_FORCE, [])
        self.guess_first = FIRST in asked_by(address).get(GUESS, [])
        query = re.sub(rf"(?:^|&)(?:{IN_FORCE}|{GUESS})=[^&]*", "", query).removeprefix("&")
        first, *rest = re.split(rf"(?:^|&){PANEL}=(\d+)&", query)
        numbered = zip(map(int, rest[::2]), rest[1::2], strict=True)
        self.parts = [_Part(number, part, of_link(f"{self.begins}?{part}")) for number, part in [(0, first), *numbered]]
        self.stood = Counter[tuple[str, str]]()
        self.taken: dict[str, Stand] = {}  # what no number stands before, and who took it
        self.said: dict[Stand, str] | None = None  # by panel, the last one set first; nothing before any is
        self.widget = _telling()

    def opened(self) -> dict[Stand, str]:
        """What the address has said from the start."""
        said = dict[Stand, str]()
        for part in self.parts:
            kind, of = part.line.kind, part.line.id if part.line.kind in _NAMED else ""
            if stand := self.taken.get(part.query, Stand(kind, of, part.number or 1) if kind else None):
                said.setdefault(stand, part.query)
        return said


class _Part(NamedTuple):
    """What an address says of one panel. number : which of those that are alike; 0 where it says none."""

    number: int
    query: str
    line: SentLine


def _telling() -> w.HTML:
    return w.HTML(layout=w.Layout(display="none"), _dom_classes=("rk-here",))


@lru_cache(maxsize=4)
def _page(address: str) -> _Page:
    return _Page(address)


def _now() -> _Page | None:
    return _page(address) if (address := os.environ.get(HERE, "")) else None


def link_here(query: str) -> str:
    """A link to this page that says all that; empty where there can be none."""
    return urlsplit(here)._replace(query=query, fragment="").geturl() if (here := os.environ.get(HERE)) else ""


def who_opens(link: str) -> str:
    """Who can open a link to a page of the app, in words."""
    host = urlsplit(link).hostname or ""
    if host == "localhost" or host.startswith("127."):
        return "The link opens on this computer alone, while the app runs; others paste it into a panel of theirs, as below."
    return f"The link opens for everybody whom the app at {html.escape(host)} has let in, while it runs there."


def stand(kind: str, of: str = "") -> Stand:
    """What the address calls one more panel of a kind that is made on the page."""
    if (page := _now()) is None:
        return Stand(kind, of)
    is_running()  # from now on it is known when the cell has run
    page.stood[kind, of] += 1
    return Stand(kind, of, page.stood[kind, of])


def asked_of(kind: str, of: Stand | None = None) -> SentLine | None:
    """What the address of this page says of a panel of a kind; ``None`` for nothing. of : the one that opens, so that one of its like does not
    take what was said of it.
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


def take(of: Stand, line: SentLine) -> None:
    """What the address of this page says is of this panel, and of no other."""
    if (page := _now()) is not None:
        page.taken[line.text.partition("?")[2]] = of


def follow(of: Stand, link: str) -> None:
    """A person has set something: the address of the page is to say it, in words that ``link`` has."""
    page = _now()
    if page is None or not link or is_running():
        return
    before = page.opened() if page.said is None else page.said
    if _FOLLOWING and of not in before:
        return
    page.said = {of: urlsplit(link).query, **{one: said for one, said in before.items() if one != of}}
    _tell(page)


def following() -> Silence:
    """While panels go by what was set in another: that puts none into the address in which nobody has set anything."""
    return _FOLLOWING


def enforced() -> list[str]:
    """The codes of the house rules in force, those set last first."""
    return page.in_force if (page := _now()) else []


def enforce(codes: Sequence[str]) -> None:
    """Other house rules are in force."""
    if (page := _now()) is not None:
        page.in_force = list(codes)
        _tell(page)


def guesses_first() -> bool:
    """Does the address ask that answers be guessed before they are seen?"""
    return (page := _now()) is not None and page.guess_first


def _tell(page: _Page) -> None:
    if page.said is None:
        page.said = page.opened()
    said = _written(page.said)
    everywhere = [*((IN_FORCE, code) for code in page.in_force), *([(GUESS, FIRST)] if page.guess_first else [])]
    whole = f"{said}{'&' if said else '?'}{quoted(everywhere)}" if everywhere else said
    page.widget.value = f'<i data-here="{html.escape(whole, quote=True)}"></i>'


def _written(said: Mapping[Stand, str]) -> str:
    """What stands behind the question mark."""
    query = ""
    for one, words in said.items():
        numbered = f"{PANEL}={one.number}&{words}" if query or one.number > 1 else words
        if len(query) + len(numbered) > _LONGEST:
            break
        query += f"{'&' if query else '?'}{numbered}"
    return query


def followed() -> list[w.Widget]:
    """What tells the page its address, to stand in every panel; nothing where a page has none."""
    if (page := _now()) is None:
        return []
    if page.widget.comm is None:  # it was closed
        page.widget = _telling()
    return [page.widget]
