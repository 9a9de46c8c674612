"""Spreads for the witnesses of Realms of Myth: rolls, small actions, falls."""

from . import realms_of_myth_tasks as tasks
from .realms_of_myth_turns import STRING_BOW_ATTEMPTS, in_one_go

WITNESS = {
    f"realms_of_myth.{play.__name__}": play
    for play in (
        tasks.simple_roll,
        tasks.roll_margin,
        tasks.graded_roll,
        tasks.heroic_pot,
        tasks.progressive_modifier,
        tasks.fly_direction,
        tasks.action_time,
        tasks.untie_knot_time,
        tasks.string_bow,
        tasks.grab_in_passing,
        tasks.leap_snatch,
        tasks.draw_from_container,
        tasks.hand_off,
        tasks.falling_pot,
        tasks.fall_pulses,
        tasks.catch_falling,
        tasks.catch_wounds,
        tasks.pulse_move,
    )
}
WITNESS["realms_of_myth.string_bow_attempts"] = in_one_go(STRING_BOW_ATTEMPTS)

YES = [True]
NO = [False]
CHANCE = [0, 1, 4, 5, 7, 22, 32, 40, 55, 63, 88, 95, 99, 100]
MODEL = {"resolution_model": ["linear_5", "ratio", "table"], "min_chance": [0, 5, 10], "max_chance": [90, 95, 100]}
RESOLVED = {"chance": [0, 1, 22, 40, 63, 99, 100], **MODEL}
ATTRIBUTE = [0, 1, 4, 8, 12, 16, 20, 35, 70]
SPEED = [1, 3, 8, 17, 33, 61, 149]
LINEAR = {"progressive": ["linear"]}
FEET = [0, 1, 2, 3, 4, 5, 6, 8, 10, 14, 15, 16, 17, 20, 31, 46, 64, 100, 400]
POUNDS = [0, 1, 4, 12, 25, 38, 95, 160, 455, 1200]
WHOLE_FEET = {"fall_rounding": ["whole_3_feet"]}
LIMITS = [feet for limit in tasks.PULSE_LIMITS for feet in (limit - 1, limit)]


def resolved(low, high):
    """What model, floor and ceiling need to be felt: no percentage that is given, and a poor or a good match."""
    return {
        "resolution_model": {"chance": None},
        "min_chance": {"chance": None, "resolution_model": "linear_5", **low},
        "max_chance": {"chance": None, "resolution_model": "linear_5", **high},
    }


