"""Figures of the rules in words: "natural roll that always misses: 12"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile
from math import inf

from ..wording import number_text, value_text
from .book import Rule
from .text import Value, bands

_RANGES = re.compile(r"[-\d., ]*\d[-\d., ]*|\.\.")  # as rows of a table have them
_FEW = 2  # words, after which a figure needs no colon


def rules_told(rules: Sequence[Rule]) -> str:
    """What a figure says, or the rows of a table.

    rules : the one, or all rows in their order.

    >>> from rencounter_kit import rules
    >>> rules_told([rules("rencounter").rule("fire.never")])
    'natural roll that always misses: 12'
    >>> rules_told(rules("rencounter").below("severity"))
    'severity roll that is dead: 2 or less, crippling: 3 or 4, serious: 5 to 7, minor: 8 to 12, none: 13 or more'
    """
    labels = _each_shorter([rule.label for rule in rules])
    _, whose, what = labels[0].rpartition(": ")
    between = " " if whose and len(rules) == 1 and len(what.split()) <= _FEW else ": "  # "long bow: range 21"
    return ", ".join(label + between + _figure(rule.value) for label, rule in zip(labels, rules, strict=True))


def _each_shorter(labels: Sequence[str]) -> list[str]:
    """Labels that follow one another, without the words that the first has said for all of them."""
    split = [label.split() for label in labels]
    fewest = min(map(len, split)) - 1  # a word at least is left
    start = min(fewest, _alike(zip(*split, strict=False)))
    end = min(fewest - start, _alike(zip(*map(reversed, split), strict=False)))
    return [labels[0], *(" ".join(words[start : len(words) - end]) for words in split[1:])]


def _alike(columns: Iterable[Sequence[str]]) -> int:
    """How many words there are, one below the other, before some differ."""
    return sum(1 for _ in takewhile(lambda words: len(set(words)) == 1, columns))


def _figure(value: Value) -> str:
    if isinstance(value, str) and _RANGES.fullmatch(value):
        return " or ".join(_range(low, high) for low, high in bands(value))
    return number_text(value) if isinstance(value, float) else value_text(value)


def _range(low: float, high: float) -> str:
    """
    >>> _range(-inf, 2), _range(3, 4), _range(5, 7), _range(12, 12), _range(13, inf), _range(-inf, inf)
    ('2 or less', '3 or 4', '5 to 7', '12', '13 or more', 'any')
    """
    if low == -inf:
        return "any" if high == inf else f"{high} or less"
    if high == inf:
        return f"{low} or more"
    return str(low) if low == high else f"{low} {'or' if high == low + 1 else 'to'} {high}"
