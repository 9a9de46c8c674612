"""``rencounter ask``: a question in words."""

from __future__ import annotations

import argparse

from ...workbook.asking.ask import ask
from .command import AddCommand

COMMANDS = ("ask",)


def add(command: AddCommand) -> None:
    """Add this command to a parser."""
    parser = command("ask", _ask, "ask in words: long bow at full plate, skill 8", asks=False)
    parser.add_argument("question", nargs="+", metavar="WORDS", help="a question, or half of one")


def _ask(args: argparse.Namespace) -> None:
    reply = ask(" ".join(args.question))
    _ = reply.dice or reply.reading  # or say that there is none
    print(reply)
