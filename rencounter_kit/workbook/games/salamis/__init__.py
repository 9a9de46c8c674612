"""Salamis ad Actium: setting up a battle of galleys, reserves, and the draw for phases. Figures in
``data/salamis.toml``.
"""

from .conventions import d3
from .land import (
    island_orientation,
    land_detail,
    settlements,
    shallows_depth,
    shallows_extent,
    shore_detail,
    shore_position,
    square_position,
)
from .phases import double_moves, game_longest_run, longest_run, phase_lead, phases_until
from .quality import fleet_quality, initiative_counters, quality, quality_modifier
from .reserves import entry, entry_modifier, reserve_arrival, reserve_turns
from .sea import drift, drift_total, sea_state
from .setting_up import setup_roll
from .table import table_attempt, table_attempts, table_features, table_has
from .terrain import terrain_square
from .turn import action_phases, first_phase, phase_count
from .wind import sheltered_extent, wind_direction, wind_strength

CHECKS = (
    d3,
    quality,
    quality_modifier,
    initiative_counters,
    fleet_quality,
    terrain_square,
    shore_detail,
    land_detail,
    settlements,
    shallows_extent,
    shallows_depth,
    shore_position,
    island_orientation,
    square_position,
    table_attempt,
    table_attempts,
    table_features,
    table_has,
    wind_direction,
    wind_strength,
    sea_state,
    sheltered_extent,
    drift,
    drift_total,
    setup_roll,
    entry_modifier,
    entry,
    reserve_arrival,
    reserve_turns,
    first_phase,
    action_phases,
    phase_count,
    longest_run,
    phases_until,
    phase_lead,
    double_moves,
    game_longest_run,
)
