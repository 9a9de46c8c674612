"""A line of dice thrown at random, die by die.

It goes by the tree and by single faces alone, so that it is a witness of the exact chances.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from ..dice.dist import Outcome
from ..words.errors import RuleError
from ..work.progress import tell
from .die import Die
from .formatting import die as die_text, written
from .kinds import KINDS
from .tree import Constant, IfElse, Let, Mixed, Name, Phrase, Pool, Read, Repeat, Several, is_die, outcomes
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


class _Fallen(NamedTuple):
    """One die on the table, or a throw that stands for one.

    each : the numbers that are counted one by one, of a die that brought others.
    pool, faces, rerolled, value, name : as in ``ThrownDie``; name is "" for a throw.
    """

    value: int
    each: tuple[int, ...]
    faces: tuple[int, ...] = ()
    rerolled: tuple[int, ...] = ()
    pool: int = 0
    name: str = ""
    die: Die | None = None


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


def rolled(tree: Phrase, rng: random.Random) -> DiceRoll:
    """A line thrown once, with every die shown."""
    thrower = _Thrower(rng, detailed=True)
    (result,) = outcomes(tree, [thrower.throw(tree)])
    if not isinstance(tree.roll if isinstance(tree, Read) and tree.is_throw else tree, Pool):
        text = ", ".join(map(str, result)) if isinstance(result, tuple) else result
        thrower.steps.append(f"Result: {text}")
    return DiceRoll(result, tuple(thrower.dice), tuple(thrower.steps))


def rolled_many(tree: Phrase, count: int, rng: random.Random) -> Counter[Outcome]:
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
        self.fallen: list[_Fallen] | None = None  # of the throw that gets a name now
        self.lying: dict[Phrase, list[_Fallen]] = {}  # of each name
        self.several: tuple[int, ...] = ()
        self.worded: dict[Phrase, Die] = {}  # of each name of dice with words

    def throw(self, tree: Phrase) -> tuple[int, ...]:
        """What a whole line comes to; thrown again until what is given holds."""
        for again in range(MOST_AGAIN):
            number = self(tree, {})
            several = self.several if isinstance(tree.end, Several) else (number,)
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

    def __call__(self, node: Phrase, named: Mapping[Phrase, int]) -> int:
        match node:
            case Pool() | Mixed():
                return self._dice(node, Read(node, node.count), named)
            case Constant(value):
                return value
            case Name():
                return named[node]
            case Read(Pool() | Mixed() as roll, kind="sum"):
                return self._dice(roll, node, named)
            case Read():
                return self._read(node)
            case Several():
                self.several = node.met([self(part, named) for part in node.parts])
                return 0
            case Repeat(times, what):
                number = self(times, named)
                single = None if isinstance(times, Constant) else what.alike
                if number and single and single[0].count == 1:
                    return self._dice(replace(single[0], count=number), replace(single[1], count=number), named)
                return worth_of(node)([self(what, named) for _ in range(number)])
            case IfElse(condition, then, otherwise):
                holds = self(condition, named)
                if self.detailed:
                    self.steps.append(f"{in_words(condition)}: {('no', 'yes')[holds]}")
                return self(then if holds else otherwise, named)
            case Let(name, value, body):
                before, self.name = self.name, name
                if isinstance(dice := value.whole_roll[0], Pool) and dice.die.words:
                    self.worded[Name(name)] = dice.die
                number, self.lying[Name(name)] = self._on_the_table(value, named)
                self.name = before
                return self(body, {**named, Name(name): number})
        return worth_of(node)([self(part, named) for part in node.parts])

    def _on_the_table(self, roll: Phrase, named: Mapping[Phrase, int]) -> tuple[int, list[_Fallen]]:
        """A throw, and its dice that can be read."""
        before, self.fallen = self.fallen, list[_Fallen]()
        number = self(roll, named)
        fallen, self.fallen = self.fallen, before
        return number, fallen or []

    def _dice(self, roll: Pool | Mixed, read: Read, named: Mapping[Phrase, int]) -> int:
        """Dice thrown, alike or not: of those that are kept the sum, or how often they count."""
        counted, low, end, onward = read.counted, read.low, read.count - read.high, read.goes_on
        if isinstance(roll, Pool) and not (self.detailed or onward or roll.reroll or roll.explode):
            faces, sides, at_random = roll.die.faces, len(roll.die.faces), self.random
            values = [roll.face_value(faces[int(at_random() * sides)]) for _ in range(roll.count)]
            self.all_thrown += roll.count
            values = values if read.is_whole else sorted(values)[low:end]
            if self.fallen is not None:
                self.fallen += [_Fallen(value, (value,)) for value in values]
            return sum(map(counted.worth, values)) if counted else sum(values)
        before = len(self.fallen or [])
        dice = self._thrown(roll, named)
        order = sorted(range(len(dice)), key=lambda at: dice[at].faces[-1] if onward else dice[at].value)
        kept = range(len(dice)) if read.is_whole else order[low:end]
        if onward and isinstance(roll, Pool):
            further = replace(roll, reroll=read.reroll, explode=read.explode)
            for at in kept:
                dice[at] = self._toss(further, dice[at])
        if not (read.is_whole or onward):
            dice = [one._replace(each=(one.value,)) for one in dice]
        worth = [sum(map(counted.worth, one.each)) if counted else one.value for one in dice]
        result = sum([worth[at] for at in kept])
        if self.fallen is not None:
            self.fallen[before:] = [dice[at] for at in kept]
        if self.detailed and dice:
            shown = [
                ThrownDie(
                    one.name, one.faces, one.rerolled, one.value, at in kept, worth[at] if counted else None, one.pool,
                    self.name, _words(one.die, one.faces),
                )
                for at, one in enumerate(dice)
            ]  # fmt: skip
            self.dice += [one for one in shown if one.faces]
            self.steps.append(_sentence(roll, shown, result, self.name))
        return result

    def _thrown(self, roll: Pool | Mixed, named: Mapping[Phrase, int]) -> list[_Fallen]:
        """Each die of a roll, and each throw that stands for one."""
        dice = list[_Fallen]()
        for times, what in roll.throws:
            if is_die(what):
                dice += [self._toss(what) for _ in range(times)]
                self.pools += 1
            else:
                for _ in range(times):
                    value = self(what, named)
                    dice.append(_Fallen(value, (value,), name=written(what) if self.detailed else ""))
        return dice

    def _read(self, read: Read) -> int:
        """What the dice on the table show."""
        dice = self.lying[read.roll] if isinstance(read.roll, Name) else self._on_the_table(read.roll, {})[1]
        left = sorted(one.value for one in dice)
        if read.other:
            values, others = Counter(left), Counter(one.value for one in self.lying[read.other])
            left = sorted((values & others if read.kind == "matches" else values - others).elements())
        if not read.is_whole:
            one_alone = left[-1:] if read.low else left[:1]
            left = one_alone if read.other else left[read.low : len(left) - read.high]
        if read.other or not read.is_whole:
            dice = [_Fallen(value, (value,)) for value in left]
        number = _number(read, dice)
        if self.detailed:
            die = None if read.counted or read.kind not in ("sum", "face") else self.worded.get(read.roll)
            face = _words(die, (number,))[0] if die and number in die.own else number
            self.steps.append(f"{in_words(read)}: {face}")
        return number

    def _toss(self, pool: Pool, begun: _Fallen | None = None) -> _Fallen:
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
        value = sum(each)
        one_by_one = each if pool.brings_dice else (value,)
        return _Fallen(value, one_by_one, tuple(faces), tuple(rerolled), number, name, pool.die)


def _number(read: Read, dice: list[_Fallen]) -> int:
    """What is asked, of the dice that are left."""
    if read.kind != "sum":
        return KINDS[read.kind].shown(Counter(one.value for one in dice), read.least)
    return sum(sum(map(read.counted.worth, one.each)) if read.counted else one.value for one in dice)


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
