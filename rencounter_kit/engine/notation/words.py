"""A line of dice told in words: how it was read."""

from __future__ import annotations

import re
from dataclasses import replace

from ..words.wording import so_many
from .die import Counted, Which
from .formatting import bounds, die, ordinal, runs, scored
from .kinds import KINDS
from .tree import Constant, IfElse, Let, Mixed, Name, Operation, Phrase, Pool, Read, Repeat, Several, Sum, is_die

_LONG = ("how many ", "how often ")  # "d20 is (how many of 5d10 show 8 or more) or more"
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
_JOINED = ("and", "or")
_DIVIDES = ("/", "mod")


def in_words(node: Phrase) -> str:
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
    return f"whether {_text(node)}" if node.is_test and not isinstance(node, (IfElse, Let, Several)) else _text(node)


def _text(node: Phrase) -> str:
    match node:
        case Constant(value, word):
            return word or str(value)
        case Name(name):
            return name
        case Pool() | Mixed():
            return _read(Read(node, node.count))
        case Read():
            return _read(node)
        case Several(several, given):
            answers = "; ".join(map(in_words, several))
            return f"{answers}, given that {_text(given)}" if given else answers
        case Sum(terms):
            return _sum(terms)
        case Operation(op, (left, right), compares=True):
            return _comparison(node, op, left, right)
        case Operation():
            return _operation(node)
        case Repeat(times, what, place):
            return _repeated(node, times, what, place)
        case IfElse(condition, then, otherwise):
            last = _text(otherwise) if isinstance(otherwise, IfElse) else _bracketed(otherwise)
            return f"if {_bracketed(condition)}, then {_bracketed(then)}, otherwise {last}"
        case Let(name, value, Several((Name("it"),), given)) if name == "it" and given:
            return f"{in_words(value)}, given that {_text(given)}"
        case Let(name, value, body) if value.is_roll and any(
            isinstance(one, Read) and Name(name) in (one.roll, one.other) for one in body.every()
        ):
            return _of_a_roll(name, _text(value), _added_up(body, Name(name)))
        case Let(name, value, body):
            text = f"({_text(value)})" if isinstance(value, Let) or value.is_test else _total(value)
            return f"{name} is {text}; {_text(body)}"
    raise TypeError(node)


def _comparison(node: Operation, op: str, left: Phrase, right: Phrase) -> str:
    """One number beside another."""
    match left, right:
        case Read(kind="sum", counted=Counted(which, ())) as read, Constant(value):
            number = f"exactly {value}" if op == "=" else _COMPARED[op].format(value)
            return f"{number} of {_kept_of(read)} show {_faces(which)}"
        case (
            Read(Name(), counted=Counted(one, ()), other=None) as read,
            Read(counted=Counted(two, ()) as other_faces) as other,
        ) if other == replace(read, counted=other_faces):
            return _MORE[op].format(_kept_of(read), _faces(one), _faces(two))
        case Read() as read, _ if node == read.all_different():
            return f"all dice of {_kept_of(read)} are different"
        case Read() as read, _ if node == read.any_pair():
            return f"any two dice of {_kept_of(read)} are alike"
    rest = _total(right)
    return f"{_total(left)} is {_COMPARED[op].format(f'({rest})' if rest.startswith(_LONG) else rest)}"


def _operation(node: Operation) -> str:
    """A product, a division, the larger of several numbers, and what joins conditions."""
    op, several = node.op, node.operands
    if op in _JOINED:
        return f" {op} ".join(_bracketed(part, *_JOINED, "not") for part in several)
    if op == "not":
        return f"it is not so that {_bracketed(several[0], *_JOINED)}"
    if op == "abs":
        return f"{_part(several[0], '*', *_DIVIDES)} without its sign"
    if op in ("max", "min"):
        size = ("larger", "smaller") if len(several) == 2 else ("largest", "smallest")
        *most, last = (f"({_total(part)})" if _is_several(part) else _part(part) for part in several)
        listed = f"{', '.join(most)} and {last}" if most else last
        return f"the {size[op == 'min']} of {listed}"
    left, right = several
    if op == "*":
        return f"{_part(left, *_DIVIDES)} times {_part(right, *_DIVIDES)}"
    both = f"{_part(left, *_DIVIDES)} {'modulo' if op == 'mod' else 'divided by'} {_part(right, '*', *_DIVIDES)}"
    rounded = {"/": "", "mod": "", "/ round half up": " (rounded, halves up)"}
    return both + rounded.get(op, f" ({op.removeprefix('/ ').replace('round', 'rounded')})")


def _repeated(node: Repeat, times: Phrase, what: Phrase, place: int) -> str:
    """What is thrown several times."""
    together = "how often it is so" if what.is_test else "added up"
    if isinstance(times, Constant):
        rolls = f"{so_many(times.value, 'roll')} of {_thrown(what)}"
        return (
            f"the {ordinal(abs(place))}{_side(place > 0, times.value)} of {rolls}" if place else f"{rolls}, {together}"
        )
    often = f"rolled as often as {_total(times)} says"
    if isinstance(what, Read) and what.is_throw and what.counted:
        return _how_many(_text(replace(what, counted=None).settled()), f", {often},", what.counted)
    return f"{_thrown(what)}, {often}, {together}"


def _of_a_roll(name: str, dice: str, body: Phrase) -> str:
    """What is read off a roll; where a line has no other, it needs no name."""
    text = in_words(body)
    if isinstance(body, Let) or body.names != {name}:
        return f"{name} is one roll of {dice}; {text}"
    return f"of one roll of {dice}: " + re.sub(rf" (?:of|in|on) {name}(?![^\W_])", "", text)


