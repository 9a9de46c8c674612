"""Rolls that have a name in a line, and the answers at its end."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import NoReturn

from lark import Token, Tree

from ..words.wording import as_text
from .conditions import condition
from .context import Context, Parsed, rule, trees_in
from .faces import operator
from .formatting import written
from .readings import looked, named_roll
from .tree import Constant, Let, Mixed, Name, Operation, Phrase, Pool, Read, Several, Sum

WORDS = (
    *("keep", "drop", "highest", "lowest", "middle", "explode", "compound", "reroll", "count", "advantage"),
    *("disadvantage", "once", "twice", "repeat", "times", "or more", "or less", "at least", "at most", "round up"),
    *("round down", "best of", "worst of", "then", "else", "sum", "pairs", "sets", "largest set", "different"),
    *("all different", "any pair", "doubles", "longest run", "matches", "without", "given", "and"),
    *("or", "not", "if", "of", "mod", "penetrate", "exactly", "between"),
)  # fmt: skip


def let(context: Context, tree: Parsed, whole: bool = False) -> Phrase:
    """What has a name, and what is asked of it.

    whole : does it end the line, so that there may be several answers?
    """
    if tree.data == "answers":
        if whole:
            return _answers(context, tree)
        context.wrong(tree, "several answers, or given, must end a line; got them in brackets; leave these out")
    if tree.data != "bound":
        return context.node(tree)
    binding, value, body = tree.children
    name = re.split(r"\s*:?=", binding)[0].lower()
    if name in context.known:
        context.wrong(binding, f"each name must be given once; got {name} twice; try another name")
    context.rolls.pop(name, None)
    node = context.thrown[name] = context.node(value)
    if node.is_roll:
        context.rolls[name] = Read(Name(name), _dice(node))
    elif isinstance(node, Read) and isinstance(node.roll, Name) and node.is_open:
        context.rolls[name] = node  # some of the dice of another
    elif isinstance(node, Name) and node.name in context.rolls:
        context.rolls[name] = context.rolls[node.name]
    outside, context.known = context.known, context.known | {name}
    try:
        inner = let(context, body, whole)
    finally:
        context.known = outside
    return inner if name in context.rolls and context.rolls[name].roll != Name(name) else Let(name, node, inner)


def _dice(roll: Phrase) -> int:
    """How many dice of a roll can be read."""
    if isinstance(roll, Sum):
        return sum(map(_dice, roll.parts))
    return roll.kept if isinstance(roll, Read) else roll.count if isinstance(roll, (Pool, Mixed)) else 0


@rule("name")
def _name(context: Context, tree: Parsed) -> Phrase:
    token = tree.children[0]
    if (name := token.lower()) in context.known:
        return context.rolls[name].settled() if name in context.rolls else Name(name)
    if not ((word := context.faces.word(token)) and (word,) in context.faces.numbers):
        _refuse_name(context, token)
    return Constant(context.faces.numbers[word,], word)


def _refuse_name(context: Context, token: Token) -> NoReturn:
    near = get_close_matches(token.lower(), context.known, n=1, cutoff=0.7)
    hint = f"did you mean {near[0]}?" if near else f"write {{{token}}} for a number to give, or {token} = d20: first"
    if token.lower() in WORDS:
        hint = "try dice before it, such as d20 advantage or 4d6 keep 3"
    context.wrong(token, f"a name must be given to a roll before it is used; got {as_text(str(token))}; {hint}")


@rule("looked_at")
def _looked_at(context: Context, tree: Parsed) -> Phrase:
    """A roll that has a name, read: ``p keep highest 3 count 6s``."""
    node: Phrase = named_roll(context, tree)
    for look in tree.children[1:]:
        node = looked(context, look, node)
    return node.settled()


@rule("matches_of")
def _matches_of(context: Context, tree: Parsed) -> Phrase:
    """matches of a and b"""
    matches, _, one, _, other = tree.children
    return looked(context, Tree("matches", [matches, other], tree.meta), named_roll(context, one))


# Answers --------------------------------------------------------------------------------------------------------------


def _answers(context: Context, tree: Parsed) -> Phrase:
    """Several answers, each read off what has a name, of all throws or of those in which something holds."""
    places: list[Parsed] = trees_in(tree)
    last: Parsed = places.pop() if places[-1].data in ("given", "given_it") else None
    answers = tuple(context.node(place) for place in places)
    if len(answers) > 1 and not context.several:
        alone = answers[0]
        for name in reversed(context.thrown):
            alone = Let(name, context.thrown[name], alone) if name in alone.names else alone
        context.wrong(
            tree,
            f"there must be one answer here; got {len(answers)}; give each a check, or a line, of its own, "
            f"such as {written(alone)}",
        )
    for place, answer in zip(places, answers, strict=True):
        if len(answers) > 1 and not answer.names:
            context.wrong(
                place,
                "several answers must be read off a roll that has a name; got other dice; try p = 6d6: "
                "p count 6s, p count 1s",
            )
    if last is None:
        return Several(answers)
    if last.data == "given":
        holds = condition(context, last.children[1])
        if not holds.names:
            context.wrong(
                last, "given must be about a roll that has a name; got other dice; try a = 2d6: a given a >= 8"
            )
        return Several(answers, holds)
    _, sign, number = last.children
    if len(answers) > 1 or answers[0].is_test:
        got = "a yes or no" if len(answers) == 1 else f"{len(answers)} answers"
        context.wrong(last, f"given {sign} must come after one number; got {got}; try given p count 6s >= 1")
    it = context.free_name("it")
    again = answers[0] if answers[0].names and not answers[0].throws_dice else Name(it)
    given = Several((again,), Operation(operator(sign), (again, context.node(number))))
    return given if again is answers[0] else Let(it, answers[0], given)
