"""A tree as the one line that means it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from .tree import (
    FUDGE,
    TENS_AND_UNITS,
    Absolute,
    AsOften,
    BestOf,
    Constant,
    Counted,
    Die,
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
    single_die,
)

_FEW = 6  # numbers, or runs of them, of a list with "or" between
READINGS = {"pairs": "pairs", "largest set": "largest set", "face": "largest set face", "run": "longest run"}
READINGS |= {"different": "different faces"}
_BINDS = {
    Let: 0,
    IfElse: 0,
    Repeat: 0,
    AsOften: 0,
    Logic: 1,
    Not: 2,
    Holds: 3,
    Sum: 4,
    Multiply: 5,
    Divide: 5,
}  # looser first


def written(node: Node) -> str:
    """The line in its one form.

    >>> from .reading import read
    >>> [written(read(line).tree) for line in ("4D6dl1+2", "5d10>7", "lowest of 2d12", "3x(2d6+1)")]
    ['4d6 keep highest 3 + 2', '5d10 count 8 or more', '2d12 lowest', 'repeat 3 times (2d6 + 1)']
    """
    match node:
        case Constant(value, word):
            return word or str(value)
        case Name(name):
            return name
        case Pool():
            return _pool(node)
        case Mixed():
            return f"{{{_beside(node)}}}"
        case Read(roll, question, other):
            return _read(roll, question, other)
        case Several(parts, given):
            return ", ".join(_within(part, 0) for part in parts) + (f" given {_within(given, 0)}" if given else "")
        case Sum(terms):
            first, *others = terms
            text = _term(*first, first=True) + "".join(_term(*term) for term in others)
            return f"-{text[3:]}" if text.startswith(" -") else text[3:]
        case Multiply(left, right):
            return f"{_within(left, 5)} * {_within(right, 6)}"
        case Divide(left, right, rounding):
            if rounding == "rest":
                return f"{_within(left, 5)} mod {_within(right, 6)}"
            return f"{_within(left, 5)} / {_within(right, 6)}" + (f" round {rounding}" if rounding else "")
        case Holds(left=Read() as read) if node in (all_different(read), any_pair(read)):
            dice = written(replace(read, question=replace(read.question, kind="sum")))
            return f"{dice} {'all different' if node == all_different(read) else 'any pair'}"
        case Holds(op, left, right):
            is_named = op == "=" and any(
                isinstance(one, Let) for one in every(right)
            )  # or the left one would be a name for it
            return f"{f'({written(left)})' if is_named else _compared(left)} {op} {_within(right, 4)}"
        case Logic(op, parts):
            return f" {op} ".join(_joined(part) for part in parts)
        case Not(what):
            return f"not {_within(what, 3)}"
        case Extreme(largest, parts):
            return f"{'max' if largest else 'min'}({', '.join(_within(part, 0) for part in parts)})"
        case Absolute(what):
            return f"abs({_within(what, 0)})"
        case BestOf(times, what, highest, place):
            return f"{ordinal(place)}{'best' if highest else 'worst'} of {times} ({written(what)})"
        case Repeat(times, what):
            return f"repeat {times} times {_within(what, 6)}"
        case AsOften(times, what) if single_die(what):
            return f"({written(times)}){written(what)}"
        case AsOften(times, what):
            return f"repeat ({written(times)}) times {_within(what, 6)}"
        case IfElse(condition, then, otherwise):
            return f"if {_within(condition, 1)} then {_within(then, 1)} else {_within(otherwise, 0)}"
        case Let(name, value, body):
            return f"{name} = {_within(value, 0)}: {written(body)}"


def ordinal(place: int) -> str:
    """The 2nd and further ones; the first has no word before it."""
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{place}{'th' if place // 10 % 10 == 1 else ends.get(place % 10, 'th')} " if place > 1 else ""


def _within(node: Node, binds: int) -> str:
    """In brackets where it would be torn apart."""
    text = written(node)
    dice = isinstance(node, AsOften) and single_die(node.what)
    loose = (
        _BINDS.get(type(node), 9) < binds
        and not dice
        or isinstance(node, Let)
        or isinstance(node, Constant)
        and node.value < 0
    )
    return f"({text})" if loose else text


def _term(sign: int, node: Node, first: bool = False) -> str:
    """A term of a sum, with the sign before it; before a product that begins a line it would be its first factor's."""
    if isinstance(node, Constant) and node.value < 0:
        sign, node = -sign, Constant(-node.value)
    return f" {'+' if sign > 0 else '-'} {_within(node, 6 if first and sign < 0 else 5)}"


def _joined(node: Node) -> str:
    """A condition among others; a number of faces before "and" would be the first of a list."""
    lists = any(
        isinstance(one, Read)
        and (one.question.counted or one.question.goes_on)
        or isinstance(one, Pool)
        and (one.explode or one.reroll)
        for one in every(node)
    )
    return f"({written(node)})" if lists else _within(node, 2)


def _compared(node: Node) -> str:
    """Before a comparison several dice stand in brackets, or they would be counted."""
    return f"({written(node)})" if isinstance(node, Pool) and node.count > 1 else _within(node, 4)


