"""A question as a row of words: each with its place in the text, the number that it is, and the side that it is of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from ...engine.words.typed import one_spelling
from ..rulebook.words import root
from .english import english, one_form

LONGEST = 300  # letters of a question
BOTH = 2  # in place of a side
_TOKEN = re.compile(r"\d+(?:\.\d+)?|[^\W\d_]+|[%\"\u2033]|[,;:.!?()]+|[+\-\u2212](?=\d)")
_STOPS = ",;:.!?()"
_POSSESSIVE = re.compile("(?<=\\w)['\u2019](?:s\\b|(?!\\w))")


class Token(NamedTuple):
    """A word.

    word : its root, in one spelling; of a number its digits.
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

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _tokens(_POSSESSIVE.sub(lambda match: " " * len(match[0]), text[:LONGEST]))
        self.words = tuple(token.word for token in self.tokens)

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
        for place, token in enumerate(self.tokens):
            if token.word in english().both:
                side = BOTH
            elif place == split or (side == BOTH and token.word in english().versus):
                side = 1
            elif token.word in english().sides and (len(token.word) > 1 or (letters and token.written in "AB")):
                side = english().sides[token.word]
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
    for place, following in enumerate(tokens[1:]):
        if following.word in english().compounds:  # "two handed"
            tokens[place] = tokens[place]._replace(number=None)
    return tokens


def _word(written: str) -> str:
    if written in '"\u2033':
        return "inch"
    word = written if written == "%" else one_form(one_spelling(written.lower()))
    return english().units.get(word, word)


def _number(written: str) -> int | Fraction | None:
    if written[0].isdecimal() and written.isascii():
        exact = Fraction(written)
        return int(exact) if exact.denominator == 1 and len(written) < 10 else exact
    return english().numbers.get(root(written))
