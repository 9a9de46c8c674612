"""The sums of a game: in which checks each stands, whose it is, and what can be said of it.

A sum is known by what it is for, without the dice in brackets: ``to hit``. A fight has sums of both sides, ``a_`` and
``b_``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Protocol

from ...engine.words.wording import Spelling
from ..rulebook.library import Game, once
from ..rulebook.text import plain_words
from .catalogue import checks_of
from .modifiers import CompositeNode, InnerSum, Node, Part, Total
from .parameter import Parameter

_BRACKET = re.compile(r"\s*\([^()]*\)$")
_SIDE = re.compile(r"\b([AB])\b")


class HasSums(Protocol):
    """What a check says of its sums."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def spelling(self) -> Spelling: ...
    @property
    def parameters(self) -> Mapping[str, Parameter]: ...
    @property
    def nodes(self) -> Mapping[str, Total | Node]: ...
    @property
    def changing(self) -> Collection[str]: ...


class NamedSum(NamedTuple):
    """A sum of a check: its name, and the side whose it is, as "a_"; "" where it is that of no side."""

    name: str
    side: str = ""


def sum_of(target: str, total: Total) -> NamedSum:
    """The sum that a target number is."""
    name = _BRACKET.sub("", total.roll)
    side = target[:2] if re.match(f"{target[0].upper()} ", name) and re.match("[ab]_", target) else ""
    return NamedSum(name[len(side) :], side)


def inner(one: InnerSum) -> NamedSum:
    """The sum that goes into a target number."""
    return NamedSum(_BRACKET.sub("", one.roll), one.side)


def side_of(part: Part) -> str:
    """The side that a part of a fight is of, by its label: "A strikes B" is of A."""
    match = _SIDE.search(part.label)
    return f"{match[1].lower()}_" if match else ""


def parts_of(one: Node) -> list[Part]:
    """The parts of which a target number is made."""
    if isinstance(one, CompositeNode):
        return [part for inner in one.parts for part in parts_of(inner)]
    return [one] if isinstance(one, Part) else []


class SumPlace(NamedTuple):
    """A sum in a check.

    ours : names of its parameters to those of the check, where these are others.
    changing : what the dice themselves change.
    is_inner : does it only go into a target number?
    decides : names of its parameters that the check itself brings about.
    """

    check: HasSums
    sum: NamedSum
    ours: Mapping[str, str] = MappingProxyType({})
    changing: Iterable[str] = ()
    is_inner: bool = False
    decides: Sequence[str] = ()

    @property
    def parameters(self) -> list[str]:
        """The names of all of them, without that of the side."""
        return [name.removeprefix(self.sum.side) for name in self.check.parameters]

    def parameter(self, name: str) -> Parameter | None:
        """What is called so there, for its side or for all."""
        parameters = self.check.parameters
        return parameters.get(self.ours.get(name, "")) or parameters.get(self.sum.side + name) or parameters.get(name)

    def knows(self, name: str) -> bool:
        """Can a modifier go by what is called so?"""
        return name in self.changing or name in self.decides or self.parameter(name) is not None


def place_of(check: HasSums, target: str, one: Total | InnerSum) -> SumPlace:
    """The sum that a target number is, or that goes into it."""
    if isinstance(one, Total):
        return SumPlace(check, sum_of(target, one))
    return SumPlace(check, inner(one), one.ours, one.changing, True, one.decides)


@once
def places(of: Game) -> Mapping[str, Sequence[SumPlace]]:
    """Where the sums of a game stand, by their names in plain words."""
    by_name: dict[str, list[SumPlace]] = {}
    for check in checks_of(of.stem).values():
        for target, one in check.nodes.items():
            if isinstance(one, (Total, InnerSum)):
                place = place_of(check, target, one)
                by_name.setdefault(plain_words(place.sum.name), []).append(place)
    return by_name


def sums_for(stem: str, path: str) -> list[str]:
    """The names of the sums of a game, those first whose checks are called like the beginning of a path."""
    group = path.partition(".")[0]
    return [
        places_there[0].sum.name
        for places_there in sorted(
            places(stem).values(),
            key=lambda places_there: all(one.is_inner or group not in one.check.name for one in places_there),
        )
    ]
