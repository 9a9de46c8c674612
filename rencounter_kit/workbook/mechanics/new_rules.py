"""Modifiers that the book does not have, asked for in words: "there is smoke: -2", "+1 to hit with bows"."""

from __future__ import annotations

import keyword
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ...engine.words.typed import cleaned
from ...engine.words.wording import first_up
from ..rulebook.added import CALLED, Modifier
from ..rulebook.book import Ruleset
from ..rulebook.library import Game, once
from ..rulebook.small_words import english, listed
from ..rulebook.text import plain_words
from ..rulebook.words import plain, single
from .catalogue import checks_of
from .modifiers import InnerSum, Total
from .parameter import Choice
from .sums import parts_of, place_of, places, side_of

_NUMBER = re.compile(r"(?:[=:]\s*[+-]?|(?:^|(?<=\s))[+-]\s?)\d{1,4}(?=\s|$)")
_AROUND = " .:;,!?"
_WORD = re.compile(r"[a-z]{3,20}")
_JOINS = {"and", "or"}
_FEW, _LONGEST, _MOST = 2, 40, 3  # sums that are offered; letters of a name; words of it


def new_rules(book: Ruleset, line: str) -> tuple[list[tuple[str, Modifier]], bool]:
    """The modifiers that a line may mean, each with a path for it: on the sum that it names, else on those that count
    in most checks; and whether it names one. What lies between both sides of a fight is asked once, what is of one man
    of each.

    >>> from rencounter_kit import rules
    >>> found, _ = new_rules(rules("rencounter"), "+1 to hit with bows")
    >>> print(*found[0], sep=" = ")
    fire.bows = { to = "to hit", value = 1, when = { weapon = ["weak_bow", "short_bow", "long_bow"] } }
    """
    number = _NUMBER.search(line)
    value = int(re.sub(r"[=:\s]", "", number[0])) if number else -1
    text = cleaned(_NUMBER.sub(" ", line)).strip(_AROUND)
    likely, words_of_text = _likely_sums(book.stem), plain(text.replace(",", " and "))
    matching = [one for one in likely if number and _place(words_of_text, plain(one.name)) is not None]
    words, few = words_of_text, likely[:_FEW]
    if matching:
        few = [max(matching, key=lambda one: len(one.name))]
        at, text = _place(words_of_text, plain(few[0].name)) or 0, _without(text, few[0].name)
        words = [*words_of_text[:at], *words_of_text[at + len(plain(few[0].name)) :]]
    groups = [[word for word in group if word not in listed("says_nothing.new_rules")] for group in _each_of(words)]
    groups = [group for group in groups if group]
    words = [word for group in groups for word in group]
    offers = [one for each in few for one in _of_sum(book, each, value, groups, _unopened(text))]
    is_offer = value and all(map(_WORD.fullmatch, words)) and (matching or 0 < len(words) <= _MOST)
    return offers if is_offer else [], bool(matching)


def _without(text: str, name: str) -> str:
    """What a text says besides the name of a sum."""
    there = r"[\W_]+".join(map(re.escape, re.findall(r"[^\W_]+", name)))
    return " ".join(re.sub(rf"(?<!\w){there}(?!\w)", " ", text, flags=re.IGNORECASE).strip(_AROUND).split())


def _unopened(text: str) -> str:
    """A condition without the words with which it opens."""
    words = text.split()
    last = len(words) - 1  # stays, whatever it is
    at = next(
        (place for place, word in enumerate(words[:last]) if word.lower() not in listed("new_rule.opening")),
        max(last, 0),
    )
    return " ".join(words[at:])


def _place(words: Sequence[str], name: Sequence[str]) -> int | None:
    """Where the words of a sum stand one after the other."""
    return next((n for n in range(len(words)) if words[n : n + len(name)] == name), None)


class _LikelySum(NamedTuple):
    """A sum: its name; the check that has it first, by its name; and whether a fight asks what counts of each side."""

    name: str
    check: str
    sided: bool


