"""``rencounter lite``: the workbook as a static site."""

from __future__ import annotations

import argparse
from pathlib import Path

from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text
from .command import AddCommand

COMMANDS = ("lite",)


def add(command: AddCommand) -> None:
    """Add this command to a parser."""
    one = command("lite", lite, "write the pages as a website that needs no Python on its server", asks=False)
    one.add_argument("-o", "--output", default="_site", metavar="FOLDER", help="the folder to write (%(default)s)")
    one.add_argument(
        "--pyodide",
        metavar="FOLDER",
        help="a folder with Pyodide and its libraries; without it they are downloaded, once",
    )


def lite(args: argparse.Namespace) -> None:
    """Write the site."""
    from ..lite.build import lite as make_site

    folder = Path(args.output).expanduser()
    if folder.exists() and not (folder / "jupyter-lite.json").is_file() and (folder.is_file() or any(folder.iterdir())):
        raise RuleError(
            "--output must be a new or empty folder, or one with such a site; "
            f"got {as_text(args.output)} with something "
            "else; try another"
        )
    pyodide = Path(args.pyodide).expanduser().absolute() if args.pyodide else None
    make_site(folder, pyodide, lambda part: print(f"{part} ...", flush=True))
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    print(f"{folder}: {size / 1e6:.0f} MB; put it on any web space, or look at it here:")
    print(f'python -m http.server --bind 127.0.0.1 --directory "{folder}"')
