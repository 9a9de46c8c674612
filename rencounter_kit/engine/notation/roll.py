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
    alike,
    end_of,
    is_die,
    outcomes,
    parts,
    whole_roll,
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
        text = "".join(f"{face}{end}" for face, end in zip(self.words or self.faces, [*ends, ""], strict=True))
        return (
            text if self.words or self.value == sum(_counting(self.faces, self.rerolled)) else f"{text} as {self.value}"
        )


class FallenDie(NamedTuple):
    """A die that can be read: what it has come to, and the faces that count one by one."""

    value: int
    faces: tuple[int, ...]


class _Toss(NamedTuple):
    """One die on the table, or a throw that stands for one.

    pool, name, faces, rerolled, value : as in ``ThrownDie``.
    each : the numbers that are counted one by one, of a die that brought others.
    """

    pool: int
    name: str
    die: Die | None
    faces: tuple[int, ...]
    rerolled: tuple[int, ...]
    value: int
    each: tuple[int, ...]


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
    thrower = _Thrower(rng, detailed=True)
    (result,) = outcomes(tree, [thrower.throw(tree)])
    if not isinstance(tree.roll if isinstance(tree, Read) and tree.is_throw else tree, Pool):
        text = ", ".join(map(str, result)) if isinstance(result, tuple) else result
        thrower.steps.append(f"Result: {text}")
    return DiceRoll(result, tuple(thrower.dice), tuple(thrower.steps))


def rolled_many(tree: Node, count: int, rng: random.Random) -> Counter[Outcome]:
    """How often each result came when a line was thrown so many times, each die at random."""
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST_THROWS:
        raise RuleError(f"throws must be a whole number from 1 to {MOST_THROWS:,}; got {count}; try 10000")
    results: Counter[tuple[int, ...]] = Counter()
    thrower = _Thrower(rng)
    for done in range(count):
        if done % _PIECE == 0:
            tell(done, count)
        results[thrower.throw(tree)] += 1
        if thrower.all_thrown > MOST_DICE_THROWN:
            raise RuleError(
                f"all throws together must have at most {MOST_DICE_THROWN:,} dice; got {done + 1:,} of {count:,} "
                "throws; try fewer"
            )
    return Counter(dict(zip(outcomes(tree, list(results)), results.values(), strict=True)))


