"""Rolls that lie on the table: all that is read off them together, and what a line makes of that."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import compress
from operator import add, attrgetter, sub
from typing import NamedTuple

from ..dice.joint import Joint, RollReading, Table
from ..words.errors import RuleError
from .limits import Spending
from .one_die import one_die
from .tree import COMPARES, Constant, IfElse, Leaf, Mixed, Name, Operation, Phrase, Pool, Read, Several, Sum, is_die
from .ways import WeightedNumbers, turned
from .worth import REACHES, worth_of

_ROOM = 256  # more than one die can count with all that it brings


class TableRows(NamedTuple):
    """What is shown together, row by row.

    shows : of all that is asked a column.
    weights : of each row; followed : how much of that was followed to its end.
    """

    shows: Sequence[Sequence[int]]
    weights: list[int]
    followed: list[int]


def rows(
    spending: Spending,
    rolls: Mapping[str, Phrase],
    leaves: Sequence[Leaf],
    follow: Callable[[Phrase], WeightedNumbers],
    precision: int,
) -> TableRows:
    """All that is asked of some rolls, together.

    rolls : the dice of each name.
    follow : what comes of a throw that is no single die.
    precision : as in ``one_die``.
    """
    lying = {
        name: _Lying(spending, roll, place, [leaf for leaf in leaves if name in _names(leaf)], follow, precision)
        for place, (name, roll) in enumerate(rolls.items())
    }
    readings = [lying[_names(leaf)[0]].reading(leaf, lying) for leaf in leaves]
    return read_together(spending, [roll.dice for roll in lying.values()], readings)


def read_together(
    spending: Spending, rolls: Sequence[Sequence[tuple[WeightedNumbers, int]]], readings: Sequence[RollReading]
) -> TableRows:
    """All that is read off some rolls, together.

    rolls : of each what its dice may show, and how many are alike.
    """
    cut = any(die.sure is not None for roll in rolls for die, _ in roll)
    together = [
        Joint([[(whole(die), times) for die, times in roll] for roll in rolls], readings)
        for whole in (attrgetter("every"), attrgetter("followed"))[: 1 + cut]
        if all(whole(die) for roll in rolls for die, _ in roll)
    ]
    first = together[0]
    size = spending.table(first.outcomes, first.total) * first.places // first.outcomes
    spending.spend((6 * first.moves + 2 * first.products) * len(together))
    spending.products(first.products * len(together), first.places, size)
    every, *others = [one.table() for one in together]
    sure = (others or [Table()])[0] if cut else every
    return TableRows(list(zip(*every, strict=True)), list(every.values()), [sure.get(shows, 0) for shows in every])


def _names(leaf: Leaf) -> list[str]:
    """The rolls of which something is asked."""
    return [one.name for one in (leaf.parts if isinstance(leaf, Read) else (leaf,)) if isinstance(one, Name)]


class _Lying:
    """A roll as it lies there.

    dice : what each shows, and how many are alike. Where dice bring others, each number is what a die has come to and,
        below it, how often it counts for each of the ``marks``.
    low, high : how many of the lowest and highest are left out, whatever is read off the others.
    """

    def __init__(
        self,
        spending: Spending,
        roll: Phrase,
        place: int,
        leaves: Sequence[Leaf],
        follow: Callable[[Phrase], WeightedNumbers],
        precision: int,
    ) -> None:
        self.place = place
        dice, self.low, self.high = roll.whole_roll
        rolls = dice.parts if isinstance(dice, Sum) else (dice,)
        throws = [throw for one in rolls if isinstance(one, (Pool, Mixed)) for throw in one.throws]
        brings = any(is_die(what) and what.brings_dice for _, what in throws)
        reads = [one for one in leaves if isinstance(one, Read)] if brings and not self.low + self.high else []
        if any(one.other or one.kind != "sum" for one in reads):
            raise RuleError(
                "dice that bring others must be added up, counted or kept; got another question; try 5d6!!, where what "
                "they bring is added to them"
            )
        self.marks = list(dict.fromkeys(one.counted for one in reads if one.counted and one.is_whole))
        if any(mark.others for mark in self.marks):
            raise RuleError(
                "dice that bring others must count once each; got some that count otherwise; try p = 5d10!: "
                "p count 8+ + p count 10s"
            )
        self.dice = list[tuple[WeightedNumbers, int]]()
        for times, what in throws:
            if is_die(what) and what.brings_dice:
                die = one_die(spending, what, precision, self._packed)
            else:
                die = turned(one_die(spending, what, precision) if is_die(what) else follow(what), self._packed)
            self.dice.append((die, times))

    def _packed(self, face: int) -> int:
        return face * _ROOM ** len(self.marks) + sum(
            _ROOM**place * mark.worth(face) for place, mark in enumerate(self.marks)
        )

    def reading(self, leaf: Leaf, others: Mapping[str, _Lying]) -> RollReading:
        """What is asked of it, of the numbers that its dice show."""
        whole, read = _ROOM ** len(self.marks), leaf if isinstance(leaf, Read) else Read(leaf)
        low, high, counted = self.low + read.low, self.high + read.high, read.counted
        kind, other = read.kind, None
        if isinstance(read.other, Name):
            other = others[read.other.name].place
            worth = counted.worth if counted else int
            if kind == "sum" and any(worth(face) < 0 for die, _ in self.dice for face in die.every):
                raise RuleError("dice without others must not be below 0; got some that are; try d6")
        if other is not None and not read.is_whole:
            kind, low, high = "highest" if read.low else "lowest", 0, 0
        reading = RollReading(kind, self.place, other, low, high, read.least)
        if kind not in ("sum", "highest", "lowest") and not self.marks:
            return reading
        if counted is None:
            return reading._replace(worth=lambda face: face // whole)
        if counted in self.marks and read.is_whole:
            one = _ROOM ** self.marks.index(counted)
            return reading._replace(worth=lambda face: face // one % _ROOM)
        return reading._replace(worth=lambda face: counted.worth(face // whole))


# What a line makes of it ----------------------------------------------------------------------------------------------


def side_by_side(ones: TableRows, others: TableRows) -> TableRows:
    """All that two rolls show that do not depend on each other."""
    rows, times = len(ones.weights), len(others.weights)
    return TableRows(
        [[number for number in each for _ in range(times)] for each in ones.shows]
        + [list(each) * rows for each in others.shows],
        [one * other for one in ones.weights for other in others.weights],
        [one * other for one in ones.followed for other in others.followed],
    )


def is_sure(node: Phrase) -> bool:
    """Is it sure what it comes to, once all that it asks of named rolls is known?"""
    return all(isinstance(one, (Name, Read, Constant, IfElse, Several, *REACHES)) for one in node.every())


def column(node: Phrase, shows: Mapping[Phrase, Sequence[int]], number: int) -> Sequence[int]:
    """What a node comes to in each of so many rows.

    shows : what all that it asks has shown, row by row.
    """
    match node:
        case Name() | Read():
            return shows[node]
        case Constant(value):
            return [value] * number
        case IfElse(condition, then, otherwise):
            holds = column(condition, shows, number)
            sides = []
            for yes, side in enumerate((otherwise, then)):
                taken = [which == yes for which in holds]
                there = {leaf: list(compress(each, taken)) for leaf, each in shows.items()}
                sides.append(iter(column(side, there, sum(taken))))
            return [next(sides[which]) for which in holds]
        case Operation(op, (left, right), compares=True):
            return list(map(int, map(COMPARES[op], column(left, shows, number), column(right, shows, number))))
        case Sum(((1, first), (sign, second))):
            return list(map(add if sign > 0 else sub, column(first, shows, number), column(second, shows, number)))
    return list(map(worth_of(node), zip(*[column(part, shows, number) for part in node.parts], strict=True)))
