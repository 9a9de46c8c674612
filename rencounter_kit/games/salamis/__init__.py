"""Salamis ad Actium: setting up a battle of galleys, reserves, and the draw for phases. Figures in
``data/salamis.toml``.
"""

from .conventions import d3
from .reserves import entry, entry_modifier
from .terrain import terrain_square
from .turn import action_phases
from .wind import wind_direction

CHECKS = (d3, terrain_square, wind_direction, entry_modifier, entry, action_phases)
