"""How situations of a check are drawn, how many are tried, and what is small enough to be asked of a process often.

Every run tries a few situations of each check; ``make test-long`` tries hundreds. All of them are drawn by
``situation``, be it with seeded dice (``drawn``, ``grid``) or those of hypothesis (``situations_of``). Two things are
no such draw: the cases of the witnesses (``tests/witness/spread.py``), which meet each value of each parameter and some
corners; and what tries the values of each parameter in turn beside the base.

An answer of such a process costs up to some thousand times that of a plain check. So the tests draw fewer situations of
it, from parameters whose ranges are narrowed here, and with a few other values in the place of defaults that are slow.
"""

import random
import re
from dataclasses import replace
from functools import wraps

import pytest
from hypothesis import settings, strategies as st

import rencounter_kit as rk
from rencounter_kit.workbook.mechanics.parameter import Rows, SeveralChoices, Whole
from rencounter_kit.workbook.mechanics.processes.process import Process

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
    "realms_of_myth.locate_sniper": {"max_attacks": (1, 12)},
    "realms_of_myth.surprise_free_blows": {"blows_per_cs": (1, 2)},
    "realms_of_myth.archers_before_contact": {
        "start_distance": (2, 200),
        "advance": (20, 300),
        "archers": (1, 3),
        "shots_per_cs": (1, 2),
    },
    "realms_of_myth.attacks_to_first_wound": {"max_attacks": (1, 30)},
    "realms_of_myth.blows_to_wear_through": {"max_blows": (1, 60)},
    "realms_of_myth.duel": both(limit=(1, 4)),
    "realms_of_myth.duel_length": {**both(limit=(1, 4)), "max_cs": (1, 12)},
    "rencounter.duel": {"turn_limit": (1, 3)},
    "rencounter.gunfight": {"turn_limit": (1, 4)},
    "rencounter.unit_under_fire": {"men": (1, 3), "shooters": (1, 2), "turn_limit": (1, 3)},
    "rencounter.charge": {
        "men": (1, 3),
        "shooters": (1, 2),
        "distance": (1, 24),
        "speed": (3, 18),
        "turn_limit": (1, 6),
    },
    "rencounter.skirmish": {**both(men=(1, 2)), "turn_limit": (1, 3)},
    "rencounter.heroism": {"games": (1, 10)},
    "rencounter.activation_counters": {
        "units": (2, 4),
        "die": ("fitting", 2, 3, 4, 6),
        "tallies": (0, 2, (0, 1, 2, 3)),
    },
    "realms_of_myth.object_struggle": {
        "chances": (2, 3, (0, 25, 40, 50, 75, 100)),
        "str_mods": (2, 3, (-4, 0, 3, 5, 8)),
    },
    "traveller.hits_to": {**BODY, "wound_dice": (1, 3), "max_hits": (1, 8)},
    "traveller.rounds_to": {**BODY, "wound_dice": (1, 3), "rounds": (1, 8)},
    "traveller.duel": {**both(**BODY, wound_dice=(1, 2)), "rounds": (1, 5)},
}

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


def kinds_of(check):
    """What a law of parameters and checks may depend on: kinds of check, of parameters, and of outcomes."""
    yield from (type(check), ("joined", check.joined))
    yield from (("outcomes", space.numbers, bool(space.names)) for space in check.spaces.values())
    for p in check.parameters.values():
        yield from (type(p), ("optional", p.optional), ("switch", bool(p.path)), ("counts with", bool(p.only_with[0])))


def one_of_each_kind():
    """Of each game the first checks that have some kind of its checks: laws are proven on these, on all in ``make
    test-long``.
    """
    met = set()
    for check_id, check in rk.checks.items():
        kinds = {(check.stem, kind) for kind in kinds_of(check)}
        if not kinds <= met:
            yield check_id
        met |= kinds


KINDS = tuple(one_of_each_kind())
PLAIN_KINDS = tuple(check_id for check_id in KINDS if check_id not in PROCESSES)


def kind_of(p):
    """What a law of one parameter may depend on."""
    return (
        (type(p), p.optional, bool(p.path), bool(p.only_with[0]), bool(p.instead_of), bool(getattr(p, "grades", ()))),
        frozenset(type(choice) for choice in p.choices),
    )


def one_parameter_of_each_kind():
    """The first parameter of each kind, of a check that is soon answered: laws of one parameter are shown on these."""
    met = {}
    for check_id, check in rk.checks.items():
        for name, p in check.parameters.items() if check_id not in PROCESSES else ():
            met.setdefault(kind_of(p), (check_id, name))
    return tuple(met.values())


PARAMETER_KINDS = one_parameter_of_each_kind()


def parameter(check_id, name):
    """A parameter of a check."""
    return rk.checks[check_id].parameters[name]


def other_values(p):
    """A few values that are not the default of a parameter, those at its ends among them."""
    if isinstance(p, Rows):
        return [[[0, 45], [20, 70]]]
    if isinstance(p, SeveralChoices):
        return [[choice] * max(p.low, 1) for choice in (p.choices[0], p.choices[-1])]
    return [value for value in dict.fromkeys((*p.values()[:2], *p.values()[-2:])) if value != p.default]


