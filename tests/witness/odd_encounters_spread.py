"""Spreads for the witnesses of Odd Encounters that stand in files of their own: models and spells."""

from . import odd_encounters_models as models
from . import odd_encounters_spells as spells

WITNESS = {
    f"odd_encounters.{play.__name__}": play
    for play in (
        models.movement_allowance,
        models.turns_to_cover,
        models.max_level,
        models.model_cost,
        models.spells_memorized,
        models.turn_order,
        models.shot_into_melee,
        spells.cure_light_wounds,
        spells.cure_serious_wounds,
        spells.hold_person,
        spells.insect_plague_exit,
        spells.spell_duration,
        spells.hold_portal,
        spells.magic_missile,
        spells.wall_of_fire,
        spells.web_fire,
        spells.spell_kill,
        spells.sleep,
        spells.web,
        spells.confusion,
        spells.confusion_action,
        spells.fear,
        spells.cloudkill,
        spells.cloudkill_wind,
        spells.elemental_attack,
        spells.blast_group,
    )
}
WITNESS["odd_encounters.fireball"] = spells.fireball
WITNESS["odd_encounters.lightning_bolt"] = spells.lightning_bolt

YES = [True]
NO = [False]
LEVEL = [2, 3, 4, 5, 8, 11, 14, 15, 16, 20]
ARMOR = ["leather", "chain", "plate"]
ARMOR_CLASS = [-10, -6, -2, 0, 2, 4, 6, 7]
HIT_POINTS = [1, 2, 3, 7, 9, 14, 20]
NATURAL = {"natural_rolls": ["one_misses", "twenty_hits", "both"]}
SAVE = {"save_allowed": NO, **NATURAL}
RESISTED = {"target_level": LEVEL, **SAVE}
HALVED = {**RESISTED, "half_rounding": ["up"]}
CASTER = [6, 7, 8, 9, 10]
ONE_SAVE = ("hold_person", "magic_missile", "fireball", "lightning_bolt", "wall_of_fire", "web", "fear")
DAMAGE_SPELLS = ["magic_missile", "lightning_bolt", "wall_of_fire", "web_fire"]
SPELLS = [name for name in spells.SPELL if name != "sleep"]
KINDS = {
    **{f"count_{kind}": [0, 1, 3, 5, 8] for kind in "ab"},
    "count_c": [1, 2, 4, 8],
    **{f"level_{kind}": [1, 2, 3, 4, 5, 6, 9, 12, 16, 20] for kind in "abc"},
    "savers_use_levels": NO,
    **SAVE,
}
CURE = {"damage_taken": [0, 1, 2, 3, 4, 5, 7, 8, 9, 11, 13, 14, 20], "cure_limit": ["unlimited"]}

