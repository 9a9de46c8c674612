"""A line of dice thrown at random, die by die.

It goes by the tree and by single faces alone, so that it is a witness of the exact chances.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from ..words.errors import RuleError
from ..work.progress import tell
from .evaluation import divided
from .formatting import die as die_text, written
from .tree import (
    AsOften,
    BestOf,
    Constant,
    Divide,
    Extreme,
    Holds,
    IfElse,
    Let,
    Logic,
    Mixed,
    Multiply,
    Name,
    Node,
    Not,
    Pool,
    Repeat,
    Sum,
    is_die,
)
from .ways import TESTS
from .words import in_words

MOST_DICE_THROWN = 10_000_000  # of all throws together
MOST_FACES = 100_000  # of one die
MOST_THROWS = 1_000_000
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

    def __str__(self) -> str:
        ends = [" then " if at in self.rerolled else "+" for at in range(len(self.faces) - 1)]
        return "".join(f"{face}{end}" for face, end in zip(self.faces, [*ends, ""], strict=True))


@dataclass(frozen=True)
class DiceRoll:
    """A line thrown once.

    result : a number, or "yes" or "no".
    dice : each die, in order.
    steps : what happened, in sentences.

    >>> from rencounter_kit import dice
    >>> roll = dice("4d6 drop lowest").throw(seed=7)
    >>> roll.result, roll.steps
    (7, ('4d6: 2, 4, 1 (1 dropped) = 7',))
    """

    result: int | str
    dice: tuple[ThrownDie, ...]
    steps: tuple[str, ...]


def rolled(tree: Node, is_test: bool, rng: random.Random) -> DiceRoll:
    """A line thrown once, with every die shown."""
    thrower = _Thrower(rng, shown=True)
    number = thrower(tree, {})
    result = ("no", "yes")[number] if is_test else number
    if not isinstance(tree, Pool):
        thrower.steps.append(f"Result: {result}")
    return DiceRoll(result, tuple(thrower.dice), tuple(thrower.steps))


def rolled_many(tree: Node, is_test: bool, count: int, rng: random.Random) -> Counter[int | str]:
    """How often each result came when a line was thrown so many times, each die at random."""
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST_THROWS:
        raise RuleError(f"throws must be a whole number from 1 to {MOST_THROWS:,}; got {count}; try 10000")
    found: Counter[int | str] = Counter()
    thrower = _Thrower(rng)
    for done in range(count):
        if done % _PIECE == 0:
            tell(done, count)
        number = thrower(tree, {})
        found[("no", "yes")[number] if is_test else number] += 1
        if thrower.all_thrown > MOST_DICE_THROWN:
            raise RuleError(
                f"all throws together must have at most {MOST_DICE_THROWN:,} dice; got {done + 1:,} of {count:,} "
                f"throws;"
                " try fewer"
            )
    return found


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

    def __call__(self, node: Node, named: Mapping[str, int]) -> int:
        match node:
            case Pool():
                return self._pool(node)
            case Mixed():
                return self._unlike(node, named)
            case Constant(value):
                return value
            case Name(name):
                return named[name]
            case Sum(terms):
                return sum([sign * self(term, named) for sign, term in terms])
            case Multiply(left, right):
                return self(left, named) * self(right, named)
            case Divide(left, right, rounding):
                return divided(self(left, named), self(right, named), rounding)
            case Holds(op, left, right):
                return TESTS[op](self(left, named) - self(right, named))
            case Logic(op, parts):
                return int((any if op == "or" else all)([self(part, named) for part in parts]))
            case Not(what):
                return 1 - self(what, named)
            case Extreme(largest, parts):
                return (max if largest else min)([self(part, named) for part in parts])
            case BestOf(times, what, highest):
                return (max if highest else min)([self(what, named) for _ in range(times)])
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
                number = self(value, named)
                self.name = before
                return self(body, {**named, name: number})

    def _pool(self, pool: Pool) -> int:
        counted, thrown = pool.counted, list[tuple[tuple[int, ...], tuple[int, ...]]]()
        if pool.reroll or pool.explode:
            thrown = [self._die(pool) for _ in range(pool.count)]
            values = [sum(_counting(*one)) for one in thrown]
        else:
            die, sides, at_random = pool.die.faces, len(pool.die.faces), self.random
            values = [die[int(at_random() * sides)] for _ in range(pool.count)]
            self.all_thrown += pool.count
        worth = values
        if counted and thrown and pool.kept == pool.count and pool.explode and not pool.explode.compound:
            worth = [
                sum([face in counted for face in _counting(*one)]) for one in thrown
            ]  # each that another brings too
        elif counted:
            worth = [int(value in counted) for value in values]
        order = sorted(range(pool.count), key=values.__getitem__) if pool.kept < pool.count else range(pool.count)
        kept = order[pool.low : pool.count - pool.high]
        result = sum([worth[at] for at in kept])
        if self.shown:
            thrown = thrown or [((value,), ()) for value in values]
            dice = [
                ThrownDie(
                    die_text(pool.die), faces, again, value, at in kept, worth[at] if counted else None, self.pools,
                    self.name,
                )
                for at, ((faces, again), value) in enumerate(zip(thrown, values, strict=True))
            ]  # fmt: skip
            self.dice += dice
            self.steps.append(_told(pool, dice, result, self.name))
            self.pools += 1
        return result

    def _unlike(self, mixed: Mixed, named: Mapping[str, int]) -> int:
        counted, whole = mixed.counted, mixed.kept == mixed.count
        # Of each its pool, what it is called, its faces, and the places of those thrown again.
        thrown = list[tuple[int, str, tuple[int, ...], tuple[int, ...]]]()
        values, worth = list[int](), list[int]()
        for times, what in mixed.throws:
            for _ in range(times):
                if is_die(what):
                    faces, again = self._die(what)
                    counting = _counting(faces, again)
                    thrown.append((self.pools, die_text(what.die), faces, again))
                    values.append(sum(counting))
                    bring = whole and what.explode and not what.explode.compound
                else:
                    values.append(self(what, named))
                    thrown.append((0, written(what) if self.shown else "", (), ()))
                    counting, bring = (), False
                if counted:
                    each = counting if bring else values[-1:]
                    worth.append(sum([value in counted for value in each]))
                else:
                    worth.append(values[-1])
            self.pools += is_die(what)
        order = sorted(range(mixed.count), key=values.__getitem__)
        kept = order[mixed.low : mixed.count - mixed.high]
        result = sum([worth[at] for at in kept])
        if self.shown:
            dice = [
                ThrownDie(name, faces, again, values[at], at in kept, worth[at] if counted else None, pool, self.name)
                for at, (pool, name, faces, again) in enumerate(thrown)
            ]  # fmt: skip
            self.dice += [one for one in dice if one.faces]
            self.steps.append(_told(mixed, dice, result, self.name))
        return result

    def _die(self, pool: Pool) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The faces of one die in order, and the places of those that were thrown again."""
        die, reroll, explode = pool.die.faces, pool.reroll, pool.explode
        sides, faces, rerolled = len(die), list[int](), list[int]()
        again = brought = 0
        while len(faces) < MOST_FACES:
            faces.append(face := die[int(self.random() * sides)])
            if reroll and face in reroll.which and (reroll.most is None or again < reroll.most):
                rerolled.append(len(faces) - 1)
                again += 1
            elif explode and face in explode.which and (explode.most is None or brought < explode.most):
                again, brought = 0, brought + 1
            else:
                self.all_thrown += len(faces)
                return tuple(faces), tuple(rerolled)
        raise RuleError(f"a die must end after {MOST_FACES:,} throws; got one that goes on; try at most 9 times")


