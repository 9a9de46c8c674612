"""Odd Encounters: fantasy skirmish with one d20 to hit and d6 damage. Figures in ``data/odd_encounters.toml``."""

from .cleric_spells import cure_light_wounds, cure_serious_wounds, hold_person, insect_plague_exit
from .cloudkill import cloudkill, cloudkill_wind
from .enchantments import confusion, confusion_action, fear, sleep, web
from .fights import cost_effectiveness, duel, duel_length, skirmish
from .forces import max_level, model_cost, spells_memorized
from .magic import saving_throw
from .melee import elemental_attack, melee_attack, melee_damage
from .missiles import missile_attack, missile_damage, shot_into_melee
from .models import armor_class, hit_points, to_hit_bonus
from .movement import movement_allowance, turns_to_cover
from .overview import turn_order
from .shooting import approach_under_fire, shots_before_contact, volley
from .spell_times import hold_portal, sleep_and_slay, spell_duration
from .spells import blast_group, fireball, lightning_bolt, magic_missile, spell_kill, wall_of_fire, web_fire

CHECKS = (
    hit_points,
    to_hit_bonus,
    armor_class,
    movement_allowance,
    turns_to_cover,
    max_level,
    model_cost,
    spells_memorized,
    turn_order,
    melee_attack,
    melee_damage,
    missile_attack,
    missile_damage,
    shot_into_melee,
    saving_throw,
    cure_light_wounds,
    cure_serious_wounds,
    hold_person,
    insect_plague_exit,
    spell_duration,
    hold_portal,
    elemental_attack,
    sleep_and_slay,
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