def tries(usual, long):
    """How many to try, or which: in every run, and in ``make test-long``."""
    return long if LONG else usual


CHECKS = tries(KINDS, tuple(rk.checks))  # over which the laws go that are quickly tried


def every_nth(rows, step):
    """Some of many, the first of them among them."""
    return list(rows)[::step]


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


def forget(checks):
    """As if nothing had been asked of some checks yet, but for what all share."""
    for check in checks:
        for kept in vars(check).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()


def few(check_id, many, of_a_process):
    """How many situations to draw: fewer of a process."""
    return of_a_process if check_id in PROCESSES else many


def base(check_id, without=()):
    """What is said in the place of slow defaults, but for some names."""
    return {name: value for name, value in BASE.get(check_id, {}).items() if name not in without}


def counting(check_id, name):
    """What must be said besides for a parameter to count, where it does not by itself."""
    known, params = rk.checks[check_id].parameters, {}
    p = known[name]
    while (other := p.only_with[0]) and p.rests(known[other].default):
        params[other], p = p.only_with[1][0], known[other]
    return params


def narrowed(p, inside):
    """A parameter that may be less."""
    if isinstance(p, Whole):
        low, high = inside
        return replace(p, low=low, high=high)
    if isinstance(p, SeveralChoices):
        low, high, choices = inside
        return replace(p, low=low, high=high, choices=choices)
    return replace(p, choices=inside)


def parameters(check_id):
    """The parameters of a check, narrowed to what is small enough."""
    small = SMALL.get(check_id, {})
    return {
        name: narrowed(p, small[name]) if name in small else p for name, p in rk.checks[check_id].parameters.items()
    }


def numbers(check_id, **params):
    """The target numbers alone: what is said is taken and does not contradict itself, but no turn is played."""
    check = rk.checks[check_id]
    return check.numbers(check.book, check.values(check.book, params))[0]


# Drawn at random ------------------------------------------------------------------------------------------------------


def without_last_face(dice):
    """Dice in their notation with one side less, so that whatever table is read by their faces has rows for them.

    >>> without_last_face("2d6"), without_last_face("d10 + 1")
    ('2d5', 'd9 + 1')
    """
    return re.sub(r"(?<=d)\d+", lambda sides: str(int(sides[0]) - 1), dice)


def some_value(p, rng):
    """A value that a parameter takes."""
    if isinstance(p, SeveralChoices):
        return [rng.choice(p.choices) for _ in range(rng.randint(p.low, p.high))]
    if isinstance(p, Rows):
        return [[least, rng.randint(0, 100)] for least in sorted(rng.sample(range(-60, 61), rng.randint(1, 5)))]
    return rng.choice([None, *p.values()] if p.optional else p.values())


def is_taken(check_id, params):
    """Does a situation not contradict itself?"""
    try:
        numbers(check_id, **params)
    except rk.RuleError:
        return False
    return True


def situation(check_id, rng, without=(), most=6, preset=()):
    """Some parameters of a check at random, the others at their base, without contradictions.

    without : names that are not said.
    most : how many are drawn; with each that counts only with another value of some other parameter, that one too.
    said : what is said in any case.
    """
    params = base(check_id, without) | dict(preset)
    free = {name: p for name, p in parameters(check_id).items() if name not in {*without, *dict(preset)}}
    for name in rng.sample(list(free), rng.randint(0, min(most, len(free)))):
        more = {**params, name: some_value(p := free[name], rng)}
        while (other := p.only_with[0]) in free and p.rests(more.get(other, free[other].default)):
            more[other], p = rng.choice(p.only_with[1]), free[other]
        params = more if is_taken(check_id, more) else params
    return params


def drawn(check_id, many, seed="", without=(), most=6):
    """Different seeded situations of a check, its base first; fewer where there are not so many."""
    rng, params = random.Random(f"{check_id} {seed}"), [base(check_id, without)]
    for _ in range(20 * many):
        if len(params) < many and (one := situation(check_id, rng, without, most)) not in params:
            params.append(one)
    return params


def situations_of(check_id, without=(), preset=(), most=6):
    """The same for hypothesis."""
    return st.randoms(use_true_random=False).map(lambda rng: situation(check_id, rng, without, most, preset))


def grid(check_id, rng, cells, axes=4, most=6):
    """So many axes and cells at most, a few different values in any order for each; and a situation of the others."""
    free = {name: p for name, p in parameters(check_id).items() if not isinstance(p, Rows)}
    chosen = {}
    for name in rng.sample(list(free), rng.randint(min(1, len(free)), min(axes, len(free)))):
        values, many = [], rng.randint(min(2, cells), min(few(check_id, 7, 4), cells))
        for value in [some_value(free[name], rng) for _ in range(20)]:
            values += [value] if value not in values and len(values) < many else []
        chosen[name], cells = values, cells // len(values)
    return chosen, situation(check_id, rng, chosen, most)
