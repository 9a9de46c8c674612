"""Seeded spreads of parameter sets for the witnesses, away from the defaults and free of contradictions."""

import random

from . import (
    odd_encounters,
    odd_encounters_spread,
    realms_of_myth,
    realms_of_myth_spread,
    rencounter,
    rencounter_spread,
    salamis,
    salamis_spread,
    traveller,
    traveller_turns,
)
from . import traveller_encounters as encounters
from . import traveller_wounds as wounds
from .asked import asked
from .explore import throw_once
from .rencounter_spread import ACTION, FIRE, NO, POINTS, STROKE, YES

WITNESS = {
    "rencounter.action": rencounter.action,
    "rencounter.fire": rencounter.fire,
    "rencounter.wound": rencounter.wound,
    "rencounter.duck_back": rencounter.duck_back,
    "rencounter.knockdown": rencounter.knockdown,
    "rencounter.melee": rencounter.melee,
    "rencounter.gang_up": rencounter.gang_up,
    **rencounter_spread.WITNESS,
    "odd_encounters.hit_points": odd_encounters.hit_points,
    "odd_encounters.to_hit_bonus": odd_encounters.to_hit_bonus,
    "odd_encounters.armor_class": odd_encounters.armor_class,
    "odd_encounters.melee_attack": odd_encounters.melee_attack,
    "odd_encounters.melee_damage": odd_encounters.melee_damage,
    "odd_encounters.missile_attack": odd_encounters.missile_attack,
    "odd_encounters.missile_damage": odd_encounters.missile_damage,
    "odd_encounters.saving_throw": odd_encounters.saving_throw,
    **odd_encounters_spread.WITNESS,
    "realms_of_myth.task_chance": realms_of_myth.task_chance,
    "realms_of_myth.task": realms_of_myth.task,
    "realms_of_myth.contested_roll": realms_of_myth.contested_roll,
    "realms_of_myth.surprise": realms_of_myth.surprise,
    "realms_of_myth.surprise_duration": realms_of_myth.surprise_duration,
    "realms_of_myth.pot": realms_of_myth.pot,
    "realms_of_myth.weapon_db": realms_of_myth.weapon_db,
    "realms_of_myth.armor_through": realms_of_myth.armor_through,
    "realms_of_myth.wounds": realms_of_myth.wounds,
    "realms_of_myth.wound_level": realms_of_myth.wound_level,
    "realms_of_myth.death_check": realms_of_myth.death_check,
    **realms_of_myth_spread.WITNESS,
    "traveller.surprise_dm": traveller.surprise_dm,
    "traveller.surprise": traveller.surprise,
    "traveller.escape": encounters.escape,
    "traveller.avoid": encounters.avoid,
    "traveller.encounter_range": traveller.encounter_range,
    "traveller.reaction": traveller.reaction,
    "traveller.hostile_attack": encounters.hostile_attack,
    "traveller.reaction_attack": traveller_turns.reaction_attack,
    "traveller.legal": encounters.legal,
    "traveller.random_encounter": encounters.random_encounter,
    "traveller.animal_encounter": encounters.animal_encounter,
    "traveller.patron": encounters.patron,
    "traveller.rumor": encounters.rumor,
    "traveller.evading_dm": encounters.evading_dm,
    "traveller.to_hit": traveller_turns.to_hit,
    "traveller.hits": wounds.hits,
    "traveller.morale": traveller_turns.morale,
    "traveller.wound": traveller_turns.wound,
    "traveller.wounded_values": wounds.wounded_values,
    "traveller.attack": wounds.attack,
    "traveller.minutes_out": wounds.minutes_out,
    "traveller.waking_value": wounds.waking_value,
    "traveller.range_by_distance": encounters.range_by_distance,
    "traveller.range_by_bands": encounters.range_by_bands,
    "traveller.rounds_to_close": encounters.rounds_to_close,
    "traveller.closing": encounters.closing,
    "salamis.d3": salamis.d3,
    "salamis.terrain_square": salamis.terrain_square,
    "salamis.wind_direction": salamis.wind_direction,
    "salamis.entry_modifier": salamis.entry_modifier,
    "salamis.entry": salamis.entry,
    "salamis.action_phases": salamis.action_phases,
    **salamis_spread.WITNESS,
}
IDS = tuple(WITNESS)
# where the dice may go on without end, the chances are worked out: function of p
EXACT = rencounter_spread.EXACT

