"""What numbers, and what is thrown again and again, mean in a line of dice."""

from __future__ import annotations

import re
from dataclasses import replace

from .context import Context, Parsed, rule, trees_in
from .limits import MOST_DICE
from .names import let
from .pools import kept_side, pool_of
from .tree import Constant, Operation, Phrase, Repeat, Sum


@rule("number")
def _number(context: Context, tree: Parsed) -> Phrase:
    return Constant(context.figure(tree.children[0]))


@rule("group")
def _group(context: Context, tree: Parsed) -> Phrase:
    return let(context, trees_in(tree)[-1])


# Sums and the like ----------------------------------------------------------------------------------------------------


@rule("plus", "minus")
def _sum(context: Context, tree: Parsed) -> Phrase:
    terms: list[tuple[int, Phrase]] = []
    while tree.data in ("plus", "minus"):
        left, _, right = tree.children
        terms.insert(0, (1 if tree.data == "plus" else -1, context.node(right)))
        tree = left
    return Sum(tuple(term for sign, node in [(1, context.node(tree)), *terms] for term in node.as_terms(sign)))


@rule("negative", "positive")
def _signed(context: Context, tree: Parsed) -> Phrase:
    sign = 1
    while tree.data in ("negative", "positive"):
        sign, tree = -sign if tree.data == "negative" else sign, tree.children[1]
    node = context.node(tree)
    if isinstance(node, Constant):
        return Constant(sign * node.value)
    return Sum(((sign, node),)) if sign < 0 else node


@rule("times")
def _times(context: Context, tree: Parsed) -> Phrase:
    left, sign, right = tree.children
    one, other = context.node(left), context.node(right)
    if sign.lower() == "x" and isinstance(one, Constant) and other.throws_dice:
        return _repeated(context, tree, one, other)
    return Operation("*", (one, other))


@rule("divide")
def _divide(context: Context, tree: Parsed) -> Phrase:
    left, sign, right, *rounding = tree.children
    way = re.sub(r".*round\w*\s+", "", rounding[0].lower(), flags=re.DOTALL) if rounding else ""
    way = way if way in ("", "up", "down") else "half up"
    op = "mod" if sign.type == "MOD" else f"/ round {way}" if way else "/"
    return Operation(op, (context.node(left), context.node(right)))


@rule("function")
def _function(context: Context, tree: Parsed) -> Phrase:
    token, *arguments = tree.children
    name, nodes = token.lower(), tuple(context.node(one) for one in arguments)
    if name in ("max", "min"):
        if len(nodes) > 1:
            return Operation(name, nodes)
        return kept_side(context, tree, nodes[0], "HIGH" if name == "max" else "LOW")
    if len(nodes) > 1:
        context.wrong(tree, f"{name} must have one number; got {len(nodes)}; try {name}(3d6 / 2)")
    if name == "abs":
        return Operation(name, nodes)
    division = nodes[0]
    if not isinstance(division, Operation) or not division.op.startswith("/"):
        context.wrong(tree, f"{name} must be of a division; got something else; try {name}(3d6 / 2)")
    return replace(division, op={"floor": "/ round down", "ceil": "/ round up", "round": "/ round half up"}[name])


# Several rolls --------------------------------------------------------------------------------------------------------


@rule("repeat")
def _repeat(context: Context, tree: Parsed) -> Phrase:
    _, times, _, what = tree.children
    return _repeated(context, tree, context.node(times), context.node(what))


@rule("often")
def _often(context: Context, tree: Parsed) -> Phrase:
    """3 times (d20 >= 11): how often that is so."""
    often, _, what = tree.children
    node = context.node(what)
    if not node.is_test:
        way = f"{often} times {context.text(what)}, or {often} * {context.text(what)}"
        context.wrong(tree, f"a number must be rolled again or multiplied; got words for both; try repeat {way}")
    return _repeated(context, tree, Constant(context.figure(often)), node)


@rule("as_often")
def _as_often(context: Context, tree: Parsed) -> Phrase:
    """(d4)d6: so many dice as the other shows."""
    number, _, *dice = tree.children
    for modifier in dice[1:]:
        if modifier.data not in ("bound_each", "explode", "reroll", "count"):
            context.wrong(
                modifier,
                "dice whose number is rolled must all count; got some left out; try n = d2: if n = 1 then d6 "
                "else 2d6 keep 1",
            )
    return _repeated(context, tree, let(context, number), pool_of(context, 1, *dice))


def _repeated(context: Context, tree: Parsed, times: Phrase, what: Phrase) -> Phrase:
    if times.is_test:
        context.wrong(tree, "the number of rolls must be a number; got a yes or no; try repeat (d4) times d6")
    if not isinstance(times, Constant):
        return Repeat(times, what)
    if not 1 <= times.value <= MOST_DICE:
        context.wrong(
            tree, f"rolls must be repeated from 1 to {MOST_DICE:,} times; got {times.value}; try repeat 3 times 2d6"
        )
    return Repeat(times, what)
