"""A line of dice told in words: how it was read."""

from __future__ import annotations

import re
from dataclasses import replace

from ..words.wording import so_many
from .formatting import die, runs
from .tree import (
    AsOften,
    BestOf,
    Constant,
    Divide,
    Extreme,
    Holds,
    IfElse,
    Let,
    Logic,
    Mixed,
    Multiply,
    Name,
    Node,
    Not,
    Pool,
    Read,
    Repeat,
    RollQuestion,
    Several,
    Sum,
    Which,
    every,
    is_die,
    is_roll,
    is_test,
    names_in,
    parts,
    with_parts,
)

_LONG = ("how many ", "how often ")  # "d20 is (how many of 5d10 show 8 or more) or more"
_READ = {"pairs": "the number of pairs in", "largest set": "the size of the largest set in"}
_READ |= {"face": "the face of the largest set in", "different": "the number of different faces in"}
_READ |= {"run": "the length of the longest run in"}
_SAID = {">=": "{} or more", "<=": "{} or less", ">": "more than {}", "<": "less than {}", "=": "{}", "!=": "not {}"}


def in_words(node: Node) -> str:
    """What a line asks for.

    >>> from .reading import read
    >>> for line in ("4d6kh3", "5d10>=8", "3d6 <= 11", "3d6!", "a = d20: if a = 20 then 2d6 + a else a"):
    ...     print(in_words(read(line).tree))
    the highest 3 of 4d6, added up
    how many of 5d10 show 8 or more
    whether the sum of 3d6 is 11 or less
    3d6, each 6 bringing another die, added up
    a is d20; if a is 20, then 2d6 plus a, otherwise a
    """
    if isinstance(node, (Pool, Mixed)) and node.kept > 1 and not node.counted:
        return f"{_said(node)}, added up"
    return f"whether {_said(node)}" if is_test(node) and not isinstance(node, (Let, IfElse)) else _said(node)


def _said(node: Node) -> str:
    match node:
        case Constant(value):
            return str(value)
        case Name(name):
            return name
        case Read(roll, question, other):
            return _read(_lying(roll, other if question.kind != "matches" else None), question, other)
        case Several(several, given):
            said = "; ".join(map(in_words, several))
            return f"{said}, given that {_said(given)}" if given else said
        case Pool():
            return _pool(node)
        case Mixed():
            dice = _kept(node, _beside(node))
            return f"how many of {dice} show {_faces(node.counted)}" if node.counted else dice
        case Sum(terms):
            return _sum(terms)
        case Multiply(left, right):
            return f"{_part(left)} times {_part(right)}"
        case Divide(left, right, rounding):
            rounded = {"": "", "half up": " (rounded, halves up)"}.get(rounding, f" (rounded {rounding})")
            return f"{_part(left)} divided by {_part(right)}{rounded}"
        case Holds(op, (Pool() | Mixed()) as dice, Constant(value)) if dice.counted:
            so_many_of = f"exactly {value}" if op == "=" else _SAID[op].format(value)
            return f"{so_many_of} of {_said(replace(dice, counted=None))} show {_faces(dice.counted)}"
        case Holds(op, Read(roll, RollQuestion("sum") as question, other), Constant(value)) if question.counted:
            so_many_of = f"exactly {value}" if op == "=" else _SAID[op].format(value)
            return f"{so_many_of} of {_kept(question, _lying(roll, other))} show {_faces(question.counted)}"
        case Holds("<=" | ">=" as op, Read(roll, RollQuestion("largest set") as question, other), Constant(value)) if (
            value == (1 if op == "<=" else 2)
        ):
            dice = _kept(question, _lying(roll, other))
            return f"all dice of {dice} are different" if op == "<=" else f"any two dice of {dice} are alike"
        case Holds(op, left, right):
            said = _total(right)
            return f"{_total(left)} is {_SAID[op].format(f'({said})' if said.startswith(_LONG) else said)}"
        case Logic(op, parts):
            return f" {op} ".join(
                f"({_said(part)})" if isinstance(part, (Logic, IfElse)) else _said(part) for part in parts
            )
        case Not(what):
            return f"it is not so that {_said(what)}"
        case Extreme(largest, parts):
            size = ("larger" if largest else "smaller") if len(parts) == 2 else "largest" if largest else "smallest"
            *most, last = map(_part, parts)
            return f"the {size} of {', '.join(most)} and {last}" if most else last
        case BestOf(times, what, highest):
            return f"the {_side(highest, times)} of {so_many(times, 'roll')} of {_bracketed(what)}"
        case Repeat(times, what):
            counted = "how often it is so" if is_test(what) else "added up"
            return f"{so_many(times, 'roll')} of {_bracketed(what)}, {counted}"
        case AsOften(times, what):
            often = f"rolled as often as {_total(times)} says"
            if isinstance(what, Pool) and what.counted:
                return f"how many of {_said(replace(what, counted=None))}, {often}, show {_faces(what.counted)}"
            return f"{_bracketed(what)}, {often}, {'how often it is so' if is_test(what) else 'added up'}"
        case IfElse(condition, then, otherwise):
            return f"if {_said(condition)}, then {_said(then)}, otherwise {_said(otherwise)}"
        case Let(name, value, body) if is_roll(value) and any(
            isinstance(one, Read) and Name(name) in (one.roll, one.other) for one in every(body)
        ):
            return _of_a_roll(name, _said(value), _added_up(body, Name(name)))
        case Let(name, value, body):
            return f"{name} is {_total(value)}; {_said(body)}"


