"""``rencounter roster``: men with names, who of them beats whom, and who comes through fights one after another."""

from __future__ import annotations

import argparse

from ...engine.words.errors import RuleError
from ...workbook.analysis.roster import Roster, main_fight, roster
from ...workbook.mechanics.registry import checks
from ...workbook.rulebook.library import game as game_of
from .arguments import asks_outcome, layers, parameters
from .command import SETTING_FORM, AddCommand
from .mine_file import MineFile, takes_rules
from .output import each_outcome, takes_format, tell

COMMANDS = ("roster",)
_EXAMPLES = """examples:
  rencounter roster rencounter                           the ready men of a game
  rencounter roster rencounter.duel Knight Recruit       how often each wins
  rencounter roster rencounter.duel --rules 'melee.situation.armor = -2'
                                                         all of them, by the book and by a house rule
  rencounter roster rencounter Knight --against Recruit,Pikeman
                                                         does he come through both fights?
  rencounter roster rencounter --text > ours.toml        men to change; then --men ours.toml
"""


def add(command: AddCommand) -> None:
    """Add this command to a parser."""
    one = command("roster", _roster, "list men with names, or show who of them beats whom", asks=False)
    one.formatter_class, one.epilog = argparse.RawDescriptionHelpFormatter, _EXAMPLES
    one.add_argument("id", metavar="GAME_OR_CHECK", help="a game, to list its men, or a check in which they meet")
    tip = f"names of men, if not all of them, and parameters of the check ({SETTING_FORM})"
    one.add_argument("line", nargs="*", metavar="NAME", help=tip)
    one.add_argument("--men", metavar="FILE", help="men of yours: a file, or the code of a roster")
    takes_rules(one, ", beside the book")
    tip = "one man through fights with these, in this order: does he come through? May be given again"
    one.add_argument("--against", metavar="NAME,NAME", action="append", help=tip)
    tip = "with --against: he keeps every wound, and has no time to recover between fights"
    one.add_argument("--no-rest", action="store_true", help=tip)
    output = one.add_mutually_exclusive_group()
    output.add_argument("--text", action="store_true", help="print the men as text, to change and to keep in a file")
    output.add_argument("--code", action="store_true", help="print the men as a code to send")
    asks_outcome(one)
    takes_format(one)


def _roster(args: argparse.Namespace) -> None:
    check = checks[args.id] if "." in args.id else None
    game = check.stem if check else game_of(args.id).stem
    mine = (file.mine.men.get(game) for file in args.rules if isinstance(file, MineFile))
    every = roster(args.men) if args.men else next(filter(None, mine), None) or roster(game)
    names = [word for word in args.line if word in every or "=" not in word]
    args.given = [word for word in args.line if word not in names]
    if args.against is not None:
        tell(args, _through(args, every, names))
        return
    args.men = every.only(*names) if names else every
    if args.text or args.code:
        print(args.men.text.rstrip("\n") if args.text else args.men.code)
    elif check:
        _who(args)
    elif words := [*args.given, *(args.outcome or [])]:
        such = main_fight(game, every).id if every else "rencounter.duel"
        raise RuleError(f"a check must be named to ask for {words[0]}; got {game}, a game; try {such}")
    else:
        tell(args, args.men)


@each_outcome
def _who(args: argparse.Namespace) -> object:
    from ...workbook.analysis.who_beats_whom import who_beats_whom

    check = checks[args.id]
    rules = layers(args.rules, check.stem).rules
    settings = parameters(check, rules, args.given)
    return who_beats_whom(check, args.men, outcome=args.outcome, rules=rules, **settings)


def _through(args: argparse.Namespace, men: Roster, names: list[str]) -> object:
    from ...workbook.analysis.one_after_another import campaign_of, one_after_another

    fight, _ = campaign_of(men.game)
    if args.id not in (men.game, fight.id):
        raise RuleError(f"fights one after another are those of {fight.id}; got {args.id}; try {men.game}")
    if len(names) != 1:
        raise RuleError(f"one man must go through the fights; got {len(names)}; name him, such as {next(iter(men))}")
    rules = layers(args.rules, fight.stem).rules
    foes = [name.strip() for text in args.against for name in ([text] if text in men else text.split(","))]
    settings = parameters(fight, rules, args.given)
    return one_after_another(men, names[0], foes, recovery=not args.no_rest, rules=rules, **settings)
