"""Spreads for the witnesses of Realms of Myth: what goes on for a while but not for ever, thrown in one go."""

from . import realms_of_myth_turns as turns
from .realms_of_myth_missiles_spread import MISSILES, OF_STATES, TARGET
from .realms_of_myth_surprise_spread import SURPRISE, SURPRISE_ONLY_WITH
from .realms_of_myth_tasks_spread import MODEL, RESOLVED, resolved

WITNESS = {
    "realms_of_myth.locate_sniper": turns.in_one_go(turns.LOCATE_SNIPER),
    "realms_of_myth.crossbow_ready": turns.in_one_go(turns.CROSSBOW_READY),
    "realms_of_myth.surprise_spell": turns.surprise_spell,
    "realms_of_myth.surprise_free_blows": turns.surprise_free_blows,
    "realms_of_myth.archers_before_contact": turns.in_one_go(turns.ARCHERS_BEFORE_CONTACT),
}
# those with many leaves
FEW = {"realms_of_myth.surprise_free_blows"}

# values away from the default for every parameter
SPACES = {
    "realms_of_myth.locate_sniper": {
        "awa_av": [0, 12, 35, 58, 90],
        "sniper_dv": [0, 25, 50, 77],
        "max_attacks": [1, 2, 3, 5, 30],
        **RESOLVED,
    },
    "realms_of_myth.crossbow_ready": {
        "crossbow": ["heavy"],
        "tool": ["hand", "goatsfoot", "windlass"],
        "strength": [0, 5, 12, 16, 20, 33],
        "tool_position": ["elsewhere", "built_in"],
        "load_actions": [0, 2, 4],
        "max_actions": [1, 2, 3, 4, 5, 6, 9],
        **RESOLVED,
    },
    "realms_of_myth.surprise_spell": {
        **SURPRISE,
        "hrt": [0, 4, 20, 33],
        "surprise_dv": [0, 4, 5, 15, 34, 35, 61],
        "recovery_chance": [0, 25, 62, 100],
        **MODEL,
    },
    "realms_of_myth.surprise_free_blows": {
        **SURPRISE,
        "aggressor_chance": [0, 7, 22, 40],
        "target_chance": [63, 80, 88, 99, 100],
        "attack_av": [0, 20, 35, 62, 90],
        "defence_dv": [0, 12, 35, 48, 77],
        "blows_per_cs": [2, 3],
        "springing_blow": ["penalised", "none"],
        **MODEL,
    },
    "realms_of_myth.archers_before_contact": {
        "av": [0, 20, 45, 72, 110],
        "weapon": MISSILES,
        "strength": [1, 8, 12, 16, 25],
        "crossbow_bands": ["bow"],
        **TARGET,
        "start_distance": [2, 3, 40, 51, 52, 95, 160, 230, 260],
        "advance": [30, 49, 60, 93, 300],
        "shots_per_cs": [2, 3],
        "archers": [2, 3],
        "shot_timing": ["before_move"],
        "range_rounding": ["up", "down"],
        **MODEL,
    },
}
# what a parameter needs to be felt
TRAP = {"trap_identified": {"source": "mechanical_trap"}}
NOTHING_GIVEN = {"chance": None}
AT_HAND = {"tool": "hand", "tool_position": "in_reach"}
TOGETHER = {
    "realms_of_myth.locate_sniper": {
        "awa_av": NOTHING_GIVEN,
        "sniper_dv": NOTHING_GIVEN,
        **resolved({"awa_av": 12, "sniper_dv": 50}, {"awa_av": 58, "sniper_dv": 25}),
    },
    "realms_of_myth.crossbow_ready": {
        "crossbow": AT_HAND,
        "strength": NOTHING_GIVEN,
        **resolved({"strength": 5}, {"strength": 33}),
    },
    "realms_of_myth.surprise_spell": {
        **TRAP,
        "hrt": {"recovery_chance": None},
        "resolution_model": {"recovery_chance": None},
        "min_chance": {"recovery_chance": None, "hrt": 4, "surprise_dv": 61, "resolution_model": "linear_5"},
        "max_chance": {"recovery_chance": None, "hrt": 33, "surprise_dv": 15, "resolution_model": "linear_5"},
    },
    "realms_of_myth.surprise_free_blows": {
        **TRAP,
        "min_chance": {"attack_av": 20, "defence_dv": 77},
        "max_chance": {"attack_av": 90, "defence_dv": 35},
    },
    "realms_of_myth.archers_before_contact": {
        "crossbow_bands": {"weapon": "light_crossbow", "av": 110},
        "agl_mod": {"target_state": "unaware_moving"},
        "unaware_dv": {"target_state": "unaware_moving", "agl_mod": 5, "other_dv": 15},
        "start_distance": {"advance": 49},
    },
}
# what a parameter counts with only: another one and its values, None where it is not said; with all others it is left out
ONLY_WITH = {
    "realms_of_myth.crossbow_ready": {"tool_position": ("tool", None, "goatsfoot", "windlass")},
    "realms_of_myth.surprise_spell": SURPRISE_ONLY_WITH,
    "realms_of_myth.surprise_free_blows": SURPRISE_ONLY_WITH,
    "realms_of_myth.archers_before_contact": {
        name: only for name, only in OF_STATES.items() if name != "object_range_factor"
    },
}
# cases which no spread should miss
WOUND_UP = {"crossbow": "heavy", "tool": "windlass"}
CORNERS = {
    "realms_of_myth.locate_sniper": [
        {"chance": 0, "max_attacks": 2},
        {"chance": 100},
        *({"awa_av": 35, "sniper_dv": 41, "resolution_model": model} for model in ("linear_5", "ratio")),
    ],
    "realms_of_myth.crossbow_ready": [
        *({**WOUND_UP, "tool_position": position, "chance": 0} for position in ("in_reach", "elsewhere", "built_in")),
        {**WOUND_UP, "load_actions": 0, "max_actions": 2},
        {**WOUND_UP, "load_actions": 0, "max_actions": 3},
        {"tool": "goatsfoot", "tool_position": "built_in", "strength": 18, "max_actions": 5},
        *({"tool_position": "elsewhere", "load_actions": actions} for actions in (0, 4)),
        {"crossbow": "heavy", "tool": "hand", "strength": 20},
        {"tool": "hand", "strength": 16, "resolution_model": "ratio"},
        {"crossbow": "heavy", "tool": "hand", "strength": 0, "resolution_model": "linear_5"},
        {"strength": 33, "resolution_model": "linear_5"},
    ],
    "realms_of_myth.surprise_spell": [
        {"source": "mechanical_trap", "target_chance": 60, "recovery_chance": 50, "surprise_dv": 35},
        {"source": "mechanical_trap", "target_chance": 60, "trap_identified": True, "surprise_dv": 4},
        {"source": "glamour", "aggressor_chance": 22, "target_chance": 7, "recovery_chance": 0},
        *({"source": "chance_meeting", "hrt": hrt, "resolution_model": "linear_5"} for hrt in (4, 40)),
    ],
    "realms_of_myth.surprise_free_blows": [
        *(
            {"source": "chance_meeting", "target_chance": 70, "springing_blow": blow, "attack_av": 35}
            for blow in ("penalised", "none")
        ),
        {"source": "mechanical_trap", "target_chance": 90, "blows_per_cs": 4, "min_chance": 5},
        {"aggressor_chance": 88, "target_chance": 60, "min_chance": 5},
        {"source": "mechanical_trap", "target_chance": 63, "resolution_model": "ratio", "attack_av": 35},
        {"aggressor_chance": 63, "target_chance": 88, "margin_tie": "aggressor", "springing_blow": "none"},
    ],
    "realms_of_myth.archers_before_contact": [
        {"start_distance": 102, "advance": 50},
        {"start_distance": 102, "advance": 50, "shot_timing": "before_move", "archers": 2},
        {"weapon": "light_crossbow", "start_distance": 260, "advance": 60, "shot_timing": "before_move"},
        {"target_state": "unaware_stationary", "archers": 3, "shots_per_cs": 2, "av": 45},
        {"target_state": "unaware_moving", "unaware_dv": "range_only", "agl_mod": 5, "av": 45},
        {"start_distance": 40},
        {
            "start_distance": 107,
            "advance": 93,
            "strength": 16,
            "shot_timing": "before_move",
            "resolution_model": "linear_5",
        },
    ],
}
