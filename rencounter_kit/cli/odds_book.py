"""``rencounter book``: every check of a game with its odds, as a page or a PDF."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..errors import RuleError
from ..rulebook.book import rules
from ..wording import shown
from ..written_file import write_file
from .arguments import layers

_ENDINGS = (".html", ".pdf")


def add(command: argparse.ArgumentParser) -> None:
    """What the command takes."""
    command.add_argument(
        "stem", metavar="GAME", help="a game, such as rencounter, or one of your own, named with --game"
    )
    tip = "house rules, which then stand beside the book: a line, a file, a code or a ready one; several in order"
    command.add_argument("--rules", metavar="FILE", action="append", default=[], help=tip)
    command.add_argument("--paper", default="A4", metavar="PAPER", help="A4 or Letter (%(default)s)")
    command.add_argument("-o", "--output", required=True, metavar="FILE", help="what to write: odds.html, or odds.pdf")


def book(args: argparse.Namespace) -> None:
    """Write the book of odds."""
    from ..paper.book import book_page, odds_book
    from ..paper.pdf import must_print, pdf_of
    from ..paper.text import one_of

    file, stem = Path(args.output).expanduser(), rules(args.stem).stem
    if file.suffix.lower() not in _ENDINGS:
        raise RuleError(f"-o must be a file that ends with .html or .pdf; got {shown(args.output)}; try -o {stem}.html")
    paper = one_of("paper", args.paper)
    if not file.parent.is_dir() or file.is_dir():  # before the work is done
        raise RuleError(
            f"-o must be a file that can be written; got {shown(args.output)}, "
            f"{'which is a folder' if file.is_dir() else 'whose folder is not there'}; try -o {stem}{file.suffix}"
        )
    is_pdf = file.suffix.lower() == ".pdf"
    if is_pdf:
        must_print()  # before the work is done
    made = book_page(odds_book(layers(args.rules, stem)), paper)
    write_file(file, pdf_of(made) if is_pdf else made, "-o")
    print(f"{file}: {file.stat().st_size / 1e6:.1f} MB")
