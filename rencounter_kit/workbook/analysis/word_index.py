"""In which of many texts a word stands, and how prominently: however it is spelt, inflected or joined to another."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from itertools import pairwise
from math import log2

from ...engine.words.typed import one_spelling
from ..rulebook.words import as_written, plain, root, single

NAME, QUESTION_PART, BESIDE = (
    4,
    2,
    1,
)  # where a word stands: in the name of a thing, in what is asked there, in what is said beside
_PART = 0.75  # of a whole word, that a beginning of it tells, or a word within another
_LEAST = 3  # letters of a word within another, and of a beginning
Texts = Mapping[int, str]  # what stands at each place


class WordIndex:
    """The words of numbered texts."""

    def __init__(self, texts: Iterable[Texts]) -> None:
        self._places: dict[str, dict[int, float]] = {}
        self._joined: dict[str, dict[int, float]] = {}
        self._spellings: dict[str, str] = {}  # each word as it is written somewhere
        self.size = 0
        for number, at in enumerate(texts):
            self.size += 1
            for place, text in at.items():
                self._add(number, place, text)
        self._roots: dict[str, list[str]] = {}
        for word in self._places:
            self._roots.setdefault(root(word), []).append(word)
        self._within = self._words_within()
        self._in_order = sorted(self._places)

    def _add(self, number: int, place: int, text: str) -> None:
        """The words of a text, and where it is no sentence, two and two in one: ``long_bow`` is a longbow."""
        words = plain(text)
        for word in words:
            _note(self._places.setdefault(word, {}), number, place)
        for spelling in as_written(text):
            self._spellings.setdefault(one_spelling(spelling), spelling)
        if place > BESIDE:
            for one, next_one in pairwise(words):
                if min(len(one), len(next_one)) >= _LEAST:
                    _note(self._joined.setdefault(root(one + next_one), {}), number, place)

    def _words_within(self) -> dict[str, list[str]]:
        """The words that end in another one, as "crossbow" in "bow", by the root of that; what is left must be a word
        too.
        """
        within: dict[str, list[str]] = {}
        for word in self._places:
            for cut in range(_LEAST, len(word) - _LEAST + 1):
                if word[:cut] in self._places and word[cut:] in self._places:
                    within.setdefault(root(word[cut:]), []).append(word)
        return within

    def having(self, word: str) -> dict[int, float]:
        """The texts that have a word, a beginning of which is enough, and at which place it stands at best."""
        scores = dict[int, float]()
        for whole in self._roots.get(root(word), ()):
            _note_all(scores, self._places[whole])
        _note_all(scores, self._joined.get(root(word), {}))
        for part in [*self._beginnings(word), *self._within.get(root(word), ())]:
            for number, place in self._places[part].items():
                _note(scores, number, place * _PART)
        return scores

    def _beginnings(self, word: str) -> list[str]:
        """The words that begin so; few letters that are a word begin no other: AC is no action."""
        word, first = single(word), bisect_left(self._in_order, single(word))
        if len(word) < _LEAST and word in self._places:
            return []
        last = bisect_left(self._in_order, word + "\uffff", first)
        return self._in_order[first:last]

    def telling(self, having: Mapping[int, float]) -> float:
        """How much a word tells: one that half of the texts have, one point; a quarter, two; an eighth, three."""
        return log2(self.size / len(having)) if having else 0.0

    def near(self, word: str) -> str:
        """A word much like one that nothing has, as it is written; empty where there is none."""
        near = get_close_matches(word, self._in_order, n=1, cutoff=0.7)
        return self._spellings[near[0]] if near else ""


def _note(scores: dict[int, float], number: int, place: float) -> None:
    scores[number] = max(scores.get(number, 0), place)


def _note_all(scores: dict[int, float], more: Mapping[int, float]) -> None:
    for number, place in more.items():
        _note(scores, number, place)
