"""Where a line rolls dice twice and may mean one roll that is read twice: ``(4d6 count 1s) > (4d6 count 6s)``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from typing import TypeAlias

from .formatting import written
from .tree import (
    AsOften,
    BestOf,
    IfElse,
    Let,
    Logic,
    Mixed,
    Name,
    Node,
    Pool,
    Read,
    Repeat,
    names_in,
    parts,
    with_parts,
)

Look: TypeAlias = tuple[Pool, Node]  # the dice, and how they are read


def one_roll_instead(node: Node) -> tuple[str, str] | None:
    """Dice that are rolled twice, and the line in which they are one roll with a name; ``None`` where there are none.

    >>> from .reading import read
    >>> one_roll_instead(read("(4d6 count 1s) > (4d6 count 6s)").tree)
    ('4d6', 'p = 4d6: p count 1 > p count 6')
    """
    dice = _rolled_twice(node)
    name = next((name for name in "pqrstuvw" if name not in names_in(node) | set(_names(node))), None)
    return (written(dice), written(Let(name, dice, _read_off(node, dice, Name(name))))) if dice and name else None


def _rolled_twice(node: Node) -> Pool | None:
    inner = _rolled_once(node)
    beside = list(combinations(inner, 2))
    if isinstance(node, IfElse):  # of which only one branch is rolled
        beside.remove((node.then, node.otherwise))
    for one, other in beside:
        for (dice, read), (same, also) in product(_looks(one), _looks(other)):
            alike = read == also and isinstance(node, Logic) and one != other
            if dice == same and (read != also or alike):
                return dice
    return next(filter(None, map(_rolled_twice, inner)), None)


def _rolled_once(node: Node) -> tuple[Node, ...]:
    """The parts that are rolled once."""
    return () if _look(node) or isinstance(node, (Read, Repeat, BestOf, AsOften, Mixed)) else parts(node)


def _look(node: Node) -> Look | None:
    dice = node.roll if isinstance(node, Read) and not (node.other or node.question.goes_on) else node
    can_be_read = (
        not (isinstance(node, Read) and not node.is_throw and dice.explode) if isinstance(dice, Pool) else False
    )
    return (dice, node) if isinstance(dice, Pool) and can_be_read else None


def _looks(node: Node) -> Iterator[Look]:
    if look := _look(node):
        yield look
    for part in _rolled_once(node):
        yield from _looks(part)


def _names(node: Node) -> Iterator[str]:
    if isinstance(node, Let):
        yield node.name
    for part in parts(node):
        yield from _names(part)


def _read_off(node: Node, dice: Pool, name: Name) -> Node:
    """The same, read off the roll with a name."""
    look = _look(node)
    if look is None or look[0] != dice:
        return with_parts(node, [_read_off(part, dice, name) for part in parts(node)]) if _rolled_once(node) else node
    return replace(node, roll=name) if isinstance(node, Read) else name
