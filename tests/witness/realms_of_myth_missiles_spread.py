"""Spreads for the witnesses of Realms of Myth: missiles."""

from . import realms_of_myth_missiles as missiles
from .realms_of_myth_tasks_spread import ATTRIBUTE, LINEAR, MODEL, RESOLVED, SPEED, resolved

WITNESS = {
    f"realms_of_myth.{play.__name__}": play
    for play in (
        missiles.range_limit,
        missiles.range_band,
        missiles.range_dv,
        missiles.ranged_attack_dv,
        missiles.ranged_attack,
        missiles.stray_fire,
        missiles.flight_delay,
        missiles.thrown_object_factor,
        missiles.throw_and_catch,
        missiles.crossbow_cock,
    )
}

MISSILES = ["short_bow", "sling", "fustibal", *missiles.CROSSBOWS]
WEAPONS = [*MISSILES, *missiles.HURLED]
FACTORS = [factor for _, _, factor in missiles.OBJECTS if factor != "1"]
STRENGTH = [1, 4, 8, 12, 14, 16, 19, 25, 100]
BAND = {
    "weapon": [*WEAPONS, "object"],
    "strength": STRENGTH,
    "target_elevation": [-30, 1, 5, 12, 38, 71, 150, 500],
    "object_range_factor": FACTORS,
    "crossbow_bands": ["bow"],
}
DISTANCE = [5, 9, 10, 13, 15, 16, 22, 33, 42, 49, 58, 67, 70, 77, 84, 99, 100, 103, 120, 136, 161, 200, 201, 225]
COUNTED = {
    **BAND,
    "distance": [0, 1, *DISTANCE],
    "hurled_range_unit": ["feet"],
    "range_rounding": ["up", "down"],
}
TARGET = {
    "target_state": ["unaware_moving", "unaware_stationary"],
    "dodge_dv": [0, 12, 44, 90],
    "agl_mod": [-20, -3, 2, 5],
    "target_speed": SPEED,
    "shield_modifier": [1, 6, 25],
    "other_dv": [-200, -40, -7, 3, 15],
    "unaware_dv": ["range_only"],
}
SHOT = {**COUNTED, "distance": [2, 4, *DISTANCE], **TARGET}
LINES = {
    "bystander_dv": [(40, 65), (0, 90), (72, 55), (5, 58)],
    "bystander_sta": [(22, 17), (20, 15), (12, 26), (29, 11)],
    "bystander_distance": [(70, 78), (70, 82), (20, 100), (99, 101)],
}

