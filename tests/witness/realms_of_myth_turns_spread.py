"""Spreads for the witnesses of Realms of Myth over attacks, attempts and CS's, followed turn by turn."""

from . import realms_of_myth_processes_spread as processes
from . import realms_of_myth_tasks_spread as tasks
from . import realms_of_myth_turns as turns

WITNESS_TURNS = {
    "realms_of_myth.locate_sniper": turns.LOCATE_SNIPER,
    "realms_of_myth.string_bow_attempts": turns.STRING_BOW_ATTEMPTS,
    "realms_of_myth.object_struggle": turns.OBJECT_STRUGGLE,
}
# these two are thrown in one go as well, where a table of one's own is among the models
SNIPER = processes.SPACES["realms_of_myth.locate_sniper"]
ATTEMPTS = tasks.SPACES["realms_of_myth.string_bow_attempts"]
FORMULAS = {"resolution_model": ["linear_5", "ratio"]}

# values away from the default for every parameter
SPACES = {
    "realms_of_myth.locate_sniper": {**SNIPER, **FORMULAS},
    "realms_of_myth.string_bow_attempts": {**ATTEMPTS, **FORMULAS},
    "realms_of_myth.object_struggle": {
        "chances": [(60, 50), (0, 40), (100, 30), (60, 50, 40), (35, 35, 80), (70, 20, 55, 90)],
        "str_mods": [(6, 5), (0, 10), (4, -3), (12, -20)],
        "object_stp": [1, 2, 5, 11],
        "break_chance": [1, 20, 65, 100],
    },
}
ALWAYS = {}
# what a parameter needs to be felt
TWO = {"chances": (60, 50)}
TOGETHER = {
    "realms_of_myth.object_struggle": {
        "str_mods": {**TWO, "object_stp": 5, "break_chance": 20},
        "object_stp": {**TWO, "str_mods": (4, 3), "break_chance": 65},
        "break_chance": {**TWO, "str_mods": (6, 5)},
    },
}
# cases which no spread should miss
CORNERS = {
    "realms_of_myth.object_struggle": [
        {"chances": (60, 50, 40, 30), "str_mods": (3, 2, 4, 1), "object_stp": 7, "break_chance": 30},
        {"chances": (100, 100, 40), "str_mods": (2, 3, 5), "object_stp": 6, "break_chance": 25},
        {"chances": (100, 100), "str_mods": (2, 3), "object_stp": 5, "break_chance": 25},
        {"chances": (100, 100)},
    ],
}
# followed so quickly that many cases are tried
QUICK = tuple(WITNESS_TURNS)
