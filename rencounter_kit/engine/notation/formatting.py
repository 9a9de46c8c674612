"""A tree as the one line that means it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from .die import FUDGE, TENS_AND_UNITS, Counted, Die, Which
from .kinds import KINDS
from .tree import Constant, IfElse, Let, Mixed, Name, Operation, Phrase, Pool, Read, Repeat, Several, Sum, is_die

_FEW = 6  # numbers, or runs of them, of a list with "or" between
_BINDS = {"and": 1, "or": 1, "not": 2, "*": 5, "mod": 5, "/": 5}  # looser first


def written(node: Phrase) -> str:
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
        case Read():
            return _read(node)
        case Several(answers, given):
            return ", ".join(_within(part, 0) for part in answers) + (f" given {_within(given, 0)}" if given else "")
        case Sum(terms):
            first, *others = terms
            text = _term(*first, first=True) + "".join(_term(*term) for term in others)
            return f"-{text[3:]}" if text.startswith(" -") else text[3:]
        case Operation():
            return _operation(node)
        case Repeat(times, what, place) if place:
            return f"{ordinal(abs(place))}{'best' if place > 0 else 'worst'} of {written(times)} ({written(what)})"
        case Repeat(Constant(times), what):
            return f"repeat {times} times {_within(what, 6)}"
        case Repeat(times, what) if what.is_single_die:
            return f"({written(times)}){written(what)}"
        case Repeat(times, what):
            return f"repeat ({written(times)}) times {_within(what, 6)}"
        case IfElse(condition, then, otherwise):
            return f"if {_within(condition, 1)} then {_within(then, 1)} else {_within(otherwise, 0)}"
        case Let(name, value, body):
            return f"{name} = {_within(value, 0)}: {written(body)}"
    raise TypeError(node)


def _operation(node: Operation) -> str:
    op, (left, *others) = node.op, node.operands
    if op in ("and", "or"):
        return f" {op} ".join(_joined(part) for part in node.operands)
    if op == "not":
        return f"not {_within(left, 3)}"
    if op in ("max", "min", "abs"):
        return f"{op}({', '.join(_within(part, 0) for part in node.operands)})"
    (right,) = others
    if not node.compares:
        sign, _, rounding = op.partition(" ")
        return f"{_within(left, 5)} {sign} {_within(right, 6)}" + (f" {rounding}" if rounding else "")
    for words, test in (("all different", Read.all_different), ("any pair", Read.any_pair)):
        if isinstance(left, Read) and node == test(left):
            return f"{written(replace(left, kind='sum'))} {words}"
    is_named = op == "=" and any(isinstance(one, Let) for one in right.every())  # or the left one would be its name
    return f"{f'({written(left)})' if is_named else _compared(left)} {op} {_within(right, 4)}"


def ordinal(place: int) -> str:
    """The 2nd and further ones; the first has no word before it."""
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{place}{'th' if place // 10 % 10 == 1 else ends.get(place % 10, 'th')} " if place > 1 else ""


def _binds(node: Phrase) -> int:
    """How firmly it holds together."""
    match node:
        case Operation(op):
            return 3 if node.compares else _BINDS.get(op.split()[0], 9)
        case Sum():
            return 4
        case Let() | IfElse():
            return 0
        case Repeat(times, what, 0):
            return 9 if what.is_single_die and not isinstance(times, Constant) else 0
    return 9


def _within(node: Phrase, binds: int) -> str:
    """In brackets where it would be torn apart."""
    loose = _binds(node) < binds or isinstance(node, Let) or isinstance(node, Constant) and node.value < 0
    return f"({written(node)})" if loose else written(node)


def _term(sign: int, node: Phrase, first: bool = False) -> str:
    """A term of a sum, with the sign before it; before a product that begins a line it would be its first factor's."""
    if isinstance(node, Constant) and node.value < 0:
        sign, node = -sign, Constant(-node.value)
    return f" {'+' if sign > 0 else '-'} {_within(node, 6 if first and sign < 0 else 5)}"


def _joined(node: Phrase) -> str:
    """A condition among others; a number of faces before "and" would be the first of a list."""
    lists = any(
        isinstance(one, (Read, Pool)) and (one.reroll or one.explode) or isinstance(one, Read) and one.counted
        for one in node.every()
    )
    return f"({written(node)})" if lists else _within(node, 2)


def _compared(node: Phrase) -> str:
    """Before a comparison several dice stand in brackets, or they would be counted."""
    return f"({written(node)})" if isinstance(node, Pool) and node.count > 1 else _within(node, 4)


def _pool(pool: Pool) -> str:
    """What is done first stands first."""
    text = f"{pool.count if pool.count != 1 else ''}{die(pool.die)}"
    return text + "".join(f" {side} {number}" for side, number in bounds(pool)) + _again(pool)


def bounds(pool: Pool) -> list[tuple[str, int]]:
    """The least and the most that a face counts as, as a line writes them."""
    return [(side, number) for side, number in (("min", pool.floor), ("max", pool.ceiling)) if number is not None]


def _again(dice: Pool | Read) -> str:
    """How dice are rolled again and explode."""
    reroll = explode = ""
    if dice.reroll:
        reroll = f" reroll {which(dice.reroll.which)}{_at_most(dice.reroll.most)}"
    if dice.explode:
        word = "penetrate" if dice.explode.less else "compound" if dice.explode.compound else "explode"
        explode = f" {word} on {which(dice.explode.which)}{_at_most(dice.explode.most)}"
    return reroll + explode if dice.reroll and dice.reroll.first else explode + reroll


def scored(counted: Counted, faces_text: Callable[[Which], str]) -> list[str]:
    """What counts otherwise than once: "10s twice", "1s taken off"."""
    often = {-1: "taken off", 1: "once", 2: "twice"}
    return [
        f"{faces_text(faces)}{'s' if faces_text(faces).isdigit() else ''} {often.get(times, f'{times} times')}"
        for times, faces in counted.others
    ]


def _read(read: Read) -> str:
    """What is read off a roll."""
    text, kind, other, counted = written(read.roll), read.kind, read.other, read.counted
    if other and kind != "matches":
        text += f" without {written(other)}"
    text += _left_out(read) + _again(read)
    if kind != "sum":
        return f"{text} {KINDS[kind].written.format(least=read.least, other=other and written(other))}"
    if counted is None:
        return text
    others = [] if counted.which.words else scored(counted, which)
    return f"{text} count {', '.join([which(counted.which), *others])}"


def _left_out(read: Read) -> str:
    """Which of several dice are kept."""
    if read.low and read.high:
        if read.low == read.high:
            return f" keep middle {read.kept}"
        return f" drop lowest {read.low} drop highest {read.high}"
    side = "highest" if read.low else "lowest"
    return "" if read.is_whole else f" {side}" if read.kept == 1 else f" keep {side} {read.kept}"


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
