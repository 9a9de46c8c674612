"""The checks that the chapters of a game bring: each is found where it stands, and listed nowhere else."""

from __future__ import annotations

from importlib import import_module

from .check import Check


def checks_in(room: str, chapters: str) -> tuple[Check, ...]:
    """All checks of a game, chapter by chapter.

    room : the module of the game, in which the chapters stand.
    chapters : their names, a space between them; one that takes checks of another stands behind it.

    >>> [check.name for check in checks_in("rencounter_kit.workbook.games.traveller", "escape to_hit")]
    ['escape', 'avoid', 'to_hit', 'evading_dm']
    """
    everything = (one for name in chapters.split() for one in vars(import_module(f"{room}.{name}")).values())
    return tuple(dict.fromkeys(one for one in everything if isinstance(one, Check)))
