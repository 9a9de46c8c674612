"""``rencounter luck`` and ``evening``: how often chance alone does what happened."""

from __future__ import annotations

import argparse
import sys

from ...engine.files.read_file import UnreadError, read_file
from ...engine.words.errors import RuleError
from ...engine.words.typed import begins_as_number
from ...workbook.analysis.evening_list import LONGEST, is_dice
from .arguments import asks_outcome, question, whole_number
from .command import SETTING_FORM, AddCommand
from .mine_file import takes_rules
from .output import each_outcome, takes_format, tell

COMMANDS = ("luck", "evening")


def add(command: AddCommand) -> None:
    """Add these commands to a parser."""
    unusual = command("luck", _luck, "how lucky you were: how often chance alone does that", asks=False)
    unusual.add_argument(
        "id",
        metavar="CHANCE_OR_ID",
        help="the chance of each try, such as 5/12 or 35%%; dice, such as '2d6 >= 9'; or a check, such as "
        "rencounter.fire",
    )
    unusual.add_argument("happened", type=whole_number, help="how often it happened, or the total of all rolls")
    unusual.add_argument("tries", type=whole_number, help="how many tries there were")
    unusual.add_argument("given", nargs="*", metavar=SETTING_FORM, help="parameters of the check, such as skill=5")
    takes_rules(unusual, " of the check")
    unusual.add_argument(
        "--series", type=whole_number, default=1, help="how many such series were rolled in all (%(default)s)"
    )
    asks_outcome(unusual)
    takes_format(unusual)
    whole = command("evening", _evening, "how lucky a whole evening was, with all its different rolls", asks=False)
    whole.add_argument(
        "line",
        nargs="*",
        help="what was rolled, such as '3 of 8 at 5/12' '9 on 2d6'; - reads a list from standard input",
    )
    whole.add_argument("--file", metavar="FILE", help="a file that lists what was rolled, one roll to a line")
    whole.add_argument(
        "--series", type=whole_number, default=1, help="how many such evenings you have played (%(default)s)"
    )
    takes_format(whole)


@each_outcome
def _luck(args: argparse.Namespace) -> object:
    from ...workbook.analysis.tail_probability import luck

    what = args.id
    if not (begins_as_number(args.id) or is_dice(args.id)):
        check, rules, params = question(args)
        what = check(rules=rules, **params)
    elif args.given or args.rules:
        extra = (args.given or args.rules)[0][:60]
        raise RuleError(f"{extra} must go with a check; got a chance or dice; leave it out")
    return luck(what, args.happened, args.tries, outcome=args.outcome, series=args.series)


def _evening(args: argparse.Namespace) -> None:
    from ...workbook.analysis.evening import evening

    tell(args, evening("\n".join(_throws(args)), series=args.series))


def _throws(args: argparse.Namespace) -> list[str]:
    """The lines of an evening: as they were given, those of a file, and those of standard input."""
    lines = [sys.stdin.read(LONGEST + 1) if line == "-" else line for line in args.line]
    if args.file:
        try:
            lines.append(read_file(args.file, LONGEST))
        except UnreadError as error:
            raise RuleError(f"--file must be a text that can be read; got {args.file[:200]}: {error}") from None
    return lines
