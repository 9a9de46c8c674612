"""The checks of each game by id. A game is imported when one of its checks is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ...engine.work.later import uncollected
from ..rulebook.book import Ruleset, rules as book_of
from ..rulebook.layers import ready_rules
from ..rulebook.library import Game, Place, game, game_in, has, once, put, written

_of_files: list[Callable[[Game], Any]] = []  # what makes the room of a game that has all in its file


def checks_of(stem: str, place: Place = None) -> Mapping[str, Any]:
    """The checks of one game, in its own order.

    place : where the game is loaded from if it is not here.
    """
    return _checks(game(stem, place))


@once
def _checks(of: Game) -> Mapping[str, Any]:
    with uncollected():
        return MappingProxyType({check.id: check for check in _room(of).CHECKS})


@once
def flows_of(of: Game) -> Mapping[str, Any]:
    """The flows of one game by id."""
    return MappingProxyType({flow.id: flow for flow in getattr(_room(of), "FLOWS", ())})


@once
def _room(of: Game) -> Any:
    """What has the ``CHECKS`` of a game, and its ``FLOWS`` where there are any: its module, or what its file makes."""
    module = import_module(of.room) if of.room else None
    return module if hasattr(module, "CHECKS") else _of_files[0](of)


def make_rooms(of_file: Callable[[Game], Any]) -> None:
    """Have the rooms of games that have all in their files made so from now on."""
    _of_files[:] = [of_file]


def by_id(id: str, place: Place = None) -> Any:
    """The check of an id."""
    return checks_of(id.partition(".")[0], place)[id]


def load_game(file: str | Path, python: str | Path | None = None) -> Ruleset:
    """A game of your own from one text file; its checks are then among all others, ``rk.panel("ford.shoot")``.

    file : ``ford.toml``, or the folder in which it is the only such file.
    python : a file of Python with further checks, which is run. Returns its rules as printed. Loaded anew, what has
        changed in it counts. Raises ``RuleError`` with file, line and what would be right; then all is as before.
    """
    return _load(game_in(file, python))


def load_text(stem: str, text: str) -> Ruleset:
    """The same for a game that is being written, and stands in no file yet.

    stem : its name.
    """
    return _load(written(stem, text))


def _load(new: Game) -> Ruleset:
    old = game(new.stem) if has(new.stem) else None
    if old is not None and (old.place, old.edition) == (new.place, new.edition):
        return book_of(new.stem)
    put(new, new.stem)
    try:
        book = book_of(new.stem)
        checks_of(new.stem)
        ready_rules(new.stem)
    except BaseException:
        put(old, new.stem)
        raise
    return book
