"""Attempt after attempt, until one succeeds, or several have."""

from __future__ import annotations

from math import comb

from ....engine.dice.dist import Dice, Dist
from ....engine.dice.throw import Consequence, Throw
from ...mechanics.processes.turn_model import TurnModel
from ...rulebook.book import Ruleset
from .tasks import roll


def attempts(
    throw: Throw, r: Ruleset, name: str, percent: int, most: int, success: str, failure: str, rolls: bool = True
) -> TurnModel:
    """How many attempts it takes; one more than ``most`` stands for none that succeeds.

    name : of the throw.
    success, failure : how it ends.
    rolls : false where the first attempt succeeds without a roll.
    """

    def attempt(has_passed: bool) -> Consequence:
        return roll(throw, r, name, percent, True, False) if rolls else True

    def read(has_passed: bool, how: str, number: int | None) -> int:
        return number if has_passed and number is not None else most + 1

    return TurnModel(False, [attempt], lambda has_passed: success if has_passed else None, most, failure, read)


def attempts_for(dice: Dice, successes: int, percent: int, most: int) -> Dist:
    """How many attempts so many successes take, 1 or more; one more than ``most`` stands for fewer successes."""
    hit, whole = dice.at_most(percent).as_integer_ratio()
    weights = {
        many: comb(many - 1, successes - 1)
        * hit**successes
        * (whole - hit) ** (many - successes)
        * whole ** (most - many)
        for many in range(successes, most + 1)
    }
    return Dist({**weights, most + 1: whole**most - sum(weights.values())})
