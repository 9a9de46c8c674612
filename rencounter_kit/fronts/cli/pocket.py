"""``rencounter pocket``: the workbook as one file for a browser."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ...engine.files.written_file import write_file
from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text
from ...workbook.analysis.mine import Mine
from ...workbook.mechanics.address import DICE, id_in, written
from ...workbook.mechanics.catalogue import checks_of
from ...workbook.mechanics.check import Check
from ...workbook.mechanics.links import query
from ...workbook.mechanics.mentions import touches
from ...workbook.mechanics.registry import checks
from ...workbook.rulebook.book import Ruleset
from ...workbook.rulebook.library import file_of, games
from ...workbook.rulebook.text import Value
from .arguments import layers, parameters, together_in
from .command import AddCommand
from .mine_file import MineFile, mine_among, takes_name, takes_rules

_NAME = "rencounter.html"


COMMANDS = ("pocket",)


def add(command: AddCommand) -> None:
    """Add this command to a parser."""
    one = command("pocket", pocket, "write the workbook as one file that any browser opens", asks=False)
    one.add_argument("id", nargs="?", metavar="ID", help="the check it opens with, such as rencounter.fire")
    one.add_argument("given", nargs="*", metavar="NAME=VALUE", help="settings of that check, such as skill=5")
    takes_rules(one, " it opens with")
    takes_name(one)
    one.add_argument("-o", "--output", metavar="FILE", default=_NAME, help=f"the file to write ({_NAME})")
    one.add_argument("--dice", metavar="LINE", action="append", default=[], help="a line of dice it opens with")
    one.add_argument(
        "--pyodide",
        metavar="FOLDER",
        help="build it again, in a minute and with Node.js, from a folder with Pyodide, such as node_modules/pyodide",
    )


def pocket(args: argparse.Namespace) -> None:
    """Write the file."""
    from ..pocket.build import pocket as make_pocket
    from ..pocket.runtime import pyodide_in

    file = Path(args.output).expanduser()
    if file.is_dir():
        raise RuleError(
            f"--output must be a file; got the folder {as_text(args.output)}; try {as_text(str(file / _NAME))}"
        )
    mine = mine_among(args.rules)
    start = _start(args, mine)
    pyodide = pyodide_in(Path(args.pyodide).expanduser()) if args.pyodide else None
    page = make_pocket(_contents(args, mine, start), pyodide)
    write_file(file, page, "--output")
    print(f"{file}: {len(page.encode()) / 1e6:.1f} MB; open it in a browser, on any machine, without a network")


def _contents(args: argparse.Namespace, mine: Mine, start: str) -> Mapping[str, Value]:
    """What goes along: that, and the house rules that it opens with."""
    from ..paper.handout import handout
    from ..pocket.page_contents import page_contents

    if args.rules and (stem := id_in(f"#{start}").partition(".")[0]):
        mine = replace(mine, rules={**mine.rules, stem: together_in(args.rules, stem)})
    handouts = {stem: handout(text, rules=mine.rules.get(stem)) for stem, text in mine.handouts.items()}
    pages = [(f"handout-{stem}.html", one.html()) for stem, one in handouts.items()]
    return page_contents(mine, start, args.whose, pages)


def _start(args: argparse.Namespace, mine: Mine) -> str:
    """What the file opens at, as in an address; it must not contradict itself."""
    from ...engine.notation.line import dice
    from ..pocket.lines import MOST_LINES

    if args.id and args.dice:
        raise RuleError(f"the file opens with a check or with dice; got {args.id} and --dice; leave one out")
    if args.dice and args.rules:
        raise RuleError("--rules go with a check; got --dice, which have no rules; leave one out")
    if args.dice:
        if len(args.dice) > MOST_LINES:
            raise RuleError(f"there must be at most {MOST_LINES} lines of dice; got {len(args.dice)}; leave some out")
        for line in args.dice:
            dice(line)
        return written(DICE, args.dice)
    lines = [one for one in args.rules if not isinstance(one, MineFile)]
    if not args.id and not lines and not mine.rules:
        own = [*(file_of(one).stem for one in args.own_games), *mine.games]
        return query(next(iter(checks.of(own[0]))), {}) if own else ""
    if args.id:
        check = checks[args.id]
    else:
        check = _first_of(lines) if lines else _touched(next(iter(mine.rules.values())).rules)
    rules = layers(args.rules, check.stem).rules
    params = parameters(check, rules, args.given)
    checked = check.under(rules)
    checked.numbers(rules, checked.values(rules, params))
    return query(checked, checked.named(params), rules.lines)


def _first_of(rules: Sequence[str]) -> Check:
    """The first check that house rules without a check may touch; they hold for all checks of its game."""
    fitting, refused = dict[str, Ruleset](), set[str]()
    for stem in games():
        try:
            fitting[stem] = together_in(rules, stem).rules
        except RuleError as error:
            refused.add(str(error))
    for messages in (refused, {"; ".join(one.split("; ")[:2]) for one in refused}):  # a hint may be of the game
        if not fitting and len(messages) == 1:  # what is wrong has nothing to do with it
            raise RuleError(*messages)
    if len(fitting) != 1:
        raise RuleError(
            f"--rules without a check must fit one game; got {as_text(' '.join(rules))}, which fits "
            f"{' and '.join(fitting) or 'none'}; "
            "name a check of yours, such as rencounter pocket rencounter.fire --rules ..."
        )
    ((_, changed),) = fitting.items()
    return _touched(changed)


def _touched(changed: Ruleset) -> Check:
    """The first check of their game that house rules may touch."""
    every = list(checks_of(changed.stem).values())
    return next((check for check in every if touches(changed, check)), every[0])
