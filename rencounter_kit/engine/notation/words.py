"""A line of dice told in words: how it was read."""

from __future__ import annotations

import re
from dataclasses import replace

from ..words.wording import so_many
from .formatting import bounds, die, ordinal, runs, scored
from .tree import (
    Absolute,
    AsOften,
    BestOf,
    Constant,
    Counted,
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
    Scored,
    Several,
    Sum,
    Which,
    all_different,
    any_pair,
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
_MORE = {">": "more of {} show {} than show {}", "<": "fewer of {} show {} than show {}"}
_MORE |= {">=": "at least as many of {} show {} as show {}", "<=": "at most as many of {} show {} as show {}"}
_MORE |= {"=": "as many of {} show {} as show {}", "!=": "not as many of {} show {} as show {}"}
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
    return f"whether {_said(node)}" if is_test(node) and not isinstance(node, (Let, IfElse, Several)) else _said(node)


def _said(node: Node) -> str:
    match node:
        case Constant(value, word):
            return word or str(value)
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
            return _how_many(_kept(node, _beside(node)), "", node.counted)
        case Sum(terms):
            return _sum(terms)
        case Multiply(left, right):
            return f"{_factor(left)} times {_factor(right)}"
        case Divide(left, right, rounding):
            if rounding == "rest":
                return f"{_factor(left)} modulo {_factor(right, Multiply)}"
            rounded = {"": "", "half up": " (rounded, halves up)"}.get(rounding, f" (rounded {rounding})")
            return f"{_factor(left)} divided by {_factor(right, Multiply)}{rounded}"
        case Holds(op, (Pool() | Mixed()) as dice, Constant(value)) if isinstance(dice.counted, Which):
            so_many_of = f"exactly {value}" if op == "=" else _SAID[op].format(value)
            return f"{so_many_of} of {_said(replace(dice, counted=None))} show {_faces(dice.counted)}"
        case Holds(op, Read(roll, RollQuestion("sum", counted=Which() as which) as question, other), Constant(value)):
            so_many_of = f"exactly {value}" if op == "=" else _SAID[op].format(value)
            return f"{so_many_of} of {_kept(question, _lying(roll, other))} show {_faces(which)}"
        case Holds(op, Read(roll, RollQuestion(counted=Which() as one) as question, None), Read(other, two, None)) if (
            roll == other and isinstance(two.counted, Which) and two == replace(question, counted=two.counted)
        ):
            all_dice = _kept(question, _lying(roll, None))
            return _MORE[op].format(all_dice, _faces(one), _faces(two.counted))
        case Holds(left=Read(roll, question, other) as read) if node == all_different(read):
            return f"all dice of {_kept(question, _lying(roll, other))} are different"
        case Holds(left=Read(roll, question, other) as read) if node == any_pair(read):
            return f"any two dice of {_kept(question, _lying(roll, other))} are alike"
        case Holds(op, left, right):
            rest = _total(right)
            return f"{_total(left)} is {_SAID[op].format(f'({rest})' if rest.startswith(_LONG) else rest)}"
        case Logic(op, parts):
            return f" {op} ".join(_bracketed(part, Logic, IfElse, Let, Not) for part in parts)
        case Not(what):
            return f"it is not so that {_bracketed(what, Logic, IfElse, Let)}"
        case Extreme(largest, parts):
            size = ("larger" if largest else "smaller") if len(parts) == 2 else "largest" if largest else "smallest"
            *most, last = (f"({_total(part)})" if _is_several(part) else _part(part) for part in parts)
            return f"the {size} of {', '.join(most)} and {last}" if most else last
        case Absolute(what):
            return f"{_part(what, Multiply, Divide)} without its sign"
        case BestOf(times, what, highest, place):
            return f"the {ordinal(place)}{_side(highest, times)} of {so_many(times, 'roll')} of {_thrown(what)}"
        case Repeat(times, what):
            counted = "how often it is so" if is_test(what) else "added up"
            return f"{so_many(times, 'roll')} of {_thrown(what)}, {counted}"
        case AsOften(times, what):
            often = f"rolled as often as {_total(times)} says"
            if isinstance(what, Pool) and what.counted:
                return _how_many(_said(replace(what, counted=None)), f", {often},", what.counted)
            return f"{_thrown(what)}, {often}, {'how often it is so' if is_test(what) else 'added up'}"
        case IfElse(condition, then, otherwise):
            condition_said, then_said = _bracketed(condition, IfElse, Let), _bracketed(then, IfElse, Let)
            return f"if {condition_said}, then {then_said}, otherwise {_bracketed(otherwise, Let)}"
        case Let(name, value, Several((Name("it"),), given)) if name == "it" and given:
            return f"{in_words(value)}, given that {_said(given)}"
        case Let(name, value, body) if is_roll(value) and any(
            isinstance(one, Read) and Name(name) in (one.roll, one.other) for one in every(body)
        ):
            return _of_a_roll(name, _said(value), _added_up(body, Name(name)))
        case Let(name, value, body):
            told = f"({_said(value)})" if isinstance(value, Let) or is_test(value) else _total(value)
            return f"{name} is {told}; {_said(body)}"


def _of_a_roll(name: str, dice: str, body: Node) -> str:
    """What is read off a roll; where a line has no other, it needs no name."""
    said = in_words(body)
    if isinstance(body, Let) or names_in(body) != {name}:
        return f"{name} is one roll of {dice}; {said}"
    return f"of one roll of {dice}: " + re.sub(rf" (?:of|in|on) {name}(?![^\W_])", "", said)


def _added_up(node: Node, name: Name) -> Node:
    """The same, where the sum of a roll is asked like all else."""
    if isinstance(node, (Name, Read)):
        return Read(name, RollQuestion()) if node == name else node
    return with_parts(node, [_added_up(part, name) for part in parts(node)])


def _lying(roll: Node, other: Node | None) -> str:
    """The roll of which something is asked, without what another takes away."""
    said = _said(roll)
    return (
        f"({said} without the dice that {_said(other)} cancels)" if other else f"({said})" if _is_list(said) else said
    )


def _read(roll: str, question: RollQuestion, other: Node | None) -> str:
    """What is read off a roll."""
    dice = _kept(question, roll)
    match question.kind:
        case "sum" if question.counted:
            return _how_many(dice, "", question.counted)
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
        said = str(abs(term.value)) if isinstance(term, Constant) else _part(term, *([Divide] if minus else []))
        text += (" minus " if minus else " plus ") + said
    return text.removeprefix(" plus ").strip()


def _part(node: Node, *apart: type) -> str:
    """A part of a sum or of a choice, in brackets where it would be torn apart."""
    said = _said(node)
    torn = isinstance(node, (Absolute, IfElse, Let, Holds, Logic, Not, Sum, *apart))
    return f"({said})" if torn or _is_list(said) or said.startswith(("the ", "how ")) else said


def _factor(node: Node, *apart: type) -> str:
    """A part of a product: what is divided stands in brackets, since it may be rounded."""
    return _part(node, Divide, *apart)


def _bracketed(node: Node, *kinds: type) -> str:
    """In brackets if it is of these kinds."""
    return f"({_said(node)})" if isinstance(node, kinds) else _said(node)


def _thrown(node: Node) -> str:
    """What is thrown several times."""
    said = _said(node)
    alone = isinstance(node, (Pool, Constant, Name)) and not _is_list(said) and not said.startswith(("the ", "how "))
    return said if alone else f"({said})"


def _is_several(node: Node) -> bool:
    """Are they several dice that are added up?"""
    return isinstance(node, (Pool, Mixed)) and node.kept > 1 and not node.counted


def _total(node: Node) -> str:
    """What is compared, or has a name: several dice are their sum."""
    words = _said(node)
    if not isinstance(node, (Pool, Mixed)):
        return f"({words})" if isinstance(node, (IfElse, Let, Repeat, AsOften)) else words
    text = f"({words})" if _is_list(words) or isinstance(node.counted, Scored) else words
    return f"the sum of {text}" if _is_several(node) else text


def _how_many(dice: str, comma: str, counted: Counted | None) -> str:
    """Dice added up, or how many of them show some faces."""
    if counted is None:
        return dice
    if isinstance(counted, Scored) and counted.which.words:
        return f"how often {_faces(counted.which)} shows on {dice}{comma}"
    if isinstance(counted, Which):
        return f"how many of {dice}{comma} show {_faces(counted)}"
    return f"how many of {dice}{comma} show {_faces(counted.which)} ({', '.join(scored(counted, _faces))})"


def _pool(pool: Pool) -> str:
    text = f"{pool.count if pool.count != 1 else ''}{die(pool.die)}"
    far = {"min": "below", "max": "above"}
    early = [f"faces {far[side]} {number} counting as {number}" for side, number in bounds(pool)]
    early += _again(pool, late=False)
    dice = ", ".join([text, *early])
    kept = _kept(pool, f"({dice})" if early and pool.kept < pool.count else dice)
    late = _again(pool, late=True)
    comma = "," if late or early and pool.kept == pool.count else ""
    return _how_many(", ".join([kept, *late]), comma, pool.counted)


def _again(pool: Pool, late: bool) -> list[str]:
    """How dice are rolled again and explode."""
    said, reroll, explode = list[str](), pool.reroll, pool.explode
    if reroll and reroll.late is late:
        these = " of these" if late else " of the first dice" if reroll.first and explode and not explode.late else ""
        again = _times(reroll.most, "until it is something else")
        said.append(f"each {_faces(reroll.which)}{these} rolled again {again}")
    if explode and explode.late is late:
        whole = explode.compound or pool.kept < pool.count and not late
        brings = "rolled again and added to its die" if whole else "bringing another die"
        less = f", {explode.less} less each time" if explode.less else ""
        limit = f" {_times(explode.most, '')}" if explode.most is not None else ""
        said.append(f"each {_faces(explode.which)}{' of these' if late else ''} {brings}{limit}{less}")
    return said


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
    words = _said(node) if dice else _total(node)
    return (
        f"({words})"
        if _is_list(words) or not isinstance(node, (Pool, Constant, Name)) or not dice and " " in words
        else words
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


def _is_list(text: str) -> bool:
    """Has it a comma beside those between the faces of a die?"""
    return ", " in re.sub(r"\{[^{}]*\}", "", text)


def _faces(which: Which) -> str:
    if which.words:
        return " or ".join(which.words)
    if which.op == "in":
        *most, last = runs(which.numbers, " to ")
        return f"{', '.join(most)} or {last}" if most else last
    return _SAID[which.op].format(which.numbers[0])


def _times(most: int | None, for_ever: str) -> str:
    return for_ever if most is None else "once" if most == 1 else f"at most {most} times"
