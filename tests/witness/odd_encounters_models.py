"""Odd Encounters, played with dice: movement, prices and limits of a model, the order of turns, and shots
into a melee.
"""

from .odd_encounters import fate, missile_numbers, one_attack
from .params import changed

MOVE = {"none": 4, "leather": 4, "chain": 3, "plate": 2}
LEVEL_COST = {1: 75, 2: 100, 3: 150, 4: 200, 5: 300, 6: 400, 7: 600, 8: 800, 9: 1200, 10: 1600}
MAX_LEVEL = {
    "human": {"fighter": 10, "cleric": 10, "magic_user": 10},
    "dwarf": {"fighter": 6, "cleric": 6, "magic_user": 0},
    "halfling": {"fighter": 6, "cleric": 6, "magic_user": 0},
    "elf": {"fighter": 4, "cleric": 0, "magic_user": 8},
}
ARMOR_COST = {"none": 0, "leather": 20, "chain": 40, "plate": 60}
WEAPON_COST = {"pole_arm": 10, "two_handed_weapon": 15, "sling": 5, "short_bow": 15, "long_bow": 35, "crossbow": 30}
HAND_WEAPON_COST = 5
SHIELD_COST = 10
SPELL_COST = 20  # for each level of the spell
SPELL_LEVELS = (1, 2, 3, 4, 5)
# by level of the caster: how many of spell levels 1 to 5
MEMORIZED = {
    "cleric": {
        1: (0, 0, 0, 0, 0),
        2: (1, 0, 0, 0, 0),
        3: (2, 0, 0, 0, 0),
        4: (2, 1, 0, 0, 0),
        5: (2, 2, 0, 0, 0),
        6: (2, 2, 1, 1, 0),
        7: (2, 2, 2, 1, 1),
        8: (2, 2, 2, 2, 2),
        9: (3, 3, 3, 2, 2),
        10: (3, 3, 3, 3, 3),
    },
    "magic_user": {
        1: (1, 0, 0, 0, 0),
        2: (2, 0, 0, 0, 0),
        3: (3, 1, 0, 0, 0),
        4: (4, 2, 0, 0, 0),
        5: (4, 2, 1, 0, 0),
        6: (4, 2, 2, 0, 0),
        7: (4, 3, 2, 1, 0),
        8: (4, 3, 2, 2, 0),
        9: (4, 3, 3, 2, 1),
        10: (4, 4, 3, 3, 2),
    },
}


def movement_allowance(roll, p):
    """How far a model may move, in half inches; no dice."""
    if p.action == "run" and p.in_melee:
        raise ValueError("nobody runs out of a melee")
    normal = MOVE[p.armor]
    rate = 2 * normal if p.hasted else normal
    if p.action in ("fire_crossbow", "cast_spell"):
        return 0
    if p.action in ("fire_missile", "control_elemental"):
        return rate  # half of the inches, so as many half inches
    if p.action == "run":
        return 2 * 3 * (normal if p.haste_run == "single" else rate)
    return 2 * rate


def turns_to_cover(roll, p):
    """Turns to cross ground; no dice."""
    inches = p.open_ground + p.slow_ground
    if p.gait == "fly":
        half_inches_a_turn = 24
    else:
        inches += p.slow_ground + p.contour_lines
        half_inches_a_turn = {"walk": 2, "walk_and_fire": 1, "run": 6}[p.gait] * MOVE[p.armor]
    turns = 0
    left = 2 * inches
    while left > 0:
        turns += 1
        left -= half_inches_a_turn
    return turns


def max_level(roll, p):
    """Highest level of a race in a class; no dice."""
    return MAX_LEVEL[p.race][p.char_class]


