"""A line of dice thrown at random, die by die.

It goes by the tree and by single faces alone, so that it is a witness of the exact chances.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from ..dice.dist import Outcome
from ..words.errors import RuleError
from ..work.progress import tell
from .formatting import die as die_text, written
from .tree import (
    AsOften,
    BestOf,
    Constant,
    Die,
    IfElse,
    Let,
    Mixed,
    Name,
    Node,
    Pool,
    Read,
    Repeat,
    RollQuestion,
    Several,
    end_of,
    is_die,
    outcomes,
    parts,
)
from .words import in_words
from .worth import worth_of

MOST_DICE_THROWN = 10_000_000  # of all throws together
MOST_FACES = 100_000  # of one die
MOST_THROWS = 1_000_000
MOST_AGAIN = 100_000  # until what is given holds
_PIECE = 1_000  # throws, after which it is told how far they are


@dataclass(frozen=True)
class ThrownDie:
    """One die of a throw.

    die : as it is written, "d6".
    faces : what it showed, in order, as it was rerolled or brought another.
    rerolled : the places, from 0, of the faces that were thrown again and no longer count.
    value : what the others come to.
    kept : is it not left out?
    counts : how often it counts; ``None`` where dice are added up.
    pool : the number, from 0, of the dice alike that it was thrown with.
    name : what the throw is named in the line; "" for others.
    words : what is on the faces, where these are words.

    >>> str(ThrownDie("d6", (1, 6, 3), (0,), 9, True, None, 0))
    '1 then 6+3'
    """

    die: str
    faces: tuple[int, ...]
    rerolled: tuple[int, ...]
    value: int
    kept: bool
    counts: int | None
    pool: int
    name: str = ""
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        ends = [" then " if at in self.rerolled else "+" for at in range(len(self.faces) - 1)]
        shown = "".join(f"{face}{end}" for face, end in zip(self.words or self.faces, [*ends, ""], strict=True))
        return (
            shown
            if self.words or self.value == sum(_counting(self.faces, self.rerolled))
            else f"{shown} as {self.value}"
        )


class FallenDie(NamedTuple):
    """A die that can be read: what it has come to, and the faces that count one by one."""

    value: int
    faces: tuple[int, ...]


@dataclass(frozen=True)
class DiceRoll:
    """A line thrown once.

    result : a number, or "yes" or "no"; of several answers all of these.
    dice : each die, in order.
    steps : what happened, in sentences.

    >>> from rencounter_kit import dice
    >>> roll = dice("4d6 drop lowest").throw(seed=7)
    >>> roll.result, roll.steps
    (7, ('4d6: 2, 4, 1 (1 dropped) = 7',))
    """

    result: Outcome
    dice: tuple[ThrownDie, ...]
    steps: tuple[str, ...]


def rolled(tree: Node, rng: random.Random) -> DiceRoll:
    """A line thrown once, with every die shown."""
    thrower = _Thrower(rng, shown=True)
    (result,) = outcomes(tree, [thrower.throw(tree)])
    if not isinstance(tree, Pool):
        said = ", ".join(map(str, result)) if isinstance(result, tuple) else result
        thrower.steps.append(f"Result: {said}")
    return DiceRoll(result, tuple(thrower.dice), tuple(thrower.steps))


def rolled_many(tree: Node, count: int, rng: random.Random) -> Counter[Outcome]:
    """How often each result came when a line was thrown so many times, each die at random."""
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST_THROWS:
        raise RuleError(f"throws must be a whole number from 1 to {MOST_THROWS:,}; got {count}; try 10000")
    found: Counter[tuple[int, ...]] = Counter()
    thrower = _Thrower(rng)
    for done in range(count):
        if done % _PIECE == 0:
            tell(done, count)
        found[thrower.throw(tree)] += 1
        if thrower.all_thrown > MOST_DICE_THROWN:
            raise RuleError(
                f"all throws together must have at most {MOST_DICE_THROWN:,} dice; got {done + 1:,} of {count:,} "
                "throws; try fewer"
            )
    return Counter(dict(zip(outcomes(tree, list(found)), found.values(), strict=True)))


class _Thrower:
    """Throws the dice of a tree.

    shown : is every die kept, with the sentences?
    """

    def __init__(self, rng: random.Random, shown: bool = False) -> None:
        self.random, self.shown = rng.random, shown
        self.dice: list[ThrownDie] = []
        self.steps: list[str] = []
        self.pools = self.all_thrown = 0
        self.name = ""
        self.fallen: list[FallenDie] | None = None  # of the throw that gets a name now
        self.lying: dict[Node, list[FallenDie]] = {}  # of each name
        self.several: tuple[int, ...] = ()
        self.worded: dict[Node, Die] = {}  # of each name of dice with words

    def throw(self, tree: Node) -> tuple[int, ...]:
        """What a whole line comes to; thrown again until what is given holds."""
        for again in range(MOST_AGAIN):
            number = self(tree, {})
            several = self.several if isinstance(end_of(tree), Several) else (number,)
            if several:
                if again and self.shown:
                    self.steps.append(f"Throw {again + 1:,}: the first in which what is given holds")
                return several
            self.dice.clear()
            self.steps.clear()
            self.pools = 0
        raise RuleError(f"what is given must hold in one of {MOST_AGAIN:,} throws; got none; try what comes more often")

    def __call__(self, node: Node, named: Mapping[Node, int]) -> int:
        match node:
            case Pool():
                return self._pool(node)
            case Mixed():
                return self._unlike(node, named)
            case Constant(value):
                return value
            case Name():
                return named[node]
            case Read():
                return self._read(node)
            case Several(_, given):
                numbers = [self(part, named) for part in parts(node)]
                self.several = tuple(numbers) if given is None else tuple(numbers[:-1]) if numbers[-1] else ()
                return 0
            case BestOf(times, what):
                return worth_of(node)([self(what, named) for _ in range(times)])
            case Repeat(times, what):
                return sum([self(what, named) for _ in range(times)])
            case AsOften(times, what):
                number = self(times, named)
                if isinstance(what, Pool) and what.count == 1:
                    return self._pool(replace(what, count=number)) if number else 0
                return sum([self(what, named) for _ in range(number)])
            case IfElse(condition, then, otherwise):
                holds = self(condition, named)
                if self.shown:
                    self.steps.append(f"{in_words(condition)}: {('no', 'yes')[holds]}")
                return self(then if holds else otherwise, named)
            case Let(name, value, body):
                before, self.name = self.name, name
                if isinstance(value, Pool) and value.die.words:
                    self.worded[Name(name)] = value.die
                number, self.lying[Name(name)] = self._on_the_table(value, named)
                self.name = before
                return self(body, {**named, Name(name): number})
        return worth_of(node)([self(part, named) for part in parts(node)])

    def _on_the_table(self, roll: Node, named: Mapping[Node, int]) -> tuple[int, list[FallenDie]]:
        """A throw, and its dice that can be read."""
        before, self.fallen = self.fallen, list[FallenDie]()
        number = self(roll, named)
        fallen, self.fallen = self.fallen, before
        return number, fallen or []

    def _pool(self, pool: Pool) -> int:
        counted, thrown = pool.counted, list[tuple[tuple[int, ...], tuple[int, ...]]]()
        if pool.reroll or pool.explode:
            thrown = [self._die(pool) for _ in range(pool.count)]
            values = [sum(_values(pool, *one)) for one in thrown]
        else:
            die, sides, at_random = pool.die.faces, len(pool.die.faces), self.random
            faces = [die[int(at_random() * sides)] for _ in range(pool.count)]
            values = [pool.face_value(face) for face in faces]
            thrown = [((face,), ()) for face in faces] if self.shown else thrown
            self.all_thrown += pool.count
        by = (lambda at: thrown[at][0][-1]) if pool.goes_on_late else values.__getitem__
        order = sorted(range(pool.count), key=by) if pool.kept < pool.count else range(pool.count)
        kept = order[pool.low : pool.count - pool.high]
        if pool.goes_on_late:
            for at in kept:
                thrown[at] = self._die(pool, thrown[at])
                values[at] = sum(_values(pool, *thrown[at]))
        worth = values
        each = pool.explode and not pool.explode.compound and (pool.kept == pool.count or pool.explode.late)
        if counted and each:  # each that another brings too
            worth = [sum(map(counted.worth, _values(pool, *one))) for one in thrown]
        elif counted:
            worth = [counted.worth(value) for value in values]
        result = sum([worth[at] for at in kept])
        if self.fallen is not None:
            alone = thrown and pool.kept == pool.count and pool.explode and not pool.explode.compound
            self.fallen += [
                FallenDie(values[at], _values(pool, *thrown[at]) if alone else (values[at],)) for at in kept
            ]
        if self.shown:
            dice = [
                ThrownDie(
                    die_text(pool.die), faces, again, value, at in kept, worth[at] if counted else None, self.pools,
                    self.name, _words(pool.die, faces),
                )
                for at, ((faces, again), value) in enumerate(zip(thrown, values, strict=True))
            ]  # fmt: skip
            self.dice += dice
            if dice:
                self.steps.append(_told(pool, dice, result, self.name))
            self.pools += 1
        return result

    def _unlike(self, mixed: Mixed, named: Mapping[Node, int]) -> int:
        counted, whole = mixed.counted, mixed.kept == mixed.count
        # Of each its pool, what it is called, its faces, and the places of those thrown again.
        thrown = list[tuple[int, str, tuple[int, ...], tuple[int, ...], tuple[str, ...]]]()
        values, worth, before = list[int](), list[int](), len(self.fallen or [])
        alone = list[tuple[int, ...]]()
        for times, what in mixed.throws:
            for _ in range(times):
                if is_die(what):
                    faces, again = self._die(what)
                    counting = _values(what, faces, again)
                    thrown.append((self.pools, die_text(what.die), faces, again, _words(what.die, faces)))
                    values.append(sum(counting))
                    bring = whole and what.explode and not what.explode.compound
                else:
                    values.append(self(what, named))
                    thrown.append((0, written(what) if self.shown else "", (), (), ()))
                    counting, bring = (), False
                alone.append(counting if bring else (values[-1],))
                if counted:
                    worth.append(sum(map(counted.worth, alone[-1])))
                else:
                    worth.append(values[-1])
            self.pools += is_die(what)
        order = sorted(range(mixed.count), key=values.__getitem__)
        kept = order[mixed.low : mixed.count - mixed.high]
        result = sum([worth[at] for at in kept])
        if self.fallen is not None:
            self.fallen[before:] = [FallenDie(values[at], alone[at]) for at in kept]
        if self.shown:
            dice = [
                ThrownDie(
                    name, faces, again, values[at], at in kept, worth[at] if counted else None, pool, self.name, words
                )
                for at, (pool, name, faces, again, words) in enumerate(thrown)
            ]  # fmt: skip
            self.dice += [one for one in dice if one.faces]
            self.steps.append(_told(mixed, dice, result, self.name))
        return result

    def _read(self, node: Read) -> int:
        """What the dice on the table show."""
        dice = self.lying[node.roll] if isinstance(node.roll, Name) else self._on_the_table(node.roll, {})[1]
        question = node.question
        values = Counter(value for value, _ in dice)
        if node.other:
            others = Counter(value for value, _ in self.lying[node.other])
            values = values & others if question.kind == "matches" else values - others
            dice = [FallenDie(value, (value,)) for value in values.elements()]
        if question.low + question.high and node.other:
            dice = sorted(dice)[-1:] if question.low else sorted(dice)[:1]
        elif question.low + question.high:
            dice = [FallenDie(value, (value,)) for value, _ in sorted(dice)[question.low : len(dice) - question.high]]
        number = _shown(question, dice)
        if self.shown:
            die = None if question.counted or question.kind not in ("sum", "face") else self.worded.get(node.roll)
            face = _words(die, (number,))[0] if die and number in die.own else number
            self.steps.append(f"{in_words(node)}: {face}")
        return number

    def _die(
        self, pool: Pool, begun: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The faces of one die in order, and the places of those that were thrown again.

        begun : those of a die that is kept, and goes on.
        """
        die, late = pool.die.faces, begun is not None
        reroll = pool.reroll if pool.reroll and pool.reroll.late is late else None
        explode = pool.explode if pool.explode and pool.explode.late is late else None
        faces, rerolled = map(list[int], begun or ((), ()))
        if not begun:
            faces.append(die[int(self.random() * len(die))])
        again = brought = 0
        while len(faces) <= MOST_FACES:
            face, may_again = faces[-1], reroll if reroll and not (brought and reroll.first) else None
            if may_again and face in may_again.which and (may_again.most is None or again < may_again.most):
                rerolled.append(len(faces) - 1)
                again += 1
            elif explode and face in explode.which and (explode.most is None or brought < explode.most):
                again, brought = 0, brought + 1
            else:
                self.all_thrown += len(faces)
                return tuple(faces), tuple(rerolled)
            faces.append(die[int(self.random() * len(die))])
        raise RuleError(f"a die must end after {MOST_FACES:,} throws; got one that goes on; try at most 9 times")


