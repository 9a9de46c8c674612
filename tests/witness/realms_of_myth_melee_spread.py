"""Spreads for the witnesses of Realms of Myth: close combat."""

from . import realms_of_myth_melee as melee
from .realms_of_myth_wounds_spread import ATTRIBUTE, CHANCE, LINEAR, MODEL, YES

WITNESS = {
    f"realms_of_myth.{play.__name__}": play
    for play in (
        melee.combination_av,
        melee.combination_attack,
        melee.defence_value,
        melee.melee_attack,
        melee.exchange,
        melee.opportunity_attack,
        melee.body_check_av,
        melee.body_check,
        melee.body_check_footing,
        melee.bounce_distance,
        melee.body_check_pot,
        melee.tackle,
    )
}

AV = [0, 20, 35, 47, 62, 90]
DV = [0, 13, 35, 55, 71, 120]
MODIFIER = [-5, -2, 1, 3, 6]
BULK = [15, 17, 19, 21, 24, 26, 40]
STRENGTH = [6, 11, 12, 14, 16, 19]
SPEED = [0, 1, 4, 8, 12, 30]
PASS_OF_ARMS = {
    "attack_av": AV,
    "defence_dv": DV,
    "attack_chance": CHANCE,
    "defence_chance": CHANCE,
    "melee_resolution": ["contested", "contested"],
    "margin_tie": ["attacker"],
    **MODEL,
}
# without sums below nothing, of which the rules say nothing
BUMP = {
    "agl_mod": MODIFIER,
    "modified_sta": BULK,
    "str_mod": MODIFIER,
    "shield_size": [1, 3, 4, 7],
    "armor_layers": [1, 2, 3, 4],
    "speed": SPEED,
    **LINEAR,
}

