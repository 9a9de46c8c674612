"""What a question asks of the answer: an event such as "is he dead", or so many of what is counted."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from ..mechanics.check import Check
from .chips import Option, bare
from .english import Roots, english, roots
from .sentence import Sentence

_ENDS: Mapping[Roots, str] = {("at", "least"): "at least", ("at", "most"): "at most", ("mor", "than"): "more than"}
_SIDE = frozenset(roots("side team"))
PALE = frozenset(roots("is a the of an his her it to in on at by be or worse better more"))  # says little of an event


class EventFound(NamedTuple):
    """What is asked, in words, where that stands, and what the same words may ask besides."""

    event: str
    label: str
    places: list[int]
    others: tuple[Option, ...] = ()


def counted(check: Check, sentence: Sentence) -> EventFound | None:
    """ "At least two hits", "3 or more": of what is counted."""
    if not any(space.numbers for space in check.spaces.values()):
        return None
    words = sentence.words
    for place, token in enumerate(sentence.tokens):
        if token.number is None or token.number != int(token.number):
            continue
        before, after = words[max(0, place - 2) : place], words[place + 1 : place + 3]
        if end := _ENDS.get(before) or ("at least" if after == ("or", "mor") else ""):
            places = [place - 2, place - 1, place] if before in _ENDS else [place, place + 1, place + 2]
            units = roots(" ".join([check.unit, check.title, *check.events]))
            places += [near for near in [places[-1] + 1] if words[near : near + 1] and words[near] in units]
            return EventFound(f"{end} {token.number}", f"{end} {token.number}", places)
    return None


def event(check: Check, sentence: Sentence, used: Collection[int]) -> EventFound | None:
    """The event or outcome most of whose words are there."""
    best = max(_events(check, sentence, used), key=lambda pair: pair[0], default=None)
    if best is None:
        return None
    _, name, places = best
    others = tuple(Option("", other, check.words(other)) for other in check.events if other != name)
    return EventFound(name, check.words(name), places, others)


def _events(check: Check, sentence: Sentence, used: Collection[int]) -> Iterator[tuple[float, str, list[int]]]:
    for order, (name, words, content) in enumerate(_words(check)):
        places = {word: _place(word, sentence, used) for word in words}
        if content and all(places[word] is not None for word in content):
            free = sorted({place for place in places.values() if place is not None and place not in used})
            of_b = name[:2] == "B " and any(sentence.tokens[place - 1].written == "B" for place in free if place)
            if free:
                yield len(free) + of_b - order / 100, name, free


@lru_cache(maxsize=1024)
def _words(check: Check) -> list[tuple[str, list[str], list[str]]]:
    """Each event and outcome with its words, and those that say what it is."""
    each = list[tuple[str, list[str], list[str]]]()
    for name in [*check.events, *(check.scale or ())]:
        words = [word for word in roots(bare(check.words(name))) if word not in PALE]
        each.append((name, words, [one for one in words if one not in english().sides and one not in _SIDE] or words))
    return each


def _place(word: str, sentence: Sentence, used: Collection[int]) -> int | None:
    """Where a word of an event is said, itself or as players say it."""
    words, outcomes = sentence.words, english().outcomes
    for place in sorted(range(len(words)), key=lambda place: place in used):
        if words[place] == word or any(word in outcomes.get(words[place : place + many], ()) for many in (1, 2)):
            return place
    return None
