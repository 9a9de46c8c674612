"""Seeded spreads of parameter sets for the witnesses of processes, small enough to be followed state by state.

To add a process: its witness in `WITNESS_TURNS` and values away from its defaults in `SPACES`; where it is needed, what
every case takes in `ALWAYS`, what a parameter needs to be felt in `TOGETHER`, and what is too large in `too_large`.
Of those in `QUICK` six times as many cases are followed.
"""

import random
from math import prod

from . import odd_encounters_turns as odd
from . import realms_of_myth_duel_turns_spread as realms_of_myth
from . import realms_of_myth_turns_spread as attempts
from . import rencounter_turns_spread as rencounter
from . import salamis_turns_spread as salamis
from . import traveller_encounters_turns as encounters
from . import traveller_turns as traveller
from .asked import asked
from .odd_encounters_spells import SLEEP_AND_SLAY
from .turns import play

WITNESS_TURNS = {
    "odd_encounters.duel": odd.DUEL,
    "odd_encounters.duel_length": odd.DUEL_LENGTH,
    "odd_encounters.shots_before_contact": odd.SHOTS_BEFORE_CONTACT,
    "odd_encounters.approach_under_fire": odd.APPROACH_UNDER_FIRE,
    "odd_encounters.skirmish": odd.SKIRMISH,
    "odd_encounters.cost_effectiveness": odd.COST_EFFECTIVENESS,
    "odd_encounters.volley": odd.VOLLEY,
    "odd_encounters.sleep_and_slay": SLEEP_AND_SLAY,
    "traveller.meeting": traveller.MEETING,
    "traveller.first_blow_range": traveller.FIRST_BLOW_RANGE,
    "traveller.encounter_count": encounters.ENCOUNTER_COUNT,
    "traveller.first_encounter": encounters.FIRST_ENCOUNTER,
    "traveller.morale_break": traveller.MORALE_BREAK,
    "traveller.hits_to": traveller.HITS_TO,
    "traveller.rounds_to": traveller.ROUNDS_TO,
    "traveller.duel": traveller.DUEL,
}
YES = [True]
TO_HIT = [0, 2, 4, 7, 12]
ARMOR_CLASS = [-6, -2, 0, 2, 5, 7, 8]
NATURAL = ["one_misses", "twenty_hits", "both"]
MISSILE = ["thrown", "sling", "short_bow", "crossbow"]
ODD_SIDES = {
    f"{side}_{name}": values
    for side in "ab"
    for name, values in {
        "th": TO_HIT,
        "ac": ARMOR_CLASS,
        "weapon": ["two_hand_weapons", "two_hand_weapons", "two_handed", "two_handed", "pole_arm"],
    }.items()
}
ODD_MELEE = {**ODD_SIDES, "first": ["b", "random"], "natural_rolls": NATURAL}
ODD_DUEL = {**ODD_MELEE, "a_hp": [1, 2, 5, 7, 9], "b_hp": [1, 3, 6, 8, 9]}
ODD_SKIRMISH = {
    **ODD_MELEE,
    "a_count": [1, 3],
    "b_count": [1, 3],
    "a_hp": [1, 2, 5, 6, 7],
    "b_hp": [1, 3, 5, 6, 8],
    "targeting": ["random"],
}
CLOSING = {
    "missile": MISSILE,
    "distance": [1, 2, 3, 4, 6, 7, 8, 9, 12, 13, 15, 16, 20, 22, 24, 25, 30, 47, 60],
    "target_armor": ["leather", "chain", "plate"],
    "gait": ["run", "run_then_walk"],
    "first": ["shooter"],
}
RULINGS = {
    "first_blood_overflow": ["random_other"],
    "later_groups": ["attacker", "random", "random_any"],
    "group_overflow": ["carry_on"],
}
WOUNDS = {"stage": ["serious", "dead"], **RULINGS}
MEETING = {
    "party_surprise_dm": [-6, -3, -1, 1, 2, 5],
    "npc_surprise_dm": [-5, -2, -1, 1, 3, 6],
    "terrain": [
        "rough",
        "forest",
        "jungle",
        "swamp",
        "desert",
        "maritime_subsurface",
        "arctic",
        "building_interior",
    ],
    "party_plan": ["leave"],
    "npc_plan": ["leave"],
    "npc_outnumbered": YES,
    "service_terms": [5, 9],
    "world_population": [0, 8, 9, 12],
    "other_dm": [-12, -4, -1, 1, 2, 7],
    "may_attack": ["never", "throw_8", "always"],
    "party_with_surprise": ["throws_7", "cannot_leave"],
    "close_short_escape_dm": [0, -1],
    "range_out_of_table": ["reroll"],
    "range_rows_1_2": ["swapped"],
}
ENCOUNTERS = {
    "kind": ["animal", "patron", "rumor", "legal"],
    "intervals": [1, 2, 3, 4, 12, 30, 60],
    "law_level": [0, 2, 4, 7, 9, 12, 20],
    "legal_direction": ["or_more_avoids"],
    "legal_dice": [1],
    "animal_dice": [2],
    "animal_target": [1, 3, 6, 8, 11, 15],
    "animal_dm": [-12, -2, -1, 1, 3],
}
CHANCE_DM = [-6, -3, -1, 1, 2, 4, 6]