ODD_ATTACK = {
    "attacker_th": [0, 2, 4, 7, 12, 18],
    "target_ac": [-6, -2, 0, 2, 4, 6, 7],
    "target_hp": [1, 2, 7, 9, 14],
    "target_fatigued": YES,
    "blessed": YES,
    "striking": YES,
    "hasted": YES,
    "natural_rolls": ["one_misses", "twenty_hits", "both"],
}
ODD_MELEE = {
    **ODD_ATTACK,
    "weapon": ["two_hand_weapons", "pole_arm", "two_handed"],
    "target_helpless": YES,
    "damage_dice": [2],
}
ODD_MISSILE = {
    **ODD_ATTACK,
    "missile": ["thrown", "thrown", "sling", "short_bow", "crossbow"],
    "distance": [0, 2, 3, 4, 6, 7, 8, 11, 12, 13, 15, 16, 21, 22, 24],
    "shooter_move": ["half", "half", "full", "ran"],
    "line_of_sight": NO,
    "woods": ["under_2", "exactly_2", "over_2"],
    "woods_exactly_two": ["blocked"],
    "two_weapons": YES,
    "two_weapons_when_throwing": YES,
    "bless_missiles": NO,
    "striking_missiles": NO,
}
CLASSES = {
    "char_class": ["cleric", "magic_user", "fighter_magic_user", "fighter_magic_user", "monster"],
    "level": list(range(2, 21)),
    "magic_user_level": list(range(1, 9)),
    "multiclass_stats": ["best"],
}
MODEL = {"resolution_model": ["linear_5", "ratio", "table"], "min_chance": [0, 5, 10], "max_chance": [90, 95, 100]}
CHANCE = [0, 1, 7, 22, 40, 63, 88, 99, 100]
GROUP = {
    "people": [0, 0, 1, 7, 8, 12],
    "animals": [1, 9, 10, 25],
    "battle_dress": YES,
    "leader": YES,
    "tactical": YES,
    "military": YES,
    "vehicle": YES,
    "pouncers": YES,
}
RANGE = {
    "terrain": list(traveller.TERRAIN)[1:],
    "range_out_of_table": ["reroll"],
    "range_rows_1_2": ["swapped"],
}
REACTION = {
    "service_terms": [4, 5, 9],
    "world_population": [0, 8, 9, 11],
    "other_dm": [-12, -4, -1, 1, 2, 6, 12],
}
WOUND = {
    "strength": [1, 3, 6, 9],
    "dexterity": [1, 2, 5, 12],
    "endurance": [1, 4, 8, 15],
    "wound_dice": [1, 2],
    "first_wound": NO,
    "first_blood_overflow": ["random_other"],
    "later_groups": ["attacker", "random", "random_any"],
    "group_overflow": ["carry_on"],
}
# a man wounded before may have lost all of a value
MORE_WOUNDS = {
    **WOUND,
    "strength": [0, 1, 3, 6, 9],
    "dexterity": [0, 1, 2, 5, 12],
    "wound_dice": [1, 2, 4],
}
SURPRISE = {
    "source": ["mechanical_trap", "glamour", "chance_meeting"],
    "aggressor_chance": CHANCE,
    "target_chance": CHANCE,
    "trap_identified": YES,
    "margin_tie": ["aggressor"],
}
COMMAND = {
    "command": ["inept", "poor", "skilled", "exceptional"],
    "edge": ["side"],
    "position": ["level", "beyond_front"],
    "enemy_near": YES,
    "loyalty": [-5, -2, 1, 4],
}
WEAPON = {"size": list(range(21)), "weight_class": list(realms_of_myth.FIRST_FIVE), "weight_columns": ["last_five"]}


