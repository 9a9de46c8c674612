"""Two sides, A and B: what one of them has the other has too, by a name that begins with his letter."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ...engine.dice.dist import Dist
from .modifiers import Node, named_by

T = TypeVar("T")
OTHER = {"a": "b", "b": "a"}
COIN = Dist(list(OTHER))


def of_both(**made: Callable[[str, str], T]) -> dict[str, T]:
    """What both sides have, each made of a side and its foe.

    >>> of_both(strikes=lambda side, foe: f"{side} strikes {foe}")
    {'a_strikes': 'a strikes b', 'b_strikes': 'b strikes a'}
    """
    return {f"{side}_{name}": make(side, foe) for name, make in made.items() for side, foe in OTHER.items()}


def of_each(function: Callable[..., object], *shared: str) -> dict[str, Node]:
    """What a function says of each side, from values of that side, but for those that they share.

    >>> def reach(r, weapon, ground): ...
    >>> {name: node.names for name, node in of_each(reach, "ground").items()}
    {'a_reach': ('a_weapon', 'ground'), 'b_reach': ('b_weapon', 'ground')}
    """
    names, called = named_by(function)[1:], function.__name__

    def of(side: str, foe: str) -> Node:
        return Node(function, tuple(n if n in shared else f"{side}_{n}" for n in names), f"{side} {called}")

    return of_both(**{called: of})
