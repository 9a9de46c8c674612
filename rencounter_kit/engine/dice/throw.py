"""How dice are thrown: all ways at once, exactly, or once at random with every step told.

The dice of a check are written once, as a function that names each throw and says what its face leads to::

    def dice(throw, r, needed):
        def to_hit(face):
            return throw("damage", d(6), lambda points: points) if face >= needed else 0
        return throw("to hit", d(20), to_hit)

With ``Exact`` the function returns a ``Dist``; with ``Random`` it returns one outcome and remembers each face.
"""

from __future__ import annotations

import html
import random
from collections.abc import Callable, Sequence
from functools import cache, partial
from types import MethodType
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, Protocol, TypeAlias, TypeVar

from ..words.wording import outcome_text
from . import amendment
from .amendment import AmendedDice, AmendmentError, follow
from .dist import Dice, Dist, Outcome, d
from .scale import Scale
from .seed import generator

DICE = "dice"  # a throw without a name, and a die without one
T = TypeVar("T")
P = ParamSpec("P")
Rules_contra = TypeVar("Rules_contra", contravariant=True)
Targets: TypeAlias = Any  # what the dice of a check see: a named tuple of its own
Consequence: TypeAlias = amendment.Consequence
Then: TypeAlias = amendment.Then
FacesText = Callable[[Sequence[Outcome]], str]  # faces of one throw that lead to the same, in words


class OtherCheck(Protocol[Rules_contra]):
    """Another check, as far as dice ask it: for its target numbers, by the rules of its game."""

    def dist_of(self, book: Rules_contra, targets: Targets, /) -> Dist: ...
    def throw_once(self, book: Rules_contra, targets: Targets, throw: Random, /) -> Outcome: ...
    def _dice(self, throw: Throw, book: Rules_contra, targets: Targets, /) -> Consequence: ...


class Throw(Protocol):
    """What the dice of a check are written with."""

    def __call__(self, name: str, die: Dist, then: Then) -> Consequence:
        """Throw ``die``; ``then`` says where each face leads: to an outcome, or to further throws."""

    def split(
        self, name: str, dice: Dice, parts: Sequence[tuple[int, Consequence]], otherwise: Consequence
    ) -> Consequence:
        """Throw ``dice``; ``parts`` are pairs (highest face, where that leads), faces rising; higher ones lead
        ``otherwise``.

        A part whose highest face is not above the one before is never reached.
        """

    def after(self, before: Consequence, then: Then) -> Consequence:
        """Go on from what was thrown before."""

    def dice_of(self, check: OtherCheck[Rules_contra], targets: Targets, rules: Rules_contra) -> Consequence:
        """Another check as a whole, for its target numbers."""

    def by(self, owner: str, once: Callable[[], Consequence]) -> Consequence:
        """What is thrown by one side, each throw told as his."""

    def times(self, count: int, once: Callable[[], Consequence], says: FacesText | None = None) -> Consequence:
        """The sum of so many independent throws, each ``once``, a number; ``says`` what some sums mean, in words."""

    def each(self, onces: Sequence[Callable[[], Consequence]]) -> Consequence:
        """Several independent throws, one after the other; what comes of each, as a tuple."""

    def unending(self, name: str, once: Callable[[], Consequence], exact: Callable[[], Dist]) -> Consequence:
        """What may go on for ever: ``once`` throws it, and ``exact`` is what comes of it, worked out otherwise."""

    def shortcut(self, once: Callable[[], Consequence], exact: Callable[[], Dist]) -> Consequence:
        """What is sooner counted than followed face by face: ``once`` throws it, and ``exact`` has the same chances."""

    def cached(self, f: Callable[..., T]) -> Callable[..., T]:
        """``f``, worked out once for each set of arguments where that changes nothing."""


class ThrowProcedure(Protocol):
    """What is written with a ``throw`` as a class, where a function would be a nest of many."""

    throw: Throw


