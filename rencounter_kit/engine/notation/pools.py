"""Dice that are thrown together in a line, alike or not, and the best of several throws."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from lark import Tree

from .context import Context, Parsed, is_token, rule, token_of, trees_in
from .faces import die
from .formatting import written
from .limits import MOST_DICE
from .names import let
from .readings import best, explodes, keep, looked, named_roll, place_of
from .tree import Constant, Mixed, Operation, Phrase, Pool, Read, Repeat, Sum, added_up, as_read, is_die

_CHOICES = ("keep", "keep_short", "drop", "ordinal")

# Dice alike -----------------------------------------------------------------------------------------------------------


@rule("pool")
def _pool(context: Context, tree: Parsed) -> Phrase:
    dice, *modifiers = tree.children
    how_many = token_of(dice.children, "HOW_MANY")
    count = context.figure(how_many, MOST_DICE, "the number of dice") if how_many else 1
    if count < 0:
        context.wrong(dice, f"there must be 0 dice or more; got {count}; try 1d6")
    if not how_many and any(one.data in _CHOICES for one in trees_in(tree)[1:]):
        context.wrong(
            tree,
            "dice must be several for some to be kept or dropped; got one; try 2d8 keep highest, or highest of d6, d8",
        )
    return pool_of(context, count, trees_in(dice)[-1], *modifiers)


def pool_of(context: Context, count: int, sides: Parsed, *modifiers: Parsed) -> Phrase:
    """So many dice, and what is done with them."""
    node: Phrase = Pool(count, die(context, sides))
    for modifier in modifiers:
        node = looked(context, modifier, node)
    return node.settled()


# Dice beside each other -----------------------------------------------------------------------------------------------


def single_dice(context: Context, tree: Parsed) -> Phrase:
    """Each of several dice for itself, or a roll that has a name."""
    if tree.data == "name":
        return named_roll(context, tree)
    throws = [context.node(part) for part in (trees_in(tree) if tree.data in ("listed", "braces") else [tree])]
    every_die = [one for throw in throws for one in _dice_in(throw)]
    dice = [one for one in every_die if not isinstance(one, Pool) or one.count] or every_die[:1]
    if len(dice) == 1:
        if isinstance(dice[0], Repeat) and tree.data == "pool":
            context.wrong(
                tree, "these dice must be thrown once; got advantage after them; try d20 advantage, or 3d6 explode"
            )
        return dice[0] if isinstance(dice[0], (Pool, Read)) else _no_dice(context, tree)
    if any(isinstance(throw, Read) for throw in dice):
        context.wrong(
            tree, "dice beside dice must not be dropped or counted before; got some that were; try highest 2 of 3d6, d8"
        )
    beside = _beside(_one_by_one(dice))
    if beside.count > MOST_DICE:
        context.wrong(tree, f"the number of dice must be at most {MOST_DICE:,}; got {beside.count:,}; try fewer")
    return beside


def _beside(several: list[tuple[int, Phrase]]) -> Pool | Mixed:
    """Throws beside each other; dice alike are a pool."""
    throws: dict[Phrase, int] = {}
    for times, what in several:
        throws[what] = throws.get(what, 0) + times
    if len(throws) == 1:
        ((what, times),) = throws.items()
        if is_die(what):
            return replace(what, count=times)
    return Mixed(tuple((times, what) for what, times in throws.items()))


def _one_by_one(nodes: list[Phrase]) -> list[tuple[int, Phrase]]:
    """Each die of pools, and other throws."""
    return [throw for one in nodes for throw in (one.throws if isinstance(one, Pool) else ((1, one),))]


def _dice_in(node: Phrase) -> list[Phrase]:
    """The terms of a sum of dice, or the throw itself."""
    if isinstance(node, Sum) and all(sign > 0 and isinstance(term, (Pool, Read)) for sign, term in node.terms):
        return [term for _, term in node.terms]
    return [node]


def kept_side(context: Context, tree: Parsed, node: Phrase, side: str) -> Phrase:
    """The highest or lowest of dice."""
    pool = node if isinstance(node, Pool) else _no_dice(context, tree)
    return keep(context, tree, Read(pool, pool.count), side, 1).settled()


def _no_dice(context: Context, tree: Parsed) -> NoReturn:
    context.wrong(
        tree, "the highest or lowest must be of several dice; got other things; try highest 3 of 4d6, or max(2d6, d12)"
    )


@rule("beside")
def _braces(context: Context, tree: Parsed) -> Phrase:
    """{d8, d6}kh1, as Roll20 writes it: each throw between the commas is one; or each die of {2d8 + d6} keep 2."""
    braces, *modifiers = tree.children
    nodes = [context.node(part) for part in braces.children]
    node: Phrase = nodes[0]
    if len(nodes) > 1:
        node = _beside([(1, one) for one in nodes])
    elif isinstance(node, Sum) and all(sign > 0 and isinstance(one, Pool) for sign, one in node.terms):
        node = single_dice(context, braces)
    if not modifiers:
        context.beside[id(tree)] = node
        return nodes[0] if len(nodes) == 1 else added_up((1, one) for one in nodes)
    for modifier in modifiers:
        if not isinstance(node, (Pool, Mixed, Read)):
            context.wrong(tree, "braces must hold several throws; got one; try {d8, d6} keep highest 1")
        mixed = isinstance(node.roll if isinstance(node, Read) else node, Mixed)
        if mixed and modifier.data in ("explode", "reroll", "advantage_mod"):
            context.wrong(
                modifier,
                "dice must explode or be rerolled inside the braces; got it after them; try {d8!, d6!} keep highest 1",
            )
        node = looked(context, modifier, node)
    whole = next((one for one in nodes if isinstance(one, Pool) and one.count > 1), None)
    if whole and len(nodes) > 1:
        context.notes.append(
            f"{written(whole)} between commas is added up first; for dice one by one join them by +, as in "
            f"{written(_beside(_one_by_one(nodes)))} keep highest."
        )
    return node.settled()


@rule("chosen", "read_of", "counting", "exploding", "place")
def _read_before(context: Context, tree: Parsed) -> Phrase:
    """What is read stands before the dice: highest 3 of 4d6, pairs in 5d6, 2@3d6, exploding 3d6."""
    *words, dice = tree.children
    node = single_dice(context, dice)
    match tree.data:
        case "chosen":
            tokens: list[Parsed] = words[0].children if isinstance(words[0], Tree) else words
            kind = "drop" if tokens[0].type == "DROP" else "keep"
            _note_of_each(context, dice, node, tokens)
        case "read_of":
            kind, tokens = "ordinal" if is_token(words[0], "ORDINAL") else "reading", words
        case "counting":
            kind, tokens = "count", [words[1]]
        case "exploding":
            return _exploding(context, tree, node)
        case _:  # as AnyDice writes the second highest of three
            return _placed(context, tree, context.figure(words[0]), node)
    node = looked(context, Tree(kind, tokens, tree.meta), node)
    return node.settled()


def _note_of_each(context: Context, dice: Parsed, node: Phrase, tokens: list[Parsed]) -> None:
    """Of several throws in a list each die is one."""
    throws, side = node.throws if isinstance(node, Mixed) else (), token_of(tokens, "HIGH", "LOW", "MIDDLE")
    number = token_of(tokens, "NUMBER")
    if dice.data != "listed" or number and context.figure(number) != 1 or side and side.type == "MIDDLE":
        return
    if any(times > 1 for times, _ in throws):
        each = ", ".join(f"{times if times > 1 else ''}{written(what)}" for times, what in throws)
        low, drop = side is not None and side.type == "LOW", tokens[0].type == "DROP"
        larger, most = ("smaller", "min") if low != drop else ("larger", "max")
        context.notes.append(
            f"Each die is one of them; for the {larger} of throws that are added up write {most}({each})."
        )


def _exploding(context: Context, tree: Parsed, node: Phrase) -> Phrase:
    """Dice that explode before anything else is done with them."""
    read, word = as_read(node), tree.children[0]
    if read is None or not isinstance(pool := read.roll, Pool) or read.goes_on:
        context.wrong(word, "dice must explode in one way; got it twice; leave one out")
    plain = replace(pool, reroll=None)
    exploding = explodes(context, Tree("explode", [word], tree.meta), Read(plain, pool.count), plain)
    return replace(read, roll=replace(pool, explode=getattr(exploding.roll, "explode", None))).settled()


def _placed(context: Context, tree: Parsed, place: int, node: Phrase) -> Phrase:
    read = as_read(node)
    if read is None or not (read.is_whole and read.is_open and 1 <= place <= read.count):
        context.wrong(tree, f"@ must name one of the dice after it; got {place}; try 1@3d6, the highest of them")
    return replace(read, high=place - 1, low=read.count - place).settled()


# The best of several throws -------------------------------------------------------------------------------------------


@rule("advantage")
def _advantage(context: Context, tree: Parsed) -> Phrase:
    what, token = tree.children
    node = context.node(what)
    if not node.throws_dice:
        context.wrong(token, f"{token} must come after dice; got it after a number; try d20 with advantage + 5")
    return best(2, node, "dis" not in token.lower())


@rule("best_of")
def _best_of(context: Context, tree: Parsed) -> Phrase:
    """best of 3 2d6, 2nd best of 6 (4d6 keep 3)."""
    *places, side, _, number, what = tree.children
    times, place = context.figure(number, MOST_DICE, "the number of rolls"), place_of(places[0]) if places else 1
    node = let(context, what)
    if side.type == "MIDDLE" or times < 1:
        context.wrong(tree, "of several rolls the best or worst must be asked; got something else; try best of 3 2d6")
    if not 1 <= place <= times:
        context.wrong(tree, f"of {number} rolls one must be asked; got {places[0]}; try 2nd best of 6 (4d6 keep 3)")
    return best(times, node, side.type == "HIGH", place)


@rule("extreme_of")
def _extreme_of(context: Context, tree: Parsed) -> Phrase:
    """highest of d8 and d6, highest of d6 and 4."""
    side, _, first, _, second = tree.children
    if side.type == "MIDDLE":
        context.wrong(side, "of two rolls the highest or lowest must be asked; got the middle; try middle 1 of 3d6")
    both = context.node(first), Constant(context.figure(second)) if is_token(second, "NUMBER") else context.node(second)
    dice = [one for one in both if isinstance(one, Pool)]
    if whole := next((one for one in dice if one.count > 1), None):
        alone = f"{'highest' if side.type == 'HIGH' else 'lowest'} of {', '.join(map(written, dice))}"
        way = f"; for dice one by one write {alone}" if len(dice) > 1 else ""
        context.notes.append(f"{written(whole)} is added up first{way}.")
    return Operation("max" if side.type == "HIGH" else "min", both)
