"""Spreads for the witnesses of Realms of Myth: damage, the wear of armor, knock-back, pain, wounds, healing."""

from . import realms_of_myth as myth
from . import realms_of_myth_wounds as wounds

WITNESS = {
    f"realms_of_myth.{play.__name__}": play
    for play in (
        wounds.weapon_dm,
        wounds.bp_damage,
        wounds.clothing_worn,
        wounds.armor_after_blows,
        wounds.strike,
        wounds.combination_strike,
        wounds.knockback_feet,
        wounds.barrier_pot,
        wounds.knockback,
        wounds.pain,
        wounds.stun_penalty,
        wounds.wound_level_bp,
        wounds.effective_strength,
        wounds.grievous_effort,
        wounds.healing_days,
        wounds.healing_days_bp,
        wounds.end_recovery_factor,
        wounds.dragging_wounds,
    )
}

YES = [True]
NO = [False]
MODEL = {"resolution_model": ["linear_5", "ratio", "table"], "min_chance": [0, 5, 10], "max_chance": [90, 95, 100]}
CHANCE = [0, 1, 4, 5, 7, 14, 15, 22, 40, 63, 88, 95, 99, 100]
ATTRIBUTE = [0, 2, 8, 11, 15, 19, 30, 70]
POT = [0, 1, 9, 15, 20, 21, 22, 33, 47, 60, 90, 140]
BODY = {"modified_sta": [1, 3, 11, 17, 24, 40], "cnd": [1, 3, 8, 15, 20]}
LINEAR = {"progressive": ["linear"]}
HURT = {
    **BODY,
    "blow": ["blunt", "point"],
    "through_unbreached_armor": YES,
    "edge_wounds": ["single", "shifted"],
    "threshold_rounding": ["half_up", "down"],
}
LAYERS = [
    (),
    ("singlemail",),
    ("field_plate",),
    ("padded", "padded"),
    ("field_plate", "padded"),
    ("cuerbully_plate", "studded_padding"),
    ("wood_shield", "singlemail", "padded"),
    ("steel_shield", "brigandine", "bezainted_padding"),
    ("steel_bound_shield", "jazeraint", "doublemail", "ringed_padding"),
    ("banded_doublemail", "trellised_padding"),
    ("laminated", "banded_singlemail", "padded", "padded"),
    ("padded", "singlemail", "field_plate", "doublemail", "jazeraint", "wood_shield"),
]
ARMOR = {
    "wear_per_blow": [0, 1, 3, 8, 11, 14, 40],
    "layers": LAYERS,
    "attack_form": ["thrust", "slash", "bodkin", "bodkin"],
    "within_short_range": NO,
    "proof": YES,
    "pierce_loss": ["protection"],
}
THROWN_BACK = {"pot": POT, "modified_sta": [1, 3, 11, 17, 24, 26, 40], "barrier_feet": [0, 1, 2, 5, 10, 30]}

