"""What a line of dice says, as a tree of phrases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from operator import eq, ge, gt, le, lt, ne
from typing import Self, TypeAlias, TypeGuard

from ..dice.dist import Outcome
from .die import Counted, Die, Explode, Reroll

COMPARES: dict[str, Callable[[int, int], bool]] = {">=": ge, "<=": le, ">": gt, "<": lt, "=": eq, "!=": ne}


@dataclass(frozen=True)
class Phrase:
    """What a part of a line says, made of others."""

    @cached_property
    def parts(self) -> tuple[Phrase, ...]:
        """The phrases of which it is made."""
        return tuple(_phrases([getattr(self, field.name) for field in fields(self)]))

    def with_parts(self, new: Iterable[Phrase]) -> Self:
        """The same, made of others."""
        others = iter(new)
        changes = {field.name: _made_of(getattr(self, field.name), others) for field in fields(self)}
        return replace(self, **changes) if self.parts else self

    def every(self) -> Iterator[Phrase]:
        """It, and all below it."""
        yield self
        for part in self.parts:
            yield from part.every()

    @property
    def is_test(self) -> bool:
        """Is the answer yes or no?"""
        return False

    @cached_property
    def names(self) -> frozenset[str]:
        """The names on which it depends."""
        return frozenset[str]().union(*[part.names for part in self.parts])

    @cached_property
    def leaves(self) -> frozenset[Leaf]:
        """What it asks of named throws that are not its own: their numbers, and what else is read off them."""
        return frozenset[Leaf]().union(*[part.leaves for part in self.parts])

    @property
    def end(self) -> Phrase:
        """What stands in a line behind all that has a name."""
        return self

    @property
    def throws_dice(self) -> bool:
        """Is something thrown in it?"""
        return any(isinstance(one, Pool) for one in self.every())

    @property
    def is_roll(self) -> bool:
        """Are these dice that can be read one by one?"""
        return False

    @property
    def is_single_die(self) -> bool:
        """Is it one die, also where it is counted?"""
        return False

    @property
    def whole_roll(self) -> tuple[Phrase, int, int]:
        """A roll with all its dice, and how many of the lowest and of the highest are left out of it."""
        return self, 0, 0

    @property
    def alike(self) -> tuple[Pool, Read] | None:
        """Dice alike that are thrown for this alone, and what is read off them; ``None`` for all else."""
        read = as_read(self)
        return (read.roll, read) if read and read.is_throw and isinstance(read.roll, Pool) and not read.other else None

    def as_terms(self, sign: int) -> Iterator[tuple[int, Phrase]]:
        """The terms of a part of a sum; what stands in brackets is added one by one as well."""
        yield sign, self

    def settled(self) -> Phrase:
        """One of several throws is their largest or smallest; all of them are a sum, all dice of a roll the roll."""
        return self


def _phrases(value: object) -> Iterator[Phrase]:
    """The phrases in a field."""
    if isinstance(value, Phrase):
        yield value
    elif isinstance(value, (tuple, list)):
        for one in value:
            yield from _phrases(one)


def _made_of(value: object, others: Iterator[Phrase]) -> object:
    """A field with others for its phrases."""
    if isinstance(value, tuple):
        return tuple([_made_of(one, others) for one in value])
    return next(others) if isinstance(value, Phrase) else value


@dataclass(frozen=True)
class Pool(Phrase):
    """Dice alike, thrown together and added up.

    floor, ceiling : a face below or above counts as that.
    """

    count: int
    die: Die
    reroll: Reroll | None = None
    explode: Explode | None = None
    floor: int | None = None
    ceiling: int | None = None
    is_roll = True

    @property
    def is_single_die(self) -> bool:
        return self.count == 1

    @property
    def throws(self) -> tuple[tuple[int, Phrase], ...]:
        """One of the dice, and how many are alike."""
        return ((self.count, replace(self, count=1)),)

    @property
    def brings_dice(self) -> bool:
        """Do dice bring others, each with a number of its own?"""
        return self.explode is not None and not self.explode.compound

    def face_value(self, face: int) -> int:
        """What a face counts as."""
        face = face if self.floor is None else max(face, self.floor)
        return face if self.ceiling is None else min(face, self.ceiling)


@dataclass(frozen=True)
class Mixed(Phrase):
    """Unlike throws beside each other, each so many times, added up."""

    throws: tuple[tuple[int, Phrase], ...]

    @property
    def count(self) -> int:
        return sum(times for times, _ in self.throws)

    @property
    def is_roll(self) -> bool:
        return not self.names


@dataclass(frozen=True)
class Constant(Phrase):
    """A number, or that of a face in words."""

    value: int
    word: str = ""

    def as_terms(self, sign: int) -> Iterator[tuple[int, Phrase]]:
        yield (sign, self) if self.value >= 0 else (-sign, Constant(-self.value))


@dataclass(frozen=True)
class Name(Phrase):
    """What a throw was named, on which something depends."""

    name: str

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset([self.name])

    @cached_property
    def leaves(self) -> frozenset[Leaf]:
        return frozenset([self])


@dataclass(frozen=True)
class Read(Phrase):
    """What is read off a roll: some of its dice, or how many count, or more; off one with a name as often as one likes.

    roll : a ``Name``, or dice that are thrown for this alone.
    kind : "sum", of the faces or of those that are counted; "matches", dice that show the same as one of the other
        roll; or one of ``KINDS``.
    count : how many dice there are.
    low, high : how many of the lowest and of the highest are left out before.
    least : the dice of a set.
    reroll, explode : of the dice that are kept.
    other : the roll whose dice match those of the first, or take them away.
    """

    roll: Phrase
    count: int = 1
    low: int = 0
    high: int = 0
    counted: Counted | None = None
    kind: str = "sum"
    least: int = 2
    reroll: Reroll | None = None
    explode: Explode | None = None
    other: Phrase | None = None

    @property
    def kept(self) -> int:
        return self.count - self.low - self.high

    @property
    def is_whole(self) -> bool:
        """Are no dice left out?"""
        return not self.low + self.high

    @property
    def goes_on(self) -> bool:
        """Are the dice that are kept rolled again, or do they explode?"""
        return self.reroll is not None or self.explode is not None

    @property
    def is_open(self) -> bool:
        """Can these dice still be read in another way than by adding them up?"""
        return self.kind == "sum" and not self.counted

    @property
    def is_throw(self) -> bool:
        """Are these dice thrown for this alone, of which some are added up or counted?"""
        return self.kind == "sum" and isinstance(self.roll, (Pool, Mixed))

    @property
    def is_single_die(self) -> bool:
        return self.is_throw and self.roll.is_single_die

    @property
    def whole_roll(self) -> tuple[Phrase, int, int]:
        return self.roll, self.low, self.high

    @property
    def is_roll(self) -> bool:
        return self.is_throw and self.is_open and not self.goes_on and not self.roll.names

    @cached_property
    def leaves(self) -> frozenset[Leaf]:
        return frozenset([self]) if isinstance(self.roll, Name) else super().leaves

    def instead_of(self, roll: Phrase) -> Read | None:
        """The same of dice thrown for this alone, where that is some of them, added up or counted."""
        dice, low, high = roll.whole_roll
        if self.kind != "sum" or self.other or not isinstance(dice, (Pool, Mixed)):
            return None
        return replace(self, roll=dice, count=dice.count, low=low + self.low, high=high + self.high)

    def all_different(self) -> Operation:
        """Whether no two dice of a roll show the same."""
        if self.other:  # nobody knows how many are left
            return Operation("<=", (replace(self, kind="largest set"), Constant(1)))
        return Operation(">=", (replace(self, kind="different"), Constant(self.kept)))

    def any_pair(self) -> Operation:
        """Whether two dice of a roll show the same, or more do."""
        different, number = self.all_different().operands
        return Operation(">=", (different, Constant(2))) if self.other else Operation("<", (different, number))

    def settled(self) -> Phrase:
        roll = self.roll
        if self.other or not self.is_open or self.goes_on:
            return self
        if not isinstance(roll, Mixed):
            return roll if self.is_whole else self
        if self.is_whole:
            terms = tuple(
                (1, term)
                for times, what in roll.throws
                for term in ([replace(what, count=times)] if is_die(what) else [what] * times)
            )
            return added_up(terms)
        dice = any(times > 1 and is_die(what) for times, what in roll.throws)
        if dice or self.kept > 1 or self.low and self.high:
            return self
        several = tuple(what for times, what in roll.throws for _ in range(times))
        return Operation("max" if self.low else "min", several)


@dataclass(frozen=True)
class Sum(Phrase):
    """Terms, each with 1 or -1 before it."""

    terms: tuple[tuple[int, Phrase], ...]

    def as_terms(self, sign: int) -> Iterator[tuple[int, Phrase]]:
        return ((sign * own, term) for own, term in self.terms)

    @property
    def is_roll(self) -> bool:
        return all(sign > 0 and isinstance(one, Pool) for sign, one in self.terms)


@dataclass(frozen=True)
class Operation(Phrase):
    """What is made of numbers.

    op : "*", "mod", "max", "min", "abs"; "/", where nothing may be left over, or with its rounding, "/ round up"; one
        that compares; "and", "or", "not".
    """

    op: str
    operands: tuple[Phrase, ...]

    @property
    def compares(self) -> bool:
        return self.op in COMPARES

    @property
    def is_test(self) -> bool:
        return self.compares or self.op in ("and", "or", "not")


@dataclass(frozen=True)
class Repeat(Phrase):
    """The same thrown several times, or as often as something says: all is added up, or one of them counts.

    place : 1 for the highest, 2 for the second; -1 for the lowest; 0 where all is added up.
    """

    times: Phrase
    what: Phrase
    place: int = 0

    @property
    def is_test(self) -> bool:
        return self.place != 0 and self.what.is_test


@dataclass(frozen=True)
class IfElse(Phrase):
    condition: Phrase
    then: Phrase
    otherwise: Phrase

    @property
    def is_test(self) -> bool:
        return self.then.is_test and self.otherwise.is_test


@dataclass(frozen=True)
class Let(Phrase):
    """One throw, named, and what depends on it."""

    name: str
    value: Phrase
    body: Phrase

    @property
    def is_test(self) -> bool:
        return self.body.is_test

    @cached_property
    def names(self) -> frozenset[str]:
        return self.value.names | self.body.names - {self.name}

    @cached_property
    def leaves(self) -> frozenset[Leaf]:
        return self.value.leaves | {leaf for leaf in self.body.leaves if self.name not in leaf.names}

    @property
    def end(self) -> Phrase:
        return self.body.end


@dataclass(frozen=True)
class Several(Phrase):
    """Several answers at once, at the end of a line; or one of those throws in which something holds.

    given : what holds; ``None`` for all throws.
    """

    answers: tuple[Phrase, ...]
    given: Phrase | None = None

    @property
    def is_test(self) -> bool:
        return len(self.answers) == 1 and self.answers[0].is_test

    def met(self, numbers: Sequence[int]) -> tuple[int, ...]:
        """The answers, from the numbers of all its parts; none, where what is given does not hold."""
        return tuple(numbers) if self.given is None else tuple(numbers[:-1]) if numbers[-1] else ()


Leaf: TypeAlias = Name | Read  # what a line asks of a named throw


# Whole lines ----------------------------------------------------------------------------------------------------------


def answers_in(node: Phrase) -> tuple[Phrase, ...]:
    """The answers of a whole line; most have one."""
    return node.end.answers if isinstance(node.end, Several) else (node.end,)


def each_alone(node: Phrase) -> tuple[Phrase, ...]:
    """Of a line with several answers a line for each."""
    if isinstance(node, Several):
        return node.answers if node.given is None else tuple(Several((part,), node.given) for part in node.answers)
    if not isinstance(node, Let):
        return (node,)
    bodies = each_alone(node.body)
    return tuple(replace(node, body=body) if node.name in body.names else body for body in bodies)


def outcomes(node: Phrase, rows: Sequence[tuple[int, ...]]) -> list[Outcome]:
    """What a whole line has come to: a number, "yes" or "no", or several of these."""
    tests = [part.is_test for part in answers_in(node)]
    several = [
        tuple([("no", "yes")[number] if test else number for test, number in zip(tests, numbers, strict=True)])
        for numbers in rows
    ]
    return several if len(tests) > 1 else [one for (one,) in several]


# Dice -----------------------------------------------------------------------------------------------------------------


def is_die(node: Phrase) -> TypeGuard[Pool]:
    """Is it one die?"""
    return isinstance(node, Pool) and node.count == 1


def as_read(node: Phrase) -> Read | None:
    """Dice, of which all are added up, as a reading; ``None`` for what is none."""
    if isinstance(node, (Pool, Mixed)):
        return Read(node, node.count)
    return node if isinstance(node, Read) else None


# Sums -----------------------------------------------------------------------------------------------------------------


def added_up(terms: Iterable[tuple[int, Phrase]]) -> Phrase:
    """Their sum, or the one that there is."""
    flat = tuple(term for sign, node in terms for term in node.as_terms(sign))
    return flat[0][1] if len(flat) == 1 and flat[0][0] > 0 else Sum(flat)
