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


def d3(roll):
    """The three-sided die."""
    return (roll(6) + 1) // 2


def terrain_square(roll, *, corner=False):
    """What is in one square of the table."""
    total = roll(6) + roll(6)
    if corner and total in (2, 12):
        return "corner_headland"
    return TERRAIN[total]


def wind_direction(roll, *, wind_die="d10"):
    """Where the wind comes from."""
    return WIND[roll(6 if wind_die == "d6" else 10)]


def entry_modifier(roll, *, command="average", edge="base_line", position="behind_rear", enemy_near=False, loyalty=0):
    """Modifier of the entry roll; no dice."""
    return COMMAND[command] + EDGE[edge] + POSITION[position] - (1 if enemy_near else 0) + loyalty


def entry(roll, *, command="average", edge="base_line", position="behind_rear", enemy_near=False, loyalty=0):
    """One try to bring on ships from off the table."""
    total = roll(10) + entry_modifier(
        roll, command=command, edge=edge, position=position, enemy_near=enemy_near, loyalty=loyalty
    )
    if total <= 0:
        return "lost"
    return "delayed" if total <= 4 else "enters"


def action_phases(roll, *, own_counters=3, enemy_counters=3, own_initiative=0, enemy_initiative=0):
    """Action Phases of both sides before the Intermediate Phase."""
    if own_counters == 0 and enemy_counters == 0:
        raise ValueError("no counters")
    bag = {"own": own_counters, "enemy": enemy_counters, "intermediate": 1}
    phases = {"own": own_initiative, "enemy": enemy_initiative}
    while (counter := roll.draw(bag)) != "intermediate":
        bag[counter] -= 1
        phases[counter] += 1
    return phases["own"], phases["enemy"]