def _pool(pool: Pool) -> str:
    """What is done first stands first."""
    text = f"{pool.count if pool.count != 1 else ''}{die(pool.die)}"
    return text + "".join(f" {side} {number}" for side, number in bounds(pool)) + _again(pool)


def bounds(pool: Pool) -> list[tuple[str, int]]:
    """The least and the most that a face counts as, as a line writes them."""
    return [(side, number) for side, number in (("min", pool.floor), ("max", pool.ceiling)) if number is not None]


def _again(dice: Pool | RollQuestion) -> str:
    """How dice are rolled again and explode."""
    reroll = explode = ""
    if dice.reroll:
        reroll = f" reroll {which(dice.reroll.which)}{_at_most(dice.reroll.most)}"
    if dice.explode:
        word = "penetrate" if dice.explode.less else "compound" if dice.explode.compound else "explode"
        explode = f" {word} on {which(dice.explode.which)}{_at_most(dice.explode.most)}"
    return reroll + explode if dice.reroll and dice.reroll.first else explode + reroll


def _counts(counted: Counted | None) -> str:
    """Which faces count, and how often."""
    if isinstance(counted, Scored) and not counted.which.words:
        return f" count {', '.join([which(counted.which), *scored(counted, which)])}"
    return f" count {which(counted.which if isinstance(counted, Scored) else counted)}" if counted else ""


def scored(counted: Scored, faces_text: Callable[[Which], str]) -> list[str]:
    """What counts otherwise than once: "10s twice", "1s taken off"."""
    often = {-1: "taken off", 1: "once", 2: "twice"}
    return [
        f"{faces_text(faces)}{'s' if faces_text(faces).isdigit() else ''} {often.get(times, f'{times} times')}"
        for times, faces in counted.others
    ]


def _read(roll: Node, question: RollQuestion, other: Node | None) -> str:
    """What is read off a roll."""
    text = written(roll)
    if question.kind == "matches" and other:
        return f"{text} matches {written(other)}"
    text += (f" without {written(other)}" if other else "") + _left_out(question) + _again(question)
    if question.kind == "sets":
        return f"{text} sets of {question.least} or more"
    return f"{text} {READINGS[question.kind]}" if question.kind in READINGS else text + _counts(question.counted)


def _left_out(question: RollQuestion) -> str:
    """Which of several dice are kept."""
    if question.low and question.high:
        if question.low == question.high:
            return f" keep middle {question.kept}"
        return f" drop lowest {question.low} drop highest {question.high}"
    side = "highest" if question.low else "lowest"
    return "" if question.is_whole else f" {side}" if question.kept == 1 else f" keep {side} {question.kept}"


def _beside(mixed: Mixed) -> str:
    """Several throws in braces: with + between them each die is one, with commas each throw."""
    if all(is_die(what) for _, what in mixed.throws):
        many = max(times for times, _ in mixed.throws) > 1
        dice = (_pool(replace(what, count=times)) for times, what in mixed.throws if is_die(what))
        return (" + " if many else ", ").join(dice)
    return ", ".join(_within(what, 0) for times, what in mixed.throws for _ in range(times))


def die(one: Die) -> str:
    if one in (FUDGE, TENS_AND_UNITS):
        return "dF" if one == FUDGE else "d66"
    if one.words:
        each = Counter(one.words)
        faces = (f"{word} x{times}" if times > 1 else word for word, times in each.items())
        return f"d{{{(' < ' if one.ordered else ', ').join(faces)}}}"
    return f"d{{{_faces(one.own)}}}" if one.own else f"d{one.sides}"


def _faces(faces: tuple[int, ...]) -> str:
    """Faces in order, four or more in a row by their ends: "1,1,2,6..9"."""
    return ",".join(runs(faces, ".."))


def runs(faces: tuple[int, ...], to: str) -> list[str]:
    """Numbers in order, four or more in a row by their ends."""
    texts, at = list[str](), 0
    while at < len(faces):
        end = at
        while end + 1 < len(faces) and faces[end + 1] == faces[end] + 1:
            end += 1
        if end - at >= 3:
            texts.append(f"{faces[at]}{to}{faces[end]}")
            at = end + 1
        else:
            texts.append(str(faces[at]))
            at += 1
    return texts


def which(faces: Which) -> str:
    """Faces as a line names them: "8 or more", "1 or 2", "1 to 99"."""
    if faces.words:
        return " or ".join(faces.words)
    if faces.op == "!=":
        return f"!= {faces.numbers[0]}"
    if faces.op == "in":
        texts = runs(faces.numbers, " to ")
        return f"{{{_faces(faces.numbers)}}}" if min(faces.numbers) < 0 or len(texts) > _FEW else " or ".join(texts)
    if faces.numbers[0] < 0:
        return f"{faces.op} {faces.numbers[0]}"
    return f"{faces.numbers[0]} or {'more' if faces.op == '>=' else 'less'}"


def _at_most(times: int | None) -> str:
    return "" if times is None else " once" if times == 1 else f" at most {times} times"
