"""Values away from the defaults for the witnesses of Rencounter over turns; all of it small enough to be followed."""

from . import rencounter_turns as men
from . import rencounter_turns_plays as plays
from . import rencounter_turns_units as units
from .rencounter import COVER, MELEE, MISSILES, RANGE, SOLID

WITNESS_TURNS = {
    "rencounter.duel": men.DUEL,
    "rencounter.gunfight": men.GUNFIGHT,
    "rencounter.heroism": men.HEROISM,
    "rencounter.unit_under_fire": units.UNIT_UNDER_FIRE,
    "rencounter.skirmish": units.SKIRMISH,
    "rencounter.charge": units.CHARGE,
    "rencounter.fire_turn": plays.FIRE_TURN,
    "rencounter.volley": plays.VOLLEY,
    "rencounter.reload": plays.RELOAD,
    "rencounter.activation_cards": plays.ACTIVATION_CARDS,
    "rencounter.activation_dice": plays.ACTIVATION_DICE,
    "rencounter.activation_counters": plays.ACTIVATION_COUNTERS,
}

YES = [True]
NO = [False]
SKILL = [3, 5, 7, 8, 9, 10, 11, 12]
SKILLED = [7, 9, 11]
EXPERIENCE = [1, 2, 3, 5, 6]
ARMOR = [1, 2, 3, 4]
WOUNDS = [1, 2, 3, 5]
MODIFIER = [-3, -1, 1, 2, 4]
WEAPON = [name for name in MISSILES if name != "flintlock_musket"]
REPEATING = [name for name in MISSILES if MISSILES[name][5] != "N"]
AUTOMATIC = [name for name in MISSILES if MISSILES[name][5] in plays.AUTOMATIC]
AIM_TURNS = [0, 1, 2]
DISTANCE = [1, 2, 3, 4, 5, 6, 9, 12, 16, 20, 25, 30]
SPEED = [3, 4, 6, 7, 12, 13, 18]
HARD = list(COVER)[1:]
DEATH_AT = [4, 5, 7, 8]

ACTION_RULINGS = {
    "master_acts": ["confirm"],
    "overcome_shifts_with_quality": YES,
    "natural_one_acts_max_wounds": [0],
}
SHOT_RULINGS = {
    "skill_roll": ["less_than"],
    "armor_lessens_fire_damage": NO,
    "confirmed_hit_margin": ["confirmation_die"],
    "pistols_are_low_velocity": YES,
}
FIGHT = {
    "order": ["random", "counters"],
    "first": ["b"],
    "result": ["winner", "turns", "winners_wounds"],
    "death_at": DEATH_AT,
    **ACTION_RULINGS,
}
FIRE = {
    "skill": SKILL,
    "weapon": WEAPON,
    "range_band": [band for band in RANGE if band != "short"],
    "distance": DISTANCE,
    "target_armor": ARMOR,
    "shield": ["small", "medium", "large", "large"],
    "cover": HARD,
    "posture": ["kneeling", "prone"],
    "mounted": YES,
    "aim_turns": AIM_TURNS,
    "braced": YES,
    "snap": ["walking", "fast"],
    "target_speed": SPEED,
    "appearing": ["last_activation", "this_activation"],
    "friend": ["in_line", "in_melee"],
    "friend_cover": list(SOLID),
    "aim_at": ["man", "horse"],
    "wounds": WOUNDS,
    "unfamiliar": YES,
    "extra_modifier": MODIFIER,
    **SHOT_RULINGS,
    "brace_needs_aim": NO,
}


def both(**values):
    """The values for both sides."""
    return {f"{side}_{name}": list(allowed) for side in "ab" for name, allowed in values.items()}


