"""The ways of the dice as a tree: distributions that remember the throws they come from.

The third way of throwing beside ``Exact`` and ``Random``. With ``Branching`` the dice of a check return a
``ThrowTree``: its chances are those of ``Exact``, and its ``branches`` say face by face how they come about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from .amendment import AmendedDice, follow
from .dist import Dice, Dist, Outcome
from .scale import Scale
from .throw import (
    DICE,
    Consequence,
    FacesText,
    OtherCheck,
    Rules_contra,
    T,
    Targets,
    Then,
    by_parts,
    die_name,
    name_by,
    one_by_one,
)

_DEPTH = 3  # throws down to which two courses are compared


class Way(NamedTuple):
    """Faces of one throw, how much they weigh together, and where they lead: to a ``ThrowTree`` or to an outcome."""

    faces: tuple[Outcome, ...]
    weight: int
    to: Consequence


class ThrowTree(Dist):
    """A distribution that remembers the throw it comes from, and what follows on each face.

    Nothing is followed before somebody looks: the chances are worked out as ``Exact`` does, each function of the dice
    once for each outcome, and the throws one by one as ``branches`` are asked for. So a tree of millions of ways costs
    little more than its chances and the few throws that are read.

    name, die : of the throw.
    faces : how many the die has.
    part : of a turn, 0 where that does not matter.
    ways : where each face leads.
    exact : the distribution.
    says : what faces are in words, where they do not say it themselves.
    twice : of a sum of two throws alike, one of them.
    """

    twice: ThrowTree | None = None

    def __init__(
        self,
        name: str,
        die: str,
        faces: int,
        part: int,
        ways: Callable[[], Sequence[Way]],
        exact: Callable[[], Dist],
        says: FacesText | None = None,
    ) -> None:
        self.name, self.die, self.faces, self.part, self.says = name, die, faces, part, says
        self._ways, self._exact = ways, exact

    @cached_property
    def _dist(self) -> Dist:
        """The distribution, worked out when somebody asks for it."""
        return self._exact()

    @cached_property
    def _weights(self) -> dict[Outcome, int]:  # type: ignore[override]
        return self._dist._weights

    @cached_property
    def _total(self) -> int:  # type: ignore[override]
        return self._dist._total

    @cached_property
    def scale(self) -> Scale | None:  # type: ignore[override]
        return self._dist.scale

    @cached_property
    def each(self) -> list[Way]:
        """The faces of the throw one by one, in order."""
        return [Way(way.faces, way.weight, settle(way.to)) for way in self._ways()]

    @cached_property
    def branches(self) -> list[Way]:
        """The faces of the throw; those that lead to the same are one branch."""
        groups: dict[object, list[Way]] = {}
        for way in self.each:
            alike = groups.setdefault(way.to.look if isinstance(way.to, ThrowTree) else (way.to,), [])
            place = next((i for i, other in enumerate(alike) if same(other.to, way.to)), len(alike))
            faces, weight, to = alike[place] if place < len(alike) else ((), 0, way.to)
            alike[place:] = [Way((*faces, *way.faces), weight + way.weight, to), *alike[place + 1 :]]
        order = {way.faces: i for i, way in enumerate(self.each)}
        return sorted((way for alike in groups.values() for way in alike), key=lambda way: order[way.faces[:1]])

    @cached_property
    def look(self) -> tuple[int, str, str, frozenset[tuple[Outcome, int]]]:
        """What can be seen of it from outside: the throw, and the chances of all outcomes."""
        return self.part, self.name, self.die, frozenset(self._weights.items())

    @property
    def one_by_one(self) -> ThrowTree:
        """A sum of two throws alike as one after the other; any other as it is."""
        if (once := self.twice) is None:
            return self
        again = once.by("again")
        return once.map(lambda first: again.map(lambda second: first + second))

    def map(self, f: Then) -> ThrowTree:
        """Go on from each outcome: ``f`` gives the new outcome, or what follows."""
        return _graft(self, cache(f), {})

    def in_part(self, part: int) -> ThrowTree:
        """The same, every throw of it marked as of one part of a turn."""
        return _graft(self, _itself, {}, part)

    def by(self, owner: str) -> ThrowTree:
        """The same, every throw of it named as of one side."""
        return _graft(self, _itself, {}, owner=owner)


def throw_tree(name: str, die: Dist, then: Then, says: FacesText | None = None) -> ThrowTree:
    """A throw of ``die``; ``then`` says where each face leads."""
    consequence_of = cache(then)
    return ThrowTree(
        name,
        die_name(die),
        len(die),
        0,
        lambda: [Way((face,), weight, consequence_of(face)) for face, weight in die.weights.items()],
        lambda: die.map(consequence_of),
        says,
    )


def _graft(before: ThrowTree, then: Then, grafts: dict[int, ThrowTree], part: int = 0, owner: str = "") -> ThrowTree:
    """What was thrown before, and on each of its outcomes what comes ``then``; ``grafts`` keeps what is
    shared, by id.
    """

    def on(to: Consequence) -> Consequence:
        return _graft(to, then, grafts, part, owner) if isinstance(to, ThrowTree) else then(to)

    if id(before) not in grafts:
        grafts[id(before)] = ThrowTree(
            name_by(owner, before.name) if owner else before.name,
            before.die,
            before.faces,
            part or before.part,
            lambda: [Way(way.faces, way.weight, on(way.to)) for way in before.each],
            lambda: Dist.map(before, then),
            before.says,
        )
    return grafts[id(before)]


def settle(to: Consequence) -> Consequence:
    """Where a way leads, without throws that decide nothing: before a sure outcome, or of a single face."""
    while isinstance(to, Dist):
        if len(to) == 1:
            return to.outcomes[0]
        if not isinstance(to, ThrowTree):
            return throw_tree(DICE, to, _itself)
        if to.faces > 1:
            return to
        to = to.each[0].to
    return to


def next_decision(to: Consequence) -> Consequence:
    """The next throw that decides something, or the outcome: throws that go on alike on every face are left out."""
    to = settle(to)
    while isinstance(to, ThrowTree) and len(to.branches) == 1:
        to = to.branches[0].to
    return to


def same(one: Consequence, two: Consequence, depth: int = _DEPTH) -> bool:
    """Do two ways lead to the same? What follows is compared throw by throw, below some throws by all its chances."""
    if one is two:
        return True
    if not (isinstance(one, ThrowTree) and isinstance(two, ThrowTree)):
        return bool(one == two)
    if one.look != two.look:
        return False
    if not depth:
        return True
    pairs = zip(one.each, two.each, strict=False)
    return len(one.each) == len(two.each) and all(a[:2] == b[:2] and same(a.to, b.to, depth - 1) for a, b in pairs)


class Branching:
    """Every way the dice can fall, told throw by throw. What another check is asked again is the same tree."""

    def __init__(self) -> None:
        self._tree_of: Callable[..., Consequence] = cache(
            lambda check, targets, rules: check._dice(self, rules, targets)
        )

    def __call__(self, name: str, die: Dist, then: Then) -> Consequence:
        return throw_tree(name, die, then) if not isinstance(die, AmendedDice) else follow(self, name, die, then)

    def split(
        self, name: str, dice: Dice, parts: Sequence[tuple[int, Consequence]], otherwise: Consequence
    ) -> Consequence:
        return self(name, dice, by_parts(parts, otherwise))

    def after(self, before: Consequence, then: Then) -> Consequence:
        if not isinstance(before, Dist):
            return then(before)
        return (before if isinstance(before, ThrowTree) else throw_tree(DICE, before, _itself)).map(then)

    def dice_of(self, check: OtherCheck[Rules_contra], targets: Targets, rules: Rules_contra) -> Consequence:
        return self._tree_of(check, targets, rules)

    def by(self, owner: str, once: Callable[[], Consequence]) -> Consequence:
        to = once()
        return to.by(owner) if isinstance(to, ThrowTree) else to

    def times(self, count: int, once: Callable[[], Consequence], says: FacesText | None = None) -> Consequence:
        """The sum as one throw: nobody reads a tree of forty like levels, and only the sum counts."""
        one = once() if count else 0
        if count < 2 or not isinstance(one, Dist):
            return count * one if count != 1 else one
        name = one.name if isinstance(one, ThrowTree) else DICE
        more = isinstance(one, ThrowTree) and any(isinstance(way.to, Dist) for way in one.branches)
        throws = f"{count} rolls of {name}{' and what follows' if more else ''}"
        tree = throw_tree(throws if says else f"sum of {throws}", count @ one, _itself, says)
        if count == 2 and isinstance(one, ThrowTree) and not more:
            tree.twice = one
        return tree

    def each(self, onces: Sequence[Callable[[], Consequence]]) -> Consequence:
        return one_by_one(self, onces)

    def unending(self, name: str, once: Callable[[], Consequence], exact: Callable[[], Dist]) -> Consequence:
        return throw_tree(name, exact(), _itself)

    def shortcut(self, once: Callable[[], Consequence], exact: Callable[[], Dist]) -> Consequence:
        return once()

    def cached(self, f: Callable[..., T]) -> Callable[..., T]:
        return cache(f)


def _itself(outcome: Consequence) -> Consequence:
    return outcome
