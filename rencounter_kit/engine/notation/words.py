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
    settled,
    with_parts,
)

_LONG = ("how many ", "how often ")  # "d20 is (how many of 5d10 show 8 or more) or more"
_READ = {"pairs": "the number of pairs in", "largest set": "the size of the largest set in"}
_READ |= {"face": "the face of the largest set in", "different": "the number of different faces in"}
_READ |= {"run": "the length of the longest run in"}
_MORE = {">": "more of {} show {} than show {}", "<": "fewer of {} show {} than show {}"}
_MORE |= {">=": "at least as many of {} show {} as show {}", "<=": "at most as many of {} show {} as show {}"}
_MORE |= {"=": "as many of {} show {} as show {}", "!=": "not as many of {} show {} as show {}"}
_COMPARED = {
    ">=": "{} or more",
    "<=": "{} or less",
    ">": "more than {}",
    "<": "less than {}",
    "=": "{}",
    "!=": "not {}",
}


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
    if _is_several(node):
        return f"{_text(node)}, added up"
    return f"whether {_text(node)}" if is_test(node) and not isinstance(node, (Let, IfElse, Several)) else _text(node)


def _text(node: Node) -> str:
    match node:
        case Constant(value, word):
            return word or str(value)
        case Name(name):
            return name
        case Read():
            return _read(node)
        case Several(several, given):
            answers = "; ".join(map(in_words, several))
            return f"{answers}, given that {_text(given)}" if given else answers
        case Pool() | Mixed():
            return _dice(node, RollQuestion(count=node.count))
        case Sum(terms):
            return _sum(terms)
        case Multiply(left, right):
            return f"{_factor(left)} times {_factor(right)}"
        case Divide(left, right, rounding):
            if rounding == "rest":
                return f"{_factor(left)} modulo {_factor(right, Multiply)}"
            rounded = {"": "", "half up": " (rounded, halves up)"}.get(rounding, f" (rounded {rounding})")
            return f"{_factor(left)} divided by {_factor(right, Multiply)}{rounded}"
        case Holds(op, Read(question=RollQuestion("sum", counted=Which() as which)) as read, Constant(value)):
            number = f"exactly {value}" if op == "=" else _COMPARED[op].format(value)
            return f"{number} of {_kept_of(read)} show {_faces(which)}"
        case Holds(
            op, Read(roll, RollQuestion(counted=Which() as one) as question, None) as read, Read(other, two, None)
        ) if (
            roll == other
            and isinstance(roll, Name)
            and isinstance(two.counted, Which)
            and two == replace(question, counted=two.counted)
        ):
            return _MORE[op].format(_kept_of(read), _faces(one), _faces(two.counted))
        case Holds(left=Read() as read) if node == all_different(read):
            return f"all dice of {_kept_of(read)} are different"
        case Holds(left=Read() as read) if node == any_pair(read):
            return f"any two dice of {_kept_of(read)} are alike"
        case Holds(op, left, right):
            rest = _total(right)
            return f"{_total(left)} is {_COMPARED[op].format(f'({rest})' if rest.startswith(_LONG) else rest)}"
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
            if isinstance(what, Read) and what.is_throw and what.question.counted:
                uncounted = settled(replace(what, question=replace(what.question, counted=None)))
                return _how_many(_text(uncounted), f", {often},", what.question.counted)
            return f"{_thrown(what)}, {often}, {'how often it is so' if is_test(what) else 'added up'}"
        case IfElse(condition, then, otherwise):
            first, second = _bracketed(condition, IfElse, Let), _bracketed(then, IfElse, Let)
            return f"if {first}, then {second}, otherwise {_bracketed(otherwise, Let)}"
        case Let(name, value, Several((Name("it"),), given)) if name == "it" and given:
            return f"{in_words(value)}, given that {_text(given)}"
        case Let(name, value, body) if is_roll(value) and any(
            isinstance(one, Read) and Name(name) in (one.roll, one.other) for one in every(body)
        ):
            return _of_a_roll(name, _text(value), _added_up(body, Name(name)))
        case Let(name, value, body):
            text = f"({_text(value)})" if isinstance(value, Let) or is_test(value) else _total(value)
            return f"{name} is {text}; {_text(body)}"


def _of_a_roll(name: str, dice: str, body: Node) -> str:
    """What is read off a roll; where a line has no other, it needs no name."""
    text = in_words(body)
    if isinstance(body, Let) or names_in(body) != {name}:
        return f"{name} is one roll of {dice}; {text}"
    return f"of one roll of {dice}: " + re.sub(rf" (?:of|in|on) {name}(?![^\W_])", "", text)


def _added_up(node: Node, name: Name) -> Node:
    """The same, where the sum of a roll is asked like all else."""
    if isinstance(node, (Name, Read)):
        return Read(name, RollQuestion()) if node == name else node  # whatever their number
    return with_parts(node, [_added_up(part, name) for part in parts(node)])


def _kept_of(read: Read) -> str:
    """The dice of which something is asked, without those that another roll takes away."""
    text, other, question = _text(read.roll), read.other, read.question
    if other and question.kind != "matches":
        text = f"({text} without the dice that {_text(other)} cancels)"
    dice = _kept(question, f"({text})" if _is_list(text) else text)
    return ", ".join([dice, *_again(question, " of these")])


def _read(read: Read) -> str:
    """What is read off a roll."""
    question = read.question
    if isinstance(read.roll, (Pool, Mixed)) and question.kind == "sum":
        return _dice(read.roll, question)
    dice = _kept_of(read)
    match question.kind:
        case "sum" if question.counted:
            return _how_many(dice, "", question.counted)
        case "sum":
            return dice if question.kept == 1 < question.count else f"the sum of {dice}"
        case "sets":
            return f"how many faces {question.least} or more dice of {dice} show"
        case "matches" if read.other:
            return f"how many of {dice} match {_text(read.other)}"
    return f"{_READ[question.kind]} {dice}"


