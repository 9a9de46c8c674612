"""Spreads for the witnesses of Realms of Myth: Initiative and Surprise."""

from . import realms_of_myth_surprise as surprise
from .realms_of_myth_tasks_spread import NO, RESOLVED, YES, resolved

WITNESS = {
    f"realms_of_myth.{play.__name__}": play
    for play in (
        surprise.initiative,
        surprise.initiative_order,
        surprise.initiative_position,
        surprise.awareness,
        surprise.surprise_dv,
        surprise.surprise_av,
        surprise.surprise_penalty,
        surprise.surprise_degree,
        surprise.surprise_recovery,
        surprise.hampered_penalty,
        surprise.rear_threat,
        surprise.ruse,
    )
}

CHANCE = [0, 1, 7, 22, 40, 63, 88, 99, 100]
SURPRISE = {
    "source": ["mechanical_trap", "glamour", "chance_meeting"],
    "aggressor_chance": CHANCE,
    "target_chance": CHANCE,
    "trap_identified": YES,
    "margin_tie": ["aggressor"],
}
SURPRISE_ONLY_WITH = {
    "aggressor_chance": ("source", None, "glamour"),
    "trap_identified": ("source", "mechanical_trap"),
}
PAIRS = {
    "awa_mods": [(3, 0), (0, 2), (-4, 1), (20, -20), (1, 1)],
    "hrt_mods": [(1, 0), (0, 4), (-1, 2)],
    "agl": [(15, 12), (12, 15), (14, 14)],
    "hrt": [(9, 12), (16, 11)],
    "stun_penalties": [(0, 3), (5, 0), (200, 2)],
    "final_tie": ["alphabetical", "simultaneous"],
}
THREE = {"awa_mods": (1, 0, 0)}
FOUR = {"awa_mods": (2, 0, 0, 1)}
RECOVERY = {"hrt": [0, 4, 8, 16, 20, 33, 70], "surprise_dv": [0, 1, 4, 5, 15, 23, 34, 35, 45, 61, 110]}