# values away from the default for every parameter
SPACES = {
    "realms_of_myth.range_limit": {**BAND, "band": ["point_blank", "medium", "long"]},
    "realms_of_myth.range_band": {**BAND, "distance": [0, 1, *DISTANCE, 226, 2000]},
    "realms_of_myth.range_dv": COUNTED,
    "realms_of_myth.ranged_attack_dv": SHOT,
    "realms_of_myth.ranged_attack": {
        "av": [0, 20, 45, 72, 110],
        **SHOT,
        "distance": [2, 4, 8, 9, 15, 22, 33, 49, 58, 84, 100, 226],
        "hurled_resolution": ["contested"],
        "chance": [0, 22, 70, 100],
        "defence_chance": [0, 25, 60, 100],
        "margin_tie": ["attacker"],
        **MODEL,
    },
    "realms_of_myth.stray_fire": {
        "av": [0, 35, 52, 75],
        "target_dv": [0, 45, 70, 88],
        "target_sta": [12, 18, 23, 31],
        **LINES,
        "band_limit": [0, 69, 80, 90, 102],
        **LINEAR,
        **RESOLVED,
    },
    "realms_of_myth.flight_delay": {"missile": ["hurled"], "distance": [0, 499, 500, 501, 1999, 2000, 2001, 10000]},
    "realms_of_myth.thrown_object_factor": {
        "object_ounces": [0, 1, 3, 12, 13, 32, 33, 48, 64, 65, 160, 161, 640, 641, 2000],
        "object_inches": [0, 4, 12, 14, 15, 23, 24, 29, 30, 35, 36, 46, 47, 120],
        "height_inches": [12, 50, 60, 74, 100],
        "light_enc": [1, 10, 20, 60, 125],
    },
    "realms_of_myth.throw_and_catch": {
        "agl": [0, 4, 11, 20, 45],
        "crd": ATTRIBUTE,
        "strength": STRENGTH,
        "distance": [1, 4, 13, 14, 22, 49, 50, 67, 70, 84, 85, 100],
        "object_range_factor": FACTORS,
        "weather_dv": [1, 8, 30],
        "hurled_range_unit": ["feet"],
        "range_rounding": ["up", "down"],
        "throw_chance": [0, 35, 70, 100],
        "catch_chance": [0, 20, 60, 100],
        **MODEL,
    },
    "realms_of_myth.crossbow_cock": {
        "crossbow": ["heavy"],
        "tool": ["hand", "goatsfoot", "windlass"],
        "strength": [0, 5, 12, 16, 20, 33],
        **RESOLVED,
    },
}
# parameters which a case always takes, because the others mean little without them
OFTEN = {
    "realms_of_myth.range_limit": ["weapon"],
    "realms_of_myth.range_band": ["weapon", "distance"],
    "realms_of_myth.range_dv": ["weapon", "distance"],
    "realms_of_myth.ranged_attack_dv": ["weapon", "distance"],
    "realms_of_myth.stray_fire": list(LINES),
    "realms_of_myth.thrown_object_factor": ["object_inches"],
}
# what a parameter needs to be felt
OF_RANGE = {
    "object_range_factor": {"weapon": "object", "target_elevation": 5},
    "crossbow_bands": {"weapon": "light_crossbow", "distance": 103},
    "target_elevation": {"target_elevation": 12, "distance": 58},
}
OF_COUNTING = {
    **OF_RANGE,
    "hurled_range_unit": {"weapon": "hurled_hafted"},
    "range_rounding": {"distance": 77},
}
OF_THE_TARGET = {
    **OF_COUNTING,
    "agl_mod": {"target_state": "unaware_moving"},
    "unaware_dv": {"target_state": "unaware_moving", "agl_mod": 2, "other_dv": 0},
    "target_state": {"other_dv": 0},
}
TOGETHER = {
    "realms_of_myth.range_limit": {
        "object_range_factor": {"weapon": "object", "target_elevation": 5},
        "crossbow_bands": {"weapon": "heavy_crossbow"},
    },
    "realms_of_myth.range_band": OF_RANGE,
    "realms_of_myth.range_dv": OF_COUNTING,
    "realms_of_myth.ranged_attack_dv": OF_THE_TARGET,
    "realms_of_myth.ranged_attack": {
        **OF_THE_TARGET,
        "strength": {"chance": None, "distance": 58},
        "target_elevation": {"chance": None, "target_elevation": 12, "distance": 58},
        "object_range_factor": {"weapon": "object", "chance": None, "distance": 22},
        "crossbow_bands": {"weapon": "heavy_crossbow", "distance": 100, "chance": None},
        "hurled_range_unit": {"weapon": "hurled_hafted", "distance": 33, "chance": None},
        "range_rounding": {"distance": 58, "chance": None},
        "hurled_resolution": {"weapon": "hurled_hilted", "distance": 22, "target_state": "aware"},
        "defence_chance": {
            "weapon": "hurled_hafted",
            "distance": 9,
            "target_state": "aware",
            "hurled_resolution": "contested",
        },
        "margin_tie": {
            "weapon": "object",
            "distance": 15,
            "target_state": "aware",
            "hurled_resolution": "contested",
            "dodge_dv": 44,
        },
        "dodge_dv": {"chance": None},
        "target_speed": {"chance": None, "distance": 15},
        "shield_modifier": {"chance": None, "distance": 22},
        "other_dv": {"chance": None},
        "agl_mod": {"chance": None, "target_state": "unaware_moving", "distance": 58},
        "unaware_dv": {"chance": None, "target_state": "unaware_moving", "distance": 49, "agl_mod": 5, "other_dv": 15},
        **resolved({"av": 20, "distance": 58}, {"av": 72, "distance": 15, "dodge_dv": 12}),
    },
    "realms_of_myth.stray_fire": {
        "progressive": {"av": 52, "target_dv": 70, "band_limit": 102},
        **resolved({"av": 35, "band_limit": 102}, {"av": 75, "band_limit": 102}),
    },
    "realms_of_myth.throw_and_catch": {
        "agl": {"throw_chance": None},
        "crd": {"catch_chance": None},
        "range_rounding": {"throw_chance": None, "distance": 49},
        "hurled_range_unit": {"catch_chance": None, "distance": 70},
        "object_range_factor": {"throw_chance": None, "distance": 22},
        "resolution_model": {"throw_chance": None},
        "min_chance": {"throw_chance": None, "resolution_model": "linear_5", "agl": 4, "distance": 67},
        "max_chance": {
            "catch_chance": None,
            "resolution_model": "linear_5",
            "crd": 20,
            "distance": 13,
            "weather_dv": 1,
        },
    },
    "realms_of_myth.crossbow_cock": {
        "crossbow": {"tool": "hand"},
        "strength": {"chance": None},
        **resolved({"strength": 5, "tool": "hand"}, {"strength": 33}),
    },
}
# what a parameter counts with only: another one and its values, None where it is not said; with all others it is left out
OF_OBJECTS = {"object_range_factor": ("weapon", "object")}
OF_STATES = {
    **OF_OBJECTS,
    "dodge_dv": ("target_state", None, "aware"),
    "agl_mod": ("target_state", "unaware_moving"),
    "target_speed": ("target_state", None, "aware", "unaware_moving"),
    "shield_modifier": ("target_state", None, "aware", "unaware_moving"),
}
ONLY_WITH = {
    "realms_of_myth.range_limit": OF_OBJECTS,
    "realms_of_myth.range_band": OF_OBJECTS,
    "realms_of_myth.range_dv": OF_OBJECTS,
    "realms_of_myth.ranged_attack_dv": OF_STATES,
    "realms_of_myth.ranged_attack": {**OF_STATES, "defence_chance": ("hurled_resolution", "contested")},
}
# cases which no spread should miss
CONTESTED = {"weapon": "hurled_hilted", "distance": 24, "hurled_resolution": "contested"}
SHARES = (20, 25, 50, 75, 100, 250, 1000)
BEHIND = {"bystander_dv": (40, 65), "bystander_sta": (22, 17), "target_dv": 70}
NOBODY = {"bystander_dv": (), "bystander_sta": (), "bystander_distance": ()}
CORNERS = {
    "realms_of_myth.range_limit": [
        *({"weapon": weapon, "band": "short"} for weapon in ("short_bow", "hurled_hilted", "hurled_hafted")),
        *({"weapon": weapon, "band": "medium"} for weapon in ("short_bow", "hurled_hafted", *missiles.CROSSBOWS)),
        *({"weapon": weapon, "band": "long"} for weapon in ("short_bow", "hurled_hilted", "hurled_hafted")),
        {"strength": 16},
        {"weapon": "short_bow", "strength": 8},
        *({"weapon": "heavy_crossbow", "band": band, "target_elevation": 41} for band in ("short", "long")),
        {"weapon": "object", "object_range_factor": "1/10", "band": "point_blank"},
        {"strength": 1, "target_elevation": 500, "band": "long"},
    ],
    "realms_of_myth.range_band": [
        *({"distance": distance} for distance in (15, 16, 60, 61, 80, 81, 100, 101)),
        *({"weapon": "hurled_hafted", "distance": distance} for distance in (50, 51, 84, 85)),
        *({"weapon": "heavy_crossbow", "distance": distance} for distance in (135, 136, 225)),
        *({"distance": distance, "strength": 16} for distance in (66, 67, 106, 107)),
        *({"weapon": "light_crossbow", "distance": distance, "target_elevation": 20} for distance in (180, 181)),
        *(
            {"weapon": "light_crossbow", "distance": distance, "crossbow_bands": "bow"}
            for distance in (100, 101, 200, 201)
        ),
    ],
    "realms_of_myth.range_dv": [
        *({"distance": distance} for distance in (15, 17, 60, 81, 110)),
        *({"distance": 58, "range_rounding": rounding} for rounding in ("up", "down")),
        *({"weapon": "hurled_hilted", "distance": 66, "range_rounding": rounding} for rounding in ("up", "down")),
        *({"weapon": weapon, "distance": 58} for weapon in ("short_bow", "hurled_hafted", "heavy_crossbow")),
        {"strength": 19, "distance": 120},
        {"weapon": "light_crossbow", "distance": 200, "crossbow_bands": "bow"},
    ],
    "realms_of_myth.ranged_attack_dv": [
        *(
            {"target_state": state, "distance": 40, "unaware_dv": ruling}
            for state in ("unaware_moving", "unaware_stationary")
            for ruling in ("by_activity", "range_only")
        ),
        {"weapon": "hurled_hafted", "distance": 5},
        {"distance": 2, "dodge_dv": 0, "other_dv": -40},
    ],
    "realms_of_myth.ranged_attack": [
        {"weapon": "heavy_crossbow", "distance": 226, "chance": 100},
        {**CONTESTED, "av": 55},
        {**CONTESTED, "chance": 70, "defence_chance": 60, "margin_tie": "attacker"},
        {**CONTESTED, "target_state": "unaware_stationary"},
        {"hurled_resolution": "contested", "dodge_dv": 12},
        {"target_state": "unaware_stationary", "distance": 84},
        {"weapon": "hurled_hilted", "distance": 5, "av": 0},
        {"distance": 2, "av": 0, "dodge_dv": 90},
    ],
    "realms_of_myth.stray_fire": [
        *({**BEHIND, "bystander_distance": (70, distance), "band_limit": 80} for distance in (80, 81)),
        NOBODY,
        {**NOBODY, "chance": 0},
        {
            "chance": 30,
            "bystander_dv": (70, 40, 65, 50),
            "bystander_sta": (25, 15, 20, 19),
            "bystander_distance": (30, 31, 60, 100),
        },
        {"bystander_sta": (26,), "bystander_dv": (10,)},
    ],
    "realms_of_myth.flight_delay": [
        *({"missile": "hurled", "distance": distance} for distance in (500, 501)),
        *({"distance": distance} for distance in (2000, 2001)),
    ],
    "realms_of_myth.thrown_object_factor": [
        *({"object_ounces": 16 * pounds + more, "light_enc": 1000} for pounds in SHARES for more in (0, 1)),
        *({"object_inches": inches, "height_inches": 100, "object_ounces": 1} for inches in (5, 6, 21, 22, 33, 34)),
        *({"object_inches": inches, "height_inches": 100, "object_ounces": 1} for inches in (42, 43, 50, 51, 66, 67)),
    ],
    "realms_of_myth.throw_and_catch": [
        {"agl": 4, "crd": 20, "distance": 100, "resolution_model": "linear_5"},
        {"agl": 45, "crd": 0, "distance": 84, "weather_dv": 30, "resolution_model": "linear_5"},
    ],
    "realms_of_myth.crossbow_cock": [
        {"tool": "hand", "strength": 17},
        {"tool": "goatsfoot", "strength": 16},
        {"crossbow": "heavy", "tool": "hand"},
        {"crossbow": "heavy", "tool": "hand", "strength": 0, "resolution_model": "linear_5"},
        {"strength": 33, "resolution_model": "linear_5"},
        {"crossbow": "heavy", "tool": "hand", "strength": 20, "resolution_model": "ratio"},
        {"crossbow": "heavy", "tool": "windlass", "chance": 0},
    ],
}