def refuse_levels(p):
    """Race, class and levels that do not go together."""
    double = p.char_class == "fighter_magic_user"
    if double and p.race != "elf":
        raise ValueError("only an elf has the double class")
    if double != (p.magic_user_level > 0):
        raise ValueError("a second level is for the double class, which always has one")
    if p.race == "monster":
        if p.char_class != "fighter":
            raise ValueError("a monster is a fighter")
        return
    if p.level > MAX_LEVEL[p.race]["fighter" if double else p.char_class]:
        raise ValueError("level above the limit, or class closed to the race")
    if double and p.magic_user_level > MAX_LEVEL[p.race]["magic_user"]:
        raise ValueError("second level above the limit")


def refuse_equipment(p):
    """Equipment that race or class forbid."""
    if p.pole_arm and p.race in ("dwarf", "halfling") and p.short_race_pole_arm == "forbidden":
        raise ValueError("too short for a pole arm")
    weapons = [name for name in WEAPON_COST if p[name]]
    if p.char_class == "cleric":
        if any(name != "sling" for name in weapons):
            raise ValueError("a cleric has hand weapons and slings only")
        if p.thrown_weapons and not p.cleric_thrown_weapons:
            raise ValueError("a cleric throws nothing")
    if p.char_class == "magic_user":
        if weapons:
            raise ValueError("a magic-user has daggers only")
        if p.armor != "none" or p.shield and not p.magic_user_shield:
            raise ValueError("a magic-user wears no armor")
    if any(p[f"spells_{level}"] for level in SPELL_LEVELS) and p.char_class not in ("magic_user", "fighter_magic_user"):
        raise ValueError("spells are bought by magic-users")
    if p.special_abilities and p.race != "monster":
        raise ValueError("special abilities are for monsters")


def base_cost(p):
    """The price of the levels."""
    if p.char_class != "fighter_magic_user":
        return LEVEL_COST[p.level]
    if p.elf_pricing == "every_level":
        passed = [*range(1, p.level + 1), *range(1, p.magic_user_level + 1)]
        return sum(LEVEL_COST[level] for level in passed)
    entries = LEVEL_COST[p.level] + LEVEL_COST[p.magic_user_level]
    return 2 * entries if p.elf_pricing == "doubled" else entries


def model_cost(roll, p):
    """Price of a model in gold pieces; no dice."""
    refuse_levels(p)
    refuse_equipment(p)
    bought = [HAND_WEAPON_COST] * (p.extra_hand_weapons + p.thrown_weapons)
    bought += [cost for name, cost in WEAPON_COST.items() if p[name]]
    bought.append(ARMOR_COST[p.armor])
    if p.shield:
        bought.append(SHIELD_COST)
    if p.race == "dwarf":
        bought = [4 * cost // 5 for cost in bought]  # four fifths, all of them whole
    spells = sum(SPELL_COST * level * p[f"spells_{level}"] for level in SPELL_LEVELS)
    return base_cost(p) + sum(bought) + spells + p.special_abilities


def spells_memorized(roll, p):
    """Spells of a level that a caster carries; no dice."""
    return MEMORIZED[p.char_class][p.level][p.spell_level - 1]


def turn_order(roll, p):
    """Place of a given player: the players are drawn one after the other."""
    place = 1
    while roll(p.players - place + 1) != 1:
        place += 1
    return place


def shot_into_melee(roll, p):
    """A shot at a random model of a melee."""
    blessings = {"blessed": False, "bless_missiles": True, "two_weapons": False, "two_weapons_when_throwing": False}
    situation = changed(p, target_fatigued=False, **blessings)
    if missile_numbers(changed(situation, target_ac=p.enemy_ac)) is None:
        return "no_shot"
    side = "friend" if roll(p.friends + p.enemies) <= p.friends else "enemy"
    numbers = missile_numbers(changed(situation, target_ac=p[f"{side}_ac"]))
    lost = roll.part(one_attack, **numbers, dice=1, natural_rolls=p.natural_rolls)
    result = fate(lost or 0, p[f"{side}_hp"])
    return result if result == "miss" else f"{side}_{result}"
