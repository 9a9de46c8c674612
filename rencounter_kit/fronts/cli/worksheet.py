"""``rencounter worksheet``: questions of a lesson on paper, with or without their answers."""

from __future__ import annotations

import argparse

from .arguments import whole_number
from .command import AddCommand

COMMANDS = ("worksheet",)


def add(command: AddCommand) -> None:
    """Add this command to a parser."""
    one = command("worksheet", worksheet, "print a worksheet of twelve questions, or its answers", asks=False)
    one.add_argument(
        "lesson",
        nargs="?",
        default="modifiers",
        help="a lesson of the workbook, or a file with one of yours (%(default)s)",
    )
    tip = "a whole number; the same one gives the same questions (one is drawn and printed if left out)"
    one.add_argument("--seed", type=whole_number, help=tip)
    one.add_argument("--answers", action="store_true", help="print the answers too, each worked by hand")
    one.add_argument("--paper", default="A4", metavar="PAPER", help="A4 or Letter (%(default)s)")
    one.add_argument(
        "-o", "--output", required=True, metavar="FILE", help="the file to write, such as sheet.html or sheet.pdf"
    )


def worksheet(args: argparse.Namespace) -> None:
    """Write the worksheet."""
    from ..paper.printed_file import printed_file, write_printed
    from ..paper.worksheet import worksheet as make_worksheet

    file = printed_file(args.output, "-o", "sheet")
    one = make_worksheet(args.lesson, seed=args.seed, answers=args.answers, paper=args.paper)
    write_printed(file, one.html(), "-o")
    print(f"{file}: {one.summary}")
