"""What a line of dice has told while it is read: its text, the names in it, and where it may mean two things."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain, count
from typing import Any, NamedTuple, NoReturn, TypeAlias, TypeGuard, TypeVar

from lark import Token, Tree

from ..words.wording import as_text
from .errors import NotationError
from .face_words import FaceWords
from .limits import LARGEST
from .tree import Phrase, Read

Parsed: TypeAlias = Any  # a tree of lark, whose children are trees and tokens
_NUMBER_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS = {word: number for number, word in enumerate(_NUMBER_WORDS, 1)} | {"twenty": 20, "once": 1, "twice": 2}


class Countable(NamedTuple):
    """Dice beside a number, which may be counted or added up.

    several : are they more than one, and all of them kept?
    can_show : can one of them then show the number?
    """

    several: bool
    can_show: bool


class Context:
    """A line while its tree is made.

    counting : of each of ``comparisons``, are the dice counted? ``None`` where each decides for itself.
    several : may it have several answers?
    notes : where the line may mean two things, which one was taken.
    places : of each of ``nodes``, by its id, where it stands.
    known : the names that are known here.
    rolls : of each name of dice, how they are read; thrown : what each name stands for.
    beside : of each braces, by the id of their tree, the dice in them.
    """

    def __init__(self, line: str, counting: tuple[bool, ...] | None, several: bool) -> None:
        self.line, self.counting, self.several, self.notes = line, counting, several, list[str]()
        self.known = frozenset[str]()
        self.rolls: dict[str, Read] = {}
        self.thrown: dict[str, Phrase] = {}
        self.faces = FaceWords(())
        self.nodes = list[Phrase]()
        self.places: dict[int, tuple[int, int]] = {}
        self.comparisons: list[Countable] = []
        self.beside: dict[int, Phrase] = {}

    def node(self, tree: Parsed) -> Phrase:
        """What a part of the line means, by its rule of the grammar."""
        node = RULES[tree.data](self, tree)
        self.nodes.append(node)
        self.places.setdefault(id(node), (tree.meta.start_pos, tree.meta.end_pos))
        return node

    def wrong(self, at: Parsed | Token, sentence: str) -> NoReturn:
        """The sentence, with the place in the line."""
        if isinstance(at, Token):
            start, end = at.start_pos or 0, at.end_pos or len(self.line)
        elif at.meta.empty:
            start, end = 0, len(self.line)
        else:
            start, end = at.meta.start_pos, at.meta.end_pos
        raise NotationError(sentence, self.line, start, end)

    def figure(self, token: Token, most: int = LARGEST, what: str = "a number") -> int:
        """The number that a token writes."""
        if abs(figure := number_of(token)) > most:
            self.wrong(token, f"{what} must be at most {most:,}; got {as_text(str(token))}; try a smaller one")
        return figure

    def free_name(self, wanted: str) -> str:
        """The name that is wanted, or one like it that no roll of the line has."""
        names = chain([wanted], "abcdefgh", (f"{wanted}{number}" for number in count(2)))
        return next(name for name in names if name not in self.thrown)

    def text(self, tree: Parsed | Token) -> str:
        """What stands in the line."""
        return str(tree) if isinstance(tree, Token) else self.line[tree.meta.start_pos : tree.meta.end_pos]


Rule: TypeAlias = Callable[[Context, Parsed], Phrase]
RULES: dict[str, Rule] = {}
_Meaning = TypeVar("_Meaning", bound=Rule)


def rule(*names: str) -> Callable[[_Meaning], _Meaning]:
    """Says what these rules of the grammar mean."""

    def register(meaning: _Meaning) -> _Meaning:
        RULES.update(dict.fromkeys(names, meaning))
        return meaning

    return register


# Words of a line ------------------------------------------------------------------------------------------------------


def number_of(token: str) -> int:
    """The number that a token writes: "3", "(-3)", "three", "3s", "sixes", "8+", "at most 3 times"."""
    if digits := re.search(r"\d+", token):
        number = int(digits[0]) if len(digits[0]) < 10 else 10**9
        return -number if re.match(r"\(\s*-", token) else number
    words = re.findall(r"[a-z]+", token.lower())
    return next(
        _NUMBERS[form]
        for word in words
        for form in (word, word.removesuffix("s"), word.removesuffix("es"))
        if form in _NUMBERS
    )


def is_token(token: object, *kinds: str) -> TypeGuard[Token]:
    """Is it a word of one of these kinds?"""
    return isinstance(token, Token) and token.type in kinds


def token_of(tokens: list[Parsed], *kinds: str) -> Token | None:
    """The first word of one of these kinds."""
    return next((token for token in tokens if is_token(token, *kinds)), None)


def trees_in(tree: Parsed) -> list[Parsed]:
    """The parts that are no words."""
    return [part for part in tree.children if isinstance(part, Tree)]
