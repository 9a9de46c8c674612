"""``rencounter verify``: the faults of a game."""

from __future__ import annotations

import argparse

from .arguments import whole_number
from .command import AddCommand
from .output import takes_format, tell

COMMANDS = ("verify",)


def add(command: AddCommand) -> None:
    """Add this command to a parser."""
    verified = command("verify", _verify, "test a game, and list its faults", asks=False, own_games=False)
    verified.add_argument("game", help="a game, such as traveller, or the file or folder of your own")
    verified.add_argument(
        "--python", metavar="FILE", help="a Python file with more checks for your own game; it is run"
    )
    verified.add_argument("--seed", type=whole_number, default=0, help="the seed of the test rolls (%(default)s)")
    takes_format(verified)


def _verify(args: argparse.Namespace) -> int:
    from ...workbook.verification.verify import verify

    findings = verify(args.game, args.seed, python=args.python)
    tell(args, findings)
    return 1 if findings.faults else 0