# values away from the default for every parameter
SPACES = {
    "odd_encounters.movement_allowance": {
        "armor": ARMOR,
        "action": ["fire_missile", "fire_crossbow", "cast_spell", "control_elemental", "run", "run"],
        "hasted": YES,
        "in_melee": YES,
        "haste_run": ["single"],
    },
    "odd_encounters.turns_to_cover": {
        "armor": ARMOR,
        "gait": ["walk_and_fire", "run", "fly"],
        "open_ground": [0, 1, 3, 7, 24, 36, 37, 100],
        "slow_ground": [1, 2, 3, 5, 12, 100],
        "contour_lines": [1, 2, 5, 20],
    },
    "odd_encounters.max_level": {
        "race": ["dwarf", "halfling", "elf"],
        "char_class": ["cleric", "magic_user"],
    },
    "odd_encounters.model_cost": {
        "race": ["dwarf", "dwarf", "halfling", "elf", "monster"],
        "char_class": ["cleric", "magic_user", "fighter_magic_user"],
        "level": [2, 3, 4, 5, 6, 7, 8, 9, 10],
        "magic_user_level": [1, 2, 3, 5, 8],
        "armor": ARMOR,
        "shield": YES,
        "extra_hand_weapons": [1, 2, 4],
        "thrown_weapons": [1, 3, 12],
        **dict.fromkeys(models.WEAPON_COST, YES),
        **{f"spells_{level}": [1, 2, 10] for level in models.SPELL_LEVELS},
        "special_abilities": [1, 75, 10000],
        "elf_pricing": ["two_entries", "doubled"],
        "short_race_pole_arm": ["no_reach"],
        "cleric_thrown_weapons": YES,
        "magic_user_shield": YES,
    },
    "odd_encounters.spells_memorized": {
        "char_class": ["magic_user"],
        "level": list(range(2, 11)),
        "spell_level": [2, 3, 4, 5],
    },
    "odd_encounters.turn_order": {"players": [3, 4, 5, 6, 7, 8]},
    "odd_encounters.shot_into_melee": {
        "friends": [2, 3, 7, 10],
        "enemies": [2, 4, 9],
        "friend_ac": ARMOR_CLASS,
        "enemy_ac": ARMOR_CLASS,
        "friend_hp": HIT_POINTS,
        "enemy_hp": HIT_POINTS,
        "attacker_th": [0, 2, 4, 7, 12, 18],
        "missile": ["thrown", "sling", "short_bow", "crossbow"],
        "distance": [0, 2, 3, 4, 6, 7, 8, 11, 12, 13, 15, 16, 21, 22, 24, 60],
        "shooter_move": ["half", "half", "full", "ran"],
        "line_of_sight": NO,
        "woods": ["under_2", "exactly_2", "over_2"],
        "woods_exactly_two": ["blocked"],
        **NATURAL,
    },
    "odd_encounters.cure_light_wounds": CURE,
    "odd_encounters.cure_serious_wounds": CURE,
    "odd_encounters.hold_person": {"mode": ["single"], "group_size": [1, 2, 3, 5, 12], **RESISTED},
    "odd_encounters.insect_plague_exit": {"measure": ["hour"]},
    "odd_encounters.spell_duration": {
        "spell": SPELLS,
        "caster_level": list(range(2, 11)),
        "duration_counting": ["ends_when_reached"],
    },
    "odd_encounters.hold_portal": {
        "opening_turn": [1, 2, 3, 4, 7, 11, 12, 13, 30],
        "opener_level": [2, 3, 4, 20],
        "knock": YES,
    },
    "odd_encounters.magic_missile": HALVED,
    "odd_encounters.fireball": {"caster_level": CASTER, **HALVED},
    "odd_encounters.lightning_bolt": {"caster_level": CASTER, **HALVED},
    "odd_encounters.wall_of_fire": {**HALVED, "target_level": [5, 6, 8, 11, 14, 15, 16, 20]},
    "odd_encounters.web_fire": {**HALVED, "save_allowed": YES},
    "odd_encounters.spell_kill": {
        "spell": DAMAGE_SPELLS,
        "caster_level": CASTER,
        "target_hp": [1, 2, 3, 6, 7, 9, 14, 20, 31, 60, 61],
        "web_fire_save": YES,
        **HALVED,
    },
    "odd_encounters.sleep": KINDS,
    "odd_encounters.web": RESISTED,
    "odd_encounters.confusion": {**KINDS, "confusion_immunity": ["level_5"]},
    "odd_encounters.confusion_action": {},
    "odd_encounters.fear": RESISTED,
    "odd_encounters.cloudkill": {
        "target_hp": [1, 2, 3, 5, 10],
        "turns_in_cloud": [2, 3, 5, 10],
        "cloudkill_resave": ["once"],
        "cloudkill_point_save": YES,
        **HALVED,
    },
    "odd_encounters.cloudkill_wind": {"outdoors": NO, "downhill": YES},
    "odd_encounters.elemental_attack": {
        "target_ac": [-10, -7, -2, 0, 2, 3, 4],
        "target_hp": [1, 3, 5, 9, 12, 18, 19, 64],
        "target_fatigued": YES,
        **NATURAL,
    },
    "odd_encounters.blast_group": {
        "spell": ["lightning_bolt"],
        "caster_level": CASTER,
        "models": [1, 2, 3, 7, 12],
        "model_level": LEVEL,
        "model_hp": [1, 8, 9, 12, 16, 17, 20, 24, 35, 61],
        "area_damage_roll": ["per_model"],
        "half_rounding": ["up"],
        **SAVE,
    },
}
# parameters which a case always takes, because the others mean little without them
OFTEN = {
    "odd_encounters.spell_duration": ["caster_level"],
    "odd_encounters.hold_portal": ["opening_turn"],
    "odd_encounters.blast_group": ["model_hp"],
}
# what a parameter needs to be felt
ELF = {"race": "elf", "char_class": "fighter_magic_user"}
TOGETHER = {
    "odd_encounters.movement_allowance": {"haste_run": {"action": "run", "hasted": True}},
    "odd_encounters.model_cost": {
        "race": {"level": 4},
        "char_class": {"level": 3},
        "magic_user_level": {**ELF, "level": 3},
        "elf_pricing": {**ELF, "level": 4, "magic_user_level": 3},
        "short_race_pole_arm": {"race": "halfling", "char_class": "fighter", "level": 2, "pole_arm": True},
        "cleric_thrown_weapons": {"race": "dwarf", "char_class": "cleric", "level": 5, "thrown_weapons": 3},
        "magic_user_shield": {"race": "human", "char_class": "magic_user", "shield": True, "armor": "none"},
        "special_abilities": {"race": "monster", "char_class": "fighter"},
        **{
            f"spells_{level}": {"race": "elf", "char_class": char_class, "level": 4, "magic_user_level": 2}
            for level, char_class in zip(
                models.SPELL_LEVELS, ["magic_user", "fighter_magic_user"] * len(models.SPELL_LEVELS), strict=False
            )
        },
    },
    "odd_encounters.shot_into_melee": {
        "missile": {"distance": 4},
        "distance": {"enemy_ac": 6},
        "woods_exactly_two": {"woods": "exactly_2"},
        "natural_rolls": {"friend_ac": -10, "enemy_ac": 9, "attacker_th": 18},
    },
    **{f"odd_encounters.{spell}": {"natural_rolls": {"target_level": 16}} for spell in ONE_SAVE},
    "odd_encounters.spell_kill": {
        "web_fire_save": {"spell": "web_fire", "target_hp": 2},
        "half_rounding": {"target_hp": 3, "spell": "magic_missile"},
        "caster_level": {"target_hp": 20},
        "natural_rolls": {"spell": "lightning_bolt", "target_level": 16, "target_hp": 14},
    },
    "odd_encounters.cloudkill": {
        "cloudkill_resave": {"turns_in_cloud": 3},
        "cloudkill_point_save": {"target_level": 5, "turns_in_cloud": 3, "target_hp": 2},
        "half_rounding": {"cloudkill_point_save": True, "target_level": 8, "target_hp": 1},
    },
    **{
        f"odd_encounters.{spell}": {
            "level_c": {"count_c": 2},
            "savers_use_levels": {"count_a": 8, "level_a": 3},
            "natural_rolls": {"count_a": 1, "level_a": 16},
        }
        for spell in ("sleep", "confusion")
    },
    "odd_encounters.blast_group": {
        "area_damage_roll": {"model_hp": 17},
        "half_rounding": {"model_hp": 9, "model_level": 8},
        "natural_rolls": {"model_hp": 12, "model_level": 16},
    },
}
# what a parameter counts with only: another one and its values, None where it is not said; with all others it is left out
ON_FOOT = ("gait", None, "walk_and_fire", "run")
ONLY_WITH = {
    "odd_encounters.turns_to_cover": {"armor": ON_FOOT, "contour_lines": ON_FOOT},
    "odd_encounters.model_cost": {
        "magic_user_level": ("char_class", "fighter_magic_user"),
        "elf_pricing": ("char_class", "fighter_magic_user"),
        **dict.fromkeys(
            [f"spells_{level}" for level in models.SPELL_LEVELS], ("char_class", "magic_user", "fighter_magic_user")
        ),
        "special_abilities": ("race", "monster"),
        "short_race_pole_arm": ("race", "dwarf", "halfling"),
        "cleric_thrown_weapons": ("char_class", "cleric"),
        "magic_user_shield": ("char_class", "magic_user"),
    },
    "odd_encounters.hold_person": {"group_size": ("mode", None)},
    "odd_encounters.hold_portal": {"opener_level": ("knock", None)},
    "odd_encounters.spell_kill": {
        "caster_level": ("spell", None, "lightning_bolt"),
        "web_fire_save": ("spell", "web_fire"),
    },
    **{
        f"odd_encounters.{spell}": {
            "level_a": ("count_a", None, 1, 3, 5, 8),
            "level_b": ("count_b", None, 1, 3, 5, 8),
            "level_c": ("count_c", 1, 2, 4, 8),
        }
        for spell in ("sleep", "confusion")
    },
}
# cases which no spread should miss
ALWAYS_SAVES = {"target_level": 16, "natural_rolls": "one_misses"}
EQUALS = {"count_a": 3, "level_a": 4, "count_b": 3, "level_b": 4}
CORNERS = {
    "odd_encounters.model_cost": [
        {**ELF, "level": 3, "magic_user_level": 2},
        {**ELF, "level": 3, "magic_user_level": 2, "elf_pricing": "two_entries"},
        {**ELF, "level": 4, "magic_user_level": 8, "elf_pricing": "doubled", "armor": "plate", "spells_5": 1},
        {"race": "monster", "level": 10, "special_abilities": 25},
        {"race": "dwarf", "pole_arm": True, "short_race_pole_arm": "no_reach"},
        {"char_class": "cleric", "sling": True, "thrown_weapons": 2, "cleric_thrown_weapons": True},
        {"char_class": "magic_user", "level": 5, "shield": True, "magic_user_shield": True},
    ],
    "odd_encounters.shot_into_melee": [
        *({"friends": 2, "friend_ac": 4, "distance": distance} for distance in (11, 21, 22)),
        *({"missile": "short_bow", "distance": distance} for distance in (7, 8, 15, 16)),
        {"missile": "sling", "distance": 6, "shooter_move": "half", "enemies": 3, "enemy_ac": 2, "enemy_hp": 2},
        {"missile": "crossbow", "shooter_move": "half"},
        {"woods": "exactly_2"},
        {"woods": "exactly_2", "woods_exactly_two": "blocked"},
    ],
    "odd_encounters.spell_duration": [
        {"spell": "fly", "caster_level": 5},
        {"spell": "hold_person", "caster_level": 4},
        {"spell": "protection_10_radius", "caster_level": 6, "duration_counting": "ends_when_reached"},
    ],
    **{f"odd_encounters.{spell}": [ALWAYS_SAVES, {**ALWAYS_SAVES, "target_level": 14}] for spell in ONE_SAVE},
    "odd_encounters.hold_person": [
        {"mode": "single"},
        {"mode": "single", **ALWAYS_SAVES},
        {"target_level": 14, "natural_rolls": "both"},
    ],
    "odd_encounters.web": [{"target_level": 10}, {"target_level": 11}, {"target_level": 12, "save_allowed": False}],
    "odd_encounters.web_fire": [{**ALWAYS_SAVES, "save_allowed": True}],
    "odd_encounters.hold_portal": [
        {"opening_turn": 4, "opener_level": 2},
        {"opening_turn": 4, "opener_level": 3},
        {"opening_turn": 4, "knock": True},
    ],
    "odd_encounters.spell_kill": [
        {"spell": "web_fire", "target_hp": 3, "web_fire_save": True},
        {"spell": "web_fire", "target_hp": 3, "web_fire_save": True, "save_allowed": False},
        {"spell": "wall_of_fire", "target_level": 4, "target_hp": 3},
        {"spell": "wall_of_fire", "target_level": 4, "target_hp": 3, "half_rounding": "up"},
        {"spell": "lightning_bolt", "target_hp": 14, **ALWAYS_SAVES},
    ],
    "odd_encounters.sleep": [
        {"level_b": 5, "count_b": 3},
        {**EQUALS, "savers_use_levels": False},
        {"count_a": 0, "count_b": 0},
        {"level_a": 3, "level_b": 1, "count_b": 4},
    ],
    "odd_encounters.confusion": [
        {"level_b": 5, "count_b": 3, "confusion_immunity": "level_5"},
        {"count_a": 1, "level_a": 16, "count_b": 1, "level_b": 2, "count_c": 1, "level_c": 1},
        {"count_a": 1, "level_a": 16, "count_b": 0, "count_c": 0, "natural_rolls": "one_misses"},
        {**EQUALS, "savers_use_levels": False},
    ],
    "odd_encounters.cloudkill": [
        {"target_level": 4, "turns_in_cloud": 3, "cloudkill_resave": "once"},
        {"target_level": 5, "turns_in_cloud": 3, "target_hp": 3},
        {"target_level": 5, "turns_in_cloud": 3, "target_hp": 3, "cloudkill_point_save": True},
        {"target_level": 5, "turns_in_cloud": 3, "cloudkill_point_save": True, "cloudkill_resave": "once"},
        {"target_level": 5, "turns_in_cloud": 3, "cloudkill_point_save": True, "half_rounding": "up"},
        {"target_level": 5, "turns_in_cloud": 3, "cloudkill_point_save": True, "save_allowed": False},
        {**ALWAYS_SAVES, "turns_in_cloud": 2, "cloudkill_point_save": True},
    ],
    "odd_encounters.cloudkill_wind": [{"outdoors": False, "downhill": True}],
    "odd_encounters.blast_group": [
        {"model_level": 4, "model_hp": 16},
        {"model_level": 4, "model_hp": 16, "area_damage_roll": "per_model"},
        {"model_level": 16, "model_hp": 12, "natural_rolls": "both"},
    ],
}
