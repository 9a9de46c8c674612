"""Where a line rolls dice twice and may mean one roll that is read twice: ``(4d6 count 1s) > (4d6 count 6s)``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from typing import TypeAlias

from .formatting import written
from .tree import IfElse, Let, Mixed, Name, Operation, Phrase, Pool, Read, Repeat

Look: TypeAlias = tuple[Pool, Phrase]  # the dice, and how they are read


def one_roll_instead(node: Phrase) -> tuple[str, str] | None:
    """Dice that are rolled twice, and the line in which they are one roll with a name; ``None`` where there are none.

    >>> from .reading import read
    >>> one_roll_instead(read("(4d6 count 1s) > (4d6 count 6s)").tree)
    ('4d6', 'p = 4d6: p count 1 > p count 6')
    """
    dice = _rolled_twice(node)
    name = next((name for name in "pqrstuvw" if name not in node.names | _names(node)), None)
    return (written(dice), written(Let(name, dice, _read_off(node, dice, Name(name))))) if dice and name else None


def _rolled_twice(node: Phrase) -> Pool | None:
    inner = _rolled_once(node)
    beside = list(combinations(inner, 2))
    if isinstance(node, IfElse):  # of which only one branch is rolled
        beside.remove((node.then, node.otherwise))
    for one, other in beside:
        for (dice, read), (same, also) in product(_looks(one), _looks(other)):
            alike = read == also and isinstance(node, Operation) and node.op in ("and", "or") and one != other
            if dice == same and (read != also or alike):
                return dice
    return next(filter(None, map(_rolled_twice, inner)), None)


def _rolled_once(node: Phrase) -> tuple[Phrase, ...]:
    """The parts that are rolled once."""
    return () if _look(node) or isinstance(node, (Read, Repeat, Mixed)) else node.parts


def _look(node: Phrase) -> Look | None:
    dice = node.roll if isinstance(node, Read) and not (node.other or node.goes_on) else node
    if not isinstance(dice, Pool) or isinstance(node, Read) and not node.is_throw and dice.explode:
        return None
    return dice, node


def _looks(node: Phrase) -> Iterator[Look]:
    if look := _look(node):
        yield look
    for part in _rolled_once(node):
        yield from _looks(part)


def _names(node: Phrase) -> set[str]:
    """The names that are given in it."""
    return {one.name for one in node.every() if isinstance(one, Let)}


def _read_off(node: Phrase, dice: Pool, name: Name) -> Phrase:
    """The same, read off the roll with a name."""
    look = _look(node)
    if look is None or look[0] != dice:
        return node.with_parts([_read_off(part, dice, name) for part in node.parts]) if _rolled_once(node) else node
    return replace(node, roll=name) if isinstance(node, Read) else name
