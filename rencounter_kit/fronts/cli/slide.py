"""``rencounter slide``: a check for the wall, a slide for each value of one parameter."""

from __future__ import annotations

import argparse

from .arguments import question
from .command import AddCommand

COMMANDS = ("slide",)


def add(command: AddCommand) -> None:
    """Add this command to a parser."""
    one = command("slide", slide, "show a check on a slide: its dice and the exact chance, large")
    tip = (
        "a slide for each value of a parameter, such as skill or skill=4..9; the left and right keys step through them"
    )
    one.add_argument("--by", default="", metavar="PARAMETER", help=tip)
    tip = "the event whose chance is shown large, such as hits (the first if left out)"
    one.add_argument("--outcome", help=tip)
    one.add_argument(
        "-o", "--output", required=True, metavar="FILE", help="the file to write, such as slide.html or slide.pdf"
    )


def slide(args: argparse.Namespace) -> None:
    """Write the slides."""
    from ..paper.printed_file import printed_file, write_printed
    from ..paper.slide import slide as make_slides

    file = printed_file(args.output, "-o", "slide")
    check, rules, params = question(args)
    slides = make_slides(check, by=args.by, outcome=args.outcome, rules=rules, **params)
    write_printed(file, slides.html(), "-o")
    many = len(slides.slides)
    print(f"{file}: {f'{many} slides' if many > 1 else '1 slide'}")
