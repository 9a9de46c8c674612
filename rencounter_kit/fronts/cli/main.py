"""The command line ``rencounter``: chances and their reasons, the house-rule workshop, and the pages."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import warnings
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from fractions import Fraction
from io import TextIOWrapper
from itertools import groupby
from pathlib import Path
from typing import NoReturn

from ... import __version__
from ...engine.files.read_file import UnreadError, read_file
from ...engine.files.written_file import write_file
from ...engine.formats.grid import gridded
from ...engine.formats.table import ExactTable, of_frame
from ...engine.notation.errors import NotationError
from ...engine.words.errors import RuleError
from ...engine.words.typed import begins_as_number, meant
from ...engine.words.wording import EXACTLY, fraction_text, number_text, plural, rounded_text, shown
from ...workbook.analysis.evening_list import LONGEST, ListError
from ...workbook.analysis.measure import left_out_text
from ...workbook.mechanics.check import Check, Result
from ...workbook.mechanics.processes.process import ProcessResult
from ...workbook.mechanics.registry import checks
from ...workbook.rulebook.book import Rule, Ruleset, figure_text, rules as rules_of
from ...workbook.rulebook.layers import Layers, ready_rules
from ...workbook.rulebook.library import games
from ...workbook.rulebook.text import written_line
from . import (
    handout as handout_cli,
    lesson as lesson_cli,
    lite as lite_cli,
    odds_book as odds_book_cli,
    own_game,
    own_lesson,
    pocket as pocket_cli,
    slide as slide_cli,
    worksheet as worksheet_cli,
    workshop as workshop_cli,
)
from .arguments import asks_outcome, in_one, in_words, layers, parameters, question, ranges, whole_number
from .as_typed import as_typed
from .dice_lines import dice_tables
from .output import MANY, each_outcome, format_of, put, put_content, takes_format, tell

_MAX_WORKERS, _MAX_ROWS, _DOWN_AND_ACROSS = 64, 500_000, 2
COMMANDS = (
    *("check", "list", "explain", "sweep", "simulate"),
    *("dice", "formula", "worth", "tornado", "shapley", "interaction", "luck", "evening"),
    *workshop_cli.COMMANDS,
    *("house", "handout", "slide", "worksheet", "lesson", "book", "new", "verify", "lab", "app", "pocket", "lite"),
)
_GIVEN = "NAME=VALUE"
Run = Callable[[argparse.Namespace], int | None]


class _Parser(argparse.ArgumentParser):
    """Errors in one line, exit status 2."""

    def error(self, message: str) -> NoReturn:
        message = message.replace(f", {_GIVEN}", "")  # which need not be there
        raise RuleError(f"{message}; try {self.prog} --help")


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
    parser = _Parser(prog="rencounter", description="The exact odds of five tabletop games, and of any dice.")
    parser.add_argument("--version", action="version", version=f"rencounter {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="|".join(COMMANDS), parser_class=_Parser)

    def command(name: str, run: Run, help: str, asks: bool = True) -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=help, description=help)
        one.set_defaults(run=run)
        if run not in (own_game.new, _verify):
            own_game.takes_game(one)
        if asks:
            one.add_argument("id", help="a check, such as rencounter.fire")
            one.add_argument("given", nargs="*", metavar=_GIVEN, help="parameters, such as skill=5")
            tip = (
                "a house rule such as 'fire.range.long = -3', a file of such lines, or the name of a ready one; "
                "may be given again, and a later one wins"
            )
            one.add_argument("--rules", metavar="FILE", action="append", default=[], help=tip)
        return one

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
    thrown = command(
        "dice", _dice, "the odds of any dice, such as '4d6 drop lowest'; give several lines to compare them", asks=False
    )
    thrown.add_argument(
        "line",
        nargs="+",
        help="dice as players write them, such as '3d6 <= 11' or '{n}d10 count 8 or more' n=5, n=2..8 or n=d4",
    )
    read = thrown.add_mutually_exclusive_group()
    for flag, tip in (("--at-least", "more"), ("--at-most", "less")):
        reading = flag.removeprefix("--").replace("-", " ")
        said = f"the chance of each number or {tip}"
        read.add_argument(flag, dest="reading", action="store_const", const=reading, default=EXACTLY, help=said)
    takes_format(thrown, "csv", "markdown")
    symbolic = command("formula", _formula, "a chance as a formula; name its variables first: skill,range_band")
    symbolic.add_argument("--latex", action="store_true", help="print only the formula, in LaTeX")
    random = command("simulate", _simulate, "roll a check, or fight a fight, many times")
    random.add_argument("--fights", type=whole_number, default=100_000, help="how many rolls or fights (%(default)s)")
    random.add_argument("--seed", type=whole_number, default=0, help="the same seed gives the same rolls (%(default)s)")
    random.add_argument(
        "--workers", type=whole_number, default=1, help="how many processes share the work (%(default)s)"
    )
    moved = command("worth", _worth, "what one more of each parameter is worth")
    spans = command("tornado", _tornado, "how far each parameter alone can move a chance")
    shared = command("shapley", _shapley, "how much each modifier adds to the chance")
    shared.add_argument(
        "--against", nargs="*", metavar=_GIVEN, help="share out the difference from this situation instead"
    )
    two = command("interaction", _interaction, "how two changes work together, and why they do not just add up")
    two.add_argument(
        "--change",
        nargs=2,
        required=True,
        metavar=_GIVEN,
        help="two changes, such as skill=8; a name alone means one step up",
    )
    unusual = command("luck", _luck, "how lucky you were: how often chance alone does that", asks=False)
    unusual.add_argument(
        "id",
        metavar="CHANCE_OR_ID",
        help="the chance of each try, such as 5/12 or 35%%, or a check, such as rencounter.fire",
    )
    unusual.add_argument("happened", type=whole_number, help="how often it happened, or the total of all rolls")
    unusual.add_argument("tries", type=whole_number, help="how many tries there were")
    unusual.add_argument("given", nargs="*", metavar=_GIVEN, help="parameters of the check, such as skill=5")
    unusual.add_argument("--rules", metavar="FILE", action="append", default=[], help="house rules of the check")
    unusual.add_argument(
        "--series", type=whole_number, default=1, help="how many such series were rolled in all (%(default)s)"
    )
    for one in (symbolic, moved, spans, shared, two, unusual):
        asks_outcome(one)
    for one in (symbolic, random, moved, spans, shared, two, unusual):
        takes_format(one)
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
    workshop_cli.add(command)
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
    handout_cli.add(
        command(
            "handout",
            handout_cli.handout,
            "print a handout: a page or two of tables, with your house rules",
            asks=False,
        )
    )
    slide_cli.add(command("slide", slide_cli.slide, "show a check on a slide: its dice and the exact chance, large"))
    worksheet_cli.add(
        command(
            "worksheet", worksheet_cli.worksheet, "print a worksheet of twelve questions, or its answers", asks=False
        )
    )
    lesson_cli.add(
        command("lesson", lesson_cli.lesson, "start a lesson of your own, or check it for mistakes", asks=False)
    )
    odds_book_cli.add(
        command(
            "book",
            odds_book_cli.book,
            "print the book of odds: every check of a game, as a web page or a PDF",
            asks=False,
        )
    )
    verified = command("verify", _verify, "test a game, and list its faults", asks=False)
    verified.add_argument("game", help="a game, such as traveller, or the file or folder of your own")
    verified.add_argument(
        "--python", metavar="FILE", help="a Python file with more checks for your own game; it is run"
    )
    verified.add_argument("--seed", type=whole_number, default=0, help="the seed of the test rolls (%(default)s)")
    takes_format(verified)
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
    begun = command("new", own_game.new, "start a game of your own from a small complete one", asks=False)
    begun.add_argument("folder", help="a new folder with the name of the game, such as ford")
    lab = command("lab", _lab, "copy the pages into a folder and open JupyterLab there", asks=False)
    lab.add_argument("folder", nargs="?", default=own_game.PAGES, help="a folder of yours (%(default)s)")
    app = command("app", _app, "open the pages in a browser, without any code", asks=False)
    for one in (lab, app):
        own_lesson.takes_lesson(one)
        one.add_argument("--no-browser", action="store_true", help="print the address instead of opening a browser")
        one.add_argument("--port", type=whole_number, default=None, help="the port to use on this machine")
    app.add_argument(
        "--pages",
        metavar="FOLDER",
        help="also show the notebooks of this folder; each is a program that runs when you open it",
    )
    pocket_cli.add(
        command(
            "pocket",
            pocket_cli.pocket,
            "write the workbook as one file that any browser opens",
            asks=False,
        )
    )
    lite_cli.add(
        command("lite", lite_cli.lite, "write the pages as a website that needs no Python on its server", asks=False)
    )
    return parser


def _take_further(args: argparse.Namespace, further: Sequence[str]) -> None:
    """Parameters and lines may also follow an option; anything else left over is an error."""
    for word in further:
        if word.startswith("-") or not (hasattr(args, "line") or (hasattr(args, "given") and "=" in word)):
            raise RuleError(f"{args.command} does not take {word[:60]}; try rencounter {args.command} --help")
        (args.line if hasattr(args, "line") else args.given).append(word)


def _result(args: argparse.Namespace) -> Result:
    check, rules, given = question(args)
    return check(rules=rules, **given)


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
    told = result.explain()
    print("\n".join(f"{name:<22} {chance}" for name, chance in told.chances))
    if told.rounding:
        print(told.rounding)
    if result.average:
        print(result.average)
    if result.spread:
        print(result.spread)
    counted = result.space.has_mean and isinstance(result, ProcessResult) and result.dist.mean == result.expected_turns
    if isinstance(result, ProcessResult) and len(result.turns) > 1 and not result.endless and not counted:
        print(f"{plural(result.check.turn) + ', on average':<22} {number_text(result.expected_turns)}")
    if result.within:
        print(rounded_text(result.within))


def _explain(args: argparse.Namespace) -> None:
    result = _result(args)
    if format_of(args) is not None:
        put(args, (result.branches() if args.tree else result.explain()).as_table())
        return
    print("\n".join(filter(None, [str(result.explain()), result.spread])))
    if args.tree:
        print(f"\n{result.branches()}")


def _simulate(args: argparse.Namespace) -> int:
    from concurrent.futures import ProcessPoolExecutor

    from ...workbook.analysis.simulation import simulate

    check, rules, given = question(args)
    if not 1 <= args.workers <= _MAX_WORKERS:
        raise RuleError(f"--workers must be from 1 to {_MAX_WORKERS}; got {args.workers}")
    deaf = (
        signal.signal,
        (signal.SIGINT, signal.SIG_IGN),
    )  # only this process stops at Ctrl-C, and tells what was done
    pool = ProcessPoolExecutor(args.workers, None, *deaf) if args.workers > 1 else nullcontext()
    bar = sys.stderr.isatty()
    with pool as executor:
        fights = simulate(check, args.fights, args.seed, rules=rules, executor=executor, progress=bar, **given)
    if format_of(args) is not None:
        put(args, fights.as_table())
        return 130 if fights.stopped else 0
    turns = f"; {number_text(fights.expected_turns)} {plural(check.turn)} on average" if fights.turns else ""
    early = ", stopped early" if fights.stopped else ""
    print(f"{fights.fights:,} {fights.unit}, seed {fights.seed}{early}{turns}")
    print(fights.table().round(3).to_string(index=False))
    return 130 if fights.stopped else 0


def _dice(args: argparse.Namespace) -> None:
    tell(args, *dice_tables(args.line, args.reading, format_of(args) is not None))


@each_outcome
def _formula(args: argparse.Namespace) -> object:
    from ...workbook.analysis.formula.formula import formula

    symbols = [name for word in args.given if "=" not in word for name in word.split(",")]
    args.given = [word for word in args.given if "=" in word]
    check, rules, given = question(args)
    if args.latex and format_of(args) is not None:
        raise RuleError("--latex prints the formula alone; got a format too, whose column latex has it; leave one out")
    result = formula(check, *symbols, outcome=args.outcome, rules=rules, **given)
    return result.latex() if args.latex else result


@each_outcome
def _worth(args: argparse.Namespace) -> object:
    from ...workbook.analysis.sensitivity import worth

    check, rules, given = question(args)
    return worth(check, outcome=args.outcome, rules=rules, **given)


@each_outcome
def _tornado(args: argparse.Namespace) -> object:
    from ...workbook.analysis.sensitivity import tornado

    check, rules, given = question(args)
    return tornado(check, outcome=args.outcome, rules=rules, **given)


@each_outcome
def _shapley(args: argparse.Namespace) -> object:
    from ...workbook.analysis.attribution import shapley

    check, rules, given = question(args)
    against = None if args.against is None else parameters(check, rules, args.against)
    return shapley(check, outcome=args.outcome, rules=rules, against=against, **given)


@each_outcome
def _interaction(args: argparse.Namespace) -> object:
    from ...workbook.analysis.interactions import interaction

    check, rules, given = question(args)
    one, other = (next(iter(parameters(check, rules, [word]).items())) if "=" in word else word for word in args.change)
    return interaction(check, one, other, outcome=args.outcome, rules=rules, **given)


@each_outcome
def _luck(args: argparse.Namespace) -> object:
    from ...workbook.analysis.tail_probability import luck

    what = args.id
    if not begins_as_number(args.id):
        check, rules, given = question(args)
        what = check(rules=rules, **given)
    elif args.given or args.rules:
        raise RuleError(f"{(args.given or args.rules)[0][:60]} goes with a check only; got a chance; leave it out")
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


def _sweep(args: argparse.Namespace) -> None:
    from ...workbook.analysis.sweeps import sweep

    check = checks[args.id]
    rules = layers(args.rules, check.stem).rules
    check = check.under(rules)
    given, left_out = ranges(check, [rules], args.given), list[str]()
    tables = [sweep(check, outcome=outcome, rules=rules, **given) for outcome in args.outcome or [None]]
    for one in tables:
        told = [as_typed(line, ()) for line in left_out_text(one.attrs["left_out"], check.spelling)]
        left_out += [line for line in told if line not in left_out]
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


def _house(args: argparse.Namespace) -> None:
    book = rules_of(args.game)
    if (args.code or args.sheet) and not args.files:
        option = "--code" if args.code else "--sheet"
        raise RuleError(f"{option} needs house rules; got none; try rencounter house {args.game} FILE {option}")
    if args.files:
        if format_of(args) is not None:
            raise RuleError(
                "--format lists the ready house rules of a game; got some of them too; "
                f"try rencounter effects {book.stem} --rules {shown(args.files[0])}"
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
        told = [f"{self.book.title}: ready house rules"]
        told += [f"  {stem:<{width}}  {layer.title}" for stem, layer in self.ready.items()]
        told.append("\nRulings: where the rules are unclear, each with its default")
        for rule in self.book.rulings:
            line = written_line(rule.path, rule.value) + (f"  # or {others}" if (others := self._others(rule)) else "")
            told.append(f"  {line}\n    # {rule.label}. {rule.note} ({rule.source})")
        return "\n".join(told)


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


def _verify(args: argparse.Namespace) -> int:
    from ...workbook.verification.verify import verify

    found = verify(args.game, args.seed, python=args.python)
    tell(args, found)
    return 1 if found.faults else 0


def _list(args: argparse.Namespace) -> None:
    said = " ".join(args.id)
    titles = {name: stem for stem in games() for name in (stem, rules_of(stem).title)}
    game = titles.get(meant(said, titles) or "")
    if game:
        tell(args, _Checks([check for check in checks.values() if check.stem == game]))
        return
    if said and said not in checks and "." not in said:
        tell(args, _listed(said))
        return
    if said:
        check = checks[said]
        if format_of(args) is not None:
            put(args, _asked(check))
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


def _asked(check: Check) -> ExactTable:
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
        told = [self.above] if self.above else []
        for kind, each in groupby(self.lines, key=lambda line: line[0]):
            told += [f"{kind}:", *(f"  {name} ({f'{game}; ' if game else ''}{where})" for _, name, game, where in each)]
        return "\n".join(told)


def _listed(said: str) -> _Listed:
    """All that has most of these words; ``RuleError`` where nothing has any."""
    from ...workbook.analysis.search import HEADINGS, find, said_of

    found = find(said, limit=_MAX_ROWS)
    if found.instead or not any(found.of.values()):
        hint = f"did you mean {found.instead}?" if found.instead else "try others, or rencounter list for all checks"
        raise RuleError(f"no check, figure or situation has {shown(said)}; {hint}")
    lines = [
        (
            HEADINGS[kind],
            one.name,
            rules_of(one.stem).title if one.stem else "",
            one.check.id if one.kind == "check" and one.check else one.rule.path if one.rule else one.about,
        )
        for kind, finds in found.finds.items()
        for one in finds
    ]
    return _Listed(lines, said_of(found, said))


def _lab(args: argparse.Namespace) -> int:
    from .made_page import A_PROGRAM, IN_LAB, NOT_OURS, lay_game, lay_lesson
    from .pages import FIRST, lay, open_lab

    own_lesson.load_lessons(args)
    home = own_game.home_of(args)
    folder = Path(args.folder).expanduser() if home is None else home[0]
    pages = folder if home is None else folder / own_game.PAGES
    if home is not None and pages.is_symlink():
        raise RuleError(
            f"{own_game.PAGES} must be a folder beside the game; got {shown(str(pages))}, a link; move it away"
        )
    lines = lay(pages)
    made = [lay_lesson(pages / f"{name}.ipynb", file) for name, file in own_lesson.own_lessons().items()]
    if home is not None:
        made.append(lay_game(pages, Path(home[1]).stem))
    lines += [line for _, told in made for line in told]
    if any(line.endswith(NOT_OURS) for line in lines):
        lines.append(f"{A_PROGRAM} To run one that is not ours all the same, {IN_LAB}.")
    for line in lines:
        print(line)
    first = made[0][0].relative_to(folder).as_posix() if made else FIRST
    return open_lab(folder, browser=not args.no_browser, port=args.port, first=first)


def _app(args: argparse.Namespace) -> int:
    from .pages import FIRST, open_app

    own_lesson.load_lessons(args)
    _, page = own_game.home_of(args) or (None, FIRST)
    first = next((f"{name}.ipynb" for name in own_lesson.own_lessons()), page)
    folder = Path(args.pages).expanduser() if args.pages else None
    if folder and not folder.is_dir():
        raise RuleError(
            f"--pages must be a folder of notebooks; got {shown(str(folder))}, which is none; try --pages ."
        )
    return open_app(browser=not args.no_browser, port=args.port, folder=folder, first=first)
