"""What is a yes or no in a line of dice, and what hangs on it; beside a number several dice may be counted instead."""

from __future__ import annotations

import re
from dataclasses import replace

from lark import Token, Tree

from .context import Context, Countable, Parsed, is_token, rule, trees_in
from .die import Counted, Which
from .errors import NotationError
from .faces import compared, operator, scored, which
from .formatting import which as which_text, written
from .limits import MOST_SIDES
from .readings import looked, named_roll
from .tree import Constant, IfElse, Let, Mixed, Name, Operation, Phrase, Pool, Read, Sum, as_read, is_die
from .worth import REACHES, worth_of


def condition(context: Context, tree: Parsed) -> Phrase:
    """A yes or no; dice beside a number are added up in it."""
    node = _compare(context, tree, condition=True) if tree.data == "compare" else context.node(tree)
    if not node.is_test:
        context.wrong(tree, "a condition must be a yes or no; got a number; try a comparison such as d20 >= 15")
    return node


@rule("any_of")
def _any_of(context: Context, tree: Parsed) -> Phrase:
    return Operation("or", tuple(condition(context, part) for part in tree.children[::2]))


@rule("all_of")
def _all_of(context: Context, tree: Parsed) -> Phrase:
    if (first := tree.children[0]).data == "chosen":
        context.wrong(
            first, "dice of which some are chosen must have commas between them; got and; try highest 2 of 2d6, d8"
        )
    return Operation("and", tuple(condition(context, part) for part in tree.children[::2]))


@rule("not_")
def _not(context: Context, tree: Parsed) -> Phrase:
    return Operation("not", (condition(context, tree.children[1]),))


@rule("choice")
def _choice(context: Context, tree: Parsed) -> Phrase:
    test, *places = trees_in(tree)
    holds, sides = condition(context, test), list[Phrase]()
    for place, taken in zip(places, (1, 0), strict=False):
        try:
            sides.append(context.node(place))
        except NotationError:  # what is not asked for may be wrong, as keeping one of {n} dice for n=0
            if _certain(holds) in (None, taken):
                raise
            return context.node(places[taken]) if taken < len(places) else Constant(0)
    if len(sides) == 2:
        return IfElse(holds, sides[0], sides[1])
    return Operation("and", (holds, sides[0])) if sides[0].is_test else IfElse(holds, sides[0], Constant(0))


def _certain(node: Phrase) -> int | None:
    """What it comes to where no dice decide it."""
    if isinstance(node, Constant):
        return node.value
    numbers = [number for part in node.parts if (number := _certain(part)) is not None]
    return worth_of(node)(numbers) if isinstance(node, REACHES) and len(numbers) == len(node.parts) else None


# Comparisons ----------------------------------------------------------------------------------------------------------


@rule("compare")
def _compare(context: Context, tree: Parsed, condition: bool = False) -> Phrase:
    """Several dice beside a number that one of them can show are counted; else, and in a condition, added up."""
    left, sign, right, *failures = tree.children
    op = _sign(context, sign, right)
    one, other = context.node(left), context.node(right)
    dice = None if condition and not failures else _uncounted(context, left, one)
    if failures:
        if not dice or not isinstance(other, Constant):
            context.wrong(sign, "failures must be taken off the successes of dice; got none; try 5d10 >= 7 f1")
        return replace(dice, counted=scored(context, tree, compared(op, other.value), failures[1::2]))
    if isinstance(other, Constant):
        if isinstance(one, Name) and not condition:
            _note_added_up(context, one, compared(op, other.value), other.value)
        if dice and not other.word and _are_counted(context, dice, other.value):
            if context.counting is None:
                total = f"({context.text(left)}) {op} {other.value}"
                context.notes.append(
                    f"Each die is compared, as one of them can show {other.value}; for their sum write {total}."
                )
            return replace(dice, counted=Counted(compared(op, other.value)))
    elif dice and dice.is_whole and dice.count > 1 and right.data in ("plus", "minus"):
        _refuse_sum_behind(context, left, sign, right, other)
    if one.is_test or other.is_test:
        hint = ""
        match one, other.is_test:
            case Operation(first, (Constant() as low, right), compares=True), False:  # 7 <= 2d6 <= 9
                name = context.free_name("a")
                both = (Operation(first, (low, Name(name))), Operation(op, (Name(name), other)))
                hint = f"; try {written(Let(name, right, Operation('and', both)))}"
        context.wrong(sign, f"a comparison must be of numbers; got one of a yes or no{hint}")
    return Operation(op, (one, other))


