"""The checks of each game by id. A game is imported when one of its checks is first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any

from ..later import uncollected

_GAMES = "rencounter_kit.games"


@cache
def checks_of(stem: str) -> Mapping[str, Any]:
    """The checks of one game, in its own order: the ``CHECKS`` of the room that bears its name."""
    with uncollected():
        return MappingProxyType({check.id: check for check in import_module(f"{_GAMES}.{stem}").CHECKS})


@cache
def flows_of(stem: str) -> Mapping[str, Any]:
    """The flows of one game by id: the ``FLOWS`` of its room, where it has any."""
    return MappingProxyType({flow.id: flow for flow in getattr(import_module(f"{_GAMES}.{stem}"), "FLOWS", ())})


def by_id(id: str) -> Any:
    """The check of an id."""
    return checks_of(id.partition(".")[0])[id]
