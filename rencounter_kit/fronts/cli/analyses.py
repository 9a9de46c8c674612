"""``rencounter formula``, ``worth``, ``tornado``, ``shapley`` and ``interaction``: what a chance depends on."""

from __future__ import annotations

import argparse

from ...engine.words.errors import RuleError
from .arguments import asks_outcome, parameters, question
from .command import SETTING_FORM, AddCommand
from .output import each_outcome, format_of, takes_format

COMMANDS = ("formula", "worth", "tornado", "shapley", "interaction")


def add(command: AddCommand) -> None:
    """Add these commands to a parser."""
    symbolic = command("formula", _formula, "a chance as a formula; name its variables first: skill,range_band")
    symbolic.add_argument("--latex", action="store_true", help="print only the formula, in LaTeX")
    steps = command("worth", _worth, "what one more of each parameter is worth")
    spans = command("tornado", _tornado, "how far each parameter alone can move a chance")
    shares = command("shapley", _shapley, "how much each modifier adds to the chance")
    shares.add_argument(
        "--against", nargs="*", metavar=SETTING_FORM, help="share out the difference from this situation instead"
    )
    pair = command("interaction", _interaction, "how two changes work together, and why they do not just add up")
    pair.add_argument(
        "--change",
        nargs=2,
        required=True,
        metavar=SETTING_FORM,
        help="two changes, such as skill=8; a name alone means one step up",
    )
    for one in (symbolic, steps, spans, shares, pair):
        asks_outcome(one)
        takes_format(one)


@each_outcome
def _formula(args: argparse.Namespace) -> object:
    from ...workbook.analysis.formula.formula import formula

    symbols = [name for word in args.given if "=" not in word for name in word.split(",")]
    args.given = [word for word in args.given if "=" in word]
    check, rules, params = question(args)
    if args.latex and format_of(args) is not None:
        raise RuleError("--latex prints the formula alone; got a format too, whose column latex has it; leave one out")
    result = formula(check, *symbols, outcome=args.outcome, rules=rules, **params)
    return result.latex() if args.latex else result


@each_outcome
def _worth(args: argparse.Namespace) -> object:
    from ...workbook.analysis.sensitivity import worth

    check, rules, params = question(args)
    return worth(check, outcome=args.outcome, rules=rules, **params)


@each_outcome
def _tornado(args: argparse.Namespace) -> object:
    from ...workbook.analysis.sensitivity import tornado

    check, rules, params = question(args)
    return tornado(check, outcome=args.outcome, rules=rules, **params)


@each_outcome
def _shapley(args: argparse.Namespace) -> object:
    from ...workbook.analysis.attribution import shapley

    check, rules, params = question(args)
    against = None if args.against is None else parameters(check, rules, args.against)
    return shapley(check, outcome=args.outcome, rules=rules, against=against, **params)


@each_outcome
def _interaction(args: argparse.Namespace) -> object:
    from ...workbook.analysis.interactions import interaction

    check, rules, params = question(args)
    one, other = (next(iter(parameters(check, rules, [word]).items())) if "=" in word else word for word in args.change)
    return interaction(check, one, other, outcome=args.outcome, rules=rules, **params)
