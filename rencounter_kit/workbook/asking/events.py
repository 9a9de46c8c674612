"""What a question asks of the answer: an event such as "is he dead", or so many of what is counted."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from ...engine.words.errors import RuleError
from ..mechanics.check import Check
from ..mechanics.parameter import QUESTION
from ..rulebook.small_words import english
from ..rulebook.text import Value
from .chips import Option, bare
from .english import Roots, meanings, phrases, roots, roots_of
from .sentence import Sentence

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
    result = check.parameters.get(QUESTION)
    units = roots(" ".join([check.unit, check.title, *check.events, *map(str, result.choices if result else ())]))
    for place, token in enumerate(sentence.tokens):
        if token.number is not None and token.number == int(token.number):
            following = sentence.words[place + 1 : place + 2]
            unit = [place + 1] if following and following[0] in units else []
            found = _end(sentence, [place, *unit]) or (following and _end(sentence, [place, place + 1]))
            if found:
                behind = found.places[-1] + 1  # "2 or more hits"
                found.places.extend([behind] if {*sentence.words[behind : behind + 1]} & {*units} else [])
                words = f"{found.event} {token.number}"
                return EventFound(words.removeprefix("exactly "), words, found.places)
    return None


def _end(sentence: Sentence, places: Sequence[int]) -> EventFound | None:
    """How a range ends of which some words are said: "at least" before them, or "or more" behind."""
    for length in (3, 2, 1):
        for start in (places[0] - length, places[-1] + 1):
            together = range(min(start, places[0]), max(start + length, places[-1] + 1))
            is_one = start >= 0 and together.stop <= len(sentence.words) and not sentence.parts(together)
            if is_one and (end := phrases("ends").get(sentence.words[start : start + length])):
                return EventFound(end, end, [*together])
    return None


def event(check: Check, sentence: Sentence, used: Collection[int]) -> EventFound | None:
    """The event or outcome most of whose words are there; "serious or worse" of one in order."""
    if survival := _survival(check, sentence):
        return survival
    best = max(_events(check, sentence, used), key=lambda pair: pair[0], default=None)
    if best is None:
        return None
    _, name, places = best
    others = tuple(Option("", other, check.words(other)) for other in check.events if other != name)
    in_order = name not in check.events and any(space.in_order for space in check.spaces.values())
    if in_order and (found := _end(sentence, places)) and found.event in ("at least", "at most"):
        return EventFound(f"{found.event} {name}", f"{found.event} {check.words(name)}", found.places, others)
    return EventFound(name, check.words(name), places, others)


def _survival(check: Check, sentence: Sentence) -> EventFound | None:
    """ "Does he survive?": of ends in order, all on the near side of death."""
    places = [at for at, word in enumerate(sentence.words) if word in roots_of("how.survival")]
    for names in [space.names for space in check.spaces.values() if space.in_order and len(space.names) > 1]:
        deaths = [at for at, name in enumerate(names) if not roots_of("how.death").isdisjoint(roots(name))]
        if places and deaths:
            limit, end = ("at most", names[deaths[0] - 1]) if deaths[0] else ("at least", names[1])
            return EventFound(f"{limit} {end}", f"{limit} {check.words(end)}", places)
    return None


def results_of(check: Check, event: str) -> list[Value]:
    """What must be shown of the answer, any of it, so that it can tell an event."""
    return [value for value in check.spaces if _tells(check, event, value)]


def _tells(check: Check, event: str, value: Value) -> bool:
    try:
        check.test(event, check.spaces[value])
    except RuleError:
        return False
    return True


def _events(check: Check, sentence: Sentence, used: Collection[int]) -> Iterator[tuple[float, str, list[int]]]:
    for order, (name, words, content) in enumerate(_words(check)):
        places = {word: _places(word, sentence, used) for word in words}
        if content and all(places[word] for word in content):
            free = sorted({place for said in places.values() for place in said if place not in used})
            of_b = name[:2] == "B " and any(sentence.tokens[place - 1].written == "B" for place in free if place)
            if free:
                yield len(free) + of_b - order / 100, name, free


@cache
def _outcomes() -> Mapping[Roots, frozenset[str]]:
    """What a player says of an end, and the words that the end may have."""
    return {roots(word): frozenset(roots(means)) for word, means in english()["events"].items()}


@lru_cache(maxsize=1024)
def _words(check: Check) -> list[tuple[str, list[str], list[str]]]:
    """Each event and outcome with its words, and those that say what it is."""
    each = list[tuple[str, list[str], list[str]]]()
    for name in [*check.events, *(check.scale or ())]:
        words = [word for word in roots(bare(check.words(name))) if word not in PALE]
        each.append((name, words, [one for one in words if one not in meanings("side") and one not in _SIDE] or words))
    return each


def _places(word: str, sentence: Sentence, used: Collection[int]) -> range:
    """Where a word of an event is said, itself or as players say it; empty where it is not."""
    words = sentence.words
    for place in sorted(range(len(words)), key=lambda place: place in used):
        for many in (2, 1):
            said = words[place : place + many]
            if said == (word,) or word in _outcomes().get(said, ()):
                return range(place, place + len(said))
    return range(0)
