"""Odd Encounters: fantasy skirmish with one d20 to hit and d6 damage. Figures in ``data/odd_encounters.toml``."""

from .magic import saving_throw
from .melee import melee_attack, melee_damage
from .missiles import missile_attack, missile_damage
from .models import armor_class, hit_points, to_hit_bonus

CHECKS = (
    hit_points,
    to_hit_bonus,
    armor_class,
    melee_attack,
    melee_damage,
    missile_attack,
    missile_damage,
    saving_throw,
)
