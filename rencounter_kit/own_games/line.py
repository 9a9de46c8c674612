"""A line of dice with names in braces: figures of the rules by their path, what is asked, and what was summed up.

``{dice.shoot} + {dm} >= {shooting.needed}`` is filled in by the rules in force, so house rules reach it. A path may end with
what is asked, ``{dice.weapon.{weapon}}``. What is true or false is a yes or no, ``if {aims} then ..``; so is whether something
asked has a value, ``{weapon is bow or sling}``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from ..dice.convolve import Weights
from ..dice.dist import Dice, Dist
from ..dice.throw import Lead, Then, Throw
from ..errors import RuleError
from ..notation.following import FINE, Follower
from ..notation.known import simpler
from ..notation.placeholders import filled, placeholders
from ..notation.reading import Reading, read
from ..notation.tree import (
    BestOf,
    Constant,
    Holds,
    IfElse,
    Let,
    Node,
    Pool,
    Repeat,
    Sum,
    every,
    is_test,
    parts,
    with_parts,
)
from ..notation.ways import Followed
from ..notation.words import in_words
from ..notation.written import written
from ..rulebook.book import Ruleset
from ..wording import shown

_ROW = re.compile(r"\{\s*([a-z][\w.]*)\.\{\s*([a-z]\w*)\s*\}((?:\.\w+)*)\s*\}", re.ASCII)
_IS = re.compile(r"\{\s*([a-z]\w*)\s+is\s+(not\s+)?([^{}]+?)\s*\}", re.ASCII)
_ASKED = re.compile(r"\{\s*([a-z]\w*)\s*\}", re.ASCII)
_TRUE, _FALSE = "(1 = 1)", "(1 = 0)"
_MOST_WAYS = 2000  # of dice that are thrown one by one; more are one throw


class Template:
    """What may be asked of such a line before it is filled in.

    rows : each path in which the name of what is asked stands: what is before it, that name, and what is behind. compared :
    each name of which it is asked whether it has a value, and these values. names : what is asked or was summed up. figures :
    the paths that stand there whole.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.rows = tuple(found.groups() for found in _ROW.finditer(text))
        self.compared = tuple((found[1], _several(found[3])) for found in _IS.finditer(text))
        plain = placeholders(_IS.sub(_TRUE, _ROW.sub(_TRUE, text)))
        asked = [*(name for _, name, _ in self.rows), *(name for name, _ in self.compared)]
        self.names = tuple(dict.fromkeys([*(name for name in plain if "." not in name), *asked]))
        self.figures = tuple(name for name in plain if "." in name)

    def reading(self, values: Mapping[str, Any], r: Ruleset) -> Reading:
        """It is filled in, and read."""
        if not self.names and not self.figures:
            return _reading(self.text)
        line = _ROW.sub(lambda path: f"{{{path[1]}.{values[path[2]]}{path[3]}}}", self.text)
        line = _IS.sub(lambda asked: _yes((str(values[asked[1]]) in _several(asked[3])) != bool(asked[2])), line)
        known = {name: r[name] if "." in name else values[name] for name in placeholders(line)}
        for name, value in known.items():
            if isinstance(value, bool):
                line = re.sub(rf"\{{\s*{name}\s*\}}", _yes(value), line)
        reading = _reading(filled(line, known))
        if any(one.several for one in reading.comparisons):
            raise RuleError(
                f"several dice must be counted or added up whatever is asked; got {shown(self.text)}; write (2d6) >= {{needed}}"
                " for their sum, or 5d10 count {needed} or more"
            )
        return reading


def asked_in(path: str) -> tuple[str, ...]:
    """What is asked, by whose values a path goes on, as in ``wound.{weapon}``."""
    return tuple(_ASKED.findall(path))


def path_of(path: str, values: Mapping[str, Any]) -> str:
    """The path with these values."""
    return _ASKED.sub(lambda name: str(values[name[1]]), path)


def _several(said: str) -> tuple[str, ...]:
    return tuple(re.split(r"\s+or\s+", said))


def _yes(holds: bool) -> str:
    return _TRUE if holds else _FALSE


@lru_cache(maxsize=1024)
def _reading(line: str) -> Reading:
    reading = read(line)
    return reading._replace(tree=simpler(reading))


# What may come of it -----------------------------------------------------------------------------------------------------


class Simple(NamedTuple):
    """Dice, what is added to them, and what they are held against; op : "" where that is nothing."""

    thrown: Dice
    added: int
    op: str = ""
    number: int = 0


