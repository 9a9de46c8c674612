"""The address of the page: what it says of each panel, and how it follows what is set there, so that a reload loses nothing."""

from __future__ import annotations

import html
import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

import ipywidgets as w

from ..mechanics.links import CHECK, FLOW, GUESS, IN_FORCE
from ..typed import asked_by
from .memory import is_running
from .silence import Silence

HERE = "VOILA_REQUEST_URL"  # the address of the page, as Voila tells it to the Python behind
DICE, EVENING, SEED = (
    "dice",
    "evening",
    "seed",
)  # in an address, beside the names of a check and a flow: what names a panel
FIRST = "first"  # each new answer is hidden until it is guessed, while nobody switches that off
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
        self.parts = [(0, first)] if first or not rest else []
        self.parts += [(int(number), part) for number, part in zip(rest[::2], rest[1::2], strict=True)]
        self.stood = Counter[tuple[str, str]]()
        self.taken: dict[str, Stand] = {}  # what no number stands before, and who took it
        self.said: dict[Stand, str] | None = None  # by panel, the last one set first; nothing before any is
        self.widget = _telling()

    def link(self, part: str) -> str:
        """A part of the address as a link of its own."""
        return f"{self.begins}?{part}" if part else self.begins

    def opened(self) -> dict[Stand, str]:
        """What the address has said from the start."""
        said = dict[Stand, str]()
        for number, part in self.parts:
            asked = asked_by(self.link(part))
            kind = next((kind for kind in (CHECK, FLOW, DICE, EVENING, SEED) if asked.get(kind)), "")
            stand = Stand(kind, asked[kind][0] if kind in _NAMED else "", number or 1) if kind else None
            if stand := self.taken.get(part, stand):
                said.setdefault(stand, part)
        return said


def _telling() -> w.HTML:
    return w.HTML(layout=w.Layout(display="none"), _dom_classes=("rk-here",))


@lru_cache(maxsize=4)
def _page(address: str) -> _Page:
    return _Page(address)


def _now() -> _Page | None:
    return _page(address) if (address := os.environ.get(HERE, "")) else None


def address_here(query: Sequence[tuple[str, str]]) -> str:
    """The address of this page with these names and values; empty where there is none."""
    if not (here := os.environ.get(HERE)):
        return ""
    return urlsplit(here)._replace(query=urlencode(query, safe="[],"), fragment="").geturl()


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


def asked_of(kind: str, of: Stand | None = None) -> tuple[str, str]:
    """The link to this page that asks for a panel of a kind, and what it is of; empty where it asks for none. of : the one
    that opens, so that one of its like does not take what was said of it.
    """
    if (page := _now()) is None:
        return "", ""
    for number, part in sorted(page.parts, key=lambda one: of is not None and one[0] != of.number):
        link = page.link(part)
        said = next(iter(asked_by(link).get(kind, [])), "")
        mine = of is None or number == of.number or (not number and page.taken.get(part, of) == of)
        if said and mine and (of is None or not of.id or of.id == said):
            return link, said
    return page.link(page.parts[0][1]), ""


def place_of(kind: str, of: str) -> int:
    """Where in the address a panel comes: 0 is the first."""
    parts = [asked_by(page.link(part)).get(kind, []) for _, part in page.parts] if (page := _now()) else []
    return next((place for place, said in enumerate(parts) if of in said), len(parts))


def take(of: Stand, link: str) -> None:
    """What a link to this page says is of this panel, and of no other."""
    if (page := _now()) is not None:
        page.taken[link.partition("?")[2]] = of


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
    whole = f"{said}{'&' if said else '?'}{urlencode(everywhere)}" if everywhere else said
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
