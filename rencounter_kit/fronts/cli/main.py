"""The command line ``rencounter``: chances and their reasons, the house-rule workshop, and the pages."""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Sequence
from io import TextIOWrapper

from ... import __version__
from ...engine.notation.errors import NotationError
from ...engine.words.errors import RuleError
from ...workbook.analysis.evening_list import ListError
from . import (
    analyses,
    asking,
    chances,
    dice_lines,
    handout,
    house,
    lab_and_app,
    lesson,
    listing,
    luck,
    men,
    new_game,
    odds_book,
    own_game,
    pocket,
    site,
    slide,
    verification,
    worksheet,
    workshop,
)
from .as_typed import as_typed
from .command import CommandParser, adding

_ROOMS = (
    *(listing, asking, chances, dice_lines, analyses, luck, men, workshop, house),
    *(handout, slide, worksheet, lesson, odds_book, new_game, verification, lab_and_app, pocket, site),
)
COMMANDS = tuple(name for room in _ROOMS for name in room.COMMANDS)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status.

    0; 2 with one line on standard error for bad input; 1 with one line where what is printed finds no room, and where a
    game that is verified has faults; 130, as is the custom, when it was stopped (Ctrl-C).
    """
    os.environ["PYTHONSAFEPATH"] = "1"  # no Python that we begin takes a module from the folder that somebody stands in
    sys.set_int_max_str_digits(0)  # exact fractions of long fights have thousands of digits
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a name that the console cannot write
    with warnings.catch_warnings():
        warnings.showwarning = lambda warning, *_: _say(str(warning))
        try:
            try:
                return _run(argv)
            finally:
                print(end="", flush=True)  # here, where it can still be said that it fails
        except RuleError as error:
            _say(as_typed(str(error), sys.argv[1:] if argv is None else argv))
            if isinstance(error, (NotationError, ListError)) and error.marked:
                print(error.marked, file=sys.stderr)
            return 2
        except KeyboardInterrupt:
            _say("stopped")
            return 130
        except BrokenPipeError:  # the reader, such as head, has enough
            _drop_output()
            return 0
        except OSError as error:
            if error.filename is not None:
                raise
            _drop_output()
            _say(f"there is no room for what is printed ({error.strerror}); print it elsewhere")
            return 1


def _run(argv: Sequence[str] | None) -> int:
    args, further = _parser().parse_known_args(argv)
    _take_further(args, further)
    own_game.load_games(args)
    return int(args.run(args) or 0)


def _say(sentence: str) -> None:
    print(f"rencounter: {sentence}", file=sys.stderr)


def _drop_output() -> None:
    """What nobody reads is not tried again when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = CommandParser(prog="rencounter", description="The exact odds of five tabletop games, and of any dice.")
    parser.add_argument("--version", action="version", version=f"rencounter {__version__}")
    names = "|".join(COMMANDS)
    add = adding(parser.add_subparsers(dest="command", required=True, metavar=names, parser_class=CommandParser))
    for room in _ROOMS:
        room.add(add)
    return parser


def _take_further(args: argparse.Namespace, further: Sequence[str]) -> None:
    """Parameters and lines may also follow an option; anything else left over is an error."""
    for word in further:
        if word.startswith("-") or not (hasattr(args, "line") or (hasattr(args, "given") and "=" in word)):
            raise RuleError(f"{args.command} does not take {word[:60]}; try rencounter {args.command} --help")
        (args.line if hasattr(args, "line") else args.given).append(word)