class _Thrower:
    """Throws the dice of a tree.

    detailed : is every die kept, with the sentences?
    """

    def __init__(self, rng: random.Random, detailed: bool = False) -> None:
        self.random, self.detailed = rng.random, detailed
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
                if again and self.detailed:
                    self.steps.append(f"Throw {again + 1:,}: the first in which what is given holds")
                return several
            self.dice.clear()
            self.steps.clear()
            self.pools = 0
        raise RuleError(
            f"the condition after given must hold in one of {MOST_AGAIN:,} throws; got none; try a likelier one"
        )

    def __call__(self, node: Node, named: Mapping[Node, int]) -> int:
        match node:
            case Pool() | Mixed():
                return self._dice(node, RollQuestion(count=node.count), named)
            case Constant(value):
                return value
            case Name():
                return named[node]
            case Read(Pool() | Mixed() as roll, RollQuestion("sum") as question):
                return self._dice(roll, question, named)
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
                if number and (single := alike(what)) and single[0].count == 1:
                    return self._dice(replace(single[0], count=number), replace(single[1], count=number), named)
                return sum([self(what, named) for _ in range(number)])
            case IfElse(condition, then, otherwise):
                holds = self(condition, named)
                if self.detailed:
                    self.steps.append(f"{in_words(condition)}: {('no', 'yes')[holds]}")
                return self(then if holds else otherwise, named)
            case Let(name, value, body):
                before, self.name = self.name, name
                if isinstance(dice := whole_roll(value)[0], Pool) and dice.die.words:
                    self.worded[Name(name)] = dice.die
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

    def _dice(self, roll: Pool | Mixed, question: RollQuestion, named: Mapping[Node, int]) -> int:
        """Dice thrown, alike or not: of those that are kept the sum, or how often they count."""
        counted, low, end, onward = question.counted, question.low, question.count - question.high, question.goes_on
        if isinstance(roll, Pool) and not (self.detailed or onward or roll.reroll or roll.explode):
            faces, sides, at_random = roll.die.faces, len(roll.die.faces), self.random
            values = [roll.face_value(faces[int(at_random() * sides)]) for _ in range(roll.count)]
            self.all_thrown += roll.count
            values = values if question.is_whole else sorted(values)[low:end]
            if self.fallen is not None:
                self.fallen += [FallenDie(value, (value,)) for value in values]
            return sum(map(counted.worth, values)) if counted else sum(values)
        before = len(self.fallen or [])
        tosses = self._tosses(roll, named)
        order = sorted(range(len(tosses)), key=lambda at: tosses[at].faces[-1] if onward else tosses[at].value)
        kept = order[low:end] if not question.is_whole else range(len(tosses))
        if onward and isinstance(roll, Pool):
            further = replace(roll, reroll=question.reroll, explode=question.explode)
            for at in kept:
                tosses[at] = self._toss(further, tosses[at])
        fallen = [FallenDie(one.value, one.each if question.is_whole or onward else (one.value,)) for one in tosses]
        worth = [sum(map(counted.worth, die.faces)) if counted else die.value for die in fallen]
        result = sum([worth[at] for at in kept])
        if self.fallen is not None:
            self.fallen[before:] = [fallen[at] for at in kept]
        if self.detailed and tosses:
            dice = [
                ThrownDie(
                    one.name, one.faces, one.rerolled, one.value, at in kept, worth[at] if counted else None, one.pool,
                    self.name, _words(one.die, one.faces),
                )
                for at, one in enumerate(tosses)
            ]  # fmt: skip
            self.dice += [one for one in dice if one.faces]
            self.steps.append(_sentence(roll, dice, result, self.name))
        return result

    def _tosses(self, roll: Pool | Mixed, named: Mapping[Node, int]) -> list[_Toss]:
        """Each die of a roll, and each throw that stands for one."""
        tosses = list[_Toss]()
        for times, what in [(roll.count, replace(roll, count=1))] if isinstance(roll, Pool) else roll.throws:
            if is_die(what):
                tosses += [self._toss(what) for _ in range(times)]
                self.pools += 1
            else:
                for _ in range(times):
                    value = self(what, named)
                    tosses.append(_Toss(0, written(what) if self.detailed else "", None, (), (), value, (value,)))
        return tosses

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
        number = _number(question, dice)
        if self.detailed:
            die = None if question.counted or question.kind not in ("sum", "face") else self.worded.get(node.roll)
            face = _words(die, (number,))[0] if die and number in die.own else number
            self.steps.append(f"{in_words(node)}: {face}")
        return number

    def _toss(self, pool: Pool, begun: _Toss | None = None) -> _Toss:
        """One die of a pool, until it comes to rest.

        begun : a die that is kept, and goes on.
        """
        die, reroll, explode = pool.die.faces, pool.reroll, pool.explode
        faces, rerolled = (list(begun.faces), list(begun.rerolled)) if begun else (list[int](), list[int]())
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
                break
            faces.append(die[int(self.random() * len(die))])
        else:
            raise RuleError(f"a die must end after {MOST_FACES:,} throws; got one that goes on; try at most 9 times")
        first, *further = (pool.face_value(face) for face in _counting(faces, rerolled))
        each = (first, *(face - explode.less for face in further)) if explode else (first,)
        name = die_text(pool.die) if self.detailed else ""
        number = begun.pool if begun else self.pools
        return _Toss(
            number, name, pool.die, tuple(faces), tuple(rerolled), sum(each), each if pool.brings_dice else (sum(each),)
        )


def _number(question: RollQuestion, dice: list[FallenDie]) -> int:
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


def _counting(faces: Sequence[int], rerolled: Sequence[int]) -> Sequence[int]:
    """The faces that count."""
    return [face for at, face in enumerate(faces) if at not in rerolled] if rerolled else faces


def _words(die: Die | None, faces: Sequence[int]) -> tuple[str, ...]:
    """What is on these faces; nothing where they are numbers."""
    return tuple(die.words[die.own.index(face)] for face in faces) if die and die.words else ()


def _sentence(roll: Pool | Mixed, dice: list[ThrownDie], result: int, name: str) -> str:
    """A throw of several dice."""
    text = f"{name}, " if name else ""
    if isinstance(roll, Pool):
        text += f"{roll.count if roll.count > 1 else ''}{die_text(roll.die)}: "
    kept, dropped = (_side_by_side(roll, [one for one in dice if one.kept is so]) for so in (True, False))
    text += kept + (f" ({dropped} dropped)" if dropped else "")
    if dice[0].counts is not None:
        return f"{text}; {result} {'counts' if result == 1 else 'count'}"
    several = sum(one.kept for one in dice) > 1 or len(dice[0].faces) > 1
    return f"{text} = {result}" if several and not dice[0].words else text


def _side_by_side(roll: Pool | Mixed, dice: list[ThrownDie]) -> str:
    """Dice in order; those that are not alike by their names."""
    kinds = [
        (die, ", ".join(str(one) if one.faces else str(one.value) for one in alike))
        for die, alike in groupby(dice, key=lambda one: one.die)
    ]
    return "; ".join(alike if isinstance(roll, Pool) else f"{die}: {alike}" for die, alike in kinds)
