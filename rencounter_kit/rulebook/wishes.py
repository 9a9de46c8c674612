"""What somebody asks for in words, such as "double the armor" or "+1 for large shields": the figures, and the ready rules, that it may mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from .book import Rule, Ruleset, Value
from .dice_wishes import dice_wish, dice_wished
from .layers import Layer, ready_rule, ready_rules
from .text import plain_words

_LEAST = 4  # letters of a word that says by itself what is looked for
_TIMES = {
    **dict.fromkeys(("double", "doubled", "doubles", "twice"), Fraction(2)),
    **dict.fromkeys(("triple", "tripled", "treble", "thrice"), Fraction(3)),
    **dict.fromkeys(("halve", "halved", "halves", "half"), Fraction(1, 2)),
    **dict.fromkeys(("no", "without", "ignore", "ignored", "remove", "drop"), Fraction(0)),
}
_LESS = {"lower", "reduce", "reduced", "decrease", "decreased", "less", "fewer", "worse"}
_CHANGES = {*_LESS, "raise", "raised", "increase", "increased", "improve", "more", "better", "by", "add"}
_FILLERS = {"the", "and", "for", "count", "counts", "should", "makes", "gives"}
_SAID = re.compile(r"\s*[=:]\s*([+-]?\d{1,6})$")
_BY = re.compile(r"(?:^|\s)by ([+-]?\d{1,6})(?=\s|$)")
_SIGNED = re.compile(r"(?:^|\s)([+-])\s?(\d{1,6})(?=\s|$)")
_LAST = re.compile(r"\s+(\d{1,6})$")
_POINTS = ".,;:!?'\"()"
_NONE, _ONCE = Fraction(0), Fraction(1)
_Change = tuple[Fraction, int]  # so many times the figure, and so much more
_Found = tuple[tuple[int, bool, bool, bool, bool, int, str, int], Value]


class _Wish(NamedTuple):
    """The words that say what is meant; what is to become of a figure, the likeliest first, nothing where that is not said;
    and whether that is some times as much."""

    words: list[str]
    changes: list[_Change]
    scales: bool = False


def wished(book: Ruleset, prefix: str, line: str) -> list[tuple[str, Value]]:
    """The rules that have most words of a wish, each with the figure that it asks for: "double the armor", "shield 3".

    Where the wish names other dice, they alone are meant. What it scales is no threshold: twice the armour from which on it
    is heavy is no heavier armour. Where nothing else is meant, thresholds are there as they are; otherwise they come last,
    and before others those of a group that is called so; then whose own name begins so.
    """
    if dice := dice_wish(line):
        return list[tuple[str, Value]](dice_wished(book, prefix, dice))
    wish = _wish(line)
    terms = {word for word in wish.words if len(word) >= _LEAST and word not in _FILLERS} or set(wish.words)
    needles = [f" {_single(word)}" for word in terms]
    found = list(_found(book, prefix, needles, wish)) if needles else []
    if not found and wish.scales:
        found = list(_found(book, prefix, needles, wish._replace(changes=[], scales=False)))
    best = min((order[0] for order, _ in found), default=0)
    in_order = sorted(found, key=lambda one: one[0])
    return [(str(order[-2]), figure) for order, figure in in_order if order[0] == best]


def _found(book: Ruleset, prefix: str, needles: list[str], wish: _Wish) -> Iterator[_Found]:
    """Each figure that has a word of a wish: what puts it in order, its path from the heading on, and what it becomes."""
    for path, rule, begins in rules_below(book, prefix):
        if (many := sum(map(begins.__contains__, needles))) and not (wish.scales and rule.threshold):
            label, groups = plain_words(f" {rule.label}"), plain_words(f" {rule.path.rpartition('.')[0]} ")
            of_group = any(f"{one} " in groups or f"{one}s " in groups for one in needles)
            rank = rule.looked_up, rule.threshold, not of_group, not label.startswith(tuple(needles))
            for place, figure in enumerate(_becomes(rule, wish)):
                yield (-many, *rank, len(path), path, place), figure


def _becomes(rule: Rule, wish: _Wish) -> list[Value]:
    """What a wish makes of a figure, the likeliest first; the figure as it is, where the wish says nothing of it."""
    if not wish.changes:
        return [rule.value]
    if type(rule.value) is not int:
        return []
    now: int = rule.value
    figures = [int(now * times) + plus or (now if times and not plus else 0) for times, plus in wish.changes]
    return [figure for figure in figures if _fits(rule, figure)]


def _wish(line: str) -> _Wish:
    """A line as a wish; without words where something else than a number stands behind =."""
    changes = list[_Change]()
    if said := _SAID.search(line):
        changes, line = [(_NONE, int(said[1]))], line[: said.start()]
    elif by := _BY.search(line):
        lower = not _LESS.isdisjoint(plain_words(line).split())
        changes, line = [(_ONCE, -int(by[1]) if lower else int(by[1]))], line[: by.start()] + line[by.end() :]
        line = " ".join(word for word in line.split() if word.lower() not in _CHANGES)
    elif sign := _SIGNED.search(line):
        change, at_end = int(sign[1] + sign[2]), sign.end() == len(line)
        line = line[: sign.start()] + line[sign.end() :]
        changes = [(_ONCE, change), (_NONE, change)] if at_end else [(_ONCE, change)]
        if change < 0:  # modifiers are written so
            changes.reverse()
    elif last := _LAST.search(line):
        changes, line = [(_NONE, int(last[1]))], line[: last.start()]
    text, _, rest = line.partition("=")
    words = [word.strip(_POINTS) for word in plain_words(text).split()] if not rest.strip(' -"') else []
    every = {_TIMES[word] for word in words if word in _TIMES}
    scales = bool(every) and not changes
    if scales and len(every) == 1:  # two cannot both be meant for each figure
        changes = [(every.pop(), 0)]
    return _Wish([word for word in words if word and word not in _TIMES], changes, scales)


def _fits(rule: Rule, figure: Value) -> bool:
    """Is it another whole number for a rule that is one?"""
    return type(rule.value) is int and not rule.choices and figure != rule.value and rule.low <= figure <= rule.high


def ready_for(book: Ruleset, line: str) -> list[Layer]:
    """The ready rules that a wish in words may mean, and that change something: all words of their name stand in it, or
    all its words in their name; or two and more of them in their name and reason.

    >>> from rencounter_kit import rules
    >>> [layer.name for layer in ready_for(rules("rencounter"), "plate armour counts double")]
    ['Doubled armour']
    """
    asked, called = _tokens(line), ready_rule(line, book.stem)
    if not called and (not any(len(word) >= _LEAST for word in asked) or re.search(r"[=\d]|\w\.\w", line)):
        return []
    means = list[tuple[int, Layer]]()
    for stem, layer in ready_rules(book.stem).items():
        name, named = _tokens(layer.name), _tokens(f"{stem} {layer.name}")
        kinds = (
            layer is called,
            name <= asked,
            _begin(asked, named),
            len(asked) > 1 and _begin(asked, named | _tokens(layer.note)),
        )
        if any(kinds) and not all(book.says(path, value) for path, value in layer.changes.items()):
            means.append((kinds.index(True), layer))
    return [layer for _, layer in sorted(means, key=lambda one: one[0])]


def _tokens(text: str) -> set[str]:
    """The words of a text that tell, in one form: "doubled" and "twice" are alike, "shields" is "shield"."""
    words = (word.strip(_POINTS) for word in plain_words(text).split())
    return {
        f"times {_TIMES[word]}" if word in _TIMES else _single(word)
        for word in words
        if word in _TIMES or (len(word) >= _LEAST - 1 and word not in _FILLERS)
    }


def _single(word: str) -> str:
    """A word without the s of several."""
    return word[:-1] if len(word) > _LEAST and word.endswith("s") and not word.endswith("ss") else word


def _begin(asked: set[str], words: set[str]) -> bool:
    """Does each word asked for begin one of these?"""
    return all(any(word.startswith(one) for word in words) for one in asked)


@lru_cache(maxsize=8)
def rules_below(book: Ruleset, prefix: str) -> list[tuple[str, Rule, str]]:
    """The rules below a heading: path from there on, rule, and the words to search for, a space before each."""
    below = [(path.removeprefix(prefix), book.rule(path)) for path in book if path.startswith(prefix)]
    return [(path, rule, plain_words(f" {path} {rule.label}")) for path, rule in below]