def _refuse_sum_behind(context: Context, left: Parsed, sign: Token, right: Parsed, other: Phrase) -> None:
    """5d10 >= 8 + 1: is it the number of dice, or the goal?"""
    if not isinstance(other, Sum) or not isinstance(other.terms[0][1], Constant):
        return
    first = right
    while first.data in ("plus", "minus"):
        first = first.children[0]
    dice, number = context.text(left), context.text(first)
    rest = context.text(right)[len(number) :]
    span = re.fullmatch(r"(\d+)\s*-\s*(\d+)", context.text(right)) if operator(sign) == "=" else None
    way = f"; for a range {dice} = {span[1]}..{span[2]}" if span else ""
    context.wrong(
        right,
        "a comparison must be with one number, or have brackets around it; got a sum after it; try "
        f"({dice} {sign} {number}){rest}, or ({dice}) {sign} {number}{rest}{way}",
    )


def _note_added_up(context: Context, name: Name, faces: Which, *numbers: int) -> None:
    """A roll with a name is added up, where it could be counted as well."""
    dice = as_read(context.thrown.get(name.name, name)) if name.name in context.rolls else None
    if dice and dice.kept > 1 and any(_can_show(dice.roll, number) for number in numbers):
        count = written(Read(name, counted=Counted(faces)))
        context.notes.append(f"{name.name} is added up; to count its dice write {count}.")


def _sign(context: Context, sign: Token, number: Parsed) -> str:
    """The sign for a word; of those that players use in two ways, a note says how it was taken."""
    op, word, goal = operator(sign), sign.lower().split()[-1], context.text(number)
    if word in ("vs", "vs.", "versus", "against", "dc"):
        context.notes.append(
            f"{sign} {goal} is read as >= {goal}; where a tie fails write > {goal}, to roll under <= {goal}."
        )
    elif word == "under":
        context.notes.append(f"under {goal} is read as < {goal}; where {goal} succeeds too write <= {goal}.")
    return op


def _uncounted(context: Context, tree: Parsed, node: Phrase) -> Read | None:
    """Dice that are not counted yet, without brackets; ``None`` for all else."""
    read = as_read(context.beside.get(id(tree), node)) if tree.data in ("pool", "beside") else None
    return read if read and read.is_throw and not read.counted else None


def _are_counted(context: Context, dice: Read, number: int) -> bool:
    context.comparisons.append(comparison := _countable(dice, number))
    return all(comparison) if context.counting is None else context.counting[len(context.comparisons) - 1]


def _countable(dice: Read, number: int) -> Countable:
    """Dice beside a number; those of which some are left out are added up, whatever the number."""
    every = dice.is_whole
    return Countable(every and dice.count > 1, every and _can_show(dice.roll, number))


def _may_be_counted(dice: Read | None, number: int) -> bool:
    return dice is not None and all(_countable(dice, number))


def _can_show(roll: Phrase, number: int) -> bool:
    """Can one of the dice show it? Dice with minus signs, as Fudge dice, are never counted so."""
    if isinstance(roll, Mixed):
        dice = [what for _, what in roll.throws if is_die(what) and min(what.die.faces) >= 0]
        return len(dice) == len(roll.throws) and any(_can_show(die, number) for die in dice)
    if not isinstance(roll, Pool) or min(roll.die.faces) < 0:
        return False
    compound = roll.explode is not None and roll.explode.compound
    return number in roll.die.faces or (compound and number > max(roll.die.faces))


# Faces that some dice show --------------------------------------------------------------------------------------------


