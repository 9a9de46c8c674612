"""Words of English by which a question is read: numbers, sides, units, ends. Data, in ``data/words/english.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from ...engine.files.folders import project_folder
from ..rulebook.small_words import small_words
from ..rulebook.text import Value
from ..rulebook.words import plain, root

Roots = tuple[str, ...]  # of words, in order
_JOINED = re.compile(r"(?<=\d)(?=[^\W\d_])|(?<=[^\W\d_])(?=\d)")


class English(NamedTuple):
    """The words, each by its root.

    numbers : what number a word is; ``compounds`` : words before which it is none.
    versus : by which two sides are alike.
    between, before_word, before_number : after which a question speaks of the second side, whatever follows, where no
        number does, and where one does; as they are written.
    sides : 0 or 1, the side that a word names; ``pronouns`` : that it names where both sides are named so.
    has : behind "one", by which that is one of two.
    both : of both sides; ``each`` : what stands before is of both sides.
    protection : what is of the second side where nothing else is said.
    heads : units by which figures are counted; ``people`` : words for such figures.
    opening, counts, scales : how a wish for another figure begins, and by which words it is one; ``rolls`` : of a wish
        for another roll.
    degrees : what says no more than how, behind that word.
    negations : "not", "without".
    absences : a word, and of what it says that there is none.
    units : a unit, by each way to write it.
    outcomes : what a player says of an end, and the words that the end may have.
    fillers : words that say nothing.
    """

    numbers: Mapping[str, int]
    compounds: frozenset[str]
    versus: frozenset[str]
    between: frozenset[str]
    before_word: frozenset[str]
    before_number: frozenset[str]
    sides: Mapping[str, int]
    pronouns: Mapping[str, int]
    has: frozenset[str]
    both: frozenset[str]
    each: tuple[Roots, ...]
    protection: frozenset[str]
    heads: frozenset[str]
    people: frozenset[str]
    opening: frozenset[str]
    counts: frozenset[str]
    scales: frozenset[str]
    rolls: frozenset[str]
    degrees: frozenset[str]
    negations: frozenset[str]
    absences: Mapping[str, str]
    units: Mapping[str, str]
    outcomes: Mapping[Roots, frozenset[str]]
    fillers: frozenset[str]


@lru_cache(maxsize=16384)
def roots(text: str) -> Roots:
    """The words of a text by their roots, digits apart from letters.

    >>> roots("Full armour, 6lb guns")
    ('full', 'armor', '6', 'lb', 'gun')
    """
    return tuple(map(one_form, plain(apart(text))))


def one_form(word: str) -> str:
    """The root of a word in small letters, in whatever form it is.

    >>> one_form("lost"), one_form("riders")
    ('los', 'rider')
    """
    return _forms().get(word) or root(word)


@cache
def vocabulary() -> frozenset[str]:
    """The roots of all words of the data."""
    texts = (project_folder("data") / "words" / "english.toml").read_text(encoding="utf-8")
    return frozenset(roots(texts)) | english().fillers


@cache
def _data() -> Mapping[str, Value]:
    return tomllib.loads((project_folder("data") / "words" / "english.toml").read_text(encoding="utf-8"))


@cache
def _forms() -> Mapping[str, str]:
    return {form: root(word) for word, forms in _data()["forms"].items() for form in [word, *forms.split()]}


def apart(text: str) -> str:
    """A text with a space between letters and digits.

    >>> apart("a 6lb gun")
    'a 6 lb gun'
    """
    return _JOINED.sub(" ", text)


@cache
def english() -> English:
    """The words of the data.

    >>> english().numbers["eight"], english().sides["attacker"], english().units["yds"]
    (8, 0, 'yard')
    """
    data = _data()
    numbers, sides, heads, negation = (data[name] for name in ("numbers", "sides", "counted", "negation"))
    return English(
        numbers={
            **{root(word): number for number, word in enumerate(numbers["words"].split())},
            **{root(word): number for word, number in numbers["further"].items()},
        },
        compounds=frozenset(roots(numbers["compounds"])),
        versus=frozenset(roots(sides["even"])),
        **{name: frozenset(sides[name].split()) for name in ("between", "before_word", "before_number")},
        sides={**dict.fromkeys(roots(sides["first"]), 0), **dict.fromkeys(roots(sides["second"]), 1)},
        pronouns={word: side for side in (0, 1) for word in roots(sides["pronouns"][side])},
        has=frozenset(roots(sides["has"])),
        both=frozenset(roots(sides["both"])),
        each=tuple(map(roots, sides["each"].split("|"))),
        protection=frozenset(roots(sides["suffers"])),
        heads=frozenset(roots(heads["units"])),
        people=frozenset(roots(heads["people"])),
        **{name: frozenset(roots(data["changes"][name])) for name in ("opening", "counts", "scales", "rolls")},
        degrees=frozenset(roots(data["how"]["asked"])),
        negations=frozenset(roots(negation["words"])),
        absences={root(word): root(what) for word, what in negation["none"].items()},
        units={root(word): root(unit) for unit, words in data["units"].items() for word in [unit, *words.split()]},
        outcomes={roots(word): frozenset(roots(means)) for word, means in data["events"].items()},
        fillers=frozenset(map(root, small_words().search | small_words().questions)),
    )