@lru_cache(maxsize=1024)
def followed(reading: tuple[str, Node], fine: int = FINE) -> Followed:
    """All that it may come to: numbers, or 1 for a yes and 0 for a no."""
    line, tree = reading
    return Follower(Reading(line, tree, (), {}, ()), fine)(tree, {})


def simple(tree: Node) -> Simple | None:
    """The line as dice with a number added, also held against another; ``None`` for what is less simple."""
    op, number = "", 0
    if isinstance(tree, Holds) and isinstance(tree.right, Constant) and tree.op in (">=", "<=", ">", "<"):
        op, number, tree = tree.op, tree.right.value, tree.left
        op, number = {">": (">=", number + 1), "<": ("<=", number - 1)}.get(op, (op, number))
    match tree:
        case Pool():
            added, pool = 0, tree
        case Sum(((1, Pool() as pool), (sign, Constant(value)))):
            added = sign * value
        case _:
            return None
    dice = _dice(pool)
    plain = not (pool.counted or pool.explode or pool.reroll)
    return Simple(dice, added, op, number) if plain and isinstance(dice, Dice) else None


def throw_line(throw: Throw, name: str, line: str, tree: Node, then: Then) -> Lead:
    """The line thrown; ``then`` says where each number, or a 1 for a yes and a 0 for a no, leads.

    Dice of few ways are thrown one after the other as they come up; others are one throw.
    """
    if isinstance(tree, Constant):
        return then(tree.value)
    if _ways(tree) > _MOST_WAYS:
        return throw(f"{name}: {written(tree)}", Dist(followed((line, tree)).every), then)
    follow = Follower(Reading(line, tree, (), {}, ()), FINE)

    def go(node: Node, named: Mapping[str, int], then: Then) -> Lead:
        if not any(isinstance(part, Pool) for part in every(node)):
            ((number, _),) = follow(node, named).every.items()
            return then(number)
        match node:
            case Pool():
                return throw(name, _dice(node), then)
            case Let(label, value, body):
                return go(value, named, lambda number: go(body, {**named, label: number}, then))
            case IfElse(condition, yes, no):
                return go(condition, named, lambda holds: go(yes if holds else no, named, then))
            case BestOf(times, what, highest):
                best = max if highest else min
                return several([what] * times, named, lambda numbers: then(best(numbers)))
            case Repeat(times, what):
                return several([what] * times, named, lambda numbers: then(sum(numbers)))
        return several(parts(node), named, lambda numbers: then(_worth(follow, node, numbers)))

    def several(nodes: Iterable[Node], named: Mapping[str, int], then: Then) -> Lead:
        first, *others = nodes
        if not others:
            return go(first, named, lambda number: then((number,)))
        return go(first, named, lambda number: several(others, named, lambda more: then((number, *more))))

    return go(tree, {}, then)


def _worth(follow: Follower, node: Node, numbers: tuple[int, ...]) -> int:
    """What a node comes to when its parts have come to these numbers."""
    constants = [
        Holds("=", Constant(number), Constant(1)) if is_test(part) else Constant(number)
        for part, number in zip(parts(node), numbers, strict=True)
    ]
    ((number, _),) = Follower(follow.reading, FINE)(with_parts(node, constants), {}).every.items()
    return number


def _ways(tree: Node) -> int:
    """How many ways its dice have, thrown one after the other; what may go on for ever has too many."""
    ways = 1
    for node in every(tree):
        if isinstance(node, Pool):
            ways *= _MOST_WAYS + 1 if followed((written(node), node)).sure else len(_dice(node))
        elif isinstance(node, (BestOf, Repeat)):
            ways *= _ways(node.what) ** (node.times - 1) if node.times <= 12 else _MOST_WAYS + 1
        if ways > _MOST_WAYS:
            return ways
    return ways


@lru_cache(maxsize=256)
def _dice(pool: Pool) -> Dist:
    """Dice thrown together, as one throw."""
    weights: Weights = followed((written(pool), pool)).every
    whole = len(weights) == max(weights) - min(weights) + 1
    return Dice(dict(sorted(weights.items())), written(pool)) if whole else Dist(weights)


def said(tree: Node) -> str:
    """How a line was read, in words; of a yes or no, when it is a yes."""
    if isinstance(tree, Let) and is_test(tree):
        return f"{said(tree.body)}, where {tree.name} is {in_words(tree.value)}"
    return in_words(tree).removeprefix("whether ")
