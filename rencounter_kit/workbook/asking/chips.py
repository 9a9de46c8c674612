"""What was understood of a question, and what was not."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from ..mechanics.check import Check
from ..mechanics.parameter import YesNo
from ..rulebook.text import Value

SETTING, EVENT, RULE, MAN = "setting", "event", "rule", "man"


class Option(NamedTuple):
    """What may stand in place of a chip: parameter or path, value, and both in words."""

    name: str
    value: Value
    label: str


class Chip(NamedTuple):
    """Something that was understood.

    text : as it was asked.
    spans : where it stands in the question.
    kind : a setting, an event, a house rule or a man.
    name : of the parameter; empty for an event; the path of a figure; the side of a man.
    value : of these; of an event, as it is asked of an answer; the name of a man.
    label : in words.
    others : what the same words may mean besides.
    """

    text: str
    spans: tuple[tuple[int, int], ...]
    kind: str
    name: str
    value: Value
    label: str
    others: tuple[Option, ...] = ()


class UnknownWord(NamedTuple):
    """A word that was not understood.

    root : of it.
    number : what number it is, if one.
    near : what could be said instead: parameter and value.
    why : in a sentence, where that is known.
    """

    text: str
    root: str
    span: tuple[int, int]
    number: int | Fraction | None = None
    near: tuple[tuple[str, Value], ...] = ()
    why: str = ""


def bare(words: str) -> str:
    """Words without what stands in brackets.

    >>> bare("target armour full (4)")
    'target armour full'
    """
    return re.sub(r" \([^()]*\)", "", words)


def label(check: Check, name: str, value: Value) -> str:
    """A setting in words, as its control has it.

    >>> from rencounter_kit import checks
    >>> label(checks["rencounter.fire"], "target_armor", 4), label(checks["rencounter.fire"], "weapon", "long_bow")
    ('target armour full (4)', 'weapon long bow')
    """
    parameter = check.parameters[name]
    if isinstance(parameter, YesNo):
        return parameter.words if value else f"not {parameter.words}"
    words = parameter.text(value)
    unit = f" {parameter.unit}" if parameter.unit and type(value) is int and "(" not in words else ""
    return f"{parameter.words} {words}{unit}"
