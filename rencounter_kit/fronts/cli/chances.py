"""``rencounter check``, ``explain``, ``sweep`` and ``simulate``: the odds of a check, exactly and at random."""

from __future__ import annotations

import argparse
import json
import signal
import sys
from contextlib import nullcontext
from fractions import Fraction

from ...engine.formats.grid import gridded
from ...engine.formats.table import of_frame
from ...engine.words.errors import RuleError
from ...engine.words.wording import fraction_text, number_text, plural, rounded_text
from ...workbook.analysis.answer_text import AnswerText
from ...workbook.analysis.measure import left_out_text
from ...workbook.mechanics.check import Check, Result
from ...workbook.mechanics.processes.process import ProcessResult
from ...workbook.mechanics.registry import checks
from .arguments import asks_outcome, in_one, in_words, layers, question, ranges, whole_number
from .as_typed import as_typed
from .command import AddCommand
from .output import MANY, format_of, put, put_content, takes_format

_MAX_WORKERS, _MAX_ROWS, _DOWN_AND_ACROSS = 64, 500_000, 2

COMMANDS = ("check", "explain", "sweep", "simulate")


def add(command: AddCommand) -> None:
    """Add these commands to a parser."""
    takes_format(command("check", _check, "the odds of a check"), "json")
    reasons = command("explain", _explain, "the odds of a check, and why: every modifier with its source")
    reasons.add_argument("--tree", action="store_true", help="also show every way the dice can fall")
    takes_format(reasons)
    many = command("sweep", _sweep, "a table of a check, such as skill=1..12 range_band=short,long")
    asks_outcome(many, "every outcome")
    many.add_argument(
        "--by", metavar="DOWN,ACROSS", help="lay it out as a grid: down, then across, such as skill,range_band"
    )
    takes_format(many, "csv")
    random = command("simulate", _simulate, "roll a check, or fight a fight, many times")
    random.add_argument("--fights", type=whole_number, default=100_000, help="how many rolls or fights (%(default)s)")
    random.add_argument("--seed", type=whole_number, default=0, help="the same seed gives the same rolls (%(default)s)")
    random.add_argument(
        "--workers", type=whole_number, default=1, help="how many processes share the work (%(default)s)"
    )
    takes_format(random)


def _result(args: argparse.Namespace) -> Result:
    check, rules, params = question(args)
    return check(rules=rules, **params)


def _check(args: argparse.Namespace) -> None:
    result = _result(args)
    if format_of(args) == "json":
        outcomes = {result.check.text(o): str(p) for o, p in result.items()}
        exact = {"exact": not result.within, **({"within": str(result.within)} if result.within else {})}
        answer = {"check": result.check.id, "params": dict(result.params), **exact, "outcomes": outcomes}
        put_content(args, "json", json.dumps(answer, indent=2))
        return
    if format_of(args) is not None:
        put(args, result.as_table())
        return
    print(result.headline)
    explanation = result.explain()
    print("\n".join(f"{name:<22} {chance}" for name, chance in explanation.chances))
    if explanation.rounding:
        print(explanation.rounding)
    if result.average:
        print(result.average)
    if result.spread:
        print(result.spread)
    has_turns = (
        result.space.has_mean and isinstance(result, ProcessResult) and result.dist.mean == result.expected_turns
    )
    if isinstance(result, ProcessResult) and len(result.turns) > 1 and not result.endless and not has_turns:
        print(f"{plural(result.check.turn) + ', on average':<22} {number_text(result.expected_turns)}")
    if result.within:
        print(rounded_text(result.within))
    idle = result.check.idle_lines(result.rules, result.targets)
    adds = any(rule.adds for rule in result.rules.house_rules)
    if adds and not idle and AnswerText.of(result.check, result.rules, result.params).alike:
        idle = ["These house rules change nothing here."]
    for line in idle:
        print(f"note: {line}", file=sys.stderr)


def _explain(args: argparse.Namespace) -> None:
    result = _result(args)
    if format_of(args) is not None:
        put(args, (result.branches() if args.tree else result.explain()).as_table())
        return
    print("\n".join(filter(None, [str(result.explain()), result.spread])))
    if args.tree:
        print(f"\n{result.branches()}")


def _sweep(args: argparse.Namespace) -> None:
    from ...workbook.analysis.sweeps import sweep

    check = checks[args.id]
    rules = layers(args.rules, check.stem).rules
    check = check.under(rules)
    params, left_out = ranges(check, [rules], args.given), list[str]()
    tables = [sweep(check, outcome=outcome, rules=rules, **params) for outcome in args.outcome or [None]]
    for one in tables:
        reasons = [as_typed(line, ()) for line in left_out_text(one.attrs["left_out"], check.spelling)]
        left_out += [line for line in reasons if line not in left_out]
    rounded, frame, form = tables[0].attrs["rounded"], in_one(tables), format_of(args)
    if len(frame) > _MAX_ROWS and form not in MANY:
        raise RuleError(f"a table on the screen must have at most {_MAX_ROWS:,} rows; got {len(frame):,}; try --csv")
    frame["outcome"] = in_words(check.text, frame["outcome"])
    if form or args.by:
        notes = [] if form in MANY else [*left_out, *rounded]
        table = of_frame(frame, check.title.rstrip("?"), notes, check.spelling)
        put(args, gridded(table, *_down_and_across(check, args.by)) if args.by else table)
    else:
        for name in {"probability", "mean"} & {*frame.columns}:
            frame[name] = in_words(_fraction_text, frame[name])
        print(frame.to_string(index=False, na_rep=""))
    if form in MANY or not (form or args.by):
        for line in (*left_out, *rounded):
            print(line, file=sys.stderr if form else sys.stdout)


def _fraction_text(figure: Fraction | float) -> str:
    """A figure of a table; nothing where another outcome is asked."""
    return fraction_text(figure) if isinstance(figure, Fraction) else ""


def _down_and_across(check: Check, by: str) -> list[str]:
    """The two headings that ``--by`` names."""
    names = [name.strip() for name in by.split(",")]
    if len(names) != _DOWN_AND_ACROSS:
        raise RuleError(f"--by must name two parameters, down and across; got {by[:60]}; try --by skill,range_band")
    return [name if name == "outcome" else check.name_of(name) for name in names]


def _simulate(args: argparse.Namespace) -> int:
    from concurrent.futures import ProcessPoolExecutor

    from ...workbook.analysis.simulation import simulate

    check, rules, params = question(args)
    if not 1 <= args.workers <= _MAX_WORKERS:
        raise RuleError(f"--workers must be from 1 to {_MAX_WORKERS}; got {args.workers}")
    deaf = (
        signal.signal,
        (signal.SIGINT, signal.SIG_IGN),
    )  # only this process stops at Ctrl-C, and tells what was done
    pool = ProcessPoolExecutor(args.workers, None, *deaf) if args.workers > 1 else nullcontext()
    bar = sys.stderr.isatty()
    with pool as executor:
        fights = simulate(check, args.fights, args.seed, rules=rules, executor=executor, progress=bar, **params)
    if format_of(args) is not None:
        put(args, fights.as_table())
        return 130 if fights.stopped else 0
    turns = f"; {number_text(fights.expected_turns)} {plural(check.turn)} on average" if fights.turns else ""
    early = ", stopped early" if fights.stopped else ""
    print(f"{fights.fights:,} {fights.unit}, seed {fights.seed}{early}{turns}")
    print(fights.table().round(3).to_string(index=False))
    return 130 if fights.stopped else 0
