"""What is tried of Rencounter's checks beside their defaults, as `spread.py` explains it."""

from . import rencounter
from . import rencounter_arms as arms
from . import rencounter_horses as horses
from . import rencounter_orders as orders
from .rencounter_turns_plays import LONG_ARMS

WITNESS = {
    "rencounter.group_order": orders.group_order,
    "rencounter.buttkick": orders.buttkick,
    "rencounter.inspiration": orders.inspiration,
    "rencounter.opportunity_fire": orders.opportunity_fire,
    "rencounter.last_shot": orders.last_shot,
    "rencounter.spot": orders.spot,
    "rencounter.improvement": orders.improvement,
    "rencounter.recovery": orders.recovery,
    "rencounter.squad": orders.squad,
    "rencounter.wound_location": orders.wound_location,
    "rencounter.victory": orders.victory,
    "rencounter.scatter": arms.scatter,
    "rencounter.grenade": arms.grenade,
    "rencounter.canister": arms.canister,
    "rencounter.misfire": arms.misfire,
    "rencounter.weapon_breakage": arms.weapon_breakage,
    "rencounter.weapon_stuck": arms.weapon_stuck,
    "rencounter.bayonet_shot": arms.bayonet_shot,
    "rencounter.horsemanship": horses.horsemanship,
    "rencounter.fall": horses.fall,
    "rencounter.collision": horses.collision,
    "rencounter.trip": horses.trip,
    "rencounter.attack_horse": horses.attack_horse,
    "rencounter.horse_attack": horses.horse_attack,
    "rencounter.horse_kick": horses.horse_kick,
}
EXACT = {"rencounter.recovery": orders.recovery_chances}

YES = [True]
NO = [False]
POINTS = [1, 2, 3, 4, 5]

ACTION = {
    "experience": [1, 2, 3, 5, 6, 6],
    "wounds": POINTS,
    "morale_check": YES,
    "men_lost": [1, 2, 3, 5],
    "leader_lost": YES,
    "units_lost_24": [1, 2],
    "units_lost_12": [1, 2],
    "small_group_losses": [1, 2, 3],
    "leader_inspires": YES,
    "leader_panics": YES,
    "extra_modifier": [-3, -1, 1, 2],
    "master_acts": ["confirm"],
    "overcome_shifts_with_quality": YES,
    "natural_one_acts_max_wounds": [0, 1, 3, 5],
}
SKILL = [3, 5, 7, 8, 9, 10, 11, 12]
MELEE_SHIELDS = ["small", "medium", "large"]
SIDES = {
    f"{side}_{name}": values
    for side in ("attacker", "defender")
    for name, values in {
        "skill": SKILL,
        "weapon": [name for name in rencounter.MELEE if name != "sword"],
        "experience": [1, 2, 3, 5, 6],
        "wounds": POINTS,
        "armor": [1, 2, 3, 4],
        "shield": MELEE_SHIELDS,
        "second_weapon": YES,
        "extra_modifier": [-2, -1, 1, 2],
    }.items()
}
STROKE = {
    **SIDES,
    "parry_uses_weapon_to_hit": NO,
    "natural_one_hits_through_parry": YES,
    "shield_helps": ["parry", "both"],
    "wounded_modifies_parry": NO,
    "melee_margin": ["roll_difference"],
    "natural_one_in_checks": NO,
    "skill_roll": ["less_than"],
    "master_acts": ["confirm"],
    "natural_one_acts_max_wounds": [0, 1, 3],
}
FIRE = {
    "skill": SKILL,
    "weapon": [*rencounter.MISSILES, "javelin", "blunderbuss", "double_barrel_shotgun"],
    "distance": [0, 1, 2, 3, 4, 5, 7, 9, 12, 16, 18, 20, 24, 30, 36, 50, 60, 72, 100],
    "range_band": ["too_close", "medium", "long", "extreme"],
    "target_armor": [1, 2, 3, 4],
    "shield": ["small", "medium", "large"],
    "cover": list(rencounter.COVER)[1:],
    "posture": ["kneeling", "prone"],
    "mounted": YES,
    "aim_turns": [0, 1, 2],
    "braced": YES,
    "snap": ["walking", "fast"],
    "shot_number": [2, 3, 6, 9],
    "target_speed": [2, 3, 4, 6, 7, 12, 13, 18],
    "appearing": ["last_activation", "this_activation"],
    "friend": ["in_line", "in_melee"],
    "friend_cover": list(rencounter.SOLID),
    "aim_at": ["man", "horse"],
    "wounds": POINTS,
    "unfamiliar": YES,
    "extra_modifier": [-4, -1, 1, 2, 5, 8],
    "targets": [2],
    "skill_roll": ["less_than"],
    "armor_lessens_fire_damage": NO,
    "confirmed_hit_margin": ["confirmation_die"],
    "brace_needs_aim": NO,
    "shotgun_one_roll": YES,
    "pistols_are_low_velocity": YES,
}
EXPERIENCE = ACTION["experience"]
# the rulings of an action check inside another check
CHECK = {
    "master_acts": ["confirm"],
    "natural_one_acts_max_wounds": [0, 1, 3, 5],
    "natural_one_in_checks": NO,
}
DEATH_AT = [4, 5, 7, 8]
REAL_WEAPONS = [name for name in rencounter.MELEE if name != "unarmed"]
# the rulings of a stroke without a riposte
PARRIED = {
    name: STROKE[name]
    for name in (
        "parry_uses_weapon_to_hit",
        "natural_one_hits_through_parry",
        "shield_helps",
        "wounded_modifies_parry",
        "melee_margin",
        "skill_roll",
    )
}
RIDER = {
    "experience": EXPERIENCE,
    "rating": [2, 3, 4, 5, 7, 8],
    "rider_wounds": POINTS,
    "horse_wounds": POINTS,
    "morale": [1, 2, 3, 5],
}
GUARD = {
    "skill": SKILL,
    "weapon": [name for name in rencounter.MELEE if name != "sword"],
    "wounds": POINTS,
    "shield": MELEE_SHIELDS,
    "second_weapon": YES,
}


