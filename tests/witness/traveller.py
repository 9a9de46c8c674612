"""Traveller reference sheet, played with dice: surprise, encounter range, reaction."""

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


def surprise_dm(
    roll,
    *,
    people=4,
    animals=0,
    battle_dress=False,
    leader=False,
    tactical=False,
    military=False,
    vehicle=False,
    pouncers=False,
    group_size_dms="cumulative",
):
    """The DM of one group; no dice."""
    if people == 0 and animals == 0:
        raise ValueError("nobody there")
    if people == 0 and (battle_dress or leader or tactical or military or vehicle):
        raise ValueError("only people can be so equipped")
    if pouncers and (people > 0 or animals == 0):
        raise ValueError("a group of pouncers consists of animals alone")
    dm = 0
    if battle_dress:
        dm += 2
    if leader:
        dm += 1
    if tactical:
        dm += 1
    if military:
        dm += 1
    if vehicle:
        dm -= 1
    if pouncers:
        dm += 1
    many_people, many_animals = people >= 8, animals >= 10
    if group_size_dms == "worst_only":
        dm -= 1 if many_people or many_animals else 0
    else:
        dm -= many_people + many_animals
    return dm


def surprise(
    roll,
    *,
    party_people=4,
    party_animals=0,
    party_battle_dress=False,
    party_leader=False,
    party_tactical=False,
    party_military=False,
    party_vehicle=False,
    party_pouncers=False,
    other_people=4,
    other_animals=0,
    other_battle_dress=False,
    other_leader=False,
    other_tactical=False,
    other_military=False,
    other_vehicle=False,
    other_pouncers=False,
    group_size_dms="cumulative",
):
    """One die for each group; 3 more than the other surprises."""
    ours = surprise_dm(
        roll,
        people=party_people,
        animals=party_animals,
        battle_dress=party_battle_dress,
        leader=party_leader,
        tactical=party_tactical,
        military=party_military,
        vehicle=party_vehicle,
        pouncers=party_pouncers,
        group_size_dms=group_size_dms,
    )
    theirs = surprise_dm(
        roll,
        people=other_people,
        animals=other_animals,
        battle_dress=other_battle_dress,
        leader=other_leader,
        tactical=other_tactical,
        military=other_military,
        vehicle=other_vehicle,
        pouncers=other_pouncers,
        group_size_dms=group_size_dms,
    )
    ours += roll(6)
    theirs += roll(6)
    if ours >= theirs + 3:
        return "party_surprises"
    if theirs >= ours + 3:
        return "other_surprises"
    return "no_surprise"


def encounter_range(roll, *, terrain="clear", range_out_of_table="clamp", range_rows_1_2="as_printed"):
    """Range at the start of the encounter."""
    dm = TERRAIN[terrain]
    if range_out_of_table == "reroll":
        # throwing again until the table has a row comes to one even choice among the pairs that have one
        allowed = [a + b + dm for a in range(1, 7) for b in range(1, 7) if 1 <= a + b + dm <= 13]
        row = allowed[roll(len(allowed)) - 1]
    else:
        row = min(13, max(1, roll(6) + roll(6) + dm))
    if range_rows_1_2 == "swapped" and row <= 2:
        row = 3 - row
    return RANGES[row]


def reaction(roll, *, service_terms=0, world_population=5, other_dm=0):
    """How the people met react."""
    natural = roll(6) + roll(6)
    if natural in (2, 12):
        return REACTIONS[natural]
    total = natural + other_dm
    if service_terms >= 5:
        total += 1
    if world_population >= 9:
        total -= 1
    return REACTIONS[min(12, max(3, total))]
