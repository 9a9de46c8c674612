"""Rencounter: skirmish with d12 fire and melee, d6 action and morale. Figures in ``data/rencounter.toml``."""

from .acting import action, duck_back
from .artillery import canister, misfire
from .broken_weapons import bayonet_shot, weapon_breakage, weapon_stuck
from .campaign import improvement, squad, victory
from .charge import charge
from .collision import collision
from .counters import activation_counters
from .duel import duel
from .falls import fall, trip
from .fire import fire
from .gang_up import gang_up
from .grenades import grenade, scatter
from .gunfight import gunfight
from .heroism import heroism, inspiration
from .horses import attack_horse, horse_attack, horse_kick
from .instant_fire import last_shot, opportunity_fire
from .knockdown import knockdown
from .leading import buttkick, group_order
from .locations import wound_location
from .melee import melee
from .order import activation_cards, activation_dice
from .recovery import recovery
from .reloading import reload
from .riding import horsemanship
from .skirmish import skirmish
from .spotting import spot
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
    group_order,
    buttkick,
    inspiration,
    opportunity_fire,
    last_shot,
    spot,
    scatter,
    grenade,
    canister,
    misfire,
    weapon_breakage,
    weapon_stuck,
    bayonet_shot,
    horsemanship,
    fall,
    collision,
    trip,
    attack_horse,
    horse_attack,
    horse_kick,
    wound_location,
    recovery,
    improvement,
    squad,
    victory,
)
