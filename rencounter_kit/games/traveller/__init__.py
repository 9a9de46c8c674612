"""Traveller: encounters, wounds, morale and fights from the encounter sheet. Figures in ``data/traveller.toml``."""

from .fights import duel, rounds_to
from .meeting import meeting
from .morale import morale, morale_break
from .ranges import encounter_range
from .reaction import reaction
from .surprise import surprise, surprise_dm
from .to_hit import to_hit
from .wounds import hits_to, wound

CHECKS = (
    surprise_dm,
    surprise,
    encounter_range,
    reaction,
    meeting,
    to_hit,
    wound,
    hits_to,
    rounds_to,
    duel,
    morale,
    morale_break,
)
