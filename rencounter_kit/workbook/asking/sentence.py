"""A question as a row of words: each with its place in the text, the number that it is, and the side that it is of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from ...engine.words.typed import one_spelling
from ..rulebook.words import root
from .english import english, one_form

LONGEST = 300  # letters of a question
BOTH = 2  # in place of a side
_ONE = "one"
_LEAST, _NEAR = 6, 0.83  # letters of a word that may have a slip, and how much alike it and the right one are
_TOKEN = re.compile(r"\d+(?:\.\d+|(?:st|nd|rd|th)\b)?|[^\W\d_]+|[%\"\u2033]|[,;:.!?()]+|[+\-\u2212](?=\d)")
_STOPS = ",;:.!?()"
_POSSESSIVE = re.compile("(?<=\\w)['\u2019](?:s\\b|(?!\\w))")


class Token(NamedTuple):
    """A word.

    word : its root, in one spelling; of a number its digits; of a word with a slip that which is meant.
    written : as it stands there.
    start, end : its place in the text.
    number : what number it is, if one.
    clause : how many commas and the like stand before it.
    """

    word: str
    written: str
    start: int
    end: int
    number: int | Fraction | None
    clause: int


class Sentence:
    """A question; of a long one the beginning.

    >>> [(token.word, token.number) for token in Sentence("Skill 8, two-handed").tokens]
    [('skill', None), ('8', 8), ('two', None), ('hand', None)]
    """

    def __init__(self, text: str, vocabulary: frozenset[str] = frozenset()) -> None:
        """vocabulary : all words that are known; one of these is meant by a word that is nearly the same."""
        self.text, self.vocabulary = text, vocabulary
        self.tokens = _tokens(_POSSESSIVE.sub(lambda match: " " * len(match[0]), text[:LONGEST]))
        self.slips = set[int]()  # places of the words that were read as others
        for place, token in enumerate(self.tokens if vocabulary else ()):
            if near := "" if token.word in vocabulary else _meant(token.word, vocabulary):
                self.tokens[place] = token._replace(word=near)
                self.slips.add(token.start)
        self.words = tuple(token.word for token in self.tokens)

    @property
    def corrected(self) -> str:
        """The text with the words that are meant in place of those with a slip."""
        text = self.text
        for token in reversed(self.tokens):
            if token.start in self.slips:
                text = text[: token.start] + token.word + text[token.end :]
        return text

    @cached_property
    def is_even(self) -> bool:
        """Are both sides alike, as in "sword against axe"?"""
        return not english().versus.isdisjoint(self.words) or BOTH in self.sides

    @cached_property
    def sides(self) -> list[int | None]:
        """Of which side each word is: 0 or 1, both, or none where nothing says so."""
        return list(self._sides())

    def _sides(self) -> Iterator[int | None]:
        parting = english().versus - english().both
        split = next((place for place, word in enumerate(self.words) if place and word in parting), None)
        if split is None:
            split = next((place for place in range(1, len(self.tokens)) if self._parts(place)), None)
        side = None if split is None else 0
        is_of_each = any(
            self.words[place : place + len(phrase)] == phrase
            for phrase in english().each
            for place in range(len(self.words))
        )
        letters = {token.written for token in self.tokens} >= {"A", "B"}
        pronouns = {english().pronouns[word] for word in self.words if word in english().pronouns} >= {0, 1}
        for place, token in enumerate(self.tokens):
            if token.word in english().both:
                side = BOTH
            elif place == split or (side == BOTH and token.word in english().versus):
                side = 1
            elif token.word == _ONE and token.number is None and side is not None:
                side = 0
            elif token.word in english().sides and (len(token.word) > 1 or (letters and token.written in "AB")):
                side = english().sides[token.word]
            elif pronouns and token.word in english().pronouns:
                side = english().pronouns[token.word]
            yield BOTH if is_of_each else side

    def _parts(self, place: int) -> bool:
        """Does a word part those who act from those who suffer? "At 40 inches" does not."""
        following = self.tokens[place + 1] if place + 1 < len(self.tokens) else None
        is_counted = following is not None and following.number is not None
        further = english().before_number if is_counted else english().before_word
        return self.tokens[place].written.lower() in english().between | further

    def spans(self, places: Iterable[int]) -> tuple[tuple[int, int], ...]:
        """The stretches of the text where some words stand, those next to each other as one."""
        spans = list[tuple[int, int]]()
        for token in (self.tokens[place] for place in sorted(places)):
            if spans and not self.text[spans[-1][1] : token.start].strip(" =_-/."):
                spans[-1] = spans[-1][0], token.end
            else:
                spans.append((token.start, token.end))
        return tuple(spans)


def _tokens(text: str) -> list[Token]:
    tokens, clause, sign = list[Token](), 0, 1
    for match in _TOKEN.finditer(text):
        written = match[0]
        if written[0] in _STOPS:
            clause += 1
        elif written in "+-\u2212":
            sign = -1 if written != "+" else 1
        else:
            number, word = _number(written.lower()), _word(written)
            if written.isalpha() and text[match.end() : match.end() + 1] == "-":
                number = None  # "two-handed" is one word
            tokens.append(Token(word, written, match.start(), match.end(), number and number * sign, clause))
            sign = 1
    for place, (token, following) in enumerate(pairwise(tokens)):
        if following.word in english().compounds or (token.word == _ONE and following.word in english().has):
            tokens[place] = token._replace(number=None)  # "two handed", "one has plate"
        elif token.number == 2 and _is_man(following.word) and _is_first(tokens, place) and not _parted(tokens):
            tokens[place] = token._replace(word=next(iter(english().both)), number=None)
    return tokens


def _is_man(word: str) -> bool:
    return (word in english().people or word.endswith(("man", "men"))) and word not in english().sides


def _is_first(tokens: Sequence[Token], place: int) -> bool:
    """Does nothing that says something stand before a word, in its part of a question?"""
    return all(token.word in english().fillers or token.clause != tokens[place].clause for token in tokens[:place])


def _parted(tokens: Sequence[Token]) -> bool:
    """Does a question set two sides against each other?"""
    return any(token.word in english().versus or token.written.lower() in english().between for token in tokens)


@lru_cache(maxsize=1024)
def _meant(word: str, vocabulary: frozenset[str]) -> str:
    """The one known word that a longer one is nearly the same as; empty where there is none, or several."""
    if len(word) < _LEAST or not word.isalpha():
        return ""
    near = get_close_matches(word, (one for one in vocabulary if one[0] == word[0]), n=2, cutoff=_NEAR)
    return near[0] if len(near) == 1 else ""


def _word(written: str) -> str:
    if written in '"\u2033':
        return "inch"
    word = written if written == "%" else one_form(one_spelling(written.lower()))
    return english().units.get(word, word)


def _number(written: str) -> int | Fraction | None:
    if written[0].isdecimal() and written.isascii():
        exact = Fraction(written.rstrip("stndrh"))  # "3rd"
        return int(exact) if exact.denominator == 1 and len(written) < 10 else exact
    return english().numbers.get(root(written))