def _added_up(node: Phrase, name: Name) -> Phrase:
    """The same, where the sum of a roll is asked like all else."""
    if isinstance(node, (Name, Read)):
        return Read(name) if node == name else node  # whatever their number
    return node.with_parts(_added_up(part, name) for part in node.parts)


def _kept_of(read: Read) -> str:
    """The dice of which something is asked, without those that another roll takes away."""
    text, other = _text(read.roll), read.other
    if other and read.kind != "matches":
        text = f"({text} without the dice that {_text(other)} cancels)"
    dice = _kept(read, f"({text})" if _is_list(text) else text)
    return ", ".join([dice, *_again(read, " of these")])


def _read(read: Read) -> str:
    """What is read off a roll."""
    match read:
        case Read(Pool() as pool, kind="sum"):
            return _pool(pool, read)
        case Read(Mixed() as mixed, kind="sum"):
            return _how_many(_kept(read, _beside(mixed)), "", read.counted)
    dice = _kept_of(read)
    if read.kind != "sum":
        return KINDS[read.kind].says.format(these=dice, least=read.least, other=read.other and _text(read.other))
    if read.counted:
        return _how_many(dice, "", read.counted)
    return dice if read.kept == 1 < read.count else f"the sum of {dice}"


def _sum(terms: tuple[tuple[int, Phrase], ...]) -> str:
    text = ""
    for sign, term in terms:
        minus = (sign < 0) != (isinstance(term, Constant) and term.value < 0)
        one = str(abs(term.value)) if isinstance(term, Constant) else _part(term, *(_DIVIDES if minus else ()))
        text += (" minus " if minus else " plus ") + one
    return text.removeprefix(" plus ").strip()


def _part(node: Phrase, *apart: str) -> str:
    """A part of a sum or of a choice, in brackets where it would be torn apart, or is one of these operations."""
    text = _text(node)
    torn = node.is_test or isinstance(node, (IfElse, Let, Sum)) or _is_one_of(node, ("abs", *apart))
    return f"({text})" if torn or _is_list(text) or text.startswith(("the ", "how ")) else text


def _is_one_of(node: Phrase, operations: tuple[str, ...]) -> bool:
    return isinstance(node, Operation) and node.op.split()[0] in operations


def _bracketed(node: Phrase, *operations: str) -> str:
    """In brackets if it has words of its own for what hangs on it, or is one of these operations."""
    return f"({_text(node)})" if isinstance(node, (IfElse, Let)) or _is_one_of(node, operations) else _text(node)


def _thrown(node: Phrase) -> str:
    """What is thrown several times."""
    text = _text(node)
    alone = isinstance(node, (Pool, Constant, Name)) and not _is_list(text)
    return text if alone else f"({text})"


def _is_several(node: Phrase) -> bool:
    """Are they several dice that are added up?"""
    if isinstance(node, Read):
        return node.is_throw and node.kept > 1 and not node.counted
    return isinstance(node, (Pool, Mixed)) and node.count > 1


def _total(node: Phrase) -> str:
    """What is compared, or has a name: several dice are their sum."""
    words = _text(node)
    if isinstance(node, (IfElse, Let)) or isinstance(node, Repeat) and not node.place:
        return f"({words})"
    if isinstance(node, (Pool, Mixed)) or isinstance(node, Read) and node.is_throw:
        scores = isinstance(node, Read) and node.counted and node.counted.others
        words = f"({words})" if _is_list(words) or scores else words
    return f"the sum of {words}" if _is_several(node) else words


def _how_many(dice: str, comma: str, counted: Counted | None) -> str:
    """Dice added up, or how many of them show some faces."""
    if counted is None:
        return dice
    if not counted.others:
        return f"how many of {dice}{comma} show {_faces(counted.which)}"
    if counted.which.words:
        return f"how often {_faces(counted.which)} shows on {dice}{comma}"
    return f"how many of {dice}{comma} show {_faces(counted.which)} ({', '.join(scored(counted, _faces))})"


def _pool(pool: Pool, read: Read) -> str:
    """Dice alike: those that are kept, or how many of them count."""
    far = {"min": "below", "max": "above"}
    early = [f"faces {far[side]} {number} counting as {number}" for side, number in bounds(pool)]
    early += _again(pool, " of the first dice", read.is_whole)
    dice = ", ".join([f"{pool.count if pool.count != 1 else ''}{die(pool.die)}", *early])
    kept = _kept(read, f"({dice})" if early and not read.is_whole else dice)
    late = _again(read, " of these")
    comma = "," if late or early and read.is_whole else ""
    return _how_many(", ".join([kept, *late]), comma, read.counted)


def _again(dice: Pool | Read, these: str, apart: bool = True) -> list[str]:
    """How dice are rolled again and explode.

    these : which of them, where that must be told.
    apart : is what a die brings a number of its own?
    """
    texts, reroll, explode = list[str](), dice.reroll, dice.explode
    late = isinstance(dice, Read)
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


def _bracketed_part(node: Phrase, dice: bool) -> str:
    """Dice each for itself, or a throw as a whole."""
    words = _text(node) if dice else _total(node)
    return (
        f"({words})"
        if _is_list(words) or not isinstance(node, (Pool, Constant, Name)) or not dice and " " in words
        else words
    )


def _kept(read: Read, dice: str) -> str:
    if read.is_whole:
        return dice
    number = f" {read.kept}" if read.kept > 1 else ""
    if read.low and read.high:
        if read.low == read.high:
            return f"the middle{number} of {dice}"
        if read.kept == 1:
            place, side = min((read.high, "highest"), (read.low, "lowest"))
            return f"the {ordinal(place + 1)}{side} of {dice}"
        return f"{dice}, without the lowest {read.low} and the highest {read.high}"
    side = _side(bool(read.low), read.count) if read.kept == 1 else "highest" if read.low else "lowest"
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
