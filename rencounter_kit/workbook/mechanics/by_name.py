"""Dice and sentences that ask for what they need by name, as modifiers do.

``def drift(throw, r, downhill, outdoors)`` are dice, ``def says_drift(r, downhill, outdoors)`` their sentences: what
stands after the first words are parameters, or what was worked out from them. Where many target numbers go together, a
check has a record of them, a named tuple: ``def fire(throw, r, shot)`` with ``record=Shot`` sees them as one, and ``def
volley(throw, r, shot, men)`` a further one beside them. There may be several, by name; two sides have one each: ``def
play(throw, r, a, b)`` with ``record={"a": Fencer, "b": Fencer}`` sees as ``a`` those that begin so, as ``a_skill``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from types import FunctionType
from typing import Any, NamedTuple

from ...engine.dice.throw import Targets
from ...engine.words.wording import nearest
from .modifiers import named_by

Record = type[NamedTuple]  # a named tuple of target numbers that go together
Records = Mapping[str, Record]  # by the names by which they are asked for
Asking = Callable[..., Any]  # a function that asks by name
Argument = Callable[[Targets], object]  # what is found for a name


@dataclass(frozen=True)
class ByName:
    """A function and what it asks for by name. Handed all target numbers last, it takes those that it names."""

    function: Asking
    names: tuple[str, ...]
    arguments: tuple[Argument, ...]

    def __call__(self, *given: object) -> Any:
        *first, targets = given
        return self.function(*first, *[argument(targets) for argument in self.arguments])


def by_name(function: Asking, first: tuple[str, ...], records: Records) -> Asking:
    """A function that asks by name; one that sees all target numbers as they are, as their record or as ready dice do,
    is left so.

    first : what it must ask for before, dice for ``throw`` and ``r``. Raises ``ValueError`` for one that does not.
    """
    if not isinstance(function, FunctionType):
        return function
    names = tuple(named_by(function))
    if names[: len(first)] != first:
        got = ", ".join(names) or "nothing"
        raise ValueError(
            f"{function.__name__} must ask for {', '.join(first)} and then for what it looks at; got {got}"
        )
    names = names[len(first) :]
    arguments = tuple(_argument(name, records.get(name)) for name in names)
    return function if arguments == (_all,) else ByName(function, names, arguments)


def _argument(name: str, record: Record | None) -> Argument:
    """How an argument is found among all target numbers. As a record that bears its own name it is all of them, so that
    a number is read when it is looked at, and not before.
    """
    if record is None:
        return attrgetter(name)
    if name == name_of(record):
        return _all
    names = fields({name: record})
    return lambda targets: record(*[getattr(targets, one) for one in names])


def _all(targets: Targets) -> Targets:
    return targets


def records_of(record: Record | Records | None) -> Records:
    """The records of a check by the names by which they are asked for."""
    return record if isinstance(record, Mapping) else {name_of(record): record} if record else {}


def fields(records: Records) -> tuple[str, ...]:
    """The target numbers that records have."""
    return tuple(
        field if name == name_of(record) else f"{name}_{field}"
        for name, record in records.items()
        for field in record._fields
    )


def name_of(record: Record) -> str:
    """What a record is called where it is asked for: ``HorseBlow`` is a horse_blow."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", record.__name__).lower()


def names_needed(id: str, asking: Iterable[object], names: Iterable[str], records: Records) -> list[str]:
    """The names that dice and sentences ask for; ``ValueError`` for one that is not known, with the nearest that is."""
    order, names = dict[str, None](), list(names)
    for one in (one for one in asking if isinstance(one, ByName)):
        for name in one.names:
            if name not in (*names, *records):
                asks = f"{one.function.__name__} asks for {name}"
                raise ValueError(f"{id}: {asks}, which is not known there{nearest(name, names)}")
            if name not in records:
                order[name] = None
    return list(order)
