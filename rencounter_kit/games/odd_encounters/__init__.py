"""Odd Encounters: fantasy skirmish with one d20 to hit and d6 damage. Figures in ``data/odd_encounters.toml``."""

from .fights import cost_effectiveness, duel, duel_length, skirmish
from .magic import saving_throw
from .melee import melee_attack, melee_damage
from .missiles import missile_attack, missile_damage
from .models import armor_class, hit_points, to_hit_bonus
from .shooting import approach_under_fire, shots_before_contact, volley

CHECKS = (
    hit_points,
    to_hit_bonus,
    armor_class,
    melee_attack,
    melee_damage,
    missile_attack,
    missile_damage,
    saving_throw,
    duel,
    duel_length,
    shots_before_contact,
    approach_under_fire,
    skirmish,
    cost_effectiveness,
    volley,
)
