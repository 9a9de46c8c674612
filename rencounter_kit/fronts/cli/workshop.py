"""The commands of the house-rule workshop: ``rencounter compare | solve | effects``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from fractions import Fraction

from ...engine.formats.table import of_frame
from ...engine.words.errors import RuleError
from ...engine.words.wording import fraction_text, number_text
from ...workbook.mechanics.registry import checks
from ...workbook.mechanics.space import MEAN
from ...workbook.rulebook.book import rules
from .arguments import asks_outcome, in_one, in_words, layers, question, ranges, tried
from .command import AddCommand
from .mine_file import takes_rules
from .output import each_outcome, format_of, put, takes_format

COMMANDS = ("compare", "solve", "effects")
_MAX_ROWS = 30


def add(command: AddCommand) -> None:
    """Add these commands to a parser."""
    two = command("compare", _compare, "the book beside your house rules; each --rules is a set of its own")
    two.add_argument(
        "--points", default="0", help="show only changes of more than this many percentage points (%(default)s)"
    )
    back = command(
        "solve",
        _solve,
        "the value of a parameter, or of a figure of the rules, that brings a chance to a goal",
        asks=False,
    )
    back.add_argument("id", help="a check, such as rencounter.fire")
    back.add_argument(
        "unknown", metavar="UNKNOWN", help="a parameter, such as skill, or a figure, such as fire.range.long"
    )
    back.add_argument("given", nargs="*", metavar="NAME=VALUE", help="the other parameters, such as range_band=long")
    back.add_argument("--to", metavar="CHANCE", help="the goal: a chance such as 1/2 or 50%%, or a mean")
    back.add_argument("--times", metavar="NUMBER", help="the goal as a multiple of today's chance, such as 1/2")
    back.add_argument("--like", metavar="OUTCOME", help="as likely as this outcome or event")
    back.add_argument("--side", default="nearest", help="nearest to the goal, at_least or at_most (%(default)s)")
    back.add_argument(
        "--values", metavar="VALUES", help="the values to try, such as 5..20 or 2,4,8, instead of all of them"
    )
    takes_rules(back, " to start from")
    for one in (two, back):
        asks_outcome(one)
    takes_format(two, "csv")
    takes_format(back)
    touched = command("effects", _effects, "what your house rules change, the biggest change first", asks=False)
    touched.add_argument("game", help="a game, such as rencounter")
    takes_rules(touched)
    takes_format(touched)
    touched.add_argument("--fights", action="store_true", help=argparse.SUPPRESS)  # they are always among them


def _compare(args: argparse.Namespace) -> None:
    from ...workbook.analysis.comparison import compare

    check = checks[args.id]
    if not args.rules:
        raise RuleError("compare needs house rules to set beside the book; got none; try --rules FILE")
    tables = [layers([file], check.stem) for file in args.rules]
    comparison = compare(
        check.book, *tables, check, ranges(check, [check.book, *(table.rules for table in tables)], args.given)
    )
    has_mean = not (args.outcome or comparison.events) and comparison.has_mean
    outcomes = args.outcome or ([MEAN] if has_mean else [next(iter(comparison.events), None)])
    totals = (
        comparison.totals(events=comparison.groups())
        if has_mean
        else in_one([comparison.totals(outcome) for outcome in outcomes])
    )
    changed = in_one([comparison.changed(outcome, args.points) for outcome in outcomes])
    title = f"{check.title.rstrip('?')}: {' against '.join(comparison.names)}"
    if format_of(args) is not None:
        put(args, of_frame(changed, title, spelling=check.spelling))
        return
    for name in comparison.names:
        changed[name] = in_words(figure_text if has_mean else fraction_text, changed[name])
    moved = f"{comparison.moved()}\n" if has_mean else ""
    print(f"{title}\n{moved}{totals.to_string(index=False, na_rep='')}\n")
    more = "" if args.points == "0" else f" by more than {args.points} points"
    print(changed.head(_MAX_ROWS).to_string(index=False, na_rep="") if len(changed) else f"Nothing changes{more}.")
    if len(changed) > _MAX_ROWS:
        print(f"and {len(changed) - _MAX_ROWS} more; --csv prints all")


@each_outcome
def _solve(args: argparse.Namespace) -> object:
    from ...workbook.analysis.inverse import solve_for

    check, rules, params = question(args)
    goal = {"times": args.times, "like": args.like, "outcome": args.outcome, "side": args.side}
    if args.values is not None:
        goal["values"] = tried(check, rules, args.unknown, args.values)
    return solve_for(check, args.unknown, args.to, **goal, rules=rules, progress=sys.stderr.isatty(), **params)


def _effects(args: argparse.Namespace) -> None:
    from ...workbook.analysis.effects import effects
    from ...workbook.analysis.effects_table import effects_table

    stem = rules(args.game).stem
    if not args.rules:
        raise RuleError("effects needs house rules to set beside the book; got none; try --rules FILE")
    ours = layers(args.rules, stem).rules
    changes = effects(ours)
    table = effects_table(changes, ours.name)
    if format_of(args) is not None:
        put(args, table)
        return
    if changes:
        print(_lined_up(table.cells()))
    print(changes.rest)


def figure_text(figure: Fraction) -> str:
    """A mean as it is read in a table."""
    return number_text(figure)


def _lined_up(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(cell.ljust(n) for cell, n in zip(row, widths, strict=True)).rstrip() for row in rows)
