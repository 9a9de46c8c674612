"""Spreads for the witnesses of Realms of Myth: positions, many attacks on one man, Demoralising attacks."""

from . import realms_of_myth_positions as positions
from .realms_of_myth_tasks_spread import LINEAR, MODEL, NO, YES

WITNESS = {
    f"realms_of_myth.{play.__name__}": play
    for play in (
        positions.engagement_gap,
        positions.step_inside,
        positions.intimidation,
        positions.guard_drop,
        positions.improvised_weapon,
        positions.attack_barrage,
        positions.gang_attack,
    )
}

AV = [0, 20, 35, 47, 62, 90]
CHANCE = [0, 1, 22, 40, 63, 99, 100]
HEIGHT = [12, 40, 60, 64, 72, 81]
UNDEFENDED = {"undefended_dv": [0, 7, 25]}

# values away from the default for every parameter
SPACES = {
    "realms_of_myth.engagement_gap": {"weapon_size": [0, 1, 2, 3, 4, 8, 16, 30], "height_inches": HEIGHT},
    "realms_of_myth.step_inside": {
        "maneuver_av": AV,
        "foe_weapon_av": AV,
        "with_attack": NO,
        "attack_av": AV,
        "foe_defence_dv": AV,
        "maneuver_chance": CHANCE,
        "attack_chance": CHANCE,
        **MODEL,
    },
    "realms_of_myth.intimidation": {
        "attack_av": [20, 35, 62, 90],
        "defence_dv": AV,
        "attack_chance": [0, 30, 75, 100],
        "pot_through": [0, 1, 2, 4, 10, 23],
        "by_reprisal": YES,
        "intimidate_av": [0, 12, 33, 48, 66],
        "presence_dv": [0, 15, 48, 60, 80],
        "target_presence_sl": [1, 8, 20],
        "fellows_standing": [1, 2, 5, 30],
        "fellows_fallen": [1, 3, 6, 50],
        "fears_for_life": YES,
        "hrt": [0, 4, 18, 40],
        "intimidate_chance": [0, 45, 80, 100],
        "resist_chance": [0, 30, 70, 100],
        "tears_chance": [0, 20, 65, 100],
        "margin_tie": ["attacker"],
        "equal_av_dv": ["attacker"],
        **LINEAR,
        **MODEL,
    },
    "realms_of_myth.guard_drop": {"intimidate_sl": [0, 1, 2, 6, 25, 200], "hrt_mod": [-20, -2, 1, 3, 20]},
    "realms_of_myth.improvised_weapon": {
        "hands": [2],
        "weight": [0, 1, 3, 4, 6, 7, 8, 9, 15, 22, 60],
        "length_inches": [1, 12, 29, 44, 45, 46, 53, 54, 55, 60, 90],
        "strength": [1, 4, 6, 11, 15, 16, 17, 30],
        "height_inches": HEIGHT,
        **LINEAR,
    },
    "realms_of_myth.attack_barrage": {
        "attacks": [1, 2, 4, 7, 12, 20],
        "attack_av": [0, 20, 35, 47, 62, 90],
        "dodge_av": [0, 3, 13, 45, 61, 100],
        "trade_sl": [5, 9, 10, 19, 20, 34, 200],
        "dodge_allowance": ["extra"],
        "halving": ["round_down"],
        **UNDEFENDED,
        **MODEL,
    },
    "realms_of_myth.gang_attack": {
        "attack_avs": [(60,), (35, 35), (60, 60, 60, 60, 60), (0, 90, 47), (41, 42, 43, 44, 45, 46, 47, 48, 49, 50)],
        "defence_dvs": [(), (55,), (55, 50, 45), (12, 70), (0, 35, 20, 80, 41, 42, 43, 44, 45, 46)],
        **UNDEFENDED,
        **MODEL,
    },
}
# what a parameter needs to be felt
PRESSED = {"attack_chance": 75, "intimidate_chance": None, "resist_chance": None, "pot_through": 4}
FRIGHTENED = {
    "attack_chance": 75,
    "fears_for_life": True,
    "intimidate_av": 66,
    "presence_dv": 48,
    "pot_through": 10,
    "intimidate_chance": 80,
}
TOGETHER = {
    "realms_of_myth.step_inside": {
        "maneuver_av": {"maneuver_chance": None},
        "foe_weapon_av": {"maneuver_chance": None},
        "attack_av": {"attack_chance": None, "maneuver_chance": 63},
        "foe_defence_dv": {"attack_chance": None, "maneuver_chance": 63},
        "attack_chance": {"maneuver_chance": 40},
        "resolution_model": {"maneuver_chance": None},
        "min_chance": {"maneuver_chance": None, "maneuver_av": 0, "foe_weapon_av": 62},
        "max_chance": {"maneuver_chance": None, "maneuver_av": 90, "foe_weapon_av": 35},
    },
    "realms_of_myth.intimidation": {
        "attack_av": {"attack_chance": None},
        "defence_dv": {"attack_chance": None},
        **dict.fromkeys(
            ("pot_through", "intimidate_av", "presence_dv", "target_presence_sl", "fellows_standing", "fellows_fallen"),
            PRESSED,
        ),
        "by_reprisal": PRESSED,
        "progressive": {**PRESSED, "by_reprisal": True},
        "fears_for_life": FRIGHTENED,
        "hrt": {**FRIGHTENED, "tears_chance": None},
        "tears_chance": FRIGHTENED,
        "intimidate_chance": {"attack_chance": 75, "pot_through": 10},
        "resist_chance": {"attack_chance": 75, "pot_through": 10},
        "margin_tie": {"attack_chance": 75, "pot_through": 10, "intimidate_chance": 45, "resist_chance": 70},
        "equal_av_dv": {
            "attack_chance": 75,
            "intimidate_av": 40,
            "presence_dv": 48,
            "pot_through": 10,
            "target_presence_sl": 1,
            "fellows_standing": 2,
            "fellows_fallen": 1,
            "by_reprisal": False,
        },
        "resolution_model": {"attack_chance": None},
        "min_chance": {"attack_chance": None, "attack_av": 20, "defence_dv": 90},
        "max_chance": {"attack_chance": None, "attack_av": 90, "defence_dv": 20},
    },
    "realms_of_myth.improvised_weapon": {
        "hands": {"length_inches": 60, "height_inches": 72, "weight": 15},
        "length_inches": {"height_inches": 72},
        "strength": {"weight": 9},
        "progressive": {"weight": 8},
    },
    "realms_of_myth.attack_barrage": {
        "trade_sl": {"attacks": 7},
        "dodge_allowance": {"trade_sl": 20, "attacks": 4},
        "halving": {"dodge_av": 45, "attacks": 7},
        "undefended_dv": {"dodge_av": 3, "attacks": 7},
    },
    "realms_of_myth.gang_attack": {"undefended_dv": {"defence_dvs": (55,)}},
}
# what a parameter counts with only: another one and its values, None where it is not said; with all others it is left out
ONLY_WITH = {
    "realms_of_myth.step_inside": dict.fromkeys(
        ("attack_av", "foe_defence_dv", "attack_chance"), ("with_attack", None, True)
    ),
    "realms_of_myth.intimidation": dict.fromkeys(("hrt", "tears_chance"), ("fears_for_life", True)),
}
# cases which no spread should miss
EQUAL = {"intimidate_av": 40, "pot_through": 8, "presence_dv": 48, "attack_chance": 100}
CORNERS = {
    "realms_of_myth.engagement_gap": [{"weapon_size": 3, "height_inches": height} for height in (69, 70, 71, 72, 73)],
    "realms_of_myth.intimidation": [
        EQUAL,
        {**EQUAL, "equal_av_dv": "attacker"},
        {**EQUAL, "margin_tie": "attacker", "intimidate_chance": 60, "resist_chance": 55},
        {"attack_chance": 100, "pot_through": 0},
        {"by_reprisal": True, "pot_through": 6, "presence_dv": 50, "fears_for_life": True},
        {"presence_dv": 0, "fellows_fallen": 50, "pot_through": 1, "intimidate_av": 0, "resolution_model": "ratio"},
    ],
    "realms_of_myth.guard_drop": [{"intimidate_sl": 2, "hrt_mod": 3}, {"intimidate_sl": 0, "hrt_mod": -2}],
    "realms_of_myth.improvised_weapon": [
        {"hands": 2, "weight": 20, "length_inches": 60, "strength": 16},
        {"hands": 2, "weight": 9, "length_inches": 55, "height_inches": 72, "strength": 15},
        *({"weight": weight, "strength": 14} for weight in (3, 4, 5)),
        *({"length_inches": length, "height_inches": 72} for length in (1, 53)),
        {"length_inches": 149, "height_inches": 200},
        {"hands": 2, "length_inches": 151, "height_inches": 200},
    ],
    "realms_of_myth.attack_barrage": [
        {"attacks": 7, "attack_av": 30, "dodge_av": 60},
        {"attacks": 7, "attack_av": 30, "dodge_av": 61, "halving": "round_down"},
        {"attacks": 3, "dodge_av": 0, "undefended_dv": 0},
        *({"attacks": 5, "trade_sl": sl, "dodge_allowance": how} for sl in (9, 10, 25) for how in ("instead", "extra")),
    ],
    "realms_of_myth.gang_attack": [{"defence_dvs": ()}, {"attack_avs": (60, 20), "defence_dvs": (55, 50, 45)}],
}
