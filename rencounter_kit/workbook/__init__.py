"""Figures, checks and questions: the rules of the games, what a check is, and what can be asked of many answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .mechanics.catalogue import make_rooms

if TYPE_CHECKING:
    from .rulebook.library import Game


def _room(of: Game) -> object:
    """The room of a game that has all in its file."""
    from .own_games.room import Room

    return Room(of)


make_rooms(_room)
