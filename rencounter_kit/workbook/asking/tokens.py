"""The words of a question, each with its place in the text, and the numbers among them."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from ...engine.words.typed import one_spelling
from ..rulebook.words import root
from .english import english, one_form

LONGEST = 300  # letters of a question
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


def tokens(text: str) -> list[Token]:
    """The words of a text in order; of a long one the first.

    >>> [(one.word, one.number) for one in tokens("Skill 8, two-handed")]
    [('skill', None), ('8', 8), ('two', None), ('hand', None)]
    """
    text = _POSSESSIVE.sub(lambda found: " " * len(found[0]), text[:LONGEST])
    found, clause, sign = list[Token](), 0, 1
    for one in _TOKEN.finditer(text):
        written = one[0]
        if written[0] in _STOPS:
            clause += 1
        elif written in "+-\u2212":
            sign = -1 if written != "+" else 1
        else:
            number, word = _number(written.lower()), _word(written)
            if written.isalpha() and text[one.end() : one.end() + 1] == "-":
                number = None  # "two-handed" is one word
            found.append(Token(word, written, one.start(), one.end(), number and number * sign, clause))
            found[-1] = found[-1] if number != 0 else found[-1]._replace(number=0)
            sign = 1
    for at, then in enumerate(found[1:]):
        if then.word in english().compounds:  # "two handed"
            found[at] = found[at]._replace(number=None)
    return found


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
