"""Odd Encounters: fantasy skirmish with one d20 to hit and d6 damage. Figures in ``data/odd_encounters.toml``."""

from .cloudkill import cloudkill, cloudkill_wind
from .enchantments import confusion, confusion_action, fear, sleep, web
from .fights import cost_effectiveness, duel, duel_length, skirmish
from .magic import saving_throw
from .melee import melee_attack, melee_damage
from .missiles import missile_attack, missile_damage
from .models import armor_class, hit_points, to_hit_bonus
from .shooting import approach_under_fire, shots_before_contact, volley
from .spells import blast_group, fireball, lightning_bolt, magic_missile, spell_kill, wall_of_fire, web_fire

CHECKS = (
    hit_points,
    to_hit_bonus,
    armor_class,
    melee_attack,
    melee_damage,
    missile_attack,
    missile_damage,
    saving_throw,
    magic_missile,
    fireball,
    lightning_bolt,
    wall_of_fire,
    web_fire,
    spell_kill,
    blast_group,
    sleep,
    web,
    confusion,
    confusion_action,
    fear,
    cloudkill,
    cloudkill_wind,
    duel,
    duel_length,
    shots_before_contact,
    approach_under_fire,
    skirmish,
    cost_effectiveness,
    volley,
)