@rule("some_show", "some_on")
def _some_show(context: Context, tree: Parsed) -> Phrase:
    """5d6 at least one 6, or at least one 6 on 5d6."""
    some, faces = (tree.children[at] for at in ((1, 2) if tree.data == "some_show" else (0, 1)))
    left = trees_in(tree)[0 if tree.data == "some_show" else -1]
    node = named_roll(context, left) if left.data == "name" else context.node(left)
    read = as_read(context.beside.get(id(left), node))
    if read is None or left.data not in ("pool", "beside", "name"):
        context.wrong(left, "what shows a face must be dice; got other things; try 5d6 at least one 6")
    look = Tree("count", [Tree("counted", [faces], tree.meta)], tree.meta)
    number = Constant(context.figure(some))
    return Operation(operator(some.rsplit(maxsplit=1)[0]), (looked(context, look, read), number))


@rule("reached")
def _reached(context: Context, tree: Parsed) -> Phrase:
    """8+ on 2d6: their sum, as it stands on a die."""
    *goal, _, what = tree.children
    faces = which(context, goal[0] if len(goal) == 1 else Tree("glued", goal, tree.meta))
    if len(goal) == 2:
        _sign(context, *goal)
    node, number = context.node(what), faces.numbers[0]
    if _may_be_counted(_uncounted(context, what, node), number):
        each = f"{context.text(what)} count {which_text(faces)}"
        context.notes.append(f"The sum is compared; to count dice write {each}.")
    return Operation("=" if faces.op == "in" else faces.op, (node, Constant(number)))


@rule("reached_behind")
def _reached_behind(context: Context, tree: Parsed) -> Phrase:
    """d20 15+, 2d6 8 or more: what is added up, where no die alone can show it."""
    what, goal = tree.children
    faces, node = Which(">=" if goal.type == "GOAL_UP" else "<=", (context.figure(goal),)), context.node(what)
    if _may_be_counted(_uncounted(context, what, node), faces.numbers[0]):
        dice, number = context.text(what), which_text(faces)
        both = f"{number} on {dice} for their sum, {dice} count {number} for each die"
        context.wrong(goal, f"dice must be added up or counted; got {context.text(goal)} behind them; try {both}")
    if isinstance(node, Read) and node.counted:
        test = f"({context.text(what)}) {faces.op} {faces.numbers[0]}"
        context.wrong(goal, f"a count must be compared by a sign; got {context.text(goal)} behind it; try {test}")
    if isinstance(node, Name):
        _note_added_up(context, node, faces, faces.numbers[0])
    return Operation(faces.op, (node, Constant(faces.numbers[0])))


@rule("between")
def _between(context: Context, tree: Parsed) -> Phrase:
    """2d6 between 7 and 9, 2d6 = 7..9: both ends count."""
    what, sign, low, _, high = tree.children
    if is_token(sign, "COMPARE") and operator(sign) != "=":
        context.wrong(sign, f"a range must be met or not; got {sign} before it; try = {low}..{high}")
    node = context.node(what)
    ends = [Constant(context.figure(end)) if is_token(end, "NUMBER") else context.node(end) for end in (low, high)]
    numbers = [end.value for end in ends if isinstance(end, Constant)]
    if any(one.is_test for one in (node, *ends)):
        context.wrong(tree, "what lies between must be a number; got a yes or no; leave it out")
    if len(numbers) == 2 and numbers[0] > numbers[1]:
        context.wrong(tree, f"numbers must run from low to high; got {numbers[0]} to {numbers[1]}; change them round")
    if isinstance(node, Name) and len(numbers) == 2:
        faces = Which("in", tuple(range(numbers[0], min(numbers[1], numbers[0] + MOST_SIDES) + 1)))
        _note_added_up(context, node, faces, *numbers)
    name = context.free_name("a")
    one = Name(name) if node.throws_dice else node
    both = Operation("and", (Operation(">=", (one, ends[0])), Operation("<=", (one, ends[1]))))
    line = both if one is node else Let(name, node, both)
    dice = _uncounted(context, what, node)
    if any(_may_be_counted(dice, number) for number in numbers):
        count = f"{context.text(what)} count {context.text(low)} to {context.text(high)} for each die"
        context.wrong(
            tree,
            f"dice must be added up or counted; got a range behind them; try {written(line)} for their sum, {count}",
        )
    return line