# values away from the default for every parameter
SPACES = {
    "realms_of_myth.weapon_dm": {
        "size": list(range(14)),
        "weight_class": list(myth.FIRST_FIVE),
        "weight_columns": ["last_five"],
    },
    "realms_of_myth.bp_damage": {
        "use": ["hand_and_a_half", "two_handed", "hurled", "bow", "sling", "brawling"],
        "strength": [1, 6, 12, 16, 19, 50],
        "modified_sta": [1, 9, 17, 24, 33, 110],
        "dm": [0, 25, 75, 125, 150, 250, 300],
    },
    "realms_of_myth.clothing_worn": {"social_class": list(wounds.CLOTHES), "winter": YES},
    "realms_of_myth.armor_after_blows": {
        "pot": [0, 1, 5, 9, 15, 22, 39, 47, 80],
        **ARMOR,
        "blows": [0, 1, 2, 4, 5, 7, 8, 9, 10, 12, 13, 17, 30, 45, 60],
    },
    "realms_of_myth.strike": {
        "attack_av": [0, 20, 35, 47, 62, 90],
        "defence_dv": [0, 13, 35, 55, 71],
        "attack_chance": CHANCE,
        "pot": POT,
        "armor_dr": [1, 5, 10, 20, 24, 50, 60],
        **HURT,
        "heroic_rule": YES,
        **MODEL,
    },
    "realms_of_myth.combination_strike": {
        "mode": ["separate", "separate"],
        "primary_chance": CHANCE,
        "off_hand_chance": CHANCE,
        "primary_pot": POT,
        "off_hand_pot": POT,
        "armor_dr": [0, 1, 10, 15, 24, 40],
        **HURT,
    },
    "realms_of_myth.knockback_feet": THROWN_BACK,
    "realms_of_myth.barrier_pot": THROWN_BACK,
    "realms_of_myth.knockback": {
        **THROWN_BACK,
        "barrier_feet": [1, 2, 4, 5, 10, 30],
        "agl": ATTRIBUTE,
        "chance": CHANCE,
        **LINEAR,
        **MODEL,
    },
    "realms_of_myth.pain": {
        "pot_through": [0, 9, 14, 15, 16, 17, 18, 22, 25, 40],
        "p_res": [0, 8, 14, 16, 18, 20, 30, 70],
        "hrt": ATTRIBUTE,
        "p_res_chance": CHANCE,
        "hrt_chance": CHANCE,
        **LINEAR,
        **MODEL,
    },
    "realms_of_myth.stun_penalty": {
        "points_over": [0, 1, 2, 3, 4, 6, 7, 10, 13, 25, 100],
        "hrt_check": ["passed"],
        "cs_index": [2, 3, 4, 5, 6, 9, 14, 100],
        **LINEAR,
        "halving": ["round_down"],
    },
    "realms_of_myth.wound_level_bp": {
        "damage": [0, 1, 5, 9, 11, 15, 20, 21, 30, 31, 40, 41, 500],
        "body_points": [1, 4, 10, 20, 21, 28, 30, 41, 60, 80],
        "bp_boundary": ["upper"],
    },
    "realms_of_myth.effective_strength": {
        "strength": [1, 2, 5, 9, 13, 14, 15, 30],
        "wounds": [0, 1, 2, 3, 5, 6, 7, 9, 10],
        "phase": ["after_battle"],
        "hrt_effort": YES,
        "battle_strength_loss": ["adrenaline"],
    },
    "realms_of_myth.grievous_effort": {
        "hrt": ATTRIBUTE,
        "wounds": [5, 6],
        "chance": CHANCE,
        **LINEAR,
        **MODEL,
    },
    "realms_of_myth.healing_days": {
        "wounds": [1, 2, 4, 5, 6, 7, 8, 9, 10],
        "healer_sl": [1, 3, 4, 7, 8, 12, 16, 20, 24, 27, 40, 100],
        "heal": ["next"],
        "healing_acceleration": ["recount"],
    },
    "realms_of_myth.healing_days_bp": {
        "damage": [1, 2, 3, 7, 18, 40, 500],
        "cnd_mod": [-20, -3, -1, 1, 2, 4, 20],
        "healer_sl": [1, 3, 4, 7, 8, 13, 16, 40, 200],
        "heal": ["next"],
    },
    "realms_of_myth.end_recovery_factor": {"wounds": [0, *range(2, 11)]},
    "realms_of_myth.dragging_wounds": {
        "feet": [0, 1, 3, 4, 5, 7, 19, 21, 100, 1000],
        "str_mod": [-20, -3, -1, 0, 1, 3, 6, 20],
        "cnd_mod": [-20, -2, -1, 0, 1, 3, 5, 20],
    },
}
# parameters which a case always takes, because the others mean little without them
OFTEN = {
    "realms_of_myth.armor_after_blows": ["blows"],
    "realms_of_myth.strike": ["pot"],
    "realms_of_myth.stun_penalty": ["points_over"],
    "realms_of_myth.effective_strength": ["wounds"],
    "realms_of_myth.healing_days": ["wounds"],
}
# what a parameter needs to be felt
BRUISED = {
    "edge_wounds": {"blow": "edge", "through_unbreached_armor": False},
    "through_unbreached_armor": {"blow": "edge"},
    "threshold_rounding": {"modified_sta": 17, "cnd": 10},
}
CHECKED = {"pot": 33, "modified_sta": 24}
FELT = {"pot_through": 18, "p_res": 14}
TOGETHER = {
    "realms_of_myth.armor_after_blows": {
        "pot": {"attack_form": "slash"},
        "pierce_loss": {"attack_form": "thrust", "layers": ("doublemail", "padded")},
        "within_short_range": {"attack_form": "bodkin", "layers": ("field_plate", "padded")},
        "proof": {"attack_form": "bodkin", "layers": ("brigandine", "padded")},
    },
    "realms_of_myth.strike": {
        **BRUISED,
        "heroic_rule": {"armor_dr": 20},
        "armor_dr": {"pot": 33},
    },
    "realms_of_myth.combination_strike": {**BRUISED, "off_hand_chance": {"mode": "separate"}},
    "realms_of_myth.knockback": {
        "agl": CHECKED,
        "chance": CHECKED,
        "progressive": CHECKED,
        "barrier_feet": CHECKED,
        "resolution_model": CHECKED,
    },
    "realms_of_myth.pain": {
        **dict.fromkeys(("hrt", "p_res_chance", "hrt_chance", "progressive", "resolution_model"), FELT),
    },
    "realms_of_myth.effective_strength": {"hrt_effort": {"wounds": 5, "phase": "battle"}},
    "realms_of_myth.grievous_effort": {"min_chance": {"hrt": 0, "wounds": 6, "resolution_model": "linear_5"}},
    "realms_of_myth.healing_days": {"healing_acceleration": {"heal": "all"}},
}
# what a parameter counts with only: another one and its values, None where it is not said; with all others it is left out
ONLY_WITH = {
    "realms_of_myth.bp_damage": {
        "modified_sta": ("use", None, "hand_and_a_half", "two_handed", "hurled", "brawling"),
        "dm": ("use", None, "hand_and_a_half", "two_handed", "hurled", "bow", "sling"),
    },
    "realms_of_myth.armor_after_blows": {
        "pot": ("attack_form", "slash"),
        "wear_per_blow": ("attack_form", None, "thrust", "bodkin"),
        "within_short_range": ("attack_form", "bodkin"),
        "proof": ("attack_form", "bodkin"),
    },
    "realms_of_myth.combination_strike": {"off_hand_chance": ("mode", "separate")},
    "realms_of_myth.effective_strength": {
        "hrt_effort": ("wounds", 5, 6),
    },
}
# cases which no spread should miss
PIERCED = {"attack_form": "thrust", "layers": ("singlemail", "padded"), "pierce_loss": "protection"}
CORNERS = {
    "realms_of_myth.weapon_dm": [
        {"size": size, "weight_class": weight_class}
        for size in wounds.DAMAGE_MULTIPLIER
        for weight_class in myth.FIRST_FIVE
    ],
    "realms_of_myth.bp_damage": [
        {"use": "brawling", "strength": 50, "modified_sta": 110},
        {"use": "brawling", "strength": 20, "modified_sta": 11},
    ],
    "realms_of_myth.clothing_worn": [
        {"social_class": social_class, "winter": winter} for social_class in wounds.CLOTHES for winter in (False, True)
    ],
    "realms_of_myth.armor_after_blows": [
        {"blows": 9},
        {"blows": 10},
        {**PIERCED, "blows": 9},
        {**PIERCED, "blows": 10},
        {**PIERCED, "blows": 25, "layers": ("banded_singlemail",), "pierce_loss": "structure"},
        {**PIERCED, "blows": 35, "layers": ("banded_singlemail",), "pierce_loss": "structure"},
        {"attack_form": "thrust", "layers": ("field_plate",), "wear_per_blow": 7, "blows": 4},
        {"attack_form": "bodkin", "layers": ("steel_shield", "padded"), "blows": 4},
        {"attack_form": "slash", "layers": ("field_plate", "padded"), "blows": 9},
        {"attack_form": "slash", "layers": ("cuerbully_plate", "padded"), "pot": 9, "blows": 6},
        {"attack_form": "slash", "layers": ("wood_shield", "padded"), "pot": 24, "blows": 2},
    ],
    "realms_of_myth.strike": [
        {"attack_av": 0, "defence_dv": 71, "min_chance": 5},
        {"attack_av": 90, "defence_dv": 13, "max_chance": 95, "pot": 15, "blow": "blunt"},
        {"heroic_rule": True, "attack_chance": 4, "armor_dr": 20},
        {"heroic_rule": True, "attack_chance": 5, "armor_dr": 20},
        {"heroic_rule": True, "attack_chance": 100, "armor_dr": 20, "blow": "blunt"},
        {"modified_sta": 1, "cnd": 1, "threshold_rounding": "down", "pot": 9, "edge_wounds": "shifted"},
    ],
    "realms_of_myth.combination_strike": [
        {"blow": "blunt", "primary_pot": 1},
        {"mode": "separate", "primary_pot": 33, "off_hand_pot": 24, "blow": "blunt", "off_hand_chance": 40},
    ],
    "realms_of_myth.knockback": [
        {"pot": 60, "min_chance": 10},
        {"pot": 22, "agl": 70, "max_chance": 90},
    ],
    "realms_of_myth.pain": [
        {"pot_through": 40, "min_chance": 10},
        {"pot_through": 31, "p_res": 30, "hrt": 70, "max_chance": 60},
    ],
    "realms_of_myth.grievous_effort": [
        {"hrt": 0, "wounds": 6, "min_chance": 40},
        {"hrt": 70, "max_chance": 95},
    ],
    "realms_of_myth.effective_strength": [
        {"wounds": 10},
        *({"wounds": wounds, "phase": "after_battle"} for wounds in (1, 3)),
        {"wounds": 5, "hrt_effort": True, "strength": 13},
        {"wounds": 8, "battle_strength_loss": "adrenaline"},
    ],
    "realms_of_myth.healing_days": [
        {"wounds": 4, "healer_sl": 12},
        {"wounds": 4, "healer_sl": 12, "healing_acceleration": "recount"},
        {"wounds": 7, "healer_sl": 1},
    ],
    "realms_of_myth.wound_level_bp": [
        *({"damage": damage, "bp_boundary": boundary} for damage in (20, 30) for boundary in ("lower", "upper")),
    ],
}
