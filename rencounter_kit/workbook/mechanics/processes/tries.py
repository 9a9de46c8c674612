"""How long something takes: the turn in which it comes, as turns are read and as tries go on."""

from __future__ import annotations

from collections.abc import Callable

from ....engine.chains.phase import State
from ....engine.dice.dist import Outcome
from ....engine.dice.throw import Consequence, Throw
from .turn_model import TurnModel


def turn_unless(*ends: Outcome) -> Callable[[State, Outcome, int | None], Outcome]:
    """Reads the turn in which it ended; where it ended in one of these ways, that.

    >>> read = turn_unless("more")
    >>> read("down", "down", 3), read("up", "more", 5)
    (3, 'more')
    """
    return lambda state, end, turn: end if end in ends else turn


def tries(
    throw: Throw, once: Callable[[], Consequence], most: int, success: str, failure: str, none: Outcome
) -> TurnModel:
    """Try after try until one succeeds: the answer is how many that takes.

    once : one of them, which comes to true or false.
    most : at most so many.
    success, failure : how it ends.
    none : the answer where none of them succeeds.
    """
    return TurnModel(
        False,
        [lambda came: throw.after(once(), bool)],
        lambda came: success if came else None,
        most,
        failure,
        lambda came, end, number: number if came else none,
    )
