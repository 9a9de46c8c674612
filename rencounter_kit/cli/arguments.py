"""Arguments of the command line: a check, its parameters, ranges of them, and files of house rules."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from ..errors import RuleError
from ..mechanics.check import Check
from ..mechanics.parameter import Parameter
from ..mechanics.registry import checks
from ..rulebook.book import Ruleset
from ..rulebook.layers import Layers
from ..wording import shown

Values = dict[str, Any]  # by parameter


def question(args: argparse.Namespace) -> tuple[Check, Ruleset, Values]:
    """The check, the rules and the parameters that a command names."""
    check = checks[args.id]
    rules = layers(args.rules, check.stem).rules
    return check, rules, parameters(check, rules, args.given)


def layers(files: Sequence[str], stem: str) -> Layers:
    """The house rules of files, all for one game."""
    for file in files:
        if not Layers.load(file, game=stem).layers:
            raise RuleError(f"a house rule must change something; got none in {shown(file)}; leave the file out")
    return Layers(stem, *Layers.load(*files, game=stem).layers)


def parameters(check: Check, rules: Ruleset, texts: Sequence[str]) -> Values:
    """The values that NAME=VALUE texts stand for, by some rules."""
    known = check.parameters_by(rules)
    return {name: known[name].read(text) for name, text in _pairs(check, texts).items()}


def ranges(check: Check, rules: Sequence[Ruleset], texts: Sequence[str]) -> Values:
    """The same by any of several rules, where a parameter may also take several values: ``1..12`` or ``a,b``."""
    known = check.parameters_by(*rules)
    return {name: _values(known[name], text) for name, text in _pairs(check, texts).items()}


def _pairs(check: Check, texts: Sequence[str]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise RuleError(f"a parameter must be written NAME=VALUE; got {text[:60]}; try {text[:60]}=...")
        if name in pairs:
            raise RuleError(f"each parameter must be given once; got {name} twice; leave one out")
        if name not in check.parameters:
            raise check.unknown(name)
        pairs[name] = value
    return pairs


def _values(parameter: Parameter, text: str) -> Any:
    """``1..12`` and ``a,b`` as lists of values, anything else as one value."""
    if parameter.kind in ("several", "rows"):
        return parameter.read(text)
    low, dots, high = text.partition("..")
    if dots and parameter.kind == "whole":
        ends = (parameter.read(low), parameter.read(high))
        for end in ends:
            parameter.check(end)
        if ends[0] > ends[1]:
            raise RuleError(f"{parameter.name} must run from low to high; got {text}; try {high}..{low}")
        return range(ends[0], ends[1] + 1)
    return [parameter.read(part) for part in text.split(",")] if "," in text else parameter.read(text)
