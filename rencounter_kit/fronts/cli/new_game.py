"""``rencounter new``: a small complete game to begin with."""

from __future__ import annotations

import argparse
import re
import shlex
from pathlib import Path

from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text
from ...workbook.mechanics.catalogue import load_game
from .command import AddCommand
from .own_game import starter_text

COMMANDS = ("new",)


def add(command: AddCommand) -> None:
    """Add this command to a parser."""
    purpose = "start a game of your own from a small complete one"
    one = command("new", new, purpose, asks=False, own_games=False)
    one.add_argument("folder", help="a new folder with the name of the game, such as ford")


def new(args: argparse.Namespace) -> None:
    """Lay a small whole game into a folder."""
    folder = Path(args.folder).expanduser()
    stem = re.sub(r"[^a-z0-9]+", "_", folder.resolve().name.lower()).strip("_")[:40]
    if not stem or not stem[0].isalpha():
        raise RuleError(f"the folder of a game must have its name, such as ford; got {as_text(str(args.folder))}")
    texts = {folder / f"{stem}{kind}": starter_text(stem, kind) for kind in (".ipynb", ".toml")}
    if there := _first_in(folder):
        raise RuleError(
            f"a new game must have a new or empty folder; got {as_text(str(folder))}, which has {as_text(there)}; "
            f"try another "
            f"name, such as rencounter new {shlex.quote(f'{folder}2' if folder.name else f'{stem}2')}"
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, text in texts.items():
            file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise RuleError(
            f"the folder of a game must be one that can be written; got {folder}: {error.strerror}"
        ) from None
    try:
        load_game(folder / f"{stem}.toml")
    except RuleError as error:
        for file in texts:
            file.unlink()
        raise error from None
    path = shlex.quote(str(folder))
    print(
        f"{folder} now holds a small game, {stem}.toml, and a page, {stem}.ipynb. What to do next:\n"
        f"  rencounter check {stem}.shoot --game {path}     its first check\n"
        f"  rencounter lab --game {path}                    its page in JupyterLab; change {stem}.toml "
        f"and run the page again\n"
        f"  rencounter app --game {path}                    a page of its checks, and all others, live, without code\n"
        f"  rencounter verify {path}                        check it for mistakes"
    )


def _first_in(folder: Path) -> str:
    """A name that stands in a folder; "" in an empty one, or one that there is not. What is hidden, as a version
    control, does not count.
    """
    try:
        return min((one.name for one in folder.iterdir() if not one.name.startswith(".")), default="")
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise RuleError(
            f"the folder of a game must be a folder; got {as_text(str(folder))}: {error.strerror}"
        ) from None
