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
from ..rulebook.small_words import listed
from ..rulebook.words import root
from .english import Roots, fillers, meanings, numbers, one_form, phrases, roots, roots_of, side_of, weapon_of

LONGEST = 300  # letters of a question
BOTH = 2  # in place of a side
_ONE = "one"
_SIDE_NUMBERS = {"first": 1, "second": 2}  # which name sides too
_LEAST, _NEAR = 6, 0.83  # letters of a word that may have a slip, and how much alike it and the right one are
_TOKEN = re.compile(r"\d+(?:\.\d+|(?:st|nd|rd|th)\b)?|[^\W\d_]+|[%\"\u2033]|[,;:.!?]+|[+\-\u2212](?=\d)")
_STOPS = ",;:.!?"
_POSSESSIVE = re.compile("(?<=\\w)['\u2019](?:s\\b|(?!\\w))")


class Token(NamedTuple):
    """A word.

    word : its root, in one spelling; of a number its digits; of a word with a slip that which is meant.
    written : as it stands there.
    start, end : its place in the text.
    number : what number it is, if one.
    clause : how many commas and the like stand before it.
    signed, ordinal : is it a number with its sign, or one such as "third"?
    """

    word: str
    written: str
    start: int
    end: int
    number: int | Fraction | None
    clause: int
    signed: bool = False
    ordinal: bool = False


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
            weapon = weapon_of(token.word)
            if token.word in vocabulary:
                continue
            if weapon in vocabulary and not _parted(self.tokens):  # where two meet, he may be one of the roster
                self.tokens[place] = token._replace(word=weapon)
            elif near := "" if weapon in vocabulary else _meant(token.word, vocabulary):
                self.tokens[place] = token._replace(word=near)
                self.slips.add(token.start)
        self.words = tuple(token.word for token in self.tokens)

    @cached_property
    def is_even(self) -> bool:
        """Are both sides alike, as in "sword against axe"?"""
        return not roots_of("sides.even").isdisjoint(self.words) or BOTH in self.sides

    def is_little(self, place: int) -> bool:
        """Does a word say nothing: "the", "this turn"?"""
        word, before = self.words[place], self.words[place - 1] if place else ""
        return word in fillers() or (word in roots_of("how.times") and before in ("this", "sam"))

    def places(self, phrase: Roots) -> list[int]:
        """Where it begins, wherever it is said."""
        return [at for at in range(len(self.words)) if self.words[at : at + len(phrase)] == phrase]

    def parts(self, places: range) -> bool:
        """Does a comma or the like stand among some words?"""
        return self.tokens[places[0]].clause != self.tokens[places[-1]].clause

    @cached_property
    def sides(self) -> list[int | None]:
        """Of which side each word is: 0 or 1, both, or none where nothing says so."""
        return list(self._sides())

    def _sides(self) -> Iterator[int | None]:
        parting = roots_of("sides.even") - roots_of("sides.both")
        split = next((place for place, word in enumerate(self.words) if place and word in parting), None)
        if split is None:
            split = next((place for place in range(1, len(self.tokens)) if self._parts(place)), None)
        side = None if split is None else 0
        of_each, turned = self._clauses("sides.each"), max(self._clauses("sides.turned"), default=0)
        letters = {token.written for token in self.tokens} >= {"A", "B"}
        pronouns = {side_of(word, "pronouns") for word in self.words} >= {0, 1}
        for place, token in enumerate(self.tokens):
            if turned:
                side = int(token.clause != turned)  # "a man with a sword, two come at him": these are the first
            elif token.word in roots_of("sides.both"):
                side = BOTH
            elif place == split or (side == BOTH and token.word in roots_of("sides.even")):
                side = 1
            elif token.word == _ONE and token.number is None and side is not None:
                side = 0
            elif side_of(token.word) is not None and (len(token.word) > 1 or (letters and token.written in "AB")):
                side = side_of(token.word)
            elif pronouns and token.word in meanings("pronouns"):
                side = side_of(token.word, "pronouns")
            yield BOTH if token.clause in of_each else side

    def _clauses(self, line: str) -> set[int]:
        """In which parts of the question one of some phrases is said."""
        return {self.tokens[place].clause for phrase in map(roots, listed(line)) for place in self.places(phrase)}

    def _parts(self, place: int) -> bool:
        """Does a word part those who act from those who suffer? "At 40 inches" does not."""
        if self.words[place : place + 2] in phrases("ends"):
            return False  # "at least"
        following = self.tokens[place + 1] if place + 1 < len(self.tokens) else None
        is_counted = following is not None and following.number is not None
        further = listed("sides.before_number") if is_counted else listed("sides.before_word")
        return self.tokens[place].written.lower() in listed("sides.between") | further

    def places_in(self, spans: Iterable[tuple[int, int]]) -> set[int]:
        """The words that stand in some stretches of the text."""
        return {place for place, one in enumerate(self.tokens) if any(a <= one.start < b for a, b in spans)}

    def said(self, spans: Iterable[tuple[int, int]]) -> str:
        """What stands in some stretches of the text."""
        return " ".join(self.text[start:end] for start, end in spans)

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
    tokens, clause, sign = list[Token](), 0, 0
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
            in_digits = written[0].isdecimal() and written[-1].isalpha()  # "3rd"
            ordinal = in_digits or written.lower() in listed("numbers.ordinals")
            number = number and number * (sign or 1)
            tokens.append(Token(word, written, match.start(), match.end(), number, clause, sign != 0, ordinal))
            sign = 0
    for place, (token, following) in enumerate(pairwise(tokens)):
        if following.word in roots_of("counted.parts") or (
            token.word == _ONE and following.word in roots_of("sides.has")
        ):
            tokens[place] = token._replace(number=None)  # "two handed", "one has plate"
        elif token.word in _SIDE_NUMBERS and following.word in roots_of("counted.nouns"):
            tokens[place] = token._replace(number=_SIDE_NUMBERS[token.word], ordinal=True)  # "second shot"
        elif token.number == 2 and is_man(following.word) and _is_first(tokens, place) and not _parted(tokens):
            tokens[place] = token._replace(word=next(iter(roots_of("sides.both"))), number=None)
    return tokens