def _shown(question: RollQuestion, dice: list[FallenDie]) -> int:
    """What is asked, of the dice that are left."""
    faces = Counter(value for value, _ in dice)
    match question.kind:
        case "sum" if question.counted:
            return sum(question.counted.worth(face) for one in dice for face in one.faces)
        case "sum":
            return sum(value for value, _ in dice)
        case "pairs":
            return sum(times // 2 for times in faces.values())
        case "sets":
            return sum(times >= question.least for times in faces.values())
        case "largest set":
            return max(faces.values(), default=0)
        case "face":
            return max(((times, face) for face, times in faces.items()), default=(0, 0))[1]
        case "different":
            return len(faces)
        case "run":
            return max((_run(faces, face) for face in faces), default=0)
    return len(dice)


def _run(faces: Container[int], face: int) -> int:
    """How many faces in a row there are from one on."""
    end = face
    while end in faces:
        end += 1
    return end - face


def _values(pool: Pool, faces: tuple[int, ...], rerolled: tuple[int, ...]) -> tuple[int, ...]:
    """What the faces that count come to; those that an explosion brings may count less."""
    first, *further = (pool.face_value(face) for face in _counting(faces, rerolled))
    return (first, *(face - pool.explode.less for face in further)) if pool.explode else (first,)


def _counting(faces: tuple[int, ...], rerolled: tuple[int, ...]) -> tuple[int, ...]:
    """The faces that count."""
    return tuple(face for at, face in enumerate(faces) if at not in rerolled) if rerolled else faces


def _words(die: Die, faces: Sequence[int]) -> tuple[str, ...]:
    """What is on these faces; nothing where they are numbers."""
    return tuple(die.words[die.own.index(face)] for face in faces) if die.words else ()


def _told(thrown: Pool | Mixed, dice: list[ThrownDie], result: int, name: str) -> str:
    """A throw of several dice in a sentence."""
    said = f"{name}, " if name else ""
    if isinstance(thrown, Pool):
        said += f"{thrown.count if thrown.count > 1 else ''}{die_text(thrown.die)}: "
    kept, dropped = (_side_by_side(thrown, [one for one in dice if one.kept is so]) for so in (True, False))
    said += kept + (f" ({dropped} dropped)" if dropped else "")
    if thrown.counted:
        return f"{said}; {result} {'counts' if result == 1 else 'count'}"
    return (
        said if dice and dice[0].words else f"{said} = {result}" if thrown.kept > 1 or len(dice[0].faces) > 1 else said
    )


def _side_by_side(thrown: Pool | Mixed, dice: list[ThrownDie]) -> str:
    """Dice in order; those that are not alike by their names."""
    kinds = [
        (die, ", ".join(str(one) if one.faces else str(one.value) for one in alike))
        for die, alike in groupby(dice, key=lambda one: one.die)
    ]
    return "; ".join(shown if isinstance(thrown, Pool) else f"{die}: {shown}" for die, shown in kinds)
