"""Values away from the defaults for the witnesses of Realms of Myth over blows and combat segments."""

from . import realms_of_myth_duel_turns as turns
from .realms_of_myth_wounds_spread import ARMOR, ATTRIBUTE, BODY, CHANCE, LINEAR

WITNESS_TURNS = {
    "realms_of_myth.blows_to_wear_through": turns.BLOWS_TO_WEAR_THROUGH,
    "realms_of_myth.stun_duration": turns.STUN_DURATION,
    "realms_of_myth.attacks_to_first_wound": turns.ATTACKS_TO_FIRST_WOUND,
    "realms_of_myth.duel": turns.DUEL,
    "realms_of_myth.duel_length": turns.DUEL_LENGTH,
}

NO = [False]
TABLE = "resolution_table"
MODEL = {
    "resolution_model": ["linear_5", "ratio"],
    TABLE: [((-40, 5), (-20, 20), (0, 45), (20, 70), (40, 92)), ((-10, 30), (5, 60)), ((0, 0), (1, 100))],
    "min_chance": [0, 5, 10, 40],
    "max_chance": [60, 90, 95, 100],
}
SIDE = {
    "av": [0, 35, 45, 62, 70, 90],
    "dv": [0, 25, 41, 55, 65, 80],
    "wounds_per_hit": [0, 2, 3, 10],
    "limit": [1, 2, 3, 5, 7],
    "initiative": [-10, -5, -1, 2, 9, 40],
    "chance": CHANCE,
    "reprisal_chance": CHANCE,
    "agl": [0, 12, 14, 50],
    "hrt": [0, 12, 14, 50],
}
DUEL = {
    **{f"{side}_{name}": values for side in "ab" for name, values in SIDE.items()},
    "reprisals": NO,
    "attacker_defends_with": ["other"],
    "melee_resolution": ["contested"],
    "margin_tie": ["attacker"],
    "halving": ["round_down"],
    **MODEL,
}
SPACES = {
    "realms_of_myth.blows_to_wear_through": {
        "pot": [0, 1, 5, 9, 15, 22, 39, 47],
        **ARMOR,
        "max_blows": [1, 3, 8, 20, 60, 300],
    },
    "realms_of_myth.stun_duration": {
        "pot_through": [0, 14, 15, 16, 17, 18, 22, 25, 40],
        "p_res": [0, 8, 14, 16, 18, 30],
        "hrt": ATTRIBUTE,
        "hrt_chance": CHANCE,
        **LINEAR,
        "halving": ["round_down"],
        **MODEL,
    },
    "realms_of_myth.attacks_to_first_wound": {
        "attack_av": [0, 20, 35, 62, 90],
        "defence_dv": [0, 13, 35, 55, 71],
        "attack_chance": CHANCE,
        "pot": [0, 3, 11, 13, 16, 21, 22, 33, 47, 90],
        **ARMOR,
        "armor_wear": NO,
        **BODY,
        "blow": ["blunt", "point"],
        "edge_wounds": ["single", "shifted"],
        "threshold_rounding": ["half_up", "down"],
        "max_attacks": [1, 2, 5, 9, 15, 30],
        **MODEL,
    },
    "realms_of_myth.duel": DUEL,
    "realms_of_myth.duel_length": {**DUEL, "max_cs": [1, 2, 3, 5, 8, 20]},
}
# what every case takes, to keep it small
ALWAYS = {"realms_of_myth.attacks_to_first_wound": {"max_attacks": [1, 2, 5, 9, 15, 30]}}
# what a parameter needs to be felt
BY_TABLE = {TABLE: {"resolution_model": "table"}}
PLATE = ("field_plate", "padded")
EVEN = {"a_initiative": 0, "b_initiative": 0, "a_limit": 2, "b_limit": 1}
FOUGHT = {
    **BY_TABLE,
    "a_agl": EVEN,
    "b_agl": EVEN,
    "a_hrt": EVEN,
    "b_hrt": EVEN,
    "margin_tie": {"melee_resolution": "contested"},
    "halving": {"a_dv": 41, "a_av": 45},
    "attacker_defends_with": {"a_dv": 41, "reprisals": True},
    "a_reprisal_chance": {"reprisals": True},
    "b_reprisal_chance": {"reprisals": True},
}
TOGETHER = {
    "realms_of_myth.blows_to_wear_through": {
        "pot": {"attack_form": "slash", "layers": ("singlemail", "padded")},
        "wear_per_blow": {"attack_form": "common"},
        "pierce_loss": {"attack_form": "thrust", "layers": ("singlemail",), "max_blows": 60},
        "within_short_range": {"attack_form": "bodkin", "layers": PLATE},
        "proof": {"attack_form": "bodkin", "layers": PLATE},
    },
    "realms_of_myth.stun_duration": {**BY_TABLE, "hrt_chance": {"pot_through": 18}},
    "realms_of_myth.attacks_to_first_wound": {
        **BY_TABLE,
        "wear_per_blow": {"attack_form": "common"},
        "pierce_loss": {"attack_form": "thrust", "layers": ("doublemail", "padded"), "pot": 3},
        "within_short_range": {"attack_form": "bodkin", "layers": PLATE},
        "proof": {"attack_form": "bodkin", "layers": PLATE},
        "armor_wear": {"layers": ("wood_shield", "singlemail", "padded"), "pot": 47},
        "edge_wounds": {"blow": "edge"},
        "threshold_rounding": {"blow": "blunt", "layers": ("singlemail",), "pot": 16, "modified_sta": 24, "cnd": 15},
    },
    "realms_of_myth.duel": FOUGHT,
    "realms_of_myth.duel_length": {**FOUGHT, "max_cs": {}},
}
# cases which no spread should miss
NOBODY_HURT = {"a_wounds_per_hit": 0, "b_wounds_per_hit": 0}
SUDDEN = {"a_limit": 1, "b_limit": 1}
PARRIED = {"a_dv": 41, "b_av": 35}
FIGHTS = [
    NOBODY_HURT,
    {**SUDDEN, "a_av": 0, "a_dv": 90, "min_chance": 10, "max_chance": 60},
    {**SUDDEN, "a_av": 90, "max_chance": 80},
    {**SUDDEN, **PARRIED, "halving": "round_down"},
    {**SUDDEN, **PARRIED, "attacker_defends_with": "other"},
    {**SUDDEN, **PARRIED, "melee_resolution": "contested", "margin_tie": "attacker", "reprisals": False},
]
# whoever goes first: it tells on who wins, and never on how long it takes
INITIATIVE = [
    {**SUDDEN, "a_initiative": 3, "b_initiative": -2},
    {**SUDDEN, "a_agl": 14},
    {**SUDDEN, "b_hrt": 14},
    {**SUDDEN, "a_agl": 12, "a_hrt": 50},
]
CORNERS = {
    "realms_of_myth.blows_to_wear_through": [
        {"attack_form": "slash", "layers": PLATE},
        {"attack_form": "thrust", "layers": ("field_plate",), "wear_per_blow": 8},
        {"attack_form": "bodkin", "layers": PLATE, "proof": True},
        {"attack_form": "thrust", "layers": ("banded_singlemail", "padded"), "pierce_loss": "protection"},
    ],
    "realms_of_myth.stun_duration": [
        {"pot_through": 25, "hrt": 0, "min_chance": 10},
        {"pot_through": 16, "hrt": 70, "max_chance": 95},
    ],
    "realms_of_myth.attacks_to_first_wound": [
        {"layers": (), "max_attacks": 3, "blow": "blunt"},
        {"layers": (), "pot": 4, "max_attacks": 2, "blow": "blunt", "threshold_rounding": "down"},
        {"layers": (), "pot": 4, "max_attacks": 2, "blow": "blunt", "cnd": 8},
        {"attack_form": "slash", "armor_wear": False, "pot": 22, "max_attacks": 6},
        {"layers": PLATE, "pot": 51, "max_attacks": 5},
        {"layers": PLATE, "pot": 51, "max_attacks": 5, "edge_wounds": "shifted"},
        {"layers": PLATE, "pot": 51, "max_attacks": 5, "armor_wear": False},
        {"attack_form": "thrust", "layers": ("padded", "field_plate"), "pot": 43, "max_attacks": 9, "blow": "point"},
        {"attack_form": "thrust", "layers": ("singlemail", "padded"), "pot": 2, "max_attacks": 30, "modified_sta": 1},
        {
            "attack_form": "thrust",
            "layers": ("singlemail", "banded_singlemail"),
            "pot": 2,
            "pierce_loss": "protection",
            "attack_chance": 95,
            "max_attacks": 30,
        },
        {"layers": (), "pot": 5, "cnd": 18, "max_attacks": 2, "blow": "blunt", "threshold_rounding": "half_up"},
        {"layers": (), "pot": 5, "modified_sta": 26, "max_attacks": 2, "blow": "blunt"},
        {"wear_per_blow": 11, "pot": 12, "max_attacks": 9, "blow": "point"},
        {"layers": (), "attack_av": 0, "min_chance": 10, "max_attacks": 3},
        {"layers": (), "attack_av": 120, "max_chance": 90, "max_attacks": 3},
    ],
    "realms_of_myth.duel": [
        *FIGHTS,
        *INITIATIVE,
        {"a_chance": 0, "b_chance": 100, "b_wounds_per_hit": 0, "a_reprisal_chance": 0},
        {"a_wounds_per_hit": 0, "b_chance": 1},
    ],
    "realms_of_myth.duel_length": [{**fight, "max_cs": cs} for cs, fight in enumerate(FIGHTS, 1)],
}
# followed so quickly that many cases are tried
QUICK = tuple(WITNESS_TURNS)
