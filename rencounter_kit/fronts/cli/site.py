"""``rencounter site`` and ``lite``: odds, handouts and the pocket edition, or the pages, as a folder for the web."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text
from ...workbook.analysis.mine import Mine
from ...workbook.rulebook.book import rules, systems
from ...workbook.rulebook.library import file_of, game
from .arguments import layers
from .command import AddCommand
from .mine_file import MineFile, mine_among, takes_name, takes_rules

COMMANDS = ("site", "lite")


def add(command: AddCommand) -> None:
    """Add these commands to a parser."""
    one = command("site", site, "write a website: odds, handouts, rules and the pocket edition of games", asks=False)
    one.add_argument("folder", metavar="FOLDER", help="the folder to write, for any web space")
    one.add_argument(
        "games", nargs="*", metavar="GAME", help="games, such as rencounter; if left out, your own, or else all five"
    )
    takes_rules(one, " of the first of them")
    takes_name(one)
    pages = command("lite", lite, "write the pages as a website that needs no Python on its server", asks=False)
    pages.add_argument("-o", "--output", default="_site", metavar="FOLDER", help="the folder to write (%(default)s)")
    pages.add_argument(
        "--pyodide",
        metavar="FOLDER",
        help="a folder with Pyodide and its libraries; without it they are downloaded, once",
    )


def site(args: argparse.Namespace) -> None:
    """Write the folder."""
    from ..paper.pdf import browser
    from ..site.build import site as make_site

    mine = mine_among(args.rules)
    named = [rules(stem).stem for stem in args.games] or _own(args, mine) or [s for s in systems() if game(s).shared]
    stems = list(dict.fromkeys(named))
    if any(not isinstance(one, MineFile) for one in args.rules):
        mine = replace(mine, rules={**mine.rules, stems[0]: layers(args.rules, stems[0])})
    folder = Path(args.folder).expanduser()
    make_site(folder, stems, mine, args.whose, _tell)
    if browser() is None:
        print("Left out: handouts as PDF, for which this machine has no Chromium, Chrome or Edge.")
    _say_where(folder)


def lite(args: argparse.Namespace) -> None:
    """Write the pages."""
    from ..lite.build import lite as make_pages

    folder = Path(args.output).expanduser()
    if folder.exists() and not (folder / "jupyter-lite.json").is_file() and (folder.is_file() or any(folder.iterdir())):
        raise RuleError(
            "--output must be a new or empty folder, or one with such a site; "
            f"got {as_text(args.output)} with something else; try another"
        )
    make_pages(folder, Path(args.pyodide).expanduser().absolute() if args.pyodide else None, _tell)
    _say_where(folder)


def _tell(part: str) -> None:
    print(f"{part} ...", flush=True)


def _say_where(folder: Path) -> None:
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    print(f"{folder}: {size / 1e6:.0f} MB; put it on any web space, or look at it here:")
    print(f'python -m http.server --bind 127.0.0.1 --directory "{folder}"')


def _own(args: argparse.Namespace, mine: Mine) -> Sequence[str]:
    """The games of one's own that are named."""
    return [*(file_of(one).stem for one in args.own_games), *mine.games]
