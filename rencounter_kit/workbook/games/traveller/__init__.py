"""Traveller: encounters, wounds, morale and fights from the encounter sheet. Figures in ``data/traveller.toml``."""

from .attack import attack, hits
from .checklist import (
    animal_encounter,
    encounter_count,
    first_encounter,
    legal,
    patron,
    random_encounter,
    rumor,
)
from .distances import closing, range_by_bands, range_by_distance, rounds_to_close
from .escape import avoid, escape
from .fights import duel, rounds_to
from .meeting import first_blow_range, meeting
from .morale import morale, morale_break
from .ranges import encounter_range
from .reaction import hostile_attack, reaction, reaction_attack
from .surprise import surprise, surprise_dm
from .to_blows import TO_BLOWS
from .to_hit import evading_dm, to_hit
from .waking import waking_value
from .wounds import hits_to, minutes_out, wound, wounded_values

CHECKS = (
    random_encounter,
    animal_encounter,
    legal,
    patron,
    rumor,
    encounter_count,
    first_encounter,
    surprise_dm,
    surprise,
    encounter_range,
    escape,
    avoid,
    reaction,
    hostile_attack,
    reaction_attack,
    meeting,
    first_blow_range,
    range_by_distance,
    range_by_bands,
    rounds_to_close,
    closing,
    evading_dm,
    to_hit,
    hits,
    attack,
    wound,
    wounded_values,
    minutes_out,
    waking_value,
    hits_to,
    rounds_to,
    duel,
    morale,
    morale_break,
)
FLOWS = (TO_BLOWS,)
