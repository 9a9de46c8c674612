"""``rencounter list``: the checks, what a check asks, and what has some words."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import groupby

from ...engine.formats.table import ExactTable
from ...engine.words.errors import RuleError
from ...engine.words.typed import meant
from ...engine.words.wording import as_text
from ...workbook.mechanics.check import Check
from ...workbook.mechanics.registry import checks
from ...workbook.rulebook.book import rules as rules_of
from ...workbook.rulebook.library import games
from .command import AddCommand
from .output import format_of, put, takes_format, tell

_MAX_ROWS = 500_000

COMMANDS = ("list",)


def add(command: AddCommand) -> None:
    """Add this command to a parser."""
    listed = command(
        "list", _list, "list all checks, a game's checks or a check's parameters, or search for words", asks=False
    )
    listed.add_argument(
        "id",
        nargs="*",
        metavar="ID_OR_WORDS",
        help="a check, such as rencounter.fire, a game, such as traveller, or words, such as large shield",
    )
    takes_format(listed)


def _list(args: argparse.Namespace) -> None:
    query = " ".join(args.id)
    titles = {name: stem for stem in games() for name in (stem, rules_of(stem).title)}
    game = titles.get(meant(query, titles) or "")
    if game:
        tell(args, _Checks([check for check in checks.values() if check.stem == game]))
        return
    if query and query not in checks and "." not in query:
        tell(args, _listed(query))
        return
    if query:
        check = checks[query]
        if format_of(args) is not None:
            put(args, _parameter_table(check))
            return
        print(f"{check.id}: {check.title}  ({check.book.title}: {check.source})\n{check.signature}".rstrip())
        return
    tell(args, _Checks(list(checks.values())))


class _Checks:
    """Some checks by their names, a line each."""

    def __init__(self, each: Sequence[Check]) -> None:
        self.each = each

    def as_table(self) -> ExactTable:
        headings = ("check", "title", "game", "source")
        lines = [(check.id, check.title, check.book.title, check.source) for check in self.each]
        return ExactTable(headings, lines, read=[headings, *lines])

    def __str__(self) -> str:
        width = max(len(check.id) for check in self.each)
        return "\n".join(f"{check.id:<{width}}  {check.title}" for check in self.each)


def _parameter_table(check: Check) -> ExactTable:
    """What a check asks, to be written in a format."""
    lines = [(p.name, p.wanted, p.help) for p in check.parameters.values()]
    title = f"{check.id}: {check.title}  ({check.book.title}: {check.source})"
    return ExactTable(("parameter", "values", "help"), lines, title, read=[("parameter", "values", "help"), *lines])


class _Listed:
    """All that has some words, a heading for each kind.

    above : what is to be said first, if anything.
    """

    def __init__(self, lines: Sequence[tuple[str, str, str, str]], above: str) -> None:
        self.lines, self.above = lines, above

    def as_table(self) -> ExactTable:
        headings = ("kind", "name", "game", "where")
        return ExactTable(headings, self.lines, read=[headings, *self.lines])

    def __str__(self) -> str:
        lines = [self.above] if self.above else []
        for kind, each in groupby(self.lines, key=lambda line: line[0]):
            lines += [
                f"{kind}:",
                *(f"  {name} ({f'{game}; ' if game else ''}{where})" for _, name, game, where in each),
            ]
        return "\n".join(lines)


def _listed(query: str) -> _Listed:
    """All that has most of these words; ``RuleError`` where nothing has any."""
    from ...workbook.analysis.search import HEADINGS, find, search_summary

    result = find(query, limit=_MAX_ROWS)
    if result.instead or not any(result.of.values()):
        hint = f"did you mean {result.instead}?" if result.instead else "try others, or rencounter list for all checks"
        raise RuleError(f"no check, figure or situation has {as_text(query)}; {hint}")
    lines = [
        (
            HEADINGS[kind],
            one.name,
            rules_of(one.stem).title if one.stem else "",
            one.check.id if one.kind == "check" and one.check else one.rule.path if one.rule else one.about,
        )
        for kind, finds in result.finds.items()
        for one in finds
    ]
    return _Listed(lines, search_summary(result, query))
