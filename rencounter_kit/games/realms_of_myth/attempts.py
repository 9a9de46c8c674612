"""Attempt after attempt, until one succeeds, or several have."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from ...dice.dist import Dist
from ...dice.throw import Lead, Throw
from ...mechanics.processes.turn_model import TurnModel
from .tasks import D100, d100


def attempts(
    throw: Throw, name: str, percent: int, most: int, success: str, failure: str, rolls: bool = True
) -> TurnModel:
    """How many attempts it takes; one more than ``most`` stands for none that succeeds.

    name : of the throw. success, failure : how it ends. rolls : false where the first attempt succeeds without a roll.
    """

    def attempt(done: bool) -> Lead:
        return d100(throw, name, percent, True, False) if rolls else True

    def read(done: bool, how: str, number: int | None) -> int:
        return number if done and number is not None else most + 1

    return TurnModel(False, [attempt], lambda done: success if done else None, most, failure, read)


def attempts_for(successes: int, percent: int, most: int) -> Dist:
    """How many attempts so many successes take, 1 or more; one more than ``most`` stands for fewer successes."""
    chance = Fraction(max(0, min(percent, D100.total)), D100.total)
    hit, whole = chance.as_integer_ratio()
    weights = {
        many: comb(many - 1, successes - 1)
        * hit**successes
        * (whole - hit) ** (many - successes)
        * whole ** (most - many)
        for many in range(successes, most + 1)
    }
    return Dist({**weights, most + 1: whole**most - sum(weights.values())})
