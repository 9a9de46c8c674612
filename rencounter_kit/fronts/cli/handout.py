"""``rencounter handout``: tables to print, from a ready handout or one's own text."""

from __future__ import annotations

import argparse
from pathlib import Path

from .arguments import layers
from .command import AddCommand
from .mine_file import takes_rules

COMMANDS = ("handout",)


def add(command: AddCommand) -> None:
    """Add this command to a parser."""
    one = command("handout", handout, "print a handout: a page or two of tables, with your house rules", asks=False)
    one.add_argument(
        "handout",
        metavar="GAME_OR_FILE",
        help="a game, such as rencounter, for its ready handout, or the file of a handout of yours",
    )
    takes_rules(one)
    one.add_argument("--paper", default="", help="A4 or Letter (as the handout says if left out)")
    one.add_argument("--show", default="", help="both (the book and the house rules side by side), book, or rules")
    tip = "the file to write: a page to print (.html or .pdf) or its text (.toml); without it the text is shown here"
    one.add_argument("-o", "--output", metavar="FILE", help=tip)


def handout(args: argparse.Namespace) -> None:
    """Write the page or the text."""
    from ..paper.handout import handout as make_handout

    one = make_handout(args.handout, paper=args.paper, show=args.show)
    if args.rules:
        one = one.under(layers(args.rules, one.book.stem))
    if args.output is None:
        print(one.text, end="")
        return
    file = Path(args.output).expanduser()
    one.save(file)
    says = {
        ".toml": "change it as you like, and give it to rencounter handout again",
        ".html": "open it in a browser and print it",
        ".pdf": f"{one.source.paper}, ready to print",
    }
    print(f"{file}: {says[file.suffix.lower()]}")