def named(side, space):
    """The values of one side."""
    return {f"{side}_{name}": values for name, values in space.items()}


def less(space, *names):
    """The space less some of its parameters."""
    return {name: values for name, values in space.items() if name not in names}


OUT_OF_TURN = {
    **less(FIRE, "aim_turns", "braced", "snap", "shot_number", "targets", "brace_needs_aim", "shotgun_one_roll"),
    "experience": EXPERIENCE,
    "action_modifier": [-2, -1, 1, 2],
    "master_acts": ["confirm"],
    "natural_one_acts_max_wounds": [0, 1, 3, 5],
}
FIREARMS = [name for name, row in rencounter.MISSILES.items() if row[6] not in ("thrown", "bow", "crossbow")]

SPACES = {
    "rencounter.group_order": {
        **less(ACTION, "experience"),
        "order": ["formed_charge", "volley", "follow_him", "follow_him"],
        "leader_experience": EXPERIENCE,
        "worst_experience": EXPERIENCE,
        "toward_enemy": NO,
        "man_wounds": POINTS,
    },
    "rencounter.buttkick": {**less(ACTION, "overcome_shifts_with_quality"), "man_wounds": POINTS},
    "rencounter.inspiration": {"experience": [1, 2, 3, 5, 6], "inspire_at": [2, 3, 4, 5, 6]},
    "rencounter.opportunity_fire": OUT_OF_TURN,
    "rencounter.last_shot": {
        **less(OUT_OF_TURN, "distance", "range_band", "posture", "cover", "friend", "friend_cover", "shield"),
        "weapon": FIREARMS,
        "already_aiming": YES,
        "off_hand": YES,
        "natural_one_in_checks": NO,
    },
    "rencounter.spot": {
        "range": [0, 1, 3, 4, 7, 8, 10, 12, 15, 20, 30],
        "master": YES,
        "veterans": [1, 2, 4],
        "greens_hiding": [1, 2, 5],
        "bright_colours": YES,
        "shiny_armour": YES,
        "only_observing": YES,
        "moving_fast": YES,
        "notable_scouts": YES,
        "unobservant": YES,
        "careful_movers": YES,
    },
    "rencounter.improvement": {
        "trait": ["riding", "fire", "melee"],
        "value": [1, 2, 3, 5, 6],
    },
    "rencounter.recovery": {
        "wound_points": [1, 2, 3, 4, 5],
        "hazard": [1, 2],
        "prompt_care": YES,
        "sepsis_modifier_repeats": NO,
    },
    "rencounter.squad": {"which": ["leader", "man", "leader_skill", "man_skill"], "variety": YES},
    "rencounter.wound_location": {},
    "rencounter.victory": {
        "unit_men": [(6, 6), (6, 4, 5)],
        "unit_fit": [(4, 3), (2, 2), (6, 0), (3, 2, 3), (3, 4, 2), (2, 2, 5)],
        "elan": ["less_elan", "least_elan"],
        "units_rule": ["half_of_units", "all_but_one"],
    },
    "rencounter.scatter": {
        "missed_by": [1, 2, 3, 5, 8],
        "distance": [0, 1, 2, 3, 4, 6, 7, 9, 12],
        "result": ["direction"],
    },
    "rencounter.grenade": {
        "distance": [0, 0.5, 1, 1.5, 2, 3, 4, 5, 5.5, 6, 7],
        "experience": EXPERIENCE,
        "wounds": POINTS,
        "fuse": ["delayed"],
        **CHECK,
        "death_at": DEATH_AT,
    },
    "rencounter.canister": {
        "skill": [7, 8, 10, 11],
        "distance": [0, 3, 5, 6, 12, 13, 24, 25, 48, 50, 96, 97],
        "load": ["grape"],
        "ground": ["hard", "soft"],
        "gun": ["3lb", "6lb", "9lb", "12lb"],
        "figures": [2, 3, 7, 20],
        "result": ["hits"],
        "skill_roll": ["less_than"],
        "confirmed_hit_margin": ["confirmation_die"],
    },
    "rencounter.misfire": {"last_roll": ["succeeded", "failed"]},
    "rencounter.weapon_breakage": {
        **less(
            STROKE,
            "attacker_experience",
            "attacker_armor",
            "defender_weapon",
            "natural_one_in_checks",
            "master_acts",
            "natural_one_acts_max_wounds",
            "melee_margin",
        ),
        "attacker_weapon": REAL_WEAPONS,
        "defender_weapon": REAL_WEAPONS,
        "defender_shield_make": list(arms.SHIELD_MAKE),
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
        "above_opponent_applies_to": ["parry", "both"],
        "cover_applies_to_parry": YES,
    },
    "rencounter.weapon_stuck": {
        "skill": [1, *SKILL],
        "blunt": YES,
        "riding_on": YES,
        "skill_roll": ["less_than"],
    },
    "rencounter.bayonet_shot": {
        "weapon": LONG_ARMS,
        "target_armor": [1, 2, 3, 4],
        "previous_wounds": POINTS[1:],
        "armor_lessens_fire_damage": NO,
        "death_at": DEATH_AT,
    },
    "rencounter.horsemanship": {
        **RIDER,
        "task": ["plain", "plain", "jump", "woods"],
        "fence_inches": [24, 30, 35, 36, 42, 45, 54],
        "inches_over": [1, 2, 3, 5, 6, 9, 12],
        "woods_step": [3, 6],
        "over_12_inches": YES,
        "master_acts": ["confirm"],
        "natural_one_acts_max_wounds": [0, 1, 3, 5],
    },
    "rencounter.fall": {
        **RIDER,
        "kind": ["height", "crippled_horse", "crippled_horse", "pinned"],
        "speed": [0, 3, 6, 7, 12, 13, 18, 19, 24, 25, 30, 31, 36],
        "helpers": [1, 2, 3],
        **CHECK,
        "death_at": DEATH_AT,
    },
    "rencounter.collision": {
        **RIDER,
        "kind": ["foot", "horse"],
        "speed": [3, 5, 6, 7, 12, 13, 18],
        "other_speed": [3, 6, 9, 12, 18],
        "approach": ["head_on", "from_behind"],
        "horse_size": ["small", "big"],
        "struck_experience": EXPERIENCE,
        "struck_wounds": POINTS,
        "struck_engaged": YES,
        **CHECK,
        "death_at": DEATH_AT,
    },
    "rencounter.trip": {
        "speed": [0, 1, 2, 3],
        "smooth": YES,
        "experience": EXPERIENCE,
        "wounds": POINTS,
        **CHECK,
    },
    "rencounter.attack_horse": {
        "attacker_skill": SKILL,
        "attacker_weapon": GUARD["weapon"],
        "attacker_wounds": POINTS,
        "attacker_extra_modifier": [-2, -1, 1, 2],
        "horse_skill": [3, 5, 7],
        "horse_wounds": POINTS,
        "horse_armor": [1, 2, 3, 4],
        "parry_by": ["rider"],
        **named("rider", GUARD),
        **PARRIED,
    },
    "rencounter.horse_attack": {
        **RIDER,
        "horse_skill": [3, 5, 7],
        **named("defender", {**GUARD, "armor": [1, 2, 3, 4]}),
        **PARRIED,
    },
    "rencounter.horse_kick": {
        "horse_skill": [3, 5, 7],
        "horse_size": ["small", "big"],
        "horse_wounds": POINTS,
        **named("defender", {"skill": SKILL, "wounds": POINTS, "armor": [1, 2, 3, 4]}),
        **less(PARRIED, "shield_helps", "parry_uses_weapon_to_hit"),
    },
}

