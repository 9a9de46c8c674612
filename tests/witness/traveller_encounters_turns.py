"""Traveller reference sheet over days and weeks: how many encounters, and when the first."""

from . import traveller_encounters as once
from .params import changed
from .turns import Process

# what is thrown for each kind, and the answer that counts
KINDS = {
    "random": (once.random_encounter, "encounter"),
    "animal": (once.animal_encounter, "encounter"),
    "patron": (once.patron, "patron"),
    "rumor": (once.rumor, "rumor"),
    "legal": (once.legal, "harassed"),
}
OF_ONE_KIND = {
    "legal": {"law_level": 5, "legal_direction": "or_less_avoids", "legal_dice": 2},
    "animal": {"animal_dice": 1, "animal_target": 5, "animal_dm": 0},
}


def before_any(p):
    """None so far; what belongs to another kind may not be said."""
    for kind, defaults in OF_ONE_KIND.items():
        if kind != p.kind and any(p[name] != value for name, value in defaults.items()):
            raise ValueError("this tells on another kind only")
    return 0


def one_more(roll, state, p):
    """The number after one more day or week."""
    play, counts = KINDS[p.kind]
    return state + (roll.part(play, p=changed(p, searching=True)) == counts)


ENCOUNTER_COUNT = Process(
    start=before_any,
    turn=one_more,
    outcome=lambda state, turns_done, p: None,
    limit=lambda p: p.intervals,
    unfinished=lambda state, p: state,
)
FIRST_ENCOUNTER = Process(
    start=before_any,
    turn=one_more,
    outcome=lambda state, turns_done, p: turns_done if state else None,
    limit=lambda p: p.intervals,
    unfinished=lambda state, p: "none",
)
