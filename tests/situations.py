"""How many situations are tried, which checks go on over turns, and what is small enough to be asked of them often.

Every run tries a few situations of each check; ``make test-long`` tries hundreds.

An answer of such a process costs up to some thousand times that of a plain check. So the tests draw fewer situations of it,
from parameters whose ranges are narrowed here, and with a few other values in the place of defaults that are slow.
"""

from dataclasses import replace
from functools import wraps

import pytest
from hypothesis import settings

import rencounter_kit as rk
from rencounter_kit.mechanics.process import Process

LONG = settings.get_current_profile_name() == "long"
PROCESSES = tuple(check_id for check_id, check in rk.checks.items() if isinstance(check, Process))


def both(**ranges):
    """The same for both sides."""
    return {f"{side}_{name}": inside for side in "ab" for name, inside in ranges.items()}


BODY = {"strength": (1, 5), "dexterity": (1, 5), "endurance": (1, 5)}
MODELS = both(count=(1, 2), hp=(1, 6))

# The least and the greatest that is drawn; of a list, how many and from which; of a choice, from which.
SMALL = {
    "odd_encounters.duel": {**both(hp=(1, 9)), "rounds": (0, 8)},
    "odd_encounters.duel_length": {**both(hp=(1, 9)), "max_rounds": (1, 8)},
    "odd_encounters.approach_under_fire": {"target_hp": (1, 12)},
    "odd_encounters.skirmish": MODELS,
    "odd_encounters.cost_effectiveness": MODELS,
    "odd_encounters.volley": {"shots": (1, 8), "targets": (1, 4), "target_hp": (1, 8)},
    "rencounter.duel": {"turn_limit": (1, 3)},
    "rencounter.gunfight": {"turn_limit": (1, 4)},
    "rencounter.unit_under_fire": {"men": (1, 3), "shooters": (1, 2), "turn_limit": (1, 3)},
    "rencounter.charge": {"men": (1, 3), "shooters": (1, 2), "distance": (1, 24), "speed": (3, 18), "turn_limit": (1, 6)},
    "rencounter.skirmish": {**both(men=(1, 2)), "turn_limit": (1, 3)},
    "rencounter.heroism": {"games": (1, 10)},
    "rencounter.activation_counters": {"units": (2, 4), "die": ("fitting", 2, 3, 4, 6), "tallies": (0, 2, (0, 1, 2, 3))},
    "traveller.hits_to": {**BODY, "wound_dice": (1, 3), "max_hits": (1, 8)},
    "traveller.rounds_to": {**BODY, "wound_dice": (1, 3), "rounds": (1, 8)},
    "traveller.duel": {**both(**BODY, wound_dice=(1, 2)), "rounds": (1, 5)},
}  # fmt: skip

# What is said where nothing else is: small, but so that the other parameters still tell.
BASE = {
    "rencounter.duel": {"turn_limit": 3},
    "rencounter.gunfight": {"turn_limit": 4},
    "rencounter.unit_under_fire": {"men": 2, "shooters": 2, "turn_limit": 2},
    "rencounter.charge": {"men": 2, "shooters": 2, "distance": 12, "turn_limit": 5},
    "rencounter.skirmish": {"a_men": 2, "b_men": 1, "turn_limit": 2},
    "traveller.hits_to": dict.fromkeys(BODY, 4),
    "traveller.rounds_to": dict.fromkeys(BODY, 4),
    "traveller.duel": {**both(**dict.fromkeys(BODY, 3), wound_dice=1), "rounds": 4},
}


def tries(usual, long):
    """How many to try: in every run, and in ``make test-long``."""
    return long if LONG else usual


def each(rows):
    """One test for each check, for all rows (check, more) of it: a test for each row would be thousands."""
    more = {}
    for check_id, *rest in rows:
        more.setdefault(check_id, []).append(rest)

    def of_checks(test):
        @pytest.mark.parametrize("check_id", more)
        @wraps(test)
        def whole(check_id):
            for rest in more[check_id]:
                test(check_id, *rest)

        del whole.__wrapped__  # else pytest would ask for the rest too
        return whole

    return of_checks


def few(check_id, many, of_a_process):
    """How many situations to draw: fewer of a process."""
    return of_a_process if check_id in PROCESSES else many


def base(check_id, without=()):
    """What is said in the place of slow defaults, but for some names."""
    return {name: value for name, value in BASE.get(check_id, {}).items() if name not in without}


def narrowed(p, inside):
    """A parameter that may be less."""
    if p.kind == "whole":
        low, high = inside
        return replace(p, low=low, high=high)
    if p.kind == "several":
        low, high, choices = inside
        return replace(p, low=low, high=high, choices=choices)
    return replace(p, choices=inside)


def parameters(check_id):
    """The parameters of a check, narrowed to what is small enough."""
    small = SMALL.get(check_id, {})
    return {
        name: narrowed(p, small[name]) if name in small else p for name, p in rk.checks[check_id].parameters.items()
    }


def numbers(check_id, **said):
    """The target numbers alone: what is said is taken and does not contradict itself, but no turn is played."""
    check = rk.checks[check_id]
    return check.numbers(check.book, check.values(check.book, said))[0]
