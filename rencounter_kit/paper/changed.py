"""The house rules in force, as they are printed."""

from __future__ import annotations

from typing import NamedTuple

from ..rulebook.layers import Layers
from ..rulebook.text import said_text


class Changed(NamedTuple):
    """A house rule in force: what it is, by the book and now, where it stands in the rules, and its path."""

    label: str
    before: str
    now: str
    source: str
    path: str


def changed(layers: Layers) -> list[Changed]:
    """All that house rules change, in their order.

    >>> changed(Layers.read("fire.range.long = -3", game="rencounter"))
    [Changed(label='long range', before='-4', now='-3', source='Fire Combat: Range', path='fire.range.long')]
    """
    return [
        Changed(rule.told, rule.before, said_text(rule.value), (rule.was or rule).source, rule.path)
        for rule in layers.rules.house_rules
    ]
