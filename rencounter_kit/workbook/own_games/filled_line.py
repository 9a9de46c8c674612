"""Dice in one line as a check throws them: all that may come of them at once, or die by die."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from ...engine.dice.convolve import Weights
from ...engine.dice.dist import Dice, Dist
from ...engine.dice.throw import Consequence, Then, Throw
from ...engine.notation.evaluation import FINE, Follower
from ...engine.notation.formatting import written
from ...engine.notation.reading import Reading
from ...engine.notation.tree import (
    Constant,
    IfElse,
    Let,
    Mixed,
    Name,
    Operation,
    Phrase,
    Pool,
    Read,
    Repeat,
    Several,
    Sum,
)
from ...engine.notation.ways import WeightedNumbers
from ...engine.notation.words import in_words
from ...engine.notation.worth import worth_of

_MOST_TIMES = 12  # that the same is thrown die by die
_MOST_WAYS = 2000  # of dice that are thrown one by one; more are one throw


class FilledLine:
    """Dice in one line, without what no dice decide: all that may come of them, and how they are thrown.

    line : in the letters of the keyboard.
    """

    def __init__(self, line: str, tree: Phrase) -> None:
        self.line, self.tree, self.is_test = line, tree, tree.is_test

    @cached_property
    def number(self) -> int | None:
        """The number that it is, where nothing is thrown; 1 for a yes and 0 for a no."""
        if self.tree.throws_dice:
            return None
        ((number, _),) = self.ways.every.items()
        return number

    @cached_property
    def ways(self) -> WeightedNumbers:
        """All that it may come to: numbers, or 1 for a yes and 0 for a no."""
        return self.followed(FINE)

    def followed(self, fine: int) -> WeightedNumbers:
        """The same, where it may go on for ever followed until less than 1 in 10^fine of its ways still go on."""
        return Follower(Reading(self.line, self.tree, (), {}, ()), fine).alone()

    @cached_property
    def simple(self) -> Simple | None:
        """The line as dice with a number added, also held against another; ``None`` for what is less simple."""
        tree, op, number = self.tree, "", 0
        match tree:
            case Operation(">=" | "<=" | ">" | "<" as op, (tree, Constant(number))):
                op, number = {">": (">=", number + 1), "<": ("<=", number - 1)}.get(op, (op, number))
        added, throw = 0, tree
        if isinstance(tree, Sum) and len(tree.terms) == 2 and isinstance(tree.terms[1][1], Constant):
            (sign, throw), added = tree.terms[0], tree.terms[1][0] * tree.terms[1][1].value
            throw = throw if sign > 0 else tree
        dice_alike = throw.alike
        if dice_alike is None:
            return None
        pool, read = dice_alike
        if pool.explode or pool.reroll or read.goes_on or read.counted:
            return None
        dice = _dice(throw)
        return Simple(dice, added, op, number) if isinstance(dice, Dice) else None

    @cached_property
    def _is_whole_pool(self) -> bool:
        return _ways(self.tree) > _MOST_WAYS

    def thrown(self, throw: Throw, name: str, then: Then) -> Consequence:
        """It is thrown; ``then`` says where each number, or a 1 for a yes and a 0 for a no, leads.

        Dice of few ways are thrown one after the other as they come up; others are one throw.
        """
        if self._is_whole_pool:
            return throw(f"{name}: {written(self.tree)}", Dist(self.ways.every), then)

        def go(node: Phrase, values: Mapping[str, int], then: Then) -> Consequence:
            match node:
                case Pool() | Read(Pool(), kind="sum"):
                    return throw(name, _dice(node), then)
                case Constant(value):
                    return then(value)
                case Name(label):
                    return then(values[label])
                case Let(label, value, body):
                    return go(value, values, lambda number: go(body, {**values, label: number}, then))
                case IfElse(condition, yes, no):
                    return go(condition, values, lambda holds: go(yes if holds else no, values, then))
                case Repeat(Constant(times), what):
                    return several((what,) * times, values, (), lambda numbers: then(worth_of(node)(numbers)))
            return several(node.parts, values, (), lambda numbers: then(worth_of(node)(numbers)))

        def several(
            nodes: tuple[Phrase, ...], values: Mapping[str, int], got: tuple[int, ...], then: Then
        ) -> Consequence:
            if len(got) == len(nodes):
                return then(got)
            return go(nodes[len(got)], values, lambda number: several(nodes, values, (*got, number), then))

        return go(self.tree, {}, then)

    @cached_property
    def text(self) -> str:
        """How it was read, in words; of a yes or no, when it is a yes."""
        return _words(self.tree)


class Simple(NamedTuple):
    """Dice, what is added to them, and what they are held against;

    op : "" where that is nothing.
    """

    thrown: Dice
    added: int
    op: str = ""
    number: int = 0


def _ways(tree: Phrase) -> int:
    """How many ways its dice have, thrown one after the other; what may go on for ever has too many."""
    ways, todo = 1, [tree]
    while todo and ways <= _MOST_WAYS:
        node = todo.pop()
        if dice_alike := node.alike:
            explode = dice_alike[0].explode or dice_alike[1].explode
            ways *= len(_dice(node)) if explode is None or explode.most is not None else _MOST_WAYS + 1
            continue
        match node:
            case Repeat(Constant(times), what):
                ways *= _ways(what) ** (times - 1) if times <= _MOST_TIMES else _MOST_WAYS + 1
            case Mixed() | Repeat() | Read() | Several():  # one throw
                return _MOST_WAYS + 1
        todo += node.parts
    return ways


@lru_cache(maxsize=256)
def _dice(throw: Phrase) -> Dist:
    """Dice thrown together, as one throw."""
    weights: Weights = Follower(Reading(written(throw), throw, (), {}, ()), FINE)(throw, {}).every
    whole = len(weights) == max(weights) - min(weights) + 1
    return Dice(dict(sorted(weights.items())), written(throw)) if whole else Dist(weights)


def _words(tree: Phrase) -> str:
    if isinstance(tree, Let) and tree.is_test:
        return f"{_words(tree.body)}, where {tree.name} is {in_words(tree.value)}"
    return in_words(tree).removeprefix("whether ")