def is_man(word: str) -> bool:
    """Is somebody called so?"""
    return (word in roots_of("counted.people") or bool(weapon_of(word))) and word not in meanings("side")


def _is_first(tokens: Sequence[Token], place: int) -> bool:
    """Does nothing that says something stand before a word, in its part of a question?"""
    return all(token.word in fillers() or token.clause != tokens[place].clause for token in tokens[:place])


def _parted(tokens: Sequence[Token]) -> bool:
    """Does a question set two sides against each other?"""
    parting = roots_of("sides.even") - roots_of("sides.both")
    return any(token.word in parting or token.written.lower() in listed("sides.between") for token in tokens)


@lru_cache(maxsize=1024)
def _meant(word: str, vocabulary: frozenset[str]) -> str:
    """The one known word that a longer one is nearly the same as; empty where there is none, or several."""
    if len(word) < _LEAST or not word.isalpha():
        return ""
    near = get_close_matches(word, sorted(one for one in vocabulary if one[0] == word[0]), n=2, cutoff=_NEAR)
    return near[0] if len(near) == 1 else ""


def _word(written: str) -> str:
    if written in '"\u2033':
        return "inch"
    word = written if written == "%" else one_form(one_spelling(written.lower()))
    return meanings("units").get(word, word)


def _number(written: str) -> int | Fraction | None:
    if written[0].isdecimal() and written.isascii():
        exact = Fraction(written.rstrip("stndrh"))  # "3rd"
        return int(exact) if exact.denominator == 1 and len(written) < 10 else exact
    return numbers().get(root(written))
