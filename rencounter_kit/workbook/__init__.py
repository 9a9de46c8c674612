"""Figures, checks and questions: the rules of the games, what a check is, and what can be asked of many answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .mechanics.catalogue import make_rooms
from .rulebook.book import AboutChecks, ask_checks

if TYPE_CHECKING:
    from .rulebook.library import Game


def _room(of: Game) -> object:
    """The room of a game that has all in its file."""
    from .own_games.room import Room

    return Room(of)


def _about_checks() -> AboutChecks:
    """What rules ask of checks, which stand above them."""
    from .mechanics.registry import ABOUT_CHECKS

    return ABOUT_CHECKS


make_rooms(_room)
ask_checks(_about_checks)
