"""Was a game of one's own verified as it stands? ``rencounter verify`` leaves a small file beside it,
``ford.verified``.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from ...engine.files.read_file import UnreadError, read_file
from ...engine.files.written_file import lay_file
from ...engine.words.errors import RuleError
from .library import Game, game

_LONGEST = 400  # letters of it


def verified(stem: str) -> bool:
    """Was a game verified as it stands, by this version? Those of packages are by their own tests.

    >>> verified("rencounter")
    True
    """
    this_game = game(stem)
    with suppress(UnreadError):
        return this_game.shared or read_file(_file(this_game), _LONGEST) == _stamp(this_game)
    return False


def unverified(stem: str) -> str:
    """What there is to do for a game that was not verified, in a sentence; empty for any other, and for one that is
    being written and stands in no file yet.
    """
    this_game = game(stem)
    if verified(stem) or not this_game.file.is_file():
        return ""
    return f"Not verified yet: run rencounter verify {this_game.called}"


def stamp(stem: str, holds: bool) -> None:
    """Remember of a game of one's own that it was verified as it stands, or that it does not hold; a folder in which
    nothing can be written stays as it is.
    """
    this_game = game(stem)
    if this_game.shared or not this_game.file.is_file():
        return
    with suppress(OSError, RuleError):
        if holds:
            lay_file(_file(this_game), _stamp(this_game))
        else:
            _file(this_game).unlink(missing_ok=True)


def _file(of: Game) -> Path:
    return of.file.with_suffix(".verified")


def _stamp(of: Game) -> str:
    """What stands there, which another version of its files, or of this package, has otherwise."""
    from ... import __version__

    head = f"# {of.file.name} held together as it was then; rencounter verify writes this."
    return f'{head}\nedition = "{of.edition}"\nversion = "{__version__}"\n'