OFTEN = {
    "rencounter.group_order": ["order"],
    "rencounter.opportunity_fire": ["skill", "weapon"],
    "rencounter.last_shot": ["skill", "weapon", "target_speed"],
    "rencounter.spot": ["range"],
    "rencounter.victory": ["unit_men", "unit_fit"],
    "rencounter.canister": ["distance"],
    "rencounter.weapon_breakage": ["attacker_skill", "defender_skill"],
    "rencounter.horsemanship": ["task"],
    "rencounter.collision": ["speed"],
    "rencounter.attack_horse": ["attacker_skill"],
    "rencounter.horse_attack": ["horse_skill"],
    "rencounter.horse_kick": ["horse_skill"],
}
MORALE = {
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
}
# an action roll of which a 1 decides
ONE = {"experience": 1, "wounds": 1}
SHOT = {
    "master_acts": {"experience": 6},
    "natural_one_acts_max_wounds": ONE,
    "aim_at": {"mounted": True},
    "pistols_are_low_velocity": {"weapon": "machine_pistol", "target_armor": 3},
    "confirmed_hit_margin": {"skill": 3, "wounds": 3},
}
TOGETHER = {
    "rencounter.group_order": MORALE,
    "rencounter.buttkick": {**MORALE, "master_acts": {"experience": 6}, "natural_one_acts_max_wounds": ONE},
    "rencounter.opportunity_fire": {**SHOT, "confirmed_hit_margin": {"cover": "loophole"}},
    "rencounter.last_shot": {**SHOT, "natural_one_in_checks": ONE},
    "rencounter.trip": {"natural_one_in_checks": ONE, "natural_one_acts_max_wounds": ONE},
    "rencounter.grenade": {"natural_one_in_checks": ONE, "natural_one_acts_max_wounds": ONE},
    "rencounter.recovery": {"sepsis_modifier_repeats": {"hazard": 1}},
    "rencounter.squad": {"variety": {"which": "man_skill"}},
    "rencounter.canister": {
        "figures": {"result": "hits"},
        "confirmed_hit_margin": {"skill": 7, "distance": 96},
    },
    "rencounter.weapon_breakage": {
        "defender_shield_make": {"defender_shield": "small", "defender_weapon": "sword"},
        "above_opponent_applies_to": {"above_opponent": True},
        "aggressive": {"attacker_skill": 12},
        "cover_applies_to_parry": {"target_cover": "half"},
        "shield_helps": {"defender_shield": "large"},
    },
    "rencounter.horsemanship": {
        "fence_inches": {"task": "jump"},
        "inches_over": {"task": "woods"},
        "woods_step": {"task": "woods", "inches_over": 7},
        "over_12_inches": {"task": "plain"},
        "master_acts": {"task": "plain", "over_12_inches": True, "experience": 6, "rating": 4},
    },
    "rencounter.fall": {
        "helpers": {"kind": "pinned"},
        "death_at": {"kind": "crippled_horse"},
        "master_acts": {"kind": "pinned", "experience": 6, "helpers": 1},
        "natural_one_acts_max_wounds": {"kind": "pinned", "experience": 1, "rider_wounds": 1},
        "natural_one_in_checks": {"kind": "pinned", "experience": 1, "rider_wounds": 1},
    },
    "rencounter.collision": {
        "other_speed": {"kind": "horse"},
        "approach": {"kind": "horse", "other_speed": 9},
        "master_acts": {"kind": "foot", "struck_experience": 6},
        "natural_one_acts_max_wounds": {"kind": "foot", "struck_experience": 1, "struck_wounds": 1},
        "natural_one_in_checks": {"kind": "foot", "struck_experience": 1, "struck_wounds": 1},
    },
    "rencounter.attack_horse": {"shield_helps": {"parry_by": "rider", "rider_shield": "large"}},
    "rencounter.horse_attack": {"shield_helps": {"defender_shield": "large"}},
}
RIDES = ("kind", "crippled_horse")
IN_A_CHECK = ("kind", "pinned")
ONLY_WITH = {
    "rencounter.group_order": {"toward_enemy": ("order", "follow_him")},
    "rencounter.opportunity_fire": {"aim_at": ("mounted", True)},
    "rencounter.last_shot": {"aim_at": ("mounted", True)},
    "rencounter.squad": {"variety": ("which", "leader_skill", "man_skill")},
    "rencounter.canister": {"figures": ("result", "hits")},
    "rencounter.weapon_breakage": {"defender_shield_make": ("defender_shield", *MELEE_SHIELDS)},
    "rencounter.horsemanship": {
        "fence_inches": ("task", "jump"),
        "inches_over": ("task", "woods"),
        "woods_step": ("task", "woods"),
        "master_acts": ("over_12_inches", True),
        "natural_one_acts_max_wounds": ("over_12_inches", True),
    },
    "rencounter.fall": {
        "experience": ("kind", "crippled_horse", "pinned"),
        "rating": RIDES,
        "rider_wounds": ("kind", "crippled_horse", "pinned"),
        "horse_wounds": RIDES,
        "morale": RIDES,
        "death_at": RIDES,
        "speed": ("kind", None, "moving", "crippled_horse"),
        "helpers": IN_A_CHECK,
        "master_acts": IN_A_CHECK,
        "natural_one_acts_max_wounds": IN_A_CHECK,
        "natural_one_in_checks": IN_A_CHECK,
    },
    "rencounter.collision": {
        "approach": ("kind", "horse"),
        "other_speed": ("kind", "horse"),
        "struck_engaged": ("kind", "foot"),
        "master_acts": ("kind", "foot"),
        "natural_one_acts_max_wounds": ("kind", "foot"),
        "natural_one_in_checks": ("kind", "foot"),
    },
    "rencounter.attack_horse": {
        **dict.fromkeys(named("rider", GUARD), ("parry_by", "rider")),
        "shield_helps": ("parry_by", "rider"),
    },
}
CRIPPLED = {"kind": "crippled_horse", "horse_wounds": 3}
AT_A_HORSE = {"kind": "horse", "speed": 12, "other_speed": 6}
# cases which no spread should miss
CORNERS = {
    "rencounter.group_order": [
        {"man_wounds": 2},
        {"man_wounds": 1, "wounds": 2, "morale_check": True, "men_lost": 3},
        {"man_wounds": 2, "wounds": 1, "morale_check": True, "men_lost": 3},
        {"man_wounds": 2, "wounds": 3, "leader_experience": 2},
    ],
    "rencounter.weapon_breakage": [
        {"attacker_skill": 7, "defender_weapon": "axe", "defender_skill": 6},
        {"attacker_weapon": "pike", "rank": 3},
        *(
            {"defender_weapon": "axe", "defender_shield": "medium", "defender_shield_make": make}
            for make in ("metal_faced", "plain_wood", "hide")
        ),
        {"defender_shield": "large", "defender_shield_make": "hide", "from_behind": True},
    ],
    "rencounter.fall": [
        *({"speed": speed} for speed in (7, 13, 19, 24, 30)),
        {"kind": "height"},
        *({**CRIPPLED, "speed": speed} for speed in (6, 12, 13, 30)),
        {**CRIPPLED, "rider_wounds": 4},
        {"kind": "pinned", "helpers": 2, "rider_wounds": 3},
        {"kind": "pinned", "helpers": 1, "experience": 6, "master_acts": "confirm"},
        {"kind": "pinned", "experience": 1, "natural_one_in_checks": False},
    ],
    "rencounter.trip": [
        {"speed": 3, "experience": 6, "master_acts": "confirm"},
        {"speed": 3, "experience": 1, "wounds": 1, "natural_one_in_checks": False},
    ],
    "rencounter.collision": [
        {"speed": 3},
        {"speed": 9, "struck_experience": 6, "master_acts": "confirm"},
        {"speed": 9, "struck_experience": 1, "struck_wounds": 1, "natural_one_in_checks": False},
        {"speed": 6, "struck_engaged": True},
        {"speed": 18, "struck_engaged": True, "struck_wounds": 4},
        {**AT_A_HORSE, "approach": "head_on"},
        {**AT_A_HORSE, "approach": "head_on", "other_speed": 12, "struck_wounds": 1},
        {**AT_A_HORSE, "approach": "from_behind"},
        {**AT_A_HORSE, "approach": "from_behind", "other_speed": 9},
    ],
}