S = TypeVar("S", bound=ThrowProcedure)


class CachedMethod(Generic[S, P, T]):
    """A method that is worked out as by ``throw.cached``: once for each set of arguments where that changes nothing."""

    def __init__(self, method: Callable[Concatenate[S, P], T]) -> None:
        self._method = method

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, dice: S, owner: type) -> Callable[P, T]:
        cached = dice.throw.cached(MethodType(self._method, dice))
        dice.__dict__[self._name] = cached  # from now on it is found there
        return cached


class Exact:
    """Every way the dice can fall, by its weight."""

    def __call__(self, name: str, die: Dist, then: Then) -> Consequence:
        if not isinstance(die, AmendedDice):
            return die.map(then)
        consequence = follow(self, name, die, then)
        return consequence if isinstance(consequence, Dist) else Dist([consequence])

    def split(
        self, name: str, dice: Dice, parts: Sequence[tuple[int, Consequence]], otherwise: Consequence
    ) -> Consequence:
        if isinstance(dice, AmendedDice):
            return self(name, dice, by_parts(parts, otherwise))
        below = 0
        ways: list[tuple[Consequence, int]] = []
        for highest, to in parts:
            up_to = dice.up_to(highest)
            if up_to > below:
                ways.append((to, up_to - below))
                below = up_to
        if below < dice.total:
            ways.append((otherwise, dice.total - below))
        plain: dict[Outcome, int] = {}
        for to, faces in ways:
            if isinstance(to, Dist):
                return Dist._of({i: faces for i, (_, faces) in enumerate(ways)}).map(lambda i: ways[i][0])
            plain[to] = plain.get(to, 0) + faces
        return Dist._of(plain)

    def after(self, before: Consequence, then: Then) -> Consequence:
        return before.map(then) if isinstance(before, Dist) else then(before)

    def dice_of(self, check: OtherCheck[Rules_contra], targets: Targets, rules: Rules_contra) -> Consequence:
        return check.dist_of(rules, targets)

    def by(self, owner: str, once: Callable[[], Consequence]) -> Consequence:
        return once()

    def times(self, count: int, once: Callable[[], Consequence], says: FacesText | None = None) -> Consequence:
        one = once() if count else 0
        return count @ one if isinstance(one, Dist) else count * one

    def each(self, onces: Sequence[Callable[[], Consequence]]) -> Consequence:
        weights: dict[tuple[Outcome, ...], int] = {(): 1}
        for once in onces:
            consequence = once()
            faces = consequence._weights if isinstance(consequence, Dist) else {consequence: 1}
            weights = {(*so_far, face): p * q for so_far, p in weights.items() for face, q in faces.items()}
        return Dist._of(weights) if len(weights) > 1 else next(iter(weights))

    def unending(self, name: str, once: Callable[[], Consequence], exact: Callable[[], Dist]) -> Consequence:
        return exact()

    def shortcut(self, once: Callable[[], Consequence], exact: Callable[[], Dist]) -> Consequence:
        try:
            return exact()
        except AmendmentError:  # what is put in is met face by face alone
            return once()

    def cached(self, f: Callable[..., T]) -> Callable[..., T]:
        return cache(f)


def by_parts(parts: Sequence[tuple[int, Consequence]], otherwise: Consequence) -> Then:
    """Where each face leads that is split among parts."""
    return lambda face: next((to for highest, to in parts if face <= highest), otherwise)


class Step(NamedTuple):
    """One throw of one die: what it was for, which die, what it showed."""

    name: str
    die: str
    face: Outcome