def _counting(faces: tuple[int, ...], rerolled: tuple[int, ...]) -> tuple[int, ...]:
    """The faces that count."""
    return tuple(face for at, face in enumerate(faces) if at not in rerolled) if rerolled else faces


def _told(thrown: Pool | Mixed, dice: list[ThrownDie], result: int, name: str) -> str:
    """A throw of several dice in a sentence."""
    said = f"{name}, " if name else ""
    if isinstance(thrown, Pool):
        said += f"{thrown.count if thrown.count > 1 else ''}{die_text(thrown.die)}: "
    kept, dropped = (_side_by_side(thrown, [one for one in dice if one.kept is so]) for so in (True, False))
    said += kept + (f" ({dropped} dropped)" if dropped else "")
    if thrown.counted:
        return f"{said}; {result} {'counts' if result == 1 else 'count'}"
    return f"{said} = {result}" if thrown.kept > 1 or len(dice[0].faces) > 1 else said


def _side_by_side(thrown: Pool | Mixed, dice: list[ThrownDie]) -> str:
    """Dice in order; those that are not alike by their names."""
    kinds = [
        (die, ", ".join(str(one) if one.faces else str(one.value) for one in alike))
        for die, alike in groupby(dice, key=lambda one: one.die)
    ]
    return "; ".join(shown if isinstance(thrown, Pool) else f"{die}: {shown}" for die, shown in kinds)
