"""The words of ``data/words/english.toml`` as a question is read by them: by their roots."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from ..rulebook.small_words import english, listed
from ..rulebook.words import plain, root

Roots = tuple[str, ...]  # of words, in order
_TRADE = re.compile(r"(\w{3,}?)s?(?:man|men|eers?|iers?)")
_JOINED = re.compile(r"(?<=\d)(?=[^\W\d_])|(?<=[^\W\d_])(?=\d)")


@lru_cache(maxsize=16384)
def roots(text: str) -> Roots:
    """The words of a text by their roots, digits apart from letters.

    >>> roots("Full armour, 6lb guns")
    ('full', 'armor', '6', 'lb', 'gun')
    """
    return tuple(map(one_form, plain(_JOINED.sub(" ", text))))


def one_form(word: str) -> str:
    """The root of a word in small letters, in whatever form it is.

    >>> one_form("lost"), one_form("riders")
    ('los', 'rider')
    """
    return meanings("forms").get(root(word), root(word))


@cache
def roots_of(line: str) -> frozenset[str]:
    """The words of a line of the data by their roots, such as "sides.even".

    >>> root("versus") in roots_of("sides.even")
    True
    """
    return frozenset(map(one_form, map("".join, map(plain, listed(line)))))


@cache
def meanings(table: str) -> Mapping[str, str]:
    """What each word of a table means: the name of its line.

    >>> meanings("side")["attacker"], meanings("units")["yds"]
    ('first', 'yard')
    """
    form = root if table == "forms" else one_form
    return {form(word): form(name) for name, line in english()[table].items() for word in f"{name} {line}".split()}


@cache
def numbers() -> Mapping[str, int]:
    """What number each word says.

    >>> numbers()["six"], numbers()["ten"], numbers()[root("forty")]
    (6, 10, 40)
    """
    rows = english()["numbers"].items()
    said = [(word, at * (10 if row == "tens" else 1)) for row, words in rows for at, word in enumerate(words.split())]
    return {root(word): number for word, number in said if word != "-"}


@cache
def phrases(table: str) -> Mapping[Roots, str]:
    """What each word of a table means, or several that are joined there: the name of its line.

    >>> phrases("ends")[roots("or more")]
    'at least'
    """
    return {roots(one): name for name, line in english()[table].items() for one in line.split()}


def alike(word: str) -> str:
    """The same for words that may stand for each other."""
    return meanings("alike").get(word, word)


def side_of(word: str, table: str = "side") -> int | None:
    """0 or 1, the side that a word names; ``None`` where it names none.

    table : "pronouns" for those that name one where both are named so.
    """
    return {"first": 0, "second": 1}.get(meanings(table).get(word, ""))


def weapon_of(word: str) -> str:
    """What a man is called after; empty where he is not.

    >>> weapon_of("swordsmen"), weapon_of("musketeer"), weapon_of("sword")
    ('sword', 'musket', '')
    """
    match = _TRADE.fullmatch(word)
    return root(match[1]) if match else ""


@cache
def fillers() -> frozenset[str]:
    """Words that say nothing in a question."""
    return frozenset(map(root, listed("says_nothing.search") | listed("says_nothing.questions")))


@cache
def vocabulary() -> frozenset[str]:
    """The roots of all words of the data."""
    lines = (f"{name} {line}" for table in english().values() for name, line in table.items())
    return frozenset(roots(" ".join(lines))) | fillers()
