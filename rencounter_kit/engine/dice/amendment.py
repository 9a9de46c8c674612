"""Rolls that house rules put in before or after a roll, or in its place: they ride on its dice.

Whoever throws such dice follows them (``follow``), in every reading of a throw. What counts their faces without
throwing them, as a closed form does, has them with what goes by faces; what goes by outcomes is refused there.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple, Protocol, TypeAlias

from ..words.errors import RuleError
from .dist import Dice, Dist, Outcome
from .notation import DiceText, dice_of

BEFORE, AFTER, AGAIN, WITHOUT, INSTEAD = "before", "after", "again", "without", "instead"
ORDER = (INSTEAD, AGAIN, AFTER, WITHOUT, BEFORE)  # from the roll itself outwards
Consequence: TypeAlias = Any  # where a throw leads: to an outcome, or to a Dist of all that may follow
Then: TypeAlias = Callable[[Outcome], Consequence]
Roll: TypeAlias = Callable[[str], Consequence]  # by the name under which it is told
Thrown: TypeAlias = Callable[[Any, str, Then], Consequence]  # with a throw, under a name, to where it leads


class Thrower(Protocol):
    """What follows dice asks of a throw, in whichever reading."""

    def __call__(self, name: str, die: Dist, then: Then) -> Consequence: ...
    def after(self, before: Consequence, then: Then) -> Consequence: ...
    def cached(self, f: Callable[..., Consequence]) -> Callable[..., Consequence]: ...


class AmendmentError(RuleError):
    """Dice that amendments ride on are looked at in a way that would leave these out."""


class Amendment(NamedTuple):
    """What house rules put in at a roll.

    path : of the line that says so.
    kind : one of ``ORDER``.
    name : how a throw put in is told.
    dice : of the roll put in, or in the place of these; "" without one.
    succeeds : faces of that roll with which the amendment holds.
    of : outcomes, or faces of the roll, with which it counts; empty where it always does.
    to : where it leads: from an outcome, or from ``None`` for any, to another outcome or to a face.
    times : how often the roll is made again at most.
    known : all outcomes to which such a roll may lead.
    among : the outcomes that are meant by where it leads, if these are several: then it is as with a face that just
        leads there.
    """

    path: str
    kind: str
    name: str
    dice: str = ""
    succeeds: frozenset[int] = frozenset()
    of: tuple[Outcome, ...] = ()
    to: tuple[tuple[str | None, Outcome], ...] = ()
    times: int = 1
    known: frozenset[str] = frozenset()
    among: frozenset[str] = frozenset()

    @property
    def names_a_face(self) -> bool:
        """Does it go by faces, and not by outcomes alone?"""
        return any(isinstance(one, int) for one in (*self.of, *(to for _, to in self.to)))


class AmendedText(DiceText):
    """Dice as they are written, with what rides on them."""

    plain: str
    amendments: tuple[Amendment, ...]

    def __new__(cls, written: str, amendments: Iterable[Amendment]) -> AmendedText:
        every = tuple(sorted(amendments, key=lambda one: ORDER.index(one.kind)))
        plain = next((one.dice for one in reversed(every) if one.kind == INSTEAD), written)
        new = super().__new__(cls, plain)
        new.plain, new.amendments = plain, every
        return new

    def __hash__(self) -> int:
        return hash((str(self), self.amendments))

    def __str__(self) -> str:
        return str.__str__(self)

    def __reduce__(self) -> tuple[object, ...]:
        return AmendedText, (self.plain, self.amendments)

    def dice(self) -> Dice:
        return _amended(self)


class AmendedDice(Dice):
    """Dice with what rides on them. They can be thrown, and asked for their faces; counted without being thrown only
    where all that rides on them goes by faces.
    """

    __slots__ = ("amendments", "plain", "thrown")
    amendments: tuple[Amendment, ...]

    def __init__(self, plain: Dice, amendments: tuple[Amendment, ...], thrown: Thrown | None = None) -> None:
        """``thrown`` throws the plain dice where they are a line of several, one after the other."""
        self.plain, self.amendments, self.thrown = plain, amendments, thrown
        self.faces, self.scale = plain.faces, None
        self.written = AmendedText(plain.written, amendments)  # so that who has it by its text has it all

    @property
    def _counted(self) -> Dice:
        """Dice whose faces come as often as these have them come; refused where outcomes have a part in it, or a face
        never comes.
        """
        by_faces = all(one.names_a_face for one in self.amendments)
        if by_faces and len(counted := _of_faces(self)) == len(self.plain):
            return counted
        raise AmendmentError(
            f"{self.amendments[0].path} must ride on dice that are thrown; got {self.written}, which are counted here "
            f"all at once; {'take the line out' if by_faces else 'name faces in place of outcomes'}, or ask another "
            "check"
        )

    @property
    def _weights(self) -> dict[Outcome, int]:  # type: ignore[override]
        return self._counted._weights

    @property
    def _total(self) -> int:  # type: ignore[override]
        return self._counted._total

    def up_to(self, highest: int) -> int:
        return self._counted.up_to(highest)

    def sample(self, seed: int | random.Random | None = None) -> int:
        return self._counted.sample(seed)

    def __contains__(self, face: object) -> bool:
        return face in self.plain

    def __rmatmul__(self, times: int) -> Dice:
        """So many of them, added up: what goes by faces alone each die has by itself, else the throw as a whole."""
        if times == 1:
            return self
        if all(one.names_a_face for one in self.amendments):
            return times @ _of_faces(self)
        return AmendedDice(times @ self.plain, self.amendments)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AmendedDice):
            return False if isinstance(other, Dist) else NotImplemented
        return self.written == other.written

    def __hash__(self) -> int:
        return hash(self.written)

    def __reduce__(self) -> tuple[Any, ...]:
        return AmendedDice, (self.plain, self.amendments)


@lru_cache(maxsize=1024)
def _amended(text: AmendedText) -> Dice:
    """The dice of a text, in which other dice stand in their place already."""
    others = tuple(one for one in text.amendments if one.kind != INSTEAD)
    return AmendedDice(dice_of(text.plain), others) if others else dice_of(text.plain)


class _ByFaces:
    """Every way the dice can fall, for faces alone."""

    def __call__(self, name: str, die: Dist, then: Then) -> Consequence:
        return die.map(then)

    def after(self, before: Consequence, then: Then) -> Consequence:
        return before.map(then) if isinstance(before, Dist) else then(before)

    def cached(self, f: Callable[..., Consequence]) -> Callable[..., Consequence]:
        return cache(f)


@lru_cache(maxsize=1024)
def _of_faces(dice: AmendedDice) -> Dice:
    """How often each face comes, all told."""
    consequence = follow(_ByFaces(), "", dice, lambda face: face)
    weights = consequence._weights if isinstance(consequence, Dist) else {consequence: 1}
    return Dice(weights, dice.plain.written)


# Following them ------------------------------------------------------------------------------------------------------


def follow(throw: Thrower, name: str, dice: AmendedDice, then: Then) -> Consequence:
    """A throw of dice with what rides on them; ``throw`` throws the plain dice, in whichever reading."""
    faces = [one for one in dice.amendments if one.kind == AGAIN and not isinstance(one.of[0], str)]
    roll: Roll = partial(_by_faces, throw, dice, then, faces)
    for one in dice.amendments:
        if one not in faces:
            roll = throw.cached(partial(_KINDS[one.kind], _Follower(throw, one, dice.plain, then), roll))
    return roll(name)


def _by_faces(throw: Thrower, dice: AmendedDice, then: Then, again: list[Amendment], name: str) -> Consequence:
    """The plain roll, made again with some faces."""

    def thrown(name: str, left: tuple[int, ...]) -> Consequence:
        def consequence_of(face: int) -> Consequence:
            place = next((i for i, one in enumerate(again) if left[i] and face in one.of), None)
            if place is None:
                return then(face)
            return once_more(_again(name), (*left[:place], left[place] - 1, *left[place + 1 :]))

        following = consequence_of if again else then
        return dice.thrown(throw, name, following) if dice.thrown else throw(name, dice.plain, following)

    once_more = throw.cached(thrown)
    return thrown(name, tuple(one.times for one in again))


def _again(name: str) -> str:
    return name if name.endswith(" again") else f"{name} again"


class _Follower(NamedTuple):
    """One amendment as it is followed."""

    throw: Thrower
    amendment: Amendment
    plain: Dice
    then: Then

    def again(self, roll: Roll, name: str) -> Consequence:
        """The roll, and once more with some outcomes."""

        def thrown(name: str, left: int) -> Consequence:
            if not left:
                return roll(name)
            once_more = _once(lambda: thrown(_again(name), left - 1))
            return self.throw.after(roll(name), lambda came: once_more() if self.counts(came) else came)

        return thrown(name, self.amendment.times)

    def after(self, roll: Roll, name: str) -> Consequence:
        """The roll, and what comes after it."""

        def on(came: Outcome) -> Consequence:
            to = self.leads(came)
            return came if to is None or to == (came,) else self.tried(lambda: to[0], lambda: came)

        return self.throw.after(roll(name), on)

    def before(self, roll: Roll, name: str) -> Consequence:
        """What is thrown first, and the roll where that does not hold."""
        return self.tried(lambda: self.at_once(roll, name), lambda: roll(name))

    def without(self, roll: Roll, name: str) -> Consequence:
        """No roll at all."""
        return self.at_once(roll, name)

    # ------------------------------------------------------------------------------------------------------------------

    def tried(self, holds: Callable[[], Consequence], otherwise: Callable[[], Consequence]) -> Consequence:
        """The roll that is put in; it holds without one."""
        one = self.amendment
        if not one.dice:
            return holds()
        leads = {True: _once(holds), False: _once(otherwise)}
        return self.throw(one.name, dice_of(one.dice), lambda face: leads[face in one.succeeds]())

    def at_once(self, roll: Roll, name: str) -> Consequence:
        """Where it leads without the roll; the outcome is one of those to which the roll leads itself."""
        to = dict(self.amendment.to)[None]
        if not isinstance(to, str):
            return self.of_face(to)
        if self.amendment.among:
            leads = [self.is_among(face) for face in self.plain.faces]
            just = [i for i, is_so in enumerate(leads) if is_so and not all(leads[max(i - 1, 0) : i + 2])]
            face = just[-1] if just else len(leads) - 1
            return self.then(self.plain.faces[face]) if leads[face] else roll(name)  # which then cannot lead there
        return self.alike(to, self.seen(self.plain.faces[0])[0])

    def is_among(self, face: int) -> bool:
        """Does a face lead to outcomes that are meant?"""
        return all(came_to(came) in self.amendment.among for came in self.seen(face))

    def seen(self, face: int) -> list[Outcome]:
        """To what a face leads; thrown to see that alone."""
        steps = getattr(self.throw, "steps", [])
        before = len(steps)
        consequence = self.then(face)
        del steps[before:]
        return list(_outcomes(consequence))

    def counts(self, came: Outcome) -> bool:
        """Is it an outcome of those that are named?"""
        return self.called(came) in self.amendment.of

    def leads(self, came: Outcome) -> tuple[Consequence] | None:
        """Where an outcome leads then; ``None`` where it does not count."""
        to = dict(self.amendment.to)
        if not to:
            return None
        called = self.called(came)
        target = to.get(called, to.get(None))
        if target is None or (self.amendment.of and called not in self.amendment.of):
            return None
        return (self.alike(target, came) if isinstance(target, str) else self.of_face(target),)

    def of_face(self, face: int) -> Consequence:
        """As if the dice had shown a face."""
        if face not in self.plain:
            raise RuleError(
                f"{self.amendment.path} must lead to a face of {self.plain.written}; got {face}; take one of these"
            )
        return self.then(face)

    def alike(self, to: str, came: Outcome) -> Outcome:
        """An outcome of the kind that the roll has: for several at once, that of each."""
        called, known = self.called(came), self.amendment.known
        if called and known and called not in known:
            raise self.unfit()
        return tuple([to] * len(came)) if isinstance(came, tuple) else to

    def called(self, came: Outcome) -> str:
        """An outcome by its name; "" for several that are not alike."""
        if (name := came_to(came)) is None:
            raise self.unfit()
        return name

    def unfit(self) -> AmendmentError:
        one = self.amendment
        words = " or ".join(dict.fromkeys(filter(None, [*map(str, one.of), *(str(to) for _, to in one.to)])))
        return AmendmentError(
            f"{one.path} must meet a roll that leads to outcomes such as {words}; got one that goes on to something "
            "else here; take the line out, or ask another check"
        )


_KINDS = {AGAIN: _Follower.again, AFTER: _Follower.after, WITHOUT: _Follower.without, BEFORE: _Follower.before}


def _once(make: Callable[[], Consequence]) -> Callable[[], Consequence]:
    """What is made when it is first asked for, and kept: many faces lead there."""
    made: list[Consequence] = []

    def get() -> Consequence:
        if not made:
            made.append(make())
        return made[0]

    return get


def came_to(came: Outcome) -> str | None:
    """An outcome by its name; "" for nothing, and for several that are not alike, ``None`` for what has no name.

    >>> came_to("miss"), came_to(("miss", "miss")), came_to(("none", "minor")), came_to(3)
    ('miss', 'miss', '', None)
    """
    if came is None or isinstance(came, str):
        return came or ""
    if isinstance(name := getattr(came, "came", None), str):
        return name
    if isinstance(came, tuple) and came and all(isinstance(one, str) for one in came):
        return came[0] if len(set(came)) == 1 else ""
    return None


def _outcomes(consequence: Consequence) -> Iterable[Outcome]:
    """All that a lead may come to."""
    if isinstance(consequence, Dist):
        return consequence._weights
    return consequence.weights if hasattr(consequence, "weights") else (consequence,)
