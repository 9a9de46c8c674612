"""House rules in force: set once on any page of the app, they hold in every panel until they are put aside."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any, Protocol
from weakref import WeakSet

from ..errors import RuleError
from ..rulebook.layers import Layers
from .here import enforce, enforced, following
from .memory import is_running

_CALM = 0.8  # seconds without a change after which the other panels of the page follow


class Ruled(Protocol):
    """What goes by house rules of a game."""

    @property
    def book(self) -> Any: ...

    def take_rules(self) -> None: ...


_RULED: WeakSet[Any] = WeakSet()


def layers_in_force(stem: str = "") -> Layers | None:
    """The house rules in force for a game, without a name for that whose rules were set last; ``None`` where there are none,
    and outside the app.
    """
    for code in enforced():
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


def join(one: Ruled) -> None:
    """Something more goes by the rules in force, where there are any, and by those that will be."""
    _RULED.add(one)
    if lines_in_force(one.book.stem):
        _take(one)


def join_any(one: Ruled) -> None:
    """The same for what goes by the rules of any game."""
    _RULED.add(one)
    if enforced():
        _take(one)


def put_in_force(source: Ruled, layers: Layers) -> None:
    """A person has set these rules somewhere: they hold everywhere now, soon on the same page too."""
    stem = layers.book.stem
    if is_running() or layers.rules.lines == lines_in_force(stem):
        return
    others = [code for code in enforced() if not _is_of(code, stem)]
    enforce([*([layers.code] if layers.layers else []), *others])

    def tell() -> None:
        if layers.rules.lines == lines_in_force(stem):  # nothing has changed since
            for one in list(_RULED):
                if one is not source and one.book.stem == stem:
                    _take(one)

    _soon(tell)


def _take(one: Ruled) -> None:
    with following():
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
