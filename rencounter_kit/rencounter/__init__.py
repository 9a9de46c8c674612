"""Rencounter: skirmish with d12 fire and melee, d6 action and morale. Figures in ``data/rencounter.toml``."""

from .acting import action, duck_back
from .fire import fire
from .gang_up import gang_up
from .melee import melee
from .wound import wound

CHECKS = (action, fire, wound, duck_back, melee, gang_up)
