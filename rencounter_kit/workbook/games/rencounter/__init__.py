"""Rencounter: skirmish with d12 fire and melee, d6 action and morale. Figures in ``data/rencounter.toml``."""

from ...mechanics.chapters import checks_in

MEN = "acting fire wound knockdown melee broken_weapons gang_up duel gunfight"
UNITS = "charge heroism skirmish unit_under_fire volleys reloading order counters leading"
SPECIAL = "instant_fire spotting grenades artillery"
RIDERS = "riding falls collision horses"
AFTER = "locations recovery campaign"
CHECKS = checks_in(__name__, f"{MEN} {UNITS} {SPECIAL} {RIDERS} {AFTER}")