def without(space, name):
    """The same less one name."""
    return {other: values for other, values in space.items() if other != name}


# values away from the default for every parameter
SPACES = {
    "odd_encounters.duel": {**ODD_DUEL, "rounds": [1, 2, 3, 7]},
    "odd_encounters.duel_length": {**ODD_DUEL, "max_rounds": [1, 2, 5, 9]},
    "odd_encounters.shots_before_contact": CLOSING,
    "odd_encounters.approach_under_fire": {
        **CLOSING,
        "attacker_th": TO_HIT,
        "target_shield": YES,
        "target_hp": [1, 2, 6, 9, 13],
        "natural_rolls": ["one_misses", "both"],
    },
    "odd_encounters.skirmish": ODD_SKIRMISH,
    "odd_encounters.cost_effectiveness": {
        **ODD_SKIRMISH,
        "a_cost": [85, 145, 1000],
        "b_cost": [1, 90, 125, 10000],
    },
    "odd_encounters.volley": {
        "shots": [1, 2, 4, 9, 12],
        "targets": [1, 2, 3, 7],
        "attacker_th": TO_HIT,
        "missile": MISSILE,
        "distance": [0, 3, 4, 6, 7, 8, 11, 12, 13, 16, 22],
        "target_ac": ARMOR_CLASS,
        "target_hp": [1, 2, 6, 7, 9],
        "target_fatigued": YES,
        "natural_rolls": NATURAL,
    },
    "odd_encounters.sleep_and_slay": {
        "sleepers": [1, 2, 5, 8, 12],
        "killers": [2, 3, 5, 12],
        "first_turn": [1, 3, 4, 5, 9, 16],
        "sleep_duration_roll": ["per_model"],
    },
    "traveller.meeting": MEETING,
    "traveller.first_blow_range": MEETING,
    "traveller.encounter_count": ENCOUNTERS,
    "traveller.first_encounter": ENCOUNTERS,
    "traveller.morale_break": {
        "party_size": [1, 2, 3, 5, 12, 13, 20, 100],
        "casualties": [1, 2, 3, 5],
        "casualties_per_round": [0, 2, 3],
        "rounds": [1, 3, 5, 10, 30],
        "military": YES,
        "leader_skill": YES,
        "leader_tactical": YES,
        "leader_down_round": [1, 2, 3, 5],
        "new_leader_tactical": YES,
        "leader_loss_starts": ["next_round"],
        "fallen_leader_tactical": ["kept"],
    },
    "traveller.hits_to": {**WOUNDS, "max_hits": [1, 2, 4, 9]},
    "traveller.rounds_to": {
        **WOUNDS,
        "dm": CHANCE_DM,
        "attacks_per_round": [2, 3, 4],
        "rounds": [1, 2, 3, 8],
        "blow_limit": [1, 2, 3, 5],
        "surprise_blows": [1, 2, 4],
        "weakened_dm": [-2, -3, -6, -12],
    },
    "traveller.duel": {
        "a_dm": CHANCE_DM,
        "b_dm": CHANCE_DM,
        "stage": ["serious", "dead"],
        **RULINGS,
    },
}
# what every case takes, mostly to keep it small
BODY = {name: [1, 2, 3, 4, 5, 6, 9] for name in ("strength", "dexterity", "endurance")}
ALWAYS = {
    "traveller.hits_to": {**BODY, "wound_dice": [1, 1, 2, 2, 2, 4]},
    "traveller.rounds_to": {**BODY, "wound_dice": [1, 1, 2, 2, 2, 4]},
    "traveller.duel": {
        **{f"{side}_{name}": [1, 2, 3, 4] for side in "ab" for name in BODY},
        **{f"{side}_wound_dice": [1, 2] for side in "ab"},
        "rounds": [1, 2, 3, 4],
    },
}
# what a parameter needs to be felt
SERIOUS = {name: {"stage": "serious"} for name in RULINGS}
ODD_TOGETHER = {
    "natural_rolls": {"a_th": 12, "b_ac": 8, "b_th": 4, "a_ac": 7},
    "targeting": {"a_count": 3, "b_count": 2, "a_hp": 3, "b_hp": 3},
}
MEETING_TOGETHER = {
    "party_with_surprise": {"party_plan": "leave"},
    "close_short_escape_dm": {"party_plan": "leave", "terrain": "building_interior"},
    "range_out_of_table": {"npc_plan": "leave", "terrain": "desert"},
    "range_rows_1_2": {"npc_plan": "leave", "terrain": "swamp"},
    "service_terms": {"other_dm": 1},
}
ENCOUNTERS_TOGETHER = {
    **{name: {"kind": "legal"} for name in ("law_level", "legal_direction", "legal_dice")},
    **{name: {"kind": "animal"} for name in ("animal_dice", "animal_target", "animal_dm")},
}
TOGETHER = {
    "odd_encounters.duel": without(ODD_TOGETHER, "targeting"),
    "odd_encounters.duel_length": without(ODD_TOGETHER, "targeting"),
    "odd_encounters.skirmish": ODD_TOGETHER,
    "odd_encounters.cost_effectiveness": ODD_TOGETHER,
    "odd_encounters.volley": {"missile": {"distance": 11}},
    "odd_encounters.approach_under_fire": {
        "natural_rolls": {"attacker_th": 12, "target_armor": "none", "missile": "long_bow", "distance": 20}
    },
    "traveller.meeting": MEETING_TOGETHER,
    "traveller.first_blow_range": MEETING_TOGETHER,
    "traveller.encounter_count": ENCOUNTERS_TOGETHER,
    "traveller.first_encounter": ENCOUNTERS_TOGETHER,
    "traveller.morale_break": {
        "new_leader_tactical": {"leader_down_round": 1, "rounds": 5, "party_size": 20, "casualties": 5},
        "leader_loss_starts": {"leader_down_round": 2, "rounds": 5, "party_size": 12, "casualties": 3},
        "fallen_leader_tactical": {
            "leader_down_round": 2,
            "leader_tactical": True,
            "rounds": 5,
            "party_size": 12,
            "casualties": 3,
        },
    },
    "traveller.hits_to": SERIOUS,
    "traveller.rounds_to": {
        **SERIOUS,
        "weakened_dm": {"blow_limit": 1, "rounds": 3},
        "surprise_blows": {"blow_limit": 1, "rounds": 3},
    },
    "traveller.duel": SERIOUS,
}
# cases which no spread should miss
NOBODY_HITS = {"a_ac": -10, "b_ac": -10}
ONLY_WITH_TWENTY = {"a_ac": -10, "natural_rolls": "twenty_hits"}
EACH_KIND = [
    {"kind": "patron", "intervals": 5},
    {"kind": "rumor"},
    {"kind": "legal", "law_level": 3, "legal_direction": "or_more_avoids", "legal_dice": 1},
    {"kind": "animal", "animal_dice": 2, "animal_target": 8, "intervals": 4},
]
CORNERS = {
    "traveller.encounter_count": EACH_KIND,
    "traveller.first_encounter": EACH_KIND,
    "odd_encounters.duel": [{**NOBODY_HITS, "first": "random"}, {"b_ac": -10}, ONLY_WITH_TWENTY],
    "odd_encounters.duel_length": [{**NOBODY_HITS, "max_rounds": 3}, ONLY_WITH_TWENTY],
    "odd_encounters.skirmish": [
        {**NOBODY_HITS, "first": "random"},
        {"b_ac": -10, "b_count": 1},
        {**ONLY_WITH_TWENTY, "targeting": "random"},
    ],
    "odd_encounters.cost_effectiveness": [NOBODY_HITS, ONLY_WITH_TWENTY],
    "odd_encounters.sleep_and_slay": [
        {"sleepers": 5, "killers": 2, "first_turn": 8},
        {"sleepers": 12, "killers": 2, "first_turn": 8, "sleep_duration_roll": "per_model"},
    ],
    "odd_encounters.volley": [{"distance": 22}, {"target_ac": -6, "natural_rolls": "twenty_hits"}],
}
SLOW_BY_DEFAULT = ("traveller.duel",)

