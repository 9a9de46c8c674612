"""The witness of each check, and the situations in which the two are compared: drawn from the parameters, and corners.

A witness bears the name of its check: a function ``fire`` in a module of the game plays ``rencounter.fire``, a
`Process` named ``DUEL`` plays ``rencounter.duel`` turn by turn. So a new one is found by itself.
"""

import random
from importlib import import_module
from itertools import combinations, zip_longest
from pkgutil import iter_modules

import rencounter_kit as rk
from rencounter_kit.workbook.mechanics.parameter import SeveralChoices, Whole
from tests.situations import BODY, LONG, base, both, is_taken, narrowed, parameters, some_value, tries

from . import __path__ as here
from .corners import CORNERS
from .events import chances
from .explore import throw_once
from .params_of import params_of
from .realms_of_myth_turns import in_one_go
from .rencounter_orders import recovery_chances
from .rencounter_turns_plays import LOADING, LONG_ARMS
from .turns import Process, play

MODULES = [import_module(f"{__package__}.{module.name}") for module in iter_modules(here) if module.name != "spread"]


def named(check_id, of_turns):
    """What bears the name of a check in a module of its game: a process in capitals, or a function."""
    stem, _, name = check_id.partition(".")
    ours = [vars(module) for module in MODULES if module.__name__.startswith(f"{__package__}.{stem}")]
    functions = [module.get(name.upper() if of_turns else name) for module in ours]
    return next((one for one in functions if (isinstance(one, Process) if of_turns else callable(one))), None)


WITNESS_TURNS = {check_id: found for check_id in rk.checks if (found := named(check_id, of_turns=True))}
# these are short enough to be thrown in one go as well
IN_ONE_GO = ("locate_sniper", "string_bow_attempts", "crossbow_ready", "archers_before_contact")
WITNESS = {
    **{check_id: named(check_id, of_turns=False) for check_id in rk.checks if check_id not in WITNESS_TURNS},
    **{check_id: in_one_go(WITNESS_TURNS[check_id]) for check_id in (f"realms_of_myth.{name}" for name in IN_ONE_GO)},
}
IDS, TURNS_IDS = tuple(WITNESS), tuple(WITNESS_TURNS)
# where the dice may go on without end, the chances are worked out: function of p
EXACT = {"rencounter.recovery": recovery_chances}

EVENTS = {
    f"{module.__name__.rpartition('.')[2].removesuffix('_events')}.{check}": events
    for module in MODULES
    for check, events in getattr(module, "EVENTS", {}).items()
}


def events(check_id, settings, outcomes):
    """The chances of the events by the witness, from those of its outcomes."""
    return chances(EVENTS, check_id, params_of(check_id, settings), outcomes)


# what a witness knows nothing of
UNKNOWN = {
    "rencounter.melee": ("checks_can_overcome",),
    "rencounter.opportunity_fire": ("braced", "targets", "brace_needs_aim", "shotgun_one_roll"),
    "rencounter.last_shot": ("last_shot_allows",),
    "rencounter.improvement": ("games", "result"),
    "rencounter.wound_location": tuple(rk.checks["rencounter.wound_location"].parameters),
    "rencounter.grenade": ("reaction", "thrower_experience"),
    "rencounter.canister": ("extra_modifier",),
    "rencounter.weapon_breakage": ("attacker_experience", "attacker_armor"),
    "rencounter.bayonet_shot": ("result",),
    "rencounter.horsemanship": ("over_3_inches", "horsemanship_die"),
    "rencounter.fall": ("horsemanship_die", "rider_wounds"),  # but the corners have his wounds where it knows them
    "rencounter.collision": ("struck_dodges", "horsemanship_die"),
    "rencounter.attack_horse": ("rider_extra_modifier",),
    "rencounter.horse_attack": ("speed", "defender_extra_modifier", "horsemanship_die"),
    "rencounter.horse_kick": ("defender_extra_modifier",),
    "rencounter.unit_under_fire": ("death_at",),
    "rencounter.skirmish": ("distance", "death_at"),
    "rencounter.charge": ("death_at",),
    "rencounter.fire_turn": ("rounds", "action_modifier", "master_acts", "natural_one_acts_max_wounds"),
    "rencounter.volley": ("targets", "shotgun_one_roll"),
    "rencounter.reload": ("unfix_first", "single_round", "men_missing", "loading", "lay", "fire_gun"),
    "rencounter.activation_cards": ("deck", "commander", "hold"),
    "realms_of_myth.stun_duration": ("p_res_chance",),
}

# what is followed die by die must be small; some of these values are all that a witness knows
POSITIONS = {
    **dict.fromkeys(("awa_mods", "hrt_mods"), (2, 3, (-12, -4, 0, 3, 7))),
    **dict.fromkeys(("agl", "hrt"), (2, 3, (0, 12, 13, 40))),
    "stun_penalties": (2, 3, (0, 3, 25)),
}
SMALL = {
    "odd_encounters.melee_attack": {"damage_dice": (1, 2)},
    "odd_encounters.melee_damage": {"damage_dice": (1, 2)},
    "realms_of_myth.initiative_order": {**POSITIONS, "actions": (2, 3, (1, 2, 3))},
    "realms_of_myth.initiative_position": POSITIONS,
    "rencounter.activation_cards": {"units": (1, 5), "side_units": (1, 2), "cards_each": (1, 3)},
    "rencounter.activation_dice": {"side_a": (0, 3), "side_b": (0, 2)},
    "rencounter.bayonet_shot": {"weapon": LONG_ARMS},
    "rencounter.canister": {"result": ("wound", "hits")},
    "rencounter.duel": {"turn_limit": (1, 2)},
    "rencounter.gang_up": {"strikers": (1, 3), "bystanders": (0, 2)},
    "rencounter.gunfight": {"turn_limit": (2, 3)},
    "rencounter.reload": {"weapon": tuple(LOADING), "limit": (1, 12)},
    "traveller.duel": both(**dict.fromkeys(BODY, (1, 3))),
}
# what is said where nothing else is, beside what the other tests say
START = {
    "rencounter.activation_cards": {"units": 3, "side_units": 2, "cards_each": 1},
    "rencounter.duel": {"turn_limit": 2},
    "rencounter.gunfight": {"turn_limit": 3},
}
SLOW = (
    "odd_encounters.skirmish",
    "odd_encounters.cost_effectiveness",
    "realms_of_myth.surprise_free_blows",
    "rencounter.duel",
    "rencounter.gunfight",
    "rencounter.skirmish",
    "rencounter.charge",
    "rencounter.unit_under_fire",
    "traveller.duel",
)

