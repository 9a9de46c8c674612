"""Why house rules change nothing in a situation, and what to set so that they do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice

from ...engine.words.errors import RuleError
from ..mechanics.check import Check, Result
from ..mechanics.mentions import touches
from ..mechanics.parameter import QUESTION, Parameter
from ..rulebook.book import Ruleset, Value
from ..rulebook.presets import presets

_NAMED = 3  # settings that are named
_TRIED = 12  # values of a parameter that are tried


def why_no_change(result: Result) -> str:
    """Why the house rules in force do not tell in an answer, in a sentence: the check asks for none of what they
    change, or they would count with something else set, each alone, or in another of its named situations.

    >>> from rencounter_kit import check, rules
    >>> ours = rules("rencounter").with_house_rules("melee.situation.armor = -2")
    >>> why_no_change(check("rencounter.duel", rules=ours))
    'Your rules change nothing here; they count with A armour light (1) or B armour light (1).'
    >>> why_no_change(check("rencounter.spot", rules=ours))
    'Your rules change nothing here.'
    """
    if not touches(result.rules, result.check):
        return "Your rules change nothing here."
    settings = [_setting_text(p, value) for p, value in islice(_settings(result), _NAMED)]
    if settings:
        return f"Your rules change nothing here; they count with {' or '.join(settings)}."
    where, _ = touched_situation(result.check, result.rules)
    return "Your rules change nothing here" + (f"; they count in the situation {where}." if where else ".")


def touched_situation(check: Check, rules: Ruleset) -> tuple[str, Mapping[str, Value]]:
    """The first named situation of a check whose target numbers house rules change, with what it sets; no name for
    none.
    """
    ready = presets(check.stem).get(check.id, {})
    return next(((name, settings) for name, settings in ready.items() if _tells(check, rules, settings)), ("", {}))


def _settings(result: Result) -> Iterator[tuple[Parameter, Value]]:
    """Each parameter that alone makes the rules count, with the first value that does."""
    settings, check, rules = dict(result.params), result.check, result.rules
    for name, p in check.parameters.items():
        if name != QUESTION and p.group != "ruling":
            values = (value for value in islice(p.by(rules).values(), _TRIED) if value != settings.get(name))
            telling = (value for value in values if _tells(check, rules, {**settings, name: value}))
            if (value := next(telling, None)) is not None:
                yield p, value


def _tells(check: Check, rules: Ruleset, settings: Mapping[str, Value]) -> bool:
    """Are the target numbers by the book others than by the rules?"""
    with suppress(RuleError):
        return bool(check.targets_of(check.book, settings) != check.targets_of(rules, settings))
    return False


def _setting_text(p: Parameter, value: Value) -> str:
    return p.words if value is True else f"{p.words} {p.text(value)}"