for ours, theirs in (
    (WITNESS_TURNS, rencounter.WITNESS_TURNS),
    (SPACES, rencounter.SPACES),
    (ALWAYS, rencounter.ALWAYS),
    (TOGETHER, rencounter.TOGETHER),
    (CORNERS, rencounter.CORNERS),
    (WITNESS_TURNS, realms_of_myth.WITNESS_TURNS),
    (SPACES, realms_of_myth.SPACES),
    (ALWAYS, realms_of_myth.ALWAYS),
    (TOGETHER, realms_of_myth.TOGETHER),
    (CORNERS, realms_of_myth.CORNERS),
    (WITNESS_TURNS, attempts.WITNESS_TURNS),
    (SPACES, attempts.SPACES),
    (ALWAYS, attempts.ALWAYS),
    (TOGETHER, attempts.TOGETHER),
    (CORNERS, attempts.CORNERS),
    (WITNESS_TURNS, salamis.WITNESS_TURNS),
    (SPACES, salamis.SPACES),
    (ALWAYS, salamis.ALWAYS),
    (TOGETHER, salamis.TOGETHER),
    (CORNERS, salamis.CORNERS),
):
    ours.update(theirs)
SLOW_BY_DEFAULT += rencounter.SLOW_BY_DEFAULT
QUICK = realms_of_myth.QUICK + attempts.QUICK + salamis.QUICK
IDS = tuple(WITNESS_TURNS)