def without(space, *names):
    """The space less some of its parameters."""
    return {name: values for name, values in space.items() if name not in names}


# values away from the default for every parameter
SPACES = {
    **rencounter_spread.SPACES,
    "rencounter.action": ACTION,
    "rencounter.duck_back": {**ACTION, "natural_one_in_checks": NO},
    "rencounter.knockdown": {
        "struck": ["horse"],
        "experience": [1, 2, 3, 5, 6, 6],
        "wounds": [2, 3, 4, 5],
        "fanatic": YES,
        "wound": ["minor", "serious", "crippling"],
        "damage_modifier": [-2, -1, 1, 2, 3, 5],
        "variable_knockdown": YES,
        "master_acts": ["confirm"],
        "natural_one_acts_max_wounds": [0, 1, 3, 5],
        "natural_one_in_checks": NO,
    },
    "rencounter.wound": {
        "damage_modifier": list(range(-8, 9)),
        "margin": YES,
        "melee": YES,
        "target_armor": [1, 2, 3, 4],
        "previous_wounds": POINTS,
        "result": ["points"],
        "death_at": [4, 5, 7, 8],
        "armor_lessens_fire_damage": NO,
    },
    "rencounter.fire": FIRE,
    "rencounter.melee": {
        **STROKE,
        "above_opponent": YES,
        "charging_thrust": YES,
        "mounted_charge": YES,
        "drawing": YES,
        "rank": [2, 3, 4],
        "unfamiliar": YES,
        "from_behind": YES,
        "aggressive": [1, 2, 3, 6],
        "active_attackers": [2, 3, 5],
        "target_cover": ["half", "three_quarters"],
        "close_order": YES,
        "result": ["summary"],
        "above_opponent_applies_to": ["parry", "both"],
        "riposte_margin_counts": NO,
        "cover_applies_to_parry": YES,
    },
    "rencounter.gang_up": {
        **{name: values for name, values in STROKE.items() if name != "natural_one_in_checks"},
        "strikers": [1, 3],
        "bystanders": [1, 2],
        "other_experience": [1, 2, 5, 6],
        "other_wounds": POINTS,
        "result": ["worst_wound", "total_wounds", "fate"],
        "death_at": [4, 5, 7, 8],
    },
    "odd_encounters.hit_points": CLASSES,
    "odd_encounters.to_hit_bonus": {**CLASSES, "th_rounding": ["nearest", "down"]},
    "odd_encounters.armor_class": {
        "armor": ["leather", "chain", "plate"],
        "shield": YES,
        "in_hand": [
            "two_hand_weapons",
            "pole_arm",
            "two_handed",
            "thrown",
            "sling",
            "short_bow",
            "long_bow",
            "crossbow",
        ],
        "protection": YES,
        "protection_10_radius": YES,
        "shield_spell": YES,
        "attack_kind": ["missile"],
        "protection_stacking": ["one"],
        "shield_spell_ac": ["flat"],
    },
    "odd_encounters.melee_attack": ODD_MELEE,
    "odd_encounters.melee_damage": without(ODD_MELEE, "target_hp", "target_helpless"),
    "odd_encounters.missile_attack": ODD_MISSILE,
    "odd_encounters.missile_damage": without(ODD_MISSILE, "target_hp"),
    "odd_encounters.saving_throw": {
        "level": list(range(2, 21)),
        "magic_user_level": list(range(1, 9)),
        "modifier": [-10, -4, -2, -1, 1, 3, 10],
        "multiclass_level": ["sum"],
        "natural_rolls": ["one_misses", "twenty_hits", "both"],
    },
    **odd_encounters_spread.SPACES,
    "realms_of_myth.task_chance": {
        "av": [0, 20, 35, 47, 62, 90, 300],
        "dv": [0, 13, 35, 55, 71, 120],
        "av_modifier": [-80, -15, 4, 20],
        "dv_modifier": [-80, -11, 5, 30],
        "double_time": YES,
        **MODEL,
    },
    "realms_of_myth.task": {
        "av": [0, 20, 35, 47, 62, 90, 300],
        "dv": [0, 13, 35, 55, 71, 120],
        "av_modifier": [-80, -15, 4, 20],
        "dv_modifier": [-80, -11, 5, 30],
        "double_time": YES,
        "chance": CHANCE,
        **MODEL,
    },
    "realms_of_myth.contested_roll": {"first_chance": CHANCE, "second_chance": CHANCE},
    "realms_of_myth.surprise": SURPRISE,
    "realms_of_myth.surprise_duration": SURPRISE,
    "realms_of_myth.pot": {
        "use": ["hand_and_a_half", "two_handed", "hurled", "bow", "sling", "crossbow", "brawling"],
        "strength": [1, 6, 12, 16, 19],
        "modified_sta": [1, 9, 17, 24, 33],
        "slash": YES,
        "crd": [4, 11, 18],
        **WEAPON,
        "head_db": [1, 2, 5],
        "crossbow_pot": [10, 44],
        "days_cocked": [1, 6, 30],
        "charge_speed": [5, 12, 30],
        "foe_speed": [4, 15],
        "jump_down_feet": [1, 2, 4, 6, 10, 17],
    },
    "realms_of_myth.weapon_db": WEAPON,
    "realms_of_myth.armor_through": {
        "pot": [0, 5, 9, 22, 47, 60, 90, 140],
        "layers": [()],
        "attack_form": ["thrust", "slash", "bodkin"],
        "within_short_range": NO,
        "proof": YES,
        "clothing_layers": [1, 2, 3, 5, 6],
        "edged": NO,
        "first_blow": NO,
    },
    "realms_of_myth.wounds": {
        "pot_through": [0, 1, 2, 4, 5, 8, 12, 16, 25, 33, 50],
        "modified_sta": [1, 3, 11, 17, 24, 40],
        "cnd": [1, 3, 8, 15, 20],
        "blow": ["blunt", "point"],
        "through_unbreached_armor": YES,
        "edge_wounds": ["single", "shifted"],
        "threshold_rounding": ["half_up", "down"],
    },
    "realms_of_myth.wound_level": {"wounds": [0, 2, 3, 4, 6, 7, 10, 11, 20]},
    "realms_of_myth.death_check": {"p_res": [0, 8, 22, 40, 54, 55, 70, 120], "chance": CHANCE, **MODEL},
    **realms_of_myth_spread.SPACES,
    **salamis_spread.SPACES,
    "traveller.surprise_dm": {**GROUP, "group_size_dms": ["worst_only"]},
    "traveller.surprise": {
        **{f"{side}_{name}": values for side in ("party", "other") for name, values in GROUP.items()},
        "group_size_dms": ["worst_only"],
    },
    "traveller.escape": {
        "range": ["close", "short", "short", "long", "very_long"],
        "has_surprise": YES,
        "close_short_escape_dm": [0, -1],
    },
    "traveller.avoid": {"outnumbered": NO, "has_surprise": NO},
    "traveller.encounter_range": RANGE,
    "traveller.reaction": REACTION,
    "traveller.hostile_attack": {
        "reaction": [*traveller.REACTIONS.values(), *["hostile_may_attack"] * 3],
        "may_attack": ["never", "throw_8", "always"],
    },
    "traveller.reaction_attack": {**REACTION, "may_attack": ["never", "throw_8", "always"]},
    "traveller.legal": {
        "law_level": [0, 1, 2, 3, 6, 7, 8, 9, 11, 12, 13, 20],
        "legal_direction": ["or_more_avoids"],
        "legal_dice": [1],
    },
    "traveller.random_encounter": {},
    "traveller.animal_encounter": {
        "animal_dice": [2],
        "animal_target": [1, 2, 4, 6, 7, 8, 11, 15],
        "animal_dm": [-12, -3, -1, 1, 4, 12],
    },
    "traveller.patron": {"searching": NO},
    "traveller.rumor": {},
    "traveller.evading_dm": {"range": ["close", "medium", "long", "very_long"]},
    "traveller.to_hit": {
        "weapon_skill": [1, 2, 4],
        "parry_skill": [1, 3],
        "characteristic_dm": [-2, 1],
        "armor_dm": [-5, -1, 3],
        "range_dm": [-3, 2],
        "cover_dm": [-4, -1],
        "evading": YES,
        "range": ["close", "medium", "long", "very_long"],
        "other_dm": [-1, 2, 6],
    },
    "traveller.wound": WOUND,
    "traveller.wounded_values": MORE_WOUNDS,
    "traveller.attack": {**MORE_WOUNDS, "dm": [-20, -5, -2, 1, 3, 6, 20]},
    "traveller.minutes_out": MORE_WOUNDS,
    "traveller.waking_value": {
        "full": [1, 2, 5, 8, 12, 15],
        "wounded": [1, 2, 3, 4, 5, 8, 11, 15],
        "condition": ["minor", "minor", "serious"],
    },
    "traveller.range_by_distance": {"metres": [0, 1, 5, 6, 49, 50, 51, 249, 250, 251, 500, 501, 5000]},
    "traveller.range_by_bands": {"bands": [0, 2, 3, 9, 10, 11, 19, 20, 21, 100]},
    "traveller.rounds_to_close": {
        "distance": [0, 1, 2, 4, 5, 7, 10, 17, 18, 33, 34, 50, 67, 68, 170, 2000],
        "unit": ["squares"],
        "speed": ["stand", "walking", "triple", "quadruple"],
        "other_speed": ["walking", "double", "triple", "quadruple"],
    },
    "traveller.closing": {
        **RANGE,
        "speed": ["stand", "walking", "triple", "quadruple"],
        "other_speed": ["walking", "double", "triple", "quadruple"],
        "start_band": ["near", "far"],
    },
    "traveller.hits": {"attacks": [1, 3, 4, 7, 20], "dm": [-20, -6, -5, -4, -1, 1, 2, 5, 6, 20]},
    "traveller.morale": {
        "party_size": [4, 10, 20],
        "casualties": [1, 3, 5, 9],
        "military": YES,
        "leader_skill": YES,
        "leader_tactical": YES,
        "leader_down": YES,
        "fallen_leader_tactical": ["kept"],
    },
    "salamis.d3": {},
    "salamis.terrain_square": {"corner": YES},
    "salamis.wind_direction": {"wind_die": ["d6"]},
    "salamis.entry_modifier": COMMAND,
    "salamis.entry": COMMAND,
    "salamis.action_phases": {
        "own_counters": [0, 1, 2, 4, 6],
        "enemy_counters": [0, 1, 2, 5],
        "own_initiative": [1, 2, 5],
        "enemy_initiative": [1, 3],
    },
}

