"""Rencounter: skirmish with d12 fire and melee, d6 action and morale. Figures in ``data/rencounter.toml``."""

from .acting import action, duck_back
from .charge import charge
from .counters import activation_counters
from .duel import duel
from .fire import fire
from .gang_up import gang_up
from .gunfight import gunfight
from .heroism import heroism
from .knockdown import knockdown
from .melee import melee
from .order import activation_cards, activation_dice
from .reloading import reload
from .skirmish import skirmish
from .unit_under_fire import unit_under_fire
from .volleys import fire_turn, volley
from .wound import wound

CHECKS = (
    action,
    fire,
    wound,
    duck_back,
    knockdown,
    melee,
    gang_up,
    duel,
    gunfight,
    charge,
    heroism,
    skirmish,
    unit_under_fire,
    fire_turn,
    volley,
    reload,
    activation_cards,
    activation_dice,
    activation_counters,
)
