"""``rencounter house``: the ready house rules and the rulings of a game, and what yours change."""

from __future__ import annotations

import argparse
from pathlib import Path

from ...engine.files.written_file import write_file
from ...engine.formats.table import ExactTable
from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text
from ...workbook.rulebook.book import Rule, Ruleset, figure_text, rules as rules_of
from ...workbook.rulebook.layers import Layers, ready_rules
from ...workbook.rulebook.text import written_line
from .arguments import layers
from .command import AddCommand
from .output import format_of, takes_format, tell

COMMANDS = ("house",)


def add(command: AddCommand) -> None:
    """Add this command to a parser."""
    house = command(
        "house", _house, "list a game's ready house rules and its rulings, or show what yours change", asks=False
    )
    house.add_argument("game", help="a game, such as rencounter")
    house.add_argument(
        "files", nargs="*", metavar="FILE", help="house rules, each a file or the name of a ready one; a later one wins"
    )
    house.add_argument("--code", action="store_true", help="print only the code that shares them")
    takes_format(house)
    house.add_argument("--sheet", metavar="FILE.html", help="write a page to print: each change, and what it does")


def _house(args: argparse.Namespace) -> None:
    book = rules_of(args.game)
    if (args.code or args.sheet) and not args.files:
        option = "--code" if args.code else "--sheet"
        raise RuleError(f"{option} needs house rules; got none; try rencounter house {args.game} FILE {option}")
    if args.files:
        if format_of(args) is not None:
            raise RuleError(
                "--format lists the ready house rules of a game; got some of them too; "
                f"try rencounter effects {book.stem} --rules {as_text(args.files[0])}"
            )
        table = layers(args.files, book.stem)
        if args.sheet:
            _write_sheet(table, Path(args.sheet))
        print(table.code if args.code else "\n".join([str(table), *_conflicts(table)]))
        return
    tell(args, _Ready(book))


class _Ready:
    """The ready house rules of a game, and its rulings."""

    def __init__(self, book: Ruleset) -> None:
        self.book, self.ready = book, ready_rules(book.stem)

    def _others(self, rule: Rule) -> str:
        return " or ".join(figure_text(choice) for choice in rule.options if choice != rule.value)

    def as_table(self) -> ExactTable:
        headings = ("kind", "name", "what", "or", "note", "source")
        lines = [("ready house rule", stem, layer.title, "", "", "") for stem, layer in self.ready.items()]
        for rule in self.book.rulings:
            line = written_line(rule.path, rule.value)
            lines.append(("ruling", line, rule.label, self._others(rule), rule.note, rule.source))
        return ExactTable(headings, lines, read=[headings, *lines])

    def __str__(self) -> str:
        width = max(map(len, self.ready))
        lines = [f"{self.book.title}: ready house rules"]
        lines += [f"  {stem:<{width}}  {layer.title}" for stem, layer in self.ready.items()]
        lines.append("\nRulings: where the rules are unclear, each with its default")
        for rule in self.book.rulings:
            line = written_line(rule.path, rule.value) + (f"  # or {others}" if (others := self._others(rule)) else "")
            lines.append(f"  {line}\n    # {rule.label}. {rule.note} ({rule.source})")
        return "\n".join(lines)


def _write_sheet(table: Layers, file: Path) -> None:
    from ..charts.sheet import sheet

    write_file(file, sheet(table), "--sheet")


def _conflicts(table: Layers) -> list[str]:
    """Where layers want different figures, a line each."""
    lines = [
        f"#   {path}: {', '.join(f'{name} {figure_text(value)}' for name, value in figures)}"
        for path, figures in table.conflicts.items()
    ]
    return ["", "# Conflicts, where the last layer holds:", *lines] if lines else []