# parameters which a case always takes, because the others mean little without them
OFTEN = {
    **rencounter_spread.OFTEN,
    **odd_encounters_spread.OFTEN,
    **realms_of_myth_spread.OFTEN,
    **salamis_spread.OFTEN,
    "rencounter.fire": ["skill", "weapon"],
    "rencounter.melee": ["attacker_skill", "defender_skill"],
    "rencounter.gang_up": ["attacker_skill", "result"],
    "rencounter.knockdown": ["variable_knockdown"],
    "realms_of_myth.pot": ["use"],
}
# what a parameter needs to be felt
WOUND_TOGETHER = {
    "later_groups": {"first_wound": False},
    "group_overflow": {"first_wound": False, "strength": 3},
    "first_blood_overflow": {"first_wound": True, "dexterity": 2},
}
TOGETHER = {
    **rencounter_spread.TOGETHER,
    **odd_encounters_spread.TOGETHER,
    **realms_of_myth_spread.TOGETHER,
    **salamis_spread.TOGETHER,
    "rencounter.action": {
        name: {"morale_check": True}
        for name in (
            "men_lost",
            "leader_lost",
            "units_lost_24",
            "units_lost_12",
            "small_group_losses",
            "leader_inspires",
            "leader_panics",
        )
    },
    "rencounter.fire": {
        "aim_at": {"mounted": True},
        "targets": {"weapon": "blunderbuss"},
        "braced": {"aim_turns": 1},
        "shotgun_one_roll": {"targets": 2, "weapon": "double_barrel_shotgun"},
        "pistols_are_low_velocity": {"weapon": "machine_pistol", "target_armor": 3},
        "confirmed_hit_margin": {"cover": "loophole"},
    },
    "rencounter.melee": {
        "above_opponent_applies_to": {"above_opponent": True},
        "aggressive": {"attacker_skill": 12},
        "cover_applies_to_parry": {"target_cover": "half"},
        "shield_helps": {"defender_shield": "large"},
    },
    "rencounter.knockdown": {
        "struck": {"wound": "crippling", "wounds": 3},
        "master_acts": {"experience": 6, "damage_modifier": 2, "variable_knockdown": True},
    },
    "odd_encounters.missile_attack": {"two_weapons": {"missile": "thrown", "distance": 4}},
    "realms_of_myth.surprise": {"trap_identified": {"source": "mechanical_trap"}},
    "realms_of_myth.pot": {"crd": {"slash": True}},
    "realms_of_myth.armor_through": {
        "clothing_layers": {"layers": ()},
        "edged": {"layers": (), "clothing_layers": 5},
        "first_blow": {"layers": (), "clothing_layers": 4},
        "within_short_range": {"attack_form": "bodkin", "layers": ("field_plate", "padded")},
        "proof": {"attack_form": "bodkin", "layers": ("singlemail", "padded")},
    },
    "traveller.to_hit": {"range": {"evading": True}},
    "traveller.escape": {"close_short_escape_dm": {"range": "close"}},
    "traveller.hostile_attack": {"may_attack": {"reaction": "hostile_may_attack"}},
    "traveller.wounded_values": WOUND_TOGETHER,
    "traveller.attack": WOUND_TOGETHER,
    "traveller.minutes_out": WOUND_TOGETHER,
    "traveller.closing": {"range_out_of_table": {"terrain": "desert"}, "range_rows_1_2": {"terrain": "swamp"}},
}
TOGETHER["rencounter.duck_back"] = TOGETHER["rencounter.action"]
TOGETHER["rencounter.gang_up"] = {"shield_helps": {"defender_shield": "large"}}
TOGETHER["odd_encounters.missile_damage"] = TOGETHER["odd_encounters.missile_attack"]
TOGETHER["realms_of_myth.surprise_duration"] = TOGETHER["realms_of_myth.surprise"]
# what a parameter counts with only: another one and its values, None where it is not said; with all others it is left out
IN_HAND = ("use", "hand_and_a_half", "two_handed", "brawling")
ONLY_WITH = {
    **rencounter_spread.ONLY_WITH,
    **odd_encounters_spread.ONLY_WITH,
    **realms_of_myth_spread.ONLY_WITH,
    **salamis_spread.ONLY_WITH,
    "realms_of_myth.surprise": {
        "aggressor_chance": ("source", None, "glamour"),
        "trap_identified": ("source", "mechanical_trap"),
    },
    "realms_of_myth.pot": {
        "slash": (*IN_HAND, "hurled", "bow", "sling"),
        "crd": ("slash", True),
        "head_db": ("use", "bow"),
        "crossbow_pot": ("use", "crossbow"),
        "days_cocked": ("use", "crossbow"),
        "charge_speed": IN_HAND,
        "jump_down_feet": IN_HAND,
    },
    "realms_of_myth.armor_through": {
        "within_short_range": ("attack_form", "bodkin"),
        "proof": ("attack_form", "bodkin"),
        "clothing_layers": ("layers", ()),
        "edged": ("clothing_layers", 1, 2, 3, 4, 5, 6),
        "first_blow": ("clothing_layers", 1, 2, 3, 4, 5, 6),
    },
    "traveller.to_hit": {"range": ("evading", True)},
}
ONLY_WITH["realms_of_myth.surprise_duration"] = ONLY_WITH["realms_of_myth.surprise"]
# cases which no spread should miss
FALLS = {"variable_knockdown": True}
CORNERS = {
    **rencounter_spread.CORNERS,
    **odd_encounters_spread.CORNERS,
    **realms_of_myth_spread.CORNERS,
    **salamis_spread.CORNERS,
    "rencounter.knockdown": [
        {**FALLS, "experience": 1},
        {**FALLS, "experience": 1, "wounds": 3},
        {**FALLS, "experience": 1, "natural_one_in_checks": False},
        {**FALLS, "experience": 6, "damage_modifier": 2, "master_acts": "confirm"},
        {**FALLS, "wound": "crippling", "wounds": 3, "experience": 6},
        {**FALLS, "struck": "horse", "experience": 3},
        {**FALLS, "struck": "horse", "wound": "crippling", "wounds": 4, "damage_modifier": 1},
        {**FALLS, "fanatic": True, "wounds": 3},
    ],
}


