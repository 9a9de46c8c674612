"""What players call the things of a book, such as ``plate`` for full armour: data, below ``[words]`` of a game's file.

A line is ``plate = "armor full"``: the player's word or words, and words of the book that mean it; a list of such where
several may be meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ...engine.words.typed import one_spelling
from .library import Game, once

HEADING = "words"
_LONGEST_PLURAL_STAY = 3  # letters up to which a word that ends in s is no plural: "gas"
_ENDINGS, _SHORTEST_ROOT = ("ing", "ed"), 3
Words = tuple[str, ...]


class KnownWord(NamedTuple):
    """A word of a text, or several that a game knows as one.

    words : as it was written, in one spelling.
    means : what the book says for it, the likeliest first; nothing where the game has no other words.
    """

    words: Words
    means: tuple[Words, ...] = ()


def parts(stem: str, text: str) -> list[KnownWord]:
    """A text, cut into what players call one thing; of several that begin alike, the longest is meant.

    stem : the game; empty for none, where each word is itself. Raises ``RuleError`` for a game that is not here.

    >>> [part for part in parts("rencounter", "plate counts double") if part.means]
    [KnownWord(words=('plate',), means=(('armor', 'full'),))]
    """
    vocabulary = _by_root(stem) if stem else {}
    return list(_cut(vocabulary, plain(text)))


def _cut(vocabulary: Mapping[Words, tuple[Words, ...]], words: Sequence[str]) -> Iterator[KnownWord]:
    longest, at = max(map(len, vocabulary), default=1), 0
    while at < len(words):
        ends = range(min(len(words), at + longest), at + 1, -1)
        end = next((end for end in ends if _one(words[at:end]) in vocabulary), at + 1)
        yield KnownWord(tuple(words[at:end]), vocabulary.get(_one(words[at:end]), ()))
        at = end


def plain(text: str) -> list[str]:
    """The words of a text in small letters, in one spelling.

    >>> plain("Half-armour, a crossbow's bolt")
    ['half', 'armor', 'a', 'crossbow', 'bolt']
    """
    return list(map(one_spelling, as_written(text)))


def as_written(text: str) -> list[str]:
    """The words of a text in small letters, spelt as they are there."""
    return re.findall(r"[^\W_]+", re.sub(r"(?<=\w)['\u2019]s\b", "", text.lower()))


def single(word: str) -> str:
    """A word without the s of several.

    >>> single("pikes"), single("pass"), single("gas")
    ('pike', 'pass', 'gas')
    """
    return word[:-1] if len(word) > _LONGEST_PLURAL_STAY and word.endswith("s") and not word.endswith("ss") else word


def root(word: str) -> str:
    """A word without what is put at its end.

    >>> root("hitting"), root("shields"), root("charged"), root("parries"), root("ring")
    ('hit', 'shield', 'charg', 'parry', 'ring')
    """
    word = single(word)
    if word.endswith("ie"):
        return f"{word[:-2]}y"
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_ROOT:
            word = word[: -len(ending)]
            return word[:-1] if word[-1] == word[-2] and word[-1] not in "ls" else word.removesuffix("e")
    return word.removesuffix("e") if len(word) > _SHORTEST_ROOT else word


def _one(words: Sequence[str]) -> Words:
    return tuple(map(root, words))


def players_words(of: Game) -> list[tuple[str, list[str]]]:
    """What stands below ``[words]``: what players say, and what it may mean. A draft of somebody's own may have none,
    or say something else there, which is refused where its file is checked.
    """
    table = of.tree.get(HEADING, {})
    lines = table.items() if isinstance(table, dict) else ()
    return [(name, [means] if isinstance(means, str) else means) for name, means in lines if means]


@once
def _by_root(of: Game) -> Mapping[Words, tuple[Words, ...]]:
    return {_one(plain(name)): tuple(tuple(plain(one)) for one in means) for name, means in players_words(of)}
