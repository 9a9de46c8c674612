"""``rencounter roster``: men with names, who of them beats whom, and who comes through fights one after another."""

from __future__ import annotations

import argparse

from ...engine.words.errors import RuleError
from ...workbook.analysis.roster import roster
from ...workbook.mechanics.registry import checks
from ...workbook.rulebook.library import games
from .arguments import asks_outcome, layers, parameters
from .command import GIVEN, AddCommand
from .mine_file import MineFile, takes_mine
from .output import each_outcome, takes_format, tell

COMMANDS = ("roster",)


def add(command: AddCommand) -> None:
    """Add this command to a parser."""
    one = command("roster", _roster, "list men with names, or show who of them beats whom", asks=False)
    one.add_argument("id", metavar="GAME_OR_ID", help="a game, to list its men, or a check in which they meet")
    tip = f"names of men, where not all are meant, such as Knight 'Hussar officer'; and parameters ({GIVEN})"
    one.add_argument("given", nargs="*", metavar="NAME", help=tip)
    one.add_argument("--men", metavar="FILE", help="men of yours: a file, or the code of a roster")
    one.add_argument("--rules", metavar="FILE", action="append", default=[], help="house rules, beside the book")
    takes_mine(one)
    tip = "one man through fights with these, such as Recruit,Pikeman: does he come through?"
    one.add_argument("--against", metavar="NAMES", help=tip)
    tip = "with --against: he keeps every wound, and has no time to recover between fights"
    one.add_argument("--no-rest", action="store_true", help=tip)
    shown = one.add_mutually_exclusive_group()
    shown.add_argument("--text", action="store_true", help="print the men as text, to change and to keep in a file")
    shown.add_argument("--code", action="store_true", help="print the men as a code to send")
    asks_outcome(one)
    takes_format(one)


def _roster(args: argparse.Namespace) -> None:
    args.names = [word for word in args.given if "=" not in word]
    args.given = [word for word in args.given if "=" in word]
    game = args.id.partition(".")[0]
    mine = (file.mine.men.get(game) for file in args.rules if isinstance(file, MineFile))
    args.men = roster(args.men) if args.men else next(filter(None, mine), None) or roster(game)
    if args.against is not None:
        tell(args, _through(args))
        return
    args.men = args.men.only(*args.names) if args.names else args.men
    if args.text or args.code:
        print(args.men.text.rstrip("\n") if args.text else args.men.code)
    elif args.id in games():
        tell(args, args.men)
    else:
        _who(args)


@each_outcome
def _who(args: argparse.Namespace) -> object:
    from ...workbook.analysis.who_beats_whom import who_beats_whom

    check = checks[args.id]
    rules = layers(args.rules, check.stem).rules
    given = parameters(check, rules, args.given)
    return who_beats_whom(check, args.men, outcome=args.outcome, rules=rules, **given)


def _through(args: argparse.Namespace) -> object:
    from ...workbook.analysis.one_after_another import campaign_of, one_after_another

    if len(args.names) != 1:
        raise RuleError(f"one man must go through the fights; got {len(args.names)}; name him before --against")
    fight, _ = campaign_of(args.men.game)
    rules = layers(args.rules, fight.stem).rules
    foes = [name.strip() for name in args.against.split(",")]
    given = parameters(fight, rules, args.given)
    return one_after_another(args.men, args.names[0], foes, recovery=not args.no_rest, rules=rules, **given)
