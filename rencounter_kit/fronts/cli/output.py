"""Where the answer of a command goes: to the screen as it is read, or in a format that other programs take,
to a file.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

from ...engine.files.written_file import write_file
from ...engine.formats.table import ExactTable, as_table, stacked
from ...engine.formats.writing import FORMATS, encoded, ended, named_format
from ...engine.words.errors import RuleError

Act = Callable[[argparse.Namespace], None]
MANY = ("csv", "csv-semicolon", "csv-decimal-comma", "json")  # for programs, which read any number of lines


def takes_format(command: argparse.ArgumentParser, *short: str) -> None:
    """Let a command write its table in a format, and into a file; ``short`` : formats that are options too."""
    group = command.add_mutually_exclusive_group()
    group.add_argument(
        "--format",
        type=_format,
        metavar="FORMAT",
        help=f"the format of the table: {', '.join(FORMATS)}; -o FILE sets it by its ending",
    )
    for name in short:
        says = f"the same as --format {name}"
        group.add_argument(f"--{name}", dest="format", action="store_const", const=name, help=says)
    command.add_argument("-o", "--output", metavar="FILE", help="write it to a file, such as odds.csv or odds.xlsx")


def _format(text: str) -> str:
    try:
        return named_format(text)
    except RuleError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def format_of(args: argparse.Namespace) -> str | None:
    """The format that is asked for; ``None`` for the answer as it is read."""
    name: str | None = getattr(args, "format", None)
    if name is None and getattr(args, "output", None):
        return ended(Path(args.output))
    return name


def tell(args: argparse.Namespace, *answers: object) -> None:
    """Print answers, or write their tables as the command is asked to."""
    if format_of(args) is None:
        print("\n\n".join(map(str, answers)))
    else:
        put(args, *map(as_table, answers))


def put(args: argparse.Namespace, *tables: ExactTable) -> None:
    """Write tables in the format that is asked for."""
    name = format_of(args) or "text"
    one = FORMATS[name]
    if len(tables) > 1 and (not one.is_text or name == "json"):
        raise RuleError(f"{name} holds one table; got {len(tables)}; ask for each by itself")
    if not one.is_text:
        put_content(args, name, one.write(tables[0]))
    else:
        put_content(args, name, "\n\n".join(str(one.write(table)).rstrip("\n") for table in tables))


def put_content(args: argparse.Namespace, name: str, content: str | bytes) -> None:
    """Print what a format holds, or write it into the file."""
    if args.output is None:
        if isinstance(content, bytes):
            raise RuleError(f"{name} needs a file to go into; got none; try -o odds.{FORMATS[name].ending}")
        print(content)
        return
    write_file(args.output, encoded(name, content), "-o")


def each_outcome(act: Callable[[argparse.Namespace], object]) -> Act:
    """Asks the same for each ``--outcome``: a line between the answers, or all of them in one table."""

    def run(args: argparse.Namespace) -> None:
        outcomes: Sequence[str | None] = args.outcome or [None]
        tables = list[ExactTable]()
        for number, outcome in enumerate(outcomes):
            answer = act(argparse.Namespace(**{**vars(args), "outcome": outcome}))
            if format_of(args) is not None:
                tables.append(as_table(answer))
            else:
                print(f"{chr(10) if number else ''}{answer}")
        if tables:
            put(args, stacked(tables, "of", list(map(str, outcomes))))

    return run
