"""Attempt after attempt, until one succeeds, or several have."""

from math import comb

from ....engine.dice.dist import Dice, Dist
from ....engine.dice.throw import Consequence, Throw
from ...mechanics.processes.tries import tries
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

    def attempt() -> Consequence:
        return roll(throw, r, name, percent, True, False) if rolls else True

    return tries(throw, attempt, most, success, failure, most + 1)


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
