"""``rencounter book``: every check of a game with its odds, as a page or a PDF."""

from __future__ import annotations

import argparse

from ...workbook.analysis.roster import roster
from ...workbook.rulebook.book import rules
from .arguments import layers
from .command import AddCommand
from .mine_file import takes_rules

COMMANDS = ("book",)


def add(command: AddCommand) -> None:
    """Add this command to a parser."""
    one = command("book", book, "print the book of odds: every check of a game, as a web page or a PDF", asks=False)
    one.add_argument("stem", metavar="GAME", help="a game, such as rencounter, or one of your own, named with --game")
    takes_rules(one, " to print beside the book")
    tip = "men who meet each other in the last chapter: a file, a code, or the game for its ready ones"
    one.add_argument("--men", metavar="FILE", help=tip)
    one.add_argument("--paper", default="A4", metavar="PAPER", help="A4 or Letter (%(default)s)")
    one.add_argument(
        "-o", "--output", required=True, metavar="FILE", help="the file to write, such as odds.html or odds.pdf"
    )


def book(args: argparse.Namespace) -> None:
    """Write the book of odds."""
    from ..paper.book import book_page, odds_book
    from ..paper.printed_file import printed_file, write_printed
    from ..paper.text import one_of

    stem = rules(args.stem).stem
    file = printed_file(args.output, "-o", stem)  # before the work is done
    paper = one_of("paper", args.paper)
    men = roster(args.men) if args.men else None
    page = book_page(odds_book(layers(args.rules, stem), men=men), paper)
    write_printed(file, page, "-o")
    print(f"{file}: {file.stat().st_size / 1e6:.1f} MB")
