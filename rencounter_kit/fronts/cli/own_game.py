"""One's own games on the command line: ``--game FOLDER`` of every command, and ``rencounter new``."""

from __future__ import annotations

import argparse
import json
import os
import re
from pathlib import Path

from ...engine.files.folders import project_folder
from ...engine.words.errors import RuleError
from ...engine.words.wording import words
from ...workbook.mechanics.catalogue import load_game
from ...workbook.rulebook.library import VARIABLE, file_of

PAGES = "rencounter-pages"  # where the pages of the workbook are laid, beside those of the game
_STARTER, _TITLE = "ford", "The Ford"  # the game that a new folder gets, until it is called after the folder


def takes_game(command: argparse.ArgumentParser) -> None:
    """Let a command know games of one's own."""
    command.add_argument(
        "--game",
        metavar="FOLDER",
        dest="own_games",
        action="append",
        default=[],
        help="a game of your own, its folder or its file; may be given again",
    )
    command.add_argument(
        "--python",
        metavar="FILE",
        help="a Python file with more checks for that game, which is run; needs exactly one --game",
    )


def load_games(args: argparse.Namespace) -> None:
    """Load the games that the command names, here and in every process that it begins."""
    games, python = getattr(args, "own_games", None), getattr(args, "python", None)
    if games is None:
        return
    if python and len(games) != 1:
        raise RuleError(f"--python needs exactly one --game; got {len(games) or 'none'}; name the game that it is for")
    for game in games:
        load_game(game, python)
    if games:
        places = [[str(file_of(game)), str(Path(python).resolve()) if python else None] for game in games]
        os.environ[VARIABLE] = json.dumps(places)


def home_of(args: argparse.Namespace) -> tuple[Path, str] | None:
    """The folder of the first game that is named, and what its page is called; nothing without such a game."""
    if not args.own_games:
        return None
    file = file_of(args.own_games[0])
    return file.parent, f"{file.stem}.ipynb"


def starter_text(stem: str, kind: str) -> str:
    """What a new game of that name gets.

    kind : the ending of the file, ".toml" or ".ipynb".
    """
    text = (project_folder("data") / "starter" / f"{_STARTER}{kind}").read_text(encoding="utf-8")
    return text if stem == _STARTER else re.sub(rf"\b{_STARTER}\b", stem, text.replace(_TITLE, words(stem).title()))
