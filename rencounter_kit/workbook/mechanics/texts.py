"""All that the text of a check says between quotes, through its code and what that refers to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType

from ...engine.dice.opaque import OpaqueValue
from ...engine.words.wording import figures_in
from ..rulebook.book import DICE_HEADING, Ruleset
from .question import Question

_OURS = __name__.partition(".")[0]


def names_dice(check: Question, path: str) -> bool:
    """Does the text of a check name these dice themselves?"""
    return not named_in(check).isdisjoint([path, path.removeprefix(DICE_HEADING)])


@lru_cache(maxsize=1024)
def named_in(check: Question) -> frozenset[str]:
    """All that the text of a check says between quotes, as far as it may be a path, or what that names in braces."""
    return frozenset(
        named for text in _texts(check) for named in (text.partition("{")[0].rstrip("."), *figures_in(text))
    )


def _texts(start: object) -> Iterator[str]:
    """All texts that can be reached from an object, through code and through what it refers to."""
    to_come, seen = [start], dict[int, object]()
    while to_come:
        thing = to_come.pop()
        if isinstance(thing, str):
            yield thing
        elif id(thing) not in seen:
            seen[id(thing)] = thing  # kept, so that no other takes its number
            to_come += _within(thing)


def _within(thing: object) -> Iterator[object]:
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


def _meant(code: CodeType, known: dict[str, object]) -> Iterator[object]:
    """What the names in a code mean, also those of modules and of functions inside."""
    modules = [one for name in code.co_names if isinstance(one := known.get(name), ModuleType)]
    for name in code.co_names:
        if name in known:
            yield known[name]
        yield from (getattr(module, name) for module in modules if hasattr(module, name) and _is_ours(module))
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _meant(inner, known)


def _is_ours(module: ModuleType) -> bool:
    return module.__name__.startswith(_OURS)
