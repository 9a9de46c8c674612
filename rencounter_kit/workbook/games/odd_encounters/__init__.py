"""Odd Encounters: fantasy skirmish with one d20 to hit and d6 damage. Figures in ``data/odd_encounters.toml``."""

from ...mechanics.chapters import checks_in

MODELS = "models movement forces overview"
COMBAT = "melee missiles shooting fights"
MAGIC = "magic saving cleric_spells spell_times spells enchantments cloudkill"
CHECKS = checks_in(__name__, f"{MODELS} {COMBAT} {MAGIC}")