# values away from the default for every parameter
SPACES = {
    "realms_of_myth.simple_roll": {"chance": CHANCE},
    "realms_of_myth.roll_margin": {"chance": CHANCE},
    "realms_of_myth.graded_roll": {
        "chance": CHANCE,
        "heroic_rule": NO,
        "bumble_rule": NO,
        "bumble_range": ["symmetric"],
    },
    "realms_of_myth.heroic_pot": {"kind": ["magick"], "pot": [0, 1, 7, 15, 16, 44, 500], "mga": [0, 1, 7, 16, 40, 100]},
    "realms_of_myth.progressive_modifier": {"points": [0, 1, 2, 3, 7, 30, 100], **LINEAR},
    "realms_of_myth.fly_direction": {"directions": [2, 3, 4, 6, 12, 16, 360]},
    "realms_of_myth.action_time": {
        "action": [*tasks.GARMENTS, *tasks.ACTIONS, "retrieve_item"],
        "doff": YES,
        "objects": [0, 2, 3, 9, 100],
    },
    "realms_of_myth.untie_knot_time": {
        "tier_str": [1, 4, 5, 10, 15, 16, 24, 25, 95],
        "tier_sl": [4, 12, 14, 15, 45, 66, 100],
        "own_str": [1, 12, 14, 15, 18, 40],
        "crd_mod": [-20, -3, -1, 1, 2, 5],
    },
    "realms_of_myth.string_bow": {
        "own_str": [1, 8, 12, 14, 15, 16, 20],
        "bow_str": [1, 12, 13, 14, 16, 18, 23, 30],
        "strong_bow_dv": ["bow_strength"],
        **LINEAR,
        **RESOLVED,
    },
    "realms_of_myth.string_bow_attempts": {
        "own_str": [8, 11, 12, 14],
        "bow_str": [12, 16, 18, 23],
        "max_attempts": [1, 2, 3, 5, 30],
        "strong_bow_dv": ["bow_strength"],
        **LINEAR,
        **RESOLVED,
    },
    "realms_of_myth.grab_in_passing": {
        "crd": ATTRIBUTE,
        "speed": [0, *SPEED],
        "object_size": [0, 2, 5, 30],
        **RESOLVED,
    },
    "realms_of_myth.leap_snatch": {"agl": ATTRIBUTE, "distance": [1, 2, 5, 9, 14, 30, 100], **RESOLVED},
    "realms_of_myth.draw_from_container": {
        "crd": ATTRIBUTE,
        "other_items": [0, 1, 2, 5, 6, 9, 40],
        "speed": SPEED,
        **LINEAR,
        **RESOLVED,
    },
    "realms_of_myth.hand_off": {"crd": ATTRIBUTE, "giver_speed": SPEED, "receiver_speed": SPEED, **RESOLVED},
    "realms_of_myth.falling_pot": {"weight": POUNDS, "feet": FEET, **WHOLE_FEET},
    "realms_of_myth.fall_pulses": {"feet": [0, 32, *(feet for feet in LIMITS if feet != 64), 5000]},
    "realms_of_myth.catch_falling": {
        "crd": ATTRIBUTE,
        "object_size": [0, 2, 5, 30],
        "weight": POUNDS,
        "feet": FEET,
        "catch_dv": ["snatch", "impact"],
        **WHOLE_FEET,
        "fragile": YES,
        "stp": [0, 2, 6, 25, 60],
        "catch_chance": [0, 35, 60, 100],
        "caught_intact_chance": [0, 45, 80, 100],
        "dropped_intact_chance": [0, 10, 25, 100],
        **LINEAR,
        **MODEL,
    },
    "realms_of_myth.catch_wounds": {
        "weight": [0, 5, 90, 155, 200, 455, 1200],
        "feet": [0, 5, 16, 31, 60, 100, 200],
        "modified_sta": [1, 6, 11, 24, 33, 60],
        "str_mod": [-20, -3, 2, 5],
        "crd_mod": [-20, -2, 1, 4],
        "armor_dr": [1, 5, 10, 24, 40],
        "cnd": [1, 3, 7, 9, 20],
        **WHOLE_FEET,
        "threshold_rounding": ["half_up", "down"],
    },
    "realms_of_myth.pulse_move": {
        "speed": [0, 1, 2, 3, 7, 11, 16, 18, 31, 46, 60, 61, 149],
        "pulses": [1, 2, 3, 5, 9],
        "standing_start": NO,
        "action_quarters": [1, 2, 3, 4],
    },
}
# parameters which a case always takes, because the others mean little without them
OFTEN = {
    "realms_of_myth.action_time": ["action"],
    "realms_of_myth.catch_wounds": ["feet"],
}
# what a parameter needs to be felt
TOGETHER = {
    "realms_of_myth.graded_roll": {"bumble_range": {"chance": 55}},
    "realms_of_myth.heroic_pot": {"mga": {"kind": "magick"}, "kind": {"pot": 8}},
    "realms_of_myth.action_time": {"doff": {"action": "robe"}, "objects": {"action": "retrieve_item"}},
    "realms_of_myth.untie_knot_time": {"own_str": {"tier_str": 12, "tier_sl": 66}},
    "realms_of_myth.string_bow": {
        "progressive": {"bow_str": 18, "chance": None},
        "strong_bow_dv": {"bow_str": 18, "chance": None},
        **resolved({"own_str": 12, "bow_str": 23}, {"own_str": 20, "bow_str": 23, "progressive": "linear"}),
    },
    "realms_of_myth.string_bow_attempts": {
        "own_str": {"chance": None, "bow_str": 16},
        "bow_str": {"chance": None},
        "progressive": {"chance": None, "bow_str": 18},
        "strong_bow_dv": {"chance": None, "bow_str": 18},
        **resolved({"bow_str": 23}, {"own_str": 14, "bow_str": 16, "progressive": "linear"}),
    },
    "realms_of_myth.grab_in_passing": {
        "crd": {"speed": 8, "chance": None},
        **resolved({"crd": 4, "speed": 17}, {"crd": 20, "speed": 3}),
    },
    "realms_of_myth.leap_snatch": resolved({"agl": 4, "distance": 14}, {"agl": 20, "distance": 9}),
    "realms_of_myth.draw_from_container": {
        "progressive": {"other_items": 5, "chance": None},
        **resolved({"crd": 4, "other_items": 5}, {"crd": 20, "other_items": 1}),
    },
    "realms_of_myth.hand_off": {
        "crd": {"giver_speed": 8, "chance": None},
        **resolved({"crd": 1, "giver_speed": 33}, {"crd": 20, "receiver_speed": 3}),
    },
    "realms_of_myth.catch_falling": {
        "catch_dv": {"weight": 38},
        "caught_intact_chance": {"fragile": True},
        "fragile": {"stp": 6, "weight": 160},
        "fall_rounding": {"feet": 20, "weight": 12},
    },
}
# what a parameter counts with only: another one and its values, None where it is not said; with all others it is left out
ONLY_WITH = {
    "realms_of_myth.heroic_pot": {"mga": ("kind", "magick")},
    "realms_of_myth.action_time": {
        "doff": ("action", *tasks.GARMENTS),
        "objects": ("action", "retrieve_item"),
    },
    "realms_of_myth.catch_falling": {"caught_intact_chance": ("fragile", True)},
}
# cases which no spread should miss
STILL = {"chance": 0}
CORNERS = {
    "realms_of_myth.graded_roll": [
        {"chance": 100},
        {"chance": 0},
        {"chance": 95},
        {"chance": 5},
        {"chance": 55, "bumble_range": "symmetric"},
        {"chance": 95, "bumble_range": "symmetric"},
        {"chance": 100, "bumble_range": "symmetric"},
    ],
    "realms_of_myth.heroic_pot": [
        {"kind": "magick", "pot": pot, "mga": mga} for pot, mga in ((8, 12), (12, 12), (30, 12), (0, 12))
    ],
    "realms_of_myth.action_time": [{"action": action} for action in (*tasks.GARMENTS, *tasks.ACTIONS)]
    + [{"action": action, "doff": True} for action in tasks.GARMENTS]
    + [{"action": "retrieve_item", "objects": objects} for objects in (0, 4)],
    "realms_of_myth.untie_knot_time": [{"tier_str": 12, "own_str": 18}, {"tier_str": 15}, {"tier_sl": 14}],
    "realms_of_myth.string_bow": [{"own_str": 15, **STILL}, {"bow_str": 12, **STILL}, {"own_str": 14, "chance": 30}],
    "realms_of_myth.string_bow_attempts": [
        {"own_str": 15, "chance": 0},
        {"bow_str": 18, "max_attempts": 4, "progressive": "linear"},
    ],
    "realms_of_myth.grab_in_passing": [
        {"speed": 0, **STILL},
        {"speed": 1, "object_size": 0},
        {"crd": 70, "speed": 8},
        {"crd": 4, "speed": 61},
    ],
    "realms_of_myth.leap_snatch": [{"agl": 4, "distance": 100}, {"agl": 70}],
    "realms_of_myth.draw_from_container": [
        {"other_items": 0, "speed": 8},
        {"other_items": 0, **STILL},
        {"other_items": 40},
        {"other_items": 1, "crd": 70},
    ],
    "realms_of_myth.hand_off": [
        {**STILL},
        {"giver_speed": 1, **STILL},
        {"receiver_speed": 1},
        {"giver_speed": 8, "resolution_model": "linear_5"},
        {"giver_speed": 9, "resolution_model": "ratio"},
    ],
    "realms_of_myth.fall_pulses": [{"feet": feet} for feet in LIMITS if feet != 64],
    "realms_of_myth.falling_pot": [
        {"feet": 11, "weight": 12, "fall_rounding": "whole_3_feet"},
        {"feet": 8, "weight": 2},
    ],
    "realms_of_myth.catch_falling": [
        {"feet": feet, "weight": 40, "catch_dv": catch_dv, "fragile": True}
        for feet in (15, 16)
        for catch_dv in ("by_height", "snatch", "impact")
    ],
    "realms_of_myth.catch_wounds": [
        {"modified_sta": 3, "str_mod": -2, "crd_mod": -4, "armor_dr": 10},
        {"modified_sta": 1, "cnd": 2, "threshold_rounding": "down"},
        {"weight": 330, "feet": 0, "modified_sta": 20, "cnd": 12},
    ],
    "realms_of_myth.pulse_move": [
        *({"speed": speed, "pulses": 1, "standing_start": False} for speed in (1, 16, 18, 31, 33, 149)),
        {"speed": 11, "pulses": 1},
        {"speed": 11, "pulses": 3, "action_quarters": 3},
    ],
}
