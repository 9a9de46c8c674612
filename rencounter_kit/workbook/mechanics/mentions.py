"""Which rules a check can ask for at all: those that its own text names.

A rule is read by its path, which the text of a check names whole (``"fire.range.long"``), or as far as what comes
before a value (``f"fire.range.{band}"``, ``pick("fire.range", "band")``); dice by their name (``r.dice("fire")``). So
what no text that the check can come to begins to name is never read, in any situation. The tests hold that against all
that is seen to be read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from ...engine.dice.opaque import OpaqueValue
from ...engine.words.wording import figures_in
from ..rulebook.book import DICE_HEADING, Rule, Ruleset, rules
from ..rulebook.library import Game, game, once
from .catalogue import checks_of
from .check import Check

_OURS = __name__.partition(".")[0]


@lru_cache(maxsize=65_536)
def mentions(check: Check, path: str) -> bool:
    """Does the text of a check name a rule, or begin to?"""
    parts = path.split(".")
    starts = [".".join(parts[:n]) for n in range(1, len(parts) + 1)]
    return not _named_by(check).isdisjoint([*starts, path.removeprefix(DICE_HEADING)])


def may_ask(check: Check, rule: Rule) -> bool:
    """May a check ask for a changed figure, or for a modifier that the book does not have?"""
    return rule.path in dict(check.added) if rule.adds else mentions(check, rule.path)


def touches(rules: Ruleset, check: Check) -> bool:
    """Do house rules change what a check may ask for?"""
    return any(may_ask(check.under(rules), rule) for rule in rules.house_rules if not rule.looked_up)


def is_named(stem: str, path: str) -> bool:
    """Does any check of a game name a rule, or what one asks?"""
    return path in asked_in(stem) or any(mentions(check, path) for check in checks_of(stem).values())


def asked_in(stem: str) -> frozenset[str]:
    """All texts of what a game asks, as the figure that is the end of a range."""
    return _asked(game(stem))


@once
def _asked(of: Game) -> frozenset[str]:
    return frozenset(_texts_in(rules(of.stem).asks))


def _texts_in(thing: object) -> Iterator[str]:
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, (Mapping, list)):
        for one in thing.values() if isinstance(thing, Mapping) else thing:
            yield from _texts_in(one)


@lru_cache(maxsize=1024)
def _named_by(check: Check) -> frozenset[str]:
    """All that the text of a check says between quotes, as far as it may be a path, or what that names in braces."""
    return frozenset(name for text in _texts(check) for name in (text.partition("{")[0].rstrip("."), *figures_in(text)))


def _texts(start: Any) -> Iterator[str]:
    """All texts that can be reached from an object, through code and through what it refers to."""
    to_come, visited = [start], dict[int, Any]()
    while to_come:
        thing = to_come.pop()
        if isinstance(thing, str):
            yield thing
        elif id(thing) not in visited:
            visited[id(thing)] = thing  # kept, so that no other takes its number
            to_come += _within(thing)


def _within(thing: Any) -> Iterator[Any]:
    """What an object refers to, as far as it is of ours."""
    if isinstance(thing, FunctionType):
        yield from (cell.cell_contents for cell in thing.__closure__ or ())
        yield from (thing.__code__, thing.__defaults__, thing.__kwdefaults__, getattr(thing, "__wrapped__", None))
        yield from _meant(thing.__code__, thing.__globals__)
    elif isinstance(thing, CodeType):
        yield thing.co_consts
    elif isinstance(thing, dict):
        yield from [*thing, *thing.values()]  # at once, since others may keep more in it meanwhile
    elif isinstance(thing, (tuple, list, set, frozenset)):
        yield from thing
    elif isinstance(thing, partial):
        yield from (thing.func, thing.args, thing.keywords)
    elif isinstance(thing, MethodType):
        yield from (thing.__func__, thing.__self__)
    elif isinstance(thing, property):
        yield thing.fget
    elif isinstance(thing, (Ruleset, OpaqueValue, ModuleType, BuiltinFunctionType)):
        return
    elif hasattr(thing, "__wrapped__"):  # kept answers of a function
        yield thing.__wrapped__
    else:
        kind = thing if isinstance(thing, type) else type(thing)
        if kind.__module__.partition(".")[0] == _OURS or getattr(thing, "__module__", "").startswith(_OURS):
            yield from (vars(thing) if hasattr(thing, "__dict__") else {}).values()
            slots = (name for base in kind.__mro__ for name in getattr(base, "__slots__", ()))
            yield from (getattr(thing, name, None) for name in slots)
            if ".games." in kind.__module__ and kind is not thing:
                yield kind


def _meant(code: CodeType, names: dict[str, Any]) -> Iterator[Any]:
    """What the names in a code mean, also those of modules and of functions inside."""
    modules = [names[name] for name in code.co_names if isinstance(names.get(name), ModuleType)]
    for name in code.co_names:
        if name in names:
            yield names[name]
        yield from (getattr(module, name) for module in modules if hasattr(module, name) and _is_ours(module))
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _meant(inner, names)


def _is_ours(module: ModuleType) -> bool:
    return module.__name__.startswith(_OURS)