@once
def _likely_sums(of: Game) -> Sequence[_LikelySum]:
    """The sums of a game, those first that count in most of its checks."""
    many, sided = Counter[str](), set[str]()
    for check in checks_of(of.stem).values():
        pairs = list(_sums_in(check, ""))
        many.update({name for name, _ in pairs})
        sided |= {name for name, side in pairs if side}
    each = [(pairs[0].sum.name, pairs[0].check.name) for pairs in places(of.stem).values()]
    sums = [_LikelySum(name, check, name in sided) for name, check in each]
    return sorted(sums, key=lambda one: (one.name != english()["new_rule"]["sum"], -many[one.name]))


def _sums_in(check: Any, side: str) -> Iterator[tuple[str, str]]:
    """The sums of a check and of its parts, each with the side whose it is."""
    for target, one in check.nodes.items():
        if isinstance(one, (Total, InnerSum)):
            place_sum = place_of(check, target, one).sum
            yield place_sum.name, place_sum.side or side
        else:
            for part in parts_of(one):
                yield from _sums_in(part.check, side or side_of(part))


def _of_sum(
    book: Ruleset, to: _LikelySum, value: int, groups: Sequence[Sequence[str]], text: str
) -> Iterator[tuple[str, Modifier]]:
    """The modifiers of one sum: with values of a parameter where the words are theirs, else with a question."""
    words = [word for group in groups for word in group]
    path = _path(book, to.check, words)
    name, values = _values_by_words(book.stem, to.name, [{*map(single, group)} for group in groups])
    if values or not words:
        yield path, Modifier(to.name, value, when=((name, values),) if values else ())
        return
    each = Modifier(to.name, value, f"{first_up(text or ' '.join(words))}.")
    both = Modifier(to.name, value, each.ask, both=True)
    several = [each, both] if listed("new_rule.of_one_man") & {*plain(text)} else [both, each]
    yield from ((path, one) for one in (several if to.sided else [each]))


def _each_of(words: Sequence[str]) -> list[list[str]]:
    """The words on either side of each *and* and *or*."""
    groups: list[list[str]] = [[]]
    for word in words:
        if word in _JOINS:
            groups.append([])
        else:
            groups[-1].append(word)
    return groups


def _values_by_words(stem: str, name: str, groups: Sequence[set[str]]) -> tuple[str, tuple[str, ...]]:
    """A parameter of the checks that have a sum, and those of its values that have all words of one of some groups,
    each of which is of some value; "" where there is none.
    """
    for parameter, values_words in _words_of_values(stem).get(plain_words(name), ()) if groups else ():
        if all(any(group <= words for _, words in values_words) for group in groups):
            return parameter, tuple(value for value, words in values_words if any(group <= words for group in groups))
    return "", ()


@once
def _words_of_values(of: Game) -> Mapping[str, Sequence[tuple[str, Sequence[tuple[str, set[str]]]]]]:
    """By the name of a sum, in plain words: the parameters of the checks that have it, each with its values and their
    words.
    """
    by_name: dict[str, dict[tuple[str, tuple[str, ...]], None]] = {}
    for name, having in places(of.stem).items():
        for place in having:
            for p in place.check.parameters.values():
                if isinstance(p, Choice) and (values := tuple(one for one in p.choices if isinstance(one, str))):
                    by_name.setdefault(name, {})[p.name.removeprefix(place.sum.side), values] = None
    return {
        name: [(parameter, [(value, {*plain(value)}) for value in values]) for parameter, values in each]
        for name, each in by_name.items()
    }


def _path(book: Ruleset, check: str, words: Sequence[str]) -> str:
    """A path that is free, beside what the book has of a check."""
    name = re.sub(r"[^a-z0-9_]", "", "_".join(words[:_MOST]))[:_LONGEST].strip("_") or "always"
    name = name if name[0].isalpha() else f"with_{name}"
    if name in CALLED or keyword.iskeyword(name) or name in _names_in_use(book.stem):
        name = f"{name}_too"
    groups = [group for group in (check, "house") if group not in book]
    return next(path for group in groups if (path := f"{group}.{name}") not in book and not book.names(path))


@once
def _names_in_use(of: Game) -> frozenset[str]:
    """All that the checks of a game ask for or work out by a name, so that nothing else may be asked by it."""
    return frozenset(name for check in checks_of(of.stem).values() for name in (*check.parameters, *check.nodes))
