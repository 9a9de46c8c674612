"""Traveller: encounters, wounds, morale and fights from the encounter sheet. Figures in ``data/traveller.toml``."""

from ...mechanics.chapters import checks_in
from .to_blows import TO_BLOWS

MEETINGS = "checklist surprise ranges escape reaction meeting distances"
COMBAT = "to_hit wounds attack waking fights morale"
CHECKS = checks_in(__name__, f"{MEETINGS} {COMBAT}")
FLOWS = (TO_BLOWS,)
