"""Traveller reference sheet, played with dice: surprise, encounter range, reaction."""

from .notation import other
from .params import Params

TERRAIN = {
    "clear": 3,
    "prairie": 3,
    "rough": 2,
    "broken": 2,
    "mountain": 3,
    "forest": 1,
    "jungle": 0,
    "river": 1,
    "swamp": -4,
    "desert": 4,
    "maritime_surface": 2,
    "maritime_subsurface": -1,
    "arctic": -4,
    "building_interior": -5,
}
RANGES = {
    1: "short",
    2: "close",
    3: "short",
    4: "medium",
    5: "short",
    6: "medium",
    7: "medium",
    8: "long",
    9: "medium",
    10: "very_long",
    11: "long",
    12: "very_long",
    13: "very_long",
}
REACTIONS = {
    2: "violent",
    3: "hostile_attack_on_5",
    4: "hostile_attack_on_8",
    5: "hostile_may_attack",
    6: "unreceptive",
    7: "non_committal",
    8: "interested",
    9: "intrigued",
    10: "responsive",
    11: "enthusiastic",
    12: "genuinely_friendly",
}
GROUP = ("people", "animals", "battle_dress", "leader", "tactical", "military", "vehicle", "pouncers")


def surprise_dm(roll, p):
    """The DM of one group; no dice."""
    if p.people == 0 and p.animals == 0:
        raise ValueError("nobody there")
    if p.people == 0 and (p.battle_dress or p.leader or p.tactical or p.military or p.vehicle):
        raise ValueError("only people can be so equipped")
    if p.pouncers and (p.people > 0 or p.animals == 0):
        raise ValueError("a group of pouncers consists of animals alone")
    dm = 0
    if p.battle_dress:
        dm += 2
    if p.leader:
        dm += 1
    if p.tactical:
        dm += 1
    if p.military:
        dm += 1
    if p.vehicle:
        dm -= 1
    if p.pouncers:
        dm += 1
    many_people, many_animals = p.people >= 8, p.animals >= 10
    if p.group_size_dms == "worst_only":
        dm -= 1 if many_people or many_animals else 0
    else:
        dm -= many_people + many_animals
    return dm


def group(side, p):
    """What is said of one group."""
    return Params(**{name: p[f"{side}_{name}"] for name in GROUP}, group_size_dms=p.group_size_dms)


def surprise(roll, p):
    """One die for each group; 3 more than the other surprises."""
    ours = surprise_dm(roll, group("party", p))
    theirs = surprise_dm(roll, group("other", p))
    ours += roll(6, "surprise")
    theirs += roll(6, "surprise")
    if ours >= theirs + 3:
        return "party_surprises"
    if theirs >= ours + 3:
        return "other_surprises"
    return "no_surprise"


def encounter_range(roll, p):
    """Range at the start of the encounter."""
    dm = TERRAIN[p.terrain]
    if p.range_out_of_table == "reroll":
        # throwing again until the table has a row comes to one even choice among the pairs that have one
        allowed = [face + dm for face, many in other("range", "2d6") for _ in range(many) if 1 <= face + dm <= 13]
        if not allowed:
            raise ValueError("no throw is on the table")
        row = allowed[roll(len(allowed)) - 1]
    else:
        row = min(13, max(1, roll("2d6", "range") + dm))
    if p.range_rows_1_2 == "swapped" and row <= 2:
        row = 3 - row
    return RANGES[row]


def reaction(roll, p):
    """How the people met react."""
    natural = roll("2d6", "reaction")
    if natural in (2, 12):
        return REACTIONS[natural]
    total = natural + p.other_dm
    if p.service_terms >= 5:
        total += 1
    if p.world_population >= 9:
        total -= 1
    return REACTIONS[min(12, max(3, total))]
