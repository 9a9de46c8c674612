"""Realms of Myth: percentile tasks, surprise, blows and wounds. Figures in ``data/realms_of_myth.toml``."""

from ...mechanics.chapters import checks_in
from .ambush import AMBUSH
from .from_blow_to_healing import FROM_BLOW_TO_HEALING

ROLLS = "plain_tasks rolls initiative turns noticing surprise_margins surprise sniper surprise_spell free_blows"
ACTIONS = "small_actions in_passing struggle"
BLOWS = "blows armor armor_wear wounds knockback pain levels strike first_wound falling"
CLOSE_COMBAT = "combinations defences melee body_checks bumps healing"
MISSILES = "ranges missiles stray throwing crossbows duel archers positions intimidation many_attacks"
CHECKS = checks_in(__name__, f"{ROLLS} {ACTIONS} {BLOWS} {CLOSE_COMBAT} {MISSILES}")
FLOWS = (AMBUSH, FROM_BLOW_TO_HEALING)
