"""Realms of Myth: percentile tasks, surprise, blows and wounds. Figures in ``data/realms_of_myth.toml``."""

from .ambush import AMBUSH
from .archers import archers_before_contact
from .armor import armor_through, clothing_worn
from .armor_wear import armor_after_blows, blows_to_wear_through
from .blows import bp_damage, pot, weapon_db, weapon_dm
from .body_checks import body_check, body_check_av, tackle
from .bumps import body_check_footing, body_check_pot, bounce_distance
from .combinations import combination_attack, combination_av
from .crossbows import crossbow_cock, crossbow_ready
from .defences import defence_value
from .duel import duel, duel_length
from .falling import catch_falling, catch_wounds, fall_pulses, falling_pot, pulse_move
from .first_wound import attacks_to_first_wound
from .free_blows import surprise_free_blows
from .from_blow_to_healing import FROM_BLOW_TO_HEALING
from .healing import dragging_wounds, end_recovery_factor, healing_days, healing_days_bp
from .in_passing import draw_from_container, grab_in_passing, hand_off, leap_snatch
from .initiative import initiative, initiative_position
from .intimidation import guard_drop, intimidation
from .knockback import barrier_pot, knockback, knockback_feet
from .levels import death_check, effective_strength, grievous_effort, wound_level, wound_level_bp
from .many_attacks import attack_barrage, gang_attack
from .melee import exchange, melee_attack, opportunity_attack
from .missiles import ranged_attack, ranged_attack_dv
from .noticing import awareness, rear_threat, ruse
from .pain import pain, stun_duration, stun_penalty
from .plain_tasks import task, task_chance
from .positions import engagement_gap, improvised_weapon, step_inside
from .ranges import range_band, range_dv, range_limit
from .rolls import (
    contested_roll,
    fly_direction,
    graded_roll,
    heroic_pot,
    progressive_modifier,
    roll_margin,
    simple_roll,
)
from .small_actions import action_time, string_bow, string_bow_attempts, untie_knot_time
from .sniper import locate_sniper
from .stray import stray_fire
from .strike import combination_strike, strike
from .struggle import object_struggle
from .surprise import surprise, surprise_duration, surprise_penalty
from .surprise_margins import hampered_penalty, surprise_av, surprise_degree, surprise_dv, surprise_recovery
from .surprise_spell import surprise_spell
from .throwing import flight_delay, throw_and_catch, thrown_object_factor
from .turns import initiative_order
from .wounds import wounds

CHECKS = (
    task_chance,
    task,
    simple_roll,
    roll_margin,
    graded_roll,
    heroic_pot,
    contested_roll,
    progressive_modifier,
    fly_direction,
    initiative,
    initiative_order,
    initiative_position,
    awareness,
    surprise_dv,
    surprise_av,
    surprise,
    surprise_duration,
    surprise_penalty,
    surprise_degree,
    surprise_recovery,
    hampered_penalty,
    rear_threat,
    ruse,
    locate_sniper,
    surprise_spell,
    surprise_free_blows,
    # Small actions
    action_time,
    untie_knot_time,
    string_bow,
    string_bow_attempts,
    grab_in_passing,
    leap_snatch,
    draw_from_container,
    hand_off,
    object_struggle,
    # Falling and catching
    falling_pot,
    fall_pulses,
    catch_falling,
    catch_wounds,
    pulse_move,
    pot,
    weapon_db,
    weapon_dm,
    bp_damage,
    clothing_worn,
    armor_through,
    armor_after_blows,
    blows_to_wear_through,
    wounds,
    strike,
    combination_strike,
    attacks_to_first_wound,
    knockback_feet,
    barrier_pot,
    knockback,
    pain,
    stun_penalty,
    stun_duration,
    wound_level,
    wound_level_bp,
    effective_strength,
    grievous_effort,
    death_check,
    # Close combat
    combination_av,
    combination_attack,
    defence_value,
    melee_attack,
    exchange,
    opportunity_attack,
    body_check_av,
    body_check,
    body_check_footing,
    bounce_distance,
    body_check_pot,
    tackle,
    healing_days,
    healing_days_bp,
    end_recovery_factor,
    dragging_wounds,
    # Missiles
    range_limit,
    range_band,
    range_dv,
    ranged_attack_dv,
    ranged_attack,
    stray_fire,
    flight_delay,
    thrown_object_factor,
    throw_and_catch,
    crossbow_cock,
    crossbow_ready,
    duel,
    duel_length,
    archers_before_contact,
    # Positions and many attacks
    engagement_gap,
    step_inside,
    improvised_weapon,
    intimidation,
    guard_drop,
    attack_barrage,
    gang_attack,
)
FLOWS = (AMBUSH, FROM_BLOW_TO_HEALING)
