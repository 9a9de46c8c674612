"""How dice are told: distributions that remember the throws they come from.

The third way of throwing beside ``Exact`` and ``Random``. With ``Told`` the dice of a check return a ``Remembered``: its
chances are those of ``Exact``, and its ``branches`` say face by face how they come about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from typing import Any, NamedTuple

from .dist import Dist, d
from .throw import Says, Then, die_name

DICE = "dice"  # a throw without a name, and a die without one
_DEEP = 3  # throws down to which two courses are compared


class Way(NamedTuple):
    """Faces of one throw, how much they weigh together, and where they lead: to a ``Remembered`` or to an outcome."""

    faces: tuple[Any, ...]
    weight: int
    to: Any


class Remembered(Dist):
    """A distribution that remembers the throw it comes from, and what follows on each face.

    Nothing is followed before somebody looks: the chances are worked out as ``Exact`` does, each function of the dice
    once for each outcome, and the throws one by one as ``branches`` are asked for. So a tree of millions of ways costs
    little more than its chances and the few throws that are read.

    name, die : of the throw. faces : how many the die has. part : of a turn, 0 where that does not matter. ways : where
    each face leads. exact : the distribution. says : what faces are in words, where they do not say it themselves.
    """

    def __init__(
        self, name: str, die: str, faces: int, part: int, ways: Callable[[], Sequence[Way]], exact: Callable[[], Dist],
        says: Says | None = None,
    ) -> None:  # fmt: skip
        self.name, self.die, self.faces, self.part, self.says = name, die, faces, part, says
        self._ways, self._exact = ways, exact

    def __getattr__(self, name: str) -> Any:
        if name not in Dist.__slots__:
            raise AttributeError(name)
        found = self._exact()
        self._set(found._weights, found.scale)
        return getattr(self, name)

    @cached_property
    def each(self) -> list[Way]:
        """The faces of the throw one by one, in order."""
        return [way._replace(to=settled(way.to)) for way in self._ways()]

    @cached_property
    def branches(self) -> list[Way]:
        """The faces of the throw; those that lead to the same are one branch."""
        found: dict[Any, list[Way]] = {}
        for way in self.each:
            alike = found.setdefault(way.to.look if isinstance(way.to, Remembered) else (way.to,), [])
            place = next((i for i, other in enumerate(alike) if same(other.to, way.to)), len(alike))
            faces, weight, to = alike[place] if place < len(alike) else ((), 0, way.to)
            alike[place:] = [Way((*faces, *way.faces), weight + way.weight, to), *alike[place + 1 :]]
        order = {way.faces: i for i, way in enumerate(self.each)}
        return sorted((way for alike in found.values() for way in alike), key=lambda way: order[way.faces[:1]])

    @cached_property
    def look(self) -> tuple[Any, ...]:
        """What can be seen of it from outside: the throw, and the chances of all outcomes."""
        return self.part, self.name, self.die, frozenset(self._weights.items())

    def map(self, f: Callable[[Any], Any]) -> Remembered:
        """Go on from each outcome: ``f`` gives the new outcome, or what follows."""
        return _grafted(self, cache(f), {})

    def in_part(self, part: int) -> Remembered:
        """The same, every throw of it marked as of one part of a turn."""
        return _grafted(self, _itself, {}, part)


def thrown(name: str, die: Dist, then: Then, says: Says | None = None) -> Remembered:
    """A throw of ``die``; ``then`` says where each face leads."""
    lead = cache(then)
    return Remembered(
        name,
        _said(die),
        len(die),
        0,
        lambda: [Way((face,), weight, lead(face)) for face, weight in die.weights.items()],
        lambda: die.map(lead),
        says,
    )


def _grafted(before: Remembered, then: Then, made: dict[int, Remembered], part: int = 0) -> Remembered:
    """What was thrown before, and on each of its outcomes what comes ``then``; ``made`` keeps what is shared."""

    def on(to: Any) -> Any:
        return _grafted(to, then, made, part) if isinstance(to, Remembered) else then(to)

    if id(before) not in made:
        made[id(before)] = Remembered(
            before.name,
            before.die,
            before.faces,
            part or before.part,
            lambda: [way._replace(to=on(way.to)) for way in before.each],
            lambda: Dist.map(before, then),
            before.says,
        )
    return made[id(before)]


def settled(to: Any) -> Any:
    """Where a way leads, without throws that decide nothing: those before one sure outcome, and those of a single face."""
    while isinstance(to, Dist):
        if len(to) == 1:
            return to.outcomes[0]
        if not isinstance(to, Remembered):
            return thrown(DICE, to, _itself)
        if to.faces > 1:
            return to
        to = to.each[0].to
    return to


def deciding(to: Any) -> Any:
    """The next throw that decides something, or the outcome: throws that go on alike on every face are left out."""
    to = settled(to)
    while isinstance(to, Remembered) and len(to.branches) == 1:
        to = to.branches[0].to
    return to


def same(one: Any, two: Any, deep: int = _DEEP) -> bool:
    """Do two ways lead to the same? What follows is compared throw by throw, below some throws by all its chances."""
    if one is two:
        return True
    if not (isinstance(one, Remembered) and isinstance(two, Remembered)):
        return bool(one == two)
    if one.look != two.look:
        return False
    if not deep:
        return True
    pairs = zip(one.each, two.each, strict=False)
    return len(one.each) == len(two.each) and all(a[:2] == b[:2] and same(a.to, b.to, deep - 1) for a, b in pairs)


class Told:
    """Every way the dice can fall, told throw by throw."""

    def __call__(self, name: str, die: Dist, then: Then) -> Any:
        return thrown(name, die, then)

    def split(self, name: str, sides: int, parts: Sequence[tuple[int, Any]]) -> Any:
        return thrown(name, d(sides), lambda face: next(to for highest, to in parts if face <= highest))

    def after(self, before: Any, then: Then) -> Any:
        if not isinstance(before, Dist):
            return then(before)
        return (before if isinstance(before, Remembered) else thrown(DICE, before, _itself)).map(then)

    def asked(self, check: Any, targets: Any, rules: Any) -> Any:
        return check._dice(targets, self, rules)

    def times(self, many: int, once: Callable[[], Any], says: Says | None = None) -> Any:
        """The sum as one throw: nobody reads a tree of forty like levels, and only the sum counts."""
        one = once() if many else 0
        if many < 2 or not isinstance(one, Dist):
            return many * one if many != 1 else one
        name = one.name if isinstance(one, Remembered) else DICE
        more = isinstance(one, Remembered) and any(isinstance(way.to, Dist) for way in one.branches)
        throws = f"{many} throws of {name}{' and what follows' if more else ''}"
        return thrown(throws if says else f"sum of {throws}", many @ one, _itself, says)

    def cached(self, f: Callable[..., Any]) -> Callable[..., Any]:
        return cache(f)


def _itself(outcome: Any) -> Any:
    return outcome


def _said(die: Dist) -> str:
    """d6, 2d6; "dice" for anything else that is thrown at once."""
    low, high = die.outcomes[0], die.outcomes[-1]
    if type(low) is int and type(high) is int and low > 1 and high % low == 0 and low @ d(high // low) == die:
        return f"{low}d{high // low}"
    return die_name(die)
