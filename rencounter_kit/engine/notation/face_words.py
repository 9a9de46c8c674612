"""Faces in words, as on ``d{skull x3, shield x2, lion}``: each has a number, by which dice are followed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from ..words.errors import RuleError
from .die import Counted, Die, Which
from .tree import Constant, Let, Mixed, Name, Operation, Phrase, Pool, Read, is_die

Symbols = tuple[str, ...]  # that stand on a face


class FaceWords:
    """The faces in words of a line, in order, each with the symbols on it; those of all its dice alike.

    ordered : are there faces with an order, as in ``d{miss < graze < hit}``? Then these are 1 and more in that order.
    """

    def __init__(self, dice: Iterable[tuple[Sequence[Symbols], bool]]) -> None:
        self.numbers: dict[Symbols, int] = {}
        self.ordered = set[int]()
        for faces, is_ordered in sorted(dice, key=lambda die: not die[1]):
            numbers = [self.numbers.setdefault(face, len(self.numbers) + 1) for face in faces]
            if is_ordered:
                if any(one > other for one, other in pairwise(numbers)):
                    raise RuleError("faces must have one order in a line; got two; try the same order for all dice")
                self.ordered |= set(numbers)

    def die(self, faces: Sequence[Symbols], ordered: bool) -> Die:
        """A die with these faces."""
        numbers = sorted((self.numbers[face], "+".join(face)) for face in faces)
        return Die(0, tuple(number for number, _ in numbers), tuple(word for _, word in numbers), ordered)

    def word(self, text: str) -> str | None:
        """The symbol that is meant, also where it stands in the plural."""
        known = {symbol for face in self.numbers for symbol in face}
        word = text.lower()
        forms = (word, word.removesuffix("s"), word.removesuffix("es"), f"{word.removesuffix('ies')}y")
        return next((form for form in forms if form in known), None)

    def counted(self, words: Sequence[str]) -> Counted:
        """How often these symbols stand on each face."""
        times = {number: sum(Counter(face)[word] for word in words) for face, number in self.numbers.items()}
        once, *more = (
            Which("in", tuple(number for number, many in times.items() if many == often), tuple(words))
            for often in sorted({1, *times.values()} - {0})
        )
        return Counted(once, tuple((times[which.numbers[0]], which) for which in more))

    def reaching(self, word: str, op: str) -> Which:
        """A face and those that are more, or less."""
        bound = self.numbers.get((word,), 0)
        if bound not in self.ordered:
            raise RuleError(f"faces must have an order for more or less; got {word}; try d{{miss < graze < hit}}")
        these = sorted(number for number in self.ordered if (number >= bound if op == ">=" else number <= bound))
        return Which("in", tuple(these), (f"{word} or {'more' if op == '>=' else 'less'}",))


class WordDice(NamedTuple):
    """Dice with words that have a name; is it one alone?"""

    die: Die
    single: bool


def refused(node: Phrase, dice: Mapping[str, WordDice], compared: bool = False) -> str:
    """What is wrong with what is asked of dice with words, in a sentence; nothing where all is right.

    dice : of each name the dice with words that it has.
    compared : is it held against a face?
    """
    own = _die_of(node, dice)
    match node:
        case Let(name, value, body):
            these = None if _is_counted(value) else _die_of(value, dice)
            if these is None:
                return refused(value, dice) or refused(body, {key: one for key, one in dice.items() if key != name})
            return _of_throw(value) or refused(body, {**dice, name: WordDice(these, _is_single(value, dice))})
        case Operation(op, (left, Constant(word=word))) if word and node.is_test:
            die = _die_of(left, dice)
            if die is None or _is_counted(left):
                return f"a face must be compared with a die that shows words; got {word}; try d{{miss, hit}} is hit"
            if op not in ("=", "!=") and not die.ordered:
                return f"faces must have an order to be compared; got {word}; try d{{miss < graze < hit}} >= graze"
            return refused(left, dice, compared=True)
        case Constant(word=word) if word:
            return f"a face must be compared, or counted; got {word}; try count {word}"
        case Name() | Pool() | Mixed() | Read() if own:
            wrong = _of_throw(node) or (_of_question(node, own) if isinstance(node, Read) else "")
            if wrong or _is_counted(node) or compared and _is_single(node, dice):
                return wrong
            word = own.words[0].split("+")[0]
            return f"dice with words must be counted or compared; got them as a number; try count {word}"
    return next(filter(None, (refused(part, dice) for part in node.parts)), "")


def _is_counted(node: Phrase) -> bool:
    return isinstance(node, Read) and not (node.is_open or node.kind == "face")


def _is_single(node: Phrase, dice: Mapping[str, WordDice]) -> bool:
    """Is it one die alone?"""
    if isinstance(node, Name):
        return dice[node.name].single
    return node.kept == 1 if isinstance(node, Read) else is_die(node)


def _die_of(node: Phrase, dice: Mapping[str, WordDice]) -> Die | None:
    """The die with words that dice have, or their roll."""
    match node:
        case Name(name):
            return dice[name].die if name in dice else None
        case Read(roll):
            return _die_of(roll, dice)
        case Pool(die=die):
            return die if die.words else None
    plain = isinstance(node, Mixed) or all(isinstance(part, Pool) for part in node.parts)
    own = list(filter(None, (_die_of(part, dice) for part in node.parts))) if plain else []
    return replace(own[0], ordered=all(die.ordered for die in own)) if own else None


def _of_throw(node: Phrase) -> str:
    """What is wrong with how dice are thrown."""
    roll = node.roll if isinstance(node, Read) else node
    for dice in (roll, *roll.parts, node):
        if isinstance(dice, Mixed) and _die_of(dice, {}) and any(not is_die(what) for what in dice.parts):
            return "dice with words must be single beside others; got several added up; try + between them"
        if not isinstance(dice, Read) and not (isinstance(dice, Pool) and dice.die.words):
            continue
        explode, own = dice.explode, _die_of(roll, {})
        if isinstance(dice, Pool) and (dice.floor or dice.ceiling) or explode and (explode.compound or explode.less):
            return "faces in words must count one by one; got them added up; try explode on lion count lion"
        if own and any(again and not again.which.words for again in (explode, dice.reroll)):
            return f"dice with words must name the faces that are meant; got none, or a number; try {own.words[-1]}"
    return ""


def _of_question(read: Read, die: Die) -> str:
    """What is wrong with what is read off them."""
    if not die.ordered and (not read.is_whole or read.kind == "run"):
        return "faces must have an order for highest, lowest or a run; got none; try d{miss < graze < hit}"
    if read.counted and not read.counted.which.words:
        return f"dice with words must name the faces that are meant; got none, or a number; try {die.words[-1]}"
    return ""
