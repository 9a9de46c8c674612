"""A situation as a line to send, with the house rules in force: a link, a command or Python; and such a line taken in
again.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from ...engine.words.errors import RuleError
from ..rulebook.book import Ruleset
from ..rulebook.layers import Layers, layers_in, with_own_names
from ..rulebook.library import game, has
from ..rulebook.text import Value
from .address import CHECK, RULES, SentLine, read_of, text_of, written
from .check import Check
from .parameter import Parameter

Params = Mapping[str, Value]  # values of parameters by name


class SentSituation(NamedTuple):
    """What a line says: values by parameter, and lines of house rules.

    aside : what of it was left aside, in a sentence.
    """

    choices: dict[str, Value]
    lines: str = ""
    aside: str = ""


def others(check: Check, params: Params) -> dict[str, Value]:
    """What is not at its default."""
    return {name: value for name, value in params.items() if value != check.parameters[name].default}


def query(check: Check, params: Params, lines: str = "") -> str:
    """The situation as it stands in an address.

    lines : house rules.
    """
    return written(CHECK, check.id, others(check, params), lines)


def command(check: Check, params: Params, lines: str = "") -> str:
    """The situation as a command.

    lines : house rules; several are packed into a word, since a command is one line.
    """
    arguments = [shlex.quote(f"{name}={text_of(value)}") for name, value in others(check, params).items()]
    if lines:
        packed = Layers.read(lines, game=check.stem).code if "\n" in lines else lines
        arguments += [f"--{RULES}", shlex.quote(packed)]
    return " ".join(["rencounter", "check", check.id, *arguments]) + (
        game(check.stem).option if has(check.stem) else ""
    )


def python(check: Check, params: Params, lines: str = "") -> str:
    """The situation as Python.

    lines : house rules.
    """
    arguments = "".join(f", {name}={value!r}" for name, value in others(check, params).items())
    return f'rk.check("{check.id}"{arguments}{rules_in_python(check.stem, lines)})'


def rules_in_python(stem: str, lines: str) -> str:
    """House rules as the last argument of a call."""
    return f', {RULES}=rk.rules("{stem}").with_house_rules({lines!r})' if lines else ""


def taken_in(check: Check, line: str | SentLine, in_force: str = "") -> SentSituation:
    """What such a line says; ``RuleError`` where it is of another check or says what cannot be.

    in_force : the house rules by which a line is meant that brings none.
    """
    line_read = read_of(line, check.id, command(check, {}))
    rules = rules_of(check.book, line_read.rules or [in_force])
    check = check.under(rules)
    values, aside = line_read.without_foreign(check.parameters, check.spelling)
    parameters = check.parameters_by(rules)
    choices = {name: value_of(parameters[name], value) for name, value in check.named(values).items()}
    return SentSituation(choices, rules.lines if line_read.rules else "", aside)


def value_of(parameter: Parameter, value: Value) -> Value:
    """A value that a line gives a parameter; ``RuleError`` where it cannot be."""
    return parameter.check(parameter.read(value) if isinstance(value, str) else value)


def rules_of(book: Ruleset, texts: Sequence[str]) -> Ruleset:
    """The rules that are made of the book by house rules in order: lines, codes, ready ones."""
    each = [layers_in(one, book.stem, len(texts) == 1, files=False) for one in texts if one.strip()]
    layers = with_own_names(chain.from_iterable(each))
    if other := next((layer.game for layer in layers if layer.game != book.stem), ""):
        raise RuleError(f"house rules must be for {book.stem} here; got some for {other}; leave them out")
    return Layers(book, *layers).rules