class Random:
    """One way the dice fall, remembered step by step."""

    def __init__(self, seed: int | random.Random | None = None) -> None:
        self.rng = generator(seed)
        self.steps: list[Step] = []

    def __call__(self, name: str, die: Dist, then: Then) -> Consequence:
        if isinstance(die, AmendedDice):
            return follow(self, name, die, then)
        face = die.sample(self.rng)
        self.steps.append(Step(name, die_name(die), face))
        return then(face)

    def split(
        self, name: str, dice: Dice, parts: Sequence[tuple[int, Consequence]], otherwise: Consequence
    ) -> Consequence:
        to = self(name, dice, by_parts(parts, otherwise))
        return to.sample(self.rng) if isinstance(to, Dist) else to

    def after(self, before: Consequence, then: Then) -> Consequence:
        return then(before.sample(self.rng) if isinstance(before, Dist) else before)

    def dice_of(self, check: OtherCheck[Rules_contra], targets: Targets, rules: Rules_contra) -> Consequence:
        return check.throw_once(rules, targets, self)

    def by(self, owner: str, once: Callable[[], Consequence]) -> Consequence:
        before = len(self.steps)
        to = once()
        self.steps[before:] = [step._replace(name=name_by(owner, step.name)) for step in self.steps[before:]]
        return to

    def times(self, count: int, once: Callable[[], Consequence], says: FacesText | None = None) -> Consequence:
        return sum(self.after(once(), lambda got: got) for _ in range(count))

    def each(self, onces: Sequence[Callable[[], Consequence]]) -> Consequence:
        return one_by_one(self, onces)

    def unending(self, name: str, once: Callable[[], Consequence], exact: Callable[[], Dist]) -> Consequence:
        return once()

    def shortcut(self, once: Callable[[], Consequence], exact: Callable[[], Dist]) -> Consequence:
        return once()

    def cached(self, f: Callable[..., T]) -> Callable[..., T]:
        return f


def one_by_one(throw: Throw, onces: Sequence[Callable[[], Consequence]]) -> Consequence:
    """Several throws, one after the other; what comes of each, as a tuple."""
    so_far: Consequence = ()
    for once in onces:
        so_far = throw.after(so_far, partial(_and_then, throw, once))
    return so_far


def _and_then(throw: Throw, once: Callable[[], Consequence], so_far: tuple[Outcome, ...]) -> Consequence:
    return throw.after(once(), lambda face: (*so_far, face))


def name_by(owner: str, name: str) -> str:
    """A throw with the name of the side whose it is; what has no name has none then either."""
    return name if name == DICE else f"{owner}: {name}"


def die_name(die: Dist) -> str:
    """d6, 2d6; "dice" for anything else that is thrown at once."""
    if isinstance(die, Dice):
        return die.written
    low, high = die.outcomes[0], die.outcomes[-1]
    if type(low) is int and type(high) is int and low > 0 and high % low == 0 and low @ d(high // low) == die:
        return f"{low}d{high // low}" if low > 1 else f"d{high}"
    return DICE


def in_words(die: Dist, says: Callable[[Outcome], str]) -> tuple[Dist, Then]:
    """A die with words on its faces, for a throw that chooses among states; and what each word stands for.

    >>> die, state_of = in_words(Dist([(4, 4, "a"), (4, 4, "b")]), lambda state: f"{state[2].upper()} is first")
    >>> die.outcomes, state_of("B is first")
    (('A is first', 'B is first'), (4, 4, 'b'))
    """
    states = {says(face): face for face in die}
    if len(states) < len(die):
        raise ValueError(f"the words of two faces must be different; got {', '.join(states)} for {len(die)} faces")
    return Dist({word: die.weights[face] for word, face in states.items()}, Scale(states)), states.__getitem__


class Roll(NamedTuple):
    """One random throw of a check, with every step told; ``words`` is the outcome in words."""

    outcome: Outcome
    steps: tuple[Step, ...]
    words: str

    def __str__(self) -> str:
        lines = [f"{s.name} ({s.die}): {outcome_text(s.face)}" if s.die else s.name for s in self.steps] or [
            "no dice are rolled"
        ]
        return "\n".join([*lines, f"= {self.words}"])

    def _repr_html_(self) -> str:
        return "<br>".join(html.escape(line) for line in str(self).split("\n"))
