"""Realms of Myth: percentile tasks, surprise, blows and wounds. Figures in ``data/realms_of_myth.toml``."""

from .blows import armor_through, pot, weapon_db
from .surprise import surprise, surprise_duration
from .tasks import contested_roll, task, task_chance
from .wounds import death_check, wound_level, wounds

CHECKS = (
    task_chance,
    task,
    contested_roll,
    surprise,
    surprise_duration,
    pot,
    weapon_db,
    armor_through,
    wounds,
    wound_level,
    death_check,
)