# values away from the default for every parameter
SPACES = {
    "rencounter.duel": {
        **both(
            skill=SKILL,
            weapon=[name for name in MELEE if name != "sword"],
            experience=EXPERIENCE,
            wounds=WOUNDS,
            armor=ARMOR,
            shield=["small", "medium", "large"],
            second_weapon=YES,
            extra_modifier=MODIFIER,
        ),
        **FIGHT,
        "parry_uses_weapon_to_hit": NO,
        "natural_one_hits_through_parry": YES,
        "shield_helps": ["parry", "both"],
        "wounded_modifies_parry": NO,
        "above_opponent_applies_to": ["parry", "both"],
        "riposte_margin_counts": NO,
        "melee_margin": ["roll_difference"],
        "natural_one_in_checks": NO,
        "skill_roll": ["less_than"],
        "variable_knockdown": YES,
        "duel_weapons_break": YES,
        "duel_weapons_stick": YES,
        "checks_can_overcome": YES,
    },
    "rencounter.gunfight": {
        **both(
            experience=EXPERIENCE,
            skill=SKILL,
            weapon=WEAPON,
            wounds=WOUNDS,
            armor=ARMOR,
            loaded=NO,
            policy=["aim_1", "aim_2"],
        ),
        "distance": DISTANCE,
        **FIGHT,
        **SHOT_RULINGS,
        "natural_one_acts_max_wounds": [3, 5],
        "variable_knockdown": YES,
        "natural_one_in_checks": NO,
    },
    "rencounter.heroism": {
        "experience": EXPERIENCE,
        "inspire_at": [2, 3, 4, 5, 6],
        "result": ["inspired", "ever_six"],
    },
    "rencounter.unit_under_fire": {
        "leader": NO,
        "experience": EXPERIENCE,
        "leader_experience": [1, 2, 3, 4, 6],
        **{name: FIRE[name] for name in ("skill", "weapon", "range_band", "distance", "target_armor", "cover")},
        **{name: FIRE[name] for name in ("posture", "aim_turns", "target_speed", "extra_modifier")},
        "elan": ["less_elan", "least_elan"],
        "result": ["lost", "turns"],
        **ACTION_RULINGS,
        **SHOT_RULINGS,
    },
    "rencounter.skirmish": {
        **both(
            leader=YES,
            experience=EXPERIENCE,
            leader_experience=[1, 2, 3, 4, 6],
            skill=SKILL,
            weapon=WEAPON,
            armor=ARMOR,
            cover=HARD,
        ),
        "range_band": FIRE["range_band"],
        "aim_turns": AIM_TURNS,
        "elan": ["less_elan", "least_elan"],
        "order": ["random"],
        "first": ["b"],
        "result": ["turns", "a_left", "b_left"],
        "skirmish_knockdown": YES,
        "variable_knockdown": YES,
        "natural_one_in_checks": NO,
        **ACTION_RULINGS,
        **SHOT_RULINGS,
    },
    "rencounter.charge": {
        "experience": EXPERIENCE,
        "speed": [1, 3, 4, 7, 9, 12, 13, 18],
        "distance": [1, 2, 3, 5, 8, 12, 18, 30, 47, 60],
        "target_armor": ARMOR,
        "skill": SKILL,
        "weapon": WEAPON,
        "aim_turns": AIM_TURNS,
        "first": ["attackers"],
        "result": ["end"],
        **ACTION_RULINGS,
        **SHOT_RULINGS,
    },
    "rencounter.fire_turn": {
        **{name: values for name, values in FIRE.items() if name != "weapon"},
        "shots": [2, 3, 4, 5, 8, 11],
        "selective": NO,
        "experience": EXPERIENCE,
        "result": ["worst", "points"],
        "later_shots_keep_aim": NO,
        "burst_mode": ["burst"],
        "death_at": DEATH_AT,
    },
    "rencounter.volley": {
        **FIRE,
        "order": ["volley"],
        "experience": EXPERIENCE,
        "action_modifier": [-2, -1, 1, 2],
        "result": ["kills", "down"],
        "master_acts": ACTION_RULINGS["master_acts"],
        "natural_one_acts_max_wounds": ACTION_RULINGS["natural_one_acts_max_wounds"],
    },
    "rencounter.reload": {
        "weapon": WEAPON,
        "socket_bayonet": YES,
        "plug_bayonet": YES,
        "chambers": [1, 2, 2, 4],
        "limit": [1, 3, 6, 12],
        "experience": EXPERIENCE,
        "wounds": WOUNDS,
        "morale_check": YES,
        "men_lost": [1, 2, 4],
        "leader_lost": YES,
        "units_lost_24": [1, 2],
        "units_lost_12": [1, 2],
        "small_group_losses": [1, 3],
        "leader_inspires": YES,
        "leader_panics": YES,
        "extra_modifier": [-2, -1, 1, 3],
        **ACTION_RULINGS,
    },
    "rencounter.activation_cards": {
        "joker": NO,
        "result": ["unit", "side", "acts"],
    },
    "rencounter.activation_dice": {
        "all_tied_ends": YES,
        "result": ["first", "length"],
    },
    "rencounter.activation_counters": {
        "die": [3, 4, 6],
        "tallies": [(0, 1), (2, 0), (3, 1), (0, 1, 2), (2, 0, 0), (1, 3, 0)],
        "result": ["first_wait", "wait", "share", "twice"],
    },
}
# what every case takes, mostly to keep it small
ALWAYS = {
    "rencounter.duel": {"turn_limit": [1, 2, 3, 4]},
    "rencounter.gunfight": {"turn_limit": [2, 3, 4]},
    "rencounter.heroism": {"games": [1, 2, 5, 12, 30]},
    "rencounter.unit_under_fire": {"men": [1, 2, 3], "shooters": [1, 2, 3], "turn_limit": [1, 2, 3, 4]},
    "rencounter.skirmish": {"a_men": [1, 2, 3], "b_men": [1, 2], "turn_limit": [2, 3, 4]},
    "rencounter.charge": {
        "men": [1, 2, 3],
        "shooters": [1, 2, 3],
        "speed": [4, 7, 9, 12],
        "distance": [8, 12, 18],
        "turn_limit": [3, 5, 8],
    },
    "rencounter.fire_turn": {"weapon": [*REPEATING, *AUTOMATIC], "skill": SKILLED},
    "rencounter.volley": {"men": [1, 2, 3, 6], "leader_experience": [2, 3, 4, 6], "skill": SKILLED},
    "rencounter.activation_cards": {"units": [2, 3, 5], "cards_each": [1, 1, 2, 3], "side_units": [1, 2]},
    "rencounter.activation_dice": {"side_a": [0, 1, 2, 3], "side_b": [1, 2]},
    "rencounter.activation_counters": {"units": [2, 3]},
}
FELT = {"b_men": 1, "b_skill": 11, "range_band": "short", "turn_limit": 4}
REACHED = {"speed": 9, "distance": 18, "turn_limit": 8}
MASTER = {"a_experience": 6, "a_wounds": 0}
MORALE = ("men_lost", "leader_lost", "units_lost_24", "units_lost_12", "small_group_losses", "leader_panics")
SHOT_TOGETHER = {
    "armor_lessens_fire_damage": {"target_armor": 3},
    "confirmed_hit_margin": {"skill": 3, "cover": "loophole"},
    "pistols_are_low_velocity": {"weapon": "machine_pistol", "target_armor": 4},
}
FIRE_TOGETHER = {
    **SHOT_TOGETHER,
    "braced": {"aim_turns": 1},
    "brace_needs_aim": {"braced": True},
    "friend_cover": {"friend": "in_line"},
    "friend": {"friend_cover": "half_solid"},
    "aim_at": {"mounted": True},
    "snap": {"aim_turns": 0},
}
KNOCKED_DOWN = {"a_men": 2, "b_men": 2, "a_skill": 9, "turn_limit": 3, "result": "turns"}
# what a parameter needs to be felt
TOGETHER = {
    "rencounter.duel": {
        "above_opponent_applies_to": {"a_skill": 9, "turn_limit": 4},
        "checks_can_overcome": {"a_skill": 3, "b_skill": 11, "b_experience": 1, "b_wounds": 3},
        "death_at": {"b_wounds": 3, "turn_limit": 4},
        "first": {"order": "alternate"},
        "master_acts": MASTER,
        "melee_margin": {"a_skill": 10, "b_skill": 3},
        "natural_one_acts_max_wounds": {"a_experience": 1, "a_wounds": 2},
        "natural_one_in_checks": {"a_skill": 3, "b_experience": 1, "b_wounds": 2, "b_skill": 10},
        "overcome_shifts_with_quality": {"b_experience": 5, "b_wounds": 4},
        "riposte_margin_counts": {"a_skill": 3, "b_skill": 11},
        "shield_helps": {"a_shield": "large", "a_weapon": "spear"},
        "wounded_modifies_parry": {"a_wounds": 2},
        "variable_knockdown": {"a_skill": 9, "turn_limit": 3},
        "duel_weapons_break": {"a_skill": 9, "b_skill": 9, "turn_limit": 3},
        "duel_weapons_stick": {"a_skill": 9, "a_weapon": "axe", "turn_limit": 3},
    },
    "rencounter.gunfight": {
        "a_loaded": {"turn_limit": 4},
        "b_loaded": {"turn_limit": 4},
        "a_policy": {"turn_limit": 4},
        "b_policy": {"turn_limit": 4},
        "armor_lessens_fire_damage": {"a_armor": 3},
        "confirmed_hit_margin": {"a_skill": 5, "distance": 25},
        "death_at": {"b_wounds": 3, "turn_limit": 4},
        "first": {"order": "alternate"},
        "master_acts": MASTER,
        "natural_one_acts_max_wounds": {"a_experience": 1, "a_wounds": 3},
        "overcome_shifts_with_quality": {"b_experience": 5, "b_wounds": 4},
        "pistols_are_low_velocity": {"b_armor": 4, "a_weapon": "machine_pistol"},
        "variable_knockdown": {"a_skill": 9, "turn_limit": 3},
        "natural_one_in_checks": {"variable_knockdown": True, "b_experience": 1, "a_skill": 11, "turn_limit": 3},
    },
    "rencounter.unit_under_fire": {
        **SHOT_TOGETHER,
        "elan": {"men": 3, "leader": True},
        "leader_experience": {"leader": True},
        "master_acts": {"experience": 6},
        "overcome_shifts_with_quality": {"experience": 6, "men": 3, "shooters": 2, "turn_limit": 4},
    },
    "rencounter.skirmish": {
        "a_leader_experience": {"a_leader": True},
        "b_leader_experience": {"b_leader": True},
        "armor_lessens_fire_damage": {"a_armor": 3},
        "confirmed_hit_margin": {**FELT, "a_skill": 3, "b_cover": "firing_slit", "a_weapon": "flintlock_rifle"},
        "elan": {**FELT, "a_men": 2, "a_leader": False},
        "first": {"order": "alternate"},
        "master_acts": {"a_experience": 6},
        "natural_one_acts_max_wounds": {**FELT, "a_experience": 1, "a_men": 2, "first": "b"},
        "natural_one_in_checks": {**KNOCKED_DOWN, "variable_knockdown": True, "b_experience": 1},
        "overcome_shifts_with_quality": {"a_experience": 6, "a_leader": True, "turn_limit": 4},
        "skirmish_knockdown": {**KNOCKED_DOWN, "variable_knockdown": False},
        "variable_knockdown": {**KNOCKED_DOWN, "skirmish_knockdown": True},
        "pistols_are_low_velocity": {"b_armor": 4, "a_weapon": "machine_pistol"},
    },
    "rencounter.charge": {
        "aim_turns": {"skill": 8, **REACHED},
        "armor_lessens_fire_damage": {"target_armor": 3, "skill": 9, **REACHED},
        "confirmed_hit_margin": {"skill": 1, **REACHED},
        "first": REACHED,
        "master_acts": {"experience": 6, "skill": 9, **REACHED},
        "pistols_are_low_velocity": {"weapon": "machine_pistol", "target_armor": 4, "skill": 9, **REACHED},
        "skill_roll": {"skill": 8, **REACHED},
        "target_armor": {"weapon": "short_bow", "skill": 9, **REACHED},
    },
    "rencounter.fire_turn": {
        **FIRE_TOGETHER,
        "burst_mode": {"weapon": "submachinegun", "shots": 2},
        "armor_lessens_fire_damage": {"target_armor": 3, "result": "points", "skill": 11},
        "confirmed_hit_margin": {"skill": 3, "cover": "loophole", "result": "points"},
        "death_at": {"shots": 2, "result": "points"},
        "shield": {"weapon": "long_bow", "shots": 1},
        "later_shots_keep_aim": {"shots": 2, "aim_turns": 2},
        "selective": {"weapon": "machine_pistol", "shots": 3},
        "shots": {"weapon": "light_mg_unbraced"},
        "result": {"shots": 2},
    },
    "rencounter.volley": {
        **FIRE_TOGETHER,
        "armor_lessens_fire_damage": {"target_armor": 3, "result": "down", "skill": 11},
        "confirmed_hit_margin": {"skill": 3, "cover": "loophole", "result": "down"},
        "master_acts": {"experience": 6, "wounds": 0},
        "natural_one_acts_max_wounds": {"experience": 1, "wounds": 1, "order": "none"},
        "shield": {"weapon": "light_crossbow"},
    },
    "rencounter.reload": {
        **{name: {"morale_check": True, "experience": 5} for name in MORALE},
        "leader_inspires": {"morale_check": True, "men_lost": 2, "experience": 5},
        "chambers": {"weapon": "small_single_action_revolver"},
        "morale_check": {"men_lost": 1, "experience": 5},
        "plug_bayonet": {"weapon": "matchlock_musket"},
        "socket_bayonet": {"weapon": "breechloader"},
        "master_acts": {"experience": 6, "wounds": 0},
        "natural_one_acts_max_wounds": {"experience": 1, "wounds": 2},
    },
}
# cases which no spread should miss
LUCKY = {"skill": 3, "cover": "loophole", "confirmed_hit_margin": "confirmation_die"}
CORNERS = {
    "rencounter.duel": [
        {"order": "counters", "turn_limit": 3},
        {
            "a_skill": 9,
            "a_shield": "small",
            "b_weapon": "axe",
            "b_skill": 8,
            "turn_limit": 4,
            "variable_knockdown": True,
            "duel_weapons_break": True,
            "duel_weapons_stick": True,
        },
        {
            "a_skill": 3,
            "b_skill": 10,
            "b_wounds": 2,
            "b_experience": 5,
            "overcome_shifts_with_quality": True,
            "checks_can_overcome": True,
        },
    ],
    "rencounter.gunfight": [
        {
            "a_weapon": "double_barrel_shotgun",
            "b_weapon": "breechloader",
            "turn_limit": 4,
            "variable_knockdown": True,
        }
    ],
    "rencounter.unit_under_fire": [
        {"men": 2, "leader_experience": 1, "aim_turns": 1, "skill": 5, "shooters": 2, "turn_limit": 4},
        {"men": 2, "shooters": 3, "turn_limit": 3, "result": "lost", **LUCKY},
    ],
    "rencounter.skirmish": [
        {
            "a_men": 1,
            "a_leader": True,
            "b_men": 2,
            "a_skill": 9,
            "b_skill": 8,
            "turn_limit": 3,
            "skirmish_knockdown": True,
        },
        {"a_men": 1, "b_men": 1, "b_leader": True, "a_skill": 9, "turn_limit": 3, "variable_knockdown": True},
        {"a_men": 2, "b_men": 2, "a_weapon": "double_barrel_shotgun", "turn_limit": 3, "variable_knockdown": True},
        {"a_men": 2, "b_men": 2, "a_weapon": "breechloader", "b_weapon": "magazine_rifle", "turn_limit": 4},
        {"a_men": 2, "b_men": 2, "a_experience": 1, "natural_one_acts_max_wounds": 0, "aim_turns": 2, "turn_limit": 4},
    ],
    "rencounter.charge": [{"men": 2, "shooters": 2, "weapon": "blunderbuss", "distance": 12}],
    "rencounter.fire_turn": [
        {"weapon": "light_mg_unbraced", "shots": 6, "distance": 40},
        {"weapon": "small_double_action_revolver", "shots": 2, "result": "points", **LUCKY},
    ],
    "rencounter.volley": [
        {"experience": 6, "master_acts": "confirm", "skill_roll": "less_than", "distance": 25},
        {"experience": 1, "wounds": 1, "natural_one_acts_max_wounds": 0, "result": "down"},
        {"men": 2, "result": "down", **LUCKY},
    ],
    "rencounter.reload": [
        {"experience": 1, "wounds": 3},
        {"experience": 1, "wounds": 2, "natural_one_acts_max_wounds": 0},
        {"experience": 5, "morale_check": True, "leader_lost": True},
        {"experience": 5, "morale_check": True, "leader_panics": True, "weapon": "breechloader"},
    ],
    "rencounter.activation_counters": [
        {"units": 2, "die": 2, "result": "wait"},
        {"units": 3, "die": 3, "result": "wait"},
        {"units": 3, "die": 3, "result": "twice"},
    ],
}
SLOW_BY_DEFAULT = (
    "rencounter.unit_under_fire",
    "rencounter.skirmish",
    "rencounter.charge",
    # these have no defaults that the rules would tell
    "rencounter.heroism",
    "rencounter.activation_cards",
    "rencounter.activation_dice",
    "rencounter.activation_counters",
)


def too_large(check_id, params):
    """Whether it would take too long to follow the case state by state, or the rules do not tell what it means."""
    if check_id == "rencounter.gunfight":
        # how many rounds a magazine holds is left to the weapon: here nobody fires so often
        magazine = any(params.get(f"{side}_weapon", "").startswith("magazine") for side in "ab")
        return magazine and params.get("order") == "counters" and params["turn_limit"] > 2
    if check_id == "rencounter.skirmish":
        people = sum(params[f"{side}_men"] + params.get(f"{side}_leader", False) for side in "ab")
        return people > 5 or people > 4 and params["turn_limit"] > 3
    if check_id == "rencounter.fire_turn":
        return "selective" in params and params["weapon"] not in AUTOMATIC
    if check_id == "rencounter.volley":
        # that they contradict each other shows only when somebody shoots
        return "distance" in params and "range_band" in params
    if check_id == "rencounter.reload":
        weapon = params.get("weapon", "flintlock_musket")
        bayonet = "socket_bayonet" in params or "plug_bayonet" in params
        return "chambers" in params and weapon not in plays.REVOLVERS or bayonet and weapon not in plays.LONG_ARMS
    return False