def _sum(terms: tuple[tuple[int, Node], ...]) -> str:
    text = ""
    for sign, term in terms:
        minus = (sign < 0) != (isinstance(term, Constant) and term.value < 0)
        one = str(abs(term.value)) if isinstance(term, Constant) else _part(term, *([Divide] if minus else []))
        text += (" minus " if minus else " plus ") + one
    return text.removeprefix(" plus ").strip()


def _part(node: Node, *apart: type) -> str:
    """A part of a sum or of a choice, in brackets where it would be torn apart."""
    text = _text(node)
    torn = isinstance(node, (Absolute, IfElse, Let, Holds, Logic, Not, Sum, *apart))
    return f"({text})" if torn or _is_list(text) or text.startswith(("the ", "how ")) else text


def _factor(node: Node, *apart: type) -> str:
    """A part of a product: what is divided stands in brackets, since it may be rounded."""
    return _part(node, Divide, *apart)


def _bracketed(node: Node, *kinds: type) -> str:
    """In brackets if it is of these kinds."""
    return f"({_text(node)})" if isinstance(node, kinds) else _text(node)


def _thrown(node: Node) -> str:
    """What is thrown several times."""
    text = _text(node)
    alone = isinstance(node, (Pool, Constant, Name)) and not _is_list(text)
    return text if alone else f"({text})"


def _is_several(node: Node) -> bool:
    """Are they several dice that are added up?"""
    if isinstance(node, Read):
        return node.is_throw and node.question.kept > 1 and not node.question.counted
    return isinstance(node, (Pool, Mixed)) and node.count > 1


def _total(node: Node) -> str:
    """What is compared, or has a name: several dice are their sum."""
    words = _text(node)
    if isinstance(node, (IfElse, Let, Repeat, AsOften)):
        return f"({words})"
    if isinstance(node, (Pool, Mixed)) or isinstance(node, Read) and node.is_throw:
        scores = isinstance(node, Read) and isinstance(node.question.counted, Scored)
        words = f"({words})" if _is_list(words) or scores else words
    return f"the sum of {words}" if _is_several(node) else words


def _how_many(dice: str, comma: str, counted: Counted | None) -> str:
    """Dice added up, or how many of them show some faces."""
    if counted is None:
        return dice
    if isinstance(counted, Scored) and counted.which.words:
        return f"how often {_faces(counted.which)} shows on {dice}{comma}"
    if isinstance(counted, Which):
        return f"how many of {dice}{comma} show {_faces(counted)}"
    return f"how many of {dice}{comma} show {_faces(counted.which)} ({', '.join(scored(counted, _faces))})"


def _dice(roll: Pool | Mixed, question: RollQuestion) -> str:
    """Dice that are thrown: those that are kept, or how many of them count."""
    if isinstance(roll, Mixed):
        return _how_many(_kept(question, _beside(roll)), "", question.counted)
    far = {"min": "below", "max": "above"}
    early = [f"faces {far[side]} {number} counting as {number}" for side, number in bounds(roll)]
    early += _again(roll, " of the first dice", question.is_whole)
    dice = ", ".join([f"{roll.count if roll.count != 1 else ''}{die(roll.die)}", *early])
    kept = _kept(question, f"({dice})" if early and not question.is_whole else dice)
    late = _again(question, " of these")
    comma = "," if late or early and question.is_whole else ""
    return _how_many(", ".join([kept, *late]), comma, question.counted)


def _again(dice: Pool | RollQuestion, these: str, apart: bool = True) -> list[str]:
    """How dice are rolled again and explode.

    these : which of them, where that must be told.
    apart : is what a die brings a number of its own?
    """
    texts, reroll, explode = list[str](), dice.reroll, dice.explode
    late = isinstance(dice, RollQuestion)
    if reroll:
        which = these if late or reroll.first and explode else ""
        texts.append(
            f"each {_faces(reroll.which)}{which} rolled again {_times(reroll.most, 'until it is something else')}"
        )
    if explode:
        whole = explode.compound or not apart
        brings = "rolled again and added to its die" if whole else "bringing another die"
        less = f", {explode.less} less each time" if explode.less else ""
        limit = f" {_times(explode.most, '')}" if explode.most is not None else ""
        texts.append(f"each {_faces(explode.which)}{these if late else ''} {brings}{limit}{less}")
    return texts


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
    words = _text(node) if dice else _total(node)
    return (
        f"({words})"
        if _is_list(words) or not isinstance(node, (Pool, Constant, Name)) or not dice and " " in words
        else words
    )


def _kept(question: RollQuestion, dice: str) -> str:
    if question.is_whole:
        return dice
    number = f" {question.kept}" if question.kept > 1 else ""
    if question.low and question.high:
        if question.low == question.high:
            return f"the middle{number} of {dice}"
        if question.kept == 1:
            place, side = min((question.high, "highest"), (question.low, "lowest"))
            return f"the {ordinal(place + 1)}{side} of {dice}"
        return f"{dice}, without the lowest {question.low} and the highest {question.high}"
    side = _side(bool(question.low), question.count) if question.kept == 1 else "highest" if question.low else "lowest"
    return f"the {side}{number} of {dice}"


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
    return _COMPARED[which.op].format(which.numbers[0])


def _times(most: int | None, for_ever: str) -> str:
    return for_ever if most is None else "once" if most == 1 else f"at most {most} times"
