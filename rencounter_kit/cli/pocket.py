"""``rencounter pocket``: the workbook as one file for a browser, or one check as a small page of tables."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ..errors import RuleError
from ..mechanics.check import Check
from ..mechanics.links import Params
from ..mechanics.registry import checks
from ..rulebook.book import Ruleset
from ..wording import shown
from ..written_file import write_file
from .arguments import layers, parameters

_WHOLE = "rencounter.html"


def add(command: argparse.ArgumentParser) -> None:
    """What the command takes."""
    command.add_argument(
        "id", nargs="?", metavar="ID", help="one check alone, such as rencounter.fire, as a small page without Python"
    )
    command.add_argument("given", nargs="*", metavar="NAME=VALUE", help="how its page begins, such as skill=5")
    command.add_argument("--rules", metavar="FILE", action="append", default=[], help="house rules of that page")
    command.add_argument(
        "-o", "--output", metavar="FILE", help=f"the file to write ({_WHOLE}, or the name of the check)"
    )
    command.add_argument(
        "--dice",
        metavar="LINE",
        action="append",
        default=[],
        help="dice in one line, with which the whole workbook opens",
    )
    command.add_argument("--whole", action="store_true", help="the whole workbook, which opens with that check")
    command.add_argument(
        "--pyodide",
        metavar="FOLDER",
        help="an unpacked Pyodide, such as node_modules/pyodide; without it npm fetches it once, and it is kept",
    )


def pocket(args: argparse.Namespace) -> None:
    """Write the file."""
    file = Path(args.output or (f"{args.id}.html" if args.id else _WHOLE)).expanduser()
    if file.is_dir():
        raise RuleError(
            f"--output must be a file; got the folder {shown(args.output)}; try {shown(str(file / _WHOLE))}"
        )
    text, note = _one_check(args) if args.id and not args.whole and not args.dice else _whole(args)
    write_file(file, text, "--output")
    if note:
        print(note)
    size = len(text.encode())
    size_text = f"{size / 1e6:.1f} MB" if size >= 10**6 else f"{size / 1000:.0f} kB"
    print(f"{file}: {size_text}; open it in a browser, on any machine, without a network")


def _one_check(args: argparse.Namespace) -> tuple[str, str]:
    """The page of tables, and what is to be said of it."""
    from ..pocket.check_file import check_file

    if args.pyodide:
        raise RuleError(
            f"--pyodide must be for the whole workbook; got it with {args.id}; try --whole, or leave it out"
        )
    check, given, rules = _situation(args)
    return check_file(check.id, given, rules.lines), ""


def _situation(args: argparse.Namespace) -> tuple[Check[Any], Params, Ruleset]:
    """What the page begins with; it must not contradict itself."""
    check = checks[args.id]
    rules = layers(args.rules, check.stem).rules
    given = parameters(check, rules, args.given)
    asked = check.under(rules)
    asked.numbers(rules, asked.values(rules, given))
    return asked, given, rules


def _whole(args: argparse.Namespace) -> tuple[str, str]:
    """The pocket edition, and what is to be said of it."""
    from ..pocket.answers import address
    from ..pocket.build import pocket as made
    from ..pocket.lines import dice_address
    from ..pocket.runtime import fetched, pyodide_in

    start = ""
    if args.id and args.dice:
        raise RuleError(f"--dice must be without a check; got {args.id} too; leave out one of the two")
    if args.dice and args.rules:
        raise RuleError(
            "--rules must be for a check; got --dice too, and dice in a line have no rules; leave out one of the two"
        )
    if args.dice:
        start = dice_address(args.dice)
    elif args.id:
        check, given, rules = _situation(args)
        start = address(check, check.named(given), rules.lines)
    elif args.rules:
        raise RuleError(
            "--rules must be for one check here; got no check; try rencounter pocket rencounter.fire --rules ..."
        )
    folder = pyodide_in(Path(args.pyodide).expanduser()) if args.pyodide else fetched()
    text, compiled = made(folder, start)
    slow = "Node.js is not here to compile Python's files, so the page takes twice as long to begin."
    return text, "" if compiled else slow
