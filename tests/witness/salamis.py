"""Salamis ad Actium, played with dice: d3, terrain, wind, entry, action phases."""

TERRAIN = {
    2: "headland_or_peninsula",
    3: "shoreline",
    4: "open_water",
    5: "two_small_islands",
    6: "open_water",
    7: "open_water",
    8: "open_water",
    9: "single_island",
    10: "open_water",
    11: "shoreline",
    12: "mostly_shore",
}
WIND = {
    1: "west",
    2: "west",
    3: "west",
    4: "northwest",
    5: "northeast",
    6: "east",
    7: "east",
    8: "east",
    9: "southeast",
    10: "southwest",
}
COMMAND = {"inept": -2, "poor": -1, "average": 0, "skilled": 1, "exceptional": 2}
EDGE = {"base_line": 1, "side": -1}
POSITION = {"behind_rear": 1, "level": 0, "beyond_front": -1}


def d3(roll, p):
    """The three-sided die."""
    return (roll(6, "halved") + 1) // 2


def terrain_square(roll, p):
    """What is in one square of the table."""
    total = roll(6, "terrain") + roll(6, "terrain")
    if p.corner and total in (2, 12):
        return "corner_headland"
    return TERRAIN[total]


def wind_direction(roll, p):
    """Where the wind comes from."""
    return WIND[roll(6 if p.wind_die == "d6" else 10)]


def entry_modifier(roll, p):
    """Modifier of the entry roll; no dice."""
    return COMMAND[p.command] + EDGE[p.edge] + POSITION[p.position] - (1 if p.enemy_near else 0) + p.loyalty


def entry(roll, p):
    """One try to bring on ships from off the table."""
    total = roll(10, "entry") + entry_modifier(roll, p)
    if total <= 0:
        return "lost"
    return "delayed" if total <= 4 else "enters"


def action_phases(roll, p):
    """Action Phases of both sides before the Intermediate Phase."""
    if p.own_counters == 0 and p.enemy_counters == 0:
        raise ValueError("no counters")
    bag = {"own": p.own_counters, "enemy": p.enemy_counters, "intermediate": 1}
    phases = {"own": p.own_initiative, "enemy": p.enemy_initiative}
    while (counter := roll.draw(bag)) != "intermediate":
        bag[counter] -= 1
        phases[counter] += 1
    return phases["own"], phases["enemy"]