def _of_a_roll(name: str, dice: str, body: Node) -> str:
    """What is read off a roll; where a line has no other, it needs no name."""
    said = in_words(body)
    if isinstance(body, Let) or names_in(body) != {name}:
        return f"{name} is one roll of {dice}; {said}"
    return f"of one roll of {dice}: " + re.sub(rf" (?:of|in) {name}(?![^\W_])", "", said)


def _added_up(node: Node, name: Name) -> Node:
    """The same, where the sum of a roll is asked like all else."""
    if isinstance(node, (Name, Read)):
        return Read(name, RollQuestion()) if node == name else node
    return with_parts(node, [_added_up(part, name) for part in parts(node)])


def _lying(roll: Node, other: Node | None) -> str:
    """The roll of which something is asked, without what another takes away."""
    said = _said(roll)
    return f"({said} without the dice that {_said(other)} cancels)" if other else f"({said})" if ", " in said else said


def _read(roll: str, question: RollQuestion, other: Node | None) -> str:
    """What is read off a roll."""
    dice = _kept(question, roll)
    match question.kind:
        case "sum" if question.counted:
            return f"how many of {dice} show {_faces(question.counted)}"
        case "sum":
            return dice if question.kept == 1 < question.count else f"the sum of {dice}"
        case "sets":
            return f"how many faces {question.least} or more dice of {dice} show"
        case "matches" if other:
            return f"how many of {dice} match {_said(other)}"
    return f"{_READ[question.kind]} {dice}"


def _sum(terms: tuple[tuple[int, Node], ...]) -> str:
    text = ""
    for sign, term in terms:
        minus = (sign < 0) != (isinstance(term, Constant) and term.value < 0)
        said = str(abs(term.value)) if isinstance(term, Constant) else _part(term)
        text += (" minus " if minus else " plus ") + said
    return text.removeprefix(" plus ").strip()


def _part(node: Node) -> str:
    """A part of a sum."""
    said = _said(node)
    apart = isinstance(node, (IfElse, Let, Holds, Logic, Not, Sum)) or ", " in said or said.startswith(("the ", "how "))
    return f"({said})" if apart else said


def _bracketed(node: Node) -> str:
    return _said(node) if isinstance(node, (Pool, Constant, Name)) else f"({_said(node)})"


def _total(node: Node) -> str:
    """What is compared, or has a name: several dice are their sum."""
    said = _said(node)
    if not isinstance(node, (Pool, Mixed)):
        return said
    several = node.kept > 1 and not node.counted
    return ("the sum of " if several else "") + (f"({said})" if ", " in said else said)


def _pool(pool: Pool) -> str:
    text = f"{pool.count if pool.count > 1 else ''}{die(pool.die)}"
    more = list[str]()
    if pool.reroll:
        more.append(
            f"each {_faces(pool.reroll.which)} rolled again {_times(pool.reroll.most, 'until it is something else')}"
        )
    if explode := pool.explode:
        brings = (
            "rolled again and added to its die"
            if explode.compound or pool.kept < pool.count
            else "bringing another die"
        )
        limit = f" {_times(explode.most, '')}" if explode.most is not None else ""
        more.append(f"each {_faces(explode.which)} {brings}{limit}")
    dice = _kept(pool, ", ".join([text, *more]))
    comma = "," if more else ""
    return f"how many of {dice}{comma} show {_faces(pool.counted)}" if pool.counted else dice


def _beside(mixed: Mixed) -> str:
    """Several throws: "2d8, d6 and (the sum of 2d4)"."""
    *most, last = (
        _bracketed_part(replace(what, count=times) if is_die(what) else what, single)
        for times, what in mixed.throws
        for single in [is_die(what)]
        for _ in range(1 if single else times)
    )
    return f"{', '.join(most)} and {last}" if most else last


def _bracketed_part(node: Node, dice: bool) -> str:
    """Dice each for itself, or a throw as a whole."""
    said = _said(node) if dice else _total(node)
    return (
        f"({said})"
        if ", " in said or not isinstance(node, (Pool, Constant, Name)) or not dice and " " in said
        else said
    )


def _kept(pool: Pool | Mixed | RollQuestion, dice: str) -> str:
    if pool.kept == pool.count:
        return dice
    number = f" {pool.kept}" if pool.kept > 1 else ""
    if pool.low and pool.high:
        if pool.low == pool.high:
            return f"the middle{number} of {dice}"
        if pool.kept == 1:
            place, side = min((pool.high, "highest"), (pool.low, "lowest"))
            return f"the {_ordinal(place + 1)} {side} of {dice}"
        return f"{dice}, without the lowest {pool.low} and the highest {pool.high}"
    side = _side(bool(pool.low), pool.count) if pool.kept == 1 else "highest" if pool.low else "lowest"
    return f"the {side}{number} of {dice}"


def _ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number // 10 % 10 == 1 else ending}"


def _side(highest: bool, times: int) -> str:
    return ("higher" if highest else "lower") if times == 2 else "highest" if highest else "lowest"


def _faces(which: Which) -> str:
    if which.op == "in":
        *most, last = runs(which.numbers, " to ")
        return f"{', '.join(most)} or {last}" if most else last
    return _SAID[which.op].format(which.numbers[0])


def _times(most: int | None, for_ever: str) -> str:
    return for_ever if most is None else "once" if most == 1 else f"at most {most} times"