# values away from the default for every parameter
SPACES = {
    "realms_of_myth.initiative": {
        "awa_mod": [-20, -2, 1, 3],
        "hrt_mod": [-20, -1, 2, 5],
        "stun_penalty": [1, 6, 200],
    },
    "realms_of_myth.initiative_order": {
        **PAIRS,
        "actions": [(2, 1), (1, 3), (2, 2), (5, 1)],
        "extra_actions": ["after"],
    },
    "realms_of_myth.initiative_position": {**PAIRS, "focus": ["B"]},
    "realms_of_myth.awareness": {
        "perception_chance": CHANCE,
        "stealth_chance": CHANCE,
        "contested": NO,
        "margin_tie": ["sneaker"],
        "both_fail": ["unaware"],
    },
    "realms_of_myth.surprise_dv": {
        "source": ["concealed_trap"],
        "stealth_dv": [0, 3, 18, 45, 90],
        "best_chm_mod": [-20, -4, 2, 5],
        "best_hrt_mod": [-20, -1, 1, 4],
        "ambushers": [2, 3, 8, 40, 200],
        "largest_sta": [18, 19, 21, 26, 60],
        "smallest_sta": [0, 2, 13, 17, 19, 21, 25],
        "craft_av": [0, 12, 62, 130],
    },
    "realms_of_myth.surprise_av": {
        "perception_av": [0, 11, 38, 77],
        "spirit_sl": [1, 7, 20],
        "wary": YES,
        "trade_sl": [1, 6, 25],
    },
    "realms_of_myth.surprise_penalty": SURPRISE,
    "realms_of_myth.surprise_degree": {
        "aggressor_margin": [0, 1, 4, 5, 6, 14, 15, 40, 99],
        "target_shortfall": [0, 1, 4, 9, 10, 11, 45, 100],
    },
    "realms_of_myth.surprise_recovery": {**RECOVERY, **RESOLVED},
    "realms_of_myth.hampered_penalty": {
        "penalty": [0, 1, 2, 3, 7, 40],
        "surprise_dv": [0, 4, 5, 14, 15, 35, 62, 95, 500],
        "cs_index": [1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 50],
    },
    "realms_of_myth.rear_threat": {
        "perception_av": [0, 12, 33, 45, 62, 90],
        "dv": [0, 14, 35, 50, 58, 80],
        "warned": YES,
        "overwhelmed": YES,
        "penalty": [1, 4, 15, 37, 100],
        **RESOLVED,
    },
    "realms_of_myth.ruse": {
        "kind": ["hidden_foes", "glamour", "pit_trap"],
        "deceiver_chance": CHANCE,
        "target_chance": CHANCE,
        "margin_tie": ["deceiver"],
        "both_fail": ["taken_in"],
    },
}
# parameters which a case always takes, because the others mean little without them
OFTEN = {"realms_of_myth.hampered_penalty": ["surprise_dv"]}
# what a parameter needs to be felt
WELL_MATCHED = {"awa_mods": (0, 0), "hrt_mods": None, "stun_penalties": None}
TIED = {**WELL_MATCHED, "agl": None}
TOGETHER = {
    "realms_of_myth.initiative_order": {
        "agl": WELL_MATCHED,
        "hrt": TIED,
        "final_tie": {**TIED, "hrt": None},
        "extra_actions": {"actions": (2, 1)},
    },
    "realms_of_myth.initiative_position": {"agl": WELL_MATCHED, "hrt": TIED, "final_tie": {**TIED, "hrt": None}},
    "realms_of_myth.awareness": {
        "margin_tie": {"perception_chance": 60, "stealth_chance": 45},
        "both_fail": {"perception_chance": 40, "stealth_chance": 45},
    },
    "realms_of_myth.surprise_dv": {
        "craft_av": {"source": "concealed_trap"},
        "largest_sta": {"smallest_sta": 17, "ambushers": 4},
        "smallest_sta": {"largest_sta": 26, "ambushers": 3},
        "best_chm_mod": {"stealth_dv": 45},
        "best_hrt_mod": {"stealth_dv": 45},
    },
    "realms_of_myth.surprise_av": {"trade_sl": {"wary": True}},
    "realms_of_myth.surprise_penalty": {"trap_identified": {"source": "mechanical_trap"}},
    "realms_of_myth.surprise_recovery": {
        "hrt": {"chance": None},
        "surprise_dv": {"chance": None},
        **resolved({"hrt": 4, "surprise_dv": 45}, {"hrt": 33, "surprise_dv": 15}),
    },
    "realms_of_myth.hampered_penalty": {"cs_index": {"surprise_dv": 62, "penalty": 40}},
    "realms_of_myth.rear_threat": {
        "perception_av": {"chance": None},
        "dv": {"chance": None},
        "penalty": {"overwhelmed": True, "warned": True, "chance": None},
        **resolved({"perception_av": 12, "dv": 58}, {"perception_av": 62, "dv": 35}),
    },
    "realms_of_myth.ruse": {
        "margin_tie": {"kind": "player", "deceiver_chance": 63, "target_chance": 40},
        "both_fail": {"kind": "hidden_foes", "deceiver_chance": 22, "target_chance": 40},
    },
}
# what a parameter counts with only: another one and its values, None where it is not said; with all others it is left out
AMBUSH = ("source", None)
ONLY_WITH = {
    "realms_of_myth.awareness": {"stealth_chance": ("contested", None)},
    "realms_of_myth.surprise_dv": {
        "craft_av": ("source", "concealed_trap"),
        "stealth_dv": AMBUSH,
        "best_chm_mod": AMBUSH,
        "best_hrt_mod": AMBUSH,
        "ambushers": AMBUSH,
        "largest_sta": AMBUSH,
        "smallest_sta": AMBUSH,
    },
    "realms_of_myth.surprise_av": {"trade_sl": ("wary", True)},
    "realms_of_myth.surprise_penalty": SURPRISE_ONLY_WITH,
    "realms_of_myth.rear_threat": {"penalty": ("overwhelmed", True)},
    "realms_of_myth.ruse": {"deceiver_chance": ("kind", None, "hidden_foes", "glamour")},
}
# cases which no spread should miss
CERTAIN = {"chance": 0}
CORNERS = {
    "realms_of_myth.initiative_order": [
        {"awa_mods": (0, 2), "actions": (2, 1)},
        {"awa_mods": (0, 2), "actions": (2, 1), "extra_actions": "after"},
        {**THREE, "actions": (1, 3, 2), "final_tie": "simultaneous"},
        {**THREE, "actions": (3, 1, 2), "final_tie": "simultaneous", "extra_actions": "after"},
        {**THREE, "agl": (13, 13, 16), "hrt": (9, 9, 8)},
        {**THREE, "hrt": (12, 14, 14), "final_tie": "alphabetical"},
        {"awa_mods": (0, 0, 0), "hrt_mods": (0, 1, 2), "stun_penalties": (0, 0, 4)},
        {**FOUR, "actions": (1, 2, 1, 1)},
    ],
    "realms_of_myth.initiative_position": [
        {**FOUR},
        {**THREE, "focus": "C", "agl": (13, 13, 16)},
        {**THREE, "focus": "B", "final_tie": "simultaneous"},
        {**THREE, "focus": "C", "final_tie": "simultaneous", "hrt": (9, 11, 11)},
        {**THREE, "focus": "C", "final_tie": "alphabetical"},
    ],
    "realms_of_myth.awareness": [{"perception_chance": 60, "contested": False}],
    "realms_of_myth.surprise_dv": [
        {"stealth_dv": 3, "best_chm_mod": -4, "smallest_sta": 2, "largest_sta": 18},
        {"ambushers": 5, "largest_sta": 26, "smallest_sta": 17},
        {"largest_sta": 26},
        {"smallest_sta": 17},
    ],
    "realms_of_myth.surprise_penalty": [
        {"source": "mechanical_trap", "target_chance": 90},
        {"source": "mechanical_trap", "target_chance": 40, "trap_identified": True},
        {"source": "glamour", "aggressor_chance": 40, "target_chance": 22},
        {"aggressor_chance": 100, "target_chance": 0},
    ],
    "realms_of_myth.surprise_recovery": [{"hrt": 0, "surprise_dv": 110}, {"hrt": 70, "surprise_dv": 4}],
    "realms_of_myth.hampered_penalty": [
        {"surprise_dv": dv, "cs_index": n, "penalty": 5} for dv, n in ((34, 3), (34, 4), (35, 4), (35, 5), (62, 6))
    ],
    "realms_of_myth.rear_threat": [
        {"overwhelmed": overwhelmed, "warned": warned, **CERTAIN}
        for overwhelmed in (True, False)
        for warned in (True, False)
    ]
    + [{"overwhelmed": True, "chance": 100}, {"overwhelmed": True, "warned": True, "penalty": 60, "dv": 45}]
    + [{"perception_av": 45, "dv": 50, "resolution_model": model} for model in ("linear_5", "ratio")],
    "realms_of_myth.ruse": [
        {"kind": "glamour", "deceiver_chance": 22, "target_chance": 40},
        {"kind": "glamour", "deceiver_chance": 22, "target_chance": 40, "both_fail": "taken_in"},
        {"kind": "pit_trap", "target_chance": 40},
    ],
}
