"""Figures of the rules in words: "natural roll that always misses: 12"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import takewhile
from math import inf

from ...engine.words.errors import RuleError
from ...engine.words.typed import one_spelling
from ...engine.words.wording import first_up, number_text
from .book import Rule
from .text import bands, figure_text

_DICE_TO = ("dice to ", "dice for ")
_FEW = 2  # words, after which a figure needs no colon


def rules_text(rules: Sequence[Rule]) -> str:
    """What a figure says, or the rows of a table; nothing of a table whose rows are called by the numbers that they
    hold.

    rules : the one, or all rows in their order.

    >>> from rencounter_kit import rules
    >>> rules_text([rules("rencounter").rule("fire.never")])
    'natural roll that always misses: 12'
    >>> rules_text(rules("rencounter").below("severity"))
    'severity roll that is dead: 2 or less, crippling: 3 or 4, serious: 5 to 7, minor: 8 to 12, none: 13 or more'
    """
    if len(rules) > 1 and all(rule.value == _name(rule).replace("-", "..") for rule in rules):
        return ""
    first, *_ = labels = _labels(rules)
    if len(rules) == 1 and rules[0].is_dice and first.startswith(_DICE_TO):
        return f"{_figure(rules[0])} {first.removeprefix('dice ')}"  # "d12 to hit with a shot"
    _, owner, what = first.rpartition(": ")
    between = " " if owner and len(rules) == 1 and len(what.split()) <= _FEW else ": "  # "long bow: range 21"
    labels_left = [first, *_each_shorter(labels)[1:]]
    return ", ".join(label + between + _figure(rule) for label, rule in zip(labels_left, rules, strict=True))


def in_full(rule: Rule) -> str:
    """The name of a figure, after the words of its groups that are not in it; a switch says enough.

    >>> from rencounter_kit import rules
    >>> in_full(rules("rencounter").rule("fire.shield.large"))
    'fire: large shield'
    """
    groups = _groups(rule)
    return f"{groups}{',' if ':' in rule.label else ':'} {rule.label}" if groups else rule.label


def named(rule: Rule) -> str:
    """The same with the words of its groups behind it, as it begins a sentence.

    >>> from rencounter_kit import rules
    >>> named(rules("rencounter").rule("melee.situation.armor")), named(rules("rencounter").rule("dice.fire"))
    ('Armour point against blows (melee, situation)', 'Dice to hit with a shot')
    """
    groups = _groups(rule)
    return first_up(f"{rule.label} ({groups})" if groups else rule.label)


def _groups(rule: Rule) -> str:
    """The words of its groups that are not in its name; none of a switch."""
    *groups, _ = rule.path.split(".")
    words = {*_in_one_spelling(rule.label)}
    above = [group for group in map(rule.spelling.words, groups) if not words.issuperset(_in_one_spelling(group))]
    return "" if groups == ["rulings"] else ", ".join(above)


def _in_one_spelling(text: str) -> list[str]:
    return list(map(one_spelling, re.findall(r"[^\W_]+", text.lower())))


def citation_of(rules: Sequence[Rule]) -> str:
    """Where a figure comes from, or a table: its sources in the book, and what is set in place of which row.

    >>> from rencounter_kit import rules
    >>> ours = rules("rencounter").with_house_rules('misfire.aim.high = "1..2"\\nmisfire.aim.low = "3..6"', name="Our table")
    >>> citation_of(ours.below("misfire.aim"))
    'Missfires & accidents / high: Our table (was "1..3") / low: Our table (was "4..6")'
    """  # noqa: E501
    if len(rules) == 1:
        return rules[0].citation
    book = dict.fromkeys((rule.was or rule).citation for rule in rules)
    ours = [
        f"{row}: {rule.source} (was {figure_text(rule.was.value)})"
        for row, rule in zip(_each_shorter(_labels(rules)), rules, strict=True)
        if rule.was
    ]
    return " / ".join([*book, *ours])


def _labels(rules: Iterable[Rule]) -> list[str]:
    """What rules are called; one without a label by its name."""
    return [rule.label or rule.spelling.words(_name(rule)) for rule in rules]


def _name(rule: Rule) -> str:
    """What a rule is called in its group."""
    return rule.path.rpartition(".")[2]


def _each_shorter(labels: Sequence[str]) -> list[str]:
    """Labels that follow one another, without the words that all of them share at either end."""
    split = [label.split() for label in labels]
    fewest = max(0, min(map(len, split)) - 1)  # a word at least is left
    start = min(fewest, _alike(zip(*split, strict=False)))
    end = min(fewest - start, _alike(zip(*map(reversed, split), strict=False)))
    return [" ".join(one[start : len(one) - end]) for one in split]


def _alike(columns: Iterable[Sequence[str]]) -> int:
    """How many words there are, one below the other, before some differ."""
    return sum(1 for _ in takewhile(lambda column: len(set(column)) == 1, columns))


def _figure(rule: Rule) -> str:
    value = rule.value
    if isinstance(value, str):
        with suppress(RuleError):  # words, or dice
            return _ranges(bands(value))
    return number_text(value) if isinstance(value, float) else rule.spelling.value(value)


def _ranges(ranges: Iterable[tuple[float, float]]) -> str:
    """
    >>> _ranges([(3, 4)]), _ranges([(5, 7)]), _ranges([(1, 1), (3, 4)]), _ranges([(4, 4), (6, 8), (10, 10)])
    ('3 or 4', '5 to 7', '1, 3 or 4', '4, 6 to 8, or 10')
    """
    *before, last = [
        str(one)
        for low, high in ranges
        for one in ((low, high) if high == low + 1 else (_range(low, high),))  # two are told one by one
    ]
    comma = "," if any(" " in one for one in (*before, last)) else ""
    return f"{', '.join(before)}{comma} or {last}" if before else last


def _range(low: float, high: float) -> str:
    """
    >>> _range(-inf, 2), _range(5, 7), _range(12, 12), _range(13, inf), _range(-inf, inf)
    ('2 or less', '5 to 7', '12', '13 or more', 'any')
    """
    if low == -inf:
        return "any" if high == inf else f"{high} or less"
    if high == inf:
        return f"{low} or more"
    return str(low) if low == high else f"{low} to {high}"
