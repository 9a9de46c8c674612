"""``rencounter lab`` and ``app``: the pages, in JupyterLab and without their code."""

from __future__ import annotations

import argparse
from pathlib import Path

from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text
from . import own_game, own_lesson
from .arguments import whole_number
from .command import AddCommand

COMMANDS = ("lab", "app")


def add(command: AddCommand) -> None:
    """Add these commands to a parser."""
    lab = command("lab", _lab, "copy the pages into a folder and open JupyterLab there", asks=False)
    lab.add_argument("folder", nargs="?", default=own_game.PAGES, help="a folder of yours (%(default)s)")
    app = command("app", _app, "open the pages in a browser, without any code", asks=False)
    for one in (lab, app):
        own_lesson.takes_lesson(one)
        one.add_argument("--no-browser", action="store_true", help="print the address instead of opening a browser")
        one.add_argument("--port", type=whole_number, default=None, help="the port to use on this machine")
    app.add_argument(
        "--pages",
        metavar="FOLDER",
        help="also show the notebooks of this folder; each is a program that runs when you open it",
    )


def _lab(args: argparse.Namespace) -> int:
    from .made_page import A_PROGRAM, IN_LAB, NOT_OURS, lay_game, lay_lesson
    from .pages import FIRST, lay, open_lab

    own_lesson.load_lessons(args)
    home = own_game.home_of(args)
    folder = Path(args.folder).expanduser() if home is None else home[0]
    pages = folder if home is None else folder / own_game.PAGES
    if home is not None and pages.is_symlink():
        raise RuleError(
            f"{own_game.PAGES} must be a folder beside the game; got {as_text(str(pages))}, a link; move it away"
        )
    lines = lay(pages)
    laid = [lay_lesson(pages / f"{name}.ipynb", file) for name, file in own_lesson.own_lessons().items()]
    if home is not None:
        laid.append(lay_game(pages, Path(home[1]).stem))
    lines += [line for _, notes in laid for line in notes]
    if any(line.endswith(NOT_OURS) for line in lines):
        lines.append(f"{A_PROGRAM} To run one that is not ours all the same, {IN_LAB}.")
    for line in lines:
        print(line)
    first = laid[0][0].relative_to(folder).as_posix() if laid else FIRST
    return open_lab(folder, browser=not args.no_browser, port=args.port, first=first)


def _app(args: argparse.Namespace) -> int:
    from .pages import FIRST, open_app

    own_lesson.load_lessons(args)
    _, page = own_game.home_of(args) or (None, FIRST)
    first = next((f"{name}.ipynb" for name in own_lesson.own_lessons()), page)
    folder = Path(args.pages).expanduser() if args.pages else None
    if folder and not folder.is_dir():
        raise RuleError(
            f"--pages must be a folder of notebooks; got {as_text(str(folder))}, which is none; try --pages ."
        )
    return open_app(browser=not args.no_browser, port=args.port, folder=folder, first=first)
