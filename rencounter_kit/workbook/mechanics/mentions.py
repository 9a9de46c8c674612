"""Which rules a check can ask for at all: those that its own text names.

A rule is read by its path, which the text of a check names whole (``"fire.range.long"``), or as far as what comes
before a value (``f"fire.range.{band}"``, ``pick("fire.range", "band")``); dice by their name (``r.dice("fire")``). So
what no text that the check can come to begins to name is never read, in any situation. The tests hold that against all
that is seen to be read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from ..rulebook.book import DICE_HEADING, Rule, Ruleset, rules
from ..rulebook.library import Game, once
from ..rulebook.procedures import Procedure
from .catalogue import checks_of
from .check import Check
from .texts import named_in


@lru_cache(maxsize=65_536)
def mentions(check: Check, path: str) -> bool:
    """Does the text of a check name a rule, or begin to?"""
    parts = path.split(".")
    starts = [".".join(parts[:n]) for n in range(1, len(parts) + 1)]
    return not named_in(check).isdisjoint([*starts, path.removeprefix(DICE_HEADING)])


def read_at(rule: Rule) -> str:
    """The path at which the book reads what a line changes: a roll that always counts rides on its dice."""
    return rule.adds.rides if isinstance(rule.adds, Procedure) and rule.adds.is_always else rule.path


def may_ask(check: Check, rule: Rule) -> bool:
    """May a check ask for a changed figure, or for what the book does not have?"""
    if (path := read_at(rule)) != rule.path:
        return mentions(check, path)
    return rule.path in dict(check.added) if rule.adds else mentions(check, rule.path)


def touches(rules: Ruleset, check: Check) -> bool:
    """Do house rules change what a check may ask for?"""
    return any(may_ask(check.under(rules), rule) for rule in rules.house_rules if not rule.looked_up)


def is_named(stem: str, path: str) -> bool:
    """Does any check of a game name a rule, or what one asks?"""
    return path in ask_texts(stem) or any(mentions(check, path) for check in checks_of(stem).values())


@once
def ask_texts(of: Game) -> frozenset[str]:
    """All texts of what a game asks, as the figure that is the end of a range."""
    return frozenset(_texts_in(rules(of.stem).asks))


def _texts_in(thing: object) -> Iterator[str]:
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, (Mapping, list)):
        for one in thing.values() if isinstance(thing, Mapping) else thing:
            yield from _texts_in(one)
