"""The command line: ``rencounter check | list | explain | sweep | simulate | lab``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NoReturn

from .check import Check, Result
from .process import Course
from .registry import checks
from .rules import RuleError, Ruleset
from .wording import fraction_text

_MOST_WORKERS = 64


class _Parser(argparse.ArgumentParser):
    """Errors in one line, exit status 2."""

    def error(self, message: str) -> NoReturn:
        raise RuleError(f"{message}; try {self.prog} --help")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status: 0, or 2 with one line on standard error for bad input."""
    sys.set_int_max_str_digits(0)  # exact fractions of long fights have thousands of digits
    try:
        args, further = _parser().parse_known_args(argv)
        _take_further(args, further)
        return int(args.run(args) or 0)
    except RuleError as error:
        print(f"rencounter: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader, such as head, has enough
        sys.stderr.close()
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="rencounter", description="Exact chances for the dice of five tabletop rule sets.")
    commands = parser.add_subparsers(
        dest="command", required=True, metavar="check|list|explain|sweep|simulate|lab", parser_class=_Parser
    )

    def command(name: str, run: Any, help: str, asks: bool = True) -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=help, description=help)
        one.set_defaults(run=run)
        if asks:
            one.add_argument("id", help="a check, such as rencounter.fire")
            one.add_argument("given", nargs="*", metavar="NAME=VALUE", help="parameters, such as skill=5")
            one.add_argument("--rules", metavar="FILE.toml", help="house rules, lines such as fire.range.long = -3")
        return one

    command("check", _check, "the chances of a check").add_argument("--json", action="store_true", help="as JSON")
    command("explain", _explain, "the chances of a check, and why")
    many = command("sweep", _sweep, "a check over ranges, such as skill=1..12 range_band=short,long")
    many.add_argument("--csv", action="store_true", help="as CSV")
    many.add_argument("--outcome", help="one outcome or event, such as hits")
    thrown = command("simulate", _simulate, "a process thrown at random many times")
    thrown.add_argument("--fights", type=int, default=100_000, help="how many (%(default)s)")
    thrown.add_argument("--seed", type=int, default=0, help="the same seed throws the same (%(default)s)")
    thrown.add_argument("--workers", type=int, default=1, help="processes of this machine that share the work (1)")
    command("list", _list, "all checks, or the parameters of one", asks=False).add_argument("id", nargs="?")
    lab = command("lab", _lab, "lay the pages into a folder and open JupyterLab there", asks=False)
    lab.add_argument("folder", nargs="?", default="rencounter-pages", help="a folder of yours (%(default)s)")
    lab.add_argument("--no-browser", action="store_true", help="print the address instead of opening a browser")
    lab.add_argument("--port", type=int, default=None, help="port on this machine")
    return parser


def _take_further(args: argparse.Namespace, further: Sequence[str]) -> None:
    """Parameters may also stand behind an option; anything else left over is an error."""
    for word in further:
        if word.startswith("-") or "=" not in word or not hasattr(args, "given"):
            raise RuleError(f"an argument of {args.command} must be one that it has; got {word[:60]}; try --help")
        args.given.append(word)


def _given(check: Check, texts: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise RuleError(f"a parameter must be written NAME=VALUE; got {text[:60]}; try {text[:60]}=...")
        if name in found:
            raise RuleError(f"each parameter must be given once; got {name} twice; leave one out")
        if name not in check.parameters:
            raise check.unknown(name)
        found[name] = value
    return found


def _rules(check: Check, file: str | None) -> Ruleset:
    if file is None:
        return check.book
    try:
        text = Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise RuleError(f"--rules must be a readable TOML file; got {file[:200]}: {reason}") from None
    return check.book.with_house_rules(text, name=Path(file).stem)


def _read(args: argparse.Namespace) -> tuple[Check, Ruleset, dict[str, Any]]:
    """The check, the rules and the parameters that a command names."""
    check = checks[args.id]
    given = {name: check.parameters[name].read(text) for name, text in _given(check, args.given).items()}
    return check, _rules(check, args.rules), given


def _result(args: argparse.Namespace) -> Result:
    check, rules, given = _read(args)
    return check(rules=rules, **given)


def _check(args: argparse.Namespace) -> None:
    result = _result(args)
    if args.json:
        outcomes = {result.check.text(o): str(p) for o, p in result.items()}
        said = {"check": result.check.id, "params": dict(result.params), "exact": True, "outcomes": outcomes}
        print(json.dumps(said, indent=2))
        return
    print(result.headline)
    print("\n".join(f"{name:<22} {chance}" for name, chance in result.explain().chances))
    if isinstance(result, Course) and not result.endless:
        print(f"{'turns, on average':<22} {float(result.expected_turns):.4g}")


def _explain(args: argparse.Namespace) -> None:
    print(_result(args).explain())


def _simulate(args: argparse.Namespace) -> None:
    from concurrent.futures import ProcessPoolExecutor

    from .simulation import simulate

    check, rules, given = _read(args)
    if not 1 <= args.workers <= _MOST_WORKERS:
        raise RuleError(f"--workers must be from 1 to {_MOST_WORKERS}; got {args.workers}")
    pool = ProcessPoolExecutor(args.workers) if args.workers > 1 else nullcontext()
    with pool as executor:
        thrown = simulate(check.id, args.fights, args.seed, rules=rules, executor=executor, **given)
    print(f"{thrown.fights:,} fights thrown, seed {thrown.seed}; {thrown.expected_turns:.4g} turns on average")
    print(thrown.table().round(3).to_string(index=False))


def _sweep(args: argparse.Namespace) -> None:
    from .sweeps import sweep

    check = checks[args.id]
    given = {name: _values(check, name, text) for name, text in _given(check, args.given).items()}
    table = sweep(args.id, outcome=args.outcome, rules=_rules(check, args.rules), **given)
    table["probability"] = [fraction_text(p) if not args.csv else str(p) for p in table["probability"]]
    table["outcome"] = [check.text(o) for o in table["outcome"]]
    print(table.to_csv(index=False, lineterminator="\n").rstrip() if args.csv else table.to_string(index=False))


def _values(check: Check, name: str, text: str) -> Any:
    """``1..12`` and ``a,b`` as lists of values, anything else as one value."""
    parameter = check.parameters[name]
    if parameter.kind in ("several", "rows"):
        return parameter.read(text)
    low, dots, high = text.partition("..")
    if dots and parameter.kind == "whole":
        ends = (parameter.read(low), parameter.read(high))
        for end in ends:
            parameter.check(end)
        if ends[0] > ends[1]:
            raise RuleError(f"{name} must run from low to high; got {text}; try {high}..{low}")
        return range(ends[0], ends[1] + 1)
    return [parameter.read(part) for part in text.split(",")] if "," in text else parameter.read(text)


def _list(args: argparse.Namespace) -> None:
    if args.id:
        check = checks[args.id]
        print(f"{check.id}: {check.title}  ({check.book.title}: {check.source})\n{check.signature}".rstrip())
        return
    width = max(len(name) for name in checks)
    for name, check in checks.items():
        print(f"{name:<{width}}  {check.title}")


def _lab(args: argparse.Namespace) -> int:
    from .pages import lay, open_lab

    folder = Path(args.folder).expanduser()
    for line in lay(folder):
        print(line)
    return open_lab(folder, browser=not args.no_browser, port=args.port)


if __name__ == "__main__":
    sys.exit(main())
