"""Salamis ad Actium: what its events say."""

from .events import at_least, below

LAND = {"headland_or_peninsula", "shoreline", "two_small_islands", "single_island", "mostly_shore", "corner_headland"}
RESERVE = {"come on in time": at_least(1), "are lost": {"lost"}}
RUNS = {"there is a double move": at_least(2), "there is a triple move": at_least(3)}

EVENTS = {
    "quality": {
        "is better than average": {"veteran", "elite", "skilled", "exceptional"},
        "is worse than average": {"green", "raw", "inept", "poor"},
    },
    "fleet_quality": {"one or more are good enough": at_least(1), "none is good enough": {0}},
    "terrain_square": {"has a feature": LAND, "has an island": {"two_small_islands", "single_island"}},
    "shore_detail": {"is sandy": {"sandy"}, "wrecks ships that touch it": {"rocky"}},
    "land_detail": {"is inhabited": {"village", "town_with_harbour"}, "has a harbour": {"town_with_harbour"}},
    "settlements": {"somebody lives there": at_least(1), "nobody lives there": {0}},
    "shore_position": {"lies in the middle": {"middle"}, "lies at one end": {"left", "right"}},
    "island_orientation": {
        "lies along an edge": {"north_south", "west_east"},
        "lies aslant": {"northwest_southeast", "northeast_southwest"},
    },
    "square_position": {"lies in the middle": {"middle"}},
    "table_attempt": {"is satisfactory": {"satisfactory"}},
    "table_attempts": {"is satisfactory in time": at_least(1), "is satisfactory at once": {1}},
    "table_features": {"two or more hold land": at_least(2), "all is open water": {0}},
    "table_has": {"lies on the table": {"present"}},
    "wind_direction": {
        "blows along the table": {"west", "east"},
        "comes from a northern corner": {"northwest", "northeast"},
    },
    "wind_strength": {
        "blows a breeze or more": {"breeze", "strong_breeze", "storm", "gale"},
        "hardly blows": {"still", "light_airs"},
    },
    "sea_state": {"is rough or worse": {"rough", "very_rough"}, "is flat": {"flat"}},
    "setup_roll": {
        "own side chooses": {"own_chooses"},
        "enemy chooses": {"enemy_chooses"},
        "neither is higher": {"tie"},
    },
    "entry": {"enters": {"enters"}, "is lost": {"lost"}},
    "reserve_arrival": {**RESERVE, "come on at the first chance": {1}},
    "reserve_turns": {**RESERVE, "come on in the first turn": {1}},
    "first_phase": {
        "own side acts first": {"own"},
        "enemy acts first": {"enemy"},
        "the turn ends at once": {"intermediate"},
    },
    "action_phases": {
        "own side acts more often": lambda phases: phases[0] > phases[1],
        "both act equally often": lambda phases: phases[0] == phases[1],
        "nobody acts": {(0, 0)},
    },
    "phase_count": {"acts at all": at_least(1), "acts at least twice": at_least(2)},
    "longest_run": {**RUNS, "does not act": {0}},
    "phases_until": {"is done in time": at_least(1), "is done in the first turn": {1}},
    "phase_lead": {
        "own side has acted more often": at_least(1),
        "both have acted equally often": {0},
        "enemy has acted more often": below(0),
    },
    "double_moves": {"there is such a turn": at_least(1), "there is no such turn": {0}},
    "game_longest_run": {**RUNS, "there are four or more in a row": at_least(4)},
}
