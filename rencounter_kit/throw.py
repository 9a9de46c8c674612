"""How dice are thrown: all ways at once, exactly, or once at random with every step told.

The dice of a check are written once, as a function that names each throw and says what its face leads to::

    def dice(t, throw, r):
        def to_hit(face):
            return throw("damage", d(6), lambda points: points) if face >= t.needed else 0
        return throw("to hit", d(20), to_hit)

With ``Exact`` the function returns a ``Dist``; with ``Random`` it returns one outcome and remembers each face.
"""

from __future__ import annotations

import html
import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple, Protocol

from .dist import Dist, Outcome
from .scale import Scale
from .wording import outcome_text

Then = Callable[[Any], Any]
Says = Callable[[Sequence[Any]], str]  # faces of one throw that lead to the same, in words


class Throw(Protocol):
    """What the dice of a check are written with."""

    def __call__(self, name: str, die: Dist, then: Then) -> Any:
        """Throw ``die``; ``then`` says where each face leads: to an outcome, or to further throws."""

    def split(self, name: str, sides: int, parts: Sequence[tuple[int, Any]]) -> Any:
        """Throw a die of ``sides``; ``parts`` are pairs (highest face, where that leads), faces rising.

        The last highest face must be ``sides``; a part whose highest face is not above the one before is never reached.
        """

    def after(self, thrown: Any, then: Then) -> Any:
        """Go on from what was thrown before."""

    def asked(self, check: Any, targets: Any, rules: Any) -> Any:
        """Another check as a whole, for its target numbers."""

    def times(self, many: int, once: Callable[[], Any], says: Says | None = None) -> Any:
        """The sum of so many independent throws, each ``once``, a number; ``says`` what some sums mean, in words."""

    def cached(self, f: Callable[..., Any]) -> Callable[..., Any]:
        """``f``, worked out once for each set of arguments where that changes nothing."""


class Exact:
    """Every way the dice can fall, by its weight."""

    def __call__(self, name: str, die: Dist, then: Then) -> Any:
        return die.map(then)

    def split(self, name: str, sides: int, parts: Sequence[tuple[int, Any]]) -> Any:
        reached = 0
        plain: dict[Any, int] = {}
        ways: list[tuple[Any, int]] = []
        for highest, to in parts:
            top = min(highest, sides)
            if top > reached:
                ways.append((to, top - reached))
                if not isinstance(to, Dist):
                    plain[to] = plain.get(to, 0) + top - reached
                reached = top
        if sum(plain.values()) == sides:
            return Dist._of(plain)
        return Dist._of({i: faces for i, (_, faces) in enumerate(ways)}).map(lambda i: ways[i][0])

    def after(self, thrown: Any, then: Then) -> Any:
        return thrown.map(then) if isinstance(thrown, Dist) else then(thrown)

    def asked(self, check: Any, targets: Any, rules: Any) -> Any:
        return check.dist_of(rules, targets)

    def times(self, many: int, once: Callable[[], Any], says: Says | None = None) -> Any:
        thrown = once() if many else 0
        return many @ thrown if isinstance(thrown, Dist) else many * thrown

    def cached(self, f: Callable[..., Any]) -> Callable[..., Any]:
        return cache(f)


class Step(NamedTuple):
    """One throw of one die: what it was for, which die, what it showed."""

    name: str
    die: str
    face: Outcome


class Random:
    """One way the dice fall, remembered step by step."""

    def __init__(self, seed: int | random.Random | None = None) -> None:
        self.rng = seed if isinstance(seed, random.Random) else random.Random(seed)
        self.steps: list[Step] = []

    def __call__(self, name: str, die: Dist, then: Then) -> Any:
        face = die.sample(self.rng)
        self.steps.append(Step(name, die_name(die), face))
        return then(face)

    def split(self, name: str, sides: int, parts: Sequence[tuple[int, Any]]) -> Any:
        face = self.rng.randint(1, sides)
        self.steps.append(Step(name, f"d{sides}", face))
        to = next(to for highest, to in parts if face <= highest)
        return to.sample(self.rng) if isinstance(to, Dist) else to

    def after(self, thrown: Any, then: Then) -> Any:
        return then(thrown.sample(self.rng) if isinstance(thrown, Dist) else thrown)

    def asked(self, check: Any, targets: Any, rules: Any) -> Any:
        return check.throw_once(rules, targets, self)

    def times(self, many: int, once: Callable[[], Any], says: Says | None = None) -> Any:
        return sum(self.after(once(), lambda got: got) for _ in range(many))

    def cached(self, f: Callable[..., Any]) -> Callable[..., Any]:
        return f


def die_name(die: Dist) -> str:
    """d6 for a plain die; "dice" for anything else that is thrown at once."""
    faces = die.outcomes
    plain = die.total == len(faces) and faces == tuple(range(1, len(faces) + 1))
    return f"d{len(faces)}" if plain else "dice"


def in_words(die: Dist, says: Callable[[Any], str]) -> tuple[Dist, Then]:
    """A die with words on its faces, for a throw that chooses among states; and what each word stands for.

    >>> die, meant = in_words(Dist([(4, 4, "a"), (4, 4, "b")]), lambda state: f"{state[2].upper()} is first")
    >>> die.outcomes, meant("B is first")
    (('A is first', 'B is first'), (4, 4, 'b'))
    """
    meant = {says(face): face for face in die}
    if len(meant) < len(die):
        raise ValueError(f"the words of two faces must be different; got {', '.join(meant)} for {len(die)} faces")
    return Dist({word: die.weights[face] for word, face in meant.items()}, Scale(meant)), meant.__getitem__


class Roll(NamedTuple):
    """One random throw of a check, with every step told; ``said`` is the outcome in words."""

    outcome: Any
    steps: tuple[Step, ...]
    said: str

    def __str__(self) -> str:
        told = [f"{s.name} ({s.die}): {outcome_text(s.face)}" if s.die else s.name for s in self.steps] or [
            "no dice are thrown"
        ]
        return "\n".join([*told, f"= {self.said}"])

    def _repr_html_(self) -> str:
        return "<br>".join(html.escape(line) for line in str(self).split("\n"))