def _table(rng):
    """A rising resolution table."""
    rows = rng.randint(2, 5)
    return [
        list(row)
        for row in zip(sorted(rng.sample(range(-60, 61), rows)), sorted(rng.sample(range(101), rows)), strict=True)
    ]


def _case(check_id, rng):
    """One random case, perhaps a contradictory one."""
    space = SPACES[check_id]
    names = list(space)
    chosen = rng.sample(names, rng.randint(0, min(len(names), 9)))
    chosen += [name for name in OFTEN.get(check_id, []) if name not in chosen]
    params = {}
    for name in chosen:
        params[name] = rng.choice(space[name])
        if rng.random() < 0.7:
            params.update(TOGETHER.get(check_id, {}).get(name, {}))
    if params.get("resolution_model") == "table":
        params["resolution_table"] = _table(rng)
    if check_id == "realms_of_myth.armor_through" and "layers" not in params and rng.random() < 0.6:
        params["layers"] = tuple(rng.sample(list(realms_of_myth.ARMOR), rng.randint(0, 3)))
    for name, (other, *values) in ONLY_WITH.get(check_id, {}).items():
        if params.get(other) not in values:
            params.pop(name, None)
    return params


def small_enough(params):
    """Whether every way the dice can fall can be followed quickly."""
    return params.get("strikers", 2) + params.get("bystanders", 0) <= 3 and params.get("damage_dice", 1) <= 2


def cases(check_id, how_many, seed):
    """Different random but seeded parameter sets without contradictions; the first one is all defaults.

    The corners of the check are among them, at the end.
    There are fewer than `how_many` only when the check has hardly any parameters, or is one of the few with very many dice.
    """
    if check_id in realms_of_myth_spread.FEW:
        how_many = min(how_many, 12)
    rng = random.Random(f"{seed} {check_id}")
    found, corners = [{}], CORNERS.get(check_id, [])
    for _ in range(40 * how_many):
        if len(found) >= how_many - len(corners):
            break
        params = _case(check_id, rng)
        if params in found or not small_enough(params):
            continue
        p = asked(check_id, params)
        try:
            throw_once(WITNESS[check_id], rng, p=p)
        except ValueError:
            continue
        found.append(params)
    return [*found, *map(dict, corners)]
