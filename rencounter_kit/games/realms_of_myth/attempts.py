"""Attempt after attempt, until one succeeds."""

from __future__ import annotations

from ...dice.throw import Lead, Throw
from ...mechanics.play import Play
from .tasks import d100


def attempts(throw: Throw, name: str, percent: int, most: int, success: str, failure: str, rolls: bool = True) -> Play:
    """How many attempts it takes; one more than ``most`` stands for none that succeeds.

    name : of the throw. success, failure : how it ends. rolls : false where the first attempt succeeds without a roll.
    """

    def attempt(done: bool) -> Lead:
        return d100(throw, name, percent, True, False) if rolls else True

    def read(done: bool, how: str, number: int | None) -> int:
        return number if done and number is not None else most + 1

    return Play(False, [attempt], lambda done: success if done else None, most, failure, read)