# values away from the default for every parameter
SPACES = {
    "realms_of_myth.combination_av": {
        "lead_av": [0, 10, 35, 61, 90],
        "other_av": [0, 5, 10, 17, 35, 90],
        "combination_sl": [0, 1, 5, 9, 17, 30, 100],
    },
    "realms_of_myth.combination_attack": {
        "mode": ["separate", "separate"],
        "primary_av": AV,
        "off_hand_av": [0, 3, 20, 35, 62, 70],
        "combination_sl": [0, 1, 5, 17, 30],
        "primary_dv": DV,
        "off_hand_dv": DV,
        "primary_chance": CHANCE,
        "off_hand_chance": CHANCE,
        **MODEL,
    },
    "realms_of_myth.defence_value": {
        "defence": ["dodge", "weapon_or_shield"],
        "av": [0, 1, 2, 3, 5, 11, 37, 45, 63, 90],
        "use": [2, 3, 4, 5, 6, 7, 30],
        "trade_sl": [5, 9, 10, 19, 20, 25, 40],
        "dedicated": YES,
        "reprisal_same_weapon": YES,
        "dodge_allowance": ["extra"],
        "weapon_defence_uses": ["once"],
        "halving": ["round_down"],
    },
    "realms_of_myth.melee_attack": PASS_OF_ARMS,
    "realms_of_myth.exchange": {
        **PASS_OF_ARMS,
        "reprisal_av": AV,
        "attacker_dv": [0, 1, 13, 35, 45, 55, 71, 121],
        "attacker_defends_with": ["other"],
        "reply": ["break_off", "none"],
        "reprisal_chance": CHANCE,
        "halving": ["round_down"],
    },
    "realms_of_myth.opportunity_attack": {"av": AV, "dv": DV, "chance": CHANCE, **MODEL},
    "realms_of_myth.body_check_av": BUMP,
    "realms_of_myth.body_check": {
        **BUMP,
        "target_agl_mod": MODIFIER,
        "target_modified_sta": BULK,
        "target_str_mod": MODIFIER,
        "response": ["dodge", "dodge"],
        "target_dodge": [0, 8, 35, 60],
        "attacker_agl": ATTRIBUTE,
        "attacker_chance": CHANCE,
        "target_chance": CHANCE,
        "footing_chance": CHANCE,
        "equal_margins": ["attacker", "target"],
        "size_dodge_bonus": ["progressive"],
        "dodged_footing_dv": ["speed_and_bulk"],
        **MODEL,
    },
    "realms_of_myth.body_check_footing": {
        "strength": STRENGTH,
        "modified_sta": [17, 19, 21, 22, 26],
        "target_strength": STRENGTH,
        "target_modified_sta": [17, 19, 21, 22, 26],
        "speed": SPEED,
        "attacker_agl": ATTRIBUTE,
        "target_agl": ATTRIBUTE,
        "attacker_acrobat_sl": [1, 7, 20],
        "target_acrobat_sl": [2, 9, 30],
        "attacker_chance": CHANCE,
        "target_chance": CHANCE,
        "footing_rule": ["target"],
        **LINEAR,
        **MODEL,
    },
    "realms_of_myth.bounce_distance": {
        "attacker_speed": SPEED,
        "target_speed": [1, 4, 9, 30],
        "attacker_sta": BULK,
        "target_sta": BULK,
    },
    "realms_of_myth.body_check_pot": {
        "strength": STRENGTH,
        "modified_sta": BULK,
        "target_strength": STRENGTH,
        "target_modified_sta": BULK,
        "speed": SPEED,
    },
    "realms_of_myth.tackle": {
        "attacker_values": [(0,), (15,), (33,), (18, 9), (22, 18, 20), (5, 6, 7, 8, 9, 10), (3,) * 12],
        "target_value": [0, 9, 17, 26, 45, 70],
        "attacker_speed": [0, 3, 10, 15],
        "target_speed": [2, 8, 9, 20],
        "attacker_chance": CHANCE,
        "target_chance": CHANCE,
        "margin_tie": ["attacker"],
        **MODEL,
    },
}
# parameters which a case always takes, because the others mean little without them
OFTEN = {"realms_of_myth.defence_value": ["use"]}
# what a parameter needs to be felt
CONTESTED = {"melee_resolution": "contested"}
DODGES = {"response": "dodge", "modified_sta": 26, "target_modified_sta": 19}
HEAVIER = {"strength": 16, "modified_sta": 22}
TOGETHER = {
    "realms_of_myth.combination_attack": {
        "off_hand_dv": {"mode": "separate"},
        "off_hand_chance": {"mode": "separate"},
    },
    "realms_of_myth.defence_value": {
        "dodge_allowance": {"defence": "dodge", "trade_sl": 9},
        "trade_sl": {"defence": "dodge"},
        "reprisal_same_weapon": {"defence": "weapon_or_shield"},
        "weapon_defence_uses": {"defence": "weapon_or_shield"},
        "halving": {"av": 45},
    },
    "realms_of_myth.melee_attack": dict.fromkeys(
        ("defence_chance", "margin_tie", "resolution_model", "max_chance"), CONTESTED
    ),
    "realms_of_myth.exchange": {
        "defence_chance": CONTESTED,
        "margin_tie": CONTESTED,
        "halving": {"attacker_dv": 45, "reply": "strike"},
        "attacker_dv": {"reply": "strike"},
        "attacker_defends_with": {"reply": "strike"},
        "reprisal_av": {"reply": "strike"},
        "reprisal_chance": {"reply": "strike"},
    },
    "realms_of_myth.body_check_av": {"progressive": {"armor_layers": 3}},
    "realms_of_myth.body_check": {
        "progressive": {"armor_layers": 2},
        **dict.fromkeys(
            ("target_dodge", "attacker_agl", "footing_chance", "size_dodge_bonus", "dodged_footing_dv"), DODGES
        ),
    },
    "realms_of_myth.body_check_footing": {
        "progressive": HEAVIER,
        "attacker_acrobat_sl": {"target_strength": 14},
        "footing_rule": {"target_strength": 16},
    },
}
# what a parameter counts with only: another one and its values, None where it is not said; with all others it is left out
STRUCK_BACK = ("reply", None, "strike")
STANDS = ("response", None)
IS_DODGED = ("response", "dodge")
BOTH_MAY_CHECK = ("footing_rule", None, "lesser")
ONLY_WITH = {
    "realms_of_myth.combination_attack": {
        "off_hand_dv": ("mode", "separate"),
        "off_hand_chance": ("mode", "separate"),
    },
    "realms_of_myth.defence_value": {
        "trade_sl": ("defence", None, "dodge"),
        "reprisal_same_weapon": ("defence", "weapon_or_shield"),
    },
    "realms_of_myth.melee_attack": {"defence_chance": ("melee_resolution", "contested")},
    "realms_of_myth.exchange": {
        "defence_chance": ("melee_resolution", "contested"),
        "reprisal_av": STRUCK_BACK,
        "attacker_dv": STRUCK_BACK,
        "attacker_defends_with": STRUCK_BACK,
        "reprisal_chance": STRUCK_BACK,
    },
    "realms_of_myth.body_check": {
        "target_agl_mod": STANDS,
        "target_str_mod": STANDS,
        "target_dodge": IS_DODGED,
        "attacker_agl": IS_DODGED,
        "footing_chance": IS_DODGED,
    },
    "realms_of_myth.body_check_footing": dict.fromkeys(
        ("attacker_agl", "attacker_acrobat_sl", "attacker_chance"), BOTH_MAY_CHECK
    ),
}
# cases which no spread should miss
EQUALS = {"attacker_chance": 70, "target_chance": 70}
CORNERS = {
    "realms_of_myth.combination_attack": [
        {"primary_av": 40, "off_hand_av": 5, "primary_dv": 35, "off_hand_dv": 35, "mode": "separate"},
        {"primary_av": 5, "off_hand_av": 40, "primary_dv": 13, "mode": "in_concert"},
        {"primary_dv": 0, "max_chance": 90},
        {"primary_dv": 120, "min_chance": 10},
    ],
    "realms_of_myth.defence_value": [
        {"use": 2, "trade_sl": 10},
        {"use": 2, "trade_sl": 10, "dodge_allowance": "extra"},
        {"use": 3, "trade_sl": 19},
        {"defence": "weapon_or_shield", "use": 4, "dedicated": True, "reprisal_same_weapon": True, "av": 45},
        {"defence": "weapon_or_shield", "use": 2, "reprisal_same_weapon": True, "av": 47},
        {"defence": "weapon_or_shield", "weapon_defence_uses": "once", "reprisal_same_weapon": True, "av": 45},
        {"defence": "weapon_or_shield", "weapon_defence_uses": "once", "use": 2},
        {"defence": "weapon_or_shield", "weapon_defence_uses": "once", "use": 2, "dedicated": True},
    ],
    "realms_of_myth.melee_attack": [
        {**CONTESTED, "attack_chance": 70, "defence_chance": 70},
        {**CONTESTED, "attack_chance": 70, "defence_chance": 70, "margin_tie": "attacker"},
        {"attack_av": 0, "min_chance": 5},
        {"attack_av": 120, "max_chance": 95},
    ],
    "realms_of_myth.exchange": [
        {**CONTESTED, "attacker_dv": 45, "reprisal_av": 40},
        {"reprisal_av": 0, "attacker_dv": 120, "min_chance": 10},
        {"attacker_dv": 45, "halving": "round_down"},
        {"attacker_dv": 45, "attacker_defends_with": "other"},
        {"reprisal_av": 90, "attacker_dv": 13, "max_chance": 90},
    ],
    "realms_of_myth.opportunity_attack": [{"av": 0, "min_chance": 10}, {"dv": 0, "av": 90, "max_chance": 90}],
    "realms_of_myth.body_check": [
        {**EQUALS, "equal_margins": "attacker"},
        {"modified_sta": 60, "min_chance": 10, "max_chance": 90, "target_str_mod": 3},
        {**EQUALS, "equal_margins": "target"},
        {**EQUALS, **DODGES, "equal_margins": "target", "speed": 12},
        {**DODGES, "size_dodge_bonus": "progressive"},
        {**DODGES, "dodged_footing_dv": "speed_and_bulk", "attacker_agl": 30},
        {**DODGES, "modified_sta": 17, "speed": 12},
        {**DODGES, "modified_sta": 17, "dodged_footing_dv": "speed_and_bulk"},
        {**DODGES, "modified_sta": 14, "dodged_footing_dv": "speed_and_bulk", "attacker_agl": 30},
    ],
    "realms_of_myth.body_check_footing": [
        {"strength": 14},
        {"target_strength": 14},
        {"strength": 15},
        {"target_strength": 15},
        {"target_strength": 15, "footing_rule": "target"},
        {"strength": 14, "modified_sta": 22, "footing_rule": "target"},
        {"speed": 120, "min_chance": 10},
        {"speed": 0, "target_agl": 70, "max_chance": 90},
    ],
    "realms_of_myth.bounce_distance": [{"attacker_speed": 0, "target_speed": 9}, {"attacker_sta": 19}],
    "realms_of_myth.tackle": [
        {**EQUALS, "margin_tie": "attacker"},
        {"attacker_speed": 0, "target_speed": 9},
        {"attacker_values": (70,), "max_chance": 90},
        {"attacker_values": (0,), "target_value": 70, "min_chance": 10},
    ],
}