def bodies(params, *prefixes):
    """How many triples of values there are at most from these on down, all fighters taken together."""
    return prod(params.get(f"{prefix}{name}", 7) + 1 for prefix in prefixes for name in BODY)


def too_large(check_id, params):
    """Whether it would take too long to follow the case state by state."""
    if check_id in rencounter.WITNESS_TURNS:
        return rencounter.too_large(check_id, params)
    if check_id in ("odd_encounters.skirmish", "odd_encounters.cost_effectiveness"):
        counts = sum(params.get(f"{side}_count", 2) for side in "ab")
        most = max(params.get(f"{side}_hp", 4) for side in "ab")
        allowed = {2: 9, 3: 8, 4: 6, 5: 3}
        if params.get("targeting") == "random":
            allowed = {2: 9, 3: 7, 4: 4, 5: 3}
        return counts > 5 or most > allowed[counts]
    at_random = params.get("later_groups") in ("random", "random_any")
    if check_id in ("traveller.hits_to", "traveller.rounds_to"):
        return bodies(params, "") > (100 if at_random else 250) and params != {}
    if check_id == "traveller.duel" and params.get("stage", "unconscious") != "unconscious":
        return bodies(params, "a_", "b_") > (600 if at_random else 2500)
    return False


def _case(check_id, rng, wanted):
    """One random case with the wanted parameters in it, perhaps a contradictory one."""
    space = SPACES[check_id]
    together = TOGETHER.get(check_id, {})
    others = [name for name in space if name not in wanted]
    chosen = [*rng.sample(others, rng.randint(0, min(len(others), 5))), *wanted]
    params = {name: rng.choice(values) for name, values in ALWAYS.get(check_id, {}).items()}
    params.update({name: rng.choice(space[name]) for name in chosen})
    for name in wanted:
        params.update(together.get(name, {}))
    return params


def cases(check_id, how_many, seed):
    """Different random but seeded parameter sets without contradictions, together moving every parameter.

    The first one is all defaults when these are quick to follow. There are fewer than `how_many` only when the process
    has hardly any parameters, or when the last ones that wait contradict each other.
    """
    how_many *= 6 if check_id in QUICK else 1
    rng = random.Random(f"{seed} {check_id}")
    found = [] if check_id in SLOW_BY_DEFAULT else [{}]
    found = [*found, *map(dict, CORNERS.get(check_id, []))][:how_many]
    waiting = list(SPACES[check_id])
    rng.shuffle(waiting)
    share = -(-len(waiting) // max(1, how_many - len(found)))  # how many of them each case has to move
    for _ in range(40 * how_many):
        if len(found) == how_many:
            break
        wanted = waiting[:share]
        params = _case(check_id, rng, wanted)
        refused = params in found or too_large(check_id, params)
        if not refused:
            p = asked(check_id, params)
            try:
                play(WITNESS_TURNS[check_id], p, rng)
            except ValueError:
                refused = True
        if refused:
            rng.shuffle(waiting)
            continue
        found.append(params)
        waiting = waiting[len(wanted) :]
    return found