IDLE = 150  # draws in a row that bring nothing new
FEW = 6  # values of a parameter; so few are each met with each of another's
COUPLES = 12  # of these pairs at once, at most
VALUES = 10  # of those not yet met at once, at most
STEPS = tries((0, 1, 5, 34), (0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144))


def tried(p, rng):
    """The values of a parameter that are to be met, in any order: all, or of a wide range its ends, some around the
    default, and some from anywhere.
    """
    if isinstance(p, SeveralChoices):
        return [[one, *some_value(p, rng)[1:]] for one in rng.sample(p.choices, min(8, len(p.choices)))]
    values = p.values() or [some_value(p, rng) for _ in range(4)]
    if isinstance(p, Whole) and len(values) > len(STEPS):
        start = p.low if p.default is None else p.default
        near = {start + sign * step for sign in (-1, 1) for step in STEPS}
        anywhere = rng.sample(values, len(STEPS))
        values = sorted({p.low, p.high, *anywhere, *(value for value in near if p.low <= value <= p.high)})
    return rng.sample(values, len(values))


def with_this(known, settings, name, value, rng):
    """What is said, this too, and what it counts with only."""
    more, p = {**settings, name: value}, known[name]
    while (other := p.only_with[0]) in known and p.rests(more.get(other, known[other].default)):
        takes = known[other].values()
        more[other], p = rng.choice([one for one in p.only_with[1] if one in takes] or p.only_with[1]), known[other]
    return more


def is_played(check_id, settings, rng):
    """Does the witness find no contradiction?"""
    try:
        if check_id in WITNESS_TURNS:
            play(WITNESS_TURNS[check_id], params_of(check_id, settings), rng)
        else:
            throw_once(WITNESS[check_id], rng, p=params_of(check_id, settings))
    except ValueError:
        return False
    return True


def cases(check_id, how_many, seed):
    """Different seeded situations without contradictions: the base, the corners, and drawn ones, until there are as
    many as are wanted and each value of each parameter has been met, in ``make test-long`` also each two of parameters
    with few values together; of a slow check as many as are wanted.
    """
    how_many *= tries(2, 6) if check_id in WITNESS_TURNS and check_id not in SLOW else 1
    rng, small, slow = random.Random(f"{seed} {check_id}"), SMALL.get(check_id, {}), check_id in SLOW
    known = {name: p for name, p in parameters(check_id).items() if name not in UNKNOWN.get(check_id, ())}
    known |= {name: narrowed(known[name], inside) for name, inside in small.items()}
    start = {**base(check_id), **START.get(check_id, {})}
    start_cases = [start, *({**start, **corner} for corner in CORNERS.get(check_id, []))]
    columns = {name: tried(p, rng) for name, p in known.items()}
    waiting = [
        (name, value) for row in zip_longest(*columns.values()) for name, value in zip(columns, row, strict=True)
    ]

    few = [(name, value) for name, column in columns.items() if len(column) <= FEW for value in column]
    couples = [] if slow or not LONG else [(one, other) for one, other in combinations(few, 2) if one[0] != other[0]]

    def meets(settings, name, value):
        return value in (None, settings.get(name, known[name].default))

    def unmet(settings):
        return [one for one in waiting if not meets(settings, *one)]

    def apart(settings):
        return [couple for couple in couples if not all(meets(settings, *one) for one in couple)]

    for settings in start_cases:
        waiting, couples = unmet(settings), apart(settings)
    most = max(VALUES, -(-len(known) // how_many)) if slow else VALUES
    idle = 0
    while idle < IDLE and (len(start_cases) < how_many or ((waiting or couples) and not slow)):
        others = rng.sample(list(columns), min(len(columns), rng.randint(1, 9)))
        together = [one for couple in couples[: rng.randint(1, COUPLES)] for one in couple]
        pairs = [*waiting[: rng.randint(1, most)], *together, *((name, rng.choice(columns[name])) for name in others)]
        settings = start
        for name, value in rng.sample(pairs, len(pairs)):
            fuller = with_this(known, settings, name, value, rng)
            settings = fuller if settings.get(name) == start.get(name) and is_taken(check_id, fuller) else settings
        idle += 1
        left, still = unmet(settings), apart(settings)
        is_new = len(start_cases) < how_many or len(left) < len(waiting) or len(still) < len(couples)
        if is_new and settings not in start_cases and is_played(check_id, settings, rng):
            start_cases.append(settings)
            waiting, couples, idle = left, still, 0
        rng.shuffle(waiting)
        rng.shuffle(couples)
    return start_cases
