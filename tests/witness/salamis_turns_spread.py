"""Spreads for the witnesses of Salamis ad Actium that throw again or go on over tries and turns."""

from . import salamis_turns as turns
from .salamis import COMMAND

WITNESS_TURNS = {
    "salamis.table_attempts": turns.TABLE_ATTEMPTS,
    "salamis.table_features": turns.TABLE_FEATURES,
    "salamis.table_has": turns.TABLE_HAS,
    "salamis.setup_roll": turns.SETUP_ROLL,
    "salamis.reserve_arrival": turns.RESERVE_ARRIVAL,
    "salamis.reserve_turns": turns.RESERVE_TURNS,
    "salamis.phases_until": turns.PHASES_UNTIL,
    "salamis.phase_lead": turns.PHASE_LEAD,
    "salamis.double_moves": turns.DOUBLE_MOVES,
    "salamis.game_longest_run": turns.GAME_LONGEST_RUN,
}
SQUARES = [1, 2, 3, 4, 9, 30]
FIRST_PASS = {"reroll_open_table": [False]}
ADMIRALS = list(COMMAND)
BAG = {"own_counters": [0, 1, 2, 4, 5], "enemy_counters": [0, 1, 2, 4]}

# values away from the default for every parameter
SPACES = {
    "salamis.table_attempts": {"squares": [1, 3, 4, 9, 30], "max_attempts": [1, 2, 4, 9, 30]},
    "salamis.table_features": {"squares": SQUARES, **FIRST_PASS},
    "salamis.table_has": {
        "squares": SQUARES,
        **FIRST_PASS,
        "feature": [*turns.SHORES, *turns.ISLANDS, "any_shore"],
    },
    "salamis.setup_roll": {
        "own_command": ADMIRALS,
        "enemy_command": ADMIRALS,
        "tie": ["report", "better_command"],
    },
    "salamis.reserve_arrival": {
        "modifier": [-12, -9, -5, -3, -1, 1, 3, 4, 12],
        "later_modifier_change": [-10, -4, -1, 1, 2, 6, 10],
        "tries": [1, 2, 3, 8, 30],
    },
    "salamis.reserve_turns": {
        "modifier": [-12, -8, -4, -2, -1, 1, 2, 4],
        "turns": [1, 2, 3, 6, 12],
        **BAG,
    },
    "salamis.phases_until": {
        "phases_needed": [1, 2, 3, 6, 11, 20],
        "turns": [1, 2, 3, 8, 20],
        **BAG,
        "own_initiative": [1, 2, 3, 5],
    },
    "salamis.phase_lead": {
        "turns": [1, 2, 4, 8],
        **BAG,
        "own_initiative": [1, 2, 5],
        "enemy_initiative": [1, 3, 4],
    },
    "salamis.double_moves": {
        "turns": [1, 2, 5, 12],
        "run": [1, 3, 4, 5, 6],
        "whose": ["enemy", "either"],
        **BAG,
    },
    "salamis.game_longest_run": {
        "turns": [1, 2, 4, 5],
        "whose": ["enemy"],
        "own_counters": [0, 1, 2, 4],
        "enemy_counters": [0, 1, 2, 4],
        "intermediate_breaks": [False],
    },
}
ALWAYS = {}
# what a parameter needs to be felt
TOGETHER = {
    "salamis.reserve_arrival": {"later_modifier_change": {"tries": 3}},
    "salamis.game_longest_run": {"intermediate_breaks": {"turns": 2}},
}
# cases which no spread should miss
CORNERS = {
    "salamis.reserve_arrival": [{"modifier": -3, "later_modifier_change": 2}],
    "salamis.setup_roll": [
        {"tie": "better_command"},
        {"own_command": "poor", "enemy_command": "skilled", "tie": "better_command"},
    ],
    "salamis.phases_until": [{"own_initiative": 5, "phases_needed": 5}, {"own_counters": 0}],
    "salamis.double_moves": [{"whose": "either", "own_counters": 2, "enemy_counters": 4, "run": 2}],
}
# followed so quickly that many cases are tried
QUICK = tuple(WITNESS_TURNS)
